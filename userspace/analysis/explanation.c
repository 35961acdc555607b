// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * explanation.c - explaining instructions; see explanation.h
 */
#include "explanation.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KIND_LEAST	0.01		/* of all cycles */
#define MOST		0.9
/* A full store queue and waiting loads are the back-end's. */
#define FRONT_END	(TEA_PSV_DR_L1 | TEA_PSV_DR_TLB | TEA_PSV_FL_MB | TEA_PSV_FL_EX | \
			 TEA_PSV_FL_MO)
/* Loads that wait in the ROB; a store that finds its queue full waits at dispatch itself. */
#define WAITING		(TEA_PSV_ST_L1 | TEA_PSV_ST_TLB | TEA_PSV_ST_LLC)
#define NEAR		16		/* instructions before that can matter */
#define INSN_BYTES	4		/* of the longest */

/*
 * Of signatures: commit states of the cycles without events, since those with them are in
 * their events' state.
 */
static void find_base_states(const struct pics_stack *stack, uint64_t states[PICS_STATES])
{
	static const struct {
		uint16_t events;
		unsigned int state;
	} kinds[] = {
		{ TEA_PSV_FL_MB | TEA_PSV_FL_EX | TEA_PSV_FL_MO, TEA_STATE_FLUSHED },
		{ TEA_PSV_ST_L1 | TEA_PSV_ST_TLB | TEA_PSV_ST_LLC, TEA_STATE_STALLED },
		{ TEA_PSV_MASK, TEA_STATE_DRAINED },
	};

	memcpy(states, stack->states, sizeof(stack->states));
	for (size_t i = 0; i < stack->shares_count; i++) {
		const struct pics_share *share = &stack->shares[i];
		size_t kind = 0;

		if (!share->category || share->category == SIGNATURE_UNKNOWN)
			continue;
		while (!(share->category & kinds[kind].events))
			kind++;
		states[kinds[kind].state] -= share->parts < states[kinds[kind].state] ?
					     share->parts : states[kinds[kind].state];
	}
}

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
	/* What no event names; of what waits for an empty pipeline only exceptions have one. */
	return signature ? set : (STAGES_ALL & ~named) | STAGES_SET(SERIAL);
}

/* What the stages tell of it. */
static void bound_cause(struct explanation_cause *cause, const struct pics_stack *slots)
{
	const struct stages stages = stages_of(slots);
	uint32_t set = components_of(cause->category);

	cause->bounded = slots && set;
	cause->bound = stages_bound(&stages, set);
	for (; set; set &= set - 1)
		if (stages_bound(&stages, set & -set).most)
			cause->components |= set & -set;
}

static struct explanation_cause make_cause(const struct recording *recording,
					   const struct pics_share *share, unsigned int class,
					   const uint64_t states[PICS_STATES],
					   const struct pics_stack *slots)
{
	const struct category *item = category_item(recording->kind, share->category);
	struct explanation_cause cause = {
		.category = share->category, .parts = share->parts,
		.title = item ? item->text : NULL, .measured = WORTH_NONE,
	};

	if (recording->kind != &category_signatures)
		return cause;
	cause.advice = advice_find(share->category, class, states);
	cause.title = cause.advice->title;
	if (share->category < SIGNATURE_UNKNOWN) {
		cause.front_end = share->category & FRONT_END;
		cause.lesser = recording->stage == TEA_STACK_COMMIT ? cause.front_end :
			       share->category & WAITING;
		cause.others = (uint16_t)(share->category & ~cause.advice->events);
	}
	bound_cause(&cause, slots);
	return cause;
}

/* Cycles that the cause has been seen to cost; of one that is not known none. */
static int64_t gain_of(const struct worth *worth, const struct explanation_cause *cause)
{
	int64_t cycles;

	if (cause->measured == WORTH_NONE ||
	    !worth_gain(worth, worth_alone(worth, cause->measured), &cycles))
		return 0;
	return cycles;
}

/* Those that are worth more come first. */
static void add_cause(struct explanation_item *item, const struct worth *worth,
		      const struct explanation_cause *cause)
{
	size_t at = item->causes_count++;

	for (; at && gain_of(worth, &item->causes[at - 1]) < gain_of(worth, cause); at--)
		item->causes[at] = item->causes[at - 1];
	item->causes[at] = *cause;
}

static void find_causes(struct explanation_item *item, const struct recording *recording,
			const struct worth *worth, unsigned int class)
{
	const struct row *row = item->row;
	const struct pics_stack *stack = row->stack;
	uint64_t states[PICS_STATES];

	find_base_states(stack, states);
	for (size_t i = 0; i < hotcauses_told(stack); i++) {
		struct explanation_cause cause = make_cause(recording, &stack->shares[i], class, states,
							    row->stages);

		if (recording->kind == &category_signatures)
			cause.measured = worth_find(worth, row->object, row->location.address,
						    cause.category);
		add_cause(item, worth, &cause);
	}
}

static bool has_event(const struct explanation_item *item, uint16_t event)
{
	for (size_t i = 0; i < item->causes_count; i++)
		if (item->causes[i].category < SIGNATURE_UNKNOWN && item->causes[i].category & event)
			return true;
	return false;
}

/* The paper's lbm: while a load waits, the next iteration's has no room in the ROB. */
static void hint_loop(struct explanation_item *item, const struct recording *recording)
{
	const char *text = advice_knob(recording, "rob", 3);
	unsigned long rob = text ? strtoul(text, NULL, 10) : 0;

	if (rob && item->loop.instructions > rob && has_event(item, TEA_PSV_ST_L1))
		snprintf(item->hints[0], sizeof(item->hints[0]), "An iteration of the loop has up to %zu "
			 "instructions, more than the ROB holds (%lu): the next iteration's loads cannot "
			 "start while this one waits, so prefetch them by hand.",
			 item->loop.instructions, rob);
}

/* The paper's nab: what is behind a flushing instruction cannot start early. */
static void hint_flush(struct explanation_item *item, const char *near, uint64_t address,
		       size_t distance)
{
	if (item->causes_count && !item->causes[0].category &&
	    item->causes[0].advice->states == ADVICE_STALLED)
		snprintf(item->hints[1], sizeof(item->hints[1]), "%s at %llx, %zu instruction%s before, "
			 "flushes the pipeline: it keeps this one from starting early.", near,
			 (unsigned long long)address, distance, distance == 1 ? "" : "s");
}

/* An instruction before, or the one that is explained. */
struct near_insn {
	uint64_t address;
	struct flow flow;
	char text[DISASM_TEXT];
};

struct walk {
	struct disasm disasm;
	struct near_insn before[NEAR];	/* in turns */
	struct flow flow;		/* of the instruction itself */
};

/*
 * Disassembles the function up to the instruction; of code that has no names nothing but the
 * instruction. Returns how many are before it.
 */
static size_t walk_to(struct walk *walk, struct explanation_item *item)
{
	const struct symbols_location *location = &item->row->location;
	uint64_t address = location->function_start, size = location->function_end - address;
	const uint8_t *bytes = NULL;
	size_t count = 0;

	if (!location->object)
		return 0;
	if (!location->function) {
		address = location->address;
		size = INSN_BYTES;
	}
	size = symbols_code(location, address, size, &bytes);
	while (size && address <= location->address) {
		struct near_insn *near = &walk->before[count % NEAR];
		struct flow flow = flow_decode(bytes, size, address);
		size_t length;

		if (address == location->address) {
			disasm_insn(&walk->disasm, bytes, size, address, item->disassembly);
			walk->flow = flow;
			break;
		}
		near->address = address;
		near->flow = flow;
		length = disasm_insn(&walk->disasm, bytes, size, address, near->text);
		count++;
		address += length;
		bytes += length;
		size -= length;
	}
	return count;
}

static void find_flush(struct walk *walk, struct explanation_item *item, size_t count)
{
	for (size_t i = 1; i <= NEAR && i <= count; i++) {
		struct near_insn *near = &walk->before[(count - i) % NEAR];

		if (advice_class(&near->flow) != ADVICE_FLUSHING)
			continue;
		near->text[strcspn(near->text, " ")] = '\0';
		hint_flush(item, near->text, near->address, i);
		return;
	}
}

static uint64_t parts_in(const struct rows *rows, uint32_t object, const struct loop *loop)
{
	uint64_t parts = 0;

	for (size_t i = 0; i < rows->count; i++)
		if (rows->rows[i].object == object && rows->rows[i].location.address >= loop->begin &&
		    rows->rows[i].location.address < loop->end)
			parts += rows->rows[i].stack->parts;
	return parts;
}

static void explain_item(struct explanation *explanation, const struct recording *recording,
			 struct walk *walk, struct explanation_item *item)
{
	const struct row *row = item->row;
	struct elfobject_inline inlines[ELFOBJECT_INLINES_MAX];
	size_t before;

	walk->flow = (struct flow){ 0 };
	before = walk_to(walk, item);
	find_causes(item, recording, &explanation->worth, advice_class(&walk->flow));
	item->source = sources_line(&explanation->sources, row->line.file, row->line.line);
	if (symbols_inlines(&row->location, inlines))
		item->inlined = inlines[0].name;
	item->loop = loop_find(&row->location);
	if (item->loop.end)
		item->loop_parts = parts_in(&explanation->rows, row->object, &item->loop);
	if (recording->kind != &category_signatures)
		return;
	hint_loop(item, recording);
	find_flush(walk, item, before);
}

static uint64_t share_of(const struct pics_stack *stack, uint16_t category)
{
	for (size_t i = 0; i < stack->shares_count; i++)
		if (stack->shares[i].category == category)
			return stack->shares[i].parts;
	return 0;
}

static int compare_parts(const void *left, const void *right)
{
	const uint64_t *a = left, *b = right;

	return *a > *b ? -1 : *a < *b;
}

/* How many instructions make most of a category's cycles. */
static int count_most(const struct rows *rows, struct explanation_kind *kind)
{
	uint64_t *parts = calloc(rows->count + 1, sizeof(*parts)), sum = 0;

	if (!parts)
		return -ENOMEM;
	for (size_t i = 0; i < rows->count; i++)
		parts[i] = share_of(rows->rows[i].stack, kind->cause.category);
	qsort(parts, rows->count, sizeof(*parts), compare_parts);
	while ((double)sum < MOST * (double)kind->cause.parts)
		sum += parts[kind->instructions++];
	free(parts);
	return 0;
}

static int find_kinds(struct explanation *explanation, const struct recording *recording)
{
	const struct pics_stack *total = explanation->rows.total.stacks;
	const struct pics_stack *slots = pics_find(&explanation->rows.stages.total, 0);
	uint64_t states[PICS_STATES];
	int error = 0;

	find_base_states(total, states);
	for (size_t i = 0; !error && i < total->shares_count && i < EXPLANATION_KINDS; i++) {
		struct explanation_kind *kind = &explanation->kinds[i];

		if (i && (double)total->shares[i].parts < KIND_LEAST * (double)total->parts)
			break;
		kind->cause = make_cause(recording, &total->shares[i], 0, states, slots);
		explanation->kinds_count++;
		error = count_most(&explanation->rows, kind);
	}
	return error;
}

/* A row, and the most that one of its causes is worth. */
struct ranked {
	const struct row *row;
	int64_t gain;
};

/* What the stages tell of a change at @row. */
static void bound_change(struct whatif_bounds *bounds, const struct recording_slots *slots,
			 const struct row *row, uint16_t events)
{
	const struct stages stages = stages_of(row->stages);
	struct stages_bound bound = stages_bound(&stages, hotcauses_components(events));

	bounds->known = row->stages;
	bounds->least = stages_speedup(slots->total.cycles, slots->per_cycle, bound.least);
	bounds->most = stages_speedup(slots->total.cycles, slots->per_cycle, bound.most);
}

static void rank_cause(struct worth *worth, size_t number, const struct recording *recording,
		       struct ranked *ranked, size_t count)
{
	const struct worth_place *place = &worth->places[number];
	int64_t gain;

	for (size_t i = 0; i < count; i++) {
		const struct row *row = ranked[i].row;

		if (row->object != place->object || row->location.address != place->address)
			continue;
		bound_change(&worth->whatif.changes[number].bounds, &recording->stages, row,
			     place->events);
		if (worth_gain(worth, worth_alone(worth, number), &gain) && gain > ranked[i].gain)
			ranked[i].gain = gain;
	}
}

/* By worth, then by cycles, as rows are. */
static int compare_ranked(const void *left, const void *right)
{
	const struct ranked *a = left, *b = right;

	if (a->gain != b->gain)
		return a->gain > b->gain ? -1 : 1;
	return a->row < b->row ? -1 : a->row > b->row;
}

/* The rows that are explained, in their order. */
static int find_items(struct explanation *explanation, const struct recording *recording,
		      size_t top)
{
	const struct rows *rows = &explanation->rows;
	struct worth *worth = &explanation->worth;
	struct ranked *ranked = calloc(rows->count, sizeof(*ranked));

	explanation->count = top < rows->count ? top : rows->count;
	explanation->items = calloc(explanation->count, sizeof(*explanation->items));
	if (!ranked || !explanation->items) {
		free(ranked);
		return -ENOMEM;
	}
	for (size_t i = 0; i < rows->count; i++)
		ranked[i].row = &rows->rows[i];
	for (size_t i = 0; i < worth->whatif.count; i++)
		rank_cause(worth, i, recording, ranked, rows->count);
	qsort(ranked, rows->count, sizeof(*ranked), compare_ranked);
	for (size_t i = 0; i < explanation->count; i++)
		explanation->items[i].row = ranked[i].row;
	free(ranked);
	return 0;
}

static int explain(struct explanation *explanation, struct recording *recording, size_t top,
		   struct fault *fault)
{
	struct walk walk;

	if (!explanation->rows.count)
		return fault_set(fault, -ENODATA, "no %s in what the filters leave: ask for fewer "
				 "conditions", recording->kind->unit);
	if (worth_init(&explanation->worth, recording) || find_items(explanation, recording, top) ||
	    find_kinds(explanation, recording))
		return fault_set(fault, -ENOMEM, "out of memory for the instructions");
	if (disasm_open(&walk.disasm))
		return fault_set(fault, -ENOTSUP, "capstone does not know RISC-V: build with "
				 "capstone 5 or newer");
	for (size_t i = 0; i < explanation->count; i++)
		explain_item(explanation, recording, &walk, &explanation->items[i]);
	disasm_close(&walk.disasm);
	return 0;
}

int explanation_init(struct explanation *explanation, struct recording *recording,
		     const struct rows_options *options, size_t top, struct fault *fault)
{
	int error;

	*explanation = (struct explanation){ .sources.symfs = recording->symbols.options.symfs };
	error = rows_fold(&explanation->rows, recording, options);
	if (error)
		return fault_set(fault, error, "out of memory for the rows");
	error = explain(explanation, recording, top, fault);
	if (error)
		explanation_deinit(explanation);
	return error;
}

void explanation_deinit(struct explanation *explanation)
{
	rows_deinit(&explanation->rows);
	worth_deinit(&explanation->worth);
	sources_deinit(&explanation->sources);
	free(explanation->items);
	*explanation = (struct explanation){ 0 };
}
