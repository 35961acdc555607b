/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * executions.h - how often each instruction of a user program was executed, without a model
 *
 * A translation is a stretch of instructions with a counter for each vCPU, which QEMU's own code
 * increments where the stretch begins: no callback is made. Control leaves a stretch in its middle
 * only by an exception, which a program sees as a signal. So the first instruction of each handler
 * has a callback: the instruction to which the handler goes back raised it, and those behind it in
 * the stretch were not executed, which is noted there, once, even if one handler goes on to another.
 * A program that such a signal ends has no handler, but a last pc.
 *
 *	executions = times that a stretch began - times that it was left before the instruction
 *
 * The stretch of that pc has to be known. If all translations with that instruction end at the same
 * place, any of them will do: so it is where one ends with a jump, or with its page. Of the others,
 * which QEMU ends where it has enough, each stores which one it is while it runs.
 *
 * An instruction that raises an exception is executed, one that could not be fetched is not.
 */
#ifndef TEA_EXECUTIONS_H
#define TEA_EXECUTIONS_H

#include "hostapi.h"
#include "observers/counts.h"

struct executions_host {
	/* Code at @pc, with its bytes at @host, is about to be translated. */
	void (*code)(uint64_t pc, const void *host);
	/* QEMU forgot all translations and callbacks: register the others. */
	void (*registered)(void);
};

/* Register the callback for translations; @host must stay. */
void executions_install(qemu_plugin_id_t id, const struct executions_host *host);
/* For the host's own callback, which replaces that: @tb is translated. */
void executions_translate(struct qemu_plugin_tb *tb);

/* This thread makes a system call, with its second argument. */
void executions_syscall(int64_t number, uint64_t second);

/* @signal ends the program, in this thread, of vCPU @index. Returns the pc of its last instruction. */
uint64_t executions_end(unsigned int index, int signal);

/* Instructions that retired so far: all executions without an exception. */
uint64_t executions_retired(void);

/* How often another instruction came to the place of one. */
uint32_t executions_replaced(void);

/* Add all executions, and those of branches. Returns 0 or -ENOMEM. */
int executions_add(struct tea_counts *counts);

#endif /* TEA_EXECUTIONS_H */
