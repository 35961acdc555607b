// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sensitivity_lanes.c - the cores that tea sensitivity measures; see sensitivity_lanes.h
 */
#include "sensitivity_lanes.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "experiment/interrupts.h"

#define OBSERVER_CODE	"golden"
#define MANY		1000		/* one of so many may differ: what output goes to makes a few */
#define OBSERVER	"tea"		/* what costs least: only the cycles are asked for */

static int out_of_memory(struct fault *fault)
{
	return fault_set(fault, -ENOMEM, "out of memory for the lanes");
}

int sensitivity_lanes_init(struct sensitivity_lanes *lanes, const struct weighing *weighing,
			   const char *command, bool code, struct fault *fault)
{
	int error = sim_lanes_init(&lanes->sim, command, fault);

	lanes->weighing = weighing;
	return error ? error : sensitivity_lanes_want(lanes, 0, TEA_WEIGHT_ONE, code, fault);
}

void sensitivity_lanes_deinit(struct sensitivity_lanes *lanes)
{
	for (size_t i = 0; i < lanes->count; i++) {
		free(lanes->items[i].text);
		free(lanes->items[i].failure);
	}
	free(lanes->items);
	sim_lanes_deinit(&lanes->sim);
}

const struct sensitivity_lane *sensitivity_lanes_find(const struct sensitivity_lanes *lanes,
						      uint64_t members, uint32_t weight)
{
	for (size_t i = 0; i < lanes->count; i++)
		if (lanes->items[i].members == members &&
		    (!members || lanes->items[i].weight == weight))
			return &lanes->items[i];
	return NULL;
}

static int fill(const struct weighing *weighing, struct sensitivity_lane *lane, size_t number,
		struct fault *fault)
{
	struct tea_params params;
	const char *why;

	weighing_apply(weighing, lane->members, lane->weight, &params);
	if (tea_params_check(&params, &why)) {
		lane->failure = strdup(why);
		return lane->failure ? 0 : out_of_memory(fault);
	}
	lane->text = weighing_lane(weighing, lane->members, lane->weight, number,
				   lane->code ? OBSERVER_CODE : OBSERVER);
	return lane->text ? 0 : out_of_memory(fault);
}

int sensitivity_lanes_want(struct sensitivity_lanes *lanes, uint64_t members, uint32_t weight,
			   bool code, struct fault *fault)
{
	struct sensitivity_lane *grown = lanes->items;

	if (sensitivity_lanes_find(lanes, members, weight))
		return 0;
	if (lanes->count == lanes->room) {
		lanes->room = lanes->room ? 2 * lanes->room : 128;
		grown = reallocarray(lanes->items, lanes->room, sizeof(*grown));
		if (!grown)
			return out_of_memory(fault);
		lanes->items = grown;
	}
	grown[lanes->count] = (struct sensitivity_lane){
		.members = members, .weight = weight, .code = code,
	};
	lanes->count++;
	return fill(lanes->weighing, &grown[lanes->count - 1], lanes->count - 1, fault);
}

int sensitivity_lanes_open(const struct sensitivity_lanes *lanes, const struct sensitivity_lane *lane,
			   struct recording *recording, struct fault *fault)
{
	return sim_lanes_open(&lanes->sim, lane->text, lane->code, recording, fault);
}

/* Each time the program has to do the same: then it executes as many instructions, as good as. */
static void check_instructions(struct sensitivity_lanes *lanes, const struct recording *recording)
{
	uint64_t one = lanes->instructions, other = recording->run_instructions;

	if (!one)
		lanes->instructions = other;
	else if (!lanes->others && (other > one ? other - one : one - other) > one / MANY)
		lanes->others = other;
}

static int read_lane(struct sensitivity_lanes *lanes, struct sensitivity_lane *lane,
		     struct fault *fault)
{
	struct recording recording;
	struct fault why;

	if (!lane->text)
		return 0;
	if (sensitivity_lanes_open(lanes, lane, &recording, &why)) {
		lane->failure = strdup(why.text);
		return lane->failure ? 0 : out_of_memory(fault);
	}
	lane->cycles = recording.run_cycles;
	check_instructions(lanes, &recording);
	lanes->sim.instructions = lanes->instructions;
	recording_close(&recording);
	return 0;
}

int sensitivity_lanes_run(struct sensitivity_lanes *lanes, int argc, char **program,
			  struct fault *fault)
{
	char **texts = calloc(lanes->count + 1, sizeof(*texts));
	size_t count = 0;
	int status, error = 0;

	if (!texts)
		return out_of_memory(fault);
	for (size_t i = lanes->measured; i < lanes->count; i++)
		if (lanes->items[i].text)
			texts[count++] = lanes->items[i].text;
	status = count ? sim_lanes_run(&lanes->sim, texts, count, argc, program, fault) : 0;
	free(texts);
	/* what the user stopped is another run than the first */
	if (lanes->sim.runs > 1 && interrupts_signal())
		return status;
	for (size_t i = lanes->measured; i < lanes->count && status >= 0 && !error; i++)
		error = read_lane(lanes, &lanes->items[i], fault);
	lanes->measured = lanes->count;
	return error ? error : status;
}
