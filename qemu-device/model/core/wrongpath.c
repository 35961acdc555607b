// SPDX-License-Identifier: GPL-2.0-or-later
/* wrongpath.c - the wrong path behind a mispredict, until it is resolved: see wrongpath.h */
#include "wrongpath.h"

#include <errno.h>
#include <string.h>

#include "core.h"
#include "tea_abi.h"
#include "time/cycles.h"

#define NEVER	UINT64_MAX
#define USUAL_ONE	16	/* a cycle, of the usual ones */
#define USUAL_WAIT	5	/* cycles that a branch waits, before any was seen */

int tea_wrongpath_init(struct tea_wrongpath *path, const struct tea_params *params)
{
	path->modelled = path->warms = params->wrong_path;
	path->usual = USUAL_ONE *
		(params->frontend_latency + params->rename_latency + 1 + params->issue_latency +
		 params->alu_latency + params->redirect_latency + USUAL_WAIT);
	path->blocks_most = params->fetch_targets < TEA_WRONGPATH_BLOCKS ? params->fetch_targets :
									   TEA_WRONGPATH_BLOCKS;
	path->rob = tea_params_rob(params);
	path->loads_most = params->load_queue;
	path->width = params->decode_width;
	if (path->modelled && (tea_codemap_init(&path->map) || tea_codeparts_init(&path->parts)))
		return -ENOMEM;
	return 0;
}

void tea_wrongpath_deinit(struct tea_wrongpath *path)
{
	tea_codeparts_deinit(&path->parts);
	tea_codemap_deinit(&path->map);
}

/* Fetch the line of @pc in @at. Returns when it is there. */
static cycle_t fetch_line(struct tea_model *model, uint64_t pc, uint8_t privilege, cycle_t at)
{
	struct tea_memory *memory = model->memory;
	struct tea_translation translation;
	struct tea_access access;

	if (tea_memory_fetch_hit(memory, pc, privilege, at))
		return at;
	TEA_TRACE(model->edges, wrong_fetch, &model->trace, at);
	tea_memory_translate(memory, TEA_SIDE_INSN, pc, privilege, at, &translation);
	tea_memory_fetch(memory, translation.paddr, translation.ready, &access);
	TEA_TRACE(model->edges, wrong_end, &model->trace);
	return cycle_max(translation.ready, access.ready);
}

/* Whether an operation dispatched in @dispatch can issue before the branch is resolved. */
static bool can_issue(const struct tea_model *model, cycle_t dispatch)
{
	return dispatch + 1 + model->backend.issue_latency <= model->wrongpath.resolved;
}

/* The fetch of a wrong path. */
struct stray {
	uint64_t pc;		/* where it begins, */
	uint64_t block;		/* and the block of that */
	cycle_t at, end;	/* the first cycle, and the first in which it does not go on */
	uint32_t ops;		/* operations before it */
	uint8_t privilege;
	bool kept;		/* its blocks are remembered */
	bool seen;		/* by the loop predictor */
	bool warms;		/* it takes no time */
};

/* The address where the block of @asked ends. */
static uint64_t end_of(const struct tea_frontend *frontend, uint64_t asked)
{
	const uint64_t bank = asked & ~(uint64_t)(frontend->bank_bytes - 1);

	return bank + tea_frontend_bytes(frontend, bank);
}

/* The same without time: a path ends with a line that is not there. */
static cycle_t warm_line(struct tea_model *model, uint64_t pc, const struct stray *stray, cycle_t at)
{
	if (tea_memory_fetch_hit(model->memory, pc, stray->privilege, at))
		return at;
	tea_memory_warm(model->memory, TEA_SIDE_INSN, pc, 1, false, stray->privilege, at, 0);
	return stray->end;
}

/* Where a wrong path is: before @pc, in the block that begins with @asked. */
struct way {
	uint64_t pc, asked;	/* 0: not known */
	uint32_t before;	/* operations from the branch to it, */
	uint64_t written;	/* and registers that they write */
};

/*
 * Go through a block, which ends before @end, on @way, to the next one: an instruction that ends
 * behind @end is that one's. Where it leads is not known behind a serialising instruction, either,
 * which keeps later ones from dispatch. Returns the bytes of its operations.
 */
tea_inline uint64_t pass_block(struct tea_model *model, struct way *way, uint64_t end,
			       enum tea_stray stray)
{
	struct tea_wrongpath *path = &model->wrongpath;
	uint64_t pc = way->pc, bytes = 0;

	way->asked = pc;
	while (way->asked == pc && pc < end) {
		const struct tea_codepart *part = tea_codeparts_find(&path->parts, &path->map,
								     model->kind_of, pc, end);

		bytes += part->bytes;
		pc += part->bytes;
		way->before += part->ops;
		way->written |= part->written;
		if (part->end == TEA_CODEPART_CONTROL) {
			way->asked = tea_predictor_stray_lead(model->frontend.predictor,
							      pc - part->last->length_bytes,
							      part->last, stray);
			continue;
		}
		way->pc = part->end == TEA_CODEPART_FULL ? pc : 0;
		way->asked = part->end == TEA_CODEPART_FULL ? end : 0;
		return bytes;
	}
	way->pc = way->asked;
	return bytes;
}

static void fetch_path(struct tea_model *model, const struct stray *stray)
{
	const struct tea_frontend *frontend = &model->frontend;
	enum tea_stray loops = stray->seen ? TEA_STRAY_REPAIRED : TEA_STRAY_UNSEEN;
	struct tea_wrongpath *path = &model->wrongpath;
	struct way way = { .pc = stray->pc, .asked = stray->block, .before = stray->ops };
	uint64_t line = 0;
	cycle_t at = stray->at;

	if (stray->kept)
		path->blocks_count = 0;
	for (uint32_t i = 0; i < path->blocks_most; i++) {
		const struct way from = way;
		uint64_t bytes;

		if (at >= stray->end || way.before >= path->rob)
			break;
		if (stray->seen && i && from.asked == frontend->block_pc)
			loops = TEA_STRAY_COUNTED;
		bytes = pass_block(model, &way, end_of(frontend, from.asked), loops);
		if (!bytes && !tea_codemap_find(&path->map, from.pc))
			break;
		if (from.asked / TEA_LINE_BYTES + 1 != line)
			at = stray->warms ? warm_line(model, from.asked, stray, at) :
					    fetch_line(model, from.asked, stray->privilege, at);
		line = from.asked / TEA_LINE_BYTES + 1;
		if (stray->kept && can_issue(model, at + model->backend.refill))
			path->blocks[path->blocks_count++] = (struct tea_wrongpath_block){
				.pc = from.pc, .bytes = bytes, .before = from.before,
				.written = from.written, .at = at,
			};
		at++;
	}
}

/* When the ROB has room for the operations behind the branch under way, a row after the other. */
static void find_rows(struct tea_model *model)
{
	struct tea_wrongpath *path = &model->wrongpath;

	for (uint32_t i = 0; i * TEA_WRONGPATH_ROW < path->rob; i++) {
		const uint32_t back = path->rob - i * TEA_WRONGPATH_ROW;

		path->rows[i] = 1 + tea_history_back(model->history.now,
						     tea_history_distance(back))->commit;
	}
}

/* From the branch under way on its operations are compared. */
static void leave(struct tea_wrongpath *path)
{
	path->joined = false;
	path->others = path->slot = 0;
	path->written = 0;
	path->written_count = 0;
	path->differing = TEA_WRONGPATH_REGS + 1;
}

/* So many of the right path are compared with a wrong one of @cycles: twice as many as that can have. */
static uint32_t find_others(const struct tea_wrongpath *path, cycle_t cycles)
{
	return cycles < path->rob / (2 * path->width) ? 2 * path->width * (uint32_t)cycles : path->rob;
}

static void start(struct tea_model *model, const struct tea_retired *branch, cycle_t resolved)
{
	struct tea_wrongpath *path = &model->wrongpath;

	leave(path);
	path->active = true;
	path->ops = path->loads = 0;
	path->begin = branch->at[TEA_STAGE_DISPATCH];
	path->resolved = resolved;
	path->others_most = find_others(path, resolved - path->begin);
	memcpy(path->ready_before, model->backend.ready, sizeof(path->ready_before));
	find_rows(model);
	TEA_TRACE(model->edges, wrong_begin, model);
}

/*
 * The branch under way is on the wrong path, too. Where that finds out in time that it is mispredicted,
 * it turns to where the right path goes. Else it leaves that, and may come back.
 */
static void go_on(struct tea_model *model, uint8_t privilege)
{
	const struct tea_frontend *frontend = &model->frontend;
	struct tea_wrongpath *path = &model->wrongpath;

	if (path->branch_at < path->resolved) {
		path->at = path->branch_at + frontend->redirect_latency + model->backend.refill;
		path->slot = 0;
		return;
	}
	leave(path);
	path->begin = path->at;
	memcpy(path->ready_before, path->ready, sizeof(path->ready_before));
	fetch_path(model, &(struct stray){
		.pc = frontend->led, .block = frontend->led_block,
		.at = path->at + frontend->led_lag - model->backend.refill,
		.end = path->resolved, .ops = path->ops, .privilege = privilege, .kept = true,
	});
}

/*
 * The predictor hears of the branch or jump at @branch_pc, and of the branches before it in its fetch
 * block.
 */
static void begin_stray(struct tea_model *model, uint64_t branch_pc, uint8_t class)
{
	struct tea_predictor *predictor = model->frontend.predictor;
	const struct tea_insn *insn;

	tea_predictor_stray_begin(predictor, class == TEA_CLASS_BRANCH);
	for (uint64_t pc = model->frontend.block_first; pc < branch_pc; pc += insn->length_bytes) {
		insn = tea_codemap_find(&model->wrongpath.map, pc);
		if (!insn)
			return;
		if (insn->class == TEA_CLASS_BRANCH)
			tea_predictor_stray_before(predictor, pc, insn);
	}
}

/* Towards the median: a few branches wait long, for memory. */
static void note_usual(struct tea_wrongpath *path, cycle_t cycles)
{
	if (cycles * USUAL_ONE > path->usual)
		path->usual++;
	else
		path->usual--;
}

void tea_wrongpath_begin(struct tea_model *model, const struct tea_retired *branch,
			 cycle_t resolved)
{
	const struct tea_frontend *frontend = &model->frontend;
	const struct tea_backend *backend = &model->backend;
	struct tea_wrongpath *path = &model->wrongpath;
	const cycle_t fetched = branch->at[TEA_STAGE_FETCH];
	const bool late = fetched + 1 + backend->refill + 1 + backend->issue_latency <= resolved;
	const bool goes_on = path->active && path->joined;

	if (late && !goes_on)
		start(model, branch, resolved);
	note_usual(path, resolved + frontend->redirect_latency - fetched);
	begin_stray(model, branch->pc, branch->insn.class);
	fetch_path(model, &(struct stray){
		.pc = frontend->led, .block = frontend->led_block, .at = fetched + frontend->led_lag,
		.end = resolved + frontend->redirect_latency,
		.privilege = branch->privilege, .kept = late && !goes_on, .seen = true,
	});
	if (goes_on)
		go_on(model, branch->privilege);
	tea_predictor_stray_end(frontend->predictor);
	TEA_TRACE(model->edges, wrong_return, &model->trace);
}

void tea_wrongpath_warm(struct tea_model *model, uint64_t pc, uint8_t class, uint8_t privilege,
			cycle_t now)
{
	const struct tea_frontend *frontend = &model->frontend;

	begin_stray(model, pc, class);
	fetch_path(model, &(struct stray){
		.pc = frontend->led, .block = frontend->led_block, .at = now + frontend->led_lag,
		.end = now + model->wrongpath.usual / USUAL_ONE, .privilege = privilege, .seen = true,
		.warms = true,
	});
	tea_predictor_stray_end(frontend->predictor);
}

/*
 * The wrong path from the start of @block to @pc: counts the operations, with all before, and the
 * registers that they write. Returns whether it gets there.
 */
static bool pass_part(const struct tea_model *model, const struct tea_wrongpath_block *block,
		      uint64_t pc, uint32_t *ops, uint64_t *written)
{
	*ops = block->before;
	*written = block->written;
	for (uint64_t at = block->pc; at != pc;) {
		const struct tea_insn *insn = tea_codemap_find(&model->wrongpath.map, at);

		if (!insn || at > pc)
			return false;
		*written |= tea_codepart_bit(insn->dst);
		at += insn->length_bytes;
		++*ops;
	}
	return true;
}

/* The first of the wrong path's blocks that @pc is in, or NULL. */
static const struct tea_wrongpath_block *find_block(const struct tea_wrongpath *path, uint64_t pc)
{
	const struct tea_wrongpath_block *block = path->blocks;
	const struct tea_wrongpath_block *end = block + path->blocks_count;

	while (block != end && pc - block->pc >= block->bytes)
		block++;
	return block != end ? block : NULL;
}

/* The right path's operation at @pc may be where they join, or join better than before. */
static __attribute__((noinline)) void join(struct tea_model *model, uint64_t pc)
{
	struct tea_wrongpath *path = &model->wrongpath;
	const struct tea_wrongpath_block *block = find_block(path, pc);
	uint64_t written;
	unsigned int differing;
	uint32_t ops;

	if (!block || !pass_part(model, block, pc, &ops, &written))
		return;
	written |= path->written;
	differing = (unsigned int)__builtin_popcountll(written);
	if (differing >= path->differing)
		return;
	path->differing = differing;
	path->joined = true;
	path->ops = ops;
	path->next_pc = pc;
	path->at = cycle_max(block->at + model->backend.refill,
			     path->begin + (ops - path->blocks[0].before) / path->width);
	memcpy(path->ready, path->ready_before, sizeof(path->ready));
	for (; written; written &= written - 1)
		path->ready[__builtin_ctzll(written)] = NEVER;
}

/* Dispatch the next one on the wrong path. Whether it is, in time to issue. */
static bool dispatch(struct tea_model *model, uint64_t pc, uint8_t length_bytes)
{
	struct tea_wrongpath *path = &model->wrongpath;

	if (path->ops + 1 >= path->rob)
		return false;
	if (pc != path->next_pc || path->slot == path->width) {
		path->at++;
		path->slot = 0;
	}
	path->at = cycle_max(path->at, path->rows[++path->ops / TEA_WRONGPATH_ROW]);
	path->slot++;
	path->next_pc = pc + length_bytes;
	return can_issue(model, path->at);
}

/* Load from @addr in @now. Returns when the data is there; NEVER: the request is not made any more. */
static __attribute__((noinline)) cycle_t load(struct tea_model *model, uint64_t addr,
					      uint8_t privilege, cycle_t now)
{
	struct tea_wrongpath *path = &model->wrongpath;
	struct tea_translation translation;
	struct tea_access access;
	cycle_t ready;

	if (tea_memory_load_hit(model->memory, addr, privilege, now, &ready))
		return ready;
	TEA_TRACE(model->edges, wrong_load, &model->trace, now);
	tea_memory_translate(model->memory, TEA_SIDE_DATA, addr, privilege, now, &translation);
	if (translation.ready > path->resolved ||
	    !tea_memory_load_until(model->memory, translation.paddr, translation.ready,
				   path->resolved, &access))
		return NEVER;
	return access.ready;
}

static cycle_t find_ready(const struct tea_wrongpath *path, uint8_t reg)
{
	if (reg < TEA_WRONGPATH_REGS)
		return path->ready[reg];
	return reg == TEA_REG_NONE ? 0 : NEVER;
}

static cycle_t execute(struct tea_model *model, const struct tea_insn *insn, uint64_t addr,
		       uint8_t privilege)
{
	const struct tea_kind *kind = model->kind_of[insn->class];
	struct tea_wrongpath *path = &model->wrongpath;
	const cycle_t read = model->backend.issue_latency;
	cycle_t issue = path->at + 1;

	for (unsigned int i = 0; i < 3; i++)
		issue = cycle_max(issue, find_ready(path, insn->src[i]));
	path->branch_at = NEVER;
	if (issue > path->resolved - read)
		return NEVER;
	path->branch_at = issue + kind->executed;
	if (insn->class != TEA_CLASS_LOAD)
		return issue + kind->bypassed;
	if (addr == TEA_NO_ADDRESS || ++path->loads > path->loads_most)
		return NEVER;
	issue = load(model, addr, privilege, issue + read);
	return issue == NEVER ? NEVER : issue - (cycle_t)kind->ahead;
}

void tea_wrongpath_step(struct tea_model *model, uint64_t pc, const struct tea_insn *insn,
			uint64_t addr, uint8_t privilege)
{
	struct tea_wrongpath *path = &model->wrongpath;
	const uint64_t written = tea_codepart_bit(insn->dst) & ~path->written;

	/* not any more when the right path alone has written as many registers as differed */
	if (path->written_count < path->differing)
		join(model, pc);
	path->written |= written;
	path->written_count += !!written;
	if (path->joined && dispatch(model, pc, insn->length_bytes)) {
		const cycle_t ready = execute(model, insn, addr, privilege);

		if (insn->dst < TEA_WRONGPATH_REGS)
			path->ready[insn->dst] = ready;
	} else {
		path->joined = false;
	}
	path->active = ++path->others < path->others_most &&
		       (path->joined || path->written_count < path->differing);
}
