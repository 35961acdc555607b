// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fuzz_perfdata.c - whole perf.data files: headers, features, pipe mode, compression
 */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	fuzz_recording(bytes, size, (struct recording_options){ 0 });
	return 0;
}
