/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * flow.h - where an RV64GC instruction can go: the source of blocks, loops and arrows
 */
#ifndef FLOW_H
#define FLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "isa/op.h"

enum flow_kind {
	FLOW_NEXT,			/* to the one behind it only */
	FLOW_BRANCH,			/* there, or to the target */
	FLOW_JUMP,			/* to the target */
	FLOW_CALL,			/* to the target, and back */
	FLOW_INDIRECT,			/* to an address in a register */
	FLOW_INDIRECT_CALL,
	FLOW_RETURN,
};

struct flow {
	enum flow_kind kind;
	uint8_t length;			/* bytes of the instruction; 0: it is not whole */
	uint8_t class;			/* enum tea_class */
	bool raises;			/* an exception, always: ecall and ebreak, which never retire */
	uint64_t target;		/* of branches, jumps and calls */
};

/* Decodes the @size bytes at @bytes, which may be less than the instruction. */
struct flow flow_decode(const uint8_t *bytes, size_t size, uint64_t address);
/* Within its function: neither a call nor a way out whose target is not known. */
bool flow_has_target(const struct flow *flow);
/* Does it end a basic block? Calls do not. */
bool flow_ends_block(const struct flow *flow);

#endif /* FLOW_H */
