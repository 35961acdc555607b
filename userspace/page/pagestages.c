// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pagestages.c - slots of the stages by function; see pagestages.h
 */
#include "pagestages.h"

#include <errno.h>

#include "analysis/causes/stagestack.h"
#include "output/palette.h"

int pagestages_init(struct pagestages *stages, struct recording *recording)
{
	const struct pics *pics = &recording->measures[MEASURE_STAGES].pics;

	*stages = (struct pagestages){ 0 };
	for (size_t i = 0; i < pics->stacks_count; i++) {
		const struct recording_place *place = &recording->places[pics->stacks[i].place];
		struct symbols_location location;
		uint32_t number;

		symbols_locate(&recording->symbols, place->object, place->address, &location);
		/* Code without a name is one function of its object, as in the listing. */
		if (!location.function)
			location.address = location.offset = 0;
		number = functions_number(&stages->functions, place->object, &location);
		if (number == KEYINDEX_NONE || pics_add_stack(&stages->pics, number, &pics->stacks[i]))
			return -ENOMEM;
	}
	return 0;
}

void pagestages_deinit(struct pagestages *stages)
{
	pics_deinit(&stages->pics);
	functions_deinit(&stages->functions);
}

void pagestages_describe(const struct recording *recording, struct jsonwriter *json)
{
	const struct recording_slots *slots = &recording->stages;
	char color[PALETTE_TEXT];

	if (!slots->per_cycle) {
		json_null(json, "stages");
		json_line(json);
		return;
	}
	json_open_object(json, "stages");
	json_whole(json, "width", slots->per_cycle);
	json_whole(json, "cycles", slots->total.cycles);
	json_open_list(json, "names");
	for (size_t i = 0; i < TEA_STACKS_COUNT; i++)
		json_text(json, NULL, stages_names[i]);
	json_close_list(json);
	json_open_list(json, "components");
	for (size_t i = 0; i < TEA_CAUSES_COUNT; i++) {
		const struct category *cause = &category_causes.items[i];

		json_open_list(json, NULL);
		json_text(json, NULL, cause->name);
		json_text(json, NULL, palette_text(cause->color, color));
		json_close_list(json);
	}
	json_close_list(json);
	json_close_object(json);
	json_line(json);
}

void pagestages_put(const struct pagestages *stages, const struct function *function,
		    struct jsonwriter *json)
{
	uint32_t number = functions_find(&stages->functions, function->object, &function->location);
	const struct pics_stack *stack = number == KEYINDEX_NONE ? NULL :
					 pics_find(&stages->pics, number);
	const struct stages slots = stages_of(stack);

	if (!stack)
		return;
	json_open_list(json, "g");
	for (enum tea_stack stage = 0; stage < TEA_STACKS_COUNT; stage++) {
		json_open_list(json, NULL);
		for (enum tea_cause cause = 0; cause < TEA_CAUSES_COUNT; cause++)
			json_whole(json, NULL, stages_sum(&slots, stage, stages_cause(cause)));
		json_close_list(json);
	}
	json_close_list(json);
}
