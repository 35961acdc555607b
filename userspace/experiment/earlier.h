/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * earlier.h - what the profile of an earlier run tells of a run to come
 *
 * Of a whole run of the same command, how many instructions there will be. Of a sampled one that was
 * stopped, the windows that it had, which a run that resumes it does not model again. Of any sampled run,
 * where its windows deviate, so that a run that refines it has more of them there.
 */
#ifndef EARLIER_H
#define EARLIER_H

#include <stdint.h>
#include <stdio.h>

#include "base/fault.h"
#include "params.h"
#include "sim_region.h"

/* A run to come. */
struct earlier_run {
	char *const *program;		/* and its arguments, ending in NULL */
	const struct tea_params *params;	/* of its core */
	const struct sim_region *region;
};

/* Instructions of the whole run of @program of which the profile @path is, or 0. */
uint64_t earlier_length(const char *path, char *const *program);

/*
 * Writes the windows of the profile @path as words to @file (qemu-device/plugin/resume.h), for @run,
 * which is to go on behind them, and has to be the same. 0, or a negative errno with @fault filled.
 */
int earlier_resume(const char *path, const struct earlier_run *run, FILE *file, struct fault *fault);

/*
 * Likewise how far the windows of the profile @path deviate (qemu-device/plugin/allotment.h), for @run, of the
 * same program on the same core, which refines it.
 */
int earlier_refine(const char *path, const struct earlier_run *run, FILE *file, struct fault *fault);

#endif /* EARLIER_H */
