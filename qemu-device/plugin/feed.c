// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * feed.c - the operation or run executed last, and its effects: see feed.h
 */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "code.h"
#include "dying.h"
#include "feed.h"
#include "isa/divide.h"
#include "registers.h"

static struct {
	const struct feed_host *host;
	struct feed *feeds[FEEDS_MAX];
	pthread_mutex_t lock;		/* taken to end a feed, and to drain all */
	struct code code;
} state = { .lock = PTHREAD_MUTEX_INITIALIZER, .code = CODE_INIT };

uint32_t feed_replaced(void)
{
	return state.code.sites.replaced;
}

struct feed *feed_of(unsigned int index)
{
	return index < FEEDS_MAX ? state.feeds[index] : NULL;
}

/* The lane's side */

/* Fill in the effects of an operation that are known only once it retired. */
static void settle(struct feed *feed)
{
	if (feed->item.effect == STREAM_EFFECT_ASID)
		feed->item.asid = state.host->asid(feed->index);
	if (feed->item.effect == STREAM_EFFECT_VL && !feed->item.op.trap)
		vectorop_set_vl(&feed->vector, registers_vector(REGISTERS_VL));
}

/* This thread ends feeds, others' too, which stand still where they came to the region's end. */
static __thread bool finishing;

/*
 * Take the region's lock. Behind the region's end there is none, and a thread that comes here
 * stops, since QEMU ends: false is for the thread that ends it.
 */
static bool enter(struct region *region)
{
	pthread_mutex_lock(&region->lock);
	if (!region_is_over(region))
		return true;
	pthread_mutex_unlock(&region->lock);
	while (!finishing)
		pause();
	return false;
}

/* With an effect, or to many lanes. Out of line, so that most operations save no registers for it. */
static __attribute__((noinline)) void step_any(struct feed *feed)
{
	if (feed->item.effect != STREAM_EFFECT_NONE)
		settle(feed);
	if (state.host->take) {
		state.host->take(feed);
		return;
	}
	if (feed->broadcast) {
		broadcast_put(feed->broadcast, &feed->item);
		return;
	}
	for (struct lane *lane = feed->lane; lane; lane = lane->sibling)
		lane_pass_step(lane, &feed->item);
}

/* The pending operation is of a @part of the stream. */
static void part_item(struct feed *feed, struct part part)
{
	feed->item.part = part;
	step_any(feed);
	feed->item.part = (struct part){ .phase = PHASE_DETAIL };
}

/* Pass on the pending operation, which is no run. */
static inline void put_item(struct feed *feed)
{
	feed->retired += feed->item.op.trap == TEA_TRAP_NONE;
	if (__builtin_expect(feed->item.effect != STREAM_EFFECT_NONE || feed->many, false))
		step_any(feed);
	else
		lane_step(feed->lane, &feed->item);
}

/* The same where windows of the stream are: what is skipped goes to none. */
static void window_item(struct feed *feed)
{
	const uint32_t retires = feed->item.op.trap == TEA_TRAP_NONE;
	const struct part part = windows_take(feed->windows, retires);

	feed->retired += retires;
	if (part.phase != PHASE_SKIP)
		part_item(feed, part);
	else
		state.host->skip(feed);
}

/* The same where only a region of the stream is wanted. */
static void region_item(struct feed *feed)
{
	struct region *region = state.host->region;
	struct region_part part;
	uint32_t retires = feed->item.op.trap == TEA_TRAP_NONE;

	if (!enter(region))
		return;
	part = region_take(region, retires, feed->item.mark);
	if (part.open && part.take == retires)
		put_item(feed);
	else if (region->warm && (part.warm == retires || !retires))
		part_item(feed, (struct part){ .phase = PHASE_WARM, .strays = part.strays });
	else if (feed->item.effect != STREAM_EFFECT_NONE)
		settle(feed);
	pthread_mutex_unlock(&region->lock);
	if (part.over)
		state.host->over();
}

/* The same where not all of the stream is modelled. */
static __attribute__((noinline)) void pass_item(struct feed *feed)
{
	if (feed->windows)
		window_item(feed);
	else
		region_item(feed);
}

/* Step the lanes with the pending operation; the next one is at @next_pc. */
static inline void feed_step(struct feed *feed, uint64_t next_pc)
{
	feed->item.op.next_pc = next_pc;
	if (__builtin_expect(feed->gated, false))
		pass_item(feed);
	else
		put_item(feed);
}

static inline void put_run(struct feed *feed, const struct tea_run *run)
{
	feed->retired += run->count;
	if (state.host->take_run) {
		state.host->take_run(feed, run);
		return;
	}
	if (feed->broadcast) {
		broadcast_put_run(feed->broadcast, run, &(struct part){ .phase = PHASE_DETAIL });
		return;
	}
	for (struct lane *lane = feed->lane; lane; lane = lane->sibling)
		lane_run(lane, run);
}

static void part_run(struct feed *feed, const struct tea_run *run, struct part part)
{
	if (feed->broadcast) {
		broadcast_put_run(feed->broadcast, run, &part);
		return;
	}
	for (struct lane *lane = feed->lane; lane; lane = lane->sibling)
		lane_take_run(lane, run, &part);
}

/*
 * The parts of a run of which the region begins: runs begin with their block, so each operation is
 * passed separately.
 */
static void put_parts(struct feed *feed, const struct tea_run *run, const struct region_part *part)
{
	const struct stream_item waits = feed->item;
	const uint32_t first = part->skip - part->warm;
	uint64_t words[TEA_BLOCK_MAX];
	struct tea_run parts = *run;

	/* a queue has its items where the words are */
	memcpy(words, run->words, run->block->words * sizeof(*words));
	parts.words = words;
	for (uint32_t i = first; i < part->skip + part->take; i++) {
		feed->item = (struct stream_item){ .op = tea_run_op(&parts, i) };
		if (i < part->skip)
			part_item(feed, (struct part){ PHASE_WARM, .strays = part->strays });
		else
			put_item(feed);
	}
	feed->item = waits;
}

/* As window_item(). */
static void window_run(struct feed *feed, const struct tea_run *run)
{
	const struct part part = windows_take(feed->windows, run->count);

	feed->retired += run->count;
	if (part.phase != PHASE_SKIP)
		part_run(feed, run, part);
	else
		state.host->skip(feed);
}

/* As region_item(). */
static void region_run(struct feed *feed, struct tea_run *run)
{
	struct region *region = state.host->region;
	struct region_part part;

	if (!enter(region))
		return;
	part = region_take(region, run->count, 0);
	if (part.warm == run->count) {
		part_run(feed, run, (struct part){ .phase = PHASE_WARM, .strays = part.strays });
	} else if (part.warm || (part.skip && part.take)) {
		put_parts(feed, run, &part);
	} else if (part.take) {
		if (part.take < run->count)
			run->next_pc = run->block->pc + run->block->recipes[part.take].offset;
		run->count = part.take;
		put_run(feed, run);
	}
	pthread_mutex_unlock(&region->lock);
	if (part.over)
		state.host->over();
}

/* As pass_item(). */
static __attribute__((noinline)) void pass_run(struct feed *feed, struct tea_run *run)
{
	if (feed->windows)
		window_run(feed, run);
	else
		region_run(feed, run);
}

/* Pass on the first @count instructions of the pending run; the next one is at @next_pc. */
static inline void feed_run(struct feed *feed, uint32_t count, uint64_t next_pc)
{
	struct tea_run run = {
		.block = &feed->block->block, .words = feed->words, .next_pc = next_pc,
		.count = count,
	};

	if (__builtin_expect(feed->gated, false))
		pass_run(feed, &run);
	else
		put_run(feed, &run);
}

/* Whether all accesses of the run that waits were made. */
static inline bool accessed_all(const struct feed *feed)
{
	uint8_t last = feed->block->last_access;

	return last == TEA_NO_WORD || feed->words[last] != TEA_NO_ADDRESS;
}

/* The instruction that began last of the run that waits. */
static uint32_t find_last(const struct feed *feed)
{
	const struct tea_block *block = &feed->block->block;
	uint32_t last = block->count - 1U;

	for (uint32_t i = 0; i < last; i++) {
		const struct tea_recipe *recipe = &block->recipes[i];

		if (recipe->insn.access_bytes && feed->words[recipe->word] == TEA_NO_ADDRESS)
			return i;
	}
	return last;
}

/* Make an operation of the pending run the pending one, behind those before it: it may still change. */
static void single_out(struct feed *feed, uint32_t last)
{
	const struct tea_run all = {
		.block = &feed->block->block, .words = feed->words,
		.count = feed->block->block.count,
	};

	feed->item = (struct stream_item){ .op = tea_run_op(&all, last) };
	feed->pending = true;
	if (last)
		feed_run(feed, last, feed->item.op.pc);
	feed->block = NULL;
}

static __attribute__((noinline)) void single_out_last(struct feed *feed)
{
	single_out(feed, find_last(feed));
}

/* The same at a trap: an exception has come at @pc, which may be in the midst of the run. */
static void single_out_trapped(struct feed *feed, uint64_t pc, bool interrupt)
{
	const struct tea_block *block = &feed->block->block;
	uint32_t at = 0;

	while (at < block->count && block->pc + block->recipes[at].offset != pc)
		at++;
	single_out(feed, !interrupt && at < block->count ? at : find_last(feed));
}

/* An instruction that did not come to execution. */
static void put_unexecuted(struct feed *feed, uint64_t pc, uint8_t privilege, enum tea_trap trap)
{
	feed->item.op = (struct tea_op) {
		.insn = {
			.class = TEA_CLASS_UNKNOWN, .length_bytes = 4, .dst = TEA_REG_NONE,
			.src = { TEA_REG_NONE, TEA_REG_NONE, TEA_REG_NONE },
		},
		.pc = pc,
		.privilege = privilege,
		.trap = (uint8_t)trap,
		.site = code_site(&state.code, pc, 0),
	};
	feed->item.effect = STREAM_EFFECT_NONE;
	feed->item.place = 0;
	feed->pending = true;
}

/*
 * The pending operation raised an exception: a vector access may have accessed some elements
 * before.
 */
static void mark_exception(struct feed *feed)
{
	feed->item.op.trap = TEA_TRAP_EXCEPTION;
	if (!feed->item.op.vector || !code_accesses_vector(&feed->item.op.insn))
		return;
	vectorop_trap(&feed->vector, registers_vector(REGISTERS_VSTART));
	feed->item.op.has_addr = vectorop_accesses(&feed->vector);
}

void feed_trap(struct feed *feed, uint64_t pc, uint8_t privilege, bool interrupt)
{
	feed->configured = false;
	if (feed->block)
		single_out_trapped(feed, pc, interrupt);
	if (!interrupt && feed->pending && feed->item.op.pc == pc && !feed->item.op.trap) {
		mark_exception(feed);
		return;
	}
	if (feed->pending)
		feed_step(feed, pc);
	put_unexecuted(feed, pc, privilege, interrupt ? TEA_TRAP_INTERRUPT : TEA_TRAP_EXCEPTION);
}

void feed_syscall(struct feed *feed)
{
	/* its own instruction had no call, and was counted among those that are skipped */
	if (feed->windows && !feed->block && (!feed->pending || feed->item.op.trap))
		windows_lose(feed->windows, -1);
	if (feed->block)
		single_out_last(feed);
	if (feed->pending)
		feed_trap(feed, feed->item.op.pc, TEA_PRIV_U, false);
}

uint64_t feed_pc(struct feed *feed)
{
	if (feed->block)
		single_out_last(feed);
	return feed->item.op.pc;
}

/* It did not get to its access, or is where the signal's handler goes back to. */
static bool has_raised(const struct tea_op *op)
{
	if (op->insn.access_bytes)
		return !op->has_addr;
	return state.host->interrupted() == op->pc;
}

/*
 * A user program's signal: the pending operation either raised it, or completed, and the signal
 * came like an interrupt.
 */
static void step_over_signal(struct feed *feed)
{
	uint64_t fallthrough = feed->item.op.pc + feed->item.op.insn.length_bytes;
	bool raised = has_raised(&feed->item.op);

	feed_trap(feed, raised ? feed->item.op.pc : fallthrough, feed->item.op.privilege, !raised);
}

/*
 * Control is at @pc, not behind the pending instruction, which does not transfer control. If @pc is
 * its own address, QEMU restarted it (a store into its own translation, an exclusive step), and it
 * never completed.
 */
static void mind_discontinuity(struct feed *feed, uint64_t pc)
{
	if (feed->item.op.trap || code_transfers(&feed->item.op.insn))
		return;
	feed->configured = false;
	if (pc == feed->item.op.pc)
		feed->pending = false;
	else if (state.host->interrupted)
		step_over_signal(feed);
}

/* If all of the pending run was executed, and led to @pc, pass it on. */
static inline bool feed_block(struct feed *feed, uint64_t pc)
{
	const struct code_block *block = feed->block;

	if (!block || !accessed_all(feed) || (pc != block->end && !block->transfers))
		return false;
	feed_run(feed, block->block.count, pc);
	return true;
}

/* Step the lanes with whatever waits: control is at @pc. */
static __attribute__((noinline)) void feed_any(struct feed *feed, uint64_t pc)
{
	if (feed_block(feed, pc)) {
		feed->block = NULL;
		return;
	}
	if (feed->block)
		single_out_last(feed);
	if (feed->pending && pc != feed->item.op.pc + feed->item.op.insn.length_bytes)
		mind_discontinuity(feed, pc);
	if (feed->pending)
		feed_step(feed, pc);
	feed->pending = false;
}

void feed_pass(struct feed *feed, uint64_t pc)
{
	if (feed->block || feed->pending)
		feed_any(feed, pc);
	feed->configured = false;
}

/* Callbacks at execution */

/* Words are written four at a time: behind the last one there is room. */
static inline void clear_words(uint64_t *words, unsigned int count)
{
	for (unsigned int i = 0; i < count; i += 4) {
		for (unsigned int k = 0; k < 4; k++)
			words[i + k] = TEA_NO_ADDRESS;
	}
}

static void on_block(unsigned int index, void *opaque)
{
	const struct code_block *block = opaque;
	struct feed *feed = state.feeds[index];

	if (__builtin_expect(!feed_block(feed, block->block.pc), false))
		feed_any(feed, block->block.pc);
	feed->block = block;
	if (feed->broadcast)
		feed->words = broadcast_words(feed->broadcast);
	clear_words(feed->words, block->block.words);
}

static void on_word(unsigned int index, qemu_plugin_meminfo_t info, uint64_t vaddr, void *opaque)
{
	(void)info;
	state.feeds[index]->words[(uintptr_t)opaque] = vaddr;
}

static void on_insn(unsigned int index, void *opaque)
{
	const struct code_insn *insn = opaque;
	struct feed *feed = state.feeds[index];
	uint64_t pc = insn->item.op.pc;

	if (feed->pending && pc == feed->item.op.pc + feed->item.op.insn.length_bytes)
		feed_step(feed, pc);
	else
		feed_any(feed, pc);
	feed->item = insn->item;
	feed->pending = true;
}

static void on_access(unsigned int index, qemu_plugin_meminfo_t info, uint64_t vaddr, void *opaque)
{
	struct feed *feed = state.feeds[index];

	(void)info;
	(void)opaque;
	/* to a device, in a translation of its own: it is where the run came to */
	if (__builtin_expect(feed->block != NULL, false))
		single_out_last(feed);
	feed->item.op.addr = vaddr;
	feed->item.op.has_addr = true;
}

/* Integer register that the field at @shift of @bits names. */
static uint64_t read_operand(uint32_t bits, unsigned int shift)
{
	unsigned int number = bits >> shift & 31;

	return number ? registers_integer(number) : 0;
}

/*
 * QEMU makes no access for a prefetch: its address is in a register. Zicbop has offset[11:5] in
 * place of ORI's immediate, and the low bits of that select the kind.
 */
static uint64_t read_prefetched(uint32_t bits)
{
	return read_operand(bits, 15) + (uint64_t)(int64_t)(((int32_t)bits >> 25) * 32);
}

static uint8_t read_steps(uint32_t bits)
{
	return tea_divide_steps(bits, read_operand(bits, 15), read_operand(bits, 20));
}

static void on_prefetch(unsigned int index, void *opaque)
{
	const struct code_insn *insn = opaque;
	struct feed *feed = state.feeds[index];

	on_insn(index, opaque);
	feed->item.op.addr = read_prefetched(insn->bits);
	feed->item.op.has_addr = true;
}

static void on_divide(unsigned int index, void *opaque)
{
	const struct code_insn *insn = opaque;
	struct feed *feed = state.feeds[index];

	on_insn(index, opaque);
	feed->item.op.steps = read_steps(insn->bits);
}

static void on_prefetch_word(unsigned int index, void *opaque)
{
	const struct code_operands *operands = opaque;

	state.feeds[index]->words[operands->word] = read_prefetched(operands->bits);
}

static void on_divide_word(unsigned int index, void *opaque)
{
	const struct code_operands *operands = opaque;

	state.feeds[index]->words[operands->word] = read_steps(operands->bits);
}

/* QEMU shows no element of the other accesses: see vectorop.h. */
static void on_element(unsigned int index, qemu_plugin_meminfo_t info, uint64_t vaddr,
		       void *opaque)
{
	struct feed *feed = state.feeds[index];

	if (!feed->item.op.has_addr)
		on_access(index, info, vaddr, opaque);
	vectorop_element(&feed->vector, vaddr);
}

/* It sets vl and vtype, or may set vstart. */
static void on_setting(unsigned int index, void *opaque)
{
	on_insn(index, opaque);
	state.feeds[index]->configured = false;
}

static void configure(struct feed *feed)
{
	vectorop_configure(&feed->vector, registers_vector(REGISTERS_VL),
			   registers_vector(REGISTERS_VTYPE), registers_vector(REGISTERS_VSTART));
	feed->configured = true;
}

static void on_vector(unsigned int index, void *opaque)
{
	const struct code_vector *insn = opaque;
	struct feed *feed = state.feeds[index];
	uint8_t mask[TEA_VLEN_MAX / 8];

	on_insn(index, opaque);
	if (!feed->configured)
		configure(feed);
	vectorop_begin(&feed->vector, &insn->vector);
	if (insn->vector.flags & TEA_VECTOR_MASKED)
		vectorop_mask(&feed->vector, mask, registers_mask(mask, sizeof(mask)));
	feed->item.op.vector = &feed->vector.op;
}

static void on_vector_access(unsigned int index, void *opaque)
{
	const struct code_vector *insn = opaque;
	struct feed *feed = state.feeds[index];

	on_vector(index, opaque);
	if (insn->vector.mode == TEA_VMODE_WHOLE)
		vectorop_whole(&feed->vector, state.code.vlen_bytes);
	if (insn->vector.mode == TEA_VMODE_STRIDED)
		feed->vector.op.stride = (int64_t)read_operand(insn->insn.bits, 20);
	feed->item.op.addr = read_operand(insn->insn.bits, 15);
	feed->item.op.has_addr = vectorop_accesses(&feed->vector);
}

/* QEMU */

static const struct code_calls calls = {
	.insn = on_insn, .divide = on_divide, .prefetch = on_prefetch, .setting = on_setting,
	.vector = on_vector, .vector_access = on_vector_access,
	.access = on_access, .element = on_element,
	.block = on_block, .divide_word = on_divide_word, .prefetch_word = on_prefetch_word,
	.word = on_word,
};

void feed_translate(struct qemu_plugin_tb *tb)
{
	if (state.code.enabled)
		code_translate(&state.code, tb);
}

static void on_translation(HOST_ID struct qemu_plugin_tb *tb HOST_DATA)
{
	feed_translate(tb);
}

/* Nothing is executed meanwhile: runs that wait are over, and then blocks are not in use. */
static void on_flush(HOST_ALONE)
{
	pthread_mutex_lock(&state.lock);
	for (unsigned int i = 0; i < FEEDS_MAX; i++) {
		struct feed *feed = state.feeds[i];

		if (feed && feed->block)
			single_out_last(feed);
		if (feed && feed->broadcast)
			broadcast_drain(feed->broadcast);
	}
	pthread_mutex_unlock(&state.lock);
	arena_free_all(&state.code.arena);
}

void feed_install(qemu_plugin_id_t id, const struct feed_host *host)
{
	state.host = state.code.host = host;
	state.code.calls = &calls;
	qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
	qemu_plugin_register_flush_cb(id, on_flush);
}

void feed_find_registers(void)
{
	if (!registers_find())
		dying_end("QEMU does not show the integer registers: is this QEMU %d's API?",
			 QEMU_PLUGIN_VERSION);
}

void feed_set_vlen(unsigned int vlen)
{
	unsigned int found = registers_vlen();

	if (!vlen && found)
		dying_end("QEMU's CPU has vectors, the core has none: give one that has them, as "
			 "core=boom-vector, or QEMU a CPU with v=off");
	if (found != vlen)
		dying_end("the core has vector registers of %u bits, QEMU's CPU %u: give QEMU a CPU "
			 "with v=on,vlen=%u", vlen, found, vlen);
	state.code.vlen_bytes = vlen / 8;
}

void feed_enable(bool on)
{
	state.code.enabled = on;
}

/* Life of a feed */

int feed_init(struct feed *feed, unsigned int index, struct lane *lane, struct broadcast *broadcast)
{
	if (index >= FEEDS_MAX)
		return -ENOSPC;
	*feed = (struct feed){
		.lane = lane, .broadcast = broadcast, .index = index,
		.many = broadcast || lane->sibling || state.host->take,
		.gated = state.host->region,
	};
	feed->words = feed->own_words;
	state.feeds[index] = feed;
	return 0;
}

void feed_sample(struct feed *feed, struct windows *windows)
{
	feed->windows = windows;
	feed->gated = true;
}

void feed_resume(struct feed *feed, uint64_t skipped)
{
	const uint32_t waits = feed->block ? feed->block->block.count :
					     feed->pending && feed->item.op.trap == TEA_TRAP_NONE;

	feed->retired += skipped;
	windows_skipped(feed->windows, skipped);
	windows_lose(feed->windows, waits);
	feed->block = NULL;
	feed->pending = false;
	feed->configured = false;
}

void feed_finish(struct feed *feed)
{
	pthread_mutex_lock(&state.lock);
	finishing = true;
	if (feed->block)
		single_out_last(feed);
	/* another thread may do this, which cannot read the registers of this one */
	feed->item.effect = STREAM_EFFECT_NONE;
	if (feed->pending)
		feed_step(feed, feed->item.op.pc + feed->item.op.insn.length_bytes);
	feed->pending = false;
	if (feed->broadcast)
		broadcast_drain(feed->broadcast);
	/* at the end of a region its thread may be on its way here */
	if (state.feeds[feed->index] == feed && !(state.host->region && region_is_over(state.host->region)))
		state.feeds[feed->index] = NULL;
	finishing = false;
	pthread_mutex_unlock(&state.lock);
}

void feed_resync(struct feed *feed)
{
	feed->block = NULL;
	feed->pending = false;
	feed->configured = false;
	for (struct lane *lane = feed->lane; lane; lane = lane->sibling) {
		lane_translate(lane, STREAM_EFFECT_FLUSH, 0);
		if (state.host->asid)
			lane_translate(lane, STREAM_EFFECT_ASID, state.host->asid(feed->index));
	}
}
