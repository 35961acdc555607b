// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * campaignpage.c - the results of a campaign; see campaignpage.h
 */
#include "campaignpage.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/outfile.h"
#include "output/csv.h"
#include "output/jsonwriter.h"
#include "output/palette.h"
#include "page/page.h"
#include "summary.h"

#define HOTTEST_MOST	5		/* functions of a result */

static const char *const kinds[] = {
	[CAMPAIGN_SIM] = "sim", [CAMPAIGN_WHATIF] = "whatif", [CAMPAIGN_SENSITIVITY] = "sensitivity",
	[CAMPAIGN_FREE] = "job", [CAMPAIGN_DIFF] = "difference",
};

/* A job, and the result that it is compared with: the same on the first core. */
struct cell {
	const struct campaignpage *page;
	const struct job *job;
	const struct outcome *outcome;
	struct summary summary;
	const struct summary *base;
};

static bool has_core(const struct job *job)
{
	return job->kind != CAMPAIGN_FREE;
}

static const char *state_of(const struct cell *cell)
{
	return cell->outcome->done ? "done" : cell->outcome->tried ? "failed" : "open";
}

static void open_summary(struct cell *cell)
{
	char *path;

	cell->summary = (struct summary){ 0 };
	if (!cell->outcome->done || !has_core(cell->job) ||
	    asprintf(&path, "%s/results/%s/summary.json", cell->page->directory, cell->job->key) < 0)
		return;
	summary_read(&cell->summary, path);
	free(path);
}

/* Each job with its result, and that of the first core, which comes first. */
static void for_each(const struct campaignpage *page, void (*put)(const struct cell *cell, void *context),
		     void *context)
{
	struct cell base = { .job = NULL };

	for (size_t i = 0; i < page->jobs->count; i++) {
		struct cell cell = {
			.page = page, .job = &page->jobs->items[i], .outcome = &page->outcomes->items[i],
		};

		open_summary(&cell);
		if (has_core(cell.job) && !cell.job->core) {
			summary_deinit(&base.summary);
			base = cell;
			base.summary.json = json_object_get(cell.summary.json);
		}
		cell.base = has_core(cell.job) && cell.job->core ? &base.summary : &cell.summary;
		put(&cell, context);
		summary_deinit(&cell.summary);
	}
	summary_deinit(&base.summary);
}

static void put_stack(const struct summary *summary, struct jsonwriter *json)
{
	json_open_object(json, "stack");
	for (size_t i = 0; i < summary->stack_count; i++)
		json_real(json, summary->stack[i].name, summary->stack[i].cycles, 1);
	json_close_object(json);
}

static void put_hottest(const struct summary *summary, struct jsonwriter *json)
{
	struct json_object *rows = json_object_object_get(summary->json, "rows");

	json_open_list(json, "hottest");
	for (size_t i = 0; i < HOTTEST_MOST && rows && i < json_object_array_length(rows); i++) {
		struct json_object *row = json_object_array_get_idx(rows, i);
		const char *symbol = json_object_get_string(json_object_object_get(row, "symbol"));

		if (!symbol)
			continue;
		json_open_list(json, NULL);
		json_text(json, NULL, symbol);
		json_real(json, NULL, json_object_get_double(json_object_object_get(row, "share")), 4);
		json_close_list(json);
	}
	json_close_list(json);
}

static void put_margin(struct jsonwriter *json, const char *key, double margin, int decimals)
{
	if (isnan(margin))
		json_null(json, key);
	else
		json_real(json, key, margin, decimals);
}

/* "change", and what it makes faster, with its interval. */
static void put_changes(const struct summary *summary, struct jsonwriter *json)
{
	struct json_object *changes = json_object_object_get(summary->json, "changes");

	if (!json_object_is_type(changes, json_type_array))
		return;
	json_open_list(json, "changes");
	for (size_t i = 0; i < json_object_array_length(changes); i++) {
		struct json_object *change = json_object_array_get_idx(changes, i);

		json_open_object(json, NULL);
		json_text(json, "change", json_object_get_string(json_object_object_get(change, "change")));
		json_real(json, "speedup", json_object_get_double(json_object_object_get(change, "speedup")), 6);
		put_margin(json, "margin", summary_margin(change, "margin"), 6);
		json_close_object(json);
	}
	json_close_list(json);
}

static bool has_page(const struct cell *cell)
{
	char *path;
	bool is_there;

	if (asprintf(&path, "%s/results/%s/page.html", cell->page->directory, cell->job->key) < 0)
		return false;
	is_there = cell->outcome->done && !access(path, R_OK);
	free(path);
	return is_there;
}

static void put_numbers(const struct cell *cell, struct jsonwriter *json)
{
	const struct summary *summary = &cell->summary;

	json_real(json, "cycles", summary->cycles, 1);
	put_margin(json, "margin", summary->margin, 1);
	json_real(json, "speedup", summary_speedup(summary, cell->base), 6);
	put_margin(json, "speedup_margin", summary_speedup_margin(summary, cell->base), 6);
	put_stack(summary, json);
	put_hottest(summary, json);
	put_changes(summary, json);
}

static void put_job(const struct cell *cell, void *context)
{
	struct jsonwriter *json = context;

	json_open_row(json);
	json_text(json, "name", cell->job->name);
	json_text(json, "kind", kinds[cell->job->kind]);
	json_text(json, "key", cell->job->key);
	json_text(json, "state", state_of(cell));
	json_text(json, "said", cell->outcome->said);
	json_truth(json, "page", has_page(cell));
	if (has_core(cell->job)) {
		json_whole(json, "program", cell->job->program);
		json_whole(json, "core", cell->job->core);
		json_whole(json, "question", cell->job->question);
	}
	if (cell->summary.json)
		put_numbers(cell, json);
	json_close_object(json);
}

static void put_pair(struct jsonwriter *json, const char *name, const char *value)
{
	json_open_list(json, NULL);
	json_text(json, NULL, name);
	json_text(json, NULL, value);
	json_close_list(json);
}

static void put_axes(const struct campaign *campaign, struct jsonwriter *json)
{
	json_open_list(json, "programs");
	for (size_t i = 0; i < campaign->programs_count; i++) {
		const struct wordlist *words = &campaign->programs[i].words;

		json_open_list(json, NULL);
		json_text(json, NULL, campaign->programs[i].name);
		for (size_t w = 0; w < words->count; w++)
			json_text(json, NULL, words->items[w]);
		json_close_list(json);
	}
	json_close_list(json);
	json_open_list(json, "cores");
	for (size_t i = 0; i < campaign->cores_count; i++)
		put_pair(json, campaign->cores[i].name, campaign->cores[i].model);
	json_close_list(json);
	json_open_list(json, "questions");
	for (size_t i = 0; i < campaign->questions_count; i++)
		put_pair(json, campaign->questions[i].name, kinds[campaign->questions[i].kind]);
	json_close_list(json);
}

/* The share of each category in all results. */
struct shares {
	struct piece pieces[PIECES_MOST];
	size_t count;
};

static void add_shares(const struct cell *cell, void *context)
{
	struct shares *shares = context;
	const struct summary *summary = &cell->summary;

	for (size_t i = 0; i < summary->stack_count; i++) {
		const char *name = summary->stack[i].name;
		uint16_t category;
		size_t p = 0;

		if (!category_parse(&category_signatures, name, strlen(name), &category))
			continue;
		while (p < shares->count && shares->pieces[p].category != category)
			p++;
		if (p == PIECES_MOST)
			continue;
		if (p == shares->count)
			shares->pieces[shares->count++] = (struct piece){
				.category = category, .state = PICS_NO_STATE,
			};
		shares->pieces[p].parts += (uint64_t)(1e9 * summary->stack[i].cycles / summary->cycles);
	}
}

static int by_parts(const void *one, const void *other)
{
	const struct piece *a = one, *b = other;

	return a->parts != b->parts ? (a->parts < b->parts ? 1 : -1) : (int)a->category - (int)b->category;
}

static void put_colors(const struct campaignpage *page, struct jsonwriter *json)
{
	struct shares *shares = calloc(1, sizeof(*shares));
	char name[CATEGORY_TEXT], color[PALETTE_TEXT];
	int colors[PIECES_MOST];

	json_open_object(json, "colors");
	if (shares) {
		for_each(page, add_shares, shares);
		qsort(shares->pieces, shares->count, sizeof(shares->pieces[0]), by_parts);
		palette_fill(colors, &category_signatures, shares->pieces, shares->count);
	}
	for (size_t i = 0; shares && i < shares->count; i++)
		json_text(json, category_name(&category_signatures, shares->pieces[i].category, name),
			  palette_text(colors[i], color));
	json_close_object(json);
	free(shares);
}

static void put_page(const struct campaignpage *page, FILE *file)
{
	const char *name = strrchr(page->campaign->table, '/');
	struct jsonwriter json = { .file = file };
	const char *rest = page_put_until(page_campaign_html, "@CSS@", file);

	fputs(page_campaign_css, file);
	rest = page_put_until(rest, "@DATA@", file);
	json_open_object(&json, NULL);
	json_text(&json, "table", name ? name + 1 : page->campaign->table);
	put_axes(page->campaign, &json);
	put_colors(page, &json);
	json_open_list(&json, "jobs");
	for_each(page, put_job, &json);
	json_close_list(&json);
	json_close_document(&json);
	rest = page_put_until(rest, "@JS@", file);
	fputs(page_campaign_js, file);
	fputs(rest, file);
}

/* Nothing where it is not known. */
static void put_csv_number(const struct term *term, double number)
{
	if (!isnan(number))
		fprintf(term->file, "%.6f", number);
}

static void put_value(const struct cell *cell, const struct term *term, const char *what, const char *name,
		      double value, double margin)
{
	const struct campaign *campaign = cell->page->campaign;
	const struct job *job = cell->job;
	const bool core = has_core(job);

	csv_put_text(term, core ? campaign->programs[job->program].name : job->name);
	fputc(',', term->file);
	csv_put_text(term, core ? campaign->cores[job->core].name : "");
	fputc(',', term->file);
	csv_put_text(term, core ? campaign->questions[job->question].name : "");
	fprintf(term->file, ",%s,%s,%s,", kinds[job->kind], state_of(cell), what);
	csv_put_text(term, name);
	fputc(',', term->file);
	put_csv_number(term, value);
	fputc(',', term->file);
	put_csv_number(term, margin);
	fputc('\n', term->file);
}

static void put_lines(const struct cell *cell, void *context)
{
	const struct summary *summary = &cell->summary;
	struct json_object *changes = json_object_object_get(summary->json, "changes");
	const struct term *term = context;

	if (!summary->json) {
		put_value(cell, term, "cycles", "", NAN, NAN);
		return;
	}
	put_value(cell, term, "cycles", "", summary->cycles, summary->margin);
	put_value(cell, term, "speedup", "", summary_speedup(summary, cell->base),
		  summary_speedup_margin(summary, cell->base));
	for (size_t i = 0; i < summary->stack_count; i++)
		put_value(cell, term, "stack", summary->stack[i].name, summary->stack[i].cycles, 0);
	for (size_t i = 0; changes && i < json_object_array_length(changes); i++) {
		struct json_object *change = json_object_array_get_idx(changes, i);

		put_value(cell, term, "change", json_object_get_string(json_object_object_get(change, "change")),
			  json_object_get_double(json_object_object_get(change, "speedup")),
			  summary_margin(change, "margin"));
	}
}

static void put_csv(const struct campaignpage *page, FILE *file)
{
	struct term term = { .file = file, .utf8 = true };

	fputs("program,core,question,kind,state,what,name,value,margin\n", file);
	for_each(page, put_lines, &term);
}

static int write_file(const struct campaignpage *page, const char *name,
		      void (*put)(const struct campaignpage *page, FILE *file), struct fault *fault)
{
	struct outfile out;
	char *path;
	int error;

	if (asprintf(&path, "%s/%s", page->directory, name) < 0)
		return fault_no_memory(fault, "the page");
	error = outfile_open(&out, path);
	if (!error) {
		put(page, out.file);
		error = outfile_close(&out);
	}
	if (error)
		fault_set(fault, error, "cannot write '%s': %s", path, strerror(-error));
	free(path);
	return error;
}

int campaignpage_write(const struct campaignpage *page, struct fault *fault)
{
	int error = write_file(page, "campaign.csv", put_csv, fault);

	return error ? error : write_file(page, "index.html", put_page, fault);
}
