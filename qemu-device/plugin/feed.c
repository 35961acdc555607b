// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * feed.c - translation and execution callbacks: see feed.h
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "feed.h"
#include "isa/divide.h"
#include "registers.h"
#include "sites.h"

#define CSR_SATP	0x180

/* One instruction of a translation. */
struct feed_insn {
	struct stream_item item;	/* as it is executed, but for next_pc and addr */
	uint32_t bits;
};

struct feed_vector_insn {
	struct feed_insn insn;
	struct tea_vector_insn vector;
};

static struct {
	const struct feed_host *host;
	struct feed *feeds[FEEDS_MAX];
	unsigned int vlen_bytes;	/* of a vector register; 0: there are none */
	struct arena insns;
	struct sites sites;
	bool enabled;
	bool died;
} state = { .sites = SITES_INIT };

void feed_die(const char *format, ...)
{
	va_list args;

	fprintf(stderr, "tea: ");
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fprintf(stderr, "\n");
	state.died = true;
	exit(1);
}

bool feed_died(void)
{
	return state.died;
}

uint32_t feed_replaced(void)
{
	return state.sites.replaced;
}

struct feed *feed_of(unsigned int index)
{
	return index < FEEDS_MAX ? state.feeds[index] : NULL;
}

/* The lane's side */

/* What is known of an operation with an effect only once it retired. */
static void settle(struct feed *feed)
{
	if (feed->item.effect == STREAM_EFFECT_ASID)
		feed->item.asid = state.host->asid(feed->index);
	if (feed->item.effect == STREAM_EFFECT_VL && !feed->item.op.trap)
		vectorop_set_vl(&feed->vector, registers_vector(REGISTERS_VL));
}

/* With an effect, or to many lanes. Out of line, so that most operations save no registers for it. */
static __attribute__((noinline)) void step_any(struct feed *feed)
{
	if (feed->item.effect != STREAM_EFFECT_NONE)
		settle(feed);
	if (feed->relay)
		relay_put(feed->relay, &feed->item);
	else
		lane_step(feed->lane, &feed->item);
}

/* Step the lanes with what waits; the operation that follows is at @next_pc. */
static inline void feed_step(struct feed *feed, uint64_t next_pc)
{
	feed->item.op.next_pc = next_pc;
	feed->retired += feed->item.op.trap == TEA_TRAP_NONE;
	if (__builtin_expect(feed->item.effect != STREAM_EFFECT_NONE || feed->relay, false))
		step_any(feed);
	else
		lane_step(feed->lane, &feed->item);
}

/* The number of the static instruction at @pc, where the host has use for it. */
static uint32_t site_of(uint64_t pc, uint32_t bits)
{
	uint32_t site;

	if (!state.host->sites)
		return 0;
	site = sites_number(&state.sites, pc, bits);
	if (!site)
		feed_die("out of memory for the numbers of instructions");
	return site;
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
		.site = site_of(pc, 0),
	};
	feed->item.effect = STREAM_EFFECT_NONE;
	feed->pending = true;
}

static bool accesses_vector(const struct tea_insn *insn)
{
	return insn->class == TEA_CLASS_V_LOAD || insn->class == TEA_CLASS_V_STORE;
}

/* What waits raised an exception: of a vector access some elements were accessed before. */
static void mark_exception(struct feed *feed)
{
	feed->item.op.trap = TEA_TRAP_EXCEPTION;
	if (!feed->item.op.vector || !accesses_vector(&feed->item.op.insn))
		return;
	vectorop_trap(&feed->vector, registers_vector(REGISTERS_VSTART));
	feed->item.op.has_addr = vectorop_accesses(&feed->vector);
}

void feed_trap(struct feed *feed, uint64_t pc, uint8_t privilege, bool interrupt)
{
	feed->configured = false;
	if (!interrupt && feed->pending && feed->item.op.pc == pc && !feed->item.op.trap) {
		mark_exception(feed);
		return;
	}
	if (feed->pending)
		feed_step(feed, pc);
	put_unexecuted(feed, pc, privilege, interrupt ? TEA_TRAP_INTERRUPT : TEA_TRAP_EXCEPTION);
}

static bool transfers_control(const struct tea_op *op)
{
	switch (op->insn.class) {
	case TEA_CLASS_BRANCH:
	case TEA_CLASS_JUMP:
	case TEA_CLASS_JUMP_REG:
	case TEA_CLASS_SYSTEM:
	case TEA_CLASS_TRAP_RETURN:
		return true;
	default:
		return op->trap != TEA_TRAP_NONE;
	}
}

/* It did not get to its access, or is where the signal's handler goes back to. */
static bool has_raised(const struct tea_op *op)
{
	if (op->insn.access_bytes)
		return !op->has_addr;
	return state.host->interrupted() == op->pc;
}

/*
 * A user program's signal: what waits either raised it, or completed, and the
 * signal came like an interrupt.
 */
static void step_over_signal(struct feed *feed)
{
	uint64_t fallthrough = feed->item.op.pc + feed->item.op.insn.length_bytes;
	bool raised = has_raised(&feed->item.op);

	feed_trap(feed, raised ? feed->item.op.pc : fallthrough, feed->item.op.privilege, !raised);
}

/*
 * Control is at @pc, not behind the instruction that waits, and that is not one
 * to transfer it. At the same place: QEMU began it again (a store into its own
 * translation, an exclusive step), and what waits never completed.
 */
static __attribute__((noinline)) void mind_discontinuity(struct feed *feed, uint64_t pc)
{
	if (transfers_control(&feed->item.op))
		return;
	feed->configured = false;
	if (pc == feed->item.op.pc)
		feed->pending = false;
	else if (state.host->interrupted)
		step_over_signal(feed);
}

/* Callbacks at execution */

static void on_insn(unsigned int index, void *opaque)
{
	const struct feed_insn *insn = opaque;
	struct feed *feed = state.feeds[index];
	uint64_t pc = insn->item.op.pc;

	if (feed->pending) {
		if (pc != feed->item.op.pc + feed->item.op.insn.length_bytes)
			mind_discontinuity(feed, pc);
		if (feed->pending)
			feed_step(feed, pc);
	}
	feed->item = insn->item;
	feed->pending = true;
}

static void on_access(unsigned int index, qemu_plugin_meminfo_t info, uint64_t vaddr, void *opaque)
{
	struct feed *feed = state.feeds[index];

	(void)info;
	(void)opaque;
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
 * QEMU makes no access for a prefetch: its address is in a register. Zicbop has
 * offset[11:5] in place of ORI's immediate, whose low bits choose the kind.
 */
static void on_prefetch(unsigned int index, void *opaque)
{
	const struct feed_insn *insn = opaque;
	struct feed *feed = state.feeds[index];

	on_insn(index, opaque);
	feed->item.op.addr = read_operand(insn->bits, 15) +
			     (uint64_t)(int64_t)(((int32_t)insn->bits >> 25) * 32);
	feed->item.op.has_addr = true;
}

static void on_divide(unsigned int index, void *opaque)
{
	const struct feed_insn *insn = opaque;
	struct feed *feed = state.feeds[index];

	on_insn(index, opaque);
	feed->item.op.steps = tea_divide_steps(insn->bits, read_operand(insn->bits, 15),
					       read_operand(insn->bits, 20));
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
	const struct feed_vector_insn *insn = opaque;
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
	const struct feed_vector_insn *insn = opaque;
	struct feed *feed = state.feeds[index];

	on_vector(index, opaque);
	if (insn->vector.mode == TEA_VMODE_WHOLE)
		vectorop_whole(&feed->vector, state.vlen_bytes);
	if (insn->vector.mode == TEA_VMODE_STRIDED)
		feed->vector.op.stride = (int64_t)read_operand(insn->insn.bits, 20);
	feed->item.op.addr = read_operand(insn->insn.bits, 15);
	feed->item.op.has_addr = vectorop_accesses(&feed->vector);
}

/* Callbacks at translation */

static bool is_vector(const struct tea_insn *insn)
{
	return state.vlen_bytes && tea_class_is_vector(insn->class);
}

static const struct tea_vector_insn *vector_of(const struct feed_insn *insn)
{
	return &((const struct feed_vector_insn *)insn)->vector;
}

static bool is_indexed(const struct feed_insn *insn)
{
	return vector_of(insn)->mode == TEA_VMODE_INDEXED;
}

/* Of what has to be read from registers, or NULL. */
static qemu_plugin_vcpu_udata_cb_t find_reader(const struct feed_insn *insn)
{
	if (is_vector(&insn->item.op.insn))
		return accesses_vector(&insn->item.op.insn) && !is_indexed(insn) ?
		       on_vector_access : on_vector;
	switch (insn->item.op.insn.class) {
	case TEA_CLASS_INT_DIV:
		return on_divide;
	case TEA_CLASS_VSET:
	case TEA_CLASS_CSR:
		return state.vlen_bytes ? on_setting : NULL;
	case TEA_CLASS_PREFETCH_R:
	case TEA_CLASS_PREFETCH_W:
	case TEA_CLASS_PREFETCH_I:
		return on_prefetch;
	default:
		return NULL;
	}
}

/* Of what QEMU has to tell where it accesses memory, or NULL. */
static qemu_plugin_vcpu_mem_cb_t find_access(const struct feed_insn *insn)
{
	const struct tea_insn *decoded = &insn->item.op.insn;

	if (is_vector(decoded))
		return is_indexed(insn) ? on_element : NULL;
	return decoded->access_bytes && !find_reader(insn) ? on_access : NULL;
}

static enum stream_effect effect_of(const struct feed_insn *insn)
{
	const struct tea_insn *decoded = &insn->item.op.insn;

	if (decoded->class == TEA_CLASS_SFENCE)
		return STREAM_EFFECT_FLUSH;
	if (decoded->class == TEA_CLASS_CSR && insn->bits >> 20 == CSR_SATP && state.host->asid)
		return STREAM_EFFECT_ASID;
	if (is_vector(decoded) && vector_of(insn)->flags & TEA_VECTOR_FAULT_FIRST)
		return STREAM_EFFECT_VL;
	return STREAM_EFFECT_NONE;
}

static struct feed_insn *new_insn(const struct tea_insn *decoded, uint32_t bits)
{
	struct feed_vector_insn *vector;

	if (!is_vector(decoded))
		return arena_alloc(&state.insns, sizeof(struct feed_insn));
	vector = arena_alloc(&state.insns, sizeof(*vector));
	if (!vector)
		return NULL;
	tea_vector_decode(&vector->vector, bits);
	return &vector->insn;
}

static struct feed_insn *decode(const struct qemu_plugin_insn *insn)
{
	struct feed_insn *record;
	struct tea_insn decoded;
	uint32_t bits = 0;

	qemu_plugin_insn_data(insn, &bits, sizeof(bits));
	tea_insn_decode(&decoded, bits);
	record = new_insn(&decoded, bits);
	if (!record)
		feed_die("out of memory for decoded instructions");
	record->item.op.insn = decoded;
	record->item.op.pc = qemu_plugin_insn_vaddr(insn);
	record->item.op.privilege = state.host->privilege();
	record->item.op.site = site_of(record->item.op.pc, bits);
	record->bits = bits;
	record->item.effect = (uint8_t)effect_of(record);
	return record;
}

static void instrument(struct qemu_plugin_insn *insn, struct feed_insn *record)
{
	qemu_plugin_vcpu_udata_cb_t reader = find_reader(record);
	qemu_plugin_vcpu_mem_cb_t access = find_access(record);

	if (reader)
		qemu_plugin_register_vcpu_insn_exec_cb(insn, reader, QEMU_PLUGIN_CB_R_REGS,
						       record);
	else
		qemu_plugin_register_vcpu_insn_exec_cb(insn, on_insn, QEMU_PLUGIN_CB_NO_REGS,
						       record);
	if (access)
		qemu_plugin_register_vcpu_mem_cb(insn, access, QEMU_PLUGIN_CB_NO_REGS,
						 QEMU_PLUGIN_MEM_RW, NULL);
}

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	size_t count = qemu_plugin_tb_n_insns(tb);

	(void)id;
	if (!state.enabled)
		return;
	for (size_t i = 0; i < count; i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
		struct feed_insn *record = decode(insn);

		if (state.host->code)
			state.host->code(record->item.op.pc, qemu_plugin_insn_haddr(insn));
		instrument(insn, record);
	}
}

static void on_flush(qemu_plugin_id_t id)
{
	(void)id;
	arena_free_all(&state.insns);
}

void feed_install(qemu_plugin_id_t id, const struct feed_host *host)
{
	state.host = host;
	qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
	qemu_plugin_register_flush_cb(id, on_flush);
}

void feed_find_registers(void)
{
	if (!registers_find())
		feed_die("QEMU does not show the integer registers: is this QEMU %d's API?",
			 QEMU_PLUGIN_VERSION);
}

void feed_set_vlen(unsigned int vlen)
{
	unsigned int found = registers_vlen();

	if (!vlen && found)
		feed_die("QEMU's CPU has vectors, the core has none: give one that has them, as "
			 "core=boom-vector, or QEMU a CPU with v=off");
	if (found != vlen)
		feed_die("the core has vector registers of %u bits, QEMU's CPU %u: give QEMU a CPU "
			 "with v=on,vlen=%u", vlen, found, vlen);
	state.vlen_bytes = vlen / 8;
}

void feed_enable(bool on)
{
	state.enabled = on;
}

/* Life of a feed */

int feed_init(struct feed *feed, unsigned int index, struct lane *lane, struct relay *relay)
{
	if (index >= FEEDS_MAX)
		return -ENOSPC;
	*feed = (struct feed){ .lane = lane, .relay = relay, .index = index };
	state.feeds[index] = feed;
	return 0;
}

void feed_finish(struct feed *feed)
{
	/* another thread may do this, which cannot read the registers of this one */
	feed->item.effect = STREAM_EFFECT_NONE;
	if (feed->pending)
		feed_step(feed, feed->item.op.pc + feed->item.op.insn.length_bytes);
	feed->pending = false;
	if (state.feeds[feed->index] == feed)
		state.feeds[feed->index] = NULL;
}

void feed_resync(struct feed *feed)
{
	feed->pending = false;
	feed->configured = false;
	lane_translate(feed->lane, STREAM_EFFECT_FLUSH, 0);
	if (state.host->asid)
		lane_translate(feed->lane, STREAM_EFFECT_ASID, state.host->asid(feed->index));
}
