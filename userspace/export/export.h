/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * export.h - recordings for other tools: flame graphs, pprof, KCachegrind, compilers
 *
 * Each format is one function that writes a whole document to a file of any kind. Cycles are the
 * weight, but not in formats for compilers; formats with whole numbers round them so that the sum
 * is kept.
 */
#ifndef EXPORT_H
#define EXPORT_H

#include <stdio.h>

#include "analysis/places/rows.h"
#include "mix/estimate.h"

#define EXPORT_DATA_KINDS	4

struct export {
	struct recording *recording;
	struct recording_measure *measure;	/* of the recording */
	const struct rows_options *wanted;	/* which code */
	const struct estimate *estimate;	/* of executions; NULL: none */
	const struct rows *data;	/* by data, its field and its line; NULL: none */
	bool executions;		/* they are all that there is */
	const char *selection;		/* the filters of the recording, in words; NULL: all */
	uint64_t begin_ns;		/* Unix time of the first sample; 0: as the recording knows it */
	FILE *file;
};

/* Each: 0, or a negative errno with @fault filled. */
int export_folded(const struct export *export, struct fault *fault);
int export_pprof(const struct export *export, struct fault *fault);
int export_speedscope(const struct export *export, struct fault *fault);
int export_firefox(const struct export *export, struct fault *fault);
int export_callgrind(const struct export *export, struct fault *fault);
/* As tea report --by instruction gives them. */
int export_csv(const struct export *export, struct fault *fault);
int export_json(const struct export *export, struct fault *fault);

/* Executions by source line for clang, and branches for BOLT. */
int export_autofdo(const struct export *export, struct fault *fault);
int export_bolt(const struct export *export, struct fault *fault);

/* Whole cycles of parts, one amount after the other; the remainder goes to the next. */
struct export_rounding {
	uint64_t left;
};

uint64_t export_whole_cycles(const struct recording_measure *measure,
			     struct export_rounding *rounding, uint64_t parts);

#endif /* EXPORT_H */
