// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * waits.c - names and colours of waits; see waits.h
 */
#include "waits.h"

/* Those that wait most, read and futex and sleep and poll, differ. */
#define COLOR_OF(number) \
	((number) % 7 == 0 ? 32 : (number) % 7 == 1 ? 64 : (number) % 7 == 2 ? 97 : \
	 (number) % 7 == 3 ? 133 : (number) % 7 == 4 ? 67 : (number) % 7 == 5 ? 28 : 62)

static const struct category categories[] = {
	[WAITS_PREEMPTED] = { "preempted", "ready to run, others had the CPU", 166, '-' },
	[WAITS_WOKEN] = { "sch-delay", "woken, others had the CPU", 136, '.' },
	[WAITS_NO_CALL] = { "no-call", "in no system call: a page fault, mostly", 168, '!' },
	[WAITS_UNKNOWN] = { "unknown", "its system call was not recorded", 160, '?' },
#define TEA_SYSCALL(number, name) { #name, NULL, COLOR_OF(number), 0 },
#include "syscalls.def"
#undef TEA_SYSCALL
};

static const uint16_t numbers[] = {
#define TEA_SYSCALL(number, name) number,
#include "syscalls.def"
#undef TEA_SYSCALL
};

#define CALLS_COUNT	(sizeof(numbers) / sizeof(numbers[0]))

_Static_assert(WAITS_CALLS + CALLS_COUNT <= CATEGORY_MOST, "waits are categories");

const struct category_kind category_waits = {
	.name = "wait", .names = "waits", .unit = "microseconds",
	.items = categories, .items_count = WAITS_CALLS + CALLS_COUNT,
};

uint16_t waits_of_call(uint64_t number)
{
	size_t low = 0, high = CALLS_COUNT;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (numbers[middle] < number)
			low = middle + 1;
		else
			high = middle;
	}
	return low < CALLS_COUNT && numbers[low] == number ? (uint16_t)(WAITS_CALLS + low) :
							     WAITS_UNKNOWN;
}
