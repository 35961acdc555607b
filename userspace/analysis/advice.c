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
#define ADVICE(events, classes, states, title, meaning, cure) \
	{ events, classes, states, title, meaning, cure },
#include "advice.def"
#undef ADVICE
};

const size_t advice_count = sizeof(advice_table) / sizeof(advice_table[0]);

/* By the beginning of the mnemonic; the first that fits. A blank ends those that are whole. */
static const struct {
	const char *prefix;
	unsigned int class;
} classes[] = {
	{ "fence", ADVICE_ATOMIC }, { "sfence", ADVICE_ATOMIC }, { "amo", ADVICE_ATOMIC },
	{ "lr.", ADVICE_ATOMIC }, { "sc.", ADVICE_ATOMIC },
	{ "fld ", ADVICE_LOAD }, { "flw ", ADVICE_LOAD }, { "lb", ADVICE_LOAD },
	{ "lh", ADVICE_LOAD }, { "lw", ADVICE_LOAD }, { "ld ", ADVICE_LOAD },
	{ "fsd ", ADVICE_STORE }, { "fsw ", ADVICE_STORE }, { "sb ", ADVICE_STORE },
	{ "sh ", ADVICE_STORE }, { "sw ", ADVICE_STORE }, { "sd ", ADVICE_STORE },
	{ "fsqrt", ADVICE_SQRT }, { "fdiv", ADVICE_DIVIDE }, { "div", ADVICE_DIVIDE },
	{ "rem", ADVICE_DIVIDE }, { "csr", ADVICE_FLUSHING }, { "frflags", ADVICE_FLUSHING },
	{ "fsflags", ADVICE_FLUSHING }, { "frcsr", ADVICE_FLUSHING },
	{ "fscsr", ADVICE_FLUSHING }, { "frrm", ADVICE_FLUSHING }, { "fsrm", ADVICE_FLUSHING },
	{ "rdcycle", ADVICE_FLUSHING }, { "rdtime", ADVICE_FLUSHING },
	{ "rdinstret", ADVICE_FLUSHING }, { "ecall", ADVICE_SYSTEM },
	{ "ebreak", ADVICE_SYSTEM }, { "mret", ADVICE_SYSTEM }, { "sret", ADVICE_SYSTEM },
	{ "wfi", ADVICE_SYSTEM }, { "f", ADVICE_FLOAT }, { "", ADVICE_INTEGER },
};

unsigned int advice_class(const char *disassembly, const struct flow *flow)
{
	size_t i = 0;

	if (!disassembly)
		return 0;
	if (flow->kind >= FLOW_INDIRECT && strncmp(disassembly + 1, "ret", 3))
		return ADVICE_INDIRECT;
	if (flow->kind != FLOW_NEXT && flow->kind < FLOW_INDIRECT)
		return ADVICE_BRANCH;
	while (strncmp(disassembly, classes[i].prefix, strlen(classes[i].prefix)))
		i++;
	return classes[i].class;
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

const char *advice_knob(const struct recording *recording, const char *name, size_t length)
{
	for (size_t i = 0; i < recording->settings_count; i++)
		if (strlen(recording->settings[i].name) == length &&
		    !strncmp(recording->settings[i].name, name, length))
			return recording->settings[i].value;
	return NULL;
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
