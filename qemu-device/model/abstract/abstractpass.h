/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * abstractpass.h - an operation's way through the abstract core, in all lanes: for two sources
 *
 * The including file defines an octet by TEA_OCTET_VECTOR. All functions are inline, and the number
 * of octets is constant. Times of an operation, in each lane, in units (costs.h):
 *
 *	dispatch = max(the one before + gap, fetched + depth, windows' places)
 *	start    = max(dispatch + 1, shadow of each operand, resources available)
 *	resource = max(resource, dispatch) + gap
 *	shadow of the result = start + latency to use
 *	exit     = max(the one before + gap, start + latency to the exit)
 *
 * Gus's t_min, from which its resources go on, is the dispatch here: the front end is a resource,
 * too, and no later operation can use a resource before that.
 */
#ifndef TEA_ABSTRACTPASS_H
#define TEA_ABSTRACTPASS_H

#include "abstractlanes.h"
#include "octet.h"

/* One of each for any number of octets where every access is checked: compilers take minutes else. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define PASS_CHECKED	1
#define pass_inline static
#else
#define PASS_CHECKED	0
#define pass_inline static inline __attribute__((always_inline))
#endif

/* Each octet in turn; @octets is a constant. */
#define EACH_OCTET(g)	for (unsigned int g = 0; g < octets; g++)

pass_inline octet_t cycle_more(octet_t time)
{
	return octet_add(time, octet_all(TEA_TIME_CYCLE));
}

pass_inline octet_t max3(octet_t a, octet_t b, octet_t c)
{
	return octet_max(octet_max(a, b), c);
}

pass_inline int32_t *row_at(const struct tea_rows *rows, uint64_t number)
{
	return rows->rows[number & rows->mask];
}

/* The place given back by number @now less the window's distance. Numbers begin at 1. */
pass_inline octet_t window_by_number(const struct tea_abstract *a, enum tea_window_kind kind,
				     const struct tea_rows *rows, uint64_t now, unsigned int g)
{
	const struct tea_window *window = &a->costs.windows[kind][g];
	octet_t result = octet_load(row_at(rows, now - window->distance[0]), g);

	for (unsigned int i = 1; i < window->count; i++)
		result = octet_choose(octet_load(window->mask[i], 0), result,
				      octet_load(row_at(rows, now - window->distance[i]), g));
	return result;
}

/*
 * The same for the occupants of a window, whose places become free with the exits. An occupant so old that
 * its exit is not kept has already passed its place on through the ROB's window; fetch runs ahead
 * of that, and looks back equally far whichever lanes share the model.
 */
pass_inline octet_t window_by_occupant(const struct tea_abstract *a, enum tea_window_kind kind,
				    unsigned int g)
{
	const struct tea_window *window = &a->costs.windows[kind][g];
	const struct tea_occupants *occupants = &a->occupants[kind];
	const uint64_t reach = kind == TEA_WINDOW_TARGETS ? TEA_TARGETS_REACH : a->exits.mask;
	octet_t result = { 0 };

	for (unsigned int i = 0; i < window->count; i++) {
		uint64_t number = occupants->numbers[(occupants->count - window->distance[i]) &
						  occupants->mask];
		octet_t row = octet_load(a->number - number <= reach ? row_at(&a->exits, number) :
					 a->none, g);

		result = i ? octet_choose(octet_load(window->mask[i], 0), result, row) : row;
	}
	return result;
}

/* Operation @number takes a place. */
pass_inline void take(struct tea_abstract *a, enum tea_window_kind kind, uint64_t number)
{
	struct tea_occupants *occupants = &a->occupants[kind];

	occupants->numbers[occupants->count++ & occupants->mask] = number;
}

/* Fetch */

static __attribute__((noinline)) octet_t fetch_late(const struct tea_abstract *a,
						    const struct tea_summary *summary, unsigned int g,
						    octet_t at)
{
	const struct tea_costs *costs = &a->costs;

	at = octet_add(at, octet_load(costs->fetch_page[summary->fetch_page], g));
	return octet_add(at, octet_load(costs->fetch_source[summary->fetch_source], g));
}

pass_inline void fetch_blocks(struct tea_abstract *a, const struct tea_summary *summary,
			      const unsigned int octets)
{
	const struct tea_costs *costs = &a->costs;

	/* a target is held until the last operation of its block has left */
	take(a, TEA_WINDOW_TARGETS, a->number - 1);
	EACH_OCTET(g) {
		octet_t at = octet_max(cycle_more(octet_load(a->fetched, g)), octet_load(a->restart, g));
		octet_t buffer = window_by_number(a, TEA_WINDOW_BUFFER, &a->dispatches, a->number, g);

		at = octet_add(at, octet_all(TEA_TIME_CYCLE * (summary->blocks - 1)));
		at = octet_max(at, octet_sub(buffer, octet_load(costs->pipeline, g)));
		at = octet_max(at, window_by_occupant(a, TEA_WINDOW_TARGETS, g));
		if (__builtin_expect(summary->fetch_page | summary->fetch_source, false))
			at = fetch_late(a, summary, g, at);
		octet_store(a->fetched, g, at);
		octet_store(a->floor, g, octet_add(at, octet_load(costs->depth, g)));
	}
}

/* Dispatch and exit */

pass_inline octet_t dispatch(struct tea_abstract *a, const struct tea_summary *summary, unsigned int g)
{
	octet_t at = octet_add(octet_load(a->dispatched, g), octet_load(a->costs.decode, g));

	at = max3(at, octet_load(a->floor, g),
		  window_by_number(a, TEA_WINDOW_ROB, &a->exits, a->number, g));
	if (summary->pool < 2)
		at = octet_max(at, window_by_occupant(a, summary->pool ? TEA_WINDOW_FP_REGISTERS :
						   TEA_WINDOW_INT_REGISTERS, g));
	return at;
}

pass_inline void dispatched(struct tea_abstract *a, unsigned int g, octet_t at)
{
	octet_store(a->dispatched, g, at);
	octet_store(row_at(&a->dispatches, a->number), g, at);
}

/* It can leave in @done. Returns when it does. */
pass_inline octet_t leave(struct tea_abstract *a, unsigned int g, int32_t *progress, octet_t done)
{
	octet_t before = octet_load(a->left, g);
	octet_t at = octet_max(octet_add(before, octet_load(a->costs.commit, g)), done);

	octet_store(a->left, g, at);
	octet_store(row_at(&a->exits, a->number), g, cycle_more(at));
	octet_store(progress, g, octet_add(octet_load(progress, g), octet_sub(at, before)));
	return at;
}

/* First time at which @resource is available, and its use by an operation dispatched at @at. */
pass_inline octet_t use(int32_t *resource, unsigned int g, octet_t at, octet_t gap)
{
	octet_t available = octet_load(resource, g);

	octet_store(resource, g, octet_add(octet_max(available, at), gap));
	return available;
}

pass_inline octet_t operands(const struct tea_abstract *a, const struct tea_summary *summary,
			     unsigned int g, octet_t at)
{
	at = octet_max(cycle_more(at), octet_load(a->ready[summary->src[0]], g));
	return max3(at, octet_load(a->ready[summary->src[1]], g),
		    octet_load(a->ready[summary->src[2]], g));
}

/* Execution */

/* A divide takes longer by its steps. */
pass_inline octet_t with_steps(const struct tea_abstract *a, const struct tea_summary *summary,
			       unsigned int g, octet_t time)
{
	if (summary->class != TEA_CLASS_INT_DIV)
		return time;
	return octet_add(time, octet_times(octet_load(a->costs.step, g), summary->steps));
}

/* First time at which it can begin, from @start on; dispatched at @at. */
pass_inline octet_t execute(struct tea_abstract *a, const struct tea_summary *summary, unsigned int g,
			    octet_t at, octet_t start)
{
	const struct tea_costs *costs = &a->costs;
	const uint8_t queue = costs->queue[summary->class], unit = costs->unit[summary->class];

	at = cycle_more(at);
	if (queue != TEA_RESOURCE_NONE)
		start = octet_max(start, use(a->available[queue], g, at,
					     octet_load(costs->gaps[queue], g)));
	if (unit != TEA_RESOURCE_NONE)
		start = octet_max(start, use(a->available[unit], g, at,
					     with_steps(a, summary, g, octet_load(
						     costs->occupancy[summary->class], g))));
	return start;
}

pass_inline void compute(struct tea_abstract *a, const struct tea_summary *summary, int32_t *progress,
			 const unsigned int octets)
{
	const struct tea_costs *costs = &a->costs;

	EACH_OCTET(g) {
		octet_t at = dispatch(a, summary, g);
		octet_t start = execute(a, summary, g, at, operands(a, summary, g, at));

		dispatched(a, g, at);
		start = with_steps(a, summary, g, start);
		octet_store(a->ready[summary->dst], g,
			    octet_add(start, octet_load(costs->use[summary->class], g)));
		leave(a, g, progress, octet_add(start, octet_load(costs->done[summary->class], g)));
	}
}

/* Memory */

/* A line for a request of @at: when it is accepted, and by @arrival when it is there. */
static __attribute__((noinline)) octet_t fill_line(struct tea_abstract *a, unsigned int g,
						   const struct tea_summary_fill *fill, octet_t dispatch_at,
						   octet_t at, octet_t *arrival)
{
	const struct tea_costs *costs = &a->costs;
	const bool dram = fill->source > TEA_ORIGIN_LLC;
	octet_t accepted, sent, free_at;

	accepted = octet_max(at, window_by_number(a, TEA_WINDOW_MSHRS, &a->frees, fill->number, g));
	sent = octet_max(accepted, use(a->llc, g, dispatch_at,
				       octet_load(costs->llc_gap[fill->source], g)));
	if (dram) {
		sent = octet_max(sent, window_by_number(a, TEA_WINDOW_LLC_MSHRS, &a->filled,
							a->reads, g));
		sent = octet_max(sent, use(a->dram, g, dispatch_at,
					   octet_load(costs->dram_gap[fill->source], g)));
		if (fill->written)
			use(a->dram, g, dispatch_at, octet_load(costs->write_gap, g));
	}
	*arrival = octet_add(sent, octet_load(costs->source[fill->source], g));
	if (dram)
		octet_store(row_at(&a->filled, a->reads), g, *arrival);
	*arrival = octet_max(*arrival, use(a->port, g, dispatch_at, octet_load(costs->fill_gap, g)));
	free_at = octet_add(*arrival, octet_load(costs->hold, g));
	if (fill->dirty)
		free_at = octet_max(free_at, use(a->write_back, g, dispatch_at,
						 octet_load(costs->write_back_gap, g)));
	octet_store(row_at(&a->arrivals, fill->number), g, *arrival);
	octet_store(row_at(&a->frees, fill->number), g, free_at);
	return accepted;
}

pass_inline bool is_quick(const struct tea_summary *summary)
{
	return !(summary->page | summary->fill.number | summary->arrival | summary->ahead.number);
}

/*
 * An access at @at: returns when the data can be read, and in @accepted when the L1 has taken it.
 * All octets are passed the same fill: the last one counts reads of DRAM.
 */
pass_inline octet_t access_line(struct tea_abstract *a, const struct tea_summary *summary, unsigned int g,
				octet_t dispatch_at, octet_t at, octet_t *accepted)
{
	octet_t there = at, unused;

	*accepted = at;
	if (summary->fill.number) {
		a->reads += summary->fill.source > TEA_ORIGIN_LLC;
		*accepted = fill_line(a, g, &summary->fill, dispatch_at, at, &there);
		there = octet_max(at, there);
	} else if (summary->arrival) {
		there = octet_max(at, octet_load(row_at(&a->arrivals, summary->arrival), g));
	}
	if (summary->ahead.number) {
		a->reads += summary->ahead.source > TEA_ORIGIN_LLC;
		fill_line(a, g, &summary->ahead, dispatch_at, *accepted, &unused);
	}
	return there;
}

/* As many as access_line() counted. */
pass_inline uint64_t count_reads(const struct tea_summary *summary)
{
	return (uint64_t)(summary->fill.number && summary->fill.source > TEA_ORIGIN_LLC) +
	       (uint64_t)(summary->ahead.number && summary->ahead.source > TEA_ORIGIN_LLC);
}

pass_inline octet_t translate_page(struct tea_abstract *a, const struct tea_summary *summary,
				   unsigned int g, octet_t dispatch_at, octet_t at)
{
	const struct tea_costs *costs = &a->costs;

	if (!summary->page)
		return at;
	at = octet_max(at, use(a->walker, g, dispatch_at, octet_load(costs->page_gap[summary->page], g)));
	return octet_add(at, octet_load(costs->page[summary->page], g));
}

static __attribute__((noinline)) octet_t access_slowly(struct tea_abstract *a,
						       const struct tea_summary *summary, unsigned int g,
						       octet_t dispatch_at, octet_t at,
						       octet_t *accepted)
{
	const uint64_t reads = a->reads;

	at = translate_page(a, summary, g, dispatch_at, at);
	at = access_line(a, summary, g, dispatch_at, at, accepted);
	a->reads = reads;
	return at;
}

/* Effect of an older store that is still in the queue on data that the cache has in @ready. */
static __attribute__((noinline)) octet_t read_store(const struct tea_abstract *a,
						    const struct tea_summary *summary, unsigned int g,
						    octet_t at, octet_t ready)
{
	const struct tea_costs *costs = &a->costs;
	octet_t gone = octet_load(row_at(&a->gone, summary->store), g), late;
	octet_t data = octet_load(row_at(&a->data, summary->store), g);

	if (summary->whole)
		late = octet_add(octet_max(at, data), octet_load(costs->forward, g));
	else
		late = octet_max(ready, octet_add(octet_add(gone, octet_load(costs->retry, g)),
						  octet_load(costs->hit, g)));
	return octet_choose(octet_above(gone, at), ready, late);
}

pass_inline void load(struct tea_abstract *a, const struct tea_summary *summary, int32_t *progress,
		      const unsigned int octets)
{
	const struct tea_costs *costs = &a->costs;
	const bool quick = is_quick(summary);

	EACH_OCTET(g) {
		octet_t at = octet_max(dispatch(a, summary, g), window_by_occupant(a, TEA_WINDOW_LOADS, g));
		octet_t issue = octet_load(costs->issue, g), read, ready, accepted;

		dispatched(a, g, at);
		read = octet_add(execute(a, summary, g, at, operands(a, summary, g, at)), issue);
		ready = quick ? read : access_slowly(a, summary, g, at, read, &accepted);
		ready = octet_add(ready, octet_load(costs->hit, g));
		if (summary->store)
			ready = read_store(a, summary, g, read, ready);
		octet_store(a->ready[summary->dst], g, octet_sub(ready, issue));
		leave(a, g, progress, cycle_more(ready));
	}
	if (!quick)
		a->reads += count_reads(summary);
	take(a, TEA_WINDOW_LOADS, a->number);
}

/* Nothing waits for a prefetched line. */
pass_inline void prefetch(struct tea_abstract *a, const struct tea_summary *summary, int32_t *progress,
			  const unsigned int octets)
{
	const struct tea_costs *costs = &a->costs;

	EACH_OCTET(g) {
		octet_t at = octet_max(dispatch(a, summary, g), window_by_occupant(a, TEA_WINDOW_LOADS, g));
		octet_t read, accepted;

		dispatched(a, g, at);
		read = octet_add(execute(a, summary, g, at, operands(a, summary, g, at)),
				 octet_load(costs->issue, g));
		if (!is_quick(summary))
			access_slowly(a, summary, g, at, read, &accepted);
		leave(a, g, progress, cycle_more(read));
	}
	a->reads += count_reads(summary);
	take(a, TEA_WINDOW_LOADS, a->number);
}

/* When the data are read; those of a floating-point register take a port of that side. */
pass_inline octet_t store_data(struct tea_abstract *a, const struct tea_summary *summary, unsigned int g,
			       octet_t at)
{
	octet_t data = octet_max(cycle_more(at), octet_load(a->ready[summary->src[1]], g));

	if (summary->fp_data) {
		data = octet_max(data, use(a->available[TEA_RESOURCE_FP], g, at,
					   octet_load(a->costs.gaps[TEA_RESOURCE_FP], g)));
		data = octet_max(data, use(a->available[TEA_RESOURCE_FP_FIRST], g, at,
					   octet_load(a->costs.gaps[TEA_RESOURCE_FP_FIRST], g)));
	}
	return data;
}

/* Data that come apart from the address, of an integer register, take a port once more. */
pass_inline octet_t store_gap(const struct tea_abstract *a, const struct tea_summary *summary,
			      unsigned int g, octet_t address, octet_t data)
{
	octet_t gap = octet_load(a->costs.gaps[TEA_RESOURCE_MEM], g);
	octet_t apart = octet_above(octet_max(octet_sub(data, address), octet_sub(address, data)),
				    octet_all(TEA_TIME_CYCLE - 1));

	return summary->fp_data ? gap : octet_add(gap, octet_and(apart, gap));
}

pass_inline void store(struct tea_abstract *a, const struct tea_summary *summary, int32_t *progress,
		       const unsigned int octets)
{
	const struct tea_costs *costs = &a->costs;
	const bool quick = is_quick(summary);

	EACH_OCTET(g) {
		octet_t at = octet_max(dispatch(a, summary, g),
				       window_by_number(a, TEA_WINDOW_STORES, &a->gone, summary->store, g));
		octet_t issue = octet_load(costs->issue, g), data, address, gone, accepted;

		dispatched(a, g, at);
		data = store_data(a, summary, g, at);
		address = octet_max(cycle_more(at), octet_load(a->ready[summary->src[0]], g));
		address = octet_max(address, use(a->available[TEA_RESOURCE_MEM], g, at,
						 store_gap(a, summary, g, address, data)));
		data = octet_add(data, issue);
		address = translate_page(a, summary, g, at, octet_add(address, issue));
		gone = leave(a, g, progress,
			     octet_add(octet_max(data, address), octet_all(2 * TEA_TIME_CYCLE)));
		gone = octet_max(cycle_more(gone), octet_load(a->drain, g));
		if (!quick) {
			const uint64_t reads = a->reads;

			access_line(a, summary, g, at, gone, &accepted);
			gone = octet_max(gone, accepted);
			a->reads = reads;
		}
		octet_store(a->drain, g, octet_add(gone, octet_load(costs->drain, g)));
		octet_store(row_at(&a->data, summary->store), g, data);
		octet_store(row_at(&a->gone, summary->store), g, cycle_more(gone));
	}
	a->reads += count_reads(summary);
}

/* Control and serialising operations */

pass_inline octet_t tag(const struct tea_abstract *a, unsigned int g)
{
	return octet_add(window_by_number(a, TEA_WINDOW_BRANCHES, &a->resolved, a->branches, g),
			 octet_load(a->costs.rename, g));
}

pass_inline void control(struct tea_abstract *a, const struct tea_summary *summary, int32_t *progress,
			 const unsigned int octets)
{
	const struct tea_costs *costs = &a->costs;

	a->branches += summary->tag;
	EACH_OCTET(g) {
		octet_t at = dispatch(a, summary, g), start, resolved, restart;

		if (summary->tag)
			at = octet_max(at, tag(a, g));
		start = execute(a, summary, g, at, operands(a, summary, g, at));
		dispatched(a, g, at);
		octet_store(a->ready[summary->dst], g,
			    octet_add(start, octet_load(costs->use[summary->class], g)));
		/* one cycle before it leaves, at the earliest */
		resolved = octet_add(start, octet_load(costs->done[summary->class], g));
		leave(a, g, progress, resolved);
		if (summary->tag)
			octet_store(row_at(&a->resolved, a->branches), g, resolved);
		restart = octet_add(octet_load(a->fetched, g), octet_load(costs->bubble[summary->stage], g));
		if (summary->mispredicted) {
			octet_t redirect = octet_add(octet_sub(resolved, octet_all(TEA_TIME_CYCLE)),
						     octet_load(costs->redirect, g));

			restart = octet_choose(octet_load(costs->redirected, g), restart, redirect);
		}
		octet_store(a->restart, g, octet_max(octet_load(a->restart, g), restart));
	}
}

/* Alone in the core, with an empty store queue; fetch restarts behind it. */
pass_inline void serialise(struct tea_abstract *a, const struct tea_summary *summary, int32_t *progress,
			   const unsigned int octets)
{
	const struct tea_costs *costs = &a->costs;

	EACH_OCTET(g) {
		octet_t at = max3(dispatch(a, summary, g), cycle_more(octet_load(a->left, g)),
				  octet_load(a->drain, g));
		octet_t start = execute(a, summary, g, at, operands(a, summary, g, at)), accepted, left;

		dispatched(a, g, at);
		if (!is_quick(summary))
			start = access_slowly(a, summary, g, at, start, &accepted);
		if (summary->page | (summary->fill.number != 0) | (costs->queue[summary->class] == TEA_RESOURCE_MEM))
			start = octet_add(start, octet_load(costs->hit, g));
		octet_store(a->ready[summary->dst], g,
			    octet_add(start, octet_load(costs->use[summary->class], g)));
		left = leave(a, g, progress, octet_add(start, octet_load(costs->done[summary->class], g)));
		left = octet_add(left, octet_load(costs->flush, g));
		octet_store(a->restart, g, octet_max(octet_load(a->restart, g), left));
	}
	a->reads += count_reads(summary);
}

pass_inline void pass_summary(struct tea_abstract *a, const struct tea_summary *summary, int32_t *progress,
			   const unsigned int octets)
{
	a->number++;
	if (summary->blocks)
		fetch_blocks(a, summary, octets);
	switch (summary->form) {
	case TEA_FORM_COMPUTE:
		compute(a, summary, progress, octets);
		break;
	case TEA_FORM_LOAD:
		load(a, summary, progress, octets);
		break;
	case TEA_FORM_STORE:
		store(a, summary, progress, octets);
		break;
	case TEA_FORM_CONTROL:
		control(a, summary, progress, octets);
		break;
	case TEA_FORM_PREFETCH:
		prefetch(a, summary, progress, octets);
		break;
	default:
		serialise(a, summary, progress, octets);
		break;
	}
	if (summary->pool < 2)
		take(a, summary->pool ? TEA_WINDOW_FP_REGISTERS : TEA_WINDOW_INT_REGISTERS,
		     a->number);
}

pass_inline void pass_summaries(struct tea_abstract *a, const struct tea_summary *summaries, unsigned int count,
			    const unsigned int octets)
{
	for (unsigned int i = 0; i < count; i++) {
		const uint32_t site = summaries[i].site;

		pass_summary(a, &summaries[i],
			  a->progress[site / TEA_PROGRESS_SITES]->recent[site % TEA_PROGRESS_SITES],
			  octets);
	}
}

static __attribute__((noinline)) void pass_any(struct tea_abstract *a, const struct tea_summary *summaries,
					       unsigned int count)
{
	if (PASS_CHECKED)
		pass_summaries(a, summaries, count, a->octets);
	else if (a->octets == 1)
		pass_summaries(a, summaries, count, 1);
	else if (a->octets == 2)
		pass_summaries(a, summaries, count, 2);
	else
		pass_summaries(a, summaries, count, 4);
}

#endif /* TEA_ABSTRACTPASS_H */
