// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * bench_lookups.c - the host's cost of a lookup: ns per call, one line each
 *
 * Each pattern is repeated until half a second has passed; the best of the
 * rounds is printed, since the machine may have other things to do.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "memory/memory.h"
#include "predictor/predictor.h"
#include "tea_abi.h"

#define CALLS		1000000U
#define RUN_SECONDS	0.5

#define WINDOW		64	/* loads in flight, as a load queue has */

struct bench {
	struct tea_memory *memory;
	struct tea_predictor *predictor;
	uint64_t seed, now, sum;
	cycle_t ready[WINDOW];
	unsigned int head;
};

static int bench_walk(void *opaque, uint64_t vaddr, uint8_t privilege, struct tea_walk *walk)
{
	(void)opaque;
	(void)privilege;
	walk->levels = 3;
	for (unsigned int i = 0; i < 3; i++)
		walk->pte_addr[i] = 0x80000000 + 0x1000000 * i + (vaddr >> (30 - 9 * i)) * 8;
	walk->page_paddr = vaddr & ~0xfffULL;
	walk->page_shift = 12;
	walk->global = false;
	return 0;
}

static uint32_t bench_random(struct bench *bench)
{
	bench->seed = bench->seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return (uint32_t)(bench->seed >> 33);
}

static void bench_load(struct bench *bench, uint64_t vaddr)
{
	struct tea_translation translation;
	struct tea_access access;

	tea_memory_translate(bench->memory, TEA_SIDE_DATA, vaddr, TEA_PRIV_U, bench->now,
			     &translation);
	tea_memory_load(bench->memory, translation.paddr, translation.ready, &access);
	bench->sum += access.ready;
	bench->now++;
	if (bench->now < bench->ready[bench->head])
		bench->now = bench->ready[bench->head];
	bench->ready[bench->head] = access.ready;
	bench->head = (bench->head + 1) % WINDOW;
}

static void run_same_page(struct bench *bench)
{
	for (unsigned int i = 0; i < CALLS; i++)
		bench_load(bench, 0x10000 + i * 8 % 4096);
}

static void run_l1_resident(struct bench *bench)
{
	for (unsigned int i = 0; i < CALLS; i++)
		bench_load(bench, 0x20000 + bench_random(bench) % 24576);
}

static void run_llc_resident(struct bench *bench)
{
	for (unsigned int i = 0; i < CALLS; i++)
		bench_load(bench, 0x100000 + bench_random(bench) % 1000000);
}

static void run_stream(struct bench *bench)
{
	for (uint64_t i = 0; i < CALLS; i++)
		bench_load(bench, 0x10000000 + i * 8);
}

static void run_dram_random(struct bench *bench)
{
	for (unsigned int i = 0; i < CALLS; i++)
		bench_load(bench, 0x10000000 + bench_random(bench) % 0x10000000);
}

static void run_fetch(struct bench *bench)
{
	for (unsigned int i = 0; i < CALLS; i++) {
		struct tea_translation translation;
		struct tea_access access;

		tea_memory_translate(bench->memory, TEA_SIDE_INSN, 0x400000 + i * 16 % 16384,
				     TEA_PRIV_U, bench->now, &translation);
		tea_memory_fetch(bench->memory, translation.paddr, translation.ready, &access);
		bench->sum += access.ready;
		bench->now++;
	}
}

static void bench_branch(struct bench *bench, uint64_t pc, bool taken)
{
	static const struct tea_insn insn = { .class = TEA_CLASS_BRANCH, .length_bytes = 4 };

	bench->sum += tea_predictor_pass(bench->predictor, pc, &insn, taken, pc + 64).taken;
}

static void run_branches_easy(struct bench *bench)
{
	for (unsigned int i = 0; i < CALLS; i++)
		bench_branch(bench, 0x1000 + i % 100 * 12, i % 7 != 0);
}

static void run_branches_random(struct bench *bench)
{
	for (unsigned int i = 0; i < CALLS; i++)
		bench_branch(bench, 0x1000 + i % 100 * 12, bench_random(bench) & 1);
}

static double seconds(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static double best_ns(struct bench *bench, void (*run)(struct bench *))
{
	double start = seconds(), best = 1e9;

	while (seconds() - start < RUN_SECONDS) {
		double begin = seconds(), ns;

		run(bench);
		ns = (seconds() - begin) / CALLS * 1e9;
		best = ns < best ? ns : best;
	}
	return best;
}

int main(void)
{
	static const struct {
		const char *name;
		void (*run)(struct bench *bench);
	} patterns[] = {
		{ "load, same page, L1 hit", run_same_page },
		{ "load, 24 KiB at random, L1 hit", run_l1_resident },
		{ "load, 1 MB at random, LLC hit", run_llc_resident },
		{ "load, stream of 8 bytes, DRAM", run_stream },
		{ "load, 256 MiB at random, DRAM and walk", run_dram_random },
		{ "fetch, L1 hit", run_fetch },
		{ "branch, learned", run_branches_easy },
		{ "branch, random", run_branches_random },
	};
	const struct tea_env env = { .walk = bench_walk };
	struct bench bench = { .seed = 1 };
	struct tea_params params;

	tea_params_init(&params);
	bench.memory = tea_memory_create(&params, &env);
	bench.predictor = tea_predictor_create(&params);
	if (!bench.memory || !bench.predictor) {
		fputs("bench_lookups: cannot create the model: out of memory\n", stderr);
		return EXIT_FAILURE;
	}
	for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++)
		printf("%-40s %7.2f ns\n", patterns[i].name, best_ns(&bench, patterns[i].run));
	tea_predictor_destroy(bench.predictor);
	tea_memory_destroy(bench.memory);
	return bench.sum ? EXIT_SUCCESS : EXIT_FAILURE;
}
