/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * addressing.h - how a loop makes the address of one of its loads
 *
 * The base register is traced back over the loop's instructions, to its sources, their sources, and
 * so on, into earlier iterations. The loop is taken for a straight line that begins again: if
 * several instructions write a register, the last one before its use counts, whatever branch may
 * lead around it. A load from an address that no instruction of the loop changes is a variable in
 * memory: its value is the one that the loop stores there.
 *
 *	fixed	 nothing of the loop changes the address
 *	stride	 it grows by a constant, or by a value from outside
 *	computed it depends on itself otherwise, or is mixed: random numbers, hashes
 *	gather	 it comes from another load, whose own address does not
 *	listed	 it comes from another load, whose address comes from an element of a chase
 *	chase	 it comes from a load, as that load's own address does
 *
 * A store of the loop to the same bytes is found if both have the same base register, which nothing
 * between them writes.
 */
#ifndef ADDRESSING_H
#define ADDRESSING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "isa/op.h"

#define ADDRESSING_INSNS	512	/* of the longest loop that is looked into */
#define ADDRESSING_SP		2	/* registers: the stack's */
#define ADDRESSING_FRAME	8	/* s0, where a function has a frame pointer */

/* X(identifier, name). */
#define ADDRESSINGS(X) \
	X(UNKNOWN, "unknown") \
	X(FIXED, "fixed") \
	X(STRIDE, "stride") \
	X(COMPUTED, "computed") \
	X(GATHER, "gather") \
	X(LISTED, "listed") \
	X(CHASE, "chase")

enum addressing_kind {
#define ADDRESSING_X(id, name) ADDRESSING_##id,
	ADDRESSINGS(ADDRESSING_X)
#undef ADDRESSING_X
	ADDRESSINGS_COUNT
};

extern const char *const addressing_names[ADDRESSINGS_COUNT];

struct addressing {
	enum addressing_kind kind;
	int64_t stride;			/* bytes from iteration to iteration; 0: not known */
	uint8_t by;			/* then the register from outside that it grows by; or 0 */
	size_t from;			/* the load that brings it, where one does */
	bool stored;			/* the loop stores to the same bytes, before it */
	bool partly;			/* the last such store lacks some of its bytes */
	bool circle;			/* the stored value depends on the value loaded there */
	size_t store;			/* that store */
};

/* A loop's code, decoded. */
struct addressing_insn {
	uint32_t bits;
	struct tea_insn insn;
};

struct addressing_loop {
	struct addressing_insn insns[ADDRESSING_INSNS];
	size_t count;
};

/* Adds the instruction. False: the loop is too long. */
bool addressing_add(struct addressing_loop *loop, uint32_t bits);
/* The address of the load at position @load; unknown for any other instruction. */
struct addressing addressing_find(const struct addressing_loop *loop, size_t load);
/* Does the instruction's result depend on its own result of the last iteration? */
bool addressing_is_carried(const struct addressing_loop *loop, size_t at);
/*
 * The load whose result the instruction at @at waits for: itself, or the last one before it that its
 * operands are made of, and of these the first that the loop stores to. The loop's count: there is none.
 */
size_t addressing_awaited(const struct addressing_loop *loop, size_t at);
/*
 * The instruction's result if its source register has @value: lui, li and addi. False: any other.
 */
bool addressing_constant(uint32_t bits, int64_t *value);
/* addi s0, sp, ...: the function has a frame pointer. */
bool addressing_makes_frame(uint32_t bits);
/*
 * Loads of bytes that a register could have kept from the last access, were it not for a store
 * elsewhere in between, which may have written there. Loads from the stack, by sp or @frame
 * (TEA_REG_NONE: there is none), do not count, nor does a loop with calls. Returns how many, the
 * first in @first.
 */
size_t addressing_reloads(const struct addressing_loop *loop, uint8_t frame, size_t *first);

#endif /* ADDRESSING_H */
