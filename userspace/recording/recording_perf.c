// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * recording_perf.c - a perf.data with TEA's samples as a recording
 *
 * Which of its events are TEA's, what is known of the run, the two passes over its
 * records (perf_reader.h), and what they count.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "perf_reader.h"

#define PMU_NAME	"tea"

int perf_reader_no_memory(struct perf_reader *reader)
{
	return fault_set(reader->fault, -ENOMEM, "out of memory for its records");
}

int perf_reader_walk(struct perf_reader *reader, const perf_handler handlers[PERF_RECORD_MAX])
{
	struct perfdata *perfdata = &reader->recording->perfdata;
	struct perfdata_record record;
	uint64_t wanted = 0;
	int more, error = 0;

	for (unsigned int type = 0; type < PERF_RECORD_MAX; type++)
		wanted |= (uint64_t)(handlers[type] != NULL) << type;
	perfdata_rewind(perfdata, wanted);
	while (!error && (more = perfdata_next(perfdata, &record, reader->fault)) != 0) {
		if (more < 0)
			return more;
		error = handlers[record.head.type](reader, &record);
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

/* In a file that lost its list of PMUs: the one event of a PMU with a number of its own. */
static bool is_dynamic(const struct perfdata_attr *attr)
{
	return attr->type >= PERF_TYPE_MAX;
}

static bool is_named_tea(const struct perfdata_attr *attr)
{
	return attr->pmu && !strcmp(attr->pmu, PMU_NAME);
}

static bool guess_event(struct recording *recording)
{
	const struct perfdata *perfdata = &recording->perfdata;
	size_t dynamic = 0;

	for (size_t i = 0; i < perfdata->attrs_count; i++)
		dynamic += is_dynamic(&perfdata->attrs[i]);
	if (perfdata->info.pmus_count || dynamic != 1)
		return false;
	notes_add(&recording->notes, "the file does not name its PMUs: the only event that may be "
		  "TEA's is taken for it");
	return true;
}

/* Tells TEA's events from others, which are listed. */
static int find_events(struct perf_reader *reader)
{
	struct recording *recording = reader->recording;
	const struct perfdata *perfdata = &recording->perfdata;
	bool guessed = guess_event(recording);

	reader->others = calloc(perfdata->attrs_count + 1, sizeof(*reader->others));
	recording->others = calloc(perfdata->attrs_count + 1, sizeof(*recording->others));
	if (!reader->others || !recording->others)
		return perf_reader_no_memory(reader);
	for (size_t i = 0; i < perfdata->attrs_count; i++) {
		const struct perfdata_attr *attr = &perfdata->attrs[i];

		if (is_named_tea(attr) || (guessed && is_dynamic(attr))) {
			reader->others[i] = PERF_READER_TEA;
			reader->tea = reader->tea ? reader->tea : attr;
			continue;
		}
		reader->others[i] = (uint32_t)recording->others_count;
		recording->others[recording->others_count++].name = attr->name ? attr->name :
								    "event";
	}
	return reader->tea ? 0 : no_tea_event(perfdata, reader->fault);
}

/*
 * Losses are counted where they happen, by words and LOST records, and once more by
 * event at the end of the file, by LOST_SAMPLES: that count has those of the tail too.
 */
static void finish_counts(struct perf_reader *reader)
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
	if (reader->strangers)
		notes_add(&recording->notes, "%llu samples are of no event that the file describes, "
			  "and left out: record again", (unsigned long long)reader->strangers);
}

/* One for each hundred bytes of the file: some two records. */
static size_t count_cells(const struct input *input)
{
	size_t count = PERF_READER_CELLS_LEAST;

	while (count < PERF_READER_CELLS_MOST && count < input->size / 100)
		count *= 2;
	return count;
}

static int allocate(struct perf_reader *reader)
{
	reader->threads = calloc(PERF_READER_THREADS, sizeof(*reader->threads));
	reader->last_thread = reader->threads;
	reader->cells_count = count_cells(&reader->recording->input);
	reader->cells = aligned_alloc(64, reader->cells_count * sizeof(*reader->cells));
	reader->frames = calloc(PERF_READER_FRAMES, sizeof(*reader->frames));
	if (!reader->threads || !reader->cells || !reader->frames ||
	    pairing_init(&reader->pairing))
		return perf_reader_no_memory(reader);
	memset(reader->cells, 0, reader->cells_count * sizeof(*reader->cells));
	unwinder_init(&reader->unwinder, &reader->recording->maps, &reader->recording->symbols);
	return 0;
}

static void release(struct perf_reader *reader)
{
	unwinder_deinit(&reader->unwinder);
	free(reader->others);
	free(reader->threads);
	free(reader->cells);
	free(reader->frames);
	keyindex_deinit(&reader->frame_index);
	pairing_deinit(&reader->pairing);
}

/* Two passes over the file and its parts. */
static void set_progress(struct recording *recording)
{
	struct stream *stream = &recording->perfdata.stream;

	stream->progress = recording->options.progress;
	stream->progress_context = recording->options.progress_context;
	for (size_t i = 0; i < stream->parts_count; i++)
		stream->total += 2 * (stream->parts[i].end - stream->parts[i].begin);
}

static int read_all(struct perf_reader *reader)
{
	struct recording *recording = reader->recording;
	const struct perfdata_attr *tea;
	int error = perf_reader_tasks(reader);

	if (!error)
		error = find_events(reader);
	if (error)
		return error;
	tea = reader->tea;
	recording->has_cpus = tea->sample_type & PERF_SAMPLE_CPU;
	recording->has_chains = tea->sample_type & PERF_SAMPLE_CALLCHAIN;
	reader->filters = filter_asks_anything(&recording->options.filter);
	reader->contexts = recording->options.cpus || recording->options.chains;
	error = check_filter(recording, tea, reader->fault);
	if (!error)
		error = describe(recording, tea, reader->fault);
	if (!error)
		error = perf_reader_samples(reader);
	if (!error)
		finish_counts(reader);
	return error;
}

int recording_read_perf(struct recording *recording, struct fault *fault)
{
	struct perf_reader reader = { .recording = recording, .fault = fault };
	int error = perfdata_open(&recording->perfdata, &recording->input, &recording->notes,
				  fault);

	if (error)
		return error;
	set_progress(recording);
	error = allocate(&reader);
	if (!error)
		error = read_all(&reader);
	release(&reader);
	return error;
}
