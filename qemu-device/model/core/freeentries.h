/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * freeentries.h - private to the core: free entries of all that is taken in order
 *
 * Operations take rows of the reorder buffer, entries of registers, load and store queue and issue
 * queues. The cycles in which the entries of each become free never fall from one to the next. So
 * where the last one that a number of operations can take is free before the first of them gets
 * there, none of them has to wait for any, and nothing of it is looked at again. Tags of branches
 * become free in any order, and the fetch buffer is filled by blocks: those are asked for.
 *
 * Dispatch keeps up with decode as long as it follows the last operation's by its latency: nothing
 * waits between the two then, and the latches are never full.
 */
#ifndef TEA_FREEENTRIES_H
#define TEA_FREEENTRIES_H

#include <assert.h>

#include "core.h"

/* For tea_free_for(): whether the next @count operations find free entries. */
bool tea_free_behind(struct tea_model *model, uint32_t count);

/* Dispatch follows decode by its latency. */
static inline bool dispatch_keeps_up(const struct tea_model *model)
{
	const struct tea_timing *now = model->history.now;

	return now->dispatch <= now->decode + model->backend.rename_latency;
}

/*
 * Committed operations hold no entries, except for stores that wait for the L1. So if @count more
 * operations make no more in flight than the smallest structure has entries, none of them has to
 * wait.
 */
static inline bool free_for_few(const struct tea_model *model, uint32_t count)
{
	const struct tea_timing *now = model->history.now;
	tea_distance back = model->backend.least - tea_history_distance(count);

	return back <= 0 && tea_history_back(now, back)->commit < now->dispatch &&
	       tea_ring_has_free(&model->lsu.stores.entries, count, now->dispatch);
}

/* Sanitizers check the answer of free_for_few(). */
static inline bool free_for_all(struct tea_model *model, uint32_t count)
{
#ifdef __SANITIZE_ADDRESS__
	assert(!free_for_few(model, count) || tea_free_behind(model, count));
#endif
	return free_for_few(model, count) || tea_free_behind(model, count);
}

/*
 * Whether the next @count operations find free entries, as far as none of them serialises, traps or
 * is executed again. Never where dispatch does not keep up with decode, or the fetch buffer is full.
 */
static inline bool tea_free_for(struct tea_model *model, uint32_t count)
{
	return dispatch_keeps_up(model) && free_for_all(model, count);
}

#endif /* TEA_FREEENTRIES_H */
