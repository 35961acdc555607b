// SPDX-License-Identifier: GPL-2.0-or-later
/* room.c - see room.h */
#include "room.h"

/* Dispatch follows decode by its latency: slots of both have the same width. */
static bool keeps_up(const struct tea_model *model)
{
	const struct tea_backend *backend = &model->backend;
	const struct tea_pace *decode = &model->frontend.decode;

	return backend->dispatch.slot <= decode->slot + backend->rename_latency * decode->cycle_slots;
}

/* The last entry of the reorder buffer that @count operations take. */
static bool has_rob(const struct tea_model *model, uint32_t count, cycle_t now)
{
	tea_distance back = model->backend.rob - tea_history_distance(count);

	return back <= 0 && tea_history_back(model->history.now, back)->commit < now;
}

/* The last entry of the fetch buffer that they take, when the first of them gets there. */
static bool has_buffer(const struct tea_model *model, uint32_t count)
{
	const struct tea_frontend *frontend = &model->frontend;
	tea_distance back = frontend->buffer - tea_history_distance(count);

	return back <= 0 && tea_history_back(model->history.now, back)->decode <
			    frontend->block_at + frontend->pipeline;
}

bool tea_room_for(struct tea_model *model, uint32_t count)
{
	const cycle_t now = model->history.now->dispatch;
	struct tea_backend *backend = &model->backend;

	if (!keeps_up(model) || !has_rob(model, count, now) || !has_buffer(model, count))
		return false;
	for (unsigned int i = 0; i < 2; i++)
		if (!tea_ring_has_room(&backend->registers[i], count, now))
			return false;
	for (unsigned int i = TEA_QUEUE_INT; i <= TEA_QUEUE_FP; i++)
		if (!tea_issuequeue_has_room(&backend->queues[i], count, now))
			return false;
	return tea_ring_has_room(&model->lsu.loads, count, now) &&
	       tea_ring_has_room(&model->lsu.stores, count, now);
}
