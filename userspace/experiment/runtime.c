// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * runtime.c - how long a run takes; see runtime.h
 */
#include "runtime.h"

#include <sched.h>
#include <unistd.h>

#define FULL_CORE	0.9
#define FAST_TEAM	32		/* cores that pass an instruction together */
#define FAST_CORE	0.03
#define FAST_PASS	1.0

/* Those that this process may use, as the plugin counts them. */
static size_t count_processors(void)
{
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof(set), &set))
		return (size_t)sysconf(_SC_NPROCESSORS_ONLN);
	return (size_t)CPU_COUNT(&set);
}

static size_t count_teams(const struct runtime_lanes *lanes)
{
	return (lanes->count + FAST_TEAM - 1) / FAST_TEAM;
}

double runtime_work(const struct runtime_lanes *lanes)
{
	if (!lanes->count)
		return 1;
	if (lanes->fast)
		return FAST_PASS * (double)count_teams(lanes) + FAST_CORE * (double)lanes->count;
	return FULL_CORE * (double)lanes->count;
}

double runtime_of(const struct runtime_lanes *lanes)
{
	size_t at_once = lanes->fast ? count_teams(lanes) : lanes->count;
	size_t processors = count_processors();
	double work = runtime_work(lanes);

	if (at_once > processors)
		at_once = processors;
	return at_once > 1 ? work / (double)at_once : work;
}
