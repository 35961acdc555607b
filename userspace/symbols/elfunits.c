// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * elfunits.c - units by their ranges; see elfunits.h
 */
#include "elfunits.h"

#include <stdbool.h>
#include <stdlib.h>

/* Addresses are libdwfl's. */
struct range {
	Dwarf_Addr begin, end;
	Dwarf_Addr reach;		/* the largest end up to here: ranges may overlap */
	Dwarf_Addr bias;
	Dwarf_Die *unit;
};

struct elfunits {
	struct range *ranges;		/* by begin */
	size_t count, room;
	bool read;
};

struct elfunits *elfunits_create(void)
{
	return calloc(1, sizeof(struct elfunits));
}

void elfunits_destroy(struct elfunits *units)
{
	if (units)
		free(units->ranges);
	free(units);
}

static bool add_range(struct elfunits *units, const struct range *range)
{
	if (units->count == units->room) {
		size_t room = units->room ? 2 * units->room : 64;
		struct range *grown = reallocarray(units->ranges, room, sizeof(*grown));

		if (!grown)
			return false;
		units->ranges = grown;
		units->room = room;
	}
	units->ranges[units->count++] = *range;
	return true;
}

/* Linkers leave empty ranges of the functions they drop. */
static bool add_unit(struct elfunits *units, Dwarf_Die *unit, Dwarf_Addr bias)
{
	Dwarf_Addr base, begin, end;
	ptrdiff_t position = 0;

	while ((position = dwarf_ranges(unit, position, &base, &begin, &end)) > 0) {
		struct range range = {
			.begin = begin + bias, .end = end + bias, .bias = bias, .unit = unit,
		};

		if (begin < end && !add_range(units, &range))
			return false;
	}
	return true;
}

static int by_begin(const void *a, const void *b)
{
	const struct range *x = a, *y = b;

	return (x->begin > y->begin) - (x->begin < y->begin);
}

static void read_units(struct elfunits *units, Dwfl_Module *module)
{
	Dwarf_Die *unit = NULL;
	Dwarf_Addr bias;

	while ((unit = dwfl_module_nextcu(module, unit, &bias)) && add_unit(units, unit, bias))
		;
	if (units->count)
		qsort(units->ranges, units->count, sizeof(*units->ranges), by_begin);
	for (size_t i = 0; i < units->count; i++) {
		struct range *range = &units->ranges[i];

		range->reach = i && range[-1].reach > range->end ? range[-1].reach : range->end;
	}
	units->read = true;
}

Dwarf_Die *elfunits_at(struct elfunits *units, Dwfl_Module *module, Dwarf_Addr address,
		       Dwarf_Addr *bias)
{
	size_t low = 0, high;

	if (!units->read)
		read_units(units, module);
	high = units->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (units->ranges[middle].begin <= address)
			low = middle + 1;
		else
			high = middle;
	}
	/* The innermost of those that overlap begins last. */
	while (low && address < units->ranges[low - 1].reach) {
		const struct range *range = &units->ranges[--low];

		if (address >= range->end)
			continue;
		*bias = range->bias;
		return range->unit;
	}
	return NULL;
}
