// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * stack_count.c - perf stat of all counters of slots; see stack_count.h
 *
 * They are one group, so that all are of the same cycles.
 */
#include "stack_count.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "experiment/child.h"
#include "experiment/interrupts.h"
#include "perfdata/perfcounts.h"
#include "recording/slotevents.h"
#include "unit.h"

#define ARGUMENTS	9		/* of perf, in front of the program */

/* A unit may count some stages alone, or none; base is there of each that it counts. */
static int check_counters(struct fault *fault)
{
	static const char *const stages[] = {
#define TEA_X(index, id, name, text) [index] = name,
		TEA_STACKS(TEA_X)
#undef TEA_X
	};

	for (unsigned int stage = 0; stage < TEA_STACKS_COUNT; stage++)
		if (!unit_has_event(slotevents_names[CATEGORY_AT_STAGE(stage, TEA_COMPONENT_BASE)]))
			return fault_set(fault, -ENODEV, "the TEA unit of this machine (version %u) does not "
					 "count slots at %s: see its cycles at commit with 'tea record', or "
					 "run 'tea sim --observers stages,flops' on the model and give the "
					 "profile with -i", unit_caps("version"), stages[stage]);
	return unit_caps("width") ? 0 :
	       fault_set(fault, -ENODEV, "the driver does not tell the unit's width: load the tea_pmu "
			 "that came with this tea");
}

/*
 * "{tea/dispatch_base/,tea/dispatch_l1i/}"; components that the unit does not count are in others.
 */
static char *list_events(void)
{
	const char *separator = "{";
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	if (!file)
		return NULL;
	for (unsigned int i = 0; i < SLOTEVENTS_COUNT; i++) {
		if (!unit_has_event(slotevents_names[i]))
			continue;
		fprintf(file, "%s" SLOTEVENTS_PMU "/%s/", separator, slotevents_names[i]);
		separator = ",";
	}
	fputc('}', file);
	if (!fclose(file))
		return text;
	free(text);
	return NULL;
}

static int run_perf(char **arguments, struct fault *fault)
{
	pid_t pid;
	int status, signal;

	fflush(NULL);
	pid = interrupts_fork();
	if (pid < 0)
		return fault_set(fault, -errno, "cannot start perf: %s", strerror(errno));
	if (!pid) {
		execvp(arguments[0], arguments);
		fprintf(stderr, "tea stack: cannot run 'perf': %s\n", strerror(errno));
		_exit(127);
	}
	status = child_wait(pid, &signal);
	interrupts_forget();
	return status < 0 ? fault_set(fault, status, "lost perf: %s", strerror(-status)) : status;
}

int stack_count(const char *path, int count, char **program, struct recording_counted *counted,
		struct fault *fault)
{
	int status = unit_check_perf(fault);
	char *events = NULL, **arguments = NULL;

	if (!status)
		status = check_counters(fault);
	if (status)
		return status;
	*counted = (struct recording_counted){
		.width = unit_caps("width"), .flops = unit_caps("flops"),
		.vectors = unit_has_vectors(),
		.command = (const char *const *)program, .command_count = (size_t)count,
	};
	events = list_events();
	arguments = calloc(ARGUMENTS + (size_t)count + 1, sizeof(*arguments));
	if (events && arguments) {
		char *first[ARGUMENTS] = {
			"perf", "stat", "-x", PERFCOUNTS_SEPARATOR, "-o", (char *)path, "-e", events, "--",
		};

		memcpy(arguments, first, sizeof(first));
		memcpy(arguments + ARGUMENTS, program, (size_t)count * sizeof(*program));
		status = run_perf(arguments, fault);
	} else {
		status = fault_no_memory(fault, "perf's arguments");
	}
	free(arguments);
	free(events);
	return status;
}
