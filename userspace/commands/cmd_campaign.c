// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cmd_campaign.c - tea campaign: programs on cores, for questions, by Snakemake
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "campaign/campaignpage.h"
#include "campaign/engine.h"
#include "campaign/outcome.h"
#include "experiment/child.h"
#include "options.h"
#include "output/progressbar.h"

#define SUFFIX		".campaign"
#define FAILURES_MOST	20		/* that are told one by one */
#define MINUTE_S	60
#define LONG_S		90		/* from here on in minutes */

struct run {
	const char *output;
	bool dry;
	struct progressbar bar;
	struct campaign campaign;
	struct jobs jobs;
	struct engine engine;
	char directory[PATH_MAX], profile[2 * PATH_MAX];
};

/* Snakemake's own, by its name, or a directory's, which is found from here. */
static void find_profile(struct run *run, const char *here)
{
	const char *profile = run->engine.profile;

	if (!profile || *profile == '/' || !strchr(profile, '/'))
		return;
	snprintf(run->profile, sizeof(run->profile), "%s/%s", here, profile);
	run->engine.profile = run->profile;
}

/* TABLE.campaign beside the table, from the root on: the table's directory is entered. So is a profile's. */
static int find_directories(struct run *run, const char *table, struct fault *fault)
{
	const char *slash = strrchr(table, '/'), *dot = strrchr(table, '.');
	char here[PATH_MAX];
	int length;

	if (!getcwd(here, sizeof(here)))
		return fault_set(fault, -errno, "cannot tell the current directory: %s", strerror(errno));
	if (!dot || (slash && dot < slash) || dot == table)
		dot = table + strlen(table);
	if (run->output)
		length = snprintf(run->directory, PATH_MAX, "%s%s%s", *run->output == '/' ? "" : here,
				  *run->output == '/' ? "" : "/", run->output);
	else
		length = snprintf(run->directory, PATH_MAX, "%s%s%.*s" SUFFIX, *table == '/' ? "" : here,
				  *table == '/' ? "" : "/", (int)(dot - table), table);
	if (length >= PATH_MAX)
		return fault_set(fault, -EINVAL, "'%.200s...' is too long: name another directory with -o",
				 run->directory);
	run->engine.directory = run->directory;
	find_profile(run, here);
	return 0;
}

static int make_jobs(struct run *run, struct fault *fault)
{
	struct progress progress;
	int error;

	progressbar_begin(&run->bar);
	progress = progressbar_progress(&run->bar);
	error = jobs_make(&run->jobs, &run->campaign, &progress, fault);
	progressbar_end(&run->bar);
	return error;
}

static const char *time_text(double seconds, char text[32])
{
	if (seconds < LONG_S)
		snprintf(text, 32, "%.0f s", seconds);
	else
		snprintf(text, 32, "%.0f min", seconds / MINUTE_S);
	return text;
}

/* What is to be run, and for how long, by what ran before. */
static int tell_plan(const struct run *run, struct fault *fault)
{
	struct outcomes outcomes;
	int error = outcomes_find(&outcomes, run->directory, &run->jobs);
	char text[32];

	if (error) {
		outcomes_deinit(&outcomes, &run->jobs);
		return fault_no_memory(fault, "the jobs");
	}
	fprintf(stderr, "tea campaign: %zu jobs in '%s': %zu done, %zu to run", run->jobs.count, run->directory,
		outcomes.done, run->jobs.count - outcomes.done);
	if (outcomes.seconds_left > 0)
		fprintf(stderr, ", some %s of one processor", time_text(outcomes.seconds_left, text));
	if (outcomes.unknown)
		fprintf(stderr, "; how long %zu of them take is not known: none like them has run",
			outcomes.unknown);
	fputc('\n', stderr);
	outcomes_deinit(&outcomes, &run->jobs);
	return 0;
}

static void tell_failures(const struct run *run, const struct outcomes *outcomes)
{
	size_t told = 0;

	for (size_t i = 0; i < run->jobs.count && told < FAILURES_MOST; i++) {
		const struct outcome *outcome = &outcomes->items[i];

		if (outcome->done || !outcome->tried)
			continue;
		told++;
		fprintf(stderr, "tea campaign: %s failed: %s (logs/%s)\n", run->jobs.items[i].name,
			outcome->said && *outcome->said ? outcome->said : "it said nothing", run->jobs.items[i].key);
	}
	if (outcomes->failed > told)
		fprintf(stderr, "tea campaign: %zu more failed: the page has all\n", outcomes->failed - told);
}

/* -ECHILD where a job failed or was not run. */
static int tell_end(const struct run *run, const struct outcomes *outcomes, struct fault *fault)
{
	tell_failures(run, outcomes);
	if (outcomes->done == run->jobs.count) {
		fprintf(stderr, "tea campaign: all %zu jobs are done: '%s/index.html' shows them\n", outcomes->done,
			run->directory);
		return 0;
	}
	return fault_set(fault, -ECHILD, "%zu of %zu jobs are done, %zu failed, %zu were not run: '%s/index.html' "
			 "shows them, and the same command goes on", outcomes->done, run->jobs.count, outcomes->failed,
			 outcomes->open, run->directory);
}

static int finish(const struct run *run, struct fault *fault)
{
	struct outcomes outcomes;
	const struct campaignpage page = {
		.campaign = &run->campaign, .jobs = &run->jobs, .outcomes = &outcomes,
		.directory = run->directory,
	};
	int error = outcomes_find(&outcomes, run->directory, &run->jobs);

	error = error ? fault_no_memory(fault, "the results") : engine_link(&run->engine, &run->jobs, fault);
	if (!error)
		error = campaignpage_write(&page, fault);
	if (!error)
		error = tell_end(run, &outcomes, fault);
	outcomes_deinit(&outcomes, &run->jobs);
	return error;
}

static int run_all(struct run *run, struct fault *fault)
{
	int error = engine_open(&run->engine, fault), status;

	if (!error)
		error = make_jobs(run, fault);
	if (!error)
		error = tell_plan(run, fault);
	if (!error)
		error = engine_run(&run->engine, &run->jobs, fault);
	status = error ? error : finish(run, fault);
	engine_close(&run->engine);
	return status;
}

static int act(void *context, int count, char **operands, struct fault *fault)
{
	struct run *run = context;
	size_t number;
	int error = 0;

	if (!count)
		return fault_set(fault, -EINVAL, "no table: name one");
	if (run->engine.at_once)
		error = option_number("jobs", run->engine.at_once, &number, fault);
	if (!error)
		error = find_directories(run, operands[0], fault);
	if (!error)
		error = campaign_read(&run->campaign, operands[0], fault);
	if (error)
		return error;
	if (!run->dry)
		return run_all(run, fault);
	error = make_jobs(run, fault);
	return error ? error : tell_plan(run, fault);
}

static int campaign_run(int argc, char **argv)
{
	struct run run = { .engine = { .command = cmd_campaign.name, .log = stderr, .lock = -1 } };
	const struct option table[] = {
		{ "output", 'o', OPTION_TEXT, "DIR", "its directory (default: TABLE.campaign)", NULL, &run.output },
		{ "jobs", 'j', OPTION_TEXT, "N", "so many at a time (default: one a processor)", NULL,
		  &run.engine.at_once },
		{ "profile", 0, OPTION_TEXT, "PROFILE", "slurm, or another profile of Snakemake's: on a cluster", NULL,
		  &run.engine.profile },
		{ "dry-run", 'n', OPTION_FLAG, NULL, "tell how much there is to run, and run nothing", NULL,
		  &run.dry },
		{ 0 },
	};
	int status;

	status = command_main(&cmd_campaign, table, argc, argv, act, &run);
	jobs_deinit(&run.jobs);
	campaign_deinit(&run.campaign);
	return status;
}

const struct command cmd_campaign = {
	.name = "campaign",
	.operands = "TABLE",
	.operands_most = 1,
	.remedy = "name one table",
	.summary = "Run programs on many modelled cores, on this machine or a cluster.",
	.run = campaign_run,
};
