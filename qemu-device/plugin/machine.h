/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * machine.h - the model under a whole machine: samples and counts for the TEA device
 */
#ifndef TEA_MACHINE_H
#define TEA_MACHINE_H

#include <qemu-plugin.h>

#include "params.h"
#include "profile.h"

/*
 * Returns 0, or -1 after saying why on stderr. Arguments must stay. @golden: directory for the
 * golden references; NULL: none.
 */
int machine_install(qemu_plugin_id_t id, const struct tea_params *params,
		    const struct profile_options *options, const char *golden);

#endif /* TEA_MACHINE_H */
