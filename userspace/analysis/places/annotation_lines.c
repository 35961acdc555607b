// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * annotation_lines.c - which lines show a function's code; see annotation.h
 *
 * If cycles are asked for, instructions far from any with cycles are left out, and so are source
 * lines that have none.
 */
#include <errno.h>

#include "annotation.h"

#define CONTEXT		3		/* instructions without cycles around those with */
#define COLD_LEAST	4		/* shorter runs stay */

static int add(struct annotation *annotation, enum annotation_line_kind kind, uint32_t row,
	       size_t count)
{
	struct annotation_line *grown = array_grow(annotation->lines, annotation->lines_count,
						   sizeof(*grown));

	if (!grown)
		return -ENOMEM;
	annotation->lines = grown;
	grown[annotation->lines_count++] = (struct annotation_line){
		.kind = kind, .row = row, .count = count,
	};
	return 0;
}

/* Headings where group or part are not those of the row before. */
static int add_headings(struct annotation *annotation, uint32_t row, uint32_t before, bool first)
{
	bool opens = first || annotation->groups[before] != annotation->groups[row];
	int error = 0;

	if (opens && annotation->sort == ANNOTATION_CYCLES && !first)
		error = add(annotation, ANNOTATION_BLANK, row, 0);
	if (!error && opens)
		error = add(annotation, ANNOTATION_GROUP, row, 0);
	if (!error && (opens ? annotation->rows.rows[row].inlined != NULL :
			       annotation->parts[before] != annotation->parts[row]))
		error = add(annotation, ANNOTATION_PART, row, 0);
	return error;
}

/* Instructions in the hottest groups. */
static size_t top_count(const struct annotation *annotation)
{
	const uint32_t *order = annotation->order;
	size_t groups = 0;

	for (size_t i = 0; i < annotation->rows.count; i++) {
		groups += !i || annotation->groups[order[i]] != annotation->groups[order[i - 1]];
		if (groups > annotation->groups_most)
			return i;
	}
	return annotation->rows.count;
}

/* Lines and instructions without cycles at the end of the hottest first. */
static size_t hot_count(const struct annotation *annotation)
{
	size_t count = annotation->groups_most ? top_count(annotation) : annotation->rows.count;

	while (annotation->sort == ANNOTATION_CYCLES && count &&
	       !pics_find(&annotation->by_group, annotation->groups[annotation->order[count - 1]]))
		count--;
	return count;
}

/* By its number in the order that is shown: has it cycles, or one just before or behind it? */
static bool is_near_cycles(const struct annotation *annotation, size_t i, size_t count)
{
	size_t first = i < CONTEXT ? 0 : i - CONTEXT;
	uint32_t part = annotation->parts[annotation->order[i]];

	for (size_t j = first; j < count && j <= i + CONTEXT; j++) {
		uint32_t row = annotation->order[j];

		if (annotation->parts[row] == part && annotation->rows.rows[row].stack->parts)
			return true;
	}
	return false;
}

/* Instructions from the @i-th on that are far from any with cycles. */
static size_t cold_count(const struct annotation *annotation, size_t i, size_t count)
{
	uint32_t group = annotation->groups[annotation->order[i]];
	size_t end = i;

	while (annotation->sort == ANNOTATION_CYCLES && end < count &&
	       annotation->groups[annotation->order[end]] == group &&
	       !is_near_cycles(annotation, end, count))
		end++;
	return end - i;
}

static bool has_lines(const struct rows *rows)
{
	for (size_t i = 0; i < rows->count; i++)
		if (rows->rows[i].outer.file)
			return true;
	return false;
}

int annotation_lay_out(struct annotation *annotation)
{
	const uint32_t *order = annotation->order;
	size_t count = hot_count(annotation), left_out = annotation->rows.count - count;
	bool lines = has_lines(&annotation->rows);
	int error = 0;

	for (size_t i = 0; !error && i < count; i++) {
		size_t cold = cold_count(annotation, i, count);
		uint32_t row = order[i], before = order[i ? i - 1 : 0];
		bool first = !i || annotation->groups[row] != annotation->groups[before];

		if (lines && (cold < COLD_LEAST || first ||
			      pics_find(&annotation->by_part, annotation->parts[row])))
			error = add_headings(annotation, row, before, !i);
		if (error)
			break;
		if (cold < COLD_LEAST) {
			error = add(annotation, ANNOTATION_ROW, row, 0);
			continue;
		}
		error = add(annotation, ANNOTATION_COLD, row, cold);
		i += cold - 1;
	}
	if (!error && left_out)
		error = add(annotation, ANNOTATION_BLANK, 0, 0);
	if (!error && left_out)
		error = add(annotation, ANNOTATION_LEFT_OUT, 0, left_out);
	return error;
}
