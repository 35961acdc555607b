/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hart.h - a hart of the machine: its core and the parts of its unit
 */
#ifndef TEA_HART_H
#define TEA_HART_H

#include "counters.h"
#include "feed.h"
#include "observers/decoded.h"
#include "observers/dispatch.h"
#include "observers/picker.h"
#include "observers/sampler.h"
#include "selected.h"
#include "tea_regs.h"

#define HART_PICKERS	(TEA_COUNTDOWNS_COUNT - 1)	/* all countdowns but that of cycles */

struct hart {
	struct feed feed;		/* first: feed_of() gives a hart */
	struct lane lane;		/* the unit's, with its siblings */
	struct tea_env env;		/* of all */
	struct tea_sampler sampler;
	struct tea_dispatch dispatch;	/* samples by policy 1 */
	bool at_dispatch;		/* it is enabled, by this policy */
	struct tea_sampler counter;	/* samples as the counter of cycles overflows */
	struct tea_picker pickers[HART_PICKERS];
	bool picking;			/* one of them is enabled */
	bool recording;			/* the device gets branches */
	struct tea_decoded decoded;	/* tags decoded instructions */
	struct counters counters;
	struct selected selected;
	cycle_t offset;			/* of its clock to its cycles */
	cycle_t until;			/* its slice ends in this cycle of the model */
	/* where a unit warms, see warming.h: */
	cycle_t hidden;			/* of the model's cycles, all that are not the hart's, mod 2^64 */
	cycle_t ahead;			/* of the uncore's clock to the model's */
	cycle_t passed;			/* the hart's cycles, while it warms */
	uint64_t parts;			/* ... and of a cycle, that are not yet among them, */
	uint64_t due;			/* ... nor need to be before they are so many */
	uint64_t instructions, unknown;	/* in these parts; of code whose pace is not known */
	uint8_t privilege;		/* of all of these */
	uint64_t left;			/* cycles that can pass before the model is needed */
	cycle_t slice_end;		/* on its clock; UINT64_MAX: nobody waits for it */
	cycle_t learned;		/* cycle of the model up to which paces are known */
	uint64_t block;			/* where that of the last operation begins */
	bool begins;			/* the next one begins another */
	uint16_t asid;
	bool looks;			/* whether the model can rest is to be looked at */
};

#endif /* TEA_HART_H */
