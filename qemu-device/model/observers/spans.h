/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * spans.h - retired records to intervals of one commit state
 *
 * The attribution contract (TEA section 2). With c(i) the cycle in which record
 * i leaves the ROB and d(i) the first in which it is there, behind that of its dispatch:
 *   c(i)                  compute, split 1/n over the n that commit in it;
 *                         if i left by an exception: stalled, to i alone
 *   t in (c(i-1), c(i)), t >= d(i)   stalled, to i
 *                        t <  d(i)   flushed, to i-1, where i-1 flushed;
 *                                    else drained, to i
 * Spans are contiguous and their lengths sum to the cycles, always. A compute
 * span is known only when a later cycle is, so the last group stays inside until
 * the next record, or tea_spans_finish().
 *
 * A user that needs no spans before some cycle calls tea_spans_rest(): those that end before it
 * come joined, one for each stretch of one privilege: the model with a sampler is a quarter faster.
 * To get them earlier, call tea_spans_sync().
 */
#ifndef TEA_SPANS_H
#define TEA_SPANS_H

#include <stddef.h>

#include "model.h"
#include "tea_abi.h"

/* The widest commit (params.def). A sample of the hardware has TEA_SLOTS of them. */
#define TEA_COMMIT_MAX	8

/*
 * A cycle is so many parts that 1/n of it is whole for each n that can commit in it:
 * TEA_CYCLE_PARTS for 1..4, as many as a sample has slots, more on a wider core.
 */
#define TEA_CYCLE_PARTS		12
#define TEA_CYCLE_PARTS_WIDE	840

static inline uint32_t tea_cycle_parts(uint32_t commit_width)
{
	return commit_width <= TEA_SLOTS ? TEA_CYCLE_PARTS : TEA_CYCLE_PARTS_WIDE;
}

struct tea_span {
	cycle_t begin, end;		/* [begin, end), core cycles */
	uint8_t state;			/* enum tea_commit_state */
	uint8_t slots;			/* instructions that share it, 1..TEA_COMMIT_MAX; 0: joined */
	uint8_t privilege;
	uint16_t psv[TEA_COMMIT_MAX];
	uint32_t site[TEA_COMMIT_MAX];	/* of the instruction at pc; 0: none */
	uint64_t pc[TEA_COMMIT_MAX];	/* in program order, as all of them */
	uint64_t addr[TEA_COMMIT_MAX];	/* of its data, where mem is not 0 */
	uint64_t mem[TEA_COMMIT_MAX];	/* TEA_MEM_* */
};

/* An instruction to which all cycles of a span belong. */
struct tea_span_owner {
	uint64_t pc, addr, mem;
	uint32_t site;
	uint16_t psv;
	uint8_t privilege;
};

/* Called once per span, in time order. */
typedef void (*tea_span_sink)(void *opaque, const struct tea_span *span);

struct tea_spans {
	cycle_t now;			/* end of the last span given out */
	struct tea_span group;		/* open compute cycle; slots == 0: none */
	bool last_flushed;		/* the last record flushed the pipeline; it was this: */
	struct tea_span_owner last;
	uint8_t privilege;		/* of the last record */
	cycle_t rest_until;		/* spans that end by then are joined */
	cycle_t joined_end;		/* of the span that grows; none up to now */
	bool memory;			/* spans have the instructions' memory accesses, which costs
					 * the model 1 %: off, for samplers to set */
	tea_span_sink sink;
	void *opaque;
};

void tea_spans_init(struct tea_spans *spans, cycle_t now, tea_span_sink sink, void *opaque);
/* For tea_spans_record(): end the joined span, if any, and cut at this record. */
void tea_spans_cut(struct tea_spans *spans, const struct tea_retired *record);
void tea_spans_finish(struct tea_spans *spans);

/*
 * Give out all cycles up to the last record's, that one included, and spans one by one from there
 * on. Later commits in this cycle have no share of it. Harmless in the sink.
 */
void tea_spans_sync(struct tea_spans *spans);

/*
 * No span that ends in @cycle or before is of interest: asked within the sink, or
 * before the first record; a cycle earlier than the last one asked for, at any time.
 * Anything up to spans->now makes all spans single again.
 */
static inline void tea_spans_rest(struct tea_spans *spans, cycle_t cycle)
{
	spans->rest_until = cycle;
}

/* Cycles between the last exit from the ROB and the one of a record, in this order. */
struct tea_gap {
	cycle_t empty;			/* flushed, by the last record, or drained, by this one */
	cycle_t stalled;		/* by this one */
};

/* @now: the first cycle behind the last exit; @record leaves in it or later. */
static inline struct tea_gap tea_gap_before(const struct tea_retired *record, cycle_t now)
{
	const cycle_t commit = record->at[TEA_STAGE_COMMIT];
	const cycle_t dispatch = record->at[TEA_STAGE_DISPATCH];
	/* at the head from here on: an observer of the ROB sees it behind its dispatch cycle */
	const cycle_t head = dispatch >= now ? dispatch + 1 : now;

	return (struct tea_gap){ .empty = head - now, .stalled = commit - head };
}

/* @memory: with its memory access. */
static inline struct tea_span_owner tea_span_owner_of(const struct tea_retired *record, bool memory)
{
	return (struct tea_span_owner){
		.pc = record->pc, .site = record->site, .psv = record->psv,
		.privilege = record->privilege, .addr = memory ? tea_retired_addr(record) : 0,
		.mem = memory ? tea_retired_mem(record) : 0,
	};
}

/* For tea_spans_record(): a span of the last record's that is not wanted, up to @end. */
static inline void tea_spans_join(struct tea_spans *spans, const struct tea_retired *record,
				  cycle_t end)
{
	spans->joined_end = end;
	spans->last_flushed = record->flags & TEA_RETIRED_FLUSH;
	if (spans->last_flushed)
		spans->last = tea_span_owner_of(record, spans->memory);
}

static inline void tea_spans_record(struct tea_spans *spans, const struct tea_retired *record)
{
	cycle_t end = record->at[TEA_STAGE_COMMIT] + 1;

	if (end > spans->rest_until || record->privilege != spans->privilege)
		tea_spans_cut(spans, record);
	else
		tea_spans_join(spans, record, end);
}

/* For tea_spans_run(): one by one. */
void tea_spans_records(struct tea_spans *spans, const struct tea_retired *records, size_t count);

/*
 * The same for @count records in a row, at least one, all of one privilege level, as those of a
 * struct tea_run are: if all end before a span is wanted, the last one is enough.
 */
static inline void tea_spans_run(struct tea_spans *spans, const struct tea_retired *records,
				 size_t count)
{
	const struct tea_retired *last = &records[count - 1];
	cycle_t end = last->at[TEA_STAGE_COMMIT] + 1;

	if (__builtin_expect(end > spans->rest_until || last->privilege != spans->privilege, false))
		tea_spans_records(spans, records, count);
	else
		tea_spans_join(spans, last, end);
}

#endif /* TEA_SPANS_H */
