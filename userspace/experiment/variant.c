// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * variant.c - a core that differs from another; see variant.h
 */
#include "variant.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"

static int select_named(struct tea_params *params, const char *name, struct fault *fault)
{
	char all[256] = "";

	if (!tea_params_select(params, name))
		return 0;
	for (size_t i = 0; i < tea_cores_count; i++)
		snprintf(all + strlen(all), sizeof(all) - strlen(all), "%s%s", i ? ", " : "",
			 tea_cores[i].name);
	return fault_set(fault, -EINVAL, "unknown core '%s': give one of %s", name, all);
}

/* The knob whose name is most like @name, or NULL. */
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
	const struct tea_param_info *info = tea_param_infos;

	while (strcmp(info->name, name))
		info++;
	return fault_set(fault, -EINVAL, "knob '%s' cannot be '%s': give a number from %u to %u%s%s",
			 name, value, info->min, info->max, *info->unit ? " " : "", info->unit);
}

int variant_set(struct tea_params *params, const char *word, bool parts, struct fault *fault)
{
	const char *equals = strchr(word, '=');
	char name[64];
	int error;

	if (!equals || equals == word)
		return fault_set(fault, -EINVAL, "'%s' sets no knob: give KNOB=VALUE", word);
	snprintf(name, sizeof(name), "%.*s", (int)(equals - word), word);
	error = parts ? tea_params_set_parts(params, name, equals + 1) :
			tea_params_set(params, name, equals + 1);
	if (error == -ENOENT)
		return refuse_knob(name, fault);
	return error ? refuse_value(name, equals + 1, fault) : 0;
}

int variant_select(struct tea_params *params, const char *core, struct fault *fault)
{
	char *copy = strdup(core ? core : ""), *knobs = copy, *word;
	const char *name = copy ? strsep(&knobs, ":") : NULL, *why;
	int error;

	if (!copy)
		return fault_no_memory(fault, "the core");
	tea_params_init(params);
	error = core ? select_named(params, name, fault) : 0;
	while (!error && (word = strsep(&knobs, ",")))
		error = variant_set(params, word, false, fault);
	if (!error && tea_params_check(params, &why))
		error = fault_set(fault, -EINVAL, "'%s' is no core: %s", core, why);
	free(copy);
	return error;
}

int variant_spare(struct tea_variant *variant, const char *word)
{
	const char **grown = reallocarray(variant->spares, variant->spares_count + 1, sizeof(*grown));

	if (!grown)
		return -ENOMEM;
	variant->spares = grown;
	grown[variant->spares_count++] = word;
	return 0;
}

int variant_copy(struct tea_variant *variant, const struct tea_variant *from)
{
	int error = 0;

	*variant = (struct tea_variant){ .params = from->params };
	for (size_t i = 0; i < from->spares_count && !error; i++)
		error = variant_spare(variant, from->spares[i]);
	return error;
}

void variant_deinit(struct tea_variant *variant)
{
	free(variant->spares);
	variant->spares = NULL;
	variant->spares_count = 0;
}

bool variant_same_params(const struct tea_params *one, const struct tea_params *other)
{
	for (size_t i = 0; i < tea_param_infos_count; i++)
		if (tea_params_get(one, &tea_param_infos[i]) != tea_params_get(other, &tea_param_infos[i]))
			return false;
	return !memcmp(&one->parts, &other->parts, sizeof(one->parts));
}

bool variant_same(const struct tea_variant *one, const struct tea_variant *other)
{
	if (one->spares_count != other->spares_count)
		return false;
	for (size_t i = 0; i < one->spares_count; i++)
		if (strcmp(one->spares[i], other->spares[i]))
			return false;
	return variant_same_params(&one->params, &other->params);
}
