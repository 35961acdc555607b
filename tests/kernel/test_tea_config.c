// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_tea_config.c - requests of events and counts of slots (kernel/tea_config.h), and the list of
 * named events (kernel/tea_names.h)
 *
 * The list is made of X-macros, so it is checked for properties of any such list: sums, and the
 * meaning of the files in sysfs.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tea_names.h"

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))
#define FLOPS_MASK ((1ULL << TEA_FLOPS_COUNT) - 1)

/* Four slots a cycle, four of FLOPS, 64 bits; and a unit without counters. */
#define CAPS2 (TEA_CAPS2(0xf, 7, 3) | TEA_CAPS2_COUNTERS(4, 4, 64))
#define CAPS2_NONE TEA_CAPS2(0, 1, 1)

static const struct tea_capabilities everything = {
	{ TEA_COMPONENTS_MASK, TEA_COMPONENTS_MASK, TEA_COMPONENTS_MASK, FLOPS_MASK },
	TEA_CTL_U | TEA_CTL_S | TEA_CTL_M,
	1 << TEA_POLICY_COMMIT | 1 << TEA_POLICY_DISPATCH,
	1 << TEA_COUNTDOWN_CYCLES | 1 << TEA_COUNTDOWN_INSTRUCTIONS | 1 << TEA_COUNTDOWN_TAKEN, 1, 1,
};

/* Capabilities of every unit. */
static const struct tea_capabilities nothing = {
	.policies = 1 << TEA_POLICY_COMMIT, .countdowns = 1 << TEA_COUNTDOWN_CYCLES,
};

static void events_mean_what_the_contract_says(void **state)
{
	static const struct { u64 config; bool known; struct tea_request request; } rows[] = {
		{ 0, true, { TEA_EVENT_CYCLES, 0, 0, 0 } },
		{ 0x100, true, { TEA_EVENT_CYCLES, 1, 0, 0 } },
		{ 0xff00, true, { TEA_EVENT_CYCLES, 255, 0, 0 } },
		{ 0x6000001, true, { TEA_EVENT_SLOTS, 0, 0, 6 } },
		{ 0x1020001, true, { TEA_EVENT_SLOTS, 0, 2, 1 } },
		{ 1ULL << 63 | 0x30001, true, { TEA_EVENT_SLOTS, 0, 3, 1ULL << 39 } },
		{ 0x1000000, false, { TEA_EVENT_CYCLES, 0, 0, 1 } },
		{ 0x10000, false, { TEA_EVENT_CYCLES, 0, 1, 0 } },
		{ 1, false, { TEA_EVENT_SLOTS, 0, 0, 0 } },
		{ 0x1000101, false, { TEA_EVENT_SLOTS, 1, 0, 1 } },
		{ 0x1040001, false, { TEA_EVENT_SLOTS, 0, 4, 1 } },
		{ 2, true, { TEA_EVENT_INSTRUCTIONS, 0, 0, 0 } },
		{ 3, true, { TEA_EVENT_TAKEN, 0, 0, 0 } },
		{ 0x102, false, { TEA_EVENT_INSTRUCTIONS, 1, 0, 0 } },
		{ 0x10003, false, { TEA_EVENT_TAKEN, 0, 1, 0 } },
		{ 0x1000002, false, { TEA_EVENT_INSTRUCTIONS, 0, 0, 1 } },
		{ 4, false, { 4, 0, 0, 0 } },
		{ ~0ULL, false, { 255, 255, 255, (1ULL << 40) - 1 } },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		const struct tea_request request = tea_request(rows[i].config);

		assert_memory_equal(&request, &rows[i].request, sizeof(request));
		assert_int_equal(tea_request_known(&request), rows[i].known);
	}
}

static void what_the_unit_lacks_is_told(void **state)
{
	static const struct tea_capabilities partly = {
		.components = { [TEA_STACK_COMMIT] = 0xb },
		.policies = 1 << TEA_POLICY_COMMIT,
		.countdowns = 1 << TEA_COUNTDOWN_CYCLES | 1 << TEA_COUNTDOWN_TAKEN,
	};
	static const struct {
		struct tea_request request;
		const struct tea_capabilities *capabilities;
		bool offered;
	} rows[] = {
		{ { TEA_EVENT_CYCLES, TEA_POLICY_COMMIT, 0, 0 }, &nothing, true },
		{ { TEA_EVENT_CYCLES, TEA_POLICY_DISPATCH, 0, 0 }, &nothing, false },
		{ { TEA_EVENT_CYCLES, TEA_POLICY_DISPATCH, 0, 0 }, &everything, true },
		{ { TEA_EVENT_CYCLES, 2, 0, 0 }, &everything, false },
		{ { TEA_EVENT_CYCLES, 255, 0, 0 }, &everything, false },
		{ { TEA_EVENT_INSTRUCTIONS, 0, 0, 0 }, &nothing, false },
		{ { TEA_EVENT_TAKEN, 0, 0, 0 }, &nothing, false },
		{ { TEA_EVENT_INSTRUCTIONS, 0, 0, 0 }, &partly, false },
		{ { TEA_EVENT_TAKEN, 0, 0, 0 }, &partly, true },
		{ { TEA_EVENT_INSTRUCTIONS, 0, 0, 0 }, &everything, true },
		{ { TEA_EVENT_SLOTS, 0, TEA_STACK_DISPATCH, 1 }, &nothing, false },
		{ { TEA_EVENT_SLOTS, 0, TEA_STACK_DISPATCH, 1 }, &partly, false },
		{ { TEA_EVENT_SLOTS, 0, TEA_STACK_COMMIT, 1 }, &partly, true },
		{ { TEA_EVENT_SLOTS, 0, TEA_STACK_COMMIT, 0xb }, &partly, true },
		{ { TEA_EVENT_SLOTS, 0, TEA_STACK_COMMIT, 0xf }, &partly, false },
		{ { TEA_EVENT_SLOTS, 0, TEA_STACK_FLOPS, FLOPS_MASK }, &everything, true },
		{ { TEA_EVENT_SLOTS, 0, TEA_STACK_FLOPS, FLOPS_MASK + 1 }, &everything, false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		assert_int_equal(tea_request_offered(&rows[i].request, rows[i].capabilities),
				 rows[i].offered);
}

static void counts_wrap_and_never_go_back(void **state)
{
	static const struct { u64 from, to; unsigned int bits; u64 delta; } rows[] = {
		{ 0, 0, 64, 0 },
		{ 5, 12, 64, 7 },
		{ ~0ULL, 3, 64, 4 },
		{ (1ULL << 48) - 1, 3, 48, 4 },
		{ (1ULL << 48) - 1, (1ULL << 48) + 3, 48, 4 },
		/* sums of counters have carries above the counters' own bits */
		{ 5ULL << 48 | 2, 3ULL << 48 | 9, 48, 7 },
		{ 0, (1ULL << 47) - 1, 48, (1ULL << 47) - 1 },
		{ 0, ~0ULL >> 1, 64, ~0ULL >> 1 },
		/* a unit that lost its state */
		{ 1000, 3, 64, 0 },
		{ 1000, 3, 48, 0 },
		{ 0, 1ULL << 47, 48, 0 },
		{ 1, 0, 64, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		assert_int_equal(tea_count_delta(rows[i].from, rows[i].to, rows[i].bits),
				 rows[i].delta);
}

/* Steps of random sizes, seen through counters of every width, add up. */
static void deltas_add_up_across_wraps(void **state)
{
	(void)state;
	for (unsigned int bits = TEA_COUNTER_BITS_MIN; bits <= 64; bits++) {
		const u64 mask = ~0ULL >> (64 - bits);
		u64 total = mask - 1000, start = total, counted = 0, seed = bits;

		for (unsigned int step = 0; step < 1000; step++) {
			const u64 before = total;

			seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
			total += seed >> 40;
			counted += tea_count_delta(before & mask, total & mask, bits);
		}
		assert_int_equal(counted, total - start);
	}
}

/* In time even for the fastest clock, and no oftener than once in minutes. */
static void counters_are_looked_at_before_they_wrap(void **state)
{
	(void)state;
	assert_int_equal(tea_count_look_s(CAPS2_NONE), 0);
	assert_int_equal(tea_count_look_s(CAPS2), 0);
	for (unsigned int bits = TEA_COUNTER_BITS_MIN; bits < 64; bits++) {
		for (unsigned int slots = 1; slots <= 16; slots++) {
			const u64 width = TEA_CAPS2_COUNTERS(slots, 1, bits);
			const u64 flops = TEA_CAPS2_COUNTERS(1, slots, bits);
			const u64 seconds = tea_count_look_s(width);

			assert_true(seconds >= 1000);
			assert_true(seconds * slots * TEA_CLOCK_MAX_HZ < 1ULL << (bits - 1));
			assert_int_equal(tea_count_look_s(flops), seconds);
		}
	}
}

static void scales_are_the_very_numbers(void **state)
{
	(void)state;
	for (unsigned int slots = 1; slots < 256; slots++) {
		char text[TEA_SCALE_MAX];
		int length = tea_scale_print(text, sizeof(text), slots);

		assert_in_range(length, 1, sizeof(text) - 1);
		assert_true(strtod(text, NULL) == 1.0 / slots);
	}
}

static const struct tea_named *name_find(const struct tea_names *names, const char *name)
{
	const struct tea_named *found = NULL;

	for (unsigned int i = 0; i < names->count; i++) {
		if (strcmp(names->named[i].name, name))
			continue;
		assert_null(found);
		found = &names->named[i];
	}
	return found;
}

static u64 components_of(const struct tea_names *names, const char *name)
{
	const struct tea_named *named = name_find(names, name);

	assert_non_null(named);
	return named->request.components;
}

/*
 * The order and the numbers are a contract, and the components' fold is the paper's, except for
 * waits for older stores.
 */
static void names_are_of_their_counters(void **state)
{
	static const struct { const char *name; u64 stack, components; } rows[] = {
		{ "dispatch_base", 0, 1 << 0 },
		{ "dispatch_icache", 0, 1 << 1 | 1 << 2 },
		{ "dispatch_bpred", 0, 1 << 3 },
		{ "issue_dcache", 1, 1 << 4 | 1 << 5 | 1 << 6 | 1 << 7 },
		{ "issue_alu", 1, 1 << 9 },
		{ "commit_depend", 2, 1 << 10 },
		{ "commit_other", 2, 0xff << 11 | 1 << 8 },
		{ "commit_l1i", 2, 1 << 1 },
		{ "commit_flush", 2, 1 << 18 },
		{ "flops_base", 3, 1 << 0 },
		{ "flops_depend", 3, 1 << 6 },
		{ "TOPDOWN.SLOTS", 0, (1 << 19) - 1 },
		{ "TOPDOWN.RETIRING.SLOTS", 0, 1 << 0 },
		{ "TOPDOWN.BAD_SPECULATION.SLOTS", 0, 1 << 3 | 1 << 18 },
		{ "TOPDOWN.BACKEND_BOUND.MEMORY.ADDR.SLOTS", 0, 1 << 6 },
		{ "TOPDOWN.BACKEND_BOUND.MEMORY.DATA.SLOTS", 0, 1 << 4 | 1 << 5 | 1 << 8 | 1 << 11 },
		{ "UOP.RET", 2, 1 << 0 },
	};
	static struct tea_names names;

	(void)state;
	tea_names_fill(&names, &everything, CAPS2);
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		const struct tea_named *named = name_find(&names, rows[i].name);

		assert_non_null(named);
		assert_int_equal(named->request.event, TEA_EVENT_SLOTS);
		assert_int_equal(named->request.stack, rows[i].stack);
		assert_int_equal(named->request.components, rows[i].components);
	}
	assert_int_equal(name_find(&names, "dispatch")->request.stage, TEA_POLICY_DISPATCH);
	assert_null(name_find(&names, "dispatch")->unit);
	assert_int_equal(name_find(&names, "instructions")->request.event, TEA_EVENT_INSTRUCTIONS);
	assert_int_equal(name_find(&names, "taken")->request.event, TEA_EVENT_TAKEN);
	assert_int_equal(name_find(&names, "INST.RET")->request.event, TEA_EVENT_INSTRUCTIONS);
	assert_memory_equal(&name_find(&names, "CYCLES.HART")->request, &(struct tea_request){ 0 },
			    sizeof(struct tea_request));
}

/* The paper's components, and the finer ones, are the whole stack, each part once. */
static void parts_of_a_stack_are_all_of_it(void **state)
{
	static const char *const stacks[] = {
#define TEA_X(index, id, name, text) name,
		TEA_STACKS(TEA_X)
#undef TEA_X
	};
	static struct tea_names names;

	(void)state;
	tea_names_fill(&names, &everything, CAPS2);
	for (size_t stack = 0; stack < ARRAY_SIZE(stacks); stack++) {
		u64 causes = 0, components = 0;
		char name[TEA_NAME_MAX];

#define TEA_X(index, id, cause) \
		snprintf(name, sizeof(name), "%s_%s", stacks[stack], cause); \
		assert_int_equal(causes & components_of(&names, name), 0); \
		causes |= components_of(&names, name);
		TEA_CAUSES(TEA_X)
#undef TEA_X
#define TEA_X(index, id, component, cause, text) \
		snprintf(name, sizeof(name), "%s_%s", stacks[stack], component); \
		assert_int_equal(components_of(&names, name), 1ULL << (index)); \
		components |= 1ULL << (index);
		TEA_COMPONENTS(TEA_X)
#undef TEA_X
		assert_int_equal(causes, TEA_COMPONENTS_MASK);
		assert_int_equal(components, TEA_COMPONENTS_MASK);
	}
}

/* The first level of top-down analysis has each slot once; lower levels are parts of it. */
static void top_down_takes_each_slot_once(void **state)
{
	static const char *const first[] = {
		"TOPDOWN.RETIRING", "TOPDOWN.FRONTEND_BOUND", "TOPDOWN.BAD_SPECULATION",
		"TOPDOWN.BACKEND_BOUND",
	};
	static struct tea_names names;
	unsigned int found = 0;
	u64 sum = 0;

	(void)state;
	tea_names_fill(&names, &everything, CAPS2);
	for (size_t i = 0; i < ARRAY_SIZE(first); i++) {
		char name[TEA_NAME_MAX];
		u64 components;

		snprintf(name, sizeof(name), "%s.SLOTS", first[i]);
		components = components_of(&names, name);
		assert_int_equal(sum & components, 0);
		sum |= components;
		for (unsigned int j = 0; j < names.count; j++) {
			if (strncmp(names.named[j].name, first[i], strlen(first[i])))
				continue;
			assert_int_equal(names.named[j].request.components & ~components, 0);
			assert_string_equal(names.named[j].unit, "slots");
			assert_int_equal(names.named[j].per_unit, 1);
			found++;
		}
	}
	assert_int_equal(sum, components_of(&names, "TOPDOWN.SLOTS"));
	assert_int_equal(found, TEA_TOPDOWN_COUNT - 1);
}

/*
 * perf looks for a name in small letters, and in capitals; it takes these characters; and a name
 * must not look like another one's unit or scale.
 */
static void names_are_such_as_perf_finds(void **state)
{
	static const char small[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
	static const char capital[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.";
	static struct tea_names names;

	(void)state;
	tea_names_fill(&names, &everything, CAPS2);
	assert_int_equal(names.count, TEA_STACKS_COUNT * (TEA_COMPONENTS_COUNT + 3) +
			 TEA_FLOPS_COUNT + TEA_TOPDOWN_COUNT + 6);
	for (unsigned int i = 0; i < names.count; i++) {
		const char *name = names.named[i].name;

		assert_ptr_equal(name_find(&names, name), &names.named[i]);
		assert_in_range(strlen(name), 1, TEA_NAME_MAX - 2);
		assert_true(strspn(name, small) == strlen(name) ||
			    strspn(name, capital) == strlen(name));
	}
}

/* A file of events/, read by the fields of format/, gives the event again. */
static void files_say_what_the_event_is(void **state)
{
	static struct tea_names names;

	(void)state;
	tea_names_fill(&names, &everything, CAPS2);
	for (unsigned int i = 0; i < names.count; i++) {
		const struct tea_named *named = &names.named[i];
		char text[TEA_REQUEST_MAX], *save = NULL;
		struct tea_request read;
		u64 config = 0;
		int length = tea_request_print(text, sizeof(text), &named->request);

		assert_in_range(length, 1, sizeof(text) - 1);
		for (char *term = strtok_r(text, ",", &save); term; term = strtok_r(NULL, ",", &save)) {
			char *value = strchr(term, '=');

			assert_non_null(value);
			*value++ = 0;
#define TEA_X(field, low, high) \
			if (!strcmp(term, #field)) \
				config |= strtoull(value, NULL, 0) << (low);
			TEA_FIELDS(TEA_X)
#undef TEA_X
		}
		read = tea_request(config);
		assert_memory_equal(&read, &named->request, sizeof(read));
		assert_true(tea_request_known(&read));
		assert_true(tea_request_offered(&read, &everything));
	}
}

static void shown_is_what_the_unit_has(void **state)
{
	const struct tea_capabilities commit = {
		.components = { [TEA_STACK_COMMIT] = TEA_COMPONENTS_MASK &
				~(TEA_COMPONENT_BIT(ITLB) | TEA_COMPONENT_BIT(ALU)) },
		.policies = 1 << TEA_POLICY_COMMIT,
		.countdowns = 1 << TEA_COUNTDOWN_CYCLES,
	};
	static struct tea_names names;

	(void)state;
	tea_names_fill(&names, &nothing, CAPS2_NONE);
	assert_int_equal(names.count, 1);
	assert_non_null(name_find(&names, "CYCLES.HART"));
	tea_names_fill(&names, &commit, CAPS2);
	assert_int_equal(names.count, TEA_COMPONENTS_COUNT + 3 - 2 + 2);
	assert_non_null(name_find(&names, "UOP.RET"));
	assert_int_equal(components_of(&names, "commit_icache"), TEA_COMPONENT_BIT(L1I));
	assert_null(name_find(&names, "commit_itlb"));
	assert_null(name_find(&names, "commit_alu"));
	assert_null(name_find(&names, "dispatch"));
	assert_null(name_find(&names, "instructions"));
	assert_null(name_find(&names, "taken"));
	assert_null(name_find(&names, "INST.RET"));
	for (unsigned int i = 0; i < names.count; i++)
		assert_true(tea_request_offered(&names.named[i].request, &commit));
}

static void units_are_of_the_stack(void **state)
{
	const u64 caps2 = TEA_CAPS2(0xf, 7, 3) | TEA_CAPS2_COUNTERS(3, 8, 48);
	static struct tea_names names;

	(void)state;
	tea_names_fill(&names, &everything, caps2);
	assert_int_equal(name_find(&names, "issue_base")->per_unit, 3);
	assert_string_equal(name_find(&names, "issue_base")->unit, "cycles");
	assert_int_equal(name_find(&names, "flops_base")->per_unit, 8);
	assert_string_equal(name_find(&names, "flops_base")->unit, "cycles");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(events_mean_what_the_contract_says),
		cmocka_unit_test(what_the_unit_lacks_is_told),
		cmocka_unit_test(counts_wrap_and_never_go_back),
		cmocka_unit_test(deltas_add_up_across_wraps),
		cmocka_unit_test(counters_are_looked_at_before_they_wrap),
		cmocka_unit_test(scales_are_the_very_numbers),
		cmocka_unit_test(names_are_of_their_counters),
		cmocka_unit_test(parts_of_a_stack_are_all_of_it),
		cmocka_unit_test(top_down_takes_each_slot_once),
		cmocka_unit_test(names_are_such_as_perf_finds),
		cmocka_unit_test(files_say_what_the_event_is),
		cmocka_unit_test(shown_is_what_the_unit_has),
		cmocka_unit_test(units_are_of_the_stack),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
