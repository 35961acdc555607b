// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cmd_record.c - tea record: perf record of TEA's event, with defaults that suit it
 *
 * perf does the work: this finds it, checks that there is a TEA unit, and becomes it. It adds to
 * perf's own defaults: all that the unit records of a sample (-R), without which only one of its up
 * to four instructions is recorded, its period (-P), and its CPU. For an instruction mix it knows
 * the events, and for data addresses the options.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "experiment/child.h"
#include "heaprecord.h"
#include "mixevents.h"
#include "options.h"
#include "output/term.h"
#include "recording/slotevents.h"
#include "unit.h"

#define PERIOD_MIN	10000ULL	/* cycles; the driver's TEA_PERIOD_MIN */
#define ARGUMENTS_MAX	40		/* in front of the program */
#define PERF_USAGE	129		/* its status, where it does not know an option */
#define COUNT(array)	(sizeof(array) / sizeof((array)[0]))

struct record {
	const char *event, *output, *count, *frequency, *call_graph, *pid, *tid, *cpu, *pages;
	const char *compression, *switching;	/* "": without a value */
	bool mix, mem, heap, waits, chains, all_cpus, raw, verbose;
	char **arguments;		/* of perf, ending in NULL */
	size_t arguments_count;
	char *joined[3];		/* those that are freed */
	size_t joined_count;
};

static void add(struct record *record, const char *argument)
{
	record->arguments[record->arguments_count++] = (char *)argument;
}

/* An option of perf, if its value was given. */
static void add_value(struct record *record, const char *option, const char *value)
{
	if (!value)
		return;
	add(record, option);
	add(record, value);
}

static void add_flag(struct record *record, const char *option, bool given)
{
	if (given)
		add(record, option);
}

/* One that can be without a value: that is in the same argument. */
static int add_maybe(struct record *record, const char *option, const char *value)
{
	char *joined;

	if (!value || !value[0]) {
		add_flag(record, option, value);
		return 0;
	}
	if (asprintf(&joined, "%s=%s", option, value) < 0)
		return -ENOMEM;
	record->joined[record->joined_count++] = joined;
	add(record, joined);
	return 0;
}

/* perf's, for --mem. */
static const char *const memory_options[] = { "-d", "--weight", "--phys-data" };

/* The period of a mix is in its events. */
static int choose_mix(struct record *record, struct fault *fault)
{
	char *events;

	if (!record->mix)
		return 0;
	events = mixevents_text(record->count ? strtoull(record->count, NULL, 0) : MIXEVENTS_PERIOD);
	if (!events)
		return fault_no_memory(fault, "perf's arguments");
	record->joined[record->joined_count++] = events;
	record->event = events;
	record->count = NULL;
	return 0;
}

/*
 * Does the kernel refuse chains with callers in the kernel? Newer ones do, to users who may not see
 * them (6.12.117 among them), and perf, which falls back to user code, still asks for them.
 */
static bool kernel_callers_refused(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE, .size = sizeof(attr), .config = PERF_COUNT_SW_DUMMY,
		.sample_period = 1, .sample_type = PERF_SAMPLE_CALLCHAIN, .exclude_kernel = 1, .exclude_hv = 1,
	};
	int fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);

	if (fd < 0)
		return errno == EACCES;
	close(fd);
	return false;
}

/*
 * Threads that leave the CPU, from where, and when they are back. The stack is copied, since the C
 * library, in which most system calls are, keeps no frame pointers; 4 KiB of it have the callers
 * that count.
 */
#define WAITS_EVENT	"context-switches/name=waits,period=1,call-graph=dwarf,stack-size=4096/"
/* And when it is woken. perf would give it the period of -c, of an event that -e names. */
#define WAKEUP_EVENT	"sched:sched_wakeup"
#define WAKEUP_ID	"/sys/kernel/tracing/events/sched/sched_wakeup/id"

static void add_waits(struct record *record)
{
	if (!record->waits)
		return;
	add(record, "-e");
	add(record, WAITS_EVENT);
	if (!access(WAKEUP_ID, R_OK) && !record->count) {
		add(record, "-e");
		add(record, WAKEUP_EVENT);
	}
	add(record, "--switch-events");
}

static int make_arguments(struct record *record, int argc, char **program, struct fault *fault)
{
	record->arguments = calloc((size_t)argc + ARGUMENTS_MAX, sizeof(char *));
	if (!record->arguments)
		return fault_no_memory(fault, "perf's arguments");
	add(record, "perf");
	add(record, "record");
	add_value(record, "-e", record->event ? record->event : "tea//");
	add_value(record, "-o", record->output);
	add_waits(record);
	add(record, "-R");
	add(record, "-P");
	add(record, "--sample-cpu");
	if (record->heap)
		add_value(record, "-k", HEAPRECORD_CLOCK);
	for (size_t i = 0; record->mem && i < COUNT(memory_options); i++)
		add(record, memory_options[i]);
	add_value(record, "-c", record->count);
	add_value(record, "-F", record->frequency);
	add_value(record, "--call-graph", record->call_graph);
	add_flag(record, "-g", record->chains);
	if (record->chains || record->call_graph)
		add_flag(record, "--user-callchains", kernel_callers_refused());
	add_flag(record, "-a", record->all_cpus);
	add_value(record, "-C", record->cpu);
	add_value(record, "-p", record->pid);
	add_value(record, "-t", record->tid);
	add_value(record, "-m", record->pages);
	add_flag(record, "-v", record->verbose);
	if (add_maybe(record, "--compression-level", record->compression) ||
	    add_maybe(record, "--switch-output", record->switching))
		return fault_no_memory(fault, "perf's arguments");
	if (argc)
		add(record, "--");
	for (int i = 0; i < argc; i++)
		add(record, program[i]);
	return 0;
}

/* perf has the wrong reason for it: that the event wants -a. */
static int check_period(const char *cycles, struct fault *fault)
{
	char *end;
	unsigned long long period = strtoull(cycles, &end, 0);

	/* perf refuses anything but a number. */
	if (*end || period >= PERIOD_MIN)
		return 0;
	return fault_set(fault, -EINVAL, "-c cannot be %llu: give at least %llu cycles between "
			 "samples", period, PERIOD_MIN);
}

/* Does the list name the PMU, as "tea//u" or "{cycles,tea/taken/}" do? */
static bool has_tea(const char *events)
{
	const size_t length = strlen(SLOTEVENTS_PMU);

	for (const char *at = events; (at = strstr(at, SLOTEVENTS_PMU)); at += length)
		if ((at == events || strchr(",{", at[-1])) && (!at[length] || strchr("/,:}", at[length])))
			return true;
	return false;
}

/* perf would record it, and no view could show it. */
static int check_event(const struct record *record, struct fault *fault)
{
	if (!record->event || has_tea(record->event))
		return 0;
	return fault_set(fault, -EINVAL, "-e '%s' has no event of TEA, whose samples the views show: give "
			 "tea// too, or leave -e out; 'perf record' records other events alone",
			 record->event);
}

static int check_mix(const struct record *record, struct fault *fault)
{
	char *end;

	if (record->event || record->frequency)
		return fault_set(fault, -EINVAL, "--mix has its own events with periods: leave -e and -F "
				 "out, and give -c INSTRUCTIONS for other periods");
	if (!record->count)
		return 0;
	if (!strtoull(record->count, &end, 0) || *end)
		return fault_set(fault, -EINVAL, "-c cannot be '%s' with --mix: give a number of "
				 "instructions", record->count);
	return 0;
}

/* Does perf know the options? Its usage error comes after parsing them; its output is discarded. */
static int check_memory(struct fault *fault)
{
	char *arguments[COUNT(memory_options) + 6] = { "perf", "record", "--dry-run", "-e", "dummy" };
	int signal, status;
	pid_t pid = fork();

	if (pid < 0)
		return fault_set(fault, -errno, "cannot run 'perf': %s", strerror(errno));
	if (!pid) {
		int null = open("/dev/null", O_RDWR | O_CLOEXEC);

		for (size_t i = 0; i < COUNT(memory_options); i++)
			arguments[5 + i] = (char *)memory_options[i];
		for (int fd = 0; fd < 3; fd++)
			dup2(null, fd);
		execvp("perf", arguments);
		_exit(127);
	}
	status = child_wait(pid, &signal);
	if (status != PERF_USAGE)
		return 0;	/* perf reports other errors */
	return fault_set(fault, -EINVAL, "this 'perf' cannot record data addresses: it does not know all "
			 "of -d, --weight and --phys-data; install a newer one, or leave --mem out");
}

/* The log is of a program that perf starts, and beside one file. */
static int check_heap(const struct record *record, int argc, struct fault *fault)
{
	if (!argc)
		return fault_set(fault, -EINVAL, "--heap needs a program, into which it preloads a library: name "
				 "one behind '--', or record processes that run with --mem");
	if (!strcmp(record->output, "-") || record->switching)
		return fault_set(fault, -EINVAL, "--heap writes a log beside the recording, which is to be one "
				 "file: give that with -o, and leave --switch-output out");
	return 0;
}

/*
 * Threads leave the CPU in the kernel: a user who may not see it would get none of these samples.
 */
static int check_waits(struct fault *fault)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE, .size = sizeof(attr), .sample_period = 1,
		.config = PERF_COUNT_SW_CONTEXT_SWITCHES, .disabled = 1,
	};
	int fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);

	if (fd >= 0) {
		close(fd);
		return 0;
	}
	return fault_set(fault, -errno, "cannot record waits, which are in the kernel: %s; it takes "
			 "CAP_PERFMON, or kernel.perf_event_paranoid of at most 1", strerror(errno));
}

static int check(const struct record *record, int argc, struct fault *fault)
{
	int error = record->mix ? check_mix(record, fault) : 0;

	if (!error)
		error = check_event(record, fault);
	if (error)
		return error;
	if (record->count && record->frequency)
		return fault_set(fault, -EINVAL, "-c and -F exclude each other: give cycles "
				 "between samples, or samples a second");
	if (record->chains && record->call_graph)
		return fault_set(fault, -EINVAL, "-g is --call-graph fp: give one of them");
	if (!argc && !record->pid && !record->tid && !record->all_cpus && !record->cpu)
		return fault_set(fault, -EINVAL, "nothing to record: name a program behind '--', a "
				 "process with -p, a thread with -t, or all CPUs with -a");
	if (record->count && check_period(record->count, fault))
		return -EINVAL;
	if (record->heap && check_heap(record, argc, fault))
		return -EINVAL;
	/* perf reports its own needs; these it cannot know */
	error = unit_check_perf(fault);
	if (!error && record->mem)
		error = check_memory(fault);
	if (!error)
		error = unit_check(fault);
	if (!error && record->waits)
		error = check_waits(fault);
	return error || !record->mix ? error : mixevents_check(fault);
}

static int exec_perf(const struct record *record, struct fault *fault)
{
	if (record->verbose) {
		for (size_t i = 0; i < record->arguments_count; i++)
			fprintf(stderr, "%s%s", i ? " " : "tea record: ", record->arguments[i]);
		fputc('\n', stderr);
	}
	fflush(NULL);
	execvp("perf", record->arguments);
	return fault_set(fault, -errno, "cannot run 'perf': %s", strerror(errno));
}

/* Becomes perf: returns only if that fails. */
static int launch(struct record *record, int argc, char **program, struct fault *fault)
{
	int error = check(record, argc, fault);

	if (!error)
		error = choose_mix(record, fault);
	if (!error)
		error = make_arguments(record, argc, program, fault);
	if (!error && record->heap)
		error = heaprecord_prepare(record->output, program[0], fault);
	if (!error)
		error = exec_perf(record, fault);
	for (size_t i = 0; i < record->joined_count; i++)
		free(record->joined[i]);
	free(record->arguments);
	return error;
}

static int record_run(int argc, char **argv)
{
	struct record record = { .output = "perf.data" };
	const struct option table[] = {
		{ "event", 'e', OPTION_TEXT, "EVENT", "TEA's event with modifiers (default: tea//)",
		  NULL, &record.event },
		{ "mix", 0, OPTION_FLAG, NULL, "events and periods for tea mix, and cycles beside them", NULL,
		  &record.mix },
		{ "mem", 0, OPTION_FLAG, NULL, "what instructions did with memory, too", NULL,
		  &record.mem },
		{ "heap", 0, OPTION_FLAG, NULL, "that, and which calls allocated it, too", NULL,
		  &record.heap },
		{ "waits", 0, OPTION_FLAG, NULL, "where threads wait, off the CPU, too", NULL,
		  &record.waits },
		{ "output", 'o', OPTION_TEXT, "FILE", "file to write (default: perf.data)", NULL,
		  &record.output },
		{ "count", 'c', OPTION_TEXT, "CYCLES", "core cycles between samples, 10000 or more", NULL,
		  &record.count },
		{ "freq", 'F', OPTION_TEXT, "HZ", "samples a second (default: perf's 4000)", NULL,
		  &record.frequency },
		{ "", 'g', OPTION_FLAG, NULL, "record callchains, by frame pointers", NULL,
		  &record.chains },
		{ "call-graph", 0, OPTION_TEXT, "MODE", "record callchains by fp or dwarf", NULL,
		  &record.call_graph },
		{ "all-cpus", 'a', OPTION_FLAG, NULL, "the whole machine", NULL,
		  &record.all_cpus },
		{ "cpu", 'C', OPTION_TEXT, "LIST", "only these CPUs, as 0,2-3", NULL, &record.cpu },
		{ "pid", 'p', OPTION_TEXT, "LIST", "these processes", NULL, &record.pid },
		{ "tid", 't', OPTION_TEXT, "LIST", "these threads", NULL, &record.tid },
		{ "mmap-pages", 'm', OPTION_TEXT, "PAGES", "size of each buffer, as 16M", NULL,
		  &record.pages },
		{ "compression-level", 'z', OPTION_MAYBE, "N", "compress, 1 (default) to 22", NULL,
		  &record.compression },
		{ "raw-samples", 'R', OPTION_FLAG, NULL, "always on: all that the unit said", NULL,
		  &record.raw },
		{ "switch-output", 0, OPTION_MAYBE, "WHEN",
		  "another file at each SIGUSR2, or as 100M, 30s", NULL, &record.switching },
		{ "verbose", 'v', OPTION_FLAG, NULL,
		  "show perf's command line, and what perf shows", NULL, &record.verbose },
		{ 0 },
	};
	struct fault fault;
	int first = options_parse(&cmd_record, table, argc, argv, true, &fault);

	if (first == 0) {
		options_help(&cmd_record, table);
		return 0;
	}
	record.mem |= record.heap;
	if (first > 0)
		launch(&record, argc - first, argv + first, &fault);
	term_complain(cmd_record.name, fault.text);
	return 1;
}

const struct command cmd_record = {
	.name = "record",
	.operands = "[--] [PROGRAM [ARGUMENT]...]",
	.summary = "Record a program with perf: perf record -e tea// with good defaults.",
	.run = record_run,
};
