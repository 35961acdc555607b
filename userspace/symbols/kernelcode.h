/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kernelcode.h - code of a kernel that has no ELF file here
 *
 * From the running kernel's memory, /proc/kcore, which has modules too and code as it was patched at
 * boot; or from the image that was booted, as distributions install it. RISC-V's only.
 */
#ifndef KERNELCODE_H
#define KERNELCODE_H

#include <stddef.h>
#include <stdint.h>

struct kernelcode;

/*
 * The memory of the kernel that runs, an ELF core. 0 or a negative errno; -EACCES and -EPERM: only
 * root may read it.
 */
int kernelcode_open_core(struct kernelcode **code, const char *path);
/*
 * An image whose first byte is loaded at @start, as kernelimage_open() opens it. -ESTALE: it has not
 * the @id_size bytes of @build_id in it; of size 0 any has them.
 */
int kernelcode_open_image(struct kernelcode **code, const char *path, uint64_t start,
			  const uint8_t *build_id, size_t id_size);
void kernelcode_close(struct kernelcode *code);

/* At most @size bytes from @address on, until kernelcode_close(); returns how many. */
size_t kernelcode_bytes(struct kernelcode *code, uint64_t address, uint64_t size,
			const uint8_t **bytes);

#endif /* KERNELCODE_H */
