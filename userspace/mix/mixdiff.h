/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mixdiff.h - the rows of two mixes by one key, side by side
 */
#ifndef MIXDIFF_H
#define MIXDIFF_H

#include "mixrows.h"

struct mixdiff_row {
	const struct mixrow *sides[2];	/* before, after; one may be NULL */
	const char *value;		/* of the key */
	double executions[2];
	double margin;			/* of the change, by chance; counted: 0 */
	bool sure;			/* the change is more than that */
};

struct mixdiff {
	struct mixdiff_row *items;	/* sure ones first, of each kind the largest change first */
	size_t count, sure;
	double total[2];
};

/*
 * @sides, before and after, outlive the difference. @normalize: as if both had the executions of
 * the second. Margins are such that in 95 of 100 pairs of recordings no row that is the same in
 * both is sure. 0 or -ENOMEM.
 */
int mixdiff_init(struct mixdiff *diff, const struct mixrows *const sides[2], bool normalize);
void mixdiff_deinit(struct mixdiff *diff);

#endif /* MIXDIFF_H */
