// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf_frames.c - callchains to frames
 *
 * A callchain is the sampled code's own address (with a copied stack, that of the
 * interrupt just behind it), then return addresses, innermost first;
 * PERF_CONTEXT_* marks where the kernel's end and the program's begin. A frame's parent
 * is its caller: chains are entered from their outermost end.
 */
#include <errno.h>

#include "perf_reader.h"
#include "recording_store.h"

#define DEPTH_MAX	1024		/* of a chain: frames further out are dropped */
#define UNWOUND_MAX	128
#define CONTEXT_USER_DEFERRED	((uint64_t)-640)	/* newer than some hosts' headers */

struct call {
	uint64_t address;
	bool kernel;
};

/* Addresses of a chain that can be places, in its order. */
static size_t read_calls(struct cursor chain, bool kernel_only, struct call calls[DEPTH_MAX])
{
	size_t count = 0;
	bool kernel = false, exact = true, leaf = true;

	while (cursor_left(&chain) && count < DEPTH_MAX) {
		uint64_t address = cursor_u64(&chain);

		if (address == CONTEXT_USER_DEFERRED ||
		    (kernel_only && address == (uint64_t)PERF_CONTEXT_USER))
			break;
		if (address >= (uint64_t)PERF_CONTEXT_MAX) {
			kernel = address == (uint64_t)PERF_CONTEXT_KERNEL;
			exact = true;
			continue;
		}
		/* A return address stands behind its call; where user code was left does not. */
		if (!leaf)
			calls[count++] = (struct call){ address - !exact, kernel };
		leaf = exact = false;
	}
	return count;
}

/* The frame of @call under @parent. */
static int find_frame(struct perf_reader *reader, const struct call *call,
		      const struct perf_moment *moment, uint32_t parent, uint32_t *number)
{
	uint64_t hash = (call->address + parent) * 0x9e3779b97f4a7c15ULL;
	struct perf_frame_memo *memo = &reader->pass->frames[(hash >> 40) % PERF_READER_FRAMES];
	struct recording_frame frame;
	int error;

	if (memo->epoch_plus_one == moment->epoch + 1 && memo->address == call->address &&
	    memo->parent == parent && memo->kernel == call->kernel && memo->pid == moment->pid) {
		*number = memo->frame;
		return 0;
	}
	error = perf_reader_locate(reader, moment, call->kernel ? PERF_MODE_KERNEL :
				   PERF_MODE_USER, call->address, &frame);
	frame.parent = parent;
	if (error)
		return error;
	*number = recording_frame_number(&reader->pass->frame_index, &reader->recording->frames,
					 &reader->recording->frames_count, &frame);
	error = *number == KEYINDEX_NONE ? perf_reader_no_memory(reader) : 0;
	if (!error)
		*memo = (struct perf_frame_memo){
			.epoch_plus_one = moment->epoch + 1, .address = call->address,
			.pid = moment->pid, .parent = parent, .frame = *number,
			.kernel = call->kernel,
		};
	return error;
}

/* User code's part of the chain, from the copy of its stack. */
static size_t unwind_calls(struct perf_reader *reader, const struct perfdata_record *record,
			   const struct perf_moment *moment, size_t kernel_calls,
			   struct call calls[DEPTH_MAX])
{
	struct unwind_sample sample = {
		.pid = moment->pid, .epoch = moment->epoch, .time = moment->time,
		.registers = record->attr->user_regs, .rest = record->sample.rest,
	};
	bool sampled = (record->head.misc & PERF_RECORD_MISC_CPUMODE_MASK) == PERF_RECORD_MISC_USER;
	uint64_t addresses[UNWOUND_MAX];
	size_t count = unwinder_walk(&reader->pass->unwinder, &sample, addresses, UNWOUND_MAX);

	for (size_t i = sampled; i < count && kernel_calls < DEPTH_MAX; i++)
		calls[kernel_calls++] = (struct call){ .address = addresses[i] };
	return kernel_calls;
}

int perf_reader_frames(struct perf_reader *reader, const struct perfdata_record *record,
		       const struct perf_moment *moment, uint32_t *frame)
{
	struct call calls[DEPTH_MAX];
	const struct perfdata_rest *rest = record->sample.rest;
	bool copied = rest->user_abi && cursor_left(&rest->user_stack);
	size_t count = read_calls(rest->callchain, copied, calls);
	int error = 0;

	if (copied)
		count = unwind_calls(reader, record, moment, count, calls);
	*frame = RECORDING_NO_FRAME;
	while (!error && count--)
		error = find_frame(reader, &calls[count], moment, *frame, frame);
	return error;
}
