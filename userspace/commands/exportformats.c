// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * exportformats.c - names, properties and functions of the formats; see exportformats.h
 */
#include "exportformats.h"

#include "analysis/places/diagnostics.h"
#include "page/exportpage.h"

const char *const export_format_names[EXPORT_COUNT + 1] = {
#define EXPORT_X(id, name, callers, binary, executions, function) [EXPORT_##id] = name,
	EXPORT_FORMATS(EXPORT_X)
#undef EXPORT_X
};

static const struct {
	bool callers, binary, executions;
	int (*put)(const struct export *export, struct fault *fault);
} formats[EXPORT_COUNT] = {
#define EXPORT_X(id, name, callers, binary, executions, function) \
	[EXPORT_##id] = { callers, binary, executions, function },
	EXPORT_FORMATS(EXPORT_X)
#undef EXPORT_X
};

bool export_has_callers(enum export_format format)
{
	return formats[format].callers;
}

bool export_is_binary(enum export_format format)
{
	return formats[format].binary;
}

bool export_has_executions(enum export_format format)
{
	return formats[format].executions;
}

int export_put(const struct export *export, enum export_format format, struct fault *fault)
{
	return formats[format].put(export, fault);
}

int export_note(const struct export *export, struct fault *fault)
{
	struct rows rows;
	int error = rows_fold(&rows, export->recording, export->measure, export->wanted);

	if (error)
		return fault_no_memory(fault, "the objects");
	if (rows.count) {
		diagnostics_note_samples(export->recording, export->measure);
		diagnostics_note_names(export->recording, &rows);
	} else {
		error = diagnostics_no_rows(export->recording, export->measure->kind->unit,
					    export->selection, fault);
	}
	rows_deinit(&rows);
	return error;
}
