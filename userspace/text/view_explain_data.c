// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_explain_data.c - explanations as JSON and CSV
 */
#include <inttypes.h>
#include <stdlib.h>

#include "analysis/places/chance.h"
#include "output/amount.h"
#include "output/csv.h"
#include "output/json.h"
#include "recording/waits.h"
#include "view_explain.h"
#include "view_waiting.h"
#include "view_whatif.h"

static void put_advice(const struct view *view, const char *name, const char *text,
		       struct jsonwriter *json)
{
	char *words = text ? advice_text(text, view->recording) : NULL;

	json_text(json, name, words ? words : text);
	free(words);
}

static void put_speedup(const char *name, double speedup, struct jsonwriter *json)
{
	if (speedup > 0)
		json_real(json, name, speedup, 4);
	else
		json_null(json, name);
}

/* Where there are stages. */
static void put_bounds(const struct view *view, const struct cause *cause, struct jsonwriter *json)
{
	uint32_t width = view->recording->stages.per_cycle;
	struct view_explain_bounds bounds;
	char cycles[AMOUNT_TEXT];

	if (!width)
		return;
	if (!view_explain_bounds(view, cause, &bounds)) {
		json_null(json, "bounds");
		return;
	}
	json_open_object(json, "bounds");
	json_truth(json, "loop", cause->of_loop);
	json_open_list(json, "components");
	for (uint32_t set = cause->components; set; set &= set - 1)
		json_text(json, NULL, category_components.items[__builtin_ctz(set)].name);
	json_close_list(json);
	fputs(amount_decimal(cause->bound.least, width, cycles), json_value(json, "min"));
	fputs(amount_decimal(cause->bound.most, width, cycles), json_value(json, "max"));
	put_speedup("speedup_min", bounds.least, json);
	put_speedup("speedup_max", bounds.most, json);
	json_close_object(json);
}

/* A measured cause: {"cycles":N,"gain":N,"speedup":X} or {"failure":"..."}. */
static void put_gain(const struct gains *gains, size_t number, struct jsonwriter *json)
{
	const struct whatif_set *set;
	double speedup = 0;
	int64_t gain;

	if (!gains->whatif.count)
		return;
	if (number == GAINS_NONE) {
		json_null(json, "worth");
		return;
	}
	set = gains_alone(gains, number);
	json_open_object(json, "worth");
	if (!gains_cycles(gains, set, &gain)) {
		json_text(json, "failure", set->failure);
	} else {
		json_whole(json, "cycles", set->cycles);
		json_signed(json, "gain", gain);
		whatif_speedup(&gains->whatif, set, &speedup);
		put_speedup("speedup", speedup, json);
	}
	json_close_object(json);
}

/* The gain of all measured causes, alone and together. */
static void put_all_gains(const struct gains *gains, struct jsonwriter *json)
{
	const struct whatif *whatif = &gains->whatif;

	if (!whatif->count)
		return;
	json_open_object(json, "worth");
	view_whatif_members(whatif, json);
	json_line(json);
	view_whatif_together(whatif, whatif_all(whatif), "all", json);
	json_close_object(json);
	json_line(json);
}

/* If cycles are samples: their number, and the margin of the share; else null. */
static void put_chance(const struct view *view, uint64_t parts, const struct pics_weight *weight,
		       struct jsonwriter *json)
{
	char samples[AMOUNT_TEXT];

	if (!chance_has(weight)) {
		json_null(json, "samples");
		json_null(json, "margin");
		return;
	}
	if (weight->samples == PICS_WINDOWS)
		json_null(json, "samples");
	else
		fputs(amount_decimal(weight->samples, PICS_SAMPLE, samples),
		      json_value(json, "samples"));
	json_real(json, "margin", chance_margin(parts, weight, view_total(view)), 6);
}

/* Members of the unit's name and "share". */
static void put_amount(const struct view *view, uint64_t parts, struct jsonwriter *json)
{
	json_cycles(json, view->rows->measure->kind->unit, view->rows->measure, parts);
	json_real(json, "share", view_share(view, parts), 6);
}

/* Base by commit state, each with its own text. */
static void put_pieces(const struct view *view, const struct cause *cause, struct jsonwriter *json)
{
	char name[CATEGORY_TEXT];

	if (cause->category || !pieces_split(view->rows->measure))
		return;
	json_open_list(json, "pieces");
	for (size_t i = 0; i < cause->pieces_count; i++) {
		const struct cause_piece *piece = &cause->pieces[i];

		json_open_object(json, NULL);
		json_text(json, "name", pieces_name(view->rows->measure->kind, &piece->piece, name));
		put_amount(view, piece->piece.parts, json);
		json_text(json, "title", piece->advice->title);
		put_advice(view, "meaning", piece->advice->meaning, json);
		put_advice(view, "cure", piece->chance ? NULL : piece->advice->remedy, json);
		json_close_object(json);
	}
	json_close_list(json);
}

static void put_cause(const struct view *view, const struct cause *cause, struct jsonwriter *json)
{
	const struct category_kind *kind = view->rows->measure->kind;
	char name[CATEGORY_TEXT];

	json_text(json, kind->name, category_name(kind, cause->category, name));
	put_amount(view, cause->parts, json);
	put_speedup("speedup", view_speedup(view, cause->parts), json);
	json_truth(json, "front_end", cause->front_end);
	json_text(json, "title", cause->title);
	put_chance(view, cause->parts, &cause->weight, json);
	put_pieces(view, cause, json);
	put_bounds(view, cause, json);
}

static void put_kinds(const struct view *view, const struct explanation *explanation,
		      struct jsonwriter *json)
{
	json_open_list(json, view->rows->measure->kind->names);
	for (size_t i = 0; i < explanation->kinds_count; i++) {
		json_open_row(json);
		put_cause(view, &explanation->kinds[i].cause, json);
		json_whole(json, "instructions", explanation->kinds[i].instructions);
		json_close_object(json);
	}
	json_line(json);
	json_close_list(json);
}

/* Cycles that may be chance need no remedy. */
static bool has_remedy(const struct cause *cause)
{
	return cause->advice && !cause->chance;
}

static void put_causes(const struct view *view, const struct gains *gains,
		       const struct explanation_item *item, struct jsonwriter *json)
{
	json_open_list(json, "causes");
	for (size_t i = 0; i < item->causes_count; i++) {
		const struct cause *cause = &item->causes[i];

		json_open_object(json, NULL);
		put_cause(view, cause, json);
		put_gain(gains, cause->measured, json);
		put_advice(view, "meaning", cause->advice ? cause->advice->meaning : NULL, json);
		put_advice(view, "cure", has_remedy(cause) ? cause->advice->remedy : NULL, json);
		json_close_object(json);
	}
	json_close_list(json);
}

static void put_loop(const struct view *view, const struct explanation_item *item,
		     struct jsonwriter *json)
{
	if (!item->around.loop.end) {
		json_null(json, "loop");
		return;
	}
	json_open_object(json, "loop");
	json_address(json, "address", item->around.loop.begin);
	json_address(json, "end", item->around.loop.end);
	json_whole(json, "instructions", item->around.loop.instructions);
	json_cycles(json, view->rows->measure->kind->unit, view->rows->measure, item->loop_parts);
	json_close_object(json);
}

/* The address of an instruction; null without one. */
static void put_address(const char *name, uint64_t address, struct jsonwriter *json)
{
	if (address)
		json_address(json, name, address);
	else
		json_null(json, name);
}

static void put_addressing(const struct explanation_item *item, struct jsonwriter *json)
{
	if (item->around.addressing.kind == ADDRESSING_UNKNOWN) {
		json_null(json, "addressing");
		return;
	}
	json_open_object(json, "addressing");
	json_text(json, "kind", addressing_names[item->around.addressing.kind]);
	if (item->around.addressing.stride)
		json_signed(json, "stride", item->around.addressing.stride);
	else
		json_null(json, "stride");
	put_address("from", item->around.from, json);
	put_address("restart", item->around.restart, json);
	json_close_object(json);
}

/* The waits of the loop, if the recording has stages. */
static void put_waits(const struct explanation_item *item, struct jsonwriter *json)
{
	const struct waitlimit *limit = &item->around.limit;

	if (!limit->slots) {
		json_null(json, "waits");
		return;
	}
	json_open_object(json, "waits");
	json_text(json, "group", waitgroup_names[limit->group]);
	json_real(json, "share", (double)limit->by_group[limit->group] / (double)limit->slots, 6);
	put_address("address", limit->most.address, json);
	json_text(json, "disassembly", item->around.limit_text[0] ? item->around.limit_text : NULL);
	json_close_object(json);
}

static void put_same(const struct view *view, const struct explanation_item *item,
		     struct jsonwriter *json)
{
	json_open_object(json, "same");
	json_whole(json, "instructions", item->same);
	json_cycles(json, view->rows->measure->kind->unit, view->rows->measure, item->same_parts);
	json_close_object(json);
}

static void put_hints(const struct explanation_item *item, struct jsonwriter *json)
{
	json_open_list(json, "hints");
	for (size_t i = 0; i < EXPLANATION_HINTS; i++)
		if (item->hints[i][0])
			json_text(json, NULL, item->hints[i]);
	json_close_list(json);
}

/* For a library's code, the program's own line. */
static void put_own(const struct explanation_item *item, struct jsonwriter *json)
{
	const struct ownline *own = &item->own;

	if (!own->line.file) {
		json_null(json, "for");
		return;
	}
	json_open_object(json, "for");
	json_text(json, "file", own->line.file);
	json_signed(json, "line", own->line.line);
	json_text(json, "function", own->function);
	json_text(json, "source", item->own_source);
	json_close_object(json);
}

static void put_item(const struct view *view, const struct gains *gains,
		     const struct explanation_item *item, struct jsonwriter *json)
{
	const struct row *row = item->row;

	json_open_row(json);
	json_text(json, "object", row->location.object->path);
	json_symbol(json, &row->location);
	json_whole(json, "offset", row->location.offset);
	json_address(json, "address", row->location.address);
	json_text(json, "disassembly", item->disassembly[0] ? item->disassembly : NULL);
	json_source(json, &row->line);
	json_text(json, "source", item->source);
	put_own(item, json);
	put_amount(view, row->stack->parts, json);
	put_chance(view, row->stack->parts, &row->stack->weight, json);
	json_stack(json, "stack", view->rows->measure, row->stack);
	put_loop(view, item, json);
	put_same(view, item, json);
	put_addressing(item, json);
	put_address("awaited", item->around.awaited, json);
	put_address("store", item->around.store, json);
	put_waits(item, json);
	put_hints(item, json);
	put_causes(view, gains, item, json);
	json_close_object(json);
}

static void put_function(const struct row *row, struct jsonwriter *json)
{
	json_text(json, "object", row->location.object->path);
	json_text(json, "symbol", row->location.function);
}

/* A cause that no instruction has much of, by function. */
static void put_spread(const struct view *view, const struct spread *spread, struct jsonwriter *json)
{
	const struct category_kind *kind = view->rows->measure->kind;
	char name[CATEGORY_TEXT];

	json_open_object(json, NULL);
	json_text(json, "name", pieces_name(kind, &spread->piece.piece, name));
	put_amount(view, spread->piece.piece.parts, json);
	json_whole(json, "instructions", spread->instructions);
	json_whole(json, "functions", spread->functions);
	json_open_list(json, "most");
	for (size_t i = 0; i < spread->places_count; i++) {
		json_open_object(json, NULL);
		put_function(spread->places[i].row, json);
		json_cycles(json, kind->unit, view->rows->measure, spread->places[i].parts);
		json_close_object(json);
	}
	json_close_list(json);
	json_real(json, "seldom", view_share(view, spread->seldom), 6);
	put_advice(view, "cure", spread->piece.advice && !spread_is_seldom(spread) ?
		   spread->piece.advice->remedy : NULL, json);
	json_close_object(json);
}

static void put_spreads(const struct view *view, const struct spreads *spreads,
			struct jsonwriter *json)
{
	json_open_list(json, "spread");
	for (size_t i = 0; i < spreads->count; i++) {
		json->line = i;
		put_spread(view, &spreads->items[i], json);
	}
	json_close_list(json);
	json_line(json);
	json_open_list(json, "loops");
	for (size_t i = 0; i < spreads->hot_count; i++) {
		const struct row *row = spreads->hot[i];

		json->line = i;
		json_open_object(json, NULL);
		put_function(row, json);
		json_address(json, "address", row->location.address);
		json_address(json, "end", row->end);
		json_cycles(json, view->rows->measure->kind->unit, view->rows->measure,
			    row->stack->parts);
		json_stack(json, "stack", view->rows->measure, row->stack);
		json_close_object(json);
	}
	json_close_list(json);
	json_line(json);
}

void view_explain_json(const struct view *view, const struct explanation *explanation)
{
	struct jsonwriter json = { .file = view->term->file };

	json_open_object(&json, NULL);
	json_whole(&json, "version", 2);
	json_partial(&json, view->recording);
	json_kind(&json, view->rows->measure->kind);
	json_cycles(&json, "total", view->rows->measure, view_total(view)->parts);
	json_text(&json, "filter", view->selection);
	put_kinds(view, explanation, &json);
	put_spreads(view, &explanation->spreads, &json);
	put_all_gains(&explanation->gains, &json);
	json_open_list(&json, "instructions");
	for (size_t i = 0; i < explanation->count; i++)
		put_item(view, &explanation->gains, &explanation->items[i], &json);
	json_line(&json);
	json_close_list(&json);
	if (view->waiting)
		view_waiting_json(view, &json);
	json_close_document(&json);
}

static void put_csv_advice(const struct view *view, const char *text)
{
	char *words = text ? advice_text(text, view->recording) : NULL;

	fputc(',', view->term->file);
	csv_put_text(view->term, words ? words : text ? text : "");
	free(words);
}

static void put_csv_bounds(const struct view *view, const struct cause *cause)
{
	uint32_t width = view->recording->stages.per_cycle;
	char cycles[AMOUNT_TEXT];

	if (!width)
		return;
	fprintf(view->term->file, ",%s", cause->bounded ?
		amount_decimal(cause->bound.least, width, cycles) : "");
	fprintf(view->term->file, ",%s", cause->bounded ?
		amount_decimal(cause->bound.most, width, cycles) : "");
}

static void put_csv_gain(const struct view *view, const struct gains *gains, size_t number)
{
	const struct whatif_set *set = number == GAINS_NONE ? NULL : gains_alone(gains, number);
	FILE *file = view->term->file;
	double speedup;
	int64_t gain;

	if (!gains->whatif.count)
		return;
	if (set && gains_cycles(gains, set, &gain) && whatif_speedup(&gains->whatif, set, &speedup))
		fprintf(file, ",%" PRId64 ",%.4f", gain, speedup);
	else
		fputs(",,", file);
}

static void put_csv_chance(const struct view *view, const struct cause *cause)
{
	char samples[AMOUNT_TEXT];

	if (!chance_has(&cause->weight)) {
		fputs(",,", view->term->file);
		return;
	}
	fprintf(view->term->file, ",%s,%.6f", cause->weight.samples == PICS_WINDOWS ? "" :
		amount_decimal(cause->weight.samples, PICS_SAMPLE, samples),
		chance_margin(cause->parts, &cause->weight, view_total(view)));
}

static void put_csv_line(const struct view *view, const struct gains *gains,
			 const struct explanation_item *item, const struct cause *cause)
{
	const struct row *row = item->row;
	FILE *file = view->term->file;
	char name[CATEGORY_TEXT], cycles[AMOUNT_TEXT];

	csv_put_text(view->term, row->location.object->path);
	fputc(',', file);
	csv_put_text(view->term, row->location.function ? row->location.function : "");
	fprintf(file, ",%" PRIu64 ",0x%" PRIx64 ",", row->location.offset, row->location.address);
	csv_put_text(view->term, item->disassembly);
	fputc(',', file);
	csv_put_text(view->term, row->line.file ? row->line.file : "");
	fprintf(file, row->line.file ? ",%d" : ",", row->line.line);
	fprintf(file, ",%s,%s,%.6f,",
		category_name(view->rows->measure->kind, cause->category, name),
		amount_exact(view->rows->measure, cause->parts, cycles), view_share(view, cause->parts));
	csv_put_text(view->term, cause->title ? cause->title : "");
	put_csv_advice(view, cause->advice ? cause->advice->meaning : NULL);
	put_csv_advice(view, has_remedy(cause) ? cause->advice->remedy : NULL);
	put_csv_bounds(view, cause);
	put_csv_gain(view, gains, cause->measured);
	put_csv_chance(view, cause);
	fputc('\n', file);
}

void view_explain_csv(const struct view *view, const struct explanation *explanation)
{
	const struct gains *gains = &explanation->gains;

	if (view->rows->measure->kind == &category_waits) {
		view_waiting_csv(view);
		return;
	}
	fprintf(view->term->file,
		"object,symbol,offset,address,disassembly,file,line,%s,%s,share,"
		"title,meaning,cure%s%s,samples,margin\n",
		view->rows->measure->kind->name, view->rows->measure->kind->unit,
		view->recording->stages.per_cycle ? ",min,max" : "",
		gains->whatif.count ? ",gain,worth" : "");
	for (size_t i = 0; i < explanation->count; i++)
		for (size_t j = 0; j < explanation->items[i].causes_count; j++)
			put_csv_line(view, gains, &explanation->items[i],
				     &explanation->items[i].causes[j]);
}
