// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fuzz_heaplog.c - any bytes as a log of allocations, and what is looked up in it
 */
#include "fuzz.h"

#include "recording/heaplog.h"

#define LOOKED_UP	4096		/* blocks */

/* In the middle of its time, and at both ends. */
static void look_up(const struct heaplog *log, const struct heaplog_block *block)
{
	const uint64_t times[] = {
		block->since_ns, block->since_ns + (block->until_ns - block->since_ns) / 2, block->until_ns,
	};

	if (block->site >= log->sites_count || block->since_ns >= block->until_ns || block->end < block->start)
		abort();
	for (size_t i = 0; i < log->processes_count; i++) {
		for (size_t k = 0; k < sizeof(times) / sizeof(times[0]); k++) {
			const struct heaplog_block *found = heaplog_find(log, log->processes[i].pid, block->start,
									 times[k]);

			if (found && (block->start < found->start || block->start >= found->end))
				abort();
		}
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct input input;
	struct heaplog log;
	struct fault fault = { "" };

	input_open_bytes(&input, bytes, size);
	if (heaplog_read(&log, &input, &fault)) {
		if (!fault.text[0])
			abort();
		return 0;
	}
	for (size_t i = 0; i < log.blocks_count && i < LOOKED_UP; i++)
		look_up(&log, &log.blocks[i]);
	heaplog_close(&log);
	return 0;
}
