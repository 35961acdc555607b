// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * where-misses.c - functions by the cycles that they lose to misses of the last-level cache
 *
 *	where-misses FILE [SYMFS]
 *
 * An example of libteapics: a view that tea does not have. Built with
 *
 *	cc where-misses.c $(pkg-config --cflags --libs teapics)
 */
#include <stdio.h>
#include <teapics.h>

#define ST_LLC	0x100			/* its bit in a signature: tea list --format json */

/* Cycles of all signatures that have the event, alone or with others. */
static double cycles_with(const struct teapics_entry *entry, unsigned int event)
{
	double cycles = 0;

	for (size_t i = 0; i < teapics_entry_signatures(entry); i++) {
		unsigned int signature;
		double part = teapics_entry_signature(entry, i, &signature);

		if (signature & event)
			cycles += part;
	}
	return cycles;
}

static int count_place(const struct teapics_entry *entry, void *context)
{
	if (cycles_with(entry, ST_LLC) > 0)
		++*(size_t *)context;
	return 0;
}

static void show(const struct teapics_rows *rows, double total)
{
	for (size_t i = 0; i < teapics_rows_count(rows); i++) {
		const struct teapics_entry *entry = teapics_rows_at(rows, i);
		const char *symbol = teapics_entry_text(entry, TEAPICS_SYMBOL);
		double lost = cycles_with(entry, ST_LLC);

		if (lost > 0)
			printf("%6.2f%% %6.2f%%  %s\n", 100 * lost / total,
			       100 * lost / teapics_entry_cycles(entry),
			       symbol ? symbol : teapics_entry_text(entry, TEAPICS_OBJECT));
	}
}

int main(int argc, char **argv)
{
	char error[TEAPICS_ERROR_BYTES];
	struct teapics *pics;
	struct teapics_rows *rows;
	size_t places = 0;

	if (argc < 2) {
		fprintf(stderr, "usage: where-misses FILE [SYMFS]\n");
		return 2;
	}
	pics = teapics_open(argv[1], argc > 2 ? argv[2] : NULL, error);
	if (!pics) {
		fprintf(stderr, "where-misses: %s\n", error);
		return 1;
	}
	teapics_each(pics, count_place, &places);
	printf("%.0f cycles, %zu places with misses\n  all    of it   function\n",
	       teapics_cycles(pics), places);
	rows = teapics_aggregate(pics, "function");
	show(rows, teapics_cycles(pics));
	teapics_rows_free(rows);
	teapics_close(pics);
	return 0;
}
