/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * room.h - private to the core: whether some operations find room in all that is in order
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
#ifndef TEA_ROOM_H
#define TEA_ROOM_H

#include <assert.h>

#include "core.h"

/* For tea_room_for(): whether the next @count operations have room behind decode. */
bool tea_room_behind(struct tea_model *model, uint32_t count);

/* Dispatch follows decode by its latency. */
static inline bool room_keeps_up(const struct tea_model *model)
{
	const struct tea_passage *now = model->history.now;

	return now->dispatch <= now->decode + model->backend.rename_latency;
}

/*
 * What has committed holds nothing any more, but that stores wait for the L1. So where with @count
 * operations more there are no more in flight than the least of all structures has entries, that
 * is enough.
 */
static inline bool room_for_few(const struct tea_model *model, uint32_t count)
{
	const struct tea_passage *now = model->history.now;
	tea_distance back = model->backend.least - tea_history_distance(count);

	return back <= 0 && tea_history_back(now, back)->commit < now->dispatch &&
	       tea_ring_has_room(&model->lsu.stores, count, now->dispatch);
}

/* With sanitizers: whether what room_for_few() says is so. */
static inline bool room_for_all(struct tea_model *model, uint32_t count)
{
#ifdef __SANITIZE_ADDRESS__
	assert(!room_for_few(model, count) || tea_room_behind(model, count));
#endif
	return room_for_few(model, count) || tea_room_behind(model, count);
}

/*
 * Whether the next @count operations have room, as far as none of them serialises, traps or is
 * executed again. Never where dispatch does not keep up with decode, or the fetch buffer is full.
 */
static inline bool tea_room_for(struct tea_model *model, uint32_t count)
{
	return room_keeps_up(model) && room_for_all(model, count);
}

#endif /* TEA_ROOM_H */
