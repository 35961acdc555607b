/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * skips.h - stretches of a user program's run that are executed without calls
 *
 * A program's code has translations of two kinds (qemu/tea-kinds.h). While a vCPU skips, it executes
 * the second kind, in which no instruction has a callback: QEMU's own code counts instructions, and
 * calls once the number that is to be skipped is reached.
 */
#ifndef TEA_SKIPS_H
#define TEA_SKIPS_H

#include <stdbool.h>
#include <stdint.h>

#include "hostapi.h"

/*
 * Whether QEMU has what it takes. @resume is called in the thread of vCPU @index, behind @skipped
 * instructions, with the last one's translation to be executed.
 */
bool skips_init(void (*resume)(unsigned int index, uint64_t skipped));
/* This thread begins, with vCPU @index, in the kind of its maker. */
void skips_begin(unsigned int index);
/* It skips @count instructions, or some more, from its next translation on. */
void skips_start(unsigned int index, uint64_t count);
/* Whether vCPU @index skips, and how many instructions it has so far. */
bool skips_now(unsigned int index, uint64_t *skipped);
/* For translations of this thread's vCPU: true: it skips, and @tb has what that needs. */
bool skips_translate(struct qemu_plugin_tb *tb);

#endif /* TEA_SKIPS_H */
