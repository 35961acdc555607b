// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_whatif_data.c - what changes are worth, as JSON and CSV
 */
#include <inttypes.h>

#include "output/csv.h"
#include "output/json.h"
#include "view_whatif.h"

/* What has no cycles tells why. */
static void put_cycles(const struct whatif_set *set, FILE *file)
{
	if (!set->failure) {
		fprintf(file, ",\"cycles\":%" PRIu64, set->cycles);
		return;
	}
	fputs(",\"cycles\":null,\"failure\":", file);
	json_put_text(file, set->failure);
}

static void put_bounds(const struct whatif_bounds *bounds, FILE *file)
{
	if (!bounds->known)
		fputs(",\"bounds\":null", file);
	else if (bounds->most > 0)
		fprintf(file, ",\"bounds\":[%.6f,%.6f]", bounds->least, bounds->most);
	else
		fprintf(file, ",\"bounds\":[%.6f,null]", bounds->least);
}

static void put_speedup(const struct whatif *whatif, const struct whatif_set *set, FILE *file)
{
	double speedup;

	if (whatif_speedup(whatif, set, &speedup))
		fprintf(file, ",\"speedup\":%.6f", speedup);
	else
		fputs(",\"speedup\":null", file);
}

static void put_interaction(const struct whatif *whatif, const struct whatif_set *set, FILE *file)
{
	int64_t interaction;

	if (whatif_interaction(whatif, set, &interaction))
		fprintf(file, ",\"interaction\":%" PRId64 "}", interaction);
	else
		fputs(",\"interaction\":null}", file);
}

static void put_change(const struct whatif *whatif, size_t number, FILE *file)
{
	const struct whatif_set *set = &whatif->sets[1 + number];

	fputs("{\"change\":", file);
	json_put_text(file, whatif->changes[number].text);
	put_cycles(set, file);
	put_speedup(whatif, set, file);
	put_bounds(&whatif->changes[number].bounds, file);
	fputc('}', file);
}

static void put_pair(const struct whatif *whatif, const struct whatif_set *set, FILE *file)
{
	fputs("{\"changes\":[", file);
	json_put_text(file, whatif->changes[__builtin_ctzll(set->members)].text);
	fputc(',', file);
	json_put_text(file, whatif->changes[63 - __builtin_clzll(set->members)].text);
	fputc(']', file);
	put_cycles(set, file);
	put_interaction(whatif, set, file);
}

void view_whatif_together(const struct whatif *whatif, const struct whatif_set *set, FILE *file)
{
	fprintf(file, "{\"changes\":%d", __builtin_popcountll(set->members));
	put_cycles(set, file);
	put_speedup(whatif, set, file);
	put_interaction(whatif, set, file);
}

static void put_shapley(const struct whatif *whatif, FILE *file)
{
	double values[WHATIF_SHAPLEY_MOST];

	if (!whatif_shapley(whatif, values))
		return;
	for (size_t i = 0; i < whatif->count; i++)
		fprintf(file, "%s%.4f", i ? "," : ",\n\"shapley\":[", values[i]);
	fputc(']', file);
}

void view_whatif_members(const struct whatif *whatif, FILE *file)
{
	const char *before = "\n";

	fprintf(file, "\"cycles\":%" PRIu64 ",\"changes\":[", whatif->sets[0].cycles);
	for (size_t i = 0; i < whatif->count; i++) {
		fputs(i ? ",\n" : "\n", file);
		put_change(whatif, i, file);
	}
	fputs("],\n\"pairs\":[", file);
	for (size_t i = 0; i < whatif->sets_count; i++) {
		if (__builtin_popcountll(whatif->sets[i].members) != 2)
			continue;
		fputs(before, file);
		put_pair(whatif, &whatif->sets[i], file);
		before = ",\n";
	}
	fputc(']', file);
	put_shapley(whatif, file);
}

void view_whatif_json(const struct view_whatif *view)
{
	FILE *file = view->term->file;

	fputs("{\"version\":1,", file);
	json_put_partial(file, view->recording);
	view_whatif_members(view->whatif, file);
	fputs("}\n", file);
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

static void put_csv_set(const struct view_whatif *view, const struct whatif_set *set, size_t count)
{
	static const struct whatif_bounds unknown;
	const struct whatif *whatif = view->whatif;
	FILE *file = view->term->file;
	int64_t interaction;
	double speedup;

	put_csv_changes(view, set);
	if (!set->failure)
		fprintf(file, "%" PRIu64, set->cycles);
	fputc(',', file);
	if (whatif_speedup(whatif, set, &speedup))
		fprintf(file, "%.6f", speedup);
	fputc(',', file);
	put_csv_bounds(count == 1 ? &whatif->changes[__builtin_ctzll(set->members)].bounds : &unknown, file);
	if (count == 2 && whatif_interaction(whatif, set, &interaction))
		fprintf(file, "%" PRId64, interaction);
	fputc(',', file);
	if (set->failure)
		csv_put_text(view->term, set->failure);
	fputc('\n', file);
}

void view_whatif_csv(const struct view_whatif *view)
{
	const struct whatif *whatif = view->whatif;

	fputs("change,with,cycles,speedup,least,most,interaction,failure\n", view->term->file);
	for (size_t i = 0; i < whatif->sets_count; i++) {
		size_t count = (size_t)__builtin_popcountll(whatif->sets[i].members);

		if (count <= 2)
			put_csv_set(view, &whatif->sets[i], count);
	}
}
