// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * coreknobs.c - cores and knobs as options name them; see coreknobs.h
 */
#include "coreknobs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"

int coreknobs_select(struct tea_params *params, const char *core, struct fault *fault)
{
	char all[256] = "";

	tea_params_init(params);
	if (!core || !tea_params_select(params, core))
		return 0;
	for (size_t i = 0; i < tea_cores_count; i++)
		snprintf(all + strlen(all), sizeof(all) - strlen(all), "%s%s", i ? ", " : "",
			 tea_cores[i].name);
	return fault_set(fault, -EINVAL, "unknown core '%s': give one of %s", core, all);
}

/* Of all knobs the one most like @name, or NULL. */
static const char *nearest_knob(const char *name)
{
	const char **names = calloc(tea_param_infos_count + 1, sizeof(*names)), *nearest = NULL;

	for (size_t i = 0; names && i < tea_param_infos_count; i++)
		names[i] = tea_param_infos[i].name;
	if (names)
		nearest = nearest_name(name, names);
	free(names);
	return nearest;
}

static int refuse_knob(const char *name, struct fault *fault)
{
	const char *nearest = nearest_knob(name);

	if (nearest)
		return fault_set(fault, -EINVAL, "unknown knob '%s': did you mean '%s'?", name,
				 nearest);
	return fault_set(fault, -EINVAL, "unknown knob '%s': 'tea list' has them", name);
}

static int refuse_value(const char *name, const char *value, struct fault *fault)
{
	const struct tea_param_info *info = coreknobs_find(name);

	return fault_set(fault, -EINVAL, "knob '%s' cannot be '%s': give a number from %u to %u%s%s",
			 name, value, info->min, info->max, *info->unit ? " " : "", info->unit);
}

const struct tea_param_info *coreknobs_find(const char *word)
{
	const size_t length = strcspn(word, "=");

	for (size_t i = 0; i < tea_param_infos_count; i++)
		if (strlen(tea_param_infos[i].name) == length &&
		    !memcmp(tea_param_infos[i].name, word, length))
			return &tea_param_infos[i];
	return NULL;
}

int coreknobs_set(struct tea_params *params, const char *word, bool parts, struct fault *fault)
{
	const char *equals = strchr(word, '=');
	char name[64];
	int error;

	if (!equals || equals == word)
		return fault_set(fault, -EINVAL, "--set cannot take '%s': give KNOB=VALUE", word);
	snprintf(name, sizeof(name), "%.*s", (int)(equals - word), word);
	error = parts ? tea_params_set_parts(params, name, equals + 1) :
			tea_params_set(params, name, equals + 1);
	if (error == -ENOENT)
		return refuse_knob(name, fault);
	return error ? refuse_value(name, equals + 1, fault) : 0;
}
