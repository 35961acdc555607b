// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pushlabels.c - labels of a pushed recording; see pushlabels.h
 */
#include "pushlabels.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "output/term.h"

#define VALUE_BYTES	2048		/* that Pyroscope takes */
#define NAME_BYTES	1024
#define FIRST		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_"
#define DIGITS		"0123456789"

/* Those of samples, and the one that the application's name is. */
static const char *const taken[] = { "service_name", "signature", "comm", "pid", "tid" };

static struct pushlabel *find(struct pushlabels *labels, const char *name)
{
	for (size_t i = 0; i < labels->count; i++)
		if (!strcmp(labels->items[i].name, name))
			return &labels->items[i];
	return NULL;
}

static void label_deinit(struct pushlabel *label)
{
	free(label->name);
	free(label->value);
}

/* Another one there is gone. 0 or -ENOMEM. */
static int put(struct pushlabels *labels, const char *name, const char *value)
{
	struct pushlabel *label = find(labels, name);
	struct pushlabel made = { strdup(name), strdup(value) };

	if (!made.name || !made.value) {
		label_deinit(&made);
		return -ENOMEM;
	}
	if (label)
		label_deinit(label);
	else
		label = &labels->items[labels->count++];
	*label = made;
	return 0;
}

static void drop(struct pushlabels *labels, const char *name)
{
	struct pushlabel *label = find(labels, name);

	if (!label)
		return;
	label_deinit(label);
	*label = labels->items[--labels->count];
}

/* Of the character at @text, which a value can have; 0: it cannot. */
static size_t value_bytes(const char *text)
{
	return strchr(",}", *text) ? 0 : term_character_bytes(text);
}

static void mend_value(char *value)
{
	while (*value) {
		size_t bytes = value_bytes(value);

		if (!bytes)
			*value = '_';
		value += bytes ? bytes : 1;
	}
}

static int put_known(struct pushlabels *labels, const char *name, const char *value)
{
	char text[VALUE_BYTES];

	if (!value || !*value)
		return 0;
	strncpy(text, value, sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	mend_value(text);
	return put(labels, name, text);
}

/* A model's core by its name, a machine's by what its kernel calls it. */
static const char *core_name(const struct recording *recording)
{
	for (size_t i = 0; i < recording->settings_count; i++)
		if (!strcmp(recording->settings[i].name, "core"))
			return recording->settings[i].value;
	return recording->perfdata.info.cpu;
}

int pushlabels_describe(struct pushlabels *labels, const struct recording *recording,
			const char *version)
{
	const struct {
		const char *name, *value;
	} known[] = {
		{ "host", recording->host }, { "arch", recording->arch },
		{ "core", core_name(recording) }, { "event", recording->shown->event },
		{ "tea_version", version },
	};
	int error = 0;

	for (size_t i = 0; !error && i < sizeof(known) / sizeof(known[0]); i++)
		error = put_known(labels, known[i].name, known[i].value);
	return error;
}

static int check_label(const char *name, const char *value, struct fault *fault)
{
	size_t length = strlen(name);

	if (!length || length > NAME_BYTES || strspn(name, FIRST DIGITS) != length ||
	    strspn(name, DIGITS) || !strncmp(name, "__", 2))
		return fault_set(fault, -EINVAL,
				 "no label can have the name '%.64s': give letters, digits and "
				 "_, no digit first and not __",
				 name);
	for (size_t i = 0; i < sizeof(taken) / sizeof(taken[0]); i++)
		if (!strcmp(name, taken[i]))
			return fault_set(fault, -EINVAL,
					 "no label can have the name '%s': %s; give another one",
					 name, i ? "samples have one of it" : "--name is that");
	length = strlen(value);
	if (length > VALUE_BYTES)
		return fault_set(fault, -EINVAL, "the label '%.64s' has %zu bytes: give %d at most",
				 name, length, VALUE_BYTES);
	for (const char *at = value; *at; at += value_bytes(at))
		if (!value_bytes(at) || (*at == ' ' && (at == value || !at[1])))
			return fault_set(fault, -EINVAL,
					 "the label '%.64s' cannot be '%.64s': give printable "
					 "UTF-8 without ',' and '}', and without blanks at "
					 "its ends", name, value);
	return 0;
}

int pushlabels_set(struct pushlabels *labels, const char *text, struct fault *fault)
{
	const char *equals = strchr(text, '=');
	char *name = equals ? strndup(text, (size_t)(equals - text)) : NULL;
	int error;

	if (!equals)
		return fault_set(fault, -EINVAL, "--label cannot be '%.64s': give NAME=VALUE",
				 text);
	if (!name)
		return fault_no_memory(fault, "the labels");
	error = check_label(name, equals + 1, fault);
	if (!error && !equals[1])
		drop(labels, name);
	else if (!error && labels->count == PUSHLABELS_MOST && !find(labels, name))
		error = fault_set(fault, -E2BIG, "more than %d labels: leave out some",
				  PUSHLABELS_MOST);
	else if (!error && put(labels, name, equals + 1))
		error = fault_no_memory(fault, "the labels");
	free(name);
	return error;
}

void pushlabels_deinit(struct pushlabels *labels)
{
	while (labels->count)
		label_deinit(&labels->items[--labels->count]);
}

static bool is_of_name(char character)
{
	return character && strchr(FIRST DIGITS "./-", character);
}

int pushlabels_check_name(const char *name, struct fault *fault)
{
	const char *at = name;

	while (is_of_name(*at))
		at++;
	if (*at || at == name)
		return fault_set(fault, -EINVAL,
				 "--name cannot be '%.64s': give letters, digits and any of _./-",
				 name);
	return 0;
}

void pushlabels_mend_name(char *name)
{
	for (; *name; name++)
		if (!is_of_name(*name))
			*name = '_';
}
