// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * branchstack.c - the last taken branches: see branchstack.h
 */
#include "branchstack.h"

#include <errno.h>

int tea_branchstack_init(struct tea_branchstack *stack)
{
	*stack = (struct tea_branchstack){ .count = 0 };
	if (tea_tally_init(&stack->streams, 2))
		return -ENOMEM;
	if (tea_tally_init(&stack->branches, 2)) {
		tea_tally_deinit(&stack->streams);
		return -ENOMEM;
	}
	return 0;
}

void tea_branchstack_deinit(struct tea_branchstack *stack)
{
	tea_tally_deinit(&stack->branches);
	tea_tally_deinit(&stack->streams);
}

void tea_branchstack_sample(struct tea_branchstack *stack, unsigned int lost)
{
	const uint64_t depth = stack->count < TEA_BRANCHSTACK_DEPTH ? stack->count :
								      TEA_BRANCHSTACK_DEPTH;

	for (uint64_t i = lost; i < depth; i++) {
		const uint64_t at = (stack->count - 1 - i) % TEA_BRANCHSTACK_DEPTH;
		const uint64_t before = (stack->count - 2 - i) % TEA_BRANCHSTACK_DEPTH;

		tea_tally_count(&stack->branches, stack->records[at].from, stack->records[at].to, 1,
				i == lost);
		if (i + 1 < depth)
			tea_tally_count(&stack->streams, stack->records[before].to,
					stack->records[at].from,
					TEA_BRANCHSTACK_PARTS / (depth - lost - 1), 0);
	}
}
