// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * unwind.c - stacks by call frame information; see unwind.h
 */
#include "unwind.h"

#include <elfutils/libdwfl.h>
#include <stdio.h>
#include <stdlib.h>

/* perf's numbers of RISC-V registers: the program counter, then x1 to x31. */
#define PERF_PC		0
#define PERF_SP		2
#define REGISTERS	32

/*
 * Code keeps its call frame information when it is stripped: nothing is looked for
 * elsewhere, least of all on servers.
 */
static int find_no_debuginfo(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base,
			     const char *file, const char *link, GElf_Word crc, char **path)
{
	(void)module, (void)data, (void)name, (void)base, (void)file, (void)link, (void)crc;
	*path = NULL;
	return -1;
}

static int find_no_elf(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base,
		       char **path, Elf **elf)
{
	(void)module, (void)data, (void)name, (void)base, (void)path, (void)elf;
	return -1;
}

static const Dwfl_Callbacks file_callbacks = {
	.find_elf = find_no_elf,
	.find_debuginfo = find_no_debuginfo,
};

void unwinder_init(struct unwinder *unwinder, struct maps *maps, const struct symbols *symbols)
{
	*unwinder = (struct unwinder){ .maps = maps, .symbols = symbols };
}

void unwinder_deinit(struct unwinder *unwinder)
{
	for (size_t i = 0; i < UNWIND_SPACES; i++)
		dwfl_end(unwinder->spaces[i].dwfl);
	*unwinder = (struct unwinder){ 0 };
}

/* The value that was recorded of a register; false if none was. */
static bool read_register(const struct unwinder *unwinder, unsigned int number, uint64_t *value)
{
	uint64_t below = unwinder->registers & ((1ULL << number) - 1);
	size_t offset = sizeof(uint64_t) * (size_t)__builtin_popcountll(below);

	if (!(unwinder->registers >> number & 1) ||
	    offset + sizeof(uint64_t) > cursor_left(&unwinder->rest->user_regs))
		return false;
	*value = cursor_peek_u64(&unwinder->rest->user_regs, offset);
	return true;
}

static pid_t next_thread(Dwfl *dwfl, void *context, void **thread)
{
	const struct unwinder *unwinder = context;

	(void)dwfl;
	if (*thread)
		return 0;
	*thread = context;
	return (pid_t)unwinder->space->pid;
}

static bool read_memory(Dwfl *dwfl, Dwarf_Addr address, Dwarf_Word *value, void *context)
{
	const struct unwinder *unwinder = context;
	const struct cursor *stack = &unwinder->rest->user_stack;
	uint64_t begin;

	(void)dwfl;
	if (!read_register(unwinder, PERF_SP, &begin) || address < begin ||
	    cursor_left(stack) < sizeof(uint64_t) ||
	    address - begin > cursor_left(stack) - sizeof(uint64_t))
		return false;
	*value = cursor_peek_u64(stack, (size_t)(address - begin));
	return true;
}

static bool set_registers(Dwfl_Thread *thread, void *context)
{
	const struct unwinder *unwinder = context;
	uint64_t value;

	for (unsigned int i = 1; i < REGISTERS; i++) {
		Dwarf_Word word;

		if (!read_register(unwinder, i, &value))
			continue;
		word = value;
		if (!dwfl_thread_state_registers(thread, (int)i, 1, &word))
			return false;
	}
	if (!read_register(unwinder, PERF_PC, &value))
		return false;
	dwfl_thread_state_register_pc(thread, value);
	return true;
}

static const Dwfl_Thread_Callbacks thread_callbacks = {
	.next_thread = next_thread,
	.memory_read = read_memory,
	.set_initial_registers = set_registers,
};

/* Tells libdwfl of the object mapped at @address. False if there is no file of it here. */
static bool report_object(struct unwinder *unwinder, uint64_t address)
{
	struct unwind_space *space = unwinder->space;
	const struct maps_entry *entry;
	const struct symbols_object *object;
	Dwfl_Module *module;
	char *path;

	if (dwfl_addrmodule(space->dwfl, address))
		return true;
	entry = maps_find(unwinder->maps, space->pid, address, unwinder->time);
	object = entry ? &unwinder->symbols->objects[entry->object] : NULL;
	if (!object || object->kind != SYMBOLS_FILE || space->missing == entry->object + 1 ||
	    asprintf(&path, "%s%s", unwinder->symbols->options.symfs, object->path) < 0)
		return false;
	module = dwfl_report_elf(space->dwfl, object->path, path, -1,
				 entry->start - entry->offset, false);
	free(path);
	if (!module)
		space->missing = entry->object + 1;
	return module != NULL;
}

static int add_call(Dwfl_Frame *frame, void *context)
{
	struct unwinder *unwinder = context;
	bool exact = false;
	Dwarf_Addr pc;

	if (!dwfl_frame_pc(frame, &pc, &exact) || !pc)
		return DWARF_CB_ABORT;
	pc -= !exact && unwinder->count;
	unwinder->calls[unwinder->count++] = pc;
	if (unwinder->count == unwinder->max || !report_object(unwinder, pc))
		return DWARF_CB_ABORT;
	return DWARF_CB_OK;
}

static struct unwind_space *find_space(struct unwinder *unwinder,
				       const struct unwind_sample *sample)
{
	struct unwind_space *space;

	for (size_t i = 0; i < UNWIND_SPACES; i++) {
		space = &unwinder->spaces[i];
		if (space->dwfl && space->pid == sample->pid && space->epoch == sample->epoch)
			return space;
	}
	space = &unwinder->spaces[unwinder->next++ % UNWIND_SPACES];
	dwfl_end(space->dwfl);
	*space = (struct unwind_space){
		.dwfl = dwfl_begin(&file_callbacks), .pid = sample->pid, .epoch = sample->epoch,
	};
	return space->dwfl ? space : NULL;
}

size_t unwinder_walk(struct unwinder *unwinder, const struct unwind_sample *sample,
		     uint64_t *calls, size_t max)
{
	uint64_t pc;

	unwinder->space = find_space(unwinder, sample);
	unwinder->rest = sample->rest;
	unwinder->registers = sample->registers;
	unwinder->time = sample->time;
	unwinder->calls = calls;
	unwinder->count = 0;
	unwinder->max = max;
	if (!unwinder->space || !max || !read_register(unwinder, PERF_PC, &pc) ||
	    !report_object(unwinder, pc))
		return 0;
	if (!unwinder->space->attached)
		unwinder->space->attached = dwfl_attach_state(unwinder->space->dwfl, NULL,
							      (pid_t)sample->pid,
							      &thread_callbacks, unwinder);
	if (unwinder->space->attached)
		dwfl_getthread_frames(unwinder->space->dwfl, (pid_t)sample->pid, add_call, unwinder);
	return unwinder->count;
}
