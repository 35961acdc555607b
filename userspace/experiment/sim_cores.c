// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sim_cores.c - the cores that a program is simulated on; see sim_cores.h
 */
#include "sim_cores.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "variant.h"

#define CORE		"core="
#define OBSERVERS	"observers="
#define NAME_BYTES	"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-+_."

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bool begins_with(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

/* The plugin has options of its own beside the knobs. */
static bool is_reserved(const char *knob)
{
	static const char *const reserved[] = {
		"profile=", "period=", CORE, OBSERVERS, "follow=", "lane=", "fix=", "free=", "words=",
	};

	for (size_t i = 0; i < COUNT(reserved); i++)
		if (begins_with(knob, reserved[i]))
			return true;
	return false;
}

static int check_knob(const char *option, const char *knob, struct fault *fault)
{
	const char *equals = strchr(knob, '=');

	if (!equals || equals == knob || !equals[1])
		return fault_set(fault, -EINVAL, "--%s cannot take '%s': give KNOB=VALUE", option,
				 knob);
	if (is_reserved(knob))
		return fault_set(fault, -EINVAL, "'%.*s' is not a knob: use --output, --period, "
				 "--core, --observers or --lane", (int)(equals - knob), knob);
	return 0;
}

/* In a lane these stand among the knobs. */
static bool is_lanes_own(const char *word)
{
	static const char *const own[] = { CORE, OBSERVERS, "fix=", "free=" };

	for (size_t i = 0; i < COUNT(own); i++)
		if (begins_with(word, own[i]) && word[strlen(own[i])])
			return true;
	return false;
}

static int check_name(const struct sim_cores *cores, const char *name, struct fault *fault)
{
	if (!*name || name[strspn(name, NAME_BYTES)])
		return fault_set(fault, -EINVAL, "a lane cannot be named '%s': give NAME or "
				 "NAME:KNOB=VALUE,... with a name of letters, digits, '-', '+', "
				 "'_' and '.'", name);
	for (size_t i = 0; i < cores->count; i++) {
		if (!strcmp(cores->items[i].name, name))
			return fault_set(fault, -EINVAL, "two lanes are named '%s': give each a "
					 "name of its own", name);
	}
	return 0;
}

/* Cut @text at its commas into words of a lane. */
static int split_words(struct wordlist *words, char *text, struct fault *fault)
{
	int error = 0;

	words->items = calloc(strlen(text) + 1, sizeof(*words->items));
	if (!words->items)
		return fault_no_memory(fault, "lanes");
	while (text && !error) {
		char *word = tea_plan_cut(&text);

		error = is_lanes_own(word) ? 0 : check_knob("lane", word, fault);
		words->items[words->count++] = word;
	}
	return error;
}

/* Sets a lane's own words that are no knobs. */
static int set_own(struct tea_plan_core *core, const char *word, struct fault *fault)
{
	if (begins_with(word, OBSERVERS))
		core->observers = word + strlen(OBSERVERS);
	else if (!begins_with(word, CORE) && variant_spare(&core->variant, word))
		return fault_no_memory(fault, "lanes");
	return 0;
}

/* Sets the common options, then @words of its own; errors that QEMU would report are found here. */
static int fill_core(const struct sim_cores *cores, struct tea_plan_core *core,
		     const struct wordlist *words, struct fault *fault)
{
	struct tea_params *params = &core->variant.params;
	const char *name = cores->core, *why;
	int error;

	for (size_t i = 0; i < words->count; i++)
		if (begins_with(words->items[i], CORE))
			name = words->items[i] + strlen(CORE);
	error = variant_select(params, name, fault);
	for (size_t i = 0; i < cores->knobs.count && !error; i++)
		error = variant_set(params, cores->knobs.items[i], cores->parts, fault);
	for (size_t i = 0; i < words->count && !error; i++)
		error = is_lanes_own(words->items[i]) ? set_own(core, words->items[i], fault) :
			variant_set(params, words->items[i], cores->parts, fault);
	if (!error && tea_params_check(params, &why))
		error = fault_set(fault, -EINVAL, "--set gives no core: %s", why);
	return error;
}

static int add_lane(struct sim_cores *cores, const char *text, struct fault *fault)
{
	struct tea_plan_core *core = &cores->items[cores->count];
	char *knobs = strdup(text), *name = strsep(&knobs, ":");
	struct wordlist words = { 0 };
	int error;

	if (!name)
		return fault_no_memory(fault, "lanes");
	error = check_name(cores, name, fault);
	core->name = cores->owned[cores->count++] = name;
	if (!error && knobs)
		error = split_words(&words, knobs, fault);
	if (!error)
		error = fill_core(cores, core, &words, fault);
	free(words.items);
	return error;
}

int sim_cores_parse(struct sim_cores *cores, struct fault *fault)
{
	static const struct wordlist none;
	int error = 0;

	for (size_t i = 0; i < cores->knobs.count && !error; i++)
		error = check_knob("set", cores->knobs.items[i], fault);
	cores->items = calloc(cores->texts.count + 1, sizeof(*cores->items));
	cores->owned = calloc(cores->texts.count + 1, sizeof(*cores->owned));
	if (!cores->items || !cores->owned)
		return fault_no_memory(fault, "lanes");
	for (size_t i = 0; i < cores->texts.count && !error; i++)
		error = add_lane(cores, cores->texts.items[i], fault);
	if (!error && !cores->count)
		error = fill_core(cores, &cores->items[cores->count++], &none, fault);
	return error;
}

void sim_cores_deinit(struct sim_cores *cores)
{
	for (size_t i = 0; i < cores->count; i++) {
		free(cores->owned[i]);
		variant_deinit(&cores->items[i].variant);
	}
	free(cores->owned);
	free(cores->items);
	free(cores->knobs.items);
	free(cores->texts.items);
}
