// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * export.c - the table of formats, and those that are a view of the command
 */
#include "export.h"

#include "analysis/rows.h"
#include "text/view.h"

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

uint64_t export_whole_cycles(const struct recording *recording,
			     struct export_rounding *rounding, uint64_t parts)
{
	uint64_t rest = parts % recording->parts_per_cycle + rounding->left;

	rounding->left = rest % recording->parts_per_cycle;
	return parts / recording->parts_per_cycle + rest / recording->parts_per_cycle;
}

static int put_instructions(const struct export *export, enum view_format format,
			    struct fault *fault)
{
	struct rows_options options = *export->wanted;
	struct term term = { .file = export->file, .utf8 = true };
	struct rows rows;
	struct view view = {
		.recording = export->recording, .rows = &rows, .term = &term,
		.selection = export->selection, .order = CALLS_ORDERS_COUNT,
	};

	options.by = ROWS_BY_INSTRUCTION;
	if (rows_fold(&rows, export->recording, &options))
		return fault_no_memory(fault, "the instructions");
	view_put(&view, format);
	rows_deinit(&rows);
	return 0;
}

int export_csv(const struct export *export, struct fault *fault)
{
	return put_instructions(export, VIEW_CSV, fault);
}

int export_json(const struct export *export, struct fault *fault)
{
	return put_instructions(export, VIEW_JSON, fault);
}
