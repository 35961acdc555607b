/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sim_end.h - why and where a simulated program ended, if a signal ended it
 */
#ifndef SIM_END_H
#define SIM_END_H

#include <stdio.h>

/* Reports to @log, as @command: @signal, by which @program ended, and its cause by @profile. */
void sim_end_tell(FILE *log, const char *command, const char *program, int signal,
		  const char *profile);

#endif /* SIM_END_H */
