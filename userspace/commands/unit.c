// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * unit.c - the TEA unit in sysfs, and whether there is a perf; see unit.h
 */
#include "unit.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "recording/slotevents.h"

#define PMU	"/sys/bus/event_source/devices/" SLOTEVENTS_PMU

bool unit_exists(void)
{
	return !access(PMU, F_OK);
}

uint32_t unit_caps(const char *field)
{
	char path[PATH_MAX];
	uint32_t value;
	FILE *file;

	snprintf(path, sizeof(path), PMU "/caps/%s", field);
	file = fopen(path, "re");
	if (!file)
		return 0;
	if (fscanf(file, "%u", &value) != 1)
		value = 0;
	fclose(file);
	return value;
}

/* On RISC-V, where the units are, each extension of one letter has its bit. */
bool unit_has_vectors(void)
{
	return getauxval(AT_HWCAP) >> ('v' - 'a') & 1;
}

bool unit_has_event(const char *name)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), PMU "/events/%s", name);
	return !access(path, F_OK);
}

int unit_check_perf(struct fault *fault)
{
	const char *path = getenv("PATH");
	char *places = strdup(path ? path : "/usr/bin:/bin"), *rest = places, *place;
	bool found = false;

	while (places && !found && (place = strsep(&rest, ":"))) {
		char *file;

		if (asprintf(&file, "%s/perf", place[0] ? place : ".") < 0)
			break;
		found = !access(file, X_OK);
		free(file);
	}
	free(places);
	return found ? 0 : fault_set(fault, -ENOENT, "cannot find 'perf' on PATH: install it (Debian's "
				     "package is linux-perf)");
}

int unit_check(struct fault *fault)
{
	int error = unit_check_perf(fault);

	if (error || unit_exists())
		return error;
	return fault_set(fault, -ENODEV, "this machine has no TEA unit, or not its driver: '" PMU "' is "
			 "not there; load tea_pmu where there is a unit, or use 'tea sim' where there "
			 "is none");
}
