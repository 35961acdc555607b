// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * knobs.c - knobs [core=NAME] [KNOB=VALUE]...: the value of every knob, a line each
 */
#include <stdio.h>
#include <string.h>

#include "params.h"

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

int main(int argc, char **argv)
{
	struct tea_params params;

	tea_params_init(&params);
	for (int i = 1; i < argc; i++) {
		if (set(&params, argv[i])) {
			fprintf(stderr, "knobs: cannot take '%s': give core=NAME first, then "
				"KNOB=VALUE\n", argv[i]);
			return 1;
		}
	}
	for (size_t i = 0; i < tea_param_infos_count; i++)
		printf("%s %u\n", tea_param_infos[i].name,
		       tea_params_get(&params, &tea_param_infos[i]));
	return 0;
}
