/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * changes.h - changes of a core, as the options of tea whatif name them
 *
 *	--set KNOB=VALUE[,...]		any knobs
 *	--more RESOURCE[=WEIGHT]	WEIGHT times as much of one, twice by default: resources.h
 *	--ideal STRUCTURE[,...]		perfect structures: docs/stage-stacks.md
 *	--fix EVENT[+EVENT...]@PLACE	these events never happen there: codeplace.h
 *	--zero-cost PLACE		instructions there take no time; --free is its older name
 *
 * A change is knobs of its variant, or a word for events or code that have no cost there. Sets of
 * changes are bits, as in analysis/causes/whatif.h.
 */
#ifndef CHANGES_H
#define CHANGES_H

#include "base/wordlist.h"
#include "codeplace.h"
#include "variant.h"

struct change {
	char *text;			/* as reports print it: "set rob=64", "ideal dcache" */
	struct wordlist knobs;		/* KNOB=VALUE */
	char *owned;			/* these point into it; for fix and free, the word */
	uint32_t components, parts;	/* components of stage stacks that it removes, wholly or in
					 * part: sets of stagestack.h; both 0: not known */
	struct codeplace place;		/* of fix and free, else without a path */
	uint16_t events;		/* of fix: TEA_PSV_* */
	bool between;			/* of ideal: it is between harts */
};

struct changes {
	const char *core;		/* of --core; NULL: the default */
	struct codeplace_program program;
	struct wordlist sets, mores, ideals, fixes, frees;	/* as they are given */
	struct change *items;
	size_t count;
	struct tea_params base;
};

/*
 * Take the options apart, and hold them against the core: each change alone has to give one, with
 * vectors as they are, and no two may be the same; with @pairs no two may contradict each other.
 * Returns 0, or a negative errno with @fault filled.
 */
int changes_parse(struct changes *changes, bool pairs, struct fault *fault);
/* Are any given? */
bool changes_are_given(const struct changes *changes);
/* The core that is to be changed: 0, or -EINVAL with @fault filled. changes_parse() does so itself. */
int changes_select(struct changes *changes, struct fault *fault);
/*
 * One more, of a core that has been selected, named @text: @events never happen to the instruction
 * at @offset of the file @path; 0: it takes no time. 0, or a negative errno with @fault filled.
 */
int changes_add(struct changes *changes, const char *text, const char *path, uint64_t offset,
		uint16_t events, struct fault *fault);
void changes_deinit(struct changes *changes);

/* The core with all changes of the set, whose words are the changes'. 0 or -ENOMEM. */
int changes_apply(const struct changes *changes, uint64_t members, struct tea_variant *variant);
/*
 * The name of the set's lane, to be freed: "base" without changes, else their numbers from 1 on, as "1+3".
 * NULL: no memory.
 */
char *changes_name(uint64_t members);

#endif /* CHANGES_H */
