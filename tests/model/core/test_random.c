// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_random.c - invariants of the whole model on random programs
 *
 * A random program (loops, calls, dependent loads and stores, traps, atomics) runs
 * on the real memory and predictor under random knobs. Checked against a recount
 * from the records alone: stages never go back, widths, the size of every
 * structure, operands, the attribution contract, the sampler at period 1 against
 * the golden reference bit for bit, the sampler's times and metadata
 * at other periods, determinism with and without observers.
 *
 * The seed is printed; TEA_SEED=N repeats that run alone, TEA_RUNS=N makes more.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/wrongpath.h"
#include "model.h"
#include "observers/stacks.h"
#include "observers/sampler.h"
#include "observers/spans.h"
#include "random_program.h"
#include "tea_abi.h"

#define OPS		20000
#define RECORDS_MAX	(2 * OPS)

struct held {
	cycle_t begin, end;	/* [begin, end): an entry is taken */
};

/* Results of one run. */
struct run {
	struct tea_params params;
	struct tea_retired records[RECORDS_MAX];
	unsigned int fetches[RECORDS_MAX];	/* fetch blocks begun for each record */
	unsigned int count;
	struct held stores[RECORDS_MAX];	/* from dispatch to drain */
	struct held scratch[RECORDS_MAX];
	cycle_t last_accepted;
	unsigned int drains, fetched;
	cycle_t fetched_at[4];			/* of the step's blocks */
	cycle_t end;
};

static struct run first, second;
static struct run *current;
static struct tea_op ops[OPS];
static uint64_t seed;

/* ---- events outside of the records, from the model's own calls ---- */

__typeof__(tea_memory_fetch) __real_tea_memory_fetch, __real_tea_memory_store;
__typeof__(tea_memory_fetch_hit) __real_tea_memory_fetch_hit;
__typeof__(tea_memory_store_hit) __real_tea_memory_store_hit;
__typeof__(tea_wrongpath_begin) __real_tea_wrongpath_begin;
static bool stray;	/* the wrong path is fetched */

/* The blocks of a wrong path are no operation's. */
void __wrap_tea_wrongpath_begin(struct tea_model *model, const struct tea_retired *branch,
				cycle_t resolved)
{
	stray = true;
	__real_tea_wrongpath_begin(model, branch, resolved);
	stray = false;
}

void __wrap_tea_memory_fetch(struct tea_memory *memory, uint64_t paddr, cycle_t now,
			     struct tea_access *result)
{
	__real_tea_memory_fetch(memory, paddr, now, result);
	assert_true(result->ready >= now && current->fetched < 4);
	if (!stray)
		current->fetched_at[current->fetched++] = now;
}

bool __wrap_tea_memory_fetch_hit(struct tea_memory *memory, uint64_t pc, uint8_t mode, cycle_t now)
{
	bool hit = __real_tea_memory_fetch_hit(memory, pc, mode, now);

	assert_true(current->fetched < 4);
	if (hit && !stray)
		current->fetched_at[current->fetched++] = now;
	return hit;
}

void __wrap_tea_memory_store(struct tea_memory *memory, uint64_t paddr, cycle_t now,
			     struct tea_access *result)
{
	__real_tea_memory_store(memory, paddr, now, result);
	assert_true(result->accepted >= now && now >= current->last_accepted);
	current->last_accepted = result->accepted;
	current->drains++;
}

bool __wrap_tea_memory_store_hit(struct tea_memory *memory, uint64_t paddr, cycle_t now)
{
	bool hit = __real_tea_memory_store_hit(memory, paddr, now);

	assert_true(now >= current->last_accepted);
	current->last_accepted = now;
	current->drains += hit;
	return hit;
}

/* ---- running ---- */

struct observers {
	struct tea_spans spans;
	struct tea_stacks golden, sampled;
	struct tea_sampler every, some, user;
	uint64_t user_cycles, user_samples;
	struct tea_sample taken[RECORDS_MAX];	/* by "user" */
	struct tea_spans joined;	/* at rest between the samples of this one: */
	struct tea_sampler rested;
	uint64_t rested_samples;
	struct tea_span last;
	struct tea_span list[2 * RECORDS_MAX];
	unsigned int count;
	uint64_t samples;	/* taken by "some" */
	bool wide;		/* more can commit in a cycle than a sample shows */
};

static void count_sample(void *opaque, const struct tea_sample *sample)
{
	tea_stacks_sample(&((struct observers *)opaque)->sampled, sample, 1);
}

/* Does it show the span's instructions from @from on, round at the end, oldest first? */
static bool shows_from(const struct tea_sample *sample, const struct tea_span *span,
		       unsigned int from)
{
	unsigned int at = 0;

	for (unsigned int i = 0; i < span->slots; i++) {
		if ((i + span->slots - from) % span->slots >= TEA_SLOTS)
			continue;
		if (sample->site[at] != span->site[i] || sample->pc[at] != span->pc[i] ||
		    sample->psv[at] != span->psv[i])
			return false;
		at++;
	}
	return at == sample->slots;
}

static void check_sample(void *opaque, const struct tea_sample *sample)
{
	struct observers *observers = opaque;
	const struct tea_span *span = &observers->last;
	bool shown = false;

	assert_true(sample->time >= span->begin && sample->time < span->end);
	/* one in each period, the last cycle of it without dithering */
	assert_int_equal(sample->time / observers->some.countdown.period, observers->samples);
	assert_true(observers->some.countdown.dither ||
		    (sample->time + 1) % observers->some.countdown.period == 0);
	assert_int_equal(sample->state, span->state);
	assert_int_equal(sample->slots, span->slots < TEA_SLOTS ? span->slots : TEA_SLOTS);
	assert_int_equal(sample->privilege, span->privilege);
	for (unsigned int i = sample->slots; i < TEA_SLOTS; i++)
		assert_int_equal(sample->psv[i], 0);
	for (unsigned int from = 0; from < (span->slots > TEA_SLOTS ? span->slots : 1); from++)
		shown = shown || shows_from(sample, span, from);
	assert_true(shown);
	observers->samples++;
}

static void count_user(void *opaque, const struct tea_sample *sample)
{
	struct observers *observers = opaque;

	assert_int_equal(sample->privilege, TEA_PRIV_U);
	observers->taken[observers->user_samples++ % RECORDS_MAX] = *sample;
}

/* It comes in the same step as that of "user", or in a later one. */
static void check_rested(void *opaque, const struct tea_sample *sample)
{
	struct observers *observers = opaque;

	assert_true(observers->rested_samples < observers->user_samples);
	assert_memory_equal(sample, &observers->taken[observers->rested_samples++ % RECORDS_MAX],
			    sizeof(*sample));
}

static void observe_joined(void *opaque, const struct tea_span *span)
{
	struct observers *observers = opaque;

	assert_true(span->end > span->begin);
	assert_true(span->slots || span->privilege != TEA_PRIV_U ||
		    span->end <= span->begin + tea_countdown_idle(&observers->rested.countdown));
	tea_sampler_span(&observers->rested, span);
	tea_spans_rest(&observers->joined,
		       span->end + tea_countdown_idle(&observers->rested.countdown));
}

static void observe_span(void *opaque, const struct tea_span *span)
{
	struct observers *observers = opaque;

	assert_int_equal(span->begin, observers->last.end);
	assert_true(span->end > span->begin && span->slots >= 1 && span->slots <= TEA_COMMIT_MAX);
	assert_true(span->state == TEA_STATE_COMPUTE || span->slots == 1);
	observers->last = *span;
	assert_true(observers->count < sizeof(observers->list) / sizeof(observers->list[0]));
	observers->list[observers->count++] = *span;
	tea_stacks_span(&observers->golden, span);
	tea_sampler_span(&observers->every, span);
	tea_sampler_span(&observers->some, span);
	tea_sampler_span(&observers->user, span);
	if (span->privilege == TEA_PRIV_U)
		observers->user_cycles += span->end - span->begin;
}

static void note_stores(struct run *run, const struct tea_op *op,
			const struct tea_retired *record, unsigned int drains)
{
	cycle_t gone = record->at[TEA_STAGE_COMMIT];

	if (op->insn.class != TEA_CLASS_STORE && op->insn.class != TEA_CLASS_STORE_CONDITIONAL &&
	    op->insn.class != TEA_CLASS_AMO)
		return;
	if (op->trap == TEA_TRAP_INTERRUPT)
		return;
	if (drains && run->last_accepted > gone)
		gone = run->last_accepted;
	run->stores[run->count] = (struct held){ record->at[TEA_STAGE_DISPATCH], gone + 1 };
}

/* Fetch blocks of the step's first pass (0), its second (1), or all (2). */
static unsigned int count_fetches(const struct run *run, unsigned int which, cycle_t first_fetch)
{
	unsigned int count = 0;

	for (unsigned int i = 0; i < run->fetched; i++)
		count += which == 2 || (run->fetched_at[i] > first_fetch) == which;
	return count;
}

/* With observers explained, without in turns: which takes another path, see pass(). */
static void run_program(struct run *run, const struct tea_params *params,
			struct observers *observers)
{
	struct tea_env env = { .walk = random_walk };
	struct tea_model *model = tea_model_create(params, &env);

	assert_non_null(model);
	if (observers)
		tea_model_explain(model, true);
	memset(run, 0, sizeof(*run));
	run->params = *params;
	current = run;
	for (unsigned int i = 0; i < OPS; i++) {
		const struct tea_retired *records;
		unsigned int drains = run->drains, count;

		if (!observers)
			tea_model_explain(model, i / 1000 % 2);
		run->fetched = 0;
		count = tea_model_step(model, &ops[i], &records);
		for (unsigned int k = 0; k < count; k++) {
			if (observers) {
				tea_spans_record(&observers->spans, &records[k]);
				tea_spans_record(&observers->joined, &records[k]);
			}
			note_stores(run, &ops[i], &records[k], run->drains - drains);
			run->fetches[run->count] = count_fetches(run, count == 2 ? k : 2,
								 records[0].at[TEA_STAGE_FETCH]);
			run->records[run->count++] = records[k];
		}
		if (ops[i].insn.class == TEA_CLASS_SFENCE)
			tea_model_flush_tlb(model);
		if (i % 7000 == 6999)
			tea_model_set_asid(model, (uint16_t)i);
	}
	run->end = run->records[run->count - 1].at[TEA_STAGE_COMMIT] + 1;
	tea_model_destroy(model);
}

/* ---- recounts ---- */

static int compare_held(const void *a, const void *b)
{
	const struct held *left = a, *right = b;

	return (left->begin > right->begin) - (left->begin < right->begin);
}

static int compare_cycles(const void *a, const void *b)
{
	const cycle_t *left = a, *right = b;

	return (*left > *right) - (*left < *right);
}

/* At no time are more than @size of the @count entries taken. */
static void check_occupancy(const char *what, struct held *held, unsigned int count,
			    unsigned int size)
{
	static cycle_t ends[RECORDS_MAX];
	unsigned int ended = 0;

	for (unsigned int i = 0; i < count; i++)
		ends[i] = held[i].end;
	qsort(ends, count, sizeof(*ends), compare_cycles);
	qsort(held, count, sizeof(*held), compare_held);
	for (unsigned int i = 0; i < count; i++) {
		while (ends[ended] <= held[i].begin)
			ended++;
		if (i + 1 - ended > size)
			fail_msg("%s: %u of %u taken in cycle %" PRIu64 " (TEA_SEED=%" PRIu64 ")", what,
				 i + 1 - ended, size, held[i].begin, seed);
	}
}

static bool executes(const struct tea_retired *record)
{
	return record->at[TEA_STAGE_COMPLETE] > record->at[TEA_STAGE_ISSUE];
}

static bool is_int(const struct tea_retired *record)
{
	uint8_t class = record->insn.class;

	return executes(record) && !random_is_memory(&record->insn) && class != TEA_CLASS_FENCE &&
	       class != TEA_CLASS_SFENCE && class != TEA_CLASS_FENCE_I &&
	       (class < TEA_CLASS_FP_ADD || class > TEA_CLASS_FP_TO_INT ||
		class == TEA_CLASS_INT_TO_FP);
}

static bool is_mem(const struct tea_retired *record)
{
	return executes(record) &&
	       (random_is_memory(&record->insn) || record->insn.class == TEA_CLASS_SFENCE);
}

static bool is_fp(const struct tea_retired *record)
{
	return executes(record) && !is_int(record) && !is_mem(record) &&
	       record->insn.class != TEA_CLASS_FENCE && record->insn.class != TEA_CLASS_FENCE_I;
}

static bool is_any(const struct tea_retired *record)
{
	return record;
}

static bool writes_int(const struct tea_retired *record)
{
	return executes(record) && record->insn.dst < 32;
}

static bool writes_fp(const struct tea_retired *record)
{
	return executes(record) && record->insn.dst >= 32 && record->insn.dst < TEA_REG_V(0);
}

static bool uses_ldq(const struct tea_retired *record)
{
	uint8_t class = record->insn.class;

	return executes(record) && (class == TEA_CLASS_LOAD || class == TEA_CLASS_LOAD_RESERVED ||
				    class >= TEA_CLASS_PREFETCH_R);
}

static bool is_mul(const struct tea_retired *record)
{
	return executes(record) && record->insn.class == TEA_CLASS_INT_MUL;
}

static bool is_div(const struct tea_retired *record)
{
	return executes(record) && record->insn.class == TEA_CLASS_INT_DIV;
}

static bool is_fdiv(const struct tea_retired *record)
{
	return executes(record) && (record->insn.class == TEA_CLASS_FP_DIV ||
				    record->insn.class == TEA_CLASS_FP_SQRT);
}

/* Entries taken from one stage to another by the records that @uses selects. */
static void check_structure(struct run *run, const char *what,
			    bool (*uses)(const struct tea_retired *), enum tea_stage from,
			    unsigned int later, enum tea_stage to, unsigned int size)
{
	unsigned int count = 0;

	for (unsigned int i = 0; i < run->count; i++) {
		const struct tea_retired *record = &run->records[i];

		if (uses(record))
			run->scratch[count++] = (struct held){
				record->at[from] + later, record->at[to] + 1,
			};
	}
	check_occupancy(what, run->scratch, count, size);
}

/* At most @width of the selected records pass @stage in one cycle. */
static void check_width(struct run *run, const char *what,
			bool (*uses)(const struct tea_retired *), enum tea_stage stage,
			unsigned int width)
{
	check_structure(run, what, uses, stage, 0, stage, width);
}

static bool is_source(const struct tea_insn *insn, uint8_t reg)
{
	return insn->src[0] == reg || insn->src[2] == reg ||
	       (insn->src[1] == reg && insn->class != TEA_CLASS_STORE);
}

/* The writer of the operand that came last let the operation issue. */
static void check_late(const struct run *run, const struct tea_retired *record,
		       const struct tea_retired *writer)
{
	cycle_t written = writer->at[TEA_STAGE_COMPLETE];

	assert_true(executes(record) && is_source(&record->insn, record->late));
	assert_in_range(record->ready, written - run->params.issue_latency - run->params.mul_latency,
			written + 1);
}

/* The reasons of each stage agree with the cycle in which it was passed. */
static void check_explained(const struct run *run)
{
	static cycle_t leaves[RECORDS_MAX];	/* its place in the store queue, at the earliest */
	const struct tea_retired *writers[TEA_REGS] = { NULL };
	const struct tea_params *p = &run->params;

	for (unsigned int i = 0, stores = 0; i < run->count; i++) {
		const struct tea_retired *record = &run->records[i], *last = record - !!i;
		cycle_t dispatch = record->at[TEA_STAGE_DISPATCH], issue = record->at[TEA_STAGE_ISSUE],
			fetch = record->at[TEA_STAGE_FETCH] + p->frontend_latency,
			arrival = record->at[TEA_STAGE_DECODE] + p->rename_latency,
			full = run->stores[i].end && stores >= p->store_queue ?
			       leaves[stores - p->store_queue] : 0;
		const uint8_t *limiter = record->limiter;
		bool held = limiter[TEA_STAGE_DISPATCH] == TEA_LIMIT_ROB ||
			    limiter[TEA_STAGE_DISPATCH] == TEA_LIMIT_QUEUE;

		assert_in_range(record->window, arrival, dispatch);
		assert_true(record->window >= full);
		assert_true(i == 0 || record->window >= last->at[TEA_STAGE_DISPATCH]);
		assert_true(!held || record->window == dispatch);
		assert_true(limiter[TEA_STAGE_DISPATCH] != TEA_LIMIT_STQ ||
			    (record->window == dispatch) == (full == dispatch));
		if (run->stores[i].end)
			leaves[stores++] = record->at[TEA_STAGE_COMMIT] + 1 + (record->insn.class ==
				TEA_CLASS_STORE && !(record->flags & TEA_RETIRED_EXCEPTION));
		assert_in_range(record->ready, dispatch + 1, issue);
		assert_int_equal(record->ready == dispatch + 1, record->late == TEA_REG_NONE);
		assert_int_equal(record->ready == issue, limiter[TEA_STAGE_ISSUE] != TEA_LIMIT_PORT);
		assert_true(!record->itlb_wait || record->psv & TEA_PSV_DR_TLB);
		assert_true(!record->line_wait || record->psv & TEA_PSV_DR_L1);
		assert_true(record->itlb_wait + record->line_wait < fetch);
		assert_true(limiter[TEA_STAGE_FETCH] != TEA_LIMIT_ICACHE || !run->fetches[i] ||
			    record->line_wait);
		if (executes(record) && record->insn.class == TEA_CLASS_STORE)
			assert_in_range(record->data_issue, dispatch + 1,
					record->at[TEA_STAGE_COMPLETE] - p->issue_latency - 2);
		if (record->late != TEA_REG_NONE) {
			assert_in_range(record->late, 0, TEA_REGS - 1);
			assert_non_null(writers[record->late]);
			check_late(run, record, writers[record->late]);
		}
		if (executes(record) && record->insn.dst < TEA_REGS &&
		    !(record->flags & TEA_RETIRED_EXCEPTION))
			writers[record->insn.dst] = record;
	}
}

static void check_structures(struct run *run)
{
	const struct tea_params *p = &run->params;
	unsigned int entry = p->frontend_latency - 1, stores = 0;
	const enum tea_stage fetch = TEA_STAGE_FETCH, decode = TEA_STAGE_DECODE,
		dispatch = TEA_STAGE_DISPATCH, issue = TEA_STAGE_ISSUE,
		commit = TEA_STAGE_COMMIT;

	check_structure(run, "fetch buffer", is_any, fetch, entry, decode,
			p->fetch_buffer > p->fetch_width ? p->fetch_buffer : p->fetch_width);
	check_structure(run, "rob", is_any, dispatch, 0, commit,
			p->rob > p->decode_width ? p->rob : p->decode_width);
	check_structure(run, "int registers", writes_int, dispatch, 0, commit,
			p->int_registers - 32);
	check_structure(run, "fp registers", writes_fp, dispatch, 0, commit, p->fp_registers - 32);
	check_structure(run, "int queue", is_int, dispatch, 0, issue, p->int_queue);
	check_structure(run, "mem queue", is_mem, dispatch, 0, issue, p->mem_queue);
	check_structure(run, "fp queue", is_fp, dispatch, 0, issue, p->fp_queue);
	check_structure(run, "load queue", uses_ldq, dispatch, 0, commit, p->load_queue);
	check_width(run, "decode", is_any, decode, p->decode_width);
	check_width(run, "dispatch", is_any, dispatch, p->decode_width);
	check_width(run, "int issue", is_int, issue, p->int_issue);
	check_width(run, "mem issue", is_mem, issue, p->mem_issue);
	check_width(run, "fp issue", is_fp, issue, p->fp_issue);
	check_width(run, "commit", is_any, commit, p->commit_width);
	check_width(run, "multiplier", is_mul, issue, 1);

	for (unsigned int i = 0; i < run->count; i++) {
		if (run->stores[i].end)
			run->scratch[stores++] = run->stores[i];
	}
	check_occupancy("store queue", run->scratch, stores, p->store_queue);
}

/* When a branch or jump is resolved, or an ALU's operation is done. */
static cycle_t executed(const struct run *run, const struct tea_retired *record)
{
	const struct tea_params *p = &run->params;

	return record->at[TEA_STAGE_ISSUE] +
	       (executes(record) ? p->issue_latency + (p->arithmetic_perfect ? 1 : p->alu_latency) : 0);
}

/* A unit that is not pipelined is busy from issue until its result leaves it. */
static void check_unit(struct run *run, const char *what,
		       bool (*uses)(const struct tea_retired *))
{
	unsigned int count = 0;

	for (unsigned int i = 0; i < run->count; i++) {
		const struct tea_retired *record = &run->records[i];

		if (uses(record))
			run->scratch[count++] = (struct held){
				record->at[TEA_STAGE_ISSUE],
				record->at[TEA_STAGE_COMPLETE] - run->params.issue_latency,
			};
	}
	check_occupancy(what, run->scratch, count, 1);
}

/* A fetch target is taken from a block's fetch until the last of its records leaves. */
static void check_targets(struct run *run)
{
	unsigned int count = 0;

	for (unsigned int i = 0; i < run->count; i++) {
		const struct tea_retired *record = &run->records[i];
		cycle_t left = record->at[TEA_STAGE_COMMIT] + 1;

		for (unsigned int k = 0; k < run->fetches[i]; k++)
			run->scratch[count++] = (struct held){ record->at[TEA_STAGE_FETCH], left };
		if (count)
			run->scratch[count - 1].end = left;
	}
	check_occupancy("fetch targets", run->scratch, count, run->params.fetch_targets);
}

/* Stages never go back, in a record and, where they are in order, from one to the next. */
static void check_order(const struct run *run)
{
	static const enum tea_stage in_order[] = {
		TEA_STAGE_FETCH, TEA_STAGE_DECODE, TEA_STAGE_DISPATCH, TEA_STAGE_COMMIT,
	};

	for (unsigned int i = 0; i < run->count; i++) {
		const struct tea_retired *record = &run->records[i], *last = record - 1;

		for (unsigned int k = 1; k < TEA_STAGES_COUNT; k++)
			assert_true(record->at[k] >= record->at[k - 1]);
		assert_int_equal(record->psv & ~TEA_PSV_MASK, 0);
		if (!i)
			continue;
		for (size_t k = 0; k < sizeof(in_order) / sizeof(in_order[0]); k++)
			assert_true(record->at[in_order[k]] >= last->at[in_order[k]]);
		if ((record->flags | last->flags) & TEA_RETIRED_EXCEPTION)
			assert_true(record->at[TEA_STAGE_COMMIT] > last->at[TEA_STAGE_COMMIT]);
		if (last->flags & TEA_RETIRED_FLUSH && !(last->psv & TEA_PSV_FL_MB))
			assert_true(record->at[TEA_STAGE_FETCH] >= last->at[TEA_STAGE_COMMIT]);
		if (last->psv & TEA_PSV_FL_MB)
			assert_true(record->at[TEA_STAGE_FETCH] >= executed(run, last));
		if (record->psv & TEA_PSV_DR_SQ)
			assert_true(record->at[TEA_STAGE_DISPATCH] > last->at[TEA_STAGE_COMMIT] + 1);
		if (last->psv & TEA_PSV_FL_MO)
			assert_true(record->pc == last->pc && !(record->psv & TEA_PSV_FL_MO));
	}
}

/*
 * The contract of spans.h, cycle by cycle: checks @span in @cycle, which lies behind the exit of
 * record @next - 1 and not behind that of @next.
 */
static void check_cycle(const struct run *run, unsigned int next, cycle_t cycle,
			const struct tea_span *span)
{
	const struct tea_retired *record = &run->records[next], *owner = record;
	uint8_t state = TEA_STATE_STALLED;

	if (cycle == record->at[TEA_STAGE_COMMIT] && !(record->flags & TEA_RETIRED_EXCEPTION)) {
		unsigned int slots = 0;

		for (unsigned int i = next; i < run->count; i++) {
			if (run->records[i].at[TEA_STAGE_COMMIT] != cycle)
				break;
			assert_int_equal(span->pc[slots], run->records[i].pc);
			assert_int_equal(span->psv[slots], run->records[i].psv);
			slots++;
		}
		assert_int_equal(span->state, TEA_STATE_COMPUTE);
		assert_int_equal(span->slots, slots);
		return;
	}
	if (cycle <= record->at[TEA_STAGE_DISPATCH]) {
		state = TEA_STATE_DRAINED;
		if (next && record[-1].flags & TEA_RETIRED_FLUSH) {
			state = TEA_STATE_FLUSHED;
			owner = record - 1;
		}
	}
	assert_int_equal(span->state, state);
	assert_int_equal(span->slots, 1);
	assert_int_equal(span->pc[0], owner->pc);
	assert_int_equal(span->psv[0], owner->psv);
	assert_int_equal(span->privilege, owner->privilege);
}

static void check_attribution(const struct run *run, const struct observers *observers)
{
	const struct tea_span *span = observers->list;
	unsigned int next = 0;

	for (cycle_t cycle = 0; cycle < run->end; cycle++) {
		while (run->records[next].at[TEA_STAGE_COMMIT] < cycle)
			next++;
		while (span->end <= cycle)
			span++;
		check_cycle(run, next, cycle, span);
	}
}

static uint64_t sum_parts(const struct tea_stacks *stacks)
{
	struct tea_stacks_row *rows;
	size_t count;
	uint64_t parts = 0;

	assert_false(stacks->failed);
	assert_int_equal(tea_stacks_sorted(stacks, &rows, &count), 0);
	for (size_t i = 0; i < count; i++)
		parts += rows[i].parts;
	free(rows);
	return parts;
}

/* Every cycle is whole; where a sample shows all that committed, row by row. */
static void check_golden(struct observers *observers, cycle_t end, uint32_t cycle_parts)
{
	struct tea_stacks_row *golden, *sampled;
	size_t golden_count, sampled_count;

	assert_int_equal(sum_parts(&observers->golden), end * cycle_parts);
	assert_int_equal(sum_parts(&observers->sampled), end * cycle_parts);
	assert_int_equal(observers->golden.cycles, end);
	assert_int_equal(observers->sampled.cycles, end);
	if (observers->wide)
		return;
	assert_int_equal(tea_stacks_sorted(&observers->golden, &golden, &golden_count), 0);
	assert_int_equal(tea_stacks_sorted(&observers->sampled, &sampled, &sampled_count), 0);
	assert_int_equal(golden_count, sampled_count);
	for (size_t i = 0; i < golden_count; i++) {
		assert_int_equal(golden[i].pc, sampled[i].pc);
		assert_int_equal(golden[i].psv, sampled[i].psv);
		assert_int_equal(golden[i].state, sampled[i].state);
		assert_int_equal(golden[i].privilege, sampled[i].privilege);
		assert_int_equal(golden[i].parts, sampled[i].parts);
	}
	free(golden);
	free(sampled);
}

static void check_once(uint64_t number)
{
	static struct observers observers;
	struct random_source source;
	struct tea_params params;
	uint64_t period;

	observers = (struct observers){ .samples = 0 };
	seed = number;
	random_init(&source, number);
	random_params(&source, &params);
	random_program(&source, ops, OPS);
	period = 1 + random_below(&source, 1000);
	observers.wide = params.commit_width > TEA_SLOTS;

	tea_spans_init(&observers.spans, 0, observe_span, &observers);
	assert_int_equal(tea_stacks_init(&observers.golden, tea_cycle_parts(params.commit_width)), 0);
	assert_int_equal(tea_stacks_init(&observers.sampled, tea_cycle_parts(params.commit_width)), 0);
	observers.every = (struct tea_sampler){
		.privileges = 0xf, .enabled = true, .sink = count_sample, .opaque = &observers,
	};
	tea_countdown_init(&observers.every.countdown, 1, number);
	observers.some = (struct tea_sampler){
		.privileges = 0xf, .enabled = true, .sink = check_sample, .opaque = &observers,
	};
	tea_countdown_init(&observers.some.countdown, period, number % 4);
	observers.user = (struct tea_sampler){
		.privileges = 1U << TEA_PRIV_U, .enabled = true, .sink = count_user,
		.opaque = &observers,
	};
	tea_countdown_init(&observers.user.countdown, period, number % 4);
	observers.rested = observers.user;
	observers.rested.sink = check_rested;
	tea_spans_init(&observers.joined, 0, observe_joined, &observers);
	tea_spans_rest(&observers.joined, tea_countdown_idle(&observers.user.countdown));
	run_program(&first, &params, &observers);
	tea_spans_finish(&observers.spans);
	tea_spans_finish(&observers.joined);
	assert_int_equal(observers.spans.now, first.end);
	assert_int_equal(observers.samples - observers.some.countdown.done, first.end / period);
	assert_int_equal(observers.user_samples - observers.user.countdown.done,
			 observers.user_cycles / period);
	assert_int_equal(observers.rested_samples, observers.user_samples);
	assert_int_equal(observers.joined.now, first.end);
	check_golden(&observers, first.end, tea_cycle_parts(params.commit_width));
	check_attribution(&first, &observers);
	tea_stacks_deinit(&observers.golden);
	tea_stacks_deinit(&observers.sampled);

	check_order(&first);
	check_explained(&first);
	check_structures(&first);
	check_targets(&first);
	check_unit(&first, "divider", is_div);
	check_unit(&first, "fp divider", is_fdiv);

	run_program(&second, &params, NULL);
	assert_int_equal(first.count, second.count);
	for (unsigned int i = 0; i < first.count; i++)
		assert_memory_equal(&first.records[i], &second.records[i],
				    offsetof(struct tea_retired, limiter));
}

static void test_random_programs(void **state)
{
	(void)state;
	random_seeds(check_once, 60);
}

/* Whatever an operation says, the model takes it: every field at random. */
static void test_garbage(void **state)
{
	struct tea_env env = { .walk = random_walk };
	struct random_source source;
	struct tea_params params;
	struct tea_model *model;
	cycle_t now = 0;

	(void)state;
	random_init(&source, random_seed(1));
	tea_params_init(&params);
	model = tea_model_create(&params, &env);
	assert_non_null(model);
	current = &first;
	for (unsigned int i = 0; i < 100000; i++) {
		const struct tea_retired *records;
		struct tea_op op;
		uint8_t bytes[sizeof(op)];

		for (size_t k = 0; k < sizeof(bytes); k++)
			bytes[k] = (uint8_t)random_below(&source, 256);
		bytes[offsetof(struct tea_op, has_addr)] &= 1;
		memcpy(&op, bytes, sizeof(op));
		first.fetched = 0;
		first.last_accepted = 0;
		assert_in_range(tea_model_step(model, &op, &records), 1, 2);
		assert_true(tea_model_now(model) >= now);
		now = tea_model_now(model);
	}
	tea_model_destroy(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_random_programs),
		cmocka_unit_test(test_garbage),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
