/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mixreading.h - a file of cycles read once more, for the executions that it has, too
 */
#ifndef MIXREADING_H
#define MIXREADING_H

#include "mix/estimate.h"
#include "selection.h"

/* Of a mix, samples where there are any. */
extern const struct measures_wanted mixreading_sampled;

struct mixreading {
	struct recording recording;
	struct estimate estimate;
};

/*
 * Reads what @selection leaves of its file as a mix: counted executions where there are such. Filters
 * of signatures, which executions do not have, are left out. 0, or a negative errno with @fault filled.
 */
int mixreading_open(struct mixreading *reading, struct selection *selection, struct fault *fault);
void mixreading_close(struct mixreading *reading, struct selection *selection);

/* Has the file that @cycles is of executions, too, and can it be read again? */
bool mixreading_is_possible(const struct recording *cycles);

#endif /* MIXREADING_H */
