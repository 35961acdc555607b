// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mixreading.c - the second reading of a file, for executions; see mixreading.h
 */
#include "mixreading.h"

#include <string.h>

const struct measures_wanted mixreading_sampled = { { MEASURE_INSTRUCTIONS, MEASURE_COUNTS } };

int mixreading_open(struct mixreading *reading, struct selection *selection, struct fault *fault)
{
	const struct recording_options options = selection->recording;
	struct recording_filter *filter = &selection->recording.filter;
	const char *of = selection->of;
	int error;

	selection->of = NULL;
	selection->recording.of = (struct measures_wanted){ { MEASURE_COUNTS, MEASURE_INSTRUCTIONS } };
	selection->recording.event = NULL;
	selection->recording.chains = selection->recording.sequence = selection->recording.slots = false;
	filter->states = filter->categories = filter->events = NULL;
	error = selection_read(selection, options.path, &reading->recording, fault);
	selection->recording = options;
	selection->of = of;
	if (error)
		return error;
	error = estimate_init(&reading->estimate, &reading->recording, ESTIMATE_AUTO, fault);
	if (error)
		selection_close(selection, &reading->recording);
	return error;
}

void mixreading_close(struct mixreading *reading, struct selection *selection)
{
	estimate_deinit(&reading->estimate);
	selection_close(selection, &reading->recording);
}

bool mixreading_is_possible(const struct recording *cycles)
{
	return measures_mix(recording_measures(cycles)) && strcmp(cycles->path, "-");
}
