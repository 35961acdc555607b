// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * simulation.c - a program under QEMU with the timing model; see simulation.h
 */
#include "simulation.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <unistd.h>

#include "child.h"
#include "cpu.h"
#include "earlier.h"
#include "guestprogram.h"
#include "interrupts.h"
#include "runtime.h"
#include "scratch.h"
#include "sim_profiles.h"

#define OBSERVERS	"golden+tea+stages"
#define OBSERVERS_GOLDEN	"golden+tea"	/* the abstract model has no stages */
#define PERIOD_MOST	1000000000000ULL	/* which take the model more than half a day */
#define SEED		"42"
#define GUEST_SPACE	"0x4000000000"	/* bytes reserved: addresses no longer depend on the host's */
#define QEMU_ARGUMENTS	13
#define ARGUMENT_MOST	(128 * 1024)	/* bytes of one, its end included: Linux's MAX_ARG_STRLEN */

/* The CPU of every core. (QEMU's default has all its extensions.) */
#define CPU	"rv64i,m=on,a=on,f=on,d=on,c=on,zicsr=on,zifencei=on,zicntr=on,zicbop=on"

struct call {
	const struct simulation *simulation;
	char **program;			/* and its arguments, ending in NULL */
	const char *sysroot;
	char qemu[PATH_MAX], plugin[PATH_MAX];
	char cpu[sizeof(CPU) + TEA_CPU_TEXT];
	char profile_path[2 * PATH_MAX], sysroot_path[2 * PATH_MAX];	/* from the root on */
	char *observers;		/* with '+' between */
	struct sim_region_words region;
	struct sim_profiles profiles;
	char *plugin_argument;
	struct scratch scratch;		/* for words that are no argument; its path is NULL: none are */
	struct scratch windows;		/* of the run that is resumed; likewise */
	char length[24];		/* instructions, by an earlier run */
};

const struct ownfile simulation_qemu = {
	.built = "qemu/bin/qemu-riscv64", .installed = "../libexec/tea/qemu-riscv64",
	.what = "needs QEMU with TEA", .remedy = "run it on the host, after 'make' in the source tree",
};

const struct ownfile simulation_plugin = {
	.built = "libteaplugin.so", .installed = "../libexec/tea/libteaplugin.so",
	.what = "needs the model as QEMU's plugin", .remedy = "run it on the host, after 'make' in the source tree",
};

static int find_qemu(struct call *call, struct fault *fault)
{
	int error = ownfile_find(&simulation_qemu, call->qemu, fault);

	return error ? error : ownfile_find(&simulation_plugin, call->plugin, fault);
}

/* A whole number above 0, of up to 19 digits, which fit into 64 bits. */
static bool is_number(const char *text)
{
	size_t digits = strspn(text, "0123456789"), zeros = strspn(text, "0");

	return digits && digits < 20 && !text[digits] && zeros < digits;
}

static int check_numbers(const struct simulation *simulation, struct fault *fault)
{
	const char *period = simulation->period, *expect = simulation->expect;

	if (period && (!is_number(period) || strtoull(period, NULL, 10) > PERIOD_MOST))
		return fault_set(fault, -EINVAL, "--period cannot be '%s': give a whole number of core "
				 "cycles, 1 to %llu", period, PERIOD_MOST);
	if (expect && !is_number(expect))
		return fault_set(fault, -EINVAL, "--expect cannot be '%s': give a number above 0",
				 expect);
	return simulation->region ? sim_region_check(simulation->region, fault) : 0;
}

static bool is_fast(const struct simulation *simulation)
{
	return simulation->engine && !strcmp(simulation->engine, "fast");
}

/* Options have lists with commas, plans with '+'. */
static char *make_observers(const struct simulation *simulation)
{
	const bool sampled = simulation->region && simulation->region->sampled;
	char *text = strdup(simulation->observers ?: is_fast(simulation) || sampled ? OBSERVERS_GOLDEN :
			    OBSERVERS);

	for (char *at = text; at && (at = strchr(at, ',')); )
		*at = '+';
	return text;
}

/* The program may change its directory before it is used. */
static void find_path(char path[2 * PATH_MAX], const char *directory, const char *name)
{
	snprintf(path, 2 * PATH_MAX, "%s%s%.4000s", *name == '/' ? "" : directory,
		 *name == '/' ? "" : "/", name);
}

static int find_paths(struct call *call, struct fault *fault)
{
	char directory[PATH_MAX];

	if (!getcwd(directory, sizeof(directory)))
		return fault_set(fault, -errno, "cannot tell the current directory: %s; run it in "
				 "another", strerror(errno));
	find_path(call->profile_path, directory, call->simulation->profile);
	if (call->sysroot)
		find_path(call->sysroot_path, directory, call->sysroot);
	return 0;
}

static int find_region(struct call *call, struct fault *fault)
{
	const struct codeplace_program program = { call->program[0], call->sysroot };

	return call->simulation->region ?
	       sim_region_find(&call->region, call->simulation->region, &program, fault) : 0;
}

/* Of a sampled run, whose profile says how long it was the last time: where there is a line to say it. */
static void find_length(struct call *call)
{
	const struct simulation *simulation = call->simulation;
	uint64_t length = 0;

	if (!simulation->expect && simulation->region && simulation->region->sampled && isatty(STDERR_FILENO))
		length = earlier_length(simulation->profile, call->program);
	if (length)
		snprintf(call->length, sizeof(call->length), "%" PRIu64, length);
}

/* The windows of the run that is resumed, or refined, are in a file, until the program ends. */
static int find_windows(struct call *call, struct fault *fault)
{
	const struct simulation *simulation = call->simulation;
	const struct earlier_run run = {
		call->program, &simulation->cores[0].variant.params, simulation->region,
	};
	FILE *file;
	int error;

	if (!simulation->resume && !simulation->refine)
		return 0;
	error = scratch_create(&call->windows, "sim", fault);
	if (error) {
		call->windows = (struct scratch){ 0 };
		return error;
	}
	file = fopen(call->windows.path, "we");
	error = file && simulation->resume ? earlier_resume(simulation->resume, &run, file, fault) : 0;
	if (file && simulation->refine)
		error = earlier_refine(simulation->refine, &run, file, fault);
	if ((!file || (ferror(file) | fclose(file))) && !error)
		error = fault_set(fault, -errno, "cannot write '%s': %s; name another directory with $TMPDIR",
				  call->windows.path, strerror(errno));
	return error;
}

static struct tea_plan make_plan(const struct call *call)
{
	const struct simulation *simulation = call->simulation;
	static const struct sim_region all;
	const struct sim_region *region = simulation->region ? simulation->region : &all;

	return (struct tea_plan){
		.profile = call->profile_path, .cycles = simulation->cycles,
		.period = simulation->period ? simulation->period : SIMULATION_PERIOD,
		.observers = call->observers, .engine = simulation->engine,
		.expect = simulation->expect ?: *call->length ? call->length : NULL,
		.from = call->region.from, .to = call->region.to, .skip = region->skip,
		.limit = region->limit, .resume = simulation->resume ? call->windows.path : NULL,
		.refine = simulation->refine ? call->windows.path : NULL, .warm = region->warm, .region = call->region.text,
		.sampled = region->sampled ? region->detail ?: SIM_REGION_DETAIL : NULL, .seed = region->seed,
		.cores = simulation->cores, .count = simulation->count,
	};
}

/* Many lanes, or places in many pieces: the words are in a file, until the program ends. */
static int put_aside(struct call *call, const char *words, struct fault *fault)
{
	int error = scratch_create(&call->scratch, "sim", fault);
	FILE *file;

	if (error) {
		call->scratch = (struct scratch){ 0 };
		return error;
	}
	file = fopen(call->scratch.path, "we");
	if (file)
		fputs(words, file);
	if (!file || (ferror(file) | fclose(file)))
		return fault_set(fault, -errno, "cannot write '%s', of what QEMU takes more than an "
				 "argument holds: %s; name another directory with $TMPDIR",
				 call->scratch.path, strerror(errno));
	return 0;
}

/* The plugin, and behind it @words, or the file where they are if that is not NULL. */
static char *join(const char *plugin, const char *words, const char *file)
{
	char *text = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);

	if (!to)
		return NULL;
	tea_plan_escape(to, plugin);
	fputs(file ? ",words=" : ",", to);
	if (file)
		tea_plan_escape(to, file);
	else
		fputs(words, to);
	if (!fclose(to))
		return text;
	free(text);
	return NULL;
}

static int make_plugin_argument(struct call *call, struct fault *fault)
{
	const struct tea_plan plan = make_plan(call);
	char *words = NULL;
	size_t size;
	FILE *file = open_memstream(&words, &size);
	int error = 0;

	if (!file)
		return fault_no_memory(fault, "QEMU's arguments");
	tea_plan_put(&plan, file);
	if (fclose(file))
		error = fault_no_memory(fault, "QEMU's arguments");
	if (!error && size + 2 * strlen(call->plugin) + 2 > ARGUMENT_MOST)
		error = put_aside(call, words, fault);
	if (!error) {
		call->plugin_argument = join(call->plugin, words, call->scratch.path);
		error = call->plugin_argument ? 0 : fault_no_memory(fault, "QEMU's arguments");
	}
	free(words);
	return error;
}

static void exec_qemu(const struct call *call, int argc)
{
	char **arguments = calloc((size_t)argc + QEMU_ARGUMENTS + 1, sizeof(*arguments));
	size_t used = 0;

	if (!arguments)
		return;
	arguments[used++] = (char *)call->qemu;
	arguments[used++] = "-R";
	arguments[used++] = GUEST_SPACE;
	arguments[used++] = "-cpu";
	arguments[used++] = (char *)call->cpu;
	arguments[used++] = "-seed";
	arguments[used++] = SEED;
	if (call->sysroot) {
		arguments[used++] = "-L";
		arguments[used++] = (char *)call->sysroot_path;
	}
	arguments[used++] = "-plugin";
	arguments[used++] = call->plugin_argument;
	arguments[used++] = "--";
	for (int i = 0; i < argc; i++)
		arguments[used++] = call->program[i];
	personality(ADDR_NO_RANDOMIZE);
	execv(call->qemu, arguments);
}

/* In the child. */
static void become_qemu(const struct call *call, int argc)
{
	const struct simulation *simulation = call->simulation;

	if (!simulation->elsewhere || dup2(simulation->output, STDOUT_FILENO) >= 0)
		exec_qemu(call, argc);
	fprintf(simulation->log, "tea %s: cannot run '%s': %s\n", simulation->command, call->qemu,
		strerror(errno));
	fflush(simulation->log);
	_exit(127);
}

/* Returns the program's exit status, as a shell would give it, or a negative errno. */
static int wait_for_qemu(const struct call *call, int argc, int *signal, struct fault *fault)
{
	pid_t pid;
	int status;

	fflush(NULL);
	pid = interrupts_fork();
	if (pid < 0)
		return fault_set(fault, -errno, "cannot start QEMU: %s", strerror(errno));
	if (!pid)
		become_qemu(call, argc);
	status = child_wait(pid, signal);
	interrupts_forget();
	return status < 0 ? fault_set(fault, status, "lost QEMU: %s", strerror(-status)) : status;
}

/* Likewise. */
static int run_qemu(const struct call *call, int argc, struct fault *fault)
{
	int status, signal = 0;

	interrupts_begin();
	status = interrupts_signal() ? 128 + interrupts_signal() :
				       wait_for_qemu(call, argc, &signal, fault);
	interrupts_end();
	return status < 0 ? status :
	       sim_profiles_tell(&call->profiles, call->program[0], status, signal, fault);
}

/* An experiment that knows its pace announces the length more exactly. */
static void tell_length(const struct simulation *simulation)
{
	const struct runtime_lanes lanes = {
		simulation->cores[0].name ? simulation->count : 0, is_fast(simulation),
	};
	double times = runtime_of(&lanes);

	if (!simulation->expect && times >= RUNTIME_LONG)
		fprintf(simulation->log, "tea sim: %zu cores at once: some %.0f times as long as on one\n",
			lanes.count, times);
	if (lanes.fast && lanes.count <= 1)
		fprintf(simulation->log, "tea sim: the fast engine is for many cores: one takes as long with "
			"the full one, which tells more\n");
}

static int prepare(struct call *call, struct fault *fault)
{
	const struct simulation *simulation = call->simulation;
	const struct tea_plan plan = {
		.profile = simulation->profile, .cores = simulation->cores, .count = simulation->count,
		.sampled = simulation->region && simulation->region->sampled ? "" : NULL,
	};
	char properties[TEA_CPU_TEXT];
	int error = check_numbers(simulation, fault);

	call->observers = make_observers(simulation);
	if (!error && !call->observers)
		error = fault_no_memory(fault, "QEMU's arguments");
	if (!error)
		error = find_qemu(call, fault);
	if (!error)
		error = guestprogram_find(call->program[0], &call->sysroot, fault);
	if (!error)
		error = sim_profiles_init(&call->profiles, simulation->command, simulation->log, &plan,
					  fault);
	if (!error)
		error = find_paths(call, fault);
	if (!error)
		error = find_region(call, fault);
	if (!error)
		error = find_windows(call, fault);
	if (!error)
		find_length(call);
	if (!error)
		error = make_plugin_argument(call, fault);
	snprintf(call->cpu, sizeof(call->cpu), "%s%s", CPU,
		 tea_cpu_properties(&simulation->cores[0].variant.params, properties));
	return error;
}

int simulation_run(const struct simulation *simulation, int argc, char **program,
		   struct fault *fault)
{
	struct call call = {
		.simulation = simulation, .program = program, .sysroot = simulation->sysroot,
	};
	int status = prepare(&call, fault);

	if (!status) {
		tell_length(simulation);
		status = run_qemu(&call, argc, fault);
	}
	if (call.scratch.path)
		scratch_destroy(&call.scratch);
	if (call.windows.path)
		scratch_destroy(&call.windows);
	sim_profiles_deinit(&call.profiles);
	sim_region_deinit(&call.region);
	free(call.observers);
	free(call.plugin_argument);
	return status;
}
