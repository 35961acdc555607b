// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * worth.c - what causes are worth, as a recording has it; see worth.h
 */
#include "worth.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hotcauses.h"

char *worth_text(const struct recording *recording, uint16_t events,
		 const struct symbols_location *location)
{
	const char *object = symbols_base_name(location->object->path);
	bool own = recording->threads_count && !strcmp(recording->threads[0].comm, object);
	char *text = NULL, name[CATEGORY_TEXT];
	size_t size;
	FILE *file = open_memstream(&text, &size);

	if (!file)
		return NULL;
	if (events)
		fprintf(file, "fix %s@", category_name(&category_signatures, events, name));
	else
		fputs("free ", file);
	if (!own)
		fprintf(file, "%s:", object);
	if (location->linkage)
		fprintf(file, "%s+0x%llx", location->function, (unsigned long long)location->offset);
	else
		fprintf(file, "0x%llx", (unsigned long long)location->address);
	if (fclose(file)) {
		free(text);
		return NULL;
	}
	return text;
}

static int fill_places(struct worth *worth, struct recording *recording)
{
	for (size_t i = 0; i < worth->whatif.count; i++) {
		const struct recording_cause *cause = &recording->worth.causes[i];
		struct symbols_location location;

		symbols_locate(&recording->symbols, cause->object, cause->address, &location);
		worth->places[i] = (struct worth_place){ cause->object, location.address,
							 cause->events };
		worth->texts[i] = worth_text(recording, cause->events, &location);
		if (!worth->texts[i])
			return -ENOMEM;
		worth->whatif.changes[i].text = worth->texts[i];
	}
	return 0;
}

static const struct recording_trial *find_trial(const struct recording_worth *worth,
						uint64_t causes)
{
	for (size_t i = 0; i < worth->trials_count; i++)
		if (worth->trials[i].causes == causes)
			return &worth->trials[i];
	return NULL;
}

static int fill_sets(struct worth *worth, const struct recording *recording)
{
	struct whatif *whatif = &worth->whatif;

	whatif->sets[0].cycles = recording->run_cycles;
	for (size_t i = 1; i < whatif->sets_count; i++) {
		struct whatif_set *set = &whatif->sets[i];
		const struct recording_trial *trial = find_trial(&recording->worth, set->members);
		const char *failure = trial ? trial->failure : "it was not run";

		if (trial)
			set->cycles = trial->cycles;
		if (failure && !(set->failure = strdup(failure)))
			return -ENOMEM;
	}
	return 0;
}

int worth_init(struct worth *worth, struct recording *recording)
{
	size_t count = recording->worth.causes_count;
	int error;

	*worth = (struct worth){ 0 };
	if (!count)
		return 0;
	error = whatif_init(&worth->whatif, count, WHATIF_PAIRS_AND_ALL);
	worth->places = calloc(count, sizeof(*worth->places));
	worth->texts = calloc(count, sizeof(*worth->texts));
	if (!worth->places || !worth->texts)
		error = -ENOMEM;
	if (!error)
		error = fill_sets(worth, recording);
	if (!error)
		error = fill_places(worth, recording);
	if (error)
		worth_deinit(worth);
	return error;
}

void worth_deinit(struct worth *worth)
{
	for (size_t i = 0; worth->texts && i < worth->whatif.count; i++)
		free(worth->texts[i]);
	free(worth->texts);
	free(worth->places);
	whatif_deinit(&worth->whatif);
	*worth = (struct worth){ 0 };
}

size_t worth_find(const struct worth *worth, uint32_t object, uint64_t address,
		  uint16_t signature)
{
	uint16_t events = hotcauses_events(signature);

	for (size_t i = 0; i < worth->whatif.count; i++) {
		const struct worth_place *place = &worth->places[i];

		if (place->object == object && place->address == address &&
		    hotcauses_within(events, place->events))
			return i;
	}
	return WORTH_NONE;
}

bool worth_gain(const struct worth *worth, const struct whatif_set *set, int64_t *cycles)
{
	if (set->failure)
		return false;
	*cycles = (int64_t)(worth->whatif.sets[0].cycles - set->cycles);
	return true;
}

const struct whatif_set *worth_alone(const struct worth *worth, size_t number)
{
	return &worth->whatif.sets[1 + number];
}

const struct whatif_set *worth_partner(const struct worth *worth, size_t number, uint64_t least)
{
	const struct whatif_set *found = NULL;

	for (size_t i = 0; i < worth->whatif.sets_count; i++) {
		const struct whatif_set *set = &worth->whatif.sets[i];
		int64_t cycles;

		if (__builtin_popcountll(set->members) != 2 || !(set->members >> number & 1) ||
		    !whatif_interaction(&worth->whatif, set, &cycles) ||
		    (uint64_t)llabs(cycles) < least)
			continue;
		least = (uint64_t)llabs(cycles) + 1;
		found = set;
	}
	return found;
}
