// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * recording_perf.c - a perf.data with TEA's samples as a recording
 *
 * Finds its events that have a source (perf_sources.h), the facts of the run, and the counts of its
 * records (perf_reader.h).
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "framechain.h"
#include "perf_reader.h"
#include "recording_formats.h"
#include "waits.h"

/* With any of these the driver says what instructions access. */
#define MEMORY_FIELDS	(PERF_SAMPLE_ADDR | PERF_SAMPLE_DATA_SRC | PERF_SAMPLE_WEIGHT | \
			 PERF_SAMPLE_WEIGHT_STRUCT)

/* Of the run, and the core by the PMU of what is shown. */
static int describe(struct perf_reader *reader)
{
	struct recording *recording = reader->recording;
	const struct perfdata_info *info = &recording->perfdata.info;
	int error = recording_set_command(recording, info->command, info->command_count);

	recording->host = info->hostname;
	recording->release = info->release;
	recording->arch = info->arch;
	recording->symbols.options.release = info->release;
	if (!error)
		error = perf_core_describe(recording, reader->source->pmu);
	return error ? fault_no_memory(reader->fault, "its description") : 0;
}

/* Then samples are of that one, which is number 0, whether they say so or not. */
static bool has_one_cpu(const struct perfdata_info *info)
{
	return info->cpus_available == 1;
}

static int check_filter(const struct recording *recording, const struct perfdata_attr *attr,
			struct fault *fault)
{
	const struct recording_filter *filter = &recording->options.filter;

	if (filter_asks_cpu(filter) && !recording->has_cpus)
		return fault_set(fault, -ENODATA, "its samples do not name their CPUs: record them "
				 "with 'perf record --sample-cpu'");
	if (filter_asks_time(filter) && !(attr->sample_type & PERF_SAMPLE_TIME))
		return fault_set(fault, -ENODATA, "its samples have no times: record them with "
				 "'perf record -T'");
	return 0;
}

/* Parts of the recording's time, which the file has. */
static int resolve_percents(struct recording *recording, struct fault *fault)
{
	struct recording_filter *filter = &recording->options.filter;
	const struct perfdata_info *info = &recording->perfdata.info;
	double length = (double)(info->last_ns - info->first_ns);

	if (!(filter->percent_end > 0))
		return 0;
	if (!info->first_ns || info->last_ns <= info->first_ns)
		return fault_set(fault, -ENODATA, "does not tell the times of its first and last sample: "
				 "give --time START,STOP in seconds");
	filter->time_begin_ns = info->first_ns + (uint64_t)(length * filter->percent_begin / 100);
	filter->time_end_ns = info->first_ns + (uint64_t)(length * filter->percent_end / 100);
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

static int no_mix_event(struct fault *fault)
{
	return fault_set(fault, -ENODATA, "no samples of retired instructions or taken branches: record "
			 "them with 'perf record -e tea/instructions,period=1000003/u -e "
			 "tea/taken,period=100003,branch_type=any/u -- PROGRAM'");
}

/* In a file that lost its list of PMUs: the one event of a PMU with a number of its own. */
static bool is_dynamic(const struct perfdata_attr *attr)
{
	return attr->type >= PERF_TYPE_MAX;
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

static const struct perf_source *source_of(const struct perfdata_attr *attr, bool mix, bool guessed)
{
	if (mix)
		return attr->pmu ? perf_mix_source_find(attr->pmu, attr->config) : NULL;
	if (attr->pmu)
		return perf_source_find(attr->pmu, attr->config);
	return guessed && is_dynamic(attr) ? perf_source_find("tea", attr->config) : NULL;
}

/* Those that have a source, in their order. */
struct events {
	const struct perf_event **items;
	size_t count;
};

static const char *event_name(const struct perf_event *event)
{
	return event->attr->name ? event->attr->name : event->source->event;
}

/* "1 tea//u, 2 tea//k" */
static const char *list_events(const struct events *events, char *text, size_t size)
{
	size_t used = 0;

	text[0] = '\0';
	for (size_t i = 0; i < events->count && used < size; i++)
		used += (size_t)snprintf(text + used, size - used, "%s%zu %s", i ? ", " : "", i + 1,
					 event_name(events->items[i]));
	return text;
}

static bool is_waits(const struct perf_event *event)
{
	return event->source->kind == &category_waits;
}

/* Cycles, if there are any. */
static const struct perf_event *first_event(const struct events *events)
{
	for (size_t i = 0; i < events->count; i++)
		if (!is_waits(events->items[i]))
			return events->items[i];
	return events->items[0];
}

static const struct perf_event *waits_event(const struct events *events)
{
	for (size_t i = 0; i < events->count; i++)
		if (is_waits(events->items[i]))
			return events->items[i];
	return NULL;
}

/* The one of that name, or number; the first one where none is asked for; or NULL. */
static const struct perf_event *choose_event(const struct events *events, const char *wanted)
{
	char *end;
	unsigned long number;

	if (!wanted)
		return first_event(events);
	for (size_t i = 0; i < events->count; i++)
		if (!strcmp(event_name(events->items[i]), wanted))
			return events->items[i];
	number = strtoul(wanted, &end, 10);
	if (*end || wanted[0] < '0' || wanted[0] > '9' || !number || number > events->count)
		return NULL;
	return events->items[number - 1];
}

static size_t count_cycles(const struct events *events)
{
	size_t count = 0;

	for (size_t i = 0; i < events->count; i++)
		count += !is_waits(events->items[i]);
	return count;
}

static bool is_first(const struct perf_reader *reader)
{
	return reader == reader->pass->readers;
}

static int pick_event(struct perf_reader *reader, const struct events *events, enum measure id)
{
	struct recording *recording = reader->recording;
	const char *wanted = is_first(reader) ? recording->options.event : NULL;
	bool mix = measures_mix(MEASURE_BIT(id));
	const struct perf_event *event;
	char list[256];

	if (!events->count && mix)
		return no_mix_event(reader->fault);
	if (!events->count)
		return no_tea_event(&recording->perfdata, reader->fault);
	list_events(events, list, sizeof(list));
	event = id == MEASURE_WAITS ? waits_event(events) : choose_event(events, wanted);
	if (!event && !wanted)
		return fault_set(reader->fault, -ENODATA, "no waits of threads off the CPU in it: record them "
				 "with 'tea record --waits'");
	if (!event)
		return fault_set(reader->fault, -EINVAL, "--of cannot be '%s': TEA's events in the "
				 "file are %s", wanted, list);
	if (count_cycles(events) > 1 && !mix && !is_waits(event))
		notes_add(reader->notes, "%zu TEA events of the file are not added up, %s is shown; "
			  "--of shows another: %s", count_cycles(events), event_name(event), list);
	if (count_cycles(events) < events->count && !is_waits(event))
		notes_add(reader->notes, "waits of threads off the CPU were recorded, too: --of waits "
			  "shows them");
	reader->shown = event->attr;
	reader->source = event->source;
	reader->measure = &recording->measures[mix ? MEASURE_INSTRUCTIONS : is_waits(event) ?
					       MEASURE_WAITS : MEASURE_CYCLES];
	return 0;
}

/* The event of a measure, or events. */
static int find_event(struct perf_reader *reader, enum measure id)
{
	const struct perfdata *perfdata = &reader->recording->perfdata;
	struct events events = { .items = calloc(perfdata->attrs_count + 1, sizeof(*events.items)) };
	bool guessed = is_first(reader) && guess_event(reader->recording);
	int error;

	reader->events = calloc(perfdata->attrs_count + 1, sizeof(*reader->events));
	if (!events.items || !reader->events) {
		free(events.items);
		return perf_reader_no_memory(reader);
	}
	for (size_t i = 0; i < perfdata->attrs_count; i++) {
		struct perf_event *event = &reader->events[i];

		event->attr = &perfdata->attrs[i];
		event->source = source_of(event->attr, measures_mix(MEASURE_BIT(id)), guessed);
		if (event->source)
			events.items[events.count++] = event;
	}
	error = pick_event(reader, &events, id);
	free(events.items);
	return error;
}

/* Events that are not shown are listed. */
static int list_others(struct perf_reader *shown)
{
	struct recording *recording = shown->recording;
	const struct perfdata *perfdata = &recording->perfdata;

	recording->others = calloc(perfdata->attrs_count + 1, sizeof(*recording->others));
	if (!recording->others)
		return perf_reader_no_memory(shown);
	for (size_t i = 0; i < perfdata->attrs_count; i++) {
		const struct perfdata_attr *attr = &perfdata->attrs[i];

		if (attr == shown->shown)
			continue;
		shown->events[i].other = (uint32_t)recording->others_count;
		recording->others[recording->others_count++].name = attr->name ? attr->name :
								    "event";
	}
	return 0;
}

/* The first of those wanted that the file has; or else the one whose reader says that it has not. */
static enum measure choose(const struct recording *recording)
{
	const struct measures_wanted *wanted = &recording->options.of;
	enum measure found = recording_first(recording, wanted);

	return found == MEASURE_NONE ? wanted->items[0] : found;
}

/* What the recording says of the event that is shown, and of others. */
static int show(struct perf_reader *reader)
{
	struct recording *recording = reader->recording;
	uint64_t fields = reader->shown->sample_type;

	recording->shown = reader->measure;
	recording->has_cpus = fields & PERF_SAMPLE_CPU || has_one_cpu(&recording->perfdata.info);
	recording->has_times = fields & PERF_SAMPLE_TIME;
	recording->has_chains = fields & PERF_SAMPLE_CALLCHAIN;
	/* a mix is asked for them where cycles would have them */
	reader->chains = recording->options.chains &&
			 (recording->has_chains || reader->source->kind != &category_executions);
	reader->keeps = recording->options.sequence && recording->has_times;
	recording->asks_data = fields & PERF_SAMPLE_RAW && fields & MEMORY_FIELDS;
	reader->data = recording->options.data && recording->asks_data;
	if (list_others(reader))
		return -ENOMEM;
	return describe(reader);
}

static void begin_measure(struct perf_reader *reader)
{
	struct recording_measure *measure = reader->measure;
	const struct perfdata_attr *attr = reader->shown;

	recording_begin(reader->recording, measure, reader->source->kind);
	measure->event = attr->name ? attr->name : reader->source->event;
	measure->stage = reader->source->stage;
	if (measure->stage == TEA_STACK_DISPATCH)
		notes_add(reader->notes, "sampled at dispatch, where instructions enter the ROB: cycles "
			  "are of what dispatch waits for, and states of what it does; those of tea// "
			  "are of commit");
	measure->period = attr->frequency ? 0 : attr->period;
	measure->frequency_hz = attr->frequency ? attr->period : 0;
}

/* The first reader is of what is shown, which alone signatures and states are asked of. */
static int begin_reader(struct perf_pass *pass, enum measure id)
{
	struct recording *recording = pass->recording;
	const bool first = !pass->readers_count;
	struct perf_reader *reader = &pass->readers[pass->readers_count++];
	int error;

	*reader = (struct perf_reader){
		.pass = pass, .recording = recording, .fault = pass->fault,
		.filter = recording->options.filter,
		.notes = first ? &recording->notes : &recording->measures[id].notes,
	};
	if (!first)
		reader->filter.states = reader->filter.categories = reader->filter.events = NULL;
	error = find_event(reader, id);
	if (!error && first)
		error = show(reader);
	if (!error)
		error = check_filter(recording, reader->shown, pass->fault);
	if (!error)
		error = filter_resolve(&reader->filter, reader->source->kind, pass->fault);
	if (!error)
		begin_measure(reader);
	return error;
}

/* A measure that cannot be read may be no reason to show nothing. */
static int begin_beside(struct perf_pass *pass, const struct measures_wanted *wanted)
{
	struct recording *recording = pass->recording;
	enum measure id = recording_first(recording, wanted);
	int error;

	if (id == MEASURE_NONE || &recording->measures[id] == recording->shown)
		return 0;
	error = begin_reader(pass, id);
	if (error)
		free(pass->readers[--pass->readers_count].events);
	return recording_fail(recording, &recording->measures[id], error, pass->fault);
}

/*
 * Losses are counted where they happen, by words and LOST records, and once more by
 * event at the end of the file, by LOST_SAMPLES: that count has those of the tail too.
 */
static int finish_counts(struct perf_reader *reader)
{
	int error = reader->source->handlers->finish(reader);

	if (error)
		return recording_fail(reader->recording, reader->measure, error, reader->fault);
	if (reader->measure->lost < reader->lost_samples)
		reader->measure->lost = reader->lost_samples;
	if (reader->pass->undescribed)
		notes_add(reader->notes,
			  "%llu samples are of no event that the file describes, and left "
			  "out: record again",
			  (unsigned long long)reader->pass->undescribed);
	return 0;
}

static void set_progress(struct recording *recording)
{
	struct stream *stream = &recording->perfdata.stream;

	stream->progress = &recording->options.progress;
	for (size_t i = 0; i < stream->parts_count; i++)
		stream->total += stream->parts[i].end - stream->parts[i].begin;
}

static void add_build_ids(struct recording *recording)
{
	const struct perfdata_info *info = &recording->perfdata.info;

	for (size_t i = 0; i < info->build_ids_count; i++)
		symbols_set_path_build_id(&recording->symbols, info->build_ids[i].path,
					  info->build_ids[i].bytes, info->build_ids[i].size);
}

static int begin_all(struct perf_pass *pass)
{
	const struct recording_options *options = &pass->recording->options;
	int error = resolve_percents(pass->recording, pass->fault);

	if (!error)
		error = begin_reader(pass, choose(pass->recording));
	for (size_t i = 0; !error && i < MEASURES_ALSO; i++)
		error = begin_beside(pass, &options->also[i]);
	return error ? error : perf_heap_open(pass);
}

static int read_all(struct perf_pass *pass)
{
	struct recording *recording = pass->recording;
	int error = 0;

	/* There events are described in records; here each part begins with the recording. */
	if (recording->perfdata.pipe || recording->input.parts_count)
		error = perf_pass_learn(pass);
	if (!error)
		error = begin_all(pass);
	if (!error)
		error = perf_pass_read(pass);
	if (error)
		return error;
	add_build_ids(recording);
	perf_heap_finish(pass);
	for (size_t i = 0; !error && i < pass->readers_count; i++)
		error = finish_counts(&pass->readers[i]);
	if (error)
		return error;
	/* copied stacks have the callers that frame pointers miss */
	if (pass->readers->chains &&
	    !(pass->readers->shown->sample_type & PERF_SAMPLE_STACK_USER) && framechain_mend(recording))
		return fault_no_memory(pass->fault, "its records");
	return 0;
}

int recording_read_perf(struct recording *recording, struct fault *fault)
{
	struct perf_pass pass = { .recording = recording, .fault = fault };
	int error = perfdata_open(&recording->perfdata, &recording->input, &recording->notes,
				  fault);

	if (error)
		return error;
	recording_share_notes(recording);
	set_progress(recording);
	error = read_all(&pass);
	perf_pass_deinit(&pass);
	return error;
}
