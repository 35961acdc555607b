// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * guestmem.c - contents of a user program's memory: see guestmem.h
 */
#include <string.h>

#include <glib.h>

#include "guestmem.h"
#include "hostapi.h"
#include "registers.h"

/* A handler's third argument is a struct ucontext, with the pc at such an offset. */
#define REGISTER_A2	12
#define UCONTEXT_PC	176

bool guestmem_read(uint64_t address, void *to, size_t bytes)
{
	GByteArray *read = g_byte_array_new();
	bool good = qemu_plugin_read_memory_vaddr(address, read, bytes);

	if (good)
		memcpy(to, read->data, bytes);
	g_byte_array_free(read, TRUE);
	return good;
}

char *guestmem_string(uint64_t address)
{
	GString *text = g_string_new(NULL);
	char c;

	while (guestmem_read(address++, &c, 1)) {
		if (!c)
			return g_string_free(text, FALSE);
		g_string_append_c(text, c);
	}
	g_string_free(text, TRUE);
	return NULL;
}

char **guestmem_strings(uint64_t address)
{
	GPtrArray *strings = g_ptr_array_new_with_free_func(g_free);
	uint64_t at = 0;
	char *text;

	while (address && guestmem_read(address, &at, sizeof(at)) && at) {
		text = guestmem_string(at);
		if (!text)
			break;
		g_ptr_array_add(strings, text);
		address += sizeof(at);
	}
	if (address && at) {
		g_ptr_array_free(strings, TRUE);
		return NULL;
	}
	g_ptr_array_add(strings, NULL);
	return (char **)g_ptr_array_free(strings, FALSE);
}

uint64_t guestmem_interrupted(void)
{
	uint64_t pc;

	return guestmem_read(registers_integer(REGISTER_A2) + UCONTEXT_PC, &pc, sizeof(pc)) ? pc : 0;
}
