// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * export.c - whole cycles of parts, and the formats that are a view of the command
 */
#include "export.h"

#include "analysis/places/rows.h"
#include "text/view.h"

uint64_t export_whole_cycles(const struct recording_measure *measure,
			     struct export_rounding *rounding, uint64_t parts)
{
	uint64_t rest = parts % measure->parts_per_unit + rounding->left;

	rounding->left = rest % measure->parts_per_unit;
	return parts / measure->parts_per_unit + rest / measure->parts_per_unit;
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
	if (rows_fold(&rows, export->recording, export->measure, &options))
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
