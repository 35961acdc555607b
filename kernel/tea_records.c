// SPDX-License-Identifier: GPL-2.0
/*
 * tea_records.c - a sample's record in the ring buffer
 *
 * The cycle is attributed to up to four instructions; the record's is each of them in turn.
 * PERF_SAMPLE_RAW has all of them, with their signatures; an event without it has a
 * PERF_RECORD_AUX_OUTPUT_HW_ID before the record, with the metadata record (uapi/tea_abi.h).
 *
 * Runs on the hart with interrupts off, in the interrupt or below ->stop() and
 * ->del(), where the countdown stands still and has an event.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/perf_event.h>
#include <linux/sched/task_stack.h>
#include <linux/string.h>

#include "compat.h"
#include "tea_pmu.h"
#include "tea_memory.h"
#include "tea_module.h"
#include "tea_tagged.h"

/* A sample, with the slots that the event may see and the one that the record is of. */
struct tea_view {
	const struct tea_unit_sample *sample;
	unsigned int visible;
	unsigned int slot;
};

struct tea_payload {
	struct tea_raw raw;
	struct tea_raw_memory memory;
};

static bool tea_wants_raw(struct perf_event *event)
{
	return event->attr.sample_type & PERF_SAMPLE_RAW;
}

bool tea_records_want_memory(struct perf_event *event)
{
	return event->attr.sample_type &
	       (PERF_SAMPLE_ADDR | PERF_SAMPLE_DATA_SRC | PERF_SAMPLE_WEIGHT_TYPE);
}

static void tea_write_word(struct perf_event *event, const struct tea_unit_sample *sample,
			   unsigned int visible, unsigned int picked)
{
	struct tea_event *own = to_tea_event(event);
	const u32 lost = tea_word_lost_part(own->lost);

	perf_report_aux_output_id(event, tea_word(sample, visible, picked, lost));
	own->lost -= lost;
}

/* Raw records cannot hold losses behind the last sample: lost_samples has them. */
void tea_records_write_losses(struct perf_event *event)
{
	static const struct tea_unit_sample none;

	if (to_tea_event(event)->lost && !tea_wants_raw(event) && !tea_is_tagged(event))
		tea_write_word(event, &none, 0, 0);
}

/*
 * Registers for the callchain and for the record's user or kernel flag, which
 * perf takes from them: those of the interrupt, where the privilege is that of the
 * sample. Else the sample was taken just before the hart changed sides: user code
 * that trapped left its registers on the stack, and a kernel that returned left
 * none, so that the callchain is the address alone, over the user's. Frame and
 * stack pointer are 0 for the unwinder to stop at.
 *
 * The program counter is the sample's: a function that has just returned is the innermost frame of
 * its sample, and the return address identifies its caller. User registers that perf copies for an
 * unwinder stay as they were: its tables hold for the address and the registers together. The
 * registers of a caller of the firmware stay, too: the kernel walks no stack from an address that
 * is not its own.
 */
static struct pt_regs *tea_sample_regs(struct perf_event *event, struct pt_regs *regs,
				       struct pt_regs *copy, const struct tea_view *view)
{
	const unsigned int level = TEA_SAMPLE_LEVEL(view->sample->meta);
	const bool user = level == TEA_LEVEL_U, firmware = level == TEA_LEVEL_M;

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
	copy->epc = view->sample->pcs[view->slot];
	return copy;
}

static void tea_save_raw(struct perf_event *event, struct perf_sample_data *data,
			 struct perf_raw_record *record, struct tea_payload *payload,
			 const struct tea_view *view)
{
	const struct tea_unit *unit = &to_tea_pmu(event->pmu)->unit;
	const bool memory = unit->caps2 & TEA_CAPS2_MEMORY && tea_records_want_memory(event);
	struct tea_event *own = to_tea_event(event);
	const u32 lost = tea_raw_lost_part(own->lost);

	tea_raw_fill(&payload->raw, view->sample, view->visible, view->slot, lost);
	own->lost -= lost;
	payload->raw.size = tea_raw_size(memory);
	if (own->trusted)
		payload->raw.time = view->sample->time;
	if (memory)
		tea_raw_fill_memory(&payload->memory, view->sample, view->visible,
				    event->hw.config);
	*record = (struct perf_raw_record){
		.frag = { .size = payload->raw.size, .data = payload },
	};
	compat_save_raw_data(data, event, record);
}

/* Fills in the access of the record's instruction. */
static void tea_save_memory(struct perf_event *event, struct perf_sample_data *data,
			    const struct tea_view *view)
{
	const bool known = to_tea_pmu(event->pmu)->unit.caps2 & TEA_CAPS2_MEMORY;
	const struct tea_weight weight = tea_weight(view->sample, view->slot, view->visible);
	const struct tea_data_access shown = tea_memory_shown(&view->sample->memory[view->slot],
							 event->hw.config);
	const u64 wanted = event->attr.sample_type;

	if (wanted & (PERF_SAMPLE_ADDR | PERF_SAMPLE_PHYS_ADDR) && shown.mem & TEA_MEM_ADDR) {
		data->addr = shown.addr;
		data->sample_flags |= PERF_SAMPLE_ADDR;
	}
	if (wanted & PERF_SAMPLE_DATA_SRC) {
		data->data_src.val = tea_data_src(shown.mem,
						  tea_psv(view->sample->psvs, view->slot), known);
		data->sample_flags |= PERF_SAMPLE_DATA_SRC;
	}
	if (wanted & PERF_SAMPLE_WEIGHT_STRUCT) {
		data->weight.var1_dw = weight.latency;
		data->weight.var2_w = weight.signature;
		data->weight.var3_w = weight.slots;
		data->sample_flags |= PERF_SAMPLE_WEIGHT_STRUCT;
	} else if (wanted & PERF_SAMPLE_WEIGHT) {
		data->weight.full = weight.latency;
		data->sample_flags |= PERF_SAMPLE_WEIGHT;
	}
}

/* A tagged instruction's: PERF_SAMPLE_RAW has all of its record, other fields what is perf's. */
static void tea_save_tagged(struct perf_event *event, struct perf_sample_data *data,
			    struct perf_raw_record *record, struct tea_pdis_raw *raw,
			    const u64 *words)
{
	const struct tea_tagged_weight weight = tea_tagged_weight(words);
	const u64 wanted = event->attr.sample_type;

	tea_tagged_fill(raw, words, event->hw.config);
	if (tea_wants_raw(event)) {
		*record = (struct perf_raw_record){
			.frag = { .size = sizeof(*raw), .data = raw },
		};
		compat_save_raw_data(data, event, record);
	}
	if (wanted & (PERF_SAMPLE_ADDR | PERF_SAMPLE_PHYS_ADDR)) {
		data->addr = tea_tagged_addr(raw->words);
		data->sample_flags |= PERF_SAMPLE_ADDR;
	}
	if (wanted & PERF_SAMPLE_PHYS_ADDR) {
		data->phys_addr = tea_tagged_phys_addr(raw->words);
		data->sample_flags |= PERF_SAMPLE_PHYS_ADDR;
	}
	if (wanted & PERF_SAMPLE_DATA_SRC) {
		data->data_src.val = tea_tagged_data_src(raw->words);
		data->sample_flags |= PERF_SAMPLE_DATA_SRC;
	}
	if (wanted & PERF_SAMPLE_WEIGHT_STRUCT) {
		data->weight.var1_dw = weight.access;
		data->weight.var2_w = weight.total;
		data->weight.var3_w = weight.oldest;
		data->sample_flags |= PERF_SAMPLE_WEIGHT_STRUCT;
	} else if (wanted & PERF_SAMPLE_WEIGHT) {
		data->weight.full = weight.access;
		data->sample_flags |= PERF_SAMPLE_WEIGHT;
	}
}

static bool tea_write_tagged(struct tea_hart_countdown *countdown, unsigned int visible,
			     struct pt_regs *regs)
{
	struct perf_event *event = countdown->event;
	const struct tea_view view = { &countdown->sample, visible, 0 };
	struct perf_sample_data data;
	struct perf_raw_record record;
	struct tea_pdis_raw raw;
	struct pt_regs copy;

	perf_sample_data_init(&data, 0, countdown->period);
	data.ip = countdown->sample.pcs[0];
	data.sample_flags |= PERF_SAMPLE_IP;
	tea_save_tagged(event, &data, &record, &raw, countdown->sample.words);
	return tea_overflow(event, &data, tea_sample_regs(event, regs, &copy, &view));
}

static bool tea_write_exposed(struct tea_hart_countdown *countdown, unsigned int visible,
			      struct pt_regs *regs)
{
	struct perf_event *event = countdown->event;
	struct tea_event *own = to_tea_event(event);
	const unsigned int picked = tea_slots_pick(visible, own->turn[tea_slots_count(visible)]++);
	const struct tea_view view = { &countdown->sample, visible, __ffs(picked) };
	struct perf_sample_data data;
	struct perf_raw_record record;
	struct tea_payload payload;
	struct pt_regs copy;

	if (has_branch_stack(event))
		tea_branches_read(countdown->hart, event, countdown->sample.meta);
	if (!tea_wants_raw(event))
		tea_write_word(event, &countdown->sample, visible, picked);
	perf_sample_data_init(&data, 0, countdown->period);
	data.ip = countdown->sample.pcs[view.slot];
	data.sample_flags |= PERF_SAMPLE_IP;
	if (tea_wants_raw(event))
		tea_save_raw(event, &data, &record, &payload, &view);
	if (has_branch_stack(event))
		compat_save_brstack(&data, event, &countdown->hart->stack.header);
	tea_save_memory(event, &data, &view);
	return tea_overflow(event, &data, tea_sample_regs(event, regs, &copy, &view));
}

/* Returns true if the event has to stop. */
bool tea_records_write_sample(struct tea_hart_countdown *countdown, unsigned int visible,
			      struct pt_regs *regs)
{
	return tea_is_tagged(countdown->event) ? tea_write_tagged(countdown, visible, regs) :
						 tea_write_exposed(countdown, visible, regs);
}
