// SPDX-License-Identifier: GPL-2.0-or-later
/* misstrace.c - what accesses record for the critical path: see misstrace.h */
#include "misstrace.h"

#include <assert.h>

#include "l1.h"
#include "llc.h"
#include "tlb.h"

#define SIDES		2
#define BANK_SLOTS	64	/* known slots of a bank of the LLC */
#define BUS_SLOTS	256	/* known slots of the bus of memory */
#define BANK_ROWS	8	/* of a bank of memory, by number */
#define SIDE_PAGES	256	/* of each side, by number */

/* Places of the intervals of all of its units. */
static uint32_t count_places(const struct tea_booking *booking)
{
	return booking->count * booking->depth;
}

/* Take @count places from *@place on. Returns the first of them. */
static uint32_t take_places(uint32_t *place, size_t count)
{
	const uint32_t first = *place;

	*place += (uint32_t)count;
	return first;
}

static void init_l1(struct tea_l1 *l1, const struct tea_misstrace *trace,
		    struct tea_misstrace_l1 *places, uint32_t *place)
{
	places->mshrs = take_places(place, count_places(&l1->fills.mshrs));
	places->data = take_places(place, l1->fills.mshrs.count);
	places->lines = take_places(place, (l1->cache.set_mask + 1) * l1->cache.ways);
	l1->trace = l1->fills.trace = trace;
	l1->places = l1->fills.places = places;
}

static void init_llc(struct tea_llc *llc, struct tea_misstrace *trace, uint32_t *place)
{
	struct tea_dram *dram = llc->dram;

	llc->trace = dram->trace = trace;
	trace->llc_mshrs = take_places(place, count_places(&llc->mshrs));
	trace->llc_lines = take_places(place, (llc->cache.set_mask + 1) * llc->cache.ways);
	trace->banks = take_places(place, (llc->bank_mask + 1) * BANK_SLOTS);
	trace->outstanding = take_places(place, count_places(&dram->outstanding));
	trace->queue = take_places(place, count_places(&dram->queue));
	trace->rows = take_places(place, (dram->bank_mask + 1) * BANK_ROWS * 2);
	trace->bus = take_places(place, BUS_SLOTS);
}

uint32_t tea_misstrace_init(struct tea_misstrace *trace, const struct tea_misstrace_parts *parts,
			    struct tea_edges *edges, uint32_t place)
{
	trace->edges = edges;
	trace->accepted = take_places(&place, 1);
	trace->ready = take_places(&place, 1);
	trace->written = take_places(&place, 1);
	for (unsigned int side = 0; side < SIDES; side++)
		init_l1(&parts->l1[side], trace, &trace->l1[side], &place);
	init_llc(parts->llc, trace, &place);
	trace->pages = take_places(&place, SIDES * SIDE_PAGES);
	trace->dtlb = take_places(&place, count_places(parts->dtlb));
	trace->walker = take_places(&place, count_places(parts->walker));
	assert(place < TEA_EDGES_PLACES_MOST);
	return place;
}

/* The place, from @first on, of the interval that @unit of @booking takes next. */
static uint32_t find_next(const struct tea_booking *booking, uint32_t first, unsigned int unit)
{
	return first + booking->units[unit].earliest;
}

/* An access that wanted @unit in @now gets it in @begin. */
static void trace_booking(const struct tea_misstrace *trace, const struct tea_booking *booking,
			  uint32_t first, unsigned int unit, enum tea_edges_cause cause, cycle_t now,
			  cycle_t begin)
{
	if (begin > now)
		tea_edges_after_one(trace->edges, first + unit * booking->depth, booking->depth, cause,
				   begin);
}

/* The service of @calendar, whose @slots places from @first on are known, begins in @begin. */
static void trace_calendar(const struct tea_misstrace *trace, const struct tea_calendar *calendar,
			   uint32_t first, uint32_t slots, enum tea_edges_cause cause, cycle_t now,
			   cycle_t begin)
{
	uint64_t slot = begin * calendar->slots.value / calendar->cycles.value;

	if (begin > now)
		tea_edges_after(trace->edges, first + (uint32_t)((slot - 1) % slots), cause, begin);
	tea_edges_hold(trace->edges, first + (uint32_t)(slot % slots));
}

/* ---- TLBs and walker ---- */

static uint32_t find_page(const struct tea_misstrace *trace, enum tea_side side, uint64_t vaddr)
{
	return trace->pages + side * SIDE_PAGES +
	       (uint32_t)(vaddr >> TEA_TLB_PAGE_SHIFT) % SIDE_PAGES;
}

void tea_misstrace_there(const struct tea_misstrace *trace, enum tea_side side, uint64_t vaddr,
			 enum tea_edges_cause under, cycle_t ready)
{
	if (tea_edges_details(trace->edges)) {
		tea_edges_step(trace->edges, TEA_EDGES_DTLB, ready);
		tea_edges_hold(trace->edges, find_page(trace, side, vaddr));
	}
	trace->edges->under = under;
}

void tea_misstrace_page(const struct tea_misstrace *trace, enum tea_side side, uint64_t vaddr,
			bool anew, cycle_t ready)
{
	const enum tea_edges_cause cause = side == TEA_SIDE_INSN ? TEA_EDGES_ITLB : TEA_EDGES_DTLB;
	struct tea_edges *edges = trace->edges;
	const enum tea_edges_cause under = edges->under;

	edges->under = cause;
	if (anew)
		tea_edges_step(edges, cause, ready);
	else
		tea_edges_after(edges, find_page(trace, side, vaddr), cause, ready);
	edges->under = under;
}

void tea_misstrace_miss(const struct tea_misstrace *trace, const struct tea_booking *dtlb,
			unsigned int place, cycle_t now, cycle_t begin)
{
	trace_booking(trace, dtlb, trace->dtlb, place, TEA_EDGES_DTLB, now, begin);
}

void tea_misstrace_refill(const struct tea_misstrace *trace, const struct tea_booking *dtlb,
			  unsigned int place, cycle_t ready, cycle_t refilled)
{
	struct tea_edges *edges = trace->edges;

	tea_edges_step(edges, TEA_EDGES_DTLB, ready);
	tea_edges_hold(edges, trace->ready);
	tea_edges_step_by(edges, TEA_EDGES_DTLB, refilled, TEA_EDGES_KNOB_dtlb_refill, 1);
	tea_edges_hold(edges, find_next(dtlb, trace->dtlb, place));
	tea_edges_from(edges, trace->ready);
}

void tea_misstrace_looked_up(const struct tea_misstrace *trace, cycle_t at)
{
	tea_edges_step_by(trace->edges, TEA_EDGES_DTLB, at, TEA_EDGES_KNOB_l2_tlb_latency, 1);
}

void tea_misstrace_walk(const struct tea_misstrace *trace, const struct tea_booking *walkers,
			unsigned int walker, cycle_t now, cycle_t begin)
{
	trace_booking(trace, walkers, trace->walker, walker, TEA_EDGES_DTLB, now, begin);
}

void tea_misstrace_walk_read(const struct tea_misstrace *trace, cycle_t at)
{
	tea_edges_step(trace->edges, TEA_EDGES_DTLB, at);
}

void tea_misstrace_walked(const struct tea_misstrace *trace, const struct tea_booking *walkers,
			  unsigned int walker, cycle_t at)
{
	tea_edges_step(trace->edges, TEA_EDGES_DTLB, at);
	tea_edges_hold(trace->edges, find_next(walkers, trace->walker, walker));
}

/* ---- L1 ---- */

static uint32_t find_line(const struct tea_l1 *l1, const struct tea_line *line)
{
	return l1->places->lines + (uint32_t)(line - l1->cache.lines);
}

void tea_misstrace_accepted(const struct tea_misstrace *trace, const struct tea_l1 *l1,
			    unsigned int mshr, cycle_t now, cycle_t wanted, cycle_t accepted)
{
	if (wanted > now)
		tea_edges_step(trace->edges, TEA_EDGES_MSHR, wanted);
	trace_booking(trace, &l1->fills.mshrs, l1->places->mshrs, mshr, TEA_EDGES_MSHR, wanted,
		      accepted);
	tea_edges_hold(trace->edges, trace->accepted);
}

void tea_misstrace_fill(const struct tea_misstrace *trace, const struct tea_fills *fills,
			const struct tea_fill *fill, unsigned int mshr, cycle_t data, cycle_t end)
{
	const uint32_t place = fills->places->data;
	struct tea_edges *edges = trace->edges;

	if (fill->data > data) {
		tea_edges_after_one(edges, place, fills->mshrs.count, TEA_EDGES_FILL,
				   fill->data - fills->rows);
		tea_edges_step(edges, TEA_EDGES_FILL, fill->data);
	}
	tea_edges_hold(edges, place + mshr);
	tea_edges_step(edges, TEA_EDGES_FILL, end);
	tea_edges_hold(edges, find_next(&fills->mshrs, fills->places->mshrs, mshr));
	tea_edges_from(edges, place + mshr);
}

void tea_misstrace_line(const struct tea_misstrace *trace, const struct tea_l1 *l1,
			const struct tea_line *line)
{
	tea_edges_hold(trace->edges, find_line(l1, line));
}

void tea_misstrace_merged(const struct tea_misstrace *trace, const struct tea_l1 *l1,
			  const struct tea_line *line, cycle_t accepted, cycle_t ready)
{
	tea_edges_step(trace->edges, TEA_EDGES_MSHR, accepted);
	tea_edges_hold(trace->edges, trace->accepted);
	if (ready > accepted)
		tea_edges_after(trace->edges, find_line(l1, line), TEA_EDGES_FILL, ready);
}

void tea_misstrace_earlier(const struct tea_misstrace *trace, const struct tea_line *line, cycle_t at)
{
	tea_edges_step(trace->edges, line->level >= TEA_LEVEL_DRAM ? TEA_EDGES_DRAM : TEA_EDGES_LLC, at);
}

void tea_misstrace_arrived(const struct tea_misstrace *trace, const struct tea_l1 *l1,
			   const struct tea_line *line, cycle_t accepted, cycle_t ready)
{
	if (ready > accepted)
		tea_edges_after(trace->edges, find_line(l1, line), TEA_EDGES_FILL, ready);
}

void tea_misstrace_answered(const struct tea_misstrace *trace, const struct tea_l1 *l1,
			    cycle_t ready)
{
	if (l1->latency)
		tea_edges_step_by(trace->edges, TEA_EDGES_L1D, ready, TEA_EDGES_KNOB_l1d_latency, 1);
}

/* ---- last-level cache ---- */

static uint32_t find_llc_line(const struct tea_misstrace *trace, const struct tea_llc *llc,
			      const struct tea_line *line)
{
	return trace->llc_lines + (uint32_t)(line - llc->cache.lines);
}

void tea_misstrace_bank(const struct tea_misstrace *trace, const struct tea_llc *llc,
			uint64_t address, cycle_t now, cycle_t begin)
{
	const uint32_t bank = (uint32_t)(address & llc->bank_mask);

	trace_calendar(trace, &llc->banks[bank], trace->banks + bank * BANK_SLOTS, BANK_SLOTS,
		       TEA_EDGES_BANK, now, begin);
}

void tea_misstrace_llc_mshr(const struct tea_misstrace *trace, const struct tea_llc *llc,
			    unsigned int mshr, cycle_t now, cycle_t begin)
{
	trace_booking(trace, &llc->mshrs, trace->llc_mshrs, mshr, TEA_EDGES_LLC_MSHR, now, begin);
}

void tea_misstrace_filled(const struct tea_misstrace *trace, const struct tea_llc *llc,
			  unsigned int mshr, const struct tea_line *line, cycle_t filled,
			  cycle_t written)
{
	struct tea_edges *edges = trace->edges;

	tea_edges_step(edges, TEA_EDGES_DRAM, filled);
	tea_edges_hold(edges, find_llc_line(trace, llc, line));
	tea_edges_hold(edges, find_next(&llc->mshrs, trace->llc_mshrs, mshr));
	/* nothing waits for the bank here */
	tea_misstrace_bank(trace, llc, line->address, UINT64_MAX, written);
	tea_edges_step_by(edges, TEA_EDGES_LLC, filled + llc->latency, TEA_EDGES_KNOB_llc_latency, 1);
}

void tea_misstrace_found(const struct tea_misstrace *trace, const struct tea_llc *llc,
			 const struct tea_line *line, bool anew, cycle_t begin)
{
	struct tea_edges *edges = trace->edges;

	if (anew)
		tea_edges_step(edges, TEA_EDGES_DRAM, begin);
	else if (line->arrival == begin)
		tea_edges_after(edges, find_llc_line(trace, llc, line), TEA_EDGES_DRAM, begin);
	tea_edges_step_by(edges, TEA_EDGES_LLC, begin + llc->latency, TEA_EDGES_KNOB_llc_latency, 1);
}

void tea_misstrace_written(const struct tea_misstrace *trace, const struct tea_llc *llc,
			   uint64_t address, cycle_t now, cycle_t begin)
{
	tea_edges_hold(trace->edges, trace->written);
	tea_edges_step(trace->edges, TEA_EDGES_FILL, now);
	tea_misstrace_bank(trace, llc, address, now, begin);
	tea_edges_from(trace->edges, trace->written);
}

/* ---- DRAM ---- */

void tea_misstrace_dram_queued(const struct tea_misstrace *trace, const struct tea_dram *dram,
			       cycle_t now, unsigned int entry, cycle_t held, unsigned int place,
			       cycle_t queued)
{
	const cycle_t came = now + dram->request;

	tea_edges_step(trace->edges, TEA_EDGES_DRAM, came);
	trace_booking(trace, &dram->outstanding, trace->outstanding, entry, TEA_EDGES_DRAM_QUEUE, came,
		      held);
	trace_booking(trace, &dram->queue, trace->queue, place, TEA_EDGES_DRAM_QUEUE, held, queued);
}

/* Where the opening of a row of bank @number is kept, and behind it its last use. */
static uint32_t find_row(const struct tea_misstrace *trace, uint64_t number,
			 const struct tea_dram_row *row)
{
	return trace->rows + (uint32_t)(number * BANK_ROWS + row->row % BANK_ROWS) * 2;
}

void tea_misstrace_row(const struct tea_misstrace *trace, uint64_t number,
		       const struct tea_dram_row *row, cycle_t now, cycle_t column)
{
	const uint32_t place = find_row(trace, number, row);

	if (column > now)
		tea_edges_after(trace->edges, place, TEA_EDGES_DRAM_BANK, column);
	tea_edges_hold(trace->edges, place + 1);
}

void tea_misstrace_opening(const struct tea_misstrace *trace, const struct tea_dram *dram,
			   uint64_t number, const struct tea_dram_row *previous,
			   const struct tea_dram_row *next, cycle_t now)
{
	const uint32_t place = find_row(trace, number, next);
	struct tea_edges *edges = trace->edges;

	if (previous && next->begin > now)
		tea_edges_after(edges, find_row(trace, number, previous) +
			       (next->begin == previous->used), TEA_EDGES_DRAM_BANK, next->begin);
	if (previous)
		tea_edges_step_by(edges, TEA_EDGES_DRAM, next->begin + dram->rp,
				 TEA_EDGES_KNOB_dram_rp, 1);
	tea_edges_step_by(edges, TEA_EDGES_DRAM, next->open, TEA_EDGES_KNOB_dram_rcd, 1);
	tea_edges_hold(edges, place);
	tea_edges_hold(edges, place + 1);
}

static void trace_bus(const struct tea_misstrace *trace, const struct tea_dram *dram, cycle_t now,
		      cycle_t begin)
{
	trace_calendar(trace, &dram->bus, trace->bus, BUS_SLOTS, TEA_EDGES_DRAM_BUS, now, begin);
}

void tea_misstrace_dram_data(const struct tea_misstrace *trace, const struct tea_dram *dram,
			     unsigned int entry, unsigned int place, cycle_t column, cycle_t done)
{
	const cycle_t read = column + dram->cas;
	struct tea_edges *edges = trace->edges;

	tea_edges_hold(edges, find_next(&dram->queue, trace->queue, place));
	tea_edges_step_by(edges, TEA_EDGES_DRAM, read, TEA_EDGES_KNOB_dram_cas, 1);
	trace_bus(trace, dram, read, done - dram->burst);
	tea_edges_step(edges, TEA_EDGES_DRAM, done);
	tea_edges_hold(edges, find_next(&dram->outstanding, trace->outstanding, entry));
	tea_edges_step_by(edges, TEA_EDGES_DRAM, done + dram->response, TEA_EDGES_KNOB_dram_controller,
			 1);
}

void tea_misstrace_dram_written(const struct tea_misstrace *trace, const struct tea_dram *dram,
				cycle_t done)
{
	trace_bus(trace, dram, UINT64_MAX, done - dram->burst);
}
