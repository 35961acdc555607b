// SPDX-License-Identifier: GPL-2.0-or-later
/* random_program.c - see random_program.h */
#include "random_program.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "isa/divide.h"
#include "tea_abi.h"

#define PROGRAM		600	/* static instructions */
#define DATA_BYTES	(1 << 20)
#define CODE		0x10000

void random_init(struct random_source *source, uint64_t seed)
{
	source->state = seed * 0x9e3779b97f4a7c15U + 1;
}

uint32_t random_below(struct random_source *source, uint32_t n)
{
	source->state ^= source->state << 13;
	source->state ^= source->state >> 7;
	source->state ^= source->state << 17;
	return (uint32_t)((source->state * 0x2545f4914f6cdd1dU >> 8) % n);
}

static uint64_t from_environment(const char *name, uint64_t otherwise)
{
	const char *text = getenv(name);

	return text && *text ? strtoull(text, NULL, 10) : otherwise;
}

uint64_t random_seed(uint64_t otherwise)
{
	return from_environment("TEA_SEED", otherwise);
}

static uint64_t clock_seed(void)
{
	return random_seed((uint64_t)time(NULL));
}

void random_begin(struct random_source *source)
{
	uint64_t seed = clock_seed();

	printf("# TEA_SEED=%" PRIu64 "\n", seed);
	random_init(source, seed);
}

uint64_t random_seeds(void (*check)(uint64_t seed), uint64_t runs)
{
	uint64_t begin = clock_seed();

	runs = from_environment("TEA_RUNS", getenv("TEA_SEED") ? 1 : runs);
	printf("# TEA_SEED=%" PRIu64 " TEA_RUNS=%" PRIu64 "\n", begin, runs);
	fflush(stdout);
	for (uint64_t i = 0; i < runs; i++)
		check(begin + i);
	return runs;
}

/* Weights out of 1000. */
static uint8_t random_class(struct random_source *source)
{
	static const struct {
		uint8_t class;
		unsigned int weight;
	} mix[] = {
		{ TEA_CLASS_LOAD, 230 }, { TEA_CLASS_STORE, 130 }, { TEA_CLASS_BRANCH, 120 },
		{ TEA_CLASS_JUMP, 20 }, { TEA_CLASS_JUMP_REG, 20 }, { TEA_CLASS_INT_MUL, 20 },
		{ TEA_CLASS_INT_DIV, 10 }, { TEA_CLASS_FP_ADD, 30 }, { TEA_CLASS_FP_MUL, 30 },
		{ TEA_CLASS_FP_FMA, 20 }, { TEA_CLASS_FP_MISC, 20 },
		{ TEA_CLASS_FP_DIV, 10 }, { TEA_CLASS_FP_SQRT, 5 }, { TEA_CLASS_INT_TO_FP, 10 },
		{ TEA_CLASS_FP_TO_INT, 10 }, { TEA_CLASS_CSR, 5 }, { TEA_CLASS_FENCE, 3 },
		{ TEA_CLASS_FENCE_I, 1 }, { TEA_CLASS_SFENCE, 1 }, { TEA_CLASS_SYSTEM, 1 },
		{ TEA_CLASS_TRAP_RETURN, 1 },
		{ TEA_CLASS_LOAD_RESERVED, 3 }, { TEA_CLASS_STORE_CONDITIONAL, 3 },
		{ TEA_CLASS_AMO, 5 }, { TEA_CLASS_PREFETCH_R, 10 }, { TEA_CLASS_PREFETCH_W, 5 },
		{ TEA_CLASS_PREFETCH_I, 2 }, { TEA_CLASS_UNKNOWN, 5 },
	};
	unsigned int left = random_below(source, 1000);

	for (size_t i = 0; i < sizeof(mix) / sizeof(mix[0]); i++) {
		if (left < mix[i].weight)
			return mix[i].class;
		left -= mix[i].weight;
	}
	return TEA_CLASS_INT_ALU;
}

static uint8_t random_register(struct random_source *source, bool fp,
			       unsigned int registers)
{
	uint8_t number = (uint8_t)random_below(source, registers);

	if (fp)
		return (uint8_t)TEA_REG_FP(number);
	return number ? number : TEA_REG_NONE;
}

static struct tea_insn random_insn(struct random_source *source, unsigned int registers)
{
	struct tea_insn insn = {
		.class = random_class(source), .length_bytes = random_below(source, 2) ? 2 : 4,
	};
	bool fp = insn.class >= TEA_CLASS_FP_ADD && insn.class <= TEA_CLASS_FP_SQRT;
	bool access = insn.class == TEA_CLASS_LOAD || insn.class == TEA_CLASS_STORE;

	insn.dst = random_register(source, fp || insn.class == TEA_CLASS_INT_TO_FP, registers);
	if (insn.class == TEA_CLASS_STORE || insn.class == TEA_CLASS_BRANCH)
		insn.dst = TEA_REG_NONE;
	for (unsigned int i = 0; i < 3; i++)
		insn.src[i] = random_below(source, 2) ? random_register(source, fp, registers) :
			TEA_REG_NONE;
	if (access && random_below(source, 4) == 0) {	/* flw, fsd */
		if (insn.class == TEA_CLASS_LOAD)
			insn.dst = random_register(source, true, registers);
		insn.src[1] = random_register(source, true, registers);
	}
	if (access)
		insn.access_bytes = (uint8_t)(1 << random_below(source, 4));
	else if (insn.class >= TEA_CLASS_LOAD_RESERVED && insn.class <= TEA_CLASS_AMO)
		insn.access_bytes = (uint8_t)(4 << random_below(source, 2));
	insn.flags = random_below(source, 4) ? 0 : TEA_INSN_SINGLE;
	return insn;
}

bool random_is_memory(const struct tea_insn *insn)
{
	return (insn->class >= TEA_CLASS_LOAD && insn->class <= TEA_CLASS_AMO) ||
	       insn->class >= TEA_CLASS_PREFETCH_R;
}

/* A branch is taken in @percent of its executions, a jump always. */
static bool is_taken(struct random_source *source, const struct tea_insn *insn,
		     unsigned int percent)
{
	if (insn->class == TEA_CLASS_BRANCH)
		return random_below(source, 100) < percent;
	return insn->class == TEA_CLASS_JUMP || insn->class == TEA_CLASS_JUMP_REG;
}

/* Some words again and again, some lines, some of everything; not always aligned. */
static uint64_t random_address(struct random_source *source, unsigned int locality)
{
	uint32_t spread = locality == 0 ? 64 : locality == 1 ? 8192 : DATA_BYTES;
	uint32_t offset;

	if (random_below(source, 8) == 0)
		spread = 64;
	offset = random_below(source, spread);
	return 0x100000 + (random_below(source, 4) ? offset & ~7U : offset);
}

/* Walk a random static program; its branches are mostly biased. */
void random_program(struct random_source *source, struct tea_op *ops, unsigned int count)
{
	struct tea_insn program[PROGRAM];
	uint64_t pcs[PROGRAM + 1];
	unsigned int targets[PROGRAM], bias[PROGRAM];
	unsigned int locality = random_below(source, 3);
	unsigned int registers = 4 + random_below(source, 28);
	unsigned int length = 20 + random_below(source, PROGRAM - 20), at = 0;
	uint8_t privilege = TEA_PRIV_U;

	pcs[0] = CODE + 2 * random_below(source, 16);
	for (unsigned int i = 0; i < length; i++) {
		program[i] = random_insn(source, registers);
		pcs[i + 1] = pcs[i] + program[i].length_bytes;
		targets[i] = random_below(source, length);
		bias[i] = random_below(source, 3) * 50;
	}
	for (unsigned int i = 0; i < count; i++) {
		struct tea_op *op = &ops[i];

		*op = (struct tea_op){ .insn = program[at], .pc = pcs[at], .privilege = privilege,
				       .site = 1 + at };
		if (random_is_memory(&op->insn)) {
			op->has_addr = random_below(source, 100) != 0;
			op->addr = random_address(source, locality);
		}
		if (op->insn.class == TEA_CLASS_INT_DIV)
			op->steps = (uint8_t)random_below(source, TEA_DIVIDE_STEPS_MAX + 1);
		if (random_below(source, 300) == 0) {
			op->trap = random_below(source, 2) ? TEA_TRAP_EXCEPTION : TEA_TRAP_INTERRUPT;
			privilege ^= TEA_PRIV_S;
		}
		if (op->trap || is_taken(source, &op->insn, bias[at]))
			at = op->insn.class == TEA_CLASS_JUMP_REG ? random_below(source, length) :
				targets[at];
		else
			at = at + 1 < length ? at + 1 : 0;
		op->next_pc = pcs[at];
	}
}

/* Each knob of the core small, at its default, or anything in between. */
void random_params(struct random_source *source, struct tea_params *params)
{
	static const struct {
		const char *name;
		unsigned int min, max;
	} knobs[] = {
		{ "fetch_buffer", 4, 48 }, { "fetch_targets", 4, 60 }, { "frontend_latency", 1, 6 },
		{ "taken_bubble", 0, 2 }, { "decode_redirect", 0, 6 }, { "decode_width", 1, 8 },
		{ "rename_latency", 1, 3 }, { "branches", 1, 30 }, { "predictor", 1, 2 },
		{ "predictor_perfect", 0, 1 },
		{ "redirect_latency", 0, 4 }, { "flush_latency", 0, 4 }, { "commit_width", 1, 8 },
		{ "rob", 4, 192 }, { "int_registers", 40, 192 }, { "fp_registers", 40, 192 },
		{ "int_queue", 1, 80 }, { "int_issue", 1, 4 }, { "mem_queue", 1, 48 },
		{ "mem_issue", 1, 2 }, { "fp_queue", 1, 48 }, { "fp_issue", 1, 2 },
		{ "issue_latency", 1, 3 }, { "load_queue", 1, 64 }, { "store_queue", 1, 64 },
		{ "store_drain", 1, 4 }, { "l1d_mshrs", 1, 16 }, { "l1d_sdq", 1, 64 },
		{ "tlb_superpages", 1, 4 }, { "arithmetic_perfect", 0, 1 }, { "l1i_perfect", 0, 1 },
		{ "l1d_perfect", 0, 1 }, { "itlb_perfect", 0, 1 }, { "dtlb_perfect", 0, 1 },
	};

	tea_params_init(params);
	for (size_t i = 0; i < sizeof(knobs) / sizeof(knobs[0]); i++) {
		unsigned int span = knobs[i].max - knobs[i].min, small = span < 4 ? span : 4;
		unsigned int value = knobs[i].min;
		char text[16];

		switch (random_below(source, 4)) {
		case 0:
			continue;
		case 1:
			value += random_below(source, small + 1);
			break;
		default:
			value += random_below(source, span + 1);
		}
		snprintf(text, sizeof(text), "%u", value);
		if (tea_params_set(params, knobs[i].name, text))
			abort();
	}
	params->ubtb_ways = (1U << random_below(source, 6)) / 2;
	params->tlb_sector = 1U << random_below(source, 3);
	params->l1_tlb = params->tlb_sector * (1 + random_below(source, 8));
	params->l1i_tlb = params->tlb_sector * (1 + random_below(source, 8));
	params->fetch_width = 1U << random_below(source, 5);
	params->fetch_bank = 1U << random_below(source, 5);
}

int random_walk(void *opaque, uint64_t vaddr, uint8_t privilege, struct tea_walk *walk)
{
	(void)opaque;
	(void)privilege;
	*walk = (struct tea_walk){ .levels = 3, .page_shift = 12, .page_paddr = vaddr & ~0xfffULL };
	for (unsigned int i = 0; i < walk->levels; i++)
		walk->pte_addr[i] = 0x40000000 + ((uint64_t)i << 20) +
				    (vaddr >> (12 + 9 * (2 - i)) & 511) * 8;
	return 0;
}

void random_pass(struct random_passed *passed, struct tea_retired *record)
{
	const unsigned int several = tea_retired_several(record), first = passed->count;

	memcpy(&passed->records[first], several ? record->micro : record,
	       (several ? several : 1) * sizeof(*record));
	if (several)
		record->micro = &passed->records[first];
	do {
		passed->firsts[passed->count++] = first;
	} while (passed->count < first + several);
}

unsigned int random_run_passed(const struct tea_params *params, const struct tea_op *ops,
			       unsigned int count, struct tea_retired *records,
			       struct random_passed *passed)
{
	static const struct tea_env env = { .walk = random_walk };
	struct tea_model *model = tea_model_create(params, &env);
	unsigned int left = 0;

	if (!model)
		abort();
	tea_model_explain(model, true);
	for (unsigned int i = 0; i < count; i++) {
		const struct tea_retired *made;
		unsigned int more = tea_model_step(model, &ops[i], &made);

		memcpy(&records[left], made, more * sizeof(*made));
		for (unsigned int k = 0; passed && k < more; k++)
			random_pass(passed, &records[left + k]);
		left += more;
	}
	tea_model_destroy(model);
	return left;
}

unsigned int random_run(const struct tea_params *params, const struct tea_op *ops,
			unsigned int count, struct tea_retired *records)
{
	return random_run_passed(params, ops, count, records, NULL);
}
