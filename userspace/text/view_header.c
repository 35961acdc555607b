// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_header.c - what was recorded, what is shown of it, what is missing: lines with #
 *
 * Rows come first: what was recorded is one line, unless all of it is asked for.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output/amount.h"
#include "output/paragraph.h"
#include "view_text.h"

#define NAME_WIDTH	11		/* "# note     " */
#define LEAD	"#          "

static void put_name(const struct term *term, const char *name)
{
	fprintf(term->file, "# %-8s ", name);
}

void view_put_pair(const struct term *term, const char *name, const char *text)
{
	if (!text || !*text)
		return;
	put_name(term, name);
	if (term->screen) {
		paragraph_put(term, text, NAME_WIDTH, LEAD);
		return;
	}
	term_put(term, text);
	fputc('\n', term->file);
}

/* How often samples were taken. */
static void put_rate(const struct recording *recording, FILE *file)
{
	char text[AMOUNT_TEXT];

	if (recording->frequency_hz)
		fprintf(file, " at %s Hz", amount_number(recording->frequency_hz, text));
	else if (recording->period > 1)
		fprintf(file, ", one every %s cycles", amount_number(recording->period, text));
}

static void put_counts(const struct view *view)
{
	const struct recording *recording = view->recording;
	FILE *file = view->term->file;
	char text[AMOUNT_TEXT];

	put_name(view->term, "samples");
	fputs(recording->samples ? amount_number(recording->samples, text) :
	      "none, every cycle is counted", file);
	put_rate(recording, file);
	fprintf(file, "; lost %s", amount_number(recording->lost, text));
	if (recording->throttled)
		fprintf(file, "; throttled %s", amount_number(recording->throttled, text));
	fputc('\n', file);
}

/* Those who wrote a profile may not have known them. */
static bool has_states(const struct view *view, const struct pics_stack *total)
{
	bool any = false;

	for (unsigned int i = 0; i < PICS_STATES; i++)
		any |= total->states[i];
	return view->recording->kind->states && (any || !total->parts);
}

static void put_states(const struct view *view)
{
	const struct pics_stack *total = view_total(view);
	const struct category_kind *kind = view->recording->kind;
	char text[256], amount[AMOUNT_TEXT];
	size_t used;

	used = (size_t)snprintf(text, sizeof(text), "%s", amount_cycles(view->recording, total->parts,
									amount));
	for (unsigned int i = 0; has_states(view, total) && i < PICS_STATES; i++)
		used += (size_t)snprintf(text + used, sizeof(text) - used, "%s %s %.1f%%",
					 i ? "," : ":", kind->states[i].name,
					 100 * view_share(view, total->states[i]));
	view_put_pair(view->term, kind->unit, text);
}

/* As many as fit on one line; the name of a modelled core goes without "core=". */
static void put_settings(const struct view *view)
{
	const struct recording *recording = view->recording;
	const struct term *term = view->term;
	size_t used = 40, shown = 0;

	if (!recording->settings_count)
		return;
	fputs("# core    ", term->file);
	for (; shown < recording->settings_count; shown++) {
		const struct recording_setting *setting = &recording->settings[shown];
		bool named = strcmp(setting->name, "core");

		used += term_width(term, setting->name) + term_width(term, setting->value) + 2;
		if (used > term->columns)
			break;
		fputc(' ', term->file);
		if (named) {
			term_put(term, setting->name);
			fputc('=', term->file);
		}
		term_put(term, setting->value);
	}
	if (shown < recording->settings_count)
		fprintf(term->file, " (%zu more: --format json)", recording->settings_count - shown);
	fputc('\n', term->file);
}

static void put_machine(const struct view *view)
{
	const struct recording *recording = view->recording;
	const struct term *term = view->term;

	if (!recording->host && !recording->release)
		return;
	put_name(term, "machine");
	term_put(term, recording->host ? recording->host : "unnamed");
	fputs(", Linux ", term->file);
	term_put(term, recording->release ? recording->release : "of unknown release");
	if (recording->arch) {
		fputs(" ", term->file);
		term_put(term, recording->arch);
	}
	fputc('\n', term->file);
}

/* The filters, and what they left out: samples while reading, cycles of other code then. */
static void put_filter(const struct view *view)
{
	const struct recording *recording = view->recording;
	const struct term *term = view->term;
	uint64_t filtered = view->rows->filtered, all = recording->pics.parts;
	const char *separator = ", without ";
	char text[AMOUNT_TEXT];

	if (!view->selection)
		return;
	put_name(term, "filter");
	term_put(term, view->selection);
	if (!view->function)
		fprintf(term->file, ": %s %s", amount_cycles(recording, view_total(view)->parts, text),
			recording->kind->unit);
	if (recording->filtered_samples) {
		fprintf(term->file, "%s%s sample%s", separator,
			amount_number(recording->filtered_samples, text),
			recording->filtered_samples == 1 ? "" : "s");
		separator = " and ";
	}
	if (filtered && !view->function)
		fprintf(term->file, "%s%.2f%% of the %s%s", separator, pics_percent(filtered, all),
			recording->kind->unit,
			recording->filtered_samples ? " of the others" : "");
	fputc('\n', term->file);
}

static void put_function(const struct view *view)
{
	const struct symbols_location *function = view->function;
	uint64_t parts = view_total(view)->parts;
	char *text, amount[AMOUNT_TEXT];

	if (!function || asprintf(&text, "%s in %s: %s %s, %.2f%% of all", function->function,
				  function->object->path,
				  amount_cycles(view->recording, parts, amount),
				  view->recording->kind->unit,
				  pics_percent(parts, view->recording->pics.parts)) < 0)
		return;
	view_put_pair(view->term, view->annotation && view->annotation->unnamed ? "code" : "function",
		      text);
	free(text);
}

void view_put_notes(const struct recording *recording, const struct term *term)
{
	for (size_t i = 0; i < recording->notes.count; i++)
		view_put_pair(term, "note", recording->notes.texts[i]);
}

/* Most important first: the end can be cut. */
static void describe(const struct recording *recording, const struct term *term)
{
	char text[AMOUNT_TEXT];

	if (recording->path) {
		term_put(term, recording->path);
		fputs(": ", term->file);
	}
	fprintf(term->file, "%s %s", amount_cycles(recording, recording->pics.parts, text),
		recording->kind->unit);
	if (recording->samples)
		fprintf(term->file, ", %s sample%s", amount_number(recording->samples, text),
			recording->samples == 1 ? "" : "s");
	put_rate(recording, term->file);
	if (recording->lost)
		fprintf(term->file, ", %s lost", amount_number(recording->lost, text));
	fputs(" (", term->file);
	term_put(term, recording->event);
	if (recording_keeps_golden(recording))
		fputs("; every cycle with --of golden", term->file);
	fputc(')', term->file);
	if (recording->command && recording->command[0]) {
		fputs(": ", term->file);
		term_put(term, recording->command);
	}
}

static void put_summary(const struct view *view)
{
	const struct term *term = view->term;
	struct term line = *term;
	char *text = NULL;
	size_t size, width = term->columns - 2;

	line.file = open_memstream(&text, &size);
	if (!line.file)
		return;
	describe(view->recording, &line);
	fclose(line.file);
	fputs("# ", term->file);
	if (term->screen && term_width(term, text) > width)
		term_cut(term, text, width);
	else
		term_put(term, text);
	fputc('\n', term->file);
	free(text);
}

static void put_all(const struct view *view)
{
	const struct recording *recording = view->recording;

	view_put_pair(view->term, "file", recording->path);
	put_machine(view);
	view_put_pair(view->term, "command", recording->command);
	view_put_pair(view->term, "event", recording->event);
	put_settings(view);
	put_counts(view);
}

void view_put_recording(const struct view *view)
{
	if (view->header)
		put_all(view);
	else
		put_summary(view);
	put_filter(view);
	put_function(view);
	if (view->header)
		put_states(view);
}
