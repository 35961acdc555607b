// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf_lookup.c - the code at an address, by the mappings of its moment
 */
#include <errno.h>

#include "perf_reader.h"

/* A process has few mappings on top of each other. If not, lookups would not end. */
#define HIDDEN_FREE	(1ULL << 26)
#define HIDDEN_EACH	4		/* for each byte read: a hundred for a record */

int perf_reader_no_memory(struct perf_reader *reader)
{
	return fault_no_memory(reader->fault, "its records");
}

int perf_reader_check_maps(struct perf_reader *reader)
{
	const struct recording *recording = reader->recording;

	if (recording->maps.hidden > HIDDEN_FREE + HIDDEN_EACH * recording->perfdata.stream.offset)
		return fault_set(reader->fault, -EINVAL, "damaged: its mappings lie upon each other "
				 "by the thousands; record again");
	return 0;
}

int perf_reader_locate(struct perf_reader *reader, const struct perf_moment *moment,
		       enum perf_mode mode, uint64_t address, struct recording_frame *where)
{
	struct recording *recording = reader->recording;
	struct symbols *symbols = &recording->symbols;
	const struct maps_entry *entry = mode == PERF_MODE_GUEST ? NULL :
		maps_find(&recording->maps, mode == PERF_MODE_KERNEL ? MAPS_KERNEL : moment->pid,
			  address, moment->time);

	where->address = address;
	if (entry) {
		where->object = entry->object;
		if (symbols_by_offset(symbols, entry->object))
			where->address += entry->offset - entry->start;
	} else if (mode == PERF_MODE_KERNEL) {
		where->object = symbols_object(symbols, KERNEL_OBJECT, SYMBOLS_KERNEL);
	} else {
		where->object = symbols_object(symbols, mode == PERF_MODE_FIRMWARE ? "[firmware]" :
					       mode == PERF_MODE_GUEST ? "[guest]" : "[unknown]",
					       SYMBOLS_NO_FILE);
	}
	if (perf_reader_check_maps(reader))
		return -EINVAL;
	return where->object == KEYINDEX_NONE ? perf_reader_no_memory(reader) : 0;
}
