/*
 * Two kinds of a user program's translations: see qemu/tea-kinds.h
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "exec/translation-block.h"
#include "hw/core/cpu.h"
#include "qemu/qemu-plugin.h"
#include "qemu/tea-kinds.h"

/*
 * Each vCPU of a user program has its translations without CF_PCREL: the flag
 * separates the others. The next translation must not be entered by a jump
 * from this one, which is of the other kind.
 */
void qemu_tea_select_kind(bool second)
{
    CPUState *cs = current_cpu;

    if (second) {
        cs->tcg_cflags |= CF_PCREL;
    } else {
        cs->tcg_cflags &= ~CF_PCREL;
    }
    cpu_exit(cs);
}
