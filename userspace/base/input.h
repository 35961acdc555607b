/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * input.h - the bytes of an input: a file, a directory of perf's, standard input, memory
 *
 * Read by offset, so that a file which shrinks meanwhile is an early end and not a
 * signal. A pipe is first copied to a temporary file that has no name. A directory is
 * its file "data", and its parts data.0, data.1, ... (perf record --threads).
 */
#ifndef INPUT_H
#define INPUT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "fault.h"
#include "progress.h"

struct input {
	int fd;				/* -1: memory */
	const uint8_t *bytes;
	uint64_t size;
	struct input *parts;
	size_t parts_count;
};

/*
 * @path "-" is standard input. @progress is called while a pipe is copied. 0, or a negative errno
 * with @fault filled.
 */
int input_open(struct input *input, const char *path, const struct progress *progress,
	       struct fault *fault);
/* Bytes that the caller keeps. */
void input_open_bytes(struct input *input, const void *bytes, size_t size);
void input_close(struct input *input);

/* What there is of the file at @path; of a directory's "data". 0 or -errno. */
int input_stat(const char *path, struct stat *found);
/* Would a file that is written at @output take its place? */
bool input_is(const char *path, const char *output);

/* How many of @size bytes were read: fewer at the end of the file only. Or -errno. */
ssize_t input_read(const struct input *input, uint64_t offset, void *to, size_t size);

#endif /* INPUT_H */
