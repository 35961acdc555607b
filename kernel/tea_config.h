/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tea_config.h - what an event requests, and how its slots are counted
 *
 * There are two kinds of events. One samples by a countdown, and counts the same thing at
 * its privilege levels: cycles, retired instructions or taken branches. The other counts
 * slots of one stack (docs/stage-stacks.md), the sum of some of its components.
 * TEA_FIELDS, a contract, has the fields of config.
 *
 * Pure functions without state, as in tea_sample.h: tests/kernel/test_tea_config.c has them
 * by table.
 */
#ifndef TEA_CONFIG_H
#define TEA_CONFIG_H

#include "tea_sample.h"

/* Those of the stages, and of FLOPS. */
#define TEA_COUNTED_STACKS	(TEA_STACK_FLOPS + 1)

/* The fields of an event, by their names in TEA_FIELDS. */
struct tea_request {
	u64 event;
	u64 stage;
	u64 stack;
	u64 components;
};

/* Capabilities of the units beside samples at commit. */
struct tea_capabilities {
	u64 components[TEA_COUNTED_STACKS];	/* a bit for each counter of the stack */
	u64 levels;		/* TEA_CTL_U, _S, _M, _VU, _VS: levels with counters */
	u64 policies;		/* a bit for each policy that samples */
	u64 countdowns;		/* a bit for each TEA_COUNTDOWN_* */
	u64 records;		/* 1: samples freeze branch records, which may be read */
	u64 mmode;		/* 1: M-mode may be selected */
};

static inline u64 tea_field(u64 config, unsigned int low, unsigned int high)
{
	return config << (63 - high) >> (63 - high + low);
}

static inline struct tea_request tea_request(u64 config)
{
	return (struct tea_request) {
#define TEA_X(field, low, high) .field = tea_field(config, low, high),
		TEA_FIELDS(TEA_X)
#undef TEA_X
	};
}

static inline bool tea_request_counts(const struct tea_request *request)
{
	return request->event == TEA_EVENT_SLOTS;
}

/* TEA_COUNTDOWN_* of one that samples. */
static inline unsigned int tea_request_countdown(const struct tea_request *request)
{
	switch (request->event) {
	case TEA_EVENT_INSTRUCTIONS:
		return TEA_COUNTDOWN_INSTRUCTIONS;
	case TEA_EVENT_TAKEN:
		return TEA_COUNTDOWN_TAKEN;
	default:
		return TEA_COUNTDOWN_CYCLES;
	}
}

/* True if the fields mean something together. */
static inline bool tea_request_known(const struct tea_request *request)
{
	if (tea_request_counts(request))
		return !request->stage && request->stack < TEA_COUNTED_STACKS &&
		       request->components;
	return request->event <= TEA_EVENT_TAKEN && !request->stack && !request->components &&
	       (request->event == TEA_EVENT_CYCLES || !request->stage);
}

/* True if the units have all that a known request is about. */
static inline bool tea_request_offered(const struct tea_request *request,
				       const struct tea_capabilities *capabilities)
{
	if (tea_request_counts(request))
		return !(request->components & ~capabilities->components[request->stack]);
	return request->stage < 64 && capabilities->policies >> request->stage & 1 &&
	       capabilities->countdowns >> tea_request_countdown(request) & 1;
}

static inline unsigned int tea_stack_components(unsigned int stack)
{
	return stack == TEA_STACK_FLOPS ? TEA_FLOPS_COUNT : TEA_COMPONENTS_COUNT;
}

/* Slots of a cycle in a stack. */
static inline unsigned int tea_stack_slots(u64 caps2, unsigned int stack)
{
	return stack == TEA_STACK_FLOPS ? TEA_CAPS2_FLOPS(caps2) : TEA_CAPS2_WIDTH(caps2);
}

/* No core is faster than this for long. */
#define TEA_CLOCK_MAX_HZ	8000000000ULL

/*
 * Seconds in which no sum of a stack's counters can increase by half of 2^bits. 0: there is no
 * need to look.
 */
static inline u64 tea_count_look_s(u64 caps2)
{
	const unsigned int bits = TEA_CAPS2_BITS(caps2), width = TEA_CAPS2_WIDTH(caps2);
	const unsigned int flops = TEA_CAPS2_FLOPS(caps2), slots = width > flops ? width : flops;

	return bits && bits < 64 ? (1ULL << (bits - 1)) / (slots * TEA_CLOCK_MAX_HZ) : 0;
}

/*
 * Increase of a sum of counters between two reads, modulo 2^bits. A sum never decreases: an
 * apparent increase of half the range or more means that the unit lost its state, and the
 * interval counts as 0.
 */
static inline u64 tea_count_delta(u64 from, u64 to, unsigned int bits)
{
	const u64 delta = (to - from) << (64 - bits) >> (64 - bits);

	return delta >> (bits - 1) ? 0 : delta;
}

#endif /* TEA_CONFIG_H */
