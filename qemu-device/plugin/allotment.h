/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * allotment.h - where the windows of a run are needed most: two-phase sampling
 *
 * A window deviates from what its instructions cost in those before it. A stream has up to
 * ALLOTMENT_PARTS parts of equal length, with the squares of what windows deviate there. In
 * another run of the program parts have windows by their size times their deviation, about as many in all as
 * without (Neyman's allocation): where one window is like the other, few of them tell as much.
 *
 * An allotment says only where windows are drawn, each with a weight that goes by it. So estimates are
 * as true as without, whatever is in it; it decides how wide the margins are.
 */
#ifndef TEA_ALLOTMENT_H
#define TEA_ALLOTMENT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define ALLOTMENT_PARTS		64
/* Instructions of a part, at least; twice as many as soon as there would be too many parts. */
#define ALLOTMENT_LEAST		(UINT64_C(1) << 20)
/* Windows are thinner or denser than without by such a factor at most. */
#define ALLOTMENT_BOUND		8

struct allotment_part {
	uint64_t windows;
	double squares;			/* of cycles by which they deviate */
};

struct allotment {
	uint64_t length;		/* instructions of a part; 0: nothing is noted */
	struct allotment_part parts[ALLOTMENT_PARTS];
	double density[ALLOTMENT_PARTS];	/* of windows, over that without; once weighed */
};

/* Zeroed memory is empty. A window that begins behind @at instructions deviates by so many @cycles. */
void allotment_note(struct allotment *allotment, uint64_t at, double cycles);
/* Up to the last part with a window. */
size_t allotment_count(const struct allotment *allotment);
/* All are noted: find the densities. */
void allotment_weigh(struct allotment *allotment);
/*
 * Of @cells, each of @cell instructions, that a stratum would have that begins behind @at: how many it has,
 * two at least, and else none behind its part.
 */
uint64_t allotment_cells(const struct allotment *allotment, uint64_t at, uint64_t cell, uint64_t cells);

/* A list of them: of all streams of a run, by number. */
struct allotments {
	struct allotment *list;
	size_t count;
};

/* Reads and weighs those of the file @path, of words. Returns 0, or -1 after saying why on stderr. */
int allotments_read(struct allotments *allotments, const char *path);
/* The one of stream @number. Returns 0 or -ENOMEM. */
int allotments_add(struct allotments *allotments, size_t number, const struct allotment *allotment);
void allotments_deinit(struct allotments *allotments);
/* The profile's member "allotment". */
void allotments_put(const struct allotments *allotments, FILE *file);

#endif /* TEA_ALLOTMENT_H */
