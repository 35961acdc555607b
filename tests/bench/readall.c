// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * readall - reads every record of a perf.data, and nothing else
 *
 *	readall FILE
 *
 * Prints "records samples seconds bytes": the speed of the reader alone.
 */
#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "perfdata/perfdata.h"

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(int argc, char **argv)
{
	struct perfdata_record record;
	struct notes notes = { 0 };
	struct perfdata perfdata;
	struct input input;
	struct fault fault = { "usage: readall FILE" };
	uint64_t records = 0, samples = 0, sum = 0;
	double begin = now();
	int more = -1;

	if (argc == 2 && !input_open(&input, argv[1], &(struct progress){ 0 }, &fault) &&
	    !perfdata_open(&perfdata, &input, &notes, &fault)) {
		while ((more = perfdata_next(&perfdata, &record, &fault)) > 0) {
			records++;
			if (record.head.type != PERF_RECORD_SAMPLE)
				continue;
			samples++;
			sum += record.sample.ip + record.sample.period + record.where.time_ns;
		}
	}
	if (more < 0) {
		fprintf(stderr, "readall: %s\n", fault.text);
		return 1;
	}
	printf("%" PRIu64 " %" PRIu64 " %.4f %" PRIu64 "\n", records, samples,
	       now() - begin, input.size);
	fprintf(stderr, "# sum of all fields %#" PRIx64 "\n", sum);
	perfdata_close(&perfdata);
	notes_deinit(&notes);
	input_close(&input);
	return 0;
}
