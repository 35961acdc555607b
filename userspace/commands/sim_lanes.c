// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sim_lanes.c - a program on many cores at once, and again on others; see sim_lanes.h
 */
#include "sim_lanes.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "aside.h"
#include "experiment/runtime.h"
#include "sim_call.h"

#define SECONDS_TOLD	5		/* what takes longer is told beforehand */

static int out_of_memory(struct fault *fault)
{
	return fault_set(fault, -ENOMEM, "out of memory for the lanes");
}

int sim_lanes_init(struct sim_lanes *lanes, const char *command, struct fault *fault)
{
	int error = scratch_create(&lanes->scratch, command, fault);

	if (error)
		lanes->scratch = (struct scratch){ 0 };
	lanes->command = command;
	lanes->runs = 0;
	lanes->input = lseek(STDIN_FILENO, 0, SEEK_CUR);
	return error;
}

void sim_lanes_deinit(struct sim_lanes *lanes)
{
	if (lanes->scratch.directory)
		scratch_destroy(&lanes->scratch);
	lanes->scratch = (struct scratch){ 0 };
}

/* Where output goes that nobody reads: of the same kind, since the C library does as that is. */
static int open_nowhere(const struct sim_lanes *lanes)
{
	struct stat out;

	if (!fstat(lanes->apart ? STDERR_FILENO : STDOUT_FILENO, &out) && S_ISCHR(out.st_mode))
		return open("/dev/null", O_WRONLY | O_CLOEXEC);
	return open(lanes->scratch.directory, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
}

/* The same input again, and no output: returns what standard output was, or -1. */
static int begin_again(const struct sim_lanes *lanes)
{
	int kept = -1, nowhere = open_nowhere(lanes);

	if (lanes->input >= 0)
		lseek(STDIN_FILENO, lanes->input, SEEK_SET);
	if (nowhere >= 0) {
		kept = aside_begin(nowhere);
		close(nowhere);
	}
	return kept;
}

/* By what the last run took. The status line counts down on a terminal; elsewhere the clock has to do. */
static void tell_length(const struct sim_lanes *lanes, const struct runtime_lanes *cores)
{
	double seconds = lanes->pace_s * runtime_of(cores);
	time_t end = time(NULL) + (time_t)seconds;
	char clock[16] = "";
	struct tm local;

	if (seconds < SECONDS_TOLD)
		return;
	if (localtime_r(&end, &local))
		strftime(clock, sizeof(clock), "%T", &local);
	fprintf(stderr, "tea %s: run of %zu core%s, about %.0f %s, until %s\n", lanes->command,
		cores->count ? cores->count : 1, cores->count > 1 ? "s" : "",
		seconds < 100 ? seconds : seconds / 60, seconds < 100 ? "s" : "minutes", clock);
}

static double now_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The time that this run takes tells that of the next one. */
static int run(struct sim_lanes *lanes, const struct wordlist *options,
	       const struct runtime_lanes *cores, int argc, char **program, struct fault *fault)
{
	int kept = -1, status;
	double begin_s;

	tell_length(lanes, cores);
	if (lanes->runs++)
		kept = begin_again(lanes);
	else if (lanes->apart)
		kept = aside_begin(STDERR_FILENO);
	begin_s = now_s();
	status = sim_call(lanes->command, options, argc, program, fault);
	lanes->pace_s = (now_s() - begin_s) / runtime_of(cores);
	aside_end(kept);
	return status;
}

int sim_lanes_run(struct sim_lanes *lanes, char *const *texts, size_t count, int argc,
		  char **program, struct fault *fault)
{
	char expect[24];
	static const struct sim_region all;
	const struct sim_region *region = lanes->region ? lanes->region : &all;
	const char *const singles[][2] = {
		{ "--output", lanes->scratch.path }, { "--core", lanes->core },
		{ "--sysroot", lanes->sysroot }, { "--period", lanes->period },
		{ "--observers", lanes->observers }, { "--engine", lanes->fast ? "fast" : NULL },
		{ "--expect", lanes->instructions ? expect : NULL },
		{ "--from", region->from }, { "--skip", region->skip },
		{ "--limit", region->limit }, { "--to", region->to },
	};
	const size_t singles_count = sizeof(singles) / sizeof(singles[0]);
	const size_t knobs_count = lanes->knobs ? lanes->knobs->count : 0;
	struct runtime_lanes cores = { .fast = lanes->fast };
	struct wordlist options = { 0 };
	int status;

	options.items = calloc(2 * (singles_count + knobs_count + count), sizeof(*options.items));
	if (!options.items)
		return out_of_memory(fault);
	snprintf(expect, sizeof(expect), "%" PRIu64, lanes->instructions);
	for (size_t i = 0; i < singles_count; i++)
		option_list_put(&options, singles[i][0], singles[i][1]);
	for (size_t i = 0; i < knobs_count; i++)
		option_list_put(&options, "--set", lanes->knobs->items[i]);
	for (size_t i = 0; i < count; i++) {
		option_list_put(&options, "--lane", texts[i]);
		cores.count += texts[i] != NULL;
	}
	status = run(lanes, &options, &cores, argc, program, fault);
	free(options.items);
	return status;
}

char *sim_lanes_path(const char *base, const char *text)
{
	char *path;

	return asprintf(&path, "%s.%.*s", base, (int)strcspn(text, ":"), text) < 0 ? NULL : path;
}

int sim_lanes_open(const struct sim_lanes *lanes, const char *text, bool golden,
		   struct recording *recording, struct fault *fault)
{
	struct recording_options options = {
		.of = { { golden || lanes->fast ? MEASURE_GOLDEN : MEASURE_NONE } }, .symfs = "", .empty = true,
	};
	char *path = sim_lanes_path(lanes->scratch.path, text);
	int error;

	if (!path)
		return out_of_memory(fault);
	error = sim_call_open(path, &options, recording, fault);
	free(path);
	return error;
}
