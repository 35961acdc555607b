/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sim_profiles.h - the profiles that a run has to write, and those that it wrote
 *
 * A profile is written beside its file and then takes the file's place, so the old file stays until
 * then, and if the run fails. A replaced file means a new profile.
 */
#ifndef SIM_PROFILES_H
#define SIM_PROFILES_H

#include <stdbool.h>

#include "sim_cores.h"

struct sim_profile;

struct sim_profiles {
	const char *command;		/* that complains, */
	FILE *log;			/* to this file */
	struct sim_profile *items;	/* one for each core that has one */
	size_t count;
	bool sampled;			/* they can be resumed */
};

/* Can a profile be written to @path? 0, or a negative errno with @fault filled. */
int sim_profiles_try(const char *path, struct fault *fault);

/* Those of a plan, for @command and @log: all can be written. Likewise. */
int sim_profiles_init(struct sim_profiles *profiles, const char *command, FILE *log,
		      const struct tea_plan *plan, struct fault *fault);
void sim_profiles_deinit(struct sim_profiles *profiles);

/*
 * The run of @program ended with @status, by @signal if that is not 0. Reports missing profiles and
 * those of incomplete runs. Returns @status, or a negative errno with @fault filled if a run with
 * status 0 wrote none.
 */
int sim_profiles_tell(const struct sim_profiles *profiles, const char *program, int status,
		      int signal, struct fault *fault);

#endif /* SIM_PROFILES_H */
