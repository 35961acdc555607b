// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sim_call.c - tea sim, run by another command; see sim_call.h
 */
#include "sim_call.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int sim_call(const char *command, const struct wordlist *options, int argc, char **program,
	     struct fault *fault)
{
	size_t count = options->count + 2;
	char **arguments = calloc(count + (size_t)argc + 1, sizeof(*arguments));
	int status;

	if (!arguments)
		return fault_set(fault, -ENOMEM, "out of memory for its arguments");
	arguments[0] = (char *)command;
	memcpy(arguments + 1, options->items, options->count * sizeof(*arguments));
	arguments[count - 1] = "--";
	memcpy(arguments + count, program, (size_t)argc * sizeof(*program));
	status = cmd_sim.run((int)count + argc, arguments);
	free(arguments);
	return status;
}

int sim_call_open(const char *path, struct recording_options *options, struct recording *recording,
		  struct fault *fault)
{
	int error = access(path, R_OK) ? -errno : 0;

	if (error)
		return fault_set(fault, error, "the run left no profile of it");
	options->path = path;
	error = recording_open(recording, options, fault);
	if (!error)
		recording->path = NULL;
	return error;
}
