// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * changes.c - changes of a core; see changes.h
 */
#include "changes.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/causes/hotcauses.h"
#include "analysis/causes/whatif.h"
#include "base/nearest.h"
#include "recording/category.h"
#include "structures.h"
#include "weighing.h"

#define MORE_DEFAULT	(2 * TEA_WEIGHT_ONE)

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Words of the same knob with other values: the first of @words that does not go with @word. */
static const char *find_contradiction(const struct wordlist *words, const char *word)
{
	size_t length = strcspn(word, "=") + 1;

	for (size_t i = 0; i < words->count; i++)
		if (!strncmp(words->items[i], word, length) && strcmp(words->items[i], word))
			return words->items[i];
	return NULL;
}

static int add_knob(struct change *change, const char *word, struct fault *fault)
{
	struct wordlist *words = &change->knobs;
	const char *other = find_contradiction(words, word);
	const char **grown = reallocarray(words->items, words->count + 1, sizeof(*grown));

	if (!grown)
		return fault_no_memory(fault, "the changes");
	words->items = grown;
	grown[words->count++] = word;
	if (other)
		return fault_set(fault, -EINVAL, "'%s' and '%s' in one change contradict each other: "
				 "leave out one of them", other, word);
	return 0;
}

static int find_ideal(const char *name, const struct structure **found, struct fault *fault)
{
	const char *names[STRUCTURES_COUNT + 1] = { 0 }, *nearest;
	char all[128] = "";

	for (size_t i = 0; i < STRUCTURES_COUNT; i++) {
		if (!strcmp(structures[i].name, name)) {
			*found = &structures[i];
			return 0;
		}
		names[i] = structures[i].name;
		snprintf(all + strlen(all), sizeof(all) - strlen(all), "%s%s", i ? ", " : "", names[i]);
	}
	nearest = nearest_name(name, names);
	if (nearest)
		return fault_set(fault, -EINVAL, "--ideal cannot take '%s': did you mean '%s'?", name,
				 nearest);
	return fault_set(fault, -EINVAL, "--ideal cannot take '%s': give one or more of %s", name, all);
}

/* Cut @text at its commas, which become ends. */
static int split_knobs(struct change *change, char *text, struct fault *fault)
{
	char *word;
	int error = 0;

	while (!error && (word = strsep(&text, ",")))
		error = add_knob(change, word, fault);
	return error;
}

static int fill_set(struct change *change, const struct changes *changes,
		    const char *text, struct fault *fault)
{
	(void)changes;
	change->owned = strdup(text);
	return change->owned ? split_knobs(change, change->owned, fault) :
			       fault_no_memory(fault, "the changes");
}

/* The knobs by which @params differs from the core, as words with commas between; NULL: no memory. */
static char *make_knobs(const struct tea_params *base, const struct tea_params *params)
{
	char *words = NULL, value[TEA_PARAM_TEXT];
	size_t size;
	FILE *file = open_memstream(&words, &size);

	for (size_t i = 0; file && i < tea_param_infos_count; i++) {
		const struct tea_param_info *info = &tea_param_infos[i];

		if (tea_params_get(params, info) != tea_params_get(base, info))
			fprintf(file, "%s%s=%s", ftell(file) ? "," : "", info->name,
				tea_params_text(params, info, value));
	}
	if (file && !fclose(file))
		return words;
	free(words);
	return NULL;
}

/* A change to a perfect structure has the structure's name. */
static int name_ideal(struct change *change, const struct structure *structure, struct fault *fault)
{
	char *text;

	if (asprintf(&text, "ideal %s", structure->name) < 0)
		return fault_no_memory(fault, "the changes");
	free(change->text);
	change->text = text;
	change->components = structures_components(structure);
	return 0;
}

static int fill_more(struct change *change, const struct changes *changes, const char *text,
		     struct fault *fault)
{
	const char *equals = strchr(text, '=');
	char *name = strndup(text, equals ? (size_t)(equals - text) : strlen(text));
	struct tea_params params = changes->base;
	const struct tea_resource *resource = NULL;
	const struct structure *structure;
	uint32_t weight = MORE_DEFAULT;
	int error = name ? weighing_find(name, &changes->base, &resource, fault) :
			   fault_no_memory(fault, "the changes");

	free(name);
	if (!error && equals)
		error = weighing_weight("more", equals + 1, &weight, fault);
	if (!error && !tea_resource_weigh(resource, weight, false, &params))
		error = fault_set(fault, -EINVAL, "'more %s' changes nothing: its knobs are at their ends, or "
				  "cannot be so; give another weight, as %s=ideal", text, resource->name);
	if (error)
		return error;
	structure = structures_find(&changes->base, &params);
	if (structure && name_ideal(change, structure, fault))
		return -ENOMEM;
	change->owned = make_knobs(&changes->base, &params);
	return change->owned ? split_knobs(change, change->owned, fault) :
			       fault_no_memory(fault, "the changes");
}

static int fill_ideal(struct change *change, const struct changes *changes,
		      const char *text, struct fault *fault)
{
	char *names = strdup(text), *rest = names, *name, *words = NULL;
	const struct structure *structure = NULL;
	size_t size;
	FILE *file = open_memstream(&words, &size);
	int error = file && names ? 0 : fault_no_memory(fault, "the changes");

	(void)changes;
	while (!error && (name = strsep(&rest, ","))) {
		error = find_ideal(name, &structure, fault);
		if (error)
			break;
		fprintf(file, "%s%s", ftell(file) ? "," : "", structure->words);
		change->components |= structures_components(structure);
		change->between |= structure->between;
	}
	if (file && fclose(file) && !error)
		error = fault_no_memory(fault, "the changes");
	change->owned = words;
	free(names);
	return error ? error : split_knobs(change, words, fault);
}

/* At the change's place its events never happen; where there are none it takes no time. */
static int take_away(struct change *change, struct fault *fault)
{
	char name[CATEGORY_TEXT], *words = codeplace_words(&change->place);
	const char *events = category_name(&category_signatures, change->events, name);

	change->components = hotcauses_components(change->events);
	if (!words || (change->events ? asprintf(&change->owned, "fix=%s@%s", events, words) :
					asprintf(&change->owned, "free=%s", words)) < 0)
		change->owned = NULL;
	free(words);
	return change->owned ? 0 : fault_no_memory(fault, "the changes");
}

static int refuse_events(const char *events, struct fault *fault)
{
	const char *names[TEA_EVENTS_COUNT + 1] = { 0 }, *nearest;

	for (unsigned int i = 0; i < TEA_EVENTS_COUNT; i++)
		names[i] = category_signatures.items[i].name;
	nearest = nearest_name(events, names);
	if (nearest)
		return fault_set(fault, -EINVAL, "unknown event '%s': did you mean '%s'?", events, nearest);
	return fault_set(fault, -EINVAL, "unknown event '%s': 'tea list' tells all", events);
}

/* Each thread of a simulated program has caches of its own, with no other's lines in them. */
static int refuse_sharing(const char *events, struct fault *fault)
{
	return fault_set(fault, -EINVAL, "--fix cannot take '%s': ST-CO takes caches that several harts "
			 "share, and a simulated program's threads have their own; leave it out", events);
}

static int fill_fix(struct change *change, const struct changes *changes,
		    const char *text, struct fault *fault)
{
	const char *at = strchr(text, '@');
	char name[CATEGORY_TEXT];

	if (!at)
		return fault_set(fault, -EINVAL, "--fix cannot take '%s': give EVENT@PLACE, as "
				 "FL-MB@main", text);
	snprintf(name, sizeof(name), "%.*s", (int)(at - text), text);
	if (!category_parse(&category_signatures, text, (size_t)(at - text), &change->events) ||
	    !change->events || change->events & SIGNATURE_UNKNOWN)
		return refuse_events(name, fault);
	if (change->events & TEA_PSV_ST_CO)
		return refuse_sharing(name, fault);
	return codeplace_find(&change->place, &changes->program, at + 1, fault) ? -EINVAL :
	       take_away(change, fault);
}

static int fill_free(struct change *change, const struct changes *changes,
		     const char *text, struct fault *fault)
{
	return codeplace_find(&change->place, &changes->program, text, fault) ? -EINVAL :
	       take_away(change, fault);
}

static const struct kind {
	const char *name;
	size_t list;			/* of struct changes: where the texts are */
	int (*fill)(struct change *change, const struct changes *changes,
		    const char *text, struct fault *fault);
} kinds[] = {
	{ "set", offsetof(struct changes, sets), fill_set },
	{ "more", offsetof(struct changes, mores), fill_more },
	{ "ideal", offsetof(struct changes, ideals), fill_ideal },
	{ "fix", offsetof(struct changes, fixes), fill_fix },
	{ "free", offsetof(struct changes, frees), fill_free },
};

static const struct wordlist *texts_of(const struct changes *changes, const struct kind *kind)
{
	return (const struct wordlist *)((const char *)changes + kind->list);
}

static int add_change(struct changes *changes, const struct kind *kind, const char *text,
		      struct fault *fault)
{
	struct change *change = &changes->items[changes->count++];

	if (asprintf(&change->text, "%s %s", kind->name, text) < 0) {
		change->text = NULL;
		return fault_no_memory(fault, "the changes");
	}
	return kind->fill(change, changes, text, fault);
}

static size_t count_given(const struct changes *changes)
{
	size_t count = 0;

	for (size_t i = 0; i < COUNT(kinds); i++)
		count += texts_of(changes, &kinds[i])->count;
	return count;
}

bool changes_are_given(const struct changes *changes)
{
	return count_given(changes);
}

static int add_changes(struct changes *changes, struct fault *fault)
{
	const size_t count = count_given(changes);
	int error = 0;

	if (!count)
		return fault_set(fault, -EINVAL, "nothing is to be changed: give --set KNOB=VALUE, "
				 "--more RESOURCE, --ideal STRUCTURE, --fix EVENT@PLACE or --zero-cost PLACE");
	if (count > WHATIF_MOST)
		return fault_set(fault, -EINVAL, "%zu changes are too many: give at most %d", count,
				 WHATIF_MOST);
	changes->items = calloc(count, sizeof(*changes->items));
	if (!changes->items)
		return fault_no_memory(fault, "the changes");
	for (size_t i = 0; i < COUNT(kinds); i++) {
		const struct wordlist *texts = texts_of(changes, &kinds[i]);

		for (size_t t = 0; t < texts->count && !error; t++)
			error = add_change(changes, &kinds[i], texts->items[t], fault);
	}
	return error;
}

int changes_select(struct changes *changes, struct fault *fault)
{
	return variant_select(&changes->base, changes->core, fault);
}

/* A core of its own, with vectors as the base has them: a program asks for their length. */
static int check_change(const struct changes *changes, struct change *change, struct fault *fault)
{
	struct tea_params params = changes->base;
	const char *why;
	int error = 0;

	for (size_t i = 0; i < change->knobs.count && !error; i++)
		error = variant_set(&params, change->knobs.items[i], false, fault);
	if (error)
		return error;
	if (tea_params_check(&params, &why))
		return fault_set(fault, -EINVAL, "'%s' gives no core: %s", change->text, why);
	if (params.vlen != changes->base.vlen)
		return fault_set(fault, -EINVAL, "'%s' gives vector registers of %u bits, the core has "
				 "%u, and a program does other things then: run 'tea sim' for each",
				 change->text, params.vlen, changes->base.vlen);
	if (!change->components && !change->place.path)
		structures_compare(&changes->base, &params, &change->components, &change->parts);
	for (const struct change *other = changes->items; other < change; other++)
		if (!strcmp(other->text, change->text))
			return fault_set(fault, -EINVAL, "'%s' is given twice: leave out one of them",
					 change->text);
	return 0;
}

static int check_pair(const struct change *one, const struct change *other, struct fault *fault)
{
	for (size_t i = 0; i < other->knobs.count; i++)
		if (find_contradiction(&one->knobs, other->knobs.items[i]))
			return fault_set(fault, -EINVAL, "'%s' and '%s' contradict each other: leave out "
					 "one of them, or --pairs", one->text, other->text);
	return 0;
}

int changes_parse(struct changes *changes, bool pairs, struct fault *fault)
{
	int error = changes_select(changes, fault);

	if (!error)
		error = add_changes(changes, fault);
	for (size_t i = 0; i < changes->count && !error; i++)
		error = check_change(changes, &changes->items[i], fault);
	for (size_t i = 0; i < changes->count && pairs; i++)
		for (size_t j = 0; j < i && !error; j++)
			error = check_pair(&changes->items[j], &changes->items[i], fault);
	return error;
}

int changes_add(struct changes *changes, const char *text, const char *path, uint64_t offset,
		uint16_t events, struct fault *fault)
{
	struct change *grown = reallocarray(changes->items, changes->count + 1, sizeof(*grown));
	struct change *change;

	if (!grown)
		return fault_no_memory(fault, "the changes");
	changes->items = grown;
	change = &grown[changes->count++];
	*change = (struct change){
		.text = strdup(text), .events = events,
		.place = { .path = strdup(path), .ranges = calloc(1, sizeof(*change->place.ranges)) },
	};
	if (!change->text || !change->place.path || !change->place.ranges)
		return fault_no_memory(fault, "the changes");
	change->place.ranges[0] = (struct elflines_range){ offset, offset + 1 };
	change->place.count = 1;
	return take_away(change, fault);
}

void changes_deinit(struct changes *changes)
{
	for (size_t i = 0; i < changes->count; i++) {
		free(changes->items[i].text);
		free(changes->items[i].knobs.items);
		free(changes->items[i].owned);
		codeplace_deinit(&changes->items[i].place);
	}
	free(changes->items);
	free(changes->sets.items);
	free(changes->mores.items);
	free(changes->ideals.items);
	free(changes->fixes.items);
	free(changes->frees.items);
}

int changes_apply(const struct changes *changes, uint64_t members, struct tea_variant *variant)
{
	struct fault fault;
	int error = 0;

	*variant = (struct tea_variant){ .params = changes->base };
	for (; members && !error; members &= members - 1) {
		const struct change *change = &changes->items[__builtin_ctzll(members)];

		/* each was held against the core before */
		for (size_t i = 0; i < change->knobs.count; i++)
			variant_set(&variant->params, change->knobs.items[i], false, &fault);
		if (change->place.path)
			error = variant_spare(variant, change->owned);
	}
	return error;
}

char *changes_name(uint64_t members)
{
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	if (!file)
		return NULL;
	if (!members)
		fputs("base", file);
	for (uint64_t rest = members; rest; rest &= rest - 1)
		fprintf(file, "%s%d", rest == members ? "" : "+", __builtin_ctzll(rest) + 1);
	if (!fclose(file))
		return text;
	free(text);
	return NULL;
}
