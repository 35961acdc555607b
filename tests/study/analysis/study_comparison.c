// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * study_comparison.c - a profile's samples against its golden reference: see study_comparison.h
 */
#include "study_comparison.h"

#include <errno.h>
#include <string.h>

int study_compare_golden(const struct study_profile *profile, enum units_granularity granularity,
			 uint16_t events, struct comparison *comparison)
{
	int error = 0;

	memset(comparison, 0, sizeof(*comparison));
	for (size_t i = 0; i < profile->golden_count && !error; i++) {
		const struct study_golden *at = &profile->golden[i];
		const struct units_instruction *unit = units_find(&profile->units, at->pc);

		error = !unit ? -ENOENT :
			comparison_add_golden(comparison, unit->unit[granularity],
					      at->psv & events, at->parts,
					      at->state == TEA_STATE_COMPUTE ? at->parts : 0);
	}
	return error;
}

int study_compare_scheme(const struct study_profile *profile, unsigned int scheme,
			 enum units_granularity granularity, uint16_t events,
			 struct comparison *comparison)
{
	int error = study_compare_golden(profile, granularity, events, comparison);

	for (size_t i = 0; i < profile->sampled_count[scheme] && !error; i++) {
		const struct study_sampled *at = &profile->sampled[scheme][i];
		const struct units_instruction *unit = units_find(&profile->units, at->pc);

		error = !unit ? -ENOENT :
			comparison_add_sampled(comparison, unit->unit[granularity],
					       at->psv & events, at->parts);
	}
	comparison_seal(comparison);
	return error;
}
