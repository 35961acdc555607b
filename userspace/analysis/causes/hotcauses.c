// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * hotcauses.c - finding the causes that cost most; see hotcauses.h
 */
#include "hotcauses.h"

#include <errno.h>
#include <stdlib.h>

#include "stagestack.h"

#define DATA		(TEA_PSV_ST_L1 | TEA_PSV_ST_TLB | TEA_PSV_ST_LLC | TEA_PSV_ST_CO)
#define SHARE_LEAST	0.10		/* of its instruction's cycles */

size_t hotcauses_told(const struct pics_stack *stack)
{
	size_t told = 0;

	while (told < stack->shares_count && told < HOTCAUSES_SHARES &&
	       (!told || (double)stack->shares[told].parts >= SHARE_LEAST * (double)stack->parts))
		told++;
	return told;
}

uint16_t hotcauses_events(uint16_t signature)
{
	return signature & TEA_PSV_ST_L1 ?
	       (uint16_t)(signature & ~(TEA_PSV_ST_LLC | TEA_PSV_ST_CO)) : signature;
}

/*
 * The components that go away with an event: those of its waits that no other event explains. An
 * instruction that raises an exception waits for an empty pipeline before.
 */
uint32_t hotcauses_components(uint16_t events)
{
	static const uint32_t components[TEA_EVENTS_COUNT] = {
		STAGES_SET(L1I), STAGES_SET(ITLB), STAGES_SET(STQ), STAGES_SET(BPRED),
		STAGES_SET(FLUSH) | STAGES_SET(SERIAL), STAGES_SET(FLUSH),
		STAGES_SET(LLC) | STAGES_SET(MEMORY), STAGES_SET(DTLB), STAGES_SET(MEMORY),
		STAGES_SET(LLC),
	};
	uint32_t set = events ? 0 : STAGES_ALL;

	for (; events; events &= (uint16_t)(events - 1))
		set |= components[__builtin_ctz(events)];
	return set;
}

/* A lane knows places in files by their offset. */
static bool has_file(const struct recording *recording, const struct recording_place *place)
{
	const struct symbols_object *object = &recording->symbols.objects[place->object];

	return object->kind == SYMBOLS_FILE && object->path[0] == '/';
}

bool hotcauses_within(uint16_t events, uint16_t of)
{
	return events == of || (events && !(events & ~of) && !(of & ~events & ~DATA));
}

/*
 * Adds a cause of one instruction, whose causes begin at @first; causes that are the same become
 * one.
 */
static void add_cause(struct hotcauses *causes, size_t first, struct hotcause cause)
{
	for (size_t i = first; i < causes->count; ) {
		struct hotcause *other = &causes->items[i];

		if (hotcauses_within(cause.at.events, other->at.events))
			cause.at.events = other->at.events;
		if (!hotcauses_within(other->at.events, cause.at.events)) {
			i++;
			continue;
		}
		cause.parts += other->parts;
		*other = causes->items[--causes->count];
	}
	causes->items[causes->count++] = cause;
}

static void add_stack(struct hotcauses *causes, const struct recording *recording,
		      const struct pics_stack *stack)
{
	const struct recording_place *place = &recording->places[stack->place];
	size_t first = causes->count;

	for (size_t i = 0; has_file(recording, place) && i < hotcauses_told(stack); i++) {
		const struct pics_share *share = &stack->shares[i];
		const struct hotcause cause = {
			.at = { .object = place->object, .address = place->address,
				.events = hotcauses_events(share->category) },
			.parts = share->parts,
		};

		if (share->category < SIGNATURE_UNKNOWN)
			add_cause(causes, first, cause);
	}
}

/* Hottest first; ties by place, so that two runs agree. */
static int compare_causes(const void *left, const void *right)
{
	const struct hotcause *a = left, *b = right;

	if (a->parts != b->parts)
		return a->parts > b->parts ? -1 : 1;
	if (a->at.object != b->at.object)
		return a->at.object < b->at.object ? -1 : 1;
	if (a->at.address != b->at.address)
		return a->at.address < b->at.address ? -1 : 1;
	return (a->at.events > b->at.events) - (a->at.events < b->at.events);
}

int hotcauses_find(struct hotcauses *causes, struct recording *recording,
		   struct recording_measure *measure, size_t most)
{
	struct pics *pics = &measure->pics;

	*causes = (struct hotcauses){
		.items = calloc(pics->stacks_count * HOTCAUSES_SHARES + 1, sizeof(*causes->items)),
	};
	if (!causes->items)
		return -ENOMEM;
	pics_sort(pics);
	for (size_t i = 0; i < pics->stacks_count; i++)
		add_stack(causes, recording, &pics->stacks[i]);
	qsort(causes->items, causes->count, sizeof(*causes->items), compare_causes);
	if (causes->count > most)
		causes->count = most;
	return 0;
}

void hotcauses_deinit(struct hotcauses *causes)
{
	free(causes->items);
	*causes = (struct hotcauses){ 0 };
}
