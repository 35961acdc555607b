// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * slotevents.c - names of the counters of slots; see slotevents.h
 */
#include "slotevents.h"

#include <string.h>

const char *const slotevents_names[SLOTEVENTS_COUNT] = {
#define TEA_X(index, id, name, cause, text) \
	[CATEGORY_AT_STAGE(TEA_STACK_DISPATCH, index)] = "dispatch_" name, \
	[CATEGORY_AT_STAGE(TEA_STACK_ISSUE, index)] = "issue_" name, \
	[CATEGORY_AT_STAGE(TEA_STACK_COMMIT, index)] = "commit_" name,
	TEA_COMPONENTS(TEA_X)
#undef TEA_X
#define TEA_X(index, id, name, text) [SLOTEVENTS_FLOPS + (index)] = "flops_" name,
	TEA_FLOPS(TEA_X)
#undef TEA_X
};

_Static_assert(TEA_STACKS_COUNT == 3, "all stages have their names");

bool slotevents_parse(const char *event, unsigned int *number, const char **modifiers)
{
	static const char prefix[] = SLOTEVENTS_PMU "/";
	size_t length;

	if (strncmp(event, prefix, strlen(prefix)))
		return false;
	event += strlen(prefix);
	length = strcspn(event, "/");
	if (event[length] != '/')
		return false;
	for (unsigned int i = 0; i < SLOTEVENTS_COUNT; i++) {
		if (strlen(slotevents_names[i]) != length || memcmp(slotevents_names[i], event, length))
			continue;
		*number = i;
		*modifiers = event + length + 1;
		return true;
	}
	return false;
}
