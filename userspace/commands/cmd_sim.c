// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cmd_sim.c - tea sim: run a RISC-V program under user-mode QEMU with the timing model
 *
 * The run is simulation.h's; its exit status is the program's.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "experiment/hottest.h"
#include "experiment/sim_cores.h"
#include "experiment/sim_profiles.h"
#include "experiment/simulation.h"
#include "experiment/gainsprofile.h"
#include "options.h"
#include "output/term.h"

struct sim {
	struct simulation simulation;
	struct sim_cores cores;
	struct sim_region region;
	const char *explain;
};

/* Has a core before @number the same value, and not its name's own? */
static bool is_told(const struct sim_cores *cores, size_t number, const struct tea_param_info *info)
{
	const struct tea_params *params = &cores->items[number].variant.params;

	for (size_t i = 0; i < number; i++)
		if (tea_params_get(&cores->items[i].variant.params, info) == tea_params_get(params, info))
			return true;
	return false;
}

/* Knobs that are given, and change nothing. */
static void tell_left_out(const struct sim_cores *cores, size_t number)
{
	const struct tea_params *params = &cores->items[number].variant.params;
	struct tea_params named;

	tea_params_select(&named, params->core);
	for (size_t i = 0; i < tea_param_infos_count; i++) {
		const struct tea_param_info *info = &tea_param_infos[i];

		if (info->fast == TEA_FAST_LEFT_OUT &&
		    tea_params_get(params, info) != tea_params_get(&named, info) &&
		    !is_told(cores, number, info))
			fprintf(stderr, "tea sim: the fast engine leaves out %s: '%s=%u' changes "
				"nothing\n", info->name, info->name, tea_params_get(params, info));
	}
}

/* @list: of observers, with ',' or '+' between; or NULL. */
static int check_observers(const char *list, struct fault *fault)
{
	static const char *const estimated[] = { "golden", "stages", "executions" };

	for (size_t length; list && *list; list += length + !!list[length]) {
		bool found = false;

		length = strcspn(list, ",+");
		for (size_t i = 0; i < sizeof(estimated) / sizeof(estimated[0]); i++)
			found |= strlen(estimated[i]) == length && !strncmp(list, estimated[i], length);
		if (!found)
			return fault_set(fault, -EINVAL, "--sampled makes estimates of cycles and stages, and "
					 "counts of executions: leave '%.*s' out of --observers",
					 (int)length, list);
	}
	return 0;
}

/* What watches the lanes of a run that is modelled in windows. */
static int check_estimated(const struct sim *sim, struct fault *fault)
{
	int error = check_observers(sim->simulation.observers, fault);

	for (size_t i = 0; !error && i < sim->cores.count; i++)
		error = check_observers(sim->cores.items[i].observers, fault);
	return error;
}

/* What goes on where another run was stopped, or has windows by those of another. */
static int check_earlier(const struct sim *sim, const char *option, struct fault *fault)
{
	if (!sim->region.sampled)
		return fault_set(fault, -EINVAL, "--%s is of --sampled: give it, too, or leave it out", option);
	if (sim->cores.texts.count)
		return fault_set(fault, -EINVAL, "--%s is of one core: leave out --lane", option);
	return 0;
}

static int check_resumed(const struct sim *sim, struct fault *fault)
{
	const char *observers = sim->simulation.observers;
	int error = check_earlier(sim, "resume", fault);

	if (error)
		return error;
	if (sim->simulation.refine)
		return fault_set(fault, -EINVAL, "--resume goes on with the windows of its run: leave out --refine");
	if (observers && strstr(observers, "stages"))
		return fault_set(fault, -EINVAL, "--resume goes on with cycles alone: leave 'stages' out of "
				 "--observers");
	return 0;
}

static int simulate(struct sim *sim, int argc, char **program, struct fault *fault)
{
	struct simulation *simulation = &sim->simulation;
	int error;

	sim->cores.parts = simulation->engine && !strcmp(simulation->engine, "fast");
	error = sim_cores_parse(&sim->cores, fault);
	if (error)
		return error;
	for (size_t i = 0; i < sim->cores.count && sim->cores.parts; i++)
		tell_left_out(&sim->cores, i);
	if (sim->cores.parts && (sim->region.warm || sim->region.sampled))
		return fault_set(fault, -EINVAL, "the fast engine is for all of a run, from its cold begin: leave "
				 "out --engine fast, or --warm and --sampled");
	error = sim->region.sampled ? check_estimated(sim, fault) : 0;
	if (error)
		return error;
	error = simulation->resume ? check_resumed(sim, fault) : 0;
	if (!error && simulation->refine)
		error = check_earlier(sim, "refine", fault);
	if (error)
		return error;
	simulation->region = &sim->region;
	simulation->cores = sim->cores.items;
	simulation->count = sim->cores.count;
	return simulation_run(simulation, argc, program, fault);
}

/* Two runs instead of one. */
static int explain(const struct sim *sim, int argc, char **program, struct fault *fault)
{
	const struct simulation *simulation = &sim->simulation;
	struct gainsprofile gains = {
		.command = cmd_sim.name, .log = stderr, .output = simulation->profile,
		.period = simulation->period, .observers = simulation->observers,
		.sysroot = simulation->sysroot, .core = sim->cores.core, .knobs = &sim->cores.knobs,
		.region = &sim->region,
	};
	int error = option_number("explain", sim->explain, &gains.most, fault);

	if (!error && gains.most > HOTTEST_MOST)
		error = fault_set(fault, -EINVAL, "--explain cannot be '%s': give a number from 1 to %d",
				  sim->explain, HOTTEST_MOST);
	if (!error && sim->cores.texts.count)
		error = fault_set(fault, -EINVAL, "--explain makes lanes of its own: leave out --lane");
	if (!error && simulation->engine)
		error = fault_set(fault, -EINVAL, "--explain takes the full engine: leave out --engine");
	if (!error && (simulation->resume || simulation->refine))
		error = fault_set(fault, -EINVAL, "--explain begins runs of its own: leave out --%s",
				  simulation->resume ? "resume" : "refine");
	if (!error && sim->region.sampled)
		error = fault_set(fault, -EINVAL, "--explain has no margins: leave out --sampled, or measure "
				  "places with 'tea whatif --sampled --hottest'");
	if (!error)
		error = sim_profiles_try(simulation->profile, fault);
	return error ? error : gainsprofile_run(&gains, argc, program, fault);
}

static int sim_run(int argc, char **argv)
{
	struct sim sim = {
		.simulation = { .command = cmd_sim.name, .log = stderr, .profile = "tea.profile" },
	};
	const struct option table[] = {
		{ "output", 'o', OPTION_TEXT, "FILE", "profile to write (default: tea.profile)", NULL,
		  &sim.simulation.profile },
		OPTION_CORE(&sim.cores.core),
		OPTION_KNOBS(&sim.cores.knobs),
		{ "lane", 0, OPTION_LIST, "LANE", "NAME[:KNOBS], one of several cores at once", NULL,
		  &sim.cores.texts },
		{ "explain", 0, OPTION_TEXT, "N", "measure the gain of each of the N hottest causes", NULL,
		  &sim.explain },
		{ "period", 0, OPTION_TEXT, "CYCLES", "between samples (default: " SIMULATION_PERIOD ")",
		  NULL, &sim.simulation.period },
		{ "observers", 0, OPTION_TEXT, "LIST", "what watches (default: golden,tea,stages)", NULL,
		  &sim.simulation.observers },
		{ "engine", 0, OPTION_TEXT, "NAME", "full (default), or fast: the abstract model, for many cores",
		  NULL, &sim.simulation.engine },
		{ "expect", 0, OPTION_TEXT, "N", "instructions there will be, to tell the time left", NULL,
		  &sim.simulation.expect },
		{ "from", 0, OPTION_TEXT, "PLACE", "begin where this function is first reached", NULL,
		  &sim.region.from },
		{ "skip", 0, OPTION_TEXT, "N", "... and N instructions later", NULL, &sim.region.skip },
		{ "limit", 0, OPTION_TEXT, "N", "end the program N instructions behind that", NULL,
		  &sim.region.limit },
		{ "to", 0, OPTION_TEXT, "PLACE", "... or where this function is reached", NULL,
		  &sim.region.to },
		{ "warm", 0, OPTION_TEXT, "N", "N instructions before it, or 'all', warm caches and predictor",
		  NULL, &sim.region.warm },
		OPTIONS_SAMPLED(sim.region),
		{ "resume", 0, OPTION_TEXT, "FILE", "... behind those of FILE, of a run that was stopped", NULL,
		  &sim.simulation.resume },
		{ "refine", 0, OPTION_TEXT, "FILE", "... more of them where those of FILE, of a run before, deviate",
		  NULL, &sim.simulation.refine },
		OPTION_SYSROOT(&sim.simulation.sysroot),
		{ 0 },
	};
	struct fault fault;
	int first = options_parse(&cmd_sim, table, argc, argv, true, &fault);
	int status = first;

	if (first == 0) {
		options_help(&cmd_sim, table);
		return 0;
	}
	if (first == argc)
		status = fault_set(&fault, -EINVAL, "no program to run: name one behind '--'");
	if (status >= 0)
		status = sim.explain ? explain(&sim, argc - first, argv + first, &fault) :
			 simulate(&sim, argc - first, argv + first, &fault);
	sim_cores_deinit(&sim.cores);
	if (status < 0)
		term_complain(cmd_sim.name, fault.text);
	return status < 0 ? 1 : status;
}

const struct command cmd_sim = {
	.name = "sim",
	.operands = "-- PROGRAM [ARGUMENT]...",
	.summary = "Run a RISC-V program on the modelled core and write its profile.",
	.run = sim_run,
};
