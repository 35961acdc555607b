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
	/* a parcel is at most one instruction, but a vector one is an operation for each register */
	const uint32_t widths[] = {
		params->vlen ? params->decode_width : params->fetch_width, params->decode_width,
		params->commit_width,
		params->int_issue + params->mem_issue + params->fp_issue +
		(params->vlen ? params->vec_issue : 0),
	};
	uint32_t least = widths[0];

	for (size_t i = 1; i < sizeof(widths) / sizeof(widths[0]); i++)
		least = widths[i] < least ? widths[i] : least;
	return least;
}

static int grow_rows(struct tea_stages *stages, size_t least)
{
	struct tea_stages_count *counts =
		tea_siterows_grow(stages->counts, &stages->counts_count, sizeof(*counts), least);
	struct tea_stages_row *rows;

	if (!counts)
		return -ENOMEM;
	stages->counts = counts;
	rows = tea_siterows_grow(stages->rows, &stages->rows_count, sizeof(*rows), least);
	if (!rows)
		return -ENOMEM;
	stages->rows = rows;
	return 0;
}

static void begin(struct tea_stages *stages, cycle_t now)
{
	stages->begin = stages->width * now;
	for (unsigned int i = 0; i < TEA_STACKS_COUNT; i++)
		stages->position[i] = stages->begin;
}

/*
 * Operations that are fetched and have not left the ROB: so many more than the width can leave, over some
 * cycles, where fetch has the least width.
 */
static uint32_t count_in_flight(const struct tea_params *params)
{
	return params->frontend_latency * params->fetch_width + params->fetch_buffer +
	       (params->rename_latency + 1) * params->decode_width + tea_params_rob(params);
}

int tea_stages_init(struct tea_stages *stages, const struct tea_params *params, cycle_t now,
		    bool by_site)
{
	*stages = (struct tea_stages){
		.width = tea_stages_width(params), .by_site = by_site,
		.rename_latency = params->rename_latency,
	};
	begin(stages, now);
	tea_causes_init(&stages->causes, params);
	if (!tea_issues_init(&stages->issues, now) &&
	    !tea_exits_init(&stages->exits, count_in_flight(params)) &&
	    /* waiters for a late component wait for another one before */
	    !tea_claims_init(&stages->unready, 2 * tea_exits_size(&stages->exits)) &&
	    !tea_claims_init(&stages->waiting, tea_exits_size(&stages->exits))) {
		stages->blames = calloc(tea_exits_size(&stages->exits), sizeof(*stages->blames));
		stages->begins = calloc(tea_exits_size(&stages->exits), sizeof(*stages->begins));
	}
	if (stages->blames && stages->begins && !grow_rows(stages, TEA_PRIV_M + 1))
		return 0;
	tea_stages_deinit(stages);
	return -ENOMEM;
}

void tea_stages_deinit(struct tea_stages *stages)
{
	free(stages->rows);
	free(stages->counts);
	tea_issues_deinit(&stages->issues);
	tea_claims_deinit(&stages->waiting);
	tea_claims_deinit(&stages->unready);
	free(stages->begins);
	free(stages->blames);
	tea_exits_deinit(&stages->exits);
	*stages = (struct tea_stages){ .rows = NULL };
}

void tea_stages_restart(struct tea_stages *stages, cycle_t now, size_t rows)
{
	memset(stages->rows, 0, rows * sizeof(*stages->rows));
	memset(stages->counts, 0, rows * sizeof(*stages->counts));
	memset(stages->writers, 0, sizeof(stages->writers));
	stages->more = stages->cycles = 0;
	stages->redirect = (struct tea_blame){ 0 };
	stages->exits.count = stages->head = 0;
	tea_issues_restart(&stages->issues, now);
	tea_claims_restart(&stages->unready);
	tea_claims_restart(&stages->waiting);
	begin(stages, now);
}

static inline void give(struct tea_stages *stages, enum tea_stack stack, struct tea_blame blame,
			uint64_t slots)
{
	stages->rows[tea_blame_row(blame)].slots[stack][tea_blame_component(blame)] += slots;
}

/* Slots of @stack before @end, if there are any. */
static inline void give_until(struct tea_stages *stages, enum tea_stack stack, uint64_t end,
			      struct tea_blame blame)
{
	uint64_t *position = &stages->position[stack];

	if (*position >= end)
		return;
	give(stages, stack, blame, end - *position);
	*position = end;
}

static inline bool is_late(struct tea_blame blame)
{
	return tea_causes_is_late(tea_blame_component(blame));
}

/* The cause that is waited for before that. */
static inline struct tea_blame before(struct tea_blame blame)
{
	return tea_blame_for(blame, tea_causes_before(tea_blame_component(blame)));
}

/* And until when, of @record. */
static inline cycle_t find_begin(const struct tea_stages *stages, const struct tea_retired *record,
				 struct tea_blame blame)
{
	return tea_causes_begin(&stages->causes, record, tea_blame_component(blame));
}

/*
 * The waiter at issue from now on, and if that is before @end until when; without one, @otherwise.
 */
static inline struct tea_blame find_waiter(struct tea_stages *stages, cycle_t *end,
					   struct tea_blame otherwise)
{
	struct tea_claims *const lists[] = { &stages->unready, &stages->waiting };
	const cycle_t now = stages->issues.now;

	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
		const struct tea_claim *claim = tea_claims_find(lists[i], now);
		const bool waits = claim && claim->begin <= now;
		cycle_t until = !claim ? *end : waits ? claim->end : claim->begin;

		*end = until < *end ? until : *end;
		if (waits)
			return claim->blame;
	}
	return otherwise;
}

/* How many slots of issue are lost until cycle @end, from which on it is now. */
static inline uint64_t pass_issues(struct tea_stages *stages, cycle_t end)
{
	const uint32_t width = stages->width;
	uint64_t position = stages->position[TEA_STACK_ISSUE], lost = 0;
	cycle_t cycle = stages->issues.now;

	while ((cycle = tea_issues_next(&stages->issues, cycle, end)) < end) {
		if (position < width * cycle) {
			lost += width * cycle - position;
			position = width * cycle;
		}
		position += tea_issues_take(&stages->issues, cycle++);
	}
	if (position < width * end) {
		lost += width * end - position;
		position = width * end;
	}
	stages->position[TEA_STACK_ISSUE] = position;
	stages->issues.now = end;
	return lost;
}

/* All issues before cycle @until are known; unclaimed slots are @blame's. */
static inline void settle(struct tea_stages *stages, cycle_t until, struct tea_blame blame)
{
	while (stages->issues.now < until) {
		cycle_t end = until;
		const struct tea_blame waiter = find_waiter(stages, &end, blame);

		give(stages, TEA_STACK_ISSUE, waiter, pass_issues(stages, end));
	}
}

/*
 * Until cycle @end nothing is dispatched because of @blame: it gets the unused slots of all stages.
 * Operations dispatched in a cycle can issue in the next one.
 */
static __attribute__((noinline)) void lose(struct tea_stages *stages, cycle_t end,
					   struct tea_blame blame)
{
	give_until(stages, TEA_STACK_DISPATCH, stages->width * end, blame);
	give_until(stages, TEA_STACK_COMMIT, stages->width * end, blame);
	settle(stages, end + 1, blame);
}

static cycle_t cycle_before(cycle_t cycle, uint32_t cycles)
{
	return cycle > cycles ? cycle - cycles : 0;
}

/* Why @record, of the operation @own, was not there, apart from the wait of its fetch. */
static inline struct tea_blame find_front(const struct tea_stages *stages,
					  const struct tea_retired *record, struct tea_blame own)
{
	const bool tags = record->limiter[TEA_STAGE_DECODE] == TEA_LIMIT_BRANCHES;

	if (tea_blame_component(stages->redirect) != TEA_COMPONENT_BASE)
		return stages->redirect;
	return tea_blame_for(own, tags ? TEA_COMPONENT_TAGS : TEA_COMPONENT_FRONTEND);
}

/* Until its @arrival it is not there to be dispatched. */
static void lose_front(struct tea_stages *stages, cycle_t arrival, const struct tea_retired *record,
		       struct tea_blame own)
{
	const cycle_t translated = cycle_before(arrival, record->line_wait);

	lose(stages, cycle_before(translated, record->itlb_wait), find_front(stages, record, own));
	lose(stages, translated, tea_blame_for(own, TEA_COMPONENT_ITLB));
	lose(stages, arrival, tea_blame_for(own, TEA_COMPONENT_L1I));
}

/* From cycle @at until @end dispatch waited for the head of the ROB. */
static void lose_window(struct tea_stages *stages, cycle_t at, cycle_t end)
{
	uint32_t place;

	while (at < end && tea_exits_find(&stages->exits, &stages->head, at, &place)) {
		at = stages->exits.ends[place];
		at = at < end ? at : end;
		if (is_late(stages->blames[place]))
			lose(stages, cycle_min(stages->begins[place], at), before(stages->blames[place]));
		lose(stages, at, stages->blames[place]);
	}
}

/* Where the operation's slots are summed up. */
static inline uint32_t find_row(const struct tea_stages *stages, const struct tea_retired *record)
{
	return stages->by_site ? record->site : record->privilege;
}

/* The same, and it is there from now on. */
static uint32_t make_row(struct tea_stages *stages, const struct tea_retired *record)
{
	const uint32_t row = find_row(stages, record);

	if (row < stages->rows_count || !grow_rows(stages, (size_t)row + 1))
		return row;
	stages->failed = true;
	return 0;
}

/* Until its dispatch @record waited for one thing after the other. */
static __attribute__((noinline)) void lose_parts(struct tea_stages *stages, cycle_t arrival,
						 const struct tea_retired *record,
						 struct tea_blame own)
{
	const cycle_t dispatch = record->at[TEA_STAGE_DISPATCH], now = stages->issues.now;

	if (arrival >= now)
		lose_front(stages, arrival, record, own);
	lose_window(stages, arrival >= now ? arrival : now - 1,
		    record->window < dispatch ? record->window : dispatch);
	if (record->window < dispatch)
		lose(stages, dispatch, tea_blame_for(own, tea_causes_held(record)));
}

/* @record is the first to be dispatched in its cycle: earlier ones came earlier. */
static inline void open_cycle(struct tea_stages *stages, const struct tea_retired *record,
			      struct tea_blame own)
{
	const cycle_t arrival = tea_causes_arrival(record, stages->rename_latency);

	if (arrival == record->at[TEA_STAGE_DISPATCH] && !(record->line_wait | record->itlb_wait))
		lose(stages, arrival, find_front(stages, record, own));
	else
		lose_parts(stages, arrival, record, own);
}

/* The operation that comes claims the cycles from @begin until before @end. */
static inline void claim(const struct tea_stages *stages, struct tea_claims *claims, cycle_t begin,
			 cycle_t end, struct tea_blame blame)
{
	tea_claims_find(claims, stages->issues.now);
	tea_claims_add(claims, begin, end, blame);
}

/* Until its operands are there it waits for the writer of the last one, else for itself. */
static inline void claim_unready(struct tea_stages *stages, const struct tea_retired *record,
				 struct tea_blame own, cycle_t begin)
{
	const struct tea_blame writer = stages->writers[record->late];
	const cycle_t late = stages->writer_begins[record->late];

	if (record->late > TEA_LATE_BEFORE || tea_blame_component(writer) == TEA_COMPONENT_BASE) {
		claim(stages, &stages->unready, begin, record->ready,
		      tea_blame_for(own, TEA_COMPONENT_DEPEND));
		return;
	}
	if (is_late(writer)) {
		claim(stages, &stages->unready, begin, cycle_min(late, record->ready), before(writer));
		begin = cycle_max(begin, late);
	}
	claim(stages, &stages->unready, begin, record->ready, writer);
}

/*
 * From its dispatch on @own has its place in an issue queue, where it waits for its operands, and
 * then for a port. The wait for a port counts only while all others have their operands: so
 * operations that issue with the last one never count.
 */
static void wait_to_issue(struct tea_stages *stages, const struct tea_retired *record,
			  struct tea_blame own)
{
	const cycle_t begin = record->at[TEA_STAGE_DISPATCH] + 1;

	claim_unready(stages, record, own, begin);
	if (record->at[TEA_STAGE_ISSUE] > record->ready)
		claim(stages, &stages->waiting, begin, record->at[TEA_STAGE_ISSUE],
		      tea_blame_for(own, TEA_COMPONENT_PORTS));
}

/* Whether it waits longer than all older ones. */
static inline bool waits_longest(const struct tea_stages *stages, const struct tea_retired *record)
{
	const cycle_t begin = record->at[TEA_STAGE_DISPATCH] + 1, issue = record->at[TEA_STAGE_ISSUE];

	return issue > begin &&
	       (record->ready > cycle_max(begin, stages->unready.until) ||
		(issue > record->ready && issue > stages->waiting.until));
}

/* The outcome of a short forward branch is a result, too. */
static inline uint8_t find_result(const struct tea_retired *record)
{
	return record->insn.class == TEA_CLASS_BRANCH ? TEA_LATE_BRANCH : record->insn.dst;
}

/* @own, of @record, wrote @result last. */
static inline void note_writer(struct tea_stages *stages, const struct tea_retired *record,
			       struct tea_blame own, uint8_t result)
{
	stages->writers[result] = own;
	if (is_late(own))
		stages->writer_begins[result] = find_begin(stages, record, own);
}

static inline void note_result(struct tea_stages *stages, const struct tea_retired *record,
			       struct tea_blame own)
{
	note_writer(stages, record, own, find_result(record));
}

/* One more passes all stages; @count is its row's. */
static inline void count_passed(struct tea_stages *stages, struct tea_stages_count *count)
{
	count->passed++;
	stages->position[TEA_STACK_DISPATCH]++;
	stages->position[TEA_STACK_COMMIT]++;
}

static inline void note_exit(struct tea_stages *stages, const struct tea_retired *record,
			     struct tea_blame own)
{
	const uint32_t place = tea_exits_add(&stages->exits, record->at[TEA_STAGE_COMMIT] + 1);

	stages->blames[place] = own;
	if (is_late(own))
		stages->begins[place] = find_begin(stages, record, own);
}

/* Until @end the operation waits for itself at commit. */
static inline void give_commit(struct tea_stages *stages, const struct tea_retired *record,
			       cycle_t end, struct tea_blame own)
{
	if (stages->position[TEA_STACK_COMMIT] >= stages->width * end)
		return;
	if (is_late(own))
		give_until(stages, TEA_STACK_COMMIT,
			   stages->width * cycle_min(find_begin(stages, record, own), end), before(own));
	give_until(stages, TEA_STACK_COMMIT, stages->width * end, own);
}

/* Dispatched behind another one in its cycle, without an event that counts here. */
static inline bool is_ordinary(const struct tea_stages *stages, const struct tea_retired *record)
{
	return record->at[TEA_STAGE_DISPATCH] < stages->issues.now &&
	       !((record->flags & (TEA_RETIRED_FLUSH | TEA_RETIRED_EXCEPTION |
				   TEA_RETIRED_VECTOR)) | (record->psv & TEA_CAUSES_EVENTS)) &&
	       find_row(stages, record) < stages->rows_count &&
	       tea_issues_has(&stages->issues, record->at[TEA_STAGE_ISSUE]);
}

static __attribute__((noinline)) void wait_and_pass(struct tea_stages *stages,
						    const struct tea_retired *record,
						    struct tea_blame own,
						    struct tea_stages_count *count)
{
	wait_to_issue(stages, record, own);
	count_passed(stages, count);
	note_result(stages, record, own);
}

/* The ordinary case, two in three operations or more: its last call is the only one. */
static inline void observe_ordinary(struct tea_stages *stages, const struct tea_retired *record)
{
	const uint32_t row = find_row(stages, record);
	const struct tea_blame own =
		tea_blame_of(row, tea_causes_without_event(&stages->causes, record));
	struct tea_stages_count *count = &stages->counts[row];

	count->pc = record->pc;
	stages->redirect = (struct tea_blame){ 0 };
	note_exit(stages, record, own);
	/* it waits for itself at commit, from its dispatch on */
	give_commit(stages, record, record->at[TEA_STAGE_COMMIT], own);
	tea_issues_count(&stages->issues, record->at[TEA_STAGE_ISSUE]);
	if (waits_longest(stages, record)) {
		wait_and_pass(stages, record, own, count);
		return;
	}
	count_passed(stages, count);
	note_result(stages, record, own);
}

/* Everything but its result, as @own, for later operations. Returns whether it commits. */
static inline __attribute__((always_inline)) bool observe(struct tea_stages *stages,
							  const struct tea_retired *record,
							  struct tea_blame own)
{
	struct tea_stages_count *count = &stages->counts[tea_blame_row(own)];
	const bool commits = tea_blame_component(own) != TEA_COMPONENT_FLUSH;
	const cycle_t issue = record->at[TEA_STAGE_ISSUE];

	count->pc = record->pc;
	note_exit(stages, record, own);
	if (record->at[TEA_STAGE_DISPATCH] >= stages->issues.now)
		open_cycle(stages, record, own);
	give_commit(stages, record, record->at[TEA_STAGE_COMMIT] + !commits, own);
	if (waits_longest(stages, record))
		wait_to_issue(stages, record, own);
	stages->redirect = (struct tea_blame){ 0 };
	if (__builtin_expect(record->flags & TEA_RETIRED_FLUSH, false))
		stages->redirect = tea_blame_for(own, record->psv & TEA_PSV_FL_MB ?
						 TEA_COMPONENT_BPRED : TEA_COMPONENT_FLUSH);
	if (__builtin_expect(!commits, false))
		return false;
	if (tea_issues_has(&stages->issues, issue))
		tea_issues_count(&stages->issues, issue);
	else if (tea_issues_count_far(&stages->issues, issue))
		stages->failed = true;
	count_passed(stages, count);
	return true;
}

/*
 * The first @count of several micro-operations passed: the one that completed last is the producer
 * of their results.
 */
static void note_results(struct tea_stages *stages, const struct tea_retired *micro,
			 unsigned int count, uint32_t row)
{
	cycle_t there[TEA_REGS_FILE], length = 0;
	uint32_t made = 0;

	for (unsigned int i = 0; i < count; i++) {
		const cycle_t completed = micro[i].at[TEA_STAGE_COMPLETE];
		const struct tea_blame own =
			tea_blame_of(row, tea_causes_backend(&stages->causes, &micro[i]));

		for (uint32_t left = micro[i].writes; left; left &= left - 1) {
			const unsigned int number = (unsigned int)__builtin_ctz(left);

			if (made >> number & 1 && there[number] > completed)
				continue;
			made |= 1U << number;
			there[number] = completed;
			note_writer(stages, &micro[i], own, (uint8_t)TEA_REG_V(number));
		}
		if (micro[i].insn.dst < TEA_REG_V(0))
			note_writer(stages, &micro[i], own, micro[i].insn.dst);
		if (micro[i].flags & TEA_RETIRED_VL && completed >= length) {
			length = completed;
			note_writer(stages, &micro[i], own, TEA_REG_VL);
		}
	}
}

/* Micro-operations read registers as they were before the first of them, except for sums. */
static __attribute__((noinline)) void observe_several(struct tea_stages *stages,
						      const struct tea_retired *record,
						      uint32_t row)
{
	unsigned int passed = 0;

	for (unsigned int i = 0; i < record->micro_count; i++) {
		const struct tea_retired *micro = &record->micro[i];
		const struct tea_blame own =
			tea_blame_of(row, tea_causes_backend(&stages->causes, micro));

		passed += observe(stages, micro, own);
		note_writer(stages, micro, own, TEA_LATE_BEFORE);
	}
	/* only the last one can leave by an exception */
	note_results(stages, record->micro, passed, row);
	stages->more += passed - !(record->flags & TEA_RETIRED_EXCEPTION);
}

static __attribute__((noinline)) void observe_any(struct tea_stages *stages,
						  const struct tea_retired *record)
{
	const uint32_t row = make_row(stages, record);
	const struct tea_blame own = tea_blame_of(row, tea_causes_backend(&stages->causes, record));

	if (tea_retired_several(record)) {
		observe_several(stages, record, row);
		return;
	}
	if (!observe(stages, record, own))
		return;
	note_result(stages, record, own);
	if (record->flags & TEA_RETIRED_VL)
		note_writer(stages, record, own, TEA_REG_VL);
}

void tea_stages_record(struct tea_stages *stages, const struct tea_retired *record)
{
	if (is_ordinary(stages, record))
		observe_ordinary(stages, record);
	else
		observe_any(stages, record);
}

/* Each operation had its slot of @stack, except the last ones: those of the carry in slot @end. */
static void give_base(struct tea_stages *stages, enum tea_stack stack, uint64_t end)
{
	uint64_t carry = stages->position[stack] - end;

	for (size_t i = 0; i < stages->rows_count; i++)
		stages->rows[i].slots[stack][TEA_COMPONENT_BASE] = stages->counts[i].passed;
	for (uint64_t number = stages->exits.count; carry;) {
		const struct tea_blame last = stages->blames[--number & stages->exits.mask];

		assert(stages->exits.count - number <= tea_exits_size(&stages->exits));
		if (tea_blame_component(last) == TEA_COMPONENT_FLUSH)
			continue;
		stages->rows[tea_blame_row(last)].slots[stack][TEA_COMPONENT_BASE]--;
		carry--;
	}
}

void tea_stages_cut(struct tea_stages *stages, enum tea_component rest)
{
	const uint64_t last = (stages->exits.count - 1) & stages->exits.mask;
	const struct tea_blame blame = tea_blame_for(stages->blames[last], rest);
	const cycle_t end = stages->exits.ends[last];

	if (!stages->exits.count)
		return;
	settle(stages, end, blame);
	for (unsigned int i = 0; i < TEA_STACKS_COUNT; i++) {
		give_until(stages, i, stages->width * end, blame);
		give_base(stages, i, stages->width * end);
	}
	stages->cycles = end - stages->begin / stages->width;
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
	for (size_t i = 0; i < more->rows_count; i++) {
		add_row(&stages->rows[i], &more->rows[i]);
		stages->counts[i].passed += more->counts[i].passed;
		if (more->counts[i].pc)
			stages->counts[i].pc = more->counts[i].pc;
	}
	stages->more += more->more;
	stages->cycles += more->cycles;
}
