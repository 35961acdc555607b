/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sim.h - the model under a user program: profiles, no guest
 *
 * The program runs once, on any number of cores: each is a lane of one stream (broadcast.h). One
 * alone takes the stream at once.
 */
#ifndef TEA_SIM_H
#define TEA_SIM_H

#include "hostapi.h"
#include "params.h"
#include "profile.h"
#include "region.h"
#include "spares.h"
#include "windows.h"

/*
 * All cores have vectors of one length. @fast: the abstract model runs them, with nothing that
 * watches nor anything spared. @period: of all samplers, core cycles, not 0. @spares, by
 * number of core, are sealed; @region is set. Returns 0, or -1 after saying why on stderr. Arguments
 * must stay.
 */
int sim_install(qemu_plugin_id_t id, const struct profile_core *cores, unsigned int count,
		uint64_t period, const struct spares *spares, struct region *region, bool fast);
/* Before that: the expected number of instructions, for the status line. */
void sim_expect(uint64_t instructions);
/* Before that: the file of the cycles of all cores, as plan.h has them; NULL: none. */
void sim_count(const char *path);
/* Before that: only windows of the run are modelled in detail, and its cycles are an estimate. */
void sim_sample(struct sampling sampling);
/* Before that: it goes on behind the windows of the file @path (resume.h). 0, or -1 after saying why. */
int sim_resume(const char *path);
/* Likewise: its windows are where those of the file @path deviate (allotment.h). */
int sim_refine(const char *path);
/* No model and no profile: only follow executed programs. */
void sim_install_follower(qemu_plugin_id_t id);

#endif /* TEA_SIM_H */
