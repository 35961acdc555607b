/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sim.h - the model under a user program: a profile, no guest
 */
#ifndef TEA_SIM_H
#define TEA_SIM_H

#include <qemu-plugin.h>

#include "params.h"
#include "profile.h"

/*
 * Returns 0, or -1 after saying why on stderr. Arguments must stay. @follow: no model nor
 * profile, only follow what is executed.
 */
int sim_install(qemu_plugin_id_t id, const struct tea_params *params,
		const struct profile_options *options, bool follow);

#endif /* TEA_SIM_H */
