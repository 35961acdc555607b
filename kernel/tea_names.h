/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tea_names.h - the named events, with their numbers
 *
 * dispatch_icache and its like, by the X-macros of the ABI header: a stack and one of the
 * paper's components, or one of the finer ones that these consist of; the names of top-down
 * analysis, and others of the RISC-V performance events draft; samples at dispatch, of
 * instructions and of taken branches. Only events that the units support are listed.
 *
 * Pure, as tea_config.h: tests/kernel/test_tea_config.c reads the list on the host.
 */
#ifndef TEA_NAMES_H
#define TEA_NAMES_H

#ifdef __KERNEL__
#include <linux/sprintf.h>
#include <linux/stddef.h>
#include <linux/string.h>
#else
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#endif

#include "tea_config.h"

/* Sizes with the final NUL: names, and the contents of files of events/. */
#define TEA_NAME_MAX	56
#define TEA_REQUEST_MAX	128
#define TEA_SCALE_MAX	40

/* perf shows a stack's parts in cycles, top-down analysis in slots, and samples as they are. */
struct tea_named {
	char name[TEA_NAME_MAX];
	struct tea_request request;
	const char *unit;		/* or NULL */
	unsigned int per_unit;		/* slots of one */
};

/* Events that are no part of a stack, nor of top-down analysis. */
#define TEA_NAMED_OTHERS	6

/* The most that there can be. */
#define TEA_NAMED_MAX \
	(TEA_STACKS_COUNT * (TEA_CAUSES_COUNT + TEA_COMPONENTS_COUNT) + TEA_FLOPS_COUNT + \
	 TEA_TOPDOWN_COUNT + TEA_NAMED_OTHERS)

struct tea_names {
	const struct tea_capabilities *capabilities;
	u64 caps2;
	unsigned int count;
	struct tea_named named[TEA_NAMED_MAX];
};

/* A part of a stack: one of the paper's components has several, by this table. */
struct tea_part {
	const char *name;
	enum tea_cause cause;
};

static inline const struct tea_part *tea_component_part(unsigned int component)
{
	static const struct tea_part parts[] = {
#define TEA_X(index, id, name, cause, text) { name, TEA_CAUSE_##cause },
		TEA_COMPONENTS(TEA_X)
#undef TEA_X
	};

	return &parts[component];
}

static inline const char *tea_cause_name(unsigned int cause)
{
	static const char *const names[] = {
#define TEA_X(index, id, name) name,
		TEA_CAUSES(TEA_X)
#undef TEA_X
	};

	return names[cause];
}

static inline const char *tea_flops_name(unsigned int component)
{
	static const char *const names[] = {
#define TEA_X(index, id, name, text) name,
		TEA_FLOPS(TEA_X)
#undef TEA_X
	};

	return names[component];
}

static inline const char *tea_stack_name(unsigned int stack)
{
	static const char *const names[] = {
#define TEA_X(index, id, name, text) name,
		TEA_STACKS(TEA_X)
#undef TEA_X
		"flops",
	};

	return names[stack];
}

/* The finer components that fold to one of the paper's. */
static inline u64 tea_cause_components(unsigned int cause)
{
	u64 components = 0;
	unsigned int i;

	for (i = 0; i < TEA_COMPONENTS_COUNT; i++)
		components |= (u64)(tea_component_part(i)->cause == cause) << i;
	return components;
}

/* If the units do not have a component, its slots are in another one of the same cause. */
static inline void tea_names_add(struct tea_names *names, const struct tea_named *named)
{
	struct tea_named *copy = &names->named[names->count];

	*copy = *named;
	copy->request.components &= names->capabilities->components[copy->request.stack];
	if (copy->request.components)
		names->count++;
}

static inline void tea_names_add_part(struct tea_names *names, unsigned int stack,
				      const char *part, u64 components)
{
	struct tea_named named = {
		.request = { .event = TEA_EVENT_SLOTS, .stack = stack, .components = components },
		.unit = "cycles",
		.per_unit = tea_stack_slots(names->caps2, stack),
	};

	snprintf(named.name, sizeof(named.name), "%s_%s", tea_stack_name(stack), part);
	tea_names_add(names, &named);
}

/* A finer component that is all of one of the paper's has that one's name. */
static inline void tea_names_add_stage(struct tea_names *names, unsigned int stack)
{
	const struct tea_part *part;
	unsigned int i;

	for (i = 0; i < TEA_CAUSES_COUNT; i++)
		tea_names_add_part(names, stack, tea_cause_name(i), tea_cause_components(i));
	for (i = 0; i < TEA_COMPONENTS_COUNT; i++) {
		part = tea_component_part(i);
		if (strcmp(part->name, tea_cause_name(part->cause)))
			tea_names_add_part(names, stack, part->name, 1ULL << i);
	}
}

static inline void tea_names_add_flops(struct tea_names *names)
{
	unsigned int i;

	for (i = 0; i < TEA_FLOPS_COUNT; i++)
		tea_names_add_part(names, TEA_STACK_FLOPS, tea_flops_name(i), 1ULL << i);
}

static inline void tea_names_add_topdown(struct tea_names *names)
{
	static const struct tea_named topdown[] = {
#define TEA_X(text, mask) { text, { TEA_EVENT_SLOTS, 0, TEA_STACK_DISPATCH, mask }, "slots", 1 },
		TEA_TOPDOWN(TEA_X)
#undef TEA_X
	};
	unsigned int i;

	for (i = 0; i < TEA_TOPDOWN_COUNT; i++)
		tea_names_add(names, &topdown[i]);
}

/*
 * Names, for perf takes nothing but numbers as a field's value. Those in capitals are of the draft:
 * a slot of base at commit is a micro-operation that retires.
 */
static inline void tea_names_add_others(struct tea_names *names)
{
	static const struct tea_named others[TEA_NAMED_OTHERS] = {
		{ .name = "dispatch", .request = { .stage = TEA_POLICY_DISPATCH } },
		{ .name = "instructions", .request = { .event = TEA_EVENT_INSTRUCTIONS } },
		{ .name = "taken", .request = { .event = TEA_EVENT_TAKEN } },
		{ .name = "CYCLES.HART", .request = { .event = TEA_EVENT_CYCLES } },
		{ .name = "INST.RET", .request = { .event = TEA_EVENT_INSTRUCTIONS } },
		{ .name = "UOP.RET", .request = { TEA_EVENT_SLOTS, 0, TEA_STACK_COMMIT,
						  TEA_COMPONENT_BIT(BASE) } },
	};
	unsigned int i;

	for (i = 0; i < TEA_NAMED_OTHERS; i++) {
		if (tea_request_offered(&others[i].request, names->capabilities))
			names->named[names->count++] = others[i];
	}
}

/* All named events of units with these capabilities. */
static inline void tea_names_fill(struct tea_names *names,
				  const struct tea_capabilities *capabilities, u64 caps2)
{
	unsigned int stack;

	names->capabilities = capabilities;
	names->caps2 = caps2;
	names->count = 0;
	for (stack = 0; stack < TEA_STACKS_COUNT; stack++)
		tea_names_add_stage(names, stack);
	tea_names_add_flops(names);
	tea_names_add_topdown(names);
	tea_names_add_others(names);
}

/* As perf reads it from a file of events/: fields that are not 0, but one at least. */
static inline int tea_request_print(char *text, size_t size, const struct tea_request *request)
{
	static const struct {
		const char *name;
		size_t at;
	} fields[] = {
#define TEA_X(field, low, high) { #field, offsetof(struct tea_request, field) },
		TEA_FIELDS(TEA_X)
#undef TEA_X
	};
	unsigned int i;
	int length = 0;
	u64 value;

	for (i = 0; i < TEA_FIELDS_COUNT; i++) {
		memcpy(&value, (const char *)request + fields[i].at, sizeof(value));
		if (value)
			length += snprintf(text + length, size - length, "%s%s=%#llx",
					   length ? "," : "", fields[i].name,
					   (unsigned long long)value);
	}
	return length ? length : snprintf(text, size, "event=0");
}

/* 1 / slots in decimals, with so many digits that perf reads the very number; slots is 1 to 255. */
static inline int tea_scale_print(char *text, size_t size, unsigned int slots)
{
	const u64 one = 1000000000000000000ULL, more = 10000000000000000ULL;

	return snprintf(text, size, "%llu.%018llu%016llu", (unsigned long long)(one / slots / one),
			(unsigned long long)(one / slots % one),
			(unsigned long long)(one % slots * more / slots));
}

#endif /* TEA_NAMES_H */
