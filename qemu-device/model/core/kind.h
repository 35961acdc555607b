/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kind.h - the core's table of classes of instructions
 *
 * Queue, ports, unit, flags, bypass, latency and occupancy, with the knobs of a core.
 */
#ifndef TEA_KIND_H
#define TEA_KIND_H

#include <stdbool.h>
#include <stdint.h>

#include "params.h"

struct tea_issuequeue;
struct tea_portbook;

/* Issue queues (table 2). TEA_QUEUE_NONE: the operation executes nothing. */
enum tea_queue {
	TEA_QUEUE_INT, TEA_QUEUE_MEM, TEA_QUEUE_FP, TEA_QUEUE_VEC, TEA_QUEUES_COUNT, TEA_QUEUE_NONE
};

/* Units that there is one of, or a few; each stands at a port of its queue. */
enum tea_single {
	TEA_SINGLE_NONE,		/* all that each port has */
	TEA_SINGLE_JUMP, TEA_SINGLE_CSR, TEA_SINGLE_MUL, TEA_SINGLE_DIV, TEA_SINGLE_TO_FP,
	TEA_SINGLE_FP_OTHER, TEA_SINGLE_FDIV, TEA_SINGLE_V_OTHER, TEA_SINGLE_VDIV,
	TEA_SINGLES_COUNT
};

/* The floating-point port, and the vector one, as a set, with all units that there is one of. */
#define TEA_PORT_FP_FIRST	1

/* Units that are not pipelined. */
enum { TEA_UNIT_DIV, TEA_UNIT_FDIV, TEA_UNIT_VDIV, TEA_UNITS_COUNT, TEA_UNIT_NONE };

/* tea_kind.flags */
#define TEA_KIND_SERIAL		0x01	/* BOOM's is_unique and flush_on_commit */
#define TEA_KIND_LDQ		0x02	/* takes a load queue entry */
#define TEA_KIND_STQ		0x04	/* takes a store queue entry */
#define TEA_KIND_CONTROL	0x08	/* branch or jump */
#define TEA_KIND_TAG		0x10	/* takes one of the tags of unresolved branches */
#define TEA_KIND_MEMORY		(TEA_KIND_LDQ | TEA_KIND_STQ)

/* A unit that takes no other operation until it is done. */
static inline bool tea_single_is_iterative(enum tea_single single)
{
	return single == TEA_SINGLE_DIV || single == TEA_SINGLE_FDIV || single == TEA_SINGLE_VDIV;
}

/*
 * The variants of the pass through the core, see pass.h. Simple operations neither trap nor
 * serialise, execute something and are one micro-operation.
 */
enum tea_pass_variant {
	TEA_VARIANT_GENERIC,		/* any operation; the record has the reasons */
	TEA_VARIANT_EXPLAINED,		/* simple, and the record has the reasons */
	TEA_VARIANT_SIMPLE,		/* simple, and none of these: */
	TEA_VARIANT_COMPUTES,		/* no access, branch or jump, its unit is pipelined */
	TEA_VARIANT_LOAD,
	TEA_VARIANT_STORE,
	TEA_VARIANT_CONTROL,		/* branches and jumps */
};

/*
 * A class's properties in the core, with the latencies of this instance. Latency to use, from issue
 * to a dependent's issue, is the latency alone if the result is bypassed; otherwise register read
 * and write come on top.
 */
struct tea_kind {
	uint8_t queue, unit, flags;
	int8_t ahead;			/* a dependent issues that many cycles before the result */
	uint16_t ports;			/* of the queue's, those that lead to the unit */
	uint8_t variant;		/* enum tea_pass_variant, without a trap */
	uint8_t unexplained;		/* the same if it is simple and its record has no reasons */
	uint8_t steps;			/* of an integer divide, in a cycle */
	uint16_t latency;		/* cycles in the unit; an integer divide's steps are more */
	uint16_t occupancy;		/* cycles of the unit from issue to the next one's; the same */
	uint16_t executed;		/* cycles from issue to the end of the latency, ... */
	uint16_t deep;			/* the ports whose pipeline has more stages, ... */
	uint16_t deeper;		/* ... so many, before it writes back */
	uint16_t bypassed;		/* ... and to the first issue of a dependent one then */
	uint8_t single;			/* enum tea_single */
	struct tea_issuequeue *entries;	/* of the queue, */
	struct tea_portbook *book;	/* and its ports; NULL: it has none */
};

/* Steps of a divide with unknown operands: as many as for a quotient of 28 bits. */
#define TEA_STEPS_UNKNOWN	29

/*
 * The kind of instructions of @class, without its variant, its queue's entries and its ports. An
 * unknown class is UNKNOWN, and so are vectors in a core without them.
 */
void tea_kind_init(struct tea_kind *kind, const struct tea_params *params, uint8_t class);

#endif /* TEA_KIND_H */
