// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_text.c - rows as a table for people, with their stacks drawn
 *
 * Lines that begin with # say what was recorded, what is missing and how to get it;
 * the others are the table.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "stackbar.h"
#include "view.h"

#define WIDTH_MAX	36		/* of a column; longer values push the line out */
#define WORDS_WANTED	28		/* columns for the signatures in words */
#define ROWS_LEAST	20		/* rows shown however small they are */
#define SHARE_LEAST	0.001
#define SHARE_WARM	0.005
#define SHARE_HOT	0.05
#define COLOR_WARM	34
#define COLOR_HOT	196
#define COLOR_SOURCE	66
#define COLOR_COLD	244

/* The widest that leaves room for the words is taken, else the last. */
static const unsigned int bar_widths[] = { 40, 24, 16, 12 };

struct table {
	const struct view *view;
	const struct field *const *fields;
	size_t widths[FIELDS_TEXT_MAX];
	struct stackbar bar;
	unsigned int bar_width;
	size_t words_width;
};

/* 1234567 as 1,234,567; decimals stay. */
static const char *group_digits(const char *number, char *text)
{
	size_t digits = strcspn(number, "."), out = 0;

	for (size_t i = 0; i < digits; i++) {
		if (i && (digits - i) % 3 == 0)
			text[out++] = ',';
		text[out++] = number[i];
	}
	strcpy(text + out, number + digits);
	return text;
}

static const char *group_number(uint64_t number, char text[VIEW_CYCLES_TEXT])
{
	char plain[VIEW_CYCLES_TEXT];

	snprintf(plain, sizeof(plain), "%" PRIu64, number);
	return group_digits(plain, text);
}

/* Whole cycles: people do not read ten-thousandths. */
static const char *cycles_text(const struct view *view, uint64_t parts,
			       char text[VIEW_CYCLES_TEXT])
{
	uint32_t per_cycle = view->recording->parts_per_cycle;

	return group_number(parts / per_cycle + (parts % per_cycle * 2 >= per_cycle), text);
}

/* The value's text; of a stack, none. */
static const char *value_text(const struct view *view, const struct field *field,
			      const struct row *row, struct field_value *value)
{
	if (field->type == FIELD_STACK || !field->get(view->rows, row, value))
		return "";
	switch (field->type) {
	case FIELD_TEXT:
		return value->text;
	case FIELD_NUMBER:
		snprintf(value->buffer, sizeof(value->buffer), "%" PRIu64, value->number);
		break;
	case FIELD_ADDRESS:
		snprintf(value->buffer, sizeof(value->buffer), "%" PRIx64, value->number);
		break;
	case FIELD_CYCLES:
		if (!value->number)
			return "";
		return cycles_text(view, value->number, value->buffer);
	default:
		if (!value->number)
			return "";
		snprintf(value->buffer, sizeof(value->buffer), "%.2f%%",
			 100 * view_share(view, value->number));
	}
	return value->buffer;
}

static void measure(struct table *table, size_t shown)
{
	const struct view *view = table->view;
	size_t used = 0;

	for (size_t f = 0; table->fields[f]; f++) {
		const struct field *field = table->fields[f];
		size_t widest = strlen(field->title);

		for (size_t i = 0; i < shown; i++) {
			struct field_value value;
			size_t width = term_width(view->term,
				value_text(view, field, &view->rows->rows[i], &value));

			if (width <= WIDTH_MAX && width > widest)
				widest = width;
		}
		table->widths[f] = widest;
		if (field->type != FIELD_STACK)
			used += widest + 2;
	}
	used += 4;
	for (size_t i = 0; i < sizeof(bar_widths) / sizeof(bar_widths[0]); i++) {
		table->bar_width = bar_widths[i];
		if (used + bar_widths[i] + WORDS_WANTED <= view->term->columns)
			break;
	}
	used += table->bar_width;
	table->words_width = view->term->columns > used ? view->term->columns - used : 0;
}

static bool is_right(const struct field *field)
{
	return field->type != FIELD_TEXT && field->type != FIELD_STACK;
}

static void put_heading(const struct table *table)
{
	const struct term *term = table->view->term;

	term_color(term, -1);
	fputs("#", term->file);
	for (size_t f = 0; table->fields[f]; f++) {
		const struct field *field = table->fields[f];

		fputs(f ? "  " : " ", term->file);
		if (table->fields[f + 1])
			term_pad(term, field->title, table->widths[f], is_right(field));
		else
			term_put(term, field->title);
	}
	term_plain(term);
	fputc('\n', term->file);
}

/* Nothing is padded behind the last text of a line. */
static bool is_last(const struct table *table, const struct row *row, size_t f)
{
	const struct field *next = table->fields[f + 1];

	return !next || (next->type == FIELD_STACK && !row->stack->parts);
}

/* Shares stand out as perf's do; instructions without cycles stand back. */
static void put_style(const struct view *view, const struct field *field, const struct row *row)
{
	double share = view_share(view, row->stack->parts);

	if (!row->stack->parts)
		term_color(view->term, COLOR_COLD);
	else if (field->type == FIELD_SHARE && share >= SHARE_WARM)
		term_color(view->term, share < SHARE_HOT ? COLOR_WARM : COLOR_HOT);
}

static void put_row(const struct table *table, const struct row *row, uint64_t full)
{
	const struct view *view = table->view;
	const struct term *term = view->term;

	for (size_t f = 0; table->fields[f]; f++) {
		const struct field *field = table->fields[f];
		struct field_value value;
		const char *text = value_text(view, field, row, &value);

		if (field->type != FIELD_STACK) {
			fputs("  ", term->file);
			put_style(view, field, row);
			term_pad(term, text, is_right(field) || !is_last(table, row, f) ?
				 table->widths[f] : 0, is_right(field));
			term_plain(term);
		} else if (row->stack->parts) {
			fputs("  ", term->file);
			stackbar_draw(&table->bar, term, row->stack, full, table->bar_width);
			fputs("  ", term->file);
			stackbar_words(&table->bar, term, row->stack, table->words_width);
		}
	}
	fputc('\n', term->file);
}

static void put_pair(const struct term *term, const char *name, const char *text)
{
	if (!text)
		return;
	fprintf(term->file, "# %-8s ", name);
	term_put(term, text);
	fputc('\n', term->file);
}

static void put_counts(const struct view *view)
{
	const struct recording *recording = view->recording;
	FILE *file = view->term->file;
	char text[VIEW_CYCLES_TEXT];

	fprintf(file, "# %-8s %s", "samples", recording->samples ?
		group_number(recording->samples, text) : "none, every cycle is counted");
	if (recording->frequency_hz)
		fprintf(file, " at %s Hz", group_number(recording->frequency_hz, text));
	else if (recording->period > 1)
		fprintf(file, ", one every %s cycles", group_number(recording->period, text));
	fprintf(file, "; lost %s", group_number(recording->lost, text));
	if (recording->throttled)
		fprintf(file, "; throttled %s", group_number(recording->throttled, text));
	fputc('\n', file);
}

static void put_states(const struct view *view)
{
	static const char *const names[PICS_STATES] = {
#define TEA_X(value, id, name, text) [value] = name,
		TEA_STATES(TEA_X)
#undef TEA_X
	};
	const struct pics_stack *total = view_total(view);
	FILE *file = view->term->file;
	char text[VIEW_CYCLES_TEXT];

	fprintf(file, "# %-8s %s", "cycles", cycles_text(view, total->parts, text));
	for (int i = 0; i < PICS_STATES; i++)
		fprintf(file, "%s %s %.1f%%", i ? "," : ":", names[i],
			100 * view_share(view, total->states[i]));
	fputc('\n', file);
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
	fprintf(term->file, "# %-8s ", "machine");
	term_put(term, recording->host ? recording->host : "unnamed");
	fputs(", Linux ", term->file);
	term_put(term, recording->release ? recording->release : "of unknown release");
	if (recording->arch) {
		fputs(" ", term->file);
		term_put(term, recording->arch);
	}
	fputc('\n', term->file);
}

static void put_function(const struct view *view)
{
	const struct symbols_location *function = view->function;
	const struct term *term = view->term;
	uint64_t all = view->recording->pics.parts;

	if (!function)
		return;
	fprintf(term->file, "# %-8s ", "function");
	term_color(term, -1);
	term_put(term, function->function);
	term_plain(term);
	fputs(" in ", term->file);
	term_put(term, function->object->path);
	fprintf(term->file, ", %.2f%% of all cycles\n",
		100.0 * (double)view_total(view)->parts / (double)all);
}

static void put_notes(const struct view *view)
{
	const struct recording *recording = view->recording;
	const struct term *term = view->term;

	for (size_t i = 0; i < recording->notes.count; i++)
		put_pair(term, "note", recording->notes.texts[i]);
}

static void put_header(const struct table *table)
{
	const struct view *view = table->view;
	const struct recording *recording = view->recording;

	put_pair(view->term, "file", recording->path);
	put_machine(view);
	put_pair(view->term, "command", recording->command);
	put_pair(view->term, "event", recording->event);
	put_settings(view);
	put_counts(view);
	put_function(view);
	put_states(view);
	stackbar_legend(&table->bar, view->term);
	put_notes(view);
	fputs("#\n", view->term->file);
}

/* Bars are scaled to the largest row. */
static uint64_t largest(const struct rows *rows)
{
	uint64_t most = 0;

	for (size_t i = 0; i < rows->count; i++)
		if (rows->rows[i].stack->parts > most)
			most = rows->rows[i].stack->parts;
	return most;
}

/* The source line that the following instructions come from, when it changes. */
static void put_source(const struct table *table, const struct row *row,
		       const struct row *before)
{
	const struct term *term = table->view->term;

	if (!row->line.file || (before && before->line.file == row->line.file &&
				before->line.line == row->line.line))
		return;
	fputs("  ", term->file);
	term_color(term, COLOR_SOURCE);
	term_put(term, fields_base_name(row->line.file));
	fprintf(term->file, ":%d", row->line.line);
	if (row->inlined) {
		fputs(" (", term->file);
		term_put(term, row->inlined);
		fputs(")", term->file);
	}
	if (row->source) {
		fputs("  ", term->file);
		term_put(term, row->source);
	}
	term_plain(term);
	fputc('\n', term->file);
}

/* Rows too small to matter, of a report by function say, are one line. */
static size_t rows_shown(const struct view *view)
{
	size_t count = view->rows->count;

	while (!view->rows->annotated && count > ROWS_LEAST &&
	       view_share(view, view->rows->rows[count - 1].stack->parts) < SHARE_LEAST)
		count--;
	/* One line for one row saves nothing. */
	return count + 1 == view->rows->count ? count + 1 : count;
}

static void put_rest(const struct table *table, size_t shown)
{
	const struct view *view = table->view;
	uint64_t parts = 0;
	char share[16], cycles[VIEW_CYCLES_TEXT];

	for (size_t i = shown; i < view->rows->count; i++)
		parts += view->rows->rows[i].stack->parts;
	if (!parts)
		return;
	snprintf(share, sizeof(share), "%.2f%%", 100 * view_share(view, parts));
	fprintf(view->term->file, "  %*s  %*s  (%zu more, each below %.1f%%: --format csv)\n",
		(int)table->widths[0], share, (int)table->widths[1],
		cycles_text(view, parts, cycles), view->rows->count - shown, 100 * SHARE_LEAST);
}

void view_text(const struct view *view)
{
	size_t shown = rows_shown(view);
	struct table table = { .view = view, .fields = fields_text[fields_view(view->rows)] };
	uint64_t full = largest(view->rows);

	stackbar_init(&table.bar, view_total(view));
	measure(&table, shown);
	put_header(&table);
	put_heading(&table);
	for (size_t i = 0; i < shown; i++) {
		const struct row *row = &view->rows->rows[i];

		if (view->rows->annotated)
			put_source(&table, row, i ? row - 1 : NULL);
		put_row(&table, row, full);
	}
	put_rest(&table, shown);
}
