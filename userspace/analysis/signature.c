// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * signature.c - reading names of events and states; see signature.h
 */
#include "signature.h"

#include <string.h>

static const char *const events[TEA_EVENTS_COUNT] = {
#define TEA_X(bit, id, name, sysfs, text) [bit] = name,
	TEA_EVENTS(TEA_X)
#undef TEA_X
};

static const char *const states[PICS_STATES] = {
#define TEA_X(value, id, name, text) [value] = name,
	TEA_STATES(TEA_X)
#undef TEA_X
};

static bool is_name(const char *name, const char *text, size_t length)
{
	return strlen(name) == length && !strncasecmp(name, text, length);
}

bool signature_event(const char *name, size_t length, uint16_t *event)
{
	for (unsigned int bit = 0; bit < TEA_EVENTS_COUNT; bit++) {
		if (is_name(events[bit], name, length)) {
			*event = (uint16_t)(1U << bit);
			return true;
		}
	}
	return false;
}

bool signature_parse(const char *name, size_t length, uint16_t *signature)
{
	*signature = 0;
	if (is_name("Base", name, length))
		return true;
	if (is_name("unknown", name, length)) {
		*signature = PICS_UNKNOWN;
		return true;
	}
	for (;;) {
		const char *plus = memchr(name, '+', length);
		size_t part = plus ? (size_t)(plus - name) : length;
		uint16_t event;

		if (!signature_event(name, part, &event))
			return false;
		*signature |= event;
		if (!plus)
			return true;
		name = plus + 1;
		length -= part + 1;
	}
}

bool signature_state(const char *name, size_t length, unsigned int *state)
{
	for (*state = 0; *state < PICS_STATES; ++*state)
		if (is_name(states[*state], name, length))
			return true;
	return false;
}

const char *signature_state_name(unsigned int state)
{
	return states[state];
}
