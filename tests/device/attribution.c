// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * attribution.c - that traps, address translation and filters reach the model
 *
 * tests/model tests the model's results on streams. This tests that exceptions and page tables
 * reach the model at all, for the right instructions.
 */
#include "bare.h"

#define PTE_V	(1 << 0)
#define PTE_RWX	(7 << 1)
#define PTE_U	(1 << 4)
#define PTE_AD	(3 << 6)
#define SATP_SV39	(8ULL << 60)
#define PAGES	2048		/* more than the L2 TLB has entries */
#define DATA	0x80c00000ULL	/* physical; mapped by 4 KiB pages at VIRTUAL */
#define VIRTUAL	0x4000000000ULL - (64ULL << 30)

static uint64_t root[512] __attribute__((aligned(4096)));
static uint64_t middle[512] __attribute__((aligned(4096)));
static uint64_t leaves[PAGES] __attribute__((aligned(4096)));

/* Samples by the slot that holds an address between two bounds. */
static struct {
	uint64_t begin, end;
	unsigned int inside, with_event, flushed, outside;
	unsigned int event;
} tally;

void test_interrupt(uint64_t cause, uint64_t pc, unsigned int mode)
{
	uint64_t meta = unit_read(TEA_REG_META), at = unit_read(TEA_REG_PC(0));

	(void)cause;
	(void)pc;
	(void)mode;
	if (at >= tally.begin && at < tally.end) {
		tally.inside++;
		tally.with_event += !!(unit_read(TEA_REG_PSVS) & tally.event);
		tally.flushed += TEA_SAMPLE_STATE(meta) == TEA_STATE_FLUSHED;
	} else {
		tally.outside++;
	}
	unit_write(TEA_REG_VALID, 0);
}

static void begin(const char *from, const char *to, unsigned int event, uint64_t filter)
{
	unit_stop(0);
	unit_write(TEA_REG_PERIOD, 211);
	unit_write(TEA_REG_LEFT, 211);
	__builtin_memset(&tally, 0, sizeof(tally));
	tally.begin = (uint64_t)from;
	tally.end = (uint64_t)to;
	tally.event = event;
	csr_write(mie, TEA_IRQ_BIT);
	unit_write(TEA_REG_CTL, TEA_CTL_ENABLE | filter);
}

static void end(void)
{
	unit_stop(0);
	csr_write(mie, 0);
}

extern char ecall_at[], ecall_after[];

static void call_often(void *unused)
{
	(void)unused;
	asm volatile("li t0, 2000\n1: li a7, 5\n"
		     ".globl ecall_at\necall_at: ecall\n.globl ecall_after\necall_after:\n"
		     "addi t0, t0, -1\nbnez t0, 1b"
		     : : : "t0", "a7", "memory");
}

static void check_exceptions(void)
{
	traps_begin();
	begin(ecall_at, ecall_after, TEA_PSV_FL_EX, TEA_CTL_U);
	bare_run_at(U, call_often, 0);
	end();
	check_equal(traps_end(), 2000, "the calls are taken");
	check(tally.inside > 10, "the ecall is sampled");
	check_equal(tally.with_event, tally.inside, "always with FL-EX");
	check(tally.flushed > 0, "and as having flushed the pipeline");
}

/* All of memory by one gigapage, and PAGES pages of data elsewhere. */
static void make_tables(void)
{
	uint64_t virtual = VIRTUAL;

	root[2] = 0x80000000ULL >> 2 | PTE_AD | PTE_RWX | PTE_V;
	root[virtual >> 30 & 511] = (uint64_t)middle >> 2 | PTE_V;
	for (unsigned int i = 0; i < PAGES; i++)
		leaves[i] = (DATA + 4096 * (uint64_t)i) >> 2 | PTE_AD | PTE_RWX | PTE_V;
	for (unsigned int i = 0; i < PAGES / 512; i++)
		middle[(virtual >> 21 & 511) + i] = (uint64_t)&leaves[512 * i] >> 2 | PTE_V;
	csr_write(satp, SATP_SV39 | (uint64_t)root >> 12);
	asm volatile("sfence.vma" : : : "memory");
}

extern char load_at[], load_after[];

/* Each load's address depends on the one before: all their latency is seen. */
static void touch_pages(void *base)
{
	uint64_t at = (uint64_t)base, count = 3 * PAGES, stride = 4096 + 64, index = 0;

	csr_set(sstatus, STATUS_SIE);
	asm volatile("1: add t0, %0, %2\n"
		     ".globl load_at\nload_at: ld t1, 0(t0)\n.globl load_after\nload_after:\n"
		     "and t1, t1, zero\nadd %2, %2, t1\nadd %2, %2, %3\nli t1, 8388607\n"
		     "and %2, %2, t1\naddi %1, %1, -1\nbnez %1, 1b"
		     : "+r"(at), "+r"(count), "+r"(index) : "r"(stride) : "t0", "t1", "memory");
	csr_clear(sstatus, STATUS_SIE);
}

static void check_translation(void)
{
	make_tables();
	begin(load_at, load_after, TEA_PSV_ST_TLB, TEA_CTL_S);
	bare_run_at(S, touch_pages, (void *)VIRTUAL);
	end();
	check(tally.inside > 100, "loads from many pages are sampled");
	check(tally.with_event > tally.inside * 9 / 10, "with ST-TLB");

	begin(load_at, load_after, TEA_PSV_ST_TLB, TEA_CTL_S);
	bare_run_at(S, touch_pages, (void *)DATA);
	end();
	check(tally.inside > 100, "so are loads from one large page");
	check(tally.with_event < tally.inside / 10, "without ST-TLB: page sizes are known");

	csr_write(satp, 0);
	begin(load_at, load_after, TEA_PSV_ST_TLB, TEA_CTL_S);
	bare_run_at(S, touch_pages, (void *)DATA);
	end();
	check(tally.inside > 100 && !tally.with_event, "and without translation there is none");
}

void test_main(void)
{
	plan(9);
	check_exceptions();
	check_translation();
}
