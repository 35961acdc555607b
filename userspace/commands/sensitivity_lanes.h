/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sensitivity_lanes.h - the cores of which tea sensitivity wants the cycles, each run once
 *
 * Which of them there are is asked for first; a run then measures all that are new. How that is
 * done is known here alone.
 */
#ifndef SENSITIVITY_LANES_H
#define SENSITIVITY_LANES_H

#include "sim_lanes.h"
#include "experiment/weighing.h"

struct sensitivity_lane {
	uint64_t members;		/* of weighing's list; 0: the core as it is */
	uint32_t weight;
	bool code;			/* its profile has the program's code */
	char *text;			/* for tea sim; NULL: it is no core, which failure says */
	uint64_t cycles;
	char *failure;			/* NULL: it has cycles, or was not run yet */
};

struct sensitivity_lanes {
	struct sim_lanes sim;
	const struct weighing *weighing;
	struct sensitivity_lane *items;	/* the first is the core as it is */
	size_t count, room, measured;
	uint64_t instructions;		/* of the first run */
	uint64_t others;		/* of the first run that had other ones; 0: none */
};

/* 0, or a negative errno with @fault filled. */
int sensitivity_lanes_init(struct sensitivity_lanes *lanes, const struct weighing *weighing,
			   const char *command, bool code, struct fault *fault);
void sensitivity_lanes_deinit(struct sensitivity_lanes *lanes);

/* Asks for the core with @weight of all @members. 0, or a negative errno with @fault filled. */
int sensitivity_lanes_want(struct sensitivity_lanes *lanes, uint64_t members, uint32_t weight,
			   bool code, struct fault *fault);
/* NULL: nobody asked for it. It moves when another is asked for. */
const struct sensitivity_lane *sensitivity_lanes_find(const struct sensitivity_lanes *lanes,
						      uint64_t members, uint32_t weight);
/*
 * Measure all that is new. Returns the program's exit status, or a negative errno with @fault
 * filled. A core whose profile is lost fails alone; where the user stops another run than the first
 * (interrupts.h) all that is new stays as it is.
 */
int sensitivity_lanes_run(struct sensitivity_lanes *lanes, int argc, char **program,
			  struct fault *fault);
/* Of a lane that has cycles. 0, or a negative errno with @fault filled. */
int sensitivity_lanes_open(const struct sensitivity_lanes *lanes, const struct sensitivity_lane *lane,
			   struct recording *recording, struct fault *fault);

#endif /* SENSITIVITY_LANES_H */
