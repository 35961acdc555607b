// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sim_profiles.c - the profiles that a run is to write; see sim_profiles.h
 */
#include "sim_profiles.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "interrupts.h"
#include "sim_end.h"

struct sim_profile {
	const char *name;		/* of the lane, or NULL */
	char *path;
	bool existed;
	struct stat before;		/* of an existing file */
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

static bool is_observed(const struct tea_plan_core *core)
{
	return !core->observers || strcmp(core->observers, TEA_PLAN_UNOBSERVED);
}

/* A lane's profile is FILE.NAME. */
static int add_profile(struct sim_profiles *profiles, const char *output, const char *name,
		       struct fault *fault)
{
	struct sim_profile *profile = &profiles->items[profiles->count];

	if (asprintf(&profile->path, "%s%s%s", output, name ? "." : "", name ? name : "") < 0)
		return fault_no_memory(fault, "lanes");
	profiles->count++;
	profile->name = name;
	profile->existed = !stat(profile->path, &profile->before);
	return sim_profiles_try(profile->path, fault);
}

int sim_profiles_init(struct sim_profiles *profiles, const char *command, FILE *log,
		      const struct tea_plan *plan, struct fault *fault)
{
	int error = 0;

	*profiles = (struct sim_profiles){
		.command = command, .log = log, .sampled = plan->sampled && !plan->refine,
		.items = calloc(plan->count, sizeof(*profiles->items)),
	};
	if (!profiles->items)
		return fault_no_memory(fault, "lanes");
	for (size_t i = 0; i < plan->count && !error; i++)
		if (is_observed(&plan->cores[i]))
			error = add_profile(profiles, plan->profile, plan->cores[i].name, fault);
	return error;
}

void sim_profiles_deinit(struct sim_profiles *profiles)
{
	for (size_t i = 0; i < profiles->count; i++)
		free(profiles->items[i].path);
	free(profiles->items);
	*profiles = (struct sim_profiles){ 0 };
}

/* A device or a pipe counts as written. */
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

	fprintf(profiles->log, "tea %s: no profile written, QEMU ended with status %d",
		profiles->command, status);
	if (first->existed)
		fprintf(profiles->log, "; '%s' is of an earlier run", first->path);
	fputc('\n', profiles->log);
}

/* Reports the lanes without a profile; if none has one, one line for all. */
static void tell_missing(const struct sim_profiles *profiles, int status)
{
	size_t found = 0;

	for (size_t i = 0; i < profiles->count; i++)
		found += is_written(&profiles->items[i]);
	if (!found)
		tell_none(profiles, status);
	for (size_t i = 0; i < profiles->count && found; i++) {
		if (!is_written(&profiles->items[i]))
			fprintf(profiles->log, "tea %s: no profile of lane %s written, QEMU ended with status "
				"%d\n", profiles->command, profiles->items[i].name, status);
	}
}

/* Reports the profiles of a run that a signal ended. */
static void tell_end(const struct sim_profiles *profiles, const char *program, int signal)
{
	const struct sim_profile *first = &profiles->items[0];

	sim_end_tell(profiles->log, profiles->command, program, signal, first->path);
	if (first->name)
		fprintf(profiles->log, "tea %s: the profiles of all lanes are of the run until then\n",
			profiles->command);
	else if (!strcmp(profiles->command, "sim"))
		fprintf(profiles->log, "tea sim: the profile '%s' is of the run until then%s\n", first->path,
			profiles->sampled && interrupts_stop(signal) ? "; the same command with --resume and "
			"its name goes on" : "");
	else	/* a view's, which is gone when it was read */
		fprintf(profiles->log, "tea %s: what is shown is of the run until then\n", profiles->command);
}

int sim_profiles_tell(const struct sim_profiles *profiles, const char *program, int status,
		      int signal, struct fault *fault)
{
	const struct sim_profile *first = &profiles->items[0];

	/* of cores whose cycles alone are asked for */
	if (!profiles->count)
		return status;
	/* the plugin fails where it cannot write one of several */
	if (!status && !is_written(first))
		return fault_set(fault, -EIO, "QEMU wrote no profile: the program must end by "
				 "itself");
	tell_missing(profiles, status);
	if (signal && is_written(first))
		tell_end(profiles, program, signal);
	return status;
}
