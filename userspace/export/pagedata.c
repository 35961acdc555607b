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
#include "pageflame.h"
#include "pagesources.h"
#include "pagestages.h"
#include "texttable.h"

#define PAGEDATA_VERSION	1

struct page {
	struct listing listing;
	struct pagesources sources;
	struct texttable texts;
	struct pagestages stages;
	uint32_t ranks[CATEGORY_MOST];	/* of categories, in the total */
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
	put_number(page, "unknown", recording->unknown_samples);
	put_number(page, "lost", recording->lost);
	put_number(page, "throttled", recording->throttled);
	put_number(page, "partsPerCycle", recording->parts_per_cycle);
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

/*
 * A set of several items has the hue of its last one, which is the one that costs most by
 * nature; it is darker the more items there are, and pale if they are of two commit states,
 * which the first two letters tell.
 */
static void put_set_color(const struct page *page, const struct category *items, uint16_t set)
{
	const struct category *first = &items[__builtin_ctz(set)];
	const struct category *last = &items[31 - __builtin_clz(set)];
	int more = __builtin_popcount(set) - 1;

	fprintf(page->file, ",\"hsl(%d %d%% calc(var(--lightness) - %d%%))\"]", last->hue + 9 * more,
		strncmp(first->name, last->name, 2) ? 34 : 72, 7 * more);
}

void pagedata_put_hue(int hue, FILE *file)
{
	if (hue == CATEGORY_GREY)
		fputs("\"hsl(215 8% var(--lightness))\"", file);
	else if (hue == CATEGORY_DARK)
		fputs("\"hsl(215 4% 38%)\"", file);
	else
		fprintf(file, "\"hsl(%d 72%% var(--lightness))\"", hue);
}

static void put_color(const struct page *page, const struct category_kind *kind,
		      uint16_t category)
{
	const struct category *item = category_item(kind, category);

	if (!item) {
		put_set_color(page, kind->items, category);
		return;
	}
	fputc(',', page->file);
	pagedata_put_hue(item->hue, page->file);
	fputc(']', page->file);
}

/* What it means and what cures it, as tea explain has it for any instruction. */
static int put_advice(const struct page *page, uint16_t signature,
		      const struct recording *recording)
{
	static const uint64_t no_states[PICS_STATES];
	const struct advice *advice = advice_find(signature, 0, no_states);
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

static int put_category(const struct page *page, const struct pics_share *share,
			const struct recording *recording)
{
	const struct category_kind *kind = recording->kind;
	char name[CATEGORY_TEXT];
	int error = 0;

	fprintf(page->file, "[\"%s\",%" PRIu64 ",", category_name(kind, share->category, name),
		share->parts);
	if (kind == &category_signatures) {
		error = put_advice(page, share->category, recording);
	} else {
		json_put_text(page->file, category_item(kind, share->category)->text);
		fputs(",null,null", page->file);
	}
	put_color(page, kind, share->category);
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
	int error = 0;

	put_states(page, recording->kind, total);
	fputs("\"categories\":[", page->file);
	for (size_t i = 0; !error && i < total->shares_count; i++) {
		page->ranks[total->shares[i].category] = (uint32_t)i;
		fputs(i ? ",\n" : "\n", page->file);
		error = put_category(page, &total->shares[i], recording);
	}
	fputs("],\n", page->file);
	return error;
}

/* Behind a number, or a bracket and nothing: what to write in front of the next one. */
static void put_shares(const struct page *page, const struct pics_stack *stack,
		       const char *separator)
{
	for (size_t i = 0; stack && i < stack->shares_count; i++) {
		fprintf(page->file, "%s%" PRIu32 ",%" PRIu64, separator,
			page->ranks[stack->shares[i].category], stack->shares[i].parts);
		separator = ",";
	}
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
			pagesources_want(&page->sources, insns[i].line.file,
					 insns[i].line.line));
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
	fputc('}', page->file);
	return page->texts.failed || page->sources.paths.failed ? -ENOMEM : 0;
}

static int put_functions(struct page *page, const struct export *export)
{
	int error = 0;

	fputs("\"functions\":[", page->file);
	for (size_t i = 0; !error && i < page->listing.count; i++)
		error = put_function(page, i);
	fputs("],\n", page->file);
	if (!error)
		error = pageflame_put(export, &page->listing, &page->texts, page->ranks);
	fputs("\"texts\":[", page->file);
	for (size_t i = 0; i < page->texts.count; i++) {
		fputs(i ? ",\n" : "\n", page->file);
		json_put_text(page->file, page->texts.texts[i]);
	}
	fputs("],\n\"sources\":", page->file);
	pagesources_put(&page->sources, page->file);
	return error;
}

int pagedata_put(const struct export *export, struct fault *fault)
{
	struct page page = { .file = export->file };
	int error = listing_open(&page.listing, export, fault);

	if (error)
		return error;
	page.sources.files.symfs = export->recording->symbols.options.symfs;
	fputs("{\n", page.file);
	put_description(&page, export);
	put_settings(&page, export->recording);
	pagestages_describe(export->recording, page.file);
	error = pagestages_init(&page.stages, export->recording);
	if (!error)
		error = put_legend(&page, export->recording);
	if (!error)
		error = put_functions(&page, export);
	fputs("}\n", page.file);
	if (error)
		fault_set(fault, error, "out of memory for the page");
	pagestages_deinit(&page.stages);
	pagesources_deinit(&page.sources);
	texttable_deinit(&page.texts);
	listing_close(&page.listing);
	return error;
}
