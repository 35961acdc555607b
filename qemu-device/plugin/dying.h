/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * dying.h - the end of QEMU where the plugin cannot go on
 */
#ifndef TEA_DYING_H
#define TEA_DYING_H

#include <stdbool.h>

/* Print "tea: ..." to stderr, and end QEMU. */
void dying_end(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
/* Whether that has begun: results collected so far are not complete. */
bool dying_begun(void);

#endif /* TEA_DYING_H */
