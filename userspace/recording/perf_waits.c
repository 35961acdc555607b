// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf_waits.c - records of threads that leave the CPU and come back: for stacks of waits
 *
 * Steps are collected, sorted for each thread, and folded: wait by wait, at the place in the
 * program that asked for it (waitsite.h).
 */
#include "perf_waits.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "perf_reader.h"
#include "waits.h"
#include "waitsite.h"

#define REGISTER_PC	0		/* perf's numbers */
#define REGISTER_A7	17		/* in a system call it has that one's */
#define NANOSECONDS_MOST (UINT64_MAX / 2)

/* The event's fields have stood there since it is there: behind the common ones and a comm. */
#define WAKEUP_EVENT	"sched:sched_wakeup"
#define WAKEUP_TID	24

/* A wait whose end is looked for. */
struct open_wait {
	const struct perf_waits_step *out, *sample;	/* NULL: lost */
	uint64_t begin_ns, woken_ns;	/* woken 0: not yet, or not recorded */
	bool preempted;
};

struct folder {
	struct perf_reader *reader;
	struct waitsites sites;
	uint64_t unfinished, unsampled;
};

void perf_waits_deinit(struct perf_waits *waits)
{
	free(waits->steps);
	free(waits->lives);
	keyindex_deinit(&waits->index);
	*waits = (struct perf_waits){ 0 };
}

static bool is_thread(uint32_t tid)
{
	return tid && tid != UINT32_MAX;	/* neither idle nor gone */
}

static int live(struct perf_reader *reader, uint32_t tid, uint64_t time_ns, uint32_t *number)
{
	struct perf_waits *waits = &reader->waits;
	struct key key = { .low = tid };
	struct perf_waits_life *life;

	*number = keyindex_get(&waits->index, key);
	if (*number == KEYINDEX_NONE) {
		*number = KEYINDEX_APPEND(&waits->index, key, waits->lives, waits->lives_count);
		if (*number == KEYINDEX_NONE)
			return perf_reader_no_memory(reader);
		waits->lives[*number] = (struct perf_waits_life){
			.first_ns = time_ns, .last_ns = time_ns, .thread = KEYINDEX_NONE,
		};
	}
	life = &waits->lives[*number];
	if (time_ns < life->first_ns)
		life->first_ns = time_ns;
	if (time_ns > life->last_ns)
		life->last_ns = time_ns;
	if (time_ns > waits->last_ns)
		waits->last_ns = time_ns;
	return 0;
}

/* All of @step but when, whose and its number is filled in. */
static int add_step(struct perf_reader *reader, uint32_t tid, uint64_t time_ns,
		    struct perf_waits_step *step)
{
	struct perf_waits *waits = &reader->waits;
	struct perf_waits_step *grown;
	int error = live(reader, tid, time_ns, &step->life);

	if (error)
		return error;
	grown = waits->steps_count < UINT32_MAX ?
		array_grow(waits->steps, waits->steps_count, sizeof(*grown)) : NULL;
	if (!grown)
		return perf_reader_no_memory(reader);
	waits->steps = grown;
	step->time_ns = time_ns;
	step->number = (uint32_t)waits->steps_count;
	grown[waits->steps_count++] = *step;
	return 0;
}

/* The thread that the record is of does @step. */
static int take_step(struct perf_reader *reader, const struct perfdata_record *record,
		     struct perf_waits_step *step)
{
	const struct perfdata_where *where = &record->where;

	step->cpu = where->has & PERF_SAMPLE_CPU ? where->cpu : RECORDING_NO_CPU;
	return add_step(reader, where->tid, where->time_ns, step);
}

static enum perf_waits_what direction(const struct perfdata_record *record)
{
	if (!(record->head.misc & PERF_RECORD_MISC_SWITCH_OUT))
		return PERF_WAITS_IN;
	return record->head.misc & PERF_RECORD_MISC_SWITCH_OUT_PREEMPT ? PERF_WAITS_PREEMPTED :
									 PERF_WAITS_OUT;
}

static int read_switch(struct perf_reader *reader, const struct perfdata_record *record)
{
	struct perf_waits_step step = {
		.what = (uint8_t)direction(record), .frame = RECORDING_NO_FRAME,
	};
	struct perf_moment moment;
	int kept = perf_reader_origin(reader, record, &moment, &step.thread);

	if (kept < 0)
		return kept;
	step.wanted = kept;
	reader->waits.switches++;
	return take_step(reader, record, &step);
}

static bool is_wakeup(const struct perfdata_record *record)
{
	return record->head.type == PERF_RECORD_SAMPLE && record->attr && record->attr->name &&
	       record->attr->type == PERF_TYPE_TRACEPOINT && !strcmp(record->attr->name, WAKEUP_EVENT);
}

/* It is about another thread than the record's: the one in the tracepoint's fields. */
static int read_wakeup(struct perf_reader *reader, const struct perfdata_record *record)
{
	struct perf_waits_step woken = { .what = PERF_WAITS_WOKEN };
	const struct perfdata_rest *rest = record->sample.rest;
	struct cursor fields;
	uint32_t tid;

	if (rest->raw_size < WAKEUP_TID + sizeof(tid))
		return 0;
	cursor_init(&fields, rest->raw, rest->raw_size);
	cursor_set_big(&fields, reader->recording->perfdata.big);
	tid = cursor_peek_u32(&fields, WAKEUP_TID);
	return is_thread(tid) ? add_step(reader, tid, record->where.time_ns, &woken) : 0;
}

/* A step of a thread's life, or of its way on and off the CPU. */
static int notice(struct perf_reader *reader, const struct perfdata_record *record)
{
	const struct perfdata_where *where = &record->where;
	const uint64_t wanted = PERF_SAMPLE_TID | PERF_SAMPLE_TIME;
	struct perf_waits_step gone = { .what = PERF_WAITS_EXIT };
	uint32_t life;

	/* Records that perf made up have no time. */
	if ((where->has & wanted) != wanted || !where->time_ns || where->time_ns > NANOSECONDS_MOST)
		return 0;
	switch (record->head.type) {
	case PERF_RECORD_FORK:
		return live(reader, record->task.tid, where->time_ns, &life);
	case PERF_RECORD_EXIT:
		return add_step(reader, record->task.tid, where->time_ns, &gone);
	}
	if (!is_thread(where->tid) || where->pid == UINT32_MAX)
		return 0;
	if (record->head.type == PERF_RECORD_SWITCH ||
	    record->head.type == PERF_RECORD_SWITCH_CPU_WIDE)
		return read_switch(reader, record);
	if (is_wakeup(record))
		return read_wakeup(reader, record);
	return live(reader, where->tid, where->time_ns, &life);
}

/* RISC-V only, as TEA is: others have other registers of that number. */
static bool read_register(const struct perf_reader *reader, const struct perfdata_record *record,
			  unsigned int number, uint64_t *value)
{
	const char *arch = reader->recording->perfdata.info.arch;
	const struct perfdata_rest *rest = record->sample.rest;
	uint64_t registers = record->attr->user_regs;
	size_t below = (size_t)__builtin_popcountll(registers & ((1ULL << number) - 1));

	if ((arch && strncmp(arch, "riscv", strlen("riscv"))) || !(registers >> number & 1) ||
	    (below + 1) * sizeof(uint64_t) > cursor_left(&rest->user_regs))
		return false;
	*value = cursor_peek_u64(&rest->user_regs, below * sizeof(uint64_t));
	return true;
}

/* Where the chain ends before the program, or there is none, its own place is all that is known. */
static int read_frames(struct perf_reader *reader, const struct perfdata_record *record,
		       const struct perf_moment *moment, uint32_t *number)
{
	struct recording *recording = reader->recording;
	bool kernel = (record->head.misc & PERF_RECORD_MISC_CPUMODE_MASK) ==
		      PERF_RECORD_MISC_KERNEL;
	uint64_t address = record->sample.ip, pc;
	struct recording_frame frame;
	int error = perf_reader_frames(reader, record, moment, number);

	if (error || waitsites_user(recording, *number) != RECORDING_NO_FRAME)
		return error;
	if (read_register(reader, record, REGISTER_PC, &pc)) {
		address = pc;
		kernel = false;
	} else if (*number != RECORDING_NO_FRAME) {
		return 0;
	}
	error = perf_reader_locate(reader, moment, kernel ? PERF_MODE_KERNEL : PERF_MODE_USER, address,
				   &frame);
	if (error)
		return error;
	frame.parent = RECORDING_NO_FRAME;
	*number = recording_frame_number(&reader->pass->frame_index, &recording->frames,
					 &recording->frames_count, &frame);
	return *number == KEYINDEX_NONE ? perf_reader_no_memory(reader) : 0;
}

static int read_sample(struct perf_reader *reader, const struct perfdata_record *record)
{
	struct perf_waits_step step = { .what = PERF_WAITS_SAMPLE };
	struct perf_moment moment;
	int kept;

	if (!is_thread(record->where.tid) || record->where.time_ns > NANOSECONDS_MOST)
		return 0;
	kept = perf_reader_origin(reader, record, &moment, &step.thread);
	if (kept < 0)
		return kept;
	step.wanted = kept;
	step.has_call = read_register(reader, record, REGISTER_A7, &step.call);
	kept = read_frames(reader, record, &moment, &step.frame);
	return kept ? kept : take_step(reader, record, &step);
}

static int read_word(struct perf_reader *reader, const struct perfdata_record *record)
{
	(void)reader, (void)record;
	return 0;
}

static int read_lost(struct perf_reader *reader, const struct perfdata_record *record)
{
	reader->waits.lost += record->lost;
	return 0;
}

static bool counts(const struct perfdata_record *record)
{
	return record->head.type == PERF_RECORD_SAMPLE;
}

static int compare_steps(const void *left, const void *right)
{
	const struct perf_waits_step *a = left, *b = right;

	if (a->life != b->life)
		return a->life < b->life ? -1 : 1;
	if (a->time_ns != b->time_ns)
		return a->time_ns < b->time_ns ? -1 : 1;
	if (a->what != b->what)
		return a->what < b->what ? -1 : 1;
	return a->number < b->number ? -1 : a->number > b->number;
}

/* The category of a wait that began there. */
static uint16_t category_of(const struct open_wait *wait, const struct waitsite *site)
{
	if (wait->preempted)
		return WAITS_PREEMPTED;
	if (!wait->sample || !wait->sample->has_call)
		return WAITS_UNKNOWN;
	return site->in_call ? waits_of_call(wait->sample->call) : WAITS_NO_CALL;
}

static int add_part(struct folder *folder, const struct recording_wait *wait, uint64_t begin_ns)
{
	struct perf_reader *reader = folder->reader;
	const struct recording_hit hit = {
		.category = wait->category, .state = PICS_NO_STATE, .parts = wait->ns,
	};
	const struct recording_sample sample = {
		.time_ns = begin_ns, .parts = wait->ns, .place = wait->place,
		.category = wait->category, .state = PICS_NO_STATE,
	};
	int error;

	if (!filter_wants_word(&reader->filter, wait->category, PICS_NO_STATE)) {
		reader->measure->filtered_samples += wait->count;
		return 0;
	}
	error = recording_count(reader->measure, wait->place, &hit, reader->fault);
	if (!error && reader->keeps)
		error = recording_keep(reader->measure, &sample, reader->fault);
	if (!error && recording_add_wait(reader->recording, wait))
		error = perf_reader_no_memory(reader);
	reader->measure->samples += wait->count;
	return error;
}

/* The place in the program, and in the kernel. */
static int place_of(struct folder *folder, const struct open_wait *wait, uint32_t thread,
		    const struct waitsite *site, uint32_t *number)
{
	struct recording *recording = folder->reader->recording;
	const struct recording_place place = {
		.object = site->object, .address = site->address, .thread = thread,
		.cpu = recording->options.cpus && wait->out ? wait->out->cpu : RECORDING_NO_CPU,
		.frame = folder->reader->chains ? site->callers : RECORDING_NO_FRAME,
	};

	*number = recording_place_number(recording, &place);
	return *number == KEYINDEX_NONE ? perf_reader_no_memory(folder->reader) : 0;
}

/* The wait is over. */
static int end_wait(struct folder *folder, const struct open_wait *wait, uint64_t end_ns)
{
	struct perf_reader *reader = folder->reader;
	struct recording *recording = reader->recording;
	const struct perf_waits_step *step = wait->out ? wait->out : wait->sample;
	uint64_t woken_ns = wait->woken_ns && !wait->preempted ? wait->woken_ns : end_ns;
	struct waitsite site;
	struct recording_wait part = { .count = 1 };
	int error;

	folder->unsampled += !wait->sample;
	if (!step->wanted) {
		reader->measure->filtered_samples++;
		return 0;
	}
	error = waitsites_find(&folder->sites, recording, wait->sample ? wait->sample->frame :
			       RECORDING_NO_FRAME, &site);
	if (error)
		return perf_reader_no_memory(folder->reader);
	error = place_of(folder, wait, step->thread, &site, &part.place);
	if (error)
		return error;
	recording_note_time(reader->measure, wait->begin_ns);
	part.category = category_of(wait, &site);
	part.kernel_object = site.kernel_object;
	part.kernel_address = site.kernel_address;
	part.ns = part.longest_ns = woken_ns - wait->begin_ns;
	error = add_part(folder, &part, wait->begin_ns);
	if (error || woken_ns == end_ns)
		return error;
	part.count = 0;		/* the same wait */
	part.category = WAITS_WOKEN;
	part.ns = part.longest_ns = end_ns - woken_ns;
	return add_part(folder, &part, woken_ns);
}

static int take(struct folder *folder, const struct perf_waits_step *step, struct open_wait *wait,
		bool *open)
{
	bool ends = *open || (wait->sample && step->what == PERF_WAITS_IN);
	int error = 0;

	switch (step->what) {
	case PERF_WAITS_SAMPLE:
		*wait = (struct open_wait){ .sample = step, .begin_ns = step->time_ns };
		*open = false;
		break;
	case PERF_WAITS_OUT:
	case PERF_WAITS_PREEMPTED:
		if (*open)
			wait->sample = NULL;
		wait->out = step;
		wait->begin_ns = step->time_ns;
		wait->woken_ns = 0;
		wait->preempted = step->what == PERF_WAITS_PREEMPTED;
		*open = true;
		break;
	case PERF_WAITS_WOKEN:
		if (*open && !wait->woken_ns)
			wait->woken_ns = step->time_ns;
		break;
	case PERF_WAITS_IN:
		if (ends)
			error = end_wait(folder, wait, step->time_ns);
		/* fall through */
	case PERF_WAITS_EXIT:
		*wait = (struct open_wait){ 0 };
		*open = false;
	}
	return error;
}

/* The steps of one thread. Where it still waits at the end, it does so until then. */
static int fold_life(struct folder *folder, const struct perf_waits_step *steps, size_t count)
{
	const struct perf_waits *waits = &folder->reader->waits;
	struct perf_waits_life *life = &folder->reader->waits.lives[steps->life];
	struct open_wait wait = { 0 };
	bool open = false;
	int error = 0;

	for (size_t i = 0; !error && i < count; i++) {
		if (steps[i].what != PERF_WAITS_EXIT && steps[i].what != PERF_WAITS_WOKEN &&
		    steps[i].wanted)
			life->thread = steps[i].thread;
		error = take(folder, &steps[i], &wait, &open);
	}
	if (error || !open || waits->last_ns <= wait.begin_ns)
		return error;
	folder->unfinished++;
	life->last_ns = waits->last_ns;
	return end_wait(folder, &wait, waits->last_ns);
}

static int fold_steps(struct folder *folder)
{
	struct perf_waits *waits = &folder->reader->waits;
	size_t begin = 0;
	int error = 0;

	if (waits->steps_count)
		qsort(waits->steps, waits->steps_count, sizeof(*waits->steps), compare_steps);
	for (size_t i = 1; !error && i <= waits->steps_count; i++) {
		if (i < waits->steps_count && waits->steps[i].life == waits->steps[begin].life)
			continue;
		error = fold_life(folder, &waits->steps[begin], i - begin);
		begin = i;
	}
	return error;
}

static int add_lives(struct folder *folder)
{
	const struct perf_waits *waits = &folder->reader->waits;

	for (size_t i = 0; i < waits->lives_count; i++) {
		const struct perf_waits_life *life = &waits->lives[i];

		if (life->thread != KEYINDEX_NONE &&
		    recording_add_life(folder->reader->recording, life->thread,
				       life->last_ns - life->first_ns))
			return perf_reader_no_memory(folder->reader);
	}
	return 0;
}

static void note_missing(const struct folder *folder)
{
	struct notes *notes = folder->reader->notes;

	if (folder->unsampled)
		notes_add(notes, "samples are missing of %llu waits, whose places are unknown: record "
			  "with larger buffers (-m), and each switch (period=1)",
			  (unsigned long long)folder->unsampled);
	if (folder->unfinished)
		notes_add(notes, "waits that had not ended with the recording are counted until then: "
			  "%llu", (unsigned long long)folder->unfinished);
}

static int finish(struct perf_reader *reader)
{
	struct folder folder = { .reader = reader };
	int error = 0;

	reader->measure->parts_per_unit = WAITS_PARTS_PER_UNIT;
	reader->measure->period = reader->measure->frequency_hz = 0;
	reader->measure->samples = reader->measure->filtered_samples = 0;
	if (!reader->waits.switches)
		return fault_set(reader->fault, -ENODATA, "does not tell when threads ran again: record "
				 "waits with 'tea record --waits', or 'perf record --switch-events'");
	error = fold_steps(&folder);
	waitsites_deinit(&folder.sites);
	if (!error)
		error = add_lives(&folder);
	if (error)
		return error;
	reader->measure->lost = reader->waits.lost;
	recording_sort_kept(reader->measure);
	note_missing(&folder);
	return 0;
}

const struct perf_handlers perf_waits_handlers = {
	.sample = read_sample, .word = read_word, .lost = read_lost, .finish = finish,
	.counts = counts, .notice = notice,
};
