// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * filter.c - which samples are wanted; see filter.h
 */
#include "filter.h"

#include <string.h>

#include "pics.h"

static bool has_number(const struct recording_numbers *numbers, uint32_t number)
{
	for (size_t i = 0; i < numbers->count; i++)
		if (numbers->items[i] == number)
			return true;
	return !numbers->count;
}

static bool has_text(const struct recording_texts *texts, const char *text)
{
	for (size_t i = 0; i < texts->count; i++)
		if (!strcmp(texts->items[i], text))
			return true;
	return !texts->count;
}

bool filter_wants_origin(const struct recording_filter *filter, const struct filter_origin *origin)
{
	return has_number(&filter->pids, origin->pid) && has_number(&filter->tids, origin->tid) &&
	       has_number(&filter->cpus, origin->cpu) && has_text(&filter->comms, origin->comm) &&
	       origin->time_ns >= filter->time_begin_ns &&
	       (!filter->time_end_ns || origin->time_ns <= filter->time_end_ns);
}

bool filter_wants_word(const struct recording_filter *filter, uint16_t signature,
		       unsigned int state)
{
	bool known = signature != PICS_UNKNOWN;

	if (filter->states && !(known && filter->states >> state & 1))
		return false;
	if (filter->events && !(known && (signature & filter->events) == filter->events))
		return false;
	for (size_t i = 0; i < filter->signatures_count; i++)
		if (filter->signatures[i] == signature)
			return true;
	return !filter->signatures_count;
}

bool filter_asks_cpu(const struct recording_filter *filter)
{
	return filter->cpus.count;
}

bool filter_asks_time(const struct recording_filter *filter)
{
	return filter->time_begin_ns || (filter->time_end_ns && filter->time_end_ns != UINT64_MAX);
}

bool filter_asks_anything(const struct recording_filter *filter)
{
	return filter->comms.count || filter->pids.count || filter->tids.count ||
	       filter->states || filter->events || filter->signatures_count ||
	       filter_asks_cpu(filter) || filter_asks_time(filter);
}
