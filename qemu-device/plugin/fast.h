/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fast.h - the cores that share an abstract model, with its results
 *
 * Cores that agree in the shared knobs (model/abstract/abstract.h) pass the stream together, up to
 * 32 of them: a team. A team takes the stream as a lane does, so several teams have threads of
 * their own.
 */
#ifndef TEA_FAST_H
#define TEA_FAST_H

#include "lane.h"
#include "observers/stacks.h"

/* Where a core is found. */
struct fast_place {
	unsigned int team, lane;
};

struct fast_team {
	const struct tea_params *params[TEA_ABSTRACT_LANES];
	unsigned int count;
};

/* Parts of a cycle, in rows. */
#define FAST_CYCLE_PARTS	TEA_ABSTRACT_PARTS

/*
 * Put @core into the first of the @count @teams with a free lane that agrees with it, or into a new
 * one behind them, for which there is memory. Returns its place.
 */
struct fast_place fast_place_core(struct fast_team *teams, unsigned int *count,
				  const struct tea_params *core);

/* A core's results, of all threads. */
struct fast_account {
	struct tea_stacks_row *rows;	/* in the order of their addresses, once settled */
	size_t count;
};

/* Add the results of lane @number of a stopped team. Returns 0 or -ENOMEM. */
int fast_account_add(struct fast_account *account, const struct lane *team, unsigned int number);
/* All results were added. */
void fast_account_settle(struct fast_account *account);
void fast_account_free(struct fast_account *account);

#endif /* TEA_FAST_H */
