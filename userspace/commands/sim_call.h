/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sim_call.h - tea sim, run by another command, and the profiles that it leaves
 */
#ifndef SIM_CALL_H
#define SIM_CALL_H

#include "options.h"
#include "recording/recording.h"

/*
 * `tea sim OPTIONS -- PROGRAM`, of which @program has @argc words. It says by itself what
 * failed, as @command. Returns the program's exit status, 1 where that could not be run, or a negative errno
 * with @fault filled.
 */
int sim_call(const char *command, const struct wordlist *options, int argc, char **program,
	     struct fault *fault);

/*
 * The profile @path, to be read as @options say, which the run may have left out; @recording
 * knows no path then. 0, or a negative errno with @fault filled.
 */
int sim_call_open(const char *path, struct recording_options *options, struct recording *recording,
		  struct fault *fault);

#endif /* SIM_CALL_H */
