/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cracker.h - an operation becomes micro-operations, each of which passes the core
 *
 * Most operations are one micro-operation, themselves, and never come here. Others are one
 * with operands of its own, or several:
 *
 *	a short forward branch, taken	the branch as a predicate, and skipped operations (sfb.h)
 *	an operation in its shadow	itself, with the predicate for an operand
 *	a vector operation		one for each register of its widest operand (vcracker.h)
 *
 * Observers of records see operations: skipped ones leave no record, and the record of a
 * cracked one has its instruction.
 */
#ifndef TEA_CRACKER_H
#define TEA_CRACKER_H

#include "isa/vector.h"
#include "params.h"
#include "sfb.h"

#define TEA_VECTOR_UOPS_MAX	8	/* of a vector operation */
#define TEA_UOPS_MAX		(1 + TEA_SFB_SHADOW_MAX)	/* of any */

/*
 * A micro-operation: the fields that differ from its operation's. All but the first of a short
 * forward branch are skipped. Sets of vector registers have a bit for each.
 */
struct tea_uop {
	uint64_t pc;
	struct tea_insn insn;	/* class and operands; of a vector's the registers that are not
				 * vectors, and the one vector register that it makes */
	/* of a vector's: */
	uint32_t reads, writes;
	uint32_t whole;		/* of @reads those whose last part it needs at its beginning */
	uint32_t data;		/* of a store: registers written to memory; not in @reads */
	uint32_t parts;		/* cycles of its data path: as wide as that, 1.. */
	uint32_t lanes;		/* of floating-point arithmetic: bytes of its active elements */
	uint8_t element_log2;	/* and of one of them, log2 */
	uint32_t serial;	/* elements that it takes one after the other; 0: all of a part at
				 * once */
	uint32_t steps;		/* of a sum in any order: additions one after the other, of each
				 * part and then across the lanes; 0: it is none */
	unsigned int begin, end;	/* elements that it has, of the body or not */
	bool renames;		/* insn.dst takes a physical register: the first of those that
				 * write it does */
	bool follows;		/* it adds to the result of the micro-operation before it */
	bool reads_vl, writes_vl;
};

struct tea_cracker {
	struct tea_sfb *sfb;	/* NULL: all branches are predicted */
	uint32_t vlen_bytes;	/* of a vector register; 0: there are none */
	uint32_t dlen_bytes;	/* of the data path */
	unsigned int count;	/* of micro-operations of the last operation, 1.. */
	struct tea_uop uops[TEA_UOPS_MAX];
};

/* Returns 0, or -ENOMEM. */
int tea_cracker_init(struct tea_cracker *cracker, const struct tea_params *params);
void tea_cracker_deinit(struct tea_cracker *cracker);

/* Whether operations of @class have to come here, all of them. */
bool tea_cracker_takes(const struct tea_cracker *cracker, uint8_t class);

/* Whether @op becomes a vector's micro-operations. */
bool tea_cracker_vectors(const struct tea_cracker *cracker, const struct tea_op *op);

/* @op comes next in program order: fill @cracker's micro-operations. */
void tea_cracker_crack(struct tea_cracker *cracker, const struct tea_op *op);

#endif /* TEA_CRACKER_H */
