// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fuzz_elf.c - an object of any bytes: its functions, lines, inlined calls and code
 */
#include "fuzz.h"

#include <unistd.h>

#include "symbols/elfobject.h"

#define ADDRESSES	64

static void look_up(const struct elfobject *elf, uint64_t address)
{
	struct elfobject_inline inlines[ELFOBJECT_INLINES_MAX];
	const uint8_t *code;
	uint64_t start;
	size_t size;

	elfobject_line(elf, address);
	elfobject_inlines(elf, address, inlines);
	elfobject_section(elf, address);
	elfobject_address(elf, address, &start);
	size = elfobject_code(elf, address, 64, &code);
	for (size_t i = 0; i < size; i++)
		((volatile const uint8_t *)code)[i];
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct elfobject elf;
	char path[64];
	int fd = fuzz_file(bytes, size, path);

	if (!elfobject_open(&elf, path, "/nowhere")) {
		for (size_t i = 0; i < elf.functions.count && i < ADDRESSES; i++)
			look_up(&elf, elf.functions.symbols[i].start);
		for (uint64_t i = 0; i < ADDRESSES; i++)
			look_up(&elf, 0x10200 + 4 * i);
		elfobject_close(&elf);
	}
	close(fd);
	return 0;
}
