// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * filter.c - which samples are wanted; see filter.h
 */
#include "filter.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define NAMES_TOLD	8		/* of a list, where one is not in it */

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

/* "base, icache and 5 more" */
static const char *some_names(const struct category *items, unsigned int count, char *text,
			      size_t size)
{
	size_t used = 0;

	for (unsigned int i = 0; i < count && i < NAMES_TOLD && used < size; i++)
		used += (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "",
					 items[i].name);
	if (count > NAMES_TOLD && used < size)
		snprintf(text + used, size - used, " and %u more", count - NAMES_TOLD);
	return text;
}

/* Refuses the state @name: it is not in the list, or there is no list. */
static int refuse_state(const struct category_kind *kind, const char *name, struct fault *fault)
{
	char names[256];

	if (!kind->states)
		return fault_set(fault, -EINVAL, "--states cannot be '%s': stacks of %s have no "
				 "commit states", name, kind->names);
	return fault_set(fault, -EINVAL, "--states cannot be '%s': give some of %s", name,
			 some_names(kind->states, CATEGORY_STATES, names, sizeof(names)));
}

static int refuse_category(const struct category_kind *kind, const char *name,
			   struct fault *fault)
{
	char names[256];

	if (category_sets(kind))
		return fault_set(fault, -EINVAL, "--signature cannot be '%s': give Base, unknown, "
				 "or events joined by +, as ST-L1+ST-LLC", name);
	return fault_set(fault, -EINVAL, "--signature cannot be '%s': the stacks are of %s, give "
			 "some of %s", name, kind->names,
			 some_names(kind->items, kind->items_count, names, sizeof(names)));
}

static int refuse_event(const struct category_kind *kind, const char *name, struct fault *fault)
{
	if (category_sets(kind))
		return fault_set(fault, -EINVAL, "--event cannot be '%s': tea(1) lists the events, "
				 "as ST-LLC", name);
	return fault_set(fault, -EINVAL, "--event cannot be '%s': stacks of %s have no events, "
			 "give --signature", name, kind->names);
}

/* One name of a list, at the begin of @name. False: there is no such. */
static bool resolve_state(struct recording_filter *filter, const struct category_kind *kind,
			  const char *name, size_t length)
{
	unsigned int state;
	bool known = category_parse_state(kind, name, length, &state);

	filter->state_bits |= known ? 1U << state : 0;
	return known;
}

static bool resolve_category(struct recording_filter *filter, const struct category_kind *kind,
			     const char *name, size_t length)
{
	uint16_t category;
	bool known = category_parse(kind, name, length, &category);

	if (known)
		filter->category_bits[category / 64] |= 1ULL << category % 64;
	return known;
}

static bool resolve_event(struct recording_filter *filter, const struct category_kind *kind,
			  const char *name, size_t length)
{
	uint16_t event;
	bool known = category_parse_item(kind, name, length, &event);

	filter->event_bits |= known ? event : 0;
	return known;
}

int filter_resolve(struct recording_filter *filter, const struct category_kind *kind,
		   struct fault *fault)
{
	const struct {
		const char *list;
		bool (*resolve)(struct recording_filter *, const struct category_kind *,
				const char *, size_t);
		int (*refuse)(const struct category_kind *, const char *, struct fault *);
	} lists[] = {
		{ filter->states, resolve_state, refuse_state },
		{ filter->categories, resolve_category, refuse_category },
		{ filter->events, resolve_event, refuse_event },
	};

	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
		const char *name = lists[i].list;

		while (name) {
			size_t length = strcspn(name, ",");

			if (!lists[i].resolve(filter, kind, name, length))
				return lists[i].refuse(kind, name, fault);
			name = name[length] ? name + length + 1 : NULL;
		}
	}
	return 0;
}

bool filter_wants_origin(const struct recording_filter *filter, const struct filter_origin *origin)
{
	return has_number(&filter->pids, origin->pid) && has_number(&filter->tids, origin->tid) &&
	       has_number(&filter->cpus, origin->cpu) && has_text(&filter->comms, origin->comm) &&
	       origin->time_ns >= filter->time_begin_ns &&
	       (!filter->time_end_ns || origin->time_ns <= filter->time_end_ns);
}

bool filter_wants_word(const struct recording_filter *filter, uint16_t category,
		       unsigned int state)
{
	if (filter->states && (state >= CATEGORY_STATES || !(filter->state_bits >> state & 1)))
		return false;
	if ((category & filter->event_bits) != filter->event_bits)
		return false;
	return !filter->categories || filter->category_bits[category / 64] >> category % 64 & 1;
}

bool filter_asks_cpu(const struct recording_filter *filter)
{
	return filter->cpus.count;
}

bool filter_asks_time(const struct recording_filter *filter)
{
	return filter->percent_end > 0 || filter->time_begin_ns || (filter->time_end_ns && filter->time_end_ns != UINT64_MAX);
}

bool filter_asks_anything(const struct recording_filter *filter)
{
	return filter->comms.count || filter->pids.count || filter->tids.count ||
	       filter->states || filter->events || filter->categories ||
	       filter_asks_cpu(filter) || filter_asks_time(filter);
}
