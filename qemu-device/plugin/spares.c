// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * spares.c - suppressed events and costs: see spares.h
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spares.h"
#include "tea_abi.h"

static int refuse(const char *text, bool time)
{
	fprintf(stderr, "tea: option '%s' cannot be '%s': give %s\n", time ? "free" : "fix", text,
		time ? "BEGIN-END@FILE" : "EVENT@BEGIN-END@FILE");
	return -1;
}

static uint16_t find_event(const char *name, size_t length)
{
	static const char *const names[] = {
#define TEA_X(bit, id, name_, sysfs, text) [bit] = name_,
		TEA_EVENTS(TEA_X)
#undef TEA_X
	};

	for (unsigned int i = 0; i < TEA_EVENTS_COUNT; i++)
		if (strlen(names[i]) == length && !strncmp(names[i], name, length))
			return (uint16_t)(1U << i);
	return 0;
}

/* EVENT[+EVENT...]@, which @text is moved behind. Returns a set, or 0 where one is unknown. */
static uint16_t parse_events(const char **text)
{
	uint16_t events = 0;

	do {
		size_t length = strcspn(*text, "+@");
		uint16_t event = find_event(*text, length);

		if (!event)
			return 0;
		events |= event;
		*text += length;
	} while (*(*text)++ == '+');
	return (*text)[-1] == '@' ? events : 0;
}

static int add_range(struct spares_rule *rule, const struct spares_range *range)
{
	struct spares_range *grown = realloc(rule->ranges, (rule->count + 1) * sizeof(*grown));

	if (!grown)
		return -1;
	rule->ranges = grown;
	grown[rule->count++] = *range;
	return 0;
}

/* BEGIN-END[+BEGIN-END...]@, which @text is moved behind. */
static int parse_ranges(struct spares_rule *rule, const char **text)
{
	do {
		struct spares_range range;
		char *end;

		range.begin = strtoull(*text, &end, 16);
		if (end == *text || *end != '-')
			return -1;
		*text = end + 1;
		range.end = strtoull(*text, &end, 16);
		if (end == *text || range.end <= range.begin || add_range(rule, &range))
			return -1;
		*text = end;
	} while (*(*text)++ == '+');
	return (*text)[-1] == '@' ? 0 : -1;
}

int spares_parse(struct spares_rule *rule, const char *text)
{
	rule->path = text;
	if (!parse_ranges(rule, &rule->path) && *rule->path == '/')
		return 0;
	free(rule->ranges);
	rule->ranges = NULL;
	return -1;
}

int spares_add(struct spares *spares, unsigned int lane, const char *text, bool time)
{
	struct spares_rule rule = { .spare.time = time, .lane = lane };
	const char *ranges = text;
	struct spares_rule *grown;

	if (!time)
		rule.spare.events = parse_events(&ranges);
	if ((!time && !rule.spare.events) || spares_parse(&rule, ranges))
		return refuse(text, time);
	grown = realloc(spares->rules, (spares->rules_count + 1) * sizeof(*grown));
	if (!grown) {
		fprintf(stderr, "tea: no memory for what is spared: give less\n");
		free(rule.ranges);
		return -1;
	}
	spares->rules = grown;
	grown[spares->rules_count++] = rule;
	return 0;
}

/* The ends of ranges: between two neighbours rules are the same. */
struct edge {
	const char *path;
	uint64_t at;
};

static int compare_edges(const void *left, const void *right)
{
	const struct edge *a = left, *b = right;
	int order = strcmp(a->path, b->path);

	return order ? order : a->at < b->at ? -1 : a->at > b->at;
}

static bool covers(const struct spares_rule *rule, const char *path, uint64_t offset)
{
	if (strcmp(rule->path, path))
		return false;
	for (size_t i = 0; i < rule->count; i++)
		if (offset >= rule->ranges[i].begin && offset < rule->ranges[i].end)
			return true;
	return false;
}

static bool is_covered(const struct spares *spares, const struct edge *edge)
{
	for (size_t i = 0; i < spares->rules_count; i++)
		if (covers(&spares->rules[i], edge->path, edge->at))
			return true;
	return false;
}

static size_t fill_edges(const struct spares *spares, struct edge *edges)
{
	size_t count = 0;

	for (size_t i = 0; i < spares->rules_count; i++) {
		const struct spares_rule *rule = &spares->rules[i];

		for (size_t k = 0; k < rule->count; k++) {
			edges[count++] = (struct edge){ rule->path, rule->ranges[k].begin };
			edges[count++] = (struct edge){ rule->path, rule->ranges[k].end };
		}
	}
	qsort(edges, count, sizeof(*edges), compare_edges);
	return count;
}

int spares_seal(struct spares *spares)
{
	size_t most = 1, count;
	struct edge *edges;

	for (size_t i = 0; i < spares->rules_count; i++)
		most += 2 * spares->rules[i].count;
	edges = calloc(most, sizeof(*edges));
	spares->places = calloc(most, sizeof(*spares->places));
	if (!edges || !spares->places || most > UINT16_MAX) {
		fprintf(stderr, "tea: no room for so many places at which something is spared: give "
			"fewer\n");
		free(edges);
		return -1;
	}
	count = fill_edges(spares, edges);
	for (size_t i = 0; i + 1 < count; i++) {
		if (compare_edges(&edges[i], &edges[i + 1]) && is_covered(spares, &edges[i]))
			spares->places[spares->count++] = (struct spares_place){
				edges[i].path, { edges[i].at, edges[i + 1].at },
			};
	}
	free(edges);
	return 0;
}

uint16_t spares_find(const struct spares *spares, const char *path, uint64_t offset)
{
	for (uint16_t i = 0; i < spares->count; i++) {
		const struct spares_place *place = &spares->places[i];

		if (offset >= place->range.begin && offset < place->range.end &&
		    !strcmp(place->path, path))
			return (uint16_t)(i + 1);
	}
	return 0;
}

int spares_of(const struct spares *spares, unsigned int lane, const struct spare **table)
{
	struct spare *filled = NULL;

	*table = NULL;
	for (size_t i = 0; i < spares->rules_count; i++) {
		const struct spares_rule *rule = &spares->rules[i];

		if (rule->lane != lane)
			continue;
		if (!filled)
			filled = calloc(spares->count + 1U, sizeof(*filled));
		if (!filled)
			return -ENOMEM;
		for (uint16_t p = 0; p < spares->count; p++) {
			if (!covers(rule, spares->places[p].path, spares->places[p].range.begin))
				continue;
			filled[p + 1].events |= rule->spare.events;
			filled[p + 1].time |= rule->spare.time;
		}
	}
	*table = filled;
	return 0;
}
