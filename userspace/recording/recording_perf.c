// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * recording_perf.c - a perf.data with TEA's samples as a recording
 *
 * Which of its events have a source (perf_sources.h), what is known of the run, and what
 * its records (perf_reader.h) count.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "framechain.h"
#include "perf_reader.h"
#include "recording_formats.h"
#include "waits.h"

int perf_reader_no_memory(struct perf_reader *reader)
{
	return fault_no_memory(reader->fault, "its records");
}

static int describe(struct perf_reader *reader)
{
	struct recording *recording = reader->recording;
	const struct perfdata_attr *attr = reader->shown;
	const struct perfdata_info *info = &recording->perfdata.info;
	int error = recording_set_command(recording, info->command, info->command_count);

	recording->event = attr->name ? attr->name : reader->source->event;
	recording->stage = reader->source->stage;
	if (recording->stage == TEA_STACK_DISPATCH)
		notes_add(&recording->notes, "sampled at dispatch, where instructions enter the ROB: cycles "
			  "are of what dispatch waits for, and states of what it does; those of tea// "
			  "are of commit");
	recording->period = attr->frequency ? 0 : attr->period;
	recording->frequency_hz = attr->frequency ? attr->period : 0;
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

/* Parts of the recording's time, which the file tells. */
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

static bool wants_waits(const struct recording *recording)
{
	return recording->options.of.items[0] == MEASURE_WAITS;
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

static int pick_event(struct perf_reader *reader, const struct events *events)
{
	struct recording *recording = reader->recording;
	const char *wanted = recording->options.event;
	bool mix = measure_wants_mix(&recording->options.of);
	const struct perf_event *event;
	char list[256];

	if (!events->count && mix)
		return no_mix_event(reader->fault);
	if (!events->count)
		return no_tea_event(&recording->perfdata, reader->fault);
	list_events(events, list, sizeof(list));
	event = wants_waits(recording) ? waits_event(events) : choose_event(events, wanted);
	if (!event && !wanted)
		return fault_set(reader->fault, -ENODATA, "no waits of threads off the CPU in it: record them "
				 "with 'tea record --waits'");
	if (!event)
		return fault_set(reader->fault, -EINVAL, "the event cannot be '%s': tea(1) lists those of signatures, "
				 "as ST-LLC; TEA's events in the file are %s", wanted, list);
	if (count_cycles(events) > 1 && !mix && !is_waits(event))
		notes_add(&recording->notes, "%zu TEA events of the file are not added up, %s is shown; "
			  "--of shows another: %s", count_cycles(events), event_name(event), list);
	if (count_cycles(events) < events->count && !is_waits(event))
		notes_add(&recording->notes, "waits of threads off the CPU were recorded, too: --of waits "
			  "shows them");
	reader->shown = event->attr;
	reader->source = event->source;
	recording->measure = mix ? MEASURE_INSTRUCTIONS :
			     is_waits(event) ? MEASURE_WAITS : MEASURE_CYCLES;
	return 0;
}

static int find_shown(struct perf_reader *reader)
{
	const struct perfdata *perfdata = &reader->recording->perfdata;
	struct events events = { .items = calloc(perfdata->attrs_count + 1, sizeof(*events.items)) };
	bool mix = measure_wants_mix(&reader->recording->options.of);
	bool guessed = guess_event(reader->recording);
	int error;

	if (!events.items)
		return perf_reader_no_memory(reader);
	for (size_t i = 0; i < perfdata->attrs_count; i++) {
		struct perf_event *event = &reader->events[i];

		event->attr = &perfdata->attrs[i];
		event->source = source_of(event->attr, mix, guessed);
		if (event->source)
			events.items[events.count++] = event;
	}
	error = pick_event(reader, &events);
	free(events.items);
	return error;
}

/* Tells the event that is shown from others, which are listed. */
static int find_events(struct perf_reader *reader)
{
	struct recording *recording = reader->recording;
	const struct perfdata *perfdata = &recording->perfdata;
	int error;

	reader->events = calloc(perfdata->attrs_count + 1, sizeof(*reader->events));
	recording->others = calloc(perfdata->attrs_count + 1, sizeof(*recording->others));
	if (!reader->events || !recording->others)
		return perf_reader_no_memory(reader);
	error = find_shown(reader);
	for (size_t i = 0; !error && i < perfdata->attrs_count; i++) {
		const struct perfdata_attr *attr = &perfdata->attrs[i];

		if (attr == reader->shown)
			continue;
		reader->events[i].other = (uint32_t)recording->others_count;
		recording->others[recording->others_count++].name = attr->name ? attr->name :
								    "event";
	}
	return error;
}

/*
 * Losses are counted where they happen, by words and LOST records, and once more by
 * event at the end of the file, by LOST_SAMPLES: that count has those of the tail too.
 */
static int finish_counts(struct perf_reader *reader)
{
	struct recording *recording = reader->recording;
	int error = reader->source->handlers->finish(reader);

	if (error)
		return error;
	if (recording->lost < reader->lost_samples)
		recording->lost = reader->lost_samples;
	if (reader->undescribed)
		notes_add(&recording->notes, "%llu samples are of no event that the file describes, "
			  "and left out: record again", (unsigned long long)reader->undescribed);
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

static int read_all(struct perf_reader *reader)
{
	struct recording *recording = reader->recording;
	int error = 0;

	/* There events are described in records; here each part begins with the recording. */
	if (recording->perfdata.pipe || recording->input.parts_count)
		error = perf_reader_learn(reader);
	if (!error)
		error = find_events(reader);
	if (error)
		return error;
	recording->has_cpus = reader->shown->sample_type & PERF_SAMPLE_CPU ||
			      has_one_cpu(&recording->perfdata.info);
	recording->has_times = reader->shown->sample_type & PERF_SAMPLE_TIME;
	recording->has_chains = reader->shown->sample_type & PERF_SAMPLE_CALLCHAIN;
	error = check_filter(recording, reader->shown, reader->fault);
	if (!error)
		error = resolve_percents(recording, reader->fault);
	if (!error)
		error = recording_set_kind(recording, reader->source->kind, reader->fault);
	if (!error)
		error = describe(reader);
	if (!error)
		error = perf_reader_read(reader);
	if (error)
		return error;
	add_build_ids(recording);
	error = finish_counts(reader);
	if (error)
		return error;
	/* copied stacks tell what frame pointers do not */
	if (recording->options.chains && !(reader->shown->sample_type & PERF_SAMPLE_STACK_USER) &&
	    framechain_mend(recording))
		return perf_reader_no_memory(reader);
	return 0;
}

int recording_read_perf(struct recording *recording, struct fault *fault)
{
	struct perf_reader reader = { .recording = recording, .fault = fault };
	int error = perfdata_open(&recording->perfdata, &recording->input, &recording->notes,
				  fault);

	if (error)
		return error;
	set_progress(recording);
	error = read_all(&reader);
	perf_reader_deinit(&reader);
	return error;
}
