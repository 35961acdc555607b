// SPDX-License-Identifier: GPL-2.0
/*
 * tea_registers.c - the unit's own registers: one of its doors (tea_unit.h)
 *
 * tea_regs.h has the registers. Runs on the unit's own hart with interrupts off, with the unit
 * entered.
 */
#include "tea_unit.h"

/*
 * Reads @unit's capabilities. Returns false if this hart has no unit at its base, or if firmware
 * or a hypervisor denies access (mstateen0.C): it raises an illegal instruction.
 */
static bool tea_registers_find(struct tea_unit *unit)
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

static void tea_registers_control(const struct tea_unit *unit, unsigned int countdown, u64 ctl)
{
	tea_unit_set(unit, TEA_REG_CTL, countdown, ctl);
}

static unsigned int tea_registers_valid(const struct tea_unit *unit)
{
	return tea_unit_get(unit, TEA_REG_STATUS, 0) / TEA_STATUS_VALID(0);
}

static void tea_registers_hold(const struct tea_unit *unit, bool held)
{
	tea_unit_set(unit, TEA_REG_STATUS, 0, held ? TEA_STATUS_HELD : 0);
}

static void tea_registers_release(const struct tea_unit *unit, unsigned int countdown)
{
	tea_unit_set(unit, TEA_REG_VALID, countdown, 0);
}

static void tea_registers_count(const struct tea_unit *unit, bool counts)
{
	tea_unit_set(unit, TEA_REG_COUNTERS, 0, counts);
}

static void tea_registers_reset(const struct tea_unit *unit)
{
	unsigned int i;

	for (i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		tea_registers_control(unit, i, 0);
		tea_registers_release(unit, i);
	}
	tea_registers_count(unit, false);
	tea_registers_hold(unit, false);
}

static struct tea_countdown_progress tea_registers_progress(const struct tea_unit *unit,
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
static void tea_registers_read_memory(const struct tea_unit *unit, unsigned int countdown,
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

static void tea_registers_read(const struct tea_unit *unit, unsigned int countdown, bool memory,
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
		tea_registers_read_memory(unit, countdown, sample);
}

static void tea_registers_set_countdown(const struct tea_unit *unit, unsigned int countdown,
					u64 period, u64 left)
{
	tea_select(unit, tea_group(TEA_REG_PERIOD, countdown));
	tea_set(TEA_REG_PERIOD, period);
	tea_set(TEA_REG_LEFT, left);
}

static struct tea_capabilities tea_registers_capabilities(const struct tea_unit *unit)
{
	struct tea_capabilities capabilities = { .policies = TEA_CAPS2_POLICIES(unit->caps2) | 1,
				   .countdowns = TEA_CAPS2_COUNTDOWNS(unit->caps2) | 1 };
	unsigned int stack;

	tea_registers_control(unit, TEA_COUNTDOWN_CYCLES, TEA_CTL_M);
	capabilities.mmode = tea_unit_get(unit, TEA_REG_CTL, TEA_COUNTDOWN_CYCLES) & TEA_CTL_M;
	tea_registers_reset(unit);
	tea_select(unit, TEA_REG_GROUP(TEA_REG_LEVELS));
	for (stack = 0; stack < TEA_COUNTED_STACKS; stack++) {
		if (TEA_CAPS2_STACKS(unit->caps2) & BIT(stack))
			capabilities.components[stack] = tea_get_place(1 + stack) &
						  (BIT_ULL(tea_stack_components(stack)) - 1);
	}
	capabilities.levels = tea_get(TEA_REG_LEVELS) * TEA_CTL_LEVEL(0) & TEA_CTL_LEVELS;
	return capabilities;
}

const struct tea_unit_ops tea_registers_ops = {
	.find		= tea_registers_find,
	.reset		= tea_registers_reset,
	.capabilities	= tea_registers_capabilities,
	.control	= tea_registers_control,
	.valid		= tea_registers_valid,
	.count		= tea_registers_count,
	.hold		= tea_registers_hold,
	.release	= tea_registers_release,
	.progress	= tea_registers_progress,
	.set_countdown	= tea_registers_set_countdown,
	.read		= tea_registers_read,
};
