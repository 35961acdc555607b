// SPDX-License-Identifier: GPL-2.0-or-later
/* banks.c - which branches share an outcome in the global history: see banks.h */
#include "banks.h"

#include "memory/memory.h"
#include "time/cycles.h"

void tea_banks_init(struct tea_banks *banks, unsigned int block_bytes, unsigned int bank_bytes)
{
	*banks = (struct tea_banks){
		.outcome = TEA_BANKS_NONE,
		.before = TEA_BANKS_NONE,
		.shift = (uint8_t)log2_exact(bank_bytes),
		.late = block_bytes > bank_bytes,
	};
}

struct tea_banks_outcomes tea_banks_enter(struct tea_banks *banks, uint64_t pc)
{
	struct tea_banks_outcomes outcomes = { TEA_BANKS_NONE, TEA_BANKS_NONE };
	uint64_t bank = pc >> banks->shift;
	uint64_t distance = bank - banks->origin;

	if (!distance)
		return outcomes;
	outcomes.older = banks->before;
	banks->before = TEA_BANKS_NONE;
	if (distance == 1 && banks->late)
		banks->before = banks->outcome;
	else
		outcomes.newer = banks->outcome;
	banks->outcome = TEA_BANKS_NONE;
	banks->bank = banks->origin = bank;
	return outcomes;
}

void tea_banks_note(struct tea_banks *banks, bool taken)
{
	banks->outcome = taken;
}

void tea_banks_leave(struct tea_banks *banks, uint64_t next)
{
	banks->start = next >> banks->shift;
	banks->origin = banks->start - 1;
}

/* Whether a second bank was fetched with the current one: not across the end of a line. */
static bool is_first_of_two(const struct tea_banks *banks)
{
	uint64_t line_banks = TEA_LINE_BYTES >> banks->shift;
	bool same_line = (banks->bank ^ banks->start) < line_banks;

	return banks->late && (banks->bank + 1) % line_banks &&
	       (banks->bank - (same_line ? banks->start : 0)) % 2 == 0;
}

/* The second bank, without branches, then lies in between. */
void tea_banks_break(struct tea_banks *banks, uint64_t next)
{
	bool skips = is_first_of_two(banks);

	tea_banks_leave(banks, next);
	banks->origin -= skips;
}
