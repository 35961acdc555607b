/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stream_vector.h - the vector part of an op in a stream file
 *
 *	vd=N[:SHAPE] vs1=.. vs2=..	registers; SHAPE as in isa/vector.h: log2, or one, eew, whole, element
 *	vl=N vstart=N sew=8|16|32|64 lmul=LOG2 tail=keep inactive=keep
 *	mask=HEX			elements 63..0, makes it masked
 *	mode=unit|strided|indexed|whole|mask fields=N eew=8|16|32|64 stride=N
 *	at=ADDRESS,...			of an indexed access: its elements' addresses
 *	flags=to_mask,reads_vd,...	TEA_VECTOR_*, in small letters
 */
#ifndef TEA_TEST_STREAM_VECTOR_H
#define TEA_TEST_STREAM_VECTOR_H

#include "isa/vector.h"

#define STREAM_ADDRESSES_MAX	16

struct stream_vector {
	struct tea_vector_op op;
	uint64_t addresses[STREAM_ADDRESSES_MAX];
};

/* Nothing of a vector, LMUL 1, tail and inactive elements agnostic. */
void stream_vector_init(struct stream_vector *vector);

/* One KEY=VALUE, split. Returns 0, or -1 if it is none of these. */
int stream_vector_field(struct stream_vector *vector, const char *key, char *value);

#endif /* TEA_TEST_STREAM_VECTOR_H */
