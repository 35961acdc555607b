// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * category.c - the kinds of stacks, and names of their categories; see category.h
 */
#include "category.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Events keep their colours in every view. All can be read on black and on white. */
#define COLORS_DR_L1	136
#define COLORS_DR_TLB	137
#define COLORS_DR_SQ	166
#define COLORS_FL_MB	168
#define COLORS_FL_EX	133
#define COLORS_FL_MO	97
#define COLORS_ST_L1	67
#define COLORS_ST_TLB	64
#define COLORS_ST_LLC	32
#define COLORS_ST_CO	30

static const struct category events[TEA_EVENTS_COUNT] = {
#define TEA_X(bit, id, name, sysfs, text) [bit] = { name, text, COLORS_##id, 0 },
	TEA_EVENTS(TEA_X)
#undef TEA_X
};

static const struct category base = { "Base", NULL, 245, '.' };
/* A cycle without events is one of work, or one in which something that has no event is waited for. */
static const struct category base_pieces[CATEGORY_STATES] = {
	[TEA_STATE_COMPUTE] = { "Base-commits", "instructions commit", 245, '.' },
	[TEA_STATE_DRAINED] = { "Base-drains", "the front-end is late, without an event", 101, '_' },
	[TEA_STATE_STALLED] = { "Base-waits", "a dependence, or the latency of a unit", 60, '-' },
	[TEA_STATE_FLUSHED] = { "Base-flushes", "a flush without an event", 96, '~' },
};
static const struct category unknown = { "unknown", NULL, 160, '?' };

static const struct category states[CATEGORY_STATES] = {
#define TEA_X(value, id, name, text) [value] = { name, text, 0, 0 },
	TEA_STATES(TEA_X)
#undef TEA_X
};

const struct category_kind category_signatures = {
	.name = "signature", .names = "signatures", .unit = "cycles",
	.items = events, .items_count = TEA_EVENTS_COUNT,
	.empty = &base, .unknown = &unknown, .states = states, .pieces = base_pieces,
};

_Static_assert(SIGNATURE_UNKNOWN < CATEGORY_MOST, "signatures are below the most");

/* An event and the component with the same cause have one colour. */
#define COLORS_BASE	245
#define COLORS_L1I	COLORS_DR_L1
#define COLORS_ITLB	COLORS_DR_TLB
#define COLORS_BPRED	COLORS_FL_MB
#define COLORS_LLC	COLORS_ST_L1
#define COLORS_MEMORY	COLORS_ST_LLC
#define COLORS_DTLB	COLORS_ST_TLB
#define COLORS_STQ	COLORS_DR_SQ
#define COLORS_ORDER	COLORS_FL_MO
#define COLORS_ALU	28
#define COLORS_DEPEND	62
#define COLORS_L1D	30
#define COLORS_PORTS	99
#define COLORS_FRONTEND	130
#define COLORS_REGISTERS 29
#define COLORS_LDQ	33
#define COLORS_TAGS	202
#define COLORS_SERIAL	125
#define COLORS_FLUSH	COLORS_FL_EX
#define COLORS_ICACHE	COLORS_L1I
#define COLORS_DCACHE	COLORS_MEMORY
#define COLORS_OTHER	COLORS_FRONTEND
#define COLORS_NON_FMA	64
#define COLORS_MASK	97
#define COLORS_NON_VFP	166
#define COLORS_MEM	COLORS_MEMORY

/* Letters of the paper's components. */
#define LETTER_BASE	'.'
#define LETTER_ICACHE	'I'
#define LETTER_BPRED	'B'
#define LETTER_DCACHE	'D'
#define LETTER_ALU	'A'
#define LETTER_DEPEND	'P'
#define LETTER_OTHER	'O'

static const struct category causes[TEA_CAUSES_COUNT] = {
#define TEA_X(index, id, name) [index] = { name, NULL, COLORS_##id, LETTER_##id },
	TEA_CAUSES(TEA_X)
#undef TEA_X
};

static const struct category components[TEA_COMPONENTS_COUNT] = {
#define TEA_X(index, id, name, cause, text) [index] = { name, text, COLORS_##id, 0 },
	TEA_COMPONENTS(TEA_X)
#undef TEA_X
};

static const struct category stage_components[TEA_STACKS_COUNT * TEA_COMPONENTS_COUNT] = {
#define AT(stage, index, name, text, ...) \
	[CATEGORY_AT_STAGE(TEA_STACK_##stage, index)] = { name, text, __VA_ARGS__, 0 },
#define TEA_X(index, id, name, cause, text) \
	AT(DISPATCH, index, "dispatch-" name, text, COLORS_##id) \
	AT(ISSUE, index, "issue-" name, text, COLORS_##id) \
	AT(COMMIT, index, "commit-" name, text, COLORS_##id)
	TEA_COMPONENTS(TEA_X)
#undef TEA_X
#undef AT
};

static const struct category flops[TEA_FLOPS_COUNT] = {
#define TEA_X(index, id, name, text) \
	[index] = { name, text, COLORS_##id, (index) == TEA_FLOPS_BASE ? LETTER_BASE : 0 },
	TEA_FLOPS(TEA_X)
#undef TEA_X
};

_Static_assert(TEA_STACKS_COUNT == 3, "all stages have their components");

#define COMPONENTS(of) \
	.name = "component", .names = "components", .unit = "cycles", \
	.items = of, .items_count = sizeof(of) / sizeof((of)[0])

const struct category_kind category_causes = { COMPONENTS(causes) };
const struct category_kind category_components = { COMPONENTS(components) };
const struct category_kind category_stages = { COMPONENTS(stage_components) };
const struct category_kind category_flops = { COMPONENTS(flops) };

static const struct category executions[] = { { "executed", "retired", COLORS_BASE, LETTER_BASE } };

const struct category_kind category_executions = {
	.name = "kind", .names = "kinds", .unit = "instructions", .items = executions, .items_count = 1,
};

static bool same_items(const struct category *a, const struct category *b, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(a[i].name, b[i].name))
			return false;
	return true;
}

bool category_same(const struct category_kind *a, const struct category_kind *b)
{
	return !strcmp(a->name, b->name) && !strcmp(a->unit, b->unit) &&
	       category_sets(a) == category_sets(b) && a->items_count == b->items_count &&
	       same_items(a->items, b->items, a->items_count);
}

/* Those of a list, in turns. */
static const int list_colors[] = { 32, 136, 64, 168, 97, 166, 67, 133, 28, 62 };

struct category_list *category_list_create(unsigned int count)
{
	struct category_list *list = calloc(1, sizeof(*list) + count * sizeof(list->items[0]));
	size_t colors = sizeof(list_colors) / sizeof(list_colors[0]);

	if (!list)
		return NULL;
	list->kind.items = list->items;
	list->kind.items_count = count;
	for (unsigned int i = 0; i < count; i++)
		list->items[i].color = list_colors[i % colors];
	return list;
}

bool category_is_word(const char *text)
{
	size_t length = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
			       "0123456789-_");

	return length && length < CATEGORY_TEXT && !text[length];
}

bool category_same_word(const char *a, const char *b)
{
	for (; *a && *b; a++, b++)
		if (tolower((unsigned char)(*a == '-' ? '_' : *a)) !=
		    tolower((unsigned char)(*b == '-' ? '_' : *b)))
			return false;
	return *a == *b;
}

unsigned int category_count(const struct category_kind *kind)
{
	return category_sets(kind) ? category_unknown(kind) + 1U : kind->items_count;
}

const struct category *category_item(const struct category_kind *kind, uint16_t category)
{
	if (!category_sets(kind))
		return &kind->items[category];
	if (!category)
		return kind->empty;
	if (category == category_unknown(kind))
		return kind->unknown;
	return category & (category - 1) ? NULL : &kind->items[__builtin_ctz(category)];
}

const char *category_name(const struct category_kind *kind, uint16_t category,
			  char text[CATEGORY_TEXT])
{
	const struct category *item = category_item(kind, category);
	const char *separator = "";

	if (item)
		return strcpy(text, item->name);
	text[0] = '\0';
	for (unsigned int bit = 0; bit < kind->items_count; bit++) {
		if (!(category >> bit & 1))
			continue;
		strcat(text, separator);
		strcat(text, kind->items[bit].name);
		separator = "+";
	}
	return text;
}

const char *category_title(const char *word, char text[CATEGORY_TEXT])
{
	strcpy(text, word);
	text[0] = (char)toupper((unsigned char)text[0]);
	return text;
}

static bool is_name(const struct category *item, const char *text, size_t length)
{
	return strlen(item->name) == length && !strncasecmp(item->name, text, length);
}

/* The item's number, or @count. */
static unsigned int find(const struct category *items, unsigned int count, const char *name,
			 size_t length)
{
	unsigned int i = 0;

	while (i < count && !is_name(&items[i], name, length))
		i++;
	return i;
}

bool category_parse_item(const struct category_kind *kind, const char *name, size_t length,
			 uint16_t *item)
{
	unsigned int bit = find(kind->items, kind->items_count, name, length);

	*item = (uint16_t)(1U << bit);
	return category_sets(kind) && bit < kind->items_count;
}

static bool parse_set(const struct category_kind *kind, const char *name, size_t length,
		      uint16_t *category)
{
	*category = 0;
	if (is_name(kind->empty, name, length))
		return true;
	if (is_name(kind->unknown, name, length)) {
		*category = category_unknown(kind);
		return true;
	}
	for (;;) {
		const char *plus = memchr(name, '+', length);
		size_t part = plus ? (size_t)(plus - name) : length;
		uint16_t item;

		if (!category_parse_item(kind, name, part, &item))
			return false;
		*category |= item;
		if (!plus)
			return true;
		name = plus + 1;
		length -= part + 1;
	}
}

bool category_parse(const struct category_kind *kind, const char *name, size_t length,
		    uint16_t *category)
{
	if (category_sets(kind))
		return parse_set(kind, name, length, category);
	*category = (uint16_t)find(kind->items, kind->items_count, name, length);
	return *category < kind->items_count;
}

bool category_parse_state(const struct category_kind *kind, const char *name, size_t length,
			  unsigned int *state)
{
	*state = kind->states ? find(kind->states, CATEGORY_STATES, name, length) :
				CATEGORY_STATES;
	return *state < CATEGORY_STATES;
}
