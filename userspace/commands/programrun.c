// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * programrun.c - tea record or tea sim, for a view; see programrun.h
 */
#include "programrun.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "aside.h"
#include "experiment/child.h"
#include "experiment/sim_cores.h"
#include "experiment/simulation.h"
#include "unit.h"

#define RECORD_WORDS	5		/* of tea record, in front of the program */

int programrun_check(const struct programrun *run, const char *file, struct fault *fault)
{
	const char *model = run->core ? "core" : run->knobs.count ? "set" :
			    run->sysroot ? "sysroot" : NULL;

	if (run->program.count && file)
		return fault_set(fault, -EINVAL, "'%s' and a program exclude each other: name a file, or "
				 "what to run", file);
	if (!model || (run->program.count && !unit_exists()))
		return 0;
	if (!run->program.count)
		return fault_set(fault, -EINVAL, "--%s is for a program that is run: name one behind '--'",
				 model);
	return fault_set(fault, -EINVAL, "--%s is for the model, and this machine has a TEA unit: leave it "
			 "out, or run 'tea sim' on a machine without", model);
}

int programrun_begin(struct programrun *run, const char *command, struct fault *fault)
{
	int error = scratch_create(&run->scratch, command, fault);

	if (error)
		run->scratch = (struct scratch){ 0 };
	run->command = command;
	return error;
}

bool programrun_left(const struct programrun *run)
{
	struct stat found;

	return !stat(run->scratch.path, &found) && found.st_size;
}

int programrun_simulate(struct programrun *run, const char *observers, struct fault *fault)
{
	struct sim_cores cores = { .core = run->core, .knobs = run->knobs };
	struct simulation simulation = {
		.command = run->command, .log = stderr, .profile = run->scratch.path,
		.observers = observers, .sysroot = run->sysroot,
		.elsewhere = run->apart, .output = STDERR_FILENO,
	};
	int status = sim_cores_parse(&cores, fault);

	simulation.cores = cores.items;
	simulation.count = cores.count;
	if (!status)
		status = simulation_run(&simulation, run->program.count, run->program.words, fault);
	cores.knobs = (struct wordlist){ 0 };	/* which are the run's */
	sim_cores_deinit(&cores);
	return status;
}

/* In the child: tea record, which becomes perf. Returns only where it could not. */
static void record(const struct programrun *run)
{
	size_t count = (size_t)run->program.count, used = 0;
	char **words = calloc(RECORD_WORDS + count + 1, sizeof(*words));

	if (!words)
		return;
	words[used++] = (char *)cmd_record.name;
	if (run->events)
		words[used++] = (char *)run->events;
	words[used++] = "-o";
	words[used++] = (char *)run->scratch.path;
	words[used++] = "--";
	memcpy(words + used, run->program.words, count * sizeof(*words));
	cmd_record.run((int)used + run->program.count, words);
}

static int record_program(const struct programrun *run, struct fault *fault)
{
	int kept = run->apart ? aside_begin(STDERR_FILENO) : -1, status, signal;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (!pid) {
		record(run);
		_exit(1);
	}
	aside_end(kept);
	status = pid < 0 ? -errno : child_wait(pid, &signal);
	return status < 0 ? fault_set(fault, status, "cannot run 'tea record': %s", strerror(-status)) :
			    status;
}

int programrun_select(struct programrun *run, struct selection *selection, const char *command,
		      const char *observers, int count, char *const *operands, struct fault *fault)
{
	const char *file = count ? operands[0] : selection->recording.path;
	int error = programrun_check(run, file, fault), status;

	if (!error && !run->program.count)
		error = selection_operand(selection, count, operands, fault);
	else if (!error)
		error = programrun_begin(run, command, fault);
	if (error || !run->program.count)
		return error ? error : 1;
	status = unit_exists() ? record_program(run, fault) : programrun_simulate(run, observers, fault);
	if (status < 0)
		return status;
	run->program.status = status;
	selection->recording.path = run->scratch.path;
	return programrun_left(run);
}

void programrun_opened(const struct programrun *run, struct recording *recording)
{
	if (!run->program.count)
		return;
	recording->path = run->program.words[0];
	unlink(run->scratch.path);
	rmdir(run->scratch.directory);
}

void programrun_deinit(struct programrun *run)
{
	if (run->scratch.directory)
		scratch_destroy(&run->scratch);
	run->scratch = (struct scratch){ 0 };
	free(run->knobs.items);
}
