/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * buildid.h - which build of a file code is of
 *
 * The build id in its notes, which the linker made. A file without has a hash of its code in place of
 * it: 64 bits of FNV-1a over the bytes of its executable segments, in the order of the program headers,
 * without the ELF and the program headers, which may be in the first. Both outlive strip.
 */
#ifndef TEA_BUILDID_H
#define TEA_BUILDID_H

#include <stdbool.h>
#include <stdint.h>

#define BUILDID_BYTES	20
#define BUILDID_TEXT	(2 * BUILDID_BYTES + 1)

struct buildid {
	bool hashed;			/* it is the code's hash */
	char text[BUILDID_TEXT];	/* hexadecimal digits; "": neither is known */
};

/* Reads it from the file @path; a file that is no readable ELF file has none. */
void buildid_read(struct buildid *id, const char *path);

#endif /* TEA_BUILDID_H */
