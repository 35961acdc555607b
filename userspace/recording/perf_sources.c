// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf_sources.c - the table of event sources; see perf_sources.h
 */
#include "perf_sources.h"

#include <linux/perf_event.h>
#include <string.h>

#include "waits.h"

/* The field "stage" of TEA's config, which has a policy of the unit. */
#define TEA_AT(policy)	((uint64_t)TEA_POLICY_##policy << 8)

const struct perf_source perf_sources[] = {
	{ "tea", TEA_AT(COMMIT), TEA_STACK_COMMIT, "tea//", &category_signatures,
	  &perf_tea_handlers },
	{ "tea", TEA_AT(DISPATCH), TEA_STACK_DISPATCH, "tea/dispatch/", &category_signatures,
	  &perf_tea_handlers },
	/* the same unit by the standard's door, where the device tree has both */
	{ "tea_pesa", TEA_AT(COMMIT), TEA_STACK_COMMIT, "tea_pesa//", &category_signatures,
	  &perf_tea_handlers },
	{ "software", PERF_COUNT_SW_CONTEXT_SWITCHES, TEA_STACK_COMMIT, "waits", &category_waits,
	  &perf_waits_handlers },
};

const size_t perf_sources_count = sizeof(perf_sources) / sizeof(perf_sources[0]);

const struct perf_source perf_mix_sources[] = {
	{ "tea", TEA_EVENT_INSTRUCTIONS, TEA_STACK_COMMIT, "tea/instructions/",
	  &category_executions, &perf_mix_handlers },
	{ "tea", TEA_EVENT_TAKEN, TEA_STACK_COMMIT, "tea/taken/", &category_executions,
	  &perf_mix_handlers },
};

const size_t perf_mix_sources_count = sizeof(perf_mix_sources) / sizeof(perf_mix_sources[0]);

static const struct perf_source *find(const struct perf_source *sources, size_t count,
				      const char *pmu, uint64_t config)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(pmu, sources[i].pmu) && config == sources[i].config)
			return &sources[i];
	return NULL;
}

const struct perf_source *perf_source_find(const char *pmu, uint64_t config)
{
	return find(perf_sources, perf_sources_count, pmu, config);
}

const struct perf_source *perf_mix_source_find(const char *pmu, uint64_t config)
{
	return find(perf_mix_sources, perf_mix_sources_count, pmu, config);
}
