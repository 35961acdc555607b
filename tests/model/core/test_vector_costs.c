// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_vector_costs.c - the costs of vector instructions, by the knobs
 *
 * A kernel is one instruction repeated: in a chain, where each reads the result of the one before,
 * its latency to use; independent of each other, the cycles by which they follow. Memory
 * and prediction are perfect. Each cost is an expression of knobs, worked out by hand, and
 * measured on the cores with vectors and with knobs changed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <math.h>
#include <stdio.h>

#include <cmocka.h>

#include "isa/vector.h"
#include "model.h"
#include "random_program.h"
#include "tea_abi.h"

#define WARM_UP		400	/* operations */
#define MEASURED	800
#define DATA		0x100000

struct cost {
	const char *what;
	uint8_t class;
	bool chain;
	int8_t lmul_log2;
	uint8_t sew_log2;
	uint8_t flags;
	uint8_t mode;
	int64_t stride;
	double (*expected)(const struct tea_params *p);
};

/* Cycles that a pipe takes for a register. */
static double parts(const struct tea_params *p)
{
	return p->vlen > p->dlen ? p->vlen / p->dlen : 1;
}

/* From issue to a dependent's, for a result read from the register file. */
static double to_use(const struct tea_params *p, double latency)
{
	return latency + p->issue_latency + 1;
}

/* The extra wait of a chain without chaining. */
static double rest(const struct tea_params *p)
{
	return p->vchaining ? 0 : parts(p) - 1;
}

static double elements(const struct tea_params *p, unsigned int bytes)
{
	return p->vlen / 8.0 / bytes;
}

/* Accesses of a register of neighbouring elements. */
static double blocks(const struct tea_params *p)
{
	return fmax(1, p->vlen / 8.0 / p->vmem_bytes);
}

/* Behind the last part: steps over the lanes of the data path. */
static double folds(const struct tea_params *p, unsigned int bytes)
{
	return log2((p->vlen < p->dlen ? p->vlen : p->dlen) / 8.0 / bytes);
}

static double int_chain(const struct tea_params *p) { return to_use(p, p->vint_latency) + rest(p); }
static double mul_chain(const struct tea_params *p) { return to_use(p, p->vmul_latency) + rest(p); }
static double fma_chain(const struct tea_params *p) { return to_use(p, p->vfma_latency) + rest(p); }

static double misc_chain(const struct tea_params *p)
{
	return to_use(p, p->vfmisc_latency) + rest(p);
}

/* The last part is read in the reader's last cycle. */
static double div_chain(const struct tea_params *p)
{
	double whole = to_use(p, p->vfdiv_latency * parts(p));

	return p->vchaining ? fmax(whole - (parts(p) - 1), p->vfdiv_latency * parts(p)) : whole;
}

static double slide_chain(const struct tea_params *p)
{
	return to_use(p, p->vpermute_latency) + parts(p) - 1;
}

static double sum_chain(const struct tea_params *p)
{
	return to_use(p, p->vfma_latency * (parts(p) + folds(p, 8)));
}

static double ordered_chain(const struct tea_params *p)
{
	return to_use(p, p->vfma_latency * elements(p, 8));
}

static double fma_rate(const struct tea_params *p) { return parts(p) / p->vec_issue; }
static double fma_group_rate(const struct tea_params *p) { return 8 * parts(p) / p->vec_issue; }
static double div_rate(const struct tea_params *p) { return p->vdiv_latency * parts(p); }
static double sqrt_rate(const struct tea_params *p) { return p->vfsqrt_latency * parts(p); }
static double slide_rate(const struct tea_params *p) { return parts(p); }

/* Two registers, each two times as long. */
static double gather_rate(const struct tea_params *p) { return 4 * parts(p); }

/* Where registers are few each is held from dispatch until behind the load's commit. */
static double load_rate(const struct tea_params *p)
{
	const double held = p->l1d_latency + 2;

	return fmax(blocks(p) / p->mem_issue, held / (p->vec_registers - TEA_REGS_FILE));
}

static double strided_rate(const struct tea_params *p) { return elements(p, 8) / p->mem_issue; }
static double store_rate(const struct tea_params *p) { return blocks(p) / p->store_drain; }

static double strided_store_rate(const struct tea_params *p)
{
	return elements(p, 4) / p->store_drain;
}

#define C(class) TEA_CLASS_V_##class
#define UNIT TEA_VMODE_UNIT
#define STRIDED TEA_VMODE_STRIDED

static const struct cost costs[] = {
	{ "integer, latency to use", C(INT), true, 0, 2, 0, 0, 0, int_chain },
	{ "multiply, latency to use", C(INT_MUL), true, 0, 2, 0, 0, 0, mul_chain },
	{ "fused multiply-add, latency to use", C(FP_FMA), true, 0, 2, TEA_VECTOR_READS_VD, 0, 0,
	  fma_chain },
	{ "floating-point add, latency to use", C(FP_ADD), true, 0, 2, 0, 0, 0, fma_chain },
	{ "floating-point multiply, latency to use", C(FP_MUL), true, 0, 2, 0, 0, 0, fma_chain },
	{ "conversion, latency to use", C(FP_MISC), true, 0, 2, 0, 0, 0, misc_chain },
	{ "divide, latency to use", C(FP_DIV), true, 0, 3, 0, 0, 0, div_chain },
	{ "slide, latency to use", C(PERMUTE), true, 0, 2, 0, 0, 0, slide_chain },
	{ "sum, latency to use", C(FP_REDUCE), true, 0, 3, 0, 0, 0, sum_chain },
	{ "sum in order, latency to use", C(FP_REDUCE), true, 0, 3, TEA_VECTOR_ORDERED, 0, 0,
	  ordered_chain },
	{ "fused multiply-adds", C(FP_FMA), false, 0, 2, 0, 0, 0, fma_rate },
	{ "fused multiply-adds of groups of 8", C(FP_FMA), false, 3, 2, 0, 0, 0, fma_group_rate },
	{ "integer divides", C(INT_DIV), false, 0, 2, 0, 0, 0, div_rate },
	{ "square roots", C(FP_SQRT), false, 0, 3, 0, 0, 0, sqrt_rate },
	{ "slides", C(PERMUTE), false, 0, 2, 0, 0, 0, slide_rate },
	{ "gathers of groups of 2", C(PERMUTE), false, 1, 2, TEA_VECTOR_GATHER, 0, 0, gather_rate },
	{ "loads", C(LOAD), false, 0, 2, 0, UNIT, 0, load_rate },
	{ "strided loads", C(LOAD), false, 0, 3, 0, STRIDED, 72, strided_rate },
	{ "stores", C(STORE), false, 0, 2, 0, UNIT, 0, store_rate },
	{ "strided stores", C(STORE), false, 0, 2, 0, STRIDED, 20, strided_store_rate },
};

static void make_op(const struct cost *cost, const struct tea_params *p, unsigned int i,
		    struct tea_op *op, struct tea_vector_op *vector)
{
	const bool reduction = cost->class == C(REDUCE) || cost->class == C(FP_REDUCE);
	const bool memory = cost->mode != TEA_VMODE_NONE;
	const unsigned int group = 1U << cost->lmul_log2;
	const uint8_t vd = (uint8_t)(cost->chain ? 8 : i * group % 24 / group * group);

	*vector = (struct tea_vector_op){
		.insn = {
			.vd = vd, .vs1 = memory ? TEA_REG_NONE : reduction ? vd : 24,
			.vs2 = memory ? TEA_REG_NONE : cost->chain && !reduction ? vd : 24,
			.mode = cost->mode, .fields = 1, .eew_log2 = cost->sew_log2,
			.shape = { reduction ? TEA_SHAPE_ELEMENT : memory ? TEA_SHAPE_EEW : 0,
				   reduction ? TEA_SHAPE_ELEMENT : 0, 0 },
			.flags = cost->flags,
		},
		.vl = (uint16_t)(p->vlen / 8 >> cost->sew_log2 << cost->lmul_log2),
		.sew_log2 = cost->sew_log2, .lmul_log2 = cost->lmul_log2,
		.vta = true, .vma = true, .stride = cost->stride,
	};
	*op = (struct tea_op){
		.insn = {
			.class = cost->class, .length_bytes = 4,
			.dst = cost->class == C(STORE) ? TEA_REG_NONE : (uint8_t)TEA_REG_V(vd),
			.src = { TEA_REG_NONE, TEA_REG_NONE, TEA_REG_NONE },
		},
		.pc = 0x1000 + 4 * i, .next_pc = 0x1004 + 4 * i, .addr = DATA + 4096 * (i % 4),
		.has_addr = memory, .privilege = TEA_PRIV_U, .vector = vector,
	};
}

static double measure(const struct cost *cost, const struct tea_params *params)
{
	static const struct tea_env env = { .walk = random_walk };
	struct tea_model *model = tea_model_create(params, &env);
	cycle_t begin = 0;
	double cycles;

	assert_non_null(model);
	for (unsigned int i = 0; i < WARM_UP + MEASURED; i++) {
		const struct tea_retired *records;
		struct tea_vector_op vector;
		struct tea_op op;

		make_op(cost, params, i, &op, &vector);
		assert_int_equal(tea_model_step(model, &op, &records), 1);
		if (i + 1 == WARM_UP)
			begin = tea_model_now(model);
	}
	cycles = (double)(tea_model_now(model) - begin) / MEASURED;
	tea_model_destroy(model);
	return cycles;
}

/* All costs within 2 %, on @core with "KNOB=VALUE" lists of @knobs. */
static void check_costs(const char *core, const char *const knobs[][2])
{
	struct tea_params params;

	assert_int_equal(tea_params_select(&params, core), 0);
	params.l1i_perfect = params.l1d_perfect = params.itlb_perfect = params.dtlb_perfect = 1;
	for (unsigned int i = 0; knobs[i][0]; i++)
		assert_int_equal(tea_params_set(&params, knobs[i][0], knobs[i][1]), 0);
	for (size_t i = 0; i < sizeof(costs) / sizeof(costs[0]); i++) {
		/* no more than decode's width pass in a cycle */
		double expected = fmax(costs[i].expected(&params),
				       (double)(1U << costs[i].lmul_log2) / params.decode_width);
		double cycles = measure(&costs[i], &params);

		printf("# %s: %s takes %.2f cycles, %.2f measured\n", core, costs[i].what, expected,
		       cycles);
		fflush(stdout);
		assert_true(fabs(cycles - expected) <= 0.02 * expected);
	}
}

static void on_the_cores(void **state)
{
	static const char *const none[][2] = { { NULL, NULL } };

	(void)state;
	check_costs("boom-vector", none);
	check_costs("boom-saturn", none);
}

static void with_other_knobs(void **state)
{
	static const char *const narrow[][2] = {
		{ "dlen", "64" }, { "vmem_bytes", "16" }, { "mem_issue", "1" }, { NULL, NULL },
	};
	static const char *const unchained[][2] = {
		{ "dlen", "128" }, { "vchaining", "0" }, { "vfma_latency", "6" },
		{ "vint_latency", "3" }, { "vmul_latency", "5" }, { "vfmisc_latency", "2" },
		{ "vfdiv_latency", "9" }, { "vdiv_latency", "30" }, { "vfsqrt_latency", "17" },
		{ "vpermute_latency", "5" }, { "store_drain", "2" }, { "issue_latency", "1" },
		{ NULL, NULL },
	};
	static const char *const wide[][2] = {
		{ "vlen", "1024" }, { "dlen", "1024" }, { "vec_issue", "4" },
		{ "vmem_bytes", "64" }, { NULL, NULL },
	};
	/* half of the data path has no elements */
	static const char *const half[][2] = { { "vlen", "128" }, { NULL, NULL } };

	(void)state;
	check_costs("boom-vector", narrow);
	check_costs("boom-vector", unchained);
	check_costs("boom-vector", wide);
	check_costs("boom-vector", half);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(on_the_cores),
		cmocka_unit_test(with_other_knobs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
