/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * study_comparison.h - a profile's samples against its golden reference
 */
#ifndef STUDY_COMPARISON_H
#define STUDY_COMPARISON_H

#include "comparison.h"
#include "study_profile.h"

/*
 * Components at @granularity, reduced to @events (TEA_PSV_*): the golden reference alone, to be added
 * to; or that and the samples of @scheme, sealed. 0; -ENOENT for an instruction that was never counted;
 * -ENOMEM. Deinit @comparison in each case.
 */
int study_compare_golden(const struct study_profile *profile, enum units_granularity granularity,
			 uint16_t events, struct comparison *comparison);
int study_compare_scheme(const struct study_profile *profile, unsigned int scheme,
			 enum units_granularity granularity, uint16_t events,
			 struct comparison *comparison);

#endif /* STUDY_COMPARISON_H */
