// SPDX-License-Identifier: GPL-2.0
/*
 * tea_sspdis.c - tagged instructions by Sspdis, as a unit with one countdown (tea_unit.h)
 *
 * docs/standard.md and tea_pdis_regs.h have the registers. COUNT counts decoded instructions of the
 * selected types up to an overflow, tags the one with it, and starts from INITVAL. As from a
 * counter that only overflows, a sample is taken where tea_reload.h says.
 *
 * Without a filter each tag is a sample, and INITVAL is 0: nothing overflows before the driver has
 * set COUNT anew, so all is counted, and each overflow has its record. With a filter most are
 * discarded, without an interrupt: INITVAL is the period, so that the next one is tagged. Whole
 * periods that end in that way are not seen: an event with a filter counts those that had a sample.
 *
 * Runs on the unit's own hart with interrupts off, with the unit entered.
 */
#include <linux/bits.h>
#include <linux/kernel.h>
#include <linux/percpu.h>
#include <linux/smp.h>

#include "tea_interrupt.h"
#include "tea_pdis_regs.h"
#include "tea_reload.h"
#include "tea_tagged.h"
#include "tea_unit.h"

#define TEA_COUNT_BITS		32

/**
 * struct tea_sspdis_hart - a hart's unit
 * @reload: where the countdown is
 * @value: of COUNT, then
 * @filtered: most tags are discarded
 * @overflows: since the last record was read
 * @lost: samples that were not kept, modulo 2^64
 * @ctl: of spdisctl, what does not depend on the levels
 */
struct tea_sspdis_hart {
	struct tea_reload reload;
	u32 value;
	bool filtered;
	u64 overflows;
	u64 lost;
	u64 ctl;
};

/* There is one device for the units of all harts. */
static DEFINE_PER_CPU(struct tea_sspdis_hart, tea_sspdis_harts);

static bool tea_sspdis_has_record(void)
{
	return csr_read(TEA_CSR_SPDISCTL) & TEA_PDISCTL_OF;
}

/* Instructions since COUNT was @hart->value. With a filter, it may have started from INITVAL. */
static u64 tea_sspdis_passed(const struct tea_sspdis_hart *hart, u32 value)
{
	if (!hart->filtered || value >= hart->value)
		return (u32)(value - hart->value);
	return hart->reload.period - (hart->value - value);
}

/* Brings the countdown up to COUNT. */
static void tea_sspdis_sync(struct tea_sspdis_hart *hart)
{
	const u32 value = csr_read(TEA_CSR_SPDISCOUNTER);

	hart->overflows += tea_reload_pass(&hart->reload, tea_sspdis_passed(hart, value));
	hart->value = value;
}

/* COUNT is to overflow where the next sample is; where that is too far away, as late as it can. */
static void tea_sspdis_load(struct tea_sspdis_hart *hart)
{
	const u64 distance = min_t(u64, tea_reload_distance(&hart->reload), U32_MAX);
	const u32 initial = hart->filtered ? -hart->reload.period : 0;

	hart->value = -distance;
	csr_write(TEA_CSR_SPDISCOUNTER, TEA_PDISCOUNTER((u64)hart->value, initial));
}

/* Tries each register that is used here: without delegation each is an illegal instruction. */
static bool tea_sspdis_find(struct tea_unit *unit)
{
	u64 selected, found = 0;

	asm volatile("1: csrrw %0, %3, %2\n"
		     "2: csrr zero, %4\n"
		     "   csrr zero, %5\n"
		     "   csrr zero, %6\n"
		     "   csrr zero, %7\n"
		     "   li %1, 1\n"
		     "3: csrw %3, %0\n"
		     "4:\n"
		     _ASM_EXTABLE(1b, 4b)
		     _ASM_EXTABLE(2b, 3b)
		     _ASM_EXTABLE(2b + 4, 3b)
		     _ASM_EXTABLE(2b + 8, 3b)
		     _ASM_EXTABLE(2b + 12, 3b)
		     : "=&r" (selected), "+&r" (found)
		     : "r" (unit->base), "i" (TEA_CSR_SISELECT), "i" (TEA_CSR_SIREG(1)),
		       "i" (TEA_CSR_SPDISCTL), "i" (TEA_CSR_SCOUNTINHIBIT),
		       "i" (TEA_CSR_SCOUNTOVF) : "memory");
	unit->caps = TEA_CAPS(TEA_LCOFI, 1, 0, TEA_COUNT_BITS);
	unit->caps2 = TEA_CAPS2(0, BIT(TEA_COUNTDOWN_INSTRUCTIONS), 1);
	return found;
}

static struct tea_capabilities tea_sspdis_capabilities(const struct tea_unit *unit)
{
	return (struct tea_capabilities){
		.policies = 1, .countdowns = BIT(TEA_COUNTDOWN_INSTRUCTIONS),
	};
}

static void tea_sspdis_program(const struct tea_unit *unit, const struct perf_event_attr *attr)
{
	const struct tea_tagged_request request = tea_tagged_request(attr);
	struct tea_sspdis_hart *hart = this_cpu_ptr(&tea_sspdis_harts);

	csr_set(TEA_CSR_SCOUNTINHIBIT, TEA_PDIS_INHIBIT);
	tea_sspdis_sync(hart);
	hart->filtered = tea_tagged_filters(&request);
	hart->ctl = tea_tagged_select(&request) | TEA_PDISCTL_TS |
		    (attr->sample_type & PERF_SAMPLE_PHYS_ADDR ? TEA_PDISCTL_PA : 0);
	csr_write(TEA_CSR_SPDISEVMASK, request.mask);
	csr_write(TEA_CSR_SPDISEVMATCH, request.match);
	csr_write(TEA_CSR_SPDISFILTER, tea_tagged_filter(&request));
}

static void tea_sspdis_control(const struct tea_unit *unit, unsigned int countdown, u64 ctl)
{
	struct tea_sspdis_hart *hart = this_cpu_ptr(&tea_sspdis_harts);
	bool due;

	csr_set(TEA_CSR_SCOUNTINHIBIT, TEA_PDIS_INHIBIT);
	tea_sspdis_sync(hart);
	due = tea_sspdis_has_record();
	csr_write(TEA_CSR_SPDISCTL, hart->ctl | (ctl & TEA_CTL_U ? TEA_PDISCTL_U : 0) |
				    (ctl & TEA_CTL_S ? TEA_PDISCTL_S : 0) |
				    (due ? TEA_PDISCTL_OF : 0));
	if (!due)
		tea_sspdis_load(hart);
	if (ctl & TEA_CTL_ENABLE)
		csr_clear(TEA_CSR_SCOUNTINHIBIT, TEA_PDIS_INHIBIT);
}

static void tea_sspdis_nothing(const struct tea_unit *unit, bool unused)
{
}

/* The next record is not counted: there is room for one. */
static void tea_sspdis_release(const struct tea_unit *unit, unsigned int countdown)
{
	struct tea_sspdis_hart *hart = this_cpu_ptr(&tea_sspdis_harts);

	tea_sspdis_sync(hart);
	if (hart->overflows > 1 && !hart->filtered)
		hart->lost += hart->overflows - 1;
	hart->overflows = 0;
	csr_clear(TEA_CSR_SPDISCTL, TEA_PDISCTL_OF);
	tea_sspdis_load(hart);
	tea_lcofi_clear(TEA_PDIS_INHIBIT);
}

/* A record that came as early as COUNT has bits is none: the sample is still to come. */
static unsigned int tea_sspdis_valid(const struct tea_unit *unit)
{
	struct tea_sspdis_hart *hart = this_cpu_ptr(&tea_sspdis_harts);

	tea_lcofi_clear(TEA_PDIS_INHIBIT);
	tea_sspdis_sync(hart);
	if (!tea_sspdis_has_record())
		return 0;
	if (hart->overflows || hart->filtered)
		return BIT(TEA_COUNTDOWN_INSTRUCTIONS);
	tea_sspdis_release(unit, TEA_COUNTDOWN_INSTRUCTIONS);
	return 0;
}

static void tea_sspdis_reset(const struct tea_unit *unit)
{
	struct tea_sspdis_hart *hart = this_cpu_ptr(&tea_sspdis_harts);

	csr_set(TEA_CSR_SCOUNTINHIBIT, TEA_PDIS_INHIBIT);
	*hart = (struct tea_sspdis_hart){
		.reload.dither = TEA_DITHER_RESET(smp_processor_id()),
		.value = csr_read(TEA_CSR_SPDISCOUNTER),
	};
	tea_reload_set(&hart->reload, TEA_PERIOD_RESET, TEA_LEFT_DONE | TEA_PERIOD_RESET);
	tea_sspdis_control(unit, TEA_COUNTDOWN_INSTRUCTIONS, 0);
	tea_sspdis_release(unit, TEA_COUNTDOWN_INSTRUCTIONS);
}

static struct tea_countdown_progress tea_sspdis_progress(const struct tea_unit *unit,
							 unsigned int countdown)
{
	struct tea_sspdis_hart *hart = this_cpu_ptr(&tea_sspdis_harts);

	tea_sspdis_sync(hart);
	return (struct tea_countdown_progress){
		.count = hart->reload.count,
		.left = hart->reload.left | (hart->reload.done ? TEA_LEFT_DONE : 0),
		.lost = hart->lost,
	};
}

static void tea_sspdis_set_countdown(const struct tea_unit *unit, unsigned int countdown,
				     u64 period, u64 left)
{
	struct tea_sspdis_hart *hart = this_cpu_ptr(&tea_sspdis_harts);

	tea_sspdis_sync(hart);
	tea_reload_set(&hart->reload, period, left);
	if (!tea_sspdis_has_record())
		tea_sspdis_load(hart);
}

/* The record has no privilege level: the kernel's half of the addresses is the kernel's. */
static void tea_sspdis_read(const struct tea_unit *unit, unsigned int countdown, bool memory,
			    struct tea_unit_sample *sample)
{
	*sample = (struct tea_unit_sample){ 0 };
	tea_select(unit, 0);
	sample->words[TEA_PDIS_HEADER] = tea_get(TEA_REG(0, 1));
	sample->words[TEA_PDIS_PC] = tea_get(TEA_REG(0, 2));
	sample->words[TEA_PDIS_TIME] = tea_get(TEA_REG(0, 3));
	sample->words[TEA_PDIS_LATENCIES] = tea_get(TEA_REG(0, 4));
	sample->words[TEA_PDIS_ADDRESS1] = tea_get(TEA_REG(0, 5));
	sample->words[TEA_PDIS_ADDRESS2] = tea_get(TEA_REG(0, 6));
	sample->pcs[0] = sample->words[TEA_PDIS_PC];
	sample->meta = TEA_SAMPLE_META(0, sample->pcs[0] >> 63 ? TEA_LEVEL_S : TEA_LEVEL_U, 1);
}

const struct tea_unit_ops tea_sspdis_ops = {
	.find		= tea_sspdis_find,
	.reset		= tea_sspdis_reset,
	.capabilities	= tea_sspdis_capabilities,
	.program	= tea_sspdis_program,
	.control	= tea_sspdis_control,
	.valid		= tea_sspdis_valid,
	.count		= tea_sspdis_nothing,
	.hold		= tea_sspdis_nothing,
	.release	= tea_sspdis_release,
	.progress	= tea_sspdis_progress,
	.set_countdown	= tea_sspdis_set_countdown,
	.read		= tea_sspdis_read,
};
