// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_data.c - an instruction's memory access in records and samples: address, source, latency
 *
 * Streams by hand on the real memory hierarchy. Each access waits for a long chain of
 * additions, so that all before it is over; cycles are worked out from the knobs.
 */
#include "memory/hierarchy.h"

#include <string.h>

#include "isa/vector.h"
#include "memory/uncore.h"
#include "model.h"
#include "observers/picker.h"
#include "observers/sampler.h"

#define DATA	0x100000ULL
#define REST	400	/* additions between two accesses that do not meet */
#define BASE	5	/* register of their sum */

struct core {
	struct hierarchy h;
	struct tea_model *model;
	uint64_t pc;
	struct tea_retired last;
	uint64_t mem;		/* of it */
};

/* Core @number of an uncore, or alone. */
static void join(struct core *core, struct tea_uncore *uncore, unsigned int number,
		 const char *name, const char *value)
{
	const struct knob knobs[] = {
		{ "l1d_prefetch", "0" }, { name, value }, { NULL, NULL },
	};

	*core = (struct core){ .pc = 0x10000 };
	hierarchy_join(&core->h, knobs, uncore, number);
	core->model = tea_model_create(&core->h.params, &core->h.env);
	assert_non_null(core->model);
}

static void begin(struct core *core, const char *name, const char *value)
{
	join(core, NULL, 0, name, value);
}

static void end(struct core *core)
{
	tea_model_destroy(core->model);
	hierarchy_deinit(&core->h);
}

/* Step @op, and keep its last record. Returns how many there were. */
static unsigned int step(struct core *core, struct tea_op op)
{
	const struct tea_retired *records;
	unsigned int count;

	op.insn.length_bytes = 4;
	op.pc = core->pc;
	/* in a page that stays: an unmodelled jump leads back */
	core->pc = op.next_pc = 0x10000 + (core->pc + 4) % 1024;
	count = tea_model_step(core->model, &op, &records);
	core->last = records[count - 1];
	core->mem = tea_retired_mem(&core->last);
	if (count == 2) {	/* a load that ran ahead of a store has no source */
		assert_int_equal(tea_mem_kind(records[0].mem), TEA_MEM_LOAD);
		assert_int_equal(tea_retired_addr(&records[0]), op.addr);
		assert_true(records[0].psv & TEA_PSV_FL_MO);
		assert_int_equal(tea_retired_mem(&records[0]) >> TEA_MEM_LATENCY_SHIFT, 0);
		assert_int_equal(tea_mem_source(records[0].mem), TEA_MEM_SOURCE_UNKNOWN);
	}
	return count;
}

static struct tea_op make_op(uint8_t class, uint64_t addr, uint8_t bytes)
{
	return (struct tea_op){
		.insn = {
			.class = class, .dst = class == TEA_CLASS_STORE ? TEA_REG_NONE : 7,
			.src = { BASE, TEA_REG_NONE, TEA_REG_NONE }, .access_bytes = bytes,
		},
		.addr = addr, .has_addr = bytes, .privilege = TEA_PRIV_U,
	};
}

static void rest(struct core *core)
{
	for (unsigned int i = 0; i < REST; i++) {
		struct tea_op op = make_op(TEA_CLASS_INT_ALU, 0, 0);

		op.insn.dst = BASE;
		step(core, op);
		assert_int_equal(core->mem, 0);
	}
}

static void access_at(struct core *core, uint8_t class, uint64_t addr)
{
	step(core, make_op(class, addr, 8));
}

/* The same when all else is over. */
static void access_alone(struct core *core, uint8_t class, uint64_t addr)
{
	rest(core);
	access_at(core, class, addr);
}

static void check(const struct core *core, unsigned int kind, uint64_t addr,
		  enum tea_mem_source source, enum tea_mem_tlb tlb, uint64_t latency)
{
	assert_int_equal(tea_retired_addr(&core->last), addr);
	assert_int_equal(core->mem, kind | TEA_MEM_ADDR | (uint64_t)source << TEA_MEM_SOURCE_SHIFT |
			 (uint64_t)tlb << TEA_MEM_TLB_SHIFT | latency << TEA_MEM_LATENCY_SHIFT);
}

#define CHECK(core, kind, addr, source, tlb, latency) \
	check(core, TEA_MEM_##kind, addr, TEA_MEM_SOURCE_##source, TEA_MEM_TLB_##tlb, latency)

/* From issue to the write-back of a hit: its readers issue in that cycle. */
static cycle_t hit(const struct core *core)
{
	return core->h.params.l1d_latency;
}

/* The same for others: their readers issue in the next cycle, @cycles behind the load itself. */
static cycle_t late(cycle_t cycles)
{
	return cycles - 1;
}

static void test_sources(void **state)
{
	static const char *const latencies[] = { "1", "4", "9" };

	(void)state;
	for (unsigned int i = 0; i < 3; i++) {
		struct core core;

		begin(&core, "l1d_latency", latencies[i]);
		access_alone(&core, TEA_CLASS_LOAD, DATA);
		access_alone(&core, TEA_CLASS_LOAD, DATA + 2 * LINE);
		CHECK(&core, LOAD, DATA + 2 * LINE, MEMORY, L1, late(load_cycles_row_hit(&core.h)));
		access_alone(&core, TEA_CLASS_LOAD, DATA + 8);
		CHECK(&core, LOAD, DATA + 8, L1, L1, hit(&core));
		/* out of the L1, not of the LLC */
		for (unsigned int k = 1; k <= core.h.params.l1d_ways; k++)
			access_alone(&core, TEA_CLASS_LOAD, DATA + k * core.h.params.l1d_kib * 1024);
		/* nor out of the TLB */
		access_alone(&core, TEA_CLASS_LOAD, DATA + 8 * LINE);
		access_alone(&core, TEA_CLASS_LOAD, DATA);
		CHECK(&core, LOAD, DATA, LLC, L1, late(load_cycles_llc(&core.h)));
		end(&core);
	}
}

static void test_merged(void **state)
{
	struct core core;
	cycle_t first;

	(void)state;
	begin(&core, "mem_issue", "2");
	access_alone(&core, TEA_CLASS_LOAD, DATA);
	access_alone(&core, TEA_CLASS_LOAD, DATA + LINE);
	assert_int_equal(tea_mem_source(core.mem), TEA_MEM_SOURCE_MEMORY);
	first = core.last.at[TEA_STAGE_COMPLETE];
	/* answered in the cycle behind the first one */
	access_at(&core, TEA_CLASS_LOAD, DATA + LINE + 8);
	CHECK(&core, LOAD, DATA + LINE + 8, FILL, L1, first + 1 - core.last.at[TEA_STAGE_ISSUE]);
	end(&core);
}

static void test_forwarded(void **state)
{
	struct core core;
	struct tea_op part = make_op(TEA_CLASS_LOAD, DATA + 4, 4);

	(void)state;
	begin(&core, "forward_latency", "7");
	access_alone(&core, TEA_CLASS_LOAD, DATA);
	access_alone(&core, TEA_CLASS_STORE, DATA);
	CHECK(&core, STORE, DATA, UNKNOWN, L1, 0);
	step(&core, part);
	/* in time: as a hit */
	CHECK(&core, LOAD, DATA + 4, FORWARDED, L1, hit(&core));
	end(&core);
}

/* A load that is free to run ahead reads before the older store's address is there. */
static void test_order(void **state)
{
	struct core core;
	struct tea_op load = make_op(TEA_CLASS_LOAD, DATA, 8);

	(void)state;
	begin(&core, "rob", "96");
	access_alone(&core, TEA_CLASS_LOAD, DATA);
	for (unsigned int i = 0; i < 60; i++) {
		struct tea_op op = make_op(TEA_CLASS_INT_MUL, 0, 0);

		op.insn.dst = BASE;
		step(&core, op);
	}
	access_at(&core, TEA_CLASS_STORE, DATA);
	load.insn.src[0] = TEA_REG_NONE;
	assert_int_equal(step(&core, load), 2);
	assert_int_equal(tea_mem_kind(core.mem), TEA_MEM_LOAD);
	end(&core);
}

static void test_tlb(void **state)
{
	const uint64_t pages[] = { DATA, DATA + 4 * PAGE + LINE, DATA + 8 * PAGE + 2 * LINE };
	struct core core;

	(void)state;
	begin(&core, "l1_tlb", "8");
	for (unsigned int i = 0; i < 3; i++)
		access_alone(&core, TEA_CLASS_LOAD, pages[i]);
	assert_int_equal(tea_mem_tlb(core.mem), TEA_MEM_TLB_WALK);
	access_alone(&core, TEA_CLASS_LOAD, pages[0]);
	CHECK(&core, LOAD, DATA, L1, L2, late(hit(&core) + core.h.params.l2_tlb_latency));
	access_alone(&core, TEA_CLASS_STORE, pages[1]);
	CHECK(&core, STORE, pages[1], UNKNOWN, L2, 0);
	/* two PTEs that the walk for the code has left in the walker's cache, one in the L1 */
	rest(&core);
	tea_model_flush_tlb(core.model);
	access_alone(&core, TEA_CLASS_LOAD, pages[0]);
	CHECK(&core, LOAD, DATA, L1, WALK, late(hit(&core) + core.h.params.l2_tlb_latency + 2 +
						core.h.params.l1d_latency));
	/* a page on its way is that walk's */
	rest(&core);
	tea_model_flush_tlb(core.model);
	access_alone(&core, TEA_CLASS_LOAD, pages[0]);
	access_at(&core, TEA_CLASS_LOAD, pages[0] + 8);
	assert_int_equal(tea_mem_tlb(core.mem), TEA_MEM_TLB_WALK);
	access_alone(&core, TEA_CLASS_LOAD, pages[0] + 8);
	CHECK(&core, LOAD, DATA + 8, L1, L1, hit(&core));
	end(&core);
}

static void test_untranslated(void **state)
{
	struct core core;
	struct tea_op op = make_op(TEA_CLASS_LOAD, DATA, 8);

	(void)state;
	begin(&core, "rob", "96");
	op.privilege = TEA_PRIV_M;
	step(&core, op);
	assert_int_equal(tea_mem_tlb(core.mem), TEA_MEM_TLB_UNKNOWN);
	rest(&core);
	step(&core, op);
	CHECK(&core, LOAD, DATA, L1, UNKNOWN, hit(&core));
	op.insn.class = TEA_CLASS_STORE;
	step(&core, op);
	CHECK(&core, STORE, DATA, UNKNOWN, UNKNOWN, 0);
	end(&core);
}

static void test_atomics(void **state)
{
	static const uint8_t classes[] = {
		TEA_CLASS_LOAD_RESERVED, TEA_CLASS_STORE_CONDITIONAL, TEA_CLASS_AMO,
	};
	struct core core;
	struct tea_op failed = make_op(TEA_CLASS_STORE_CONDITIONAL, DATA, 8);

	(void)state;
	begin(&core, "rob", "96");
	access_alone(&core, TEA_CLASS_LOAD, DATA);
	for (unsigned int i = 0; i < 3; i++) {
		access_alone(&core, classes[i], DATA);
		/* but LR they access the L1 from the store queue, a cycle later */
		CHECK(&core, ATOMIC, DATA, L1, L1, i ? late(core.h.params.issue_latency + hit(&core)) :
						       hit(&core));
	}
	access_alone(&core, TEA_CLASS_AMO, DATA + LINE);
	assert_int_equal(tea_mem_source(core.mem), TEA_MEM_SOURCE_MEMORY);
	failed.has_addr = false;
	step(&core, failed);
	assert_int_equal(core.mem, TEA_MEM_ATOMIC);
	assert_int_equal(tea_retired_addr(&core.last), 0);
	end(&core);
}

static void test_crossing(void **state)
{
	struct core core;

	(void)state;
	begin(&core, "rob", "96");
	access_alone(&core, TEA_CLASS_LOAD, DATA);
	access_alone(&core, TEA_CLASS_LOAD, DATA + LINE - 4);
	assert_int_equal(core.mem & 0xffff, TEA_MEM_LOAD | TEA_MEM_ADDR | TEA_MEM_TLB_L1 << 8 |
			 TEA_MEM_SOURCE_MEMORY << 4);
	access_alone(&core, TEA_CLASS_LOAD, DATA + LINE - 4);
	/* once more a port, in the next cycle */
	CHECK(&core, LOAD, DATA + LINE - 4, L1, L1, late(hit(&core) + 1));
	access_alone(&core, TEA_CLASS_LOAD, DATA + PAGE - LINE);
	access_alone(&core, TEA_CLASS_STORE, DATA + PAGE - 4);
	CHECK(&core, STORE, DATA + PAGE - 4, UNKNOWN, WALK, 0);
	end(&core);
}

static void test_none(void **state)
{
	struct core core;
	struct tea_op op = make_op(TEA_CLASS_PREFETCH_R, DATA, 8);

	(void)state;
	begin(&core, "rob", "96");
	step(&core, op);
	assert_int_equal(core.mem, 0);
	op.insn.class = TEA_CLASS_LOAD;
	op.trap = TEA_TRAP_INTERRUPT;
	step(&core, op);
	assert_int_equal(core.mem, 0);
	op.trap = TEA_TRAP_EXCEPTION;
	op.has_addr = false;
	step(&core, op);
	assert_int_equal(core.mem, TEA_MEM_LOAD);
	end(&core);
}

/* Three elements of 64 bits each in three lines, the first one masked off. */
static void step_strided(struct core *core, uint8_t class, uint64_t mask)
{
	const struct tea_vector_op vector = {
		.insn = {
			.vd = 8, .vs1 = TEA_REG_NONE, .vs2 = TEA_REG_NONE, .mode = TEA_VMODE_STRIDED,
			.fields = 1, .eew_log2 = 3, .shape = { TEA_SHAPE_EEW },
			.flags = TEA_VECTOR_MASKED,
		},
		.vl = 3, .sew_log2 = 3, .lmul_log2 = 1, .vta = true, .vma = true,
		.stride = LINE, .mask = { mask },
	};
	struct tea_op op = make_op(class, DATA, 0);

	op.insn.dst = class == TEA_CLASS_V_STORE ? TEA_REG_NONE : TEA_REG_V(8);
	op.has_addr = true;
	op.vector = &vector;
	rest(core);
	step(core, op);
}

static void test_vectors(void **state)
{
	struct core core;

	(void)state;
	core = (struct core){ .pc = 0x10000 };
	hierarchy_init(&core.h, (const struct knob[]){
		{ "core", "boom-vector" }, { "l1d_prefetch", "0" }, { NULL, NULL } });
	core.model = tea_model_create(&core.h.params, &core.h.env);
	assert_non_null(core.model);
	access_alone(&core, TEA_CLASS_LOAD, DATA);
	access_alone(&core, TEA_CLASS_LOAD, DATA + LINE);
	step_strided(&core, TEA_CLASS_V_LOAD, 2);
	CHECK(&core, LOAD, DATA + LINE, L1, L1, late(hit(&core)));
	step_strided(&core, TEA_CLASS_V_LOAD, 6);
	CHECK(&core, LOAD, DATA + LINE, MEMORY, L1, core.last.at[TEA_STAGE_COMPLETE] -
	      core.last.at[TEA_STAGE_ISSUE]);
	assert_true(tea_mem_latency(core.mem) >= late(load_cycles_row_hit(&core.h)));
	step_strided(&core, TEA_CLASS_V_STORE, 6);
	CHECK(&core, STORE, DATA + LINE, UNKNOWN, L1, 0);
	step_strided(&core, TEA_CLASS_V_LOAD, 0);
	assert_int_equal(core.mem, TEA_MEM_LOAD);
	end(&core);
}

static struct tea_sample seen;

static void on_sample(void *opaque, const struct tea_sample *sample)
{
	(void)opaque;
	seen = *sample;
}

static void on_span(void *opaque, const struct tea_span *span)
{
	tea_sampler_span(opaque, span);
}

/* Three that commit together, one of which loads; then one that stalls. */
static void test_samples(void **state)
{
	struct tea_retired records[] = {
		{ .pc = 1, .at = { 0, 1, 2, 3, 4, 10 } },
		{ .pc = 2, .at = { 0, 1, 2, 3, 9, 10 }, .addr = DATA, .mem = TEA_MEM_LOAD |
		  TEA_MEM_ADDR | TEA_MEM_SOURCE_LLC << TEA_MEM_SOURCE_SHIFT },
		{ .pc = 3, .at = { 0, 1, 2, 3, 20, 21 }, .addr = 8, .mem = TEA_MEM_STORE |
		  TEA_MEM_ADDR },
	};
	struct tea_sampler sampler = {
		.privileges = 1, .enabled = true, .sink = on_sample,
	};
	struct tea_picker picker = { .sink = on_sample };
	struct tea_spans spans;

	(void)state;
	tea_countdown_init(&sampler.countdown, 1, 0);
	tea_spans_init(&spans, 0, on_span, &sampler);
	spans.memory = true;
	tea_spans_record(&spans, &records[0]);
	tea_spans_record(&spans, &records[1]);
	tea_spans_sync(&spans);
	assert_int_equal(seen.slots, 2);
	assert_int_equal(seen.mem[0], 0);
	assert_int_equal(seen.addr[1], DATA);
	assert_int_equal(seen.mem[1], tea_retired_mem(&records[1]));
	assert_int_equal(tea_mem_latency(seen.mem[1]), 6);
	tea_spans_record(&spans, &records[2]);
	assert_int_equal(seen.slots, 1);
	assert_int_equal(seen.addr[0], 8);
	assert_int_equal(seen.mem[0], records[2].mem);

	tea_countdown_init(&sampler.countdown, 1, 0);
	tea_picker_load(&picker, &sampler.countdown, 1, true);
	tea_picker_record(&picker, &records[1], false);
	assert_int_equal(seen.pc[0], 2);
	assert_int_equal(seen.addr[0], DATA);
	assert_int_equal(tea_mem_latency(seen.mem[0]), 6);

	/* no more than its bits */
	records[1].at[TEA_STAGE_COMPLETE] = UINT64_C(1) << 33;
	assert_int_equal(tea_mem_latency(tea_retired_mem(&records[1])), UINT32_MAX);
}

/* A load, and an atomic, that wait for another core's line; not a store, which does not wait. */
static void test_other_cores(void **state)
{
	const uint64_t waits = TEA_PSV_ST_L1 | TEA_PSV_ST_CO;
	struct tea_params params;
	struct tea_uncore *uncore;
	struct core cores[2];

	(void)state;
	tea_params_init(&params);
	uncore = tea_uncore_create(&params, 2);
	assert_non_null(uncore);
	for (unsigned int i = 0; i < 2; i++)
		join(&cores[i], uncore, i, "probe_latency", "20");
	access_alone(&cores[0], TEA_CLASS_STORE, DATA);
	for (unsigned int i = 0; i < 3; i++)
		rest(&cores[1]);
	access_at(&cores[1], TEA_CLASS_LOAD, DATA);
	assert_int_equal(cores[1].last.psv & waits, waits);
	assert_int_equal(tea_mem_source(cores[1].mem), TEA_MEM_SOURCE_MODIFIED);
	assert_int_equal(cores[1].last.psv & TEA_PSV_ST_LLC, 0);
	access_alone(&cores[1], TEA_CLASS_LOAD, DATA);
	assert_int_equal(cores[1].last.psv & waits, 0);
	access_alone(&cores[1], TEA_CLASS_STORE, DATA);
	assert_int_equal(cores[1].last.psv & waits, 0);
	for (unsigned int i = 0; i < 3; i++)
		rest(&cores[0]);
	access_at(&cores[0], TEA_CLASS_AMO, DATA);
	assert_int_equal(cores[0].last.psv & waits, waits);
	assert_int_equal(tea_mem_source(cores[0].mem), TEA_MEM_SOURCE_MODIFIED);
	for (unsigned int i = 0; i < 2; i++)
		end(&cores[i]);
	tea_uncore_destroy(uncore);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sources), cmocka_unit_test(test_merged),
		cmocka_unit_test(test_forwarded), cmocka_unit_test(test_order),
		cmocka_unit_test(test_tlb), cmocka_unit_test(test_untranslated),
		cmocka_unit_test(test_atomics), cmocka_unit_test(test_crossing),
		cmocka_unit_test(test_none), cmocka_unit_test(test_vectors),
		cmocka_unit_test(test_samples), cmocka_unit_test(test_other_cores),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
