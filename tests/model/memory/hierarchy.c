// SPDX-License-Identifier: GPL-2.0-or-later
/* hierarchy.c - shared by the tests of the memory hierarchy: see hierarchy.h */
#include "memory/hierarchy.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TABLES_BASE	0x80000000ULL

/*
 * Level i has a table of 512 PTEs for each value of the bits above its own. The first entries of
 * the levels are in sets of their own: the L1D brings in one line of a set at a time.
 */
static int tables_walk(void *opaque, uint64_t vaddr, uint8_t privilege, struct tea_walk *walk)
{
	struct test_tables *tables = opaque;

	tables->walks++;
	if (tables->broken)
		return -EFAULT;
	walk->levels = 0;
	if (tables->bare || privilege == TEA_PRIV_M)
		return 0;
	walk->page_shift = (uint8_t)tables->page_shift;
	walk->global = tables->global;
	walk->page_paddr = (vaddr >> tables->page_shift << tables->page_shift) + tables->offset;
	for (unsigned int shift = 30; shift >= tables->page_shift; shift -= 9)
		walk->pte_addr[walk->levels++] = TABLES_BASE + shift * (0x1000000 + LINE) +
						 (vaddr >> shift) * 8;
	return 0;
}

static void init_params(struct hierarchy *hierarchy, const struct knob *knobs)
{
	const char *why = NULL;

	tea_params_init(&hierarchy->params);
	if (knobs && knobs->name && !strcmp(knobs->name, "core")) {
		assert_int_equal(tea_params_select(&hierarchy->params, knobs->value), 0);
		knobs++;
	}
	hierarchy->params.l1_random = 0;
	hierarchy->params.llc_random = 0;
	for (; knobs && knobs->name; knobs++)
		assert_int_equal(tea_params_set(&hierarchy->params, knobs->name, knobs->value), 0);
	assert_int_equal(tea_params_check(&hierarchy->params, &why), 0);
}

void hierarchy_join(struct hierarchy *hierarchy, const struct knob *knobs,
		    struct tea_uncore *uncore, unsigned int core)
{
	init_params(hierarchy, knobs);
	hierarchy->tables = (struct test_tables){ .page_shift = 12 };
	hierarchy->env = (struct tea_env){
		.opaque = &hierarchy->tables, .walk = tables_walk, .uncore = uncore, .core = core,
	};
	hierarchy->memory = tea_memory_create(&hierarchy->params, &hierarchy->env);
	assert_non_null(hierarchy->memory);
}

void hierarchy_init(struct hierarchy *hierarchy, const struct knob *knobs)
{
	hierarchy_join(hierarchy, knobs, NULL, 0);
}

void hierarchy_deinit(struct hierarchy *hierarchy)
{
	tea_memory_destroy(hierarchy->memory);
}

struct tea_access load_at(struct hierarchy *hierarchy, uint64_t paddr, cycle_t now)
{
	struct tea_access access;

	tea_memory_load(hierarchy->memory, paddr, now, &access);
	assert_true(access.accepted >= now && access.ready >= access.accepted);
	return access;
}

struct tea_access store_at(struct hierarchy *hierarchy, uint64_t paddr, cycle_t now)
{
	struct tea_access access;

	tea_memory_store(hierarchy->memory, paddr, now, &access);
	assert_true(access.accepted >= now && access.ready >= access.accepted);
	return access;
}

struct tea_access own_at(struct hierarchy *hierarchy, uint64_t paddr, cycle_t now)
{
	struct tea_access access;

	tea_memory_own(hierarchy->memory, paddr, now, &access);
	assert_true(access.accepted >= now && access.ready >= access.accepted);
	return access;
}

struct tea_access fetch_at(struct hierarchy *hierarchy, uint64_t paddr, cycle_t now)
{
	struct tea_access access;

	tea_memory_fetch(hierarchy->memory, paddr, now, &access);
	assert_true(access.accepted >= now && access.ready >= access.accepted);
	return access;
}

struct tea_translation translate_at(struct hierarchy *hierarchy, uint64_t vaddr, cycle_t now)
{
	struct tea_translation translation;

	tea_memory_translate(hierarchy->memory, TEA_SIDE_DATA, vaddr, TEA_PRIV_U, now,
			     &translation);
	assert_true(translation.ready >= now);
	return translation;
}

cycle_t dram_clocks(const struct hierarchy *hierarchy, uint64_t clocks)
{
	uint64_t dram_mhz = hierarchy->params.dram_mhz;

	return (clocks * hierarchy->params.core_mhz + dram_mhz - 1) / dram_mhz;
}

cycle_t load_cycles_llc(const struct hierarchy *hierarchy)
{
	return hierarchy->params.l1d_latency + hierarchy->params.llc_latency;
}

cycle_t load_cycles_row_hit(const struct hierarchy *hierarchy)
{
	uint64_t mbps = hierarchy->params.dram_mbps;
	cycle_t burst = (LINE * hierarchy->params.core_mhz + mbps - 1) / mbps;

	return load_cycles_llc(hierarchy) + hierarchy->params.dram_controller +
	       dram_clocks(hierarchy, hierarchy->params.dram_cas) + burst;
}

cycle_t load_cycles_closed(const struct hierarchy *hierarchy)
{
	return load_cycles_row_hit(hierarchy) + dram_clocks(hierarchy, hierarchy->params.dram_rcd);
}

cycle_t load_cycles_conflict(const struct hierarchy *hierarchy)
{
	return load_cycles_closed(hierarchy) + dram_clocks(hierarchy, hierarchy->params.dram_rp);
}

uint64_t random_seed(void)
{
	const char *text = getenv("TEA_SEED");
	uint64_t seed = text ? strtoull(text, NULL, 0) : 1;

	print_message("# TEA_SEED=%llu\n", (unsigned long long)seed);
	return seed;
}

/* splitmix64 */
uint64_t random_next(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15ULL;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
	return z ^ z >> 31;
}

uint64_t random_below(uint64_t *state, uint64_t limit)
{
	return random_next(state) % limit;
}
