/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * follow.h - programs that a user program executes run under QEMU, too
 *
 * Linux cannot run RISC-V programs, so an execve() of one would fail. Instead the process becomes
 * QEMU again, with the options of this one. Another process is not profiled: there the plugin only
 * follows further execve() calls. Scripts are followed to their interpreter; absolute paths are
 * looked for in the root given with -L first, as QEMU does for all other files.
 */
#ifndef TEA_FOLLOW_H
#define TEA_FOLLOW_H

#include <stdbool.h>

enum follow_kind {
	FOLLOW_NOTHING,		/* nothing to execute: the system call fails and says why */
	FOLLOW_NATIVE,		/* a program of this machine, or of none: Linux knows */
	FOLLOW_RISCV,
};

/* Once, in the first process: its program has @count arguments, its own name among them. */
void follow_init(unsigned int count);

/* The kind of @path for execve(); @program, to be freed, is the file found for it. */
enum follow_kind follow_find(const char *path, char **program);

/* Execute @path, which is FOLLOW_RISCV. Returns where that failed. */
void follow_exec(const char *path, char **argv, char **envp, bool profiled);

#endif /* TEA_FOLLOW_H */
