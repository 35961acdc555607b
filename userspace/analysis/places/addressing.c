// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * addressing.c - slices of addresses; see addressing.h
 */
#include "addressing.h"

#include <string.h>

#include "isa/compressed.h"

const char *const addressing_names[ADDRESSINGS_COUNT] = {
#define ADDRESSING_X(id, name) [ADDRESSING_##id] = name,
	ADDRESSINGS(ADDRESSING_X)
#undef ADDRESSING_X
};

/* Instructions that a value is made of. */
struct slice {
	const struct addressing_loop *loop;
	bool within[ADDRESSING_INSNS];
	bool unknown;			/* a call or an atomic access made some of it */
	bool nearest;			/* it ends at loads, which are within it */
};

static bool is_load(const struct addressing_insn *insn)
{
	return insn->insn.class == TEA_CLASS_LOAD;
}

/* x1, x5 to x7, x10 to x17, x28 to x31: registers that a function may change. */
static bool is_clobbered(uint8_t reg)
{
	return reg == 1 || (reg >= 5 && reg <= 7) || (reg >= 10 && reg <= 17) ||
	       (reg >= 28 && reg < TEA_REGS_FILE);
}

static bool writes(const struct addressing_insn *insn, uint8_t reg)
{
	return insn->insn.dst == reg || (insn->insn.flags & TEA_INSN_CALL && is_clobbered(reg));
}

/* From the instruction before @at back to @at itself, an iteration earlier. */
static size_t back(const struct addressing_loop *loop, size_t at, size_t steps)
{
	return (at + loop->count - steps) % loop->count;
}

/* The last writer of @reg before @at; the loop's count if no instruction writes it. */
static size_t writer(const struct addressing_loop *loop, uint8_t reg, size_t at)
{
	for (size_t i = 1; i <= loop->count; i++)
		if (writes(&loop->insns[back(loop, at, i)], reg))
			return back(loop, at, i);
	return loop->count;
}

/* @count bits of an instruction, from bit @shift on, which stand for bits @low and up. */
struct bits_field {
	uint8_t low, count, shift;
};

static int64_t pick(uint32_t bits, const struct bits_field fields[3])
{
	int64_t value = 0;

	for (int i = 0; i < 3; i++)
		value |= (int64_t)(bits >> fields[i].low & ((1U << fields[i].count) - 1)) <<
			 fields[i].shift;
	return value;
}

/* The offset that a load or store adds to its base. */
static int64_t displacement(uint32_t bits)
{
	/* By quadrant 0 and 2, store or not, and 4 or 8 bytes. */
	static const struct bits_field compressed[2][2][2][3] = {
		{
			{ { { 10, 3, 3 }, { 6, 1, 2 }, { 5, 1, 6 } }, { { 10, 3, 3 }, { 5, 2, 6 } } },
			{ { { 10, 3, 3 }, { 6, 1, 2 }, { 5, 1, 6 } }, { { 10, 3, 3 }, { 5, 2, 6 } } },
		}, {
			{ { { 12, 1, 5 }, { 4, 3, 2 }, { 2, 2, 6 } },
			  { { 12, 1, 5 }, { 5, 2, 3 }, { 2, 3, 6 } } },
			{ { { 9, 4, 2 }, { 7, 2, 6 } }, { { 10, 3, 3 }, { 7, 3, 6 } } },
		},
	};
	unsigned int function = bits >> 13 & 7;

	if ((bits & 3) != 3)
		return pick(bits, compressed[bits >> 1 & 1][function >= 4][(function & 3) != 2]);
	if (bits & 0x20)	/* stores */
		return (int64_t)((int32_t)bits >> 25) * 32 + (bits >> 7 & 31);
	return (int32_t)bits >> 20;
}

/* The full form of a compressed instruction, without constants. */
static uint32_t full(uint32_t bits)
{
	return (bits & 3) == 3 ? bits : tea_compressed_expand((uint16_t)bits);
}

static uint32_t opcode(uint32_t bits)
{
	return bits & 0x7f;
}

static uint32_t function3(uint32_t bits)
{
	return bits >> 12 & 7;
}

static bool is_add_constant(uint32_t bits)
{
	bits = full(bits);
	return (opcode(bits) == 0x13 || opcode(bits) == 0x1b) && !function3(bits);
}

/* The constant that it adds. */
static int64_t constant_of(uint32_t bits)
{
	if ((bits & 3) == 3)
		return (int32_t)bits >> 20;
	/* C.ADDI and C.ADDIW; C.MV, which adds none, is in quadrant 2 */
	if ((bits & 3) != 1)
		return 0;
	return (int64_t)(bits >> 2 & 31) - (bits >> 12 & 1 ? 32 : 0);
}

static bool is_shift_left(uint32_t bits)
{
	bits = full(bits);
	return opcode(bits) == 0x13 && function3(bits) == 1 && !(bits >> 26);
}

static unsigned int shift_of(uint32_t bits)
{
	return (bits & 3) == 3 ? bits >> 20 & 63 : (bits >> 2 & 31) | (bits >> 12 & 1) << 5;
}

/* ADD, SUB, ADD.UW, their forms on words, and SH1ADD to SH3ADD with their .UW. */
static bool is_add(uint32_t bits)
{
	uint32_t function7;

	bits = full(bits);
	function7 = bits >> 25;
	if (opcode(bits) != 0x33 && opcode(bits) != 0x3b)
		return false;
	if (function7 == 0x10)
		return function3(bits) == 2 || function3(bits) == 4 || function3(bits) == 6;
	return !function3(bits) && (function7 == 0 || function7 == 0x20 || function7 == 4);
}

/* By a constant, of all 64 bits. */
static bool is_shift_right(uint32_t bits)
{
	bits = full(bits);
	return opcode(bits) == 0x13 && function3(bits) == 5;
}

static bool is_exclusive_or(uint32_t bits)
{
	bits = full(bits);
	return opcode(bits) == 0x33 && function3(bits) == 4 && !(bits >> 25);
}

/* A sum: made of itself, it grows evenly. */
static bool is_sum(const struct addressing_insn *insn)
{
	return is_add_constant(insn->bits) || is_add(insn->bits);
}

/* The result grows evenly by a known constant if the source does. */
static bool keeps_stride(const struct addressing_insn *insn)
{
	return is_add_constant(insn->bits) || is_shift_left(insn->bits) ||
	       (is_add(insn->bits) && full(insn->bits) >> 25 != 0x10);
}

static void follow(struct slice *slice, uint8_t reg, size_t at);

/* A variable at an address that the loop does not change: follows the last value stored there. */
static void follow_variable(struct slice *slice, size_t load)
{
	const struct addressing_loop *loop = slice->loop;
	const struct addressing_insn *of = &loop->insns[load];

	for (size_t i = 1; i <= loop->count; i++) {
		size_t at = back(loop, load, i);
		const struct addressing_insn *insn = &loop->insns[at];

		if (insn->insn.class == TEA_CLASS_STORE && insn->insn.src[0] == of->insn.src[0] &&
		    displacement(insn->bits) == displacement(of->bits)) {
			follow(slice, insn->insn.src[1], at);
			return;
		}
	}
}

/* Does it load from an address that nothing of the loop changes? */
static bool is_variable(const struct addressing_loop *loop, size_t load)
{
	return is_load(&loop->insns[load]) &&
	       writer(loop, loop->insns[load].insn.src[0], load) == loop->count;
}

static void follow_insn(struct slice *slice, size_t at)
{
	const struct addressing_insn *insn = &slice->loop->insns[at];

	if (slice->within[at])
		return;
	slice->within[at] = true;
	if (insn->insn.flags & TEA_INSN_CALL || insn->insn.class == TEA_CLASS_AMO ||
	    insn->insn.class == TEA_CLASS_LOAD_RESERVED || insn->insn.class == TEA_CLASS_UNKNOWN)
		slice->unknown = true;
	else if (slice->nearest && is_load(insn))
		return;
	else if (is_variable(slice->loop, at))
		follow_variable(slice, at);
	else
		for (int i = 0; i < 3; i++)
			follow(slice, insn->insn.src[i], at);
}

/* Follows the sources of @reg as the instruction at @at reads it. */
static void follow(struct slice *slice, uint8_t reg, size_t at)
{
	size_t from = reg == TEA_REG_NONE ? slice->loop->count : writer(slice->loop, reg, at);

	if (from < slice->loop->count)
		follow_insn(slice, from);
}

/* The sources of the instruction at @at; for a load, those of its address. */
static struct slice slice_of(const struct addressing_loop *loop, size_t at)
{
	struct slice slice = { .loop = loop };

	if (is_variable(loop, at))
		follow_variable(&slice, at);
	else
		for (int i = 0; i < 3; i++)
			follow(&slice, loop->insns[at].insn.src[i], at);
	return slice;
}

bool addressing_is_carried(const struct addressing_loop *loop, size_t at)
{
	const struct slice slice = slice_of(loop, at);

	return slice.within[at];
}

/* A load in the slice, one that goes on from its own value first; the loop's count: none. */
static size_t find_load(const struct slice *slice, bool *chased)
{
	const struct addressing_loop *loop = slice->loop;
	size_t found = loop->count;

	*chased = false;
	for (size_t i = 0; i < loop->count && !*chased; i++) {
		if (!slice->within[i] || !is_load(&loop->insns[i]) || is_variable(loop, i))
			continue;
		*chased = addressing_is_carried(loop, i);
		if (*chased || found == loop->count)
			found = i;
	}
	return found;
}

/*
 * The load that brings the address of @load from an element of a chase. The loop's count if @load,
 * or a load that its address depends on, is an element's own link, from which the next one's
 * address is made.
 */
static size_t find_listed(const struct addressing_loop *loop, size_t load)
{
	struct slice slice = { .loop = loop, .nearest = true };
	size_t found = loop->count;

	follow(&slice, loop->insns[load].insn.src[0], load);
	for (size_t i = 0; i < loop->count; i++) {
		if (!slice.within[i] || !is_load(&loop->insns[i]))
			continue;
		if (addressing_is_carried(loop, i))
			return loop->count;
		found = i;
	}
	return addressing_is_carried(loop, load) ? loop->count : found;
}

/* The base register has the same value at both, of which @store is before @load. */
static bool same_base(const struct addressing_loop *loop, size_t store, size_t load)
{
	uint8_t base = loop->insns[load].insn.src[0];

	if (loop->insns[store].insn.src[0] != base)
		return false;
	for (size_t at = load; at != store; ) {
		at = back(loop, at, 1);
		if (writes(&loop->insns[at], base))
			return false;
	}
	return true;
}

/* The last store before it to bytes that it loads. */
static void find_store(const struct addressing_loop *loop, size_t load,
		       struct addressing *addressing)
{
	const struct addressing_insn *of = &loop->insns[load];
	int64_t begin = displacement(of->bits), end = begin + of->insn.access_bytes;

	for (size_t i = 1; i < loop->count && !addressing->stored; i++) {
		size_t at = back(loop, load, i);
		const struct addressing_insn *insn = &loop->insns[at];
		int64_t first, last;

		if (insn->insn.class != TEA_CLASS_STORE || !same_base(loop, at, load))
			continue;
		first = displacement(insn->bits);
		last = first + insn->insn.access_bytes;
		if (first >= end || last <= begin)
			continue;
		addressing->stored = true;
		addressing->partly = first > begin || last < end;
		addressing->circle = is_variable(loop, load) && addressing_is_carried(loop, load);
		addressing->store = at;
	}
}

/* An instruction of the slice wrote @reg as the one at @at reads it. */
static bool is_of_slice(const struct slice *slice, uint8_t reg, size_t at)
{
	size_t from = reg == TEA_REG_NONE ? slice->loop->count : writer(slice->loop, reg, at);

	return from < slice->loop->count && slice->within[from];
}

/*
 * The value was shifted left before by at least as much: an unsigned number of fewer bits, no hash.
 */
static bool is_widening(const struct slice *slice, size_t at)
{
	const struct addressing_loop *loop = slice->loop;
	size_t from = writer(loop, loop->insns[at].insn.src[0], at);

	return from < loop->count && is_shift_left(loop->insns[from].bits) &&
	       shift_of(loop->insns[from].bits) >= shift_of(loop->insns[at].bits);
}

/*
 * Is it made by the steps of a hash: a number mixed with itself, or the upper bits of a product?
 * Then it is scattered, even if its source grows evenly.
 */
static bool scatters(const struct slice *slice)
{
	const struct addressing_loop *loop = slice->loop;
	bool product = false, upper = false, mixed = false;

	for (size_t i = 0; i < loop->count; i++) {
		const struct tea_insn *insn = &loop->insns[i].insn;

		if (!slice->within[i] || is_variable(loop, i))
			continue;
		product |= insn->class == TEA_CLASS_INT_MUL;
		upper |= is_shift_right(loop->insns[i].bits) && !is_widening(slice, i);
		mixed |= is_exclusive_or(loop->insns[i].bits) && is_of_slice(slice, insn->src[0], i) &&
			 is_of_slice(slice, insn->src[1], i);
	}
	return mixed || (product && upper);
}

/* The register from outside the loop that a sum adds, or 0. */
static uint8_t addend_of(const struct addressing_loop *loop, size_t at)
{
	const struct tea_insn *insn = &loop->insns[at].insn;

	for (int i = 0; i < 2; i++)
		if (insn->src[i] != TEA_REG_NONE && insn->src[i] != insn->dst &&
		    writer(loop, insn->src[i], at) == loop->count)
			return insn->src[i];
	return 0;
}

/* A slice without loads: which register grows, by how much, and whether that is even. */
static struct addressing grow(const struct slice *slice)
{
	const struct addressing_loop *loop = slice->loop;
	struct addressing addressing = { .kind = ADDRESSING_FIXED };
	unsigned int shift = 0, shifts = 0, steps = 0;
	bool even = !scatters(slice), simple = true;

	for (size_t i = 0; i < loop->count; i++) {
		const struct addressing_insn *insn = &loop->insns[i];

		if (!slice->within[i] || is_variable(loop, i))
			continue;
		if (is_shift_left(insn->bits)) {
			shifts++;
			shift = shift_of(insn->bits);
		}
		simple = simple && keeps_stride(insn);
		if (!addressing_is_carried(loop, i))
			continue;
		addressing.kind = ADDRESSING_STRIDE;
		steps++;
		even = even && is_sum(insn);
		addressing.stride = constant_of(insn->bits);
		simple = simple && is_add_constant(insn->bits);
		addressing.by = addend_of(loop, i);
	}
	if (addressing.kind != ADDRESSING_STRIDE || !even || steps != 1 || shifts)
		addressing.by = 0;
	if (addressing.kind == ADDRESSING_STRIDE && !even)
		addressing.kind = ADDRESSING_COMPUTED;
	if (addressing.kind != ADDRESSING_STRIDE || !simple || steps != 1 || shifts > 1)
		addressing.stride = 0;
	else
		addressing.stride *= (int64_t)1 << shift;
	return addressing;
}

bool addressing_add(struct addressing_loop *loop, uint32_t bits)
{
	struct addressing_insn *insn = &loop->insns[loop->count];

	if (loop->count == ADDRESSING_INSNS)
		return false;
	insn->bits = bits;
	tea_insn_decode(&insn->insn, bits);
	loop->count++;
	return true;
}

struct addressing addressing_find(const struct addressing_loop *loop, size_t load)
{
	struct addressing addressing = { .kind = ADDRESSING_UNKNOWN };
	struct slice slice = { .loop = loop };
	size_t listed;
	bool chased;

	if (load >= loop->count || !is_load(&loop->insns[load]))
		return addressing;
	follow(&slice, loop->insns[load].insn.src[0], load);
	addressing.from = find_load(&slice, &chased);
	listed = chased ? find_listed(loop, load) : loop->count;
	if (listed < loop->count) {
		addressing.kind = ADDRESSING_LISTED;
		addressing.from = listed;
	} else if (chased) {
		addressing.kind = ADDRESSING_CHASE;
	} else if (slice.unknown) {
		addressing.kind = ADDRESSING_UNKNOWN;
	} else if (addressing.from < loop->count) {
		addressing.kind = ADDRESSING_GATHER;
	} else {
		addressing = grow(&slice);
	}
	find_store(loop, load, &addressing);
	return addressing;
}

size_t addressing_awaited(const struct addressing_loop *loop, size_t at)
{
	struct slice slice = { .loop = loop, .nearest = true };
	size_t found = loop->count;

	if (is_load(&loop->insns[at]))
		return at;
	for (int i = 0; i < 3; i++)
		follow(&slice, loop->insns[at].insn.src[i], at);
	for (size_t i = 1; i <= loop->count; i++) {
		size_t load = back(loop, at, i);
		struct addressing addressing = { 0 };

		if (!slice.within[load] || !is_load(&loop->insns[load]))
			continue;
		find_store(loop, load, &addressing);
		if (addressing.stored || found == loop->count)
			found = load;
		if (addressing.stored)
			break;
	}
	return found;
}

bool addressing_constant(uint32_t bits, int64_t *value)
{
	const uint32_t whole = full(bits);

	if (opcode(whole) == 0x37) {
		*value = (bits & 3) == 3 ? (int32_t)(bits & 0xfffff000) : constant_of(bits) * 4096;
		return true;
	}
	if (!is_add_constant(bits) || opcode(whole) != 0x13)
		return false;
	*value = constant_of(bits) + (whole >> 15 & 31 ? *value : 0);
	return true;
}

bool addressing_makes_frame(uint32_t bits)
{
	bits = full(bits);
	return opcode(bits) == 0x13 && !function3(bits) && (bits >> 7 & 31) == ADDRESSING_FRAME &&
	       (bits >> 15 & 31) == ADDRESSING_SP;
}

static bool is_access(const struct addressing_insn *insn)
{
	return is_load(insn) || insn->insn.class == TEA_CLASS_STORE;
}

static bool is_of_stack(const struct addressing_insn *insn, uint8_t frame)
{
	return insn->insn.src[0] == ADDRESSING_SP || insn->insn.src[0] == frame;
}

static bool is_reload(const struct addressing_loop *loop, uint8_t frame, size_t load)
{
	const struct addressing_insn *of = &loop->insns[load];
	bool stores = false;

	if (!is_load(of) || is_of_stack(of, frame))
		return false;
	for (size_t i = 1; i <= loop->count; i++) {
		const struct addressing_insn *insn = &loop->insns[back(loop, load, i)];

		if (writes(insn, of->insn.src[0]))
			return false;
		if (is_access(insn) && insn->insn.src[0] == of->insn.src[0] &&
		    insn->insn.access_bytes == of->insn.access_bytes &&
		    displacement(insn->bits) == displacement(of->bits))
			return stores;
		stores |= insn->insn.class == TEA_CLASS_STORE && !is_of_stack(insn, frame);
	}
	return false;
}

size_t addressing_reloads(const struct addressing_loop *loop, uint8_t frame, size_t *first)
{
	size_t count = 0;

	for (size_t i = 0; i < loop->count; i++)
		if (loop->insns[i].insn.flags & TEA_INSN_CALL)
			return 0;
	for (size_t i = 0; i < loop->count; i++)
		if (is_reload(loop, frame, i) && !count++)
			*first = i;
	return count;
}
