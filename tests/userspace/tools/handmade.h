/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * handmade.h - small recordings made by hand, without a file
 *
 * Nor have their objects files: where no address has a function, none has a name.
 */
#ifndef HANDMADE_H
#define HANDMADE_H

#include "recording/recording.h"

struct made {
	struct recording recording;
	struct fault fault;
};

/* A recording of one thread. @objects: their paths, by number; ends in NULL. */
void made_init(struct made *made, const char *const *objects);
/* A caller: in @object, called by @parent. Returns its number. */
uint32_t made_frame(struct made *made, uint32_t parent, uint32_t object, uint64_t address);
/* Stalled on an L1 miss, called by @frame. */
void made_hit(struct made *made, uint32_t object, uint64_t address, uint32_t frame,
	      uint64_t parts);

/* main calls f and g, f calls g: one g below each, and one alone. */
void made_calls(struct made *made);

#endif /* HANDMADE_H */
