/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * random_stream.h - the stream of a random program, and the observers' results
 */
#ifndef TEA_TEST_RANDOM_STREAM_H
#define TEA_TEST_RANDOM_STREAM_H

#include "core/packed_run.h"
#include "core/random_program.h"
#include "lane.h"

/* Numbers for the static instructions of @ops, and effects now and then. */
void random_stream(struct random_source *source, const struct tea_op *ops,
		   struct stream_item *items, unsigned int count);

/* A part of a stream: so many items from one on, as a run; where that is empty, the item itself. */
struct stream_part {
	const struct stream_item *item;
	unsigned int run_count;
	struct packed_run packed;
};

/* All of a stream, in runs of random length where these can be. Returns how many parts. */
unsigned int stream_parts(struct random_source *source, const struct stream_item *items,
			  unsigned int count, struct stream_part *parts);
void stream_parts_free(struct stream_part *parts, unsigned int count);

/* The observers' output, to be freed. */
char *stream_text(const struct observers *observers);

#endif /* TEA_TEST_RANDOM_STREAM_H */
