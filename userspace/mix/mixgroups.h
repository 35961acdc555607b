/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mixgroups.h - a user's own groups of instructions, from a file
 *
 *	# a comment
 *	long latency: div* rem* fdiv fsqrt
 *	synchronisation: amo* lr sc fence
 *
 * A line is a group's name, a colon, and words for its instructions: a mnemonic; its begin up to a
 * point (fsqrt is fsqrt.s and fsqrt.d); or a pattern as in the shell. An instruction is in the
 * first group that has a word for it.
 */
#ifndef MIXGROUPS_H
#define MIXGROUPS_H

#include "base/fault.h"
#include "base/texts.h"

struct mixgroups_word {
	const char *text, *group;
};

/* Zeroed memory has none. */
struct mixgroups {
	struct mixgroups_word *words;
	size_t count;
	struct texts texts;
};

/*
 * 0, or a negative errno with @fault filled: it then starts with the path, and of a line that is
 * refused with its number.
 */
int mixgroups_read(struct mixgroups *groups, const char *path, struct fault *fault);
/* The group's name; of an instruction that is in none, NULL. */
const char *mixgroups_find(const struct mixgroups *groups, const char *mnemonic);
void mixgroups_deinit(struct mixgroups *groups);

#endif /* MIXGROUPS_H */
