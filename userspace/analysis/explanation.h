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
 * Where the recording has measured what causes are worth, by running the program without them, that
 * decides which instructions come first; all others are worth nothing that is known.
 *
 * For each instruction its largest categories with their advice, if there is one, the cycles
 * at stake, the loop around it, and what stands near it that explains it; for the whole
 * recording the largest categories and how few instructions make most of them.
 */
#ifndef EXPLANATION_H
#define EXPLANATION_H

#include "advice.h"
#include "hotcauses.h"
#include "loops.h"
#include "rows.h"
#include "stagestack.h"
#include "symbols/disasm.h"
#include "symbols/source.h"
#include "worth.h"

#define EXPLANATION_KINDS	8
#define EXPLANATION_HINTS	2
#define EXPLANATION_HINT_TEXT	256

struct explanation_cause {
	uint16_t category;
	uint16_t others;		/* events of it that the advice is not about */
	uint64_t parts;
	const struct advice *advice;	/* NULL: the kind of the stacks has none */
	const char *title;		/* what it is; NULL: nothing is said */
	bool front_end;			/* instructions came late: commit shows the least of it, */
	bool lesser;			/* as the stage of the stacks does of this cause */
	bool bounded;			/* the stages tell what it costs */
	uint32_t components;		/* what it is at any of them: a set of stagestack.h */
	struct stages_bound bound;	/* slots of these */
	size_t measured;		/* its number in worth, or WORTH_NONE */
};

struct explanation_item {
	const struct row *row;
	char disassembly[DISASM_TEXT];	/* "": no code there */
	const char *source;
	const char *inlined;		/* innermost function inlined there, or NULL */
	struct loop loop;
	uint64_t loop_parts;
	struct explanation_cause causes[HOTCAUSES_SHARES];
	size_t causes_count;
	char hints[EXPLANATION_HINTS][EXPLANATION_HINT_TEXT];	/* what else to look at; "": none */
};

/* A category of the whole recording. */
struct explanation_kind {
	struct explanation_cause cause;
	size_t instructions;		/* those with it that make 90% of it */
};

struct explanation {
	struct rows rows;		/* by instruction */
	struct explanation_item *items;
	size_t count;
	struct explanation_kind kinds[EXPLANATION_KINDS];
	size_t kinds_count;
	struct worth worth;
	struct sources sources;
};

/* The @top instructions of those that @options leave. 0, or a negative errno with @fault filled. */
int explanation_init(struct explanation *explanation, struct recording *recording,
		     const struct rows_options *options, size_t top, struct fault *fault);
void explanation_deinit(struct explanation *explanation);

#endif /* EXPLANATION_H */
