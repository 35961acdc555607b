/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hierarchy.h - shared by the tests of the memory hierarchy
 *
 * A hierarchy with the default knobs, some of them changed, and LRU, over page tables
 * that map by rule: physical = virtual + offset, in pages of one size, with PTEs
 * at addresses that only depend on the page. Plus a seeded generator.
 */
#ifndef TEST_HIERARCHY_H
#define TEST_HIERARCHY_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "memory/memory.h"
#include "tea_abi.h"

#define PAGE	4096ULL
#define LINE	64ULL

struct test_tables {
	unsigned int page_shift;	/* 12, 21 or 30 */
	uint64_t offset;		/* physical - virtual, whole pages */
	bool global, bare, broken;
	unsigned int walks;		/* asked for so far */
};

struct hierarchy {
	struct tea_params params;
	struct test_tables tables;
	struct tea_env env;
	struct tea_memory *memory;
};

struct knob {
	const char *name, *value;
};

/* @knobs ends with a NULL name, or is NULL; the first may be { "core", name }. */
void hierarchy_init(struct hierarchy *hierarchy, const struct knob *knobs);
/* The same for core @core of several with one @uncore. */
void hierarchy_join(struct hierarchy *hierarchy, const struct knob *knobs,
		    struct tea_uncore *uncore, unsigned int core);
void hierarchy_deinit(struct hierarchy *hierarchy);

struct tea_access load_at(struct hierarchy *hierarchy, uint64_t paddr, cycle_t now);
struct tea_access store_at(struct hierarchy *hierarchy, uint64_t paddr, cycle_t now);
struct tea_access own_at(struct hierarchy *hierarchy, uint64_t paddr, cycle_t now);
struct tea_access fetch_at(struct hierarchy *hierarchy, uint64_t paddr, cycle_t now);
struct tea_translation translate_at(struct hierarchy *hierarchy, uint64_t vaddr, cycle_t now);

/* DRAM clocks in core cycles, and the cycles of a load that ... */
cycle_t dram_clocks(const struct hierarchy *hierarchy, uint64_t clocks);
cycle_t load_cycles_llc(const struct hierarchy *hierarchy);		/* hits the LLC */
cycle_t load_cycles_row_hit(const struct hierarchy *hierarchy);		/* an open row */
cycle_t load_cycles_closed(const struct hierarchy *hierarchy);		/* a bank at rest */
cycle_t load_cycles_conflict(const struct hierarchy *hierarchy);	/* another row open */

/* From TEA_SEED, or 1; printed. */
uint64_t random_seed(void);
uint64_t random_next(uint64_t *state);
uint64_t random_below(uint64_t *state, uint64_t limit);

#endif /* TEST_HIERARCHY_H */
