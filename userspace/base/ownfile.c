// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * ownfile.c - where tea's own files are; see ownfile.h
 */
#include "ownfile.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int ownfile_find(const struct ownfile *file, char path[PATH_MAX], struct fault *fault)
{
	const char *const places[] = { file->built, file->installed };
	char self[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);
	char *slash;

	self[length < 0 ? 0 : length] = '\0';
	slash = strrchr(self, '/');
	if (!slash)
		return fault_set(fault, -ENOENT, "cannot tell where tea is installed: is /proc mounted?");
	*slash = '\0';
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		snprintf(path, PATH_MAX, "%.2000s/%.200s", self, places[i]);
		if (!access(path, R_OK))
			return 0;
	}
	return fault_set(fault, -ENOENT, "%s, which is not at '%.150s/%s' nor at '%.150s/%s': %s", file->what, self,
			 places[0], self, places[1], file->remedy);
}
