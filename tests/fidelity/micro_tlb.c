// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * micro_tlb.c - address translation with real Sv39 pages: reach of the TLBs, walks
 *
 *	tlb_4k tlb_2m tlb_1g	x pages: load to use, round and round, one load per page
 *	tlb_loads		x pages of 4 KiB: cycles per load, none of which waits for another
 *	walk_far		x pages of 4 KiB that lie 2 MiB apart: no PTE is near another
 *	itlb			x pages of 4 KiB: cycles per jump from page to page
 *
 * All pages of a size are the same few physical ones, so that the data stays in the L1
 * whatever the reach. Page i holds the pointer to page i + 1 in word i.
 */
#include "micro.h"

#define PTE_LEAF	0xcf		/* valid, read, write, execute, accessed, dirty */
#define PTE_TABLE	0x01
#define SATP_SV39	(8ULL << 60)
#define TABLE_ENTRIES	512
#define PAGES_MAX	2048
#define FAR_PAGES	128		/* twice as many as fit in their sets of the L2 TLB */

#define DATA		HEAP		/* 2 MiB, the pages' contents */
#define JUMPS		(HEAP + 0x200000)	/* two pages of code */
#define TABLES		(HEAP + 0x400000)

/* Where the virtual pages are: a GiB each, and one for every 1 GiB page. */
#define VIRTUAL_4K	0x100000000ULL
#define VIRTUAL_2M	0x140000000ULL
#define VIRTUAL_CODE	0x180000000ULL
#define VIRTUAL_FAR	0x200000000ULL
#define VIRTUAL_1G	0x800000000ULL
#define GIB		0x40000000ULL
#define MIB2		0x200000ULL

static uint64_t *root, *tables_end;

static uint64_t *table_new(void)
{
	uint64_t *table = tables_end;

	tables_end += TABLE_ENTRIES;
	return table;
}

/* Map the page of 2^@shift bytes at @virtual. */
static void map(uint64_t virtual, uint64_t physical, unsigned int shift)
{
	uint64_t *table = root;
	unsigned int level = 30;

	for (; level > shift; level -= 9) {
		uint64_t *entry = &table[virtual >> level & (TABLE_ENTRIES - 1)];

		if (!*entry)
			*entry = (uint64_t)table_new() >> 12 << 10 | PTE_TABLE;
		table = (uint64_t *)(*entry >> 10 << 12);
	}
	table[virtual >> level & (TABLE_ENTRIES - 1)] = physical >> 12 << 10 | PTE_LEAF;
}

static uint64_t word_address(uint64_t i)
{
	return DATA + i * 8;
}

/* Where page @i's word is seen. */
static uint64_t at_4k(uint64_t i)
{
	return VIRTUAL_4K + i * PAGE + word_address(i) % PAGE;
}

static uint64_t at_2m(uint64_t i)
{
	return VIRTUAL_2M + i * MIB2 + word_address(i) % MIB2;
}

static uint64_t at_1g(uint64_t i)
{
	return VIRTUAL_1G + i * GIB + word_address(i) % GIB;
}

/* The PTEs of neighbours are 8 apart in their tables: a cache line, another set. */
static uint64_t at_far(uint64_t i)
{
	return VIRTUAL_FAR + i * MIB2 + i * 8 % TABLE_ENTRIES * PAGE + word_address(i) % PAGE;
}

static void map_all(void)
{
	root = tables_end = (uint64_t *)TABLES;
	table_new();
	map(0, 0, 30);
	map(0x80000000, 0x80000000, 30);
	for (uint64_t i = 0; i < PAGES_MAX; i++) {
		map(at_4k(i), word_address(i), 12);
		map(VIRTUAL_CODE + i * PAGE, JUMPS, 12);
	}
	for (uint64_t i = 0; i < 128; i++) {
		map(at_2m(i), DATA, 21);
		map(at_1g(i), 0x80000000, 30);
	}
	for (uint64_t i = 0; i < FAR_PAGES; i++)
		map(at_far(i), word_address(i), 12);
	csr_write(satp, SATP_SV39 | (uint64_t)root >> 12);
	asm volatile("sfence.vma" : : : "memory");
}

static void measure(const char *name, uint64_t (*at)(uint64_t i), uint64_t count)
{
	struct micro_state state = { .A1 = at(0) };

	for (uint64_t i = 0; i < count; i++)
		*(volatile uint64_t *)word_address(i) = at((i + 1) % count);
	code_begin();
	for (int i = 0; i < 16; i++)
		emit(LD(A1, A1, 0));
	code_end();
	report(name, count, code_cycles((count < 512 ? 512 : count) / 4, &state) / 16);
}

static void measure_loads(uint64_t count)
{
	struct micro_state state = { .A2 = at_4k(1) - at_4k(0), .A4 = at_4k(0) };

	code_begin();
	emit(ADD(A1, ZERO, A4));
	for (uint64_t i = 0; i < count; i++) {
		emit(LD(A3, A1, 0));
		emit(ADD(A1, A1, A2));
	}
	code_end();
	report("tlb_loads", count, code_cycles(100, &state) / count);
}

/* Every page but the last jumps to the same place of the next one; that one returns. */
static void measure_itlb(uint64_t count)
{
	struct micro_state state = { .A1 = VIRTUAL_CODE };

	code_place(JUMPS);
	emit(op_jal(ZERO, PAGE));
	code_place(JUMPS + PAGE);
	emit(JR(T0));
	map(VIRTUAL_CODE + (count - 1) * PAGE, JUMPS + PAGE, 12);
	asm volatile("sfence.vma" : : : "memory");
	code_begin();
	emit(op_i(0x67, 0, T0, A1, 0));		/* jalr t0, a1 */
	code_end();
	report("itlb", count, code_cycles(2048 / count + 4, &state) / count);
	map(VIRTUAL_CODE + (count - 1) * PAGE, JUMPS, 12);
}

static void measure_all(void *unused)
{
	static const uint64_t few[] = {
		2, 3, 4, 5, 6, 8, 16, 24, 28, 30, 31, 32, 33, 34, 36, 40, 48, 64, 96, 128,
	};
	static const uint64_t many[] = { 192, 256, 384, 512, 768, 1024, 1280, 1536, 2048 };

	(void)unused;
	for (unsigned int i = 0; i < sizeof(few) / sizeof(few[0]); i++) {
		measure("tlb_4k", at_4k, few[i]);
		measure("tlb_2m", at_2m, few[i]);
		measure("tlb_1g", at_1g, few[i]);
		measure_itlb(few[i]);
	}
	for (unsigned int i = 0; i < sizeof(many) / sizeof(many[0]); i++)
		measure("tlb_4k", at_4k, many[i]);
	measure("walk_far", at_far, FAR_PAGES);
	measure_loads(128);
}

void micro_main(void)
{
	map_all();
	bare_run_at(S, measure_all, 0);
}
