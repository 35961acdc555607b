/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * machine.h - the model under a whole machine: samples and counts for the TEA device
 */
#ifndef TEA_MACHINE_H
#define TEA_MACHINE_H

#include "hostapi.h"
#include "params.h"
#include "profile.h"

/*
 * The first core is the unit's, and gives time; all others take the same operations, and get
 * profiles, too. @period: of all samplers, core cycles, not 0. @golden: directory for the unit's
 * golden references; NULL: none. @warm: of warming.h, with neither these nor
 * profiles; 0: all is modelled. @harts: that the machine can have, 1 at least. Returns 0, or -1 after
 * reporting on stderr. Arguments must stay.
 */
int machine_install(qemu_plugin_id_t id, const struct profile_core *cores, unsigned int count,
		    uint64_t period, const char *golden, uint64_t warm, unsigned int harts);

#endif /* TEA_MACHINE_H */
