// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * heapwalk.c - return addresses by call frame information, or by code; see heapwalk.h
 *
 * What it says of a return address is read once (heaprule.h), and kept in a table that all threads
 * share without a lock. So a caller is a look into the table and two words of the stack. The walk
 * ends where there is none, or where it is in a form that compilers do not make for functions that
 * allocate: callers are fewer then, and none is made up.
 */
#include "heapwalk.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>

#include "heaprule.h"
#include "heapscan.h"

#define RULES		4096U		/* slots; a power of two */
#define FRAME_MOST	(1U << 20)	/* bytes of one: what is larger is damage */

#if defined(__riscv)
#define RETURN_WORD	(-1)		/* of a frame with a pointer to it */
#define POINTER_WORD	(-2)
#define FRAME_BYTES	0		/* from there to the caller's stack pointer */
#elif defined(__x86_64__)
#define RETURN_WORD	1
#define POINTER_WORD	0
#define FRAME_BYTES	16
#else
#error "where is a frame's return address?"
#endif

/* Two words that agree: pc is both, one over the other. A slot that another thread writes does not. */
struct slot {
	_Atomic uint64_t rule, mixed;
};

/* A frame, and where its function goes on. */
struct frame {
	uint64_t pc, sp, fp;
};

static struct slot *_Atomic slots;

static struct slot *find_slots(void)
{
	struct slot *known = atomic_load(&slots), *made;

	if (known)
		return known;
	made = mmap(NULL, RULES * sizeof(*made), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (made == MAP_FAILED)
		return NULL;
	if (atomic_compare_exchange_strong(&slots, &known, made))
		return made;
	munmap(made, RULES * sizeof(*made));
	return known;
}

static struct heaprule rule_at(uint64_t pc)
{
	struct slot *all = find_slots(), *slot;
	struct heaprule rule;
	uint64_t word;

	if (!all)
		return (struct heaprule){ .known = false };
	slot = &all[(pc >> 1 ^ pc >> 13) % RULES];
	word = atomic_load_explicit(&slot->rule, memory_order_relaxed);
	if (word && (atomic_load_explicit(&slot->mixed, memory_order_relaxed) ^ word) == pc)
		return heaprule_unpack(word);
	rule = heaprule_find(pc);
	if (!rule.described)
		rule = heapscan_find(pc + 1);
	word = heaprule_pack(&rule);
	atomic_store_explicit(&slot->rule, word, memory_order_relaxed);
	atomic_store_explicit(&slot->mixed, word ^ pc, memory_order_relaxed);
	return rule;
}

void heapwalk_forget(void)
{
	struct slot *all = atomic_load(&slots);

	for (size_t i = 0; all && i < RULES; i++)
		atomic_store_explicit(&all[i].rule, 0, memory_order_relaxed);
}

/* Its caller's frame. */
static bool step(struct frame *frame)
{
	const struct heaprule rule = rule_at(frame->pc - 1);
	uint64_t begin = (rule.by_pointer ? frame->fp : frame->sp) + (uint64_t)(int64_t)rule.size;

	if (!rule.known || begin < frame->sp || begin - frame->sp > FRAME_MOST || begin % sizeof(uint64_t) ||
	    rule.return_below > begin - frame->sp || rule.pointer_below > begin - frame->sp)
		return false;
	frame->pc = *(const uint64_t *)(begin - (uint64_t)rule.return_below);
	if (rule.pointer_below)
		frame->fp = *(const uint64_t *)(begin - (uint64_t)rule.pointer_below);
	frame->sp = begin;
	return frame->pc;
}

unsigned int heapwalk_callers(const void *own, uint64_t callers[HEAPFORMAT_CALLERS])
{
	const uint64_t *words = own;
	struct frame frame = {
		.pc = words[RETURN_WORD], .fp = words[POINTER_WORD], .sp = (uintptr_t)own + FRAME_BYTES,
	};
	unsigned int count = 0;

	do
		callers[count++] = frame.pc;
	while (count < HEAPFORMAT_CALLERS && step(&frame));
	return count;
}
