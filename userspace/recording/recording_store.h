/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * recording_store.h - the contents of a recording, put there by the readers of its formats
 *
 * A reader looks its threads and places up, or adds them, and counts cycles at places. One that
 * finds late that it has to begin again makes the recording forget.
 */
#ifndef RECORDING_STORE_H
#define RECORDING_STORE_H

#include "recording.h"

/* @measure, of the recording's, has no stacks so far, of whole units that were counted. */
void recording_begin(struct recording *recording, struct recording_measure *measure,
		     const struct category_kind *kind);

/* What is noted so far is of the run: it holds for measures beside the one that is shown, too. */
void recording_share_notes(struct recording *recording);
/*
 * @measure cannot be read, for @error, and is not there. Executions beside others are no reason to
 * show nothing: 0, and they have the failure.
 */
int recording_fail(struct recording *recording, struct recording_measure *measure, int error,
		   struct fault *fault);

/* Drops the results of samples: places with their stacks, threads, frames, counts. */
void recording_forget(struct recording *recording);

/* The cycles of one slot: found at @address of @object by thread @thread. */
struct recording_hit {
	struct recording_place place;
	uint16_t category;
	uint8_t state;			/* or PICS_NO_STATE */
	uint64_t parts;
	struct pics_weight weight;
};

/* A number for all of a place but object and address, or KEYINDEX_NONE: out of memory. */
uint32_t recording_context(struct recording *recording, const struct recording_place *place);
/* The number of a place in places, or KEYINDEX_NONE when memory runs out. */
uint32_t recording_place_number(struct recording *recording, const struct recording_place *place);
/* The number of a space in spaces, and of a datum in data; KEYINDEX_NONE: out of memory. */
uint32_t recording_space(struct recording *recording, const struct recording_space *space);
uint32_t recording_datum(struct recording *recording, const struct recording_datum *datum);
/* Adds all of @hit but its place to the measure's stack of a place by its number. */
int recording_count(struct recording_measure *measure, uint32_t place,
		    const struct recording_hit *hit, struct fault *fault);
int recording_add(struct recording *recording, struct recording_measure *measure,
		  const struct recording_hit *hit, struct fault *fault);
/* Keeps a single sample; its number is given here. */
int recording_keep(struct recording_measure *measure, const struct recording_sample *sample,
		   struct fault *fault);
/* A sample was taken then. */
static inline void recording_note_time(struct recording_measure *measure, uint64_t time_ns)
{
	if (!measure->first_ns || time_ns < measure->first_ns)
		measure->first_ns = time_ns;
	if (time_ns > measure->last_ns)
		measure->last_ns = time_ns;
}
/* All are kept: puts them in the order of their times. */
void recording_sort_kept(struct recording_measure *measure);
/* Adds @stream's count and branches to those of its place and thread. 0 or -ENOMEM. */
int recording_add_stream(struct recording *recording, const struct recording_stream *stream);
/* Adds @edge's counts to those of its places and thread. 0 or -ENOMEM. */
int recording_add_edge(struct recording *recording, const struct recording_edge *edge);
/* Adds @wait's counts to those of its place and category. 0 or -ENOMEM. */
int recording_add_wait(struct recording *recording, const struct recording_wait *wait);
/* @thread was there for @ns more. 0 or -ENOMEM. */
int recording_add_life(struct recording *recording, uint32_t thread, uint64_t ns);
/* Fills @fault for more than 64 bits of cycles; -EOVERFLOW. */
int recording_overflow(struct fault *fault);
/* The thread's number, or KEYINDEX_NONE when memory runs out; the comm is copied. */
uint32_t recording_thread(struct recording *recording, const struct recording_thread *thread);
/* 0 or -ENOMEM. */
int recording_set(struct recording *recording, const char *name, const char *value);
/* The command line, of words. 0 or -ENOMEM. */
int recording_set_command(struct recording *recording, const char *const *words, size_t count);

/*
 * The number of a frame among @frames, which @index finds: a new one where it is not there yet.
 * KEYINDEX_NONE: out of memory.
 */
uint32_t recording_frame_number(struct keyindex *index, struct recording_frame **frames,
				size_t *count, const struct recording_frame *frame);

#endif /* RECORDING_STORE_H */
