// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * resume.c - what a sampled run is resumed from: see resume.h
 */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "resume.h"

/* Reading */

/* A number of the file, with its sign or as an address; false: there is none. */
static bool get(FILE *file, uint64_t *number)
{
	char word[32], *end;

	if (fscanf(file, "%31s", word) != 1)
		return false;
	errno = 0;
	*number = strtoull(word, &end, 0);
	return !*end && !errno;
}

static bool get_all(FILE *file, uint64_t *numbers, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!get(file, &numbers[i]))
			return false;
	return true;
}

/* How many elements come, of @bytes each, and room for them. */
static void *get_list(FILE *file, size_t *count, size_t bytes)
{
	uint64_t number;

	if (!get(file, &number) || number > SIZE_MAX / bytes - 1)
		return NULL;
	*count = (size_t)number;
	return calloc(*count + 1, bytes);
}

static bool get_resumed(FILE *file, struct resume *resume)
{
	resume->resumed = get_list(file, &resume->resumed_count, sizeof(*resume->resumed));
	return resume->resumed && get_all(file, resume->resumed, resume->resumed_count);
}

static bool get_streams(FILE *file, struct resume *resume)
{
	uint64_t numbers[7];

	resume->streams = get_list(file, &resume->count, sizeof(*resume->streams));
	for (size_t i = 0; resume->streams && i < resume->count; i++) {
		/* no stratum is shorter than two cells */
		if (!get_all(file, numbers, 7) || numbers[0] > numbers[1] / (2 * WINDOWS_CELL) + 1)
			return false;
		resume->streams[i] = (struct windows_state){
			.count = numbers[0], .passed = numbers[1], .lost = (int64_t)numbers[2],
			.phases = { [PHASE_WINDOW] = numbers[3], [PHASE_LEAD] = numbers[4],
				    [PHASE_WARM] = numbers[5] },
			.ended = numbers[6],
		};
	}
	return resume->streams;
}

static bool get_rows(FILE *file, struct runestimate_totals *totals)
{
	size_t count;
	uint64_t key[4];

	totals->rows = get_list(file, &count, sizeof(*totals->rows));
	totals->sums = calloc(totals->rows ? count + 1 : 1, sizeof(*totals->sums));
	if (!totals->rows || !totals->sums)
		return false;
	for (size_t i = 0; i < count; i++) {
		if (!get_all(file, key, 4) || !get_all(file, totals->sums[i].of, RUNRATIO_GROUPS))
			return false;
		totals->rows[i] = (struct tea_stacks_row){
			.pc = key[0], .psv = (uint16_t)key[1], .state = (uint8_t)key[2],
			.privilege = (uint8_t)key[3],
		};
	}
	totals->rows_count = count;
	return true;
}

static bool get_sites(FILE *file, struct runestimate_totals *totals)
{
	size_t count;

	totals->sites = get_list(file, &count, sizeof(*totals->sites));
	if (!totals->sites)
		return false;
	for (size_t i = 0; i < count; i++)
		if (!get(file, &totals->sites[i].pc) ||
		    !get_all(file, totals->sites[i].sums.of, RUNRATIO_GROUPS))
			return false;
	totals->sites_count = count;
	return true;
}

static bool is_empty(FILE *file)
{
	const int first = getc(file);

	ungetc(first, file);
	return first == EOF;
}

int resume_read(struct resume *resume, const char *path)
{
	FILE *file = fopen(path, "re");
	bool read;

	*resume = (struct resume){ .count = 0 };
	if (!file) {
		fprintf(stderr, "tea: option 'resume': cannot open '%s': %s\n", path, strerror(errno));
		return -1;
	}
	read = is_empty(file) || (get_resumed(file, resume) && get_streams(file, resume) &&
				  get_rows(file, &resume->totals) && get_sites(file, &resume->totals));
	fclose(file);
	if (read)
		return 0;
	fprintf(stderr, "tea: option 'resume': '%s' is damaged, or no memory is left for it\n", path);
	resume_deinit(resume);
	return -1;
}

void resume_deinit(struct resume *resume)
{
	free(resume->resumed);
	free(resume->streams);
	runestimate_totals_deinit(&resume->totals);
	*resume = (struct resume){ .count = 0 };
}

/* Making */

bool resume_is_worth(int signal)
{
	switch (signal) {
	case 0:
	case SIGSEGV:
	case SIGBUS:
	case SIGILL:
	case SIGFPE:
	case SIGTRAP:
	case SIGABRT:
	case SIGSYS:
		return false;
	default:
		return true;
	}
}

static struct windows_state state_of(const struct resume_stream *stream)
{
	const struct windows *windows = stream->windows;
	struct windows_state state = windows->state;

	if (stream->ended && !windows->resumes) {
		state.count = windows->count;
		state.passed = windows->passed;
		state.lost = windows->lost;
		memcpy(state.phases, windows->phases, sizeof(state.phases));
	}
	state.ended |= stream->ended;
	return state;
}

/* Its whole windows: those of its state. */
static int add_stream(struct resume *resume, struct runestimate *sums, const struct resume_stream *stream)
{
	const struct window *last = stream->estimate->last;
	int err = runestimate_add(sums, stream->estimate);

	resume->streams[stream->number] = state_of(stream);
	if (!err && last && last->number >= resume->streams[stream->number].count)
		runestimate_drop_last(sums, stream->estimate);
	return err;
}

static int add_all(struct resume *resume, struct runestimate *sums, const struct resume_stream *streams,
		   size_t count, const struct resume *before)
{
	int err = 0;

	for (size_t i = 0; before && i < before->count; i++)
		resume->streams[i] = before->streams[i];
	for (size_t i = 0; i < count && !err; i++)
		err = add_stream(resume, sums, &streams[i]);
	if (!err && before)
		err = runestimate_add_totals(sums, &before->totals);
	return err ? err : runestimate_totals(sums, &resume->totals);
}

int resume_make(struct resume *resume, const struct resume_stream *streams, size_t count,
		const struct resume *before, uint32_t cycle_parts)
{
	struct runestimate sums;
	int err;

	*resume = (struct resume){ .count = before && before->count > count ? before->count : count };
	resume->streams = calloc(resume->count + 1, sizeof(*resume->streams));
	err = runestimate_init(&sums, cycle_parts);
	if (!resume->streams)
		err = -ENOMEM;
	if (!err)
		err = add_all(resume, &sums, streams, count, before);
	runestimate_deinit(&sums);
	if (err)
		resume_deinit(resume);
	return err;
}

/* Writing */

static void put_sums(const struct runratio_sums *sums, FILE *file)
{
	for (unsigned int i = 0; i < RUNRATIO_GROUPS; i++)
		fprintf(file, ",%" PRIu64, sums->of[i]);
	fputc(']', file);
}

static void put_streams(const struct resume *resume, FILE *file)
{
	for (size_t i = 0; i < resume->count; i++) {
		const struct windows_state *state = &resume->streams[i];

		fprintf(file, "%s[%" PRIu64 ",%" PRIu64 ",%" PRId64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%d]",
			i ? "," : "", state->count, state->passed, state->lost,
			state->phases[PHASE_WINDOW], state->phases[PHASE_LEAD],
			state->phases[PHASE_WARM], state->ended);
	}
}

uint64_t resume_pace(const struct resume *resume, uint64_t *parts)
{
	uint64_t executions = 0;

	*parts = 0;
	for (size_t i = 0; i < resume->totals.rows_count; i++)
		*parts += runratio_sum(&resume->totals.sums[i]);
	for (size_t i = 0; i < resume->totals.sites_count; i++)
		executions += runratio_sum(&resume->totals.sites[i].sums);
	return executions;
}

void resume_put(const struct resume *resume, uint64_t millionths, FILE *file)
{
	const struct runestimate_totals *totals = &resume->totals;

	fprintf(file, ",\"resume\":{\"millionths\":%" PRIu64 ",\"streams\":[", millionths);
	put_streams(resume, file);
	fputs("],\"rows\":[", file);
	for (size_t i = 0; i < totals->rows_count; i++) {
		const struct tea_stacks_row *row = &totals->rows[i];

		fprintf(file, "%s[\"0x%" PRIx64 "\",%u,%u,%u", i ? ",\n" : "\n", row->pc, row->psv,
			row->state, row->privilege);
		put_sums(&totals->sums[i], file);
	}
	fputs("],\"sites\":[", file);
	for (size_t i = 0; i < totals->sites_count; i++) {
		fprintf(file, "%s[\"0x%" PRIx64 "\"", i ? ",\n" : "\n", totals->sites[i].pc);
		put_sums(&totals->sites[i].sums, file);
	}
	fputs("]}", file);
}
