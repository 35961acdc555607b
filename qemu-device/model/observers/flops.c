// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * flops.c - retired records to a FLOPS stack: see flops.h
 *
 * v and m of the paper are bytes: a lane does a multiplication and an addition of a byte in each
 * cycle, and an element has as many lanes as it has bytes.
 */
#include "flops.h"

#include <errno.h>
#include <stdlib.h>

#include "siterows.h"

#define LANE_SLOTS	2	/* of a lane in a cycle: a multiplication and an addition */

static int grow(struct tea_flops_stack *flops, size_t least)
{
	struct tea_flops_row *rows =
		tea_siterows_grow(flops->rows, &flops->rows_count, sizeof(*rows), least);

	if (!rows)
		return -ENOMEM;
	flops->rows = rows;
	return 0;
}

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

static uint32_t most(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

/* All scalar units together are all lanes, as all vector pipes are: each has its share of them. */
static struct tea_flops_machine find_machine(const struct tea_params *params)
{
	const uint32_t pipe = least(params->dlen, params->vlen) / 8;
	struct tea_flops_machine machine = {
		.vectors = params->vlen, .lanes = params->fp_issue, .scalar = 1, .vector = 1,
	};

	if (!machine.vectors)
		return machine;
	machine.lanes = most(params->vec_issue * pipe, params->fp_issue * TEA_FLOPS_LANE_BYTES);
	machine.scalar = machine.lanes / most(params->vec_issue, params->fp_issue);
	machine.vector = pipe;
	return machine;
}

uint32_t tea_flops_width(const struct tea_params *params)
{
	return LANE_SLOTS * find_machine(params).lanes;
}

uint32_t tea_flops_operation(const struct tea_params *params)
{
	return params->vlen ? TEA_FLOPS_LANE_BYTES : 1;
}

int tea_flops_init(struct tea_flops_stack *flops, const struct tea_params *params, cycle_t now,
		   bool by_site)
{
	*flops = (struct tea_flops_stack){
		.by_site = by_site, .machine = find_machine(params), .now = now, .end = now,
	};
	/* each of the operations in the ROB waits twice at most, for an operand and for a unit */
	if (!tea_timeline_init(&flops->busy, sizeof(struct tea_flops_busy), now) &&
	    !tea_claims_init(&flops->claims, 2 * tea_params_rob(params) + 1) &&
	    !grow(flops, TEA_PRIV_M + 1))
		return 0;
	tea_flops_deinit(flops);
	return -ENOMEM;
}

void tea_flops_deinit(struct tea_flops_stack *flops)
{
	tea_claims_deinit(&flops->claims);
	tea_timeline_deinit(&flops->busy);
	free(flops->rows);
}

static inline void charge(struct tea_flops_stack *flops, struct tea_blame blame, uint64_t slots)
{
	flops->rows[tea_blame_row(blame)].slots[tea_blame_component(blame)] += slots;
}

/* ---- cycles ---- */

/*
 * The units taken in @cycle; behind a cut, in the first cycle that is not over. NULL: no memory.
 */
static struct tea_flops_busy *find_busy(struct tea_flops_stack *flops, cycle_t cycle)
{
	struct tea_flops_busy *busy = tea_timeline_note(&flops->busy, cycle);

	flops->failed |= !busy;
	return busy;
}

/*
 * Charge the cycles before @end, each with @slots free: to @next if no operation waits, else to
 * @user, which takes a unit in them, or without one to the cause of the wait.
 */
static void lose(struct tea_flops_stack *flops, cycle_t end, uint32_t slots,
		 const struct tea_blame *user, struct tea_blame next)
{
	while (flops->now < end) {
		const struct tea_claim *claim = tea_claims_find(&flops->claims, flops->now);
		const bool waits = claim && claim->begin <= flops->now;
		cycle_t until = !claim ? end : waits ? claim->end : claim->begin;

		until = until < end ? until : end;
		charge(flops, !waits ? next : user ? *user : claim->blame,
		       slots * (until - flops->now));
		flops->now = until;
	}
}

/* A cycle in which lanes are taken: lanes beyond the existing ones move to the next cycle. */
static void leave_busy(struct tea_flops_stack *flops, cycle_t cycle, struct tea_blame next)
{
	struct tea_flops_busy *entry = tea_timeline_entry(&flops->busy, cycle), busy = *entry;
	const uint32_t lanes = least(busy.lanes, flops->machine.lanes);

	*entry = (struct tea_flops_busy){ .lanes = 0 };
	tea_timeline_leave(&flops->busy, cycle);
	if (busy.lanes > lanes && (entry = find_busy(flops, cycle + 1)))
		entry->lanes += busy.lanes - lanes;
	lose(flops, cycle + 1, LANE_SLOTS * (flops->machine.lanes - lanes),
	     busy.used ? &busy.user : NULL, next);
}

/* All cycles before @end: @next is dispatched in the last of them, or behind it. */
static void advance(struct tea_flops_stack *flops, cycle_t end, struct tea_blame next)
{
	if (end <= flops->now)
		return;
	flops->cycles += end - flops->now;
	while (flops->now < end) {
		cycle_t cycle = tea_timeline_next(&flops->busy, end);

		lose(flops, cycle, LANE_SLOTS * flops->machine.lanes, NULL, next);
		if (cycle < end)
			leave_busy(flops, cycle, next);
	}
	tea_timeline_pass(&flops->busy, end);
}

void tea_flops_cut(struct tea_flops_stack *flops)
{
	advance(flops, flops->end, flops->last);
}

/* ---- records ---- */

/*
 * The producer of the operand that came last. If that is not known, the operation itself: so for
 * results of the micro-operation before it.
 */
static struct tea_blame find_producer(const struct tea_flops_stack *flops,
				      const struct tea_retired *record, struct tea_blame own)
{
	const struct tea_blame *writer = &flops->writers[record->late];

	if (tea_blame_component(*writer) == TEA_FLOPS_BASE)
		return tea_blame_for(own, TEA_FLOPS_DEPEND);
	return *writer;
}

/* In how many cycles from its issue on it takes a unit. */
static uint32_t count_parts(const struct tea_retired *record)
{
	if (!(record->flags & TEA_RETIRED_VECTOR) || record->insn.class == TEA_CLASS_V_INT_DIV)
		return 1;
	return record->parts;
}

/* Bytes of an element that it works on, log2. */
static inline uint32_t find_width(const struct tea_retired *record)
{
	if (record->flags & TEA_RETIRED_VECTOR)
		return record->element_log2;
	return record->insn.flags & TEA_INSN_SINGLE ? 2 : 3;
}

/* Bytes that it works on, and in @share the lanes that each part of them takes. */
static uint32_t find_lanes(const struct tea_flops_stack *flops, const struct tea_retired *record,
			   uint32_t *share)
{
	if (record->flags & TEA_RETIRED_VECTOR) {
		*share = flops->machine.vector;
		return record->lanes;
	}
	*share = flops->machine.scalar;
	return 1U << find_width(record);
}

/*
 * Take @share lanes in @cycle or later, but not behind @last; if that cycle is over, in the first
 * that is not. Scalar units and pipes can do more in a cycle than there are lanes; work without a
 * lane is beyond the peak. Returns whether there were lanes.
 */
static bool take(struct tea_flops_stack *flops, cycle_t cycle, cycle_t last, uint32_t share)
{
	struct tea_flops_busy *busy = find_busy(flops, cycle);

	while (busy && cycle >= flops->now &&
	       busy->lanes + share > flops->machine.lanes) {
		if (cycle >= last)
			return false;
		busy = find_busy(flops, ++cycle);
	}
	if (busy)
		busy->lanes += share;
	return busy;
}

/* It has done its operations on @elements, for which it had @lanes. */
static inline void count_done(struct tea_flops_stack *flops, const struct tea_retired *record,
			      struct tea_blame own, uint32_t elements, uint32_t lanes)
{
	const uint32_t done = tea_class_flops(record->insn.class);

	flops->rows[tea_blame_row(own)].operations[find_width(record)] += done * elements;
	charge(flops, tea_blame_for(own, TEA_FLOPS_BASE), done * lanes);
	charge(flops, tea_blame_for(own, TEA_FLOPS_NON_FMA), (LANE_SLOTS - done) * lanes);
}

/* With vectors: lanes for each of its parts. */
static __attribute__((noinline)) void fill_lanes(struct tea_flops_stack *flops,
						 const struct tea_retired *record,
						 struct tea_blame own)
{
	const uint32_t parts = count_parts(record);
	uint32_t share, bytes = find_lanes(flops, record, &share), taken = 0, lanes;

	for (uint32_t part = 0; part < parts; part++) {
		if (take(flops, record->at[TEA_STAGE_ISSUE] + part, record->at[TEA_STAGE_COMMIT],
			 share))
			taken += share;
	}
	lanes = least(bytes, taken);
	count_done(flops, record, own, bytes >> find_width(record), lanes);
	charge(flops, tea_blame_for(own, TEA_FLOPS_MASK), LANE_SLOTS * (taken - lanes));
}

/* Floating-point work: its waits, and its operations. */
static void work(struct tea_flops_stack *flops, const struct tea_retired *record,
		 struct tea_blame own)
{
	const cycle_t entered = record->at[TEA_STAGE_DISPATCH] + 1;
	const cycle_t issued = record->at[TEA_STAGE_ISSUE];
	struct tea_flops_busy *busy;

	tea_claims_add(&flops->claims, entered, record->ready, find_producer(flops, record, own));
	tea_claims_add(&flops->claims, entered, issued, tea_blame_for(own, TEA_FLOPS_DEPEND));
	if (flops->machine.vectors) {
		fill_lanes(flops, record, own);
		return;
	}
	busy = find_busy(flops, issued);
	if (busy)
		busy->lanes++;
	count_done(flops, record, own, 1, 1);
}

/* Something else takes a unit in @cycle. */
static void use(struct tea_flops_stack *flops, cycle_t cycle, struct tea_blame own)
{
	struct tea_flops_busy *busy = find_busy(flops, cycle);

	if (!busy || busy->used)
		return;
	busy->used = true;
	busy->user = tea_blame_for(own, TEA_FLOPS_NON_VFP);
}

/* The same of a vector's pipe, from its issue on. */
static __attribute__((noinline)) void use_pipe(struct tea_flops_stack *flops,
					       const struct tea_retired *record,
					       struct tea_blame own)
{
	const uint8_t class = record->insn.class;
	const bool pipe = tea_class_is_vector(class) && class != TEA_CLASS_V_LOAD &&
			  class != TEA_CLASS_V_STORE;
	const uint32_t parts = pipe ? count_parts(record) : 0;

	for (uint32_t part = 0; part < parts; part++)
		use(flops, record->at[TEA_STAGE_ISSUE] + part, own);
}

/* Where the operation's slots are summed up. */
static inline uint32_t find_row(const struct tea_flops_stack *flops,
				const struct tea_retired *record)
{
	return flops->by_site ? record->site : record->privilege;
}

/* The same, and it is there from now on. */
static uint32_t make_row(struct tea_flops_stack *flops, const struct tea_retired *record)
{
	const uint32_t row = find_row(flops, record);

	if (row < flops->rows_count || !grow(flops, (size_t)row + 1))
		return row;
	flops->failed = true;
	return 0;
}

/* Behind another one in its cycle, and nothing that floating-point units have to do with. */
static inline bool is_ordinary(const struct tea_flops_stack *flops,
			       const struct tea_retired *record)
{
	return record->at[TEA_STAGE_DISPATCH] < flops->now &&
	       record->insn.class < TEA_CLASS_FP_ADD && !tea_insn_stores_fp(&record->insn) &&
	       !(record->flags & TEA_RETIRED_EXCEPTION) &&
	       find_row(flops, record) < flops->rows_count;
}

/* The last record, of the operation @own in its @row. */
static inline void note_last(struct tea_flops_stack *flops, const struct tea_retired *record,
			     uint32_t row, struct tea_blame own)
{
	flops->rows[row].pc = record->pc;
	flops->end = record->at[TEA_STAGE_COMMIT] + 1;
	flops->last = own;
}

/* Its result for later operations, in one register. */
static inline void note_register(struct tea_flops_stack *flops, const struct tea_insn *insn,
				 struct tea_blame own)
{
	const bool load = insn->class == TEA_CLASS_LOAD || insn->class == TEA_CLASS_V_LOAD;

	flops->writers[insn->dst] = tea_blame_for(own, load ? TEA_FLOPS_MEM : TEA_FLOPS_DEPEND);
}

static void note_result(struct tea_flops_stack *flops, const struct tea_retired *record,
			struct tea_blame own)
{
	note_register(flops, &record->insn, own);
	if (record->flags & TEA_RETIRED_VL)
		flops->writers[TEA_REG_VL] = flops->writers[record->insn.dst];
}

/* Everything but its result for later operations. Returns whether it commits. */
static inline __attribute__((always_inline)) bool observe(struct tea_flops_stack *flops,
							  const struct tea_retired *record,
							  uint32_t row)
{
	const struct tea_insn *insn = &record->insn;
	const struct tea_blame own = tea_blame_of(row, TEA_FLOPS_FRONTEND);

	advance(flops, record->at[TEA_STAGE_DISPATCH] + 1, own);
	note_last(flops, record, row, own);
	if (record->flags & TEA_RETIRED_EXCEPTION)
		return false;
	if (tea_class_flops(insn->class))
		work(flops, record, own);
	else if (insn->class == TEA_CLASS_FP_MISC || insn->class == TEA_CLASS_FP_TO_INT)
		use(flops, record->at[TEA_STAGE_ISSUE], own);
	else if (tea_insn_stores_fp(insn))
		use(flops, record->data_issue, own);
	else if (record->flags & TEA_RETIRED_VECTOR)
		use_pipe(flops, record, own);
	return true;
}

/* Micro-operations read registers as they were before the first of them. */
static __attribute__((noinline)) void observe_several(struct tea_flops_stack *flops,
						      const struct tea_retired *record,
						      uint32_t row)
{
	const struct tea_blame own = tea_blame_of(row, TEA_FLOPS_FRONTEND);
	unsigned int passed = 0;

	while (passed < record->micro_count && observe(flops, &record->micro[passed], row))
		passed++;
	for (unsigned int i = 0; i < passed; i++)
		note_result(flops, &record->micro[i], own);
}

static __attribute__((noinline)) void observe_any(struct tea_flops_stack *flops,
						  const struct tea_retired *record)
{
	const uint32_t row = make_row(flops, record);

	if (tea_retired_several(record))
		observe_several(flops, record, row);
	else if (observe(flops, record, row))
		note_result(flops, record, tea_blame_of(row, TEA_FLOPS_FRONTEND));
}

void tea_flops_record(struct tea_flops_stack *flops, const struct tea_retired *record)
{
	const uint32_t row = find_row(flops, record);
	const struct tea_blame own = tea_blame_of(row, TEA_FLOPS_FRONTEND);

	if (!is_ordinary(flops, record)) {
		observe_any(flops, record);
		return;
	}
	note_last(flops, record, row, own);
	note_register(flops, &record->insn, own);
}

/* ---- threads ---- */

static void add_row(struct tea_flops_row *row, const struct tea_flops_row *more)
{
	if (more->pc)
		row->pc = more->pc;
	for (size_t i = 0; i < TEA_FLOPS_COUNT; i++)
		row->slots[i] += more->slots[i];
	for (size_t i = 0; i < TEA_FLOPS_WIDTHS; i++)
		row->operations[i] += more->operations[i];
}

void tea_flops_add(struct tea_flops_stack *flops, const struct tea_flops_stack *more)
{
	flops->failed |= more->failed || (more->rows_count > flops->rows_count &&
					  grow(flops, more->rows_count));
	if (flops->failed)
		return;
	for (size_t i = 0; i < more->rows_count; i++)
		add_row(&flops->rows[i], &more->rows[i]);
	flops->cycles += more->cycles;
}
