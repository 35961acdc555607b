/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * warming.h - units that are modelled only around their samples
 *
 *	cycles	 ----+---------+----------------+-----------------+---------+-----------
 *	         model  sample   pass             warm              model    sample
 *	                         counted          caches, TLBs,     WARMING_LEAD
 *	                                          predictor
 *
 * In between operations take no part in the model, and the last ones before it runs pass without time
 * (tea_model_warm()). A hart's cycles go on by what as many instructions took where they were modelled
 * (pace.h). Its countdown of cycles counts these. All harts are modelled, or warm, or pass, so that
 * they meet in the uncore at one time. Translations are of three kinds: single instructions where the
 * model runs, since a sample has to come to the guest before the next instruction; blocks where they
 * warm; and such that only tell how many instructions they have.
 *
 * All is modelled while a unit is armed whose work needs each instruction's times: countdowns of
 * instructions and branches, counters, samples at dispatch, tagged instructions.
 */
#ifndef TEA_WARMING_H
#define TEA_WARMING_H

#include <qemu/tea-link.h>

#include "hart.h"

#define WARMING_LEAD	10000	/* cycles modelled before a sample */
#define WARMING_WARM	100000	/* instructions that warm before these, where nothing else is said */

/*
 * @host gets blocks, and takes the stream of all harts. @warm: so many instructions leave their traces
 * before the model runs, or all of them, WINDOWS_WARM_ALL.
 */
void warming_install(const struct tea_link_device *device, struct feed_host *host, uint64_t warm);
void warming_add(struct hart *hart);

/* Model from here on, until all has been looked at again. No matter where nothing warms. */
void warming_stop(void);
/* Whether harts warm, or pass. */
bool warming_now(void);

/* All of its time so far has gone by, for its samplers, too. */
void warming_settle(struct hart *hart);
/* The hart's cycles. */
cycle_t warming_cycles(const struct hart *hart);
/* The model's clock for what harts share, where the hart's offset changed. */
void warming_wake(struct hart *hart);
/* The hart's slice ends at @until, on its clock. */
void warming_turn(struct hart *hart, cycle_t until);

#endif /* TEA_WARMING_H */
