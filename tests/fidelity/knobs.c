// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * knobs.c - the value of every knob, a line each; or the TEA unit's storage
 *
 * knobs [--storage] [core=NAME] [KNOB=VALUE]...
 *
 * Storage: a line for each part: its unit, number of entries, bits of one, single bits,
 * bytes and name, separated by tabs.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "storage.h"
#include "tea_abi.h"

static int set(struct tea_params *params, const char *argument)
{
	const char *equals = strchr(argument, '=');
	char name[64];

	if (!equals || (size_t)(equals - argument) >= sizeof(name))
		return -1;
	snprintf(name, sizeof(name), "%.*s", (int)(equals - argument), argument);
	if (!strcmp(name, "core"))
		return tea_params_select(params, equals + 1);
	return tea_params_set(params, name, equals + 1);
}

static void put_storage(const struct tea_params *params)
{
	static const char *const units[] = {
		[TEA_STORAGE_TEA] = "TEA", [TEA_STORAGE_TIP] = "TIP",
		[TEA_STORAGE_COUNTERS] = "counters", [TEA_STORAGE_MEMORY] = "data",
	};
	struct tea_storage_part parts[TEA_STORAGE_PARTS];

	tea_storage_list(params, TEA_PSV_PAPER, parts);
	for (unsigned int i = 0; i < TEA_STORAGE_PARTS; i++)
		printf("%s\t%u\t%u\t%u\t%u\t%s\n",
		       units[parts[i].unit], parts[i].entries, parts[i].bits, parts[i].extra_bits,
		       parts[i].bytes, parts[i].name);
}

static void put_knobs(const struct tea_params *params)
{
	for (size_t i = 0; i < tea_param_infos_count; i++)
		printf("%s %u\n", tea_param_infos[i].name,
		       tea_params_get(params, &tea_param_infos[i]));
}

int main(int argc, char **argv)
{
	bool storage = argc > 1 && !strcmp(argv[1], "--storage");
	struct tea_params params;

	tea_params_init(&params);
	for (int i = 1 + storage; i < argc; i++) {
		if (set(&params, argv[i])) {
			fprintf(stderr, "knobs: cannot take '%s': give core=NAME first, then "
				"KNOB=VALUE\n", argv[i]);
			return 1;
		}
	}
	if (storage)
		put_storage(&params);
	else
		put_knobs(&params);
	return 0;
}
