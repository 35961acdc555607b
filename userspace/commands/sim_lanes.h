/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sim_lanes.h - a program on one core, or on many at once, by tea sim, and again on others
 *
 * Profiles go into a scratch directory; that of one core has no name. Of a lane's text, NAME or NAME:KNOB=VALUE,..., the name
 * is that of its profile: other runs have to have other names. In each run but the first the
 * program writes its standard output nowhere; where its standard input is a file, it is read
 * from the same place. How long a run will take is told beforehand, as far as it can be known.
 */
#ifndef SIM_LANES_H
#define SIM_LANES_H

#include <stdbool.h>
#include <sys/types.h>

#include "options.h"
#include "recording/recording.h"
#include "experiment/scratch.h"
#include "experiment/sim_region.h"

struct sim_lanes {
	const char *core, *sysroot, *period, *observers;	/* NULL: what tea sim takes */
	bool apart;			/* the program's standard output goes to standard error */
	bool fast;			/* the abstract core: profiles are of every cycle alone */
	const struct wordlist *knobs; /* of all lanes; NULL: none */
	double pace_s;			/* of a run on one core, by the last run; 0: there was none */
	uint64_t instructions;		/* that the program will execute; 0: not known */
	const char *command;		/* whose runs they are, and that complains */
	const struct sim_region *region; /* NULL: all of the run */
	struct scratch scratch;
	unsigned int runs;
	off_t input;			/* where standard input was; -1: it is no file */
};

/* What is to be run is in @lanes already. 0, or a negative errno with @fault filled. */
int sim_lanes_init(struct sim_lanes *lanes, const char *command, struct fault *fault);
void sim_lanes_deinit(struct sim_lanes *lanes);

/*
 * Run the program on @count lanes, of which those that are NULL are none; or, where @count is 0, on one
 * core. Returns its exit status, 1 where it could not be run, or a negative errno with @fault filled.
 */
int sim_lanes_run(struct sim_lanes *lanes, char *const *texts, size_t count, int argc,
		  char **program, struct fault *fault);

/* Where the profile of a lane goes, to be freed: @base, ".NAME". NULL: no memory. */
char *sim_lanes_path(const char *base, const char *text);
/* Of the lane's profile, which the run may have left out. 0, or a negative errno with @fault filled. */
int sim_lanes_open(const struct sim_lanes *lanes, const char *text, bool golden,
		   struct recording *recording, struct fault *fault);

#endif /* SIM_LANES_H */
