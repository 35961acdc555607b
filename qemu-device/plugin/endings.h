/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * endings.h - signals that end a user program and leave QEMU the time for its profile
 *
 * QEMU has a handler for signals that dump core, and for those that the program handles. The
 * others, SIGINT and SIGTERM among them, end QEMU at once when their action is the default one.
 * With the same handler they reach the program as the rest does, and QEMU calls the plugin at its
 * end.
 */
#ifndef TEA_ENDINGS_H
#define TEA_ENDINGS_H

/*
 * To be called once QEMU has its handlers, and again after the program changed its own. Signals
 * that are ignored stay so.
 */
void endings_catch(void);

#endif /* TEA_ENDINGS_H */
