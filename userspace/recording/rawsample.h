/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rawsample.h - the raw record of a sample: struct tea_raw, out of a file's bytes
 *
 * It has all slots of the sample, with all their fields. A larger record than ours has more behind
 * the part read here; one of a newer version is not read at all.
 */
#ifndef RAWSAMPLE_H
#define RAWSAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tea_abi.h"

enum rawsample_form {
	RAWSAMPLE_NONE,			/* none, or one of version 1, beside a word */
	RAWSAMPLE_WHOLE,
	RAWSAMPLE_DAMAGED,		/* cut off, or with impossible values */
	RAWSAMPLE_NEWER,		/* than TEA_RAW_VERSION */
};

/* The version in the record's first two bytes; 0: there is none. */
uint16_t rawsample_version(const void *bytes, size_t size);

/* @raw is filled where the record is whole: it then has a slot, and its picked one is of these. */
enum rawsample_form rawsample_read(const void *bytes, size_t size, struct tea_raw *raw);

/*
 * The memory accesses of the slots of @raw, which was read from there. False: it does not have
 * them.
 */
bool rawsample_memory(const void *bytes, const struct tea_raw *raw, struct tea_raw_memory *memory);

#endif /* RAWSAMPLE_H */
