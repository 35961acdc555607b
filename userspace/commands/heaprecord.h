/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * heaprecord.h - a program's allocations recorded beside its samples
 *
 * The recorder, libtea-heap.so, is beside tea (a build tree) or in ../libexec/tea (installed).
 */
#ifndef HEAPRECORD_H
#define HEAPRECORD_H

#include "base/fault.h"

/* perf's option for times on the log's clock. */
#define HEAPRECORD_CLOCK	"monotonic"

/*
 * The environment of this process, which becomes perf, has its child, @program, write a log beside
 * the recording @output. One that is there becomes that of perf's older recording. 0 or a negative
 * errno.
 */
int heaprecord_prepare(const char *output, const char *program, struct fault *fault);

#endif /* HEAPRECORD_H */
