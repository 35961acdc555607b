/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * standard.h - what samplers that a draft standard allows say of a run
 *
 * The draft is RISC-V's Performance Event Sampling, github.com/riscv/riscv-performance-event-sampling
 * at ded11b1 (October 2025). It leaves the choice of the instruction to the implementation, so here
 * are many, each a row of a table, on the same records:
 *
 *	overflow	Sspesa: the counter of cycles overflows, and the address of an instruction is
 *			captured: one of those that retire in this cycle, or else the next to do so
 *	decoded		Smpdis and Sspdis: each so many decoded instructions one is tagged, which is
 *			reported with its latencies when it has left the ROB
 *
 * Instructions of a wrong path have no record: they are neither counted nor tagged.
 */
#ifndef TEA_STANDARD_H
#define TEA_STANDARD_H

#include "countdown.h"
#include "spans.h"
#include "tally.h"

#define TEA_STANDARD_MOST	24	/* rows of a table */
#define TEA_STANDARD_TAGS	4	/* tags of a core, at most */
#define TEA_STANDARD_LATENCY	4095	/* the longest latency of a record, in cycles: 12 bits */

/* Which of the instructions that retire in the cycle. */
enum tea_standard_pick {
	TEA_STANDARD_OLDEST, TEA_STANDARD_YOUNGEST, TEA_STANDARD_RANDOM,
	TEA_STANDARD_ALL,		/* each gets its share of the sample */
	TEA_STANDARD_ENTERING,		/* of none of them: of an interrupt that enters the pipeline in
					 * this cycle, behind all that are in it; the next to be dispatched */
};

/* In a cycle with an empty ROB. */
enum tea_standard_empty {
	TEA_STANDARD_NEXT,		/* the next to retire, once it is known */
	TEA_STANDARD_LAST,		/* the one that retired last */
};

/* Where samples lie. */
enum tea_standard_jitter {
	TEA_STANDARD_FIXED,		/* a period apart */
	TEA_STANDARD_ROUND,		/* as FIXED, the period being the next power of two */
	TEA_STANDARD_RELOAD,		/* a period apart, give or take an eighth */
	TEA_STANDARD_DRAWN,		/* one in each period, see countdown.h */
};

struct tea_standard_overflow {
	const char *name;
	enum tea_standard_pick pick;
	enum tea_standard_empty flushed, drained;	/* the ROB is empty behind a flush, or else */
	uint32_t skid;			/* cycles from the overflow to the one that is looked at */
	enum tea_standard_jitter jitter;
};

enum tea_standard_latency { TEA_STANDARD_TOTAL, TEA_STANDARD_OLD };

struct tea_standard_decoded {
	const char *name;
	uint64_t period;		/* decoded instructions; 0: the period of all others */
	enum tea_standard_jitter jitter;
	unsigned int tags;		/* instructions that can be tagged at a time, 1..TEA_STANDARD_TAGS */
	enum tea_standard_latency filter;	/* samples of a shorter latency ... */
	uint32_t least;			/* ... than this are discarded; 0: none */
	bool accelerate;		/* the next instruction decoded takes the discarded one's place */
};

struct tea_standard_tables {
	const struct tea_standard_overflow *overflow;
	const struct tea_standard_decoded *decoded;
	unsigned int overflow_count, decoded_count;	/* 0..TEA_STANDARD_MOST */
};

/* All that `tea sim` has. */
extern const struct tea_standard_tables tea_standard_tables;

/* What a sample is worth. In a row's counts: samples, TOTAL, OLDEST, exposed. */
enum tea_standard_weight {
	TEA_STANDARD_SAMPLES,
	TEA_STANDARD_TOTALS,		/* cycles from decode to commit */
	TEA_STANDARD_OLDESTS,		/* cycles from being the oldest, and decoded, to commit */
	TEA_STANDARD_EXPOSED,		/* parts of the cycles that it exposes (spans.h): no field of the
					 * draft's record */
	TEA_STANDARD_WEIGHTS,
};

struct tea_standard_clock {
	struct tea_countdown countdown;
	uint64_t spread;		/* of distances; 0: as the countdown has it */
	uint64_t next;			/* number of the cycle, or instruction, sampled next */
};

/* A row at work. */
struct tea_standard_captured {
	struct tea_standard_clock clock;
	uint32_t draws;			/* generator */
	uint64_t samples;
	struct tea_tally rows;		/* address, PSV: parts of samples */
};

struct tea_standard_tagged {
	struct tea_standard_clock clock;
	cycle_t free[TEA_STANDARD_TAGS]; /* first cycle in which a tag is free */
	cycle_t discarded;		/* cycle of the sample that was discarded last, if armed */
	uint64_t overflows, collisions, filtered, samples;
	uint64_t saturated;		/* samples whose OLDEST was longer than a record has */
	double squares[TEA_STANDARD_WEIGHTS];	/* sums, of samples */
	struct tea_tally rows;		/* address, PSV: [enum tea_standard_weight] */
};

/* A tagged instruction that commits in the open cycle. */
struct tea_standard_sample {
	struct tea_standard_tagged *of;
	unsigned int slot;
	uint64_t weights[TEA_STANDARD_WEIGHTS];
};

struct tea_standard_exit {
	uint64_t pc;
	uint16_t psv;
};

struct tea_standard {
	const struct tea_standard_tables *tables;
	uint32_t cycle_parts;
	cycle_t now;			/* first cycle behind the last exit */
	struct tea_standard_exit group[TEA_COMMIT_MAX];
	unsigned int group_count;	/* of those that left in the cycle before @now */
	struct tea_standard_exit last;
	bool begun, last_flushed;	/* there is a last one; the pipeline was flushed behind it */
	uint64_t number;		/* of the next instruction decoded */
	uint64_t next_number;		/* before this no row's period ends, ... */
	uint32_t armed;			/* rows of `decoded` that tag beside that */
	cycle_t next_cycle;		/* before this no row samples a cycle of retirement, ... */
	cycle_t next_entry;		/* or of dispatch */
	struct tea_standard_sample pending[TEA_STANDARD_MOST * TEA_COMMIT_MAX];
	unsigned int pending_count;
	struct tea_standard_captured overflow[TEA_STANDARD_MOST];
	struct tea_standard_tagged decoded[TEA_STANDARD_MOST];
};

/*
 * @period, not 0, in cycles, or in decoded instructions; @dither: a state of its generator, not 0.
 * @tables outlive it. Returns 0, or -ENOMEM with nothing left behind.
 */
int tea_standard_init(struct tea_standard *standard, const struct tea_standard_tables *tables,
		      uint64_t period, uint32_t dither, uint32_t cycle_parts);
void tea_standard_deinit(struct tea_standard *standard);

/* In program order. */
void tea_standard_record(struct tea_standard *standard, const struct tea_retired *record);
/* Sample all cycles up to the last record's: what samples further on would be of is not known. */
void tea_standard_cut(struct tea_standard *standard);
/* Add another thread's samples, of the same tables; both cut. */
void tea_standard_add(struct tea_standard *standard, const struct tea_standard *more);
/* Memory ran out: the rows are not complete. */
bool tea_standard_failed(const struct tea_standard *standard);

#endif /* TEA_STANDARD_H */
