/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * simlanes.h - the lanes of a user program's threads: one for each core, or for each team of them
 *
 * Each thread has lanes of its own. Addresses are taken for physical ones in pages of 4 KiB, whose
 * page-table entries lie in three linear tables, as Sv39 has levels. A lane for which there is no
 * memory is left out, in all threads.
 */
#ifndef TEA_SIMLANES_H
#define TEA_SIMLANES_H

#include "fast.h"
#include "lane.h"
#include "profile.h"
#include "spares.h"

struct simlanes {
	const struct profile_core *cores;
	unsigned int cores_count;
	struct fast_team *teams;	/* NULL: each core has a model of its own */
	struct fast_place *places;	/* of each core, where there are teams */
	unsigned int count;		/* of a thread */
	bool *failed;			/* by lane: some thread had no memory for it */
	uint64_t *bytes;		/* by lane: its memory */
	uint64_t period;		/* of all samplers */
	bool unmodelled;		/* executions alone: no core has a model */
	bool sampled;			/* estimates of windows, in the place of observers */
	const struct spare **spared;	/* by core, of each place; NULL: nothing */
};

/*
 * @fast: of the abstract model. @spares, by number of core, are sealed. Arguments must stay. Returns
 * 0, or -1 after saying why on stderr.
 */
int simlanes_init(struct simlanes *lanes, const struct profile_core *cores, unsigned int count,
		  uint64_t period, const struct spares *spares, bool fast);

/* The lane of core @number. */
static inline unsigned int simlanes_of(const struct simlanes *lanes, unsigned int number)
{
	return lanes->teams ? lanes->places[number].team : number;
}

/*
 * Whether they take the stream by a queue. A team, and a lane that mostly warms, has a thread of its
 * own even if it is the only one: it and QEMU have as much to do.
 */
static inline bool simlanes_queued(const struct simlanes *lanes)
{
	return lanes->teams || lanes->sampled || lanes->cores_count > 1;
}

/*
 * Fill @of, zeroed, of thread @index, the @first or a later one: NULL where one failed. The program
 * ends where none is left.
 */
void simlanes_make(struct simlanes *lanes, struct lane **of, unsigned int index, bool first);
/* There is no memory for the last one of @of either. */
void simlanes_drop_last(struct simlanes *lanes, struct lane **of, unsigned int index, bool first);

#endif /* TEA_SIMLANES_H */
