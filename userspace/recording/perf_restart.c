// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf_restart.c - when a pass begins again, or only learns changes for the next one
 */
#include "perf_reader.h"

#define RESTARTS_MOST	8
#define RESTART_PART	16		/* of the file, read twice by beginning again at once */
#define SORTED_MOST	(1ULL << 20)	/* changes sorted, some of them repeatedly */

void perf_pass_learn_rest(struct perf_pass *pass)
{
	struct stream *stream = &pass->recording->perfdata.stream;

	stream->wanted &= PERF_READER_CHANGES;
	stream->total *= 2;
	pass->learnt = UINT64_MAX;
	pass->again = true;
}

int perf_pass_late(struct perf_pass *pass, const struct perfdata_record *record)
{
	struct stream *stream = &pass->recording->perfdata.stream;
	uint64_t end = record->head.offset + record->head.size;

	if (pass->restarts == RESTARTS_MOST ||
	    pass->read_again + end > stream->total / RESTART_PART) {
		perf_pass_learn_rest(pass);
		return 0;
	}
	pass->restarts++;
	pass->read_again += end;
	pass->learnt = end;
	stream->done = 0;
	return PERF_READER_RESTART;
}

int perf_pass_seal(struct perf_pass *pass)
{
	struct maps *maps = &pass->recording->maps;

	if (maps_seal(maps))
		return fault_no_memory(pass->fault, "its records");
	if (maps->sorted > SORTED_MOST && !pass->again)
		perf_pass_learn_rest(pass);
	return 0;
}
