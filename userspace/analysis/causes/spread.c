// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * spread.c - finding causes that are spread; see spread.h
 */
#include "spread.h"

#include <errno.h>

#include "stagestack.h"

#define INSTRUCTIONS	20		/* that make most of a spread cause, at least */
#define SHARE_LEAST	0.02		/* of all cycles, for a cause and for a loop */
#define ONE_MOST	0.2		/* of a cause, that one instruction has at most */
#define FLAT_MOST	0.05		/* of all cycles, that one instruction has in a flat profile */

static bool is_large(const struct rows *rows, uint64_t parts)
{
	return (double)parts >= SHARE_LEAST * (double)rows->total.parts;
}

/* Loops, if the profile is flat; else instructions say more. */
static void find_loops(struct spreads *spreads, const struct rows *rows)
{
	const struct rows *loops = &spreads->loops;

	if ((double)rows->rows[0].stack->parts > FLAT_MOST * (double)rows->total.parts)
		return;
	for (size_t i = 0; i < loops->count && spreads->hot_count < SPREAD_LOOPS; i++)
		if (loops->rows[i].end && is_large(rows, loops->rows[i].stack->parts))
			spreads->hot[spreads->hot_count++] = &loops->rows[i];
}

int spreads_init(struct spreads *spreads, struct recording *recording, const struct rows *rows,
		 const struct rows_options *options)
{
	struct rows_options by = *options;
	int error;

	*spreads = (struct spreads){ 0 };
	by.by = ROWS_BY_FUNCTION;
	error = rows_fold(&spreads->functions, recording, rows->measure, &by);
	by.by = ROWS_BY_LOOP;
	if (!error)
		error = rows_fold(&spreads->loops, recording, rows->measure, &by);
	if (error)
		spreads_deinit(spreads);
	else
		find_loops(spreads, rows);
	return error;
}

static void add_place(struct spread *spread, const struct row *row, uint64_t parts)
{
	size_t at = spread->places_count;

	while (at && spread->places[at - 1].parts < parts)
		at--;
	if (at == SPREAD_PLACES)
		return;
	if (spread->places_count < SPREAD_PLACES)
		spread->places_count++;
	for (size_t i = spread->places_count - 1; i > at; i--)
		spread->places[i] = spread->places[i - 1];
	spread->places[at] = (struct spread_place){ .row = row, .parts = parts };
}

static uint64_t most_of(const struct rows *rows, const struct piece *piece)
{
	uint64_t most = 0;

	for (size_t i = 0; i < rows->count; i++) {
		uint64_t parts = pieces_parts(rows->rows[i].stack, piece);

		if (parts > most)
			most = parts;
	}
	return most;
}

/* How often it ran is known where the recording has its slots. */
static bool is_seldom(const struct row *row)
{
	struct stages stages;
	uint64_t ran;

	if (!row->slots[ROWS_STAGES])
		return false;
	stages = stages_of(row->slots[ROWS_STAGES]);
	ran = stages_sum(&stages, TEA_STACK_COMMIT, STAGES_SET(BASE));
	return ran && ran <= SPREAD_SELDOM;
}

bool spread_is_seldom(const struct spread *spread)
{
	return spread->seldom > spread->piece.piece.parts / 2;
}

void spreads_add(struct spreads *spreads, const struct rows *rows, const struct cause_piece *piece,
		 size_t instructions)
{
	const struct rows *functions = &spreads->functions;
	struct spread *spread = &spreads->items[spreads->count];

	if (spreads->count == SPREAD_MOST || instructions < INSTRUCTIONS || piece->chance ||
	    !is_large(rows, piece->piece.parts) ||
	    (double)most_of(rows, &piece->piece) > ONE_MOST * (double)piece->piece.parts)
		return;
	spreads->count++;
	*spread = (struct spread){ .piece = *piece, .instructions = instructions };
	for (size_t i = 0; i < rows->count; i++)
		if (is_seldom(&rows->rows[i]))
			spread->seldom += pieces_parts(rows->rows[i].stack, &piece->piece);
	for (size_t i = 0; i < functions->count; i++) {
		uint64_t parts = pieces_parts(functions->rows[i].stack, &piece->piece);

		spread->functions += parts != 0;
		if (parts)
			add_place(spread, &functions->rows[i], parts);
	}
}

void spreads_deinit(struct spreads *spreads)
{
	rows_deinit(&spreads->functions);
	rows_deinit(&spreads->loops);
	*spreads = (struct spreads){ 0 };
}
