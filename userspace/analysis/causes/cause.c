// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cause.c - the advice, bounds and chance of a category of one stack; see cause.h
 */
#include "cause.h"

#include "analysis/places/chance.h"

/* A full store queue and waiting loads are the back-end's. */
#define FRONT_END	(TEA_PSV_DR_L1 | TEA_PSV_DR_TLB | TEA_PSV_FL_MB | TEA_PSV_FL_EX | \
			 TEA_PSV_FL_MO)
/* Loads that wait in the ROB; a store that finds its queue full waits at dispatch itself. */
#define WAITING		(TEA_PSV_ST_L1 | TEA_PSV_ST_TLB | TEA_PSV_ST_LLC | TEA_PSV_ST_CO)

/*
 * The components that slots lost to a signature are in, and no others: as
 * docs/stage-stacks.md has it, of the events of data only the one that costs most counts.
 */
static uint32_t components_of(uint16_t signature)
{
	static const struct {
		uint16_t event;
		uint32_t components;
		bool data;
	} table[] = {
		{ TEA_PSV_DR_L1, STAGES_SET(L1I), false }, { TEA_PSV_DR_TLB, STAGES_SET(ITLB), false },
		{ TEA_PSV_DR_SQ, STAGES_SET(STQ), false }, { TEA_PSV_FL_MB, STAGES_SET(BPRED), false },
		{ TEA_PSV_FL_EX, STAGES_SET(FLUSH) | STAGES_SET(SERIAL), false },
		{ TEA_PSV_FL_MO, STAGES_SET(FLUSH), false },
		{ TEA_PSV_ST_LLC, STAGES_SET(MEMORY), true }, { TEA_PSV_ST_L1, STAGES_SET(LLC), true },
		{ TEA_PSV_ST_CO, STAGES_SET(LLC), true },
		{ TEA_PSV_ST_TLB, STAGES_SET(DTLB), true },
	};
	uint32_t set = 0, named = STAGES_SET(BASE);
	bool data = false;

	if (signature == SIGNATURE_UNKNOWN)
		return 0;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		named |= table[i].components;
		if (!(signature & table[i].event) || (table[i].data && data))
			continue;
		set |= table[i].components;
		data |= table[i].data;
	}
	/* Waits without an event; those for an empty pipeline have one only at exceptions. */
	return signature ? set : (STAGES_ALL & ~named) | STAGES_SET(SERIAL);
}

static void bound_cause(struct cause *cause, const struct stages *stages, uint32_t set)
{
	cause->bounded = set;
	cause->bound = stages_wait_bound(stages, set);
	cause->components = 0;
	for (; set; set &= set - 1)
		if (stages_bound(stages, set & -set).most)
			cause->components |= set & -set;
}

/* Bounds the cause by the slots of the stages. */
static void bound_by_slots(struct cause *cause, const struct pics_stack *slots)
{
	const struct stages stages = stages_of(slots);

	bound_cause(cause, &stages, components_of(cause->category));
	cause->bounded = cause->bounded && slots;
}

void cause_bound_loop(struct cause *cause, const struct stages *stages, uint32_t set)
{
	bound_cause(cause, stages, set);
	cause->of_loop = true;
}

/* Cycles without an event; those of a late front-end only if @limit makes it late. */
static bool is_limited(const struct piece *piece, const struct advice *limit)
{
	const bool empties = limit->classes != ADVICE_ANY && limit->classes & ADVICE_SERIAL;

	return !piece->category &&
	       (empties || piece->state == TEA_STATE_STALLED || piece->state == TEA_STATE_COMPUTE);
}

static void add_pieces(struct cause *cause, const struct recording_measure *measure,
		       const struct pics_share *share, unsigned int class,
		       const struct advice *limit, const struct pics_stack *whole)
{
	const struct pics_stack alone = {
		.parts = share->parts, .shares = (struct pics_share *)share, .shares_count = 1,
	};
	struct piece pieces[PIECES_MOST];
	bool advised = measure->kind == &category_signatures;

	cause->pieces_count = pieces_of(measure->kind, pieces_split(measure), &alone, pieces);
	for (size_t i = 0; i < cause->pieces_count; i++) {
		struct cause_piece *piece = &cause->pieces[i];

		piece->piece = pieces[i];
		piece->chance = chance_hides(pieces[i].parts, &pieces[i].weight, whole);
		piece->advice = advised ? advice_of_piece(&pieces[i], class) : NULL;
		if (advised && limit && is_limited(&pieces[i], limit))
			piece->advice = limit;
	}
}

struct cause cause_of(const struct recording_measure *measure, const struct pics_share *share,
		      unsigned int class, const struct advice *limit,
		      const struct pics_stack *slots, const struct pics_stack *whole)
{
	const struct category *item = category_item(measure->kind, share->category);
	struct cause cause = {
		.category = share->category, .parts = share->parts, .weight = share->weight,
		.chance = chance_hides(share->parts, &share->weight, whole),
		.title = item ? item->text : NULL, .measured = GAINS_NONE,
	};

	add_pieces(&cause, measure, share, class, limit, whole);
	if (measure->kind != &category_signatures)
		return cause;
	cause.advice = limit && !share->category ? limit :
		       advice_find(share->category, class, share->states);
	cause.title = cause.advice->title;
	if (share->category < SIGNATURE_UNKNOWN) {
		cause.front_end = share->category & FRONT_END;
		cause.lesser = measure->stage == TEA_STACK_COMMIT ? cause.front_end :
			       share->category & WAITING;
		cause.others = (uint16_t)(share->category & ~cause.advice->events);
	}
	bound_by_slots(&cause, slots);
	return cause;
}
