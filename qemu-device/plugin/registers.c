// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * registers.c - registers of the vCPU that runs: see registers.h
 */
#include <string.h>

#include <glib.h>

#include "hostapi.h"
#include "registers.h"

static const char *const csr_names[REGISTERS_CSRS] = {
	[REGISTERS_VL] = "vl", [REGISTERS_VTYPE] = "vtype", [REGISTERS_VSTART] = "vstart",
};

static struct {
	struct qemu_plugin_register *integer[32], *pc, *csr[REGISTERS_CSRS], *v0;
} state;

/* Bytes of @from, until this thread reads the next. */
static const GByteArray *read_bytes(struct qemu_plugin_register *from)
{
	static __thread GByteArray *bytes;

	if (!bytes)
		bytes = g_byte_array_new();
	g_byte_array_set_size(bytes, 0);
	qemu_plugin_read_register(from, bytes);
	return bytes;
}

static uint64_t read_number(struct qemu_plugin_register *from)
{
	const GByteArray *bytes = read_bytes(from);
	uint64_t value = 0;

	if (bytes->len == sizeof(value))
		memcpy(&value, bytes->data, sizeof(value));
	return value;
}

static void find_csr(const qemu_plugin_reg_descriptor *at)
{
	for (size_t i = 0; i < REGISTERS_CSRS; i++) {
		if (!strcmp(at->name, csr_names[i]))
			state.csr[i] = at->handle;
	}
}

bool registers_find(void)
{
	GArray *descriptors = qemu_plugin_get_registers();
	size_t found = 0;

	for (guint i = 0; i < descriptors->len; i++) {
		const qemu_plugin_reg_descriptor *at =
			&g_array_index(descriptors, qemu_plugin_reg_descriptor, i);

		if (!strcmp(at->feature, "org.gnu.gdb.riscv.cpu") && found < 32)
			state.integer[found++] = at->handle;
		if (!strcmp(at->feature, "org.gnu.gdb.riscv.cpu") && !strcmp(at->name, "pc"))
			state.pc = at->handle;
		if (!strcmp(at->feature, "org.gnu.gdb.riscv.csr"))
			find_csr(at);
		if (!strcmp(at->feature, "org.gnu.gdb.riscv.vector") && !strcmp(at->name, "v0"))
			state.v0 = at->handle;
	}
	g_array_free(descriptors, TRUE);
	return found == 32 && state.pc;
}

unsigned int registers_vlen(void)
{
	return state.v0 ? read_bytes(state.v0)->len * 8 : 0;
}

uint64_t registers_integer(unsigned int number)
{
	return read_number(state.integer[number]);
}

uint64_t registers_pc(void)
{
	return read_number(state.pc);
}

uint64_t registers_vector(enum registers_csr csr)
{
	return read_number(state.csr[csr]);
}

size_t registers_mask(uint8_t *bytes, size_t size)
{
	const GByteArray *read = read_bytes(state.v0);

	size = read->len < size ? read->len : size;
	memcpy(bytes, read->data, size);
	return size;
}
