// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * symtab.c - sorted functions; see symtab.h
 */
#include "symtab.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/keyindex.h"

#define NESTED_MAX	16		/* functions around an address that are looked at */

static bool is_function_name(const char *name)
{
	return name[0] && name[0] != '$' && strncmp(name, ".L", 2);
}

static int add(struct symtab *table, const char *name, uint64_t start, uint64_t size, uint8_t rank)
{
	struct symtab_symbol *grown = array_grow(table->symbols, table->count, sizeof(*grown));

	if (!grown)
		return -ENOMEM;
	table->symbols = grown;
	grown[table->count++] = (struct symtab_symbol){
		.start = start,
		.end = start + size < start ? UINT64_MAX : start + size,
		.name = name, .rank = rank, .sized = size != 0,
	};
	return 0;
}

int symtab_add(struct symtab *table, const char *name, uint64_t start, uint64_t size,
	       uint8_t rank)
{
	return is_function_name(name) ? add(table, name, start, size, rank) : 0;
}

int symtab_add_unnamed(struct symtab *table, uint64_t start, uint64_t size)
{
	return add(table, NULL, start, size, 0);
}

static size_t underscores(const char *name)
{
	return strspn(name, "_");
}

/*
 * By address; of aliases, the best first, as perf picks it: with a name, sized, of higher rank, with
 * fewer underscores in front, longer.
 */
static int compare(const void *left, const void *right)
{
	const struct symtab_symbol *a = left, *b = right;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	if (!a->name || !b->name)
		return !a->name - !b->name;
	if (a->sized != b->sized)
		return a->sized ? -1 : 1;
	if (a->rank != b->rank)
		return a->rank > b->rank ? -1 : 1;
	if (underscores(a->name) != underscores(b->name))
		return underscores(a->name) < underscores(b->name) ? -1 : 1;
	if (strlen(a->name) != strlen(b->name))
		return strlen(a->name) > strlen(b->name) ? -1 : 1;
	return strcmp(a->name, b->name);
}

/*
 * Drops labels inside of a function that has a size, since they only mark a place in it. And
 * entries without a name, if a name is known there.
 */
static void drop_inner(struct symtab *table)
{
	uint64_t covered = 0, named = UINT64_MAX;
	size_t kept = 0;

	for (size_t i = 0; i < table->count; i++) {
		const struct symtab_symbol *symbol = &table->symbols[i];

		if ((!symbol->sized || !symbol->name) && symbol->start < covered)
			continue;
		if (!symbol->name && symbol->start == named)
			continue;
		if (symbol->name) {
			covered = symbol->end > covered ? symbol->end : covered;
			named = symbol->start;
		}
		table->symbols[kept++] = *symbol;
	}
	table->count = kept;
}

void symtab_seal(struct symtab *table, uint64_t limit)
{
	uint64_t next = limit;

	if (!table->count)
		return;
	qsort(table->symbols, table->count, sizeof(*table->symbols), compare);
	drop_inner(table);
	for (size_t i = table->count; i--;) {
		struct symtab_symbol *symbol = &table->symbols[i];

		if (!symbol->sized)
			symbol->end = next;
		if (!i || table->symbols[i - 1].start != symbol->start)
			next = symbol->start;
	}
}

void symtab_deinit(struct symtab *table)
{
	free(table->symbols);
	*table = (struct symtab){ 0 };
}

/* The number of symbols that start at or before @address. */
static size_t upper_bound(const struct symtab *table, uint64_t address)
{
	size_t low = 0, high = table->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (table->symbols[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const struct symtab_symbol *symtab_at(const struct symtab *table, uint64_t address)
{
	size_t i = upper_bound(table, address);

	for (int tries = 0; i && tries < NESTED_MAX; tries++) {
		const struct symtab_symbol *symbol = &table->symbols[--i];

		/* The first of the aliases is the best one. */
		while (i && table->symbols[i - 1].start == symbol->start &&
		       table->symbols[i - 1].end > address)
			symbol = &table->symbols[--i];
		if (address < symbol->end)
			return symbol;
	}
	return NULL;
}

void symtab_gap(const struct symtab *table, uint64_t address, uint64_t *begin, uint64_t *end)
{
	size_t next = upper_bound(table, address);

	for (size_t i = next, tries = 0; i && tries < NESTED_MAX; tries++)
		if (table->symbols[--i].end > *begin)
			*begin = table->symbols[i].end;
	if (next < table->count && table->symbols[next].start < *end)
		*end = table->symbols[next].start;
}

const struct symtab_symbol *symtab_named(const struct symtab *table, const char *name,
					 size_t *position)
{
	while (*position < table->count) {
		const struct symtab_symbol *symbol = &table->symbols[(*position)++];

		if (symbol->name && !strcmp(symbol->name, name))
			return symbol;
	}
	return NULL;
}
