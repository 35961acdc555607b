/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * explanation.h - why the top instructions take their cycles, and what that is worth
 *
 * Stacks are of the commit stage, or were sampled at dispatch. What waits at the head of the
 * ROB shows at commit from its first cycle, at dispatch from when the ROB is full; what the
 * front-end is late with at dispatch from its first cycle, at commit from when the ROB has run
 * empty (Eyerman et al., ISPASS 2018, III-A). So cycles of front-end events at commit, and of
 * waiting loads at dispatch, are the lesser part of what these cost, and none of the cycles are
 * a bound of what a change gains. Where the recording has the slots of all stages, they are:
 * the least and the most of the components that a cause is at any stage.
 *
 * Where the recording has stages, waits without an event are of what these tell
 * (surroundings.h). Where it has measured what causes are worth, by running the program without
 * them, that decides which instructions come first; all others are worth nothing that is known.
 *
 * Instructions of one loop of which the same is to be said are one item, that of the one with most
 * cycles, and items come by the cycles of all of theirs where these are one cause. For each its
 * largest categories with their advice, if there is one, the cycles at stake, the loop around it,
 * and what stands near it that explains it; for the whole recording the largest categories and how
 * few instructions make most of them.
 */
#ifndef EXPLANATION_H
#define EXPLANATION_H

#include "cause.h"
#include "hotcauses.h"
#include "ownline.h"
#include "rows.h"
#include "spread.h"
#include "surroundings.h"
#include "symbols/source.h"

#define EXPLANATION_KINDS	8
#define EXPLANATION_HINT_TEXT	512

enum explanation_hint {
	HINT_LOOP, HINT_FLUSH, HINT_LIBRARY, HINT_RELOADS, HINT_GROWTH, EXPLANATION_HINTS
};

/* One of an item's causes, and of its pieces, by number. */
struct explanation_told {
	size_t cause, piece;
};

struct explanation_item {
	const struct row *row;
	char disassembly[DISASM_TEXT];	/* "": no code there */
	const char *source;
	const char *inlined;		/* innermost function inlined there, or NULL */
	struct ownline own;		/* of a library's code the line that uses it */
	const char *own_source;		/* of that, or of where it was inlined */
	struct surroundings around;
	uint64_t loop_parts;
	size_t same;			/* further instructions of its loop, or of the library's function, */
					/* with the same first advice, */
	uint64_t same_parts;		/* and cycles of all these, with its own */
	uint64_t weight;		/* that it comes by: all of these where they are one cause, else its own */
	int64_t gain;			/* the most that one of its causes was measured to bring, in steps */
	struct cause causes[HOTCAUSES_SHARES];
	size_t causes_count;
	/* what is told of them: what is worth most, or else has most cycles, first */
	struct explanation_told told[HOTCAUSES_SHARES * CAUSE_PIECES];
	size_t told_count;
	bool called;			/* a hint tells who calls it, and that the cure is there */
	char hints[EXPLANATION_HINTS][EXPLANATION_HINT_TEXT];	/* what else to look at; "": none */
};

/* A category of the whole recording; the numbers are of instructions that make 90% of it. */
struct explanation_kind {
	struct cause cause;
	size_t instructions;
	size_t by_piece[CAUSE_PIECES];
};

struct explanation {
	struct rows rows;		/* by instruction */
	struct explanation_item *items;
	size_t count;
	bool left_out;			/* there are more items */
	size_t chance;			/* instructions of which so few samples tell nothing */
	struct explanation_kind kinds[EXPLANATION_KINDS];
	size_t kinds_count;
	struct spreads spreads;
	struct worth worth;
	struct waitparts waits;
	struct sources sources;
};

/*
 * The @top instructions of those that @options leave, without those of which nothing but chance is
 * known: by function, line or loop the one of each that comes first. 0, or a negative errno with @fault
 * filled.
 */
int explanation_init(struct explanation *explanation, struct recording *recording,
		     const struct rows_options *options, size_t top, struct fault *fault);
void explanation_deinit(struct explanation *explanation);

#endif /* EXPLANATION_H */
