/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * campaign.h - a campaign: the programs, cores and questions of a table, and jobs of other kinds
 *
 * Each program is run on each core for each question. docs/campaigns.md has the table.
 */
#ifndef CAMPAIGN_H
#define CAMPAIGN_H

#include "base/texts.h"
#include "base/wordlist.h"
#include "tablerows.h"

/* What a row takes of a machine, and reads. */
struct campaign_wants {
	unsigned int memory_mib, minutes;	/* 0: as much as there is */
	struct wordlist files;		/* beside those that its command names */
};

struct campaign_program {
	const char *name;		/* with '/' and its input's, if that has one */
	struct wordlist words;		/* of its command, as a shell has them */
	const char *input;		/* for its standard input; "": nothing is */
	const char *sysroot;		/* root of its libraries; NULL: it needs none */
	struct campaign_wants wants;
};

struct campaign_core {
	const char *name, *model;	/* --core takes the latter */
};

enum campaign_kind {
	CAMPAIGN_SIM, CAMPAIGN_WHATIF, CAMPAIGN_SENSITIVITY, CAMPAIGN_FREE, CAMPAIGN_DIFF,
};

struct campaign_question {
	const char *name;
	enum campaign_kind kind;
	struct wordlist words;		/* of tea, the command first, and what it takes by default */
};

/* A job that is none of a program, core and question: what a shell runs. */
struct campaign_free {
	const char *name, *command;
	struct campaign_wants wants;
};

struct campaign {
	const char *table;
	char *directory;		/* of the table: where jobs run, and names of files begin */
	struct texts texts;
	struct campaign_program *programs;
	struct campaign_core *cores;
	struct campaign_question *questions;
	struct campaign_free *frees;
	size_t programs_count, cores_count, questions_count, frees_count;
};

/*
 * Reads and checks the table. 0, or a negative errno with @fault filled: the row, the column and the
 * remedy. campaign_deinit() then, too.
 */
int campaign_read(struct campaign *campaign, const char *table, struct fault *fault);
void campaign_deinit(struct campaign *campaign);

#endif /* CAMPAIGN_H */
