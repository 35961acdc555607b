// SPDX-License-Identifier: GPL-2.0-or-later
/* storequeue.c - the store queue, and older stores to the same bytes: see storequeue.h */
#include "storequeue.h"

uint32_t tea_storequeue_slots(uint32_t entries)
{
	uint32_t slots = 1;

	while (slots < entries)
		slots *= 2;
	return slots;
}
