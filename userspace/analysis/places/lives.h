/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lives.h - how long the threads of rows were there, and how much of it off the CPU
 *
 * Waits are another measure of the same file, read beside its cycles.
 */
#ifndef LIVES_H
#define LIVES_H

#include "rows.h"

/*
 * Tells @rows by thread of the lives of these, if @recording has waits. A thread that changed its name
 * has several rows, of which the largest has its life. Notes how many threads have a life and no
 * row. Returns 0, or -ENOMEM.
 */
int lives_add(struct rows *rows, struct recording *recording);

#endif /* LIVES_H */
