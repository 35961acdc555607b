// SPDX-License-Identifier: GPL-2.0-or-later
/* costs.c - what each lane pays: see costs.h */
#include "costs.h"

#include <string.h>

#include "octet.h"
#include "time/cycles.h"

/* Of memory/fills.c: what the line buffer's port does for a line, and how long an MSHR is held. */
#define LOOKUP_CYCLES	5
#define COPY_CYCLES	1
#define FINISH_CYCLES	3
#define WRITE_BACK_CYCLES	4
/* To a line that is always there. */
#define LONG_AGO	(-(1 << 28))
/* PTEs above the last one, which the walker has: a cycle each. */
#define WALK_LEVELS	2

static int32_t cycles(uint64_t count)
{
	return (int32_t)(count * TEA_TIME_CYCLE);
}

/* Of @width in a cycle. */
static int32_t gap(uint64_t width)
{
	return (int32_t)((TEA_TIME_CYCLE + width / 2) / width);
}

/* What there is one of, by class: see core/kind.c. Of a core with fewer ports it may be shared. */
static uint8_t find_unit(uint8_t class)
{
	switch (class) {
	case TEA_CLASS_AUIPC:
	case TEA_CLASS_JUMP:
	case TEA_CLASS_JUMP_REG:
		return TEA_STATION_JUMP;
	case TEA_CLASS_CSR:
		return TEA_STATION_CSR;
	case TEA_CLASS_INT_MUL:
		return TEA_STATION_MUL;
	case TEA_CLASS_INT_DIV:
		return TEA_STATION_DIV;
	case TEA_CLASS_INT_TO_FP:
		return TEA_STATION_TO_FP;
	case TEA_CLASS_FP_TO_INT:
		return TEA_STATION_FP_FIRST;
	case TEA_CLASS_FP_DIV:
	case TEA_CLASS_FP_SQRT:
		return TEA_STATION_FDIV;
	default:
		return TEA_STATION_NONE;
	}
}

static uint8_t find_queue(const struct tea_kind *kind)
{
	switch (kind->queue) {
	case TEA_QUEUE_INT:
		return TEA_STATION_INT;
	case TEA_QUEUE_MEM:
		return TEA_STATION_MEM;
	case TEA_QUEUE_FP:
		return TEA_STATION_FP;
	default:
		return TEA_STATION_NONE;
	}
}

static void set_class(struct tea_costs *costs, unsigned int lane, const struct tea_params *params,
		      uint8_t class)
{
	struct tea_kind kind;
	int32_t done;

	tea_kind_init(&kind, params, class);
	done = cycles(params->issue_latency + kind.latency);
	costs->use[class][lane] = done - kind.ahead * TEA_TIME_CYCLE;
	costs->done[class][lane] = done + TEA_TIME_CYCLE;
	costs->queue[class] = find_queue(&kind);
	costs->unit[class] = find_unit(class);
	costs->occupancy[class][lane] = class == TEA_CLASS_INT_MUL ? gap(params->mul_units) :
								     cycles(kind.occupancy);
	if (class == TEA_CLASS_INT_DIV)
		costs->step[lane] = kind.unit == TEA_UNIT_NONE ? 0 : gap(params->div_bits);
}

static void set_front_end(struct tea_costs *costs, unsigned int lane, const struct tea_params *p)
{
	costs->decode[lane] = gap(p->decode_width);
	costs->depth[lane] = cycles(p->frontend_latency + p->rename_latency);
	costs->pipeline[lane] = cycles(p->frontend_latency - 1) - TEA_TIME_CYCLE;
	costs->rename[lane] = cycles(p->rename_latency);
	costs->bubble[TEA_FETCH_F1][lane] = TEA_TIME_CYCLE;
	costs->bubble[TEA_FETCH_F2][lane] = cycles(1 + p->taken_bubble);
	costs->bubble[TEA_FETCH_F3][lane] = cycles(1 + p->decode_redirect);
	costs->redirect[lane] = cycles(p->redirect_latency);
	costs->redirected[lane] = p->predictor_perfect ? 0 : -1;
	costs->flush[lane] = cycles(p->flush_latency);
}

static void set_execution(struct tea_costs *costs, unsigned int lane, const struct tea_params *p)
{
	costs->commit[lane] = gap(p->commit_width);
	costs->drain[lane] = gap(p->store_drain);
	costs->issue[lane] = cycles(p->issue_latency);
	costs->gaps[TEA_STATION_INT][lane] = gap(p->int_issue);
	costs->gaps[TEA_STATION_MEM][lane] = gap(p->mem_issue);
	costs->gaps[TEA_STATION_FP][lane] = gap(p->fp_issue);
	for (unsigned int i = TEA_STATION_FP + 1; i < TEA_STATIONS_COUNT; i++)
		costs->gaps[i][lane] = TEA_TIME_CYCLE;
	for (uint8_t i = 0; i < TEA_CLASSES_COUNT; i++)
		set_class(costs, lane, p, i);
	costs->hit[lane] = cycles(p->l1d_latency);
	costs->forward[lane] = cycles(p->forward_latency);
	costs->retry[lane] = cycles(p->load_retry);
}

/* From a request of the LLC for a line to its arrival there; see memory/dram.c. */
static uint64_t dram_latency(const struct tea_params *p, enum tea_source source)
{
	const uint64_t mhz = p->core_mhz;
	uint64_t latency = p->dram_controller + divide_up(p->dram_cas * mhz, p->dram_mhz) +
			   divide_up(TEA_LINE_BYTES * mhz, p->dram_mbps);

	if (source != TEA_SOURCE_ROW)
		latency += divide_up(p->dram_rcd * mhz, p->dram_mhz);
	if (source == TEA_SOURCE_CONFLICT)
		latency += divide_up(p->dram_rp * mhz, p->dram_mhz);
	return latency;
}

static void set_lines(struct tea_costs *costs, unsigned int lane, const struct tea_params *p)
{
	const uint32_t rows = TEA_LINE_BYTES / p->l1d_row_bytes;
	const int32_t bank = (int32_t)(cycles(p->llc_occupancy) / (int32_t)p->llc_banks);
	const int32_t burst = (int32_t)((uint64_t)TEA_TIME_CYCLE * TEA_LINE_BYTES * p->core_mhz /
					p->dram_mbps);

	for (unsigned int i = TEA_SOURCE_LLC; i < TEA_SOURCES_COUNT; i++) {
		const uint64_t latency = p->llc_latency + (i == TEA_SOURCE_LLC ? 0 :
							   dram_latency(p, (enum tea_source)i));

		costs->fetch_source[i][lane] = p->l1i_perfect ? 0 : cycles(latency);
		costs->source[i][lane] = p->l1d_perfect ? LONG_AGO : cycles(latency);
		if (p->l1d_perfect)
			continue;
		/* a line from DRAM is written to its bank, too */
		costs->llc_gap[i][lane] = i == TEA_SOURCE_LLC ? bank : 2 * bank;
		costs->dram_gap[i][lane] = i == TEA_SOURCE_LLC ? 0 : burst;
	}
	if (p->l1d_perfect)
		return;
	costs->fill_gap[lane] = cycles(2 * rows + COPY_CYCLES);
	costs->hold[lane] = cycles(LOOKUP_CYCLES + COPY_CYCLES + rows + FINISH_CYCLES);
	costs->write_back_gap[lane] = cycles(WRITE_BACK_CYCLES + 2 * rows + p->llc_release);
	costs->write_gap[lane] = burst;
}

static void set_pages(struct tea_costs *costs, unsigned int lane, const struct tea_params *p)
{
	const uint64_t walk = p->l2_tlb_latency + WALK_LEVELS + p->l1d_latency;
	const uint64_t latencies[TEA_PAGES_COUNT] = {
		[TEA_PAGE_L2] = p->l2_tlb_latency,
		[TEA_PAGE_WALK] = walk,
		[TEA_PAGE_WALK_LLC] = walk + p->llc_latency,
		[TEA_PAGE_WALK_DRAM] = walk + p->llc_latency + dram_latency(p, TEA_SOURCE_REST),
	};

	for (unsigned int i = TEA_PAGE_L2; i < TEA_PAGES_COUNT; i++) {
		const uint64_t latency = latencies[p->l1d_perfect && i > TEA_PAGE_WALK ?
						   TEA_PAGE_WALK : i];

		costs->fetch_page[i][lane] = p->itlb_perfect ? 0 : cycles(latency);
		costs->page[i][lane] = p->dtlb_perfect ? 0 : cycles(latency);
		costs->page_gap[i][lane] = p->dtlb_perfect ? 0 :
			cycles(latency + p->dtlb_refill) / (int32_t)p->dtlb_misses;
	}
}

/* Windows */

static uint32_t find_distance(const struct tea_params *p, enum tea_window_kind kind)
{
	const uint32_t knobs[] = {
#define X(id, knob) [TEA_WINDOW_##id] = p->knob,
		TEA_WINDOWS(X)
#undef X
	};

	/* what was decoded and waits for dispatch is behind the buffer */
	if (kind == TEA_WINDOW_BUFFER)
		return knobs[kind] + p->decode_width * p->rename_latency;
	if (kind == TEA_WINDOW_INT_REGISTERS || kind == TEA_WINDOW_FP_REGISTERS)
		return knobs[kind] - TEA_REGS_FILE;
	return knobs[kind];
}

static void add_distance(struct tea_window *window, unsigned int lane, uint32_t distance)
{
	unsigned int i = 0;

	while (i < window->count && window->distance[i] != distance)
		i++;
	if (i == window->count) {
		window->distance[i] = distance;
		window->count++;
	}
	window->mask[i][lane] = -1;
}

/* Lanes that there are not do as lane 0 does. */
void tea_costs_init(struct tea_costs *costs, const struct tea_params *const *params,
		    unsigned int lanes)
{
	memset(costs, 0, sizeof(*costs));
	for (unsigned int i = 0; i < TEA_LANES_MAX; i++) {
		const struct tea_params *p = params[i < lanes ? i : 0];

		set_front_end(costs, i, p);
		set_execution(costs, i, p);
		set_lines(costs, i, p);
		set_pages(costs, i, p);
		for (unsigned int kind = 0; kind < TEA_WINDOWS_COUNT; kind++) {
			uint32_t distance = find_distance(p, (enum tea_window_kind)kind);

			add_distance(&costs->windows[kind][i / TEA_OCTET], i % TEA_OCTET, distance);
			if (distance > costs->farthest[kind])
				costs->farthest[kind] = distance;
		}
	}
}
