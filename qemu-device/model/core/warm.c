// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * warm.c - operations that pass without time: see tea_model_warm() in model.h
 *
 * One after the other: an access that misses is over before the next one begins, and contents change
 * in program order, as they do in a pass. But prefetches are dropped where no MSHR is free for them, so
 * misses take these for the time that they need, and operations have a pace. What traps, and vectors
 * and predicates, pass all stages.
 *
 * Most runs pass as the list of what matters in their block (warmlist.h): each line of code is looked
 * up once, and arithmetic is not looked at.
 */
#include "warm.h"

#include "core.h"
#include "tea_abi.h"
#include "time/cycles.h"

/* An operation under way, in cycle @now. */
struct warming {
	struct tea_model *model;
	cycle_t now;
	cycle_t ahead;			/* of a miss that waits, for so long others go on behind it */
	uint32_t ops;			/* of the run, whose time has passed */
	uint8_t privilege;
};

/* The first @ops of the run are over. */
static void pass_time(struct warming *warming, uint32_t ops)
{
	struct tea_pace *pace = &warming->model->pace;

	pace->part += (ops - warming->ops) * (pace->cycles - pace->cycles / TEA_PACE_HASTE);
	warming->now += pace->part / TEA_PACE_OPS;
	pace->part %= TEA_PACE_OPS;
	warming->ops = ops;
}

/* An access of any kind, by one operation. */
static void access_any(struct warming *warming, enum tea_side side, uint64_t vaddr, uint8_t bytes,
		       bool write)
{
	warming->now = tea_memory_warm(warming->model->memory, side, vaddr, bytes, write,
				       warming->privilege, warming->now, warming->ahead);
}

/* One operation after the other */

static void fetch_block(struct warming *warming, uint64_t pc, uint64_t first)
{
	struct tea_frontend *frontend = &warming->model->frontend;

	frontend->block = pc & ~(uint64_t)(frontend->bank_bytes - 1);
	frontend->block_pc = frontend->restart ? pc : frontend->block;
	frontend->block_first = first;
	frontend->restart = false;
	frontend->block_bytes = tea_frontend_bytes(frontend, frontend->block);
	access_any(warming, TEA_SIDE_INSN, pc, 1, false);
}

/* As tea_frontend_fetch_blocks(). */
static void fetch(struct warming *warming, uint64_t pc, uint8_t bytes)
{
	const struct tea_frontend *frontend = &warming->model->frontend;
	const bool inside = pc - frontend->block < frontend->block_bytes;
	const uint64_t last = pc + bytes - 1;

	if (last - frontend->block < frontend->block_bytes)
		return;
	fetch_block(warming, inside ? last : pc, pc);
	if (last - frontend->block >= frontend->block_bytes)
		fetch_block(warming, last, pc);
}

/*
 * Where the first block begins that is fetched for the operations of @run. Those behind it follow
 * each other.
 */
static uint64_t find_begin(const struct tea_frontend *frontend, uint64_t pc)
{
	if (pc - frontend->block < frontend->block_bytes)
		return frontend->block + frontend->block_bytes;
	return pc & ~(uint64_t)(frontend->bank_bytes - 1);
}

/* The block of the last one of the first @ops operations of @run, whose lines were there. */
static void settle(struct tea_frontend *frontend, const struct tea_run *run, uint32_t ops)
{
	const struct tea_recipe *first = run->block->recipes, *at = &first[ops - 1];
	const uint64_t pc = run->block->pc, last = pc + at->offset + at->insn.length_bytes - 1;
	uint64_t begin = find_begin(frontend, pc);

	if (last - frontend->block < frontend->block_bytes)
		return;
	frontend->block_pc = begin;
	if ((begin ^ last) >= TEA_LINE_BYTES)
		begin = last & ~(uint64_t)(TEA_LINE_BYTES - 1);
	begin += (last - begin) & ~(uint64_t)(frontend->fetch_bytes - 1);
	if (!frontend->restart || begin != frontend->block_pc)
		frontend->block_pc = begin;
	else
		frontend->block_pc = pc;
	while (at != first && pc + at[-1].offset + at[-1].insn.length_bytes > begin)
		at--;
	frontend->block = begin;
	frontend->block_first = pc + at->offset;
	frontend->block_bytes = tea_frontend_bytes(frontend, begin);
	frontend->restart = false;
}

/*
 * A mispredict, in the block that was fetched last: the wrong path leaves its traces in the predictor
 * and the L1I.
 */
static __attribute__((noinline)) void go_astray(struct warming *warming, uint64_t pc,
						const struct tea_insn *insn, bool taken,
						const struct tea_prediction *prediction)
{
	struct tea_frontend *frontend = &warming->model->frontend;
	const uint64_t behind = pc + insn->length_bytes, led = prediction->target;
	const bool branch = insn->class == TEA_CLASS_BRANCH;

	tea_frontend_lead(frontend, (branch && taken) || (!branch && !led) ? behind : led, behind,
			  1 + frontend->bubbles[prediction->stage]);
	tea_wrongpath_warm(warming->model, pc, insn->class, warming->privilege, warming->now);
}

/*
 * Branches and jumps: as tea_frontend_resolve(). Whether fetch restarts. @run: it is the last of its
 * first @ops operations, which are settled no sooner than it matters; or NULL.
 */
static inline bool resolve(struct warming *warming, uint64_t pc, const struct tea_insn *insn,
			   uint64_t next_pc, const struct tea_run *run, uint32_t ops)
{
	struct tea_frontend *frontend = &warming->model->frontend;
	const bool branch = insn->class == TEA_CLASS_BRANCH;
	const bool taken = !branch || next_pc != pc + insn->length_bytes;
	const struct tea_prediction prediction =
		tea_predictor_pass(frontend->predictor, pc, insn, taken, next_pc);
	const bool misled = !frontend->forgiven &&
			    (branch ? prediction.taken != taken :
			     insn->class != TEA_CLASS_JUMP && prediction.target != next_pc);

	if (misled) {
		frontend->slot = 0;	/* the buffer is cleared */
		if (run)
			settle(frontend, run, ops);
		if (warming->model->wrongpath.warms)
			go_astray(warming, pc, insn, taken, &prediction);
	}
	if (!taken && !misled)
		return false;
	frontend->restart = true;
	frontend->block_bytes = 0;
	return true;
}

/*
 * Whether operations of @insn pass here: simple ones, and those that serialise. Of the latter a
 * load-reserved wants to own its line, which costs another core time.
 */
static bool is_passed(const struct tea_model *model, const struct tea_insn *insn)
{
	const uint8_t flags = model->kind_of[insn->class]->flags;

	if (!(flags & TEA_KIND_SERIAL))
		return tea_warmlist_takes(model, insn);
	if (tea_cracker_takes(&model->cracker, insn->class))
		return false;
	return !(flags & TEA_KIND_MEMORY) ||
	       (flags & TEA_KIND_STQ && insn->access_bytes && !model->lsu.traps);
}

/* Behind one that serialises. */
static void flush(struct tea_model *model, uint8_t class)
{
	model->frontend.restart = true;
	model->frontend.block_bytes = 0;
	model->frontend.slot = 0;
	if (class == TEA_CLASS_FENCE_I)
		tea_memory_flush_icache(model->memory);
}

/* @addr: TEA_NO_ADDRESS where there is no access. */
static void pass_simple(struct warming *warming, const struct tea_insn *insn, uint64_t pc, uint64_t next_pc,
			uint64_t addr)
{
	const uint8_t flags = warming->model->kind_of[insn->class]->flags;

	fetch(warming, pc, insn->length_bytes);
	if (flags & TEA_KIND_CONTROL)
		resolve(warming, pc, insn, next_pc, NULL, 0);
	if (flags & TEA_KIND_MEMORY && addr != TEA_NO_ADDRESS)
		access_any(warming, TEA_SIDE_DATA, addr, insn->access_bytes,
			   flags & TEA_KIND_STQ);
	if (flags & TEA_KIND_SERIAL)
		flush(warming->model, insn->class);
}

/* How long those took that came with time: up to half of what counts from here on. */
static __attribute__((noinline)) void keep_pace(struct tea_model *model)
{
	struct tea_pace *pace = &model->pace;
	const uint64_t ops = pace->ops < TEA_PACE_OPS / 2 ? pace->ops : TEA_PACE_OPS / 2;
	const uint64_t cycles = (tea_model_now(model) - model->warm) * TEA_PACE_OPS / pace->ops;

	if (tea_model_now(model) > model->warm)
		pace->cycles = (pace->cycles * (TEA_PACE_OPS - ops) + cycles * ops) / TEA_PACE_OPS;
	pace->ops = 0;
}

/* All that is on its way is there, and what comes next is fetched behind that. */
static void begin(struct warming *warming)
{
	struct tea_model *model = warming->model;

	if (__builtin_expect(model->pace.ops != 0, false))
		keep_pace(model);
	warming->now = cycle_max(model->warm, tea_model_now(model) + TEA_WARM_SETTLE);
	warming->ahead = model->pace.rob * model->pace.cycles / TEA_PACE_OPS;
	model->wrongpath.active = false;
}

static void end(struct warming *warming)
{
	struct tea_frontend *frontend = &warming->model->frontend;

	warming->model->warm = warming->now;
	frontend->block_at = cycle_max(frontend->block_at, warming->now);
	frontend->redirected_at = cycle_max(frontend->redirected_at, warming->now);
}

void tea_model_warm_strays(struct tea_model *model, bool on)
{
	model->wrongpath.warms = on && model->wrongpath.modelled;
}

void tea_model_warm_pace(struct tea_model *model, uint64_t cycles, uint64_t ops)
{
	model->pace.cycles = cycles * TEA_PACE_OPS / ops;
}

cycle_t tea_model_warmed(const struct tea_model *model)
{
	return model->warm;
}

static void pass_op(struct tea_model *model, const struct tea_op *op)
{
	struct warming warming = { .model = model, .privilege = op->privilege & TEA_PRIV_M };

	if (model->wrongpath.modelled)
		tea_codemap_note(&model->wrongpath.map, op->pc, &op->insn);
	begin(&warming);
	pass_simple(&warming, &op->insn, op->pc, op->next_pc, op->has_addr ? op->addr : TEA_NO_ADDRESS);
	pass_time(&warming, 1);
	end(&warming);
}

/* Which of @spared has to do with what the operation leaves behind, if it passes here. */
static uint16_t spared_of(const struct tea_model *model, const struct tea_op *op, uint16_t spared)
{
	const uint8_t flags = model->kind_of[op->insn.class]->flags;
	uint16_t events = TEA_PSV_DR_L1 | TEA_PSV_DR_TLB;

	if (flags & TEA_KIND_CONTROL)
		events |= TEA_PSV_FL_MB;
	if (flags & TEA_KIND_MEMORY)
		events |= TEA_PSV_ST_L1 | TEA_PSV_ST_LLC | TEA_PSV_ST_TLB | TEA_PSV_DR_SQ;
	if (flags & TEA_KIND_SERIAL)
		events |= TEA_PSV_FL_EX;
	return spared & events;
}

void tea_model_warm_step(struct tea_model *model, const struct tea_op *op, uint16_t spared)
{
	struct warming warming = { .model = model, .privilege = op->privilege & TEA_PRIV_M };
	const struct tea_retired *records;

	if (op->trap == TEA_TRAP_NONE && is_passed(model, &op->insn) &&
	    !spared_of(model, op, spared)) {
		pass_op(model, op);
		return;
	}
	begin(&warming);
	end(&warming);
	if (spared)
		tea_model_step_spared(model, op, spared, &records);
	else
		tea_model_step(model, op, &records);
	model->pace.ops = 0;	/* it stood alone */
	begin(&warming);
	end(&warming);
}

/* One after the other, from number @first on. */
static __attribute__((noinline)) void pass_each(struct warming *warming, const struct tea_run *run,
						uint32_t first)
{
	const struct tea_recipe *recipe = run->block->recipes + first;
	const struct tea_recipe *last = run->block->recipes + run->count;

	for (; recipe != last; recipe++) {
		pass_time(warming, (uint32_t)(recipe - run->block->recipes));
		if (is_passed(warming->model, &recipe->insn)) {
			pass_simple(warming, &recipe->insn, run->block->pc + recipe->offset,
				    tea_run_next_pc(run, recipe), tea_run_address(run, recipe));
		} else {
			struct tea_op op = tea_run_op(run, (uint32_t)(recipe - run->block->recipes));

			end(warming);
			tea_model_warm_step(warming->model, &op, 0);
			begin(warming);
		}
	}
}

/* Lists: the first operations of a block, as long as all that they ask for is there */

/* All lines of the code from @pc to @last. Of one that is there it does not matter how often. */
static bool fetch_hits(struct warming *warming, uint64_t pc, uint64_t last)
{
	const struct tea_frontend *frontend = &warming->model->frontend;
	uint64_t at = cycle_max(pc, find_begin(frontend, pc));

	for (; at <= last; at = (at | (TEA_LINE_BYTES - 1)) + 1) {
		if (!tea_memory_fetch_hit(warming->model->memory, at, warming->privilege,
					  warming->now))
			return false;
	}
	return true;
}

/*
 * The accesses of @list: hits in a row, and one after the other those that are not. Returns how many
 * operations have passed: those behind an access by which lines of code were lost have not.
 */
static uint32_t pass_accesses(struct warming *warming, const struct tea_warmlist *list,
			      const uint64_t *words)
{
	struct tea_memory *memory = warming->model->memory;
	const struct tea_listed *at = list->accesses, *end = at + list->accesses_count;
	uint32_t lost;

	for (;;) {
		at += tea_memory_hits(memory, at, (unsigned int)(end - at), words,
				      warming->privilege, warming->now);
		if (at == end)
			return list->ops;
		pass_time(warming, at->at);
		lost = tea_memory_code_lost(memory);
		access_any(warming, TEA_SIDE_DATA, words[at->word], at->bytes, at->write);
		at++;
		if (__builtin_expect(tea_memory_code_lost(memory) != lost, false))
			return at[-1].at + 1U;
	}
}

/* Returns how many operations of @run passed as its list has them. */
static uint32_t pass_list(struct warming *warming, const struct tea_run *run)
{
	struct tea_model *model = warming->model;
	const struct tea_block *block = run->block;
	const struct tea_warmlist *list = tea_warmlist_find(model, &model->warmlists, block);
	uint32_t ops;

	if (!list->ops || list->ops > run->count ||
	    !fetch_hits(warming, block->pc, block->pc + list->bytes - 1))
		return 0;
	ops = pass_accesses(warming, list, run->words);
	pass_time(warming, ops - 1);
	if (ops == list->ops && list->control &&
	    resolve(warming, block->pc + list->last_offset, &list->last,
		    ops == run->count ? run->next_pc : block->pc + block->recipes[ops].offset,
		    run, ops))
		return ops;
	settle(&model->frontend, run, ops);
	return ops;
}

static inline struct warming begin_run(struct tea_model *model, const struct tea_run *run)
{
	struct warming warming = { .model = model, .privilege = run->block->privilege & TEA_PRIV_M };

	if (model->wrongpath.modelled)
		tea_codemap_note_run(&model->wrongpath.map, run);
	begin(&warming);
	return warming;
}

void tea_model_warm(struct tea_model *model, const struct tea_run *run)
{
	struct warming warming = begin_run(model, run);
	uint32_t passed = pass_list(&warming, run);

	if (__builtin_expect(passed != run->count, false))
		pass_each(&warming, run, passed);
	pass_time(&warming, run->count);
	end(&warming);
}

void tea_warm_each(struct tea_model *model, const struct tea_run *run)
{
	struct warming warming = begin_run(model, run);

	pass_each(&warming, run, 0);
	pass_time(&warming, run->count);
	end(&warming);
}
