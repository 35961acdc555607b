// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * accuracy.c - how far each sampling scheme is from the golden reference, in one run
 *
 * Usage: accuracy PROFILE NAME > RESULT
 *
 * PROFILE is of `tea sim --observers golden,tea,ibs,spe,ris,tagged,nci,counts,thinned`.
 * The result is one JSON document: errors by scheme, granularity and number of samples, the errors
 * by chance alone, correlation of event counts with their cycles, stalls without event, and the
 * three instructions that take most of the time.
 */
#include <json-c/json.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "comparison.h"
#include "symbols/disasm.h"
#include "statistics.h"
#include "study_comparison.h"
#include "study_profile.h"
#include "study_result.h"

#define SAMPLES_WANTED	1e5	/* of the headline */
#define DRAWS		100
#define SEED		20260101
#define TOP		3

static void put_whole(struct json_object *object, const char *name, uint64_t value)
{
	study_put(object, name, json_object_new_uint64(value));
}

static double samples_at(const struct study_profile *profile, unsigned int scheme,
			 unsigned int level)
{
	return ceil((double)profile->samples[scheme] / pow(TEA_THINNING_FACTOR, level));
}

/* The level whose number of samples is nearest to the headline's. */
static unsigned int headline_level(const struct study_profile *profile)
{
	unsigned int best = 0;

	for (unsigned int level = 1; level < TEA_THINNING_LEVELS; level++) {
		if (fabs(log(samples_at(profile, STUDY_TEA, level) / SAMPLES_WANTED)) <
		    fabs(log(samples_at(profile, STUDY_TEA, best) / SAMPLES_WANTED)))
			best = level;
	}
	return best;
}

static struct json_object *estimate_json(struct comparison_estimate estimate)
{
	struct json_object *list = json_object_new_array();

	json_object_array_add(list, study_real(estimate.mean));
	json_object_array_add(list, study_real(estimate.low));
	json_object_array_add(list, study_real(estimate.high));
	return list;
}

/*
 * Error at @level, by instructions; for TEA, with its interval and the error by chance, as [value,
 * low, high]: the others' errors are far from chance.
 */
static struct json_object *detail_json(const struct study_profile *profile, unsigned int scheme,
				       const struct comparison *comparison, unsigned int level)
{
	struct json_object *detail = json_object_new_object();
	double samples = samples_at(profile, scheme, level), slots = profile->mean_slots;

	put_whole(detail, "samples", (uint64_t)samples);
	if (scheme != STUDY_TEA) {
		study_put(detail, "error", study_real(comparison_error(comparison, level)));
		return detail;
	}
	study_put(detail, "error", estimate_json(comparison_interval(comparison, level, samples, slots,
								     DRAWS, SEED)));
	study_put(detail, "noise", estimate_json(comparison_noise(comparison, samples, slots, DRAWS,
								  SEED)));
	return detail;
}

static struct json_object *scheme_json(const struct study_profile *profile, unsigned int scheme)
{
	struct json_object *json = json_object_new_object(), *errors = json_object_new_object();
	struct comparison comparison;

	for (int granularity = 0; granularity < UNITS_GRANULARITIES; granularity++) {
		struct json_object *list = json_object_new_array();

		if (study_compare_scheme(profile, scheme, (enum units_granularity)granularity,
					 study_scheme_events(scheme), &comparison))
			return NULL;
		for (unsigned int level = 0; level < TEA_THINNING_LEVELS; level++)
			json_object_array_add(list, study_real(comparison_error(&comparison, level)));
		study_put(errors, units_names[granularity], list);
		if (granularity == UNITS_INSTRUCTION) {
			put_whole(json, "components", comparison.count);
			study_put(json, "headline", detail_json(profile, scheme, &comparison,
								headline_level(profile)));
			study_put(json, "most", detail_json(profile, scheme, &comparison, 0));
		}
		comparison_deinit(&comparison);
	}
	study_put(json, "errors", errors);
	return json;
}

/* Event counts against the cycles of the components that the event is in. */
static struct json_object *correlation_json(const struct study_profile *profile)
{
	static const char *const names[TEA_PAPER_EVENTS_COUNT] = {
#define TEA_X(bit, id, name, sysfs, text) [bit] = name,
		TEA_PAPER_EVENTS(TEA_X)
#undef TEA_X
	};
	struct json_object *json = json_object_new_object();
	size_t count = profile->units.count;
	double *cycles = calloc(count + 1, sizeof(*cycles)), *events = calloc(count + 1,
									      sizeof(*events));

	for (size_t event = 0; cycles && events && event < TEA_PAPER_EVENTS_COUNT; event++) {
		size_t kept = 0;

		memset(cycles, 0, count * sizeof(*cycles));
		for (size_t i = 0; i < profile->golden_count; i++) {
			const struct study_golden *at = &profile->golden[i];

			if (at->psv >> event & 1)
				cycles[units_find(&profile->units, at->pc) -
				       profile->units.list] += at->parts;
		}
		for (size_t i = 0; i < count; i++) {
			if (!profile->units.list[i].events[event])
				continue;
			cycles[kept] = cycles[i];
			events[kept++] = (double)profile->units.list[i].events[event];
		}
		study_put(json, names[event], study_real(statistics_pearson(events, cycles, kept)));
	}
	free(cycles);
	free(events);
	return json;
}

/* The most expensive instructions */

struct hot {
	uint64_t pc;
	double parts;
};

static int compare_hot(const void *left, const void *right)
{
	const struct hot *a = left, *b = right;

	return (a->parts < b->parts) - (a->parts > b->parts);
}

static void find_hot(const struct study_profile *profile, struct hot top[TOP])
{
	struct hot *all = calloc(profile->units.count + TOP, sizeof(*all));

	memset(top, 0, TOP * sizeof(*top));
	if (!all)
		return;
	for (size_t i = 0; i < profile->golden_count; i++) {
		const struct units_instruction *unit =
			units_find(&profile->units, profile->golden[i].pc);

		all[unit - profile->units.list].pc = unit->pc;
		all[unit - profile->units.list].parts += profile->golden[i].parts;
	}
	qsort(all, profile->units.count, sizeof(*all), compare_hot);
	memcpy(top, all, TOP * sizeof(*top));
	free(all);
}

static void add_part(struct json_object *stack, uint16_t psv, double part)
{
	char name[16];
	struct json_object *old;

	snprintf(name, sizeof(name), "%u", psv);
	old = json_object_object_get(stack, name);
	study_put(stack, name, study_real(part + (old ? json_object_get_double(old) : 0)));
}

static void describe(struct study_profile *profile, uint64_t pc, struct json_object *json)
{
	struct symbols_location location;
	char text[DISASM_TEXT + 64];
	const uint8_t *bytes;
	struct disasm disasm;
	size_t size;

	units_locate(&profile->recording, pc, &location);
	snprintf(text, sizeof(text), "%s+0x%llx", location.function ? location.function : "?",
		 (unsigned long long)location.offset);
	study_put(json, "place", json_object_new_string(text));
	size = location.object && location.object->elf.dwfl ?
		elfobject_code(&location.object->elf, location.address, 4, &bytes) : 0;
	if (size && !disasm_open(&disasm)) {
		disasm_insn(&disasm, bytes, size, location.address, text);
		study_put(json, "text", json_object_new_string(text));
		disasm_close(&disasm);
	}
}

/* Parts of the whole time, by PSV. */
static struct json_object *hot_json(struct study_profile *profile, uint64_t pc)
{
	static const unsigned int shown[] = { STUDY_TEA, STUDY_TAGGERS + TEA_TAGGER_IBS };
	struct json_object *json = json_object_new_object(), *stack = json_object_new_object();
	unsigned int level = headline_level(profile);

	describe(profile, pc, json);
	for (size_t i = 0; i < profile->golden_count; i++) {
		const struct study_golden *at = &profile->golden[i];

		if (at->pc == pc)
			add_part(stack, at->psv, at->parts / profile->recording.shown->parts_per_unit /
				 (double)profile->cycles);
	}
	study_put(json, "golden", stack);
	for (size_t k = 0; k < sizeof(shown) / sizeof(shown[0]); k++) {
		unsigned int scheme = shown[k];

		stack = json_object_new_object();
		for (size_t i = 0; i < profile->sampled_count[scheme]; i++) {
			const struct study_sampled *at = &profile->sampled[scheme][i];

			if (at->pc == pc && at->parts[level])
				add_part(stack, at->psv, (double)at->parts[level] /
					 TEA_CYCLE_PARTS / samples_at(profile, scheme, level));
		}
		study_put(json, study_scheme_name(scheme), stack);
	}
	return json;
}

static struct json_object *top_json(struct study_profile *profile)
{
	struct json_object *list = json_object_new_array();
	struct hot top[TOP];

	find_hot(profile, top);
	for (size_t i = 0; i < TOP; i++)
		json_object_array_add(list, hot_json(profile, top[i].pc));
	return list;
}

static struct json_object *result_json(struct study_profile *profile, const char *name)
{
	struct json_object *json = json_object_new_object(), *schemes = json_object_new_object();

	study_put(json, "program", json_object_new_string(name));
	study_put(json, "config", json_object_get(json_object_object_get(profile->recording.json,
								   "config")));
	put_whole(json, "period", profile->period);
	put_whole(json, "cycles", profile->cycles);
	put_whole(json, "instructions", profile->instructions);
	put_whole(json, "branches", profile->branches);
	put_whole(json, "conditional_branches", profile->conditional_branches);
	put_whole(json, "mispredicts", profile->mispredicts);
	study_put(json, "mean_slots", study_real(profile->mean_slots));
	put_whole(json, "seed", SEED);
	put_whole(json, "draws", DRAWS);
	put_whole(json, "level", headline_level(profile));
	put_whole(json, "factor", TEA_THINNING_FACTOR);
	for (unsigned int i = 0; i < STUDY_SCHEMES; i++) {
		struct json_object *scheme = scheme_json(profile, i);

		if (!scheme)
			return NULL;
		study_put(schemes, study_scheme_name(i), scheme);
	}
	study_put(json, "schemes", schemes);
	study_put(json, "correlation", correlation_json(profile));
	put_whole(json, "with_events", profile->with_events);
	put_whole(json, "combined", profile->combined);
	study_put(json, "unexplained_p99", study_real(statistics_percentile(profile->unexplained,
								TEA_COUNTS_STALL_MAX + 1, 0.99)));
	study_put(json, "top", top_json(profile));
	return json;
}

int main(int argc, char **argv)
{
	static const struct study_result result = {
		.program = "accuracy", .make = result_json,
		.without = "rows of instructions that were never counted, or no memory: run 'tea sim' again",
	};

	return study_result_main(&result, argc, argv);
}
