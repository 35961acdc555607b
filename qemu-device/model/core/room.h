/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * room.h - private to the core: whether some operations find room in all that is in order
 *
 * Operations take entries of the reorder buffer, of registers, load and store queue, issue queues,
 * fetch buffer, and latches. The cycles in which the entries of each become free never fall from
 * one to the next. So where the last one that a number of operations can take is free before
 * the first of them gets there, none of them has to wait for any, and nothing of it is looked at
 * again. Tags of branches become free in any order: those are asked for.
 *
 * Dispatch keeps up with decode as long as the slot of the last one there (pace.h) is no later than
 * its slot in decode and the cycles between the stages. Then both have the same slots from there
 * on, whatever comes to decode, and the latches are never full: their number is that of the
 * slots between the stages.
 */
#ifndef TEA_ROOM_H
#define TEA_ROOM_H

#include <assert.h>

#include "core.h"

/* For tea_room_for(): whether the next @count operations have room behind decode. */
bool tea_room_behind(struct tea_model *model, uint32_t count);

/* Dispatch follows decode by its latency: slots of both have the same width. */
static inline bool room_keeps_up(const struct tea_model *model)
{
	const struct tea_backend *backend = &model->backend;
	const struct tea_pace *decode = &model->frontend.decode;

	return backend->dispatch.slot <= decode->slot + backend->keeps_up;
}

/* The last entry of the fetch buffer that they take, when the first of them gets there. */
static inline bool room_in_buffer(const struct tea_model *model, uint32_t count)
{
	const struct tea_frontend *frontend = &model->frontend;
	tea_distance back = frontend->buffer - tea_history_distance(count);

	return back <= 0 && tea_history_back(model->history.now, back)->decode <
			    frontend->block_at + frontend->pipeline;
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
	return room_keeps_up(model) && room_in_buffer(model, count) && room_for_all(model, count);
}

#endif /* TEA_ROOM_H */
