/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * simulation.h - a RISC-V program under user-mode QEMU with the timing model, once
 *
 * QEMU and the plugin are beside tea (a build tree) or in ../libexec/tea (installed). Address-space
 * randomisation is off and QEMU's seed fixed, so that two runs are the same. Once a signal has stopped one
 * (interrupts.h) no other begins.
 */
#ifndef SIMULATION_H
#define SIMULATION_H

#include <stdio.h>

#include "base/ownfile.h"
#include "plan.h"
#include "sim_region.h"

#define SIMULATION_PERIOD	"800000"

extern const struct ownfile simulation_qemu, simulation_plugin;

struct simulation {
	const char *command;		/* the command that reports, */
	FILE *log;			/* to this file */
	const char *profile;		/* to be written; of lanes FILE.NAME */
	const char *cycles;		/* of all lanes, as plan.h has them, or NULL */
	const char *period, *observers, *engine;	/* NULL: the default */
	const char *sysroot, *expect;	/* or NULL */
	const char *resume;		/* the profile of a run that this one goes on from, or NULL */
	const char *refine;		/* or that has its windows, where this one is to have them, or NULL */
	const struct sim_region *region;	/* NULL: all of the run */
	struct tea_plan_core *cores;	/* lanes, or one without a name */
	size_t count;
	bool elsewhere;			/* the program's standard output goes */
	int output;			/* ... to this one */
};

/*
 * Runs @program, of @argc words. Returns its exit status, as a shell would give it, or a negative errno with
 * @fault filled.
 */
int simulation_run(const struct simulation *simulation, int argc, char **program,
		   struct fault *fault);

#endif /* SIMULATION_H */
