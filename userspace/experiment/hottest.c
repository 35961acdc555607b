// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * hottest.c - the hottest causes of a program; see hottest.h
 */
#include "hottest.h"

#include <errno.h>
#include <stdlib.h>

#include "analysis/causes/gains.h"

#define OBSERVERS	"golden"

static int read_causes(struct hottest *hottest, const struct experiment *experiment, size_t run, size_t most,
		       struct fault *fault)
{
	const struct recording_options options = { .of = { { MEASURE_GOLDEN } }, .symfs = "" };
	struct recording *recording = &hottest->recording;
	int error = experiment_open(experiment, &experiment->items[run], &options, recording, fault);

	if (error)
		return error;
	hottest->instructions = experiment->instructions;
	if (hotcauses_find(&hottest->causes, recording, recording->shown, most))
		error = fault_no_memory(fault, "the causes");
	else if (!hottest->causes.count)
		error = fault_set(fault, -ENODATA, "nothing to explain: no code of a file took any cycles");
	if (error)
		recording_close(recording);
	return error;
}

int hottest_find(struct hottest *hottest, struct experiment *experiment, const struct tea_params *base,
		 size_t most, int argc, char **program, struct fault *fault)
{
	const struct tea_variant variant = { .params = *base };
	size_t number;
	int status = experiment_want(experiment, "", &variant, OBSERVERS, &number, fault);

	if (!status)
		status = experiment_execute(experiment, argc, program, fault);
	if (status >= 0 && (!status || !experiment->items[number].failure))
		status = read_causes(hottest, experiment, number, most, fault);
	return status;
}

static int add_change(struct changes *changes, struct hottest *hottest,
		      const struct recording_cause *cause, struct fault *fault)
{
	struct recording *recording = &hottest->recording;
	struct symbols_location location;
	char *text;
	int error;

	symbols_locate(&recording->symbols, cause->object, cause->address, &location);
	text = gains_text(recording, cause->events, &location);
	if (!text)
		return fault_no_memory(fault, "the causes");
	error = changes_add(changes, text, recording->symbols.objects[cause->object].path, cause->address,
			    cause->events, fault);
	free(text);
	return error;
}

int hottest_change(struct hottest *hottest, struct changes *changes, struct fault *fault)
{
	int error = 0;

	for (size_t i = 0; i < hottest->causes.count && !error; i++)
		error = add_change(changes, hottest, &hottest->causes.items[i].at, fault);
	return error;
}

void hottest_deinit(struct hottest *hottest)
{
	if (hottest->causes.count)
		recording_close(&hottest->recording);
	hotcauses_deinit(&hottest->causes);
}
