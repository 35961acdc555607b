// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * handmade.c - a recording's parts, put there one by one; see handmade.h
 */
#include "handmade.h"

#include <stdlib.h>

#include "clitest.h"
#include "recording/recording_store.h"

void made_init(struct made *made, const char *const *objects)
{
	struct recording_thread thread = { .pid = 7, .tid = 7, .comm = "prog" };

	*made = (struct made){ .recording.path = "made" };
	made->recording.shown = &made->recording.measures[MEASURE_CYCLES];
	recording_begin(&made->recording, made->recording.shown, &category_signatures);
	symbols_init(&made->recording.symbols);
	made->recording.symbols.options.symfs = "";
	for (; *objects; objects++)
		symbols_object(&made->recording.symbols, *objects, SYMBOLS_NO_FILE);
	assert_int_equal(recording_thread(&made->recording, &thread), 0);
}

/* A caller: in @object, called by @parent. Returns its number. */
uint32_t made_frame(struct made *made, uint32_t parent, uint32_t object, uint64_t address)
{
	struct recording *recording = &made->recording;
	uint32_t number = (uint32_t)recording->frames_count;

	recording->frames = realloc(recording->frames, (number + 1) * sizeof(*recording->frames));
	assert_non_null(recording->frames);
	recording->frames[recording->frames_count++] = (struct recording_frame){
		.parent = parent, .object = object, .address = address,
	};
	return number;
}

void made_hit(struct made *made, uint32_t object, uint64_t address, uint32_t frame,
		     uint64_t parts)
{
	struct recording_hit hit = {
		.place = { .object = object, .address = address, .cpu = RECORDING_NO_CPU,
			   .frame = frame },
		.category = TEA_PSV_ST_L1, .state = TEA_STATE_STALLED, .parts = parts,
	};

	assert_int_equal(recording_add(&made->recording, made->recording.shown, &hit, &made->fault), 0);
}

void made_calls(struct made *made)
{
	static const char *const objects[] = { "main", "f", "g", NULL };
	uint32_t in_main, in_f;

	made_init(made, objects);
	in_main = made_frame(made, RECORDING_NO_FRAME, 0, 0x10);
	in_f = made_frame(made, in_main, 1, 0x20);
	made_hit(made, 0, 0x12, RECORDING_NO_FRAME, 5);
	made_hit(made, 1, 0x22, in_main, 20);
	made_hit(made, 2, 0x30, in_main, 100);
	made_hit(made, 2, 0x32, in_f, 1000);
	made_hit(made, 2, 0x30, RECORDING_NO_FRAME, 3);
}
