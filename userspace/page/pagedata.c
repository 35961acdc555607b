// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pagedata.c - the web page's data; see pagedata.h
 */
#include "pagedata.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/causes/advice.h"
#include "analysis/places/chance.h"
#include "export/listing.h"
#include "export/texttable.h"
#include "output/json.h"
#include "output/palette.h"
#include "pageflame.h"
#include "pagemix.h"
#include "pagesources.h"
#include "pagestack.h"
#include "pagestages.h"
#include "pagetimes.h"
#include "pagevariables.h"

#define PAGEDATA_VERSION	1

struct page {
	const struct recording_measure *measure;
	struct listing listing;
	struct pagesources sources;
	struct texttable texts;
	struct pagestages stages;
	struct pagemix mix;
	uint32_t ranks[PIECES_MOST];	/* of pieces by number, in the total */
	uint64_t *bases;		/* by function, the address of its first instruction */
	struct jsonwriter json;
};

static void put_text(struct page *page, const char *name, const char *text)
{
	json_text(&page->json, name, text);
	json_line(&page->json);
}

static void put_number(struct page *page, const char *name, uint64_t number)
{
	json_whole(&page->json, name, number);
	json_line(&page->json);
}

/* An empty list. */
static void put_none(struct page *page, const char *name)
{
	json_open_list(&page->json, name);
	json_close_list(&page->json);
}

static void put_description(struct page *page, const struct export *export)
{
	const struct recording *recording = export->recording;
	const struct recording_measure *measure = export->measure;

	put_number(page, "version", PAGEDATA_VERSION);
	put_text(page, "path", recording->path);
	put_text(page, "event", measure->event);
	put_text(page, "host", recording->host);
	put_text(page, "release", recording->release);
	put_text(page, "arch", recording->arch);
	put_text(page, "command", recording->command);
	put_text(page, "selection", export->selection);
	put_number(page, "period", measure->period);
	put_number(page, "frequency", measure->frequency_hz);
	put_number(page, "samples", measure->samples);
	put_number(page, "groups", measure->groups);
	put_number(page, "windows", recording->merged.groups ? recording->merged.machines :
		   measure->groups ? recording->sampled.windows : 0);
	if (recording->merged.groups)
		put_text(page, "drawn", recording_drawn(recording));
	json_real(&page->json, "errors", measure->groups ? chance_errors(measure->groups) : 0, 6);
	json_real(&page->json, "bias", recording->sampled.bias, 6);
	json_line(&page->json);
	put_text(page, "denser", recording_denser(recording));
	put_number(page, "unknown", measure->unknown_samples);
	put_number(page, "lost", measure->lost);
	put_number(page, "throttled", recording->throttled);
	put_number(page, "partsPerCycle", measure->parts_per_unit);
	put_number(page, "partsPerSample", PICS_SAMPLE);
	put_text(page, "unit", measure->kind->unit);
	put_text(page, "kind", measure->kind->name);
	put_text(page, "kinds", measure->kind->names);
}

static void put_settings(struct page *page, const struct recording *recording)
{
	struct jsonwriter *json = &page->json;

	json_open_list(json, "settings");
	for (size_t i = 0; i < recording->settings_count; i++) {
		json_open_list(json, NULL);
		json_text(json, NULL, recording->settings[i].name);
		json_text(json, NULL, recording->settings[i].value);
		json_close_list(json);
	}
	json_close_list(json);
	json_line(json);
	json_notes(json, "notes", &recording->notes);
	json_line(json);
	json_open_list(json, "objects");
	for (size_t i = 0; i < recording->symbols.count; i++)
		json_text(json, NULL, recording->symbols.objects[i].path);
	json_close_list(json);
	json_line(json);
}

/* Its meaning and its remedy, as tea explain has them for any instruction. */
static int put_advice(struct page *page, const struct piece *piece,
		      const struct recording *recording)
{
	const struct advice *advice = advice_of_piece(piece, 0);
	char *meaning = advice_text(advice->meaning, recording);
	char *remedy = advice_text(advice->remedy, recording);
	int error = meaning && remedy ? 0 : -ENOMEM;

	json_text(&page->json, NULL, advice->title);
	json_text(&page->json, NULL, meaning);
	json_text(&page->json, NULL, remedy);
	free(meaning);
	free(remedy);
	return error;
}

static int put_category(struct page *page, const struct piece *piece, int color,
			const struct recording *recording)
{
	const struct category_kind *kind = page->measure->kind;
	char name[CATEGORY_TEXT], color_text[PALETTE_TEXT];
	struct jsonwriter *json = &page->json;
	int error = 0;

	json_line(json);
	json_open_list(json, NULL);
	json_text(json, NULL, pieces_name(kind, piece, name));
	json_whole(json, NULL, piece->parts);
	if (kind == &category_signatures) {
		error = put_advice(page, piece, recording);
	} else {
		json_text(json, NULL, category_item(kind, piece->category)->text);
		json_null(json, NULL);
		json_null(json, NULL);
	}
	json_text(json, NULL, palette_text(color, color_text));
	pagestack_put_weight(page->measure, &piece->weight, json);
	json_close_list(json);
	return error;
}

static void put_states(struct page *page, const struct category_kind *kind,
		       const struct pics_stack *total)
{
	struct jsonwriter *json = &page->json;

	json_open_list(json, "states");
	for (size_t i = 0; kind->states && i < PICS_STATES; i++) {
		json_open_list(json, NULL);
		json_text(json, NULL, kind->states[i].name);
		json_text(json, NULL, kind->states[i].text);
		json_whole(json, NULL, total->states[i]);
		json_close_list(json);
	}
	json_close_list(json);
	json_line(json);
	json_open_list(json, "events");
	for (size_t i = 0; category_sets(kind) && i < kind->items_count; i++) {
		json_open_list(json, NULL);
		json_text(json, NULL, kind->items[i].name);
		json_text(json, NULL, kind->items[i].text);
		json_close_list(json);
	}
	json_close_list(json);
	json_line(json);
}

static int put_legend(struct page *page, const struct recording *recording)
{
	const struct pics_stack *total = pics_find(&page->listing.total, 0);
	struct piece pieces[PIECES_MOST];
	const struct category_kind *kind = page->measure->kind;
	size_t count = pieces_of(kind, pieces_split(page->measure), total, pieces);
	int colors[PIECES_MOST], error = 0;

	palette_fill(colors, kind, pieces, count);
	put_states(page, kind, total);
	json_open_list(&page->json, "categories");
	for (size_t i = 0; !error && i < count; i++) {
		page->ranks[pieces_number(&pieces[i])] = (uint32_t)i;
		error = put_category(page, &pieces[i], colors[i], recording);
	}
	json_close_list(&page->json);
	json_line(&page->json);
	return error;
}

static void put_addresses(struct page *page)
{
	const struct listing_insn *insns = page->listing.insns;
	uint64_t last = page->listing.insns_count ? insns[0].location.address : 0;

	json_address(&page->json, "a", last);
	json_open_list(&page->json, "x");
	for (size_t i = 0; i < page->listing.insns_count; i++) {
		json_whole(&page->json, NULL, insns[i].location.address - last);
		last = insns[i].location.address;
	}
	json_close_list(&page->json);
}

static void put_code(struct page *page)
{
	const struct listing_insn *insns = page->listing.insns;

	json_open_list(&page->json, "d");
	for (size_t i = 0; i < page->listing.insns_count; i++)
		json_whole(&page->json, NULL, texttable_number(&page->texts, insns[i].text));
	json_close_list(&page->json);
	json_open_list(&page->json, "l");
	for (size_t i = 0; i < page->listing.insns_count; i++)
		json_signed(&page->json, NULL, insns[i].line.file ? insns[i].line.line : 0);
	json_close_list(&page->json);
}

/* A value of a column with runs of the same number: @value, unless it is the @last. */
static void put_run(struct page *page, uint32_t *last, size_t insn, uint32_t value)
{
	if (value == *last)
		return;
	*last = value;
	json_whole(&page->json, NULL, insn);
	json_signed(&page->json, NULL, value == KEYINDEX_NONE ? -1 : (int64_t)value);
}

static void put_files(struct page *page)
{
	const struct listing_insn *insns = page->listing.insns;
	uint32_t last = KEYINDEX_NONE;

	json_open_list(&page->json, "f");
	for (size_t i = 0; i < page->listing.insns_count; i++)
		put_run(page, &last, i, !insns[i].line.file ? KEYINDEX_NONE :
			pagesources_want(&page->sources, &insns[i].line));
	json_close_list(&page->json);
}

/* "inner < outer" */
static uint32_t inlined(struct page *page, const struct symbols_location *location)
{
	struct elfobject_inline inlines[ELFOBJECT_INLINES_MAX];
	size_t count = symbols_inlines(location, inlines), used = 0;
	char text[1024];

	if (!count)
		return KEYINDEX_NONE;
	for (size_t i = 0; i < count && used < sizeof(text); i++)
		used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%s",
					 i ? " < " : "", inlines[i].name);
	return texttable_number(&page->texts, text);
}

static void put_inlines(struct page *page)
{
	const struct listing_insn *insns = page->listing.insns;
	uint32_t last = KEYINDEX_NONE;

	json_open_list(&page->json, "i");
	for (size_t i = 0; i < page->listing.insns_count; i++)
		put_run(page, &last, i, inlined(page, &insns[i].location));
	json_close_list(&page->json);
}

static int compare_address(const void *key, const void *insn)
{
	uint64_t address = *(const uint64_t *)key;
	uint64_t there = ((const struct listing_insn *)insn)->location.address;

	return address < there ? -1 : address > there;
}

/* Jumps from instruction to instruction; targets in the middle of one are left out. */
static void put_jumps(struct page *page)
{
	const struct listing_insn *insns = page->listing.insns, *target;
	size_t count = page->listing.insns_count;

	json_open_list(&page->json, "j");
	for (size_t i = 0; i < count; i++) {
		target = insns[i].target ? bsearch(&insns[i].target, insns, count, sizeof(*insns),
						   compare_address) : NULL;
		if (!target)
			continue;
		json_whole(&page->json, NULL, i);
		json_whole(&page->json, NULL, (uint64_t)(target - insns));
	}
	json_close_list(&page->json);
}

static void put_stacks(struct page *page)
{
	const struct listing_insn *insns = page->listing.insns;

	json_open_list(&page->json, "k");
	for (size_t i = 0; i < page->listing.insns_count; i++) {
		if (!insns[i].stack)
			continue;
		json_open_list(&page->json, NULL);
		json_whole(&page->json, NULL, i);
		pagestack_put(page->measure, insns[i].stack, page->ranks, &page->json);
		json_close_list(&page->json);
	}
	json_close_list(&page->json);
}

static int put_function(struct page *page, size_t number)
{
	const struct listing_function *function = &page->listing.functions[number];
	const struct symbols_location *location = &function->function->location;
	struct jsonwriter *json = &page->json;

	if (listing_read(&page->listing, number))
		return -ENOMEM;
	page->bases[number] = page->listing.insns_count ?
			      page->listing.insns[0].location.address : location->address;
	json_open_row(json);
	json_text(json, "n", location->function);
	json_whole(json, "o", function->function->object);
	json_open_list(json, "t");
	pagestack_put(page->measure, function->total, page->ranks, json);
	json_close_list(json);
	pagestages_put(&page->stages, function->function, json);
	put_addresses(page);
	put_code(page);
	put_files(page);
	put_inlines(page);
	put_jumps(page);
	put_stacks(page);
	pagemix_put_function(&page->mix, &page->listing, function->function->object, json);
	json_close_object(json);
	return page->texts.failed || page->sources.paths.failed ? -ENOMEM : 0;
}

/* The flame graph, and its cycles over time. */
static int put_calls(struct page *page, const struct export *export)
{
	struct calltree tree;
	int error = calltree_build(&tree, export->recording, export->measure, export->wanted,
				   CALLTREE_FUNCTIONS);

	if (error)
		return error;
	error = pageflame_put(&page->listing, &tree, &page->texts, page->ranks, &page->json);
	if (!error)
		error = pagetimes_put(export->recording, export->measure, &page->listing, &tree,
				      page->bases, page->ranks, &page->json);
	calltree_deinit(&tree);
	return error;
}

static int put_functions(struct page *page, const struct export *export)
{
	int error = 0;

	page->bases = calloc(page->listing.count + 1, sizeof(*page->bases));
	if (!page->bases)
		return -ENOMEM;
	json_open_list(&page->json, "functions");
	for (size_t i = 0; !error && i < page->listing.count; i++)
		error = put_function(page, i);
	json_close_list(&page->json);
	json_line(&page->json);
	return error ? error : put_calls(page, export);
}

/* The texts whose numbers were written. */
static void put_texts(struct page *page)
{
	json_open_list(&page->json, "texts");
	for (size_t i = 0; i < page->texts.count; i++) {
		json_line(&page->json);
		json_text(&page->json, NULL, page->texts.texts[i]);
	}
	json_close_list(&page->json);
	json_line(&page->json);
	pagesources_put(&page->sources, &page->json);
}

static int put_cycles(struct page *page, const struct export *export)
{
	int error = pagestages_init(&page->stages, export->recording);

	pagestages_describe(export->recording, &page->json);
	if (!error)
		error = put_legend(page, export->recording);
	return error ? error : put_functions(page, export);
}

static void put_no_cycles(struct page *page)
{
	static const char *const lists[] = { "states", "events", "categories", "functions" };

	json_null(&page->json, "stages");
	json_line(&page->json);
	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
		put_none(page, lists[i]);
		json_line(&page->json);
	}
	json_open_object(&page->json, "flame");
	put_none(page, "p");
	put_none(page, "f");
	put_none(page, "t");
	json_close_object(&page->json);
	json_line(&page->json);
	json_null(&page->json, "times");
	json_line(&page->json);
}

/* A recording of executions alone is the mix itself. */
static bool has_cycles(const struct export *export)
{
	return !export->executions;
}

static int put_all(struct page *page, const struct export *export)
{
	int error = pagemix_init(&page->mix, export, &page->texts);

	if (error)
		return error;
	json_open_object(&page->json, NULL);
	json_line(&page->json);
	put_description(page, export);
	put_settings(page, export->recording);
	if (has_cycles(export))
		error = put_cycles(page, export);
	else
		put_no_cycles(page);
	pagevariables_put(export->data, &page->texts, page->ranks, &page->json);
	if (!error)
		error = pagemix_put(&page->mix, &page->json);
	put_texts(page);
	json_close_document(&page->json);
	return error || !page->texts.failed ? error : -ENOMEM;
}

int pagedata_put(const struct export *export, struct fault *fault)
{
	struct page page = { .measure = export->measure, .json.file = export->file };
	int error = has_cycles(export) ? listing_open(&page.listing, export, fault) : 0;

	if (error)
		return error;
	page.sources.files.paths = export->recording->source_paths;
	error = put_all(&page, export);
	if (error)
		fault_no_memory(fault, "the page");
	pagemix_deinit(&page.mix);
	pagestages_deinit(&page.stages);
	pagesources_deinit(&page.sources);
	texttable_deinit(&page.texts);
	free(page.bases);
	if (has_cycles(export))
		listing_close(&page.listing);
	return error;
}
