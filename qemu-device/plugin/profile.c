// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * profile.c - the profile of a user program: see profile.h
 */
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "executions.h"
#include "jsonout.h"
#include "plan.h"
#include "profile.h"
#include "stagejson.h"

static void put_command(FILE *file, char **command)
{
	fputs(",\n\"command\":[", file);
	for (size_t i = 0; command[i]; i++) {
		fputs(i ? "," : "", file);
		jsonout_string(file, command[i]);
	}
	fputc(']', file);
}

/* The core's name, the knobs that differ from it, then all others. */
static void put_config(FILE *file, const struct tea_params *params)
{
	struct tea_params core;

	tea_params_select(&core, params->core);
	fputs(",\n\"config\":{\"core\":", file);
	jsonout_string(file, params->core);
	for (int same = 0; same < 2; same++) {
		for (size_t i = 0; i < tea_param_infos_count; i++) {
			const struct tea_param_info *info = &tea_param_infos[i];
			char text[TEA_PARAM_TEXT];

			if ((tea_params_get_parts(params, info) ==
			     tea_params_get_parts(&core, info)) == same)
				fprintf(file, ",\"%s\":%s", info->name,
					tea_params_text(params, info, text));
		}
	}
	fputc('}', file);
}

static void put_mappings(FILE *file, const struct mappings *mappings)
{
	const char *comma = "";

	fputs(",\n\"mappings\":[", file);
	for (size_t i = 0; i < mappings->count; i++) {
		const struct mapping *at = &mappings->list[i];

		if (!at->path)
			continue;
		fprintf(file, "%s\n{\"start\":\"0x%" PRIx64 "\",\"end\":\"0x%" PRIx64
			"\",\"offset\":\"0x%" PRIx64 "\",\"path\":", comma, at->start, at->end,
			at->offset);
		jsonout_string(file, at->path);
		if (*at->id.text)
			fprintf(file, ",\"%s\":\"%s\"", at->id.hashed ? "code_hash" : "build_id",
				at->id.text);
		fputc('}', file);
		comma = ",";
	}
	fputc(']', file);
}

static void put_observers(FILE *file, const struct profile *profile)
{
	const struct runestimate_rows *rows = profile->sampled.rows;
	const unsigned int set = profile->observers.set | (rows ? 1U << OBSERVERS_NUMBER_golden : 0) |
				 (rows && rows->stages.count ? 1U << OBSERVERS_NUMBER_stages : 0);
	const char *comma = "";

	if (profile->fast) {
		fputs(",\n\"engine\":\"fast\",\"observers\":[\"golden\"]", file);
		return;
	}
	fputs(",\n\"observers\":[", file);
	for (unsigned int i = 0; observers_name(i); i++) {
		if (!(set & 1U << i))
			continue;
		fprintf(file, "%s\"%s\"", comma, observers_name(i));
		comma = ",";
	}
	fputc(']', file);
}

static void put_end(FILE *file, const struct profile_end *end)
{
	if (end->becomes) {
		fputs(",\n\"ended\":{\"becomes\":", file);
		jsonout_string(file, end->becomes);
		fputc('}', file);
	}
	if (!end->signal)
		return;
	fprintf(file, ",\n\"ended\":{\"signal\":%d,\"pc\":\"0x%" PRIx64 "\"", end->signal, end->pc);
	if (end->insn_bytes)
		fprintf(file, ",\"insn\":\"0x%0*" PRIx32 "\"", (int)end->insn_bytes * 2, end->insn);
	fputc('}', file);
}

static void put_region(FILE *file, const struct region *region)
{
	static const char *const ends[] = {
		[REGION_END_LIMIT] = "limit", [REGION_END_TO] = "to",
	};

	if (!region)
		return;
	fputs(",\n\"region\":{\"asked\":", file);
	jsonout_string(file, region->text ? region->text : "");
	fprintf(file, ",\"before\":%" PRIu64, region->before);
	if (region->end != REGION_END_RUN)
		fprintf(file, ",\"end\":\"%s\"", ends[region->end]);
	fputc('}', file);
}

static void put_replaced(FILE *file, const struct profile *profile)
{
	if (profile->mappings->reused || profile->replaced)
		fprintf(file, ",\n\"replaced\":{\"ranges\":%u,\"instructions\":%" PRIu32 "}",
			profile->mappings->reused, profile->replaced);
}

static void put_privileges(FILE *file, const char *name, const uint64_t *cycles)
{
	fprintf(file, "\"%s\":[", name);
	for (unsigned int i = 0; i <= TEA_PRIV_M; i++)
		fprintf(file, "%s%" PRIu64, i ? "," : "", cycles[i]);
	fputc(']', file);
}

static void put_unsampled(FILE *file, const struct profile_unsampled *unsampled)
{
	if (!unsampled)
		return;
	fputs(",\n\"unsampled\":{", file);
	put_privileges(file, "waiting", unsampled->waiting);
	fputc(',', file);
	put_privileges(file, "filtered", unsampled->filtered);
	fputc(',', file);
	put_privileges(file, "frozen", unsampled->frozen);
	fputc('}', file);
}

static void put_sampled(FILE *file, const struct profile_sampled *sampled, uint64_t instructions)
{
	const struct runestimate_rows *rows = sampled->rows;

	if (!rows)
		return;
	fprintf(file, ",\n\"sampled\":{\"windows\":%" PRIu64 ",\"groups\":%u,\"seed\":%" PRIu64
		",\"warm\":", sampled->windows, RUNRATIO_GROUPS, sampled->sampling->seed);
	if (sampled->sampling->warm == WINDOWS_WARM_ALL)
		fputs("\"all\"", file);
	else
		fprintf(file, "%" PRIu64, sampled->sampling->warm);
	if (sampled->before) {
		fputs(",\"resumed\":{\"behind\":", file);
		jsonout_list(file, sampled->before->resumed, sampled->before->resumed_count);
		fprintf(file, ",\"warm\":%" PRIu64 "}", windows_warm_resumed(sampled->sampling));
	}
	if (sampled->sampling->allotments.count)
		fputs(",\"refined\":true", file);
	fprintf(file, ",\"instructions\":{\"detail\":%" PRIu64 ",\"lead\":%" PRIu64 ",\"warm\":%" PRIu64
		"},\"unmet\":{\"instructions\":%" PRIu64 ",\"executions\":%" PRIu64 "},\"deviations\":[",
		sampled->phases[PHASE_WINDOW], sampled->phases[PHASE_LEAD], sampled->phases[PHASE_WARM],
		rows->unmet, rows->unmet_executions);
	for (size_t i = 0; i < rows->count; i++) {
		for (unsigned int k = 0; k < RUNRATIO_GROUPS; k++)
			fprintf(file, "%s%" PRId64, k ? "," : i ? ",\n[" : "\n[", rows->deviations[i][k]);
		fputc(']', file);
	}
	fputc(']', file);
	allotments_put(&sampled->allotments, file);
	if (sampled->resume)
		resume_put(sampled->resume, sampled->sampling->millionths, file);
	fputc('}', file);
	jsonout_rows(file, "golden", rows->rows, rows->count);
	stagejson_estimate(file, &rows->stages, instructions);
}

static int put_profile(FILE *file, const struct profile *profile)
{
	const struct observers *observers = &profile->observers;

	fprintf(file, "{\"tea_profile\":1,\"unit\":\"cycles\",\"parts_per_cycle\":%u",
		profile->fast ? FAST_CYCLE_PARTS : observers->cycle_parts);
	put_command(file, profile->command);
	put_config(file, profile->params);
	put_observers(file, profile);
	fprintf(file, ",\n\"period\":%" PRIu64 ",\"total_cycles\":%" PRIu64
		",\"instructions\":%" PRIu64 ",\"samples\":%" PRIu64
		",\"lost\":0,\"threads\":%u", observers->period, profile->cycles,
		profile->instructions, observers->samples[OBSERVERS_TEA], profile->threads);
	put_mappings(file, profile->mappings);
	put_end(file, &profile->end);
	put_region(file, profile->region);
	put_replaced(file, profile);
	put_unsampled(file, profile->unsampled);
	put_sampled(file, &profile->sampled, profile->instructions);
	if (profile->fast)
		jsonout_rows(file, "golden", profile->fast->rows, profile->fast->count);
	else if (observers_put(file, observers))
		return -ENOMEM;
	fputs("}\n", file);
	return 0;
}

/* Devices and pipes are written directly, not replaced by a rename. */
static bool is_special(const char *path)
{
	struct stat status;

	return !stat(path, &status) && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

/* Why no file can be made there: 0 or a negative errno. */
static int find_trouble(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *dir = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
	struct stat status;
	int err = 0;

	if (!dir)
		return -ENOMEM;
	if (access(is_special(path) ? path : dir, is_special(path) ? W_OK : W_OK | X_OK))
		err = -errno;
	else if (!stat(path, &status) && S_ISDIR(status.st_mode))
		err = -EISDIR;
	free(dir);
	return err;
}

int profile_check(const char *path)
{
	int err = find_trouble(path);

	if (!err)
		return 0;
	fprintf(stderr, "tea: cannot write profile '%s': %s\n", path, strerror(-err));
	return -1;
}

int profile_add(struct profile *profile, struct lane *lane, uint64_t instructions)
{
	lane_sync(lane);
	profile->cycles += lane_cycles(lane);
	profile->instructions += instructions;
	profile->threads++;
	return observers_merge(&profile->observers, &lane->observers);
}

int profile_add_executions(struct profile *profile, unsigned int threads)
{
	const struct observers_entry *entry = &profile->observers.entries[0];
	struct tea_counts counts;
	int err = tea_counts_init(&counts);

	assert(profile->observers.count == 1 && entry->kind == &observer_executions);
	if (!err)
		err = executions_add(&counts);
	if (!err)
		err = entry->kind->merge(entry->self, &counts);
	tea_counts_deinit(&counts);
	profile->instructions = executions_retired();
	profile->threads = threads;
	return err;
}

void profile_add_windows(struct profile *profile, uint64_t windows, const uint64_t *phases)
{
	const uint64_t groups = windows < RUNRATIO_GROUPS ? windows : RUNRATIO_GROUPS;

	profile->sampled.windows += windows;
	if (profile->sampled.groups < groups)
		profile->sampled.groups = (unsigned int)groups;
	for (unsigned int i = 0; i <= PHASE_WINDOW; i++)
		profile->sampled.phases[i] += phases[i];
}

static int write_file(const struct profile *profile, const char *path)
{
	FILE *file = fopen(path, "we");
	int err;

	if (!file)
		return -errno;
	errno = 0;	/* the errno of the first failed write stays until the end */
	err = put_profile(file, profile);
	if (!err && ferror(file))
		err = errno ? -errno : -EIO;
	if (fclose(file) && !err)
		err = -errno;
	return err;
}

/* By a file of another name, so that a link goes on to where it led. */
static int replace_file(const struct profile *profile, const char *path)
{
	char *real = realpath(path, NULL), *temporary;
	const char *target = real ? real : path;
	int err;

	if (asprintf(&temporary, "%s.%d", target, (int)getpid()) < 0) {
		free(real);
		return -ENOMEM;
	}
	err = write_file(profile, temporary);
	if (!err && rename(temporary, target))
		err = -errno;
	if (err)
		unlink(temporary);
	free(temporary);
	free(real);
	return err;
}

int profile_write(const struct profile *profile, const char *path)
{
	return is_special(path) ? write_file(profile, path) : replace_file(profile, path);
}

static_assert(RUNRATIO_GROUPS == TEA_PLAN_GROUPS, "groups of windows");

/* Of all rows, in whole cycles. */
static void sum_deviations(const struct profile *profile, struct tea_plan_deviations *deviations)
{
	const struct runestimate_rows *rows = profile->sampled.rows;
	const int64_t parts = profile->observers.cycle_parts;

	deviations->groups = profile->sampled.groups;
	for (unsigned int k = 0; k < deviations->groups; k++) {
		int64_t sum = 0;

		for (size_t i = 0; i < rows->count; i++)
			sum += rows->deviations[i][k];
		deviations->of[k] = (sum + (sum < 0 ? -parts : parts) / 2) / parts;
	}
}

void profile_put_cycles(const struct profile *profile, const char *name, FILE *file)
{
	struct tea_plan_result result = {
		.cycles = profile->cycles, .instructions = profile->instructions,
	};

	if (profile->sampled.rows)
		sum_deviations(profile, &result.deviations);
	if (name)
		snprintf(result.name, sizeof(result.name), "%s", name);
	tea_plan_put_result(file, &result);
}
