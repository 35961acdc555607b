// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fuzz_profile.c - profiles of tea sim: by samples, by golden reference, by slots of the stages
 */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	fuzz_recording(bytes, size, (struct recording_options){ 0 });
	fuzz_recording(bytes, size, (struct recording_options){ .golden = true, .slots = true });
	fuzz_recording(bytes, size, (struct recording_options){ .stages = true });
	return 0;
}
