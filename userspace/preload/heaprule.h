/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * heaprule.h - where a function's frame has its caller, by the call frame information in memory
 */
#ifndef HEAPRULE_H
#define HEAPRULE_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The frame begins, where the caller's stack pointer was, @size bytes above the stack pointer or the
 * frame pointer; below that, at so many bytes, are the return address and the caller's frame pointer.
 */
struct heaprule {
	bool known;			/* else the walk ends here */
	bool described;			/* there is information, whether it is of use or not; not in a word */
	bool by_pointer;		/* from the frame pointer, not the stack pointer */
	int32_t size;
	uint16_t return_below;
	uint16_t pointer_below;		/* 0: it still has the caller's */
};

/* Of the code at @pc. Takes no lock and no memory. */
struct heaprule heaprule_find(uint64_t pc);

/* In one word, which is never 0. */
uint64_t heaprule_pack(const struct heaprule *rule);
struct heaprule heaprule_unpack(uint64_t word);

#endif /* HEAPRULE_H */
