// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cmd_sim.c - tea sim: run a RISC-V program under user-mode QEMU with the timing model
 *
 * Finds QEMU and the plugin beside tea (a build tree) or in ../libexec/tea (installed),
 * hands cores and knobs through, and passes the program's exit status on. Address-space
 * randomisation is off and QEMU's seed fixed, so that two runs are the same.
 */
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/stat.h>
#include <unistd.h>

#include "experiment/child.h"
#include "experiment/coreknobs.h"
#include "experiment/interrupts.h"
#include "options.h"
#include "output/term.h"
#include "experiment/runtime.h"
#include "experiment/scratch.h"
#include "experiment/sim_cpu.h"
#include "sim_explain.h"
#include "sim_profiles.h"
#include "experiment/sim_region.h"

#define OBSERVERS	"golden,tea,stages"
#define OBSERVERS_FAST	"golden,tea"	/* the abstract model has no stages */
#define PERIOD_DEFAULT	"800000"
#define PERIOD_MOST	1000000000000ULL	/* which take the model more than half a day */
#define SEED		"42"
#define GUEST_SPACE	"0x4000000000"	/* bytes reserved: addresses no longer depend on the host's */
#define QEMU_ARGUMENTS	13
#define ARGUMENT_MOST	(128 * 1024)	/* bytes of one, its end included: Linux's MAX_ARG_STRLEN */

struct sim {
	const char *command;		/* that complains: another one may have called */
	const char *output, *period, *observers, *engine, *sysroot, *explain, *expect;
	struct sim_cores cores;
	struct sim_region region;
	struct sim_profiles profiles;
	char **program;			/* and its arguments, ending in NULL */
	char qemu[PATH_MAX], plugin[PATH_MAX], tool[PATH_MAX];
	char cpu[SIM_CPU_TEXT];
	char output_path[2 * PATH_MAX], sysroot_path[2 * PATH_MAX];	/* from the root on */
	char *plugin_argument;
	struct scratch scratch;		/* for words that are no argument; its path is NULL: none are */
};

/* Where qemu-riscv64, the plugin and tea-cpu can be, from the directory of tea. */
static const struct {
	const char *qemu, *plugin, *tool;
} places[] = {
	{ "qemu/bin/qemu-riscv64", "libteaplugin.so", "tea-cpu" },
	{ "../libexec/tea/qemu-riscv64", "../libexec/tea/libteaplugin.so",
	  "../libexec/tea/tea-cpu" },
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static int find_qemu(struct sim *sim, struct fault *fault)
{
	char self[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);
	char *slash;

	self[length < 0 ? 0 : length] = '\0';
	slash = strrchr(self, '/');
	if (!slash)
		return fault_set(fault, -ENOENT, "cannot tell where tea is installed: is /proc "
				 "mounted?");
	*slash = '\0';
	for (size_t i = 0; i < COUNT(places); i++) {
		snprintf(sim->qemu, sizeof(sim->qemu), "%.2000s/%s", self, places[i].qemu);
		snprintf(sim->plugin, sizeof(sim->plugin), "%.2000s/%s", self, places[i].plugin);
		snprintf(sim->tool, sizeof(sim->tool), "%.2000s/%s", self, places[i].tool);
		if (!access(sim->qemu, X_OK) && !access(sim->plugin, R_OK) &&
		    !access(sim->tool, X_OK))
			return 0;
	}
	return fault_set(fault, -ENOENT, "needs QEMU with TEA, which is not at '%.150s/%s' nor at "
			 "'%.150s/%s': run it on the host, after 'make' in the source tree", self,
			 places[0].qemu, self, places[1].qemu);
}

static int check_period(const char *period, struct fault *fault)
{
	size_t digits = strspn(period, "0123456789"), zeros = strspn(period, "0");

	if (digits && digits < 20 && !period[digits] && zeros < digits &&
	    strtoull(period, NULL, 10) <= PERIOD_MOST)
		return 0;
	return fault_set(fault, -EINVAL, "--period cannot be '%s': give a whole number of core "
			 "cycles, 1 to %llu", period, PERIOD_MOST);
}

/* What a file is that is no program for the core, and the remedy. */
static int refuse_program(const char *path, int fd, const GElf_Ehdr *header, struct fault *fault)
{
	static const struct {
		unsigned int machine;
		const char *name;
	} machines[] = {
		{ EM_X86_64, "x86-64" }, { EM_AARCH64, "AArch64" }, { EM_386, "i386" }, { EM_ARM, "Arm" },
		{ EM_RISCV, "32-bit RISC-V" }, { EM_PPC64, "POWER" }, { EM_S390, "s390x" },
	};
	const char *name = "another architecture";
	struct stat stat;
	char text[2] = "";

	if (!fstat(fd, &stat) && S_ISDIR(stat.st_mode))
		return fault_set(fault, -EISDIR, "'%s' is a directory, not a program: name a file", path);
	if (!header && pread(fd, text, sizeof(text), 0) == sizeof(text) && !memcmp(text, "#!", 2))
		return fault_set(fault, -ENOEXEC, "'%s' is a script, not a 64-bit RISC-V program: run its "
				 "interpreter, built for RISC-V, with the script as its argument", path);
	if (!header)
		return fault_set(fault, -ENOEXEC, "'%s' is not a 64-bit RISC-V program: compile it with "
				 "riscv64-linux-gnu-gcc", path);
	for (size_t i = 0; i < COUNT(machines); i++)
		if (machines[i].machine == header->e_machine)
			name = machines[i].name;
	if (header->e_machine == EM_RISCV && header->e_ident[EI_CLASS] == ELFCLASS64)
		return fault_set(fault, -ENOEXEC, "'%s' is not a program but a file of objects or a core: "
				 "link it, or name the program", path);
	return fault_set(fault, -ENOEXEC, "'%s' is a file for %s, not a 64-bit RISC-V program: compile it "
			 "with riscv64-linux-gnu-gcc", path, name);
}

static bool is_program(const GElf_Ehdr *header)
{
	return header->e_machine == EM_RISCV && header->e_ident[EI_CLASS] == ELFCLASS64 &&
	       (header->e_type == ET_EXEC || header->e_type == ET_DYN);
}

/* The program's interpreter, empty if it is static. */
static int read_interpreter(const char *path, char interpreter[PATH_MAX], struct fault *fault)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), error = 0;
	GElf_Ehdr buffer, *header;
	size_t count = 0;
	Elf *elf;

	if (fd < 0)
		return fault_set(fault, -errno, "cannot open program '%s': %s; give its path", path,
				 strerror(errno));
	interpreter[0] = '\0';
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	header = elf ? gelf_getehdr(elf, &buffer) : NULL;
	if (!header || !is_program(header))
		error = refuse_program(path, fd, header, fault);
	else
		elf_getphdrnum(elf, &count);
	for (size_t i = 0; i < count; i++) {
		GElf_Phdr segment;

		if (!gelf_getphdr(elf, (int)i, &segment) || segment.p_type != PT_INTERP ||
		    segment.p_filesz >= PATH_MAX)
			continue;
		if (pread(fd, interpreter, segment.p_filesz, (off_t)segment.p_offset) < 0)
			interpreter[0] = '\0';
		interpreter[segment.p_filesz] = '\0';
	}
	elf_end(elf);
	close(fd);
	return error;
}

/*
 * A dynamic program needs RISC-V libraries: those named, or the cross compiler's. A static
 * one may execute others that do.
 */
static int find_sysroot(struct sim *sim, struct fault *fault)
{
	static const char cross_root[] = "/usr/riscv64-linux-gnu";
	const char *root = sim->sysroot ? sim->sysroot : cross_root;
	char interpreter[PATH_MAX], path[2 * PATH_MAX];
	int error = read_interpreter(sim->program[0], interpreter, fault);
	bool is_static = !error && !interpreter[0];

	if (is_static)
		snprintf(interpreter, sizeof(interpreter), "/lib/ld-linux-riscv64-lp64d.so.1");
	if (error || (!sim->sysroot && !access(interpreter, R_OK)))
		return error;
	snprintf(path, sizeof(path), "%s%s", root, interpreter);
	if (access(path, R_OK) && is_static)
		return 0;
	if (access(path, R_OK))
		return fault_set(fault, -ENOENT, "'%s' is dynamic and its '%s' is not in '%s': name "
				 "a directory with RISC-V libraries with --sysroot DIR",
				 sim->program[0], interpreter, root);
	sim->sysroot = root;
	return 0;
}

/* A list of names, for the plugin: its options end at a comma. */
static void put_names(FILE *file, const char *list)
{
	for (; *list; list++)
		fputc(*list == ',' ? '+' : *list, file);
}

static int lack_memory(struct fault *fault)
{
	return fault_set(fault, -ENOMEM, "out of memory for QEMU's arguments");
}

/* What the plugin is told: words with a comma between, to be freed. */
static int make_words(const struct sim *sim, char **words, struct fault *fault)
{
	const struct codeplace_program program = { sim->program[0], sim->sysroot };
	size_t size;
	FILE *file = open_memstream(words, &size);
	int error;

	if (!file)
		return lack_memory(fault);
	fputs("profile=", file);
	sim_cores_escape(file, sim->output_path);
	fprintf(file, ",period=%s", sim->period);
	fputs(",observers=", file);
	put_names(file, sim->observers ?: sim->engine && !strcmp(sim->engine, "fast") ?
		  OBSERVERS_FAST : OBSERVERS);
	if (sim->engine) {
		fputs(",engine=", file);
		sim_cores_escape(file, sim->engine);
	}
	if (sim->expect)
		fprintf(file, ",expect=%s", sim->expect);
	error = sim_region_put(&sim->region, &program, file, fault);
	sim_cores_put(&sim->cores, file);
	if (fclose(file) && !error)
		error = lack_memory(fault);
	return error;
}

/* Many lanes, or places in many pieces: @words are in a file from now on, until the program ends. */
static int put_words_aside(struct sim *sim, char **words, struct fault *fault)
{
	int error = scratch_create(&sim->scratch, cmd_sim.name, fault);
	size_t size;
	FILE *file;

	if (error) {
		sim->scratch = (struct scratch){ 0 };
		return error;
	}
	file = fopen(sim->scratch.path, "we");
	if (file)
		fputs(*words, file);
	if (!file || (ferror(file) | fclose(file)))
		return fault_set(fault, -errno, "cannot write '%s', of what QEMU takes more than an "
				 "argument holds: %s; name another directory with $TMPDIR",
				 sim->scratch.path, strerror(errno));
	free(*words);
	*words = NULL;
	file = open_memstream(words, &size);
	if (!file)
		return lack_memory(fault);
	fputs("words=", file);
	sim_cores_escape(file, sim->scratch.path);
	return fclose(file) ? lack_memory(fault) : 0;
}

static int make_plugin_argument(struct sim *sim, struct fault *fault)
{
	char *words = NULL;
	int error = make_words(sim, &words, fault);
	size_t size;
	FILE *file;

	if (!error && strlen(words) + 2 * strlen(sim->plugin) + 2 > ARGUMENT_MOST)
		error = put_words_aside(sim, &words, fault);
	file = error ? NULL : open_memstream(&sim->plugin_argument, &size);
	if (file) {
		sim_cores_escape(file, sim->plugin);
		fprintf(file, ",%s", words);
	}
	if (!error && (!file || fclose(file)))
		error = lack_memory(fault);
	free(words);
	return error;
}

static void exec_qemu(const struct sim *sim, int argc)
{
	char **arguments = calloc((size_t)argc + QEMU_ARGUMENTS + 1, sizeof(*arguments));
	size_t used = 0;

	if (!arguments)
		return;
	arguments[used++] = (char *)sim->qemu;
	arguments[used++] = "-R";
	arguments[used++] = GUEST_SPACE;
	arguments[used++] = "-cpu";
	arguments[used++] = (char *)sim->cpu;
	arguments[used++] = "-seed";
	arguments[used++] = SEED;
	if (sim->sysroot) {
		arguments[used++] = "-L";
		arguments[used++] = (char *)sim->sysroot_path;
	}
	arguments[used++] = "-plugin";
	arguments[used++] = sim->plugin_argument;
	arguments[used++] = "--";
	for (int i = 0; i < argc; i++)
		arguments[used++] = sim->program[i];
	personality(ADDR_NO_RANDOMIZE);
	execv(sim->qemu, arguments);
}

/* Returns the program's exit status, as a shell would give it, or a negative errno. */
static int wait_for_qemu(const struct sim *sim, int argc, int *signal, struct fault *fault)
{
	pid_t pid;
	int status;

	fflush(NULL);
	pid = interrupts_fork();
	if (pid < 0)
		return fault_set(fault, -errno, "cannot start QEMU: %s", strerror(errno));
	if (!pid) {
		exec_qemu(sim, argc);
		fprintf(stderr, "tea %s: cannot run '%s': %s\n", sim->command, sim->qemu,
			strerror(errno));
		_exit(127);
	}
	status = child_wait(pid, signal);
	interrupts_forget();
	return status < 0 ? fault_set(fault, status, "lost QEMU: %s", strerror(-status)) : status;
}

/* Likewise. Of several runs none begins once the user stopped one. */
static int run_qemu(const struct sim *sim, int argc, struct fault *fault)
{
	int status, signal = 0;

	interrupts_begin();
	status = interrupts_signal() ? 128 + interrupts_signal() :
				       wait_for_qemu(sim, argc, &signal, fault);
	interrupts_end();
	return status < 0 ? status :
	       sim_profiles_tell(&sim->profiles, sim->program[0], status, signal, fault);
}

/* The program may change its directory before they are used. */
static int find_paths(struct sim *sim, struct fault *fault)
{
	char directory[PATH_MAX];

	if (!getcwd(directory, sizeof(directory)))
		return fault_set(fault, -errno, "cannot tell the current directory: %s; run it in "
				 "another", strerror(errno));
	snprintf(sim->output_path, sizeof(sim->output_path), "%s%s%.4000s",
		 *sim->output == '/' ? "" : directory, *sim->output == '/' ? "" : "/", sim->output);
	if (sim->sysroot)
		snprintf(sim->sysroot_path, sizeof(sim->sysroot_path), "%s%s%.4000s",
			 *sim->sysroot == '/' ? "" : directory, *sim->sysroot == '/' ? "" : "/",
			 sim->sysroot);
	return 0;
}

static void tell_left_out(const struct wordlist *words)
{
	for (size_t i = 0; i < words->count; i++) {
		const struct tea_param_info *info = coreknobs_find(words->items[i]);

		if (info && info->fast == TEA_FAST_LEFT_OUT)
			fprintf(stderr, "tea sim: the fast engine leaves out %s: '%s' changes nothing\n",
				info->name, words->items[i]);
	}
}

/* Who makes the lanes knows it. */
static void tell_all_left_out(const struct sim *sim)
{
	if (!sim->cores.parts || sim->expect)
		return;
	tell_left_out(&sim->cores.knobs);
	for (size_t i = 0; i < sim->cores.count; i++)
		tell_left_out(&sim->cores.lanes[i].words);
}

/* Who makes the lanes knows what a run took, and has told it. */
static void tell_length(const struct sim *sim)
{
	const struct runtime_lanes lanes = { sim->cores.count, sim->cores.parts };
	double times = runtime_of(&lanes);

	if (!sim->expect && times >= RUNTIME_LONG)
		fprintf(stderr, "tea sim: %zu cores at once: some %.0f times as long as on one\n",
			lanes.count, times);
	if (lanes.fast && lanes.count <= 1)
		fprintf(stderr, "tea sim: the fast engine is for many cores: one takes as long with the full "
			"one, which tells more\n");
}

static int check_expect(const struct sim *sim, struct fault *fault)
{
	size_t instructions;

	return sim->expect ? option_number("expect", sim->expect, &instructions, fault) : 0;
}

static int simulate(struct sim *sim, int argc, struct fault *fault)
{
	int error = check_period(sim->period, fault);

	if (!error)
		error = check_expect(sim, fault);
	if (!error)
		error = sim_region_check(&sim->region, fault);
	sim->cores.parts = sim->engine && !strcmp(sim->engine, "fast");
	if (!error)
		error = sim_cores_parse(&sim->cores, fault);
	if (!error)
		error = find_qemu(sim, fault);
	if (!error)
		error = find_sysroot(sim, fault);
	if (!error)
		error = sim_profiles_init(&sim->profiles, sim->command, &sim->cores, sim->output,
					  fault);
	if (!error)
		error = find_paths(sim, fault);
	if (!error)
		error = make_plugin_argument(sim, fault);
	if (!error)
		error = sim_cpu_find(sim->cpu, sim->tool, &sim->cores, fault);
	if (error)
		return error;
	tell_length(sim);
	tell_all_left_out(sim);
	return run_qemu(sim, argc, fault);
}

/* Two runs instead of one, each of which is a call of this command. */
static int explain(const struct sim *sim, int argc, struct fault *fault)
{
	struct sim_explain options = {
		.output = sim->output, .period = sim->period, .observers = sim->observers,
		.sysroot = sim->sysroot, .core = sim->cores.core, .knobs = &sim->cores.knobs,
		.region = &sim->region,
	};
	int error = option_number("explain", sim->explain, &options.most, fault);

	if (!error && options.most > SIM_EXPLAIN_MOST)
		error = fault_set(fault, -EINVAL, "--explain cannot be '%s': give a number from 1 to %d",
				  sim->explain, SIM_EXPLAIN_MOST);
	if (!error && sim->cores.texts.count)
		error = fault_set(fault, -EINVAL, "--explain makes lanes of its own: leave out --lane");
	if (!error && sim->engine)
		error = fault_set(fault, -EINVAL, "--explain takes the full engine: leave out --engine");
	if (!error)
		error = sim_profiles_try(sim->output, fault);
	return error ? error : sim_explain(&options, argc, sim->program, fault);
}

static int sim_run(int argc, char **argv)
{
	struct sim sim = {
		.command = argv[0], .output = "tea.profile", .period = PERIOD_DEFAULT,
	};
	const struct option table[] = {
		{ "output", 'o', OPTION_TEXT, "FILE", "profile to write (default: tea.profile)", NULL,
		  &sim.output },
		OPTION_CORE(&sim.cores.core),
		OPTION_KNOBS(&sim.cores.knobs),
		{ "lane", 0, OPTION_LIST, "LANE", "NAME[:KNOBS], one of several cores at once", NULL,
		  &sim.cores.texts },
		{ "explain", 0, OPTION_TEXT, "N", "measure what the N hottest causes are worth", NULL,
		  &sim.explain },
		{ "period", 0, OPTION_TEXT, "CYCLES", "between samples (default: " PERIOD_DEFAULT ")",
		  NULL, &sim.period },
		{ "observers", 0, OPTION_TEXT, "LIST", "what watches (default: golden,tea,stages)", NULL,
		  &sim.observers },
		{ "engine", 0, OPTION_TEXT, "NAME", "full (default), or fast: the abstract model, for many cores",
		  NULL, &sim.engine },
		{ "expect", 0, OPTION_TEXT, "N", "instructions there will be, to tell the time left", NULL,
		  &sim.expect },
		{ "from", 0, OPTION_TEXT, "PLACE", "begin where this function is first reached", NULL,
		  &sim.region.from },
		{ "skip", 0, OPTION_TEXT, "N", "... and N instructions later", NULL, &sim.region.skip },
		{ "limit", 0, OPTION_TEXT, "N", "end the program N instructions behind that", NULL,
		  &sim.region.limit },
		{ "to", 0, OPTION_TEXT, "PLACE", "... or where this function is reached", NULL,
		  &sim.region.to },
		OPTION_SYSROOT(&sim.sysroot),
		{ 0 },
	};
	struct fault fault;
	int first = options_parse(&cmd_sim, table, argc, argv, true, &fault);
	int status = first;

	if (first == 0) {
		options_help(&cmd_sim, table);
		return 0;
	}
	if (first == argc)
		status = fault_set(&fault, -EINVAL, "no program to run: name one behind '--'");
	if (status >= 0) {
		sim.program = argv + first;
		status = sim.explain ? explain(&sim, argc - first, &fault) :
			 simulate(&sim, argc - first, &fault);
	}
	if (sim.scratch.path)
		scratch_destroy(&sim.scratch);
	sim_profiles_deinit(&sim.profiles);
	sim_cores_free(&sim.cores);
	free(sim.plugin_argument);
	if (status < 0)
		term_complain(sim.command, fault.text);
	return status < 0 ? 1 : status;
}

const struct command cmd_sim = {
	.name = "sim",
	.operands = "-- PROGRAM [ARGUMENT]...",
	.summary = "Run a RISC-V program on the modelled core and write its profile.",
	.run = sim_run,
};
