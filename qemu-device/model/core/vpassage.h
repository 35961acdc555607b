/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * vpassage.h - private to the core: the passage of a vector operation
 *
 * Each of its micro-operations passes the core as an operation does, with a place in decode,
 * ROB, issue queue, a physical register, and load or store queue. What differs is execution:
 *
 *	- it keeps its pipe busy for each part of a register that has elements of the body
 *	- with chaining what reads it can issue as soon as each part comes in time
 *	- an access to memory takes a memory port for each block or element
 *	- what several micro-operations write is there when the last of them has
 *
 * All of them read registers as they were before the operation. They leave one record.
 */
#ifndef TEA_VPASSAGE_H
#define TEA_VPASSAGE_H

#include "core.h"

/*
 * Pass @op, whose micro-operations the model's cracker has. Returns how many records there
 * are: two where it violated memory order and was made again.
 */
unsigned int tea_vpassage_step(struct tea_model *model, const struct tea_op *op);

#endif /* TEA_VPASSAGE_H */
