// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * surroundings.c - loops around instructions; see surroundings.h
 */
#include "surroundings.h"

#include <stdlib.h>

#include "analysis/places/chance.h"
#include "analysis/places/loopcode.h"

/*
 * Cycles of a mispredicted branch, relative to those of a load behind it. They are few: commit
 * shows only the part of a misprediction that is not under the load's own wait
 * (tests/programs/addresses.c, restart: a tenth of the load's cycles, and the loop takes half as
 * long without).
 */
#define RESTART_LEAST	0.05
/*
 * The part of the ROB that as many iterations fill as the L1 has MSHRs. On boom-4w a prefetch gains
 * 7 % of a stream from memory at this part, 21 % at 0.83, and 42 % at all of it.
 */
#define ROB_PART	0.75
#define MISS_LEAST	0.1		/* cycles of misses, to those of another load of the loop */
#define LIMIT_LEAST	0.4		/* of a loop's slots at issue */
#define COLUMN_BYTES	2048		/* of a stride: two accesses a page */
#define COLUMN_LEAST	0.25		/* of a load's misses: on pages that are not in the TLB */
#define RELOADS_LEAST	0.1		/* of a loop's instructions */
#define INSN_BYTES	4		/* of the longest */
#define PROLOGUE_BYTES	64		/* of a function: where it makes its frame pointer */

static uint64_t parts_with(const struct pics_stack *stack, uint16_t event)
{
	uint64_t parts = 0;

	for (size_t i = 0; i < stack->shares_count; i++)
		if (stack->shares[i].category < SIGNATURE_UNKNOWN && stack->shares[i].category & event)
			parts += stack->shares[i].parts;
	return parts;
}

static bool is_in_loop(const struct row *row, const struct row *of, const struct loop *loop)
{
	return row->object == of->object && row->location.address >= loop->begin &&
	       row->location.address < loop->end;
}

/* The branch of its loop that is mispredicted most, where that is often beside the load. */
static uint64_t find_restart(const struct row *load, const struct loop *loop,
			     const struct rows *rows)
{
	uint64_t most = 0, address = 0;

	for (size_t i = 0; i < rows->count; i++) {
		const struct row *row = &rows->rows[i];
		uint64_t parts;

		if (!is_in_loop(row, load, loop))
			continue;
		parts = parts_with(row->stack, TEA_PSV_FL_MB);
		if (parts > most &&
		    !chance_hides(row->stack->parts, &row->stack->weight, rows->total.stacks)) {
			most = parts;
			address = row->location.address;
		}
	}
	return (double)most >= RESTART_LEAST * (double)load->stack->parts ? address : 0;
}

/* An inner loop's instructions are executed more often than they are there. */
static bool has_inner(const struct addressing_loop *loop)
{
	for (size_t i = 0; i + 1 < loop->count; i++)
		if (tea_insn_offset(loop->insns[i].bits) < 0)
			return true;
	return false;
}

/* Does the ROB hold enough iterations of @code to occupy all MSHRs of the L1? */
static bool is_full(const struct row *load, const struct loop *loop, const struct loopcode *code,
		    const struct surroundings_whole *whole)
{
	unsigned long rob = advice_knob_number(whole->recording, "rob");
	unsigned long mshrs = advice_knob_number(whole->recording, "l1d_mshrs");
	double least = MISS_LEAST * (double)parts_with(load->stack, TEA_PSV_ST_L1);
	size_t misses = 0;

	for (size_t i = 0; i < whole->rows->count; i++)
		misses += is_in_loop(&whole->rows->rows[i], load, loop) &&
			  (double)parts_with(whole->rows->rows[i].stack, TEA_PSV_ST_L1) > least;
	return mshrs && !has_inner(&code->loop) &&
	       (double)(loop->instructions * mshrs) <= ROB_PART * (double)(rob * misses);
}

/* How a load's address is made, as a class of advice. */
static unsigned int class_of_address(const struct addressing *addressing)
{
	static const unsigned int classes[ADDRESSINGS_COUNT] = {
		[ADDRESSING_STRIDE] = ADVICE_STREAM, [ADDRESSING_COMPUTED] = ADVICE_GATHER,
		[ADDRESSING_GATHER] = ADVICE_GATHER, [ADDRESSING_LISTED] = ADVICE_LISTED,
		[ADDRESSING_CHASE] = ADVICE_CHASE,
	};

	return classes[addressing->kind];
}

static const struct row *row_at(const struct row *near, uint64_t address, const struct rows *rows)
{
	for (size_t i = 0; i < rows->count; i++)
		if (rows->rows[i].object == near->object && rows->rows[i].location.address == address)
			return &rows->rows[i];
	return NULL;
}

/* A walk from page to page: by its stride, else by how often its misses are of the TLB, too. */
static bool is_column(const struct addressing *addressing, const struct row *load)
{
	uint64_t misses;

	if (addressing->kind != ADDRESSING_STRIDE)
		return false;
	if (addressing->stride)
		return llabs(addressing->stride) >= COLUMN_BYTES;
	misses = load ? parts_with(load->stack, TEA_PSV_ST_L1) : 0;
	return misses && (double)parts_with(load->stack, TEA_PSV_ST_TLB) >= COLUMN_LEAST * (double)misses;
}

/* The constant in register @by when the loop begins, from its function's code before it; or 0. */
static int64_t constant_before(const struct row *row, const struct loop *loop, uint8_t by)
{
	const struct symbols_location *location = &row->location;
	const uint8_t *bytes = NULL;
	size_t size = symbols_code(location, location->function_start,
				   loop->begin - location->function_start, &bytes);
	int64_t value = 0;
	uint32_t bits;

	while (size && tea_insn_fetch(bytes, size, &bits)) {
		const uint8_t length = tea_insn_length(bits);
		struct tea_insn insn;

		tea_insn_decode(&insn, bits);
		if (insn.dst == by && !addressing_constant(bits, &value))
			value = 0;
		bytes += length;
		size -= length;
	}
	return value;
}

/* How the load at @at makes its address, with a stride that is a constant made before the loop. */
static struct addressing addressing_of(const struct loopcode *code, size_t at, const struct row *row,
				       const struct loop *loop)
{
	struct addressing addressing = addressing_find(&code->loop, at);

	if (addressing.kind == ADDRESSING_STRIDE && !addressing.stride && addressing.by && row->location.function)
		addressing.stride = constant_before(row, loop, addressing.by);
	return addressing;
}

static unsigned int class_of_load(const struct addressing *addressing, const struct row *load)
{
	return is_column(addressing, load) ? ADVICE_COLUMN : class_of_address(addressing);
}

static unsigned int full_class_of(unsigned int class)
{
	return class & ADVICE_STREAM ? ADVICE_STREAM_FULL : class & ADVICE_GATHER ? ADVICE_GATHER_FULL :
	       class & ADVICE_LISTED ? ADVICE_LISTED_FULL : 0;
}

/* A load's own way to its address. */
static void find_addressing(struct surroundings *found, const struct loopcode *code, size_t at,
			    const struct row *row, const struct surroundings_whole *whole)
{
	const struct addressing *addressing = &found->addressing;

	found->addressing = addressing_of(code, at, row, &found->loop);
	if (addressing->kind >= ADDRESSING_GATHER && addressing->from < code->loop.count)
		found->from = code->addresses[addressing->from];
	found->classes |= class_of_load(addressing, row);
	/* a load from an address that does not change waits for its value, not for the branch */
	if (addressing->kind == ADDRESSING_CHASE || addressing->kind == ADDRESSING_FIXED)
		return;
	found->restart = find_restart(row, &found->loop, whole->rows);
	if (found->restart)
		found->classes |= ADVICE_RESTART;
	else if (is_full(row, &found->loop, code, whole))
		found->classes |= full_class_of(found->classes);
}

/* Data of a store: that of one that is narrower comes late for sure, another's if they go in a circle. */
static unsigned int class_of_store(const struct addressing *addressing)
{
	if (!addressing->stored)
		return 0;
	if (addressing->partly)
		return ADVICE_PARTLY;
	return addressing->circle ? ADVICE_FORWARD : 0;
}

static void find_store(struct surroundings *found, const struct loopcode *code, size_t at)
{
	size_t load = addressing_awaited(&code->loop, at);
	struct addressing addressing;
	unsigned int class;

	if (load == code->loop.count)
		return;
	addressing = addressing_find(&code->loop, load);
	class = class_of_store(&addressing);
	if (!class)
		return;
	found->classes |= class;
	found->awaited = code->addresses[load];
	found->store = code->addresses[addressing.store];
}

/* The events that waits for a component come with. */
static uint16_t events_of(const struct waitlimit *limit)
{
	switch (limit->most.component) {
	case TEA_COMPONENT_DTLB:
		return TEA_PSV_ST_TLB;
	case TEA_COMPONENT_LLC:
		return TEA_PSV_ST_L1;
	case TEA_COMPONENT_MEMORY:
		return TEA_PSV_ST_L1 | TEA_PSV_ST_LLC;
	default:
		return 0;
	}
}

/* The class of the awaited instruction, from the code around it. */
static unsigned int class_of_limit(struct surroundings *found, const struct loopcode *code, size_t at,
				   const struct row *row, const struct rows *rows)
{
	unsigned int class = advice_class_of(code->loop.insns[at].insn.class);
	const struct addressing addressing = addressing_of(code, at, row, &found->loop);

	if (!(class & ADVICE_LOAD))
		return class;
	class |= class_of_load(&addressing, row_at(row, code->addresses[at], rows));
	if (found->limit.group != WAITGROUP_FORWARD)
		return class;
	if (addressing.stored)
		found->store = code->addresses[addressing.store];
	return class | (addressing.partly ? ADVICE_PARTLY : ADVICE_FORWARD);
}

static void read_text(struct surroundings *found, const struct row *row,
		      const struct disasm *disasm)
{
	const uint8_t *bytes = NULL;
	size_t size = symbols_code(&row->location, found->limit.most.address, INSN_BYTES, &bytes);

	if (size)
		disasm_insn(disasm, bytes, size, found->limit.most.address, found->limit_text);
}

/*
 * The component that most of the loop's slots at issue are lost to, if all of the loop waits for
 * it.
 */
static void find_limit(struct surroundings *found, const struct loopcode *code, const struct row *row,
		       const struct surroundings_whole *whole)
{
	static const uint64_t stalled[PICS_STATES] = { [TEA_STATE_STALLED] = 1 };
	struct waitlimit *limit = &found->limit;
	unsigned int class;
	uint64_t group;
	size_t at;

	*limit = waitparts_limit(whole->waits, row->object, found->loop.begin, found->loop.end);
	group = limit->by_group[limit->group];
	at = loopcode_position(code, limit->most.address);
	if (!limit->slots || at == code->loop.count ||
	    (double)group < LIMIT_LEAST * (double)limit->slots)
		return;
	read_text(found, row, whole->disasm);
	if (limit->group != WAITGROUP_FORWARD && limit->group != WAITGROUP_CHAIN &&
	    limit->group != WAITGROUP_MEMORY && limit->group != WAITGROUP_SERIAL)
		return;
	class = class_of_limit(found, code, at, row, whole->rows);
	/* flushes that are events have advice of their own */
	if (limit->group != WAITGROUP_SERIAL || class & ADVICE_SERIAL)
		found->limit_advice = advice_find(events_of(limit), class, stalled);
}

/* The frame pointer, in a function that has one: code that was not optimised keeps all it has there. */
static uint8_t frame_of(const struct row *row)
{
	const struct symbols_location *location = &row->location;
	const uint8_t *bytes = NULL;
	size_t size = symbols_code(location, location->function_start, PROLOGUE_BYTES, &bytes);
	uint32_t bits;

	while (size && tea_insn_fetch(bytes, size, &bits)) {
		const uint8_t length = tea_insn_length(bits);

		if (addressing_makes_frame(bits))
			return ADDRESSING_FRAME;
		bytes += length;
		size -= length;
	}
	return TEA_REG_NONE;
}

static void find_reloads(struct surroundings *found, const struct loopcode *code, const struct row *row)
{
	size_t first;
	const size_t count = addressing_reloads(&code->loop, frame_of(row), &first);

	if ((double)count < RELOADS_LEAST * (double)code->loop.count || !count)
		return;
	found->reloads = count;
	found->reloaded = code->addresses[first];
}

void surroundings_find(struct surroundings *surroundings, const struct surroundings_whole *whole,
		       const struct row *row, unsigned int class)
{
	struct loopcode code;
	size_t at;

	*surroundings = (struct surroundings){ .loop = loop_find(&row->location) };
	if (!surroundings->loop.end || !loopcode_read(&code, &row->location, &surroundings->loop))
		return;
	at = loopcode_position(&code, row->location.address);
	if (at == code.loop.count)
		return;
	if (class & ADVICE_LOAD)
		find_addressing(surroundings, &code, at, row, whole);
	if (loopcode_is_spin(&code)) {
		surroundings->classes |= ADVICE_SPIN;
		return;
	}
	find_reloads(surroundings, &code, row);
	find_limit(surroundings, &code, row, whole);
	if (!surroundings->limit.slots)
		find_store(surroundings, &code, at);
}
