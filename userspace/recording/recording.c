// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * recording.c - opening a recording, whatever its format; see recording.h
 */
#include "recording.h"

#include <errno.h>
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "recording_formats.h"
#include "recording_store.h"

/* A profile is a JSON object; anything else has to be a perf.data. */
static bool is_profile(const struct input *input)
{
	char text[64];
	ssize_t size = input_read(input, 0, text, sizeof(text) - 1);

	text[size < 0 ? 0 : size] = '\0';
	return text[strspn(text, " \t\r\n")] == '{';
}

static void name_path(const char *path, struct fault *fault)
{
	struct fault plain = *fault;

	fault_set(fault, 0, "'%s': %s", path, plain.text);
}

/* Why there are none. */
static int no_samples(struct recording *recording, struct recording_measure *measure,
		      struct fault *fault)
{
	const struct notes *notes = recording_notes(recording, measure);

	if (notes->count)
		return fault_set(fault, -ENODATA, "no TEA samples: %s", notes->texts[0]);
	if (recording->streams.samples)
		return fault_set(fault, -ENODATA, "its %llu samples of taken branches have no branch "
				 "records: record tea/taken,branch_type=any/",
				 (unsigned long long)recording->streams.samples);
	if (measure->filtered_samples)
		return fault_set(fault, -ENODATA,
				 "none of its %llu samples passes the filter: ask for "
				 "fewer conditions",
				 (unsigned long long)measure->filtered_samples);
	return fault_set(fault, -ENODATA, "no TEA samples (%llu lost): the program ran for less "
			 "than a sampling period, record it for longer or with a shorter one (%s)",
			 (unsigned long long)measure->lost, recording->json ?
			 "'tea sim --period CYCLES'), or take the golden reference (--of golden" :
			 "'perf record -e tea// -c CYCLES', 'tea sim --period CYCLES'");
}

static int check_samples(struct recording *recording, struct recording_measure *measure,
			 struct fault *fault)
{
	const bool streams = measure->kind == &category_executions && recording->streams.count;

	return measure->pics.parts || streams ? 0 : no_samples(recording, measure, fault);
}

/* One without samples may be shown; executions beside others may have none. */
static int check_measures(struct recording *recording, struct fault *fault)
{
	struct recording_measure *beside = recording_executions(recording);
	int error = check_samples(recording, recording->shown, fault);

	if (error && !recording->options.empty)
		return error;
	if (error && !recording->notes.count)
		notes_add(&recording->notes, "%s", fault->text);
	if (!beside || beside == recording->shown || beside->failure)
		return 0;
	return recording_fail(recording, beside, check_samples(recording, beside, fault), fault);
}

/* perf record --kcore leaves the kernel's symbols beside the records, and by them its memory. */
static const char *find_kallsyms(struct recording *recording)
{
	char *path;
	const char *kept = NULL;

	if (asprintf(&path, "%s/kcore_dir/kallsyms", recording->path) < 0)
		return NULL;
	if (!access(path, F_OK))
		kept = texts_intern(&recording->texts, path);
	free(path);
	return kept;
}

/* Refuses measures that only profiles have. */
static int check_perf(const struct recording_options *options, struct fault *fault)
{
	if (options->of.items[1] != MEASURE_NONE)
		return 0;
	switch (options->of.items[0]) {
	case MEASURE_STAGES:
	case MEASURE_FLOPS:
		return fault_set(fault, -EINVAL, "no profile of 'tea sim', which alone has stage "
				 "stacks: run 'tea sim --observers stages,flops'");
	case MEASURE_PATH:
		return fault_set(fault, -EINVAL, "no profile of 'tea sim', which alone has a critical path: "
				 "run 'tea sim --observers path'");
	case MEASURE_GOLDEN:
		return fault_set(fault, -EINVAL, "a perf.data has no golden reference: "
				 "--of golden needs a profile of 'tea sim'");
	default:
		return 0;
	}
}

int recording_open(struct recording *recording, const struct recording_options *options,
		   struct fault *fault)
{
	int error;

	*recording = (struct recording){
		.options = *options, .path = options->path, .input.fd = -1,
	};
	recording->shown = &recording->measures[MEASURE_CYCLES];
	symbols_init(&recording->symbols);
	recording->symbols.options.symfs = options->symfs;
	recording->source_paths = (struct source_paths){
		.symfs = options->symfs, .prefix = options->prefix, .strip = options->prefix_strip,
	};
	recording->symbols.options.debuginfod = options->debuginfod;
	recording->symbols.options.mangled = options->mangled;
	recording->symbols.options.vmlinux = options->vmlinux;
	recording->symbols.options.kallsyms = options->kallsyms;
	recording->symbols.options.kallsyms_copy = find_kallsyms(recording);
	error = input_open(&recording->input, options->path, &options->progress, fault);
	if (!error && options->counted)
		error = recording_read_counts(recording, fault);
	else if (!error && is_profile(&recording->input))
		error = recording_read_profile(recording, fault);
	else if (!error)
		error = check_perf(options, fault);
	if (!error && !options->counted && !recording->json)
		error = recording_read_perf(recording, fault);
	if (!error)
		error = check_measures(recording, fault);
	if (!error && recording->json)
		error = recording_note_profile(recording, fault);
	if (!error && recording->json)
		recording_share_notes(recording);
	if (error) {
		/* the user has not named the file of counts */
		if (!options->counted)
			name_path(options->path, fault);
		recording_close(recording);
	}
	return error;
}

uint64_t recording_wall_ns(const struct recording *recording, uint64_t time_ns)
{
	const struct perfdata_info *info = &recording->perfdata.info;

	return info->wall_ns ? info->wall_ns + time_ns - info->clock_ns : 0;
}

/* In a pipe's file it is a record: one of the first. */
static int find_host(struct perfdata *perfdata, struct fault *fault)
{
	struct perfdata_record record;
	int more = 1;

	if (!perfdata->pipe)
		return 0;
	perfdata_rewind(perfdata, PERFDATA_ALL_TYPES);
	while (more > 0 && !perfdata->info.hostname)
		more = perfdata_next(perfdata, &record, fault);
	return more < 0 ? more : 0;
}

static int read_host(const struct input *input, struct texts *texts, const char **host,
		     struct fault *fault)
{
	struct perfdata perfdata = { 0 };
	struct notes notes = { 0 };
	int error = perfdata_open(&perfdata, input, &notes, fault);

	if (!error)
		error = find_host(&perfdata, fault);
	if (!error && perfdata.info.hostname) {
		*host = texts_intern(texts, perfdata.info.hostname);
		error = *host ? 0 : fault_no_memory(fault, "its host's name");
	}
	perfdata_close(&perfdata);
	notes_deinit(&notes);
	return error;
}

int recording_host(const char *path, struct texts *texts, const char **host, struct fault *fault)
{
	const struct progress none = { 0 };
	struct input input = { .fd = -1 };
	int error = input_open(&input, path, &none, fault);

	*host = NULL;
	if (!error && !is_profile(&input))
		error = read_host(&input, texts, host, fault);
	if (error)
		name_path(path, fault);
	input_close(&input);
	return error;
}

double recording_operation_slots(const struct recording_slots *flops, unsigned int width)
{
	const double of_most = RECORDING_WIDTH_BYTES(0);

	return flops->per_operation *
	       (flops->vectors ? RECORDING_WIDTH_BYTES(width) / of_most : 1);
}

void recording_close(struct recording *recording)
{
	free(recording->stages.threads);
	free(recording->flops.threads);
	pics_deinit(&recording->flops.operations);
	pics_deinit(&recording->stages.whole);
	free(recording->gains.causes);
	free(recording->gains.trials);
	free(recording->critical.slopes);
	free(recording->command);
	free(recording->partial);
	free(recording->settings);
	recording_forget(recording);
	free(recording->others);
	symbols_deinit(&recording->symbols);
	notes_deinit(&recording->notes);
	texts_deinit(&recording->texts);
	maps_deinit(&recording->maps);
	perfdata_close(&recording->perfdata);
	input_close(&recording->input);
	json_object_put(recording->json);
	for (size_t i = 0; i < MEASURES_COUNT; i++) {
		free(recording->measures[i].categories);
		notes_deinit(&recording->measures[i].notes);
	}
	*recording = (struct recording){ 0 };
}
