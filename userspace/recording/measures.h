/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * measures.h - measures of a run: a file has several, and a view shows one
 *
 * Each has stacks of a kind (category.h) at places. A further measure is a row here, and a
 * reader: of profiles in recording_profile.c, of a perf.data in perf_sources.c;
 * recording_measures.c tells which of them a file has.
 */
#ifndef MEASURES_H
#define MEASURES_H

#include <stdbool.h>
#include <stddef.h>

/* X(identifier, name, description). */
#define MEASURES(X) \
	X(CYCLES, "cycles", "cycles, by samples of signatures") \
	X(GOLDEN, "golden", "every cycle of a profile, by signature") \
	X(STAGES, "stages", "slots of dispatch, issue and commit, by component") \
	X(FLOPS, "flops", "slots of the floating-point units, by component") \
	X(PATH, "path", "the critical path, by cause") \
	X(INSTRUCTIONS, "instructions", "executions, by samples") \
	X(COUNTS, "counts", "executions, counted exactly") \
	X(WAITS, "waits", "time of threads off the CPU, by what they waited for")

enum measure {
	MEASURE_NONE,			/* the end of a list */
#define MEASURE_X(id, name, text) MEASURE_##id,
	MEASURES(MEASURE_X)
#undef MEASURE_X
	MEASURES_COUNT
};

/* Of a set of measures. */
#define MEASURE_BIT(measure)	(1U << (measure))

/* From most wanted to least: the first that a file has is shown. Empty: cycles, or else golden. */
#define MEASURES_WANTED	4
struct measures_wanted {
	enum measure items[MEASURES_WANTED];
};

/* For a mix: samples, if there are any; beside cycles: counts, if there are any. */
#define MEASURES_SAMPLED	((struct measures_wanted){ { MEASURE_INSTRUCTIONS, MEASURE_COUNTS } })
#define MEASURES_COUNTED	((struct measures_wanted){ { MEASURE_COUNTS, MEASURE_INSTRUCTIONS } })

extern const char *const measure_names[MEASURES_COUNT], *const measure_texts[MEASURES_COUNT];

/* MEASURE_NONE: none has that name. */
enum measure measure_find(const char *name);
bool measure_is_wanted(const struct measures_wanted *wanted, enum measure measure);
/* Executions, sampled or counted: a mix. */
bool measure_wants_mix(const struct measures_wanted *wanted);
/* Is a measure of mixes in a set? */
bool measures_mix(unsigned int set);
/* "cycles, golden, stages": of such a set. Returns @text. */
#define MEASURES_TEXT	128
const char *measures_list(unsigned int set, char text[MEASURES_TEXT]);

#endif /* MEASURES_H */
