/*
 * The interfaces of QEMU that the TEA device needs, by version
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef SYSTEM_TEA_COMPAT_H
#define SYSTEM_TEA_COMPAT_H

/* QEMU 10.1 moved memory regions to system/ and icount out of cpu-timers.h. */
#if __has_include("system/memory.h")
#include "system/memory.h"
#else
#include "exec/memory.h"
#endif

#if __has_include("exec/icount.h")
#include "exec/icount.h"
#else
#include "system/cpu-timers.h"
#endif

#include "hw/core/cpu.h"
#include "qemu/plugin.h"

#define TEA_COMPAT_QEMU(major, minor) \
    (QEMU_VERSION_MAJOR > (major) || \
     (QEMU_VERSION_MAJOR == (major) && QEMU_VERSION_MINOR >= (minor)))

/* The last parameter of functions that write a CSR: a host address */
#if TEA_COMPAT_QEMU(10, 1)
#define TEA_COMPAT_RA , uintptr_t ra
#define TEA_COMPAT_PASS_RA , ra
#else
#define TEA_COMPAT_RA
#define TEA_COMPAT_PASS_RA
#endif

/*
 * A plugin is called outside of its callbacks, with all registers in env: from
 * QEMU 10.2 on it can read them only between these two.
 */
static inline void tea_compat_plugin_reads(CPUState *cs, bool reads)
{
#if TEA_COMPAT_QEMU(10, 2)
    qemu_plugin_set_cb_flags(cs, reads ? QEMU_PLUGIN_CB_R_REGS :
                                         QEMU_PLUGIN_CB_NO_REGS);
#endif
}

#endif /* SYSTEM_TEA_COMPAT_H */
