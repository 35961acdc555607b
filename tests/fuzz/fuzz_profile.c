// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fuzz_profile.c - profiles of tea sim, by their measures
 */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static const enum measure measures[] = {
		MEASURE_NONE, MEASURE_GOLDEN, MEASURE_STAGES, MEASURE_PATH, MEASURE_INSTRUCTIONS,
	};

	for (size_t i = 0; i < sizeof(measures) / sizeof(measures[0]); i++)
		fuzz_recording(bytes, size, (struct recording_options){
			.of = { { measures[i] } }, .also = {
				{ { measures[i] == MEASURE_GOLDEN ? MEASURE_STAGES : MEASURE_NONE } },
				{ { measures[i] == MEASURE_NONE ? MEASURE_INSTRUCTIONS : MEASURE_FLOPS } },
			},
		});
	return 0;
}
