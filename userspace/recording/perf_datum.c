// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf_datum.c - data addresses of samples to data: what the memory there is, by its mappings
 *
 * The data of a program lie where its code's mapping would go on, in the order of its file: those
 * that begin as zeros in memory of no file. Whether an address is in them is for the object to tell.
 */
#include "perf_reader.h"

#include <stdlib.h>
#include <string.h>

#define PAGE_SHIFT	12
#define STACK		"[stack]"

/* What the memory at a page was, when it was last asked for. */
struct perf_page_memo {
	uint64_t page;
	uint32_t epoch_plus_one;	/* 0: free */
	uint32_t pid, space;
};

/* Of a process, by its mappings. */
static struct recording_space find_space(struct perf_reader *reader, const struct perf_moment *moment,
					 uint64_t address)
{
	struct maps *maps = &reader->recording->maps;
	const struct symbols *symbols = &reader->recording->symbols;
	const struct maps_entry *entry = maps_find(maps, moment->pid, address, moment->time), *code;
	bool file = entry && symbols_by_offset(symbols, entry->object);
	struct recording_space space = {
		.memory = RECORDING_MEMORY_HEAP, .pid = moment->pid, .object = KEYINDEX_NONE,
	};

	code = file && entry->code ? entry :
	       maps_code(maps, moment->pid, address, moment->time, file ? entry->object : MAPS_ANY);
	if (entry ? !strcmp(symbols->objects[entry->object].path, STACK) :
		    maps_ends_before(maps, moment->pid, address, moment->time))
		space.memory = RECORDING_MEMORY_STACK;
	if (file && !code) {
		space.memory = RECORDING_MEMORY_FILE;
		code = entry;
	}
	if (code) {
		space.object = code->object;
		space.slide = code->start - code->offset;
	}
	return space;
}

/* The number of the space around @address, or KEYINDEX_NONE: out of memory. */
static uint32_t look_up_space(struct perf_reader *reader, const struct perf_moment *moment,
			      uint64_t address)
{
	const uint64_t page = address >> PAGE_SHIFT;
	struct perf_page_memo *memo = &reader->pages[(page ^ moment->pid * 31U) % PERF_READER_PAGES];
	struct recording_space space;
	uint32_t number;

	if (memo->epoch_plus_one == moment->epoch + 1 && memo->page == page &&
	    memo->pid == moment->pid)
		return memo->space;
	space = find_space(reader, moment, address);
	number = recording_space(reader->recording, &space);
	if (number != KEYINDEX_NONE)
		*memo = (struct perf_page_memo){
			.page = page, .epoch_plus_one = moment->epoch + 1, .pid = moment->pid,
			.space = number,
		};
	return number;
}

static uint32_t space_without_process(struct perf_reader *reader, enum recording_memory memory)
{
	const struct recording_space space = { .memory = memory, .object = KEYINDEX_NONE };

	return recording_space(reader->recording, &space);
}

static uint32_t kernel_space(struct perf_reader *reader)
{
	struct recording_space space = { .memory = RECORDING_MEMORY_KERNEL };

	space.object = symbols_object(&reader->recording->symbols, KERNEL_OBJECT, SYMBOLS_KERNEL);
	return space.object == KEYINDEX_NONE ? KEYINDEX_NONE : recording_space(reader->recording, &space);
}

static bool is_heap(const struct recording *recording, uint32_t space)
{
	return recording->spaces[space].memory == RECORDING_MEMORY_HEAP;
}

int perf_reader_datum(struct perf_reader *reader, const struct perf_moment *moment,
		      const struct perf_meaning *meaning, uint32_t *number)
{
	struct recording_datum datum = {
		.access = tea_mem_kind(meaning->access), .source = tea_mem_source(meaning->access),
		.address = meaning->data,
	};
	int error = 0;

	if (!meaning->data_known || (meaning->access && !(meaning->access & TEA_MEM_ADDR)))
		datum.space = space_without_process(reader, RECORDING_MEMORY_UNKNOWN);
	else if (!meaning->access)
		datum.space = space_without_process(reader, RECORDING_MEMORY_NONE);
	else if ((int64_t)meaning->data < 0)
		datum.space = kernel_space(reader);
	else
		datum.space = look_up_space(reader, moment, meaning->data);
	if (datum.space != KEYINDEX_NONE && is_heap(reader->recording, datum.space))
		error = perf_heap_site(reader, moment, meaning->data, &datum.site);
	if (error)
		return error;
	*number = datum.space == KEYINDEX_NONE ? KEYINDEX_NONE :
		  recording_datum(reader->recording, &datum);
	return *number == KEYINDEX_NONE ? perf_reader_no_memory(reader) :
	       perf_reader_check_maps(reader);
}

struct perf_page_memo *perf_pages_create(void)
{
	return calloc(PERF_READER_PAGES, sizeof(struct perf_page_memo));
}
