// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * bench_model.c - operations per second of the model alone, with its spans, and without time
 *
 * A synthetic program of loops over arrays, with a stack, calls and branches of
 * which one in ten is hard to predict: recorded once, then run block by block, again
 * and again. Prints million operations per second, of the best of five rounds.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "model.h"
#include "observers/stacks.h"
#include "observers/sampler.h"
#include "observers/spans.h"
#include "tea_abi.h"
#include "tea_regs.h"

#define OPS		(1 << 17)
#define PASSES		16
#define ROUNDS		5
#define FUNCTIONS	24
#define BODY		40	/* instructions of a loop's body, at most */
#define CODE		0x10000
#define FUNCTION_BYTES	0x200
#define CODE_BEGIN	(CODE - 4096)	/* of the calls */
#define CODE_BYTES	(4096 + FUNCTIONS * FUNCTION_BYTES)
#define ARRAYS		0x1000000
#define ARRAY_BYTES	0x8000
#define STACK		0x7fff0000

struct function {
	struct tea_insn body[BODY];
	uint8_t kind[BODY];	/* enum address_kind */
	uint8_t taken[BODY];	/* percent */
	unsigned int length;
};

enum address_kind { STACK_WORD, STREAM, RANDOM };

static struct tea_op ops[OPS];
static unsigned int ops_count;
static struct tea_run runs[OPS];
static unsigned int runs_count;
static uint64_t rng_state = 88172645463325252U;

static uint64_t below(uint64_t n)
{
	rng_state ^= rng_state << 13;
	rng_state ^= rng_state >> 7;
	rng_state ^= rng_state << 17;
	return (rng_state >> 8) % n;
}

static struct tea_insn make_insn(unsigned int at)
{
	struct tea_insn insn = {
		.class = TEA_CLASS_INT_ALU, .length_bytes = below(2) ? 2 : 4,
		.dst = (uint8_t)(5 + below(20)),
		.src = { (uint8_t)(5 + below(20)), (uint8_t)(5 + below(20)), TEA_REG_NONE },
	};
	uint64_t pick = below(100);

	if (pick < 22) {
		insn.class = TEA_CLASS_LOAD;
		insn.src[0] = 2;
		insn.src[1] = TEA_REG_NONE;
		insn.access_bytes = 8;
	} else if (pick < 33) {
		insn.class = TEA_CLASS_STORE;
		insn.src[0] = 2;
		insn.dst = TEA_REG_NONE;
		insn.access_bytes = 8;
	} else if (pick < 45 && at) {
		insn.class = TEA_CLASS_BRANCH;
		insn.dst = TEA_REG_NONE;
	} else if (pick < 50) {
		insn.class = TEA_CLASS_FP_FMA;
		insn.dst += 32;
		insn.src[0] += 32;
		insn.src[1] += 32;
	} else if (pick < 52) {
		insn.class = TEA_CLASS_INT_MUL;
	}
	return insn;
}

static void make_function(struct function *function)
{
	function->length = 8 + (unsigned int)below(BODY - 8);
	for (unsigned int i = 0; i < function->length; i++) {
		function->body[i] = make_insn(i);
		function->kind[i] = (uint8_t)(below(10) < 5 ? STACK_WORD : below(20) ? STREAM : RANDOM);
		function->taken[i] = (uint8_t)(below(10) ? (below(4) ? 0 : 100) : 50);
	}
}

static uint64_t make_address(const struct function *function, unsigned int number,
			     unsigned int at, unsigned int iteration)
{
	uint64_t array = ARRAYS + (uint64_t)number * ARRAY_BYTES;

	switch (function->kind[at]) {
	case STACK_WORD:
		return STACK - 64 * number - 8 * (at % 8);
	case STREAM:
		return array + (iteration * 8 + at * 256) % ARRAY_BYTES;
	default:
		return array + below(ARRAY_BYTES / 8) * 8;
	}
}

static struct tea_op *add_op(uint64_t pc, const struct tea_insn *insn)
{
	struct tea_op *op = &ops[ops_count];

	if (ops_count)
		op[-1].next_pc = pc;
	*op = (struct tea_op){ .insn = *insn, .pc = pc, .next_pc = pc + insn->length_bytes };
	ops_count++;
	return op;
}

/* One call: a loop over the body, its forward branches skipping one instruction. */
static void run_function(const struct function *function, unsigned int number)
{
	const struct tea_insn back = {
		.class = TEA_CLASS_BRANCH, .length_bytes = 4, .dst = TEA_REG_NONE,
		.src = { 5, 6, TEA_REG_NONE },
	}, leave = {
		.class = TEA_CLASS_JUMP_REG, .length_bytes = 2, .dst = TEA_REG_NONE,
		.src = { 1, TEA_REG_NONE, TEA_REG_NONE }, .flags = TEA_INSN_RETURN,
	};
	unsigned int iterations = 4 + (unsigned int)below(60);
	uint64_t begin = CODE + (uint64_t)number * FUNCTION_BYTES, pc = begin;

	for (unsigned int k = 0; k < iterations && ops_count + BODY + 4 < OPS; k++) {
		bool skip = false;

		pc = begin;
		for (unsigned int i = 0; i < function->length; i++) {
			const struct tea_insn *insn = &function->body[i];

			if (!skip) {
				struct tea_op *op = add_op(pc, insn);

				op->has_addr = insn->access_bytes;
				op->addr = op->has_addr ? make_address(function, number, i, k) : 0;
			}
			skip = !skip && insn->class == TEA_CLASS_BRANCH &&
			       below(100) < function->taken[i];
			pc += insn->length_bytes;
		}
		add_op(pc, &back);
	}
	add_op(pc + 4, &leave);
}

static void make_ops(void)
{
	static struct function functions[FUNCTIONS];
	const struct tea_insn call = {
		.class = TEA_CLASS_JUMP, .length_bytes = 4, .dst = 1,
		.src = { TEA_REG_NONE, TEA_REG_NONE, TEA_REG_NONE }, .flags = TEA_INSN_CALL,
	};

	for (unsigned int i = 0; i < FUNCTIONS; i++)
		make_function(&functions[i]);
	for (unsigned int i = 0; ops_count + BODY + 8 < OPS; i++) {
		add_op(CODE_BEGIN + 4 * (i % 64), &call);
		run_function(&functions[i % FUNCTIONS], i % FUNCTIONS);
	}
	ops[ops_count - 1].next_pc = ops[0].pc;
}

/* An instruction that may transfer control ends a block. */
static bool ends_block(const struct tea_insn *insn)
{
	return insn->class == TEA_CLASS_BRANCH || insn->class == TEA_CLASS_JUMP ||
	       insn->class == TEA_CLASS_JUMP_REG;
}

/* The block of the operations from @at on, as they are executed. */
static struct tea_block *make_block(unsigned int at)
{
	struct tea_block *block = calloc(1, sizeof(*block) +
					    TEA_BLOCK_MAX * sizeof(block->recipes[0]));

	if (!block)
		abort();
	block->pc = ops[at].pc;
	block->serial = at + 1;
	for (bool ended = false; at < ops_count && !ended && block->count < TEA_BLOCK_MAX; at++) {
		const struct tea_insn *insn = &ops[at].insn;

		block->recipes[block->count++] = (struct tea_recipe){
			.insn = *insn, .offset = (uint16_t)(ops[at].pc - block->pc),
			.word = insn->access_bytes ? block->words++ : TEA_NO_WORD,
		};
		ended = ends_block(insn);
	}
	return block;
}

/* The recording as runs of blocks, each of which is made where it is first executed. */
static void make_runs(void)
{
	static struct tea_block *blocks[CODE_BYTES / 2];
	static uint64_t words[OPS];
	uint64_t *word = words;

	for (unsigned int i = 0; i < ops_count; i += runs[runs_count++].count) {
		struct tea_block **block = &blocks[(ops[i].pc - CODE_BEGIN) / 2];
		struct tea_run *run = &runs[runs_count];

		if (!*block)
			*block = make_block(i);
		*run = (struct tea_run){ .block = *block, .words = word };
		do {
			if (ops[i + run->count].has_addr)
				*word++ = ops[i + run->count].addr;
			run->next_pc = ops[i + run->count++].next_pc;
		} while (run->count < (*block)->count && i + run->count < ops_count);
	}
}

static int walk_page(void *opaque, uint64_t vaddr, uint8_t privilege, struct tea_walk *walk)
{
	(void)opaque;
	(void)privilege;
	*walk = (struct tea_walk){ .levels = 3, .page_shift = 12, .page_paddr = vaddr & ~0xfffULL };
	for (unsigned int i = 0; i < walk->levels; i++)
		walk->pte_addr[i] = 0x80000000 + ((uint64_t)i << 20) +
				    (vaddr >> (12 + 9 * (2 - i)) & 511) * 8;
	return 0;
}

static void observe_span(void *opaque, const struct tea_span *span)
{
	tea_sampler_span(opaque, span);
}

static void drop_sample(void *opaque, const struct tea_sample *sample)
{
	(void)opaque;
	(void)sample;
}

/* Seconds that PASSES over the recording take. */
static double time_passes(struct tea_model *model, struct tea_spans *spans)
{
	struct timespec begin, end;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
	for (unsigned int pass = 0; pass < PASSES; pass++) {
		for (unsigned int i = 0; i < runs_count; i++) {
			const struct tea_retired *records;
			unsigned int count = tea_model_run(model, &runs[i], &records);

			for (unsigned int k = 0; k < count; k++)
				tea_spans_record(spans, &records[k]);
		}
	}
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
	return (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9;
}

/* The same without time. */
static double time_warming(struct tea_model *model)
{
	struct timespec begin, end;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
	for (unsigned int pass = 0; pass < PASSES; pass++)
		for (unsigned int i = 0; i < runs_count; i++)
			tea_model_warm(model, &runs[i]);
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
	return (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9;
}

static int measure_warming(const struct tea_params *params, const struct tea_env *env)
{
	struct tea_model *model = tea_model_create(params, env);
	double best = 0;

	if (!model)
		return -1;
	for (unsigned int round = 0; round < ROUNDS; round++) {
		double rate = (double)ops_count * PASSES / time_warming(model) / 1e6;

		if (rate > best)
			best = rate;
	}
	printf("warming: %.1f M operations/s\n", best);
	tea_model_destroy(model);
	return 0;
}

int main(void)
{
	struct tea_env env = { .walk = walk_page };
	struct tea_sampler sampler = {
		.privileges = 1, .enabled = true, .sink = drop_sample,
	};
	struct tea_params params;
	struct tea_model *model;
	struct tea_spans spans;
	double best = 0;

	tea_params_init(&params);
	model = tea_model_create(&params, &env);
	if (!model) {
		fprintf(stderr, "out of memory\n");
		return EXIT_FAILURE;
	}
	make_ops();
	make_runs();
	tea_countdown_init(&sampler.countdown, TEA_PERIOD_RESET, 1);
	tea_spans_init(&spans, 0, observe_span, &sampler);
	for (unsigned int round = 0; round < ROUNDS; round++) {
		double rate = (double)ops_count * PASSES / time_passes(model, &spans) / 1e6;

		if (rate > best)
			best = rate;
	}
	printf("model: %.1f M operations/s, %.2f operations per cycle\n", best,
	       (double)ops_count * PASSES * ROUNDS / (double)tea_model_now(model));
	tea_model_destroy(model);
	if (measure_warming(&params, &env)) {
		fprintf(stderr, "out of memory\n");
		return EXIT_FAILURE;
	}
	return EXIT_SUCCESS;
}
