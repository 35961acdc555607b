/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * addressing.h - how a loop makes the address of one of its loads
 *
 * A walk back over the loop's instructions: what the base register was made of, what that was
 * made of, and so on, into the iterations before. The loop is taken for a straight line that begins
 * again: of several instructions that write a register the last one before its use counts, whatever
 * branch may lead around it. A load from an address that no instruction of the loop changes is a
 * variable in memory: its value is what the loop stores there.
 *
 *	fixed	 nothing of the loop changes the address
 *	stride	 it is made of what grows by a constant, or by a value from outside
 *	computed it is made of what is made of itself otherwise, or mixed: random numbers, hashes
 *	gather	 it comes from what another load brought, and that load's own address does not
 *	listed	 it comes from what another load brought, which an element of a chase holds
 *	chase	 it comes from what a load brought, as that load's own address does
 *
 * A store of the loop to the same bytes is found where both have the same base register, which nothing
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
	bool stored;			/* the loop stores to what it loads, before it */
	bool partly;			/* the last such store lacks some of its bytes */
	bool circle;			/* what is stored there is made of what was loaded there */
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

/* Adds the instruction. False: there is no room for it. */
bool addressing_add(struct addressing_loop *loop, uint32_t bits);
/* Of the load at position @load; what is none is unknown. */
struct addressing addressing_find(const struct addressing_loop *loop, size_t load);
/* Is what the instruction makes made of what it made an iteration before? */
bool addressing_is_carried(const struct addressing_loop *loop, size_t at);
/*
 * The load whose result the instruction at @at waits for: itself, or the last one before it that its
 * operands are made of, and of these the first that the loop stores to. The loop's count: there is none.
 */
size_t addressing_awaited(const struct addressing_loop *loop, size_t at);
/* What the instruction makes of @value, of the same register: lui, li and addi. False: something else. */
bool addressing_constant(uint32_t bits, int64_t *value);
/* addi s0, sp, ...: the function has a frame pointer. */
bool addressing_makes_frame(uint32_t bits);
/*
 * Loads of what a register could have kept from the access before to the same bytes, were there no store
 * elsewhere in between, which may have written there. Not of the stack, by sp or @frame (TEA_REG_NONE: there
 * is none), nor in a loop with calls. Returns how many, the first in @first.
 */
size_t addressing_reloads(const struct addressing_loop *loop, uint8_t frame, size_t *first);

#endif /* ADDRESSING_H */
