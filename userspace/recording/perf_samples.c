// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf_samples.c - the second pass over a perf.data: samples to stacks by place
 *
 * Millions of samples come from few places: for each of them this is a look at what was
 * remembered of its thread and of its address, and an addition.
 */
#include <errno.h>

#include "perf_reader.h"

#define KERNEL_OBJECT	"[kernel.kallsyms]"

/* No process has so many mappings on top of each other: lookups would not end. */
#define HIDDEN_MAX	(1ULL << 28)

static size_t hash_of(uint64_t a, uint64_t b, uint64_t c)
{
	uint64_t hash = a * 0x9e3779b97f4a7c15ULL ^ (b + (c << 40)) * 0xc2b2ae3d27d4eb4fULL;

	return hash ^ hash >> 32;
}

int perf_reader_locate(struct perf_reader *reader, const struct perf_moment *moment,
		       enum perf_mode mode, uint64_t address, struct recording_frame *where)
{
	struct recording *recording = reader->recording;
	struct symbols *symbols = &recording->symbols;
	const struct maps_entry *entry = maps_find(&recording->maps, mode == PERF_MODE_KERNEL ?
						   MAPS_KERNEL : moment->pid, address, moment->time);

	where->address = address;
	if (entry) {
		where->object = entry->object;
		if (symbols_by_offset(symbols, entry->object))
			where->address += entry->offset - entry->start;
	} else if (mode == PERF_MODE_KERNEL) {
		where->object = symbols_object(symbols, KERNEL_OBJECT, SYMBOLS_KERNEL);
	} else {
		where->object = symbols_object(symbols, mode == PERF_MODE_FIRMWARE ?
					       "[firmware]" : "[unknown]", SYMBOLS_NO_FILE);
	}
	if (recording->maps.hidden > HIDDEN_MAX)
		return fault_set(reader->fault, -EINVAL, "damaged: its mappings lie upon each other "
				 "by the thousands; record again");
	return where->object == KEYINDEX_NONE ? perf_reader_no_memory(reader) : 0;
}

static int find_thread(struct perf_reader *reader, const struct perfdata_where *where,
		       const struct perf_moment *moment, uint32_t *number)
{
	struct recording_thread thread = { .pid = where->pid, .tid = where->tid };
	struct perf_thread_memo *memo = &reader->threads[hash_of(where->pid, where->tid, 0) %
							 PERF_READER_THREADS];

	if (memo->epoch_plus_one == moment->epoch + 1 && memo->tid == where->tid &&
	    memo->pid == where->pid) {
		*number = memo->thread;
		return 0;
	}
	thread.comm = maps_comm(&reader->recording->maps, thread.tid, moment->time);
	if (!thread.comm)	/* on its way out, without a number any more */
		thread.comm = maps_comm(&reader->recording->maps, thread.pid, moment->time);
	if (!thread.comm)
		thread.comm = thread.tid ? "[unknown]" : "swapper";
	*number = recording_thread(reader->recording, &thread);
	if (*number == KEYINDEX_NONE)
		return perf_reader_no_memory(reader);
	*memo = (struct perf_thread_memo){
		.epoch_plus_one = moment->epoch + 1, .pid = where->pid, .tid = where->tid,
		.thread = *number,
	};
	return 0;
}

/* The word knows the privilege best: the record only that of the interrupt. */
static enum perf_mode mode_of(const struct perfdata_record *record,
			      const struct pairing_slot *slot)
{
	if (slot->known)
		return slot->privilege == TEA_PRIV_S ? PERF_MODE_KERNEL :
		       slot->privilege == TEA_PRIV_M ? PERF_MODE_FIRMWARE : PERF_MODE_USER;
	return (record->misc & PERF_RECORD_MISC_CPUMODE_MASK) == PERF_RECORD_MISC_KERNEL ?
	       PERF_MODE_KERNEL : PERF_MODE_USER;
}

static int find_place(struct perf_reader *reader, const struct perf_moment *moment,
		      const struct perf_place_memo *wanted, uint32_t *number)
{
	struct perf_place_memo *memo = &reader->places[hash_of(wanted->address, wanted->thread,
							       wanted->frame) % PERF_READER_PLACES];
	struct recording_frame where;
	struct recording_place place;
	int error;

	if (memo->epoch_plus_one == wanted->epoch_plus_one && memo->address == wanted->address &&
	    memo->thread == wanted->thread && memo->cpu == wanted->cpu &&
	    memo->frame == wanted->frame && memo->mode == wanted->mode) {
		*number = memo->place;
		return 0;
	}
	error = perf_reader_locate(reader, moment, wanted->mode, wanted->address, &where);
	if (error)
		return error;
	place = (struct recording_place){
		.object = where.object, .address = where.address, .thread = wanted->thread,
		.cpu = wanted->cpu, .frame = wanted->frame,
	};
	*number = recording_place_number(reader->recording, &place);
	if (*number == KEYINDEX_NONE)
		return perf_reader_no_memory(reader);
	*memo = *wanted;
	memo->place = *number;
	return 0;
}

static bool is_wanted(const struct perf_reader *reader, const struct perfdata_where *where,
		      uint32_t thread)
{
	struct filter_origin origin = {
		.comm = reader->recording->threads[thread].comm, .pid = where->pid,
		.tid = where->tid, .cpu = where->cpu, .time_ns = where->time_ns,
	};

	return filter_wants_origin(&reader->recording->options.filter, &origin);
}

static void note_time(struct recording *recording, uint64_t time_ns)
{
	if (!recording->first_ns || time_ns < recording->first_ns)
		recording->first_ns = time_ns;
	if (time_ns > recording->last_ns)
		recording->last_ns = time_ns;
}

/* Of another event: counted. */
static bool is_other(struct perf_reader *reader, const struct perfdata_attr *attr)
{
	uint32_t other = attr ? reader->others[attr - reader->recording->perfdata.attrs] : 0;

	if (!attr)
		reader->strangers++;
	else if (other != PERF_READER_TEA)
		reader->recording->others[other].samples++;
	return !attr || other != PERF_READER_TEA;
}

static int place_sample(struct perf_reader *reader, const struct perfdata_record *record,
			struct perf_place_memo *wanted, const struct perf_moment *moment,
			uint32_t *place)
{
	const struct recording *recording = reader->recording;
	int error = 0;

	wanted->address = record->sample.ip;
	wanted->epoch_plus_one = moment->epoch + 1;
	wanted->cpu = recording->options.cpus && recording->has_cpus ? record->where.cpu :
		      RECORDING_NO_CPU;
	wanted->frame = RECORDING_NO_FRAME;
	if (recording->options.chains)
		error = perf_reader_frames(reader, &record->sample, moment, &wanted->frame);
	return error ? error : find_place(reader, moment, wanted, place);
}

static int add_sample(struct perf_reader *reader, const struct perfdata_record *record)
{
	struct recording *recording = reader->recording;
	uint64_t time = perf_reader_time(record);
	struct perf_moment moment = { .time = time, .pid = record->where.pid };
	struct perf_place_memo wanted;
	struct pairing_slot slot;
	uint16_t signature;
	uint32_t place;
	int error;

	if (is_other(reader, record->attr))
		return 0;
	pairing_sample(&reader->pairing, &record->where, &slot);
	if (!slot.known)
		pairing_raw(&record->sample, &slot);
	moment.epoch = maps_epoch(&recording->maps, time);
	error = find_thread(reader, &record->where, &moment, &wanted.thread);
	if (error)
		return error;
	signature = slot.known ? slot.psv : PICS_UNKNOWN;
	if (reader->filters &&
	    (!is_wanted(reader, &record->where, wanted.thread) ||
	     !filter_wants_word(&recording->options.filter, signature, slot.state)))
		return 0;
	pairing_keep(&reader->pairing, &slot);
	note_time(recording, record->where.time_ns);
	wanted.mode = (uint8_t)mode_of(record, &slot);
	error = place_sample(reader, record, &wanted, &moment, &place);
	return error ? error : recording_count(recording, place, signature, slot.state,
					       record->sample.period, reader->fault);
}

static int add_word(struct perf_reader *reader, const struct perfdata_record *record)
{
	const struct perfdata_attr *attr = record->attr;

	if (attr && reader->others[attr - reader->recording->perfdata.attrs] == PERF_READER_TEA &&
	    pairing_word(&reader->pairing, &record->where, record->word))
		return perf_reader_no_memory(reader);
	return 0;
}

static int add_lost(struct perf_reader *reader, const struct perfdata_record *record)
{
	return pairing_lost(&reader->pairing, &record->where, record->lost) ?
	       perf_reader_no_memory(reader) : 0;
}

static int add_lost_samples(struct perf_reader *reader, const struct perfdata_record *record)
{
	const struct perfdata_attr *attr = record->attr;

	if (attr && reader->others[attr - reader->recording->perfdata.attrs] == PERF_READER_TEA)
		reader->lost_samples += record->lost;
	return 0;
}

static int add_throttle(struct perf_reader *reader, const struct perfdata_record *record)
{
	(void)record;
	reader->recording->throttled++;
	return 0;
}

int perf_reader_samples(struct perf_reader *reader)
{
	static const perf_handler handlers[PERF_RECORD_MAX] = {
		[PERF_RECORD_SAMPLE] = add_sample,
		[PERF_RECORD_AUX_OUTPUT_HW_ID] = add_word,
		[PERF_RECORD_LOST] = add_lost,
		[PERF_RECORD_LOST_SAMPLES] = add_lost_samples,
		[PERF_RECORD_THROTTLE] = add_throttle,
	};

	return perf_reader_walk(reader, handlers);
}
