/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzz.h - what fuzz targets share
 *
 * A target takes any bytes, and must neither crash, nor leak, nor take long. libFuzzer calls
 * it with inputs that it makes; replay.c with those of files, so that any compiler will do.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "recording/recording.h"

/* The target. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* A file in memory with these bytes: its descriptor, and its path in @path. */
int fuzz_file(const uint8_t *bytes, size_t size, char path[64]);
/*
 * Opens them as a recording, sees that what was read agrees with itself, and closes it. Of
 * @options the path and what a recording is told by are filled.
 */
void fuzz_recording(const uint8_t *bytes, size_t size, struct recording_options options);

#endif /* FUZZ_H */
