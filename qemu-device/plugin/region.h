/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * region.h - the part of a user program's run that is profiled
 *
 *	from=RANGES@PATH	begin where such code is first reached; else with the run
 *	skip=N			... and N instructions later
 *	limit=N			end behind N instructions of the region
 *	to=RANGES@PATH		... or where such code is reached, once it has begun
 *	warm=all | N		what comes before it, or the last N instructions of what is skipped,
 *				pass without time: caches, TLBs and predictor are warm
 *
 * RANGES are as in spares.h; code is reached at the first instruction of one. Code outside of the
 * region is executed, but no lane sees it. Instructions are those of all threads, in the order in
 * which they come here: one at a time, with the region's lock.
 */
#ifndef TEA_REGION_H
#define TEA_REGION_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "windows.h"

struct spares_rule;

enum region_mark {
	REGION_FROM = 1, REGION_TO = 2
};

enum region_phase {
	REGION_AWAITED, REGION_SKIPPING, REGION_OPEN, REGION_OVER
};

enum region_end {
	REGION_END_RUN, REGION_END_LIMIT, REGION_END_TO
};

struct region {
	bool asked;			/* else it is all of the run */
	uint64_t skip, limit;		/* limit 0: none */
	uint64_t warm;			/* REGION_WARM_ALL: from the run's begin on */
	struct spares_rule *from, *to;	/* NULL: none */
	const char *text;		/* as the user wrote it, for the profile; NULL: nothing */
	pthread_mutex_t lock;
	enum region_phase phase;
	enum region_end end;
	uint64_t before;		/* instructions, not of the region */
	uint64_t skipped, taken;
};

#define REGION_WARM_ALL	WINDOWS_WARM_ALL

#define REGION_INIT	{ .lock = PTHREAD_MUTEX_INITIALIZER }

/* How the next instructions are divided. */
struct region_part {
	uint32_t skip;			/* instructions before it, ... */
	uint32_t warm;			/* ... of which the last ones warm, */
	bool strays;			/* ... and mispredicts have wrong paths: it may be near */
	uint32_t take;			/* instructions of it, behind these */
	bool open;			/* and events between instructions are, too */
	bool over;			/* it ends here */
};

/* The text behind "from=", or "to=" if @to; "skip=", or "limit=" if @limit. 0, or -1 after saying why. */
int region_set_place(struct region *region, const char *text, bool to);
int region_set_count(struct region *region, const char *text, bool limit);
/* The text behind "warm=". The same. */
int region_set_warm(struct region *region, const char *text);
/* All is set. */
void region_begin(struct region *region);

/* The marks of the code at @offset of the file @path: a set of REGION_FROM and REGION_TO. */
uint8_t region_mark(const struct region *region, const char *path, uint64_t offset);

/*
 * With the lock: @count instructions come, the first with @mark; 0: another event comes. Not behind
 * its end.
 */
struct region_part region_take(struct region *region, uint32_t count, uint8_t mark);

/* Whether it has begun. */
static inline bool region_is_begun(const struct region *region)
{
	return !region->asked || region->phase >= REGION_OPEN;
}

static inline bool region_is_over(struct region *region)
{
	return __atomic_load_n(&region->phase, __ATOMIC_ACQUIRE) == REGION_OVER;
}

#endif /* TEA_REGION_H */
