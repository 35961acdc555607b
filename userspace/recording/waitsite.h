/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * waitsite.h - where in the program a thread waits, by the frames with which it leaves the CPU
 *
 * The innermost frames are the kernel's, those behind them the C library's, which make the system
 * call: the caller of these matters.
 */
#ifndef WAITSITE_H
#define WAITSITE_H

#include "recording.h"

struct waitsite {
	uint32_t object;		/* of symbols */
	uint64_t address;
	uint32_t callers;		/* the frame of its caller, or RECORDING_NO_FRAME */
	uint32_t kernel_object;		/* where the kernel waits; KEYINDEX_NONE: not recorded */
	uint64_t kernel_address;
	bool in_call;			/* user code stands behind an ecall, or is unavailable */
};

/* By number of the recording's frames. Zeroed memory is empty. */
struct waitsites {
	struct waitsite *known;
	struct keyindex index;
	size_t count;
};

/* For a thread whose innermost frame is @frame. 0 or -ENOMEM. */
int waitsites_find(struct waitsites *sites, struct recording *recording, uint32_t frame,
		   struct waitsite *site);
/* The innermost of @frame and its callers that is the program's, or RECORDING_NO_FRAME. */
uint32_t waitsites_user(const struct recording *recording, uint32_t frame);
void waitsites_deinit(struct waitsites *sites);

#endif /* WAITSITE_H */
