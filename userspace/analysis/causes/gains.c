// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * gains.c - measured gains of causes, as a recording has them; see gains.h
 */
#include "gains.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hotcauses.h"

char *gains_text(const struct recording *recording, uint16_t events,
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

static int fill_places(struct gains *gains, struct recording *recording)
{
	for (size_t i = 0; i < gains->whatif.count; i++) {
		const struct recording_cause *cause = &recording->gains.causes[i];
		struct symbols_location location;

		symbols_locate(&recording->symbols, cause->object, cause->address, &location);
		gains->places[i] = (struct gains_place){ cause->object, location.address,
							 cause->events };
		gains->texts[i] = gains_text(recording, cause->events, &location);
		if (!gains->texts[i])
			return -ENOMEM;
		gains->whatif.changes[i].text = gains->texts[i];
	}
	return 0;
}

static const struct recording_trial *find_trial(const struct recording_gains *gains,
						uint64_t causes)
{
	for (size_t i = 0; i < gains->trials_count; i++)
		if (gains->trials[i].causes == causes)
			return &gains->trials[i];
	return NULL;
}

static int fill_sets(struct gains *gains, const struct recording *recording)
{
	struct whatif *whatif = &gains->whatif;

	whatif->sets[0].cycles = recording->run_cycles;
	for (size_t i = 1; i < whatif->sets_count; i++) {
		struct whatif_set *set = &whatif->sets[i];
		const struct recording_trial *trial = find_trial(&recording->gains, set->members);
		const char *failure = trial ? trial->failure : "it was not run";

		if (trial)
			set->cycles = trial->cycles;
		if (failure && !(set->failure = strdup(failure)))
			return -ENOMEM;
	}
	return 0;
}

int gains_init(struct gains *gains, struct recording *recording)
{
	size_t count = recording->gains.causes_count;
	int error;

	*gains = (struct gains){ 0 };
	if (!count)
		return 0;
	error = whatif_init(&gains->whatif, count, WHATIF_PAIRS_AND_ALL);
	gains->places = calloc(count, sizeof(*gains->places));
	gains->texts = calloc(count, sizeof(*gains->texts));
	if (!gains->places || !gains->texts)
		error = -ENOMEM;
	if (!error)
		error = fill_sets(gains, recording);
	if (!error)
		error = fill_places(gains, recording);
	if (error)
		gains_deinit(gains);
	return error;
}

void gains_deinit(struct gains *gains)
{
	for (size_t i = 0; gains->texts && i < gains->whatif.count; i++)
		free(gains->texts[i]);
	free(gains->texts);
	free(gains->places);
	whatif_deinit(&gains->whatif);
	*gains = (struct gains){ 0 };
}

size_t gains_find(const struct gains *gains, uint32_t object, uint64_t address,
		  uint16_t signature)
{
	uint16_t events = hotcauses_events(signature);

	for (size_t i = 0; i < gains->whatif.count; i++) {
		const struct gains_place *place = &gains->places[i];

		if (place->object == object && place->address == address &&
		    hotcauses_within(events, place->events))
			return i;
	}
	return GAINS_NONE;
}

bool gains_cycles(const struct gains *gains, const struct whatif_set *set, int64_t *cycles)
{
	if (set->failure)
		return false;
	*cycles = (int64_t)(gains->whatif.sets[0].cycles - set->cycles);
	return true;
}

const struct whatif_set *gains_alone(const struct gains *gains, size_t number)
{
	return &gains->whatif.sets[1 + number];
}

const struct whatif_set *gains_partner(const struct gains *gains, size_t number, uint64_t least)
{
	const struct whatif_set *found = NULL;

	for (size_t i = 0; i < gains->whatif.sets_count; i++) {
		const struct whatif_set *set = &gains->whatif.sets[i];
		int64_t cycles;

		if (__builtin_popcountll(set->members) != 2 || !(set->members >> number & 1) ||
		    !whatif_interaction(&gains->whatif, set, &cycles) ||
		    (uint64_t)llabs(cycles) < least)
			continue;
		least = (uint64_t)llabs(cycles) + 1;
		found = set;
	}
	return found;
}
