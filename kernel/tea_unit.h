/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tea_unit.h - a hart's TEA unit: its registers (tea_regs.h), reached by siselect and sireg
 *
 * Call these on the unit's own hart with interrupts off. siselect has other users, and an
 * interrupt may come between them and their access: each entry point of the driver calls
 * tea_unit_enter() first, and restores siselect with tea_unit_leave().
 */
#ifndef TEA_UNIT_H
#define TEA_UNIT_H

#include <linux/bits.h>
#include <linux/types.h>

#include <asm/asm-extable.h>
#include <asm/csr.h>

#include "tea_config.h"

static inline u64 tea_unit_enter(void)
{
	return csr_read(TEA_CSR_SISELECT);
}

static inline void tea_unit_leave(u64 selected)
{
	csr_write(TEA_CSR_SISELECT, selected);
}

static __always_inline void tea_select(const struct tea_unit *unit, unsigned int group)
{
	csr_write(TEA_CSR_SISELECT, unit->base + group);
}

/* A register of the selected group. A CSR's number is part of the instruction. */
static __always_inline u64 tea_get(const unsigned int reg)
{
	u64 value;

	asm volatile("csrr %0, %1" : "=r" (value) : "i" (TEA_CSR_SIREG(TEA_REG_PLACE(reg))) :
		     "memory");
	return value;
}

static __always_inline void tea_set(const unsigned int reg, u64 value)
{
	asm volatile("csrw %0, %1" : : "i" (TEA_CSR_SIREG(TEA_REG_PLACE(reg))), "r" (value) :
		     "memory");
}

static __always_inline unsigned int tea_group(const unsigned int reg, unsigned int countdown)
{
	return TEA_REG_GROUP(TEA_REG_OF(reg, countdown));
}

static __always_inline u64 tea_unit_get(const struct tea_unit *unit, const unsigned int reg,
					unsigned int countdown)
{
	tea_select(unit, tea_group(reg, countdown));
	return tea_get(reg);
}

static __always_inline void tea_unit_set(const struct tea_unit *unit, const unsigned int reg,
					 unsigned int countdown, u64 value)
{
	tea_select(unit, tea_group(reg, countdown));
	tea_set(reg, value);
}

/*
 * Reads @unit's capabilities. Returns false if this hart has no unit at its base, or if firmware
 * or a hypervisor denies access (mstateen0.C): it raises an illegal instruction.
 */
static inline bool tea_unit_find(struct tea_unit *unit)
{
	u64 selected, caps = 0, caps2 = 0, found = 0;

	asm volatile("1: csrrw %0, %5, %4\n"
		     "2: csrr %1, %6\n"
		     "3: csrr %2, %7\n"
		     "   li %3, 1\n"
		     "4: csrw %5, %0\n"
		     "5:\n"
		     _ASM_EXTABLE(1b, 5b)
		     _ASM_EXTABLE(2b, 4b)
		     _ASM_EXTABLE(3b, 4b)
		     : "=&r" (selected), "+&r" (caps), "+&r" (caps2), "+&r" (found)
		     : "r" (unit->base), "i" (TEA_CSR_SISELECT), "i" (TEA_CSR_SIREG(1)),
		       "i" (TEA_CSR_SIREG(2)) : "memory");
	unit->caps = caps;
	unit->caps2 = caps2;
	return found;
}

static inline void tea_unit_control(const struct tea_unit *unit, unsigned int countdown, u64 ctl)
{
	tea_unit_set(unit, TEA_REG_CTL, countdown, ctl);
}

/* Bit i: countdown i has a sample. */
static inline unsigned int tea_unit_valid(const struct tea_unit *unit)
{
	return tea_unit_get(unit, TEA_REG_STATUS, 0) / TEA_STATUS_VALID(0);
}

/* Countdowns with HOLD stand still until the next sret, or no longer. */
static inline void tea_unit_hold(const struct tea_unit *unit, bool held)
{
	tea_unit_set(unit, TEA_REG_STATUS, 0, held ? TEA_STATUS_HELD : 0);
}

static inline void tea_unit_release(const struct tea_unit *unit, unsigned int countdown)
{
	tea_unit_set(unit, TEA_REG_VALID, countdown, 0);
}

static inline void tea_unit_count(const struct tea_unit *unit, bool counts)
{
	tea_unit_set(unit, TEA_REG_COUNTERS, 0, counts);
}

/* All that the unit does. */
static inline void tea_unit_reset(const struct tea_unit *unit)
{
	unsigned int i;

	for (i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		tea_unit_control(unit, i, 0);
		tea_unit_release(unit, i);
	}
	tea_unit_count(unit, false);
	tea_unit_hold(unit, false);
}

static inline struct tea_countdown_progress tea_unit_progress(const struct tea_unit *unit,
							      unsigned int countdown)
{
	struct tea_countdown_progress progress;

	tea_select(unit, tea_group(TEA_REG_COUNT, countdown));
	progress.count = tea_get(TEA_REG_COUNT);
	progress.left = tea_get(TEA_REG_LEFT);
	tea_select(unit, tea_group(TEA_REG_LOST, countdown));
	progress.lost = tea_get(TEA_REG_LOST);
	return progress;
}

/* Each access drains the pipeline: slots without a memory access are skipped. */
static inline void tea_unit_read_memory(const struct tea_unit *unit, unsigned int countdown,
					struct tea_unit_sample *sample)
{
	unsigned int slot;

	tea_select(unit, tea_group(TEA_REG_MEM(0), countdown));
	sample->memory[0].mem = tea_get(TEA_REG_MEM(0));
	if (TEA_SAMPLE_SLOTS(sample->meta) > 1) {
		sample->memory[1].mem = tea_get(TEA_REG_MEM(1));
		sample->memory[2].mem = tea_get(TEA_REG_MEM(2));
		sample->memory[3].mem = tea_get(TEA_REG_MEM(3));
	}
	tea_select(unit, tea_group(TEA_REG_ADDR(0), countdown));
	for (slot = 0; slot < TEA_SLOTS; slot++) {
		if (!(sample->memory[slot].mem & TEA_MEM_ADDR))
			continue;
		sample->memory[slot].addr = slot == 0 ? tea_get(TEA_REG_ADDR(0)) :
					  slot == 1 ? tea_get(TEA_REG_ADDR(1)) :
					  slot == 2 ? tea_get(TEA_REG_ADDR(2)) :
						      tea_get(TEA_REG_ADDR(3));
	}
}

/* @memory: also the instructions' memory accesses, if the unit has them. */
static inline void tea_unit_read(const struct tea_unit *unit, unsigned int countdown, bool memory,
				 struct tea_unit_sample *sample)
{
	unsigned int slots;

	tea_select(unit, tea_group(TEA_REG_META, countdown));
	*sample = (struct tea_unit_sample){ .meta = tea_get(TEA_REG_META) };
	slots = TEA_SAMPLE_SLOTS(sample->meta);
	sample->psvs = tea_get(TEA_REG_PSVS);
	sample->time = tea_get(TEA_REG_TIME);
	tea_select(unit, tea_group(TEA_REG_PC(0), countdown));
	sample->pcs[0] = tea_get(TEA_REG_PC(0));
	if (slots & BIT(1))
		sample->pcs[1] = tea_get(TEA_REG_PC(1));
	if (slots & BIT(2))
		sample->pcs[2] = tea_get(TEA_REG_PC(2));
	if (slots & BIT(3))
		sample->pcs[3] = tea_get(TEA_REG_PC(3));
	if (memory && unit->caps2 & TEA_CAPS2_MEMORY)
		tea_unit_read_memory(unit, countdown, sample);
}

/* The countdown is stopped. */
static inline void tea_unit_set_countdown(const struct tea_unit *unit, unsigned int countdown,
					  u64 period, u64 left)
{
	tea_select(unit, tea_group(TEA_REG_PERIOD, countdown));
	tea_set(TEA_REG_PERIOD, period);
	tea_set(TEA_REG_LEFT, left);
}

/* Counters, of those that there are; they stand still. */

static inline u64 tea_get_place(unsigned int place)
{
	switch (place) {
	case 1:
		return tea_get(TEA_REG(0, 1));
	case 2:
		return tea_get(TEA_REG(0, 2));
	case 3:
		return tea_get(TEA_REG(0, 3));
	case 4:
		return tea_get(TEA_REG(0, 4));
	case 5:
		return tea_get(TEA_REG(0, 5));
	default:
		return tea_get(TEA_REG(0, 6));
	}
}

/* Reads these components of a stack to @values. */
static inline void tea_unit_read_counters(const struct tea_unit *unit, unsigned int stack,
					  unsigned int level, u64 components, u64 *values)
{
	unsigned int i, reg, group = 0;

	for (; components; components &= components - 1) {
		i = __ffs64(components);
		reg = TEA_REG_COUNTER(stack, level, i);
		if (TEA_REG_GROUP(reg) != group)
			tea_select(unit, TEA_REG_GROUP(reg));
		group = TEA_REG_GROUP(reg);
		values[i] = tea_get_place(TEA_REG_PLACE(reg));
	}
}

/* Capabilities of the unit beside samples at commit. The unit has been reset. */
static inline struct tea_capabilities tea_unit_capabilities(const struct tea_unit *unit)
{
	struct tea_capabilities capabilities = { .policies = TEA_CAPS2_POLICIES(unit->caps2) | 1,
				   .countdowns = TEA_CAPS2_COUNTDOWNS(unit->caps2) | 1 };
	unsigned int stack;

	tea_unit_control(unit, TEA_COUNTDOWN_CYCLES, TEA_CTL_M);
	capabilities.mmode = tea_unit_get(unit, TEA_REG_CTL, TEA_COUNTDOWN_CYCLES) & TEA_CTL_M;
	tea_unit_reset(unit);
	tea_select(unit, TEA_REG_GROUP(TEA_REG_LEVELS));
	for (stack = 0; stack < TEA_COUNTED_STACKS; stack++) {
		if (TEA_CAPS2_STACKS(unit->caps2) & BIT(stack))
			capabilities.components[stack] = tea_get_place(1 + stack) &
						  (BIT_ULL(tea_stack_components(stack)) - 1);
	}
	capabilities.levels = tea_get(TEA_REG_LEVELS) * TEA_CTL_LEVEL(0) & TEA_CTL_LEVELS;
	return capabilities;
}

#endif /* TEA_UNIT_H */
