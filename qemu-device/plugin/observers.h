/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * observers.h - what watches a user program's thread: the samplers and exact counts
 *
 * All see the same records of the same run and change nothing; all samplers sample in
 * the very same cycles.
 */
#ifndef TEA_OBSERVERS_H
#define TEA_OBSERVERS_H

#include "observers/counts.h"
#include "observers/stacks.h"
#include "observers/sampler.h"
#include "observers/tagger.h"
#include "observers/thinning.h"

/* The samplers: TEA, and the taggers in the order of TEA_TAGGERS. */
enum { OBSERVERS_TEA, OBSERVERS_TAGGERS, OBSERVERS_SAMPLERS = OBSERVERS_TAGGERS + TEA_TAGGERS_COUNT };

/* Bits of a set: samplers by their number, then these. */
#define OBSERVERS_GOLDEN	(1U << (OBSERVERS_SAMPLERS + 0))	/* every cycle */
#define OBSERVERS_COUNTS	(1U << (OBSERVERS_SAMPLERS + 1))	/* executions and events */
#define OBSERVERS_THINNED	(1U << (OBSERVERS_SAMPLERS + 2))	/* samplers at many periods */
#define OBSERVERS_DEFAULT	(OBSERVERS_GOLDEN | 1U << OBSERVERS_TEA)

/* The stacks of one sampler. */
struct observers_stacks {
	struct tea_stacks stacks;
	struct tea_thinning thinned;
	uint64_t samples;
	const struct observers *owner;
};

struct observers {
	unsigned int set;
	uint64_t period;
	struct tea_stacks golden;
	struct tea_sampler sampler;
	struct tea_tagger taggers[TEA_TAGGERS_COUNT];	/* those in use, first */
	unsigned int taggers_count;
	struct observers_stacks sampled[OBSERVERS_SAMPLERS];
	struct tea_counts counts;
};

/* A set from names with '+' between them, as in "golden+tea"; 0 if one is unknown. */
unsigned int observers_parse(const char *names);

/* Name of sampler @number, or with it OBSERVERS_SAMPLERS and on, of the others; or NULL. */
const char *observers_name(unsigned int number);

/* Returns 0 or -ENOMEM. @observers must not move afterwards. */
int observers_init(struct observers *observers, unsigned int set, uint64_t period);

/* Whether memory ran out since: what they hold is not complete. */
bool observers_failed(const struct observers *observers);

void observers_span(struct observers *observers, const struct tea_span *span);
void observers_record(struct observers *observers, const struct tea_retired *record);

/* After the span that ends at @now: no other is of interest that ends before this cycle. */
cycle_t observers_rest(const struct observers *observers, cycle_t now);

/* Whether observers_record() does anything. */
bool observers_want_records(unsigned int set);

#endif /* TEA_OBSERVERS_H */
