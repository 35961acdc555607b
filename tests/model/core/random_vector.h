/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * random_vector.h - vector operations of all kinds in a random program
 */
#ifndef TEA_TEST_RANDOM_VECTOR_H
#define TEA_TEST_RANDOM_VECTOR_H

#include "isa/vector.h"
#include "random_program.h"

#define RANDOM_ADDRESSES	1024

/* Give the core of @params vectors: each of their knobs small, or anything in between. */
void random_vector_params(struct random_source *source, struct tea_params *params);

/*
 * In place of half of the @count operations that neither transfer control nor trap: their
 * executions are in @vectors, and indexed ones access @addresses. @params have vectors.
 */
void random_vectors(struct random_source *source, const struct tea_params *params,
		    struct tea_op *ops, struct tea_vector_op *vectors, unsigned int count,
		    uint64_t addresses[RANDOM_ADDRESSES]);

/* Both of these, or half of the times none of them. */
void random_vectors_or_none(struct random_source *source, struct tea_params *params,
			    struct tea_op *ops, struct tea_vector_op *vectors, unsigned int count,
			    uint64_t addresses[RANDOM_ADDRESSES]);

#endif /* TEA_TEST_RANDOM_VECTOR_H */
