// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_whatif.c - gains of changes, for people
 */
#include "view_whatif.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/causes/stagestack.h"
#include "analysis/places/chance.h"
#include "output/amount.h"
#include "view_text.h"

#define HUNDREDTH	0.01		/* of a speed-up: what is printed is rounded */
#define TOGETHER	" + "		/* between changes that are made at once */
#define COLOR_FASTER	28
#define COLOR_SLOWER	196
#define SPEEDUP_LEAST	0.005		/* less reads as 1.00x */
#define MARGIN_TITLE	"+/-"

enum column {
	CYCLES, SPEEDUP, MARGIN, BOUNDS, SHAPLEY, SHAPLEY_MARGIN, COLUMNS
};

static const struct {
	const char *title;
	bool right;
} columns[COLUMNS] = {
	{ "Cycles", true }, { "Speed-up", true }, { MARGIN_TITLE, true }, { "Bounds", false },
	{ "Shapley value", true }, { MARGIN_TITLE, true },
};

/* Texts of a row but the last, which is its name. */
struct cells {
	char text[COLUMNS][AMOUNT_TEXT + 1];
	double speedup;
	bool sure;			/* that it is no chance */
};

static void put_signed(double amount, char text[AMOUNT_TEXT + 1])
{
	uint64_t size = (uint64_t)(fabs(amount) + 0.5);

	text[0] = amount < 0 ? '-' : '+';
	amount_number(size, text + !!size);
}

/* Of cycles. */
static void put_margin(double margin, char text[AMOUNT_TEXT + 1])
{
	if (isfinite(margin))
		amount_number((uint64_t)(margin + 0.5), text);
	else
		snprintf(text, AMOUNT_TEXT, "?");
}

/* Estimates have more decimals, since those of the same windows are so near to each other. */
static void fill_speedup(const struct view_whatif *view, const struct whatif_set *set, struct cells *cells)
{
	const bool sampled = whatif_is_sampled(view->whatif);
	double margin;

	if (!whatif_speedup(view->whatif, set, &cells->speedup))
		return;
	snprintf(cells->text[SPEEDUP], sizeof(cells->text[SPEEDUP]), "%.*fx", sampled ? 4 : 2, cells->speedup);
	if (!sampled)
		return;
	margin = whatif_speedup_margin(view->whatif, set);
	cells->sure = whatif_is_sure(view->whatif, set);
	snprintf(cells->text[MARGIN], sizeof(cells->text[MARGIN]), isfinite(margin) ? "%.4f" : "?", margin);
}

static void fill_cells(const struct view_whatif *view, const struct whatif_set *set,
		       struct cells *cells)
{
	*cells = (struct cells){ .text = { "-" }, .speedup = 1, .sure = true };
	if (!set->failure)
		amount_number(set->cycles, cells->text[CYCLES]);
	fill_speedup(view, set, cells);
}

static void fill_bounds(const struct whatif_bounds *bounds, char text[AMOUNT_TEXT + 1])
{
	if (bounds->known && bounds->most > 0)
		snprintf(text, AMOUNT_TEXT, "%.2fx to %.2fx", bounds->least, bounds->most);
	else if (bounds->known)
		snprintf(text, AMOUNT_TEXT, "%.2fx or more", bounds->least);
}

/* The changes of a set, with a separator; many have no names. */
static void put_names(const struct view_whatif *view, uint64_t members)
{
	const char *between = "";

	if (__builtin_popcountll(members) > 2) {
		fputs("all of them", view->term->file);
		return;
	}
	for (; members; members &= members - 1) {
		fputs(between, view->term->file);
		term_put(view->term, view->whatif->changes[__builtin_ctzll(members)].text);
		between = TOGETHER;
	}
}

static void put_row(const struct view_whatif *view, const struct whatif_set *set,
		    const struct cells *cells, const size_t widths[COLUMNS])
{
	const struct term *term = view->term;

	for (size_t c = 0; c < COLUMNS; c++) {
		if (!widths[c])
			continue;
		fputs("  ", term->file);
		if (c == SPEEDUP && !cells->sure)
			term_color(term, TERM_COLD);
		else if (c == SPEEDUP && fabs(cells->speedup - 1) >= SPEEDUP_LEAST)
			term_color(term, cells->speedup > 1 ? COLOR_FASTER : COLOR_SLOWER);
		term_pad(term, cells->text[c], widths[c], columns[c].right);
		if (c == SPEEDUP)
			term_plain(term);
	}
	fputs("  ", term->file);
	put_names(view, set->members);
	if (set->failure) {
		fputs(": ", term->file);
		term_put(term, set->failure);
	}
	fputc('\n', term->file);
}

static void put_heading(const struct term *term, const size_t widths[COLUMNS],
			const char *const titles[COLUMNS], const char *last)
{
	const char *before = "# ";

	term_color(term, -1);
	for (size_t c = 0; c < COLUMNS; c++) {
		if (!widths[c])
			continue;
		fputs(before, term->file);
		term_pad(term, titles[c], widths[c], columns[c].right);
		before = "  ";
	}
	fprintf(term->file, "  %s", last);
	term_plain(term);
	fputc('\n', term->file);
}

/* Columns in which no row has anything are left out. */
static void put_table(const struct view_whatif *view, const struct whatif_set *const *sets,
		      const struct cells *cells, size_t count, const char *const titles[COLUMNS],
		      const char *last)
{
	size_t widths[COLUMNS] = { 0 };

	for (size_t c = 0; c < COLUMNS; c++) {
		for (size_t i = 0; i < count; i++)
			if (strlen(cells[i].text[c]) > widths[c])
				widths[c] = strlen(cells[i].text[c]);
		if (widths[c] && widths[c] < strlen(titles[c]))
			widths[c] = strlen(titles[c]);
	}
	put_heading(view->term, widths, titles, last);
	for (size_t i = 0; i < count; i++)
		put_row(view, sets[i], &cells[i], widths);
}

static bool has_bounds(const struct whatif *whatif)
{
	for (size_t i = 0; i < whatif->count; i++)
		if (whatif->changes[i].bounds.known)
			return true;
	return false;
}

/* Says how many gains are not where the stages saw them, as far as both are printed. */
static void put_outside(const struct view_whatif *view)
{
	const struct whatif *whatif = view->whatif;
	size_t outside = 0;
	double speedup;
	char text[128];

	for (size_t i = 0; i < whatif->count; i++) {
		const struct whatif_bounds *bounds = &whatif->changes[i].bounds;

		if (bounds->known && whatif_speedup(whatif, &whatif->sets[1 + i], &speedup))
			outside += speedup < bounds->least - HUNDREDTH ||
				   (bounds->most > 0 && speedup > bounds->most + HUNDREDTH);
	}
	if (!outside)
		return;
	snprintf(text, sizeof(text), "%zu of these gains %s not within bounds: another wait takes its place, "
		 "or hid behind it", outside, outside == 1 ? "is" : "are");
	view_put_pair(view->term, "outside", text);
}

/* Says how many of them may be chance. */
static void put_chance(const struct view_whatif *view, size_t unsure, const char *what)
{
	char text[192];

	if (!unsure)
		return;
	snprintf(text, sizeof(text), "%zu of these %s %s within the margin (+/- at %.0f%%), not to be told from "
		 "chance: a larger --detail has narrower ones", unsure, what, unsure == 1 ? "is" : "are",
		 100 * CHANCE_LEVEL);
	view_put_pair(view->term, "chance", text);
}

/* Of what is the same in all windows no chance makes anything. */
static size_t count_unsure(const struct whatif *whatif)
{
	size_t unsure = 0;
	double speedup;

	for (size_t i = 0; i < whatif->count; i++) {
		const struct whatif_set *set = &whatif->sets[1 + i];

		unsure += whatif_speedup(whatif, set, &speedup) && !whatif_is_sure(whatif, set) &&
			  whatif_speedup_margin(whatif, set) > 0;
	}
	return unsure;
}

static void fill_shapley(const struct whatif *whatif, struct cells *cells)
{
	double values[WHATIF_SHAPLEY_MOST], margins[WHATIF_SHAPLEY_MOST];

	if (!whatif_shapley(whatif, values))
		return;
	if (whatif_is_sampled(whatif))
		whatif_shapley_margins(whatif, margins);
	for (size_t i = 0; i < whatif->count; i++) {
		put_signed(values[i], cells[i].text[SHAPLEY]);
		if (whatif_is_sampled(whatif))
			put_margin(margins[i], cells[i].text[SHAPLEY_MARGIN]);
	}
}

/* Each change alone; and if all sets are measured, all of them together. */
static void put_changes(const struct view_whatif *view)
{
	const struct whatif *whatif = view->whatif;
	const struct whatif_set *sets[WHATIF_MOST + 1] = { NULL };
	const char *titles[COLUMNS];
	struct cells cells[WHATIF_MOST + 1];
	double values[WHATIF_SHAPLEY_MOST];
	bool shapley = whatif_shapley(whatif, values);
	size_t count = whatif->count;

	for (size_t c = 0; c < COLUMNS; c++)
		titles[c] = columns[c].title;
	for (size_t i = 0; i < count; i++) {
		sets[i] = &whatif->sets[1 + i];
		fill_cells(view, sets[i], &cells[i]);
		fill_bounds(&whatif->changes[i].bounds, cells[i].text[BOUNDS]);
	}
	fill_shapley(whatif, cells);
	if (shapley && count > 2) {
		sets[count] = &whatif->sets[whatif->sets_count - 1];
		fill_cells(view, sets[count], &cells[count]);
		put_signed((double)whatif->sets[0].cycles - (double)sets[count]->cycles,
			   cells[count].text[SHAPLEY]);
		count++;
	}
	put_table(view, sets, cells, count, titles, "Change");
	if (has_bounds(whatif))
		view_put_pair(view->term, "bounds", STAGES_BOUND_TEXT);
	put_outside(view);
	put_chance(view, count_unsure(whatif), "gains");
	if (shapley)
		view_put_pair(view->term, "shapley",
			      "what a change gains, averaged over all orders of making them: these "
			      "sum to what all gain");
}

/* Returns whether it may be chance. */
static bool fill_interaction(const struct whatif *whatif, const struct whatif_set *set, struct cells *cells)
{
	int64_t interaction;
	double margin;

	if (!whatif_interaction(whatif, set, &interaction))
		return false;
	put_signed((double)interaction, cells->text[SHAPLEY]);
	if (!whatif_is_sampled(whatif))
		return false;
	margin = whatif_interaction_margin(whatif, set);
	put_margin(margin, cells->text[SHAPLEY_MARGIN]);
	return margin > 0 && fabs((double)interaction) <= margin;
}

static void put_pairs(const struct view_whatif *view)
{
	static const char *const titles[COLUMNS] = {
		"Cycles", "Speed-up", MARGIN_TITLE, "", "Interaction", MARGIN_TITLE,
	};
	const struct whatif *whatif = view->whatif;
	const struct whatif_set **sets = calloc(whatif->sets_count, sizeof(*sets));
	struct cells *cells = calloc(whatif->sets_count, sizeof(*cells));
	size_t count = 0, unsure = 0;

	for (size_t i = 0; sets && cells && i < whatif->sets_count; i++) {
		const struct whatif_set *set = &whatif->sets[i];

		if (__builtin_popcountll(set->members) != 2)
			continue;
		fill_cells(view, set, &cells[count]);
		unsure += fill_interaction(whatif, set, &cells[count]);
		sets[count++] = set;
	}
	fputs("#\n", view->term->file);
	put_table(view, sets, cells, count, titles, "Pair");
	put_chance(view, unsure, "interactions");
	view_put_pair(view->term, "pairs",
		      "what two gain together, less what each gains alone. Above 0: each hides what the "
		      "other gains. Below 0: either will do");
	free(sets);
	free(cells);
}

static const char *core_of(const struct recording *recording)
{
	for (size_t i = 0; i < recording->settings_count; i++)
		if (!strcmp(recording->settings[i].name, "core"))
			return recording->settings[i].value;
	return NULL;
}

/* Of the core as it is. */
static void put_cycles(const struct view_whatif *view)
{
	const struct whatif_set *set = &view->whatif->sets[0];
	char number[AMOUNT_TEXT], margin[AMOUNT_TEXT + 1], text[2 * AMOUNT_TEXT + 8];

	amount_number(set->cycles, number);
	if (!whatif_is_sampled(view->whatif)) {
		view_put_pair(view->term, "cycles", number);
		return;
	}
	put_margin(whatif_cycles_margin(set), margin);
	snprintf(text, sizeof(text), "%s " MARGIN_TITLE " %s", number, margin);
	view_put_pair(view->term, "cycles", text);
}

void view_whatif_text(const struct view_whatif *view)
{
	const struct whatif *whatif = view->whatif;

	view_put_pair(view->term, "core", core_of(view->recording));
	view_put_pair(view->term, "command", view->recording->command);
	put_cycles(view);
	view_put_notes(&view->recording->notes, view->term);
	fputs("#\n", view->term->file);
	put_changes(view);
	if (whatif->extent != WHATIF_ALONE && whatif->count > 1)
		put_pairs(view);
}

void view_whatif_code(const struct view_whatif *view, size_t number, const struct view_diff *diff)
{
	const struct whatif *whatif = view->whatif;
	const struct term *term = view->term;
	char change[AMOUNT_TEXT + 1];

	put_signed((double)whatif->sets[1 + number].cycles - (double)whatif->sets[0].cycles, change);
	fputs("#\n# ", term->file);
	term_color(term, -1);
	put_names(view, whatif->sets[1 + number].members);
	term_plain(term);
	fprintf(term->file, ": %s cycles\n", change);
	if (diff->difference->count)
		view_diff_rows(diff);
}
