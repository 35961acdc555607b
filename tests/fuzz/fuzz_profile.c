// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fuzz_profile.c - profiles of tea sim, by samples and by golden reference
 */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	fuzz_recording(bytes, size, false);
	fuzz_recording(bytes, size, true);
	return 0;
}
