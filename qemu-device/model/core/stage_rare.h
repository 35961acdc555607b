/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stage_rare.h - private to the core: what is rare in the stages of an operation
 *
 * The files stage_*.h have what every operation passes, inlined into each variant of the pass; here
 * is what few need, out of line, and what vectors have in common with others.
 */
#ifndef TEA_STAGE_RARE_H
#define TEA_STAGE_RARE_H

#include "runcursor.h"

/* From a store's address, or data, in its queue to the ROB's knowledge of it: see BOOM's lsu.scala. */
#define TEA_STORE_KNOWN		2

/* First cycle from @now in which one of @ports and @unit, for @cycles, are free: booked. */
__attribute__((noinline))
cycle_t tea_issue_book_unit(struct tea_portbook *book, uint32_t ports, struct tea_unitbook *unit,
			    uint32_t cycles, cycle_t now);

/* An access that crosses a line takes a memory port once more. Returns how many cycles later. */
__attribute__((noinline))
cycle_t tea_issue_second(struct tea_backend *backend, uint32_t ports, cycle_t issued);

/* Kind of memory access of an operation of @class: TEA_MEM_LOAD and so on, or 0. */
static inline uint16_t tea_access_kind(uint8_t class)
{
	switch (class) {
	case TEA_CLASS_LOAD:
	case TEA_CLASS_V_LOAD:
		return TEA_MEM_LOAD;
	case TEA_CLASS_STORE:
	case TEA_CLASS_V_STORE:
		return TEA_MEM_STORE;
	case TEA_CLASS_LOAD_RESERVED:
	case TEA_CLASS_STORE_CONDITIONAL:
	case TEA_CLASS_AMO:
		return TEA_MEM_ATOMIC;
	default:
		return 0;
	}
}

/* Record an access to @addr, if @known, with source and TLB in @found. */
static inline void tea_record_access(struct tea_retired *record, uint16_t kind, bool known,
				     uint64_t addr, uint16_t found)
{
	record->addr = addr;
	record->mem = known ? (uint16_t)(kind | TEA_MEM_ADDR | found) : kind;
}

/* The unusual cases of a load or a store of a run, as its @variant. */
__attribute__((noinline))
void tea_complete_access_slow(struct tea_model *model, struct runcursor cursor,
			      const enum tea_pass_variant variant, struct tea_retired *record,
			      struct tea_lsu_access *access);

/*
 * From the exit of an access by an exception, @found in that cycle, to the next fetch. BOOM's ROB
 * drops younger operations a row per cycle, and nothing is dispatched before it is empty; the
 * front-end refills meanwhile. There is at most a row for each cycle from the access's dispatch
 * until the ROB knows of the exception. Operations that raise an exception without an access do so
 * at decode, with nothing behind them. This is part of the cost of misaligned_trap.
 */
__attribute__((noinline))
cycle_t tea_commit_roll_back(const struct tea_backend *backend, const struct tea_retired *record,
			     cycle_t found);

#endif /* TEA_STAGE_RARE_H */
