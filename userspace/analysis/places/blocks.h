/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * blocks.h - basic blocks of functions, by their code
 *
 * A block begins at the function's start, at the target of a branch or jump, and behind
 * one. Calls do not end it. If an object's code is unavailable, a function is one block.
 */
#ifndef BLOCKS_H
#define BLOCKS_H

#include "functions.h"

struct blocks_function {
	uint64_t *starts;		/* ascending */
	size_t count;
};

/* Zeroed memory is empty. */
struct blocks {
	struct functions functions;
	struct blocks_function *items;	/* by number of function */
	size_t count;
};

/* The block of @location, which has a function: [@start, @end). 0 or -ENOMEM. */
int blocks_find(struct blocks *blocks, uint32_t object, const struct symbols_location *location,
		uint64_t *start, uint64_t *end);
void blocks_deinit(struct blocks *blocks);

#endif /* BLOCKS_H */
