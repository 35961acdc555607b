// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mixevents.c - periods and modifiers for perf; see mixevents.h
 */
#include "mixevents.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include "unit.h"

#define BRANCHES_OFTENER	10
#define PARANOID		"/proc/sys/kernel/perf_event_paranoid"
#define PARANOID_KERNEL		1	/* the most at which anybody may sample the kernel */

static bool is_prime(uint64_t number)
{
	for (uint64_t i = 2; i <= number / i; i++)
		if (number % i == 0)
			return false;
	return number > 1;
}

/* The smallest one that is not below. */
static uint64_t prime_from(uint64_t number)
{
	while (!is_prime(number))
		number++;
	return number;
}

static bool may_see_kernel(void)
{
	FILE *file = fopen(PARANOID, "re");
	int level = PARANOID_KERNEL + 1;

	if (file) {
		if (fscanf(file, "%d", &level) != 1)
			level = PARANOID_KERNEL + 1;
		fclose(file);
	}
	return !geteuid() || level <= PARANOID_KERNEL;
}

char *mixevents_text(uint64_t period)
{
	uint64_t shorter = period / BRANCHES_OFTENER;
	uint64_t instructions = prime_from(period);
	uint64_t taken = prime_from(shorter > MIXEVENTS_LEAST ? shorter : MIXEVENTS_LEAST);
	const char *level = may_see_kernel() ? "" : "u";
	char *text;

	if (asprintf(&text, "tea/period=%" PRIu64 "/%s,tea/instructions,period=%" PRIu64 "/%s,"
		     "tea/taken,period=%" PRIu64 ",branch_type=any/%s", prime_from(instructions + 1),
		     level, instructions, level, taken, level) < 0)
		return NULL;
	return text;
}

int mixevents_check(struct fault *fault)
{
	if (unit_caps("branch_records"))
		return 0;
	return fault_set(fault, -ENODEV, "this TEA unit keeps no branch records, or its driver does not tell: "
			 "a mix wants 'perf record -e tea/instructions/', which has no more than samples of "
			 "instructions, or 'tea sim --observers instructions,taken'");
}
