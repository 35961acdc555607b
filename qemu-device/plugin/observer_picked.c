// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * observer_picked.c - samples of retired instructions, and of taken branches with their records
 *
 * The same as those of the unit's other two countdowns (picker.h), without interrupts: nothing
 * clears the records. The instruction behind a branch shows whether it was taken, and its target,
 * so each record is counted when the next one is there. A program's signal handler counts as that
 * instruction, if the signal comes just there.
 *
 * `redrawn` has both several more times: with the draws of other units, and at other periods. Their
 * differences show the effect of chance.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "jsonout.h"
#include "observers.h"
#include "observers/branchstack.h"
#include "observers/picker.h"
#include "tea_regs.h"

/* Taken branches are rarer by this factor, and their samples denser. */
#define TAKEN_DENSER	10

struct picked {
	struct tea_picker picker;
	const struct observers *observers;
	const struct tea_branchstack *records;	/* those of its samples */
	uint64_t samples;
	union {
		struct tea_tally places;	/* address and 0: samples, 0 */
		struct tea_branchstack stack;
	};
};

/* Watches for taken branches. */
struct watch {
	struct tea_retired last;	/* the next instruction is not known yet */
	bool begun;			/* there is one */
};

struct picked_taken {
	struct watch watch;
	struct picked picked;
};

/* Periods of the further draws, in quarters of the given one; those of another length are primes. */
static const uint8_t redrawn_quarters[] = { 4, 4, 4, 4, 1, 1, 16, 16, 64, 64 };

#define REDRAWN		(sizeof(redrawn_quarters) / sizeof(redrawn_quarters[0]))

/* The records are in the stack of the first of the taken; the others copy them for a sample. */
struct redrawn {
	struct watch watch;
	struct picked instructions[REDRAWN], taken[REDRAWN];
	struct tea_pickers pickers[2];
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
	if (picked->records != &picked->stack) {
		memcpy(picked->stack.records, picked->records->records, sizeof(picked->stack.records));
		picked->stack.count = picked->records->count;
	}
	tea_branchstack_sample(&picked->stack, (unsigned int)picked->observers->params->record_loss);
}

static int picked_init(struct picked *picked, const struct observers *observers, bool taken,
		       uint64_t period, unsigned int unit)
{
	struct tea_countdown countdown;

	picked->observers = observers;
	picked->records = &picked->stack;
	picked->picker = (struct tea_picker){
		.skid = (uint32_t)observers->params->sample_skid, .taken = taken,
		.sink = taken ? on_taken : on_instruction, .opaque = picked,
	};
	tea_countdown_init(&countdown, period, TEA_DITHER_RESET(unit));
	tea_picker_load(&picked->picker, &countdown, 1 << TEA_PRIV_U, true);
	return taken ? tea_branchstack_init(&picked->stack) : tea_tally_init(&picked->places, 2);
}

static uint64_t denser(uint64_t period)
{
	return period < TAKEN_DENSER ? 1 : period / TAKEN_DENSER;
}

static int init_instructions(void *self, struct observers *observers, unsigned int number)
{
	(void)number;
	return picked_init(self, observers, false, observers->period, 0);
}

static int init_taken(void *self, struct observers *observers, unsigned int number)
{
	(void)number;
	return picked_init(&((struct picked_taken *)self)->picked, observers, true,
			   denser(observers->period), 0);
}

static uint64_t prime_from(uint64_t least)
{
	for (;; least++) {
		uint64_t by = 2;

		while (by * by <= least && least % by)
			by++;
		if (least > 1 && by * by > least)
			return least;
	}
}

static void deinit_instructions(void *self)
{
	tea_tally_deinit(&((struct picked *)self)->places);
}

static void deinit_taken(void *self)
{
	tea_branchstack_deinit(&((struct picked_taken *)self)->picked.stack);
}

static void deinit_redrawn(void *self)
{
	struct redrawn *redrawn = self;

	for (size_t i = 0; i < REDRAWN; i++) {
		tea_tally_deinit(&redrawn->instructions[i].places);
		tea_branchstack_deinit(&redrawn->taken[i].stack);
	}
}

static int init_redrawn(void *self, struct observers *observers, unsigned int number)
{
	struct redrawn *redrawn = self;
	int err = 0;

	(void)number;
	for (unsigned int i = 0; i < REDRAWN && !err; i++) {
		/* primes are quickly found that far; longer periods have hardly a sample */
		const bool other = redrawn_quarters[i] != 4 && observers->period <= UINT32_MAX;
		uint64_t period = observers->period, taken = denser(period);

		if (other) {
			period = prime_from(period * redrawn_quarters[i] / 4);
			taken = prime_from(denser(period));
		}
		err = picked_init(&redrawn->instructions[i], observers, false, period, i + 1);
		if (!err)
			err = picked_init(&redrawn->taken[i], observers, true, taken, i + 1);
		redrawn->taken[i].records = &redrawn->taken[0].stack;
		redrawn->pickers[0].items[i] = &redrawn->instructions[i].picker;
		redrawn->pickers[1].items[i] = &redrawn->taken[i].picker;
	}
	redrawn->pickers[0].count = redrawn->pickers[1].count = REDRAWN;
	if (err)
		deinit_redrawn(self);
	return err;
}

static void run_instructions(void *self, const struct tea_retired *records, size_t count)
{
	struct picked *picked = self;

	for (size_t i = 0; i < count; i++)
		tea_picker_record(&picked->picker, &records[i], false);
}

/* Was it taken? Then its record is in the stack before a sample of it. */
static bool push(struct tea_branchstack *stack, const struct tea_retired *record, uint64_t next_pc)
{
	const bool taken = !(record->flags & TEA_RETIRED_EXCEPTION) &&
			   tea_picker_is_taken(&record->insn, record->pc, next_pc);

	if (taken)
		tea_branchstack_push(stack, record->pc, next_pc);
	return taken;
}

/* Each record as soon as the next one is there. */
static inline void run_watch(struct watch *watch, void *self,
			     void (*retire)(void *self, const struct tea_retired *record,
					    uint64_t next_pc),
			     const struct tea_retired *records, size_t count)
{
	if (watch->begun)
		retire(self, &watch->last, records[0].pc);
	for (size_t i = 0; i + 1 < count; i++)
		retire(self, &records[i], records[i + 1].pc);
	watch->last = records[count - 1];
	watch->begun = true;
}

static void retire_taken(void *self, const struct tea_retired *record, uint64_t next_pc)
{
	struct picked *picked = &((struct picked_taken *)self)->picked;

	tea_picker_record(&picked->picker, record, push(&picked->stack, record, next_pc));
}

static void run_taken(void *self, const struct tea_retired *records, size_t count)
{
	run_watch(&((struct picked_taken *)self)->watch, self, retire_taken, records, count);
}

static void retire_redrawn(void *self, const struct tea_retired *record, uint64_t next_pc)
{
	struct redrawn *redrawn = self;

	tea_pickers_record(&redrawn->pickers[1], record,
			   push(&redrawn->taken[0].stack, record, next_pc));
}

static void run_redrawn(void *self, const struct tea_retired *records, size_t count)
{
	struct redrawn *redrawn = self;

	for (size_t i = 0; i < count; i++)
		tea_pickers_record(&redrawn->pickers[0], &records[i], false);
	run_watch(&redrawn->watch, self, retire_redrawn, records, count);
}

static int merge_instructions(void *self, const void *more)
{
	struct picked *picked = self;
	const struct picked *other = more;

	picked->samples += other->samples;
	tea_tally_add(&picked->places, &other->places);
	return picked->places.failed ? -ENOMEM : 0;
}

static int merge_stacks(struct picked *picked, const struct picked *other)
{
	picked->samples += other->samples;
	tea_tally_add(&picked->stack.streams, &other->stack.streams);
	tea_tally_add(&picked->stack.branches, &other->stack.branches);
	return picked->stack.streams.failed || picked->stack.branches.failed ? -ENOMEM : 0;
}

static int merge_taken(void *self, const void *more)
{
	return merge_stacks(&((struct picked_taken *)self)->picked,
			    &((const struct picked_taken *)more)->picked);
}

static int merge_redrawn(void *self, const void *more)
{
	struct redrawn *redrawn = self;
	const struct redrawn *other = more;
	int err = 0;

	for (size_t i = 0; i < REDRAWN && !err; i++) {
		err = merge_instructions(&redrawn->instructions[i], &other->instructions[i]);
		if (!err)
			err = merge_stacks(&redrawn->taken[i], &other->taken[i]);
	}
	return err;
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
	fprintf(file, "\n\"%s\":{\"period\":%" PRIu64 ",\"samples\":%" PRIu64, name,
		picked->picker.countdown.period, picked->samples);
}

static int put_places(FILE *file, const struct picked *picked)
{
	int err;

	put_begin(file, "instruction_samples", picked);
	fputs(",\"rows\":", file);
	err = put_tally(file, &picked->places, 1, 1);
	fputc('}', file);
	return err;
}

static int put_stacks(FILE *file, const struct picked *picked)
{
	int err;

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

static int put_instructions(FILE *file, const void *self, const struct observers *observers)
{
	(void)observers;
	fputc(',', file);
	return put_places(file, self);
}

static int put_taken(FILE *file, const void *self, const struct observers *observers)
{
	(void)observers;
	fputc(',', file);
	return put_stacks(file, &((const struct picked_taken *)self)->picked);
}

static int put_redrawn(FILE *file, const void *self, const struct observers *observers)
{
	const struct redrawn *redrawn = self;
	int err = 0;

	(void)observers;
	fputs(",\n\"redrawn\":[", file);
	for (size_t i = 0; i < REDRAWN && !err; i++) {
		fputs(i ? ",{" : "{", file);
		err = put_places(file, &redrawn->instructions[i]);
		fputc(',', file);
		if (!err)
			err = put_stacks(file, &redrawn->taken[i]);
		fputc('}', file);
	}
	fputc(']', file);
	return err;
}

#define PICKED(id, state) \
	const struct observer observer_##id = { \
		.name = #id, .bytes = sizeof(struct state), .init = init_##id, \
		.deinit = deinit_##id, .all = run_##id, .merge = merge_##id, .put = put_##id, \
	};

PICKED(instructions, picked)
PICKED(taken, picked_taken)
PICKED(redrawn, redrawn)
