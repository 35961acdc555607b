// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * unpacker.c - zstd streams; see unpacker.h
 */
#include "unpacker.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

/* Holds the rest of a record, which has 64 KiB at most, and a good deal more. */
#define BUFFER_BYTES	(256 << 10)

/*
 * perf's records shrink to a tenth. A file that unpacks to more than 500 times its
 * size, beyond some MiB, was made to fill memory and time.
 */
#define BOMB_FREE_BYTES	(64ULL << 20)
#define BOMB_RATIO	500

void unpacker_restart(struct unpacker *unpacker)
{
	if (unpacker->zstd)
		ZSTD_DCtx_reset(unpacker->zstd, ZSTD_reset_session_only);
	unpacker->begin = unpacker->end = 0;
	unpacker->input_size = unpacker->input_at = 0;
}

void unpacker_deinit(struct unpacker *unpacker)
{
	ZSTD_freeDCtx(unpacker->zstd);
	free(unpacker->buffer);
	*unpacker = (struct unpacker){ 0 };
}

static int prepare(struct unpacker *unpacker, struct fault *fault)
{
	if (!unpacker->buffer)
		unpacker->buffer = malloc(BUFFER_BYTES);
	if (!unpacker->zstd)
		unpacker->zstd = ZSTD_createDCtx();
	if (!unpacker->zstd || !unpacker->buffer)
		return fault_no_memory(fault, "unpacking it");
	return 0;
}

int unpacker_feed(struct unpacker *unpacker, const void *bytes, size_t size,
		  struct fault *fault)
{
	unpacker->input = bytes;
	unpacker->input_size = size;
	unpacker->input_at = 0;
	unpacker->packed += size;
	return prepare(unpacker, fault);
}

static int check_ratio(const struct unpacker *unpacker, struct fault *fault)
{
	if (unpacker->unpacked <= BOMB_FREE_BYTES + BOMB_RATIO * unpacker->packed)
		return 0;
	return fault_set(fault, -EFBIG, "its compressed records unpack to more than %d times their "
			 "size, as no recording does: record again", BOMB_RATIO);
}

/* One step: makes space behind the unpacked bytes, and unpacks into it. */
static int unpack(struct unpacker *unpacker, size_t *made, struct fault *fault)
{
	size_t left = unpacker->end - unpacker->begin, result;
	ZSTD_inBuffer input = { unpacker->input, unpacker->input_size, unpacker->input_at };
	ZSTD_outBuffer output = { unpacker->buffer, BUFFER_BYTES, left };

	memmove(unpacker->buffer, unpacker->buffer + unpacker->begin, left);
	result = ZSTD_decompressStream(unpacker->zstd, &output, &input);
	if (ZSTD_isError(result))
		return fault_set(fault, -EINVAL, "its compressed records are damaged (%s): record "
				 "again", ZSTD_getErrorName(result));
	unpacker->begin = 0;
	unpacker->end = output.pos;
	unpacker->input_at = input.pos;
	*made = output.pos - left;
	unpacker->unpacked += *made;
	return check_ratio(unpacker, fault);
}

int unpacker_more(struct unpacker *unpacker, struct fault *fault)
{
	size_t made = 0, before;
	int error;

	if (!unpacker->zstd)
		return 0;
	do {
		before = unpacker->input_at;
		error = unpack(unpacker, &made, fault);
	} while (!error && !made && unpacker->input_at != before);
	return error ? error : (int)made;
}
