/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perf_sources.h - the events of a perf.data whose samples become stacks: one row for each
 *
 * A row has the event, the kind of its stacks, and the handlers of its records. A new source is a
 * row in perf_sources.c and a file of handlers.
 */
#ifndef PERF_SOURCES_H
#define PERF_SOURCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "category.h"

struct perf_reader;
struct perfdata_record;

/* Handlers of an event's records, while its measure is read. */
struct perf_handlers {
	/* 0, or a negative errno with the reader's fault filled. */
	int (*sample)(struct perf_reader *reader, const struct perfdata_record *record);
	int (*word)(struct perf_reader *reader, const struct perfdata_record *record);
	int (*lost)(struct perf_reader *reader, const struct perfdata_record *record);
	/* After the last one: sets the measure's numbers of samples. */
	int (*finish)(struct perf_reader *reader);
	/* While another event is shown: this SAMPLE or AUX_OUTPUT_HW_ID is one sample more. */
	bool (*counts)(const struct perfdata_record *record);
	/* NULL, or: every record, of whichever event and type. */
	int (*notice)(struct perf_reader *reader, const struct perfdata_record *record);
};

struct perf_source {
	const char *pmu;		/* the name of its PMU, */
	uint64_t config;		/* and which of that PMU's events it is */
	enum tea_stack stage;		/* that its samples are taken at */
	const char *event;		/* its name, where the file has none */
	const struct category_kind *kind;
	const struct perf_handlers *handlers;
};

extern const struct perf_source perf_sources[];
extern const size_t perf_sources_count;

/* perf_tea.c: a word before the records of each sample. */
extern const struct perf_handlers perf_tea_handlers;

/* perf_mix.c: retired instructions, and taken branches with the stack of those before. */
extern const struct perf_handlers perf_mix_handlers;

/* perf_waits.c: threads that leave the CPU, at each switch from them. */
extern const struct perf_handlers perf_waits_handlers;

/* The events of an instruction mix, which are shown together. */
extern const struct perf_source perf_mix_sources[];
extern const size_t perf_mix_sources_count;

/* The same among these. */
const struct perf_source *perf_mix_source_find(const char *pmu, uint64_t config);

/* That of event @config of @pmu. NULL: none. */
const struct perf_source *perf_source_find(const char *pmu, uint64_t config);

#endif /* PERF_SOURCES_H */
