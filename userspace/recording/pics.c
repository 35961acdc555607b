// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pics.c - adding up cycle stacks; see pics.h
 */
#include "pics.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct pics_stack *stack_of(struct pics *pics, uint32_t place)
{
	struct key key = { .low = place };
	uint32_t at;

	/* Places numbered in the order in which they come are where they belong. */
	if (place < pics->stacks_count && pics->stacks[place].place == place)
		return &pics->stacks[place];
	at = keyindex_get(&pics->index, key);
	if (at != KEYINDEX_NONE)
		return &pics->stacks[at];
	at = KEYINDEX_APPEND(&pics->index, key, pics->stacks, pics->stacks_count);
	if (at == KEYINDEX_NONE)
		return NULL;
	pics->stacks[at].place = place;
	return &pics->stacks[at];
}

/* A stack has few categories: a handful, found by walking. */
static struct pics_share *share_of(struct pics_stack *stack, uint16_t category)
{
	struct pics_share *grown;

	for (size_t i = 0; i < stack->shares_count; i++)
		if (stack->shares[i].category == category)
			return &stack->shares[i];
	grown = array_grow(stack->shares, stack->shares_count, sizeof(*grown));
	if (!grown)
		return NULL;
	stack->shares = grown;
	grown[stack->shares_count] = (struct pics_share){ .category = category };
	return &grown[stack->shares_count++];
}

static size_t windows_bytes(uint32_t groups)
{
	return sizeof(struct pics_windows) + groups * sizeof(double);
}

struct pics_windows *pics_windows_of(struct pics_windows *windows, unsigned int state)
{
	return (struct pics_windows *)((char *)windows + (state + 1) * windows_bytes(windows->groups));
}

struct pics_windows *pics_windows_create(uint32_t groups, double bias, bool states)
{
	const uint32_t count = states ? PICS_NO_STATE + 1 : 0;
	struct pics_windows *windows = calloc(1 + count, windows_bytes(groups));

	if (!windows)
		return NULL;
	*windows = (struct pics_windows){ .groups = groups, .states = count, .bias = bias };
	for (uint32_t state = 0; state < count; state++)
		*pics_windows_of(windows, state) = (struct pics_windows){ .groups = groups, .bias = bias };
	return windows;
}

static void add_windows(struct pics_windows *sum, struct pics_windows *windows)
{
	for (uint32_t i = 0; i < sum->groups; i++)
		sum->deviations[i] += windows->deviations[i];
	for (uint32_t state = 0; state < sum->states && state < windows->states; state++)
		add_windows(pics_windows_of(sum, state), pics_windows_of(windows, state));
}

/* Sees that it can have windows, too, where @added has some. False: out of memory. */
static bool make_room(struct pics_weight *weight, const struct pics_weight *added, bool states)
{
	if (added->samples != PICS_WINDOWS || weight->samples == PICS_WINDOWS)
		return true;
	weight->windows = pics_windows_create(added->windows->groups, added->windows->bias, states);
	weight->samples = weight->windows ? PICS_WINDOWS : 0;
	return weight->windows;
}

/* There is room. What has no weight adds none. */
static void add_weight(struct pics_share *sum, struct pics_stack *stack,
		       const struct pics_weight *weight)
{
	if (weight->samples != PICS_WINDOWS) {
		if (sum->weight.samples != PICS_WINDOWS)
			pics_weight_add(&sum->weight, weight);
		if (stack->weight.samples != PICS_WINDOWS)
			pics_weight_add(&stack->weight, weight);
		return;
	}
	add_windows(stack->weight.windows, weight->windows);
	add_windows(sum->weight.windows, weight->windows);
}

int pics_add(struct pics *pics, uint32_t place, const struct pics_share *share)
{
	struct pics_stack *stack = stack_of(pics, place);
	struct pics_share *sum = stack ? share_of(stack, share->category) : NULL;

	if (!sum || !make_room(&stack->weight, &share->weight, false) ||
	    !make_room(&sum->weight, &share->weight, !share->category))
		return -ENOMEM;
	for (int i = 0; i < PICS_STATES; i++) {
		sum->states[i] += share->states[i];
		stack->states[i] += share->states[i];
	}
	add_weight(sum, stack, &share->weight);
	sum->parts += share->parts;
	stack->parts += share->parts;
	pics->parts += share->parts;
	return 0;
}

int pics_count(struct pics *pics, uint32_t place, uint16_t category, unsigned int state,
	       uint64_t parts)
{
	struct pics_share share = { .category = category, .parts = parts };

	if (state < PICS_STATES)
		share.states[state] = parts;
	return pics_add(pics, place, &share);
}

int pics_touch(struct pics *pics, uint32_t place)
{
	return stack_of(pics, place) ? 0 : -ENOMEM;
}

int pics_add_stack(struct pics *pics, uint32_t place, const struct pics_stack *stack)
{
	int error = 0;

	for (size_t i = 0; !error && i < stack->shares_count; i++)
		error = pics_add(pics, place, &stack->shares[i]);
	return error;
}

const struct pics_stack *pics_find(const struct pics *pics, uint32_t place)
{
	uint32_t at = keyindex_get(&pics->index, (struct key){ .low = place });

	return at == KEYINDEX_NONE ? NULL : &pics->stacks[at];
}

static int compare_stacks(const void *left, const void *right)
{
	const struct pics_stack *a = left, *b = right;

	if (a->parts != b->parts)
		return a->parts > b->parts ? -1 : 1;
	return a->place < b->place ? -1 : a->place > b->place;
}

static int compare_shares(const void *left, const void *right)
{
	const struct pics_share *a = left, *b = right;

	if (a->parts != b->parts)
		return a->parts > b->parts ? -1 : 1;
	return (int)a->category - (int)b->category;
}

void pics_sort(struct pics *pics)
{
	if (pics->stacks_count)
		qsort(pics->stacks, pics->stacks_count, sizeof(*pics->stacks), compare_stacks);
	for (size_t i = 0; i < pics->stacks_count; i++) {
		struct pics_stack *stack = &pics->stacks[i];

		if (stack->shares_count)
			qsort(stack->shares, stack->shares_count, sizeof(*stack->shares),
			      compare_shares);
		keyindex_move(&pics->index, (struct key){ .low = stack->place }, (uint32_t)i);
	}
}

static void weight_deinit(struct pics_weight *weight)
{
	if (weight->samples == PICS_WINDOWS)
		free(weight->windows);
}

static void stack_deinit(struct pics_stack *stack)
{
	weight_deinit(&stack->weight);
	for (size_t i = 0; i < stack->shares_count; i++)
		weight_deinit(&stack->shares[i].weight);
	free(stack->shares);
}

void pics_deinit(struct pics *pics)
{
	for (size_t i = 0; i < pics->stacks_count; i++)
		stack_deinit(&pics->stacks[i]);
	free(pics->stacks);
	keyindex_deinit(&pics->index);
	*pics = (struct pics){ 0 };
}

struct pics_weight pics_weight_of(uint64_t parts, uint64_t whole)
{
	return (struct pics_weight){
		.samples = whole ? (uint64_t)((unsigned __int128)parts * PICS_SAMPLE / whole) : 0,
		.squares = (double)parts * (double)whole,
	};
}

double pics_percent(uint64_t parts, uint64_t whole)
{
	return whole ? 100.0 * (double)parts / (double)whole : 0;
}
