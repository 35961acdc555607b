/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mixevents.h - the events of a recording for an instruction mix, and their periods
 *
 * Retired instructions, taken branches with their records, and cycles beside them. Periods are
 * prime, so that they meet no loop again and again in the same place, and ten times shorter for branches,
 * as Nowak et al. have them: the default gives some 10,000 samples of each in a billion
 * instructions. None is shorter than the driver takes.
 */
#ifndef MIXEVENTS_H
#define MIXEVENTS_H

#include <stdint.h>

#include "base/fault.h"

#define MIXEVENTS_PERIOD	100000		/* instructions */
#define MIXEVENTS_LEAST		10000		/* the driver's TEA_PERIOD_MIN */

/*
 * For perf's -e, with @period instructions, or the next prime, between samples; of all levels or of
 * the user's alone, as permissions allow. In memory that the caller frees; NULL: out of it.
 */
char *mixevents_text(uint64_t period);
/* Does the unit have them? 0, or -ENODEV with @fault filled. */
int mixevents_check(struct fault *fault);

#endif /* MIXEVENTS_H */
