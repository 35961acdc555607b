/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * random_stream.h - the stream of a random program, and what observers saw of one
 */
#ifndef TEA_TEST_RANDOM_STREAM_H
#define TEA_TEST_RANDOM_STREAM_H

#include "core/random_program.h"
#include "lane.h"

/* Numbers for the static instructions of @ops, and effects now and then. */
void random_stream(struct random_source *source, const struct tea_op *ops,
		   struct stream_item *items, unsigned int count);

/* What the observers write, to be freed. */
char *stream_text(const struct observers *observers);

#endif /* TEA_TEST_RANDOM_STREAM_H */
