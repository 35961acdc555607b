// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf_samples.c - samples of a perf.data to stacks by place
 *
 * Millions of samples come from few places: for each of them this is a look at the memo of its
 * thread and of its address, and an addition.
 */
#include "perf_reader.h"

static size_t hash_of(uint64_t a, uint64_t b, uint64_t c)
{
	uint64_t hash = a * 0x9e3779b97f4a7c15ULL ^ (b + (c << 40)) * 0xc2b2ae3d27d4eb4fULL;

	return hash ^ hash >> 32;
}

static bool same_thread(const struct perf_thread_memo *memo, const struct perfdata_where *where,
			const struct perf_moment *moment)
{
	return memo->tid == where->tid && memo->pid == where->pid &&
	       memo->epoch_plus_one == moment->epoch + 1;
}

/* The memo of a sample's thread; NULL: out of memory. */
static struct perf_thread_memo *look_up_thread(struct perf_reader *reader,
					       const struct perfdata_where *where,
					       const struct perf_moment *moment)
{
	struct recording_thread thread = { .pid = where->pid, .tid = where->tid };
	struct perf_thread_memo *memo = &reader->pass->threads[hash_of(where->pid, where->tid, 0) %
							 PERF_READER_THREADS];
	uint32_t number;

	if (same_thread(memo, where, moment))
		return memo;
	thread.comm = maps_comm(&reader->recording->maps, thread.tid, moment->time);
	if (!thread.comm)	/* on its way out, without a number any more */
		thread.comm = maps_comm(&reader->recording->maps, thread.pid, moment->time);
	if (!thread.comm)
		thread.comm = thread.tid ? "[unknown]" : "swapper";
	number = recording_thread(reader->recording, &thread);
	if (number == KEYINDEX_NONE)
		return NULL;
	*memo = (struct perf_thread_memo){
		.epoch_plus_one = moment->epoch + 1, .pid = where->pid, .tid = where->tid,
		.thread = number,
	};
	return memo;
}

static inline struct perf_thread_memo *find_thread(struct perf_reader *reader,
						   const struct perfdata_where *where,
						   const struct perf_moment *moment)
{
	struct perf_thread_memo *memo = reader->pass->last_thread;

	if (same_thread(memo, where, moment))
		return memo;
	memo = look_up_thread(reader, where, moment);
	reader->pass->last_thread = memo ? memo : reader->pass->threads;
	return memo;
}

/* Gives the cell's cycles to the recording. */
static int clear_cell(struct perf_reader *reader, struct perf_cell *cell)
{
	struct pics_weight *weight = &reader->weights[cell - reader->cells];
	const struct recording_hit hit = {
		.category = cell->category, .state = cell->state, .parts = cell->parts,
		.weight = *weight,
	};

	cell->parts = 0;
	*weight = (struct pics_weight){ 0 };
	if (!cell->epoch_plus_one)
		return 0;
	return recording_count(reader->measure, cell->place, &hit, reader->fault);
}

/* The cell becomes the sample's. */
static int claim_cell(struct perf_reader *reader, struct perf_addition *addition,
		      struct perf_cell *cell)
{
	struct recording_place *place = &addition->place;
	const struct perf_cell *wanted = &addition->wanted;
	struct perf_moment moment = {
		.time = addition->time, .epoch = wanted->epoch_plus_one - 1,
		.pid = reader->recording->threads[place->thread].pid,
	};
	const struct recording_hit none = { .category = wanted->category, .state = wanted->state };
	struct recording_frame where;
	int error = clear_cell(reader, cell);

	cell->epoch_plus_one = 0;
	if (!error)
		error = perf_reader_locate(reader, &moment, wanted->mode, wanted->address, &where);
	if (error)
		return error;
	place->object = where.object;
	place->address = where.address;
	*cell = *wanted;
	cell->parts = 0;
	cell->place = recording_place_number(reader->recording, place);
	if (cell->place != KEYINDEX_NONE)	/* stacks in the order in which samples came */
		return recording_count(reader->measure, cell->place, &none, reader->fault);
	cell->epoch_plus_one = 0;
	return perf_reader_no_memory(reader);
}

static inline bool same_cell(const struct perf_cell *a, const struct perf_cell *b)
{
	return a->address == b->address && a->epoch_plus_one == b->epoch_plus_one &&
	       a->context == b->context && a->kind == b->kind;
}

/* A slot's part of its sample, by the number of slots: looked up, since it is for each record. */
static const uint16_t sample_parts[TEA_SLOTS + 1] = {
	PICS_SAMPLE, PICS_SAMPLE, PICS_SAMPLE / 2, PICS_SAMPLE / 3, PICS_SAMPLE / 4,
};

static inline struct pics_weight weight_of(const struct perf_addition *addition)
{
	double parts = (double)(int64_t)addition->wanted.parts;

	return (struct pics_weight){
		.samples = sample_parts[addition->slots], .squares = parts * parts * addition->slots,
	};
}

/* Once its place is known. */
static int keep(struct perf_reader *reader, const struct perf_addition *addition, uint32_t place)
{
	const struct recording_sample sample = {
		.time_ns = addition->time, .parts = addition->wanted.parts,
		.weight = weight_of(addition), .place = place,
		.category = addition->wanted.category, .state = addition->wanted.state,
	};

	return recording_keep(reader->measure, &sample, reader->fault);
}

/* Adds the cycles of a sample that waits to its cell, or to the one that has less. */
static inline __attribute__((always_inline)) int settle(struct perf_reader *reader,
							struct perf_addition *addition)
{
	struct perf_cell *cell = addition->line;
	struct pics_weight weight;
	int error;

	if (!cell)
		return 0;
	addition->line = NULL;
	if (!same_cell(cell, &addition->wanted))
		cell++;
	if (!same_cell(cell, &addition->wanted)) {
		cell -= cell[-1].parts <= cell->parts;
		error = claim_cell(reader, addition, cell);
		if (error)
			return error;
	}
	if (__builtin_add_overflow(reader->parts, addition->wanted.parts, &reader->parts))
		return recording_overflow(reader->fault);
	cell->parts += addition->wanted.parts;
	weight = weight_of(addition);
	pics_weight_add(&reader->weights[cell - reader->cells], &weight);
	return __builtin_expect(reader->keeps, 0) ? keep(reader, addition, cell->place) : 0;
}

int perf_reader_drain(struct perf_reader *reader)
{
	int error = 0;

	for (size_t i = 0; !error && i < PERF_READER_WAITING; i++)
		error = settle(reader, &reader->waiting[reader->next++ % PERF_READER_WAITING]);
	return error;
}

int perf_reader_settle(struct perf_reader *reader)
{
	int error = perf_reader_drain(reader);

	for (size_t i = 0; !error && i < reader->cells_count; i++)
		error = clear_cell(reader, &reader->cells[i]);
	return error;
}

/* Here a sample begins to wait. */
static inline void enqueue(struct perf_reader *reader, struct perf_addition *addition)
{
	const struct perf_cell *wanted = &addition->wanted;
	size_t at = hash_of(wanted->address, wanted->context, wanted->category) &
		    (reader->cells_count - 2);

	addition->line = &reader->cells[at];
	__builtin_prefetch(addition->line, 1);
	__builtin_prefetch(&reader->weights[at], 1);
	reader->next++;
}

static bool is_wanted_origin(const struct perf_reader *reader, const struct perfdata_where *where,
			     uint32_t thread)
{
	struct filter_origin origin = {
		.comm = reader->recording->threads[thread].comm, .pid = where->pid,
		.tid = where->tid, .cpu = where->cpu, .time_ns = where->time_ns,
	};

	return filter_wants_origin(&reader->filter, &origin);
}

static bool is_wanted(const struct perf_reader *reader, const struct perfdata_where *where,
		      const struct perf_addition *addition)
{
	return is_wanted_origin(reader, where, addition->place.thread) &&
	       filter_wants_word(&reader->filter, addition->wanted.category,
				 addition->wanted.state);
}

/* All of the place but where it lies, and but its thread. */
static int find_context(struct perf_reader *reader, const struct perfdata_record *record,
			const struct perf_moment *moment, const struct perf_meaning *meaning,
			struct perf_addition *addition)
{
	struct recording *recording = reader->recording;
	struct recording_place *place = &addition->place;
	int error = 0;

	if (recording->options.cpus && recording->has_cpus)
		place->cpu = record->where.cpu;
	if (reader->chains && !meaning->again)
		error = perf_reader_frames(reader, record, moment, &reader->frame);
	if (!error && reader->data)
		error = perf_reader_datum(reader, moment, meaning, &place->datum);
	if (error)
		return error;
	if (reader->chains)
		place->frame = reader->frame;
	addition->wanted.context = recording_context(recording, place);
	return addition->wanted.context == KEYINDEX_NONE ? perf_reader_no_memory(reader) : 0;
}

/* From here on, a change before the moment's time comes too late: perf_reader_change(). */
static inline int find_moment(struct perf_reader *reader, struct perf_moment *moment)
{
	struct perf_pass *pass = reader->pass;
	struct maps *maps = &reader->recording->maps;
	int error = maps->sealed ? 0 : perf_pass_seal(pass);

	if (error)
		return error;
	moment->epoch = (uint32_t)maps_epoch(maps, moment->time);
	if (moment->time > pass->latest)
		pass->latest = moment->time;
	pass->sampled = true;
	return 0;
}

/* Fills in @addition but for where it goes. */
static inline int begin_addition(struct perf_reader *reader, const struct perfdata_record *record,
				 const struct perf_moment *moment,
				 const struct perf_meaning *meaning,
				 struct perf_addition *addition)
{
	const struct perf_thread_memo *thread = find_thread(reader, &record->where, moment);

	if (!thread)
		return perf_reader_no_memory(reader);
	addition->wanted = (struct perf_cell){
		.address = meaning->address, .parts = meaning->period,
		.epoch_plus_one = moment->epoch + 1, .context = thread->thread,
		.category = meaning->category, .state = meaning->state,
		.mode = (uint8_t)meaning->mode,
	};
	addition->place.thread = thread->thread;
	addition->place.cpu = RECORDING_NO_CPU;
	addition->place.frame = RECORDING_NO_FRAME;
	addition->slots = meaning->slots;
	addition->time = moment->time;
	return 0;
}

int perf_reader_add(struct perf_reader *reader, const struct perfdata_record *record,
		    const struct perf_meaning *meaning)
{
	const struct perfdata_where *where = &record->where;
	struct perf_addition *addition = &reader->waiting[reader->next % PERF_READER_WAITING];
	struct perf_moment moment = { .time = perf_reader_time(record), .pid = where->pid };
	int error = settle(reader, addition);

	if (!error)
		error = find_moment(reader, &moment);
	if (!error)
		error = begin_addition(reader, record, &moment, meaning, addition);
	if (error || (reader->filters && !is_wanted(reader, where, addition)))
		return error;
	recording_note_time(reader->measure, where->time_ns);
	if (reader->contexts)
		error = find_context(reader, record, &moment, meaning, addition);
	if (error)
		return error;
	enqueue(reader, addition);
	return 1;
}

int perf_reader_origin(struct perf_reader *reader, const struct perfdata_record *record,
		       struct perf_moment *moment, uint32_t *thread)
{
	const struct perf_thread_memo *memo;
	int error;

	*moment = (struct perf_moment){
		.time = perf_reader_time(record), .pid = record->where.pid,
	};
	error = find_moment(reader, moment);
	if (error)
		return error;
	memo = find_thread(reader, &record->where, moment);
	if (!memo)
		return perf_reader_no_memory(reader);
	*thread = memo->thread;
	return !reader->filters || is_wanted_origin(reader, &record->where, memo->thread);
}

/* Is it of the measure? The events of an instruction mix are together. */
static bool is_own(const struct perf_reader *reader, const struct perfdata_attr *attr)
{
	if (attr == reader->shown || !attr || reader->source->kind != &category_executions)
		return attr == reader->shown;
	return reader->events[attr - reader->recording->perfdata.attrs].source != NULL;
}

struct perf_event *perf_reader_event(struct perf_reader *reader,
				     const struct perfdata_record *record)
{
	const struct perfdata_attr *attr = record->attr;

	return attr ? &reader->events[attr - reader->recording->perfdata.attrs] : NULL;
}

/* A record of an event that is not shown: its samples are counted. */
static void count_other(struct perf_reader *shown, const struct perfdata_record *record)
{
	const struct perf_event *event = perf_reader_event(shown, record);

	if (event->source ? event->source->handlers->counts(record) :
			    record->head.type == PERF_RECORD_SAMPLE)
		shown->recording->others[event->other].samples++;
}

int perf_pass_sample(struct perf_pass *pass, const struct perfdata_record *record)
{
	const bool sample = record->head.type == PERF_RECORD_SAMPLE;
	int error = 0;

	pass->undescribed += sample && !record->attr;
	for (size_t i = 0; !error && i < pass->readers_count; i++) {
		struct perf_reader *reader = &pass->readers[i];
		const struct perf_handlers *source = reader->source->handlers;

		if (is_own(reader, record->attr))
			error = (sample ? source->sample : source->word)(reader, record);
		else if (!i && record->attr)
			count_other(reader, record);
	}
	return error;
}

int perf_pass_lost(struct perf_pass *pass, const struct perfdata_record *record)
{
	int error = 0;

	for (size_t i = 0; !error && i < pass->readers_count; i++)
		error = pass->readers[i].source->handlers->lost(&pass->readers[i], record);
	return error;
}

int perf_pass_lost_samples(struct perf_pass *pass, const struct perfdata_record *record)
{
	for (size_t i = 0; i < pass->readers_count; i++) {
		struct perf_reader *reader = &pass->readers[i];

		if (!is_own(reader, record->attr))
			continue;
		reader->lost_samples += record->lost;
		if (record->attr)
			perf_reader_event(reader, record)->loss.total += record->lost;
	}
	return 0;
}

int perf_pass_throttle(struct perf_pass *pass, const struct perfdata_record *record)
{
	(void)record;
	pass->recording->throttled++;
	return 0;
}

int perf_pass_nothing(struct perf_pass *pass, const struct perfdata_record *record)
{
	(void)pass, (void)record;
	return 0;
}
