/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * windows.h - the parts of a stream that are modelled in detail, drawn at random
 *
 *	stratum      |             cells             |             cells             |
 *	phase    (skip) warm lead [window] (skip) ---------------- warm lead [window] (skip) ---
 *
 * A stream is cut into strata of whole cells. One cell of each stratum is its window, each with the
 * same chance; all before it warms, or so many instructions do, and the rest is skipped. The last
 * ones are a lead-in, which is modelled, but not counted. A window stands for its stratum: its weight
 * is the number of cells there. Strata grow with the run, which has some number of windows soon, up
 * to the length at which so many instructions are in windows as was asked for.
 *
 * A cell is short, since many windows tell more than long ones do, unless each of them costs
 * instructions that warm: then it is such a part of these.
 *
 * A run of a block belongs where its first instruction does, so that all have the same chance.
 *
 * In a run that refines another, strata are shorter where the windows of that deviate, and longer where they
 * do not (allotment.h).
 *
 * A stream can be resumed in another run of the program, behind its last whole window: up to the next
 * one all is skipped, but for what warms. Instructions that were skipped are counted by translations,
 * not one by one: how far that is off is known, so that the next window comes where it would have.
 */
#ifndef TEA_WINDOWS_H
#define TEA_WINDOWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "allotment.h"

#define WINDOWS_CELL	2000		/* instructions, or more: */
#define WINDOWS_WARM_PART 16		/* so many cells warm before each window */
#define WINDOWS_LEAD	4000		/* instructions, or fewer if a window ends later */
/*
 * Wrong paths are followed in the last instructions before a lead-in: what they leave in the L1I and
 * in counts of loops does not last, and to follow them costs up to a third of what warms.
 */
#define WINDOWS_STRAYS	20000
/* A stratum is at most such a part of the run so far, and of two cells at least. */
#define WINDOWS_PART	64

struct sampling {
	uint64_t millionths;		/* of the instructions are in windows, up to 500000; 0: no windows */
	uint64_t seed;
	uint64_t warm;			/* instructions before each window; WINDOWS_WARM_ALL */
	struct allotments allotments;	/* of the run that this one refines; none: it is the first */
};

#define WINDOWS_WARM_ALL UINT64_MAX
/*
 * Before the first window of a resumed stream: so many times as many as before each, for what all the
 * windows before it have left in the caches, but not more than so many.
 */
#define WINDOWS_WARM_TIMES	100
#define WINDOWS_WARM_RESUMED	UINT64_C(100000000)
uint64_t windows_warm_resumed(const struct sampling *sampling);

enum phase {
	PHASE_DETAIL,			/* modelled, and seen by observers */
	PHASE_SKIP,			/* only executed */
	PHASE_WARM, PHASE_LEAD, PHASE_WINDOW
};

struct window {
	uint64_t number;		/* of the stream, from 0 on */
	uint64_t begin;			/* behind so many instructions of it */
	uint64_t weight;
};

/* Where the last whole window of a stream ended. */
struct windows_state {
	uint64_t count;			/* windows so far */
	uint64_t passed;		/* as struct windows has it */
	int64_t lost;
	uint64_t phases[PHASE_WINDOW + 1];
	bool ended;			/* the stream, too */
};

struct windows {
	uint64_t cell, warm;		/* instructions */
	uint64_t most;			/* cells of a stratum */
	const struct allotment *allotment;	/* NULL: none */
	uint64_t draws;			/* state of the generator */
	uint64_t begin, end;		/* of the next window, or of this one: instructions */
	uint64_t next;			/* begin of the stratum behind its own */
	uint64_t passed;		/* instructions */
	int64_t lost;			/* those that passed, and are not counted there, or fewer */
	struct window *window;
	struct window *list;		/* blocks of them, which stay */
	size_t used;
	uint64_t count;			/* windows that began */
	uint64_t phases[PHASE_WINDOW + 1];	/* instructions of each */
	struct windows_state state;
	uint64_t next_warm;		/* before each window but the next one, if this is resumed: */
	uint64_t warm_resumed;		/* before that */
	bool resumes;			/* it has not come to where it ended in the run before */
};

/* A part of a stream: windows are the stream's, and stay. */
struct part {
	enum phase phase;
	bool strays;			/* of PHASE_WARM: mispredicts have wrong paths */
	const struct window *window;	/* of PHASE_WINDOW; else NULL */
};

/* The stream @number of a run. Returns 0 or -ENOMEM. */
int windows_init(struct windows *windows, const struct sampling *sampling, unsigned int number);
void windows_deinit(struct windows *windows);
/* Behind windows_init(): it goes on where it was in a run before. */
void windows_resume(struct windows *windows, const struct windows_state *state);
/* Its instructions in each phase, as if there had been one run. */
const uint64_t *windows_phases(const struct windows *windows);

/* For windows_take(): the next window. */
void windows_advance(struct windows *windows);

/* To which part the next @count instructions belong, or, if 0, what comes between instructions. */
static inline struct part windows_take(struct windows *windows, uint32_t count)
{
	const uint64_t at = windows->passed;
	struct part part = { .phase = PHASE_WARM };

	if (__builtin_expect(at >= windows->end, 0))
		windows_advance(windows);
	if (at >= windows->begin) {
		part = (struct part){ .phase = PHASE_WINDOW, .window = windows->window };
		windows->count = windows->window->number + 1;
	} else if (at + WINDOWS_LEAD >= windows->begin) {
		part.phase = PHASE_LEAD;
	} else if (windows->warm < windows->begin - WINDOWS_LEAD - at) {
		part.phase = PHASE_SKIP;
	} else {
		part.strays = windows->begin - at <= WINDOWS_LEAD + WINDOWS_STRAYS;
	}
	windows->phases[part.phase] += count;
	windows->passed = at + count;
	return part;
}

/* After one that is skipped: so many instructions come before the first that warms. */
static inline uint64_t windows_skip(const struct windows *windows)
{
	const int64_t shift = windows->resumes ? windows->state.lost - windows->lost : 0;
	const int64_t warms = (int64_t)(windows->begin - WINDOWS_LEAD - windows->warm) + shift;

	return warms > (int64_t)windows->passed ? (uint64_t)warms - windows->passed : 0;
}

/* @count instructions were skipped that did not come here. */
void windows_skipped(struct windows *windows, uint64_t count);
/* So many passed, and are not counted; fewer than were counted, if negative. */
void windows_lose(struct windows *windows, int64_t count);

#endif /* TEA_WINDOWS_H */
