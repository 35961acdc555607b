/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * windows.h - the parts of a stream that are modelled in detail, drawn at random
 *
 *	stratum      |             cells             |             cells             |
 *	phase    warm ------- lead [window] warm --------------------- lead [window] warm ---
 *
 * A stream is cut into strata of whole cells of WINDOWS_CELL instructions. One cell of each stratum
 * is its window, each with the same chance; all before it warms, and the last instructions of that
 * are a lead-in, which is modelled, but not counted. A window stands for its stratum: its weight is
 * the number of cells there. Strata grow with the run, which has some number of windows soon, up to
 * the length at which so many instructions are in windows as was asked for.
 *
 * A run of a block belongs where its first instruction does, so that all have the same chance.
 */
#ifndef TEA_WINDOWS_H
#define TEA_WINDOWS_H

#include <stddef.h>
#include <stdint.h>

#define WINDOWS_CELL	2000		/* instructions */
#define WINDOWS_LEAD	2000		/* instructions, or fewer if a window ends later */
/* A stratum is at most such a part of the run so far, and of two cells at least. */
#define WINDOWS_PART	64

struct sampling {
	uint64_t millionths;		/* of the instructions are in windows, up to 500000; 0: no windows */
	uint64_t seed;
};

enum phase {
	PHASE_DETAIL,			/* modelled, and seen by observers */
	PHASE_WARM, PHASE_LEAD, PHASE_WINDOW
};

struct window {
	uint64_t number;		/* of the stream, from 0 on */
	uint64_t weight;
};

struct windows {
	uint64_t most;			/* cells of a stratum */
	uint64_t draws;			/* state of the generator */
	uint64_t begin, end;		/* of the next window, or of this one: instructions */
	uint64_t next;			/* begin of the stratum behind its own */
	uint64_t passed;		/* instructions */
	struct window *window;
	struct window *list;		/* blocks of them, which stay */
	size_t used;
	uint64_t count;			/* windows that began */
	uint64_t phases[PHASE_WINDOW + 1];	/* instructions of each */
};

/* A part of a stream: windows are the stream's, and stay. */
struct part {
	enum phase phase;
	const struct window *window;	/* of PHASE_WINDOW; else NULL */
};

/* The stream @number of a run. Returns 0 or -ENOMEM. */
int windows_init(struct windows *windows, const struct sampling *sampling, unsigned int number);
void windows_deinit(struct windows *windows);

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
		part = (struct part){ PHASE_WINDOW, windows->window };
		windows->count = windows->window->number + 1;
	} else if (at + WINDOWS_LEAD >= windows->begin) {
		part.phase = PHASE_LEAD;
	}
	windows->phases[part.phase] += count;
	windows->passed = at + count;
	return part;
}

#endif /* TEA_WINDOWS_H */
