// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fast.c - the cores that share an abstract model, with its results: see fast.h
 */
#include <errno.h>
#include <stdlib.h>

#include "fast.h"

struct fast_place fast_place_core(struct fast_team *teams, unsigned int *count,
				  const struct tea_params *core)
{
	unsigned int i = 0;

	while (i < *count && (teams[i].count == TEA_ABSTRACT_LANES ||
			      !tea_abstract_agree(teams[i].params[0], core)))
		i++;
	if (i == *count)
		teams[(*count)++].count = 0;
	teams[i].params[teams[i].count] = core;
	return (struct fast_place){ .team = i, .lane = teams[i].count++ };
}

int fast_account_add(struct fast_account *account, const struct lane *team, unsigned int number)
{
	struct tea_abstract_row *rows;
	struct tea_stacks_row *all;
	size_t count;
	int err = tea_abstract_rows(team->abstract, number, &rows, &count);

	if (err)
		return err;
	all = realloc(account->rows, (account->count + count + 1) * sizeof(*all));
	if (!all) {
		free(rows);
		return -ENOMEM;
	}
	account->rows = all;
	for (size_t i = 0; i < count; i++)
		all[account->count++] = (struct tea_stacks_row){
			.pc = rows[i].pc, .parts = rows[i].parts, .privilege = rows[i].privilege,
		};
	free(rows);
	return 0;
}

void fast_account_settle(struct fast_account *account)
{
	size_t kept = 0;

	tea_stacks_sort(account->rows, account->count);
	for (size_t i = 0; i < account->count; i++) {
		const struct tea_stacks_row *row = &account->rows[i];

		if (kept && account->rows[kept - 1].pc == row->pc &&
		    account->rows[kept - 1].privilege == row->privilege)
			account->rows[kept - 1].parts += row->parts;
		else if (row->parts)
			account->rows[kept++] = *row;
	}
	account->count = kept;
}

void fast_account_free(struct fast_account *account)
{
	free(account->rows);
	*account = (struct fast_account){ .rows = NULL };
}
