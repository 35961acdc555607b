/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * merge_parts.h - for the files of merge.h: what one of them asks of another
 */
#ifndef MERGE_PARTS_H
#define MERGE_PARTS_H

#include "merge.h"

/* Is @recording of what those before it are of? 0, or a negative errno with @fault filled. */
int merge_check(struct merge *merge, const struct recording *recording, struct fault *fault);

/*
 * The number of the merged object that is @object of @recording. KEYINDEX_NONE, with @fault filled:
 * it is another build than that of the same name, or memory ran out.
 */
uint32_t merge_object_number(struct merge *merge, const struct recording *recording,
			     uint32_t object, struct fault *fault);
/*
 * Where in the merged object a place of @recording is. 0, or -EINVAL with @fault filled: it cannot
 * be there.
 */
int merge_place(struct merge *merge, const struct recording *recording,
		const struct recording_place *place, uint32_t number, uint64_t *found,
		struct fault *fault);
/*
 * How much of the variance of cells' shares is between machines, and not the chance of their
 * samples: 0 to 1. NAN: there is none, or one machine. Out of memory: -ENOMEM.
 */
int merge_between(const struct merge *merge, double *between);
/* Keeps what is noted of @recording. */
void merge_tell(struct merge *merge, const struct recording *recording);
/* All are added: what is to be said of them, and is not in sums. */
void merge_note(struct merge *merge);

/* All places are known: gives each object addresses in the profile. */
void merge_lay_out(struct merge *merge);
/*
 * Has it a range of addresses in the profile? The kernel, and what no file is known of, have none.
 */
bool merge_object_is_mapped(const struct merge_object *object);
/* Where that begins in the file, at a page. */
uint64_t merge_object_offset(const struct merge_object *object);
/* How long it is. */
uint64_t merge_object_bytes(const struct merge_object *object);
/* The address of a row in the profile. */
uint64_t merge_address(const struct merge *merge, const struct merge_row *row);

#endif /* MERGE_PARTS_H */
