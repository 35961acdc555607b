/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sim.h - the model under a user program: a profile, no guest
 */
#ifndef TEA_SIM_H
#define TEA_SIM_H

#include <qemu-plugin.h>

#include "params.h"

#define SIM_PERIOD_DEFAULT	800000	/* core cycles: 4 kHz at 3.2 GHz */

struct sim_options {
	const char *profile;		/* file to write */
	bool follow;			/* no model nor profile: only follow what is executed */
	uint64_t period;		/* of all samplers, core cycles, not 0 */
	unsigned int observers;		/* a set, see observers.h */
};

/* Returns 0, or -1 after saying why on stderr. Arguments must stay. */
int sim_install(qemu_plugin_id_t id, const struct tea_params *params,
		const struct sim_options *options);

#endif /* TEA_SIM_H */
