// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * advice.c - looking up advice; see advice.h, texts in advice.def
 */
#include "advice.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct advice advice_table[] = {
#define ADVICE(events, classes, states, title, meaning, remedy) \
	{ events, classes, states, title, meaning, remedy },
#include "advice.def"
#undef ADVICE
};

const size_t advice_count = sizeof(advice_table) / sizeof(advice_table[0]);

static const unsigned int classes[TEA_CLASSES_COUNT] = {
#define TEA_X(id, name, extension, queue, single, flags, result, latency, cause, component, flops, advice) \
	[TEA_CLASS_##id] = ADVICE_##advice,
	TEA_CLASSES(TEA_X)
#undef TEA_X
};

unsigned int advice_class_of(uint8_t class)
{
	return classes[class];
}

unsigned int advice_class(const struct flow *flow)
{
	return flow->length ? advice_class_of(flow->class) : 0;
}

static unsigned int largest_state(const uint64_t states[PICS_STATES])
{
	unsigned int largest = 0;

	for (unsigned int i = 1; i < PICS_STATES; i++)
		if (states[i] > states[largest])
			largest = i;
	return 1U << largest;
}

static bool fits(const struct advice *advice, uint16_t signature, unsigned int class,
		 unsigned int state)
{
	if (advice->events == SIGNATURE_UNKNOWN || signature == SIGNATURE_UNKNOWN)
		return advice->events == signature;
	return !(advice->events & ~signature) && advice->states & state &&
	       (class ? advice->classes & class : advice->classes == ADVICE_ANY);
}

const struct advice *advice_find(uint16_t signature, unsigned int class,
				 const uint64_t states[PICS_STATES])
{
	unsigned int state = largest_state(states);
	const struct advice *best = NULL;

	for (size_t i = 0; i < advice_count; i++) {
		const struct advice *advice = &advice_table[i];

		if (fits(advice, signature, class, state) &&
		    (!best || __builtin_popcount(advice->events) > __builtin_popcount(best->events)))
			best = advice;
	}
	return best;
}

const struct advice *advice_of_piece(const struct piece *piece, unsigned int class)
{
	uint64_t states[PICS_STATES + 1] = { 0 };

	states[piece->state] = 1;
	return advice_find(piece->category, class, states);
}

const char *advice_knob(const struct recording *recording, const char *name, size_t length)
{
	for (size_t i = 0; i < recording->settings_count; i++)
		if (strlen(recording->settings[i].name) == length &&
		    !strncmp(recording->settings[i].name, name, length))
			return recording->settings[i].value;
	return NULL;
}

unsigned long advice_knob_number(const struct recording *recording, const char *name)
{
	const char *text = advice_knob(recording, name, strlen(name));

	return text ? strtoul(text, NULL, 10) : 0;
}

/* Are all knobs up to the closing bracket known? */
static bool knows(const char *text, const struct recording *recording)
{
	for (; *text && *text != ']'; text++)
		if (*text == '{' && !advice_knob(recording, text + 1, strcspn(text + 1, "}")))
			return false;
	return true;
}

char *advice_text(const char *text, const struct recording *recording)
{
	char *result = NULL;
	size_t size;
	FILE *file = open_memstream(&result, &size);

	if (!file)
		return NULL;
	for (; *text; text++) {
		size_t length = strcspn(text, "}");

		if (*text == '[' && !knows(text, recording))
			text += strcspn(text, "]");
		else if (*text == '{')
			fputs(advice_knob(recording, text + 1, length - 1) ?: "?", file);
		else if (*text != '[' && *text != ']')
			fputc(*text, file);
		if (*text == '{')
			text += length;
	}
	fclose(file);
	return result;
}
