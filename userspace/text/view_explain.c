// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_explain.c - explanations in words, for people
 */
#include "view_explain.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/places/chance.h"
#include "output/amount.h"
#include "output/paragraph.h"
#include "recording/waits.h"
#include "symbols/funcname.h"
#include "view_labelled.h"
#include "view_text.h"
#include "view_waiting.h"

#define INDENT		4
#define NAME_MOST	24
#define KIND_LEAST	0.01		/* of all cycles, for a piece of a category */
#define WHAT_AT		27		/* columns before the description, by the name */
#define MARGIN_WIDTH	6		/* "12.34%" */
#define GAIN_WIDTH	13		/* "1.05x - 1.20x" */
#define INTERACTION_LEAST 0.01		/* of all cycles, that two causes have to do with each other */
#define INDENT_LEAD	"    "

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

bool view_explain_bounds(const struct view *view, const struct cause *cause,
			 struct view_explain_bounds *bounds)
{
	const struct recording_slots *slots = &view->recording->stages;

	if (!cause->bounded)
		return false;
	bounds->least = stages_speedup(slots->total.cycles, slots->per_cycle, cause->bound.least);
	bounds->most = stages_speedup(slots->total.cycles, slots->per_cycle, cause->bound.most);
	return true;
}

static bool is_narrow(const struct term *term)
{
	return term->columns < TERM_NARROW;
}

/* Columns of the categories' names in the table. */
static size_t names_width(const struct category_kind *stacks, const struct explanation *explanation)
{
	size_t widest = strlen(stacks->name);
	char name[CATEGORY_TEXT];

	for (size_t i = 0; i < explanation->kinds_count; i++) {
		const struct cause *cause = &explanation->kinds[i].cause;

		for (size_t j = 0; j < cause->pieces_count; j++) {
			size_t width = strlen(pieces_name(stacks, &cause->pieces[j].piece, name));

			if (width > widest)
				widest = width;
		}
	}
	return widest < NAME_MOST ? widest : NAME_MOST;
}

static void put_line(const struct term *term, const char *text)
{
	term_put(term, text);
	fputc('\n', term->file);
}

/* The stages' bounds of its cost, once for a cause; returns the columns taken. */
static size_t put_gain(const struct view *view, const struct cause *cause, bool first)
{
	struct view_explain_bounds bounds;
	char text[32] = "";

	if (!view->recording->stages.per_cycle)
		return 0;
	if (first && view_explain_bounds(view, cause, &bounds))
		snprintf(text, sizeof(text), "%.2fx - %.2fx", bounds.least, bounds.most);
	fprintf(view->term->file, "  %*s", GAIN_WIDTH, text);
	return 2 + GAIN_WIDTH;
}

/* The margin of its share, if cycles are samples; returns the columns taken. */
static size_t put_margin(const struct view *view, const struct cause_piece *piece)
{
	const struct pics_stack *total = view_total(view);

	if (!chance_has(&total->weight))
		return 0;
	fprintf(view->term->file, "  %*.2f%%", MARGIN_WIDTH - 1,
		100 * chance_margin(piece->piece.parts, &piece->piece.weight, total));
	return 2 + MARGIN_WIDTH;
}

/* A short description of a piece of a cause. */
static const char *title_of(const struct cause *cause, const struct cause_piece *piece)
{
	return (piece->advice ? piece->advice->title : cause->title) ?: "";
}

/* @first: its largest piece. */
static void put_kind(const struct view *view, const struct explanation_kind *kind, size_t number,
		     bool first, size_t width)
{
	const struct cause_piece *piece = &kind->cause.pieces[number];
	const struct term *term = view->term;
	char cycles[AMOUNT_TEXT], name[CATEGORY_TEXT], lead[80];
	size_t used = WHAT_AT + width;

	pieces_name(view->rows->measure->kind, &piece->piece, name);
	if (piece->chance)
		term_color(term, TERM_COLD);
	fprintf(term->file, "  %7.2f%%", 100 * view_share(view, piece->piece.parts));
	used += put_margin(view, piece);
	if (!is_narrow(term)) {
		fprintf(term->file, "  %14s",
			amount_cycles(view->rows->measure, piece->piece.parts, cycles));
		used += 16;
	}
	used += put_gain(view, &kind->cause, first);
	fprintf(term->file, "  %6zu insn  ", kind->by_piece[number]);
	if (term->screen)
		term_squeeze(term, name, width);
	else
		term_pad(term, name, width, false);
	fputs("  ", term->file);
	snprintf(lead, sizeof(lead), "%*s", (int)used, "");
	if (term->screen)
		paragraph_put(term, title_of(&kind->cause, piece), used, lead);
	else
		put_line(term, title_of(&kind->cause, piece));
	term_plain(term);
}

/* A category's piece, by number. */
struct kind_piece {
	const struct explanation_kind *kind;
	size_t number;
	uint64_t parts;
};

/* All pieces of categories that are large enough, largest first. Returns how many. */
static size_t find_pieces(const struct view *view, const struct explanation *explanation,
			  struct kind_piece found[EXPLANATION_KINDS * CAUSE_PIECES])
{
	const double least = KIND_LEAST * (double)view_total(view)->parts;
	size_t count = 0;

	for (size_t i = 0; i < explanation->kinds_count; i++) {
		const struct explanation_kind *kind = &explanation->kinds[i];

		for (size_t j = 0; j < kind->cause.pieces_count; j++) {
			uint64_t parts = kind->cause.pieces[j].piece.parts;
			size_t at = count;

			if (j && (double)parts < least)
				continue;
			for (; at && found[at - 1].parts < parts; at--)
				found[at] = found[at - 1];
			found[at] = (struct kind_piece){ kind, j, parts };
			count++;
		}
	}
	return count;
}

/* No larger piece of the same cause stands before it. */
static bool is_first(const struct kind_piece *pieces, size_t at)
{
	for (size_t i = 0; i < at; i++)
		if (pieces[i].kind == pieces[at].kind)
			return false;
	return true;
}

/* The whole recording: a category each, or its pieces. */
static void put_kinds(const struct view *view, const struct explanation *explanation)
{
	const struct term *term = view->term;
	const struct category_kind *stacks = view->rows->measure->kind;
	struct kind_piece pieces[EXPLANATION_KINDS * CAUSE_PIECES];
	size_t width = names_width(stacks, explanation), count;
	char unit[CATEGORY_TEXT], name[CATEGORY_TEXT];

	term_color(term, -1);
	fputs("# Overhead", term->file);
	if (chance_has(&view_total(view)->weight))
		fprintf(term->file, "  %*s", MARGIN_WIDTH, "+/-");
	if (!is_narrow(term))
		fprintf(term->file, "  %14s", category_title(stacks->unit, unit));
	if (view->recording->stages.per_cycle)
		fprintf(term->file, "  %-*s", GAIN_WIDTH, "Gain");
	fprintf(term->file, "       90%% in  %-*s  What it is\n", (int)width,
		category_title(stacks->name, name));
	term_plain(term);
	count = find_pieces(view, explanation, pieces);
	for (size_t i = 0; i < count; i++)
		put_kind(view, pieces[i].kind, pieces[i].number, is_first(pieces, i), width);
}

/* Events of the category that the text is not about. */
static void put_others(const struct view *view, uint16_t events)
{
	const struct category_kind *kind = view->rows->measure->kind;
	char text[256];

	for (unsigned int bit = 0; bit < kind->items_count; bit++) {
		if (!(events >> bit & 1))
			continue;
		snprintf(text, sizeof(text), "%s: %s", kind->items[bit].name, kind->items[bit].text);
		view_labelled_put(view, "with", text);
	}
}

static const struct cause_piece *piece_of(const struct explanation_item *item, size_t told)
{
	return &item->causes[item->told[told].cause].pieces[item->told[told].piece];
}

static bool same_meaning(const struct advice *a, const struct advice *b)
{
	return !strcmp(a->meaning, b->meaning);
}

static bool same_remedy(const struct advice *a, const struct advice *b)
{
	return !strcmp(a->remedy, b->remedy);
}

/* Where a text stands first: in which item, or above in this one. */
struct given {
	size_t item;			/* 0: nowhere yet */
	bool above;
};

/* The place where the same advice was given before that of piece @told of item @number. */
static struct given find_given(const struct explanation *explanation, size_t told, size_t number,
			       bool (*same)(const struct advice *, const struct advice *))
{
	const struct advice *wanted = piece_of(&explanation->items[number - 1], told)->advice;

	for (size_t i = 0; i < number; i++) {
		const struct explanation_item *item = &explanation->items[i];
		bool here = i + 1 == number;

		if (item->called && same == same_remedy)
			continue;
		for (size_t j = 0; j < (here ? told : item->told_count); j++) {
			const struct cause_piece *piece = piece_of(item, j);

			if (piece->advice && !piece->chance && same(piece->advice, wanted))
				return (struct given){ .item = i + 1, .above = here };
		}
	}
	return (struct given){ 0 };
}

static const char *component_names(const struct cause *cause, char text[256])
{
	size_t used = 0;

	text[0] = '\0';
	for (uint32_t set = cause->components; set; set &= set - 1)
		used += (size_t)snprintf(text + used, 256 - used, "%s%s", used ? ", " : "",
					 category_components.items[__builtin_ctz(set)].name);
	return text;
}

/* Between which ends the stages say that the gain is. */
static void put_bounds(const struct view *view, const struct cause *cause)
{
	uint32_t width = view->recording->stages.per_cycle;
	char least[AMOUNT_TEXT], most[AMOUNT_TEXT], names[256], text[512];
	struct view_explain_bounds bounds;

	if (!view_explain_bounds(view, cause, &bounds) || !cause->components)
		return;
	snprintf(text, sizeof(text), "between %s and %s cycles, of %s%s: %.2fx to %.2fx as fast without "
		 "that wait", amount_number((cause->bound.least + width / 2) / width, least),
		 amount_number((cause->bound.most + width / 2) / width, most),
		 component_names(cause, names), cause->of_loop ? " in all of the loop" : "",
		 bounds.least, bounds.most);
	view_labelled_put(view, "gain", text);
}

/* The bounds, behind the measured gain. */
static void append_bounds(const struct view *view, const struct cause *cause,
			  char text[512])
{
	struct view_explain_bounds bounds;
	size_t used = strlen(text);
	char names[256];

	if (!view_explain_bounds(view, cause, &bounds) || !cause->components)
		return;
	snprintf(text + used, 512 - used, "; %s %.2fx to %.2fx (%s)",
		 cause->category ? "bounds" : "bounds of its wait", bounds.least, bounds.most,
		 component_names(cause, names));
}

/* "12,345 cycles fewer", or more. */
static const char *gain_text(int64_t gain, char text[AMOUNT_TEXT + 16])
{
	char number[AMOUNT_TEXT];

	snprintf(text, AMOUNT_TEXT + 16, "%s cycles %s", amount_number((uint64_t)llabs(gain), number),
		 gain < 0 ? "more" : "fewer");
	return text;
}

/* The effect of the cause's strongest partner on its gain. */
static void put_partner(const struct view *view, const struct explanation *explanation,
			size_t number)
{
	const struct whatif *whatif = &explanation->gains.whatif;
	uint64_t least = (uint64_t)(INTERACTION_LEAST * (double)whatif->sets[0].cycles);
	const struct whatif_set *pair = gains_partner(&explanation->gains, number, least);
	char cycles[AMOUNT_TEXT], text[512];
	uint64_t other;
	int64_t interaction;
	double speedup;

	if (!pair || !whatif_interaction(whatif, pair, &interaction) ||
	    !whatif_speedup(whatif, pair, &speedup))
		return;
	other = pair->members & ~(1ULL << number);
	amount_number((uint64_t)llabs(interaction), cycles);
	snprintf(text, sizeof(text), "%.2fx with '%.300s', too: %s cycles %s than each alone adds up "
		 "to, since they %s", speedup, whatif->changes[__builtin_ctzll(other)].text, cycles,
		 interaction > 0 ? "more" : "less",
		 interaction > 0 ? "hide behind each other" : "overlap");
	view_labelled_put(view, "pair", text);
}

/* The measured gain of removing the cause. */
static void put_measured(const struct view *view, const struct explanation *explanation,
		      const struct cause *cause)
{
	const struct gains *gains = &explanation->gains;
	const struct whatif_set *set = gains_alone(gains, cause->measured);
	char gained[AMOUNT_TEXT + 16], text[512];
	double speedup = 0;
	int64_t gain;

	if (!gains_cycles(gains, set, &gain))
		snprintf(text, sizeof(text), "not measured: %.200s", set->failure);
	else if (whatif_speedup(&gains->whatif, set, &speedup))
		snprintf(text, sizeof(text), "%.2fx as fast %s, %s", speedup,
			 gains->places[cause->measured].events ? "without it" : "if it took no time",
			 gain_text(gain, gained));
	append_bounds(view, cause, text);
	view_labelled_put(view, "gain", text);
	put_partner(view, explanation, cause->measured);
}

/* Amounts are of one stage. */
static bool is_staged(const struct view *view)
{
	return view->rows->measure->kind == &category_signatures;
}

/* The cycles, of that stage; they do not bound the gain of a change. */
static void put_share(const struct view *view, const struct cause *cause,
		      const struct cause_piece *piece)
{
	char cycles[AMOUNT_TEXT], text[256];

	snprintf(text, sizeof(text), "%s %s, %.2f%% of %s%s%s",
		 amount_cycles(view->rows->measure, piece->piece.parts, cycles),
		 view->rows->measure->kind->unit, 100 * view_share(view, piece->piece.parts),
		 is_staged(view) ? stages_names[view->rows->measure->stage] : "all",
		 is_staged(view) ? " time" : "",
		 cause->lesser && !cause->bounded ? "; the event often costs more" : "");
	view_labelled_put(view, "share", text);
}

/* The meaning and the remedy; each text once. */
static void put_advice(const struct view *view, const struct explanation *explanation,
		       const struct cause *cause, size_t told, size_t number)
{
	const struct advice *advice = piece_of(&explanation->items[number - 1], told)->advice;
	struct given given = find_given(explanation, told, number, same_meaning);
	char text[32];

	if (!given.item)
		view_labelled_put(view, "why", advice->meaning);
	put_others(view, cause->others);
	if (explanation->items[number - 1].called) {
		if (!told)
			view_labelled_put(view, "remedy", "In its callers, see above.");
		return;
	}
	given = find_given(explanation, told, number, same_remedy);
	if (!given.item) {
		view_labelled_put(view, "remedy", advice->remedy);
		return;
	}
	snprintf(text, sizeof(text), given.above ? "as above." : "as in %zu.", given.item);
	view_labelled_put(view, "remedy", text);
}

static void put_title(const struct view *view, const struct cause *cause,
		      const struct cause_piece *piece)
{
	const struct term *term = view->term;
	char name[CATEGORY_TEXT];

	fprintf(term->file, "%*s", INDENT, "");
	term_color(term, -1);
	fputs(pieces_name(view->rows->measure->kind, &piece->piece, name), term->file);
	if (*title_of(cause, piece)) {
		fputs(cause->of_loop && piece->piece.state == TEA_STATE_COMPUTE ?
		      ", in a loop that waits: " : ": ", term->file);
		term_put(term, title_of(cause, piece));
	}
	term_plain(term);
	fputc('\n', term->file);
}

/* The gain if nothing calls it. */
static void put_called(const struct view *view, const struct explanation_item *item)
{
	const double share = view_share(view, item->same_parts);
	char text[96];

	if (share >= 1)
		return;
	snprintf(text, sizeof(text), "%.2fx as fast without the function's own time", 1 / (1 - share));
	view_labelled_put(view, "gain", text);
}

static void put_hidden(const struct view *view)
{
	char text[80];

	snprintf(text, sizeof(text), "too few %s to tell it from chance: no advice",
		 recording_drawn(view->recording));
	view_labelled_put(view, "chance", text);
}

/* Gain and bounds are the cause's, and stand at its first piece. */
static void put_told(const struct view *view, const struct explanation *explanation, size_t told,
		     size_t number)
{
	const struct explanation_item *item = &explanation->items[number - 1];
	const struct cause *cause = &item->causes[item->told[told].cause];
	const struct cause_piece *piece = piece_of(item, told);
	bool first = !item->told[told].piece;

	put_title(view, cause, piece);
	put_share(view, cause, piece);
	if (first && cause->measured != GAINS_NONE)
		put_measured(view, explanation, cause);
	else if (item->called && !told)		/* callers cannot remove the wait */
		put_called(view, item);
	else if (first && !item->called)
		put_bounds(view, cause);
	if (piece->chance)
		put_hidden(view);
	else if (piece->advice)
		put_advice(view, explanation, cause, told, number);
}

/* A line of source, the function that it is in, and its text. */
static void put_source_line(const struct term *term, const char *lead,
			    const struct elfobject_line *line, const char *function, const char *source)
{
	char number[16], shorter[FUNCNAME_TEXT];
	size_t used = INDENT + strlen(lead);

	fprintf(term->file, INDENT_LEAD "%s", lead);
	used += term_put(term, symbols_source_name(line->file));
	snprintf(number, sizeof(number), ":%d", line->line);
	used += term_put(term, number);
	if (function) {
		fputs(" in ", term->file);
		used += term_put(term, funcname_fit(function, term->columns / 3, shorter)) +
			strlen(" in ");
	}
	view_put_source(term, source, used);
	fputc('\n', term->file);
}

/* Another item that is of the same line, inlined elsewhere; 0: none. */
static size_t same_line(const struct explanation *explanation, size_t number)
{
	const struct explanation_item *item = &explanation->items[number - 1];

	for (size_t i = 0; i < explanation->count; i++) {
		const struct explanation_item *other = &explanation->items[i];

		if (other != item && other->own.call.file && other->row->line.line == item->row->line.line &&
		    other->row->line.file && !strcmp(other->row->line.file, item->row->line.file) &&
		    other->around.loop.begin != item->around.loop.begin)
			return i + 1;
	}
	return 0;
}

/* The program's own line first. */
static void put_place(const struct view *view, const struct explanation *explanation, size_t number)
{
	const struct explanation_item *item = &explanation->items[number - 1];
	const struct ownline *own = &item->own;
	const struct elfobject_line *line = &item->row->line;
	const struct term *term = view->term;
	size_t same;

	if (!line->file)
		return;
	if (own->line.file)
		put_source_line(term, "", &own->line, own->function, item->own_source);
	put_source_line(term, own->line.file ? "inlined: " : "", line, item->inlined, item->source);
	if (!own->call.file)
		return;
	put_source_line(term, "inlined at ", &own->call, own->caller, item->own_source);
	same = same_line(explanation, number);
	if (same)
		fprintf(term->file, INDENT_LEAD "the line of %zu, too, which is inlined more than once: a change "
			"of it is a change of both\n", same);
}

/* How the loop makes a load's address, which the advice depends on. */
static void put_addressing(const struct view *view, const struct explanation_item *item)
{
	static const char *const texts[ADDRESSINGS_COUNT] = {
		[ADDRESSING_FIXED] = "the same in each iteration",
		[ADDRESSING_STRIDE] = "grows evenly from iteration to iteration",
		[ADDRESSING_COMPUTED] = "of a number computed anew in each iteration, such as a random one or a hash",
		[ADDRESSING_GATHER] = "from what is loaded at",
		[ADDRESSING_LISTED] = "from what an element of a list holds, loaded at",
		[ADDRESSING_CHASE] = "from what was loaded before at",
	};
	const struct addressing *addressing = &item->around.addressing;
	FILE *file = view->term->file;

	if (!texts[addressing->kind])
		return;
	fprintf(file, "%*saddress %s", INDENT, "", texts[addressing->kind]);
	if (item->around.from)
		fprintf(file, " %llx", (unsigned long long)item->around.from);
	if (addressing->stride)
		fprintf(file, ", by %lld byte%s", (long long)addressing->stride,
			llabs(addressing->stride) == 1 ? "" : "s");
	if (item->around.restart)
		fprintf(file, "; behind the branch at %llx, which is mispredicted",
			(unsigned long long)item->around.restart);
	fputc('\n', file);
}

/* The store that has the data, and the largest wait of the loop. */
static void put_waits(const struct view *view, const struct explanation_item *item)
{
	const struct surroundings *around = &item->around;
	const struct waitlimit *limit = &around->limit;
	FILE *file = view->term->file;

	if (around->awaited)
		fprintf(file, "%*swaits for the load at %llx, of what is stored at %llx\n", INDENT, "",
			(unsigned long long)around->awaited, (unsigned long long)around->store);
	if (!around->limit_text[0])
		return;
	fprintf(file, "%*s%.0f%% of the loop's slots at issue: %s", INDENT, "",
		100 * (double)limit->by_group[limit->group] / (double)limit->slots,
		waitgroup_texts[limit->group]);
	if (limit->group != WAITGROUP_WORK) {
		fprintf(file, ", most at %llx  ", (unsigned long long)limit->most.address);
		term_put(view->term, around->limit_text);
	}
	if (around->limit_advice && around->store)
		fprintf(file, ", stored at %llx", (unsigned long long)around->store);
	fputc('\n', file);
}

static void put_look(const struct view *view, const struct explanation_item *item)
{
	FILE *file = view->term->file;

	if (item->around.loop.end)
		fprintf(file, "%*sloop %llx-%llx, %zu instructions, %.2f%% of all %s\n", INDENT, "",
			(unsigned long long)item->around.loop.begin, (unsigned long long)item->around.loop.end,
			item->around.loop.instructions, 100 * view_share(view, item->loop_parts),
			view->rows->measure->kind->unit);
	if (item->same)
		fprintf(file, "%*s%.2f%% at this instruction; with %zu more, for the same cause, %.2f%%\n", INDENT, "",
			100 * view_share(view, item->row->stack->parts), item->same,
			100 * view_share(view, item->same_parts));
	put_addressing(view, item);
	put_waits(view, item);
	for (size_t i = 0; i < EXPLANATION_HINTS; i++) {
		if (!item->hints[i][0])
			continue;
		fprintf(file, "%*s", INDENT, "");
		paragraph_put(view->term, item->hints[i], INDENT, INDENT_LEAD);
	}
}

/* "function in object", NULL when memory ran out. */
static char *where_text(const struct view *view, const struct row *row)
{
	char buffer[ROWS_NAME_TEXT];
	char *text, shorter[FUNCNAME_TEXT];
	const char *name = funcname_fit(row_name(view->rows, row, buffer),
					view->term->columns / 2, shorter);

	return asprintf(&text, "%s in %s", name, symbols_base_name(row->location.object->path)) < 0 ?
	       NULL : text;
}

/* Its place, and the instruction; on a line of its own if one line is too short for both. */
static void put_head(const struct view *view, const struct explanation_item *item, size_t number)
{
	const struct row *row = item->row;
	const struct term *term = view->term;
	char *where = where_text(view, row), address[24];
	size_t used;
	bool alone;

	term_color(term, -1);
	used = (size_t)fprintf(term->file, "%zu. %.2f%%  ", number, 100 * view_share(view, item->weight));
	snprintf(address, sizeof(address), "%llx", (unsigned long long)row->location.address);
	alone = term->screen && where && used + term_width(term, where) + strlen(address) +
		term_width(term, item->disassembly) + 4 > term->columns;
	if (alone)
		paragraph_put(term, where, used, INDENT_LEAD);
	else
		term_put(term, where ? where : "out of memory");
	term_plain(term);
	fprintf(term->file, "%s%s%s", alone ? INDENT_LEAD : "  ", address,
		item->disassembly[0] ? "  " : "");
	term_put(term, item->disassembly);
	fputc('\n', term->file);
	free(where);
}

static void put_item(const struct view *view, const struct explanation *explanation, size_t number)
{
	const struct explanation_item *item = &explanation->items[number - 1];

	fputc('\n', view->term->file);
	put_head(view, item, number);
	put_place(view, explanation, number);
	put_look(view, item);
	for (size_t i = 0; i < item->told_count; i++)
		put_told(view, explanation, i, number);
}

/* The kind of the gains, and their source. */
static void put_source_of_gains(const struct view *view)
{
	char text[256];

	if (!is_staged(view))
		return;
	snprintf(text, sizeof(text), "not bounded by shares of %s time: profiles of 'tea sim "
		 "--observers golden,tea,stages' have bounds", stages_names[view->rows->measure->stage]);
	view_put_pair(view->term, "gain", view->recording->stages.per_cycle ?
		      STAGES_BOUND_TEXT "; a remedy that saves work, too, gains more" : text);
}

/* The gain of all measured causes together, and its difference from their sum. */
static void put_all(const struct view *view, const struct gains *gains)
{
	const struct whatif_set *all = whatif_all(&gains->whatif);
	char gained[AMOUNT_TEXT + 16], number[AMOUNT_TEXT], text[512];
	size_t count = gains->whatif.count, used;
	int64_t gain, interaction;
	double speedup;

	if (!count)
		return;
	if (!gains_cycles(gains, all, &gain) || !whatif_speedup(&gains->whatif, all, &speedup)) {
		snprintf(text, sizeof(text), "%zu causes, all together not: %.200s", count,
			 all->failure);
		view_put_pair(view->term, "measured", text);
		return;
	}
	used = (size_t)snprintf(text, sizeof(text), "%zu cause%s: %s%.2fx, %s", count,
				count == 1 ? "" : "s", count == 1 ? "" : "all together ", speedup,
				gain_text(gain, gained));
	if (count > 1 && whatif_interaction(&gains->whatif, all, &interaction) && interaction)
		snprintf(text + used, sizeof(text) - used, "; %s %s than each alone adds up to, since they %s",
			 amount_number((uint64_t)llabs(interaction), number),
			 interaction > 0 ? "more" : "less",
			 interaction > 0 ? "hide behind each other" : "overlap");
	view_put_pair(view->term, "measured", text);
	view_put_pair(view->term, "order", "by measured gain, then by share");
}

/* Why there are no more, where that is so. */
static void put_chance(const struct view *view, const struct explanation *explanation)
{
	char text[160];

	if (!explanation->chance || explanation->left_out)
		return;
	snprintf(text, sizeof(text), "%zu more instruction%s too few %s to tell %s from chance: run "
		 "longer, or %s", explanation->chance, explanation->chance == 1 ? " has" : "s have",
		 recording_drawn(view->recording), explanation->chance == 1 ? "it" : "them", recording_denser(view->recording));
	view_put_pair(view->term, "chance", text);
}

void view_explain_text(const struct view *view, const struct explanation *explanation)
{
	view_put_recording(view);
	if (view->rows->measure->kind == &category_waits) {
		view_waiting_text(view);
		view_put_notes(&view->recording->notes, view->term);
		return;
	}
	put_source_of_gains(view);
	put_all(view, &explanation->gains);
	put_kinds(view, explanation);
	for (size_t i = 0; i < explanation->count; i++)
		put_item(view, explanation, i + 1);
	view_explain_spreads(view, explanation);
	put_chance(view, explanation);
	if (view->waiting)
		view_waiting_text(view);
	view_put_notes(&view->recording->notes, view->term);
}
