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

#include "core.h"

/*
 * Whether the next @count operations have room, as far as none of them serialises, traps or is
 * executed again. Never where dispatch does not keep up with decode, or the fetch buffer is full.
 */
bool tea_room_for(struct tea_model *model, uint32_t count);

#endif /* TEA_ROOM_H */
