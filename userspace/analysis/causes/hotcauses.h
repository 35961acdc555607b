/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hotcauses.h - causes of cycles that a model can take away, each at one instruction
 *
 * An explanation says why an instruction takes its cycles, by signature. Taken away, the events of
 * a signature never happen to that instruction; if it is Base, the instruction takes no time. A
 * line in the L1 is asked of no other cache, so ST-L1, ST-L1+ST-LLC and ST-L1+ST-CO of an
 * instruction are one cause. So are signatures that differ only by further misses of data, as ST-L1 and ST-L1+ST-TLB:
 * a remedy for the second is one for the first.
 */
#ifndef HOTCAUSES_H
#define HOTCAUSES_H

#include "recording/recording.h"

#define HOTCAUSES_SHARES	3		/* the largest of an instruction that are shown */

struct hotcause {
	struct recording_cause at;
	uint64_t parts;
};

struct hotcauses {
	struct hotcause *items;		/* hottest first */
	size_t count;
};

/* How many of an instruction's sorted shares are shown. */
size_t hotcauses_told(const struct pics_stack *stack);
/* The events that have to be taken away for @signature. */
uint16_t hotcauses_events(uint16_t signature);
/* Are these events, as above, the cause @of, or a part of it? */
bool hotcauses_within(uint16_t events, uint16_t of);
/* Components of stage stacks that go away with @events, a set of stagestack.h; Base: all. */
uint32_t hotcauses_components(uint16_t events);

/* The @most hottest of a recording of signatures, in code of files. 0 or -ENOMEM. */
int hotcauses_find(struct hotcauses *causes, struct recording *recording,
		   struct recording_measure *measure, size_t most);
void hotcauses_deinit(struct hotcauses *causes);

#endif /* HOTCAUSES_H */
