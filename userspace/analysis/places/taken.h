/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * taken.h - misses on lines that another hart pushed out of the last-level cache, by instruction
 *
 * A recording has them where its unit tells (source "line that another hart evicted"). It does not
 * tell which hart that was; the threads that most lines come from memory for are the first to look at.
 */
#ifndef TAKEN_H
#define TAKEN_H

#include "recording/recording.h"

/* What memory served for an instruction of a thread. */
struct taken_reader {
	uint32_t thread;		/* of threads */
	uint32_t object;
	struct symbols_location location;
	uint64_t parts;
};

/* Of these, where another hart had taken the line; of an instruction, by all threads. */
struct taken_miss {
	uint32_t object;
	uint64_t address;		/* in the object */
	uint32_t thread;		/* that has the first of its samples */
	uint64_t parts, samples;	/* samples: units of PICS_SAMPLE */
};

struct taken {
	struct taken_reader *readers;
	size_t readers_count;
	struct taken_miss *misses;
	size_t misses_count;
	struct keyindex reader_index, miss_index;
	uint64_t *by_thread;		/* parts of its readers */
	uint64_t parts;			/* of all */
};

/* Of @measure, of signatures; without data addresses there are none. 0 or -ENOMEM. */
int taken_init(struct taken *taken, struct recording *recording,
	       const struct recording_measure *measure);
void taken_deinit(struct taken *taken);

/* NULL: none there. */
const struct taken_miss *taken_at(const struct taken *taken, uint32_t object, uint64_t address);
/* Of the thread, but @thread, that memory served most: its largest; NULL: there is none. */
const struct taken_reader *taken_largest_reader(const struct taken *taken, uint32_t thread);

#endif /* TAKEN_H */
