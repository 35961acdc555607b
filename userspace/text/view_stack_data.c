// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_stack_data.c - stage stacks as JSON and CSV
 *
 * JSON is in cycles, slots divided by the width, whatever unit is asked for: a contract, see
 * tea-stack(1). CSV has a line for each stage of an item, two for the gains, and one for the margins of
 * each stage where windows of the run estimate it.
 */
#include "analysis/places/chance.h"
#include "output/json.h"
#include "view_stack.h"

/* Fields that say which row it is. */
static bool is_place(const struct view_stack *view, const struct field *field)
{
	return field->views >> fields_view(view->view.rows) & 1 && field->type <= FIELD_ADDRESS;
}

static const char *cycles_text(const struct view_stack *view, uint64_t slots, char text[AMOUNT_TEXT])
{
	return amount_decimal(slots, view->view.recording->stages.per_cycle, text);
}

static void put_cycles(const struct view_stack *view, const char *key, uint64_t slots,
		       struct jsonwriter *json)
{
	char text[AMOUNT_TEXT];

	fputs(cycles_text(view, slots, text), json_value(json, key));
}

/* Of the components @set, named @key, at a stage. */
typedef void (*put_one)(const struct view_stack *view, const char *key, const struct view_stack_item *item,
			enum tea_stack stage, uint32_t set, struct jsonwriter *json);

static void put_slots(const struct view_stack *view, const char *key, const struct view_stack_item *item,
		      enum tea_stack stage, uint32_t set, struct jsonwriter *json)
{
	put_cycles(view, key, stages_sum(&item->stages, stage, set), json);
}

static void put_bound(const struct view_stack *view, const char *key, const struct view_stack_item *item,
		      enum tea_stack stage, uint32_t set, struct jsonwriter *json)
{
	struct stages_bound bound = stages_bound(&item->stages, set);

	(void)stage;
	json_open_object(json, key);
	put_cycles(view, "min", bound.least, json);
	put_cycles(view, "max", bound.most, json);
	json_close_object(json);
}

/* The paper's components from @first on, then below "fine" those that these are made of. */
static void put_object(const struct view_stack *view, const char *key, const struct view_stack_item *item,
		       enum tea_stack stage, size_t first, put_one put, struct jsonwriter *json)
{
	struct view_stack_component components[VIEW_STACK_COMPONENTS];
	size_t count = view_stack_components(true, components);

	for (unsigned int finer = 0; finer < 2; finer++) {
		json_open_object(json, finer ? "fine" : key);
		for (size_t i = first; i < count; i++)
			if (components[i].finer == finer)
				put(view, components[i].category->name, item, stage, components[i].set,
				    json);
	}
	json_close_object(json);
	json_close_object(json);
}

static void put_margin(const struct view_stack *view, const char *key, const struct view_stack_item *item,
		       enum tea_stack stage, uint32_t set, struct jsonwriter *json)
{
	json_real(json, key, stages_margin(item->stack, stage, set, NULL) /
		  view->view.recording->stages.per_cycle, 4);
}

static void put_each(const struct view_stack *view, const char *key, const struct view_stack_item *item,
		     put_one put, struct jsonwriter *json)
{
	json_open_object(json, key);
	for (enum tea_stack stage = 0; stage < TEA_STACKS_COUNT; stage++)
		put_object(view, stages_names[stage], item, stage, 0, put, json);
	json_close_object(json);
}

static void put_stages(const struct view_stack *view, const struct view_stack_item *item,
		       struct jsonwriter *json)
{
	put_each(view, "stages", item, put_slots, json);
	if (view->view.recording->measures[MEASURE_STAGES].groups)
		put_each(view, "margins", item, put_margin, json);
	/* Work cannot be removed. */
	put_object(view, "bounds", item, 0, TEA_CAUSE_BASE + 1, put_bound, json);
}

/* Operations of each width that occurs, and the most of each alone. */
static void put_widths(const struct view_stack *view, const struct view_stack_item *item,
		       struct jsonwriter *json)
{
	json_open_list(json, "widths");
	for (unsigned int width = 0; width < RECORDING_WIDTHS; width++) {
		if (!(item->widths[width] > 0))
			continue;
		json_open_object(json, NULL);
		json_whole(json, "bytes", RECORDING_WIDTH_BYTES(width));
		json_real(json, "done", item->widths[width], 6);
		json_real(json, "peak", view_stack_width_peak(view, item, width), 6);
		json_close_object(json);
	}
	json_close_list(json);
}

/* Threads are summed up; "components" are GFLOPS. */
static void put_flops(const struct view_stack *view, const struct view_stack_item *item,
		      struct jsonwriter *json)
{
	if (!view_stack_has_flops(view))
		return;
	json_open_object(json, "flops");
	json_whole(json, "slots_per_cycle", view->view.recording->flops.per_cycle);
	json_real(json, "ghz", view->ghz, 6);
	json_real(json, "peak", view_stack_peak(view, item), 6);
	json_open_object(json, "components");
	for (size_t i = 0; i < TEA_FLOPS_COUNT; i++)
		json_real(json, category_flops.items[i].name, item->gflops[i], 6);
	json_close_object(json);
	put_widths(view, item, json);
	json_close_object(json);
}

static void put_run(const struct view_stack_item *item, struct jsonwriter *json)
{
	json_whole(json, "cycles", item->cycles);
	json_whole(json, "instructions", item->instructions);
}

static void put_item(const struct view_stack *view, const struct view_stack_item *item,
		     struct jsonwriter *json)
{
	json_open_row(json);
	if (!item->row) {
		json_text(json, "by", "thread");
		json_whole(json, "thread", item->thread);
		put_run(item, json);
	}
	for (size_t i = 0; item->row && i < fields_count; i++)
		if (is_place(view, &fields[i]))
			view_json_value(&view->view, &fields[i], item->row, json);
	if (view->by == VIEW_STACK_BY_TIME)
		put_run(item, json);
	put_stages(view, item, json);
	put_flops(view, item, json);
	json_close_object(json);
}

static void put_items(const struct view_stack *view, struct jsonwriter *json)
{
	json_open_list(json, "rows");
	for (size_t i = 0; i < view_stack_count(view); i++) {
		const struct view_stack_item item = view_stack_item(view, i);

		put_item(view, &item, json);
	}
	json_line(json);
	json_close_list(json);
}

void view_stack_put_json(const struct view_stack *view)
{
	const struct recording_slots *slots = &view->view.recording->stages;
	const struct pics_stack *commit = pics_find(&slots->whole, TEA_STACK_COMMIT);
	struct view_stack all = *view;
	struct view_stack_item item;
	struct jsonwriter json = { .file = view->view.term->file };

	all.by = VIEW_STACK_ALL;
	item = view_stack_item(&all, 0);
	json_open_object(&json, NULL);
	json_whole(&json, "version", 1);
	json_partial(&json, view->view.recording);
	json_whole(&json, "width", slots->per_cycle);
	json_whole(&json, "cycles", slots->total.cycles);
	if (view->view.recording->measures[MEASURE_STAGES].groups)
		json_real(&json, "margin", chance_amount(commit->parts, &commit->weight) / slots->per_cycle, 4);
	json_whole(&json, "instructions", slots->total.instructions);
	if (view->view.selection)
		json_text(&json, "filter", view->view.selection);
	put_stages(view, &item, &json);
	put_flops(view, &item, &json);
	if (view->by != VIEW_STACK_ALL)
		put_items(view, &json);
	json_close_document(&json);
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
	char text[AMOUNT_TEXT];

	if (view->unit == VIEW_STACK_CYCLES)
		fprintf(view->view.term->file, ",%s", cycles_text(view, slots, text));
	else
		fprintf(view->view.term->file, ",%.6f", amount);
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

static void put_csv_margin(const struct view_stack *view, const struct view_stack_item *item,
			   enum tea_stack stage)
{
	struct view_stack_component components[VIEW_STACK_COMPONENTS];
	size_t count = view_stack_components(view->fine, components);

	put_csv_place(view, item);
	fprintf(view->view.term->file, "%s_margin", stages_names[stage]);
	for (size_t i = 0; i < count; i++)
		fprintf(view->view.term->file, view->unit == VIEW_STACK_CYCLES ? ",%.4f" : ",%.6f",
			view_stack_margin(view, item, stage, components[i].set));
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
	for (enum tea_stack stage = 0; view_stack_is_estimated(view) && stage < TEA_STACKS_COUNT; stage++)
		put_csv_margin(view, item, stage);
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
