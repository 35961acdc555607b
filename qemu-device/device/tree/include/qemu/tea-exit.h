/*
 * How a user program ended, for the plugin that writes its profile
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef QEMU_TEA_EXIT_H
#define QEMU_TEA_EXIT_H

#ifndef QEMU_PLUGIN_API
#define QEMU_PLUGIN_API
#endif

/* The status that the parent sees: the argument of exit, or 128 + a signal. */
void tea_exit_set_code(int code);

/* The same, for callbacks at exit. Only in user mode. */
QEMU_PLUGIN_API
int qemu_tea_exit_code(void);

#endif /* QEMU_TEA_EXIT_H */
