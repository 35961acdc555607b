/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * study_profile.h - the study's data of a profile, beyond those of views
 *
 * qemu-device/plugin/profile.h describes the document.
 */
#ifndef STUDY_PROFILE_H
#define STUDY_PROFILE_H

#include <stdio.h>

#include "observers/counts.h"
#include "observers/tagger.h"
#include "observers/thinning.h"
#include "units.h"

/* TEA, then the taggers in their order. */
enum { STUDY_TEA, STUDY_TAGGERS, STUDY_SCHEMES = STUDY_TAGGERS + TEA_TAGGERS_COUNT };

struct study_golden {
	uint64_t pc;
	uint16_t psv;
	uint8_t state;
	double parts;
};

struct study_sampled {
	uint64_t pc;
	uint16_t psv;
	uint64_t parts[TEA_THINNING_LEVELS];
};

struct study_profile {
	struct recording recording;
	struct units units;
	struct study_golden *golden;
	size_t golden_count;
	struct study_sampled *sampled[STUDY_SCHEMES];
	size_t sampled_count[STUDY_SCHEMES];
	uint64_t samples[STUDY_SCHEMES];	/* at level 0 */
	uint64_t cycles, instructions, period, branches, conditional_branches, mispredicts;
	uint64_t with_events, combined;
	uint64_t unexplained[TEA_COUNTS_STALL_MAX + 1];
	double mean_slots;			/* instructions that share a compute cycle */
};

/* Name of a scheme, and the events that it records (table 1). */
const char *study_scheme_name(unsigned int scheme);
uint16_t study_scheme_events(unsigned int scheme);

/* 0, or a negative errno with @fault filled. Close it in either case. */
int study_profile_open(struct study_profile *profile, const char *path, struct fault *fault);
void study_profile_close(struct study_profile *profile);

#endif /* STUDY_PROFILE_H */
