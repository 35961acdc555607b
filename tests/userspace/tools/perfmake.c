// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perfmake.c - writes one of the perf.data files that the shell tests read
 *
 *	perfmake SCENARIO FILE [FORM]
 *
 * With FORM words, the default, samples are words and records behind them; with raw they have
 * struct tea_raw; with memory also the memory accesses of their slots.
 *
 * The program recorded is tests/userspace/subjects/subject.S, as /bin/prog.
 */
#include <elf.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "perfwriter.h"
#include "tea_abi.h"

#define TEXT	0x10200			/* where subject.S is linked */
#define LIBRARY	0x7f0000000
#define KERNEL	0xffffffff80000000
#define MODULE	0xffffffff02000000
#define PERIOD	1200

static const uint16_t base[4], miss[] = { 0x140, 0x140, 0, 0 }, branch[] = { 0x008 };

static struct writer_where at(uint32_t cpu, uint32_t tid, uint64_t time_ns)
{
	return (struct writer_where){
		.cpu = cpu, .pid = tid == 101 ? 100 : tid, .tid = tid, .time_ns = time_ns, .id = 1,
	};
}

static void start(struct writer *writer)
{
	struct writer_where where = at(0, 100, 1);

	writer_mmap(writer, &where, UINT32_MAX, KERNEL, 0x1000000, KERNEL,
		    "[kernel.kallsyms]_text");
	writer_comm(writer, &where, "prog", true);
	writer_mmap(writer, &where, 100, 0x10000, 0x1000, 0, "/bin/prog");
	writer_mmap(writer, &where, 100, LIBRARY, 0x10000, 0x2000, "/lib/libgone.so");
	where.time_ns = 2;
	writer_fork(writer, &where, 100, 101);
	where = at(0, 101, 3);
	writer_comm(writer, &where, "\033[31mred\a", false);
}

/* Two CPUs by turns, a lost record, a sample that says nothing, the kernel, a library. */
static void write_all(struct writer *writer)
{
	struct writer_where one = at(0, 100, 0), two = at(1, 101, 0);

	start(writer);
	for (uint64_t i = 0; i < 20; i++) {
		one.time_ns = 100 + 10 * i;
		two.time_ns = 105 + 10 * i;
		writer_group(writer, &one, 4, miss, 2, TEXT + 0x4, PERIOD);
		if (i % 2)
			writer_group(writer, &two, 1, branch, 3, TEXT + 0x1a, PERIOD);
		writer_user(writer, 68, "", 0);
	}
	writer_group(writer, &one, 2, base, 0, KERNEL + 0x1234, PERIOD);
	writer_group(writer, &one, 1, base, 0, LIBRARY + 0x10, PERIOD);
	writer_group(writer, &one, 1, base, 1, 0x50, PERIOD);
	if (!writer->raw)
		writer_word(writer, &one, writer_make_word(1, base, 0, 0, 2));
	writer_lost(writer, &one, 3);
	writer_sample(writer, &one, TEXT + 0x8, PERIOD);
	writer_throttle(writer, &one);
	if (writer->raw)	/* the word above was the last to report two losses */
		writer_lost_samples(writer, &one, 5);
}

/* Two harts by turns: a load that waits for the other's copy of its line, and what is behind it. */
static void write_shared(struct writer *writer)
{
	static const uint16_t copy[] = { TEA_PSV_ST_L1 | TEA_PSV_ST_CO }, upgrade[] = { TEA_PSV_ST_CO };
	struct writer_where where[2] = { at(0, 100, 0), at(1, 101, 0) };

	start(writer);
	for (uint64_t i = 0; i < 24; i++) {
		struct writer_where *one = &where[i % 2];

		one->time_ns = 100 + 10 * i;
		writer_group(writer, one, 1, i % 3 < 2 ? copy : base, i % 3 < 2 ? 2 : 0, TEXT + 0x4,
			     PERIOD);
	}
	writer_group(writer, &where[1], 1, upgrade, 2, KERNEL + 0x1234, PERIOD);
}

static void write_nothing(struct writer *writer)
{
	start(writer);
}

/* Two events of TEA's: three samples in user mode, five in the kernel. */
static void write_events(struct writer *writer)
{
	struct writer_where user = at(0, 100, 0), kernel = user;

	writer->sample_type |= PERF_SAMPLE_IDENTIFIER;
	writer->events = 2;
	writer->event = "tea//u";
	if (!writer->second)
		writer->second = "tea/period=700,slots=4/k";
	kernel.id = 2;
	start(writer);
	for (uint64_t i = 0; i < 5; i++) {
		user.time_ns = 100 + 10 * i;
		kernel.time_ns = 105 + 10 * i;
		if (i < 3)
			writer_group(writer, &user, 2, base, 0, TEXT + 0x4, PERIOD);
		writer_group(writer, &kernel, 1, i < 2 ? miss : base, 2, KERNEL + 0x1234, 700);
	}
}

static void write_twins(struct writer *writer)
{
	writer->second = "tea//u";
	write_events(writer);
}

/* The first at commit, the second at dispatch. */
static void write_stages(struct writer *writer)
{
	writer->second = "tea/dispatch/";
	writer->second_config = TEA_POLICY_DISPATCH << 8;
	write_events(writer);
}

static void write_foreign(struct writer *writer)
{
	writer->pmu = "other";
	writer->event = "other\033[31m//";
	write_all(writer);
}

/* A build id that the file on disk does not have. */
static void write_other_build(struct writer *writer)
{
	writer->build_ids = true;
	memset(writer->build_id, 0x5a, sizeof(writer->build_id));
	write_all(writer);
}

static void write_compressed(struct writer *writer)
{
	start(writer);
	writer_user(writer, 81, "1234", 4);
}

static void write_overflow(struct writer *writer)
{
	struct writer_where where = at(0, 100, 10);

	start(writer);
	writer_group(writer, &where, 1, base, 0, TEXT, UINT64_MAX / 2);
	writer_group(writer, &where, 1, base, 0, TEXT, UINT64_MAX / 2 + 2);
}

/* Names of functions, files and commands that mean harm: tests/userspace/subjects/hostile.S. */
static void start_hostile(struct writer *writer, const struct writer_where *where)
{
	writer_comm(writer, where, "<b>;\"\033[31m", true);
	writer_mmap(writer, where, 100, 0x10000, 0x1000, 0, "/bin/hostile");
	writer_mmap(writer, where, 100, LIBRARY, 0x10000, 0, "/lib/<img src=x>;\" 7\n.so");
}

static void write_hostile(struct writer *writer)
{
	static const uint64_t offsets[] = { 0x0, 0x4, 0x6, 0x8, 0xc, 0x10 };
	struct writer_where where = at(0, 100, 1);

	start_hostile(writer, &where);
	for (uint64_t i = 0; i < sizeof(offsets) / sizeof(offsets[0]); i++) {
		where.time_ns = 10 + i;
		writer_group(writer, &where, 1, i % 2 ? miss : base, 2, TEXT + offsets[i], PERIOD);
	}
	writer_group(writer, &where, 1, base, 0, LIBRARY + 0x10, PERIOD);
}

/* A library calls _start, which calls helper, which calls itself; some samples have no callers. */
static void write_chains(struct writer *writer)
{
	static const uint64_t from_library[] = { LIBRARY + 0x20 };
	static const uint64_t recursive[] = { TEXT + 0x1e, TEXT + 0x1e, TEXT + 0x12, LIBRARY + 0x20 };
	struct writer_where where = at(0, 100, 10);

	writer->sample_type |= PERF_SAMPLE_CALLCHAIN;
	start(writer);
	writer->chain = from_library;
	writer->chain_count = 1;
	writer_group(writer, &where, 2, miss, 2, TEXT + 0x4, PERIOD);
	writer->chain = recursive;
	writer->chain_count = 4;
	writer_group(writer, &where, 1, branch, 3, TEXT + 0x1a, PERIOD);
	writer->chain_count = 1;
	writer_group(writer, &where, 1, branch, 3, TEXT + 0x1a, 2 * PERIOD);
	writer->chain_count = 0;
	writer_group(writer, &where, 1, base, 0, TEXT + 0x8, PERIOD);
	writer_group(writer, &where, 1, base, 0, LIBRARY + 0x10, PERIOD);
}

/* Starts a file with the events of instructions and of taken branches. */
static void start_mix(struct writer *writer, uint64_t sampled)
{
	writer->sample_type |= PERF_SAMPLE_IDENTIFIER | sampled;
	writer->events = 2;
	writer->event = "tea/instructions/";
	writer->config = TEA_EVENT_INSTRUCTIONS;
	writer->second = "tea/taken/";
	writer->second_config = TEA_EVENT_TAKEN;
	start(writer);
}

/* Two samples of taken branches, with these records. */
static void write_taken(struct writer *writer, const uint64_t *records, size_t count)
{
	struct writer_where taken = at(0, 100, 0);

	taken.id = 2;
	writer->branches = records;
	writer->branches_count = count;
	for (uint64_t i = 0; i < 2; i++) {
		taken.time_ns = 200 + 10 * i;
		writer_group(writer, &taken, 1, base, 0, TEXT + 0x10, 300);
	}
}

/* Four samples, of 1000 instructions each. */
static void write_instructions(struct writer *writer)
{
	struct writer_where instructions = at(0, 100, 0);

	for (uint64_t i = 0; i < 4; i++) {
		instructions.time_ns = 100 + 10 * i;
		writer_group(writer, &instructions, 1, base, 0, TEXT + 0x4 + 4 * (i % 3), 1000);
	}
}

/* The loop: 4 samples for 1000 instructions each, 2 stacks of 4 records for 300 branches each. */
static void write_mix(struct writer *writer)
{
	static const uint64_t records[] = {
		TEXT + 0x10, TEXT + 0x4, TEXT + 0x10, TEXT + 0x4,
		TEXT + 0x10, TEXT + 0x4, TEXT + 0x10, TEXT + 0x4,
	};

	start_mix(writer, PERF_SAMPLE_BRANCH_STACK);
	write_instructions(writer);
	write_taken(writer, records, 4);
}

/* The same samples without branch records. */
static void write_bare_mix(struct writer *writer)
{
	start_mix(writer, 0);
	write_instructions(writer);
	write_taken(writer, NULL, 0);
}

/* The samples of mix, and of instructions as many lost ones, of taken branches half as many. */
static void write_lost_mix(struct writer *writer)
{
	struct writer_where lost = at(0, 100, 300);

	write_mix(writer);
	if (!writer->raw)
		writer_word(writer, &lost, writer_make_word(0, base, 0, 0, 3));
	writer_lost_samples(writer, &lost, 4);
	lost.id = 2;
	writer_lost_samples(writer, &lost, 1);
}

/* The kernel, a module and code in neither: 4, 2 and 2 samples. */
static void write_kernel_mix(struct writer *writer)
{
	static const uint64_t addresses[] = {
		KERNEL, KERNEL + 2, KERNEL, KERNEL + 2, MODULE, MODULE, MODULE + 0x10000, MODULE + 0x10000,
	};
	struct writer_where where = at(0, 100, 1);

	start_mix(writer, PERF_SAMPLE_BRANCH_STACK);
	writer_mmap(writer, &where, UINT32_MAX, MODULE, 0x1000, 0, "/lib/modules/6.12.0/kernel/snd-timer.ko");
	for (size_t i = 0; i < sizeof(addresses) / sizeof(addresses[0]); i++) {
		where.time_ns = 100 + i;
		writer_group(writer, &where, 1, base, 0, addresses[i], 1000);
	}
}

/* As /proc/kcore, with code of the kernel and of the module. */
static void write_core(struct writer *writer)
{
	static const uint8_t code[] = { 0x01, 0x00, 0x82, 0x80 };	/* c.nop, ret */
	const Elf64_Ehdr header = {
		.e_ident = { 0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT },
		.e_type = ET_CORE, .e_machine = EM_RISCV, .e_phoff = sizeof(header),
		.e_phentsize = sizeof(Elf64_Phdr), .e_phnum = 2,
	};
	const uint64_t addresses[] = { KERNEL, MODULE };

	bytes_put(&writer->file, &header, sizeof(header));
	for (int i = 0; i < 2; i++)
		bytes_put(&writer->file, &(Elf64_Phdr){
			.p_type = PT_LOAD, .p_offset = sizeof(header) + 2 * sizeof(Elf64_Phdr),
			.p_vaddr = addresses[i], .p_filesz = sizeof(code),
		}, sizeof(Elf64_Phdr));
	bytes_put(&writer->file, code, sizeof(code));
}

/* Two of three streams are the loop, and one runs through the return behind it. */
static void write_torn(struct writer *writer)
{
	static const uint64_t records[] = {
		TEXT + 0x10, TEXT + 0x4, TEXT + 0x16, TEXT + 0x4,
		TEXT + 0x10, TEXT + 0x12, TEXT + 0x10, TEXT + 0x4,
	};

	start_mix(writer, PERF_SAMPLE_BRANCH_STACK);
	write_taken(writer, records, 4);
}

/* Six samples of a block of four instructions, of which one is an ecall, which there are none of. */
static void write_calls(struct writer *writer)
{
	static const uint64_t offsets[] = { 0x24, 0x26, 0x2c };
	struct writer_where instructions = at(0, 100, 0);

	start_mix(writer, PERF_SAMPLE_BRANCH_STACK);
	for (uint64_t i = 0; i < 6; i++) {
		instructions.time_ns = 100 + 10 * i;
		writer_group(writer, &instructions, 1, base, 0, TEXT + offsets[i % 3], 1000);
	}
}

/* Between two branches of the loop a trap in front of its c.nop, and the return there. */
static void write_trap(struct writer *writer)
{
	static const uint64_t records[] = {
		TEXT + 0x10, TEXT + 0x4, KERNEL + 0x20, TEXT + 0xe,
		TEXT + 0xe, KERNEL + 0x10, TEXT + 0x10, TEXT + 0x4,
	};

	start_mix(writer, PERF_SAMPLE_BRANCH_STACK);
	write_taken(writer, records, 4);
}

/* The instructions of hostile, by 6 samples of 1000 instructions. */
static void write_hostile_mix(struct writer *writer)
{
	struct writer_where where = at(0, 100, 1);

	writer->event = "tea/instructions/";
	writer->config = TEA_EVENT_INSTRUCTIONS;
	start_hostile(writer, &where);
	for (uint64_t i = 0; i < 6; i++) {
		where.time_ns = 10 + i;
		writer_group(writer, &where, 1, base, 0, i % 2 ? LIBRARY + 0x10 : TEXT + 4 * i, 1000);
	}
}

/* The loop: 3 samples of 1200 cycles, and beside them the two stacks of mix. */
static void write_beside(struct writer *writer)
{
	static const uint64_t records[] = { TEXT + 0x10, TEXT + 0x4, TEXT + 0x10, TEXT + 0x4 };
	struct writer_where cycles = at(0, 100, 0);

	writer->sample_type |= PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_BRANCH_STACK;
	writer->events = 2;
	writer->second = "tea/taken/";
	writer->second_config = TEA_EVENT_TAKEN;
	start(writer);
	for (uint64_t i = 0; i < 3; i++) {
		cycles.time_ns = 100 + 10 * i;
		writer_group(writer, &cycles, 1, miss, 2, TEXT + 0x4, PERIOD);
	}
	write_taken(writer, records, 2);
}

#define CALLS_PC	(TEXT + 0x2c)	/* behind its ecall */
#define NUMBER_READ	63
#define NUMBER_FUTEX	98

/* Thread @tid leaves the CPU at @pc, in system call @call if that is behind an ecall. */
static void write_leave(struct writer *writer, uint32_t tid, uint64_t time_ns, uint64_t pc,
			uint64_t call)
{
	const uint64_t chain[] = {
		KERNEL + 0x201, (uint64_t)PERF_CONTEXT_USER, pc, TEXT + 0x12,
	};
	struct writer_where where = at(0, tid, time_ns);

	where.id = 2;
	writer->register_value = call;
	writer->chain = chain;
	writer->chain_count = 4;
	writer_sample(writer, &where, KERNEL + 0x100, 1);
	writer->chain_count = 0;
}

static void start_waits(struct writer *writer)
{
	writer->sample_type |= PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_RAW |
			       PERF_SAMPLE_REGS_USER;
	writer->waits = true;
	writer->events = 3;
	writer->second = "waits";
	writer->second_config = PERF_COUNT_SW_CONTEXT_SWITCHES;
	writer->registers = 1 << 17;
	start(writer);
}

static void write_switch(struct writer *writer, uint32_t tid, uint64_t time_ns, uint16_t misc)
{
	struct writer_where where = at(tid & 1, tid, time_ns);

	where.id = 2;
	writer_switch(writer, &where, misc);
}

static void write_wakeup(struct writer *writer, uint32_t waker, uint32_t woken, uint64_t time_ns)
{
	struct writer_where where = at(0, waker, time_ns);
	uint32_t raw[9] = { [6] = woken };

	where.id = 3;
	writer_raw_sample(writer, &where, KERNEL + 0x300, 1, raw, sizeof(raw));
}

/*
 * Two threads, in microseconds: 100 waits 30 for a futex, 20 until it runs, 10 for a page and 5 for
 * an unknown cause; 101 waits 100 in read(), 20 preempted, and 10 for a futex when it ends. The
 * buffer with the switches of 101 comes first.
 */
static void write_waits(struct writer *writer)
{
	const uint16_t out = PERF_RECORD_MISC_SWITCH_OUT;
	const uint16_t preempted = out | PERF_RECORD_MISC_SWITCH_OUT_PREEMPT;
	struct writer_where where = at(0, 100, 5000);

	start_waits(writer);
	write_switch(writer, 101, 20000, out);
	write_switch(writer, 101, 120000, 0);
	write_switch(writer, 101, 150000, preempted);
	write_switch(writer, 101, 170000, 0);
	write_switch(writer, 101, 230000, out);
	writer_group(writer, &where, 1, miss, 2, TEXT + 0x4, PERIOD);
	write_leave(writer, 100, 10000, CALLS_PC, NUMBER_FUTEX);
	write_switch(writer, 100, 10000, out);
	write_leave(writer, 101, 20000, CALLS_PC, NUMBER_READ);
	write_wakeup(writer, 101, 100, 40000);
	write_switch(writer, 100, 60000, 0);
	write_leave(writer, 101, 150000, TEXT + 0x8, NUMBER_READ);
	write_leave(writer, 100, 200000, TEXT + 0x4, NUMBER_FUTEX);
	write_switch(writer, 100, 200000, out);
	write_switch(writer, 100, 210000, 0);
	write_switch(writer, 100, 220000, out);
	write_switch(writer, 100, 225000, 0);
	write_leave(writer, 101, 230000, CALLS_PC, NUMBER_FUTEX);
	where = at(0, 100, 240000);
	writer_exit(writer, &where);
}

/* The same without switches. */
static void write_waits_begun(struct writer *writer)
{
	start_waits(writer);
	write_leave(writer, 100, 10000, CALLS_PC, NUMBER_FUTEX);
}

/* All of it, on a clock whose Unix time the file has. */
static void write_clocked(struct writer *writer)
{
	writer->clocked = true;
	writer->wall_ns = 1700000000123456789;
	write_all(writer);
}

static const struct {
	const char *name;
	void (*write)(struct writer *writer);
} scenarios[] = {
	{ "all", write_all }, { "clocked", write_clocked }, { "shared", write_shared }, { "nothing", write_nothing },
	{ "foreign", write_foreign },
	{ "other-build", write_other_build }, { "compressed", write_compressed },
	{ "overflow", write_overflow }, { "chains", write_chains }, { "hostile", write_hostile },
	{ "events", write_events }, { "twins", write_twins },
	{ "stages", write_stages }, { "mix", write_mix }, { "bare-mix", write_bare_mix },
	{ "hostile-mix", write_hostile_mix }, { "trap", write_trap },
	{ "kernel-mix", write_kernel_mix },
	{ "calls", write_calls }, { "torn", write_torn }, { "lost-mix", write_lost_mix }, { "beside", write_beside },
	{ "waits", write_waits }, { "waits-begun", write_waits_begun },
};

static int save(struct writer *writer, const char *path)
{
	FILE *file = fopen(path, "we");

	if (!file) {
		perror(path);
		return 1;
	}
	writer_finish(writer);
	fwrite(writer->file.data, 1, writer->file.size, file);
	return fclose(file) != 0;
}

/* perfmake core FILE: no recording. */
static int save_core(const char *path)
{
	struct writer writer = { .data.data = NULL };
	FILE *file = fopen(path, "we");

	if (!file) {
		perror(path);
		return 1;
	}
	write_core(&writer);
	fwrite(writer.file.data, 1, writer.file.size, file);
	free(writer.file.data);
	return fclose(file) != 0;
}

/* False: there is none of that name. */
static bool set_form(struct writer *writer, const char *form)
{
	writer->memory = !strcmp(form, "memory");
	writer->raw = writer->memory || !strcmp(form, "raw");
	if (writer->raw)
		writer->sample_type |= PERF_SAMPLE_RAW;
	if (writer->memory)
		writer->sample_type |= WRITER_MEMORY_TYPE;
	return writer->raw || !strcmp(form, "words");
}

int main(int argc, char **argv)
{
	const char *form = argc == 4 ? argv[3] : "words";

	if (argc == 3 && !strcmp(argv[1], "core"))
		return save_core(argv[2]);
	for (size_t i = 0; (argc == 3 || argc == 4) && i < sizeof(scenarios) / sizeof(scenarios[0]); i++) {
		struct writer writer;
		int status;

		if (strcmp(argv[1], scenarios[i].name))
			continue;
		writer_init(&writer, WRITER_SAMPLE_TYPE | PERF_SAMPLE_CPU);
		if (!set_form(&writer, form))
			break;
		scenarios[i].write(&writer);
		status = save(&writer, argv[2]);
		writer_deinit(&writer);
		return status;
	}
	fprintf(stderr, "perfmake: usage: perfmake SCENARIO FILE [words|raw|memory]\n");
	return 1;
}
