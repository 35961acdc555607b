// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_waiting.c - threads' waits, for people, as JSON and CSV; see view_waiting.h
 */
#include "view_waiting.h"

#include <inttypes.h>
#include <stdlib.h>

#include "output/amount.h"
#include "output/csv.h"
#include "output/json.h"
#include "recording/waits.h"
#include "symbols/funcname.h"
#include "view_labelled.h"
#include "view_text.h"

#define LEAST		0.01		/* of all lives, to be shown */
#define INDENT_LEAD	"    "

static const char *threads_text(const struct waiting_cause *cause, char text[AMOUNT_TEXT])
{
	snprintf(text, AMOUNT_TEXT, "%zu thread%s", cause->threads, cause->threads == 1 ? "" : "s");
	return text;
}

/* "futex in enter+0x10 in convoy", or of threads that could run that they are. */
static void put_head(const struct view *view, const struct waiting_cause *cause, size_t number)
{
	const struct term *term = view->term;
	char place[FUNCNAME_TEXT], shorter[FUNCNAME_TEXT];

	fputc('\n', term->file);
	term_color(term, -1);
	fprintf(term->file, "w%zu. %.2f%%  %s", number,
		100 * waiting_share(cause->ns, cause->lived_ns),
		category_waits.items[cause->category].name);
	if (cause->location.object) {
		fputs(" in ", term->file);
		term_put(term, funcname_fit(symbols_place_text(&cause->location, place, sizeof(place)),
					    term->columns / 2, shorter));
		fputs(" in ", term->file);
		term_put(term, symbols_base_name(cause->location.object->path));
	}
	term_plain(term);
	fputc('\n', term->file);
	if (!cause->line.file)
		return;
	fputs(INDENT_LEAD, term->file);
	term_put(term, symbols_source_name(cause->line.file));
	fprintf(term->file, ":%d\n", cause->line.line);
}

static void put_cause(const struct view *view, const struct waiting_cause *cause, size_t number)
{
	char all[AMOUNT_TEXT], each[AMOUNT_TEXT], longest[AMOUNT_TEXT], threads[AMOUNT_TEXT];
	char count[AMOUNT_TEXT], text[512];

	put_head(view, cause, number);
	snprintf(text, sizeof(text), "%s of the time of %s%s%.64s%s, in %s wait%s: %s each, the longest %s",
		 amount_time(cause->ns, all), threads_text(cause, threads), cause->comm ? " (" : "",
		 cause->comm ? cause->comm : "", cause->comm ? ")" : "",
		 amount_number(cause->count, count), cause->count == 1 ? "" : "s",
		 amount_time(cause->ns / cause->count, each), amount_time(cause->longest_ns, longest));
	view_labelled_put(view, "share", text);
	if (cause->kernel) {
		snprintf(text, sizeof(text), "%.200s, in the kernel", cause->kernel);
		view_labelled_put(view, "at", text);
	}
	if (cause->advice.why)
		view_labelled_put(view, "why", cause->advice.why);
	if (cause->advice.remedy)
		view_labelled_put(view, "remedy", cause->advice.remedy);
}

void view_waiting_text(const struct view *view)
{
	const struct waiting *waiting = view->waiting;
	uint64_t ran = waiting->lived_ns - waiting->waited_ns;
	char lived[AMOUNT_TEXT], text[256];

	if (waiting->waited_ns > waiting->lived_ns)
		ran = 0;
	snprintf(text, sizeof(text), "%zu threads, %s in all: %.1f%% on the CPU, %.1f%% waiting",
		 waiting->threads, amount_time(waiting->lived_ns, lived),
		 100 * waiting_share(ran, waiting->lived_ns),
		 100 * waiting_share(waiting->lived_ns - ran, waiting->lived_ns));
	fputc('\n', view->term->file);
	view_put_pair(view->term, "waits", text);
	for (size_t i = 0; i < waiting->count && i < waiting->top; i++)
		if (waiting_share(waiting->causes[i].ns, waiting->lived_ns) >= LEAST)
			put_cause(view, &waiting->causes[i], i + 1);
	if (waiting->notes != &view->recording->notes)
		view_put_notes(waiting->notes, view->term);
}

static void put_json_cause(struct jsonwriter *json, const struct waiting_cause *cause)
{
	json_open_row(json);
	json_text(json, "wait", category_waits.items[cause->category].name);
	json_whole(json, "nanoseconds", cause->ns);
	json_whole(json, "waits", cause->count);
	json_whole(json, "longest", cause->longest_ns);
	json_whole(json, "threads", cause->threads);
	json_whole(json, "lived", cause->lived_ns);
	json_real(json, "share", waiting_share(cause->ns, cause->lived_ns), 6);
	json_text(json, "object", cause->location.object ? cause->location.object->path : NULL);
	json_symbol(json, &cause->location);
	json_address(json, "address", cause->location.address);
	json_text(json, "file", cause->line.file);
	json_signed(json, "line", cause->line.line);
	json_text(json, "kernel", cause->kernel);
	json_text(json, "comm", cause->comm);
	json_text(json, "meaning", cause->advice.why);
	json_text(json, "cure", cause->advice.remedy);
	json_close_object(json);
}

void view_waiting_json(const struct view *view, struct jsonwriter *json)
{
	const struct waiting *waiting = view->waiting;

	json_open_object(json, "waiting");
	json_whole(json, "threads", waiting->threads);
	json_whole(json, "lived", waiting->lived_ns);
	json_whole(json, "waited", waiting->waited_ns);
	json_open_list(json, "causes");
	for (size_t i = 0; i < waiting->count; i++)
		put_json_cause(json, &waiting->causes[i]);
	json_close_list(json);
	json_notes(json, "notes", waiting->notes);
	json_close_object(json);
}

static void put_csv_cause(const struct term *term, const struct waiting_cause *cause)
{
	const struct symbols_location *location = &cause->location;

	fprintf(term->file, "%s,", category_waits.items[cause->category].name);
	csv_put_text(term, location->object ? location->object->path : "");
	fputc(',', term->file);
	csv_put_text(term, location->function ? location->function : "");
	fprintf(term->file, ",%" PRIu64 ",0x%" PRIx64 ",", location->offset, location->address);
	csv_put_text(term, cause->line.file ? cause->line.file : "");
	fprintf(term->file, cause->line.file ? ",%d," : ",,", cause->line.line);
	csv_put_text(term, cause->kernel ? cause->kernel : "");
	fputc(',', term->file);
	csv_put_text(term, cause->comm ? cause->comm : "");
	fprintf(term->file, ",%zu,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.6f,", cause->threads,
		cause->lived_ns, cause->count, cause->ns, cause->longest_ns,
		waiting_share(cause->ns, cause->lived_ns));
	csv_put_text(term, cause->advice.why ? cause->advice.why : "");
	fputc(',', term->file);
	csv_put_text(term, cause->advice.remedy ? cause->advice.remedy : "");
	fputc('\n', term->file);
}

void view_waiting_csv(const struct view *view)
{
	const struct waiting *waiting = view->waiting;

	fputs("wait,object,symbol,offset,address,file,line,kernel,comm,threads,lived,waits,nanoseconds,"
	      "longest,share,meaning,cure\n", view->term->file);
	for (size_t i = 0; i < waiting->count; i++)
		put_csv_cause(view->term, &waiting->causes[i]);
}
