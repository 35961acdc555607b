// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cmd_merge.c - tea merge: recordings of many machines, or of many runs, as one profile
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/input.h"
#include "base/outfile.h"
#include "merge/merge.h"
#include "output/amount.h"
#include "output/term.h"
#include "selection.h"

struct merging {
	struct selection selection;
	const char *output, *list;
	struct mergelist recordings;
	struct merge merge;
};

/* What is read is not to be lost. */
static int check_output(const struct merging *merging, struct fault *fault)
{
	const struct mergelist *list = &merging->recordings;

	for (size_t i = 0; i < list->count; i++)
		if (input_is(list->items[i].path, merging->output))
			return fault_set(fault, -EINVAL, "'%s' is a recording to merge: name "
					 "another file with -o", merging->output);
	if (merging->list && input_is(merging->list, merging->output))
		return fault_set(fault, -EINVAL, "'%s' is the list of recordings: name another "
				 "file with -o", merging->output);
	return 0;
}

static int write_profile(struct merging *merging, struct fault *fault)
{
	struct outfile out;
	int error = outfile_open(&out, merging->output);

	if (!error) {
		merge_write(&merging->merge, out.file);
		error = outfile_close(&out);
	}
	return error ? fault_set(fault, error, "cannot write profile '%s': %s; name another with "
				 "-o",
				 merging->output, strerror(-error)) : 0;
}

static void tell_outlier(const struct merging *merging, const struct mergecells_machine *machine,
			 const struct term *term)
{
	const struct mergecells *cells = &merging->merge.cells;
	const struct mergecell *cell = &cells->items[machine->cell];
	const struct mergecells_function *function = &cells->functions[cell->function];
	char category[CATEGORY_TEXT];

	fputs("outlier: ", term->file);
	term_put(term, mergelist_name(&merging->recordings, machine->number));
	fprintf(term->file, ": %.1f%% of its cycles are elsewhere than the others' (%.1f%% are "
		"usual), most of all ", 100 * machine->distance,
		cells->usual > 0 ? 100 * cells->usual : 0.0);
	term_put(term, category_name(merging->merge.facts.kind, cell->category, category));
	fputs(" in ", term->file);
	term_put(term, function->name ? function->name : function->object);
	fprintf(term->file, ", %.1f%% there and %.1f%% of the others\n", 100 * machine->there,
		100 * machine->elsewhere);
}

/* What became of them, which machines are unlike the others, and what the sums do not have. */
static void tell(const struct merging *merging)
{
	const struct merge *merge = &merging->merge;
	const struct mergelist *list = &merging->recordings;
	char recordings[AMOUNT_TEXT], machines[AMOUNT_TEXT];
	struct term term;

	term_init(&term, stdout);
	term_put(&term, merging->output);
	printf(": %s recording%s of %s %s%s\n", amount_number(list->count, recordings),
	       list->count == 1 ? "" : "s", amount_number(list->machines, machines),
	       list->labelled ? "machine" : "run", list->machines == 1 ? "" : "s");
	for (size_t i = 0; i < merge->cells.machines_count; i++)
		if (merge->cells.machines[i].outlier)
			tell_outlier(merging, &merge->cells.machines[i], &term);
	for (size_t i = 0; i < merge->notes.count; i++) {
		fputs("note: ", stdout);
		term_put(&term, merge->notes.texts[i]);
		putchar('\n');
	}
}

static int act(void *context, int count, char **operands, struct fault *fault)
{
	struct merging *merging = context;
	struct selection *selection = &merging->selection;
	int error = selection_parse(selection, fault);

	for (int i = 0; !error && i < count; i++)
		error = mergelist_add(&merging->recordings, operands[i], NULL, fault);
	if (!error && merging->list)
		error = mergelist_read(&merging->recordings, merging->list, fault);
	if (!error)
		error = check_output(merging, fault);
	if (error)
		return error;
	progressbar_begin(&selection->bar);
	selection->recording.progress = progressbar_progress(&selection->bar);
	error = mergelist_deal(&merging->recordings, &selection->recording.progress, fault);
	if (!error)
		error = merge_read(&merging->merge, &merging->recordings, &selection->recording,
				   fault);
	progressbar_end(&selection->bar);
	if (!error)
		error = write_profile(merging, fault);
	if (!error)
		tell(merging);
	return error;
}

static int merge_run(int argc, char **argv)
{
	struct merging merging = { .selection = SELECTION_DEFAULT, .output = "tea.profile" };
	const struct option table[] = {
		{ "output", 'o', OPTION_TEXT, "FILE", "profile to write (default: "
			"tea.profile)", NULL,
		  &merging.output },
		{ "list", 0, OPTION_TEXT, "FILE", "recordings, one a line, each with a tab and "
			"its label or without", NULL, &merging.list },
		SELECTION_OF(&merging.selection),
		OPTION_SYMFS(&merging.selection.recording.symfs),
		{ 0 },
	};
	int status = command_main(&cmd_merge, table, argc, argv, act, &merging);

	merge_deinit(&merging.merge);
	mergelist_deinit(&merging.recordings);
	selection_deinit(&merging.selection);
	return status;
}

const struct command cmd_merge = {
	.name = "merge",
	.operands = "[FILE]...",
	.operands_most = INT_MAX,
	.summary = "Add up recordings of many machines or runs, with what they differ by.",
	.run = merge_run,
};
