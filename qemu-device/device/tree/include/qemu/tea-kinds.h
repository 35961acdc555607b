/*
 * Two kinds of a user program's translations, for a plugin that instruments
 * them in two ways. Include qemu-plugin.h before it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef QEMU_TEA_KINDS_H
#define QEMU_TEA_KINDS_H

/*
 * In a callback: this vCPU executes translations of the first kind, @second
 * false, or of the second, from the next one on. Both stay, found and chained
 * by kind: a vCPU that comes back finds what was translated before. A new
 * thread begins with its maker's. Only in user mode.
 */
QEMU_PLUGIN_API
void qemu_tea_select_kind(bool second);

#endif /* QEMU_TEA_KINDS_H */
