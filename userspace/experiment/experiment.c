// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * experiment.c - the wanted cores, and their results; see experiment.h
 */
#include "experiment.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "interrupts.h"
#include "runtime.h"
#include "variant.h"

#define SECONDS_TOLD	5		/* longer runs are announced */
#define MANY		1000		/* one instruction in MANY may differ: output makes a few */
#define MISSING		"the run left no profile of it"

int experiment_begin(struct experiment *experiment, struct fault *fault)
{
	int error = scratch_create(&experiment->scratch, experiment->command, fault);

	if (error)
		experiment->scratch = (struct scratch){ 0 };
	if (!experiment->runner)
		experiment->runner = simulation_run;
	experiment->input = lseek(STDIN_FILENO, 0, SEEK_CUR);
	return error;
}

void experiment_end(struct experiment *experiment)
{
	for (size_t i = 0; i < experiment->count; i++) {
		variant_deinit(&experiment->items[i].variant);
		free(experiment->items[i].name);
		free(experiment->items[i].failure);
	}
	free(experiment->items);
	experiment->items = NULL;
	experiment->count = 0;
	if (experiment->scratch.directory)
		scratch_destroy(&experiment->scratch);
	experiment->scratch = (struct scratch){ 0 };
}

static bool is_unobserved(const struct experiment_run *run)
{
	return !strcmp(run->observers, TEA_PLAN_UNOBSERVED);
}

static int fail_run(struct experiment_run *run, const char *why, struct fault *fault)
{
	run->done = true;
	run->failure = strdup(why);
	return run->failure ? 0 : fault_no_memory(fault, "the lanes");
}

static int add_run(struct experiment *experiment, const char *name, const struct tea_variant *variant,
		   const char *observers, struct fault *fault)
{
	size_t count = experiment->count;
	struct experiment_run *run, *grown;
	const char *why;

	grown = reallocarray(experiment->items, count + 1, sizeof(*grown));
	if (!grown)
		return fault_no_memory(fault, "the lanes");
	experiment->items = grown;
	run = &grown[experiment->count++];
	*run = (struct experiment_run){ .observers = observers, .fast = experiment->fast };
	if (variant_copy(&run->variant, variant) ||
	    (name ? !(run->name = strdup(name)) : asprintf(&run->name, "%zu", count) < 0))
		return fault_no_memory(fault, "the lanes");
	return tea_params_check(&variant->params, &why) ? fail_run(run, why, fault) : 0;
}

/* Does the run answer a request for this variant and these observers, or can it still? */
static bool serves(struct experiment_run *run, bool fast, const struct tea_variant *variant,
		   const char *observers)
{
	if (run->fast != fast || !variant_same(&run->variant, variant))
		return false;
	if (is_unobserved(run) && !run->done)
		run->observers = observers;
	return !strcmp(run->observers, observers) || !strcmp(observers, TEA_PLAN_UNOBSERVED);
}

int experiment_want(struct experiment *experiment, const char *name,
		    const struct tea_variant *variant, const char *observers, size_t *number,
		    struct fault *fault)
{
	for (*number = 0; *number < experiment->count; ++*number)
		if (serves(&experiment->items[*number], experiment->fast, variant, observers))
			return 0;
	return add_run(experiment, name, variant, observers, fault);
}

const struct experiment_run *experiment_find(const struct experiment *experiment,
					     const struct tea_variant *variant)
{
	for (size_t i = 0; i < experiment->count; i++) {
		const struct experiment_run *run = &experiment->items[i];

		if (run->fast == experiment->fast && variant_same(&run->variant, variant))
			return run;
	}
	return NULL;
}

static bool is_pending(const struct experiment *experiment, const struct experiment_run *run)
{
	return !run->done && run->fast == experiment->fast;
}

struct tea_plan experiment_plan(const struct experiment *experiment, const char *profile)
{
	struct tea_plan plan = {
		.profile = profile, .cores = calloc(experiment->count + 1, sizeof(*plan.cores)),
	};

	for (size_t i = 0; i < experiment->count && plan.cores; i++) {
		const struct experiment_run *run = &experiment->items[i];

		if (is_pending(experiment, run))
			plan.cores[plan.count++] = (struct tea_plan_core){
				.name = *run->name ? run->name : NULL, .observers = run->observers,
				.variant = run->variant,
			};
	}
	return plan;
}

/* A file for discarded output, of the same kind, since the C library's output depends on it. */
static int open_nowhere(const struct experiment *experiment)
{
	struct stat out;

	if (!fstat(experiment->apart ? STDERR_FILENO : STDOUT_FILENO, &out) && S_ISCHR(out.st_mode))
		return open("/dev/null", O_WRONLY | O_CLOEXEC);
	return open(experiment->scratch.directory, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
}

/*
 * Announces the end of a run, from the time that the last one took. The status line counts down on
 * a terminal; elsewhere this line has the time.
 */
static void tell_length(const struct experiment *experiment, const struct runtime_lanes *cores)
{
	double seconds = experiment->pace_s * runtime_of(cores);
	time_t end = time(NULL) + (time_t)seconds;
	char clock[16] = "";
	struct tm local;

	if (seconds < SECONDS_TOLD)
		return;
	if (localtime_r(&end, &local))
		strftime(clock, sizeof(clock), "%T", &local);
	fprintf(experiment->log, "tea %s: run of %zu core%s, about %.0f %s, until %s\n",
		experiment->command, cores->count ? cores->count : 1, cores->count > 1 ? "s" : "",
		seconds < 100 ? seconds : seconds / 60, seconds < 100 ? "s" : "minutes", clock);
}

static double now_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Only the first execution keeps its output; the time of each predicts that of the next one. */
static int execute(struct experiment *experiment, struct simulation *simulation, int argc,
		   char **program, struct fault *fault)
{
	const struct runtime_lanes cores = {
		simulation->cores[0].name ? simulation->count : 0, experiment->fast,
	};
	const bool again = experiment->executions++;
	double begin_s;
	int status;

	tell_length(experiment, &cores);
	simulation->output = again ? open_nowhere(experiment) : STDERR_FILENO;
	simulation->elsewhere = again ? simulation->output >= 0 : experiment->apart;
	if (again && experiment->input >= 0)
		lseek(STDIN_FILENO, experiment->input, SEEK_SET);
	begin_s = now_s();
	status = experiment->runner(simulation, argc, program, fault);
	experiment->pace_s = (now_s() - begin_s) / runtime_of(&cores);
	if (again && simulation->output >= 0)
		close(simulation->output);
	return status;
}

/* Each execution has to do the same: then it has as many instructions, but for a few. */
static void check_instructions(struct experiment *experiment, uint64_t other)
{
	const uint64_t one = experiment->instructions;

	if (!one)
		experiment->instructions = experiment->expected = other;
	else if (!experiment->others && (other > one ? other - one : one - other) > one / MANY)
		experiment->others = other;
}

static void take_result(struct experiment *experiment, const struct tea_plan_result *result)
{
	for (size_t i = 0; i < experiment->count; i++) {
		struct experiment_run *run = &experiment->items[i];

		if (!is_pending(experiment, run) || strcmp(run->name, result->name))
			continue;
		run->cycles = result->cycles;
		run->deviations = result->deviations;
		run->done = true;
		check_instructions(experiment, result->instructions);
		return;
	}
}

static int read_results(struct experiment *experiment, const char *path, struct fault *fault)
{
	FILE *file = fopen(path, "re");
	struct tea_plan_result result;
	int error = 0;

	while (file && tea_plan_get_result(file, &result))
		take_result(experiment, &result);
	if (file)
		fclose(file);
	for (size_t i = 0; i < experiment->count && !error; i++)
		if (is_pending(experiment, &experiment->items[i]))
			error = fail_run(&experiment->items[i], MISSING, fault);
	return error;
}

/* All that is in @plan. */
static int measure(struct experiment *experiment, const struct tea_plan *plan, const char *cycles,
		   int argc, char **program, struct fault *fault)
{
	char expect[24];
	struct simulation simulation = {
		.command = experiment->command, .log = experiment->log, .profile = plan->profile,
		.cycles = cycles, .period = experiment->period, .sysroot = experiment->sysroot,
		.engine = experiment->fast ? "fast" : NULL, .region = experiment->region,
		.expect = experiment->expected ? expect : NULL,
		.cores = plan->cores, .count = plan->count,
	};
	int status, error;

	snprintf(expect, sizeof(expect), "%" PRIu64, experiment->expected);
	status = execute(experiment, &simulation, argc, program, fault);
	/* an execution that the user stopped differs from the first */
	if (status < 0 || (experiment->executions > 1 && interrupts_signal()))
		return status;
	error = read_results(experiment, cycles, fault);
	return error ? error : status;
}

int experiment_execute(struct experiment *experiment, int argc, char **program,
		       struct fault *fault)
{
	struct tea_plan plan = experiment_plan(experiment, experiment->scratch.path);
	char *cycles = NULL;
	int status;

	if (!plan.cores || asprintf(&cycles, "%s.cycles", experiment->scratch.path) < 0) {
		free(plan.cores);
		return fault_no_memory(fault, "the lanes");
	}
	status = plan.count ? measure(experiment, &plan, cycles, argc, program, fault) : 0;
	free(cycles);
	free(plan.cores);
	return status;
}

char *experiment_path(const struct experiment *experiment, const struct experiment_run *run)
{
	const char *base = experiment->profiles ? experiment->profiles : experiment->scratch.path;
	char *path;

	return asprintf(&path, "%s%s%s", base, *run->name ? "." : "",
			run->name) < 0 ? NULL : path;
}

int experiment_open(const struct experiment *experiment, const struct experiment_run *run,
		    const struct recording_options *options, struct recording *recording,
		    struct fault *fault)
{
	struct recording_options own = *options;
	char *path = experiment_path(experiment, run);
	int error;

	if (!path)
		return fault_no_memory(fault, "the lanes");
	error = access(path, R_OK) ? fault_set(fault, -errno, MISSING) : 0;
	own.path = path;
	if (!error)
		error = recording_open(recording, &own, fault);
	if (!error)
		recording->path = NULL;
	free(path);
	return error;
}
