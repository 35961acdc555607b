// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_explain.c - explanations in words, for people
 */
#include "view_explain.h"

#include <stdlib.h>
#include <string.h>

#include "amount.h"
#include "analysis/signature.h"
#include "paragraph.h"
#include "view_text.h"

#define INDENT		4
#define COLOR_SOURCE	66
#define LABEL		7		/* "cure   " */
#define INDENT_LEAD	"    "
#define LABEL_LEAD	"               "

void view_explain_put(const struct view *view, const struct explanation *explanation,
		      enum view_format format)
{
	static void (*const formats[VIEW_COUNT])(const struct view *, const struct explanation *) = {
		[VIEW_TEXT] = view_explain_text, [VIEW_JSON] = view_explain_json,
		[VIEW_CSV] = view_explain_csv,
	};

	formats[format](view, explanation);
}

double view_speedup(const struct view *view, uint64_t parts)
{
	uint64_t total = view_total(view)->parts;

	return parts < total ? (double)total / (double)(total - parts) : 0;
}

static void put_speedup(const struct view *view, uint64_t parts)
{
	double speedup = view_speedup(view, parts);

	if (speedup)
		fprintf(view->term->file, "%.2fx as fast", speedup);
	else
		fputs("all of it", view->term->file);
}

/* The whole recording: a signature each. */
static void put_kinds(const struct view *view, const struct explanation *explanation)
{
	const struct term *term = view->term;

	term_color(term, -1);
	fputs("# Overhead        Cycles  At most  Signature             What it is\n", term->file);
	term_plain(term);
	for (size_t i = 0; i < explanation->kinds_count; i++) {
		const struct explanation_kind *kind = &explanation->kinds[i];
		char cycles[AMOUNT_TEXT], name[PICS_SIGNATURE_TEXT], speedup[16] = "";

		if (view_speedup(view, kind->cause.parts))
			snprintf(speedup, sizeof(speedup), "%.2fx", view_speedup(view, kind->cause.parts));
		fprintf(term->file, "  %7.2f%%  %12s  %7s  %-20s  %s; ",
			100 * view_share(view, kind->cause.parts),
			amount_cycles(view->recording, kind->cause.parts, cycles), speedup,
			pics_signature_name(kind->cause.signature, name), kind->cause.advice->title);
		fprintf(term->file, "90%% in %zu instruction%s\n", kind->instructions,
			kind->instructions == 1 ? "" : "s");
	}
}

static void put_labelled(const struct view *view, const char *label, const char *text)
{
	char *words = advice_text(text, view->recording);

	fprintf(view->term->file, "%*s%-*s", 2 * INDENT, "", LABEL, label);
	paragraph_put(view->term, words ? words : text, 2 * INDENT + LABEL, LABEL_LEAD);
	free(words);
}

/* Events of the signature that the text is not about. */
static void put_others(const struct view *view, uint16_t events)
{
	static const char *const texts[TEA_EVENTS_COUNT] = {
#define TEA_X(bit, id, name, sysfs, text) [bit] = name ": " text,
		TEA_EVENTS(TEA_X)
#undef TEA_X
	};

	for (unsigned int bit = 0; bit < TEA_EVENTS_COUNT; bit++)
		if (events >> bit & 1)
			put_labelled(view, "with", texts[bit]);
}

/* The item in which this advice was given first; @number if that is this one. */
static size_t first_item(const struct explanation *explanation, const struct advice *advice,
			 size_t number)
{
	for (size_t i = 0; i + 1 < number; i++)
		for (size_t j = 0; j < explanation->items[i].causes_count; j++)
			if (explanation->items[i].causes[j].advice == advice)
				return i + 1;
	return number;
}

static void put_cause(const struct view *view, const struct explanation *explanation,
		      const struct explanation_cause *cause, size_t number)
{
	size_t first = first_item(explanation, cause->advice, number);
	const struct term *term = view->term;
	char cycles[AMOUNT_TEXT], name[PICS_SIGNATURE_TEXT];

	fprintf(term->file, "%*s", INDENT, "");
	term_color(term, -1);
	fprintf(term->file, "%s: %s", pics_signature_name(cause->signature, name),
		cause->advice->title);
	term_plain(term);
	fprintf(term->file, "\n%*s%-*s%s cycles, %.2f%% of all: at most ", 2 * INDENT, "", LABEL, "worth",
		amount_cycles(view->recording, cause->parts, cycles),
		100 * view_share(view, cause->parts));
	put_speedup(view, cause->parts);
	fputc('\n', term->file);
	if (first == number)
		put_labelled(view, "why", cause->advice->meaning);
	put_others(view, cause->others);
	if (first != number) {
		fprintf(term->file, "%*s%-*sas in %zu.\n", 2 * INDENT, "", LABEL, "cure", first);
		return;
	}
	put_labelled(view, "cure", cause->advice->cure);
}

static void put_place(const struct view *view, const struct explanation_item *item)
{
	const struct term *term = view->term;
	const struct elfobject_line *line = &item->row->line;

	if (!line->file)
		return;
	fprintf(term->file, "%*s", INDENT, "");
	term_put(term, fields_base_name(line->file));
	fprintf(term->file, ":%d", line->line);
	if (item->inlined) {
		fputs(" in ", term->file);
		term_put(term, item->inlined);
		fputs(", inlined", term->file);
	}
	if (item->source) {
		fputs("  ", term->file);
		term_color(term, COLOR_SOURCE);
		term_put(term, item->source);
		term_plain(term);
	}
	fputc('\n', term->file);
}

static void put_look(const struct view *view, const struct explanation_item *item)
{
	FILE *file = view->term->file;

	if (item->loop.end)
		fprintf(file, "%*sloop %llx-%llx, %zu instructions, %.2f%% of all cycles\n", INDENT, "",
			(unsigned long long)item->loop.begin, (unsigned long long)item->loop.end,
			item->loop.instructions, 100 * view_share(view, item->loop_parts));
	for (size_t i = 0; i < EXPLANATION_HINTS; i++) {
		if (!item->hints[i][0])
			continue;
		fprintf(file, "%*s", INDENT, "");
		paragraph_put(view->term, item->hints[i], INDENT, INDENT_LEAD);
	}
}

static void put_item(const struct view *view, const struct explanation *explanation, size_t number)
{
	const struct explanation_item *item = &explanation->items[number - 1];
	const struct term *term = view->term;
	const struct row *row = item->row;
	struct field_value value;

	fputc('\n', term->file);
	term_color(term, -1);
	fprintf(term->file, "%zu. %.2f%%  ", number, 100 * view_share(view, row->stack->parts));
	term_put(term, fields_function(view->rows, row, &value));
	fputs(" in ", term->file);
	term_put(term, fields_base_name(row->location.object->path));
	term_plain(term);
	fprintf(term->file, "  %llx", (unsigned long long)row->location.address);
	if (item->disassembly[0]) {
		fputs("  ", term->file);
		term_put(term, item->disassembly);
	}
	fputc('\n', term->file);
	put_place(view, item);
	put_look(view, item);
	for (size_t i = 0; i < item->causes_count; i++)
		put_cause(view, explanation, &item->causes[i], number);
}

void view_explain_text(const struct view *view, const struct explanation *explanation)
{
	view_put_recording(view);
	view_put_notes(view);
	fputs("#\n", view->term->file);
	put_kinds(view, explanation);
	for (size_t i = 0; i < explanation->count; i++)
		put_item(view, explanation, i + 1);
}
