// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * summary.c - what a result says in short; see summary.h
 */
#include "summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double number(struct json_object *object, const char *name)
{
	return json_object_get_double(json_object_object_get(object, name));
}

double summary_margin(struct json_object *object, const char *name)
{
	struct json_object *margin;

	if (!json_object_object_get_ex(object, name, &margin))
		return 0;
	return margin ? json_object_get_double(margin) : NAN;
}

static void add_piece(struct summary *summary, const char *name, double cycles)
{
	size_t i = 0;

	while (i < summary->stack_count && strcmp(summary->stack[i].name, name))
		i++;
	if (i == SUMMARY_STACK_MOST)
		return;			/* there are not as many signatures */
	if (i == summary->stack_count)
		summary->stack[summary->stack_count++] = (struct summary_piece){ .name = name };
	summary->stack[i].cycles += cycles;
}

static int by_cycles(const void *one, const void *other)
{
	const struct summary_piece *a = one, *b = other;

	return a->cycles != b->cycles ? (a->cycles < b->cycles ? 1 : -1) : strcmp(a->name, b->name);
}

/* Of all rows, the last of which is the rest. */
static void add_rows(struct summary *summary, struct json_object *rows)
{
	for (size_t i = 0; i < json_object_array_length(rows); i++) {
		struct json_object *stack = json_object_object_get(json_object_array_get_idx(rows, i), "stack");

		if (!json_object_is_type(stack, json_type_object))
			continue;
		json_object_object_foreach(stack, name, cycles)
			add_piece(summary, name, json_object_get_double(cycles));
	}
	qsort(summary->stack, summary->stack_count, sizeof(summary->stack[0]), by_cycles);
}

void summary_read(struct summary *summary, const char *path)
{
	struct json_object *rows;

	*summary = (struct summary){ .json = json_object_from_file(path) };
	if (!json_object_is_type(summary->json, json_type_object))
		return;
	summary->cycles = number(summary->json,
				 json_object_object_get(summary->json, "total") ? "total" : "cycles");
	summary->margin = summary_margin(summary->json, json_object_object_get_ex(summary->json, "total_margin", NULL) ?
							"total_margin" : "margin");
	if (json_object_object_get_ex(summary->json, "rows", &rows) && json_object_is_type(rows, json_type_array))
		add_rows(summary, rows);
}

void summary_deinit(struct summary *summary)
{
	json_object_put(summary->json);
}

double summary_speedup(const struct summary *summary, const struct summary *base)
{
	return summary->cycles > 0 ? base->cycles / summary->cycles : 0;
}

double summary_speedup_margin(const struct summary *summary, const struct summary *base)
{
	if (summary == base || summary->cycles <= 0 || base->cycles <= 0)
		return 0;
	return summary_speedup(summary, base) *
	       hypot(summary->margin / summary->cycles, base->margin / base->cycles);
}
