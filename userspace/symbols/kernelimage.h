/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kernelimage.h - a kernel's image in the forms of boot loaders, unpacked
 *
 * RISC-V's Image, plain or compressed by gzip or zstd; or either in a program of EFI's that unpacks
 * it, a "zboot" image, as vmlinuz is. Other compressions are recognised, and not read.
 */
#ifndef KERNELIMAGE_H
#define KERNELIMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Does it begin as an image does, or as a container of one? */
bool kernelimage_is(const char *path);

/*
 * A descriptor of the plain Image: of the file, or of memory. Else a negative errno: -ENOEXEC,
 * there is none in it; -EOPNOTSUPP, it is compressed in another way; -EBADMSG, the compressed data
 * is damaged; -EFBIG, it is larger than any kernel.
 */
int kernelimage_open(const char *path);

/* As many bytes of @fd from @offset on as there are, at most @size; returns how many. */
size_t kernelimage_read(int fd, void *bytes, size_t size, uint64_t offset);

#endif /* KERNELIMAGE_H */
