/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * machine.h - the model under a whole machine: samples and counts for the TEA device
 */
#ifndef TEA_MACHINE_H
#define TEA_MACHINE_H

#include <qemu-plugin.h>

#include "params.h"

struct machine_options {
	const char *golden;		/* directory for the golden references; NULL: none */
};

/* Returns 0, or -1 after saying why on stderr. Arguments must stay. */
int machine_install(qemu_plugin_id_t id, const struct tea_params *params,
		    const struct machine_options *options);

#endif /* TEA_MACHINE_H */
