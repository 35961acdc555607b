/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * resume.h - what a sampled run is resumed from
 *
 * A run that the user stopped has whole windows, whose sums another run of the same program takes in,
 * and goes on with the next window of each stream: of each thread, by the order in which they were
 * made. The program is executed again from its begin, so executions are counted anew.
 *
 *	the profile's member "sampled": docs/profile-format.md
 *	       |  tea sim --resume, which checks that the run is the same
 *	the same numbers, in a file of words: resume=FILE
 */
#ifndef TEA_RESUME_H
#define TEA_RESUME_H

#include <stdio.h>

#include "runestimate.h"
#include "windows.h"

struct resume {
	uint64_t *resumed;		/* instructions before each time that it was, in all streams */
	size_t resumed_count;
	struct windows_state *streams;
	size_t count;			/* of streams */
	struct runestimate_totals totals;	/* of all streams */
};

/* Reads the file @path; an empty one has nothing. Returns 0, or -1 after saying why on stderr. */
int resume_read(struct resume *resume, const char *path);
void resume_deinit(struct resume *resume);

/*
 * Whether a run that @signal ended is to be resumed: the user or a limit stopped it, not the program
 * itself, which would do so again. 0: it ended without one.
 */
bool resume_is_worth(int signal);

/* A stream, which is finished; by itself or, if not @ended, by the end of the run. */
struct resume_stream {
	unsigned int number;
	const struct windows *windows;
	const struct runestimate *estimate;
	bool ended;
};

/*
 * Of @count streams in any order, and of @before, which this run was resumed from, or NULL. Returns 0
 * or -ENOMEM.
 */
int resume_make(struct resume *resume, const struct resume_stream *streams, size_t count,
		const struct resume *before, uint32_t cycle_parts);

/* How fast it was: returns the executions in its windows, and in @parts of cycles how long they took. */
uint64_t resume_pace(const struct resume *resume, uint64_t *parts);

/* The member "resume", of a run with so many @millionths in windows. */
void resume_put(const struct resume *resume, uint64_t millionths, FILE *file);

#endif /* TEA_RESUME_H */
