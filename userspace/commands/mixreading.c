// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mixreading.c - the second reading of a file, for executions; see mixreading.h
 */
#include "mixreading.h"

#include <string.h>

static int read_mix(struct mixreading *reading, struct selection *selection, struct fault *fault)
{
	const char *path = selection->recording.path;
	int error = selection_read(selection, path, &reading->recording, fault);

	if (error || !recording_has_counts(&reading->recording) || selection->recording.counts)
		return error;
	selection_close(selection, &reading->recording);
	selection->recording.counts = true;
	return selection_read(selection, path, &reading->recording, fault);
}

int mixreading_open(struct mixreading *reading, struct selection *selection, struct fault *fault)
{
	const struct recording_options options = selection->recording;
	struct recording_filter *filter = &selection->recording.filter;
	int error;

	selection->recording.mix = true;
	selection->recording.event = NULL;
	selection->recording.chains = selection->recording.sequence = selection->recording.slots = false;
	filter->states = filter->categories = filter->events = NULL;
	error = read_mix(reading, selection, fault);
	selection->recording = options;
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
	return recording_has_mix(cycles) && strcmp(cycles->path, "-");
}
