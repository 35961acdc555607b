// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * outfile.c - a file that is whole or not there; see outfile.h
 */
#include "outfile.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int name_files(struct outfile *out, const char *path)
{
	out->target = realpath(path, NULL);
	if (!out->target)
		out->target = strdup(path);
	if (!out->target || asprintf(&out->beside, "%s.%d", out->target, (int)getpid()) < 0) {
		out->beside = NULL;
		return -ENOMEM;
	}
	return 0;
}

static void forget(struct outfile *out)
{
	free(out->target);
	free(out->beside);
	*out = (struct outfile){ 0 };
}

int outfile_open(struct outfile *out, const char *path)
{
	struct stat now;
	bool exists = !stat(path, &now);
	int error = 0;

	*out = (struct outfile){ 0 };
	if (exists && S_ISDIR(now.st_mode))
		return -EISDIR;
	if (!exists || S_ISREG(now.st_mode))
		error = name_files(out, path);
	if (!error) {
		out->file = fopen(out->beside ? out->beside : path, "we");
		error = out->file ? 0 : -errno;
	}
	if (error)
		forget(out);
	return error;
}

void outfile_drop(struct outfile *out)
{
	if (out->file)
		fclose(out->file);
	if (out->beside)
		unlink(out->beside);
	forget(out);
}

int outfile_close(struct outfile *out)
{
	int error = 0;

	errno = 0;
	if (fflush(out->file) || ferror(out->file))
		error = errno ? -errno : -EIO;
	if (!error && out->beside && rename(out->beside, out->target))
		error = -errno;
	if (!error) {
		free(out->beside);
		out->beside = NULL;
	}
	outfile_drop(out);
	return error;
}
