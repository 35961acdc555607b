// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * lives.c - how long the threads of rows were there; see lives.h
 */
#include "lives.h"

#include <errno.h>
#include <stdlib.h>

struct life {
	uint64_t lived_ns, waited_ns;
};

/* By thread. */
static void fold_lives(const struct recording *recording, struct life *lives)
{
	const struct recording_waits *waits = &recording->waits;

	for (size_t i = 0; i < waits->lives_count; i++)
		lives[waits->lives[i].thread].lived_ns += waits->lives[i].ns;
	for (size_t i = 0; i < waits->count; i++) {
		const struct recording_wait *wait = &waits->items[i];

		lives[recording->places[wait->place].thread].waited_ns += wait->ns;
	}
}

static struct key key_of(const struct recording_thread *thread)
{
	return (struct key){ .high = thread->pid, .low = thread->tid };
}

/* Rows are in order, the largest first. */
static int index_rows(const struct rows *rows, struct keyindex *index)
{
	for (size_t i = 0; i < rows->count; i++) {
		const struct recording_thread *thread = rows->rows[i].thread;

		if (thread && keyindex_get(index, key_of(thread)) == KEYINDEX_NONE &&
		    keyindex_put(index, key_of(thread), (uint32_t)i))
			return -ENOMEM;
	}
	return 0;
}

static void tell(struct rows *rows, struct recording *recording, const struct keyindex *index,
		 const struct life *lives)
{
	size_t absent = 0;

	for (size_t i = 0; i < recording->threads_count; i++) {
		uint32_t at = keyindex_get(index, key_of(&recording->threads[i]));

		if (!lives[i].lived_ns)
			continue;
		if (at == KEYINDEX_NONE) {
			absent++;
			continue;
		}
		rows->rows[at].lived_ns += lives[i].lived_ns;
		rows->rows[at].unsched_ns += lives[i].waited_ns;
	}
	rows->has_lives = true;
	if (absent)
		notes_add(&recording->notes, "%zu thread%s waited and ha%s no sample", absent,
			  absent == 1 ? "" : "s", absent == 1 ? "s" : "ve");
}

int lives_add(struct rows *rows, struct recording *recording)
{
	struct keyindex index = { 0 };
	struct life *lives;
	int error;

	if (!recording->waits.lives_count)
		return 0;
	lives = calloc(recording->threads_count, sizeof(*lives));
	error = lives ? index_rows(rows, &index) : -ENOMEM;

	if (!error) {
		fold_lives(recording, lives);
		tell(rows, recording, &index, lives);
	}
	keyindex_deinit(&index);
	free(lives);
	return error;
}
