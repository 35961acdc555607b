// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * golden.c - the golden reference's table: see golden.h
 */
#include "golden.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define INITIAL_STACKS	4096
#define INITIAL_LINKS	4096

/* What of TEA_CYCLE_PARTS each of n instructions gets. */
static const uint64_t share[TEA_SLOTS + 1] = {
	0, TEA_CYCLE_PARTS, TEA_CYCLE_PARTS / 2, TEA_CYCLE_PARTS / 3, TEA_CYCLE_PARTS / 4,
};

int tea_golden_init(struct tea_golden *golden)
{
	*golden = (struct tea_golden){
		.stacks_count = INITIAL_STACKS, .links_capacity = INITIAL_LINKS, .links_count = 1,
	};
	golden->stacks = calloc(golden->stacks_count, sizeof(*golden->stacks));
	golden->links = calloc(golden->links_capacity, sizeof(*golden->links));
	if (golden->stacks && golden->links)
		return 0;
	tea_golden_deinit(golden);
	return -ENOMEM;
}

void tea_golden_deinit(struct tea_golden *golden)
{
	free(golden->links);
	free(golden->stacks);
	*golden = (struct tea_golden){ .stacks = NULL };
}

static int grow_stacks(struct tea_golden *golden, uint32_t site)
{
	size_t count = golden->stacks_count;
	struct tea_golden_stack *bigger;

	while (count <= site)
		count *= 2;
	bigger = realloc(golden->stacks, count * sizeof(*bigger));
	if (!bigger)
		return -ENOMEM;
	memset(bigger + golden->stacks_count, 0,
	       (count - golden->stacks_count) * sizeof(*bigger));
	golden->stacks = bigger;
	golden->stacks_count = count;
	return 0;
}

static int grow_links(struct tea_golden *golden)
{
	size_t capacity = 2 * golden->links_capacity;
	struct tea_golden_link *bigger = realloc(golden->links, capacity * sizeof(*bigger));

	if (!bigger)
		return -ENOMEM;
	golden->links = bigger;
	golden->links_capacity = capacity;
	return 0;
}

static bool same_key(const struct tea_golden_row *a, const struct tea_golden_row *b)
{
	return a->pc == b->pc && a->psv == b->psv && a->state == b->state &&
	       a->privilege == b->privilege;
}

/* Put a link at the head of its chain. */
static void push_link(struct tea_golden *golden, struct tea_golden_stack *stack, uint32_t link)
{
	golden->links[link].next = stack->chain;
	stack->chain = link;
}

static void add_link(struct tea_golden *golden, struct tea_golden_stack *stack,
		     const struct tea_golden_row *row)
{
	if (golden->links_count == golden->links_capacity && grow_links(golden)) {
		golden->failed = true;
		return;
	}
	golden->links[golden->links_count].row = *row;
	push_link(golden, stack, (uint32_t)golden->links_count++);
}

/* Add row->parts to the row of its key in the chain of @stack. */
static void add_to_chain(struct tea_golden *golden, struct tea_golden_stack *stack,
			 const struct tea_golden_row *row)
{
	uint32_t *from = &stack->chain, link = *from;

	while (link && !same_key(&golden->links[link].row, row)) {
		from = &golden->links[link].next;
		link = *from;
	}
	if (!link) {
		add_link(golden, stack, row);
		return;
	}
	golden->links[link].row.parts += row->parts;
	*from = golden->links[link].next;
	push_link(golden, stack, link);
}

static void add(struct tea_golden *golden, uint32_t site, const struct tea_golden_row *row)
{
	struct tea_golden_stack *stack;

	if (__builtin_expect(site >= golden->stacks_count, false) && grow_stacks(golden, site)) {
		golden->failed = true;
		return;
	}
	stack = &golden->stacks[site];
	if (__builtin_expect(row->psv || row->privilege || !site, false)) {
		add_to_chain(golden, stack, row);
		return;
	}
	stack->pc = row->pc;
	stack->parts[row->state] += row->parts;
}

void tea_golden_span(struct tea_golden *golden, const struct tea_span *span)
{
	uint64_t cycles = span->end - span->begin, parts = cycles * share[span->slots];

	for (unsigned int i = 0; i < span->slots; i++)
		add(golden, span->site[i], &(struct tea_golden_row){
			.pc = span->pc[i], .parts = parts, .psv = span->psv[i],
			.state = span->state, .privilege = span->privilege,
		});
	golden->cycles += cycles;
}

void tea_golden_sample(struct tea_golden *golden, const struct tea_sample *sample,
		       uint64_t weight)
{
	for (unsigned int i = 0; i < sample->slots; i++)
		add(golden, sample->site[i], &(struct tea_golden_row){
			.pc = sample->pc[i], .parts = weight * share[sample->slots],
			.psv = sample->psv[i], .state = sample->state,
			.privilege = sample->privilege,
		});
	golden->cycles += weight;
}

static int compare(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static int compare_rows(const void *left, const void *right)
{
	const struct tea_golden_row *a = left, *b = right;
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

/* The rows of @golden, in any order, to @rows unless NULL; returns how many. */
static size_t list_rows(const struct tea_golden *golden, struct tea_golden_row *rows)
{
	size_t count = 0;

	for (size_t i = 0; i < golden->stacks_count; i++) {
		const struct tea_golden_stack *stack = &golden->stacks[i];

		for (unsigned int state = 0; state < TEA_GOLDEN_STATES; state++) {
			if (stack->parts[state] && rows)
				rows[count] = (struct tea_golden_row){
					.pc = stack->pc, .parts = stack->parts[state],
					.state = (uint8_t)state,
				};
			count += stack->parts[state] != 0;
		}
	}
	for (size_t i = 1; i < golden->links_count; i++, count++) {
		if (rows)
			rows[count] = golden->links[i].row;
	}
	return count;
}

int tea_golden_sorted(const struct tea_golden *golden, struct tea_golden_row **rows,
		      size_t *count)
{
	struct tea_golden_row *list = malloc((list_rows(golden, NULL) + 1) * sizeof(*list));

	if (!list)
		return -ENOMEM;
	*count = list_rows(golden, list);
	qsort(list, *count, sizeof(*list), compare_rows);
	*rows = list;
	return 0;
}
