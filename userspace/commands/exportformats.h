/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * exportformats.h - the formats of tea export, as a table
 *
 * A further format is a row here and a function like those of export/export.h.
 */
#ifndef EXPORTFORMATS_H
#define EXPORTFORMATS_H

#include "export/export.h"

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

/*
 * Notes what was lost and what has no name: in the page, and for view_warn(). 0, or a negative
 * errno with @fault filled: there is nothing to export.
 */
int export_note(const struct export *export, struct fault *fault);
/* 0, or a negative errno with @fault filled. */
int export_put(const struct export *export, enum export_format format, struct fault *fault);

#endif /* EXPORTFORMATS_H */
