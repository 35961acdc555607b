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

#include <stdint.h>

/* What execveat() is given: numbers, and addresses in the guest. */
struct follow_call {
	int64_t directory;
	uint64_t path, argv, envp, flags;
};

/* For the process that is profiled, before it becomes another program; that may yet fail. */
struct follow_host {
	void (*native)(const char *path);	/* a program of this machine, or of none: Linux knows */
	void (*left_out)(const char *path);	/* one that is profiled in its place */
};

/* Once, in the first process: its program has @count arguments, its own name among them. */
void follow_init(unsigned int count);

/*
 * Execute a RISC-V program, or a script that one interprets; others are QEMU's to execute. Returns
 * where that failed. @host: NULL in a process that is not profiled.
 */
void follow_call(const struct follow_call *call, const struct follow_host *host);

#endif /* TEA_FOLLOW_H */
