// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_stack_data.c - stage stacks as JSON and CSV
 *
 * JSON is in cycles, slots divided by the width, whatever unit is asked for: a contract, see
 * tea-stack(1). CSV has a line for each stage of an item, and two for what can be gained.
 */
#include <inttypes.h>

#include "output/json.h"
#include "view_stack.h"

/* Fields that say which row it is. */
static bool is_place(const struct view_stack *view, const struct field *field)
{
	return field->views >> fields_view(view->view.rows) & 1 && field->type <= FIELD_ADDRESS;
}

static void put_cycles(const struct view_stack *view, uint64_t slots)
{
	char text[AMOUNT_TEXT];

	fputs(amount_decimal(slots, view->view.recording->stages.per_cycle, text),
	      view->view.term->file);
}

typedef void (*put_one)(const struct view_stack *view, const struct stages *stages,
			enum tea_stack stage, uint32_t set);

static void put_slots(const struct view_stack *view, const struct stages *stages,
		      enum tea_stack stage, uint32_t set)
{
	put_cycles(view, stages_sum(stages, stage, set));
}

static void put_bound(const struct view_stack *view, const struct stages *stages,
		      enum tea_stack stage, uint32_t set)
{
	struct stages_bound bound = stages_bound(stages, set);

	(void)stage;
	fputs("{\"min\":", view->view.term->file);
	put_cycles(view, bound.least);
	fputs(",\"max\":", view->view.term->file);
	put_cycles(view, bound.most);
	fputc('}', view->view.term->file);
}

/* The paper's components from @first on, then below "fine" those that these are made of. */
static void put_object(const struct view_stack *view, const struct stages *stages,
		       enum tea_stack stage, size_t first, put_one put)
{
	struct view_stack_component components[VIEW_STACK_COMPONENTS];
	size_t count = view_stack_components(true, components);
	FILE *file = view->view.term->file;

	for (unsigned int finer = 0; finer < 2; finer++) {
		const char *separator = finer ? ",\"fine\":{" : "{";

		for (size_t i = first; i < count; i++) {
			if (components[i].finer != finer)
				continue;
			fprintf(file, "%s\"%s\":", separator, components[i].category->name);
			put(view, stages, stage, components[i].set);
			separator = ",";
		}
	}
	fputs("}}", file);
}

static void put_stages(const struct view_stack *view, const struct stages *stages)
{
	FILE *file = view->view.term->file;

	fputs("\"stages\":{", file);
	for (enum tea_stack stage = 0; stage < TEA_STACKS_COUNT; stage++) {
		fprintf(file, "%s\"%s\":", stage ? "," : "", stages_names[stage]);
		put_object(view, stages, stage, 0, put_slots);
	}
	fputs("},\"bounds\":", file);
	/* What does the work cannot be removed. */
	put_object(view, stages, 0, TEA_CAUSE_BASE + 1, put_bound);
}

/* Operations of each width that there are, against what could be done of such alone. */
static void put_widths(const struct view_stack *view, const struct view_stack_item *item)
{
	const char *separator = "";
	FILE *file = view->view.term->file;

	fputs(",\"widths\":[", file);
	for (unsigned int width = 0; width < RECORDING_WIDTHS; width++) {
		if (!(item->widths[width] > 0))
			continue;
		fprintf(file, "%s{\"bytes\":%u,\"done\":%.6f,\"peak\":%.6f}", separator,
			RECORDING_WIDTH_BYTES(width), item->widths[width],
			view_stack_width_peak(view, item, width));
		separator = ",";
	}
	fputc(']', file);
}

/* Of threads added up; "components" are GFLOPS. */
static void put_flops(const struct view_stack *view, const struct view_stack_item *item)
{
	FILE *file = view->view.term->file;

	if (!view_stack_has_flops(view))
		return;
	fprintf(file, ",\"flops\":{\"slots_per_cycle\":%u,\"ghz\":%.6f,\"peak\":%.6f,\"components\":{",
		view->view.recording->flops.per_cycle, view->ghz, view_stack_peak(view, item));
	for (size_t i = 0; i < TEA_FLOPS_COUNT; i++)
		fprintf(file, "%s\"%s\":%.6f", i ? "," : "", category_flops.items[i].name,
			item->gflops[i]);
	fputc('}', file);
	put_widths(view, item);
	fputc('}', file);
}

static void put_run(const struct view_stack *view, const struct view_stack_item *item)
{
	fprintf(view->view.term->file, "\"cycles\":%" PRIu64 ",\"instructions\":%" PRIu64 ",",
		item->cycles, item->instructions);
}

static void put_item(const struct view_stack *view, const struct view_stack_item *item)
{
	FILE *file = view->view.term->file;

	fputc('{', file);
	if (!item->row) {
		fprintf(file, "\"by\":\"thread\",\"thread\":%zu,", item->thread);
		put_run(view, item);
	}
	for (size_t i = 0; item->row && i < fields_count; i++) {
		if (!is_place(view, &fields[i]))
			continue;
		view_json_value(&view->view, &fields[i], item->row, &(struct jsonwriter){ file, 0, 0 });
		fputc(',', file);
	}
	put_stages(view, &item->stages);
	put_flops(view, item);
	fputc('}', file);
}

void view_stack_put_json(const struct view_stack *view)
{
	const struct recording_slots *slots = &view->view.recording->stages;
	struct view_stack all = *view;
	struct view_stack_item item;
	FILE *file = view->view.term->file;
	struct jsonwriter json = { .file = file };

	all.by = VIEW_STACK_ALL;
	item = view_stack_item(&all, 0);
	json_open_object(&json, NULL);
	json_whole(&json, "version", 1);
	json_partial(&json, view->view.recording);
	fputc(',', file);
	fprintf(file, "\"width\":%u,\"cycles\":%" PRIu64 ",\"instructions\":%" PRIu64 ",",
		slots->per_cycle, slots->total.cycles, slots->total.instructions);
	if (view->view.selection) {
		fputs("\"filter\":", file);
		json_put_text(file, view->view.selection);
		fputc(',', file);
	}
	put_stages(view, &item.stages);
	put_flops(view, &item);
	for (size_t i = 0; view->by != VIEW_STACK_ALL && i < view_stack_count(view); i++) {
		item = view_stack_item(view, i);
		fputs(i ? ",\n" : ",\"rows\":[\n", file);
		put_item(view, &item);
	}
	fputs(view->by != VIEW_STACK_ALL ? "\n]}\n" : "}\n", file);
}

/* The heading where @item is NULL. */
static void put_csv_place(const struct view_stack *view, const struct view_stack_item *item)
{
	FILE *file = view->view.term->file;

	if (view->by == VIEW_STACK_ALL)
		return;
	if (view->by == VIEW_STACK_BY_THREAD && item)
		fprintf(file, "thread,%zu,", item->thread);
	else if (view->by == VIEW_STACK_BY_THREAD)
		fputs("by,thread,", file);
	for (size_t i = 0; view->by != VIEW_STACK_BY_THREAD && i < fields_count; i++) {
		if (!is_place(view, &fields[i]) || fields[i].views & FIELDS_JSON_ONLY)
			continue;
		if (item)
			view_csv_value(&view->view, &fields[i], item->row);
		else
			fputs(fields[i].name, file);
		fputc(',', file);
	}
}

static void put_csv_amount(const struct view_stack *view, double amount, uint64_t slots)
{
	fputc(',', view->view.term->file);
	if (view->unit == VIEW_STACK_CYCLES)
		put_cycles(view, slots);
	else
		fprintf(view->view.term->file, "%.6f", amount);
}

static void put_csv_stage(const struct view_stack *view, const struct view_stack_item *item,
			  enum tea_stack stage)
{
	struct view_stack_component components[VIEW_STACK_COMPONENTS];
	size_t count = view_stack_components(view->fine, components);

	put_csv_place(view, item);
	fputs(stages_names[stage], view->view.term->file);
	for (size_t i = 0; i < count; i++) {
		uint64_t slots = stages_sum(&item->stages, stage, components[i].set);

		put_csv_amount(view, view_stack_amount(view, item, slots), slots);
	}
	fputc('\n', view->view.term->file);
}

static void put_csv_bound(const struct view_stack *view, const struct view_stack_item *item,
			  bool most)
{
	struct view_stack_component components[VIEW_STACK_COMPONENTS];
	size_t count = view_stack_components(view->fine, components);

	put_csv_place(view, item);
	fputs(most ? "max," : "min,", view->view.term->file);
	for (size_t i = TEA_CAUSE_BASE + 1; i < count; i++) {
		struct stages_bound bound = stages_bound(&item->stages, components[i].set);
		uint64_t slots = most ? bound.most : bound.least;

		put_csv_amount(view, view_stack_gain(view, item, slots), slots);
	}
	fputc('\n', view->view.term->file);
}

/* One line for each item: GFLOPS. */
static void put_csv_flops(const struct view_stack *view, const struct view_stack_item *item)
{
	put_csv_place(view, item);
	fputs(stages_names[TEA_STACK_ISSUE], view->view.term->file);
	for (size_t i = 0; i < TEA_FLOPS_COUNT; i++)
		put_csv_amount(view, item->gflops[i], 0);
	fputc('\n', view->view.term->file);
}

static void put_csv_item(const struct view_stack *view, const struct view_stack_item *item)
{
	if (view->unit == VIEW_STACK_FLOPS) {
		put_csv_flops(view, item);
		return;
	}
	for (enum tea_stack stage = 0; stage < TEA_STACKS_COUNT; stage++)
		put_csv_stage(view, item, stage);
	put_csv_bound(view, item, false);
	put_csv_bound(view, item, true);
}

static void put_csv_heading(const struct view_stack *view)
{
	struct view_stack_component components[VIEW_STACK_COMPONENTS];
	size_t count = view_stack_components(view->fine, components);
	bool flops = view->unit == VIEW_STACK_FLOPS;

	put_csv_place(view, NULL);
	fputs("stage", view->view.term->file);
	for (size_t i = 0; i < (flops ? TEA_FLOPS_COUNT : count); i++)
		fprintf(view->view.term->file, ",%s", flops ? category_flops.items[i].name :
			components[i].category->name);
	fputc('\n', view->view.term->file);
}

void view_stack_put_csv(const struct view_stack *view)
{
	put_csv_heading(view);
	for (size_t i = 0; i < view_stack_count(view); i++) {
		struct view_stack_item item = view_stack_item(view, i);

		put_csv_item(view, &item);
	}
}
