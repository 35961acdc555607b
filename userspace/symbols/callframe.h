/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * callframe.h - the frame of a RISC-V function at an address, by call frame information
 */
#ifndef CALLFRAME_H
#define CALLFRAME_H

#include "symbols.h"

struct callframe {
	bool known;			/* else nothing of it is */
	bool outermost;			/* it has no caller: _start */
	bool return_saved;		/* the return address is on the stack; else still in ra */
	bool pointed;			/* s0 is the frame pointer */
	int64_t pointer_at;		/* where the caller's s0 is, from the frame's top; 0: in s0 */
};

struct callframe callframe_find(const struct symbols_location *location);

/* Does a call stand right before @location, so that it can be returned to? True where code is not here. */
bool callframe_returns_to(const struct symbols_location *location);

#endif /* CALLFRAME_H */
