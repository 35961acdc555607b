/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sim_call.h - tea sim, run by another command
 */
#ifndef SIM_CALL_H
#define SIM_CALL_H

#include "options.h"

/*
 * `tea sim OPTIONS -- PROGRAM`, of which @program has @argc words. It says by itself what
 * failed. Returns the program's exit status, 1 where that could not be run, or a negative errno
 * with @fault filled.
 */
int sim_call(const struct option_list *options, int argc, char **program, struct fault *fault);

#endif /* SIM_CALL_H */
