// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * stages.c - stage stacks: see stages.h
 */
#include "stages.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "siterows.h"
#include "time/cycles.h"

#define INITIAL_CYCLES	4096	/* of the counts of issues: a power of two, and of words */
#define WORD_CYCLES	sizeof(uint64_t)

#define DATA_EVENTS	(TEA_PSV_ST_LLC | TEA_PSV_ST_L1 | TEA_PSV_ST_TLB)

uint32_t tea_stages_width(const struct tea_params *params)
{
	/* what is fetched has one parcel at least */
	const uint32_t widths[] = {
		params->fetch_width, params->decode_width, params->commit_width,
		params->int_issue + params->mem_issue + params->fp_issue,
	};
	uint32_t least = widths[0];

	for (size_t i = 1; i < sizeof(widths) / sizeof(widths[0]); i++)
		least = widths[i] < least ? widths[i] : least;
	return least;
}

/* What waits for an operation of each class, if it is for nothing else. */
static void init_backend(struct tea_stages *stages, const struct tea_params *params)
{
	const struct {
		uint8_t class;
		uint32_t latency;	/* of the arithmetic unit */
	} units[] = {
		{ TEA_CLASS_UNKNOWN, params->alu_latency },
		{ TEA_CLASS_INT_ALU, params->alu_latency },
		{ TEA_CLASS_AUIPC, params->alu_latency },
		{ TEA_CLASS_BRANCH, params->alu_latency },
		{ TEA_CLASS_JUMP, params->alu_latency },
		{ TEA_CLASS_JUMP_REG, params->alu_latency },
		{ TEA_CLASS_INT_MUL, params->mul_latency },
		{ TEA_CLASS_INT_DIV, params->div_latency + 1 },	/* a step at least */
		{ TEA_CLASS_FP_ADD, params->fma_latency },
		{ TEA_CLASS_FP_MUL, params->fma_latency },
		{ TEA_CLASS_FP_FMA, params->fma_latency },
		{ TEA_CLASS_FP_MISC, params->fpmisc_latency },
		{ TEA_CLASS_FP_DIV, params->fdiv_latency },
		{ TEA_CLASS_FP_SQRT, params->fsqrt_latency },
		{ TEA_CLASS_INT_TO_FP, params->int_to_fp_latency },
		{ TEA_CLASS_FP_TO_INT, params->fpmisc_latency },
	};
	static const uint8_t alone[] = {
		TEA_CLASS_CSR, TEA_CLASS_FENCE, TEA_CLASS_FENCE_I, TEA_CLASS_SFENCE,
		TEA_CLASS_SYSTEM, TEA_CLASS_TRAP_RETURN,
	};
	static const uint8_t reads[] = {
		TEA_CLASS_LOAD, TEA_CLASS_LOAD_RESERVED, TEA_CLASS_STORE_CONDITIONAL, TEA_CLASS_AMO,
	};

	memset(stages->backend, TEA_COMPONENT_DEPEND, sizeof(stages->backend));
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (units[i].latency > 1 && !params->arithmetic_perfect)
			stages->backend[units[i].class] = TEA_COMPONENT_ALU;
	}
	for (size_t i = 0; i < sizeof(alone); i++)
		stages->backend[alone[i]] = TEA_COMPONENT_SERIAL;
	for (size_t i = 0; i < sizeof(reads); i++)
		stages->backend[reads[i]] = TEA_COMPONENT_L1D;
}

static int grow_rows(struct tea_stages *stages, size_t least)
{
	struct tea_stages_site *sites =
		tea_siterows_grow(stages->sites, &stages->sites_count, sizeof(*sites), least);
	struct tea_stages_row *rows;

	if (!sites)
		return -ENOMEM;
	stages->sites = sites;
	rows = tea_siterows_grow(stages->rows, &stages->rows_count, sizeof(*rows), least);
	if (!rows)
		return -ENOMEM;
	stages->rows = rows;
	return 0;
}

int tea_stages_init(struct tea_stages *stages, const struct tea_params *params, cycle_t now,
		    bool rows)
{
	uint32_t entries = 1;

	/* as many as are in the ROB, and the one that comes next */
	while (entries <= params->rob)
		entries *= 2;
	*stages = (struct tea_stages){
		.width = tea_stages_width(params), .rename_latency = params->rename_latency,
		.forwarded = params->issue_latency + params->forward_latency,
		.mask = entries - 1, .issues_mask = INITIAL_CYCLES - 1, .settled = now,
		.entries = calloc(entries, sizeof(*stages->entries)),
		.issues = calloc(INITIAL_CYCLES, sizeof(*stages->issues)),
	};
	stages->begin = stages->width * now;
	for (unsigned int i = 0; i < TEA_STACKS_COUNT; i++)
		stages->position[i] = stages->begin;
	init_backend(stages, params);
	if (stages->entries && stages->issues && !(rows && grow_rows(stages, 1)) &&
	    !tea_claims_init(&stages->unready, entries) &&
	    !tea_claims_init(&stages->waiting, entries))
		return 0;
	tea_stages_deinit(stages);
	return -ENOMEM;
}

void tea_stages_deinit(struct tea_stages *stages)
{
	free(stages->rows);
	free(stages->sites);
	free(stages->issues);
	tea_claims_deinit(&stages->waiting);
	tea_claims_deinit(&stages->unready);
	free(stages->entries);
	*stages = (struct tea_stages){ .rows = NULL };
}

static void give(struct tea_stages *stages, enum tea_stack stack, struct tea_blame blame,
		 uint64_t slots)
{
	stages->slots[stack][blame.privilege][blame.component] += slots;
	if (stages->rows)
		stages->rows[blame.site].slots[stack][blame.component] += slots;
}

/* Slots from @begin to @limit, or to @end if that is less; returns the first behind them. */
static uint64_t give_until(struct tea_stages *stages, enum tea_stack stack, uint64_t begin,
			   uint64_t limit, uint64_t end, struct tea_blame blame)
{
	limit = limit < end ? limit : end;
	if (limit <= begin)
		return begin;
	give(stages, stack, blame, limit - begin);
	return limit;
}

/* To the head of the ROB, whichever it is; what is looked at then is @late slots earlier. */
static uint64_t give_heads(struct tea_stages *stages, enum tea_stack stack, uint64_t begin,
			   uint64_t end, uint64_t late)
{
	uint64_t *head = &stages->head[stack];

	if (stages->count - *head > stages->mask)
		*head = stages->count - stages->mask - 1;
	while (begin < end) {
		const struct tea_stages_entry *entry = &stages->entries[*head & stages->mask];

		begin = give_until(stages, stack, begin, entry->end + late, end, entry->blame);
		*head += begin < end;
	}
	return begin;
}

static enum tea_component find_held(const struct tea_retired *record)
{
	switch (record->limiter[TEA_STAGE_DISPATCH]) {
	case TEA_LIMIT_STQ:
		return TEA_COMPONENT_STQ;
	case TEA_LIMIT_REGISTERS:
		return TEA_COMPONENT_REGISTERS;
	case TEA_LIMIT_LDQ:
		return TEA_COMPONENT_LDQ;
	case TEA_LIMIT_SERIAL:
	case TEA_LIMIT_ORDER:
		return TEA_COMPONENT_SERIAL;
	default:
		return TEA_COMPONENT_FRONTEND;
	}
}

static cycle_t cycle_before(cycle_t cycle, uint32_t cycles)
{
	return cycle > cycles ? cycle - cycles : 0;
}

/*
 * Slots [@begin, @end) in which @record, of the operation @own, is the next to be dispatched:
 * at issue it is so a cycle earlier.
 */
static void give_wait(struct tea_stages *stages, enum tea_stack stack, uint64_t begin, uint64_t end,
		      const struct tea_retired *record, struct tea_blame own)
{
	const uint32_t width = stages->width, late = stack == TEA_STACK_ISSUE;
	cycle_t arrival = record->at[TEA_STAGE_DECODE] + stages->rename_latency + late;
	cycle_t translated = cycle_before(arrival, record->line_wait);
	cycle_t asked = cycle_before(translated, record->itlb_wait);
	bool tags = record->limiter[TEA_STAGE_DECODE] == TEA_LIMIT_BRANCHES;
	struct tea_blame front = stages->redirect;

	if (front.component == TEA_COMPONENT_BASE)
		front = tea_blame_for(own, tags ? TEA_COMPONENT_TAGS : TEA_COMPONENT_FRONTEND);
	begin = give_until(stages, stack, begin, width * asked, end, front);
	begin = give_until(stages, stack, begin, width * translated, end,
			   tea_blame_for(own, TEA_COMPONENT_ITLB));
	begin = give_until(stages, stack, begin, width * arrival, end,
			   tea_blame_for(own, TEA_COMPONENT_L1I));
	if (width * (record->window + late) > begin)
		begin = give_heads(stages, stack, begin,
				   width * (record->window + late) < end ?
				   width * (record->window + late) : end, width * late);
	give_until(stages, stack, begin, end, end, tea_blame_for(own, find_held(record)));
}

/*
 * Slots [@begin, @end), to the first claim that is not over: all of them if it has begun, else
 * those before it are nobody's. Returns where either ends, and whether they were given out.
 */
static uint64_t give_claim(struct tea_stages *stages, struct tea_claims *claims,
			   uint64_t begin, uint64_t end, bool *given)
{
	const struct tea_claim *claim = tea_claims_find(claims, begin);

	*given = claim && claim->begin <= begin;
	if (*given)
		return give_until(stages, TEA_STACK_ISSUE, begin, claim->end, end, claim->blame);
	return claim && claim->begin < end ? claim->begin : end;
}

/* The operation that comes claims the cycles from @begin until before @end. */
static void claim(const struct tea_stages *stages, struct tea_claims *claims, cycle_t begin,
		  cycle_t end, struct tea_blame blame)
{
	if (stages->width * end <= claims->until)
		return;
	tea_claims_find(claims, stages->position[TEA_STACK_ISSUE]);
	tea_claims_add(claims, stages->width * begin, stages->width * end, blame);
}

/* Slots of issue that are lost: of nobody who waits, they are @record's, or if NULL @own's. */
static void lose_issue(struct tea_stages *stages, uint64_t begin, uint64_t end,
		       const struct tea_retired *record, struct tea_blame own)
{
	while (begin < end) {
		bool given;
		uint64_t hole = give_claim(stages, &stages->unready, begin, end, &given);

		if (!given)
			hole = give_claim(stages, &stages->waiting, begin, hole, &given);
		if (!given && record)
			give_wait(stages, TEA_STACK_ISSUE, begin, hole, record, own);
		else if (!given)
			give(stages, TEA_STACK_ISSUE, own, hole - begin);
		begin = hole;
	}
}

static uint64_t issue_word(const struct tea_stages *stages, cycle_t cycle)
{
	uint64_t word;

	memcpy(&word, &stages->issues[cycle & stages->issues_mask], sizeof(word));
	return word;
}

/*
 * All that issues before cycle @until is known. What is not claimed is @record's, the next
 * to be dispatched in all of these cycles, or if NULL @own's.
 */
static void settle(struct tea_stages *stages, cycle_t until, const struct tea_retired *record,
		   struct tea_blame own)
{
	const uint32_t width = stages->width;
	uint64_t position = stages->position[TEA_STACK_ISSUE];
	cycle_t cycle = stages->settled;

	while (cycle < until) {
		uint8_t *issues = &stages->issues[cycle & stages->issues_mask];

		if (*issues) {
			if (position < width * cycle) {
				lose_issue(stages, position, width * cycle, record, own);
				position = width * cycle;
			}
			position += *issues;
			*issues = 0;
		}
		cycle++;
		while (cycle % WORD_CYCLES == 0 && cycle < until && !issue_word(stages, cycle))
			cycle += WORD_CYCLES;
	}
	if (position < width * until) {
		lose_issue(stages, position, width * until, record, own);
		position = width * until;
	}
	stages->position[TEA_STACK_ISSUE] = position;
	stages->settled = until;
}

/* Make room for the counts of all cycles from the first one not settled to @cycle. */
static int grow_issues(struct tea_stages *stages, cycle_t cycle)
{
	uint64_t size = stages->issues_mask + 1, bigger_size = size;
	uint8_t *bigger;

	while (cycle - stages->settled >= bigger_size)
		bigger_size *= 2;
	bigger = calloc(bigger_size, sizeof(*bigger));
	if (!bigger)
		return -ENOMEM;
	for (cycle_t at = stages->settled; at < stages->settled + size; at++)
		bigger[at & (bigger_size - 1)] = stages->issues[at & stages->issues_mask];
	free(stages->issues);
	stages->issues = bigger;
	stages->issues_mask = bigger_size - 1;
	return 0;
}

/* One that will commit issues in @cycle. */
static void count_issue(struct tea_stages *stages, cycle_t cycle)
{
	if (__builtin_expect(cycle - stages->settled > stages->issues_mask, false)) {
		/* before the last cut all is given out: what issued then is carried on */
		if (cycle < stages->settled) {
			cycle = stages->settled;
		} else if (grow_issues(stages, cycle)) {
			stages->failed = true;
			return;
		}
	}
	stages->issues[cycle & stages->issues_mask]++;
}

static bool waited_for_store(const struct tea_stages *stages, const struct tea_retired *record)
{
	const uint8_t why = record->limiter[TEA_STAGE_COMPLETE];

	return record->insn.class == TEA_CLASS_LOAD &&
	       (why == TEA_LIMIT_ORDER ||
		(why == TEA_LIMIT_FORWARD && record->at[TEA_STAGE_COMPLETE] >
					     record->at[TEA_STAGE_ISSUE] + stages->forwarded));
}

/* What who waits for the operation waits for. */
static enum tea_component find_backend(const struct tea_stages *stages,
				       const struct tea_retired *record)
{
	if (__builtin_expect(!(record->flags & TEA_RETIRED_EXCEPTION || record->psv & DATA_EVENTS), true))
		return waited_for_store(stages, record) ? TEA_COMPONENT_ORDER :
			stages->backend[record->insn.class];
	if (record->flags & TEA_RETIRED_EXCEPTION)
		return TEA_COMPONENT_FLUSH;
	if (record->psv & TEA_PSV_ST_LLC)
		return TEA_COMPONENT_MEMORY;
	if (record->psv & TEA_PSV_ST_L1)
		return TEA_COMPONENT_LLC;
	return TEA_COMPONENT_DTLB;
}

/* Number of the row of @record, which is there from now on. */
static uint32_t find_row(struct tea_stages *stages, const struct tea_retired *record)
{
	uint32_t site = record->site;

	if (!stages->rows)
		return site;
	if (__builtin_expect(site >= stages->rows_count, false) &&
	    grow_rows(stages, (size_t)site + 1)) {
		stages->failed = true;
		site = 0;
	}
	stages->sites[site].pc = record->pc;
	return site;
}

/* Slots of @stack before cycle @end are over: those that are left are @own's, which waits. */
static void advance(struct tea_stages *stages, enum tea_stack stack, cycle_t end,
		    const struct tea_retired *record, struct tea_blame own)
{
	uint64_t *position = &stages->position[stack], limit = stages->width * end;

	if (*position >= limit)
		return;
	give_wait(stages, stack, *position, limit, record, own);
	*position = limit;
}

/* Who comes to commit waits for itself there, from its dispatch on. */
static void advance_commit(struct tea_stages *stages, const struct tea_retired *record,
			   struct tea_blame own)
{
	uint64_t *position = &stages->position[TEA_STACK_COMMIT];
	bool commits = own.component != TEA_COMPONENT_FLUSH;
	uint64_t limit = stages->width * (record->at[TEA_STAGE_COMMIT] + !commits);

	advance(stages, TEA_STACK_COMMIT, record->at[TEA_STAGE_DISPATCH], record, own);
	*position = give_until(stages, TEA_STACK_COMMIT, *position, limit, limit, own) + commits;
}

/* Who made the operand that came last; of what is not known the operation itself. */
static struct tea_blame find_producer(const struct tea_stages *stages,
				      const struct tea_retired *record, struct tea_blame own)
{
	if (record->late <= TEA_REGS &&
	    stages->writers[record->late].component != TEA_COMPONENT_BASE)
		return stages->writers[record->late];
	return tea_blame_for(own, TEA_COMPONENT_DEPEND);
}

/* From now on it has its place in an issue queue. */
static void wait_to_issue(struct tea_stages *stages, const struct tea_retired *record,
			  struct tea_blame own)
{
	const cycle_t begin = record->at[TEA_STAGE_DISPATCH] + 1, end = record->at[TEA_STAGE_ISSUE];

	if (end == begin)
		return;
	claim(stages, &stages->unready, begin, record->ready, find_producer(stages, record, own));
	claim(stages, &stages->waiting, begin, end, tea_blame_for(own, TEA_COMPONENT_PORTS));
}

static void note_result(struct tea_stages *stages, const struct tea_retired *record,
			struct tea_blame own)
{
	/* the outcome of a short forward branch is a result, too */
	uint8_t dst = record->insn.class == TEA_CLASS_BRANCH ? TEA_REGS : record->insn.dst;

	if (dst <= TEA_REGS)
		stages->writers[dst] = own;
}

void tea_stages_record(struct tea_stages *stages, const struct tea_retired *record)
{
	const struct tea_blame own = {
		.site = find_row(stages, record), .privilege = record->privilege & TEA_PRIV_M,
		.component = (uint8_t)find_backend(stages, record),
	};
	const bool commits = own.component != TEA_COMPONENT_FLUSH;
	const cycle_t dispatch = record->at[TEA_STAGE_DISPATCH];

	stages->entries[stages->count++ & stages->mask] = (struct tea_stages_entry){
		stages->width * (record->at[TEA_STAGE_COMMIT] + 1), own,
	};
	if (dispatch >= stages->settled)
		settle(stages, dispatch + 1, record, own);
	advance(stages, TEA_STACK_DISPATCH, dispatch, record, own);
	advance_commit(stages, record, own);
	wait_to_issue(stages, record, own);
	stages->redirect.component = TEA_COMPONENT_BASE;
	if (__builtin_expect(record->flags & TEA_RETIRED_FLUSH, false))
		stages->redirect = tea_blame_for(own, record->psv & TEA_PSV_FL_MB ?
						 TEA_COMPONENT_BPRED : TEA_COMPONENT_FLUSH);
	if (!commits)
		return;
	stages->position[TEA_STACK_DISPATCH]++;
	count_issue(stages, record->at[TEA_STAGE_ISSUE]);
	note_result(stages, record, own);
	stages->executions[own.privilege]++;
	if (stages->rows)
		stages->sites[own.site].executions++;
}

/* Each operation had its slot of @stack, but for the last ones: those of the carry in slot @end. */
static void give_base(struct tea_stages *stages, enum tea_stack stack, uint64_t end)
{
	uint64_t carry = stages->position[stack] - end;

	for (unsigned int i = 0; i < 4; i++)
		stages->slots[stack][i][TEA_COMPONENT_BASE] = stages->executions[i];
	for (size_t i = 0; i < stages->rows_count; i++)
		stages->rows[i].slots[stack][TEA_COMPONENT_BASE] = stages->sites[i].executions;
	for (uint64_t number = stages->count; carry;) {
		const struct tea_blame *last = &stages->entries[--number & stages->mask].blame;

		assert(stages->count - number <= stages->mask + 1);
		if (last->component == TEA_COMPONENT_FLUSH)
			continue;
		stages->slots[stack][last->privilege][TEA_COMPONENT_BASE]--;
		if (stages->rows)
			stages->rows[last->site].slots[stack][TEA_COMPONENT_BASE]--;
		carry--;
	}
}

void tea_stages_cut(struct tea_stages *stages, enum tea_component rest)
{
	const struct tea_stages_entry *last = &stages->entries[(stages->count - 1) & stages->mask];
	const struct tea_blame blame = tea_blame_for(last->blame, rest);

	if (!stages->count)
		return;
	settle(stages, last->end / stages->width, NULL, blame);
	for (unsigned int i = 0; i < TEA_STACKS_COUNT; i++) {
		stages->position[i] = give_until(stages, i, stages->position[i], last->end, last->end,
						 blame);
		give_base(stages, i, last->end);
	}
	stages->cycles = (last->end - stages->begin) / stages->width;
}

static void add_row(struct tea_stages_row *row, const struct tea_stages_row *more)
{
	for (unsigned int i = 0; i < TEA_STACKS_COUNT; i++) {
		for (unsigned int k = 0; k < TEA_COMPONENTS_COUNT; k++)
			row->slots[i][k] += more->slots[i][k];
	}
}

void tea_stages_add(struct tea_stages *stages, const struct tea_stages *more)
{
	stages->failed |= more->failed ||
			  (more->rows_count > stages->rows_count &&
			   grow_rows(stages, more->rows_count));
	if (stages->failed)
		return;
	for (unsigned int i = 0; i < TEA_STACKS_COUNT; i++) {
		for (unsigned int k = 0; k < 4; k++) {
			for (unsigned int m = 0; m < TEA_COMPONENTS_COUNT; m++)
				stages->slots[i][k][m] += more->slots[i][k][m];
		}
	}
	for (size_t i = 0; i < more->rows_count; i++) {
		add_row(&stages->rows[i], &more->rows[i]);
		stages->sites[i].executions += more->sites[i].executions;
		if (more->sites[i].pc)
			stages->sites[i].pc = more->sites[i].pc;
	}
	for (unsigned int i = 0; i < 4; i++)
		stages->executions[i] += more->executions[i];
	stages->cycles += more->cycles;
}
