// SPDX-License-Identifier: GPL-2.0
/*
 * tea_sspesa.c - a counter of cycles with Sspesa: the standard's door (tea_unit.h)
 *
 * docs/standard.md and tea_pesa.h have the registers. The counter is delegated to S-mode. As it
 * overflows, the sample is in shpmspc and shpmsdata, and LCOFI pends. It has no countdown:
 * tea_reload.h says what to write to it, so that it samples the cycles that the unit's own would.
 *
 * Addresses behind a transfer within the cycle are in the hart's control transfer records (Ssctr),
 * which are kept while the counter counts, and frozen by the interrupt. Where one is not there, the
 * sample counts as lost: a part of it would be another sample.
 *
 * Runs on the unit's own hart with interrupts off, with the unit entered.
 */
#include <linux/bits.h>
#include <linux/percpu.h>
#include <linux/smp.h>

#include "tea_branch.h"
#include "tea_interrupt.h"
#include "tea_pesa.h"
#include "tea_reload.h"
#include "tea_unit.h"

#define TEA_CTR_LCOFIFRZ	BIT_ULL(12)

/* mhpmevent, by sireg2. */
#define TEA_EVENT_OF		BIT_ULL(63)
#define TEA_EVENT_NOT_S		BIT_ULL(61)
#define TEA_EVENT_NOT_U		BIT_ULL(60)
#define TEA_EVENT_NOT_VIRTUAL	(BIT_ULL(59) | BIT_ULL(58))
#define TEA_EVENT_CORE_CYCLES	1

/* The registers of the counter that is selected: itself, and its event. */
#define TEA_PESA_COUNTER	TEA_REG(0, 1)
#define TEA_PESA_EVENT		TEA_REG(0, 2)

/**
 * struct tea_sspesa_hart - a hart's counter
 * @reload: where the countdown is
 * @value: of the counter, then
 * @lost: samples that were not kept, modulo 2^64
 * @recorded: levels whose transfers are recorded, as sctrctl has them
 * @due: it has overflowed, and the sample is not released
 */
struct tea_sspesa_hart {
	struct tea_reload reload;
	u64 value;
	u64 lost;
	u64 recorded;
	bool due;
};

/* There is one device for the units of all harts. */
static DEFINE_PER_CPU(struct tea_sspesa_hart, tea_sspesa_harts);

static unsigned int tea_sspesa_counter(const struct tea_unit *unit)
{
	return unit->base - TEA_SELECT_COUNTER(0);
}

/* Brings the countdown up to the counter. */
static void tea_sspesa_sync(struct tea_sspesa_hart *hart)
{
	const u64 value = tea_get(TEA_PESA_COUNTER);
	const u64 samples = tea_reload_pass(&hart->reload, value - hart->value);

	hart->value = value;
	if (!samples)
		return;
	hart->lost += samples - !hart->due;
	hart->due = true;
}

/* The counter is to overflow where the next sample is. */
static void tea_sspesa_load(struct tea_sspesa_hart *hart)
{
	hart->value = -tea_reload_distance(&hart->reload);
	tea_set(TEA_PESA_COUNTER, hart->value);
}

static struct tea_sspesa_hart *tea_sspesa_select(const struct tea_unit *unit)
{
	tea_select(unit, 0);
	return this_cpu_ptr(&tea_sspesa_harts);
}

/*
 * Tries each register that is used here: without delegation (menvcfg.CDE), or without transfer
 * records, each is an illegal instruction.
 */
static bool tea_sspesa_find(struct tea_unit *unit)
{
	u64 selected, found = 0;

	asm volatile("1: csrrw %0, %3, %2\n"
		     "2: csrr zero, %4\n"
		     "   csrr zero, %5\n"
		     "   csrr zero, %6\n"
		     "   csrr zero, %7\n"
		     "   csrr zero, %8\n"
		     "   csrr zero, %9\n"
		     "   li %1, 1\n"
		     "3: csrw %3, %0\n"
		     "4:\n"
		     _ASM_EXTABLE(1b, 4b)
		     _ASM_EXTABLE(2b, 3b)
		     _ASM_EXTABLE(2b + 4, 3b)
		     _ASM_EXTABLE(2b + 8, 3b)
		     _ASM_EXTABLE(2b + 12, 3b)
		     _ASM_EXTABLE(2b + 16, 3b)
		     _ASM_EXTABLE(2b + 20, 3b)
		     : "=&r" (selected), "+&r" (found)
		     : "r" (unit->base), "i" (TEA_CSR_SISELECT), "i" (TEA_CSR_SIREG(1)),
		       "i" (TEA_CSR_SIREG(2)), "i" (TEA_CSR_SHPMSPC), "i" (TEA_CSR_SHPMSDATA),
		       "i" (TEA_CSR_SCOUNTINHIBIT), "i" (TEA_CSR_SCTRCTL) : "memory");
	unit->caps = TEA_CAPS(TEA_LCOFI, TEA_SLOTS, TEA_PSV_MASK, TEA_PERIOD_BITS_MAX);
	unit->caps2 = TEA_CAPS2(0, BIT(TEA_COUNTDOWN_CYCLES), 1);
	return found;
}

static struct tea_capabilities tea_sspesa_capabilities(const struct tea_unit *unit)
{
	return (struct tea_capabilities){ .policies = 1, .countdowns = BIT(TEA_COUNTDOWN_CYCLES) };
}

/*
 * Transfers are recorded while the counter counts, at its levels. The records stay when it stops.
 * Another user's are left alone.
 */
static void tea_sspesa_record(struct tea_sspesa_hart *hart, u64 ctl)
{
	const u64 levels = (ctl & TEA_CTL_U ? TEA_CTR_U : 0) | (ctl & TEA_CTL_S ? TEA_CTR_S : 0);

	if (hart->recorded == levels)
		return;
	if (!hart->recorded) {
		if (csr_read(TEA_CSR_SCTRCTL) & TEA_CTR_LEVELS)
			return;
		csr_write(TEA_CSR_SCTRDEPTH, TEA_CTR_DEPTH);
	}
	hart->recorded = levels;
	csr_write(TEA_CSR_SCTRCTL, levels ? levels | TEA_CTR_LCOFIFRZ : 0);
}

static void tea_sspesa_control(const struct tea_unit *unit, unsigned int countdown, u64 ctl)
{
	const u64 bit = BIT_ULL(tea_sspesa_counter(unit));
	struct tea_sspesa_hart *hart = tea_sspesa_select(unit);

	csr_set(TEA_CSR_SCOUNTINHIBIT, bit);
	tea_sspesa_sync(hart);
	tea_set(TEA_PESA_EVENT, TEA_EVENT_CORE_CYCLES | TEA_EVENT_NOT_VIRTUAL |
				(ctl & TEA_CTL_U ? 0 : TEA_EVENT_NOT_U) |
				(ctl & TEA_CTL_S ? 0 : TEA_EVENT_NOT_S) |
				(hart->due ? TEA_EVENT_OF : 0));
	if (!hart->due)
		tea_sspesa_load(hart);
	tea_sspesa_record(hart, ctl & TEA_CTL_ENABLE ? ctl : 0);
	if (ctl & TEA_CTL_ENABLE)
		csr_clear(TEA_CSR_SCOUNTINHIBIT, bit);
}

/* An overflow after the first access sets LCOFIP again. */
static unsigned int tea_sspesa_valid(const struct tea_unit *unit)
{
	struct tea_sspesa_hart *hart = tea_sspesa_select(unit);

	tea_lcofi_clear(BIT_ULL(tea_sspesa_counter(unit)));
	tea_sspesa_sync(hart);
	return hart->due ? BIT(TEA_COUNTDOWN_CYCLES) : 0;
}

static void tea_sspesa_nothing(const struct tea_unit *unit, bool unused)
{
}

static void tea_sspesa_release(const struct tea_unit *unit, unsigned int countdown)
{
	struct tea_sspesa_hart *hart = tea_sspesa_select(unit);

	tea_sspesa_sync(hart);
	hart->due = false;
	tea_sspesa_load(hart);
	tea_set(TEA_PESA_EVENT, tea_get(TEA_PESA_EVENT) & ~TEA_EVENT_OF);
	tea_lcofi_clear(BIT_ULL(tea_sspesa_counter(unit)));
	csr_clear(TEA_CSR_SCTRSTATUS, TEA_CTR_FROZEN);
}

static void tea_sspesa_reset(const struct tea_unit *unit)
{
	struct tea_sspesa_hart *hart = tea_sspesa_select(unit);

	csr_set(TEA_CSR_SCOUNTINHIBIT, BIT_ULL(tea_sspesa_counter(unit)));
	tea_sspesa_record(hart, 0);
	*hart = (struct tea_sspesa_hart){
		.reload.dither = TEA_DITHER_RESET(smp_processor_id()),
		.value = tea_get(TEA_PESA_COUNTER),
	};
	tea_reload_set(&hart->reload, TEA_PERIOD_RESET, TEA_LEFT_DONE | TEA_PERIOD_RESET);
	tea_sspesa_control(unit, TEA_COUNTDOWN_CYCLES, 0);
	tea_sspesa_release(unit, TEA_COUNTDOWN_CYCLES);
}

static struct tea_countdown_progress tea_sspesa_progress(const struct tea_unit *unit,
							 unsigned int countdown)
{
	struct tea_sspesa_hart *hart = tea_sspesa_select(unit);

	tea_sspesa_sync(hart);
	return (struct tea_countdown_progress){
		.count = hart->reload.count,
		.left = hart->reload.left | (hart->reload.done ? TEA_LEFT_DONE : 0),
		.lost = hart->lost,
	};
}

static void tea_sspesa_set_countdown(const struct tea_unit *unit, unsigned int countdown,
				     u64 period, u64 left)
{
	struct tea_sspesa_hart *hart = tea_sspesa_select(unit);

	tea_sspesa_sync(hart);
	tea_reload_set(&hart->reload, period, left);
	if (!hart->due)
		tea_sspesa_load(hart);
}

/* Where the newest record of a transfer from @pc leads; 0: there is none. */
static u64 tea_sspesa_target(u64 pc)
{
	unsigned int i;

	for (i = 0; i < TEA_RECORDS; i++) {
		csr_write(TEA_CSR_SISELECT, TEA_CTR_SELECT + i);
		if (csr_read(TEA_CSR_CTRSOURCE) == (pc | TEA_CTR_SOURCE_VALID))
			return csr_read(TEA_CSR_CTRTARGET) & ~TEA_CTR_TARGET_MISP;
	}
	return 0;
}

static u64 tea_sspesa_next(u64 data, unsigned int slot, u64 pc)
{
	switch (TEA_PESA_NEXT(data, slot)) {
	case TEA_PESA_NEXT_2:
		return pc + 2;
	case TEA_PESA_NEXT_4:
		return pc + 4;
	case TEA_PESA_NEXT_TAKEN:
		return tea_sspesa_target(pc);
	default:
		return 0;
	}
}

/* Another counter's sample, or one with an address that is not told, is none. */
static void tea_sspesa_read(const struct tea_unit *unit, unsigned int countdown, bool memory,
			    struct tea_unit_sample *sample)
{
	const u64 data = csr_read(TEA_CSR_SHPMSDATA), slots = TEA_PESA_SLOTS(data);
	unsigned int slot;
	u64 pc = csr_read(TEA_CSR_SHPMSPC);

	*sample = (struct tea_unit_sample){ 0 };
	if (TEA_PESA_CNTRID(data) != tea_sspesa_counter(unit))
		return;
	for (slot = 0; slot < TEA_SLOTS && slots & BIT(slot); slot++) {
		if (slot)
			pc = tea_sspesa_next(data, slot - 1, pc);
		if (!pc)
			return;
		sample->pcs[slot] = pc;
		sample->psvs |= TEA_PESA_PSV(data, slot) << 16 * slot;
	}
	sample->meta = TEA_SAMPLE_META(TEA_PESA_STATE(data), TEA_PESA_PRIV(data), slots);
}

const struct tea_unit_ops tea_sspesa_ops = {
	.find		= tea_sspesa_find,
	.reset		= tea_sspesa_reset,
	.capabilities	= tea_sspesa_capabilities,
	.control	= tea_sspesa_control,
	.valid		= tea_sspesa_valid,
	.count		= tea_sspesa_nothing,
	.hold		= tea_sspesa_nothing,
	.release	= tea_sspesa_release,
	.progress	= tea_sspesa_progress,
	.set_countdown	= tea_sspesa_set_countdown,
	.read		= tea_sspesa_read,
};
