// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sim_cores.c - the cores that a program is simulated on; see sim_cores.h
 */
#include "sim_cores.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "coreknobs.h"

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

/* Cut the first word off @text, which ends at a comma; two of them mean one. */
static char *cut_word(char **text)
{
	char *word = *text, *from = word, *to = word;

	while (*from && (*from != ',' || from[1] == ',')) {
		from += *from == ',';
		*to++ = *from++;
	}
	*text = *from ? from + 1 : NULL;
	*to = '\0';
	return word;
}

/* Cut @text at its commas. */
static int split_words(struct wordlist *words, char *text, struct fault *fault)
{
	words->items = calloc(strlen(text) + 1, sizeof(*words->items));
	if (!words->items)
		return fault_set(fault, -ENOMEM, "out of memory for lanes");
	while (text) {
		char *word = cut_word(&text);
		int error = is_lanes_own(word) ? 0 : check_knob("lane", word, fault);

		if (error)
			return error;
		words->items[words->count++] = word;
	}
	return 0;
}

static int check_name(const struct sim_cores *cores, const char *name, struct fault *fault)
{
	if (!*name || name[strspn(name, NAME_BYTES)])
		return fault_set(fault, -EINVAL, "a lane cannot be named '%s': give NAME or "
				 "NAME:KNOB=VALUE,... with a name of letters, digits, '-', '+', "
				 "'_' and '.'", name);
	for (size_t i = 0; i < cores->count; i++) {
		if (!strcmp(cores->lanes[i].name, name))
			return fault_set(fault, -EINVAL, "two lanes are named '%s': give each a "
					 "name of its own", name);
	}
	return 0;
}

static int add_lane(struct sim_cores *cores, const char *text, struct fault *fault)
{
	struct sim_lane *lane = &cores->lanes[cores->count];
	char *knobs = strdup(text), *name = strsep(&knobs, ":");
	int error;

	if (!name)
		return fault_set(fault, -ENOMEM, "out of memory for lanes");
	error = check_name(cores, name, fault);
	lane->name = name;
	cores->count++;
	return error || !knobs ? error : split_words(&lane->words, knobs, fault);
}

/* The core of a lane, or with no @words that of all: what QEMU would refuse in words of its own. */
static int check_core(const struct sim_cores *cores, const struct wordlist *words,
		      struct fault *fault)
{
	const char *core = cores->core, *why;
	struct tea_params params;
	int error;

	for (size_t i = 0; i < words->count; i++)
		if (begins_with(words->items[i], CORE))
			core = words->items[i] + strlen(CORE);
	error = coreknobs_select(&params, core, fault);
	for (size_t i = 0; i < cores->knobs.count && !error; i++)
		error = coreknobs_set(&params, cores->knobs.items[i], cores->parts, fault);
	for (size_t i = 0; i < words->count && !error; i++)
		if (!is_lanes_own(words->items[i]))
			error = coreknobs_set(&params, words->items[i], cores->parts, fault);
	if (!error && tea_params_check(&params, &why))
		error = fault_set(fault, -EINVAL, "--set gives no core: %s", why);
	return error;
}

int sim_cores_parse(struct sim_cores *cores, struct fault *fault)
{
	static const struct wordlist none;
	int error = 0;

	for (size_t i = 0; i < cores->knobs.count && !error; i++)
		error = check_knob("set", cores->knobs.items[i], fault);
	cores->lanes = calloc(cores->texts.count + 1, sizeof(*cores->lanes));
	if (!cores->lanes)
		return fault_set(fault, -ENOMEM, "out of memory for lanes");
	for (size_t i = 0; i < cores->texts.count && !error; i++)
		error = add_lane(cores, cores->texts.items[i], fault);
	if (!error && !cores->count)
		error = check_core(cores, &none, fault);
	for (size_t i = 0; i < cores->count && !error; i++)
		error = check_core(cores, &cores->lanes[i].words, fault);
	return error;
}

void sim_cores_free(struct sim_cores *cores)
{
	for (size_t i = 0; i < cores->count; i++) {
		free(cores->lanes[i].name);
		free(cores->lanes[i].words.items);
	}
	free(cores->lanes);
	free(cores->knobs.items);
	free(cores->texts.items);
}

size_t sim_cores_count(const struct sim_cores *cores)
{
	return cores->count ? cores->count : 1;
}

char *sim_cores_path(const struct sim_cores *cores, const char *output, size_t number)
{
	char *path;

	if (!cores->count)
		return strdup(output);
	return asprintf(&path, "%s.%s", output, cores->lanes[number].name) < 0 ? NULL : path;
}

void sim_cores_escape(FILE *file, const char *text)
{
	for (; *text; text++) {
		if (*text == ',')
			fputc(',', file);
		fputc(*text, file);
	}
}

static void put_words(const struct wordlist *words, FILE *file)
{
	for (size_t i = 0; i < words->count; i++) {
		fputc(',', file);
		sim_cores_escape(file, words->items[i]);
	}
}

void sim_cores_put(const struct sim_cores *cores, FILE *file)
{
	if (cores->core) {
		fputs("," CORE, file);
		sim_cores_escape(file, cores->core);
	}
	put_words(&cores->knobs, file);
	for (size_t i = 0; i < cores->count; i++) {
		fprintf(file, ",lane=%s", cores->lanes[i].name);
		put_words(&cores->lanes[i].words, file);
	}
}

const char **sim_cores_words(const struct sim_cores *cores)
{
	static const struct wordlist none;
	const struct wordlist *own = cores->count ? &cores->lanes[0].words : &none;
	const char **words = calloc(cores->knobs.count + own->count + 3, sizeof(*words));
	size_t used = 1;
	char *core = NULL;

	if (!words || asprintf(&core, CORE "%s", cores->core ? cores->core : "") < 0) {
		free(words);
		return NULL;
	}
	words[used++] = core;
	for (size_t i = 0; i < cores->knobs.count; i++)
		words[used++] = cores->knobs.items[i];
	for (size_t i = 0; i < own->count; i++)
		words[used++] = own->items[i];
	return words;
}
