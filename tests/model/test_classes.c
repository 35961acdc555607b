// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_classes.c - each class of instructions has all that its row says, in every room
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "abstract/costs.h"
#include "core/kind.h"
#include "core/traceplaces.h"
#include "isa/op.h"
#include "observers/causes.h"

static const char *const names[] = {
#define TEA_X(id, name, ...) name,
	TEA_CLASSES(TEA_X)
#undef TEA_X
};

static void test_names(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < TEA_CLASSES_COUNT; i++) {
		assert_true(*names[i]);
		for (unsigned int j = 0; j < i; j++)
			assert_string_not_equal(names[i], names[j]);
	}
}

/* The number of a latency among those of the critical path. */
static unsigned int slope_of(const struct tea_param_info *info)
{
	unsigned int number = TEA_EDGES_NO_KNOB + 1;

	for (const struct tea_param_info *at = tea_param_infos; at < info; at++)
		number += at->slope;
	return number;
}

/* A cycle more of one latency is one more in the unit, and the critical path has it as that one's. */
static void check_latency(const struct tea_params *params, uint8_t class)
{
	unsigned int found = 0;
	struct tea_kind kind;

	tea_kind_init(&kind, params, class);
	for (size_t i = 0; i < tea_param_infos_count; i++) {
		const struct tea_param_info *info = &tea_param_infos[i];
		struct tea_params more = *params;
		struct tea_kind slower;

		if (!info->slope)
			continue;
		++*(uint32_t *)((char *)&more + info->offset);
		tea_kind_init(&slower, &more, class);
		if (slower.latency == kind.latency)
			continue;
		found++;
		assert_int_equal(slower.latency, kind.latency + 1);
		assert_int_equal(tea_trace_latency(class).knob, slope_of(info));
	}
	assert_int_equal(found, 1);
}

static void test_latencies(void **state)
{
	struct tea_params params;

	(void)state;
	assert_int_equal(tea_params_select(&params, "boom-vector"), 0);
	for (uint8_t class = 0; class < TEA_CLASSES_COUNT; class++)
		check_latency(&params, class);
	/* other numbers are the class unknown */
	assert_int_equal(tea_trace_latency(TEA_CLASSES_COUNT).knob, TEA_EDGES_KNOB_alu_latency);
	check_latency(&params, UINT8_MAX);
}

/* Ports of their queue lead to all, and units that are not pipelined are known by that. */
static void test_units(void **state)
{
	struct tea_params params;

	(void)state;
	assert_int_equal(tea_params_select(&params, "boom-vector"), 0);
	for (uint8_t class = 0; class < TEA_CLASSES_COUNT; class++) {
		struct tea_kind kind;

		tea_kind_init(&kind, &params, class);
		assert_true(kind.single < TEA_SINGLES_COUNT);
		assert_int_equal(!kind.ports, kind.queue == TEA_QUEUE_NONE);
		assert_int_equal(tea_causes_is_iterative(class), kind.unit != TEA_UNIT_NONE);
		assert_int_equal(kind.queue == TEA_QUEUE_VEC, tea_class_is_vector(class) &&
				 class != TEA_CLASS_V_LOAD && class != TEA_CLASS_V_STORE);
	}
}

/* Waiting for arithmetic is charged to ALU, or if it takes a single cycle to a dependence. */
static void test_components(void **state)
{
	struct tea_params params, perfect;
	struct tea_causes causes, single;

	(void)state;
	assert_int_equal(tea_params_select(&params, "boom-vector"), 0);
	perfect = params;
	perfect.arithmetic_perfect = 1;
	tea_causes_init(&causes, &params);
	tea_causes_init(&single, &perfect);
	for (uint8_t class = 0; class < TEA_CLASSES_COUNT; class++) {
		const uint8_t component = causes.of_class[class];
		struct tea_kind kind;

		tea_kind_init(&kind, &params, class);
		assert_int_equal(component == TEA_COMPONENT_SERIAL,
				 kind.flags & TEA_KIND_SERIAL && !(kind.flags & TEA_KIND_MEMORY));
		assert_true(component != TEA_COMPONENT_L1D || kind.queue == TEA_QUEUE_MEM);
		assert_true(component != TEA_COMPONENT_ALU || kind.latency > 1 ||
			    class == TEA_CLASS_V_REDUCE);
		assert_int_equal(single.of_class[class],
				 component == TEA_COMPONENT_ALU ? TEA_COMPONENT_DEPEND : component);
	}
	assert_int_equal(causes.of_class[UINT8_MAX], TEA_COMPONENT_DEPEND);
}

/* The fast engine has the same queues, and a station for each single unit. */
static void test_stations(void **state)
{
	const struct tea_params *lanes[1];
	struct tea_params params;
	static struct tea_costs costs;

	(void)state;
	tea_params_init(&params);
	lanes[0] = &params;
	tea_costs_init(&costs, lanes, 1);
	for (uint8_t class = 0; class < TEA_CLASS_VSET; class++) {
		struct tea_kind kind;

		tea_kind_init(&kind, &params, class);
		assert_int_equal(costs.queue[class] == TEA_RESOURCE_NONE,
				 kind.queue == TEA_QUEUE_NONE);
		assert_int_equal(costs.unit[class] == TEA_RESOURCE_NONE,
				 kind.single == TEA_SINGLE_NONE);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names), cmocka_unit_test(test_latencies),
		cmocka_unit_test(test_units), cmocka_unit_test(test_components),
		cmocka_unit_test(test_stations),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
