// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_header.c - lines with #: facts of the recording and filters; behind a table what is missing,
 * and the remedies
 *
 * Rows come first: the recording takes one line, unless all of it is asked for.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/places/chance.h"
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
static void put_rate(const struct recording_measure *measure, FILE *file)
{
	char text[AMOUNT_TEXT];

	if (measure->frequency_hz)
		fprintf(file, " at %s Hz", amount_number(measure->frequency_hz, text));
	else if (measure->period > 1)
		fprintf(file, ", one every %s cycles", amount_number(measure->period, text));
}

static void put_counts(const struct view *view)
{
	const struct recording_measure *measure = view->rows->measure;
	const uint64_t throttled = view->recording->throttled;
	FILE *file = view->term->file;
	char text[AMOUNT_TEXT];

	put_name(view->term, "samples");
	if (recording_is_estimated(view->recording))
		fprintf(file, "none, cycles are estimated by %s windows",
			amount_number(view->recording->sampled.windows, text));
	else
		fputs(measure->samples ? amount_number(measure->samples, text) :
		      "none, every cycle is counted", file);
	put_rate(measure, file);
	fprintf(file, "; lost %s", amount_number(measure->lost, text));
	if (throttled)
		fprintf(file, "; throttled %s", amount_number(throttled, text));
	fputc('\n', file);
}

/* Writers of a profile may not have known them. */
static bool has_states(const struct view *view, const struct pics_stack *total)
{
	bool any = false;

	for (unsigned int i = 0; i < PICS_STATES; i++)
		any |= total->states[i];
	return view->rows->measure->kind->states && (any || !total->parts);
}

static void put_states(const struct view *view)
{
	const struct pics_stack *total = view_total(view);
	const struct category_kind *kind = view->rows->measure->kind;
	char text[256], amount[AMOUNT_TEXT];
	size_t used;

	used = (size_t)snprintf(text, sizeof(text), "%s",
				amount_cycles(view->rows->measure, total->parts, amount));
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

/* The filters, and what they left out: samples while reading, then cycles of other code. */
static void put_filter(const struct view *view)
{
	const struct recording_measure *measure = view->rows->measure;
	const struct term *term = view->term;
	uint64_t filtered = view->rows->filtered, all = measure->pics.parts;
	const char *separator = ", without ";
	char text[AMOUNT_TEXT];

	if (!view->selection)
		return;
	put_name(term, "filter");
	term_put(term, view->selection);
	if (!view->function)
		fprintf(term->file, ": %s %s", amount_cycles(measure, view_total(view)->parts, text),
			measure->kind->unit);
	if (measure->filtered_samples) {
		fprintf(term->file, "%s%s sample%s", separator,
			amount_number(measure->filtered_samples, text),
			measure->filtered_samples == 1 ? "" : "s");
		separator = " and ";
	}
	if (filtered && !view->function)
		fprintf(term->file, "%s%.2f%% of the %s%s", separator, pics_percent(filtered, all),
			measure->kind->unit,
			measure->filtered_samples ? " of the others" : "");
	fputc('\n', term->file);
}

static void put_function(const struct view *view)
{
	const struct symbols_location *function = view->function;
	uint64_t parts = view_total(view)->parts;
	char *text, amount[AMOUNT_TEXT];

	if (!function || asprintf(&text, "%s in %s: %s %s, %.2f%% of all", function->function,
				  function->object->path,
				  amount_cycles(view->rows->measure, parts, amount),
				  view->rows->measure->kind->unit,
				  pics_percent(parts, view->rows->measure->pics.parts)) < 0)
		return;
	view_put_pair(view->term, view->annotation && view->annotation->unnamed ? "code" : "function",
		      text);
	free(text);
}

void view_put_notes(const struct notes *notes, const struct term *term)
{
	for (size_t i = 0; i < notes->count; i++)
		view_put_pair(term, "note", notes->texts[i]);
}

/* Of estimated cycles, in percent of them. */
static void put_margin(const struct recording_measure *measure, double margin, FILE *file)
{
	if (margin > 0)
		fprintf(file, " +/- %.2f%%", 100 * margin / (double)measure->pics.parts);
}

/* Most important first: the end can be cut. */
static void describe(const struct recording *recording, const struct recording_measure *measure,
		     const struct term *term)
{
	char text[AMOUNT_TEXT];

	if (recording->path) {
		term_put(term, recording->path);
		fputs(": ", term->file);
	}
	fputs(amount_cycles(measure, measure->pics.parts, text), term->file);
	put_margin(measure, chance_total(&measure->pics), term->file);
	fprintf(term->file, " %s", measure->kind->unit);
	if (measure->samples)
		fprintf(term->file, ", %s sample%s", amount_number(measure->samples, text),
			measure->samples == 1 ? "" : "s");
	put_rate(measure, term->file);
	if (measure->lost)
		fprintf(term->file, ", %s lost", amount_number(measure->lost, text));
	fputs(" (", term->file);
	term_put(term, measure->event);
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
	describe(view->recording, view->rows->measure, &line);
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
	view_put_pair(view->term, "event", view->rows->measure->event);
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

void view_put_legend(const struct table *table, unsigned int lines, const char *more)
{
	const struct view *view = table->view;
	char of[CATEGORY_TEXT + 16];

	snprintf(of, sizeof(of), "%s %s", view->function ? "the function's" :
		 view->selection ? "these" : "all", view->rows->measure->kind->unit);
	stackbar_legend(&table->bar, view->term, of, lines, more);
}

void view_put_header(struct table *table, const struct view *view)
{
	table_init(table, view);
	view_put_recording(view);
	view_put_legend(table, 0, "");
	table_put_heading(table);
}

void view_put_chance(const struct view *view)
{
	size_t hidden = 0;
	char text[192];

	for (size_t i = 0; i < view->rows->count; i++)
		hidden += !view->rows->rows[i].others && view_hides(view, view->rows->rows[i].stack);
	if (!hidden)
		return;
	snprintf(text, sizeof(text), "%zu row%s no more than the chance of few %s (+/- at %.0f%%): "
		 "run longer, or %s", hidden, hidden == 1 ? " is" : "s are",
		 recording_drawn(view->recording), 100 * CHANCE_LEVEL, recording_denser(view->recording));
	view_put_pair(view->term, "chance", text);
}
