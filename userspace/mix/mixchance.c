// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mixchance.c - variances of rows, by block and by stream; see mixchance.h
 */
#include "mixchance.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "analysis/places/chance.h"

/* How many instructions of one block or stream are of which rows. */
struct tally {
	uint32_t *times;		/* by row */
	uint32_t *touched;		/* rows of which times is not 0 */
	size_t touched_count;
};

static void tally_add(struct tally *tally, uint32_t row)
{
	if (row == MIXCHANCE_NO_ROW)
		return;
	if (!tally->times[row]++)
		tally->touched[tally->touched_count++] = row;
}

static void add(struct mixrows *rows, struct mixrow *row, double samples, double squares)
{
	row->chance.samples += samples;
	row->chance.squares += squares;
	rows->chance.samples += samples;
	rows->chance.squares += squares;
}

/* Samples of which each gives @each to every instruction that was tallied, of @length. */
static void tally_close(struct tally *tally, struct mixrows *rows, double samples, double each,
			double length)
{
	for (size_t i = 0; i < tally->touched_count; i++) {
		uint32_t row = tally->touched[i];
		double times = tally->times[row];

		add(rows, &rows->items[row], samples * times / length,
		    samples * (times * each) * (times * each));
		tally->times[row] = 0;
	}
	tally->touched_count = 0;
}

static bool same_block(const struct estimate_item *a, const struct estimate_item *b)
{
	return a->thread == b->thread && a->object == b->object && a->block == b->block;
}

/* Blocks of which the executions are those by samples. */
static void weigh_blocks(struct mixrows *rows, const struct estimate *estimate, double period,
			 const uint32_t *row_of, struct tally *tally)
{
	size_t first = 0;

	for (size_t i = 0; i < estimate->count; i++) {
		const struct estimate_item *item = &estimate->items[i];
		double length = item->retiring ? item->retiring : 1;

		if (!same_block(item, &estimate->items[first]))
			first = i;
		if (!item->records)
			tally_add(tally, row_of[i]);
		if (i + 1 == estimate->count || !same_block(item, item + 1))
			tally_close(tally, rows, item->ebs * length / period, period / length, length);
	}
}

/* Weighs streams for instructions whose executions come from records. */
static void weigh_streams(struct mixrows *rows, const struct estimate *estimate, double period,
			  const uint32_t *row_of, struct tally *tally)
{
	for (size_t i = 0; i < estimate->streams_count; i++) {
		const struct recording_stream *stream = &estimate->streams[i];
		size_t count, first = estimate_cover(estimate, stream, &count);

		for (size_t at = first; at < first + count; at++)
			if (estimate->items[at].records)
				tally_add(tally, row_of[at]);
		tally_close(tally, rows, stream->branches / period, period, (double)count);
	}
}

int mixchance_weigh(struct mixrows *rows, const struct estimate *estimate,
		    const struct recording *recording, const uint32_t *row_of)
{
	const struct recording_streams *streams = &recording->streams;
	struct tally tally = {
		.times = calloc(rows->count + 1, sizeof(*tally.times)),
		.touched = calloc(rows->count + 1, sizeof(*tally.touched)),
	};
	int error = tally.times && tally.touched ? 0 : -ENOMEM;

	if (!error && estimate->source != ESTIMATE_EXACT) {
		if (estimate->measure->samples)
			weigh_blocks(rows, estimate, estimate_instructions_each(estimate->measure),
				     row_of, &tally);
		if (streams->samples)
			weigh_streams(rows, estimate, estimate_branches_each(recording), row_of,
				      &tally);
	}
	free(tally.times);
	free(tally.touched);
	return error;
}

void mixchance_weigh_edge(struct mixrows *rows, struct mixrow *row,
			  const struct recording *recording, const struct recording_edge *edge)
{
	double period = estimate_branches_each(recording);

	add(rows, row, edge->branches / period, edge->branches * period);
}

/* As chance.h has it: whole parts, and samples in parts, of which there is one at least. */
static struct pics_weight weight_of(const struct mixrow_chance *chance)
{
	uint64_t units = (uint64_t)llround(chance->samples * PICS_SAMPLE);

	return (struct pics_weight){
		.samples = units || !(chance->samples > 0) ? units : 1, .squares = chance->squares,
	};
}

static struct pics_stack whole_of(const struct mixrows *rows)
{
	return (struct pics_stack){
		.parts = (uint64_t)llround(rows->total), .weight = weight_of(&rows->chance),
	};
}

double mixchance_margin(const struct mixrows *rows, const struct mixrow *row)
{
	struct pics_stack whole = whole_of(rows);
	struct pics_weight weight = weight_of(&row->chance);

	return chance_margin((uint64_t)llround(row->executions), &weight, &whole);
}

bool mixchance_hides(const struct mixrows *rows, const struct mixrow *row)
{
	struct pics_stack whole = whole_of(rows);
	struct pics_weight weight = weight_of(&row->chance);

	return chance_hides((uint64_t)llround(row->executions), &weight, &whole);
}

double mixchance_difference(const struct mixrows *const rows[2], const struct mixrow *const sides[2],
			    const double scales[2], size_t tests)
{
	struct pics_stack wholes[2];
	struct chance_part parts[2];

	for (int i = 0; i < 2; i++) {
		wholes[i] = whole_of(rows[i]);
		parts[i] = (struct chance_part){ .whole = &wholes[i], .scale = scales[i] };
		if (!sides[i])
			continue;
		parts[i].parts = (uint64_t)llround(sides[i]->executions);
		parts[i].weight = weight_of(&sides[i]->chance);
	}
	return chance_difference(parts, tests);
}
