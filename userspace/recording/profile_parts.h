/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * profile_parts.h - what the readers of a profile's members share
 */
#ifndef PROFILE_PARTS_H
#define PROFILE_PARTS_H

#include "recording.h"

/* Fills @fault: the member @what is not as the contract has it. -EINVAL. */
int profile_damaged(struct fault *fault, const char *what);
/* Likewise, that nothing observed what the rows of @name are of. */
int profile_missing_rows(struct fault *fault, const char *name);
/* Likewise, that it has no @what, which @observer measures. */
int profile_missing(struct fault *fault, const char *what, const char *observer);
/* Member @name, a whole number that is not negative. 0, or -EINVAL with @fault filled. */
int profile_number(struct json_object *object, const char *name, uint64_t *value,
		   struct fault *fault);
/* Member @name, or NULL where it is missing or something else. */
struct json_object *profile_array(struct json_object *object, const char *name);
const char *profile_text(struct json_object *object, const char *name);
/* Addresses are text, "0x...": JSON's numbers are not good for 64 bits everywhere. */
bool profile_address(struct json_object *field, uint64_t *value);

/*
 * What a machine's processes had mapped, of which its files' directory may have copies. 0, or a negative
 * errno with @fault filled.
 */
int profile_read_maps(struct recording *recording, struct fault *fault);

/* Object and address of @place. 0 or -ENOMEM. */
int profile_locate(struct recording *recording, uint64_t pc, struct recording_place *place);

/*
 * The members "stages" and "flops", where there are any; places are run by @thread. 0, or a
 * negative errno with @fault filled.
 */
int profile_read_slots(struct recording *recording, uint32_t thread, struct fault *fault);

/* The member "worth", if there is one. 0, or a negative errno with @fault filled. */
int profile_read_worth(struct recording *recording, struct fault *fault);
/*
 * What the member @object, "path", has beside its categories and rows, which are the recording's by now.
 * 0, or a negative errno with @fault filled.
 */
int profile_read_path(struct recording *recording, struct json_object *object, struct fault *fault);

/* Has it a member that @measure is read from? */
bool profile_has(const struct recording *recording, enum measure measure);

/*
 * Instructions and streams, of the members "instruction_samples" and "branch_stacks", or of
 * "counts", as the recording's measure is; all are run by @thread. 0, or a negative errno with @fault filled.
 */
int profile_read_mix(struct recording *recording, uint32_t thread, struct fault *fault);

#endif /* PROFILE_PARTS_H */
