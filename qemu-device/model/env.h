/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * env.h - the model's interface to its surroundings: page tables, and other cores
 */
#ifndef TEA_ENV_H
#define TEA_ENV_H

#include <stdbool.h>
#include <stdint.h>

#define TEA_WALK_LEVELS_MAX	5

/* The result of a page-table walk: filled by the environment. */
struct tea_walk {
	uint64_t pte_addr[TEA_WALK_LEVELS_MAX];	/* physical addresses read, root first */
	unsigned int levels;			/* how many of them; 0: no translation (bare) */
	uint64_t page_paddr;			/* physical base of the page */
	uint8_t page_shift;			/* 12, 21, 30, ... */
	bool global;				/* valid in every address space */
};

struct tea_uncore;

/* What is around a core. */
struct tea_env {
	void *opaque;
	/* Shared with other cores, by number; NULL: the core is alone. See memory/uncore.h. */
	struct tea_uncore *uncore;
	unsigned int core;
	/*
	 * Walk the page table for @vaddr at @privilege. Returns 0, or a negative errno when
	 * there is no valid mapping now (the access is then taken as untranslated). Called for
	 * misses in the TLBs only. A walk of no levels holds for all of the privilege until the
	 * TLBs are flushed or the address space is set; M-mode never sees the TLBs' entries.
	 */
	int (*walk)(void *opaque, uint64_t vaddr, uint8_t privilege, struct tea_walk *walk);
};

#endif /* TEA_ENV_H */
