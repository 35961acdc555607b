/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * random_program.h - random knobs, and the operations of a random program
 *
 * Everything follows from the seed. A static program of all classes is walked:
 * its branches are mostly biased, its addresses now few, now many, not always
 * aligned; now and then an operation traps, which changes the privilege, or has no
 * address.
 */
#ifndef TEA_TEST_RANDOM_PROGRAM_H
#define TEA_TEST_RANDOM_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/op.h"
#include "model.h"

struct random_source {
	uint64_t state;
};

void random_init(struct random_source *source, uint64_t seed);
/* 0 .. n - 1 */
uint32_t random_below(struct random_source *source, uint32_t n);

/* TEA_SEED of the environment, or @otherwise. */
uint64_t random_seed(uint64_t otherwise);
/* Begin with TEA_SEED, or with a seed from the clock; prints it. */
void random_begin(struct random_source *source);
/*
 * Check @runs seeds in a row, or TEA_RUNS; from TEA_SEED on, then one, or from one that the clock
 * gives. Prints how to do it again. Returns how many there were.
 */
uint64_t random_seeds(void (*check)(uint64_t seed), uint64_t runs);

/* Each knob of the core: small, at its default, or anything in between. */
void random_params(struct random_source *source, struct tea_params *params);
void random_program(struct random_source *source, struct tea_op *ops, unsigned int count);

/*
 * Run @count operations on the model: their records, explained, two for each operation at most.
 * Returns how many.
 */
unsigned int random_run(const struct tea_params *params, const struct tea_op *ops,
			unsigned int count, struct tea_retired *records);

/* The units that passed the core: micro-operations, and operations that were one. */
struct random_passed {
	struct tea_retired *records;	/* room for 8 for each record of random_run() */
	unsigned int *firsts;		/* of each the number of its operation's first */
	unsigned int count;
};

/* Add the parts of @record, and let its micro-operations point to them. */
void random_pass(struct random_passed *passed, struct tea_retired *record);
/* The same as random_run(), with the units that passed. */
unsigned int random_run_passed(const struct tea_params *params, const struct tea_op *ops,
			       unsigned int count, struct tea_retired *records,
			       struct random_passed *passed);

/* A page-table walker that maps everything to itself, for struct tea_env. */
int random_walk(void *opaque, uint64_t vaddr, uint8_t privilege, struct tea_walk *walk);

/* Uses the memory pipeline, as far as addresses go. */
bool random_is_memory(const struct tea_insn *insn);

#endif /* TEA_TEST_RANDOM_PROGRAM_H */
