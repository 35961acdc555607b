// SPDX-License-Identifier: GPL-2.0
/*
 * pmu_events.c - the named events, and top-down analysis, as JSON for perf
 *
 *	pmu_events >tools/perf/pmu-events/arch/riscv/tea/tea.json
 *
 * This program runs on the host. perf's build (jevents.py) reads its output, with the line 'TEA':
 * 'tea' in its table of units, and in arch/riscv/mapfile.csv a line for each core with a unit:
 * "MVENDORID-MARCHID-MIMPID,v1,tea,core". Names and numbers of events are those of events/ in
 * sysfs, which stays: a perf built without this file reads them there, but has no metrics. Metrics
 * are of slots, whatever the scale of events/.
 */
#include <stdio.h>
#include <stdlib.h>

#include "tea_names.h"

/* Scales are not printed: any widths will do. */
#define CAPS2	(TEA_CAPS2(0xf, 7, 3) | TEA_CAPS2_COUNTERS(4, 4, 64))

static const char *separator = "";

static u64 tea_config_of(const struct tea_request *request)
{
	u64 config = 0;

#define TEA_X(field, low, high) config |= (u64)request->field << (low);
	TEA_FIELDS(TEA_X)
#undef TEA_X
	return config;
}

/* dispatch_icache: icache; names of the draft have no stage. */
static const char *part_of(const struct tea_named *named)
{
	return named->unit && !strcmp(named->unit, "cycles") ? strchr(named->name, '_') + 1 :
							       named->name;
}

static void print_description(const struct tea_named *named)
{
	static const char *const countdowns[] = {
		[TEA_COUNTDOWN_CYCLES] = "Core cycles",
		[TEA_COUNTDOWN_INSTRUCTIONS] = "Instructions retired",
		[TEA_COUNTDOWN_TAKEN] = "Taken branches retired",
	};

	if (tea_request_counts(&named->request))
		printf("Slots of %s: %s", tea_stack_name((unsigned int)named->request.stack),
		       part_of(named));
	else
		printf("%s%s", countdowns[tea_request_countdown(&named->request)],
		       named->request.stage ? ", sampled at dispatch" : "");
}

static void print_event(const struct tea_named *named)
{
	printf("%s  {\n"
	       "    \"EventName\": \"%s\",\n"
	       "    \"ConfigCode\": \"%#llx\",\n"
	       "    \"BriefDescription\": \"",
	       separator, named->name, (unsigned long long)tea_config_of(&named->request));
	print_description(named);
	printf("\",\n"
	       "    \"Unit\": \"TEA\"\n"
	       "  }");
	separator = ",\n";
}

static void print_metric(const char *group, const char *name, const char *expression,
			 const char *scale)
{
	printf("%s  {\n"
	       "    \"MetricGroup\": \"%s\",\n"
	       "    \"MetricName\": \"%s\",\n"
	       "    \"MetricExpr\": \"%s\",\n"
	       "    \"BriefDescription\": \"%s\",\n"
	       "    \"ScaleUnit\": \"%s\",\n"
	       "    \"Unit\": \"TEA\"\n"
	       "  }",
	       separator, group, name, expression, expression, scale);
	separator = ",\n";
}

/* SLOTS: an event, or a sum of events in brackets. */
static void print_share(const char *group, const char *name, const char *slots)
{
	char expression[256];

	snprintf(expression, sizeof(expression), "%s / TOPDOWN.SLOTS", slots);
	print_metric(group, name, expression, "100%");
}

/*
 * Shares for the paper's components, in all three stages; the finer components are events only.
 */
static void print_stages(void)
{
	char name[sizeof("tea_") + TEA_NAME_MAX], group[TEA_NAME_MAX];
	unsigned int stack, cause;

	for (stack = 0; stack < TEA_STACKS_COUNT; stack++) {
		snprintf(group, sizeof(group), "tea_%s", tea_stack_name(stack));
		for (cause = 0; cause < TEA_CAUSES_COUNT; cause++) {
			snprintf(name, sizeof(name), "tea_%s_%s", tea_stack_name(stack),
				 tea_cause_name(cause));
			print_share(group, name, name + strlen("tea_"));
		}
	}
}

/*
 * The draft's metrics, as far as there are their events. Two differ: retiring is of the same
 * stack as the others, so that the first level sums to 1, where the draft has UOP.RET; and LL is
 * what the draft's example core has as L2 and L3.
 */
static void print_topdown(void)
{
#define BACKEND	"TOPDOWN.BACKEND_BOUND"
#define DATA	BACKEND ".MEMORY.DATA"
#define BOUND	BACKEND ".MEMORY_BOUND"
	static const char *const levels[][3] = {
		{ "TopdownL1", "TOPDOWN.RETIRING.RATE", "TOPDOWN.RETIRING.SLOTS" },
		{ "TopdownL1", "TOPDOWN.BAD_SPECULATION.RATE", "TOPDOWN.BAD_SPECULATION.SLOTS" },
		{ "TopdownL1", "TOPDOWN.FRONTEND_BOUND.RATE", "TOPDOWN.FRONTEND_BOUND.SLOTS" },
		{ "TopdownL1", BACKEND ".RATE", BACKEND ".SLOTS" },
		{ "TopdownL2", "TOPDOWN.BAD_SPECULATION.MISPRED.RATE",
		  "TOPDOWN.BAD_SPECULATION.MISPREDICT.SLOTS" },
		{ "TopdownL2", BACKEND ".CORE_BOUND.RATE", BACKEND ".CORE.SLOTS" },
		{ "TopdownL2", BOUND ".RATE", BACKEND ".MEMORY.SLOTS" },
		{ "TopdownL3", BACKEND ".CORE.SERIALIZING.RATE",
		  BACKEND ".CORE.SERIALIZING.SLOTS" },
		{ "TopdownL3", BOUND ".ADDR_BOUND.RATE", BACKEND ".MEMORY.ADDR.SLOTS" },
		{ "TopdownL3", BOUND ".DATA_BOUND.RATE", DATA ".SLOTS" },
		{ "TopdownL4", BOUND ".DATA_BOUND.L1_BOUND.RATE",
		  "(" DATA ".SLOTS - " DATA ".L1_MISS.SLOTS)" },
		{ "TopdownL4", BOUND ".DATA_BOUND.LL_BOUND.RATE",
		  "(" DATA ".L1_MISS.SLOTS - " DATA ".LL_MISS.SLOTS)" },
		{ "TopdownL4", BOUND ".DATA_BOUND.EXTERNAL_MEM_BOUND.RATE",
		  DATA ".LL_MISS.SLOTS" },
	};
	unsigned int i;

	for (i = 0; i < sizeof(levels) / sizeof(levels[0]); i++)
		print_share(levels[i][0], levels[i][1], levels[i][2]);
}

int main(void)
{
	static const struct tea_capabilities everything = {
		.components = { [0 ... TEA_STACKS_COUNT - 1] = TEA_COMPONENTS_MASK,
				[TEA_STACK_FLOPS] = (1ULL << TEA_FLOPS_COUNT) - 1 },
		.policies = 1 << TEA_POLICY_COMMIT | 1 << TEA_POLICY_DISPATCH,
		.countdowns = 1 << TEA_COUNTDOWN_CYCLES | 1 << TEA_COUNTDOWN_INSTRUCTIONS |
			      1 << TEA_COUNTDOWN_TAKEN,
	};
	static struct tea_names names;
	unsigned int i;

	tea_names_fill(&names, &everything, CAPS2);
	printf("[\n");
	for (i = 0; i < names.count; i++)
		print_event(&names.named[i]);
	print_topdown();
	print_metric("tea_core", "IPC", "INST.RET / CYCLES.HART", "1");
	print_stages();
	printf("\n]\n");
	return fflush(stdout) || ferror(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
