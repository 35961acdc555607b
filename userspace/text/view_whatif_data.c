// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_whatif_data.c - gains of changes, as JSON and CSV
 */
#include <inttypes.h>
#include <math.h>

#include "output/csv.h"
#include "output/json.h"
#include "view_whatif.h"

/* Of an estimate; null where too few windows tell none. */
static void put_margin(const char *key, double margin, int decimals, struct jsonwriter *json)
{
	if (isfinite(margin))
		json_real(json, key, margin, decimals);
	else
		json_null(json, key);
}

/* A set without cycles has the reason. */
static void put_cycles(const struct whatif_set *set, struct jsonwriter *json)
{
	if (!set->failure) {
		json_whole(json, "cycles", set->cycles);
		return;
	}
	json_null(json, "cycles");
	json_text(json, "failure", set->failure);
}

static void put_bounds(const struct whatif_bounds *bounds, struct jsonwriter *json)
{
	if (!bounds->known) {
		json_null(json, "bounds");
		return;
	}
	json_open_list(json, "bounds");
	json_real(json, NULL, bounds->least, 6);
	if (bounds->most > 0)
		json_real(json, NULL, bounds->most, 6);
	else
		json_null(json, NULL);
	json_close_list(json);
}

static void put_speedup(const struct whatif *whatif, const struct whatif_set *set,
			struct jsonwriter *json)
{
	double speedup;

	if (!whatif_speedup(whatif, set, &speedup)) {
		json_null(json, "speedup");
		return;
	}
	json_real(json, "speedup", speedup, 6);
	if (!whatif_is_sampled(whatif))
		return;
	put_margin("margin", whatif_speedup_margin(whatif, set), 6, json);
	json_truth(json, "significant", whatif_is_sure(whatif, set));
}

static void put_interaction(const struct whatif *whatif, const struct whatif_set *set,
			    struct jsonwriter *json)
{
	int64_t interaction;

	if (!whatif_interaction(whatif, set, &interaction)) {
		json_null(json, "interaction");
		return;
	}
	json_signed(json, "interaction", interaction);
	if (whatif_is_sampled(whatif))
		put_margin("interaction_margin", whatif_interaction_margin(whatif, set), 0, json);
}

static void put_change(const struct whatif *whatif, size_t number, struct jsonwriter *json)
{
	const struct whatif_set *set = &whatif->sets[1 + number];

	json_open_row(json);
	json_text(json, "change", whatif->changes[number].text);
	put_cycles(set, json);
	put_speedup(whatif, set, json);
	put_bounds(&whatif->changes[number].bounds, json);
	json_close_object(json);
}

static void put_pair(const struct whatif *whatif, const struct whatif_set *set,
		     struct jsonwriter *json)
{
	json_open_row(json);
	json_open_list(json, "changes");
	json_text(json, NULL, whatif->changes[__builtin_ctzll(set->members)].text);
	json_text(json, NULL, whatif->changes[63 - __builtin_clzll(set->members)].text);
	json_close_list(json);
	put_cycles(set, json);
	put_interaction(whatif, set, json);
	json_close_object(json);
}

void view_whatif_together(const struct whatif *whatif, const struct whatif_set *set,
			  const char *key, struct jsonwriter *json)
{
	json_open_object(json, key);
	json_whole(json, "changes", (uint64_t)__builtin_popcountll(set->members));
	put_cycles(set, json);
	put_speedup(whatif, set, json);
	put_interaction(whatif, set, json);
	json_close_object(json);
}

static void put_shapley(const struct whatif *whatif, struct jsonwriter *json)
{
	double values[WHATIF_SHAPLEY_MOST], margins[WHATIF_SHAPLEY_MOST];

	if (!whatif_shapley(whatif, values))
		return;
	json_line(json);
	json_open_list(json, "shapley");
	for (size_t i = 0; i < whatif->count; i++)
		json_real(json, NULL, values[i], 4);
	json_close_list(json);
	if (!whatif_is_sampled(whatif))
		return;
	whatif_shapley_margins(whatif, margins);
	json_open_list(json, "shapley_margins");
	for (size_t i = 0; i < whatif->count; i++)
		put_margin(NULL, margins[i], 0, json);
	json_close_list(json);
}

void view_whatif_members(const struct whatif *whatif, struct jsonwriter *json)
{
	json_whole(json, "cycles", whatif->sets[0].cycles);
	if (whatif_is_sampled(whatif))
		put_margin("margin", whatif_cycles_margin(&whatif->sets[0]), 0, json);
	json_open_list(json, "changes");
	for (size_t i = 0; i < whatif->count; i++)
		put_change(whatif, i, json);
	json_close_list(json);
	json_line(json);
	json_open_list(json, "pairs");
	for (size_t i = 0; i < whatif->sets_count; i++)
		if (__builtin_popcountll(whatif->sets[i].members) == 2)
			put_pair(whatif, &whatif->sets[i], json);
	json_close_list(json);
	put_shapley(whatif, json);
}

void view_whatif_json(const struct view_whatif *view)
{
	struct jsonwriter json = { .file = view->term->file };

	json_open_object(&json, NULL);
	json_whole(&json, "version", 1);
	json_partial(&json, view->recording);
	view_whatif_members(view->whatif, &json);
	json_close_document(&json);
}

/* The texts of a set's changes: of none, of one, or of two. */
static void put_csv_changes(const struct view_whatif *view, const struct whatif_set *set)
{
	const struct whatif_change *changes = view->whatif->changes;
	uint64_t rest = set->members;

	for (unsigned int column = 0; column < 2; column++, rest &= rest - 1) {
		if (rest)
			csv_put_text(view->term, changes[__builtin_ctzll(rest)].text);
		fputc(',', view->term->file);
	}
}

/* Bounds are known for one change alone. */
static void put_csv_bounds(const struct whatif_bounds *bounds, FILE *file)
{
	if (!bounds->known)
		fputs(",,", file);
	else if (bounds->most > 0)
		fprintf(file, "%.6f,%.6f,", bounds->least, bounds->most);
	else
		fprintf(file, "%.6f,,", bounds->least);
}

/* Nothing where too few windows tell none. */
static void put_csv_margin(double margin, int decimals, FILE *file)
{
	if (isfinite(margin))
		fprintf(file, "%.*f", decimals, margin);
}

static void put_csv_speedup(const struct whatif *whatif, const struct whatif_set *set, FILE *file)
{
	double speedup;
	bool known = whatif_speedup(whatif, set, &speedup);

	if (known)
		fprintf(file, "%.6f", speedup);
	fputc(',', file);
	if (!whatif_is_sampled(whatif))
		return;
	if (known)
		put_csv_margin(whatif_speedup_margin(whatif, set), 6, file);
	fputc(',', file);
}

/* Of a set of two. */
static void put_csv_interaction(const struct whatif *whatif, const struct whatif_set *set, size_t count,
				FILE *file)
{
	int64_t interaction;
	bool known = count == 2 && whatif_interaction(whatif, set, &interaction);

	if (known)
		fprintf(file, "%" PRId64, interaction);
	fputc(',', file);
	if (!whatif_is_sampled(whatif))
		return;
	if (known)
		put_csv_margin(whatif_interaction_margin(whatif, set), 0, file);
	fputc(',', file);
}

static void put_csv_set(const struct view_whatif *view, const struct whatif_set *set, size_t count)
{
	static const struct whatif_bounds unknown;
	const struct whatif *whatif = view->whatif;
	FILE *file = view->term->file;

	put_csv_changes(view, set);
	if (!set->failure)
		fprintf(file, "%" PRIu64, set->cycles);
	fputc(',', file);
	put_csv_speedup(whatif, set, file);
	put_csv_bounds(count == 1 ? &whatif->changes[__builtin_ctzll(set->members)].bounds : &unknown, file);
	put_csv_interaction(whatif, set, count, file);
	if (set->failure)
		csv_put_text(view->term, set->failure);
	fputc('\n', file);
}

void view_whatif_csv(const struct view_whatif *view)
{
	const struct whatif *whatif = view->whatif;
	const bool sampled = whatif_is_sampled(whatif);

	fprintf(view->term->file, "change,with,cycles,speedup,%sleast,most,interaction,%sfailure\n",
		sampled ? "margin," : "", sampled ? "interaction_margin," : "");
	for (size_t i = 0; i < whatif->sets_count; i++) {
		size_t count = (size_t)__builtin_popcountll(whatif->sets[i].members);

		if (count <= 2)
			put_csv_set(view, &whatif->sets[i], count);
	}
}
