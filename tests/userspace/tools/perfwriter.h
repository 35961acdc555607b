/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perfwriter.h - writes perf.data files as perf does, for tests
 *
 * One event (TEA's, or another PMU's) or two, of which the second may be TEA's too; or the three of
 * threads' waits. Records go to the data section in the
 * order of the calls; writer_finish() puts header, attributes and features around them.
 * Calls assert on memory: these are tests.
 */
#ifndef PERFWRITER_H
#define PERFWRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tea_abi.h"

#define WRITER_TEA_TYPE		11	/* the PMU's number on the machine that never was */
#define WRITER_COMPRESSED	81
#define WRITER_COMPRESSED2	83	/* with its size, and padding */

struct bytes {
	uint8_t *data;
	size_t size, capacity;
	bool big;			/* numbers are big endian */
};

struct writer {
	struct bytes data, file;
	const char *pmu;		/* the name of PMU WRITER_TEA_TYPE: "tea" */
	const char *event;		/* the event's name: "tea//" */
	uint64_t sample_type;		/* with PERF_SAMPLE_RAW if samples are to have that */
	uint64_t period;		/* fixed; 0: a frequency of 4 kHz */
	unsigned int events;		/* 1, or 2: then stream id 1 is TEA's, 2 the other's */
	bool waits;			/* 3: 2 is of context switches, 3 of wake-ups */
	uint64_t registers;		/* mask of the user registers of samples; 0: two of them */
	uint64_t register_value;	/* of all in that mask */
	const char *second;		/* the other's name, of TEA too; NULL: cpu-clock */
	uint64_t config;		/* the first's: 0 is tea// */
	uint64_t second_config;		/* 0: the same event as the first, of TEA's */
	bool clocked;			/* times are CLOCK_MONOTONIC's */
	bool pipe;			/* as perf record -o - writes */
	const uint64_t *chain;		/* callers of every sample, contexts among them */
	size_t chain_count;
	const uint64_t *branches;	/* of every sample, newest first: sources and targets */
	size_t branches_count;		/* of such pairs */
	bool build_ids;			/* with that feature, for /bin/prog */
	uint32_t cpus;			/* of the machine; 0: not in the file */
	uint64_t first_ns, last_ns;	/* times of samples; 0: not in the file */
	uint64_t wall_ns;		/* Unix time at time 0 of records; 0: not in the file */
	uint8_t build_id[20];
	bool raw;			/* groups are one record with struct tea_raw, without a word */
	bool memory;			/* their slots' memory accesses follow */
	unsigned int turn;		/* of the slot that such a record is of */
};

/* Where and when a record was written. */
struct writer_where {
	uint32_t cpu, pid, tid;
	uint64_t time_ns, id;
};

/* The sample type of perf record -d --weight --phys-data. */
#define WRITER_MEMORY_TYPE	(PERF_SAMPLE_ADDR | PERF_SAMPLE_WEIGHT | PERF_SAMPLE_DATA_SRC | \
				 PERF_SAMPLE_PHYS_ADDR)

#define WRITER_SAMPLE_TYPE	(PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | \
				 PERF_SAMPLE_PERIOD)

void writer_init(struct writer *writer, uint64_t sample_type);
void writer_deinit(struct writer *writer);
/* Before the first record: of a big-endian machine. */
void writer_set_big(struct writer *writer);

void writer_comm(struct writer *writer, const struct writer_where *where, const char *comm,
		 bool exec);
void writer_fork(struct writer *writer, const struct writer_where *where, uint32_t pid,
		 uint32_t tid);
void writer_mmap(struct writer *writer, const struct writer_where *where, uint32_t pid,
		 uint64_t start, uint64_t size, uint64_t offset, const char *path);
/* @misc: PERF_RECORD_MISC_MMAP_DATA where it cannot be executed; writer_mmap() has none. */
void writer_mapping(struct writer *writer, const struct writer_where *where, uint16_t misc, uint32_t pid,
		    uint64_t start, uint64_t size, uint64_t offset, const char *path);
void writer_word(struct writer *writer, const struct writer_where *where, uint64_t word);
void writer_sample(struct writer *writer, const struct writer_where *where, uint64_t ip,
		   uint64_t period);
void writer_raw_sample(struct writer *writer, const struct writer_where *where, uint64_t ip,
		       uint64_t period, const void *raw, uint32_t raw_size);
void writer_lost(struct writer *writer, const struct writer_where *where, uint64_t count);
void writer_lost_samples(struct writer *writer, const struct writer_where *where,
			 uint64_t count);
/* @misc: PERF_RECORD_MISC_SWITCH_OUT and the like; 0: it is back. */
void writer_switch(struct writer *writer, const struct writer_where *where, uint16_t misc);
void writer_exit(struct writer *writer, const struct writer_where *where);
void writer_throttle(struct writer *writer, const struct writer_where *where);
/* A record of perf's own without a sample id: FINISHED_ROUND and the like. */
void writer_user(struct writer *writer, uint32_t type, const void *payload, uint16_t size);

/* One sample with all of its slots. @memory: of the same slots, or NULL. */
void writer_slots(struct writer *writer, const struct writer_where *where,
		  const struct tea_raw *raw, const struct tea_raw_memory *memory, uint64_t period);

/*
 * A sample of as many @slots, at consecutive addresses from @ip on: a word and a record for
 * each, or one record.
 */
void writer_group(struct writer *writer, const struct writer_where *where, unsigned int slots,
		  const uint16_t psv[], unsigned int state, uint64_t ip, uint64_t period);

/* The word's bits. @valid: mask of slots. */
uint64_t writer_make_word(unsigned int valid, const uint16_t psv[4], unsigned int state,
			  unsigned int privilege, unsigned int lost);

/*
 * Behind the last record: compresses all of them, @chunk bytes at a time, into records of
 * that type. Cuts records where it comes to that.
 */
void writer_pack(struct writer *writer, uint32_t type, size_t chunk);
/* The whole file, in writer->file. */
void writer_finish(struct writer *writer);
/* The same on disk; a path that lives until the next call. */
const char *writer_save(struct writer *writer, const char *directory);

void bytes_put(struct bytes *bytes, const void *data, size_t size);
void bytes_u16(struct bytes *bytes, uint16_t value);
void bytes_u32(struct bytes *bytes, uint32_t value);
void bytes_u64(struct bytes *bytes, uint64_t value);
/* Text and its NUL, padded with zeros to @align bytes. */
void bytes_text(struct bytes *bytes, const char *text, size_t align);

#endif /* PERFWRITER_H */
