// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fuzz_datatype.c - debug information of any bytes: types of what registers point to
 */
#include "fuzz.h"

#include <string.h>
#include <unistd.h>

#include "symbols/elfdata.h"
#include "symbols/elfthreads.h"

#define FUNCTIONS	16
#define ADDRESSES	8		/* of a function */
#define REGISTERS	32

static void name(const struct datatype *data)
{
	char text[DATATYPE_TEXT];

	if (strlen(datatype_name(data, text)) >= sizeof(text))
		abort();
}

static void look_at(const struct datatype *data)
{
	struct datatype target = { .bytes = data->bytes }, element = *data;

	name(data);
	if (datatype_follow(data, 8, &target))
		name(&target);
	if (datatype_index(&element, 0) || datatype_index(&element, 16))
		name(&element);
}

static void look_up(const struct elfobject *elf, uint64_t address)
{
	static const int64_t offsets[] = { 0, 8, -20 };

	for (unsigned int reg = 0; reg < REGISTERS; reg++) {
		for (size_t i = 0; i < sizeof(offsets) / sizeof(offsets[0]); i++) {
			struct datatype data = { .bytes = 4 };

			if (datatype_at(elf, address, reg, offsets[i], &data))
				look_at(&data);
		}
	}
}

static void look_at_variable(const struct elfdata_variable *variable)
{
	Dwarf_Die die = variable->die;
	struct datatype data;
	char text[DATATYPE_TEXT];

	if (!variable->typed || !datatype_variable(&die, 8, &data))
		return;
	datatype_reduce(&data);
	look_at(&data);
	if (strlen(datatype_member(&data, variable->name, text)) >= sizeof(text) ||
	    strlen(datatype_whole(&data, text)) >= sizeof(text))
		abort();
}

static void look_at_table(const struct elfdata_table *table)
{
	for (size_t i = 0; i < table->count; i++) {
		const struct elfdata_variable *variable = &table->variables[i];

		if (elfdata_at(table, variable->start) != variable ||
		    elfdata_at(table, variable->end - 1) != variable)
			abort();
		look_at_variable(variable);
	}
}

static void look_at_threads(const struct elfobject *elf)
{
	uint64_t start;
	int64_t offset;

	for (uint64_t i = 0; i < ADDRESSES && elfobject_section_start(elf, ".got", &start); i++)
		elfthreads_offset(elf, start + 8 * i, &offset);
}

static void look_at_variables(const struct elfobject *elf)
{
	struct elfdata *data = elfdata_create(elf, false);

	if (!data)
		abort();
	look_at_table(&data->all);
	look_at_table(&data->threads);
	look_at_threads(elf);
	elfdata_destroy(data);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct elfobject elf;
	char path[64];
	int fd = fuzz_file(bytes, size, path);

	if (!elfobject_open(&elf, path, "/nowhere")) {
		for (size_t i = 0; i < elf.functions.count && i < FUNCTIONS; i++)
			for (uint64_t at = 0; at < ADDRESSES; at++)
				look_up(&elf, elf.functions.symbols[i].start + 4 * at);
		look_at_variables(&elf);
		elfobject_close(&elf);
	}
	close(fd);
	return 0;
}
