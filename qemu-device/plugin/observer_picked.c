// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * observer_picked.c - samples of retired instructions, and of taken branches with their records
 *
 * The same as those of the unit's other two countdowns (picker.h), without interrupts: nothing
 * clears the records. Whether a branch was taken, and where it led to, tells the instruction
 * behind it, so each record is counted when the next one is there. In a program that is a signal's
 * handler, too, if one comes just there.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "jsonout.h"
#include "observers.h"
#include "observers/branchstack.h"
#include "observers/picker.h"

/* Taken branches are that much rarer, and so many times as dense are their samples. */
#define TAKEN_DENSER	10

struct picked {
	struct tea_picker picker;
	const struct observers *observers;
	uint64_t samples;
	struct tea_retired last;	/* the next instruction is not known yet */
	bool begun;			/* there is one */
	union {
		struct tea_tally places;	/* address and 0: samples, 0 */
		struct tea_branchstack stack;
	};
};

static void on_instruction(void *opaque, const struct tea_sample *sample)
{
	struct picked *picked = opaque;

	picked->samples++;
	tea_tally_count(&picked->places, sample->pc[0], 0, 1, 0);
}

static void on_taken(void *opaque, const struct tea_sample *sample)
{
	struct picked *picked = opaque;

	(void)sample;
	picked->samples++;
	tea_branchstack_sample(&picked->stack, (unsigned int)picked->observers->params->record_loss);
}

static int init(void *self, struct observers *observers, unsigned int number)
{
	struct picked *picked = self;
	const bool taken = number == OBSERVERS_NUMBER_taken;
	const uint64_t denser = taken ? observers->period / TAKEN_DENSER : observers->period;
	struct tea_countdown countdown;

	picked->observers = observers;
	picked->picker = (struct tea_picker){
		.skid = (uint32_t)observers->params->sample_skid, .taken = taken,
		.sink = taken ? on_taken : on_instruction, .opaque = picked,
	};
	tea_countdown_init(&countdown, denser ? denser : 1, TEA_DITHER_RESET(0));
	tea_picker_load(&picked->picker, &countdown, 1 << TEA_PRIV_U, true);
	return taken ? tea_branchstack_init(&picked->stack) : tea_tally_init(&picked->places, 2);
}

static void deinit_instructions(void *self)
{
	tea_tally_deinit(&((struct picked *)self)->places);
}

static void deinit_taken(void *self)
{
	tea_branchstack_deinit(&((struct picked *)self)->stack);
}

static void run_instructions(void *self, const struct tea_retired *records, size_t count)
{
	struct picked *picked = self;

	for (size_t i = 0; i < count; i++)
		tea_picker_record(&picked->picker, &records[i], false);
}

/* The record is in the stack before a sample of it. */
static void retire(struct picked *picked, const struct tea_retired *record, uint64_t next_pc)
{
	const bool taken = !(record->flags & TEA_RETIRED_EXCEPTION) &&
			   tea_picker_is_taken(&record->insn, record->pc, next_pc);

	if (taken)
		tea_branchstack_push(&picked->stack, record->pc, next_pc);
	tea_picker_record(&picked->picker, record, taken);
}

static void run_taken(void *self, const struct tea_retired *records, size_t count)
{
	struct picked *picked = self;

	if (picked->begun)
		retire(picked, &picked->last, records[0].pc);
	for (size_t i = 0; i + 1 < count; i++)
		retire(picked, &records[i], records[i + 1].pc);
	picked->last = records[count - 1];
	picked->begun = true;
}

static int merge_instructions(void *self, const void *more)
{
	struct picked *picked = self;
	const struct picked *other = more;

	picked->samples += other->samples;
	tea_tally_add(&picked->places, &other->places);
	return picked->places.failed ? -ENOMEM : 0;
}

static int merge_taken(void *self, const void *more)
{
	struct picked *picked = self;
	const struct picked *other = more;

	picked->samples += other->samples;
	tea_tally_add(&picked->stack.streams, &other->stack.streams);
	tea_tally_add(&picked->stack.branches, &other->stack.branches);
	return picked->stack.streams.failed || picked->stack.branches.failed ? -ENOMEM : 0;
}

/* A list of [addresses, counts]: @first addresses and @second counts. 0 or -ENOMEM. */
static int put_tally(FILE *file, const struct tea_tally *tally, unsigned int addresses,
		     unsigned int counts)
{
	const struct tea_tally_row **rows;

	if (tea_tally_sorted(tally, &rows))
		return -ENOMEM;
	fputc('[', file);
	for (size_t i = 0; i < tally->used; i++) {
		fprintf(file, "%s\n[\"0x%" PRIx64 "\"", i ? "," : "", rows[i]->first);
		if (addresses == 2)
			fprintf(file, ",\"0x%" PRIx64 "\"", rows[i]->second);
		for (unsigned int j = 0; j < counts; j++)
			fprintf(file, ",%" PRIu64, rows[i]->counts[j]);
		fputc(']', file);
	}
	fputc(']', file);
	free(rows);
	return 0;
}

static void put_begin(FILE *file, const char *name, const struct picked *picked)
{
	fprintf(file, ",\n\"%s\":{\"period\":%" PRIu64 ",\"samples\":%" PRIu64, name,
		picked->picker.countdown.period, picked->samples);
}

static int put_instructions(FILE *file, const void *self, const struct observers *observers)
{
	const struct picked *picked = self;
	int err;

	(void)observers;
	put_begin(file, "instruction_samples", picked);
	fputs(",\"rows\":", file);
	err = put_tally(file, &picked->places, 1, 1);
	fputc('}', file);
	return err;
}

static int put_taken(FILE *file, const void *self, const struct observers *observers)
{
	const struct picked *picked = self;
	int err;

	(void)observers;
	put_begin(file, "branch_stacks", picked);
	fprintf(file, ",\"parts_per_sample\":%d,\"streams\":", TEA_BRANCHSTACK_PARTS);
	err = put_tally(file, &picked->stack.streams, 2, 1);
	if (err)
		return err;
	fputs(",\"branches\":", file);
	err = put_tally(file, &picked->stack.branches, 2, 2);
	fputc('}', file);
	return err;
}

#define PICKED(id) \
	const struct observer observer_##id = { \
		.name = #id, .bytes = sizeof(struct picked), .init = init, \
		.deinit = deinit_##id, .all = run_##id, .merge = merge_##id, .put = put_##id, \
	};

PICKED(instructions)
PICKED(taken)
