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
	*stages = (struct tea_stages){
		.width = tea_stages_width(params), .rename_latency = params->rename_latency,
	};
	stages->begin = stages->width * now;
	for (unsigned int i = 0; i < TEA_STACKS_COUNT; i++)
		stages->position[i] = stages->begin;
	tea_causes_init(&stages->causes, params);
	if (!tea_issues_init(&stages->issues, now) && !tea_exits_init(&stages->exits, params->rob) &&
	    !tea_claims_init(&stages->unready, tea_exits_size(&stages->exits)) &&
	    !tea_claims_init(&stages->waiting, tea_exits_size(&stages->exits)))
		stages->blames = calloc(tea_exits_size(&stages->exits), sizeof(*stages->blames));
	if (stages->blames && !(rows && grow_rows(stages, 1)))
		return 0;
	tea_stages_deinit(stages);
	return -ENOMEM;
}

void tea_stages_deinit(struct tea_stages *stages)
{
	free(stages->rows);
	free(stages->sites);
	tea_issues_deinit(&stages->issues);
	tea_claims_deinit(&stages->waiting);
	tea_claims_deinit(&stages->unready);
	free(stages->blames);
	tea_exits_deinit(&stages->exits);
	*stages = (struct tea_stages){ .rows = NULL };
}

static inline void give(struct tea_stages *stages, enum tea_stack stack, struct tea_blame blame,
			uint64_t slots)
{
	const uint8_t component = tea_blame_component(blame);

	stages->slots[stack][tea_blame_privilege(blame)][component] += slots;
	if (stages->rows)
		stages->rows[tea_blame_site(blame)].slots[stack][component] += slots;
}

/* Slots from @begin to @limit, or to @end if that is less; returns the first behind them. */
static inline uint64_t give_until(struct tea_stages *stages, enum tea_stack stack, uint64_t begin,
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
	uint32_t place;

	while (begin < end &&
	       tea_exits_find(&stages->exits, &stages->head[stack], begin - late, &place))
		begin = give_until(stages, stack, begin, stages->exits.ends[place] + late, end,
				   stages->blames[place]);
	return begin;
}

static cycle_t cycle_before(cycle_t cycle, uint32_t cycles)
{
	return cycle > cycles ? cycle - cycles : 0;
}

/* Slots [@begin, @end), of which those before @arrival are the front-end's; as give_wait(). */
static uint64_t give_front(struct tea_stages *stages, enum tea_stack stack, uint64_t begin,
			   uint64_t end, cycle_t arrival, const struct tea_retired *record,
			   struct tea_blame own)
{
	const uint32_t width = stages->width;
	const bool tags = record->limiter[TEA_STAGE_DECODE] == TEA_LIMIT_BRANCHES;
	cycle_t translated, asked;
	struct tea_blame front = stages->redirect;

	if (tea_blame_component(front) == TEA_COMPONENT_BASE)
		front = tea_blame_for(own, tags ? TEA_COMPONENT_TAGS : TEA_COMPONENT_FRONTEND);
	if (__builtin_expect(!(record->line_wait | record->itlb_wait), true))
		return give_until(stages, stack, begin, width * arrival, end, front);
	translated = cycle_before(arrival, record->line_wait);
	asked = cycle_before(translated, record->itlb_wait);
	begin = give_until(stages, stack, begin, width * asked, end, front);
	begin = give_until(stages, stack, begin, width * translated, end,
			   tea_blame_for(own, TEA_COMPONENT_ITLB));
	return give_until(stages, stack, begin, width * arrival, end,
			  tea_blame_for(own, TEA_COMPONENT_L1I));
}

/*
 * Slots [@begin, @end) in which @record, of the operation @own, is the next to be dispatched:
 * at issue it is so a cycle earlier.
 */
static void give_wait(struct tea_stages *stages, enum tea_stack stack, uint64_t begin, uint64_t end,
		      const struct tea_retired *record, struct tea_blame own)
{
	const uint32_t width = stages->width, late = stack == TEA_STACK_ISSUE;
	const cycle_t arrival = record->at[TEA_STAGE_DECODE] + stages->rename_latency + late;
	uint64_t window;

	if (begin < width * arrival)
		begin = give_front(stages, stack, begin, end, arrival, record, own);
	if (begin == end)
		return;
	window = width * (record->window + late);
	if (begin < window)
		begin = give_heads(stages, stack, begin, window < end ? window : end, width * late);
	if (begin < end)
		give(stages, stack, tea_blame_for(own, tea_causes_held(record)), end - begin);
}

/*
 * Slots [@begin, @end), to the first claim that is not over: all of them if it has begun, else
 * those before it are nobody's. Returns where either ends, and whether they were given out.
 */
static inline uint64_t give_claim(struct tea_stages *stages, struct tea_claims *claims,
				  uint64_t begin, uint64_t end, bool *given)
{
	const struct tea_claim *claim = tea_claims_find(claims, begin);

	*given = claim && claim->begin <= begin;
	if (*given)
		return give_until(stages, TEA_STACK_ISSUE, begin, claim->end, end, claim->blame);
	return claim && claim->begin < end ? claim->begin : end;
}

/* The operation that comes claims the cycles from @begin until before @end. */
static inline void claim(const struct tea_stages *stages, struct tea_claims *claims, cycle_t begin,
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

/*
 * All that issues before cycle @until is known. What is not claimed is @record's, the next
 * to be dispatched in all of these cycles, or if NULL @own's.
 */
static void settle(struct tea_stages *stages, cycle_t until, const struct tea_retired *record,
		   struct tea_blame own)
{
	const uint32_t width = stages->width;
	uint64_t position = stages->position[TEA_STACK_ISSUE];
	cycle_t cycle = stages->issues.now;

	while ((cycle = tea_issues_next(&stages->issues, cycle, until)) < until) {
		if (position < width * cycle) {
			lose_issue(stages, position, width * cycle, record, own);
			position = width * cycle;
		}
		position += tea_issues_take(&stages->issues, cycle++);
	}
	if (position < width * until) {
		lose_issue(stages, position, width * until, record, own);
		position = width * until;
	}
	stages->position[TEA_STACK_ISSUE] = position;
	stages->issues.now = until;
}

/* Whether the operation at @site has its row, or needs none. */
static inline bool has_row(const struct tea_stages *stages, uint32_t site)
{
	return site < stages->rows_count || !stages->rows;
}

/* Number of the row of @record, which is there from now on. */
static uint32_t make_row(struct tea_stages *stages, const struct tea_retired *record)
{
	if (has_row(stages, record->site) || !grow_rows(stages, (size_t)record->site + 1))
		return record->site;
	stages->failed = true;
	return 0;
}

/*
 * Slots of @stack before cycle @end, in which @record is dispatched, are over: those that are
 * left are @own's, which waits.
 */
static void advance(struct tea_stages *stages, enum tea_stack stack, cycle_t end,
		    const struct tea_retired *record, struct tea_blame own)
{
	uint64_t *position = &stages->position[stack], limit = stages->width * end;

	if (*position >= limit)
		return;
	give_wait(stages, stack, *position, limit, record, own);
	*position = limit;
}

/* @record is the first to be dispatched in its cycle: who came before it came earlier. */
static void open_cycle(struct tea_stages *stages, const struct tea_retired *record,
		       struct tea_blame own)
{
	const cycle_t dispatch = record->at[TEA_STAGE_DISPATCH];

	settle(stages, dispatch + 1, record, own);
	advance(stages, TEA_STACK_DISPATCH, dispatch, record, own);
	advance(stages, TEA_STACK_COMMIT, dispatch, record, own);
}

/* Who made the operand that came last, as far as that is known now. */
static inline struct tea_blame find_producer(const struct tea_stages *stages,
					     const struct tea_retired *record)
{
	return record->late <= TEA_REGS ? stages->writers[record->late] : (struct tea_blame){ 0 };
}

/*
 * From its dispatch on @own has its place in an issue queue, where it waits for @producer, if
 * that is known, else for itself. Who waits for a port is asked only where all have their
 * operands: so of those that issue with the last one nobody asks.
 */
static __attribute__((noinline)) void wait_to_issue(struct tea_stages *stages,
						    const struct tea_retired *record,
						    struct tea_blame own, struct tea_blame producer)
{
	const cycle_t begin = record->at[TEA_STAGE_DISPATCH] + 1;

	if (tea_blame_component(producer) == TEA_COMPONENT_BASE)
		producer = tea_blame_for(own, TEA_COMPONENT_DEPEND);
	if (record->ready > begin)
		claim(stages, &stages->unready, begin, record->ready, producer);
	if (record->at[TEA_STAGE_ISSUE] > record->ready)
		claim(stages, &stages->waiting, begin, record->at[TEA_STAGE_ISSUE],
		      tea_blame_for(own, TEA_COMPONENT_PORTS));
}

/* The outcome of a short forward branch is a result, too. */
static inline uint8_t find_result(const struct tea_retired *record)
{
	return record->insn.class == TEA_CLASS_BRANCH ? TEA_REGS : record->insn.dst;
}

/* It passes all stages. */
static inline void count_passed(struct tea_stages *stages, const struct tea_retired *record,
				struct tea_blame own)
{
	if (stages->rows)
		stages->sites[tea_blame_site(own)].executions++;
	stages->executions[tea_blame_privilege(own)]++;
	stages->position[TEA_STACK_DISPATCH]++;
	stages->position[TEA_STACK_COMMIT]++;
	stages->writers[find_result(record)] = own;
}

static inline void note_exit(struct tea_stages *stages, const struct tea_retired *record,
			     struct tea_blame own)
{
	const uint64_t end = stages->width * (record->at[TEA_STAGE_COMMIT] + 1);

	stages->blames[tea_exits_add(&stages->exits, end)] = own;
}

/* Who comes to commit, in cycle @end, waits for itself there from its dispatch on. */
static inline void wait_to_commit(struct tea_stages *stages, cycle_t end, struct tea_blame own)
{
	uint64_t *position = &stages->position[TEA_STACK_COMMIT], limit = stages->width * end;

	*position = give_until(stages, TEA_STACK_COMMIT, *position, limit, limit, own);
}

/* What is dispatched behind another one in its cycle, and has no event that counts here. */
static inline bool is_ordinary(const struct tea_stages *stages, const struct tea_retired *record)
{
	return record->at[TEA_STAGE_DISPATCH] < stages->issues.now &&
	       !((record->flags & (TEA_RETIRED_FLUSH | TEA_RETIRED_EXCEPTION)) |
		 (record->psv & TEA_CAUSES_EVENTS)) &&
	       has_row(stages, record->site) &&
	       tea_issues_has(&stages->issues, record->at[TEA_STAGE_ISSUE]);
}

/* What is ordinary, two in three operations or more: its last call is the only one. */
static inline void observe_ordinary(struct tea_stages *stages, const struct tea_retired *record)
{
	const struct tea_blame own =
		tea_blame_of(record->site, record->privilege,
			     tea_causes_without_event(&stages->causes, record));
	const struct tea_blame producer = find_producer(stages, record);
	const cycle_t issue = record->at[TEA_STAGE_ISSUE];

	if (stages->rows)
		stages->sites[record->site].pc = record->pc;
	stages->redirect = (struct tea_blame){ 0 };
	note_exit(stages, record, own);
	wait_to_commit(stages, record->at[TEA_STAGE_COMMIT], own);
	tea_issues_count(&stages->issues, issue);
	count_passed(stages, record, own);
	if (issue > record->at[TEA_STAGE_DISPATCH] + 1)
		wait_to_issue(stages, record, own, producer);
}

static __attribute__((noinline)) void observe(struct tea_stages *stages,
					      const struct tea_retired *record)
{
	const struct tea_blame own = tea_blame_of(make_row(stages, record), record->privilege,
						  tea_causes_backend(&stages->causes, record));
	const bool commits = tea_blame_component(own) != TEA_COMPONENT_FLUSH;
	const cycle_t issue = record->at[TEA_STAGE_ISSUE];

	if (stages->rows)
		stages->sites[tea_blame_site(own)].pc = record->pc;
	note_exit(stages, record, own);
	if (record->at[TEA_STAGE_DISPATCH] >= stages->issues.now)
		open_cycle(stages, record, own);
	wait_to_commit(stages, record->at[TEA_STAGE_COMMIT] + !commits, own);
	if (issue > record->at[TEA_STAGE_DISPATCH] + 1)
		wait_to_issue(stages, record, own, find_producer(stages, record));
	stages->redirect = (struct tea_blame){ 0 };
	if (__builtin_expect(record->flags & TEA_RETIRED_FLUSH, false))
		stages->redirect = tea_blame_for(own, record->psv & TEA_PSV_FL_MB ?
						 TEA_COMPONENT_BPRED : TEA_COMPONENT_FLUSH);
	if (__builtin_expect(!commits, false))
		return;
	if (tea_issues_has(&stages->issues, issue))
		tea_issues_count(&stages->issues, issue);
	else if (tea_issues_count_far(&stages->issues, issue))
		stages->failed = true;
	count_passed(stages, record, own);
}

void tea_stages_record(struct tea_stages *stages, const struct tea_retired *record)
{
	if (is_ordinary(stages, record))
		observe_ordinary(stages, record);
	else
		observe(stages, record);
}

/* Each operation had its slot of @stack, but for the last ones: those of the carry in slot @end. */
static void give_base(struct tea_stages *stages, enum tea_stack stack, uint64_t end)
{
	uint64_t carry = stages->position[stack] - end;

	for (unsigned int i = 0; i < 4; i++)
		stages->slots[stack][i][TEA_COMPONENT_BASE] = stages->executions[i];
	for (size_t i = 0; i < stages->rows_count; i++)
		stages->rows[i].slots[stack][TEA_COMPONENT_BASE] = stages->sites[i].executions;
	for (uint64_t number = stages->exits.count; carry;) {
		const struct tea_blame last = stages->blames[--number & stages->exits.mask];

		assert(stages->exits.count - number <= tea_exits_size(&stages->exits));
		if (tea_blame_component(last) == TEA_COMPONENT_FLUSH)
			continue;
		stages->slots[stack][tea_blame_privilege(last)][TEA_COMPONENT_BASE]--;
		if (stages->rows)
			stages->rows[tea_blame_site(last)].slots[stack][TEA_COMPONENT_BASE]--;
		carry--;
	}
}

void tea_stages_cut(struct tea_stages *stages, enum tea_component rest)
{
	const uint64_t last = (stages->exits.count - 1) & stages->exits.mask;
	const struct tea_blame blame = tea_blame_for(stages->blames[last], rest);
	const uint64_t end = stages->exits.ends[last];

	if (!stages->exits.count)
		return;
	settle(stages, end / stages->width, NULL, blame);
	for (unsigned int i = 0; i < TEA_STACKS_COUNT; i++) {
		stages->position[i] = give_until(stages, i, stages->position[i], end, end, blame);
		give_base(stages, i, end);
	}
	stages->cycles = (end - stages->begin) / stages->width;
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
