// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * shifted.c - records with times that begin where they are looked at first: see shifted.h
 */
#include <assert.h>

#include "shifted.h"

/* Before the first cycle that is seen things happened, too: they are in that one. */
static cycle_t shift(cycle_t at, cycle_t by)
{
	return at > by ? at - by : 0;
}

static void copy(struct tea_retired *to, const struct tea_retired *from, cycle_t by)
{
	*to = *from;
	for (unsigned int i = 0; i < TEA_STAGES_COUNT; i++)
		to->at[i] = shift(from->at[i], by);
	to->window = shift(from->window, by);
	to->ready = shift(from->ready, by);
	to->data_issue = shift(from->data_issue, by);
}

const struct tea_retired *shifted_records(struct shifted *shifted, const struct tea_retired *records,
					  unsigned int count)
{
	unsigned int used = 0;

	for (unsigned int i = 0; i < count; i++) {
		struct tea_retired *record = &shifted->records[i];
		const unsigned int several = tea_retired_several(&records[i]);

		copy(record, &records[i], shifted->by);
		assert(used + several <= sizeof(shifted->micro) / sizeof(shifted->micro[0]));
		for (unsigned int k = 0; k < several; k++)
			copy(&shifted->micro[used + k], &records[i].micro[k], shifted->by);
		record->micro = several ? &shifted->micro[used] : records[i].micro;
		used += several;
	}
	return shifted->records;
}
