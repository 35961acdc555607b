// SPDX-License-Identifier: GPL-2.0-or-later
/* costs.c - the costs of each lane: see costs.h */
#include "costs.h"

#include <string.h>

#include "octet.h"
#include "time/cycles.h"

/* As in memory/fills.c: cycles of the line buffer's port for a line, and of the MSHR behind it. */
#define LOOKUP_CYCLES	5
#define COPY_CYCLES	1
#define FINISH_CYCLES	3
#define WRITE_BACK_CYCLES	4
/* To a line that is always there. */
#define LONG_AGO	(-(1 << 28))
/* PTEs above the last one, which the walker has: a cycle each. */
#define WALK_LEVELS	2

/* A knob with its parts: in thousandths. */
#define PARTS(params, knob) \
	((uint64_t)(params)->knob * TEA_PARTS + (params)->parts.knob)

static int32_t cycles(uint64_t count)
{
	return (int32_t)(count * TEA_TIME_CYCLE);
}

/* Units for thousandths of a cycle. */
static int32_t units(uint64_t parts)
{
	return (int32_t)((parts * TEA_TIME_CYCLE + TEA_PARTS / 2) / TEA_PARTS);
}

/* The gap of a resource with a throughput of @parts thousandths a cycle. */
static int32_t gap(uint64_t parts)
{
	return (int32_t)((TEA_TIME_CYCLE * TEA_PARTS + parts / 2) / parts);
}

/* The unit of which there is one: see core/kind.c. A core with fewer ports may share it. */
static uint8_t find_unit(const struct tea_kind *kind)
{
	static const uint8_t units[TEA_SINGLES_COUNT] = {
		[TEA_SINGLE_NONE] = TEA_RESOURCE_NONE, [TEA_SINGLE_JUMP] = TEA_RESOURCE_JUMP,
		[TEA_SINGLE_CSR] = TEA_RESOURCE_CSR, [TEA_SINGLE_MUL] = TEA_RESOURCE_MUL,
		[TEA_SINGLE_DIV] = TEA_RESOURCE_DIV, [TEA_SINGLE_TO_FP] = TEA_RESOURCE_TO_FP,
		[TEA_SINGLE_FP_OTHER] = TEA_RESOURCE_FP_FIRST,
		[TEA_SINGLE_FDIV] = TEA_RESOURCE_FDIV,
		/* vectors are refused */
		[TEA_SINGLE_V_OTHER] = TEA_RESOURCE_NONE, [TEA_SINGLE_VDIV] = TEA_RESOURCE_NONE,
	};

	return units[kind->single];
}

static uint8_t find_queue(const struct tea_kind *kind)
{
	switch (kind->queue) {
	case TEA_QUEUE_INT:
		return TEA_RESOURCE_INT;
	case TEA_QUEUE_MEM:
		return TEA_RESOURCE_MEM;
	case TEA_QUEUE_FP:
		return TEA_RESOURCE_FP;
	default:
		return TEA_RESOURCE_NONE;
	}
}

/* A part of a knob counts as that part of one more of it, in each latency that it is in. */
static void add_parts(struct tea_costs *costs, unsigned int lane, const struct tea_params *params,
		      uint8_t class, const struct tea_kind *kind)
{
	for (size_t i = 0; i < tea_param_infos_count; i++) {
		const struct tea_param_info *info = &tea_param_infos[i];
		const uint64_t parts = tea_params_get_parts(params, info) -
				       (uint64_t)tea_params_get(params, info) * TEA_PARTS;
		struct tea_params more = *params;
		struct tea_kind other;

		if (!parts)
			continue;
		++*(uint32_t *)((char *)&more + info->offset);
		tea_kind_init(&other, &more, class);
		costs->use[class][lane] += units(parts) * (other.bypassed - kind->bypassed);
		costs->done[class][lane] += units(parts) * (other.executed - kind->executed);
		costs->occupancy[class][lane] += units(parts) * (other.occupancy - kind->occupancy);
	}
}

static void set_class(struct tea_costs *costs, unsigned int lane, const struct tea_params *params,
		      uint8_t class)
{
	struct tea_kind kind;

	tea_kind_init(&kind, params, class);
	costs->use[class][lane] = cycles(kind.bypassed);
	costs->done[class][lane] = cycles(kind.executed + 1U);
	costs->queue[class] = find_queue(&kind);
	costs->unit[class] = find_unit(&kind);
	costs->occupancy[class][lane] = cycles(kind.occupancy);
	add_parts(costs, lane, params, class, &kind);
	if (class == TEA_CLASS_INT_MUL)
		costs->occupancy[class][lane] = gap(PARTS(params, mul_units));
	if (class == TEA_CLASS_INT_DIV)
		costs->step[lane] = kind.unit == TEA_UNIT_NONE ? 0 : gap(PARTS(params, div_bits));
}

static void set_front_end(struct tea_costs *costs, unsigned int lane, const struct tea_params *p)
{
	costs->decode[lane] = gap(PARTS(p, decode_width));
	costs->rename[lane] = units(PARTS(p, rename_latency));
	costs->depth[lane] = units(PARTS(p, frontend_latency)) + costs->rename[lane];
	costs->pipeline[lane] = units(PARTS(p, frontend_latency)) - 2 * TEA_TIME_CYCLE;
	costs->bubble[TEA_FETCH_F1][lane] = TEA_TIME_CYCLE;
	costs->bubble[TEA_FETCH_F2][lane] = TEA_TIME_CYCLE + units(PARTS(p, taken_bubble));
	costs->bubble[TEA_FETCH_F3][lane] = TEA_TIME_CYCLE + units(PARTS(p, decode_redirect));
	costs->redirect[lane] = units(PARTS(p, redirect_latency));
	costs->redirected[lane] = p->predictor_perfect ? 0 : -1;
	costs->flush[lane] = units(PARTS(p, flush_latency));
}

static void set_execution(struct tea_costs *costs, unsigned int lane, const struct tea_params *p)
{
	costs->commit[lane] = gap(PARTS(p, commit_width));
	costs->drain[lane] = gap(PARTS(p, store_drain));
	costs->issue[lane] = units(PARTS(p, issue_latency));
	costs->gaps[TEA_RESOURCE_INT][lane] = gap(PARTS(p, int_issue));
	costs->gaps[TEA_RESOURCE_MEM][lane] = gap(PARTS(p, mem_issue));
	costs->gaps[TEA_RESOURCE_FP][lane] = gap(PARTS(p, fp_issue));
	for (unsigned int i = TEA_RESOURCE_FP + 1; i < TEA_RESOURCES_COUNT; i++)
		costs->gaps[i][lane] = TEA_TIME_CYCLE;
	for (uint8_t i = 0; i < TEA_CLASSES_COUNT; i++)
		set_class(costs, lane, p, i);
	costs->hit[lane] = units(PARTS(p, l1d_latency));
	costs->forward[lane] = units(PARTS(p, forward_latency));
	costs->retry[lane] = units(PARTS(p, load_retry));
}

/* Units for thousandths of a DRAM clock: whole clocks end with a cycle, as in memory/dram.c. */
static int32_t clocks(const struct tea_params *p, uint64_t parts)
{
	const uint64_t mhz = p->core_mhz, whole = parts / TEA_PARTS;
	const uint64_t before = divide_up(whole * mhz, p->dram_mhz);
	const uint64_t behind = divide_up((whole + 1) * mhz, p->dram_mhz);

	return cycles(before) + units((behind - before) * (parts % TEA_PARTS));
}

/* From a request of the LLC for a line to its arrival there; see memory/dram.c. */
static int32_t dram_latency(const struct tea_params *p, enum tea_origin source)
{
	int32_t latency = units(PARTS(p, dram_controller)) + clocks(p, PARTS(p, dram_cas)) +
			  cycles(divide_up(TEA_LINE_BYTES * (uint64_t)p->core_mhz, p->dram_mbps));

	if (source != TEA_ORIGIN_ROW)
		latency += clocks(p, PARTS(p, dram_rcd));
	if (source == TEA_ORIGIN_CONFLICT)
		latency += clocks(p, PARTS(p, dram_rp));
	return latency;
}

static void set_lines(struct tea_costs *costs, unsigned int lane, const struct tea_params *p)
{
	const int32_t beats = units((uint64_t)TEA_LINE_BYTES * TEA_PARTS * TEA_PARTS /
				    PARTS(p, l1d_row_bytes));
	const int32_t bank = (int32_t)((uint64_t)cycles(p->llc_occupancy) * TEA_PARTS /
				       PARTS(p, llc_banks));
	const int32_t burst = (int32_t)((uint64_t)TEA_TIME_CYCLE * TEA_LINE_BYTES * p->core_mhz /
					p->dram_mbps);

	for (unsigned int i = TEA_ORIGIN_LLC; i < TEA_ORIGINS_COUNT; i++) {
		const int32_t latency = units(PARTS(p, llc_latency)) +
					(i == TEA_ORIGIN_LLC ? 0 : dram_latency(p, (enum tea_origin)i));

		costs->fetch_source[i][lane] = p->l1i_perfect ? 0 : latency;
		costs->source[i][lane] = p->l1d_perfect ? LONG_AGO : latency;
		if (p->l1d_perfect)
			continue;
		/* a line from DRAM is written to its bank, too */
		costs->llc_gap[i][lane] = i == TEA_ORIGIN_LLC ? bank : 2 * bank;
		costs->dram_gap[i][lane] = i == TEA_ORIGIN_LLC ? 0 : burst;
	}
	if (p->l1d_perfect)
		return;
	costs->fill_gap[lane] = 2 * beats + cycles(COPY_CYCLES);
	costs->hold[lane] = cycles(LOOKUP_CYCLES + COPY_CYCLES + FINISH_CYCLES) + beats;
	costs->write_back_gap[lane] = cycles(WRITE_BACK_CYCLES) + 2 * beats +
				      units(PARTS(p, llc_release));
	costs->write_gap[lane] = burst;
}

static void set_pages(struct tea_costs *costs, unsigned int lane, const struct tea_params *p)
{
	const int32_t found = units(PARTS(p, l2_tlb_latency));
	const int32_t walk = found + cycles(WALK_LEVELS) + units(PARTS(p, l1d_latency));
	const int32_t line = walk + units(PARTS(p, llc_latency));
	const int32_t latencies[TEA_PAGES_COUNT] = {
		[TEA_PAGE_L2] = found,
		[TEA_PAGE_WALK] = walk,
		[TEA_PAGE_WALK_LLC] = line,
		[TEA_PAGE_WALK_DRAM] = line + dram_latency(p, TEA_ORIGIN_REST),
	};

	for (unsigned int i = TEA_PAGE_L2; i < TEA_PAGES_COUNT; i++) {
		const int32_t latency = latencies[p->l1d_perfect && i > TEA_PAGE_WALK ?
						  TEA_PAGE_WALK : i];
		const int32_t busy = latency + units(PARTS(p, dtlb_refill));

		costs->fetch_page[i][lane] = p->itlb_perfect ? 0 : latency;
		costs->page[i][lane] = p->dtlb_perfect ? 0 : latency;
		costs->page_gap[i][lane] = p->dtlb_perfect ? 0 :
			(int32_t)((uint64_t)busy * TEA_PARTS / PARTS(p, dtlb_misses));
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

	/* decoded instructions that wait for dispatch are behind the buffer */
	if (kind == TEA_WINDOW_BUFFER)
		return knobs[kind] + (uint32_t)((PARTS(p, decode_width) * PARTS(p, rename_latency) +
						 TEA_PARTS * TEA_PARTS / 2) / (TEA_PARTS * TEA_PARTS));
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
