/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * export.h - recordings for other tools: a web page, flame graphs, pprof, KCachegrind, compilers
 *
 * Each format is one function that writes a whole document to a file and never looks
 * at what the file is. Cycles are the weight but in what is made for compilers; where a format has whole
 * numbers only, they are rounded so that the sum is kept.
 */
#ifndef EXPORT_H
#define EXPORT_H

#include <stdio.h>

#include "analysis/rows.h"
#include "mix/estimate.h"

/* X(identifier, name, with callers, binary, of executions, function). */
#define EXPORT_FORMATS(X) \
	X(HTML, "html", true, false, false, export_html) \
	X(FOLDED, "folded", true, false, false, export_folded) \
	X(PPROF, "pprof", true, true, false, export_pprof) \
	X(SPEEDSCOPE, "speedscope", true, false, false, export_speedscope) \
	X(FIREFOX, "firefox", true, false, false, export_firefox) \
	X(CALLGRIND, "callgrind", true, false, false, export_callgrind) \
	X(CSV, "csv", false, false, false, export_csv) \
	X(JSON, "json", false, false, false, export_json) \
	X(AUTOFDO, "autofdo", false, false, true, export_autofdo) \
	X(BOLT, "bolt", false, false, true, export_bolt)

enum export_format {
#define EXPORT_X(id, name, callers, binary, executions, function) EXPORT_##id,
	EXPORT_FORMATS(EXPORT_X)
#undef EXPORT_X
	EXPORT_COUNT
};

extern const char *const export_format_names[EXPORT_COUNT + 1];	/* ends in NULL */

/*
 * It wants the callchains of the recording; its output is not text; it is of executions, so that
 * the recording is to be read as a mix.
 */
bool export_has_callers(enum export_format format);
bool export_is_binary(enum export_format format);
bool export_has_executions(enum export_format format);

struct export {
	struct recording *recording;
	const struct rows_options *wanted;	/* which code */
	struct recording *mix;		/* the same file's executions; NULL: none. It alone: recording */
	const struct estimate *estimate;	/* of mix */
	const char *selection;		/* what is left of the recording, in words; NULL: all */
	FILE *file;
};

/* 0, or a negative errno with @fault filled. */
int export_put(const struct export *export, enum export_format format, struct fault *fault);

int export_html(const struct export *export, struct fault *fault);
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

/* Whole cycles of parts, one amount after the other; what is cut off goes to the next. */
struct export_rounding {
	uint64_t left;
};

uint64_t export_whole_cycles(const struct recording *recording,
			     struct export_rounding *rounding, uint64_t parts);

#endif /* EXPORT_H */
