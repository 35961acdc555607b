// SPDX-License-Identifier: GPL-2.0-or-later
/* naive_stages.c - see naive_stages.h */
#include "naive_stages.h"

#include <string.h>

/* An operation and a component. */
struct charge {
	unsigned int number;
	enum tea_component component;
};

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

static bool commits(const struct tea_retired *record)
{
	return !(record->flags & TEA_RETIRED_EXCEPTION);
}

/* Cycles in the unit of arithmetic, 0 of anything else; divides: at least. */
static uint32_t find_latency(const struct tea_params *p, uint8_t class)
{
	if (p->arithmetic_perfect)
		return 1;
	switch (class) {
	case TEA_CLASS_UNKNOWN:
	case TEA_CLASS_INT_ALU:
	case TEA_CLASS_AUIPC:
	case TEA_CLASS_BRANCH:
	case TEA_CLASS_JUMP:
	case TEA_CLASS_JUMP_REG:
		return p->alu_latency;
	case TEA_CLASS_INT_MUL:
		return p->mul_latency;
	case TEA_CLASS_INT_DIV:
		return p->div_latency + 1;
	case TEA_CLASS_FP_ADD:
	case TEA_CLASS_FP_MUL:
	case TEA_CLASS_FP_FMA:
		return p->fma_latency;
	case TEA_CLASS_FP_MISC:
	case TEA_CLASS_FP_TO_INT:
		return p->fpmisc_latency;
	case TEA_CLASS_FP_DIV:
		return p->fdiv_latency;
	case TEA_CLASS_FP_SQRT:
		return p->fsqrt_latency;
	case TEA_CLASS_INT_TO_FP:
		return p->int_to_fp_latency;
	case TEA_CLASS_VSET:
		return p->alu_latency;
	case TEA_CLASS_V_INT:
	case TEA_CLASS_V_MASK:
		return p->vint_latency;
	case TEA_CLASS_V_INT_MUL:
		return p->vmul_latency;
	case TEA_CLASS_V_INT_DIV:
		return p->vdiv_latency;
	case TEA_CLASS_V_FP_ADD:
	case TEA_CLASS_V_FP_MUL:
	case TEA_CLASS_V_FP_FMA:
		return p->vfma_latency;
	case TEA_CLASS_V_FP_MISC:
		return p->vfmisc_latency;
	case TEA_CLASS_V_FP_DIV:
		return p->vfdiv_latency;
	case TEA_CLASS_V_FP_SQRT:
		return p->vfsqrt_latency;
	case TEA_CLASS_V_REDUCE:
	case TEA_CLASS_V_FP_REDUCE:
		return 2;	/* and more: adds across the lanes one after the other */
	case TEA_CLASS_V_PERMUTE:
	case TEA_CLASS_V_TO_INT:
	case TEA_CLASS_V_TO_FP:
		return p->vpermute_latency;
	default:
		return 0;
	}
}

static bool waited_for_store(const struct naive_stages *naive, const struct tea_retired *record)
{
	cycle_t took = record->at[TEA_STAGE_COMPLETE] - record->at[TEA_STAGE_ISSUE];

	if (record->insn.class != TEA_CLASS_LOAD)
		return false;
	if (record->limiter[TEA_STAGE_COMPLETE] == TEA_LIMIT_FORWARD)
		return took > naive->params->forward_latency - 1;
	return record->limiter[TEA_STAGE_COMPLETE] == TEA_LIMIT_ORDER;
}

/* One of vectors, without event. */
static enum tea_component find_vector_load(const struct naive_stages *naive,
					   const struct tea_retired *record)
{
	cycle_t listed = record->data_issue - record->at[TEA_STAGE_ISSUE];
	cycle_t took = record->at[TEA_STAGE_COMPLETE] - record->data_issue;
	cycle_t forwarded = naive->params->forward_latency - 1;

	if (record->limiter[TEA_STAGE_COMPLETE] == TEA_LIMIT_ORDER ||
	    (record->limiter[TEA_STAGE_COMPLETE] == TEA_LIMIT_FORWARD && took > forwarded))
		return TEA_COMPONENT_ORDER;
	return listed > took ? TEA_COMPONENT_PORTS : TEA_COMPONENT_L1D;
}

static enum tea_component find_backend(const struct naive_stages *naive, unsigned int number)
{
	const struct tea_retired *record = &naive->records[number];

	if (!commits(record))
		return TEA_COMPONENT_FLUSH;
	if (record->psv & TEA_PSV_ST_LLC)
		return TEA_COMPONENT_MEMORY;
	if (record->psv & (TEA_PSV_ST_L1 | TEA_PSV_ST_CO))
		return TEA_COMPONENT_LLC;
	if (record->psv & TEA_PSV_ST_TLB)
		return TEA_COMPONENT_DTLB;
	if (waited_for_store(naive, record))
		return TEA_COMPONENT_ORDER;
	if (record->insn.class == TEA_CLASS_V_LOAD && record->flags & TEA_RETIRED_VECTOR)
		return find_vector_load(naive, record);
	switch (record->insn.class) {
	case TEA_CLASS_LOAD:
	case TEA_CLASS_LOAD_RESERVED:
	case TEA_CLASS_STORE_CONDITIONAL:
	case TEA_CLASS_AMO:
	case TEA_CLASS_V_LOAD:
		return TEA_COMPONENT_L1D;
	case TEA_CLASS_CSR:
	case TEA_CLASS_FENCE:
	case TEA_CLASS_FENCE_I:
	case TEA_CLASS_SFENCE:
	case TEA_CLASS_SYSTEM:
	case TEA_CLASS_TRAP_RETURN:
		return TEA_COMPONENT_SERIAL;
	}
	if (find_latency(naive->params, record->insn.class) > 1)
		return TEA_COMPONENT_ALU;
	return TEA_COMPONENT_DEPEND;
}

static bool is_division(uint8_t class)
{
	switch (class) {
	case TEA_CLASS_INT_DIV:
	case TEA_CLASS_FP_DIV:
	case TEA_CLASS_FP_SQRT:
	case TEA_CLASS_V_INT_DIV:
	case TEA_CLASS_V_FP_DIV:
	case TEA_CLASS_V_FP_SQRT:
		return true;
	default:
		return false;
	}
}

/*
 * The cause of waiting for operation @number in cycle @t: a miss counts as a hit until a hit would
 * be over; arithmetic as a single cycle until that would be over, except divisions and roots.
 */
static struct charge charge_backend(const struct naive_stages *naive, unsigned int number, cycle_t t)
{
	const struct tea_retired *record = &naive->records[number];
	enum tea_component component = find_backend(naive, number);

	if ((component == TEA_COMPONENT_MEMORY || component == TEA_COMPONENT_LLC ||
	     component == TEA_COMPONENT_DTLB) &&
	    t < record->at[TEA_STAGE_ISSUE] + naive->params->l1d_latency)
		component = TEA_COMPONENT_L1D;
	if (component == TEA_COMPONENT_ALU && !is_division(record->insn.class) &&
	    t < record->at[TEA_STAGE_ISSUE] + 1)
		component = TEA_COMPONENT_DEPEND;
	return (struct charge){ number, component };
}

/* The cause that the head of the ROB waits for in @t; the newest operation is @number. */
static struct charge find_head(const struct naive_stages *naive, unsigned int number, cycle_t t)
{
	unsigned int head = 0;

	while (head < number && naive->records[head].at[TEA_STAGE_COMMIT] < t)
		head++;
	return charge_backend(naive, head, t);
}

/* Why operation @number, which has arrived and finds room, is not dispatched. */
static enum tea_component find_held(const struct tea_retired *record)
{
	static const struct {
		enum tea_limiter limiter;
		enum tea_component component;
	} held[] = {
		{ TEA_LIMIT_STQ, TEA_COMPONENT_STQ },
		{ TEA_LIMIT_LDQ, TEA_COMPONENT_LDQ },
		{ TEA_LIMIT_REGISTERS, TEA_COMPONENT_REGISTERS },
		{ TEA_LIMIT_SERIAL, TEA_COMPONENT_SERIAL },
		{ TEA_LIMIT_ORDER, TEA_COMPONENT_SERIAL },
	};

	for (unsigned int i = 0; i < sizeof(held) / sizeof(held[0]); i++) {
		if (record->limiter[TEA_STAGE_DISPATCH] == held[i].limiter)
			return held[i].component;
	}
	return TEA_COMPONENT_FRONTEND;
}

/* The cause that operation @number, which is not dispatched in cycle @t, waits for. */
static struct charge find_wait(const struct naive_stages *naive, unsigned int number, int64_t t)
{
	const struct tea_retired *record = &naive->records[number];
	int64_t arrival = (int64_t)record->at[TEA_STAGE_DECODE] + naive->params->rename_latency -
			  (record->limiter[TEA_STAGE_DECODE] == TEA_LIMIT_DISPATCH);
	int64_t asked = arrival - record->itlb_wait - record->line_wait;

	if (t >= arrival && t < (int64_t)record->window)
		return find_head(naive, number, (cycle_t)t);
	if (t >= arrival)
		return (struct charge){ number, find_held(record) };
	if (t >= asked + record->itlb_wait)
		return (struct charge){ number, TEA_COMPONENT_L1I };
	if (t >= asked)
		return (struct charge){ number, TEA_COMPONENT_ITLB };
	if (number && record[-1].flags & TEA_RETIRED_FLUSH)
		return (struct charge){ number - 1, record[-1].psv & TEA_PSV_FL_MB ?
					TEA_COMPONENT_BPRED : TEA_COMPONENT_FLUSH };
	if (record->limiter[TEA_STAGE_DECODE] == TEA_LIMIT_BRANCHES)
		return (struct charge){ number, TEA_COMPONENT_TAGS };
	return (struct charge){ number, TEA_COMPONENT_FRONTEND };
}

/* The cut behind cycle @t, or before the end of it. */
static const struct naive_cut *find_cut(const struct naive_stages *naive, cycle_t t)
{
	const struct naive_cut *cut = naive->cuts;

	while (naive->records[cut->records - 1].at[TEA_STAGE_COMMIT] < t)
		cut++;
	return cut;
}

/*
 * The owner of cycle @t's slot without a better claim: the operation that passes @stage next, in
 * @from or later. One that passes in @t itself must have been there a cycle earlier. Without a next
 * one it is the last one.
 */
static struct charge find_next(const struct naive_stages *naive, enum tea_stage stage, cycle_t from,
			       cycle_t t)
{
	const struct naive_cut *cut = find_cut(naive, t);

	for (unsigned int i = 0; i < cut->records; i++) {
		const struct tea_retired *record = &naive->records[i];
		bool leaves = stage == TEA_STAGE_COMMIT && !commits(record) && record->at[stage] == t;

		if (record->at[stage] < from && !leaves)
			continue;
		if (stage == TEA_STAGE_COMMIT && t >= record->at[TEA_STAGE_DISPATCH])
			return charge_backend(naive, i, t);
		return find_wait(naive, i, (int64_t)t - (from == t));
	}
	return (struct charge){ cut->records - 1, cut->rest };
}

/* Whether it makes the operand that was @late. */
static bool makes(const struct tea_retired *record, uint8_t late)
{
	if (!commits(record))
		return false;
	if (late == TEA_REG_VL)
		return record->flags & TEA_RETIRED_VL;
	if (late >= TEA_REG_V(0) && late < TEA_REG_VL && record->flags & TEA_RETIRED_VECTOR)
		return record->writes >> (late - TEA_REG_V(0)) & 1;
	/* the outcome of a short forward branch */
	if (record->insn.class == TEA_CLASS_BRANCH)
		return late == TEA_REGS;
	return late < TEA_REGS && record->insn.dst == late;
}

/* Among the parts of the last operation before @number's that make it, the last to complete. */
static struct charge find_producer(const struct naive_stages *naive, unsigned int number, cycle_t t)
{
	const uint8_t late = naive->records[number].late;
	unsigned int end = naive->firsts[number];

	if (late == TEA_LATE_BEFORE)
		return charge_backend(naive, number - 1, t);
	while (end) {
		unsigned int first = naive->firsts[end - 1], best = end;

		for (unsigned int i = first; i < end; i++) {
			if (makes(&naive->records[i], late) &&
			    (best == end || naive->records[i].at[TEA_STAGE_COMPLETE] >=
					    naive->records[best].at[TEA_STAGE_COMPLETE]))
				best = i;
		}
		if (best != end)
			return charge_backend(naive, best, t);
		end = first;
	}
	return (struct charge){ number, TEA_COMPONENT_DEPEND };
}

static struct charge find_issue(const struct naive_stages *naive, cycle_t t)
{
	for (unsigned int i = 0; i < naive->count; i++) {
		if (naive->records[i].at[TEA_STAGE_DISPATCH] < t && t < naive->records[i].ready)
			return find_producer(naive, i, t);
	}
	for (unsigned int i = 0; i < naive->count; i++) {
		if (naive->records[i].at[TEA_STAGE_DISPATCH] < t &&
		    t < naive->records[i].at[TEA_STAGE_ISSUE])
			return (struct charge){ i, TEA_COMPONENT_PORTS };
	}
	return find_next(naive, TEA_STAGE_DISPATCH, t, t);
}

static struct charge find_lost(const struct naive_stages *naive, enum tea_stack stack, cycle_t t)
{
	switch (stack) {
	case TEA_STACK_DISPATCH:
		return find_next(naive, TEA_STAGE_DISPATCH, t + 1, t);
	case TEA_STACK_ISSUE:
		return find_issue(naive, t);
	default:
		return find_next(naive, TEA_STAGE_COMMIT, t + 1, t);
	}
}

static void add(struct naive_stages *naive, enum tea_stack stack, struct charge charge,
		uint64_t slots)
{
	const struct tea_retired *record = &naive->records[charge.number];

	naive->slots[stack][record->privilege][charge.component] += slots;
	naive->rows[record->site][stack][charge.component] += slots;
}

static unsigned int count_passes(const struct naive_stages *naive, enum tea_stage stage, cycle_t t)
{
	unsigned int count = 0;

	for (unsigned int i = 0; i < naive->count; i++)
		count += naive->records[i].at[stage] == t && commits(&naive->records[i]);
	return count;
}

/* The @count bases of a stack are those of the first operations that commit. */
static void add_base(struct naive_stages *naive, enum tea_stack stack, uint64_t count)
{
	for (unsigned int i = 0; count; i++) {
		if (!commits(&naive->records[i]))
			continue;
		add(naive, stack, (struct charge){ i, TEA_COMPONENT_BASE }, 1);
		count--;
	}
}

static void run_stack(struct naive_stages *naive, enum tea_stack stack, cycle_t end)
{
	static const enum tea_stage stages[TEA_STACKS_COUNT] = {
		TEA_STAGE_DISPATCH, TEA_STAGE_ISSUE, TEA_STAGE_COMMIT,
	};
	uint32_t carry = 0;
	uint64_t bases = 0;

	for (cycle_t t = naive->begin; t < end; t++) {
		uint32_t passed = carry + count_passes(naive, stages[stack], t);
		uint32_t base = least(naive->width, passed);

		carry = passed - base;
		bases += base;
		if (base < naive->width)
			add(naive, stack, find_lost(naive, stack, t), naive->width - base);
	}
	add_base(naive, stack, bases);
}

void naive_stages_run(struct naive_stages *naive)
{
	const struct tea_params *p = naive->params;
	cycle_t end = naive->records[naive->count - 1].at[TEA_STAGE_COMMIT] + 1;

	memset(naive->slots, 0, sizeof(naive->slots));
	memset(naive->rows, 0, sizeof(naive->rows));
	naive->width = least(p->vlen ? p->decode_width : least(p->fetch_width, p->decode_width),
			     least(p->commit_width, p->int_issue + p->mem_issue + p->fp_issue +
						   (p->vlen ? p->vec_issue : 0)));
	naive->cycles = end - naive->begin;
	for (unsigned int i = 0; i < TEA_STACKS_COUNT; i++)
		run_stack(naive, i, end);
}
