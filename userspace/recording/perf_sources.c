// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf_sources.c - the table of event sources, and who is in it; see perf_sources.h
 */
#include "perf_sources.h"

#include <string.h>

/* The field "stage" of TEA's config, which has a policy of the unit. */
#define TEA_AT(policy)	((uint64_t)TEA_POLICY_##policy << 8)

const struct perf_source perf_sources[] = {
	{ "tea", TEA_AT(COMMIT), TEA_STACK_COMMIT, "tea//", &category_signatures,
	  &perf_tea_handlers },
	{ "tea", TEA_AT(DISPATCH), TEA_STACK_DISPATCH, "tea/dispatch/", &category_signatures,
	  &perf_tea_handlers },
};

const size_t perf_sources_count = sizeof(perf_sources) / sizeof(perf_sources[0]);

const struct perf_source *perf_source_find(const char *pmu, uint64_t config)
{
	for (size_t i = 0; i < perf_sources_count; i++)
		if ((!pmu || !strcmp(pmu, perf_sources[i].pmu)) && config == perf_sources[i].config)
			return &perf_sources[i];
	return NULL;
}
