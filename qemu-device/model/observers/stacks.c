// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * stacks.c - per-instruction cycle stacks: see stacks.h
 */
#include "stacks.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define INITIAL_SITES	4096
#define INITIAL_LINKS	4096

int tea_stacks_init(struct tea_stacks *stacks, uint32_t cycle_parts)
{
	*stacks = (struct tea_stacks){
		.sites_count = INITIAL_SITES, .links_capacity = INITIAL_LINKS, .links_count = 1,
	};
	for (unsigned int n = 1; n <= TEA_COMMIT_MAX; n++)
		stacks->share[n] = cycle_parts / n;
	stacks->sites = calloc(stacks->sites_count, sizeof(*stacks->sites));
	stacks->links = calloc(stacks->links_capacity, sizeof(*stacks->links));
	if (stacks->sites && stacks->links)
		return 0;
	tea_stacks_deinit(stacks);
	return -ENOMEM;
}

void tea_stacks_deinit(struct tea_stacks *stacks)
{
	free(stacks->links);
	free(stacks->sites);
	*stacks = (struct tea_stacks){ .sites = NULL };
}

static int grow_sites(struct tea_stacks *stacks, uint32_t number)
{
	size_t count = stacks->sites_count;
	struct tea_stacks_site *bigger;

	while (count <= number)
		count *= 2;
	bigger = realloc(stacks->sites, count * sizeof(*bigger));
	if (!bigger)
		return -ENOMEM;
	memset(bigger + stacks->sites_count, 0,
	       (count - stacks->sites_count) * sizeof(*bigger));
	stacks->sites = bigger;
	stacks->sites_count = count;
	return 0;
}

static int grow_links(struct tea_stacks *stacks)
{
	size_t capacity = 2 * stacks->links_capacity;
	struct tea_stacks_link *bigger = realloc(stacks->links, capacity * sizeof(*bigger));

	if (!bigger)
		return -ENOMEM;
	stacks->links = bigger;
	stacks->links_capacity = capacity;
	return 0;
}

static bool same_key(const struct tea_stacks_row *a, const struct tea_stacks_row *b)
{
	return a->pc == b->pc && a->psv == b->psv && a->state == b->state &&
	       a->privilege == b->privilege;
}

/* Put a link at the head of its chain. */
static void push_link(struct tea_stacks *stacks, struct tea_stacks_site *site, uint32_t link)
{
	stacks->links[link].next = site->chain;
	site->chain = link;
}

static void add_link(struct tea_stacks *stacks, struct tea_stacks_site *site,
		     const struct tea_stacks_row *row)
{
	if (stacks->links_count == stacks->links_capacity && grow_links(stacks)) {
		stacks->failed = true;
		return;
	}
	stacks->links[stacks->links_count].row = *row;
	push_link(stacks, site, (uint32_t)stacks->links_count++);
}

/* Add row->parts to the row of its key in the chain of @site. */
static void add_to_chain(struct tea_stacks *stacks, struct tea_stacks_site *site,
			 const struct tea_stacks_row *row)
{
	uint32_t *from = &site->chain, link = *from;

	while (link && !same_key(&stacks->links[link].row, row)) {
		from = &stacks->links[link].next;
		link = *from;
	}
	if (!link) {
		add_link(stacks, site, row);
		return;
	}
	stacks->links[link].row.parts += row->parts;
	*from = stacks->links[link].next;
	push_link(stacks, site, link);
}

static void add(struct tea_stacks *stacks, uint32_t number, const struct tea_stacks_row *row)
{
	struct tea_stacks_site *site;

	if (__builtin_expect(number >= stacks->sites_count, false) && grow_sites(stacks, number)) {
		stacks->failed = true;
		return;
	}
	site = &stacks->sites[number];
	if (__builtin_expect(row->psv || row->privilege || !number, false)) {
		add_to_chain(stacks, site, row);
		return;
	}
	site->pc = row->pc;
	site->parts[row->state] += row->parts;
}

void tea_stacks_span(struct tea_stacks *stacks, const struct tea_span *span)
{
	uint64_t cycles = span->end - span->begin, parts = cycles * stacks->share[span->slots];

	for (unsigned int i = 0; i < span->slots; i++)
		add(stacks, span->site[i], &(struct tea_stacks_row){
			.pc = span->pc[i], .parts = parts, .psv = span->psv[i],
			.state = span->state, .privilege = span->privilege,
		});
	stacks->cycles += cycles;
}

void tea_stacks_sample(struct tea_stacks *stacks, const struct tea_sample *sample,
		       uint64_t weight)
{
	for (unsigned int i = 0; i < sample->slots; i++)
		add(stacks, sample->site[i], &(struct tea_stacks_row){
			.pc = sample->pc[i], .parts = weight * stacks->share[sample->slots],
			.psv = sample->psv[i], .state = sample->state,
			.privilege = sample->privilege,
		});
	stacks->cycles += weight;
}

static void add_site(struct tea_stacks *stacks, uint32_t number, const struct tea_stacks *more)
{
	const struct tea_stacks_site *site = &more->sites[number];

	for (unsigned int state = 0; state < TEA_STACKS_STATES; state++) {
		if (site->parts[state])
			add(stacks, number, &(struct tea_stacks_row){
				.pc = site->pc, .parts = site->parts[state],
				.state = (uint8_t)state,
			});
	}
	for (uint32_t link = site->chain; link; link = more->links[link].next)
		add(stacks, number, &more->links[link].row);
}

void tea_stacks_add(struct tea_stacks *stacks, const struct tea_stacks *more)
{
	for (size_t i = 0; i < more->sites_count; i++)
		add_site(stacks, (uint32_t)i, more);
	stacks->cycles += more->cycles;
	stacks->failed |= more->failed;
}

static int compare(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static int compare_rows(const void *left, const void *right)
{
	const struct tea_stacks_row *a = left, *b = right;
	const int order[] = {
		compare(a->pc, b->pc), compare(a->psv, b->psv),
		compare(a->state, b->state), compare(a->privilege, b->privilege),
	};

	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
		if (order[i])
			return order[i];
	}
	return 0;
}

/* The rows of @stacks, in any order, to @rows unless NULL; returns how many. */
static size_t list_rows(const struct tea_stacks *stacks, struct tea_stacks_row *rows)
{
	size_t count = 0;

	for (size_t i = 0; i < stacks->sites_count; i++) {
		const struct tea_stacks_site *site = &stacks->sites[i];

		for (unsigned int state = 0; state < TEA_STACKS_STATES; state++) {
			if (site->parts[state] && rows)
				rows[count] = (struct tea_stacks_row){
					.pc = site->pc, .parts = site->parts[state],
					.state = (uint8_t)state,
				};
			count += site->parts[state] != 0;
		}
	}
	for (size_t i = 1; i < stacks->links_count; i++, count++) {
		if (rows)
			rows[count] = stacks->links[i].row;
	}
	return count;
}

int tea_stacks_sorted(const struct tea_stacks *stacks, struct tea_stacks_row **rows,
		      size_t *count)
{
	struct tea_stacks_row *list = malloc((list_rows(stacks, NULL) + 1) * sizeof(*list));

	if (!list)
		return -ENOMEM;
	*count = list_rows(stacks, list);
	qsort(list, *count, sizeof(*list), compare_rows);
	*rows = list;
	return 0;
}
