/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * explanation.h - why the top instructions take their cycles, and what a change gains
 *
 * Stacks are of the commit stage, or were sampled at dispatch. An instruction that waits at the
 * head of the ROB shows at commit from its first cycle, at dispatch from when the ROB is full; a
 * late front-end shows at dispatch from its first cycle, at commit from when the ROB has run empty
 * (Eyerman et al., ISPASS 2018, III-A). So cycles of front-end events at commit, and of waiting
 * loads at dispatch, are the lesser part of their cost, and neither bounds the gain of a change. If
 * the recording has the slots of all stages, these do: the least and the most of the cause's
 * components at any stage.
 *
 * If the recording has stages, waits without an event are explained by these (surroundings.h). If
 * it has measured gains of causes, from runs without them, these decide which instructions come
 * first; all others have no known gain.
 *
 * Instructions of one loop with the same explanation are one item, that of the one with most
 * cycles. Items are ordered by the cycles of all their instructions if these are one cause. Each
 * has its largest categories with their advice, if any, the cycles at stake, the loop around it,
 * and the code near it that explains it. The whole recording has its largest categories, and how
 * few instructions make most of them.
 */
#ifndef EXPLANATION_H
#define EXPLANATION_H

#include "analysis/places/ownline.h"
#include "analysis/places/rows.h"
#include "analysis/places/sharing.h"
#include "analysis/places/taken.h"
#include "cause.h"
#include "hotcauses.h"
#include "spread.h"
#include "surroundings.h"
#include "symbols/source.h"

#define EXPLANATION_KINDS	8
#define EXPLANATION_HINT_TEXT	512

enum explanation_hint {
	HINT_LOOP, HINT_FLUSH, HINT_LIBRARY, HINT_RELOADS, HINT_GROWTH, HINT_SHARING, HINT_TAKEN,
	HINT_UNSHARED, EXPLANATION_HINTS
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
	/* categories and pieces to show: the largest gain, or else the most cycles, first */
	struct explanation_told told[HOTCAUSES_SHARES * CAUSE_PIECES];
	size_t told_count;
	const struct sharing_access *shared;	/* its longest wait for another hart, with the reason known; or NULL */
	bool called;			/* a hint names its callers, which have the remedy */
	char hints[EXPLANATION_HINTS][EXPLANATION_HINT_TEXT];	/* where else to look; "": none */
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
	size_t chance;			/* instructions with too few samples */
	struct explanation_kind kinds[EXPLANATION_KINDS];
	size_t kinds_count;
	struct spreads spreads;
	struct gains gains;
	struct waitparts waits;
	struct sources sources;
	struct sharing sharing;
	struct taken taken;
};

/*
 * The @top instructions of those that @options leave, without those of which nothing but chance is
 * known: by function, line or loop the one of each that comes first. 0, or a negative errno with @fault
 * filled.
 */
int explanation_init(struct explanation *explanation, struct recording *recording,
		     const struct recording_measure *measure,
		     const struct rows_options *options, size_t top, struct fault *fault);
void explanation_deinit(struct explanation *explanation);

#endif /* EXPLANATION_H */
