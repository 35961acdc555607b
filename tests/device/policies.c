// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * policies.c - sampling at dispatch beside sampling at commit: POLICY in CTL
 *
 * tests/model tests samples at dispatch cycle by cycle. This tests that the unit samples there at
 * all, and the right instructions of programs where the two policies differ.
 */
#include "bare.h"

#define FILTERS		(TEA_CTL_U | TEA_CTL_S | TEA_CTL_M)
#define AT_DISPATCH	((uint64_t)TEA_POLICY_DISPATCH << TEA_CTL_POLICY_SHIFT)
#define PERIOD		1999
#define LONG		(1ULL << 62)
#define DATA		0x82000000ULL

/* Samples by their contents: with @event, and of code between two places. */
static struct {
	uint64_t begin, end, last_time;
	unsigned int event;
	unsigned int count, inside, with_event, bad, states[4];
} tally;

void test_interrupt(uint64_t cause, uint64_t pc, unsigned int mode)
{
	uint64_t meta = unit_read(TEA_REG_META), at = unit_read(TEA_REG_PC(0));
	uint64_t time = unit_read(TEA_REG_TIME);
	unsigned int valid = TEA_SAMPLE_SLOTS(meta);

	(void)cause;
	(void)pc;
	(void)mode;
	tally.count++;
	tally.states[TEA_SAMPLE_STATE(meta)]++;
	tally.inside += at >= tally.begin && at < tally.end;
	tally.with_event += !!(unit_read(TEA_REG_PSVS) & tally.event);
	tally.bad += !valid || (valid & (valid + 1)) || TEA_SAMPLE_LEVEL(meta) != S ||
		     (valid != 1 && TEA_SAMPLE_STATE(meta) != TEA_STATE_COMPUTE) ||
		     (tally.last_time && (time <= tally.last_time ||
					  (time - tally.last_time) % PERIOD));
	tally.last_time = time;
	unit_write(TEA_REG_VALID, 0);
}

static void work_interruptible(void *work)
{
	csr_set(sstatus, STATUS_SIE);
	((void (*)(void))work)();
	csr_clear(sstatus, STATUS_SIE);
}

/* Sample work() in S-mode. */
static void sample(uint64_t policy, void (*work)(void), const char *begin, const char *end,
		   unsigned int event)
{
	unit_prepare(0, PERIOD);
	__builtin_memset(&tally, 0, sizeof(tally));
	tally.begin = (uint64_t)begin;
	tally.end = (uint64_t)end;
	tally.event = event;
	csr_write(mie, TEA_IRQ_BIT);
	unit_write(TEA_REG_CTL, TEA_CTL_ENABLE | policy | TEA_CTL_S);
	bare_run_at(S, work_interruptible, (void *)work);
	unit_stop(0);
	csr_write(mie, 0);
}

static void show(void)
{
	put_text("# samples ");
	put_number(tally.count);
	put_text(", inside ");
	put_number(tally.inside);
	put_text(", with the event ");
	put_number(tally.with_event);
	put_text(", stalled ");
	put_number(tally.states[TEA_STATE_STALLED]);
	put_text(", flushed ");
	put_number(tally.states[TEA_STATE_FLUSHED]);
	put_text("\n");
}

static void check_field(void)
{
	unsigned int wrong = 0;

	for (uint64_t policy = 0; policy < 16; policy++) {
		unit_write(TEA_REG_CTL, policy << TEA_CTL_POLICY_SHIFT | TEA_CTL_U);
		wrong += unit_read(TEA_REG_CTL) !=
			 (TEA_CTL_U | (policy == TEA_POLICY_DISPATCH ? AT_DISPATCH : 0));
	}
	check_equal(wrong, 0, "POLICY is 0 or 1, and any other value acts as 0");
	unit_write(TEA_REG_CTL, AT_DISPATCH);
	unit_select(TEA_REG_CTL);
	csr_set(0x151, TEA_CTL_U);
	check_equal(unit_read(TEA_REG_CTL), AT_DISPATCH | TEA_CTL_U,
		    "it stays where other bits are set");
	csr_clear(0x151, TEA_CTL_POLICY_MASK | TEA_CTL_U);
	check_equal(unit_read(TEA_REG_CTL), 0, "and can be cleared");
}

/* Cycles of the same work, by LEFT. */
static __attribute__((noinline, noclone)) uint64_t count(uint64_t policy)
{
	unit_prepare(0, LONG);
	unit_write(TEA_REG_CTL, TEA_CTL_ENABLE | policy | FILTERS);
	spin(20000);
	unit_write(TEA_REG_CTL, 0);
	return LONG - unit_read(TEA_REG_LEFT);
}

/* Once caches and predictors know it. */
static uint64_t count_least(uint64_t policy)
{
	uint64_t least = UINT64_MAX;

	for (unsigned int i = 0; i < 8; i++) {
		uint64_t cycles = count(policy);

		least = cycles < least ? cycles : least;
	}
	return least;
}

static void check_count(void)
{
	const uint64_t at_commit = count_least(0), at_dispatch = count_least(AT_DISPATCH);

	check(at_commit > 20000, "work of some length");
	/* but for a cycle or two that depend on where the code lies */
	check(at_dispatch + 20 >= at_commit && at_dispatch <= at_commit + 20,
	      "LEFT counts the same cycles with either");
}

/*
 * The loops begin at a line: the cycles of a round, and so the samples, do not depend on the code
 * before them.
 */

/* Half of the branches jump, unpredictably: bits of an xorshift's state. */
static void branch_at_random(void)
{
	asm volatile("li t0, 88172645463325252\nli t2, 20000\n.balign 64\n"
		     "1: slli t1, t0, 13\nxor t0, t0, t1\nsrli t1, t0, 7\nxor t0, t0, t1\n"
		     "slli t1, t0, 17\nxor t0, t0, t1\nandi t1, t0, 1\nbeqz t1, 2f\n"
		     "addi t3, t3, 1\naddi t3, t3, 1\naddi t3, t3, 1\naddi t3, t3, 1\n"
		     "2: addi t2, t2, -1\nbnez t2, 1b" : : : "t0", "t1", "t2", "t3");
}

static void check_branches(void)
{
	unsigned int at_commit;

	sample(0, branch_at_random, 0, 0, TEA_PSV_FL_MB);
	at_commit = tally.states[TEA_STATE_FLUSHED];
	show();
	check(tally.count > 100 && !tally.bad, "samples at commit, by whole periods");
	sample(AT_DISPATCH, branch_at_random, 0, 0, TEA_PSV_FL_MB);
	show();
	check(tally.count > 100 && !tally.bad, "samples at dispatch, by whole periods");
	check(tally.states[TEA_STATE_FLUSHED] > tally.count / 2 &&
	      tally.with_event >= tally.states[TEA_STATE_FLUSHED],
	      "where branches are mispredicted, most are flushed, with FL-MB");
	check(tally.states[TEA_STATE_FLUSHED] > at_commit * 4 / 3,
	      "a third more at least than at commit");
}

extern char store_at[], store_after[];

static void store_stream(void)
{
	uint64_t at = DATA;

	asm volatile("li t0, 65536\n.balign 64\n1: .globl store_at\nstore_at: sd zero, 0(%0)\n"
		     ".globl store_after\nstore_after: addi %0, %0, 64\naddi t0, t0, -1\n"
		     "bnez t0, 1b" : "+r"(at) : : "t0", "memory");
}

static void check_stores(void)
{
	sample(AT_DISPATCH, store_stream, store_at, store_after, TEA_PSV_DR_SQ);
	show();
	check(tally.inside > tally.count / 2 && tally.states[TEA_STATE_STALLED] > tally.count / 2,
	      "stores that wait for the store queue are sampled where they wait");
	check(tally.with_event > tally.count / 2, "with DR-SQ");
}

extern char divide_at[], divide_after[];

/* The ROB fills behind each division. */
static void divide_and_add(void)
{
	asm volatile("li t0, 20000\nli t1, -1\nli t2, 3\n.balign 64\n"
		     "1: .globl divide_at\ndivide_at: divu t3, t1, t2\n"
		     ".globl divide_after\ndivide_after: mv t1, t3\nnot t1, zero\n"
		     ".rept 250\naddi zero, zero, 1\n.endr\naddi t0, t0, -1\nbnez t0, 1b"
		     : : : "t0", "t1", "t2", "t3");
}

static void check_heads(void)
{
	unsigned int stalled;

	sample(AT_DISPATCH, divide_and_add, divide_at, divide_after, 0);
	show();
	stalled = tally.states[TEA_STATE_STALLED];
	/* an addition at the port with the multiplier is the head a little longer, too */
	check(stalled > tally.count / 10 && tally.inside > stalled * 3 / 5 && !tally.bad,
	      "where the ROB is full, its head is sampled");
}

void test_main(void)
{
	plan(12);
	unit_allow_m(true);
	check_field();
	check_count();
	check_branches();
	check_stores();
	check_heads();
}
