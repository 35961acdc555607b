/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * syscall.h - the system call that code runs for, by its callchain
 */
#ifndef SYSCALL_H
#define SYSCALL_H

#include "recording/recording.h"

/*
 * The name of code outside system calls: the program's own, the kernel's for traps and interrupts.
 */
#define SYSCALL_USER	"[user code]"
#define SYSCALL_NONE	"[no system call]"

/*
 * "read", of code at @location of @object, which is called by @frame; or one of the above. Lives as
 * long as the recording.
 */
const char *syscall_name(struct recording *recording, uint32_t object,
			 const struct symbols_location *location, uint32_t frame);

#endif /* SYSCALL_H */
