// SPDX-License-Identifier: GPL-2.0
/*
 * tea_records.c - what of a sample reaches the ring buffer: the word and the records
 *
 * Runs on the hart with interrupts off, in the interrupt or below ->stop() and
 * ->del(), where the countdown stands still and has an event.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/perf_event.h>
#include <linux/sched/task_stack.h>
#include <linux/string.h>

#include "compat.h"
#include "tea_hart.h"

void tea_hart_write_word(struct tea_sampler *sampler, u64 meta, unsigned int mask)
{
	struct tea_event *own = to_tea_event(sampler->event);
	const u32 lost = tea_word_lost_part(own->lost);

	perf_report_aux_output_id(sampler->event, tea_word(meta, mask, lost));
	own->lost -= lost;
}

/*
 * Registers for the callchain and for the record's user or kernel flag, which
 * perf takes from them: those of the interrupt, where the privilege is that of the
 * sample. Else the sample was taken just before the hart changed sides: user code
 * that trapped left its registers on the stack, and a kernel that returned left
 * none, so that the callchain is the address alone, over the user's. Frame and
 * stack pointer are 0 for the unwinder to stop at.
 *
 * The program counter is the sample's: a function that has just returned is the
 * innermost frame of its sample, and the return address says who called it. User
 * registers that perf copies for an unwinder stay as they were: its tables hold
 * for the address and the registers together. So do those of who called the
 * firmware: the kernel walks no stack from an address that is not its own.
 */
static struct pt_regs *tea_sample_regs(struct perf_event *event, struct pt_regs *regs,
				       struct pt_regs *copy, u64 meta, u64 pc)
{
	const bool user = tea_meta_priv(meta) == TEA_PRIV_U;
	const bool firmware = tea_meta_priv(meta) == TEA_PRIV_M;

	if (user && !user_mode(regs))
		regs = current->mm && !(current->flags & PF_KTHREAD) ? task_pt_regs(current) : NULL;
	else if (user != user_mode(regs))
		regs = NULL;
	if (regs && (firmware || (user && event->attr.sample_type & PERF_SAMPLE_REGS_USER)))
		return regs;
	if (regs) {
		*copy = *regs;
	} else {
		memset(copy, 0, sizeof(*copy));
		copy->status = user ? 0 : SR_PP;
	}
	copy->epc = pc;
	return copy;
}

/* What the records of one sample have in common. */
struct tea_records {
	struct perf_sample_data data;
	struct perf_raw_record raw;
	struct tea_raw_record payload;
	struct pt_regs regs;
};

/* The callchain of the record before, where it began with that record's address. */
static void tea_records_set_leaf(struct tea_records *records, u64 pc)
{
	struct perf_sample_data *data = &records->data;
	struct perf_callchain_entry *chain;

	if (!(data->sample_flags & PERF_SAMPLE_CALLCHAIN))
		return;
	chain = data->callchain;
	if (chain->nr > 1 && chain->ip[1] == data->ip)
		chain->ip[1] = pc;
}

/*
 * Writes the record of one instruction. perf looks up thread, time, callchain and so
 * on for the first; what it finds stays in @records->data and holds for the others,
 * but for the address. Returns true if the event has to stop.
 */
static bool tea_hart_write_record(struct tea_sampler *sampler, struct tea_records *records,
				  struct pt_regs *regs, u64 pc, u64 period, bool first)
{
	struct perf_sample_data *data = &records->data;
	struct perf_event *event = sampler->event;

	regs = tea_sample_regs(event, regs, &records->regs, records->payload.meta, pc);
	if (first) {
		perf_sample_data_init(data, 0, period);
		if (event->attr.sample_type & PERF_SAMPLE_RAW)
			compat_save_raw_data(data, event, &records->raw);
		if (has_branch_stack(event))
			compat_save_brstack(data, event, &sampler->hart->stack.header);
	} else if (regs == &records->regs) {
		tea_records_set_leaf(records, pc);
	}
	data->ip = pc;
	data->period = period;
	data->sample_flags |= PERF_SAMPLE_IP;
	data->sample_flags &= ~PERF_SAMPLE_CODE_PAGE_SIZE;
	if (first)
		return compat_overflow(event, data, regs);
	/* The other instructions of one sample are no overflows of their own. */
	compat_write_record(event, data, regs);
	return false;
}

/* The word, then the records. Returns true if the event has to stop. */
bool tea_hart_write_sample(struct tea_sampler *sampler, const struct tea_shot *shot,
			   unsigned int mask, struct pt_regs *regs)
{
	struct tea_event *own = to_tea_event(sampler->event);
	const u64 meta = tea_meta_shown(shot->meta, mask, own->lost);
	unsigned int slot, nth = 0, count = tea_slots_count(mask);
	struct tea_records records;
	bool stop = false;

	tea_raw_fill(&records.payload, sampler->hart->tea->caps, meta,
		     own->trusted ? shot->time : 0, shot->pcs, mask);
	records.raw = (struct perf_raw_record){
		.frag = { .size = sizeof(records.payload), .data = &records.payload },
	};
	/* Records that can't tell their period all stand for a whole one. */
	if (!(sampler->event->attr.sample_type & PERF_SAMPLE_PERIOD)) {
		mask = tea_slots_pick(mask, own->turn[count]++);
		count = 1;
	}
	if (has_branch_stack(sampler->event))
		tea_branches_read(sampler->hart, sampler->event, shot->meta);
	tea_hart_write_word(sampler, meta, mask);
	for (slot = 0; slot < TEA_SLOTS; slot++) {
		if (!(mask & BIT(slot)))
			continue;
		stop |= tea_hart_write_record(sampler, &records, regs, shot->pcs[slot],
					      tea_record_period(sampler->period, count, nth), !nth);
		nth++;
	}
	return stop;
}
