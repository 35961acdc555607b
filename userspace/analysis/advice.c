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

static const unsigned int classes[TEA_CLASSES_COUNT] = {
	[TEA_CLASS_INT_ALU] = ADVICE_INTEGER,
	[TEA_CLASS_AUIPC] = ADVICE_INTEGER,
	[TEA_CLASS_INT_MUL] = ADVICE_INTEGER,
	[TEA_CLASS_INT_DIV] = ADVICE_DIVIDE,
	[TEA_CLASS_BRANCH] = ADVICE_BRANCH,
	[TEA_CLASS_JUMP] = ADVICE_BRANCH,
	[TEA_CLASS_JUMP_REG] = ADVICE_INDIRECT,
	[TEA_CLASS_LOAD] = ADVICE_LOAD,
	[TEA_CLASS_STORE] = ADVICE_STORE,
	[TEA_CLASS_LOAD_RESERVED] = ADVICE_ATOMIC,
	[TEA_CLASS_STORE_CONDITIONAL] = ADVICE_ATOMIC,
	[TEA_CLASS_AMO] = ADVICE_ATOMIC,
	[TEA_CLASS_FP_ADD] = ADVICE_FLOAT,
	[TEA_CLASS_FP_MUL] = ADVICE_FLOAT,
	[TEA_CLASS_FP_FMA] = ADVICE_FLOAT,
	[TEA_CLASS_FP_MISC] = ADVICE_FLOAT,
	[TEA_CLASS_FP_DIV] = ADVICE_DIVIDE,
	[TEA_CLASS_FP_SQRT] = ADVICE_SQRT,
	[TEA_CLASS_INT_TO_FP] = ADVICE_FLOAT,
	[TEA_CLASS_FP_TO_INT] = ADVICE_FLOAT,
	[TEA_CLASS_CSR] = ADVICE_FLUSHING,
	[TEA_CLASS_FENCE] = ADVICE_ATOMIC,
	[TEA_CLASS_FENCE_I] = ADVICE_ATOMIC,
	[TEA_CLASS_SFENCE] = ADVICE_ATOMIC,
	[TEA_CLASS_SYSTEM] = ADVICE_SYSTEM,
	[TEA_CLASS_TRAP_RETURN] = ADVICE_SYSTEM,
	/* nobody waits for what a prefetch brings */
	[TEA_CLASS_PREFETCH_R] = ADVICE_INTEGER,
	[TEA_CLASS_PREFETCH_W] = ADVICE_INTEGER,
	[TEA_CLASS_PREFETCH_I] = ADVICE_INTEGER,
	[TEA_CLASS_VSET] = ADVICE_INTEGER,
	[TEA_CLASS_V_INT] = ADVICE_VECTOR,
	[TEA_CLASS_V_INT_MUL] = ADVICE_VECTOR,
	[TEA_CLASS_V_INT_DIV] = ADVICE_VECTOR_DIVIDE,
	[TEA_CLASS_V_FP_ADD] = ADVICE_VECTOR,
	[TEA_CLASS_V_FP_MUL] = ADVICE_VECTOR,
	[TEA_CLASS_V_FP_FMA] = ADVICE_VECTOR,
	[TEA_CLASS_V_FP_MISC] = ADVICE_VECTOR,
	[TEA_CLASS_V_FP_DIV] = ADVICE_VECTOR_DIVIDE,
	[TEA_CLASS_V_FP_SQRT] = ADVICE_VECTOR_DIVIDE,
	[TEA_CLASS_V_REDUCE] = ADVICE_VECTOR_REDUCE,
	[TEA_CLASS_V_FP_REDUCE] = ADVICE_VECTOR_REDUCE,
	[TEA_CLASS_V_PERMUTE] = ADVICE_VECTOR_MOVE,
	[TEA_CLASS_V_MASK] = ADVICE_VECTOR,
	[TEA_CLASS_V_TO_INT] = ADVICE_VECTOR,
	[TEA_CLASS_V_TO_FP] = ADVICE_VECTOR,
	[TEA_CLASS_V_LOAD] = ADVICE_VECTOR_LOAD,
	[TEA_CLASS_V_STORE] = ADVICE_VECTOR_STORE,
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
