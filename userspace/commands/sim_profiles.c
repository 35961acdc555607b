// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sim_profiles.c - the profiles that a run is to write; see sim_profiles.h
 */
#include "sim_profiles.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim_end.h"

struct sim_profile {
	char *path;
	bool existed;
	struct stat before;		/* of what existed */
};

/* In a file of another name beside it, as the plugin does. */
static int try_beside(const char *path)
{
	char *beside;
	int fd, error = 0;

	if (asprintf(&beside, "%s.%d", path, (int)getpid()) < 0)
		return -ENOMEM;
	fd = open(beside, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	if (fd < 0) {
		error = -errno;
	} else {
		close(fd);
		unlink(beside);
	}
	free(beside);
	return error;
}

int sim_profiles_try(const char *path, struct fault *fault)
{
	struct stat stat_now;
	bool exists = !stat(path, &stat_now);
	int error;

	if (exists && S_ISDIR(stat_now.st_mode))
		error = -EISDIR;
	else if (exists && !S_ISREG(stat_now.st_mode))
		error = access(path, W_OK) ? -errno : 0;
	else
		error = try_beside(path);
	return error ? fault_set(fault, error, "cannot write profile '%s': %s; name another with -o",
				 path, strerror(-error)) : 0;
}

int sim_profiles_init(struct sim_profiles *profiles, const char *command,
		      const struct sim_cores *cores, const char *output, struct fault *fault)
{
	size_t count = sim_cores_count(cores);
	int error = 0;

	*profiles = (struct sim_profiles){
		.command = command, .cores = cores, .items = calloc(count, sizeof(*profiles->items)),
	};
	if (!profiles->items)
		return fault_set(fault, -ENOMEM, "out of memory for lanes");
	for (size_t i = 0; i < count && !error; i++) {
		struct sim_profile *profile = &profiles->items[i];

		profile->path = sim_cores_path(cores, output, i);
		if (!profile->path)
			return fault_set(fault, -ENOMEM, "out of memory for lanes");
		profiles->count++;
		profile->existed = !stat(profile->path, &profile->before);
		error = sim_profiles_try(profile->path, fault);
	}
	return error;
}

void sim_profiles_deinit(struct sim_profiles *profiles)
{
	for (size_t i = 0; i < profiles->count; i++)
		free(profiles->items[i].path);
	free(profiles->items);
	*profiles = (struct sim_profiles){ 0 };
}

/* Of a device or a pipe nobody can tell. */
static bool is_written(const struct sim_profile *profile)
{
	const struct stat *before = &profile->before;
	struct stat now;

	if (stat(profile->path, &now))
		return false;
	return !S_ISREG(now.st_mode) || !profile->existed || now.st_ino != before->st_ino ||
	       now.st_dev != before->st_dev || now.st_mtim.tv_sec != before->st_mtim.tv_sec ||
	       now.st_mtim.tv_nsec != before->st_mtim.tv_nsec;
}

static void tell_none(const struct sim_profiles *profiles, int status)
{
	const struct sim_profile *first = &profiles->items[0];

	fprintf(stderr, "tea %s: no profile written, QEMU ended with status %d",
		profiles->command, status);
	if (first->existed)
		fprintf(stderr, "; '%s' is of an earlier run", first->path);
	fputc('\n', stderr);
}

/* Of several lanes those that have none; where that is all, once. */
static void tell_missing(const struct sim_profiles *profiles, int status)
{
	size_t found = 0;

	for (size_t i = 0; i < profiles->count; i++)
		found += is_written(&profiles->items[i]);
	if (!found)
		tell_none(profiles, status);
	for (size_t i = 0; i < profiles->count && found; i++) {
		if (!is_written(&profiles->items[i]))
			fprintf(stderr, "tea %s: no profile of lane %s written, QEMU ended with status "
				"%d\n", profiles->command, profiles->cores->lanes[i].name, status);
	}
}

int sim_profiles_tell(const struct sim_profiles *profiles, const char *program, int status,
		      int signal, struct fault *fault)
{
	const struct sim_profile *first = &profiles->items[0];

	/* the plugin fails where it cannot write one of several */
	if (!status && !is_written(first))
		return fault_set(fault, -EIO, "QEMU wrote no profile: the program must end by "
				 "itself");
	tell_missing(profiles, status);
	if (!signal || !is_written(first))
		return status;
	sim_end_tell(profiles->command, program, signal, first->path);
	if (profiles->cores->count)
		fprintf(stderr, "tea %s: the profiles of all lanes are of the run until then\n",
			profiles->command);
	else
		fprintf(stderr, "tea %s: the profile '%s' is of the run until then\n", profiles->command,
			first->path);
	return status;
}
