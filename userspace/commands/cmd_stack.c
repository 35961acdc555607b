// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cmd_stack.c - tea stack: the slots of dispatch, issue and commit, and the bounds that they give
 *
 * It shows a profile; or a program, whose slots the TEA unit of this machine counts under perf
 * stat. Without a unit, tea sim runs it, into a profile that is removed again. Stacks over time are
 * of any measure whose samples have times, of a perf.data too; stacks of threads of a perf.data are of
 * cycles at commit, with the part of their time off the CPU.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/causes/advice.h"
#include "analysis/places/diagnostics.h"
#include "analysis/places/lives.h"
#include "analysis/places/rows_sort.h"
#include "aside.h"
#include "output/pager.h"
#include "programrun.h"
#include "stack_count.h"
#include "text/view_path.h"
#include "text/view_stack.h"
#include "unit.h"

#define OBSERVERS	"stages,flops"	/* of tea sim */
#define OBSERVERS_PATH	"stages,path"
#define OBSERVERS_TIME	"golden,stages,slices"
#define SLICES		32		/* of --by time */

struct stack {
	struct selection selection;
	struct programrun run;
	struct recording_counted counted;
	unsigned int unit, by, format, colors;
	bool fine, path, header;	/* path: of the critical path */
	const char *top, *slices;
	size_t rows_max;		/* 0: all */
	size_t slices_count;		/* of --by time */
};

static enum rows_by rows_by(const struct stack *stack, const struct recording *recording)
{
	static const enum rows_by by[] = {
		[VIEW_STACK_BY_FUNCTION] = ROWS_BY_FUNCTION, [VIEW_STACK_BY_LINE] = ROWS_BY_LINE,
		[VIEW_STACK_BY_INSTRUCTION] = ROWS_BY_INSTRUCTION,
		[VIEW_STACK_BY_THREAD] = ROWS_BY_OBJECT, [VIEW_STACK_ALL] = ROWS_BY_OBJECT,
		[VIEW_STACK_BY_TIME] = ROWS_BY_TIME,
	};

	if (stack->by == VIEW_STACK_BY_THREAD && recording->shown->id == MEASURE_CYCLES)
		return ROWS_BY_THREAD;
	return by[stack->by];
}

/* The frequency of the modelled core; 0: not known. */
static double ghz_of(const struct recording *recording)
{
	const char *mhz = advice_knob(recording, "core_mhz", strlen("core_mhz"));

	return mhz ? strtod(mhz, NULL) / 1000 : 0;
}

static int check_flops(const struct recording *recording, struct fault *fault)
{
	if (!recording->flops.per_cycle && recording->options.counted)
		return fault_set(fault, -EINVAL, "no FLOPS stack: the TEA unit of this machine does not "
				 "count slots of floating-point units, or perf did not");
	if (!recording->flops.per_cycle)
		return fault_set(fault, -EINVAL, "no FLOPS stack in the profile%s: run 'tea sim' again, %swith "
				 "'flops' among its --observers",
				 recording->sampled.groups ? " of a sampled run" : "",
				 recording->sampled.groups ? "without --sampled and " : "");
	if (!(ghz_of(recording) > 0))
		return fault_set(fault, -EINVAL, "no core_mhz in the profile's configuration, which FLOPS "
				 "need: run 'tea sim' again");
	return 0;
}

/* Samples of cycles are of commit, and of no component. */
static int check_threads(const struct stack *stack, const struct recording *recording,
			 struct fault *fault)
{
	if (recording_is_estimated(recording))
		return fault_set(fault, -ENODATA, "'%s': windows of the run estimate all threads together: "
				 "leave out --by thread, or run 'tea sim' again, without --sampled",
				 recording->path);
	if (recording->json && recording->shown->id == MEASURE_CYCLES)
		return fault_set(fault, -ENODATA, "'%s': no slots of stages in it: run 'tea sim' again, with "
				 "'stages' among its --observers", recording->path);
	if (recording->shown->id == MEASURE_CYCLES && (stack->unit != VIEW_STACK_CPI || stack->fine))
		return fault_set(fault, -EINVAL, "threads of a perf.data have cycles, and no slots of "
				 "stages: leave out --as and --fine");
	return 0;
}

/* A critical path has rows like any stack; all of it has a view of its own. */
static void put_view(const struct stack *stack, const struct view_stack *view)
{
	if (stack->path && stack->by == VIEW_STACK_ALL)
		view_path_put(&view->view, stack->format);
	else if (view->view.rows->measure->id != MEASURE_STAGES && !stack->selection.recording.counted)
		view_put(&view->view, stack->format);
	else
		view_stack_put(view, stack->format);
}

static void put(struct stack *stack, struct recording *recording, struct rows *rows)
{
	struct pager pager = { 0 };
	struct term term;
	const struct view_stack view = {
		.view = { .recording = recording, .rows = rows, .term = &term,
			  .selection = stack->selection.text, .header = stack->header },
		.unit = stack->unit, .by = stack->by, .fine = stack->fine,
		.ghz = ghz_of(recording),
	};

	progressbar_end(&stack->selection.bar);
	term_init(&term, stdout);
	term_set_colors(&term, stack->colors);
	if (stack->format == VIEW_TEXT)
		pager_open(&pager);
	put_view(stack, &view);
	pager_close(&pager);
	if (stack->format != VIEW_TEXT)
		view_warn(recording, stderr);
}

static int fold(struct stack *stack, struct recording *recording, struct rows *rows,
		struct fault *fault)
{
	const struct rows_options options = {
		.by = rows_by(stack, recording), .code = selection_code(&stack->selection),
		.slices = stack->slices_count,
	};

	if (rows_fold(rows, recording, recording->shown, &options))
		return fault_no_memory(fault, "the rows");
	if (!rows->count) {
		rows_deinit(rows);
		return diagnostics_no_rows(recording, recording->shown->kind->unit,
					   stack->selection.text, fault);
	}
	if (stack->by < VIEW_STACK_BY_THREAD || stack->selection.text)
		diagnostics_note_names(recording, rows);
	diagnostics_note_lines(recording, rows);
	if (rows->by == ROWS_BY_THREAD && lives_add(rows, recording)) {
		rows_deinit(rows);
		return fault_no_memory(fault, "the lives of threads");
	}
	if (stack->by == VIEW_STACK_BY_TIME) {
		diagnostics_note_times(recording, rows);
		return rows_sort(rows, "name", fault);
	}
	if (stack->rows_max && rows_limit(rows, stack->rows_max, 0)) {
		rows_deinit(rows);
		return fault_no_memory(fault, "the rows");
	}
	return 0;
}

/* Where --of does not say. */
static struct measures_wanted wanted(const struct stack *stack)
{
	if (stack->by == VIEW_STACK_BY_TIME)
		return (struct measures_wanted){ { MEASURE_STAGES, MEASURE_GOLDEN } };
	if (stack->by == VIEW_STACK_BY_THREAD)
		return (struct measures_wanted){ { MEASURE_STAGES, MEASURE_CYCLES } };
	return (struct measures_wanted){ { stack->path ? MEASURE_PATH : MEASURE_STAGES } };
}

static int show_file(struct stack *stack, struct fault *fault)
{
	struct recording recording;
	struct rows rows;
	int error;

	stack->selection.recording.of = wanted(stack);
	stack->selection.recording.also[0].items[0] = stack->path ? MEASURE_STAGES : MEASURE_FLOPS;
	if (stack->by == VIEW_STACK_BY_THREAD)
		stack->selection.recording.also[1].items[0] = MEASURE_WAITS;
	stack->selection.recording.sequence = stack->by == VIEW_STACK_BY_TIME;
	error = selection_open(&stack->selection, &recording, fault);
	if (error)
		return error;
	programrun_opened(&stack->run, &recording);
	if (stack->by == VIEW_STACK_BY_TIME)
		error = selection_check_times(&stack->selection, &recording, fault);
	if (stack->run.program.count)
		recording.path = NULL;
	if (stack->by == VIEW_STACK_BY_THREAD)
		error = check_threads(stack, &recording, fault);
	if (!error && stack->unit == VIEW_STACK_FLOPS && !stack->path)
		error = check_flops(&recording, fault);
	if (!error)
		error = fold(stack, &recording, &rows, fault);
	if (!error) {
		put(stack, &recording, &rows);
		rows_deinit(&rows);
	}
	selection_close(&stack->selection, &recording);
	return error;
}

/* A path has cycles, of all threads together, and counters do not have it. */
static int check_path(const struct stack *stack, bool runs, struct fault *fault)
{
	if (!stack->path)
		return 0;
	if (runs && unit_exists())
		return fault_set(fault, -EINVAL, "counters tell of slots, not of the critical path: have "
				 "'tea sim --observers path' run the program, and give its profile with -i");
	if (stack->unit != VIEW_STACK_CPI || stack->fine || stack->by == VIEW_STACK_BY_THREAD)
		return fault_set(fault, -EINVAL, "--of path is in cycles, and of all threads together: leave out "
				 "--as, --fine and --by thread");
	return 0;
}

/* Stages, with their FLOPS, or the critical path. */
static int choose(struct stack *stack, struct fault *fault)
{
	enum measure measure = stack->selection.of ? measure_find(stack->selection.of) : MEASURE_STAGES;

	if (measure != MEASURE_STAGES && measure != MEASURE_PATH)
		return fault_set(fault, -EINVAL, "--of cannot be '%s' here: give stages or path; 'tea report "
				 "--of %s' shows others", stack->selection.of, stack->selection.of);
	stack->path = measure == MEASURE_PATH;
	return 0;
}

static int check_slices(struct stack *stack, struct fault *fault)
{
	stack->slices_count = SLICES;
	if (stack->slices && option_number("slices", stack->slices, &stack->slices_count, fault))
		return -EINVAL;
	if (stack->slices_count > ROWS_SLICES_MOST)
		return fault_set(fault, -EINVAL, "--slices cannot be '%s': give a number up to %d",
				 stack->slices, ROWS_SLICES_MOST);
	if (stack->unit == VIEW_STACK_FLOPS)
		return fault_set(fault, -EINVAL, "FLOPS are of the whole run: leave out --by time, or "
				 "--as flops");
	if (stack->top)
		return fault_set(fault, -EINVAL, "--by time is of the whole run: leave out --top, and give "
				 "the number of rows by --slices");
	return 0;
}

/* On the model there are slices of two measures. */
static int check_times(struct stack *stack, struct fault *fault)
{
	enum measure measure = stack->selection.of ? measure_find(stack->selection.of) : MEASURE_STAGES;

	if (stack->run.program.count && !unit_exists() && measure != MEASURE_STAGES &&
	    measure != MEASURE_GOLDEN)
		return fault_set(fault, -EINVAL, "--of cannot be '%s' of a run on the model over time: give "
				 "stages or golden", stack->selection.of);
	return check_slices(stack, fault);
}

/* Slices of a recording, or of a program, which is recorded, or run on the model. */
static int show_times(struct stack *stack, struct fault *fault)
{
	int error = check_times(stack, fault);

	stack->selection.only = NULL;
	stack->run.apart = stack->format != VIEW_TEXT;
	if (!error)
		error = programrun_select(&stack->run, &stack->selection, cmd_stack.name, OBSERVERS_TIME, 0,
					  NULL, fault);
	if (error <= 0)
		return error;
	error = show_file(stack, fault);
	return error ? error : stack->run.program.status;
}

/* Threads have no code, and all of it no rows. */
static int check(struct stack *stack, bool runs, struct fault *fault)
{
	if (programrun_check(&stack->run, stack->selection.recording.path, fault))
		return -EINVAL;
	if (runs && unit_exists() && (stack->by != VIEW_STACK_ALL || stack->selection.objects ||
				      stack->selection.symbols))
		return fault_set(fault, -EINVAL, "counters tell of a whole program, not of its code or "
				 "threads: leave out --by, --dsos and --symbols, or see its cycles at "
				 "commit by 'tea record'");
	if (stack->slices)
		return fault_set(fault, -EINVAL, "--slices is of stacks over time: give --by time, too");
	if (stack->by == VIEW_STACK_BY_THREAD &&
	    (stack->selection.objects || stack->selection.symbols))
		return fault_set(fault, -EINVAL, "--by thread is of whole threads: leave out --dsos and "
				 "--symbols");
	if (stack->top && stack->by >= VIEW_STACK_BY_THREAD)
		return fault_set(fault, -EINVAL, "--top wants rows of code: give --by function, line or "
				 "instruction");
	if (check_path(stack, runs, fault))
		return -EINVAL;
	return stack->top ? option_number("top", stack->top, &stack->rows_max, fault) : 0;
}

/* Has the unit of this machine count the program's slots. */
static int count(struct stack *stack, struct fault *fault)
{
	struct programrun *run = &stack->run;
	int kept = run->apart ? aside_begin(STDERR_FILENO) : -1, status;

	stack->selection.recording.counted = &stack->counted;
	status = stack_count(run->scratch.path, run->program.count, run->program.words, &stack->counted,
			     fault);
	aside_end(kept);
	return status;
}

/* The program's status, and a view of the file; if that is empty, the runner has said why. */
static int show_run(struct stack *stack, struct fault *fault)
{
	struct programrun *run = &stack->run;
	int status = programrun_begin(run, cmd_stack.name, fault), error = 0;

	run->apart = stack->format != VIEW_TEXT;
	if (!status)
		status = unit_exists() ? count(stack, fault) :
			 programrun_simulate(run, stack->path ? OBSERVERS_PATH : OBSERVERS, fault);
	if (status < 0)
		return status;
	stack->selection.recording.path = run->scratch.path;
	if (programrun_left(run))
		error = show_file(stack, fault);
	else if (status > 0 && stack->selection.recording.counted)
		status = 1;
	return error ? error : status;
}

static int show(struct stack *stack, struct fault *fault)
{
	int error;

	if (stack->by == VIEW_STACK_BY_TIME)
		return show_times(stack, fault);
	error = choose(stack, fault);
	if (!error)
		error = check(stack, stack->run.program.count, fault);

	if (error)
		return error;
	if (stack->run.program.count)
		return show_run(stack, fault);
	/* threads of a perf.data, which is asked for by name */
	if (stack->by == VIEW_STACK_BY_THREAD && stack->selection.recording.path)
		stack->selection.only = NULL;
	error = selection_operand(&stack->selection, 0, NULL, fault);
	return error ? error : show_file(stack, fault);
}

static int stack_run(int argc, char **argv)
{
	struct stack stack = {
		/* no perf.data has slots of stages */
		.selection = { .recording = { .symfs = "" }, .only = SELECTION_PROFILE },
		.by = VIEW_STACK_ALL,
	};
	const struct option table[] = {
		{ "input", 'i', OPTION_TEXT, "FILE", "profile to read (default: tea.profile)", NULL,
		  &stack.selection.recording.path },
		OPTION_SYMFS(&stack.selection.recording.symfs),
		OPTION_MANGLED(&stack.selection.recording.mangled),
		{ "debuginfod", 0, OPTION_FLAG, NULL, "ask the servers of $DEBUGINFOD_URLS for symbols",
		  NULL, &stack.selection.recording.debuginfod },
		{ "as", 0, OPTION_CHOICE, "UNIT", "amounts, one of", view_stack_units, &stack.unit },
		{ "by", 0, OPTION_CHOICE, "WHAT", "a row is one", view_stack_by_names, &stack.by },
		{ "fine", 0, OPTION_FLAG, NULL, "tell finer components, too", NULL, &stack.fine },
		{ "slices", 0, OPTION_TEXT, "N", "with --by time, in so many equal parts (default: 32)", NULL,
		  &stack.slices },
		{ "of", 0, OPTION_TEXT, "NAME", "stages (default), or path: the critical path, in cycles by cause",
		  NULL, &stack.selection.of },
		{ "path", 0, OPTION_FORMER, "path", NULL, NULL, &stack.selection.of },
		OPTION_TOP(&stack.top),
		SELECTION_CODE(&stack.selection),
		OPTION_FORMAT(view_format_names, &stack.format),
		OPTION_HEADER(&stack.header),
		OPTION_COLOR(&stack.colors),
		PROGRAMRUN_OPTIONS(&stack.run),
		{ 0 },
	};
	struct fault fault;
	int first, status;

	first = status = options_parse(&cmd_stack, table, argc, argv, true, &fault);
	if (first == 0) {
		options_help(&cmd_stack, table);
		return 0;
	}
	if (first > 0) {
		stack.run.program = (struct command_program){ argv + first, argc - first, 0 };
		status = show(&stack, &fault);
	}
	programrun_deinit(&stack.run);
	selection_deinit(&stack.selection);
	if (status < 0)
		term_complain(cmd_stack.name, fault.text);
	return status < 0 ? 1 : status;
}

const struct command cmd_stack = {
	.name = "stack",
	.operands = "[--] [PROGRAM [ARGUMENT]...]",
	.summary = "Show what dispatch, issue and commit slots are lost to, and what a remedy would gain.",
	.run = stack_run,
};
