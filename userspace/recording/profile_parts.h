/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * profile_parts.h - shared by the readers of a profile's members
 */
#ifndef PROFILE_PARTS_H
#define PROFILE_PARTS_H

#include "recording.h"
#include "recording_store.h"

/* Fills @fault: the member @what breaks the contract. -EINVAL. */
int profile_damaged(struct fault *fault, const char *what);
/* The same: nothing observed the measure of the rows @name. */
int profile_missing_rows(struct fault *fault, const char *name);
/* The same: it has no @what, which @observer measures. */
int profile_missing(const struct recording *recording, const char *what, const char *observer,
		    struct fault *fault);
/* Member @name, a whole number that is not negative. 0, or -EINVAL with @fault filled. */
int profile_number(struct json_object *object, const char *name, uint64_t *value,
		   struct fault *fault);
/* Member @name, or NULL where it is missing or something else. */
struct json_object *profile_array(struct json_object *object, const char *name);
const char *profile_text(struct json_object *object, const char *name);
/* Addresses are text, "0x...": JSON's numbers are not good for 64 bits everywhere. */
bool profile_address(struct json_object *field, uint64_t *value);

/* Mappings, and the builds of their files. 0, or a negative errno with @fault filled. */
int profile_read_mappings(struct recording *recording, struct fault *fault);
/* Which build @object was, by build_id or code_hash of @member, if it says so. Is that well-formed? */
bool profile_read_build(struct recording *recording, uint32_t object, struct json_object *member);
/* Object and address of @place. 0 or -ENOMEM. */
int profile_locate(struct recording *recording, uint64_t pc, struct recording_place *place);

/* All of it is run by one thread, the first. */
#define PROFILE_THREAD	0
#define PROFILE_PLACE	\
	{ .thread = PROFILE_THREAD, .cpu = RECORDING_NO_CPU, .frame = RECORDING_NO_FRAME }

/* A number of the profile itself, which is there. */
uint64_t profile_header_number(const struct recording *recording, const char *name);
/*
 * As recording_begin(), with what the profile says of all of its measures. Names in the filter are
 * looked up in the kind of the one that is shown.
 */
int profile_begin(struct recording *recording, struct recording_measure *measure,
		  const struct category_kind *kind, struct fault *fault);

/*
 * Each reads a measure: slots of stages or of floating-point units, of the member "stages" or
 * "flops"; executions and streams, of "instruction_samples" and "branch_stacks" or of "counts". 0,
 * or a negative errno with @fault filled.
 */
int profile_read_slots(struct recording *recording, struct recording_measure *measure,
		       struct fault *fault);
int profile_read_mix(struct recording *recording, struct recording_measure *measure,
		     struct fault *fault);

/*
 * The slices of @measure, whose stacks are there by now, of the member "slices", where it has them.
 * 0, or a negative errno with @fault filled.
 */
int profile_read_slices(struct recording *recording, struct recording_measure *measure,
			struct fault *fault);

/* The member "sampled", if there is one. 0, or a negative errno with @fault filled. */
int profile_read_sampled(struct recording *recording, struct fault *fault);
/* By how much a number would deviate without each of the groups. Whether @list has them. */
bool profile_deviations(struct json_object *list, struct pics_windows *windows);
/* Gives @hit, that of the shown row number @row, its weight: @windows, which are filled. */
int profile_weigh_row(const struct recording *recording, size_t row, struct pics_windows *windows,
		      struct recording_hit *hit, struct fault *fault);
/* What was modelled, and what not. */
void profile_note_sampled(struct recording *recording);

/* The member "merged", if there is one. 0, or a negative errno with @fault filled. */
int profile_read_merged(struct recording *recording, struct fault *fault);
/* By how much row number @row, of @parts, deviates without each group. Whether the profile has that. */
bool profile_group_parts(const struct recording *recording, size_t row, uint64_t parts,
			 struct pics_windows *windows);
/* What was merged. */
void profile_note_merged(struct recording *recording);

/* The member "worth", if there is one. 0, or a negative errno with @fault filled. */
int profile_read_gains(struct recording *recording, struct fault *fault);
/*
 * The parts of the member @object, "path", beside its categories and rows, which are the measure's
 * by now. 0, or a negative errno with @fault filled.
 */
int profile_read_path(struct recording *recording, struct json_object *object, struct fault *fault);

#endif /* PROFILE_PARTS_H */
