// SPDX-License-Identifier: GPL-2.0
/*
 * tea_branches.c - the hart's branch records, and the events that want them
 *
 * These are the hart's control transfer records (Ssctr). While events that want them are on the
 * hart, the hart records the union of their filters; a sample of such an event freezes the
 * records. Reading filters them again for each event.
 *
 * Records never hold branches from before an event, or of another task: they are cleared when
 * such an event comes to the hart or leaves it, and whenever perf has disabled the PMU, as it
 * does when it passes one task's events to the next task. Without such an event nothing is
 * recorded.
 *
 * A hart has one set of records. If sctrctl shows another user, the driver leaves them alone,
 * and samples have none.
 *
 * Everything here runs on the hart itself with interrupts off.
 */
#include <linux/perf_event.h>

#include <asm/asm-extable.h>
#include <asm/csr.h>

#include "tea_pmu.h"

/* sctrclr, by its number: assemblers know it since binutils 2.44. */
static void tea_ctr_clear(void)
{
	asm volatile(".insn i 0x73, 0, x0, x0, 0x104" : : : "memory");
}

/*
 * Tries each register that is used here. The device tree may list the extension while firmware
 * still denies access (mstateen0.CTR).
 */
bool tea_branches_accessible(void)
{
	u64 selected, accessible = 0;

	asm volatile("1: csrrw %0, %2, %3\n"
		     "2: csrr zero, %4\n"
		     "   csrr zero, %5\n"
		     "   csrr zero, %6\n"
		     "3: csrr zero, %7\n"
		     "4: csrr zero, %8\n"
		     "5: csrr zero, %9\n"
		     "   li %1, 1\n"
		     "6: csrw %2, %0\n"
		     "7:\n"
		     _ASM_EXTABLE(1b, 7b)
		     _ASM_EXTABLE(2b, 6b)
		     _ASM_EXTABLE(2b + 4, 6b)
		     _ASM_EXTABLE(2b + 8, 6b)
		     _ASM_EXTABLE(3b, 6b)
		     _ASM_EXTABLE(4b, 6b)
		     _ASM_EXTABLE(5b, 6b)
		     : "=&r" (selected), "+&r" (accessible)
		     : "i" (TEA_CSR_SISELECT), "r" (TEA_CTR_SELECT), "i" (TEA_CSR_CTRSOURCE),
		       "i" (TEA_CSR_CTRTARGET), "i" (TEA_CSR_CTRDATA), "i" (TEA_CSR_SCTRCTL),
		       "i" (TEA_CSR_SCTRDEPTH), "i" (TEA_CSR_SCTRSTATUS) : "memory");
	return accessible;
}

static bool tea_branches_are_taken(void)
{
	return csr_read(TEA_CSR_SCTRCTL) & TEA_CTR_LEVELS;
}

static u64 tea_branches_wanted(const struct tea_hart *hart)
{
	struct perf_event *event;
	unsigned int i;
	u64 control = 0;

	for (i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		event = hart->countdowns[i].event;
		if (event && has_branch_stack(event))
			control = tea_ctr_join(control,
					       tea_ctr_control(event->attr.branch_sample_type));
	}
	return control;
}

/*
 * The events on the hart changed, or its state is lost. @due: a sample waits. If that sample
 * froze the records, it loses them, and they stay frozen: later branches are not its own.
 */
void tea_branches_update(struct tea_hart *hart, bool due)
{
	const u64 before = hart->branches;

	hart->branches = tea_branches_wanted(hart);
	if (!before && hart->branches && tea_branches_are_taken())
		hart->branches = 0;
	if (!before && !hart->branches)
		return;
	csr_write(TEA_CSR_SCTRCTL, 0);
	csr_write(TEA_CSR_SCTRDEPTH, TEA_CTR_DEPTH);
	csr_write(TEA_CSR_SCTRSTATUS, due ? TEA_CTR_FROZEN : 0);
	tea_ctr_clear();
	csr_write(TEA_CSR_SCTRCTL, hart->branches);
}

/* Frozen records stay frozen, but a waiting sample loses them. */
void tea_branches_clear(struct tea_hart *hart)
{
	if (hart->branches)
		tea_ctr_clear();
}

/* The frozen records are read: resume recording, unless another sample waits. */
void tea_branches_release(struct tea_hart *hart, bool due)
{
	if (!hart->branches)
		return;
	tea_ctr_clear();
	if (!due)
		csr_write(TEA_CSR_SCTRSTATUS, 0);
}

/* Returns false behind the last one. */
static bool tea_record_read(unsigned int number, struct tea_record *record)
{
	csr_write(TEA_CSR_SISELECT, TEA_CTR_SELECT + number);
	record->source = csr_read(TEA_CSR_CTRSOURCE);
	if (!(record->source & TEA_CTR_SOURCE_VALID))
		return false;
	record->target = csr_read(TEA_CSR_CTRTARGET);
	record->data = csr_read(TEA_CSR_CTRDATA);
	return true;
}

/*
 * Copies the records that the event wants to hart->stack, newest first, if the sample has any.
 */
void tea_branches_read(struct tea_hart *hart, struct perf_event *event, u64 meta)
{
	const u64 wanted = event->attr.branch_sample_type;
	struct tea_branches *stack = &hart->stack;
	struct tea_record record;
	unsigned int i;

	stack->header.nr = 0;
	stack->header.hw_idx = -1ULL;
	if (!hart->branches || !(meta & TEA_SAMPLE_RECORDS))
		return;
	for (i = 0; i < TEA_RECORDS && tea_record_read(i, &record); i++) {
		if (tea_branch_entry(wanted, &record, &stack->entries[stack->header.nr]))
			stack->header.nr++;
	}
}
