// SPDX-License-Identifier: GPL-2.0-or-later
/* freeentries.c - see freeentries.h */
#include "freeentries.h"

bool tea_free_behind(struct tea_model *model, uint32_t count)
{
	const cycle_t now = model->history.now->dispatch;
	struct tea_backend *backend = &model->backend;

	/* each may begin a row, behind the current one */
	if (!tea_ring_has_free(&backend->rows, count + 1, now))
		return false;
	for (unsigned int i = 0; i < 2; i++)
		if (!tea_ring_has_free(&backend->registers[i], count, now))
			return false;
	for (unsigned int i = TEA_QUEUE_INT; i <= TEA_QUEUE_FP; i++)
		if (!tea_issuequeue_has_free(&backend->queues[i], count, now))
			return false;
	return tea_ring_has_free(&model->lsu.loads, count, now) &&
	       tea_ring_has_free(&model->lsu.stores.entries, count, now);
}
