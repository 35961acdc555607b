/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan.h - the measurements of a run and its cores: the experiment file, and the plugin's options
 *
 * The commands write it, the plugin reads it. It is words with a comma between, and a comma within
 * one doubled, as QEMU has them; each is NAME=VALUE. Those up to the first lane=NAME are for all
 * lanes; those behind it are the lane's own, and come after the common ones. The core comes first,
 * wherever it stands, then its knobs; the engine stands before knobs of which it takes parts.
 *
 * The result of a run is a file, too: the cycles of each lane, a line each; where they are an estimate,
 * a line with its deviations below it.
 */
#ifndef TEA_PLAN_H
#define TEA_PLAN_H

#include <stdio.h>

#include "params.h"

/* A core, with the events that some of its instructions are spared. */
struct tea_variant {
	struct tea_params params;
	const char **spares;		/* "fix=..", "free=..": plugin/spares.h */
	size_t spares_count;
};

struct tea_plan_core {
	const char *name;		/* of the lane; NULL: there is no other core */
	const char *observers;		/* '+' between; NULL: the plan's */
	struct tea_variant variant;
};

/* X(name, of programs, of machines). */
#define TEA_PLAN_TEXTS(X) \
	X(profile, true, true)		/* where it goes; of lanes FILE.NAME */ \
	X(period, true, true)		/* of samplers */ \
	X(expect, true, false)		/* instructions there will be */ \
	X(observers, true, true) \
	X(follow, true, false)		/* on: no model, only follow executed programs */ \
	X(engine, true, false)		/* full or fast: the abstract model */ \
	X(from, true, false) X(to, true, false) X(skip, true, false) X(limit, true, false) \
	X(warm, true, true)		/* all, or instructions before these pass without time */ \
	X(sampled, true, true)		/* percent of the instructions that are in random windows; of
					 * machines on: units are modelled only around their samples */ \
	X(seed, true, false)		/* draws others */ \
	X(resume, true, false)		/* a file: go on behind its windows, plugin/resume.h */ \
	X(refine, true, false)		/* a file: where windows are needed, plugin/allotment.h */ \
	X(region, true, false)		/* these but the last two as the user wrote them */ \
	X(cycles, true, false)		/* where the cycles of all lanes go */ \
	X(golden, false, true)		/* a directory */

struct tea_plan {
#define TEA_X(name, program, machine) const char *name;	/* NULL: not given */
	TEA_PLAN_TEXTS(TEA_X)
#undef TEA_X
	struct tea_plan_core *cores;	/* lanes, or one without a name */
	size_t count;			/* of cores */
};

/* Observers of a lane for which only cycles are wanted: it has no profile. */
#define TEA_PLAN_UNOBSERVED	"none"

struct tea_plan_fault {
	char text[512];
};

/*
 * Parse all words of a plan, which point into @words. A machine does not allow all of them. Returns
 * 0, or with @fault filled: -ENOENT for an unknown word, else another negative errno.
 */
int tea_plan_parse(struct tea_plan *plan, bool machine, char *const *words, size_t count,
		   struct tea_plan_fault *fault);
/* Also for a plan that could not be parsed. */
void tea_plan_deinit(struct tea_plan *plan);
/* The names of words beside the knobs, by number, from 0 on; NULL: there are no more. */
const char *tea_plan_word(size_t number, bool machine);

/* The words of a plan; each core as its name and the knobs that differ from that. */
void tea_plan_put(const struct tea_plan *plan, FILE *file);
/* @text with its commas doubled. */
void tea_plan_escape(FILE *file, const char *text);
/* Cut the first word off *@text, in place; *@text is NULL behind the last. */
char *tea_plan_cut(char **text);

/* Whether it is for the abstract model, which takes parts of knobs. */
bool tea_plan_is_fast(const struct tea_plan *plan);

/* Of windows of a run: each group of them can be left out of an estimate. */
#define TEA_PLAN_GROUPS	16

/* How far an estimate of cycles, without each group, is from that with all. */
struct tea_plan_deviations {
	unsigned int groups;		/* those that have windows, the first ones; 0: cycles are no estimate */
	int64_t of[TEA_PLAN_GROUPS];
};

/* Cycles and instructions of a lane. */
struct tea_plan_result {
	char name[64];			/* "" of a core without one */
	uint64_t cycles, instructions;
	struct tea_plan_deviations deviations;
};

void tea_plan_put_result(FILE *file, const struct tea_plan_result *result);
/* Reads the next result; false: there is no other. */
bool tea_plan_get_result(FILE *file, struct tea_plan_result *result);

#endif /* TEA_PLAN_H */
