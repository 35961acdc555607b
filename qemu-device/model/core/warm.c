// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * warm.c - operations that pass without time: see tea_model_warm() in model.h
 *
 * One after the other: an access that misses is over before the next one begins, so nothing is on
 * its way, and contents change in program order, as they do in a pass. Whatever is not simple
 * passes all stages.
 */
#include "core.h"
#include "tea_abi.h"
#include "time/cycles.h"

/* An operation under way, in cycle @now. */
struct warming {
	struct tea_model *model;
	cycle_t now;
	uint8_t privilege;
};

/* Fetch */

static void fetch_block(struct warming *warming, uint64_t pc, uint64_t first)
{
	struct tea_frontend *frontend = &warming->model->frontend;
	struct tea_memory *memory = warming->model->memory;
	struct tea_translation translation;
	struct tea_access access;

	frontend->block = pc & ~(uint64_t)(frontend->bank_bytes - 1);
	frontend->block_pc = frontend->restart ? pc : frontend->block;
	frontend->block_first = first;
	frontend->restart = false;
	frontend->block_bytes = tea_frontend_bytes(frontend, frontend->block);
	if (tea_memory_fetch_hit(memory, pc, warming->privilege, warming->now))
		return;
	tea_memory_translate(memory, TEA_SIDE_INSN, pc, warming->privilege, warming->now,
			     &translation);
	tea_memory_fetch(memory, translation.paddr, translation.ready, &access);
	warming->now = cycle_max(warming->now, access.ready);
}

/* The blocks of an operation that is not all in the current one: as tea_frontend_fetch_blocks(). */
static __attribute__((noinline)) void fetch_blocks(struct warming *warming, uint64_t pc,
						   uint64_t last)
{
	const struct tea_frontend *frontend = &warming->model->frontend;
	const bool inside = pc - frontend->block < frontend->block_bytes;

	fetch_block(warming, inside ? last : pc, pc);
	if (last - frontend->block >= frontend->block_bytes)
		fetch_block(warming, last, pc);
}

static inline void fetch(struct warming *warming, uint64_t pc, uint8_t bytes)
{
	const struct tea_frontend *frontend = &warming->model->frontend;
	const uint64_t last = pc + bytes - 1;

	if (__builtin_expect(last - frontend->block >= frontend->block_bytes, false))
		fetch_blocks(warming, pc, last);
}

/* Branches and jumps: as tea_frontend_resolve(), with nothing behind a mispredict. */
static void resolve(struct warming *warming, uint64_t pc, const struct tea_insn *insn,
		    uint64_t next_pc)
{
	struct tea_frontend *frontend = &warming->model->frontend;
	const bool branch = insn->class == TEA_CLASS_BRANCH;
	const bool taken = !branch || next_pc != pc + insn->length_bytes;
	const struct tea_prediction prediction =
		tea_predictor_pass(frontend->predictor, pc, insn, taken, next_pc);
	const bool misled = branch ? prediction.taken != taken :
			    insn->class != TEA_CLASS_JUMP && prediction.target != next_pc;

	if (misled && !frontend->forgiven)
		frontend->slot = 0;	/* the buffer is cleared */
	if ((misled && !frontend->forgiven) || taken) {
		frontend->restart = true;
		frontend->block_bytes = 0;
	}
}

/* Data */

static void access_line(struct warming *warming, uint64_t paddr, bool write)
{
	struct tea_access access;

	if (write)
		tea_memory_store(warming->model->memory, paddr, warming->now, &access);
	else
		tea_memory_load(warming->model->memory, paddr, warming->now, &access);
	warming->now = cycle_max(warming->now, access.ready);
}

static uint64_t translate(struct warming *warming, uint64_t vaddr)
{
	struct tea_translation translation;

	tea_memory_translate(warming->model->memory, TEA_SIDE_DATA, vaddr, warming->privilege,
			     warming->now, &translation);
	warming->now = translation.ready;
	return translation.paddr;
}

/* Whatever it finds, in one line or in two: both are translated first, as in the load-store unit. */
static __attribute__((noinline)) void access_slow(struct warming *warming, uint64_t addr,
						  uint64_t bytes, bool write)
{
	const uint64_t line_left = TEA_LINE_BYTES - addr % TEA_LINE_BYTES;
	const uint64_t first = translate(warming, addr);
	uint64_t second = first + line_left;

	if (bytes > line_left && (addr + line_left) % 4096 == 0)
		second = translate(warming, addr + line_left);
	access_line(warming, first, write);
	if (bytes > line_left)
		access_line(warming, second, write);
}

static inline void load(struct warming *warming, uint64_t addr, uint8_t bytes)
{
	cycle_t ready;

	if (addr % TEA_LINE_BYTES + bytes > TEA_LINE_BYTES ||
	    !tea_memory_load_hit(warming->model->memory, addr, warming->privilege, warming->now,
				 &ready))
		access_slow(warming, addr, bytes, false);
}

static inline void store(struct warming *warming, uint64_t addr, uint8_t bytes)
{
	struct tea_memory *memory = warming->model->memory;
	uint64_t paddr;

	if (addr % TEA_LINE_BYTES + bytes > TEA_LINE_BYTES ||
	    !tea_memory_translate_hit(memory, addr, warming->privilege, warming->now, &paddr))
		access_slow(warming, addr, bytes, true);
	else if (!tea_memory_store_hit(memory, paddr, warming->now))
		access_line(warming, paddr, true);
}

/* Operations */

static bool is_simple(const struct tea_model *model, const struct tea_insn *insn)
{
	const struct tea_kind *kind = model->kind_of[insn->class];

	if (kind->variant == TEA_VARIANT_GENERIC)
		return false;
	if (kind->flags & TEA_KIND_MEMORY)
		return (insn->class == TEA_CLASS_LOAD || insn->class == TEA_CLASS_STORE) &&
		       insn->access_bytes && !model->lsu.traps;
	return true;
}

static void pass_simple(struct warming *warming, const struct tea_run *run,
			const struct tea_recipe *recipe)
{
	const struct tea_insn *insn = &recipe->insn;
	const uint64_t pc = run->block->pc + recipe->offset;
	const uint8_t flags = warming->model->kind_of[insn->class]->flags;
	uint64_t addr;

	fetch(warming, pc, insn->length_bytes);
	if (flags & TEA_KIND_CONTROL)
		resolve(warming, pc, insn, tea_run_next_pc(run, recipe));
	if (!(flags & TEA_KIND_MEMORY))
		return;
	addr = tea_run_address(run, recipe);
	if (addr == TEA_NO_ADDRESS)
		return;
	if (insn->class == TEA_CLASS_LOAD)
		load(warming, addr, insn->access_bytes);
	else
		store(warming, addr, insn->access_bytes);
}

/* All that is on its way is there, and what comes next is fetched behind that. */
static void begin(struct warming *warming)
{
	struct tea_model *model = warming->model;

	warming->now = cycle_max(model->warm, tea_model_now(model) + TEA_WARM_SETTLE);
	model->wrongpath.active = false;
}

static void end(struct warming *warming)
{
	struct tea_frontend *frontend = &warming->model->frontend;

	warming->model->warm = warming->now;
	frontend->block_at = cycle_max(frontend->block_at, warming->now);
	frontend->redirected_at = cycle_max(frontend->redirected_at, warming->now);
}

cycle_t tea_model_warmed(const struct tea_model *model)
{
	return model->warm;
}

void tea_model_warm_step(struct tea_model *model, const struct tea_op *op)
{
	struct warming warming = { .model = model, .privilege = op->privilege & TEA_PRIV_M };
	const struct tea_retired *records;

	begin(&warming);
	end(&warming);
	tea_model_step(model, op, &records);
	begin(&warming);
	end(&warming);
}

void tea_model_warm(struct tea_model *model, const struct tea_run *run)
{
	const struct tea_recipe *recipe = run->block->recipes, *last = recipe + run->count;
	struct warming warming = { .model = model, .privilege = run->block->privilege & TEA_PRIV_M };

	if (model->wrongpath.modelled)
		tea_codemap_note_run(&model->wrongpath.map, run);
	begin(&warming);
	for (; recipe != last; recipe++) {
		if (__builtin_expect(is_simple(model, &recipe->insn), true)) {
			pass_simple(&warming, run, recipe);
		} else {
			struct tea_op op = tea_run_op(run, (uint32_t)(recipe - run->block->recipes));

			end(&warming);
			tea_model_warm_step(model, &op);
			begin(&warming);
		}
	}
	end(&warming);
}
