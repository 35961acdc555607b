/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * dispatch.h - retired records to intervals of the state of dispatch: sampling policy 1
 *
 * The attribution of docs/tea-interface.md, "At dispatch", which is that of the dispatch stack
 * (docs/stage-stacks.md, rules 1 to 4). For record i, d(i) is the cycle in which it is
 * dispatched, r(i) its arrival there, F(i) the wait of its fetch, and w(i) the first cycle in
 * which ROB and issue queues have entries, and the store queue is not full of stores in the
 * ROB:
 *
 *	d(i-1)             r(i)-F(i)       r(i)             w(i)          d(i)
 *	  |  flushed, drained  |  drained    |  stalled, by   |  stalled    |
 *	--+--------------------+-------------+--the ROB's-----+-------------+--> cycles
 *	compute                              |  heads         |         compute
 *
 * The micro-operations of a vector operation are dispatched one by one, each with the signature
 * of their operation. Spans are contiguous and their lengths sum to the cycles. They come with
 * the record, and the group of a cycle with the next one. Records have to be explained.
 */
#ifndef TEA_DISPATCH_H
#define TEA_DISPATCH_H

#include "exits.h"
#include "params.h"
#include "spans.h"

struct tea_dispatch {
	cycle_t now;			/* end of the last span given out */
	struct tea_span group;		/* open cycle of dispatch; slots == 0: none */
	bool last_flushed;		/* the last record flushed the pipeline; it was this: */
	struct tea_span_owner last;
	struct tea_exits exits;
	struct tea_span_owner *owners;	/* beside them */
	uint64_t head;			/* number of the ROB's, as far as was asked */
	uint32_t rename_latency;
	tea_span_sink sink;
	void *opaque;
};

/* Returns 0 or -ENOMEM. */
int tea_dispatch_init(struct tea_dispatch *dispatch, const struct tea_params *params,
		      tea_span_sink sink, void *opaque);
void tea_dispatch_deinit(struct tea_dispatch *dispatch);

/* Nothing is in flight: cycles from @now on are attributed. */
void tea_dispatch_begin(struct tea_dispatch *dispatch, cycle_t now);
void tea_dispatch_record(struct tea_dispatch *dispatch, const struct tea_retired *record);
/* Give out all cycles before @end: those that no record has claimed yet wait for @owner. */
void tea_dispatch_sync(struct tea_dispatch *dispatch, cycle_t end, struct tea_span_owner owner);

#endif /* TEA_DISPATCH_H */
