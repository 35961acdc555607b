/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * dram.h - DDR3 behind an FR-FCFS controller: banks with open rows, one bus
 *
 *	request -> outstanding -> queue -> bank (row hit, closed, conflict) -> bus
 *
 * Address bits, low to high: column, bank, rank, row; open pages. A bank
 * remembers its last activations, so that a request that is early in time but
 * late in program order finds the row that was open then. FR-FCFS is approximated
 * thus: a request is served by the row that is open, or being opened, in its bank
 * when it arrives, even if older requests already wait there for another row;
 * how many can wait is bounded by the queue.
 *
 * Writes are buffered: they take an entry and the bus, no bank, and nothing waits for them.
 * Not modelled: refresh (about 2 % of the time in DDR3), tFAW and write-to-read turnaround,
 * rows that writes close.
 */
#ifndef TEA_DRAM_H
#define TEA_DRAM_H

#include "params.h"
#include "time/booking.h"
#include "time/calendar.h"

#define TEA_DRAM_ROWS	8	/* activations a bank remembers */

struct tea_dram_row {
	uint64_t row;
	cycle_t begin;		/* precharge or activation begins */
	cycle_t open;		/* columns can be read */
	cycle_t used;		/* after its last column command */
};

struct tea_dram_bank {
	unsigned int count;
	struct tea_dram_row rows[TEA_DRAM_ROWS];	/* by begin */
};

struct tea_misstrace;

struct tea_dram {
	struct tea_dram_bank *banks;
	struct tea_booking queue, outstanding;
	struct tea_calendar bus;
	uint64_t bank_mask;
	unsigned int row_shift, bank_shift;	/* of a line address; of the rest */
	cycle_t cas, rcd, rp, ras, burst, request, response;
	const struct tea_misstrace *trace;	/* NULL: the critical path is not recorded */
};

/* DRAM of @cores cores. Returns 0, or -ENOMEM. */
int tea_dram_init(struct tea_dram *dram, const struct tea_params *params, unsigned int cores);
void tea_dram_deinit(struct tea_dram *dram);

/* Cycle in which the line has arrived at the requester. */
cycle_t tea_dram_read(struct tea_dram *dram, uint64_t line, cycle_t now);
void tea_dram_write(struct tea_dram *dram, cycle_t now);

/* Cycles of a read from a bank at rest: a reader's estimate. */
cycle_t tea_dram_latency(const struct tea_dram *dram);

#endif /* TEA_DRAM_H */
