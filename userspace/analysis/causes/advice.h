/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * advice.h - the table of signatures and their meaning, for an instruction on a certain core
 */
#ifndef ADVICE_H
#define ADVICE_H

#include <limits.h>

#include "analysis/places/flow.h"
#include "analysis/places/pieces.h"
#include "recording/recording.h"

/* Classes of instructions, and ADVICE_STALLED: most of its cycles are stalled ones. */
#define ADVICE_NONE	0
#define ADVICE_LOAD	(1U << 0)
#define ADVICE_STORE	(1U << 1)
#define ADVICE_ATOMIC	(1U << 2)	/* and fences */
#define ADVICE_BRANCH	(1U << 3)	/* and direct jumps */
#define ADVICE_INDIRECT	(1U << 4)	/* jumps, calls, returns */
#define ADVICE_DIVIDE	(1U << 5)
#define ADVICE_SQRT	(1U << 6)
#define ADVICE_FLOAT	(1U << 7)	/* the others of floating point */
#define ADVICE_FLUSHING	(1U << 8)	/* CSRs, flags */
#define ADVICE_SYSTEM	(1U << 9)
#define ADVICE_SERIAL	(ADVICE_ATOMIC | ADVICE_FLUSHING | ADVICE_SYSTEM)	/* empties the pipeline */
#define ADVICE_INTEGER	(1U << 10)
#define ADVICE_VECTOR	(1U << 11)	/* vectors' arithmetic, by element */
#define ADVICE_VECTOR_DIVIDE (1U << 12)	/* and roots */
#define ADVICE_VECTOR_REDUCE (1U << 13)
#define ADVICE_VECTOR_MOVE (1U << 14)	/* of elements to other places */
#define ADVICE_VECTOR_LOAD (1U << 15)
#define ADVICE_VECTOR_STORE (1U << 16)
#define ADVICE_VECTORS	(ADVICE_VECTOR_STORE | (ADVICE_VECTOR_STORE - ADVICE_VECTOR))
/* Classes of a load, by the code around it. */
#define ADVICE_STREAM	(1U << 17)	/* its address grows by a constant */
#define ADVICE_GATHER	(1U << 18)	/* comes from another load, or is computed */
#define ADVICE_CHASE	(1U << 19)	/* comes from an earlier load of the loop made alike */
#define ADVICE_RESTART	(1U << 20)	/* it is executed behind a branch that is often mispredicted */
#define ADVICE_LISTED	(1U << 21)	/* comes from a load that an element of a chase leads to */
#define ADVICE_FORWARD	(1U << 22)	/* the loop has just stored the loaded bytes */
#define ADVICE_PARTLY	(1U << 23)	/* the store wrote only some of the bytes */
/* As the classes above, with as many of these loads under way as the caches' MSHRs allow. */
#define ADVICE_STREAM_FULL (1U << 25)
#define ADVICE_GATHER_FULL (1U << 26)
#define ADVICE_LISTED_FULL (1U << 27)
#define ADVICE_COLUMN	(1U << 28)	/* it grows so much that each access is on another page */
/* For any access that waits for another hart's copy, by what was sampled of the line: sharing.h. */
#define ADVICE_FALSE_SHARING (1U << 29)
#define ADVICE_TRUE_SHARING (1U << 30)
#define ADVICE_LOCK	(1U << 31)
/* For any instruction: its loop waits for another thread. */
#define ADVICE_SPIN	(1U << 24)
#define ADVICE_STALLED	(1U << TEA_STATE_STALLED)
#define ADVICE_DRAINED	(1U << TEA_STATE_DRAINED)
#define ADVICE_FLUSHED	(1U << TEA_STATE_FLUSHED)
#define ADVICE_ANY	UINT_MAX

struct advice {
	uint16_t events;		/* or SIGNATURE_UNKNOWN */
	unsigned int classes, states;
	const char *title, *meaning, *remedy;
};

extern const struct advice advice_table[];
extern const size_t advice_count;

/* The class of an instruction, without the code around it; 0 if it has none, or is unknown. */
unsigned int advice_class(const struct flow *flow);
/* The same of one of enum tea_class. */
unsigned int advice_class_of(uint8_t class);
/*
 * The entry that fits best. @class 0: unknown, or all of them. @states: cycles by commit state, of
 * which the largest counts. Never NULL.
 */
const struct advice *advice_find(uint16_t signature, unsigned int class,
				 const uint64_t states[PICS_STATES]);
/* The same of a piece, whose commit state may be known. */
const struct advice *advice_of_piece(const struct piece *piece, unsigned int class);
/* Text of the table with the recorded core's knobs; to be freed. NULL: out of memory. */
char *advice_text(const char *text, const struct recording *recording);
/* The knob's value as a number; 0 where it is none, or not known. */
unsigned long advice_knob_number(const struct recording *recording, const char *name);
/* The knob's value, or NULL. */
const char *advice_knob(const struct recording *recording, const char *name, size_t length);

#endif /* ADVICE_H */
