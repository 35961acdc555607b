/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * llc.h - last-level cache: banks, MSHRs, write-back
 *
 * Inclusive, as the one of the paper's SoC: a line that leaves it also leaves
 * the L1 caches above. Each line read, refilled or written back takes its bank
 * for llc_occupancy cycles; only the read waits for that.
 */
#ifndef TEA_LLC_H
#define TEA_LLC_H

#include "cache.h"
#include "dram.h"
#include "params.h"
#include "time/booking.h"
#include "time/calendar.h"

struct tea_llc {
	struct tea_cache cache;
	struct tea_booking mshrs;
	struct tea_calendar *banks;
	uint64_t bank_mask;
	cycle_t latency;
	struct tea_cache **above;	/* the L1 caches of all cores; NULL: not there yet */
	unsigned int above_count;
	struct tea_dram *dram;
	struct tea_victim victim;	/* of the last line that came from memory */
	const struct tea_misstrace *trace;	/* NULL: the critical path is not recorded */
};

struct tea_llc_read {
	cycle_t arrival;	/* the line is in the L1 */
	uint8_t level;		/* enum tea_level that serves it */
	bool shared;		/* other cores may have it, too */
};

/* An LLC of @cores cores, whose L1s are to be attached, before @dram. Returns 0, or -ENOMEM. */
int tea_llc_init(struct tea_llc *llc, const struct tea_params *params, unsigned int cores,
		 struct tea_dram *dram);
void tea_llc_deinit(struct tea_llc *llc);
/* The L1 caches above it of core @number. */
void tea_llc_attach(struct tea_llc *llc, unsigned int number, struct tea_cache *insn,
		    struct tea_cache *data);

/* The line, or NULL: it is then about to be read from memory, as a rule. */
struct tea_line *tea_llc_find(const struct tea_llc *llc, uint64_t address);

/* Cycles to count on for a read, with @line from tea_llc_find(). */
cycle_t tea_llc_latency(const struct tea_llc *llc, const struct tea_line *line);

/* An L1 misses on @address; @line as above. */
struct tea_llc_read tea_llc_read(struct tea_llc *llc, uint64_t address, struct tea_line *line,
				 cycle_t now);

/* The line is there in @now, by no request. */
void tea_llc_spare(struct tea_llc *llc, uint64_t address, cycle_t now);

/* An L1 writes a dirty line back. */
void tea_llc_write(struct tea_llc *llc, uint64_t address, cycle_t now);

#endif /* TEA_LLC_H */
