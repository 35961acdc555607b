// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * counting.c - the counters of stage stacks: docs/tea-interface.md, section 8
 *
 * The slots of each program are known by hand: each is run for one number of rounds and for twice
 * as many, and the difference is that of the rounds, without the code around them.
 */
#include "bare.h"

#define FILTERS		(TEA_CTL_U | TEA_CTL_S | TEA_CTL_M)
#define STACKS		4
#define LEVELS		5
#define WIDTH		4		/* of the modelled core, table 2 */
#define FLOPS		4		/* two units, a multiplication and an addition each */
#define LONG		(1ULL << 62)	/* a period in which no sample comes due */
#define ACCESSES	1000		/* cycles that those of registers take, at most */
#define LINES		65536		/* twice the last-level cache's */
#define DATA		0x82000000ULL
#define CODE		0x84000000ULL
#define CODE_LINES	2048		/* four times the L1I's */
#define MTIMECMP	((volatile uint64_t *)0x2004000)
#define TIMER_BIT	(1 << 7)

static const unsigned int components[STACKS] = {
	TEA_COMPONENTS_COUNT, TEA_COMPONENTS_COUNT, TEA_COMPONENTS_COUNT, TEA_FLOPS_COUNT,
};
static const unsigned int levels[LEVELS] = {
	TEA_LEVEL_U, TEA_LEVEL_S, TEA_LEVEL_M, TEA_LEVEL_VU, TEA_LEVEL_VS,
};

struct counts {
	uint64_t slots[STACKS][LEVELS][TEA_COMPONENTS_COUNT];
	uint64_t cycles;		/* by COUNT, which is let count just before and after */
};

static uint64_t read_counter(unsigned int stack, unsigned int component, unsigned int level)
{
	return unit_read(TEA_REG_COUNTER(stack, level, component));
}

static void read_all(struct counts *counts)
{
	counts->cycles = unit_read(TEA_REG_COUNT);
	for (unsigned int s = 0; s < STACKS; s++)
		for (unsigned int l = 0; l < LEVELS; l++)
			for (unsigned int c = 0; c < components[s]; c++)
				counts->slots[s][l][c] = read_counter(s, c, levels[l]);
}

static void subtract(struct counts *from, const struct counts *what)
{
	from->cycles -= what->cycles;
	for (unsigned int s = 0; s < STACKS; s++)
		for (unsigned int l = 0; l < LEVELS; l++)
			for (unsigned int c = 0; c < components[s]; c++)
				from->slots[s][l][c] -= what->slots[s][l][c];
}

static uint64_t sum(const struct counts *counts, unsigned int stack)
{
	uint64_t all = 0;

	for (unsigned int l = 0; l < LEVELS; l++)
		for (unsigned int c = 0; c < components[stack]; c++)
			all += counts->slots[stack][l][c];
	return all;
}

/* Slots of a component at all levels. */
static uint64_t of(const struct counts *counts, unsigned int stack, unsigned int component)
{
	uint64_t all = 0;

	for (unsigned int l = 0; l < LEVELS; l++)
		all += counts->slots[stack][l][component];
	return all;
}

/*
 * The counts of function(argument) at @mode, and COUNT over the same cycles. The instructions
 * around it are the same for any argument.
 */
static __attribute__((noinline, noclone)) void count(struct counts *counts, unsigned int mode,
						     void (*function)(void *), uint64_t argument)
{
	static struct counts before;	/* not on the stack, which is short */

	unit_write(TEA_REG_PERIOD, LONG);
	unit_write(TEA_REG_LEFT, LONG);
	read_all(&before);
	unit_write(TEA_REG_COUNTERS, 1);
	unit_write(TEA_REG_CTL, TEA_CTL_ENABLE | FILTERS);
	if (mode == M)
		function((void *)argument);
	else
		bare_run_at(mode, function, (void *)argument);
	unit_write(TEA_REG_CTL, 0);
	unit_write(TEA_REG_COUNTERS, 0);
	read_all(counts);
	subtract(counts, &before);
}

/* The counts of @rounds rounds, with warm caches and predictors. */
static void count_rounds(struct counts *counts, unsigned int mode, void (*function)(void *),
			 uint64_t rounds)
{
	static struct counts few;

	count(&few, mode, function, rounds);
	count(&few, mode, function, rounds);
	count(counts, mode, function, 2 * rounds);
	subtract(counts, &few);
}

/* Cycles of a stack's slots; 0 if they are not a whole number. */
static uint64_t cycles_of(const struct counts *counts, unsigned int stack)
{
	const unsigned int width = stack == TEA_STACK_FLOPS ? FLOPS : WIDTH;

	return sum(counts, stack) % width ? UINT64_MAX : sum(counts, stack) / width;
}

/* All stacks are of the same cycles, those that were counted but for the accesses around them. */
static bool sums_right(const struct counts *counts)
{
	const uint64_t cycles = cycles_of(counts, 0);
	const uint64_t accesses = ACCESSES + cycles / 500;	/* which miss caches, where all does */

	for (unsigned int s = 1; s < STACKS; s++)
		if (cycles_of(counts, s) != cycles)
			return false;
	return counts->cycles > 0 && cycles + accesses > counts->cycles &&
	       cycles < counts->cycles + accesses;
}

static void show(const struct counts *counts, unsigned int stack)
{
	put_text("# stack ");
	put_number(stack);
	put_text(", cycles by slots ");
	put_number(cycles_of(counts, stack));
	put_text(", by COUNT ");
	put_number(counts->cycles);
	put_text(":");
	for (unsigned int c = 0; c < components[stack]; c++) {
		put_text(" ");
		put_number(of(counts, stack, c));
	}
	put_text("\n");
}

/* @found is @expected, but for one part in a hundred of @whole. */
static bool about(uint64_t found, uint64_t expected, uint64_t whole)
{
	return found + whole / 100 >= expected && found <= expected + whole / 100;
}

/* In all stages, of @rounds rounds: @base slots pass in each, @lost go to @component. */
static void check_stages(const struct counts *counts, uint64_t rounds, uint64_t base,
			 unsigned int component, uint64_t lost, const char *name)
{
	bool right = sums_right(counts);

	for (unsigned int s = 0; s < TEA_STACKS_COUNT; s++)
		right = right && of(counts, s, TEA_COMPONENT_BASE) == base * rounds &&
			about(of(counts, s, component), lost * rounds, (base + lost) * rounds);
	check(right, name);
	for (unsigned int s = 0; !right && s < STACKS; s++)
		show(counts, s);
}

/* A component has at least @percent of its stack's slots. */
static void check_most(const struct counts *counts, unsigned int stack, unsigned int component,
		       unsigned int percent, const char *name)
{
	bool right = sums_right(counts) &&
		     of(counts, stack, component) * 100 >= sum(counts, stack) * percent;

	check(right, name);
	for (unsigned int s = 0; !right && s < STACKS; s++)
		show(counts, s);
}

/* Registers */

static uint64_t mask(unsigned int bits)
{
	return (1ULL << bits) - 1;
}

/* Levels that the unit has counters of. */
static uint64_t levels_there(void)
{
	uint64_t there = 1 << TEA_LEVEL_U | 1 << TEA_LEVEL_S | 1 << TEA_LEVEL_M;

	return unit_read(TEA_REG_CAPS2) & TEA_CAPS2_VIRTUAL ?
	       there | 1 << TEA_LEVEL_VU | 1 << TEA_LEVEL_VS : there;
}

/* Checks all possible places of counters: how many should hold a value, and do not. */
static unsigned int wrong_places(uint64_t there)
{
	unsigned int wrong = 0;

	for (unsigned int i = 0; i < STACKS * 8 * 8 * TEA_REGS_IN_GROUP; i++) {
		unsigned int component = i % 48, level = i / 48 % 8, stack = i / 48 / 8;
		bool has = component < components[stack] && (there >> level & 1);
		unsigned int reg = TEA_REG_COUNTER(stack, level, component);

		unit_write(reg, 0x123456789abcdef0ULL + i);
		wrong += unit_read(reg) != (has ? 0x123456789abcdef0ULL + i : 0);
	}
	return wrong;
}

static void check_places(void)
{
	const uint64_t caps2 = unit_read(TEA_REG_CAPS2);
	unsigned int wrong = 0;

	check(TEA_CAPS2_STACKS(caps2) == 15 && TEA_CAPS2_WIDTH(caps2) == WIDTH &&
	      TEA_CAPS2_FLOPS(caps2) == FLOPS && TEA_CAPS2_BITS(caps2) == 64,
	      "CAPS2 has four stacks, their slots in a cycle, and counters of 64 bits");
	for (unsigned int s = 0; s < STACKS; s++)
		wrong += unit_read(TEA_REG_COMPONENTS(s)) != mask(components[s]);
	check_equal(wrong, 0, "COMPONENTS has a bit for each component");
	check_equal(unit_read(TEA_REG_LEVELS), levels_there(), "LEVELS one for each level");
	check_equal(wrong_places(levels_there()), 0,
		    "these counters can be written and no others: those read 0");
}

static void check_written(void)
{
	const unsigned int reg = TEA_REG_COUNTER(TEA_STACK_COMMIT, M, TEA_COMPONENT_BASE);
	uint64_t after;

	unit_write(reg, ~0ULL - 99);
	unit_write(TEA_REG_COUNTERS, 1);
	spin(1000);
	unit_write(TEA_REG_COUNTERS, 0);
	after = unit_read(reg);
	check(after > 1000 && after < 4000, "a counter goes on from what was written, past all ones");
	unit_write(TEA_REG_COUNTERS, 1);
	spin(100);
	unit_write(reg, 1ULL << 40);
	spin(100);
	unit_write(TEA_REG_COUNTERS, 0);
	after = unit_read(reg) - (1ULL << 40);
	check(after > 200 && after < 1000, "from what was written while it counts, too");
}

/* COUNTERS */

static void spin_at(void *steps)
{
	spin((uint64_t)steps);
}

static bool stands_still(const struct counts *difference)
{
	return !(sum(difference, 0) | sum(difference, 1) | sum(difference, 2) | sum(difference, 3));
}

static void check_count(void)
{
	static struct counts before, after;
	uint64_t left;

	count(&after, M, spin_at, 1000);
	check(sums_right(&after) && after.cycles > 1000,
	      "each stack's slots are so many times the cycles that are counted");
	read_all(&before);
	unit_write(TEA_REG_CTL, TEA_CTL_ENABLE | FILTERS);
	spin(1000);
	unit_stop(0);
	read_all(&after);
	subtract(&after, &before);
	check(after.cycles > 1000 && stands_still(&after),
	      "without COUNTERS every one stands still while the sampler runs");
	left = unit_read(TEA_REG_LEFT);
	unit_write(TEA_REG_COUNTERS, ~0ULL);
	check_equal(unit_read(TEA_REG_COUNTERS), 1, "COUNTERS is one bit");
	check_equal(unit_read(TEA_REG_CTL), 0, "and none of CTL");
	spin(1000);
	unit_write(TEA_REG_COUNTERS, 0);
	read_all(&after);
	subtract(&after, &before);
	check(sum(&after, 0) > WIDTH * 1000 && sum(&after, 0) == sum(&after, 1) &&
	      sum(&after, 0) == sum(&after, 2) && unit_read(TEA_REG_LEFT) == left,
	      "they count without the sampler, whatever levels it has");
}

static void check_off_for_long(void)
{
	static struct counts before, after;

	read_all(&before);
	spin(40000000);		/* long enough for the unit to be given up */
	read_all(&after);
	subtract(&after, &before);
	check(stands_still(&after), "they stand still for however long");
	count(&after, M, spin_at, 1000);
	check(sums_right(&after), "and go on from there");
}

static void check_running(void)
{
	uint64_t last[3] = { 0 }, back = 0;

	unit_write(TEA_REG_COUNTERS, 1);
	for (unsigned int i = 0; i < 1000; i++) {
		for (unsigned int s = 0; s < 3; s++) {
			uint64_t now = read_counter(s, TEA_COMPONENT_BASE, M);

			back += now <= last[s];
			last[s] = now;
		}
	}
	unit_write(TEA_REG_COUNTERS, 0);
	check_equal(back, 0, "read while they count, each is ahead of its last value");
}

void test_interrupt(uint64_t cause, uint64_t pc, unsigned int mode)
{
	(void)cause;
	(void)pc;
	(void)mode;
	csr_write(mie, 0);
}

static void sleep_a_while(void *ticks)
{
	*MTIMECMP = csr_read(time) + (uint64_t)ticks;
	csr_write(mie, TIMER_BIT);
	asm volatile("wfi");
	csr_write(mie, 0);
}

static void check_sleep(void)
{
	struct counts counts;

	count(&counts, M, sleep_a_while, 10000);	/* 3.2 million cycles */
	check(sums_right(&counts) && counts.cycles < 10000, "they stand still in wfi");
}

/* Levels */

static void check_levels(void)
{
	static const char *const names[] = {
		"a program in U-mode counts for U alone", "one in S-mode for S alone",
		"one in M-mode for M alone",
	};
	struct counts counts;

	for (unsigned int l = 0; l < sizeof(names) / sizeof(names[0]); l++) {
		bool right;

		count_rounds(&counts, levels[l], spin_at, 10000);
		right = sums_right(&counts);
		for (unsigned int s = 0; s < TEA_STACKS_COUNT; s++) {
			const uint64_t *own = counts.slots[s][l];
			uint64_t all = 0;

			for (unsigned int c = 0; c < components[s]; c++)
				all += own[c];
			/* two instructions a round; the way there and back is not the same to the cycle */
			right = right && own[TEA_COMPONENT_BASE] == 2 * 10000 &&
				about(all, sum(&counts, s), sum(&counts, s));
		}
		check(right, names[l]);
		for (unsigned int s = 0; !right && s < STACKS; s++)
			show(&counts, s);
	}
}

/* Programs with known slots */

static void add_in_turn(void *rounds)
{
	asm volatile("1: .rept 100\naddi t0, t0, 1\n.endr\naddi %0, %0, -1\nbnez %0, 1b"
		     : "+r"(rounds) : : "t0");
}

static void divide_in_turn(void *rounds)
{
	asm volatile("li t0, 3\n1: .rept 10\nslli t1, t1, 63\nori t1, t1, 1\nsrli t1, t1, 1\n"
		     "divu t1, t1, t0\n.endr\naddi %0, %0, -1\nbnez %0, 1b"
		     : "+r"(rounds) : : "t0", "t1");
}

static uint64_t self;

static void load_in_turn(void *rounds)
{
	self = (uint64_t)&self;
	asm volatile("mv t0, %1\n1: .rept 100\nld t0, 0(t0)\n.endr\naddi %0, %0, -1\nbnez %0, 1b"
		     : "+r"(rounds) : "r"(&self) : "t0", "memory");
}

/* Each line has the address of another one, all in one ring that no prefetcher knows. */
static void make_ring(void)
{
	uint64_t at = 0;

	for (unsigned int i = 0; i < LINES; i++) {
		uint64_t next = (at * 1664525 + 1013904223) % LINES;

		*(uint64_t *)(DATA + 64 * at) = DATA + 64 * next;
		at = next;
	}
}

static void walk_ring(void *rounds)
{
	asm volatile("mv t0, %1\n1: .rept 10\nld t0, 0(t0)\n.endr\naddi %0, %0, -1\nbnez %0, 1b"
		     : "+r"(rounds) : "r"(DATA) : "t0", "memory");
}

static void store_stream(void *rounds)
{
	asm volatile("mv t0, %1\n1: .rept 8\nsd zero, 0(t0)\naddi t0, t0, 64\n.endr\n"
		     "addi %0, %0, -1\nbnez %0, 1b"
		     : "+r"(rounds) : "r"(DATA) : "t0", "memory");
}

/* Half of the branches jump, unpredictably: bits of an xorshift's state. */
static void branch_at_random(void *rounds)
{
	asm volatile("li t0, 88172645463325252\n"
		     "1: slli t1, t0, 13\nxor t0, t0, t1\nsrli t1, t0, 7\nxor t0, t0, t1\n"
		     "slli t1, t0, 17\nxor t0, t0, t1\nandi t1, t0, 1\nbeqz t1, 2f\n"
		     "addi t2, t2, 1\naddi t2, t2, 1\naddi t2, t2, 1\naddi t2, t2, 1\n"
		     "2: addi %0, %0, -1\nbnez %0, 1b"
		     : "+r"(rounds) : : "t0", "t1", "t2");
}

/* A jump in each line to the next line; the last one returns. */
static void make_code(void)
{
	for (unsigned int i = 0; i < CODE_LINES; i++)
		*(uint32_t *)(CODE + 64 * i) = i + 1 < CODE_LINES ? 0x0400006f : 0x00008067;
	asm volatile("fence.i" : : : "memory");
}

static void jump_far(void *rounds)
{
	for (uint64_t i = 0; i < (uint64_t)rounds; i++)
		((void (*)(void))CODE)();
}

static void fence_often(void *rounds)
{
	asm volatile("1: .rept 10\nfence\n.endr\naddi %0, %0, -1\nbnez %0, 1b" : "+r"(rounds));
}

/* The fence comes to dispatch long before the quotient is there. */
static void fence_divisions(void *rounds)
{
	asm volatile("li t0, 3\nli t1, -1\n1: .rept 10\ndivu t2, t1, t0\nfence\n.endr\n"
		     "addi %0, %0, -1\nbnez %0, 1b" : "+r"(rounds) : : "t0", "t1", "t2");
}

static void check_programs(void)
{
	struct counts counts;

	/* one in each cycle, but for those of the loop, which pass beside them */
	count_rounds(&counts, M, add_in_turn, 500);
	check_stages(&counts, 500, 102, TEA_COMPONENT_DEPEND, 400 - 102,
		     "a chain of additions: one passes in a cycle, the rest is depend");
	/* a quotient of 62 bits takes 64 cycles; three more are one-cycle instructions */
	count_rounds(&counts, M, divide_in_turn, 100);
	check_most(&counts, TEA_STACK_COMMIT, TEA_COMPONENT_ALU, 85, "of divisions: alu");
	check_most(&counts, TEA_STACK_DISPATCH, TEA_COMPONENT_ALU, 85, "at dispatch as well");
	check_most(&counts, TEA_STACK_ISSUE, TEA_COMPONENT_ALU, 85, "and at issue");
	/* four cycles each */
	count_rounds(&counts, M, load_in_turn, 500);
	check_stages(&counts, 500, 102, TEA_COMPONENT_L1D, 1600 - 102,
		     "of loads from the L1: l1d");
	make_ring();
	count(&counts, M, walk_ring, 1000);
	check_most(&counts, TEA_STACK_COMMIT, TEA_COMPONENT_MEMORY, 95, "from memory: memory");
	check_most(&counts, TEA_STACK_DISPATCH, TEA_COMPONENT_MEMORY, 90, "at dispatch as well");
	count(&counts, M, store_stream, LINES / 8);
	check_most(&counts, TEA_STACK_DISPATCH, TEA_COMPONENT_STQ, 50,
		   "stores to memory fill the store queue: stq at dispatch");
	make_code();
	count_rounds(&counts, M, jump_far, 4);
	check_most(&counts, TEA_STACK_DISPATCH, TEA_COMPONENT_L1I, 70, "code from the LLC: l1i");
	count_rounds(&counts, M, fence_often, 500);
	check_most(&counts, TEA_STACK_DISPATCH, TEA_COMPONENT_FLUSH, 85,
		   "fetched anew behind each fence: flush");
	count_rounds(&counts, M, fence_divisions, 100);
	check_most(&counts, TEA_STACK_DISPATCH, TEA_COMPONENT_SERIAL, 70,
		   "fences wait for divisions: serial at dispatch");
	check_most(&counts, TEA_STACK_COMMIT, TEA_COMPONENT_ALU, 70, "alu at commit");
}

static void check_branches(void)
{
	struct counts counts;
	uint64_t dispatch, commit;

	count_rounds(&counts, M, branch_at_random, 4000);
	dispatch = of(&counts, TEA_STACK_DISPATCH, TEA_COMPONENT_BPRED);
	commit = of(&counts, TEA_STACK_COMMIT, TEA_COMPONENT_BPRED);
	/*
	 * half of 4,000 are mispredicted; each stops dispatch for the latency of fetch and rename
	 */
	check(sums_right(&counts) && dispatch > 1500 * WIDTH * 7 && dispatch < 2500 * WIDTH * 20,
	      "branches at random: bpred at dispatch");
	check(commit < dispatch, "and less at commit, which the operands hide some of");
}

static void multiply_add(void *rounds)
{
	asm volatile("1: .rept 10\nfmadd.d ft0, fa0, fa1, ft0\nfmadd.d ft1, fa0, fa1, ft1\n"
		     "fmadd.d ft2, fa0, fa1, ft2\nfmadd.d ft3, fa0, fa1, ft3\n.endr\n"
		     "addi %0, %0, -1\nbnez %0, 1b"
		     : "+r"(rounds) : : "ft0", "ft1", "ft2", "ft3");
}

static void add_doubles(void *rounds)
{
	asm volatile("1: .rept 100\nfadd.d ft0, ft0, fa0\n.endr\naddi %0, %0, -1\nbnez %0, 1b"
		     : "+r"(rounds) : : "ft0");
}

static void check_flops(void)
{
	struct counts counts;

	/* each of four chains has one in four cycles: half of two units' peak */
	count_rounds(&counts, M, multiply_add, 500);
	check_equal(of(&counts, TEA_STACK_FLOPS, TEA_FLOPS_BASE), 2 * 40 * 500,
		    "a fused operation is two of the FLOPS");
	check(sums_right(&counts) && !of(&counts, TEA_STACK_FLOPS, TEA_FLOPS_NON_FMA),
	      "and leaves none of its unit");
	check_most(&counts, TEA_STACK_FLOPS, TEA_FLOPS_DEPEND, 45, "the rest is depend");
	count_rounds(&counts, M, add_doubles, 500);
	check_equal(of(&counts, TEA_STACK_FLOPS, TEA_FLOPS_BASE), 100 * 500, "an addition is one");
	check_equal(of(&counts, TEA_STACK_FLOPS, TEA_FLOPS_NON_FMA), 100 * 500, "and leaves one");
	count_rounds(&counts, M, add_in_turn, 500);
	check_equal(of(&counts, TEA_STACK_FLOPS, TEA_FLOPS_FRONTEND), sum(&counts, TEA_STACK_FLOPS),
		    "without floating-point work all is frontend");
}

void test_main(void)
{
	plan(38);
	unit_allow_m(true);
	check_places();
	check_written();
	check_count();
	check_off_for_long();
	check_running();
	check_sleep();
	check_levels();
	check_programs();
	check_branches();
	check_flops();
}
