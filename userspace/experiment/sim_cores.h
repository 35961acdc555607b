/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sim_cores.h - the cores that a program is simulated on, as options name them
 *
 * One, of --core and --set; or several at once, lanes, each of which has what these say and
 * more: --lane NAME[:KNOB=VALUE,...], where `core` is a knob, too, and `observers`, with '+'
 * between; a comma within one of them is doubled. All go to the plugin as words, KNOB=VALUE.
 */
#ifndef SIM_CORES_H
#define SIM_CORES_H

#include <stdbool.h>
#include <stdio.h>

#include "base/fault.h"
#include "base/wordlist.h"

struct sim_lane {
	char *name;
	struct wordlist words;	/* its own */
};

struct sim_cores {
	const char *core;		/* --core, or NULL */
	struct wordlist knobs, texts; /* --set and --lane, as they are given */
	struct sim_lane *lanes;
	size_t count;			/* lanes: 0, there is one core without a name */
	bool parts;			/* of the fast engine, whose knobs can have decimals */
};

/* Take the options apart. Returns 0, or a negative errno with @fault filled. */
int sim_cores_parse(struct sim_cores *cores, struct fault *fault);
void sim_cores_free(struct sim_cores *cores);

/* How many profiles there will be: one for each core. */
size_t sim_cores_count(const struct sim_cores *cores);
/* Where that of core @number goes, to be freed: @output, of a lane with ".NAME". NULL: no memory. */
char *sim_cores_path(const struct sim_cores *cores, const char *output, size_t number);

/* For QEMU's options and for lanes, which double a comma to mean one. */
void sim_cores_escape(FILE *file, const char *text);
/* For QEMU's -plugin: ",WORD...". */
void sim_cores_put(const struct sim_cores *cores, FILE *file);

/*
 * All words of the first core, for tea-cpu, as `execv` takes arguments: the first is left for the
 * program, NULL is the last. To be freed; NULL where memory ran out.
 */
const char **sim_cores_words(const struct sim_cores *cores);

#endif /* SIM_CORES_H */
