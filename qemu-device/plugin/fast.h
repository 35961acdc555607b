/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fast.h - which cores share an abstract model, and what it told of each
 *
 * Cores that agree in what is shared (model/abstract/abstract.h) pass the stream together, up to 32 of
 * them: a team. A team takes the stream as a lane does, so several teams have threads of their own.
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
 * Put @core into the first of @teams, of which there are @count, that has room for it, or into a new one. There
 * is room for that behind them. Returns its place.
 */
struct fast_place fast_place_core(struct fast_team *teams, unsigned int *count,
				  const struct tea_params *core);

/* What a core did, of all threads. */
struct fast_account {
	struct tea_stacks_row *rows;	/* in the order of their addresses, once settled */
	size_t count;
};

/* Add what lane @number of a team that stands still did. Returns 0 or -ENOMEM. */
int fast_account_add(struct fast_account *account, const struct lane *team, unsigned int number);
/* All was added. */
void fast_account_settle(struct fast_account *account);
void fast_account_free(struct fast_account *account);

#endif /* TEA_FAST_H */
