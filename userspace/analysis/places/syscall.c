// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * syscall.c - from callers in the kernel to the system call; see syscall.h
 */
#include "syscall.h"

#include <string.h>

/* How the kernel calls the functions that begin a system call. */
static const char *const prefixes[] = { "__riscv_sys_", "__se_sys_", "__do_sys_", "sys_" };

static const char *name_of(const char *function)
{
	for (size_t i = 0; function && i < sizeof(prefixes) / sizeof(prefixes[0]); i++)
		if (!strncmp(function, prefixes[i], strlen(prefixes[i])))
			return function + strlen(prefixes[i]);
	return NULL;
}

static bool is_kernel(const struct recording *recording, uint32_t object)
{
	enum symbols_kind kind = recording->symbols.objects[object].kind;

	return kind == SYMBOLS_KERNEL || kind == SYMBOLS_MODULE;
}

const char *syscall_name(struct recording *recording, uint32_t object,
			 const struct symbols_location *location, uint32_t frame)
{
	struct symbols_location caller;
	const char *name = name_of(location->function);

	if (!is_kernel(recording, object))
		return SYSCALL_USER;
	while (!name && frame != RECORDING_NO_FRAME) {
		const struct recording_frame *call = &recording->frames[frame];

		if (!is_kernel(recording, call->object))
			break;
		symbols_locate(&recording->symbols, call->object, call->address, &caller);
		name = name_of(caller.function);
		frame = call->parent;
	}
	return name ? name : SYSCALL_NONE;
}
