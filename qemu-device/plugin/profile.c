// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * profile.c - the profile of a user program: see profile.h
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "profile.h"

static int add_rows(struct profile_rows *rows, const struct tea_stacks *golden)
{
	struct tea_stacks_row *more, *all;
	size_t count;
	int err = tea_stacks_sorted(golden, &more, &count);

	if (err)
		return err;
	all = realloc(rows->rows, (rows->count + count + 1) * sizeof(*all));
	if (!all) {
		free(more);
		return -ENOMEM;
	}
	memcpy(all + rows->count, more, count * sizeof(*more));
	rows->rows = all;
	rows->count += count;
	free(more);
	return 0;
}

static int compare_rows(const void *left, const void *right)
{
	const struct tea_stacks_row *a = left, *b = right;

	if (a->pc != b->pc)
		return a->pc < b->pc ? -1 : 1;
	if (a->psv != b->psv)
		return (int)a->psv - (int)b->psv;
	if (a->state != b->state)
		return (int)a->state - (int)b->state;
	return (int)a->privilege - (int)b->privilege;
}

/* Sort by key and join rows of equal key, which threads bring. */
static void join_rows(struct profile_rows *rows)
{
	size_t kept = 0;

	if (!rows->count)
		return;
	qsort(rows->rows, rows->count, sizeof(*rows->rows), compare_rows);
	for (size_t i = 1; i < rows->count; i++) {
		if (compare_rows(&rows->rows[kept], &rows->rows[i]))
			rows->rows[++kept] = rows->rows[i];
		else
			rows->rows[kept].parts += rows->rows[i].parts;
	}
	rows->count = kept + 1;
}

int profile_init(struct profile *profile, unsigned int set)
{
	memset(profile, 0, sizeof(*profile));
	profile->set = set;
	if (set & OBSERVERS_COUNTS && tea_counts_init(&profile->counts))
		return -ENOMEM;
	for (unsigned int i = 0; i < OBSERVERS_SAMPLERS; i++) {
		if (set & OBSERVERS_THINNED && tea_thinning_init(&profile->thinned[i], 0))
			return -ENOMEM;
	}
	return 0;
}

void profile_deinit(struct profile *profile)
{
	free(profile->golden.rows);
	tea_counts_deinit(&profile->counts);
	for (unsigned int i = 0; i < OBSERVERS_SAMPLERS; i++) {
		free(profile->sampled[i].rows);
		tea_thinning_deinit(&profile->thinned[i]);
	}
}

int profile_add(struct profile *profile, const struct observers *observers)
{
	int err = observers_failed(observers) ? -ENOMEM : 0;

	if (!err && profile->set & OBSERVERS_GOLDEN)
		err = add_rows(&profile->golden, &observers->golden);
	for (unsigned int i = 0; i < OBSERVERS_SAMPLERS && !err; i++) {
		const struct observers_stacks *sampled = &observers->sampled[i];

		if (!(profile->set & 1U << i))
			continue;
		profile->samples[i] += sampled->samples;
		err = add_rows(&profile->sampled[i], &sampled->stacks);
		if (profile->set & OBSERVERS_THINNED)
			tea_thinning_add(&profile->thinned[i], &sampled->thinned);
		if (profile->thinned[i].failed)
			err = -ENOMEM;
	}
	if (profile->set & OBSERVERS_COUNTS)
		tea_counts_add(&profile->counts, &observers->counts);
	return profile->counts.failed ? -ENOMEM : err;
}

static void put_string(FILE *file, const char *text)
{
	fputc('"', file);
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c < 0x20 || c == 0x7f)
			fprintf(file, "\\u%04x", c);
		else if (c == '"' || c == '\\')
			fprintf(file, "\\%c", c);
		else
			fputc(c, file);
	}
	fputc('"', file);
}

static void put_command(FILE *file, char **command)
{
	fputs(",\n\"command\":[", file);
	for (size_t i = 0; command[i]; i++) {
		fputs(i ? "," : "", file);
		put_string(file, command[i]);
	}
	fputc(']', file);
}

/* The core's name, the knobs that differ from it, then all others. */
static void put_config(FILE *file, const struct tea_params *params)
{
	struct tea_params core;

	tea_params_select(&core, params->core);
	fputs(",\n\"config\":{\"core\":", file);
	put_string(file, params->core);
	for (int same = 0; same < 2; same++) {
		for (size_t i = 0; i < tea_param_infos_count; i++) {
			const struct tea_param_info *info = &tea_param_infos[i];
			uint32_t value = tea_params_get(params, info);

			if ((value == tea_params_get(&core, info)) == same)
				fprintf(file, ",\"%s\":%" PRIu32, info->name, value);
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
		put_string(file, at->path);
		fputc('}', file);
		comma = ",";
	}
	fputc(']', file);
}

static void put_rows(FILE *file, const char *name, const struct profile_rows *rows)
{
	fprintf(file, ",\n\"%s\":[", name);
	for (size_t i = 0; i < rows->count; i++) {
		const struct tea_stacks_row *at = &rows->rows[i];

		fprintf(file, "%s\n[\"0x%" PRIx64 "\",%u,%u,%u,%" PRIu64 "]", i ? "," : "",
			at->pc, at->psv, at->state, at->privilege, at->parts);
	}
	fputc(']', file);
}

static void put_observers(FILE *file, unsigned int set)
{
	const char *comma = "";

	fputs(",\n\"observers\":[", file);
	for (unsigned int i = 0; observers_name(i); i++) {
		if (!(set & 1U << i))
			continue;
		fprintf(file, "%s\"%s\"", comma, observers_name(i));
		comma = ",";
	}
	fputc(']', file);
}

static void put_list(FILE *file, const uint64_t *numbers, size_t count)
{
	fputc('[', file);
	for (size_t i = 0; i < count; i++)
		fprintf(file, "%s%" PRIu64, i ? "," : "", numbers[i]);
	fputc(']', file);
}

/* Most rows are of one sample: levels beyond the last that has any are left out. */
static size_t count_levels(const struct tea_thinning_row *row)
{
	size_t levels = TEA_THINNING_LEVELS;

	while (levels && !row->parts[levels - 1])
		levels--;
	return levels;
}

static void put_thinned(FILE *file, const struct profile *profile)
{
	const char *comma = "";

	fputs(",\n\"thinned\":{", file);
	for (unsigned int i = 0; i < OBSERVERS_SAMPLERS; i++) {
		const struct tea_thinning *thinned = &profile->thinned[i];
		const char *next = "";

		if (!(profile->set & 1U << i))
			continue;
		fprintf(file, "%s\n\"%s\":[", comma, observers_name(i));
		comma = ",";
		for (size_t k = 0; k < thinned->capacity; k++) {
			const struct tea_thinning_row *row = &thinned->rows[k];

			if (!row->parts[0])
				continue;
			fprintf(file, "%s\n[\"0x%" PRIx64 "\",%u,", next, row->pc, row->psv);
			put_list(file, row->parts, count_levels(row));
			fputc(']', file);
			next = ",";
		}
		fputc(']', file);
	}
	fputc('}', file);
}

static const char *const classes[TEA_CLASSES_COUNT] = {
#define TEA_X(id, name) name,
	TEA_CLASSES(TEA_X)
#undef TEA_X
};

static void put_counts(FILE *file, const struct tea_counts *counts)
{
	const char *comma = "";

	fprintf(file, ",\n\"branches\":%" PRIu64 ",\"conditional_branches\":%" PRIu64
		",\"mispredicts\":%" PRIu64, counts->branches, counts->conditional,
		counts->mispredicts);
	fprintf(file, ",\n\"counts\":{\"with_events\":%" PRIu64 ",\"combined\":%" PRIu64
		",\"unexplained\":", counts->with_events, counts->combined);
	put_list(file, counts->unexplained, TEA_COUNTS_STALL_MAX + 1);
	fputs(",\n\"rows\":[", file);
	for (size_t i = 0; i < counts->capacity; i++) {
		const struct tea_counts_row *row = &counts->rows[i];

		if (!row->executions)
			continue;
		fprintf(file, "%s\n[\"0x%" PRIx64 "\",\"%s\",%" PRIu64 ",", comma, row->pc,
			classes[row->class], row->executions);
		put_list(file, row->events, TEA_EVENTS_COUNT);
		fputc(']', file);
		comma = ",";
	}
	fputs("]}", file);
}

static void put_stacks(FILE *file, const struct profile *profile)
{
	if (profile->set & OBSERVERS_GOLDEN)
		put_rows(file, "golden", &profile->golden);
	for (unsigned int i = 0; i < OBSERVERS_SAMPLERS; i++) {
		if (profile->set & 1U << i)
			put_rows(file, observers_name(i), &profile->sampled[i]);
	}
	if (profile->set & OBSERVERS_THINNED)
		put_thinned(file, profile);
	if (profile->set & OBSERVERS_COUNTS)
		put_counts(file, &profile->counts);
}

static void put_profile(FILE *file, const struct profile *profile)
{
	fprintf(file, "{\"tea_profile\":1,\"unit\":\"cycles\",\"parts_per_cycle\":%d",
		TEA_CYCLE_PARTS);
	put_command(file, profile->command);
	put_config(file, profile->params);
	put_observers(file, profile->set);
	fprintf(file, ",\n\"period\":%" PRIu64 ",\"total_cycles\":%" PRIu64
		",\"instructions\":%" PRIu64 ",\"samples\":%" PRIu64
		",\"lost\":0,\"threads\":%u", profile->period, profile->cycles,
		profile->instructions, profile->samples[OBSERVERS_TEA], profile->threads);
	put_mappings(file, profile->mappings);
	put_stacks(file, profile);
	fputs("}\n", file);
}

int profile_write(struct profile *profile, const char *path)
{
	char *temporary;
	FILE *file;
	int err = 0;

	join_rows(&profile->golden);
	for (unsigned int i = 0; i < OBSERVERS_SAMPLERS; i++)
		join_rows(&profile->sampled[i]);

	if (asprintf(&temporary, "%s.%d", path, (int)getpid()) < 0)
		return -ENOMEM;
	file = fopen(temporary, "we");
	if (!file) {
		err = -errno;
		goto out;
	}
	put_profile(file, profile);
	if (ferror(file))
		err = -EIO;
	if (fclose(file))
		err = -errno;
	if (!err && rename(temporary, path))
		err = -errno;
	if (err)
		unlink(temporary);
out:
	free(temporary);
	return err;
}
