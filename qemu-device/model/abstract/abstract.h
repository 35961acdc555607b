/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * abstract.h - Gus's abstract core, for up to 32 lanes at once
 *
 * The model of Pompougnac et al. (Performance bottlenecks detection through microarchitectural
 * sensitivity, 2024, algorithm 1): resources that are available again a gap after each use,
 * windows, latencies, shadow registers and shadow memory. It needs only maxima and sums of times,
 * so all lanes pass an operation together, a few vectors each. Caches, TLBs and predictor are
 * looked up once for all lanes (sharedstate.h).
 *
 *	operation ---> summary ---> dispatch -> operands, resources -> latency -> in-order exit
 *
 * Each lane has a core of its own. The cores have to agree in the knobs of the shared state: sizes of
 * caches, TLBs, predictor and fetch blocks. docs/fast-engine.md lists what the lanes leave out.
 */
#ifndef TEA_ABSTRACT_H
#define TEA_ABSTRACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "env.h"
#include "isa/block.h"
#include "params.h"

#define TEA_ABSTRACT_LANES	32

/* Where a lane's time went: to the operations of one static instruction. */
struct tea_abstract_row {
	uint64_t pc;
	uint64_t parts;		/* of cycles, TEA_ABSTRACT_PARTS each */
	uint8_t privilege;
};

#define TEA_ABSTRACT_PARTS	1024

struct tea_abstract;

/* Whether cores of these knobs can be lanes of one model. */
bool tea_abstract_agree(const struct tea_params *a, const struct tea_params *b);
/* Whether it has all that the core has. Returns 0, or -EINVAL with @why pointing to a sentence. */
int tea_abstract_check(const struct tea_params *params, const char **why);

/*
 * One to 32 lanes, which agree. @plain: without vectors of the processor's, with the same
 * results. NULL: no memory.
 */
struct tea_abstract *tea_abstract_create(const struct tea_params *const *params, unsigned int lanes,
					 const struct tea_env *env, bool plain);
void tea_abstract_destroy(struct tea_abstract *abstract);

void tea_abstract_step(struct tea_abstract *abstract, const struct tea_op *op);
void tea_abstract_run(struct tea_abstract *abstract, const struct tea_run *run);
void tea_abstract_flush_tlb(struct tea_abstract *abstract);

/* Cycles of @lane so far, rounded up. */
uint64_t tea_abstract_now(const struct tea_abstract *abstract, unsigned int lane);
/*
 * Rows of @lane, to be freed by the caller: those of instructions that were executed, in the order of their
 * numbers. The parts are those of tea_abstract_now(), all of them. Returns 0 or -ENOMEM.
 */
int tea_abstract_rows(const struct tea_abstract *abstract, unsigned int lane,
		      struct tea_abstract_row **rows, size_t *count);

#endif /* TEA_ABSTRACT_H */
