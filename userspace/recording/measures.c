// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * measures.c - names of measures, and lists of wanted ones; see measures.h
 */
#include "measures.h"

#include <stdio.h>
#include <string.h>

const char *const measure_names[MEASURES_COUNT] = {
#define MEASURE_X(id, name, text) [MEASURE_##id] = name,
	MEASURES(MEASURE_X)
#undef MEASURE_X
};

const char *const measure_texts[MEASURES_COUNT] = {
#define MEASURE_X(id, name, text) [MEASURE_##id] = text,
	MEASURES(MEASURE_X)
#undef MEASURE_X
};

enum measure measure_find(const char *name)
{
	for (enum measure measure = 1; measure < MEASURES_COUNT; measure++)
		if (!strcmp(measure_names[measure], name))
			return measure;
	return MEASURE_NONE;
}

bool measure_is_wanted(const struct measures_wanted *wanted, enum measure measure)
{
	for (size_t i = 0; i < MEASURES_WANTED; i++)
		if (wanted->items[i] == measure)
			return true;
	return false;
}

bool measure_wants_mix(const struct measures_wanted *wanted)
{
	return measure_is_wanted(wanted, MEASURE_INSTRUCTIONS) ||
	       measure_is_wanted(wanted, MEASURE_COUNTS);
}

bool measures_mix(unsigned int set)
{
	return set & ((MEASURE_BIT(MEASURE_INSTRUCTIONS) | MEASURE_BIT(MEASURE_COUNTS)));
}

const char *measures_list(unsigned int set, char text[MEASURES_TEXT])
{
	size_t used = 0;

	text[0] = '\0';
	for (enum measure measure = 1; measure < MEASURES_COUNT; measure++)
		if (set & MEASURE_BIT(measure))
			used += (size_t)snprintf(text + used, MEASURES_TEXT - used, "%s%s", used ? ", " : "",
						 measure_names[measure]);
	return text;
}
