// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * observers.c - the observers of a lane: see observers.h
 */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "observers.h"

static const struct observer *const table[OBSERVERS_COUNT] = {
#define X(name) &observer_##name,
	OBSERVERS(X)
#undef X
};

const char *observers_name(unsigned int number)
{
	return number < OBSERVERS_COUNT ? table[number]->name : NULL;
}

unsigned int observers_parse(const char *list)
{
	unsigned int set = 0;

	for (;;) {
		size_t length = strcspn(list, "+");
		unsigned int i = 0;

		while (i < OBSERVERS_COUNT && (strlen(table[i]->name) != length ||
					       strncmp(table[i]->name, list, length)))
			i++;
		if (i == OBSERVERS_COUNT)
			return 0;
		set |= 1U << i;
		if (!list[length])
			return set;
		list += length + 1;
	}
}

void observers_add(struct observers *observers, const struct observer *kind, void *self)
{
	assert(observers->count < OBSERVERS_MOST);
	observers->entries[observers->count++] = (struct observers_entry){ kind, self };
	if (kind->span)
		observers->spans[observers->spans_count++] =
			(struct observers_span){ kind->span, self };
	if (kind->record)
		observers->records[observers->records_count++] =
			(struct observers_record){ kind->record, self };
	if (kind->all)
		observers->all[observers->all_count++] =
			(struct observers_all){ kind->all, self };
	if (kind->record)
		observers->next_record = 0;
}

static int init_one(struct observers *observers, unsigned int number)
{
	const struct observer *kind = table[number];
	void *self = calloc(1, kind->bytes);

	if (!self || kind->init(self, observers, number)) {
		free(self);
		return -ENOMEM;
	}
	observers_add(observers, kind, self);
	return 0;
}

int observers_init(struct observers *observers, const struct tea_params *params, unsigned int set,
		   uint64_t period)
{
	*observers = (struct observers){
		.params = params, .set = set, .period = period, .next_record = UINT64_MAX,
		.cycle_parts = tea_cycle_parts(params->commit_width),
	};
	for (unsigned int i = 0; i < OBSERVERS_COUNT; i++) {
		if (set & 1U << i && init_one(observers, i)) {
			observers_deinit(observers);
			return -ENOMEM;
		}
	}
	return 0;
}

void observers_deinit(struct observers *observers)
{
	for (unsigned int i = 0; i < observers->count; i++) {
		const struct observers_entry *at = &observers->entries[i];

		if (!at->kind->bytes)
			continue;
		at->kind->deinit(at->self);
		free(at->self);
	}
	observers->count = 0;
	observers->all_count = observers->records_count = observers->spans_count = 0;
}

static void show_interested(struct observers *observers, const struct tea_retired *record)
{
	cycle_t least = UINT64_MAX;

	for (unsigned int i = 0; i < observers->records_count; i++) {
		cycle_t next = observers->records[i].record(observers->records[i].self, record);

		least = next < least ? next : least;
	}
	observers->next_record = least;
}

void observers_show(struct observers *observers, const struct tea_retired *records, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (records[i].at[TEA_STAGE_COMMIT] >= observers->next_record)
			show_interested(observers, &records[i]);
	}
}

void observers_sample(struct observers *observers, unsigned int sampler,
		      const struct tea_sample *sample)
{
	observers->samples[sampler]++;
	for (unsigned int i = 0; i < observers->count; i++) {
		const struct observers_entry *at = &observers->entries[i];

		if (at->kind->sample)
			at->kind->sample(at->self, sampler, sample);
	}
}

bool observers_explained(const struct observers *observers)
{
	bool explained = false;

	for (unsigned int i = 0; i < observers->count; i++)
		explained |= observers->entries[i].kind->explained;
	return explained;
}

bool observers_followed(const struct observers *observers)
{
	bool followed = false;

	for (unsigned int i = 0; i < observers->count; i++)
		followed |= observers->entries[i].kind->followed;
	return followed;
}

void observers_cut(struct observers *observers)
{
	for (unsigned int i = 0; i < observers->count; i++) {
		const struct observers_entry *at = &observers->entries[i];

		if (at->kind->cut)
			at->kind->cut(at->self);
	}
}

int observers_merge(struct observers *observers, const struct observers *more)
{
	int err = 0;

	assert(observers->set == more->set);
	for (unsigned int i = 0; i < OBSERVERS_SAMPLERS; i++)
		observers->samples[i] += more->samples[i];
	for (unsigned int i = 0; i < observers->count && !err; i++) {
		const struct observers_entry *at = &observers->entries[i];

		err = at->kind->merge(at->self, more->entries[i].self);
	}
	return err;
}

int observers_put(FILE *file, const struct observers *observers)
{
	int err = 0;

	for (unsigned int i = 0; i < observers->count && !err; i++) {
		const struct observers_entry *at = &observers->entries[i];

		err = at->kind->put(file, at->self, observers);
	}
	return err;
}
