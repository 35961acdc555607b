// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * executions.c - how often each instruction of a user program was executed: see executions.h
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "code.h"
#include "dying.h"
#include "executions.h"
#include "guestcalls.h"
#include "guestmem.h"
#include "registers.h"
#include "sites.h"

#define PAGE_MASK	0xfffULL
#define INSN_ECALL	0x73U

/* Counters of one scoreboard, which has them for 16 vCPUs at least. */
#define BOARD_COUNTERS	256

/* Of the frame that a handler finds: struct siginfo. */
#define SIGINFO_CODE	8
#define SIGINFO_ADDRESS	16
/* ... and struct ucontext. */
#define UCONTEXT_FCSR	688
#define FRM_SHIFT	5
#define FRM_MASK	7
#define FRM_RESERVED	5	/* and all above */

/* Registers of a handler that begins: where it returns to, the signal's number, and these two. */
#define REGISTER_RA	1
#define REGISTER_A0	10
#define REGISTER_A1	11
#define REGISTER_A2	12

/* What it returns to: li a7, SYS_RT_SIGRETURN; ecall */
static const uint32_t trampoline[] = { 0x08b00893, INSN_ECALL };

struct stretch {
	struct stretch *next;		/* made behind it */
	struct stretch *other;		/* with another code at the same pc */
	struct stretch *neighbour;	/* made before it, in the same page */
	uint32_t translated;		/* number of the last time, if its end is certain; else 0 */
	uint64_t pc;			/* of its first instruction, virtual */
	uint32_t count;			/* instructions */
	qemu_plugin_u64 began;
	uint64_t *raised;		/* exceptions of each instruction; NULL: none */
	uint16_t *offsets;		/* of each instruction from the first one, in bytes */
	uint32_t bits[];		/* of each */
};

static struct {
	qemu_plugin_id_t id;
	const struct executions_host *host;
	pthread_mutex_t lock;		/* of all below, except counters */
	struct sites sites;
	struct stretch *stretches, **end;	/* all, as they were made; the last one's next */
	GHashTable *by_pc;		/* struct stretch of uint64_t */
	GHashTable *by_page;		/* likewise, of the page in which all its instructions begin */
	uint32_t translations;
	struct qemu_plugin_scoreboard *board;	/* with room for more counters */
	size_t board_used;
	qemu_plugin_u64 running;	/* a vCPU's struct stretch whose end is not certain; 0 */
	GHashTable *handlers;		/* pcs, uint64_t */
	GArray *bits;			/* of a translation */
	uint64_t traps;			/* exceptions that are no retired instructions */
} state = { .lock = PTHREAD_MUTEX_INITIALIZER, .sites = SITES_INIT };

/* Of this thread's last handler, which may call another one with the same frame. */
static __thread struct {
	uint64_t frame, pc, began;
} handled;

/* Where the system call that sends a signal, this thread's last one, goes on; 0: it is another. */
static __thread uint64_t sent_from;

/* Stretches */

static uint64_t pc_behind(uint64_t pc, uint32_t bits)
{
	return pc + ((bits & 3) == 3 ? 4 : 2);
}

static uint8_t class_of(uint32_t bits)
{
	struct tea_insn insn;

	tea_insn_decode(&insn, bits);
	return insn.class;
}

static qemu_plugin_u64 new_counter(void)
{
	const size_t bytes = BOARD_COUNTERS * sizeof(uint64_t);

	if (!state.board || state.board_used == bytes) {
		state.board = qemu_plugin_scoreboard_new(bytes);
		state.board_used = 0;
	}
	state.board_used += sizeof(uint64_t);
	return (qemu_plugin_u64){ state.board, state.board_used - sizeof(uint64_t) };
}

static struct stretch *neighbours_of(uint64_t pc)
{
	const uint64_t page = pc & ~PAGE_MASK;

	return g_hash_table_lookup(state.by_page, &page);
}

static struct stretch *new_stretch(uint64_t pc, const uint32_t *bits, uint32_t count)
{
	const uint64_t page = pc & ~PAGE_MASK;
	struct stretch *stretch = calloc(1, sizeof(*stretch) +
					 count * (sizeof(*bits) + sizeof(*stretch->offsets)));
	uint64_t behind = pc;

	if (!stretch)
		dying_end("out of memory for the counters of instructions");
	stretch->pc = pc;
	stretch->count = count;
	memcpy(stretch->bits, bits, count * sizeof(*bits));
	stretch->offsets = (uint16_t *)&stretch->bits[count];
	for (uint32_t i = 0; i < count; behind = pc_behind(behind, bits[i++]))
		stretch->offsets[i] = (uint16_t)(behind - pc);
	stretch->began = new_counter();
	*state.end = stretch;
	state.end = &stretch->next;
	stretch->other = g_hash_table_lookup(state.by_pc, &pc);
	g_hash_table_replace(state.by_pc, &stretch->pc, stretch);
	stretch->neighbour = neighbours_of(pc);
	g_hash_table_replace(state.by_page, g_memdup2(&page, sizeof(page)), stretch);
	return stretch;
}

/* The same code has the same stretch, however often it is translated. */
static struct stretch *get_stretch(uint64_t pc, const uint32_t *bits, uint32_t count)
{
	struct stretch *at = g_hash_table_lookup(state.by_pc, &pc);

	while (at && (at->count != count || memcmp(at->bits, bits, count * sizeof(*bits))))
		at = at->other;
	return at ? at : new_stretch(pc, bits, count);
}

/* The number of the instruction at @pc; -1: it has none of it. */
static int find_insn(const struct stretch *stretch, uint64_t pc)
{
	const uint64_t offset = pc - stretch->pc;
	uint32_t first = 0, behind = stretch->count;

	while (behind - first > 1) {
		const uint32_t middle = (first + behind) / 2;

		if (stretch->offsets[middle] > offset)
			behind = middle;
		else
			first = middle;
	}
	return stretch->offsets[first] == offset ? (int)first : -1;
}

/* Translations */

/* Whether each translation with the instruction ends behind it: it jumps, or its page ends. */
static bool is_closed(uint32_t bits, uint64_t behind)
{
	switch (class_of(bits)) {
	case TEA_CLASS_BRANCH:
	case TEA_CLASS_JUMP:
	case TEA_CLASS_JUMP_REG:
		return true;
	default:
		return bits == INSN_ECALL || !(behind & PAGE_MASK);
	}
}

/* It reports the access that it makes, unless it traps. */
static bool is_access(uint32_t bits)
{
	struct tea_insn insn;

	tea_insn_decode(&insn, bits);
	return insn.access_bytes && insn.class != TEA_CLASS_STORE_CONDITIONAL &&
	       !tea_class_is_vector(insn.class);
}

static void count_from(struct qemu_plugin_insn *insn, const struct stretch *stretch)
{
	qemu_plugin_register_vcpu_insn_exec_inline_per_vcpu(insn, QEMU_PLUGIN_INLINE_ADD_U64,
							    stretch->began, 1);
}

static void run_from(struct qemu_plugin_insn *insn, const struct stretch *stretch)
{
	qemu_plugin_register_vcpu_insn_exec_inline_per_vcpu(insn, QEMU_PLUGIN_INLINE_STORE_U64,
							    state.running, (uintptr_t)stretch);
}

static void count_closed(struct qemu_plugin_tb *tb, const uint32_t *bits, uint32_t count)
{
	struct stretch *stretch = get_stretch(qemu_plugin_tb_vaddr(tb), bits, count);

	stretch->translated = ++state.translations;
	count_from(qemu_plugin_tb_get_insn(tb, 0), stretch);
}

/*
 * The last instruction is a stretch of its own, before which the other one is known to be over. So
 * is the last one once its access is made; if it makes none, nothing is behind it in any case.
 */
static void count_open(struct qemu_plugin_tb *tb, const uint32_t *bits, uint32_t count)
{
	struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, count - 1);
	struct stretch *last = get_stretch(qemu_plugin_insn_vaddr(insn), &bits[count - 1], 1);
	struct stretch *others;

	if (count > 1) {
		others = get_stretch(qemu_plugin_tb_vaddr(tb), bits, count - 1);
		count_from(qemu_plugin_tb_get_insn(tb, 0), others);
		run_from(qemu_plugin_tb_get_insn(tb, 0), others);
	}
	count_from(insn, last);
	run_from(insn, is_access(last->bits[0]) ? last : NULL);
	if (is_access(last->bits[0]))
		qemu_plugin_register_vcpu_mem_inline_per_vcpu(insn, QEMU_PLUGIN_MEM_RW,
							      QEMU_PLUGIN_INLINE_STORE_U64,
							      state.running, 0);
}

/* Signals */

/* The instruction at @pc, as it was last translated; 0: it never was. */
static uint32_t bits_at(uint64_t pc)
{
	const uint32_t site = sites_find(&state.sites, pc);

	return site ? state.sites.list[site].bits : 0;
}

/* The stretch that this vCPU executed when the instruction at @pc raised an exception, or NULL. */
static struct stretch *find_left(unsigned int index, uint64_t pc)
{
	struct stretch *running = (struct stretch *)(uintptr_t)qemu_plugin_u64_get(state.running, index);
	struct stretch *found = NULL;

	qemu_plugin_u64_set(state.running, index, 0);
	if (running && find_insn(running, pc) >= 0)
		return running;
	for (struct stretch *at = neighbours_of(pc); at; at = at->neighbour)
		if (at->translated > (found ? found->translated : 0) && find_insn(at, pc) >= 0)
			found = at;
	return found;
}

/* How often this vCPU began a stretch with the instruction at @pc. */
static uint64_t count_begun(unsigned int index, uint64_t pc)
{
	uint64_t count = 0;

	for (const struct stretch *at = neighbours_of(pc); at; at = at->neighbour)
		if (find_insn(at, pc) >= 0)
			count += qemu_plugin_u64_get(at->began, index);
	return count;
}

/* Whether the handler with @frame is not another one's last call: the exception was raised anew. */
static bool is_new(unsigned int index, uint64_t frame, uint64_t pc)
{
	const uint64_t began = count_begun(index, pc);
	const bool same = handled.frame == frame && handled.pc == pc && handled.began == began;

	handled.frame = frame;
	handled.pc = pc;
	handled.began = began;
	return !same;
}

/*
 * Whether a translation may go on behind an instruction that raises @signal: it accesses memory, or
 * finds only then that there is no such rounding mode as @frm. Others that are illegal end it.
 */
static bool has_more(int signal, uint32_t bits, unsigned int frm)
{
	struct tea_insn insn;

	tea_insn_decode(&insn, bits);
	if (signal != SIGILL)
		return signal == SIGSEGV || signal == SIGBUS;
	return (insn.class >= TEA_CLASS_FP_ADD && insn.class <= TEA_CLASS_FP_TO_INT) ||
	       (tea_class_is_vector(insn.class) && frm >= FRM_RESERVED);
}

static void note_exception(unsigned int index, int signal, uint64_t pc, unsigned int frm)
{
	struct stretch *stretch = find_left(index, pc);
	const int number = stretch ? find_insn(stretch, pc) : -1;

	if (number < 0 || stretch->bits[number] != bits_at(pc) ||
	    !has_more(signal, stretch->bits[number], frm))
		return;
	if (!stretch->raised)
		stretch->raised = calloc(stretch->count, sizeof(*stretch->raised));
	if (!stretch->raised)
		dying_end("out of memory for the exceptions of instructions");
	stretch->raised[number]++;
}

/* One of those by which a program sees exceptions. */
static bool is_exception(int number)
{
	return number == SIGSEGV || number == SIGBUS || number == SIGILL || number == SIGTRAP;
}

/* An exception of the instruction at @pc, not of its fetch; @siginfo describes the signal. */
static bool is_raised(uint64_t number, uint64_t siginfo, uint64_t pc)
{
	uint64_t address;
	int32_t code;

	if (!is_exception((int)number) ||
	    !guestmem_read(siginfo + SIGINFO_CODE, &code, sizeof(code)) ||
	    !guestmem_read(siginfo + SIGINFO_ADDRESS, &address, sizeof(address)))
		return false;
	/* by another process, or by the kernel itself */
	if (code <= 0 || code == SI_KERNEL)
		return false;
	return (number != SIGSEGV && number != SIGBUS) || address - pc >= 4;
}

/* System calls count as exceptions, too; an ebreak does not, as in the model. */
static bool is_retired(uint64_t pc)
{
	struct tea_insn insn;

	tea_insn_decode(&insn, bits_at(pc));
	return code_transfers(&insn);
}

/* Code begins that is the handler of a signal. It may also be called. */
static void on_handler(unsigned int index, void *opaque)
{
	uint32_t code[2], fcsr = 0;
	uint64_t pc, signal;

	(void)opaque;
	if (!guestmem_read(registers_integer(REGISTER_RA), code, sizeof(code)) ||
	    memcmp(code, trampoline, sizeof(code)))
		return;
	pc = guestmem_interrupted();
	signal = registers_integer(REGISTER_A0);
	if (!is_raised(signal, registers_integer(REGISTER_A1), pc))
		return;
	guestmem_read(registers_integer(REGISTER_A2) + UCONTEXT_FCSR, &fcsr, sizeof(fcsr));
	pthread_mutex_lock(&state.lock);
	if (is_new(index, registers_integer(REGISTER_A1), pc)) {
		note_exception(index, (int)signal, pc, fcsr >> FRM_SHIFT & FRM_MASK);
		/* system calls take no lock */
		__atomic_fetch_add(&state.traps, !is_retired(pc), __ATOMIC_RELAXED);
	}
	pthread_mutex_unlock(&state.lock);
}

void executions_translate(struct qemu_plugin_tb *tb)
{
	const uint32_t count = (uint32_t)qemu_plugin_tb_n_insns(tb);
	uint64_t pc = qemu_plugin_tb_vaddr(tb);
	uint32_t *bits;

	pthread_mutex_lock(&state.lock);
	g_array_set_size(state.bits, count);
	bits = (uint32_t *)(void *)state.bits->data;
	if (g_hash_table_contains(state.handlers, &pc))
		qemu_plugin_register_vcpu_insn_exec_cb(qemu_plugin_tb_get_insn(tb, 0), on_handler,
						       QEMU_PLUGIN_CB_R_REGS, NULL);
	for (uint32_t i = 0; i < count; pc = pc_behind(pc, bits[i++])) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);

		bits[i] = 0;
		qemu_plugin_insn_data(insn, &bits[i], sizeof(bits[i]));
		state.host->code(pc, qemu_plugin_insn_haddr(insn));
		if (!sites_number(&state.sites, pc, bits[i]))
			dying_end("out of memory for the numbers of instructions");
	}
	if (is_closed(bits[count - 1], pc))
		count_closed(tb, bits, count);
	else
		count_open(tb, bits, count);
	pthread_mutex_unlock(&state.lock);
}

static void on_translation(HOST_ID struct qemu_plugin_tb *tb HOST_DATA)
{
	executions_translate(tb);
}

static void register_calls(void)
{
	qemu_plugin_register_vcpu_tb_trans_cb(state.id, on_translation);
}

static void on_reset(HOST_ALONE)
{
	register_calls();
	state.host->registered();
}

/* Code that was executed already, as a function, has to be translated again. */
static void note_handler(uint64_t action)
{
	bool again = false;
	uint64_t pc;

	if (!guestmem_read(action, &pc, sizeof(pc)))
		return;
	pthread_mutex_lock(&state.lock);
	if (!g_hash_table_contains(state.handlers, &pc)) {
		again = g_hash_table_contains(state.by_pc, &pc);
		g_hash_table_add(state.handlers, g_memdup2(&pc, sizeof(pc)));
	}
	pthread_mutex_unlock(&state.lock);
	if (again)
		qemu_plugin_reset(state.id, on_reset);
}

void executions_syscall(int64_t number, uint64_t second)
{
	__atomic_fetch_add(&state.traps, 1, __ATOMIC_RELAXED);
	sent_from = 0;
	switch (number) {
	case SYS_RT_SIGACTION:
		if (second)
			note_handler(second);
		break;
	case SYS_KILL:
	case SYS_TKILL:
	case SYS_TGKILL:
	case SYS_RT_SIGQUEUEINFO:
	case SYS_RT_TGSIGQUEUEINFO:
		sent_from = registers_pc();
		break;
	default:
		break;
	}
}

uint64_t executions_end(unsigned int index, int signal)
{
	const uint64_t pc = registers_pc();

	if (sent_from == pc)
		return pc - sizeof(trampoline[0]);
	pthread_mutex_lock(&state.lock);
	if (is_exception(signal))
		note_exception(index, signal, pc, 0);
	pthread_mutex_unlock(&state.lock);
	return pc;
}

/* Results */

/* How often the instructions of a stretch were executed, from the first one on. */
struct passes {
	const struct stretch *stretch;
	uint64_t executions;
	uint32_t number;
};

static struct passes passes_of(const struct stretch *stretch)
{
	return (struct passes){ stretch, qemu_plugin_u64_sum(stretch->began), 0 };
}

static void passes_next(struct passes *passes)
{
	const uint64_t *raised = passes->stretch->raised;

	passes->executions -= raised ? raised[passes->number] : 0;
	passes->number++;
}

uint64_t executions_retired(void)
{
	uint64_t all = 0;

	pthread_mutex_lock(&state.lock);
	for (const struct stretch *at = state.stretches; at; at = at->next)
		for (struct passes passes = passes_of(at); passes.number < at->count; passes_next(&passes))
			all += passes.executions;
	all -= state.traps;
	pthread_mutex_unlock(&state.lock);
	return all;
}

uint32_t executions_replaced(void)
{
	return state.sites.replaced;
}

static int add_stretch(struct tea_counts *counts, const struct stretch *stretch)
{
	struct passes passes = passes_of(stretch);
	uint64_t pc = stretch->pc;

	for (; passes.number < stretch->count; passes_next(&passes)) {
		const uint32_t bits = stretch->bits[passes.number];

		if (tea_counts_executed(counts, sites_find(&state.sites, pc), pc, class_of(bits),
					passes.executions))
			return -ENOMEM;
		pc = pc_behind(pc, bits);
	}
	return 0;
}

int executions_add(struct tea_counts *counts)
{
	int err = 0;

	pthread_mutex_lock(&state.lock);
	for (const struct stretch *at = state.stretches; at && !err; at = at->next)
		err = add_stretch(counts, at);
	pthread_mutex_unlock(&state.lock);
	return err;
}

/* A process that is forked off translates, too. */
static void lock(void)
{
	pthread_mutex_lock(&state.lock);
}

static void unlock(void)
{
	pthread_mutex_unlock(&state.lock);
}

void executions_install(qemu_plugin_id_t id, const struct executions_host *host)
{
	state.id = id;
	state.host = host;
	state.end = &state.stretches;
	state.by_pc = g_hash_table_new(g_int64_hash, g_int64_equal);
	state.by_page = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
	state.handlers = g_hash_table_new(g_int64_hash, g_int64_equal);
	state.bits = g_array_new(FALSE, FALSE, sizeof(uint32_t));
	pthread_atfork(lock, unlock, unlock);
	state.running = qemu_plugin_scoreboard_u64(qemu_plugin_scoreboard_new(sizeof(uint64_t)));
	register_calls();
}
