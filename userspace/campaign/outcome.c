// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * outcome.c - what became of jobs; see outcome.h
 */
#include "outcome.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/keyindex.h"
#include "base/texts.h"

#define SAID_BYTES	400
#define NAME_BYTES	1024
#define SECONDS_LEAST	0.01		/* as long as any job takes */

bool outcome_is_done(const char *directory, const struct job *job)
{
	char *path;
	bool is_done;

	if (asprintf(&path, "%s/results/%s/provenance.json", directory, job->key) < 0)
		return false;
	is_done = !access(path, F_OK);
	free(path);
	return is_done;
}

/*
 * Lines "begin TIME HOST NAME", and "end TIME STATUS SECONDS" or, where a signal ended the campaign, "stop TIME",
 * of each time that it ran.
 */
static int read_runs(struct outcome *outcome, const char *runs, const char *key, char name[NAME_BYTES])
{
	char *path, line[2 * NAME_BYTES];
	FILE *file;

	*name = '\0';
	if (asprintf(&path, "%s/%s", runs, key) < 0)
		return -ENOMEM;
	file = fopen(path, "re");
	free(path);
	while (file && fgets(line, sizeof(line), file)) {
		double seconds;
		int status;

		outcome->tried = strncmp(line, "stop ", 5) != 0;
		sscanf(line, "begin %*s %*s %1023s", name);
		if (sscanf(line, "end %*s %d %lf", &status, &seconds) != 2)
			continue;
		outcome->status = status;
		if (!status)
			outcome->seconds = seconds > SECONDS_LEAST ? seconds : SECONDS_LEAST;
	}
	if (file)
		fclose(file);
	return 0;
}

/* The last line often says who gave up, and the one before it why. */
static int read_log(struct outcome *outcome, const char *directory, const struct job *job)
{
	char *path, line[SAID_BYTES], last[2][SAID_BYTES] = { "", "" };
	FILE *file;

	if (asprintf(&path, "%s/logs/%s", directory, job->key) < 0)
		return -ENOMEM;
	file = fopen(path, "re");
	free(path);
	while (file && fgets(line, sizeof(line), file)) {
		line[strcspn(line, "\r\n")] = '\0';
		if (!*line)
			continue;
		memcpy(last[0], last[1], sizeof(last[0]));
		memcpy(last[1], line, sizeof(last[1]));
	}
	if (file)
		fclose(file);
	if (asprintf(&outcome->said, "%s%s%s", last[0], *last[0] ? "; " : "", last[1]) < 0)
		outcome->said = NULL;
	return outcome->said ? 0 : -ENOMEM;
}

struct mean {
	double seconds;
	size_t count;
};

/* How long jobs took, by what is the same of those that take about as long. */
struct history {
	struct texts texts;
	struct keyindex index;
	struct mean *means;
	size_t count;
};

/* By whose times a job's is told: the first that there are. */
enum likeness {
	LIKE_SAME,			/* of its name, with other knobs or files */
	LIKE_CORES,			/* of its program and question, on any core */
	LIKE_PROGRAMS,			/* of its question */
	LIKE_KIND,			/* of free jobs: of the names above its last '/' */
	LIKE_COUNT,
};

/* What jobs that are alike have in common of @name; "" where it has no such part. */
static void common_part(enum likeness likeness, const char *name, char text[NAME_BYTES])
{
	const char *question = strrchr(name, '/'), *core = question;

	while (core && core > name && core[-1] != '/')
		core--;
	snprintf(text, NAME_BYTES, "%d ", likeness);
	if (likeness == LIKE_SAME)
		snprintf(text, NAME_BYTES, "%d %s", likeness, name);
	else if (question && likeness == LIKE_CORES)
		snprintf(text, NAME_BYTES, "%d %.*s%s", likeness, (int)(core - name), name, question);
	else if (question && likeness == LIKE_PROGRAMS)
		snprintf(text, NAME_BYTES, "%d %s", likeness, question);
	else if (question)
		snprintf(text, NAME_BYTES, "%d %.*s", likeness, (int)(question - name), name);
}

/* Free jobs are not on cores. */
static bool is_told_by(const struct job *job, enum likeness likeness)
{
	if (likeness == LIKE_SAME)
		return true;
	return (job->kind == CAMPAIGN_FREE) == (likeness == LIKE_KIND);
}

static struct mean *mean_of(struct history *history, const char *text)
{
	const char *own = texts_intern(&history->texts, text);
	const struct key key = { .low = (uint64_t)(uintptr_t)own };
	uint32_t number = own ? keyindex_get(&history->index, key) : KEYINDEX_NONE;

	if (own && number == KEYINDEX_NONE)
		number = KEYINDEX_APPEND(&history->index, key, history->means, history->count);
	return number == KEYINDEX_NONE ? NULL : &history->means[number];
}

static int add_time(struct history *history, const char *text, double seconds)
{
	struct mean *mean = mean_of(history, text);

	if (!mean)
		return -ENOMEM;
	mean->seconds += seconds;
	mean->count++;
	return 0;
}

/* Also of jobs that are no longer in the table. */
static int read_history(struct history *history, const char *path)
{
	DIR *runs = opendir(path);
	struct dirent *entry;
	int error = 0;

	while (runs && !error && (entry = readdir(runs))) {
		struct outcome outcome = { .seconds = 0 };
		char name[NAME_BYTES], text[NAME_BYTES];

		if (strlen(entry->d_name) != JOBS_KEY - 1)
			continue;
		error = read_runs(&outcome, path, entry->d_name, name);
		for (enum likeness i = 0; i < LIKE_COUNT && !error && outcome.seconds > 0; i++) {
			common_part(i, name, text);
			error = add_time(history, text, outcome.seconds);
		}
	}
	if (runs)
		closedir(runs);
	return error;
}

/* 0: none like it has run. */
static int seconds_of(struct history *history, const struct job *job, double *seconds)
{
	*seconds = 0;
	for (enum likeness i = 0; i < LIKE_COUNT && !*seconds; i++) {
		char text[NAME_BYTES];
		const struct mean *mean;

		if (!is_told_by(job, i))
			continue;
		common_part(i, job->name, text);
		mean = mean_of(history, text);
		if (!mean)
			return -ENOMEM;
		if (mean->count)
			*seconds = mean->seconds / (double)mean->count;
	}
	return 0;
}

static int estimate(struct outcomes *outcomes, struct history *history, const struct jobs *jobs)
{
	for (size_t i = 0; i < jobs->count; i++) {
		double seconds;

		if (outcomes->items[i].done)
			continue;
		if (seconds_of(history, &jobs->items[i], &seconds))
			return -ENOMEM;
		outcomes->seconds_left += seconds;
		outcomes->unknown += !seconds;
	}
	return 0;
}

static int find_time(struct outcomes *outcomes, const char *runs, const struct jobs *jobs)
{
	struct history history = { .count = 0 };
	int error = read_history(&history, runs);

	if (!error)
		error = estimate(outcomes, &history, jobs);
	texts_deinit(&history.texts);
	keyindex_deinit(&history.index);
	free(history.means);
	return error;
}

int outcomes_find(struct outcomes *outcomes, const char *directory, const struct jobs *jobs)
{
	char name[NAME_BYTES], runs[PATH_MAX];
	int error = 0;

	snprintf(runs, sizeof(runs), "%s/runs", directory);
	*outcomes = (struct outcomes){ .items = calloc(jobs->count + 1, sizeof(*outcomes->items)) };
	if (!outcomes->items)
		return -ENOMEM;
	for (size_t i = 0; i < jobs->count && !error; i++) {
		struct outcome *outcome = &outcomes->items[i];

		outcome->done = outcome_is_done(directory, &jobs->items[i]);
		error = read_runs(outcome, runs, jobs->items[i].key, name);
		if (!error && !outcome->done && outcome->tried)
			error = read_log(outcome, directory, &jobs->items[i]);
		outcomes->done += outcome->done;
		outcomes->failed += !outcome->done && outcome->tried;
	}
	outcomes->open = jobs->count - outcomes->done - outcomes->failed;
	return error ? error : find_time(outcomes, runs, jobs);
}

void outcomes_deinit(struct outcomes *outcomes, const struct jobs *jobs)
{
	for (size_t i = 0; i < jobs->count && outcomes->items; i++)
		free(outcomes->items[i].said);
	free(outcomes->items);
}
