// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * standard.c - what samplers that a draft standard allows say of a run: see standard.h
 *
 * The exits of a cycle are a group. Once a record of a later cycle is there, the group's cycle and
 * the gap behind it are over, and all is known of each of their cycles:
 *
 *	        group            next
 *	          |  empty |  stalled |
 *	time  ----+--------+----------+---->
 *	         now - 1              commit
 */
#include "standard.h"

#include <assert.h>
#include <errno.h>

#define DRAWS_SEED	0x2545f491	/* any but 0 */
#define RELOAD_SPREAD	4		/* the period's part in which distances are drawn */

static const struct tea_standard_overflow overflow_table[] = {
	{ "tea", TEA_STANDARD_ALL, TEA_STANDARD_LAST, TEA_STANDARD_NEXT, 0, TEA_STANDARD_DRAWN },
	{ "all", TEA_STANDARD_ALL, TEA_STANDARD_NEXT, TEA_STANDARD_NEXT, 0, TEA_STANDARD_DRAWN },
	{ "all-last", TEA_STANDARD_ALL, TEA_STANDARD_LAST, TEA_STANDARD_LAST, 0, TEA_STANDARD_DRAWN },
	{ "oldest", TEA_STANDARD_OLDEST, TEA_STANDARD_NEXT, TEA_STANDARD_NEXT, 0, TEA_STANDARD_DRAWN },
	{ "oldest-flushed", TEA_STANDARD_OLDEST, TEA_STANDARD_LAST, TEA_STANDARD_NEXT, 0,
	  TEA_STANDARD_DRAWN },
	{ "oldest-last", TEA_STANDARD_OLDEST, TEA_STANDARD_LAST, TEA_STANDARD_LAST, 0,
	  TEA_STANDARD_DRAWN },
	{ "youngest", TEA_STANDARD_YOUNGEST, TEA_STANDARD_NEXT, TEA_STANDARD_NEXT, 0,
	  TEA_STANDARD_DRAWN },
	{ "youngest-flushed", TEA_STANDARD_YOUNGEST, TEA_STANDARD_LAST, TEA_STANDARD_NEXT, 0,
	  TEA_STANDARD_DRAWN },
	{ "random", TEA_STANDARD_RANDOM, TEA_STANDARD_NEXT, TEA_STANDARD_NEXT, 0, TEA_STANDARD_DRAWN },
	{ "random-flushed", TEA_STANDARD_RANDOM, TEA_STANDARD_LAST, TEA_STANDARD_NEXT, 0,
	  TEA_STANDARD_DRAWN },
	{ "skid-1", TEA_STANDARD_OLDEST, TEA_STANDARD_NEXT, TEA_STANDARD_NEXT, 1, TEA_STANDARD_DRAWN },
	{ "skid-10", TEA_STANDARD_OLDEST, TEA_STANDARD_NEXT, TEA_STANDARD_NEXT, 10, TEA_STANDARD_DRAWN },
	{ "skid-30", TEA_STANDARD_OLDEST, TEA_STANDARD_NEXT, TEA_STANDARD_NEXT, 30, TEA_STANDARD_DRAWN },
	{ "skid-100", TEA_STANDARD_OLDEST, TEA_STANDARD_NEXT, TEA_STANDARD_NEXT, 100,
	  TEA_STANDARD_DRAWN },
	{ "entering", TEA_STANDARD_ENTERING, TEA_STANDARD_NEXT, TEA_STANDARD_NEXT, 0,
	  TEA_STANDARD_DRAWN },
	{ "entering-30", TEA_STANDARD_ENTERING, TEA_STANDARD_NEXT, TEA_STANDARD_NEXT, 30,
	  TEA_STANDARD_DRAWN },
	{ "tea-reload", TEA_STANDARD_ALL, TEA_STANDARD_LAST, TEA_STANDARD_NEXT, 0, TEA_STANDARD_RELOAD },
	{ "tea-fixed", TEA_STANDARD_ALL, TEA_STANDARD_LAST, TEA_STANDARD_NEXT, 0, TEA_STANDARD_FIXED },
	{ "tea-round", TEA_STANDARD_ALL, TEA_STANDARD_LAST, TEA_STANDARD_NEXT, 0, TEA_STANDARD_ROUND },
};

/* Own periods are primes, so that few loops are in step with them. */
static const struct tea_standard_decoded decoded_table[] = {
	{ "tag", 0, TEA_STANDARD_FIXED, 1, TEA_STANDARD_OLD, 0, false },
	{ "tag-round", 0, TEA_STANDARD_ROUND, 1, TEA_STANDARD_OLD, 0, false },
	{ "tag-reload", 0, TEA_STANDARD_RELOAD, 1, TEA_STANDARD_OLD, 0, false },
	{ "tag-drawn", 0, TEA_STANDARD_DRAWN, 1, TEA_STANDARD_OLD, 0, false },
	{ "tag-251", 251, TEA_STANDARD_FIXED, 1, TEA_STANDARD_OLD, 0, false },
	{ "tag-127", 127, TEA_STANDARD_FIXED, 1, TEA_STANDARD_OLD, 0, false },
	{ "tag-67", 67, TEA_STANDARD_FIXED, 1, TEA_STANDARD_OLD, 0, false },
	{ "tag-17", 17, TEA_STANDARD_FIXED, 1, TEA_STANDARD_OLD, 0, false },
	{ "tags-2-67", 67, TEA_STANDARD_FIXED, 2, TEA_STANDARD_OLD, 0, false },
	{ "tags-4-67", 67, TEA_STANDARD_FIXED, 4, TEA_STANDARD_OLD, 0, false },
	{ "tags-4-17", 17, TEA_STANDARD_FIXED, 4, TEA_STANDARD_OLD, 0, false },
	{ "oldest-from-1", 0, TEA_STANDARD_FIXED, 1, TEA_STANDARD_OLD, 1, false },
	{ "oldest-from-8", 0, TEA_STANDARD_FIXED, 1, TEA_STANDARD_OLD, 8, false },
	{ "oldest-from-32", 0, TEA_STANDARD_FIXED, 1, TEA_STANDARD_OLD, 32, false },
	{ "total-from-32", 0, TEA_STANDARD_FIXED, 1, TEA_STANDARD_TOTAL, 32, false },
	{ "total-from-128", 0, TEA_STANDARD_FIXED, 1, TEA_STANDARD_TOTAL, 128, false },
	{ "accelerated-1", 0, TEA_STANDARD_FIXED, 1, TEA_STANDARD_OLD, 1, true },
	{ "accelerated-8", 0, TEA_STANDARD_FIXED, 1, TEA_STANDARD_OLD, 8, true },
};

#define COUNT(table)	(sizeof(table) / sizeof((table)[0]))

static_assert(COUNT(overflow_table) <= TEA_STANDARD_MOST, "TEA_STANDARD_MOST");
static_assert(COUNT(decoded_table) <= TEA_STANDARD_MOST, "TEA_STANDARD_MOST");

const struct tea_standard_tables tea_standard_tables = {
	.overflow = overflow_table, .overflow_count = COUNT(overflow_table),
	.decoded = decoded_table, .decoded_count = COUNT(decoded_table),
};

/* The number of the next sample behind the last one. */
static void clock_step(struct tea_standard_clock *clock)
{
	struct tea_countdown *countdown = &clock->countdown;

	if (clock->spread)
		clock->next += countdown->period - clock->spread / 2 +
			       tea_dither_below(&countdown->dither, clock->spread);
	else
		clock->next += tea_countdown_pass_sample(countdown);
}

static void clock_init(struct tea_standard_clock *clock, enum tea_standard_jitter jitter,
		       uint64_t period, uint32_t dither, uint32_t delay)
{
	uint64_t round = 1;

	while (jitter == TEA_STANDARD_ROUND && round < period)
		round *= 2;
	*clock = (struct tea_standard_clock){
		.spread = jitter == TEA_STANDARD_RELOAD ? period / RELOAD_SPREAD + 1 : 0,
	};
	tea_countdown_init(&clock->countdown, jitter == TEA_STANDARD_ROUND ? round : period,
			   jitter == TEA_STANDARD_RELOAD || jitter == TEA_STANDARD_DRAWN ? dither : 0);
	clock_step(clock);
	clock->next += delay;
	clock->next--;	/* they are numbered from 0 */
}

int tea_standard_init(struct tea_standard *standard, const struct tea_standard_tables *tables,
		      uint64_t period, uint32_t dither, uint32_t cycle_parts)
{
	int err = 0;

	*standard = (struct tea_standard){ .tables = tables, .cycle_parts = cycle_parts };
	for (unsigned int i = 0; i < tables->overflow_count; i++) {
		struct tea_standard_captured *captured = &standard->overflow[i];

		clock_init(&captured->clock, tables->overflow[i].jitter, period, dither,
			   tables->overflow[i].skid);
		captured->draws = DRAWS_SEED;
		err |= tea_tally_init(&captured->rows, 1);
	}
	for (unsigned int i = 0; i < tables->decoded_count; i++) {
		const struct tea_standard_decoded *policy = &tables->decoded[i];

		assert(policy->tags && policy->tags <= TEA_STANDARD_TAGS);
		clock_init(&standard->decoded[i].clock, policy->jitter,
			   policy->period ? policy->period : period, dither, 0);
		err |= tea_tally_init(&standard->decoded[i].rows, TEA_STANDARD_WEIGHTS);
	}
	if (err)
		tea_standard_deinit(standard);
	return err ? -ENOMEM : 0;
}

void tea_standard_deinit(struct tea_standard *standard)
{
	for (unsigned int i = 0; i < standard->tables->overflow_count; i++)
		tea_tally_deinit(&standard->overflow[i].rows);
	for (unsigned int i = 0; i < standard->tables->decoded_count; i++)
		tea_tally_deinit(&standard->decoded[i].rows);
}

static void blame(struct tea_standard_captured *captured, const struct tea_standard_exit *exit,
		  uint32_t parts)
{
	struct tea_tally_row *row = tea_tally_take(&captured->rows, exit->pc, exit->psv);

	if (row)
		row->counts[0] += parts;
}

/* In the cycle in which the group left. */
static void blame_group(const struct tea_standard *standard, enum tea_standard_pick pick,
			struct tea_standard_captured *captured)
{
	const unsigned int count = standard->group_count;
	unsigned int slot = 0;

	if (pick == TEA_STANDARD_ALL) {
		for (; slot < count; slot++)
			blame(captured, &standard->group[slot], standard->cycle_parts / count);
		return;
	}
	if (pick == TEA_STANDARD_YOUNGEST)
		slot = count - 1;
	else if (pick == TEA_STANDARD_RANDOM)
		slot = (unsigned int)tea_dither_below(&captured->draws, count);
	blame(captured, &standard->group[slot], standard->cycle_parts);
}

/* Sample the cycles before @end; from @head on @next stands at the head. @next: NULL, if none is known. */
static void sample_cycles(struct tea_standard *standard, const struct tea_standard_exit *next,
			  cycle_t head, cycle_t end)
{
	cycle_t least = UINT64_MAX;

	if (end <= standard->next_cycle)
		return;
	for (unsigned int i = 0; i < standard->tables->overflow_count; i++) {
		const struct tea_standard_overflow *policy = &standard->tables->overflow[i];
		struct tea_standard_captured *captured = &standard->overflow[i];
		const enum tea_standard_empty empty =
			standard->last_flushed ? policy->flushed : policy->drained;

		if (policy->pick == TEA_STANDARD_ENTERING)
			continue;
		for (; captured->clock.next < end; clock_step(&captured->clock)) {
			const cycle_t at = captured->clock.next;

			captured->samples++;
			if (at < standard->now)
				blame_group(standard, policy->pick, captured);
			else if (at < head && empty == TEA_STANDARD_LAST && standard->begun)
				blame(captured, &standard->last, standard->cycle_parts);
			else
				blame(captured, next, standard->cycle_parts);
		}
		least = captured->clock.next < least ? captured->clock.next : least;
	}
	standard->next_cycle = least;
}

/* Sample the cycles in which @record is the next to be dispatched. */
static void sample_entries(struct tea_standard *standard, const struct tea_retired *record)
{
	const struct tea_standard_exit next = { record->pc, record->psv };
	cycle_t least = UINT64_MAX;

	for (unsigned int i = 0; i < standard->tables->overflow_count; i++) {
		struct tea_standard_captured *captured = &standard->overflow[i];

		if (standard->tables->overflow[i].pick != TEA_STANDARD_ENTERING)
			continue;
		for (; captured->clock.next <= record->at[TEA_STAGE_DISPATCH]; clock_step(&captured->clock)) {
			captured->samples++;
			blame(captured, &next, standard->cycle_parts);
		}
		least = captured->clock.next < least ? captured->clock.next : least;
	}
	standard->next_entry = least;
}

/* The group's cycle is over, and what its tagged instructions exposed is known: report them. */
static void report_pending(struct tea_standard *standard, cycle_t empty)
{
	for (unsigned int i = 0; i < standard->pending_count; i++) {
		struct tea_standard_sample *sample = &standard->pending[i];
		struct tea_standard_tagged *tagged = sample->of;
		const struct tea_standard_exit *exit = &standard->group[sample->slot];
		struct tea_tally_row *row = tea_tally_take(&tagged->rows, exit->pc, exit->psv);
		uint64_t *exposed = &sample->weights[TEA_STANDARD_EXPOSED];

		*exposed += standard->cycle_parts / standard->group_count;
		if (standard->last_flushed && sample->slot == standard->group_count - 1)
			*exposed += empty * standard->cycle_parts;
		tagged->samples++;
		for (unsigned int weight = 0; weight < TEA_STANDARD_WEIGHTS; weight++) {
			const double value = (double)sample->weights[weight];

			tagged->squares[weight] += value * value;
			if (row)
				row->counts[weight] += sample->weights[weight];
		}
	}
	standard->pending_count = 0;
}

static uint64_t saturated(cycle_t cycles)
{
	return cycles < TEA_STANDARD_LATENCY ? cycles : TEA_STANDARD_LATENCY;
}

/* Tag @record, if a tag is free: the sample's weights, but what it exposes later. */
static void tag(struct tea_standard *standard, unsigned int number, const struct tea_retired *record,
		const uint64_t weights[TEA_STANDARD_WEIGHTS], bool overflows)
{
	const struct tea_standard_decoded *policy = &standard->tables->decoded[number];
	struct tea_standard_tagged *tagged = &standard->decoded[number];
	const uint64_t latency = weights[policy->filter == TEA_STANDARD_OLD ? TEA_STANDARD_OLDESTS :
								      TEA_STANDARD_TOTALS];
	unsigned int place = 0;

	while (place < policy->tags && tagged->free[place] > record->at[TEA_STAGE_DECODE])
		place++;
	if (place == policy->tags) {
		tagged->collisions += overflows;
		return;
	}
	tagged->free[place] = record->at[TEA_STAGE_COMMIT] + 1;
	standard->armed &= ~(1U << number);
	if (latency < policy->least) {
		tagged->filtered++;
		standard->armed |= (uint32_t)policy->accelerate << number;
		tagged->discarded = record->at[TEA_STAGE_COMMIT];
		return;
	}
	assert(standard->pending_count < COUNT(standard->pending));
	standard->pending[standard->pending_count] = (struct tea_standard_sample){
		.of = tagged, .slot = standard->group_count - 1,
	};
	for (unsigned int i = 0; i < TEA_STANDARD_WEIGHTS; i++)
		standard->pending[standard->pending_count].weights[i] =
			i == TEA_STANDARD_EXPOSED ? weights[i] : saturated(weights[i]);
	standard->pending_count++;
	tagged->saturated += weights[TEA_STANDARD_OLDESTS] > TEA_STANDARD_LATENCY;
}

/* Rows whose period ends with @record, which has joined its group, and rows that are armed. */
static void tag_all(struct tea_standard *standard, const struct tea_retired *record,
		    const uint64_t weights[TEA_STANDARD_WEIGHTS])
{
	uint64_t next = UINT64_MAX;

	for (unsigned int i = 0; i < standard->tables->decoded_count; i++) {
		struct tea_standard_tagged *tagged = &standard->decoded[i];
		const bool overflows = tagged->clock.next == standard->number;

		if (overflows) {
			tagged->overflows++;
			clock_step(&tagged->clock);
		}
		if (overflows || (standard->armed >> i & 1 &&
				  record->at[TEA_STAGE_DECODE] > tagged->discarded))
			tag(standard, i, record, weights, overflows);
		next = tagged->clock.next < next ? tagged->clock.next : next;
	}
	standard->next_number = next;
}

/* Is there a row that tags @record? */
static bool is_tagged(const struct tea_standard *standard, const struct tea_retired *record)
{
	if (standard->number >= standard->next_number)
		return true;
	for (uint32_t armed = standard->armed; armed; armed &= armed - 1)
		if (record->at[TEA_STAGE_DECODE] > standard->decoded[__builtin_ctz(armed)].discarded)
			return true;
	return false;
}

static void join_group(struct tea_standard *standard, const struct tea_retired *record)
{
	assert(standard->group_count < TEA_COMMIT_MAX);
	standard->last = (struct tea_standard_exit){ record->pc, record->psv };
	standard->group[standard->group_count++] = standard->last;
	standard->now = record->at[TEA_STAGE_COMMIT] + 1;
	standard->begun = true;
	standard->last_flushed = record->flags & TEA_RETIRED_FLUSH;
}

/* The cycles before @record, which leaves in a later one than the group: those that are its own. */
static cycle_t pass_cycles(struct tea_standard *standard, const struct tea_retired *record)
{
	const struct tea_gap gap = tea_gap_before(record, standard->now);
	const struct tea_standard_exit next = { record->pc, record->psv };
	const cycle_t own = gap.stalled + (standard->last_flushed ? 0 : gap.empty);

	sample_cycles(standard, &next, standard->now + gap.empty, record->at[TEA_STAGE_COMMIT]);
	report_pending(standard, gap.empty);
	standard->group_count = 0;
	return own;
}

void tea_standard_record(struct tea_standard *standard, const struct tea_retired *record)
{
	const cycle_t commit = record->at[TEA_STAGE_COMMIT], decode = record->at[TEA_STAGE_DECODE];
	const cycle_t before = standard->now ? standard->now - 1 : 0;
	cycle_t own = 0;

	if (record->at[TEA_STAGE_DISPATCH] >= standard->next_entry)
		sample_entries(standard, record);
	/* its cycle has been given out already, by a cut */
	if (commit < standard->now && !standard->group_count) {
		standard->last = (struct tea_standard_exit){ record->pc, record->psv };
		standard->last_flushed = record->flags & TEA_RETIRED_FLUSH;
		return;
	}
	if (commit >= standard->now)
		own = pass_cycles(standard, record);
	join_group(standard, record);
	if (is_tagged(standard, record)) {
		const uint64_t weights[TEA_STANDARD_WEIGHTS] = {
			[TEA_STANDARD_SAMPLES] = 1, [TEA_STANDARD_TOTALS] = commit - decode,
			[TEA_STANDARD_OLDESTS] = commit - (decode > before ? decode : before),
			[TEA_STANDARD_EXPOSED] = own * standard->cycle_parts,
		};

		tag_all(standard, record, weights);
	}
	standard->number++;
}

void tea_standard_cut(struct tea_standard *standard)
{
	if (!standard->group_count)
		return;
	sample_cycles(standard, NULL, standard->now, standard->now);
	report_pending(standard, 0);
	standard->group_count = 0;
}

void tea_standard_add(struct tea_standard *standard, const struct tea_standard *more)
{
	for (unsigned int i = 0; i < standard->tables->overflow_count; i++) {
		standard->overflow[i].samples += more->overflow[i].samples;
		tea_tally_add(&standard->overflow[i].rows, &more->overflow[i].rows);
	}
	for (unsigned int i = 0; i < standard->tables->decoded_count; i++) {
		struct tea_standard_tagged *tagged = &standard->decoded[i];
		const struct tea_standard_tagged *other = &more->decoded[i];

		tagged->overflows += other->overflows;
		tagged->collisions += other->collisions;
		tagged->filtered += other->filtered;
		tagged->samples += other->samples;
		tagged->saturated += other->saturated;
		for (unsigned int weight = 0; weight < TEA_STANDARD_WEIGHTS; weight++)
			tagged->squares[weight] += other->squares[weight];
		tea_tally_add(&tagged->rows, &other->rows);
	}
}

bool tea_standard_failed(const struct tea_standard *standard)
{
	bool failed = false;

	for (unsigned int i = 0; i < standard->tables->overflow_count; i++)
		failed |= standard->overflow[i].rows.failed;
	for (unsigned int i = 0; i < standard->tables->decoded_count; i++)
		failed |= standard->decoded[i].rows.failed;
	return failed;
}
