// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * reportfile.c - opening and closing a report; see reportfile.h
 */
#include "reportfile.h"

#include <string.h>

static int complain(const struct reportfile *report, int error, struct fault *fault)
{
	return fault_set(fault, error, "cannot write '%s': %s; name another with -o", report->path,
			 strerror(-error));
}

int reportfile_open(struct reportfile *report, const char *path, struct fault *fault)
{
	int error = path ? outfile_open(&report->out, path) : 0;

	report->path = path;
	report->file = path ? report->out.file : stdout;
	return error ? complain(report, error, fault) : 0;
}

int reportfile_close(struct reportfile *report, int error, struct fault *fault)
{
	if (!report->path)
		return error;
	if (error) {
		outfile_drop(&report->out);
		return error;
	}
	error = outfile_close(&report->out);
	return error ? complain(report, error, fault) : 0;
}
