// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * recording_perf.c - a perf.data with TEA's samples as a recording
 *
 * Two passes: mappings, processes and names first, since a sample may stand before
 * the mapping it needs; then words, samples and losses, in file order.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pairing.h"
#include "recording.h"

#define PMU_NAME	"tea"
#define KERNEL_OBJECT	"[kernel.kallsyms]"

struct reader {
	struct recording *recording;
	struct pairing pairing;
	uint64_t lost_samples;		/* by LOST_SAMPLES records */
	struct fault *fault;
};

static bool is_tea(const struct perfdata_attr *attr)
{
	return attr && attr->pmu && !strcmp(attr->pmu, PMU_NAME);
}

static uint64_t time_of(const struct perfdata_record *record)
{
	return record->where.has & PERF_SAMPLE_TIME ? record->where.time_ns : record->offset;
}

static int out_of_memory(struct reader *reader)
{
	return fault_set(reader->fault, -ENOMEM, "out of memory for its records");
}

/* "[kernel.kallsyms]_text" names the symbol whose recorded address is the offset. */
static uint32_t kernel_object(struct recording *recording, const struct perfdata_mmap *mmap)
{
	struct symbols_options *options = &recording->symbols.options;
	uint32_t object;

	if (!strncmp(mmap->path, KERNEL_OBJECT, strlen(KERNEL_OBJECT))) {
		options->kernel_reference = mmap->path + strlen(KERNEL_OBJECT);
		options->kernel_text = mmap->offset;
		return symbols_object(&recording->symbols, KERNEL_OBJECT, SYMBOLS_KERNEL);
	}
	object = symbols_object(&recording->symbols, mmap->path, SYMBOLS_MODULE);
	if (object != KEYINDEX_NONE)
		symbols_set_start(&recording->symbols, object, mmap->start);
	return object;
}

static int add_mapping(struct reader *reader, const struct perfdata_record *record)
{
	const struct perfdata_mmap *mmap = &record->mmap;
	struct recording *recording = reader->recording;
	bool kernel = mmap->pid == MAPS_KERNEL;
	struct maps_entry entry = {
		.since.time = time_of(record), .start = mmap->start, .offset = mmap->offset,
		.end = mmap->size > UINT64_MAX - mmap->start ? UINT64_MAX :
		       mmap->start + mmap->size,
	};

	entry.object = kernel ? kernel_object(recording, mmap) :
		       symbols_mapped(&recording->symbols, mmap->path, mmap->pid);
	if (entry.object == KEYINDEX_NONE || maps_add(&recording->maps, mmap->pid, &entry))
		return out_of_memory(reader);
	if (mmap->build_id_size)
		symbols_set_build_id(&recording->symbols, entry.object, mmap->build_id,
				     mmap->build_id_size);
	return 0;
}

static int add_comm(struct reader *reader, const struct perfdata_record *record)
{
	const struct perfdata_task *task = &record->task;
	struct maps *maps = &reader->recording->maps;
	int error = maps_rename(maps, task->tid, task->comm, time_of(record));

	if (!error && task->exec)
		error = maps_exec(maps, task->pid, time_of(record));
	return error ? out_of_memory(reader) : 0;
}

static int add_fork(struct reader *reader, const struct perfdata_record *record)
{
	struct maps_task task = {
		.pid = record->task.pid, .parent_pid = record->task.parent_pid,
		.tid = record->task.tid, .parent_tid = record->task.parent_tid,
	};

	if (maps_fork(&reader->recording->maps, &task, time_of(record)))
		return out_of_memory(reader);
	return 0;
}

/* What the process had mapped at the sampled address; the word knows the privilege best. */
static int locate(struct reader *reader, const struct perfdata_record *record,
		  const struct pairing_slot *slot, struct recording_place *place)
{
	struct recording *recording = reader->recording;
	unsigned int mode = record->misc & PERF_RECORD_MISC_CPUMODE_MASK;
	bool kernel = slot->known ? slot->privilege == TEA_PRIV_S :
		      mode == PERF_RECORD_MISC_KERNEL;
	const struct maps_entry *entry;

	place->address = record->sample.ip;
	entry = maps_find(&recording->maps, kernel ? MAPS_KERNEL : record->where.pid,
			  place->address, time_of(record));
	if (entry) {
		place->object = entry->object;
		if (symbols_by_offset(&recording->symbols, entry->object))
			place->address += entry->offset - entry->start;
	} else if (kernel) {
		place->object = symbols_object(&recording->symbols, KERNEL_OBJECT, SYMBOLS_KERNEL);
	} else {
		place->object = symbols_object(&recording->symbols,
					       slot->known && slot->privilege == TEA_PRIV_M ?
					       "[firmware]" : "[unknown]", SYMBOLS_NO_FILE);
	}
	return place->object == KEYINDEX_NONE ? out_of_memory(reader) : 0;
}

static uint32_t thread_of(struct reader *reader, const struct perfdata_record *record)
{
	struct recording_thread thread = { .pid = record->where.pid, .tid = record->where.tid };

	thread.comm = maps_comm(&reader->recording->maps, thread.tid, time_of(record));
	if (!thread.comm)
		thread.comm = thread.tid ? "[unknown]" : "swapper";
	return recording_thread(reader->recording, &thread);
}

static bool is_wanted(const struct reader *reader, const struct perfdata_record *record,
		      uint32_t thread)
{
	const struct perfdata_where *where = &record->where;
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

static int add_sample(struct reader *reader, const struct perfdata_record *record)
{
	struct recording *recording = reader->recording;
	struct recording_hit hit = {
		.signature = PICS_UNKNOWN,
		.place = { .cpu = RECORDING_NO_CPU, .frame = RECORDING_NO_FRAME },
	};
	struct pairing_slot slot;
	int error;

	if (!is_tea(record->attr))
		return 0;
	pairing_sample(&reader->pairing, &record->where, &slot);
	if (!slot.known)
		pairing_raw(&record->sample, &slot);
	if (slot.known)
		hit.signature = slot.psv;
	hit.state = slot.state;
	hit.parts = record->sample.period;
	hit.place.thread = thread_of(reader, record);
	if (hit.place.thread == KEYINDEX_NONE)
		return out_of_memory(reader);
	if (!is_wanted(reader, record, hit.place.thread) ||
	    !filter_wants_word(&recording->options.filter, hit.signature, hit.state))
		return 0;
	pairing_keep(&reader->pairing, &slot);
	note_time(recording, record->where.time_ns);
	if (recording->options.cpus && recording->has_cpus)
		hit.place.cpu = record->where.cpu;
	error = locate(reader, record, &slot, &hit.place);
	return error ? error : recording_add(recording, &hit, reader->fault);
}

static int add_word(struct reader *reader, const struct perfdata_record *record)
{
	if (is_tea(record->attr) &&
	    pairing_word(&reader->pairing, &record->where, record->word))
		return out_of_memory(reader);
	return 0;
}

static int add_lost(struct reader *reader, const struct perfdata_record *record)
{
	pairing_lost(&reader->pairing, &record->where, record->lost);
	return 0;
}

static int add_lost_samples(struct reader *reader, const struct perfdata_record *record)
{
	if (is_tea(record->attr))
		reader->lost_samples += record->lost;
	return 0;
}

static int add_throttle(struct reader *reader, const struct perfdata_record *record)
{
	(void)record;
	reader->recording->throttled++;
	return 0;
}

typedef int (*record_handler)(struct reader *reader, const struct perfdata_record *record);

static const record_handler first_pass[PERF_RECORD_MAX] = {
	[PERF_RECORD_MMAP] = add_mapping,
	[PERF_RECORD_MMAP2] = add_mapping,
	[PERF_RECORD_COMM] = add_comm,
	[PERF_RECORD_FORK] = add_fork,
};

static const record_handler second_pass[PERF_RECORD_MAX] = {
	[PERF_RECORD_SAMPLE] = add_sample,
	[PERF_RECORD_AUX_OUTPUT_HW_ID] = add_word,
	[PERF_RECORD_LOST] = add_lost,
	[PERF_RECORD_LOST_SAMPLES] = add_lost_samples,
	[PERF_RECORD_THROTTLE] = add_throttle,
};

static int walk(struct reader *reader, const record_handler handlers[PERF_RECORD_MAX])
{
	struct perfdata *perfdata = &reader->recording->perfdata;
	struct perfdata_record record;
	int more, error = 0;

	perfdata_rewind(perfdata);
	while (!error && (more = perfdata_next(perfdata, &record, reader->fault)) != 0) {
		if (more < 0)
			return more;
		if (record.type < PERF_RECORD_MAX && handlers[record.type])
			error = handlers[record.type](reader, &record);
	}
	return error;
}

static int join_command(struct recording *recording)
{
	const struct perfdata_info *info = &recording->perfdata.info;
	size_t size = 1;
	char *end;

	for (size_t i = 0; i < info->command_count; i++)
		size += strlen(info->command[i]) + 1;
	recording->command = calloc(1, size);
	if (!recording->command)
		return -ENOMEM;
	end = recording->command;
	for (size_t i = 0; i < info->command_count; i++)
		end = stpcpy(stpcpy(end, i ? " " : ""), info->command[i]);
	return 0;
}

static int describe(struct recording *recording, const struct perfdata_attr *attr,
		    struct fault *fault)
{
	const struct perfdata_info *info = &recording->perfdata.info;
	int error = join_command(recording);

	recording->event = attr->name ? attr->name : "tea//";
	recording->period = attr->frequency ? 0 : attr->period;
	recording->frequency_hz = attr->frequency ? attr->period : 0;
	recording->host = info->hostname;
	recording->release = info->release;
	recording->arch = info->arch;
	recording->symbols.options.release = info->release;
	for (size_t i = 0; !error && i < info->caps_count; i++)
		if (!strcmp(info->caps[i].pmu, PMU_NAME))
			error = recording_set(recording, info->caps[i].name, info->caps[i].value);
	return error ? fault_set(fault, error, "out of memory for its description") : 0;
}

/* Text about the events that are there, when TEA's is not. */
static int no_tea_event(const struct perfdata *perfdata, struct fault *fault)
{
	if (!perfdata->info.pmus_count)
		return fault_set(fault, -EINVAL, "does not name its PMUs, so that TEA's event "
				 "cannot be told: record it with 'perf record -e tea// -- PROGRAM'");
	return fault_set(fault, -ENODATA, "no TEA samples: it is a recording of '%s'; record one "
			 "with 'perf record -e tea// -- PROGRAM' where the tea_pmu driver is loaded",
			 perfdata->attrs->name ? perfdata->attrs->name : "another event");
}

static void add_build_ids(struct recording *recording)
{
	const struct perfdata_info *info = &recording->perfdata.info;

	for (size_t i = 0; i < info->build_ids_count; i++) {
		const struct perfdata_build_id *id = &info->build_ids[i];

		for (size_t j = 0; j < recording->symbols.count; j++)
			if (!strcmp(recording->symbols.objects[j].path, id->path))
				symbols_set_build_id(&recording->symbols, (uint32_t)j, id->bytes,
						     id->size);
	}
}

/*
 * Losses are counted where they happen, by words and LOST records, and once more by
 * event at the end of the file, by LOST_SAMPLES: that count has those of the tail too.
 */
static void finish_counts(struct reader *reader)
{
	struct recording *recording = reader->recording;
	const struct pairing *pairing = &reader->pairing;

	recording->samples = pairing->kept;
	recording->filtered_samples = pairing->samples - pairing->kept;
	recording->unknown_samples = pairing->unknown;
	recording->lost = pairing->lost_hardware + pairing->lost_ring;
	if (recording->lost < reader->lost_samples)
		recording->lost = reader->lost_samples;
	if (pairing->foreign)
		notes_add(&recording->notes, "%llu words are not of version %d of TEA's interface: "
			  "use the 'tea' that came with the driver",
			  (unsigned long long)pairing->foreign, TEA_ABI_VERSION);
}

static int check_filter(const struct recording *recording, const struct perfdata_attr *attr,
			struct fault *fault)
{
	const struct recording_filter *filter = &recording->options.filter;

	if (filter_asks_cpu(filter) && !(attr->sample_type & PERF_SAMPLE_CPU))
		return fault_set(fault, -ENODATA, "its samples do not name their CPUs: record them "
				 "with 'perf record --sample-cpu'");
	if (filter_asks_time(filter) && !(attr->sample_type & PERF_SAMPLE_TIME))
		return fault_set(fault, -ENODATA, "its samples have no times: record them with "
				 "'perf record -T'");
	return 0;
}

int recording_read_perf(struct recording *recording, struct fault *fault)
{
	struct reader reader = { .recording = recording, .fault = fault };
	const struct perfdata_attr *attr = NULL;
	int error = perfdata_open(&recording->perfdata, recording->path, fault);

	if (error)
		return error;
	for (size_t i = recording->perfdata.attrs_count; i--;)
		if (is_tea(&recording->perfdata.attrs[i]))
			attr = &recording->perfdata.attrs[i];
	if (!attr)
		return no_tea_event(&recording->perfdata, fault);
	recording->has_cpus = attr->sample_type & PERF_SAMPLE_CPU;
	error = check_filter(recording, attr, fault);
	if (error)
		return error;
	error = describe(recording, attr, fault);
	if (!error && pairing_init(&reader.pairing))
		error = out_of_memory(&reader);
	if (!error)
		error = walk(&reader, first_pass);
	if (!error) {
		maps_seal(&recording->maps);
		add_build_ids(recording);
		error = walk(&reader, second_pass);
	}
	if (!error)
		finish_counts(&reader);
	pairing_deinit(&reader.pairing);
	return error;
}
