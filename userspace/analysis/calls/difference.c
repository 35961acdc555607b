// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * difference.c - joining the rows of two recordings; see difference.h
 */
#include "difference.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/places/chance.h"

const char *const difference_by_names[] = {
#define DIFFERENCE_X(id, name) [ROWS_BY_##id] = name,
	DIFFERENCE_BY(DIFFERENCE_X)
#undef DIFFERENCE_X
	NULL
};

static int compare_numbers(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

static int compare_texts(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) : (a == NULL) - (b == NULL);
}

static int compare_lines(const struct elfobject_line *a, const struct elfobject_line *b)
{
	int order = compare_texts(a->file ? symbols_base_name(a->file) : NULL,
				  b->file ? symbols_base_name(b->file) : NULL);

	return order ? order : compare_numbers((uint64_t)a->line, (uint64_t)b->line);
}

static int compare_names(const struct row *a, const struct row *b)
{
	return strcmp(symbols_base_name(a->location.object->path),
		      symbols_base_name(b->location.object->path));
}

/* Compares rows of one object: 0 where they are the same. */
static int compare_code(enum rows_by by, const struct row *a, const struct row *b)
{
	int order = compare_texts(a->location.function, b->location.function);

	if (!order && by == ROWS_BY_INSTRUCTION)
		order = compare_numbers(a->location.offset, b->location.offset);
	if (!order && by == ROWS_BY_LINE)
		order = compare_lines(&a->line, &b->line);
	return order;
}

/* The object of data, or the kind of memory that they are in. */
static int compare_wheres(const struct difference *difference, const struct row *a, int side_a,
			  const struct row *b, int side_b)
{
	const struct objectpairs *pairs = difference->pairs;
	const bool objects = pairs && a->data_object != KEYINDEX_NONE && b->data_object != KEYINDEX_NONE;

	if (!objects && (a->data_object != KEYINDEX_NONE) != (b->data_object != KEYINDEX_NONE))
		return a->data_object != KEYINDEX_NONE ? -1 : 1;
	return objects ? compare_numbers(pairs->numbers[side_a][a->data_object],
					 pairs->numbers[side_b][b->data_object]) :
			 compare_texts(a->where, b->where);
}

static int compare_data(const struct difference *difference, const struct row *a, int side_a,
			const struct row *b, int side_b)
{
	int order = compare_wheres(difference, a, side_a, b, side_b);

	if (!order)
		order = compare_texts(a->field, b->field);
	return order ? order : compare_numbers(a->data_line, b->data_line);
}

/* Compares two rows of these sides: 0 where they are the same. */
static int compare_keys(const struct difference *difference, const struct row *a, int side_a,
			const struct row *b, int side_b)
{
	const struct objectpairs *pairs = difference->pairs;
	int order;

	if (rows_by_data(difference->sides[0].rows->by))
		return compare_data(difference, a, side_a, b, side_b);
	order = pairs ? compare_numbers(pairs->numbers[side_a][a->object],
					pairs->numbers[side_b][b->object]) :
			compare_names(a, b);
	return order ? order : compare_code(difference->sides[0].rows->by, a, b);
}

/* The order of one side's rows. */
struct order {
	const struct difference *difference;
	int side;
};

static int compare_rows(const void *left, const void *right, void *context)
{
	const struct row *a = *(const struct row *const *)left, *b = *(const struct row *const *)right;
	const struct order *of = context;
	int order = compare_keys(of->difference, a, of->side, b, of->side);

	return order ? order : compare_numbers(a->location.address, b->location.address);
}

/* The rows by key. */
static const struct row **sort_side(const struct difference *difference, int side)
{
	const struct rows *rows = difference->sides[side].rows;
	const struct row **sorted = calloc(rows->count + 1, sizeof(*sorted));
	struct order order = { difference, side };

	for (size_t i = 0; sorted && i < rows->count; i++)
		sorted[i] = &rows->rows[i];
	if (sorted)
		qsort_r(sorted, rows->count, sizeof(*sorted), compare_rows, &order);
	return sorted;
}

static double cycles_of(const struct difference_side *side, uint64_t parts)
{
	return (double)parts / side->rows->measure->parts_per_unit * side->scale;
}

static void join(struct difference *difference, const struct row *const *before,
		 const struct row *const *after)
{
	const struct difference_side *sides = difference->sides;

	while (*before || *after) {
		int order = !*before ? 1 : !*after ? -1 :
			    compare_keys(difference, *before, 0, *after, 1);
		struct difference_row *row = &difference->rows[difference->count++];

		if (order <= 0) {
			row->before = *before++;
			row->cycles[0] = cycles_of(&sides[0], row->before->stack->parts);
		}
		if (order >= 0) {
			row->after = *after++;
			row->cycles[1] = cycles_of(&sides[1], row->after->stack->parts);
		}
	}
}

/* A side's part of a comparison; @share NULL: none. */
static struct chance_part part_of(const struct difference_side *side, uint64_t parts,
				  const struct pics_weight *weight)
{
	const struct rows *rows = side->rows;
	struct chance_part part = {
		.parts = parts, .whole = rows->total.stacks_count ? rows->total.stacks : NULL,
		.scale = side->scale / side->rows->measure->parts_per_unit, .share = side->share,
	};

	if (weight)
		part.weight = *weight;
	return part;
}

static void find_margins(struct difference *difference)
{
	const struct difference_side *sides = difference->sides;

	for (size_t i = 0; i < difference->count; i++) {
		struct difference_row *row = &difference->rows[i];
		const struct pics_stack *before = row->before ? row->before->stack : NULL;
		const struct pics_stack *after = row->after ? row->after->stack : NULL;
		const struct chance_part parts[2] = {
			part_of(&sides[0], before ? before->parts : 0, before ? &before->weight : NULL),
			part_of(&sides[1], after ? after->parts : 0, after ? &after->weight : NULL),
		};

		row->margin = chance_difference(parts, difference->count);
	}
}

static int compare_changes(const void *left, const void *right)
{
	const struct difference_row *a = left, *b = right;
	double by_change = fabs(b->cycles[1] - b->cycles[0]) - fabs(a->cycles[1] - a->cycles[0]);
	double by_size = b->cycles[0] + b->cycles[1] - a->cycles[0] - a->cycles[1];
	int order;

	if (by_change < 0 || by_change > 0)
		return by_change < 0 ? -1 : 1;
	if (by_size < 0 || by_size > 0)
		return by_size < 0 ? -1 : 1;
	order = compare_texts(difference_name(a)->field, difference_name(b)->field);
	if (!order)
		order = compare_numbers(difference_name(a)->data_line, difference_name(b)->data_line);
	if (!order)
		order = compare_names(difference_name(a), difference_name(b));
	return order ? order :
	       compare_code(ROWS_BY_INSTRUCTION, difference_name(a), difference_name(b));
}

const struct row *difference_name(const struct difference_row *row)
{
	return row->after ? row->after : row->before;
}

int difference_init(struct difference *difference, const struct difference_side sides[2],
		    const struct objectpairs *pairs, bool normalize)
{
	const struct row **before, **after;

	*difference = (struct difference){ .sides = { sides[0], sides[1] }, .pairs = pairs };
	for (int i = 0; i < 2; i++) {
		difference->sides[i].scale = 1;
		difference->sides[i].share = normalize;
		difference->total[i] = cycles_of(&difference->sides[i], sides[i].rows->total.parts);
	}
	if (normalize && difference->total[0] > 0) {
		difference->sides[0].scale = difference->total[1] / difference->total[0];
		difference->total[0] = difference->total[1];
	}
	difference->rows = calloc(sides[0].rows->count + sides[1].rows->count + 1,
				  sizeof(*difference->rows));
	before = sort_side(difference, 0);
	after = sort_side(difference, 1);
	if (difference->rows && before && after) {
		join(difference, before, after);
		find_margins(difference);
		qsort(difference->rows, difference->count, sizeof(*difference->rows),
		      compare_changes);
	}
	free(before);
	free(after);
	return difference->rows && before && after ? 0 : -ENOMEM;
}

static bool is_sure(const struct difference_row *row)
{
	return difference_is_sure(row->cycles, row->margin);
}

static bool has_changed(const struct difference_row *row)
{
	return fabs(row->cycles[1] - row->cycles[0]) > 0;
}

static int compare_sure(const void *left, const void *right)
{
	const struct difference_row *a = left, *b = right;

	return is_sure(a) != is_sure(b) ? is_sure(b) - is_sure(a) : compare_changes(left, right);
}

size_t difference_sort_sure(struct difference *difference)
{
	size_t sure = 0;

	if (difference->count)
		qsort(difference->rows, difference->count, sizeof(*difference->rows), compare_sure);
	while (sure < difference->count && is_sure(&difference->rows[sure]))
		sure++;
	return sure;
}

void difference_limit(struct difference *difference, size_t top)
{
	struct difference_row rest = { 0 };

	for (size_t i = top; i < difference->count; i++) {
		rest.others++;
		difference->unsure += !is_sure(&difference->rows[i]) && has_changed(&difference->rows[i]);
		rest.cycles[0] += difference->rows[i].cycles[0];
		rest.cycles[1] += difference->rows[i].cycles[1];
	}
	if (!rest.others)
		return;
	difference->rows[top] = rest;
	difference->count = top + 1;
}

static int compare_shares(const void *left, const void *right)
{
	const struct difference_share *a = left, *b = right;
	double order = fabs(b->cycles[1] - b->cycles[0]) - fabs(a->cycles[1] - a->cycles[0]);

	if (order < 0 || order > 0)
		return order < 0 ? -1 : 1;
	return (int)a->category - (int)b->category;
}

size_t difference_shares(const struct difference *difference, const struct pics_stack *before,
			 const struct pics_stack *after,
			 struct difference_share shares[CATEGORY_MOST])
{
	const struct pics_stack *stacks[2] = { before, after };
	struct chance_part parts[CATEGORY_MOST][2];
	size_t count = 0;

	for (int side = 0; side < 2; side++) {
		for (size_t i = 0; stacks[side] && i < stacks[side]->shares_count; i++) {
			const struct pics_share *share = &stacks[side]->shares[i];
			size_t at = 0;

			while (at < count && shares[at].category != share->category)
				at++;
			if (at == count) {
				shares[count++] = (struct difference_share){
					.category = share->category,
				};
				parts[at][0] = part_of(&difference->sides[0], 0, NULL);
				parts[at][1] = part_of(&difference->sides[1], 0, NULL);
			}
			shares[at].cycles[side] = cycles_of(&difference->sides[side], share->parts);
			parts[at][side] = part_of(&difference->sides[side], share->parts,
						  &share->weight);
		}
	}
	for (size_t i = 0; i < count; i++)
		shares[i].margin = chance_difference(parts[i], count);
	qsort(shares, count, sizeof(*shares), compare_shares);
	return count;
}

void difference_deinit(struct difference *difference)
{
	free(difference->rows);
	*difference = (struct difference){ 0 };
}
