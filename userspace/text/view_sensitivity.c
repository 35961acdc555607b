// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_sensitivity.c - which resources of the core limit a program, for people
 *
 * A bar is as long as the speed-up is large, a mark for each weight: where the first ends the
 * second goes on.
 */
#include "view_sensitivity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "output/amount.h"
#include "view_text.h"

#define BAR_WIDTH	24
#define SPEEDUP_WIDTH	8
#define COLUMNS_MOST	7		/* of resources by place: others would not fit */
#define MARKS		"#+=-:~*o"
#define COLOR_LOSS	196

/* Weights, and the share of a gain that falls to a place: from little to all. */
static const int mark_colors[] = { 202, 220, 148, 71, 37, 67, 97, 244 };
static const int heat_colors[] = { 244, 229, 220, 214, 208, 202, 196 };

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

const char *view_sensitivity_setting(const struct view_sensitivity *view, const char *name)
{
	for (size_t i = 0; i < view->recording->settings_count; i++)
		if (!strcmp(view->recording->settings[i].name, name))
			return view->recording->settings[i].value;
	return "";
}

static bool is_shown(const struct view_sensitivity *view,
		     const struct sensitivity_resource *resource)
{
	if (sensitivity_largest(view->sensitivity, resource) >= SENSITIVITY_SHOWN)
		return true;
	for (size_t w = 0; w < view->sensitivity->weights_count; w++)
		if (resource->cells[w].failure)
			return true;
	return false;
}

/* "1.48x"; "-" where the weight changes nothing, or there are no cycles. */
static const char *speedup_text(const struct view_sensitivity *view,
				const struct sensitivity_cell *cell, char text[SPEEDUP_WIDTH * 2])
{
	double value;

	if (!sensitivity_of(view->sensitivity, cell, &value))
		return cell->failure ? "failed" : "-";
	snprintf(text, SPEEDUP_WIDTH * 2, "%.2fx", 1 + value);
	return text;
}

/* The change that fills a bar, the largest of one kind. */
static double largest_shown(const struct view_sensitivity *view, bool structures)
{
	const struct sensitivity *sensitivity = view->sensitivity;
	double largest = 0, value;

	for (size_t r = 0; r < sensitivity->count; r++) {
		if (sensitivity_is_structure(&sensitivity->resources[r]) != structures)
			continue;
		value = sensitivity_largest(sensitivity, &sensitivity->resources[r]);
		largest = value > largest ? value : largest;
	}
	return largest;
}

/*
 * Cells of @weight, from the gain of the weights before it on. Returns the length of the bar so
 * far.
 */
static size_t draw_weight(const struct view_sensitivity *view, const struct sensitivity_cell *cell,
			  size_t weight, double full, size_t used)
{
	const struct term *term = view->term;
	size_t mark = weight % (sizeof(MARKS) - 1), end;
	double value;

	if (!sensitivity_of(view->sensitivity, cell, &value) || value <= 0 || full <= 0)
		return used;
	end = (size_t)(value / full * BAR_WIDTH + 0.5);
	if (end <= used)
		return used;
	term_color(term, mark_colors[weight % COUNT(mark_colors)]);
	for (; used < end; used++) {
		if (term->color && term->utf8)
			fputs("\u2588", term->file);
		else
			fputc(MARKS[mark], term->file);
	}
	term_plain(term);
	return used;
}

static void put_bar(const struct view_sensitivity *view,
		    const struct sensitivity_resource *resource, double full)
{
	size_t used = 0;

	for (size_t w = 0; w < view->sensitivity->weights_count; w++)
		used = draw_weight(view, &resource->cells[w], w, full, used);
	fprintf(view->term->file, "%*s", (int)(BAR_WIDTH - used), "");
}

static void put_resource(const struct view_sensitivity *view,
			 const struct sensitivity_resource *resource, double full, size_t width)
{
	const struct term *term = view->term;
	char text[SPEEDUP_WIDTH * 2];
	double value;

	for (size_t w = 0; w < view->sensitivity->weights_count; w++) {
		const struct sensitivity_cell *cell = &resource->cells[w];

		if (sensitivity_of(view->sensitivity, cell, &value) && value <= -SENSITIVITY_SHOWN)
			term_color(term, COLOR_LOSS);
		term_pad(term, speedup_text(view, cell, text), SPEEDUP_WIDTH + !w, true);
		term_plain(term);
	}
	fputs("  ", term->file);
	put_bar(view, resource, full);
	fputs("  ", term->file);
	term_pad(term, resource->resource->name, width, false);
	if (!term->screen || term->columns >= TERM_NARROW)
		fprintf(term->file, "  %s", resource->resource->text);
	for (size_t w = 0; w < view->sensitivity->weights_count; w++)
		if (resource->cells[w].failure) {
			fputs(": ", term->file);
			term_put(term, resource->cells[w].failure);
		}
	fputc('\n', term->file);
}

/* "2x #": the weight, and its mark. */
static void put_weights(const struct view_sensitivity *view)
{
	const struct term *term = view->term;

	for (size_t w = 0; w < view->sensitivity->weights_count; w++) {
		uint32_t weight = view->sensitivity->weights[w];
		char number[SENSITIVITY_WEIGHT_TEXT], text[SENSITIVITY_WEIGHT_TEXT + 8];

		snprintf(text, sizeof(text), "%s%s %c", sensitivity_weight(weight, number),
			 weight == TEA_WEIGHT_IDEAL ? "" : "x", MARKS[w % (sizeof(MARKS) - 1)]);
		fputs(w ? "" : "#", term->file);
		term_color(term, mark_colors[w % COUNT(mark_colors)]);
		term_pad(term, text, SPEEDUP_WIDTH, true);
		term_plain(term);
	}
}

static size_t name_width(const struct view_sensitivity *view)
{
	size_t width = 0;

	for (size_t r = 0; r < view->sensitivity->count; r++) {
		const struct sensitivity_resource *resource = &view->sensitivity->resources[r];

		if (is_shown(view, resource) && strlen(resource->resource->name) > width)
			width = strlen(resource->resource->name);
	}
	return width;
}

/* The table of one kind; nothing if it is empty. */
static void put_table(const struct view_sensitivity *view, bool structures, const char *title)
{
	double full = largest_shown(view, structures);
	size_t shown = 0;

	for (size_t r = 0; r < view->sensitivity->count; r++) {
		const struct sensitivity_resource *resource = &view->sensitivity->resources[r];

		if (sensitivity_is_structure(resource) != structures || !is_shown(view, resource))
			continue;
		if (!shown++) {
			fputs("#\n", view->term->file);
			put_weights(view);
			fprintf(view->term->file, "  %-*s  %s\n", BAR_WIDTH, "", title);
		}
		put_resource(view, resource, full, name_width(view));
	}
}

/* The resources that have less than SENSITIVITY_SHOWN. */
static void put_others(const struct view_sensitivity *view)
{
	char *text = NULL;
	size_t size, count = 0;
	FILE *file = open_memstream(&text, &size);

	if (!file)
		return;
	for (size_t r = 0; r < view->sensitivity->count; r++)
		if (!is_shown(view, &view->sensitivity->resources[r]))
			fprintf(file, "%s%s", count++ ? ", " : "less than 0.5 %: ",
				view->sensitivity->resources[r].resource->name);
	if (!fclose(file) && count) {
		fputs("#\n", view->term->file);
		view_put_pair(view->term, "others", text);
	}
	free(text);
}

static double speedup_of(const struct setsearch *sets, uint64_t members)
{
	double cycles = (double)sets->sets[0].cycles;

	return cycles / (cycles - setsearch_gain(sets, members));
}

static void put_member(const struct view_sensitivity *view, size_t number)
{
	const struct sensitivity *sensitivity = view->sensitivity;
	const struct setsearch *sets = &sensitivity->sets;
	const struct setsearch_set *others = setsearch_find(sets, sets->candidates & ~(1ULL << number));
	char text[SPEEDUP_WIDTH * 2] = "-";

	if (others && others->measured)
		snprintf(text, sizeof(text), "%.2fx", speedup_of(sets, others->members));
	fprintf(view->term->file, "%*.2fx%*s  %s\n", SPEEDUP_WIDTH, speedup_of(sets, 1ULL << number),
		SPEEDUP_WIDTH + 4, text, sensitivity->members[number]->name);
}

/* The resources that have to be there together. */
static void put_set(const struct view_sensitivity *view)
{
	const struct setsearch *sets = &view->sensitivity->sets;
	FILE *file = view->term->file;
	char weight[SENSITIVITY_WEIGHT_TEXT];

	if (!sets->most || sets->failed || !sets->candidates || !sets->sets[0].measured)
		return;
	sensitivity_weight(view->sensitivity->weights[0], weight);
	fputs("#\n# ", file);
	term_color(view->term, -1);
	fputs("together", view->term->file);
	term_plain(view->term);
	fprintf(file, "  %s of all %d: %.2fx", weight, __builtin_popcountll(sets->candidates),
		speedup_of(sets, sets->candidates));
	if (!sets->chosen) {
		fputs(", so there is no set\n", file);
		return;
	}
	fprintf(file, "; of %s: %.2fx%s\n", __builtin_popcountll(sets->chosen) == 1 ? "this one" : "these",
		speedup_of(sets, sets->chosen),
		setsearch_enough(sets, sets->chosen) ? "" : ", and more would be needed");
	fprintf(file, "#%*s%*s  Resource\n", SPEEDUP_WIDTH, "Alone", SPEEDUP_WIDTH + 4, "Others");
	for (uint64_t rest = sets->chosen; rest; rest &= rest - 1)
		put_member(view, (size_t)__builtin_ctzll(rest));
}

/* A gain in per cent of all cycles, its heat by the share of the resource's gain. */
static void put_heat(const struct view_sensitivity *view, double gain, double all, size_t width)
{
	const struct term *term = view->term;
	double percent = 100 * gain / (double)view->sensitivity->cycles;
	double share = all > 0 ? gain / all : 0;
	size_t heat = share <= 0 ? 0 : (size_t)(share * COUNT(heat_colors));
	char text[16];

	if (fabs(percent) < 0.05)
		strcpy(text, ".");
	else
		snprintf(text, sizeof(text), "%.1f%%", percent);
	term_color(term, heat_colors[heat < COUNT(heat_colors) ? heat : COUNT(heat_colors) - 1]);
	term_pad(term, text, width, true);
	term_plain(term);
}

static size_t column_width(const struct view_sensitivity *view, size_t column)
{
	size_t number = view->sensitivity->columns[column];
	size_t width = strlen(view->sensitivity->resources[number].resource->name);

	return width > SPEEDUP_WIDTH ? width : SPEEDUP_WIDTH;
}

/* The number of columns that fit. */
static size_t columns_shown(const struct view_sensitivity *view)
{
	size_t count = view->sensitivity->columns_count, used = 44, shown = 0;

	while (shown < count && shown < COLUMNS_MOST) {
		used += column_width(view, shown) + 2;
		if (view->term->screen && used > view->term->columns && shown)
			break;
		shown++;
	}
	return shown;
}

static void put_places_heading(const struct view_sensitivity *view, size_t shown)
{
	const struct sensitivity *sensitivity = view->sensitivity;
	const struct term *term = view->term;
	char weight[SENSITIVITY_WEIGHT_TEXT];

	fprintf(term->file, "#\n# cycles that go away by %s, of all; left out: what is less than 0.1 %%"
		"\n#%15s", view->by, "Cycles");
	for (size_t c = 0; c < shown; c++) {
		const struct sensitivity_resource *resource =
			&sensitivity->resources[sensitivity->columns[c]];

		fputs("  ", term->file);
		term_pad(term, resource->resource->name, column_width(view, c), true);
	}
	fprintf(term->file, "\n#%15s", "");
	for (size_t c = 0; c < shown; c++) {
		const struct sensitivity_resource *resource =
			&sensitivity->resources[sensitivity->columns[c]];
		char text[SENSITIVITY_WEIGHT_TEXT + 1];
		uint32_t number = sensitivity->weights[resource->weight];

		snprintf(text, sizeof(text), "%s%s", sensitivity_weight(number, weight),
			 number == TEA_WEIGHT_IDEAL ? "" : "x");
		fputs("  ", term->file);
		term_pad(term, text, column_width(view, c), true);
	}
	fputc('\n', term->file);
}

static void put_places(const struct view_sensitivity *view)
{
	const struct sensitivity *sensitivity = view->sensitivity;
	size_t shown = columns_shown(view);
	char number[AMOUNT_TEXT];

	if (!sensitivity->places_count || !shown)
		return;
	put_places_heading(view, shown);
	for (size_t i = 0; i < sensitivity->places_count; i++) {
		const struct sensitivity_place *place = &sensitivity->places[i];

		fprintf(view->term->file, "%16s", amount_number(place->cycles, number));
		for (size_t c = 0; c < shown; c++) {
			const struct sensitivity_resource *resource =
				&sensitivity->resources[sensitivity->columns[c]];
			double all = (double)sensitivity->cycles -
				     (double)resource->cells[resource->weight].cycles;

			fputs("  ", view->term->file);
			put_heat(view, place->gains[c], all, column_width(view, c));
		}
		fputs("  ", view->term->file);
		term_put(view->term, place->name);
		fputs("  ", view->term->file);
		term_put(view->term, place->object);
		fputc('\n', view->term->file);
	}
}

void view_sensitivity_text(const struct view_sensitivity *view)
{
	char number[AMOUNT_TEXT];

	view_put_pair(view->term, "core", view_sensitivity_setting(view, "core"));
	view_put_pair(view->term, "command", view->recording->command);
	view_put_pair(view->term, "cycles", amount_number(view->sensitivity->cycles, number));
	view_put_notes(&view->recording->notes, view->term);
	put_table(view, false, "More of a resource");
	put_table(view, true, "A structure that misses less, or never");
	put_others(view);
	put_set(view);
	put_places(view);
}
