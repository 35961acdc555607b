// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf_core.c - the core that ran, by its perf.data
 *
 * It has the PMU's properties, from its driver; and the caches that the kernel knows, from a device
 * tree as in the Devicetree Specification. Both have the names of tea sim's knobs, if there are
 * any.
 * there is one.
 */
#include <errno.h>
#include <string.h>

#include "perf_reader.h"

/* "32K" as "32", kept; NULL when it is no such size, or memory runs out. */
static const char *kib_text(struct recording *recording, const char *size)
{
	size_t digits = strspn(size, "0123456789");
	char text[16];

	if (!digits || digits >= sizeof(text) || strcmp(size + digits, "K"))
		return NULL;
	memcpy(text, size, digits);
	text[digits] = '\0';
	return texts_intern(&recording->texts, text);
}

static bool is_cache(const struct perfdata_cache *cache, const char *type)
{
	return cache->type && cache->size && !strcmp(cache->type, type);
}

/* The first such cache of @level, or of the last one there is where that is 0; or NULL. */
static const struct perfdata_cache *find_cache(const struct perfdata_info *info, uint32_t level,
					       const char *type)
{
	const struct perfdata_cache *found = NULL;

	for (size_t i = 0; i < info->caches_count; i++) {
		const struct perfdata_cache *cache = &info->caches[i];

		if (is_cache(cache, type) && (level ? cache->level == level && !found :
					      !found || cache->level > found->level))
			found = cache;
	}
	return found;
}

static int describe_caches(struct recording *recording)
{
	static const struct {
		const char *knob, *type;
		uint32_t level;
	} caches[] = {
		{ "l1i_kib", "Instruction", 1 }, { "l1d_kib", "Data", 1 }, { "llc_kib", "Unified", 0 },
	};
	int error = 0;

	for (size_t i = 0; !error && i < sizeof(caches) / sizeof(caches[0]); i++) {
		const struct perfdata_cache *cache = find_cache(&recording->perfdata.info,
								caches[i].level, caches[i].type);
		const char *kib = cache ? kib_text(recording, cache->size) : NULL;

		if (kib)
			error = recording_set(recording, caches[i].knob, kib);
	}
	return error;
}

static void note_estimates(struct recording *recording)
{
	notes_add(&recording->notes, "the machine modelled its unit only around samples (sampled=on): times in "
		  "between are estimates, by what the same code took last, and so is how many samples a "
		  "place has");
}

int perf_core_describe(struct recording *recording, const char *pmu)
{
	const struct perfdata_info *info = &recording->perfdata.info;
	int error = describe_caches(recording);

	for (size_t i = 0; !error && i < info->caps_count; i++) {
		const struct perfdata_cap *cap = &info->caps[i];

		if (strcmp(cap->pmu, pmu))
			continue;
		error = recording_set(recording, cap->name, cap->value);
		if (!strcmp(cap->name, "estimates"))
			note_estimates(recording);
	}
	return error;
}
