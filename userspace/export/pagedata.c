// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pagedata.c - the web page's data; see pagedata.h
 */
#include "pagedata.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/advice.h"
#include "listing.h"
#include "output/json.h"
#include "output/palette.h"
#include "pageflame.h"
#include "pagemix.h"
#include "pagesources.h"
#include "pagestack.h"
#include "pagestages.h"
#include "pagetimes.h"
#include "texttable.h"

#define PAGEDATA_VERSION	1

struct page {
	const struct recording *recording;
	struct listing listing;
	struct pagesources sources;
	struct texttable texts;
	struct pagestages stages;
	struct pagemix mix;
	uint32_t ranks[PIECES_MOST];	/* of pieces by number, in the total */
	uint64_t *bases;		/* by function, the address of its first instruction */
	FILE *file;
};

static void put_text(const struct page *page, const char *name, const char *text)
{
	fprintf(page->file, "\"%s\":", name);
	json_put_text(page->file, text);
	fputs(",\n", page->file);
}

static void put_number(const struct page *page, const char *name, uint64_t number)
{
	fprintf(page->file, "\"%s\":%" PRIu64 ",\n", name, number);
}

static void put_description(const struct page *page, const struct export *export)
{
	const struct recording *recording = export->recording;

	put_number(page, "version", PAGEDATA_VERSION);
	put_text(page, "path", recording->path);
	put_text(page, "event", recording->event);
	put_text(page, "host", recording->host);
	put_text(page, "release", recording->release);
	put_text(page, "arch", recording->arch);
	put_text(page, "command", recording->command);
	put_text(page, "selection", export->selection);
	put_number(page, "period", recording->period);
	put_number(page, "frequency", recording->frequency_hz);
	put_number(page, "samples", recording->samples);
	put_text(page, "denser", recording_denser(recording));
	put_number(page, "unknown", recording->unknown_samples);
	put_number(page, "lost", recording->lost);
	put_number(page, "throttled", recording->throttled);
	put_number(page, "partsPerCycle", recording->parts_per_cycle);
	put_number(page, "partsPerSample", PICS_SAMPLE);
	put_text(page, "unit", recording->kind->unit);
	put_text(page, "kind", recording->kind->name);
	put_text(page, "kinds", recording->kind->names);
}

static void put_settings(const struct page *page, const struct recording *recording)
{
	fputs("\"settings\":[", page->file);
	for (size_t i = 0; i < recording->settings_count; i++) {
		fputs(i ? ",[" : "[", page->file);
		json_put_text(page->file, recording->settings[i].name);
		fputc(',', page->file);
		json_put_text(page->file, recording->settings[i].value);
		fputc(']', page->file);
	}
	fputs("],\n\"notes\":", page->file);
	json_put_notes(page->file, recording);
	fputs(",\n\"objects\":[", page->file);
	for (size_t i = 0; i < recording->symbols.count; i++) {
		fputs(i ? "," : "", page->file);
		json_put_text(page->file, recording->symbols.objects[i].path);
	}
	fputs("],\n", page->file);
}

/* What it means and what cures it, as tea explain has it for any instruction. */
static int put_advice(const struct page *page, const struct piece *piece,
		      const struct recording *recording)
{
	const struct advice *advice = advice_of_piece(piece, 0);
	char *meaning = advice_text(advice->meaning, recording);
	char *cure = advice_text(advice->cure, recording);

	json_put_text(page->file, advice->title);
	fputc(',', page->file);
	json_put_text(page->file, meaning);
	fputc(',', page->file);
	json_put_text(page->file, cure);
	free(meaning);
	free(cure);
	return meaning && cure ? 0 : -ENOMEM;
}

static int put_category(const struct page *page, const struct piece *piece, int color,
			const struct recording *recording)
{
	const struct category_kind *kind = recording->kind;
	char name[CATEGORY_TEXT], color_text[PALETTE_TEXT];
	int error = 0;

	fprintf(page->file, "[\"%s\",%" PRIu64 ",", pieces_name(kind, piece, name),
		piece->parts);
	if (kind == &category_signatures) {
		error = put_advice(page, piece, recording);
	} else {
		json_put_text(page->file, category_item(kind, piece->category)->text);
		fputs(",null,null", page->file);
	}
	fprintf(page->file, ",\"%s\",%" PRIu64 ",%.6g]", palette_text(color, color_text),
		piece->weight.samples, piece->weight.squares);
	return error;
}

static void put_states(const struct page *page, const struct category_kind *kind,
		       const struct pics_stack *total)
{
	fputs("\"states\":[", page->file);
	for (size_t i = 0; kind->states && i < PICS_STATES; i++)
		fprintf(page->file, "%s[\"%s\",\"%s\",%" PRIu64 "]", i ? "," : "",
			kind->states[i].name, kind->states[i].text, total->states[i]);
	fputs("],\n\"events\":[", page->file);
	for (size_t i = 0; category_sets(kind) && i < kind->items_count; i++)
		fprintf(page->file, "%s[\"%s\",\"%s\"]", i ? "," : "", kind->items[i].name,
			kind->items[i].text);
	fputs("],\n", page->file);
}

static int put_legend(struct page *page, const struct recording *recording)
{
	const struct pics_stack *total = pics_find(&page->listing.total, 0);
	struct piece pieces[PIECES_MOST];
	size_t count = pieces_of(recording->kind, pieces_split(recording), total, pieces);
	int colors[PIECES_MOST], error = 0;

	palette_fill(colors, recording->kind, pieces, count);
	put_states(page, recording->kind, total);
	fputs("\"categories\":[", page->file);
	for (size_t i = 0; !error && i < count; i++) {
		page->ranks[pieces_number(&pieces[i])] = (uint32_t)i;
		fputs(i ? ",\n" : "\n", page->file);
		error = put_category(page, &pieces[i], colors[i], recording);
	}
	fputs("],\n", page->file);
	return error;
}

static void put_shares(const struct page *page, const struct pics_stack *stack,
		       const char *separator)
{
	pagestack_put(page->recording, stack, page->ranks, separator, page->file);
}

static void put_addresses(const struct page *page)
{
	const struct listing_insn *insns = page->listing.insns;
	uint64_t last = page->listing.insns_count ? insns[0].location.address : 0;

	fprintf(page->file, "\"a\":\"0x%" PRIx64 "\",\"x\":[", last);
	for (size_t i = 0; i < page->listing.insns_count; i++) {
		fprintf(page->file, "%s%" PRIu64, i ? "," : "", insns[i].location.address - last);
		last = insns[i].location.address;
	}
	fputs("],", page->file);
}

static void put_code(struct page *page)
{
	const struct listing_insn *insns = page->listing.insns;

	fputs("\"d\":[", page->file);
	for (size_t i = 0; i < page->listing.insns_count; i++)
		fprintf(page->file, "%s%" PRIu32, i ? "," : "",
			texttable_number(&page->texts, insns[i].text));
	fputs("],\"l\":[", page->file);
	for (size_t i = 0; i < page->listing.insns_count; i++)
		fprintf(page->file, "%s%d", i ? "," : "", insns[i].line.file ?
			insns[i].line.line : 0);
	fputs("],", page->file);
}

/* A column whose values are runs of the same number. */
struct runs {
	const char *separator;
	uint32_t last;
};

static void put_run(const struct page *page, struct runs *runs, size_t insn, uint32_t value)
{
	if (value == runs->last)
		return;
	runs->last = value;
	fprintf(page->file, "%s%zu,%" PRId64, runs->separator, insn,
		value == KEYINDEX_NONE ? -1 : (int64_t)value);
	runs->separator = ",";
}

static void put_files(struct page *page)
{
	const struct listing_insn *insns = page->listing.insns;
	struct runs runs = { .separator = "", .last = KEYINDEX_NONE };

	fputs("\"f\":[", page->file);
	for (size_t i = 0; i < page->listing.insns_count; i++)
		put_run(page, &runs, i, !insns[i].line.file ? KEYINDEX_NONE :
			pagesources_want(&page->sources, &insns[i].line));
	fputs("],", page->file);
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
	struct runs runs = { .separator = "", .last = KEYINDEX_NONE };

	fputs("\"i\":[", page->file);
	for (size_t i = 0; i < page->listing.insns_count; i++)
		put_run(page, &runs, i, inlined(page, &insns[i].location));
	fputs("],", page->file);
}

static int compare_address(const void *key, const void *insn)
{
	uint64_t address = *(const uint64_t *)key;
	uint64_t there = ((const struct listing_insn *)insn)->location.address;

	return address < there ? -1 : address > there;
}

/* From instruction to instruction; what lies in the middle of one is nowhere. */
static void put_jumps(const struct page *page)
{
	const struct listing_insn *insns = page->listing.insns, *target;
	size_t count = page->listing.insns_count;
	const char *separator = "";

	fputs("\"j\":[", page->file);
	for (size_t i = 0; i < count; i++) {
		target = insns[i].target ? bsearch(&insns[i].target, insns, count, sizeof(*insns),
						   compare_address) : NULL;
		if (!target)
			continue;
		fprintf(page->file, "%s%zu,%zu", separator, i, (size_t)(target - insns));
		separator = ",";
	}
	fputs("],", page->file);
}

static void put_stacks(const struct page *page)
{
	const struct listing_insn *insns = page->listing.insns;
	const char *separator = "";

	fputs("\"k\":[", page->file);
	for (size_t i = 0; i < page->listing.insns_count; i++) {
		if (!insns[i].stack)
			continue;
		fprintf(page->file, "%s[%zu", separator, i);
		put_shares(page, insns[i].stack, ",");
		fputc(']', page->file);
		separator = ",";
	}
	fputc(']', page->file);
}

static int put_function(struct page *page, size_t number)
{
	const struct listing_function *function = &page->listing.functions[number];
	const struct symbols_location *location = &function->function->location;

	if (listing_read(&page->listing, number))
		return -ENOMEM;
	page->bases[number] = page->listing.insns_count ?
			      page->listing.insns[0].location.address : location->address;
	fputs(number ? ",\n{\"n\":" : "\n{\"n\":", page->file);
	json_put_text(page->file, location->function);
	fprintf(page->file, ",\"o\":%" PRIu32 ",\"t\":[", function->function->object);
	put_shares(page, function->total, "");
	fputs("],", page->file);
	pagestages_put(&page->stages, function->function, page->file);
	put_addresses(page);
	put_code(page);
	put_files(page);
	put_inlines(page);
	put_jumps(page);
	put_stacks(page);
	pagemix_put_function(&page->mix, &page->listing, function->function->object);
	fputc('}', page->file);
	return page->texts.failed || page->sources.paths.failed ? -ENOMEM : 0;
}

/* The flame graph, and what of it was when. */
static int put_calls(struct page *page, const struct export *export)
{
	struct calltree tree;
	int error = calltree_build(&tree, export->recording, export->wanted, CALLTREE_FUNCTIONS);

	if (error)
		return error;
	error = pageflame_put(export, &page->listing, &tree, &page->texts, page->ranks);
	if (!error)
		error = pagetimes_put(export, &page->listing, &tree, page->bases, page->ranks);
	calltree_deinit(&tree);
	return error;
}

static int put_functions(struct page *page, const struct export *export)
{
	int error = 0;

	page->bases = calloc(page->listing.count + 1, sizeof(*page->bases));
	if (!page->bases)
		return -ENOMEM;

	fputs("\"functions\":[", page->file);
	for (size_t i = 0; !error && i < page->listing.count; i++)
		error = put_function(page, i);
	fputs("],\n", page->file);
	return error ? error : put_calls(page, export);
}

/* Those that what was written has numbers of. */
static void put_texts(struct page *page)
{
	fputs("\"texts\":[", page->file);
	for (size_t i = 0; i < page->texts.count; i++) {
		fputs(i ? ",\n" : "\n", page->file);
		json_put_text(page->file, page->texts.texts[i]);
	}
	fputs("],\n\"sources\":", page->file);
	pagesources_put(&page->sources, page->file);
}

static int put_cycles(struct page *page, const struct export *export)
{
	int error = pagestages_init(&page->stages, export->recording);

	pagestages_describe(export->recording, page->file);
	if (!error)
		error = put_legend(page, export->recording);
	return error ? error : put_functions(page, export);
}

static void put_no_cycles(const struct page *page)
{
	fputs("\"stages\":null,\n\"states\":[],\n\"events\":[],\n\"categories\":[],\n\"functions\":[],\n"
	      "\"flame\":{\"p\":[],\"f\":[],\"t\":[]},\n\"times\":null,\n", page->file);
}

/* A recording of executions alone is the mix itself. */
static bool has_cycles(const struct export *export)
{
	return export->mix != export->recording;
}

static int put_all(struct page *page, const struct export *export)
{
	int error = pagemix_init(&page->mix, export, &page->texts);

	if (error)
		return error;
	fputs("{\n", page->file);
	put_description(page, export);
	put_settings(page, export->recording);
	if (has_cycles(export))
		error = put_cycles(page, export);
	else
		put_no_cycles(page);
	if (!error)
		error = pagemix_put(&page->mix);
	put_texts(page);
	fputs("}\n", page->file);
	return error || !page->texts.failed ? error : -ENOMEM;
}

int pagedata_put(const struct export *export, struct fault *fault)
{
	struct page page = { .recording = export->recording, .file = export->file };
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
