/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stack_count.h - a program's slots, counted by the TEA unit of this machine under perf stat
 */
#ifndef STACK_COUNT_H
#define STACK_COUNT_H

#include "recording/recording.h"

/*
 * Runs the @count words of @program under perf stat, which writes the counts to @path, and fills
 * @counted for the recording. Returns the exit status of perf, which is the program's, or a
 * negative errno with @fault filled. If perf has failed, which it reports, the file is empty.
 */
int stack_count(const char *path, int count, char **program, struct recording_counted *counted,
		struct fault *fault);

#endif /* STACK_COUNT_H */
