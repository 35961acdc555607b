// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cmd_mix.c - tea mix: how often which instructions were executed
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/places/diagnostics.h"
#include "mix/mixcode.h"
#include "mix/mixrows.h"
#include "output/pager.h"
#include "programrun.h"
#include "selection.h"
#include "text/view_mix.h"

#define WHERE_MOST	16
#define LINELESS_LEAST	0.01		/* of the executions: less is not worth a note */

/*
 * Observers of a program that runs on the model: executions of each instruction, and samples of a
 * unit.
 */
#define OBSERVERS_EXACT		"executions"
#define OBSERVERS_SAMPLED	"counts,instructions,taken"

#define KEY_TEXT(id, name)	", " name

struct mix {
	struct selection selection;
	struct programrun run;
	struct wordlist by, where;
	const char *check, *across, *groups;
	unsigned int source, format;
	struct mixrows_where conditions[WHERE_MOST];
	struct mixrows_options options;
	struct mixgroups given;		/* those of groups */
};

static int unknown_key(const char *option, const char *text, struct fault *fault)
{
	static const char keys[] = MIXKEYS(KEY_TEXT);

	return fault_set(fault, -EINVAL, "--%s cannot be '%s': keys are %s", option, text,
			 keys + strlen(", "));
}

static int add_key(struct mix *mix, const char *option, const char *text, struct fault *fault)
{
	struct mixrows_options *options = &mix->options;
	enum mixkey key = mixkey_find(text, strlen(text));

	if (key == MIXKEYS_COUNT)
		return unknown_key(option, text, fault);
	for (size_t i = 0; i < options->keys_count; i++)
		if (options->keys[i] == key)
			return fault_set(fault, -EINVAL, "--%s has '%s' once more: name each key once",
					 option, text);
	options->keys[options->keys_count++] = key;
	return 0;
}

/* The key across is the last one. */
static int parse_keys(struct mix *mix, struct fault *fault)
{
	int error = 0;

	for (size_t i = 0; !error && i < mix->by.count; i++)
		error = add_key(mix, "by", mix->by.items[i], fault);
	if (!error && !mix->by.count)
		error = add_key(mix, "by", mixkey_names[mix->groups ? MIXKEY_GROUP : MIXKEY_MNEMONIC],
				fault);
	if (!error && mix->across)
		error = add_key(mix, "across", mix->across, fault);
	return error;
}

static int parse_groups(struct mix *mix, struct fault *fault)
{
	int error;

	if (!mix->groups)
		return !mixrows_ask(&mix->options, MIXKEY_GROUP) ? 0 :
		       fault_set(fault, -EINVAL, "the key 'group' wants groups: give --groups FILE");
	error = mixgroups_read(&mix->given, mix->groups, fault);
	if (!error)
		mix->options.groups = &mix->given;
	return error;
}

static int parse_where(struct mix *mix, struct fault *fault)
{
	struct mixrows_options *options = &mix->options;

	if (mix->where.count > WHERE_MOST)
		return fault_set(fault, -EINVAL, "--where more than %d times: ask for fewer conditions",
				 WHERE_MOST);
	for (size_t i = 0; i < mix->where.count; i++) {
		const char *text = mix->where.items[i], *equals = strchr(text, '=');
		struct mixrows_where *where = &mix->conditions[i];

		where->key = equals ? mixkey_find(text, (size_t)(equals - text)) : MIXKEYS_COUNT;
		if (where->key == MIXKEYS_COUNT)
			return unknown_key("where", text, fault);
		where->value = equals + 1;
	}
	options->where = mix->conditions;
	options->where_count = mix->where.count;
	return 0;
}

static int put_errors(struct mix *mix, const struct view_mix *shown, const struct mixrows *exact,
		      struct fault *fault)
{
	size_t count;
	double average;
	struct mixrows_error *errors = mixrows_compare(shown->rows, exact, &count, &average);
	struct view_mix view = *shown;
	struct term term;

	if (!errors)
		return fault_no_memory(fault, "the errors");
	progressbar_end(&mix->selection.bar);
	term_init(&term, stdout);
	view.term = &term;
	view_mix_errors(&view, mix->check, errors, count, average);
	free(errors);
	return 0;
}

static const struct measures_wanted counted = { { MEASURE_COUNTS } };

/* Against a profile with exact counts. */
static int check(struct mix *mix, const struct view_mix *view, struct fault *fault)
{
	struct recording recording;
	struct estimate estimate;
	struct mixrows exact;
	int error;

	mix->selection.recording.of = counted;
	error = selection_read(&mix->selection, mix->check, &recording, fault);
	if (error)
		return error;
	error = estimate_init(&estimate, &recording, recording.shown, ESTIMATE_EXACT, fault);
	if (!error) {
		error = mixrows_fold(&exact, &recording, &estimate, &mix->options, fault);
		estimate_deinit(&estimate);
	}
	if (!error) {
		error = put_errors(mix, view, &exact, fault);
		mixrows_deinit(&exact);
	}
	selection_close(&mix->selection, &recording);
	return error;
}

static void put(struct mix *mix, const struct view_mix *shown)
{
	struct pager pager = { 0 };
	struct term term;
	struct view_mix view = *shown;

	progressbar_end(&mix->selection.bar);
	term_init(&term, stdout);
	view.term = &term;
	if (mix->format == VIEW_TEXT)
		pager_open(&pager);
	view_mix_put(&view, mix->format);
	pager_close(&pager);
	if (mix->format == VIEW_CSV)
		view_warn(view.recording, stderr);
}

static int show_rows(struct mix *mix, const struct recording *recording,
		     const struct mixrows *rows, enum estimate_source source, struct fault *fault)
{
	struct mixpivot pivot;
	struct view_mix view = {
		.recording = recording, .rows = rows, .options = &mix->options, .source = source,
	};

	if (mix->check)
		return check(mix, &view, fault);
	if (!mix->across) {
		put(mix, &view);
		return 0;
	}
	if (mixpivot_init(&pivot, rows, mix->options.keys_count))
		return fault_no_memory(fault, "the table");
	view.pivot = &pivot;
	put(mix, &view);
	mixpivot_deinit(&pivot);
	return 0;
}

static void note_lineless(const struct mix *mix, struct recording *recording,
			  const struct mixrows *rows)
{
	double lineless = 0;

	for (size_t key = 0; key < mix->options.keys_count; key++)
		for (size_t i = 0; mix->options.keys[key] == MIXKEY_LINE && i < rows->count; i++)
			if (!strcmp(rows->items[i].values[key], MIXKEY_UNKNOWN))
				lineless += rows->items[i].executions;
	if (lineless >= LINELESS_LEAST * rows->total && lineless > 0)
		notes_add(&recording->notes, "%.2f%% of the executions have no source line: build with -g, "
			  "or install the debug symbols", 100 * lineless / rows->total);
}

static void note_rows(const struct mix *mix, struct recording *recording, const struct mixrows *rows)
{
	if (!rows->count && mix->where.count)
		notes_add(&recording->notes, "nothing that was executed is as --where says: --by lists the "
			  "values of a key");
	note_lineless(mix, recording, rows);
}

static int fold(struct mix *mix, struct recording *recording, struct fault *fault)
{
	struct estimate estimate;
	struct mixrows rows;
	int error = estimate_init(&estimate, recording, recording->shown, mix->source, fault);

	if (error)
		return error;
	diagnostics_note_samples(recording, recording->shown);
	diagnostics_note_code(recording, recording->shown);
	if (mixcode_note(&estimate, recording))
		error = fault_no_memory(fault, "its notes");
	if (!error)
		error = mixrows_fold(&rows, recording, &estimate, &mix->options, fault);
	if (!error) {
		note_rows(mix, recording, &rows);
		error = show_rows(mix, recording, &rows, estimate.source, fault);
		mixrows_deinit(&rows);
	}
	estimate_deinit(&estimate);
	return error;
}

static int parse(struct mix *mix, struct fault *fault)
{
	int error = parse_keys(mix, fault);

	if (!error)
		error = parse_where(mix, fault);
	if (!error)
		error = parse_groups(mix, fault);
	if (!error && mix->check && (mix->options.keys_count > 1 || mix->format != VIEW_TEXT))
		error = fault_set(fault, -EINVAL, "--check compares by one key, as text: leave --format, "
				  "--across and all but one --by out");
	return error;
}

/* Exact counts, but where branch records or samples are asked for. */
static const char *observers_of(const struct mix *mix)
{
	bool exact = (mix->source == ESTIMATE_AUTO || mix->source == ESTIMATE_EXACT) &&
		     !mixrows_ask(&mix->options, MIXKEY_EDGE);

	return exact ? OBSERVERS_EXACT : OBSERVERS_SAMPLED;
}

static int show(void *context, int count, char **operands, struct fault *fault)
{
	struct mix *mix = context;
	struct recording recording;
	int error = parse(mix, fault);

	mix->selection.recording.of = mix->source == ESTIMATE_EXACT ? counted : MEASURES_SAMPLED;
	mix->run.events = "--mix";
	mix->run.apart = mix->format != VIEW_TEXT;
	if (!error)
		error = programrun_select(&mix->run, &mix->selection, cmd_mix.name, observers_of(mix), count,
					  operands, fault);
	if (error <= 0)
		return error;
	error = selection_open(&mix->selection, &recording, fault);
	if (error)
		return error;
	programrun_opened(&mix->run, &recording);
	mix->options.code = selection_code(&mix->selection);
	error = fold(mix, &recording, fault);
	selection_close(&mix->selection, &recording);
	return error;
}

static int mix_run(int argc, char **argv)
{
	struct mix mix = { .selection = SELECTION_DEFAULT };
	const struct option table[] = {
		OPTION_INPUT(&mix.selection.recording.path),
		OPTION_SYMFS(&mix.selection.recording.symfs),
		OPTION_MANGLED(&mix.selection.recording.mangled),
		SELECTION_KERNEL(&mix.selection),
		{ "by", 0, OPTION_LIST, "KEY", "rows by this, too: mnemonic, function, ...", NULL, &mix.by },
		{ "across", 0, OPTION_TEXT, "KEY", "a column for each of its values", NULL, &mix.across },
		{ "groups", 0, OPTION_TEXT, "FILE", "the key group: lines of NAME: MNEMONIC...", NULL,
		  &mix.groups },
		{ "where", 0, OPTION_LIST, "KEY=VALUE", "only instructions of which this is so", NULL,
		  &mix.where },
		{ "source", 0, OPTION_CHOICE, "SOURCE", "one of", estimate_source_names, &mix.source },
		{ "check", 0, OPTION_TEXT, "PROFILE", "instead, the error against its exact counts", NULL,
		  &mix.check },
		OPTION_FORMAT(view_format_names, &mix.format),
		SELECTION_ORIGINS(&mix.selection),
		SELECTION_CODE(&mix.selection),
		PROGRAMRUN_OPTIONS(&mix.run),
		{ 0 },
	};
	int status = command_main_program(&cmd_mix, table, argc, argv, show, &mix, &mix.run.program);

	programrun_deinit(&mix.run);
	free(mix.by.items);
	free(mix.where.items);
	mixgroups_deinit(&mix.given);
	selection_deinit(&mix.selection);
	return status;
}

const struct command cmd_mix = {
	.name = "mix",
	.operands = "[FILE | -- PROGRAM [ARGUMENT]...]",
	.operands_most = 1,
	.remedy = "name one file",
	.summary = "Show which instructions were executed how often, by samples and branch records.",
	.run = mix_run,
};
