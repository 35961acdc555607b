// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * scratch.c - a directory for the files of a run; see scratch.h
 */
#include "scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "interrupts.h"

int scratch_create(struct scratch *scratch, const char *command, struct fault *fault)
{
	const char *parent = getenv("TMPDIR");
	int error;

	*scratch = (struct scratch){ 0 };
	if (asprintf(&scratch->directory, "%s/tea-%s.XXXXXX", parent && *parent ? parent : "/tmp",
		     command) < 0)
		return fault_no_memory(fault, "the file's name");
	if (!mkdtemp(scratch->directory)) {
		error = fault_set(fault, -errno, "cannot make directory '%s' for what the run writes: "
				  "%s; name another with $TMPDIR", scratch->directory, strerror(errno));
		free(scratch->directory);
		return error;
	}
	if (asprintf(&scratch->path, "%s/run", scratch->directory) < 0) {
		rmdir(scratch->directory);
		free(scratch->directory);
		return fault_no_memory(fault, "the file's name");
	}
	interrupts_begin();
	return 0;
}

static void remove_files(const char *path)
{
	DIR *directory = opendir(path);
	struct dirent *entry;

	if (!directory)
		return;
	while ((entry = readdir(directory)))
		unlinkat(dirfd(directory), entry->d_name, 0);	/* "." and ".." are none */
	closedir(directory);
}

void scratch_destroy(struct scratch *scratch)
{
	remove_files(scratch->directory);
	rmdir(scratch->directory);
	interrupts_end();
	free(scratch->path);
	free(scratch->directory);
}
