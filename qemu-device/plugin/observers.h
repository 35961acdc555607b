/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * observers.h - the observers of a lane: a table
 *
 * All see the same records of the same run and change nothing. A new observer is one
 * row of OBSERVERS and a file that defines `const struct observer observer_NAME`: its
 * functions define its inputs, which are in time order:
 *
 *	all	all exits from the ROB, each of them, any number at once
 *	record	the same, as far as they are of interest
 *	span	a run of cycles of one commit state, see observers/spans.h
 *	sample	of each sampler of the same set; all sample in the very same cycles, those
 *		that the unit of hart 0 would after a reset
 *
 * record and span return the next cycle of interest: commits, or ends of spans, before it
 * need not be shown, and the lane saves the work. That is a permission, not a filter:
 * another observer may want more. 0: everything.
 */
#ifndef TEA_OBSERVERS_H
#define TEA_OBSERVERS_H

#include <stdio.h>

#include "observers/sampler.h"
#include "observers/tagger.h"

/* The samplers: TEA, and the taggers in the order of TEA_TAGGERS. */
enum { OBSERVERS_TEA, OBSERVERS_TAGGERS, OBSERVERS_SAMPLERS = OBSERVERS_TAGGERS + TEA_TAGGERS_COUNT };

/* X(name). Samplers first, in their order. A profile has them in this order. */
#define OBSERVERS(X) \
	X(tea) X(ibs) X(spe) X(ris)		/* samples of TEA, and of its rivals */ \
	X(tagged) X(nci) \
	X(golden)				/* every cycle */ \
	X(dispatch)				/* every cycle at dispatch, and TEA's samples there */ \
	X(counts)				/* executions and events */ \
	X(executions)				/* executions alone: these need no model */ \
	X(stalls)				/* cycles without commits, by signature */ \
	X(stages)				/* slots of dispatch, issue and commit */ \
	X(slices)				/* cycles and these slots over time */ \
	X(flops)				/* slots of the floating-point units */ \
	X(path)					/* the critical path */ \
	X(thinned)				/* samplers at many periods */ \
	X(instructions) X(taken)		/* samples of retired instructions, of taken branches */ \
	X(redrawn)				/* both again, by other draws and at other periods */ \
	X(standard)				/* samplers that a draft standard allows */

enum {
#define X(name) OBSERVERS_NUMBER_##name,
	OBSERVERS(X)
#undef X
	OBSERVERS_COUNT
};

#define OBSERVERS_MOST		(OBSERVERS_COUNT + 5)	/* with those in no set: observers_add() */
#define OBSERVERS_DEFAULT	(1U << OBSERVERS_NUMBER_golden | 1U << OBSERVERS_NUMBER_tea)

struct observers;

/* One observer. @self is its state; functions that it does not need are NULL. */
struct observer {
	const char *name;
	size_t bytes;			/* of its state, 0: the caller's */
	bool explained;			/* it needs records as tea_model_explain() makes them */
	bool followed;			/* ... as tea_model_trace() does */
	/* Returns 0 or -ENOMEM, with nothing left behind. @observers stay where they are. */
	int (*init)(void *self, struct observers *observers, unsigned int number);
	void (*deinit)(void *self);
	void (*all)(void *self, const struct tea_retired *records, size_t count);
	cycle_t (*record)(void *self, const struct tea_retired *record);
	cycle_t (*span)(void *self, const struct tea_span *span);
	void (*sample)(void *self, unsigned int sampler, const struct tea_sample *sample);
	/* Count all cycles up to the last record's exit: the stream ends, or is looked at. */
	void (*cut)(void *self);
	/* Add the results of another thread; -ENOMEM if one of the two is incomplete. */
	int (*merge)(void *self, const void *more);
	/* Write its members of the profile, each after ",\n". Returns 0 or -ENOMEM. */
	int (*put)(FILE *file, const void *self, const struct observers *observers);
};

#define X(name) extern const struct observer observer_##name;
OBSERVERS(X)
#undef X

struct observers_entry {
	const struct observer *kind;
	void *self;
};

/* The entries that have one of these functions, by how often it is called. */
struct observers_all {
	void (*all)(void *self, const struct tea_retired *records, size_t count);
	void *self;
};

struct observers_record {
	cycle_t (*record)(void *self, const struct tea_retired *record);
	void *self;
};

struct observers_span {
	cycle_t (*span)(void *self, const struct tea_span *span);
	void *self;
};

struct observers {
	const struct tea_params *params;	/* of the core */
	unsigned int set;		/* of numbers: bit OBSERVERS_NUMBER_... */
	uint64_t period;		/* of all samplers */
	uint32_t cycle_parts;		/* see tea_cycle_parts() */
	uint64_t samples[OBSERVERS_SAMPLERS];
	struct observers_entry entries[OBSERVERS_MOST];
	unsigned int count;
	struct observers_all all[OBSERVERS_MOST];
	struct observers_record records[OBSERVERS_MOST];
	struct observers_span spans[OBSERVERS_MOST];
	unsigned int all_count, records_count, spans_count;
	cycle_t next_record;		/* the next of interest, to records */
};

/* A set from names with '+' between them, as in "golden+tea"; 0 if one is unknown. */
unsigned int observers_parse(const char *names);
/* Name of observer @number, or NULL. */
const char *observers_name(unsigned int number);

/*
 * Returns 0 or -ENOMEM, with nothing left behind. @observers must not move afterwards, and
 * @params outlive them.
 */
int observers_init(struct observers *observers, const struct tea_params *params, unsigned int set,
		   uint64_t period);
void observers_deinit(struct observers *observers);
/* Add one that is in no set; its state is the caller's. */
void observers_add(struct observers *observers, const struct observer *kind, void *self);

/* Show a span; returns the next cycle of interest. */
static inline cycle_t observers_span(struct observers *observers, const struct tea_span *span)
{
	cycle_t least = UINT64_MAX;

	for (unsigned int i = 0; i < observers->spans_count; i++) {
		cycle_t next = observers->spans[i].span(observers->spans[i].self, span);

		least = next < least ? next : least;
	}
	return least;
}

/* Show records to the observers that are interested in some of them. */
void observers_show(struct observers *observers, const struct tea_retired *records, size_t count);

/* Show @count records in a row, one at least, which have come to the spans before. */
static inline void observers_run(struct observers *observers, const struct tea_retired *records,
				 size_t count)
{
	for (unsigned int i = 0; i < observers->all_count; i++)
		observers->all[i].all(observers->all[i].self, records, count);
	if (records[count - 1].at[TEA_STAGE_COMMIT] >= observers->next_record)
		observers_show(observers, records, count);
}

/* Show a sampler's sample to the observers of it. */
void observers_sample(struct observers *observers, unsigned int sampler,
		      const struct tea_sample *sample);

/* Whether one of them needs explained records. */
bool observers_explained(const struct observers *observers);
/* Whether one needs them to have edges. */
bool observers_followed(const struct observers *observers);
void observers_cut(struct observers *observers);

/* Add the results of another thread, of the same set. Returns 0 or -ENOMEM. */
int observers_merge(struct observers *observers, const struct observers *more);
/* Write the results of all to a profile. Returns 0 or -ENOMEM. */
int observers_put(FILE *file, const struct observers *observers);

#endif /* TEA_OBSERVERS_H */
