/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unpacker.h - records out of zstd-compressed ones (perf record -z)
 *
 * The payloads of all COMPRESSED records of a file are one zstd stream; a record may
 * begin in one and end in another. Output is made a buffer at a time.
 */
#ifndef UNPACKER_H
#define UNPACKER_H

#include <stddef.h>
#include <stdint.h>

#include "base/fault.h"

struct unpacker {
	void *zstd;			/* NULL until needed */
	uint8_t *buffer;
	size_t begin, end;		/* unpacked, not yet taken */
	const uint8_t *input;		/* the caller's, until unpacker_is_hungry() */
	size_t input_size, input_at;
	uint64_t packed, unpacked;	/* bytes so far */
};

/* A new file: drops pending bytes. */
void unpacker_restart(struct unpacker *unpacker);
void unpacker_deinit(struct unpacker *unpacker);

/* The next payload; only when the last one is used up. 0 or -ENOMEM, -EINVAL. */
int unpacker_feed(struct unpacker *unpacker, const void *bytes, size_t size,
		  struct fault *fault);
/* Unpacks more behind the unpacked bytes. Returns bytes, 0: hungry; or -errno with @fault. */
int unpacker_more(struct unpacker *unpacker, struct fault *fault);

#endif /* UNPACKER_H */
