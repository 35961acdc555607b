// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cmd_diff.c - tea diff: the changes between two recordings
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/calls/difftree.h"
#include "analysis/causes/stagestack.h"
#include "analysis/places/diagnostics.h"
#include "mixcompare.h"
#include "output/pager.h"
#include "page/diffpage.h"
#include "selection.h"
#include "text/view_diff.h"

/* Rows of a text that are shown however small their change, and the share of others. */
#define ROWS_LEAST	20
#define SHARE_LEAST	0.001

/* Rows of cycles, and keys of executions. */
#define BY_NAMES	(ROWS_BY_COUNT + MIXKEYS_COUNT)

static const char *const data_names[] = {
#define DIFFERENCE_X(id, name) name,
	DIFFERENCE_BY_DATA(DIFFERENCE_X)
#undef DIFFERENCE_X
	NULL
};
#define BY_DEFAULT	BY_NAMES

struct diff {
	struct selection selection;
	struct wordlist inputs, renames;
	const char *by_names[BY_NAMES + 1];	/* ends in NULL */
	unsigned int by, format, colors;	/* by: of by_names; BY_DEFAULT: none was given */
	unsigned int mix;		/* enum mixkey, of the older --mix; MIXKEYS_COUNT: not given */
	bool normalize;
	const char *top;
	size_t rows_max;		/* 0: all that matter */
};

/* The page is one more format of this view. */
#define FORMAT_HTML	VIEW_COUNT

static const char *const format_names[] = {
#define VIEW_X(id, name, function) [VIEW_##id] = name,
	VIEW_FORMATS(VIEW_X)
#undef VIEW_X
	[FORMAT_HTML] = "html", NULL
};

struct side {
	struct recording recording;
	struct rows rows;
};

static void limit(const struct diff *diff, struct difference *difference)
{
	const double *total = difference->total;
	double least = SHARE_LEAST * (total[0] > total[1] ? total[0] : total[1]);
	size_t shown, sure = difference->count;

	if (diff->format == VIEW_TEXT)
		sure = difference_sort_sure(difference);
	if (diff->rows_max) {
		difference_limit(difference, diff->rows_max < sure ? diff->rows_max : sure);
		return;
	}
	if (diff->format != VIEW_TEXT)
		return;
	shown = sure;
	while (shown > ROWS_LEAST && fabs(difference->rows[shown - 1].cycles[1] -
					  difference->rows[shown - 1].cycles[0]) < least)
		shown--;
	/* One line for one row saves nothing, but for one that may be chance. */
	if (shown + 1 < sure || sure < difference->count)
		difference_limit(difference, shown);
}

static int put_page(const struct diff *diff, struct side sides[2], const struct view_diff *view,
		    struct fault *fault)
{
	struct recording *const recordings[2] = { &sides[0].recording, &sides[1].recording };
	const struct rows_options wanted = { .code = selection_code(&diff->selection) };
	struct difftree tree;
	int error = difftree_build(&tree, recordings, view->difference, &wanted);

	if (error)
		return fault_no_memory(fault, "the calls");
	diffpage_put(view, &tree);
	difftree_deinit(&tree);
	return 0;
}

/* For documents that do not name their recordings; a page has them in its JSON. */
static void warn(const struct diff *diff, const struct side sides[2], const struct view_diff *view)
{
	const struct objectpairs *pairs = view->difference->pairs;
	char sums[VIEW_DIFF_SUMS];

	if (diff->format == VIEW_TEXT)
		return;
	if (view_diff_sums(view, sums))
		fprintf(stderr, "tea: %s\n", sums);
	for (int i = 0; i < 2; i++)
		view_warn(&sides[i].recording, stderr);
	for (size_t i = 0; i < pairs->count; i++) {
		char *text = objectpairs_text(pairs, &pairs->items[i]);

		if (text)
			fprintf(stderr, "tea: %s\n", text);
		free(text);
	}
}

static int put(struct diff *diff, struct side sides[2], const struct objectpairs *pairs,
	       struct fault *fault)
{
	const struct difference_side halves[2] = {
		{ .recording = &sides[0].recording, .rows = &sides[0].rows },
		{ .recording = &sides[1].recording, .rows = &sides[1].rows },
	};
	struct difference difference;
	struct pager pager = { 0 };
	struct term term;
	const struct view_diff view = {
		.difference = &difference, .term = &term, .selection = diff->selection.text,
		.normalized = diff->normalize,
	};
	int error = difference_init(&difference, halves, pairs, diff->normalize);

	if (error) {
		difference_deinit(&difference);
		return fault_no_memory(fault, "the rows");
	}
	limit(diff, &difference);
	progressbar_end(&diff->selection.bar);
	term_init(&term, stdout);
	term_set_colors(&term, diff->colors);
	if (diff->format == VIEW_TEXT)
		pager_open(&pager);
	if (diff->format == FORMAT_HTML)
		error = put_page(diff, sides, &view, fault);
	else
		view_diff_put(&view, diff->format);
	pager_close(&pager);
	warn(diff, sides, &view);
	difference_deinit(&difference);
	return error;
}

/* BEFORE=AFTER, each an object of its side; @given points into the option. */
static int parse_rename(char *text, const struct side sides[2],
			struct objectpairs_given *given, struct fault *fault)
{
	char *after = strchr(text, '=');

	if (!after || after == text || !after[1])
		return fault_set(fault, -EINVAL, "--rename cannot be '%s': give BEFORE=AFTER, two objects "
				 "or the last parts of their paths", text);
	*after++ = '\0';
	*given = (struct objectpairs_given){ { text, after } };
	for (int side = 0; side < 2; side++) {
		const struct recording *recording = &sides[side].recording;

		if (!objectpairs_has(recording, given->names[side]))
			return fault_set(fault, -EINVAL, "no object '%s' in '%s': 'tea info' lists those "
					 "that --rename can name", given->names[side], recording->path);
	}
	return 0;
}

static int compare(struct diff *diff, struct side sides[2], struct fault *fault)
{
	const struct recording *const recordings[2] = { &sides[0].recording, &sides[1].recording };
	const struct rows *const rows[2] = { &sides[0].rows, &sides[1].rows };
	size_t count = diff->renames.count;
	struct objectpairs_given *given = calloc(count + 1, sizeof(*given));
	struct objectpairs pairs = { .count = 0 };
	int error = given ? 0 : fault_no_memory(fault, "the objects");

	for (size_t i = 0; i < count && !error; i++)
		error = parse_rename((char *)diff->renames.items[i], sides, &given[i], fault);
	if (!error && objectpairs_find(&pairs, recordings, rows, given, count))
		error = fault_no_memory(fault, "the objects");
	if (!error)
		error = put(diff, sides, &pairs, fault);
	objectpairs_deinit(&pairs);
	free(given);
	return error;
}

/* The kind of rows of cycles. */
static enum rows_by rows_of(const struct diff *diff)
{
	for (unsigned int by = 0; diff->by != BY_DEFAULT && by < ROWS_BY_COUNT; by++)
		if (!strcmp(rows_by_names[by], diff->by_names[diff->by]))
			return (enum rows_by)by;
	return ROWS_BY_FUNCTION;
}

static int open_side(struct diff *diff, const char *path, struct side *side, struct fault *fault)
{
	const struct rows_options options = {
		.by = rows_of(diff), .code = selection_code(&diff->selection),
	};
	int error = selection_read(&diff->selection, path, &side->recording, fault);

	if (error)
		return error;
	if (rows_by_data(options.by) && !side->recording.has_data) {
		error = fault_set(fault, -ENODATA, "'%s' has no data addresses: record them with 'tea record "
				  "--mem' on a machine with a unit that has them", side->recording.path);
		selection_close(&diff->selection, &side->recording);
		return error;
	}
	error = rows_fold(&side->rows, &side->recording, side->recording.shown, &options);
	if (error) {
		selection_close(&diff->selection, &side->recording);
		return fault_no_memory(fault, "the rows");
	}
	diagnostics_note_samples(&side->recording, side->recording.shown);
	diagnostics_note_names(&side->recording, &side->rows);
	return 0;
}

static void close_side(struct diff *diff, struct side *side)
{
	rows_deinit(&side->rows);
	selection_close(&diff->selection, &side->recording);
}

/*
 * Which two: operands, or -i twice. As perf-diff(1) has it, the first is perf.data.old where
 * only one is named, and the second perf.data where none is. Two events may be of one.
 */
static int name_sides(const struct diff *diff, int operands, char **names,
		      const char *paths[2], struct fault *fault)
{
	const struct wordlist *inputs = &diff->inputs;
	size_t count = inputs->count + (size_t)operands, first = count < 2 ? 2 - count : 0;

	if (count > 2)
		return fault_set(fault, -EINVAL, "name two recordings, the one before first");
	paths[0] = "perf.data.old";
	paths[1] = "perf.data";
	for (size_t i = 0; i < count; i++)
		paths[first + i] = i < inputs->count ? inputs->items[i] : names[i - inputs->count];
	if (diff->selection.second && count < 2)
		paths[0] = paths[1];
	return 0;
}

static int check_kinds(const struct side sides[2], struct fault *fault)
{
	const struct recording_measure *before = sides[0].recording.shown,
				       *after = sides[1].recording.shown;
	const char *const paths[2] = { sides[0].recording.path, sides[1].recording.path };

	if (before->kind == &category_signatures && after->kind == before->kind &&
	    before->stage != after->stage)
		return fault_set(fault, -EINVAL, "'%s' was sampled at %s, and '%s' at %s, where other "
				 "instructions wait: compare recordings of the same", paths[0],
				 stages_names[before->stage], paths[1], stages_names[after->stage]);
	if (category_same(before->kind, after->kind))
		return 0;
	return fault_set(fault, -EINVAL, "'%s' has stacks of %s, and '%s' of other %s: compare "
			 "recordings of the same", paths[0], before->kind->names, paths[1],
			 after->kind->names);
}

static bool is_row(const char *name)
{
	for (size_t i = 0; difference_by_names[i]; i++)
		if (!strcmp(difference_by_names[i], name))
			return true;
	for (size_t i = 0; data_names[i]; i++)
		if (!strcmp(data_names[i], name))
			return true;
	return false;
}

/* Rows of cycles come first. */
static void list_by(struct diff *diff)
{
	size_t used = 0;

	for (; difference_by_names[used]; used++)
		diff->by_names[used] = difference_by_names[used];
	for (size_t i = 0; data_names[i]; i++)
		diff->by_names[used++] = data_names[i];
	for (size_t i = 0; mixkey_names[i]; i++)
		if (!is_row(mixkey_names[i]))
			diff->by_names[used++] = mixkey_names[i];
}

/* Are executions compared? Then by which key. 1: they are. 0: cycles are. Or -EINVAL with @fault filled. */
static int choose_mix(struct diff *diff, struct fault *fault)
{
	const char *by = diff->by == BY_DEFAULT ? NULL : diff->by_names[diff->by];
	bool mix = measure_wants_mix(&diff->selection.recording.of);

	if (diff->mix != MIXKEYS_COUNT && by)
		return fault_set(fault, -EINVAL, "--mix KEY is an older name of --of instructions --by KEY: "
				 "leave --by, or --mix, out");
	if (diff->mix != MIXKEYS_COUNT)
		return 1;
	if (!mix && by && !is_row(by))
		return fault_set(fault, -EINVAL, "--by cannot be '%s' where cycles are compared: give one of "
				 "function, line, instruction, data, data-field, data-line, or --of instructions, too", by);
	if (!mix)
		return 0;
	diff->mix = by ? mixkey_find(by, strlen(by)) : MIXKEY_MNEMONIC;
	return diff->mix < MIXKEYS_COUNT ? 1 :
	       fault_set(fault, -EINVAL, "--by %s is of cycles: executions are by mnemonic, function and "
			 "the like", by);
}

/* Compares executions, without options that need cycles. */
static int show_mix(struct diff *diff, const char *const paths[2], struct fault *fault)
{
	const struct mixcompare compare = {
		.selection = &diff->selection, .paths = paths, .key = diff->mix,
		.normalize = diff->normalize, .rows_max = diff->rows_max, .format = diff->format,
		.colors = diff->colors,
	};

	if (diff->format == FORMAT_HTML || diff->selection.event || diff->renames.count)
		return fault_set(fault, -EINVAL, "--of instructions is compared as text, CSV or JSON: leave "
				 "--event, --rename and --format html out");
	if (diff->mix == MIXKEY_GROUP)
		return fault_set(fault, -EINVAL, "--by cannot be 'group': there is no --groups here");
	return mixcompare_show(&compare, fault);
}

static int show(void *context, int count, char **operands, struct fault *fault)
{
	struct diff *diff = context;
	const char *paths[2];
	struct side sides[2];
	int error = selection_parse(&diff->selection, fault), mix;

	diff->selection.recording.chains = diff->format == FORMAT_HTML;
	if (!error)
		error = name_sides(diff, count, operands, paths, fault);
	diff->selection.recording.data = rows_by_data(rows_of(diff));
	if (!error && diff->selection.recording.data && diff->format == FORMAT_HTML)
		error = fault_set(fault, -EINVAL, "--by %s is compared as text, CSV or JSON: leave --format html "
				  "out", diff->by_names[diff->by]);
	if (!error && diff->top)
		error = option_number("top", diff->top, &diff->rows_max, fault);
	if (!error && !strcmp(paths[0], "-") && !strcmp(paths[1], "-"))
		return fault_set(fault, -EINVAL, "standard input can be one of the two only: name a file");
	mix = error ? error : choose_mix(diff, fault);
	if (mix)
		return mix < 0 ? mix : show_mix(diff, paths, fault);
	if (!error)
		error = open_side(diff, paths[0], &sides[0], fault);
	if (error)
		return error;
	if (diff->selection.second)
		diff->selection.recording.event = diff->selection.second;
	error = open_side(diff, paths[1], &sides[1], fault);
	if (!error) {
		error = check_kinds(sides, fault);
		if (!error)
			error = selection_check(&diff->selection, fault);
		if (!error)
			error = compare(diff, sides, fault);
		close_side(diff, &sides[1]);
	}
	close_side(diff, &sides[0]);
	return error;
}

static int diff_run(int argc, char **argv)
{
	struct diff diff = {
		.selection = SELECTION_DEFAULT, .selection.pairs = true, .by = BY_DEFAULT,
		.mix = MIXKEYS_COUNT,
	};
	const struct option table[] = {
		{ "input", 'i', OPTION_LIST, "FILE", "BEFORE, and given again AFTER", NULL, &diff.inputs },
		OPTION_SYMFS(&diff.selection.recording.symfs),
		OPTION_MANGLED(&diff.selection.recording.mangled),
		SELECTION_KERNEL(&diff.selection),
		SELECTION_OF(&diff.selection),
		{ "by", 0, OPTION_CHOICE, "WHAT", "a row is one", diff.by_names, &diff.by },
		{ "mix", 0, OPTION_CHOICE, "KEY", NULL, mixkey_names, &diff.mix },
		{ "rename", 0, OPTION_LIST, "BEFORE=AFTER", "these objects are the same", NULL,
		  &diff.renames },
		{ "normalize", 0, OPTION_FLAG, NULL, "as if both had run for as many cycles", NULL,
		  &diff.normalize },
		OPTION_TOP(&diff.top),
		SELECTION_SAMPLES(&diff.selection),
		SELECTION_CODE(&diff.selection),
		OPTION_FORMAT(format_names, &diff.format),
		OPTION_COLOR(&diff.colors),
		{ 0 },
	};
	int status;

	list_by(&diff);
	status = command_main(&cmd_diff, table, argc, argv, show, &diff);

	free(diff.inputs.items);
	free(diff.renames.items);
	selection_deinit(&diff.selection);
	return status;
}

const struct command cmd_diff = {
	.name = "diff",
	.operands = "[BEFORE] [AFTER]",
	.operands_most = 2,
	.remedy = "name two recordings, the one before first",
	.summary = "Show what changed between two recordings, and why.",
	.run = diff_run,
};
