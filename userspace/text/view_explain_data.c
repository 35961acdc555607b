// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_explain_data.c - explanations as JSON and CSV
 */
#include <inttypes.h>
#include <stdlib.h>

#include "analysis/chance.h"
#include "output/amount.h"
#include "output/csv.h"
#include "output/json.h"
#include "recording/waits.h"
#include "view_explain.h"
#include "view_waiting.h"
#include "view_whatif.h"

static void put_advice(const struct view *view, const char *name, const char *text, FILE *file)
{
	char *words = text ? advice_text(text, view->recording) : NULL;

	fprintf(file, ",\"%s\":", name);
	json_put_text(file, words ? words : text);
	free(words);
}

static void put_speedup(const char *name, double speedup, FILE *file)
{
	fprintf(file, ",\"%s\":", name);
	if (speedup > 0)
		fprintf(file, "%.4f", speedup);
	else
		fputs("null", file);
}

/* Where there are stages. */
static void put_bounds(const struct view *view, const struct cause *cause, FILE *file)
{
	uint32_t width = view->recording->stages.per_cycle;
	struct view_explain_bounds bounds;
	const char *separator = "";
	char cycles[AMOUNT_TEXT];

	if (!width)
		return;
	if (!view_explain_bounds(view, cause, &bounds)) {
		fputs(",\"bounds\":null", file);
		return;
	}
	fprintf(file, ",\"bounds\":{\"loop\":%s,\"components\":[", cause->of_loop ? "true" : "false");
	for (uint32_t set = cause->components; set; set &= set - 1) {
		fprintf(file, "%s\"%s\"", separator,
			category_components.items[__builtin_ctz(set)].name);
		separator = ",";
	}
	fprintf(file, "],\"min\":%s", amount_decimal(cause->bound.least, width, cycles));
	fprintf(file, ",\"max\":%s", amount_decimal(cause->bound.most, width, cycles));
	put_speedup("speedup_min", bounds.least, file);
	put_speedup("speedup_max", bounds.most, file);
	fputc('}', file);
}

/* Of a cause that has been measured: {"cycles":N,"gain":N,"speedup":X} or {"failure":"..."}. */
static void put_worth(const struct worth *worth, size_t number, FILE *file)
{
	const struct whatif_set *set;
	double speedup = 0;
	int64_t gain;

	if (!worth->whatif.count)
		return;
	fputs(",\"worth\":", file);
	if (number == WORTH_NONE) {
		fputs("null", file);
		return;
	}
	set = worth_alone(worth, number);
	if (!worth_gain(worth, set, &gain)) {
		fputs("{\"failure\":", file);
		json_put_text(file, set->failure);
	} else {
		fprintf(file, "{\"cycles\":%" PRIu64 ",\"gain\":%" PRId64, set->cycles, gain);
		whatif_speedup(&worth->whatif, set, &speedup);
		put_speedup("speedup", speedup, file);
	}
	fputc('}', file);
}

/* What all measured causes bring, alone and together. */
static void put_worths(const struct worth *worth, FILE *file)
{
	const struct whatif *whatif = &worth->whatif;
	const struct whatif_set *all = whatif_all(whatif);

	if (!whatif->count)
		return;
	fputs("\"worth\":{", file);
	view_whatif_members(whatif, file);
	fputs(",\n\"all\":", file);
	view_whatif_together(whatif, all, file);
	fputs("},\n", file);
}

/* Where cycles are samples: how many, and what chance leaves of the share; else null. */
static void put_chance(const struct view *view, uint64_t parts, const struct pics_weight *weight,
		       FILE *file)
{
	char samples[AMOUNT_TEXT];

	if (!chance_has(weight)) {
		fputs(",\"samples\":null,\"margin\":null", file);
		return;
	}
	fprintf(file, ",\"samples\":%s,\"margin\":%.6f",
		amount_decimal(weight->samples, PICS_SAMPLE, samples),
		chance_margin(parts, weight, view_total(view)));
}

/* Of Base what commit did, each with its own text. */
static void put_pieces(const struct view *view, const struct cause *cause, FILE *file)
{
	char name[CATEGORY_TEXT];

	if (cause->category || !pieces_split(view->recording))
		return;
	fputs(",\"pieces\":[", file);
	for (size_t i = 0; i < cause->pieces_count; i++) {
		const struct cause_piece *piece = &cause->pieces[i];

		fprintf(file, "%s{\"name\":\"%s\",\"%s\":", i ? "," : "",
			pieces_name(view->recording->kind, &piece->piece, name),
			view->recording->kind->unit);
		json_put_cycles(file, view->recording, piece->piece.parts);
		fprintf(file, ",\"share\":%.6f,\"title\":", view_share(view, piece->piece.parts));
		json_put_text(file, piece->advice->title);
		put_advice(view, "meaning", piece->advice->meaning, file);
		put_advice(view, "cure", piece->chance ? NULL : piece->advice->cure, file);
		fputc('}', file);
	}
	fputc(']', file);
}

static void put_cause(const struct view *view, const struct cause *cause, FILE *file)
{
	const struct category_kind *kind = view->recording->kind;
	char name[CATEGORY_TEXT];
	double speedup = view_speedup(view, cause->parts);

	fprintf(file, "\"%s\":\"%s\",\"%s\":", kind->name, category_name(kind, cause->category, name),
		kind->unit);
	json_put_cycles(file, view->recording, cause->parts);
	fprintf(file, ",\"share\":%.6f,\"speedup\":", view_share(view, cause->parts));
	if (speedup)
		fprintf(file, "%.4f", speedup);
	else
		fputs("null", file);
	fprintf(file, ",\"front_end\":%s,\"title\":", cause->front_end ? "true" : "false");
	json_put_text(file, cause->title);
	put_chance(view, cause->parts, &cause->weight, file);
	put_pieces(view, cause, file);
	put_bounds(view, cause, file);
}

static void put_kinds(const struct view *view, const struct explanation *explanation, FILE *file)
{
	fprintf(file, "\"%s\":[", view->recording->kind->names);
	for (size_t i = 0; i < explanation->kinds_count; i++) {
		fputs(i ? ",\n{" : "\n{", file);
		put_cause(view, &explanation->kinds[i].cause, file);
		fprintf(file, ",\"instructions\":%zu}", explanation->kinds[i].instructions);
	}
	fputs("\n],", file);
}

/* What chance alone can have made needs none. */
static bool has_cure(const struct cause *cause)
{
	return cause->advice && !cause->chance;
}

static void put_causes(const struct view *view, const struct worth *worth,
		       const struct explanation_item *item, FILE *file)
{
	fputs("\"causes\":[", file);
	for (size_t i = 0; i < item->causes_count; i++) {
		const struct cause *cause = &item->causes[i];

		fputs(i ? ",{" : "{", file);
		put_cause(view, cause, file);
		put_worth(worth, cause->measured, file);
		put_advice(view, "meaning", cause->advice ? cause->advice->meaning : NULL, file);
		put_advice(view, "cure", has_cure(cause) ? cause->advice->cure : NULL, file);
		fputc('}', file);
	}
	fputc(']', file);
}

static void put_loop(const struct view *view, const struct explanation_item *item, FILE *file)
{
	fputs(",\"loop\":", file);
	if (!item->around.loop.end) {
		fputs("null", file);
		return;
	}
	fprintf(file, "{\"address\":\"0x%" PRIx64 "\",\"end\":\"0x%" PRIx64 "\",\"instructions\":%zu,"
		"\"%s\":", item->around.loop.begin, item->around.loop.end, item->around.loop.instructions,
		view->recording->kind->unit);
	json_put_cycles(file, view->recording, item->loop_parts);
	fputc('}', file);
}

/* Of a load in a loop. */
static void put_address(const char *name, uint64_t address, FILE *file)
{
	if (address)
		fprintf(file, ",\"%s\":\"0x%" PRIx64 "\"", name, address);
	else
		fprintf(file, ",\"%s\":null", name);
}

static void put_addressing(const struct explanation_item *item, FILE *file)
{
	if (item->around.addressing.kind == ADDRESSING_UNKNOWN) {
		fputs(",\"addressing\":null", file);
		return;
	}
	fprintf(file, ",\"addressing\":{\"kind\":\"%s\",\"stride\":",
		addressing_names[item->around.addressing.kind]);
	if (item->around.addressing.stride)
		fprintf(file, "%" PRId64, item->around.addressing.stride);
	else
		fputs("null", file);
	put_address("from", item->around.from, file);
	put_address("restart", item->around.restart, file);
	fputc('}', file);
}

/* What the loop waits for, where the recording has stages. */
static void put_waits(const struct explanation_item *item, FILE *file)
{
	const struct waitlimit *limit = &item->around.limit;

	if (!limit->slots) {
		fputs(",\"waits\":null", file);
		return;
	}
	fprintf(file, ",\"waits\":{\"group\":\"%s\",\"share\":%.6f", waitgroup_names[limit->group],
		(double)limit->by_group[limit->group] / (double)limit->slots);
	put_address("address", limit->most.address, file);
	fputs(",\"disassembly\":", file);
	json_put_text(file, item->around.limit_text[0] ? item->around.limit_text : NULL);
	fputc('}', file);
}

static void put_same(const struct view *view, const struct explanation_item *item, FILE *file)
{
	fprintf(file, ",\"same\":{\"instructions\":%zu,\"%s\":", item->same, view->recording->kind->unit);
	json_put_cycles(file, view->recording, item->same_parts);
	fputc('}', file);
}

static void put_hints(const struct explanation_item *item, FILE *file)
{
	const char *separator = "";

	fputs(",\"hints\":[", file);
	for (size_t i = 0; i < EXPLANATION_HINTS; i++) {
		if (!item->hints[i][0])
			continue;
		fputs(separator, file);
		json_put_text(file, item->hints[i]);
		separator = ",";
	}
	fputs("],", file);
}

/* Of a library's code the program's own line. */
static void put_own(const struct explanation_item *item, FILE *file)
{
	const struct ownline *own = &item->own;

	if (!own->line.file) {
		fputs(",\"for\":null", file);
		return;
	}
	fputs(",\"for\":{\"file\":", file);
	json_put_text(file, own->line.file);
	fprintf(file, ",\"line\":%d,\"function\":", own->line.line);
	json_put_text(file, own->function);
	fputs(",\"source\":", file);
	json_put_text(file, item->own_source);
	fputc('}', file);
}

static void put_item(const struct view *view, const struct worth *worth,
		     const struct explanation_item *item, FILE *file)
{
	const struct row *row = item->row;

	fputs("{\"object\":", file);
	json_put_text(file, row->location.object->path);
	fputc(',', file);
	json_put_symbol(file, &row->location);
	fprintf(file, ",\"offset\":%" PRIu64 ",\"address\":\"0x%" PRIx64 "\",\"disassembly\":",
		row->location.offset, row->location.address);
	json_put_text(file, item->disassembly[0] ? item->disassembly : NULL);
	fputs(",\"file\":", file);
	json_put_text(file, row->line.file);
	fprintf(file, row->line.file ? ",\"line\":%d" : ",\"line\":null", row->line.line);
	fputs(",\"source\":", file);
	json_put_text(file, item->source);
	put_own(item, file);
	fprintf(file, ",\"%s\":", view->recording->kind->unit);
	json_put_cycles(file, view->recording, row->stack->parts);
	fprintf(file, ",\"share\":%.6f", view_share(view, row->stack->parts));
	put_chance(view, row->stack->parts, &row->stack->weight, file);
	fputs(",\"stack\":", file);
	json_put_stack(file, view->recording, row->stack);
	put_loop(view, item, file);
	put_same(view, item, file);
	put_addressing(item, file);
	put_address("awaited", item->around.awaited, file);
	put_address("store", item->around.store, file);
	put_waits(item, file);
	put_hints(item, file);
	put_causes(view, worth, item, file);
	fputc('}', file);
}

static void put_function(const struct row *row, FILE *file)
{
	fputs("{\"object\":", file);
	json_put_text(file, row->location.object->path);
	fputs(",\"symbol\":", file);
	json_put_text(file, row->location.function);
}

/* What no instruction has much of: which functions have it. */
static void put_spread(const struct view *view, const struct spread *spread, FILE *file)
{
	const struct category_kind *kind = view->recording->kind;
	char name[CATEGORY_TEXT];

	fprintf(file, "{\"name\":\"%s\",\"%s\":", pieces_name(kind, &spread->piece.piece, name),
		kind->unit);
	json_put_cycles(file, view->recording, spread->piece.piece.parts);
	fprintf(file, ",\"share\":%.6f,\"instructions\":%zu,\"functions\":%zu,\"most\":[",
		view_share(view, spread->piece.piece.parts), spread->instructions, spread->functions);
	for (size_t i = 0; i < spread->places_count; i++) {
		fputs(i ? "," : "", file);
		put_function(spread->places[i].row, file);
		fprintf(file, ",\"%s\":", kind->unit);
		json_put_cycles(file, view->recording, spread->places[i].parts);
		fputc('}', file);
	}
	fprintf(file, "],\"seldom\":%.6f", view_share(view, spread->seldom));
	put_advice(view, "cure", spread->piece.advice && !spread_is_seldom(spread) ?
		   spread->piece.advice->cure : NULL, file);
	fputc('}', file);
}

static void put_spreads(const struct view *view, const struct spreads *spreads, FILE *file)
{
	fputs("\"spread\":[", file);
	for (size_t i = 0; i < spreads->count; i++) {
		fputs(i ? ",\n" : "", file);
		put_spread(view, &spreads->items[i], file);
	}
	fputs("],\n\"loops\":[", file);
	for (size_t i = 0; i < spreads->hot_count; i++) {
		const struct row *row = spreads->hot[i];

		fputs(i ? ",\n" : "", file);
		put_function(row, file);
		fprintf(file, ",\"address\":\"0x%" PRIx64 "\",\"end\":\"0x%" PRIx64 "\",\"%s\":",
			row->location.address, row->end, view->recording->kind->unit);
		json_put_cycles(file, view->recording, row->stack->parts);
		fputs(",\"stack\":", file);
		json_put_stack(file, view->recording, row->stack);
		fputc('}', file);
	}
	fputs("],\n", file);
}

void view_explain_json(const struct view *view, const struct explanation *explanation)
{
	FILE *file = view->term->file;

	fputs("{\"version\":2,", file);
	json_put_partial(file, view->recording);
	json_put_kind(file, view->recording->kind);
	fputs("\"total\":", file);
	json_put_cycles(file, view->recording, view_total(view)->parts);
	fputs(",\"filter\":", file);
	json_put_text(file, view->selection);
	fputc(',', file);
	put_kinds(view, explanation, file);
	put_spreads(view, &explanation->spreads, file);
	put_worths(&explanation->worth, file);
	fputs("\"instructions\":[", file);
	for (size_t i = 0; i < explanation->count; i++) {
		fputs(i ? ",\n" : "\n", file);
		put_item(view, &explanation->worth, &explanation->items[i], file);
	}
	fputs("\n]", file);
	if (view->waiting)
		view_waiting_json(view);
	fputs("}\n", file);
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

static void put_csv_worth(const struct view *view, const struct worth *worth, size_t number)
{
	const struct whatif_set *set = number == WORTH_NONE ? NULL : worth_alone(worth, number);
	FILE *file = view->term->file;
	double speedup;
	int64_t gain;

	if (!worth->whatif.count)
		return;
	if (set && worth_gain(worth, set, &gain) && whatif_speedup(&worth->whatif, set, &speedup))
		fprintf(file, ",%" PRId64 ",%.4f", gain, speedup);
	else
		fputs(",,", file);
}

static void put_csv_chance(const struct view *view, const struct cause *cause)
{
	char samples[AMOUNT_TEXT];

	if (chance_has(&cause->weight))
		fprintf(view->term->file, ",%s,%.6f",
			amount_decimal(cause->weight.samples, PICS_SAMPLE, samples),
			chance_margin(cause->parts, &cause->weight, view_total(view)));
	else
		fputs(",,", view->term->file);
}

static void put_csv_line(const struct view *view, const struct worth *worth,
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
		category_name(view->recording->kind, cause->category, name),
		amount_exact(view->recording, cause->parts, cycles), view_share(view, cause->parts));
	csv_put_text(view->term, cause->title ? cause->title : "");
	put_csv_advice(view, cause->advice ? cause->advice->meaning : NULL);
	put_csv_advice(view, has_cure(cause) ? cause->advice->cure : NULL);
	put_csv_bounds(view, cause);
	put_csv_worth(view, worth, cause->measured);
	put_csv_chance(view, cause);
	fputc('\n', file);
}

void view_explain_csv(const struct view *view, const struct explanation *explanation)
{
	const struct worth *worth = &explanation->worth;

	if (view->recording->kind == &category_waits) {
		view_waiting_csv(view);
		return;
	}
	fprintf(view->term->file, "object,symbol,offset,address,disassembly,file,line,%s,%s,share,"
		"title,meaning,cure%s%s,samples,margin\n", view->recording->kind->name, view->recording->kind->unit,
		view->recording->stages.per_cycle ? ",min,max" : "",
		worth->whatif.count ? ",gain,worth" : "");
	for (size_t i = 0; i < explanation->count; i++)
		for (size_t j = 0; j < explanation->items[i].causes_count; j++)
			put_csv_line(view, worth, &explanation->items[i],
				     &explanation->items[i].causes[j]);
}
