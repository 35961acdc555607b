/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * heapwalk.h - who called: return addresses from a frame on
 */
#ifndef HEAPWALK_H
#define HEAPWALK_H

#include "base/heapformat.h"

/*
 * The callers of the function whose __builtin_frame_address(0) is @frame, and which has a frame
 * pointer: addresses behind their calls, innermost first. Returns how many, at least one.
 */
unsigned int heapwalk_callers(const void *frame, uint64_t callers[HEAPFORMAT_CALLERS]);

/* Code was unloaded, and other code may be at its place. */
void heapwalk_forget(void);

#endif /* HEAPWALK_H */
