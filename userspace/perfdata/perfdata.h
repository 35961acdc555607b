/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perfdata.h - perf.data files: bytes to records
 *
 * Knows the file format (tools/perf/Documentation/perf.data-file-format.txt) and
 * the kernel's records (linux/perf_event.h), and nothing of TEA's words, symbols
 * or stacks. Usage: perfdata_open(), any number of passes of perfdata_rewind() and
 * perfdata_next(), perfdata_close(). Text and raw pointers in a record live until the
 * next one; those in attributes and info until perfdata_close(). Records of unknown
 * type are handed out by type and size only.
 *
 * Files, pipe mode, directories of several files; compressed or not; of machines of
 * either byte order. In pipe mode attributes and features are records themselves: the
 * first pass, which must be a whole one, completes them.
 */
#ifndef PERFDATA_H
#define PERFDATA_H

#include <linux/perf_event.h>

#include "base/cursor.h"
#include "base/fault.h"
#include "base/input.h"
#include "recordstream.h"

/* Where fields stand in a sample, or in the sample id of another record. */
struct perfdata_fields {
	uint64_t has;			/* PERF_SAMPLE_*, of those below */
	uint16_t bytes;			/* of all fields that have a fixed place */
	uint16_t ip, tid, time, id, cpu, period;	/* offsets, for those in has */
};

struct perfdata_attr {
	uint32_t type;			/* PMU number on the recording machine */
	uint64_t config;
	uint64_t period;		/* of a fixed-period event, or its frequency in Hz */
	uint64_t sample_type;		/* PERF_SAMPLE_* */
	uint64_t read_format;		/* PERF_FORMAT_* */
	uint64_t branch_type;		/* PERF_SAMPLE_BRANCH_* */
	uint64_t user_regs;		/* mask of registers */
	uint64_t sample_period;		/* of samples that do not say; 0: not known */
	bool frequency;			/* period is a frequency */
	bool id_all;			/* every record ends in its sample id */
	bool exclude_user, exclude_kernel;
	bool clocked;			/* times are of a clock that was asked for: */
	uint32_t clock;			/* CLOCK_* */
	const char *name;		/* as given to perf record, or NULL */
	const char *pmu;		/* name of the PMU, or NULL if the file does not say */
	uint64_t first_id;		/* a stream id of its, or 0 */
	struct perfdata_fields sample, trailer;
};

/* Which event, or events of one evsel on each CPU, a stream id belongs to. */
struct perfdata_id {
	uint64_t id;
	uint32_t attr;
};

struct perfdata_pmu {
	uint32_t type;
	const char *name;
};

struct perfdata_cap {
	const char *pmu, *name, *value;
};

/* A cache, from the kernel's sysfs. */
struct perfdata_cache {
	uint32_t level;
	const char *type, *size;	/* "Data", "32K" */
};

struct perfdata_build_id {
	const char *path;
	uint8_t bytes[20];
	uint8_t size;
};

/* Feature sections. Missing ones are NULL or 0. */
struct perfdata_info {
	const char *hostname, *release, *arch, *perf_version, *cpu;
	uint32_t cpus_online, cpus_available;
	uint64_t memory_kib;
	const char **command;		/* of perf record */
	size_t command_count;
	struct perfdata_pmu *pmus;
	size_t pmus_count;
	struct perfdata_cap *caps;
	size_t caps_count;
	struct perfdata_cache *caches;
	size_t caches_count;
	struct perfdata_build_id *build_ids;
	size_t build_ids_count;
	uint64_t first_ns, last_ns;	/* time of the first and last sample */
	uint64_t wall_ns, clock_ns;	/* one moment: Unix time, and the time of records; 0: not known */
};

/*
 * The fields of a record's sample id; bits of has are PERF_SAMPLE_*. pid and tid are apart:
 * compilers compare neighbours at once, which the processor cannot read back at once just after
 * they were written one by one.
 */
struct perfdata_where {
	uint64_t has, time_ns, id;
	uint32_t pid, cpu, tid;
};

struct perfdata_mmap {
	uint32_t pid, tid;
	uint64_t start, size, offset;
	const char *path;
	uint8_t build_id[20];
	uint8_t build_id_size;
};

struct perfdata_task {			/* COMM, FORK, EXIT */
	uint32_t pid, tid, parent_pid, parent_tid;
	const char *comm;
	bool exec;
};

/* The part of a sample behind its fields of a fixed size; empty if it was not recorded. */
struct perfdata_rest {
	const void *raw;
	uint32_t raw_size;
	struct cursor callchain;	/* 64-bit addresses, PERF_CONTEXT_* among them */
	struct cursor branches;		/* newest first, 64 bits each: source, target, flags */
	uint64_t user_abi;		/* PERF_SAMPLE_REGS_ABI_*: 0, there are no registers */
	struct cursor user_regs;	/* 64 bits for each bit of the attribute's mask */
	struct cursor user_stack;	/* the copied part of it */
};

struct perfdata_sample {
	uint64_t ip, period;		/* period: the attribute's if not recorded */
	const struct perfdata_rest *rest;
};

struct perfdata {
	const struct input *file;
	struct notes *notes;		/* on missing or truncated data */
	bool pipe;			/* attributes and features are records */
	bool big;			/* the recording machine was big endian */
	bool complete;			/* pipe mode: a first pass is over */
	struct stream stream;
	struct perfdata_attr *attrs;
	size_t attrs_count;
	struct perfdata_id *ids;	/* sorted by id */
	size_t ids_count;
	struct perfdata_rest rest;	/* of the present sample */
	struct perfdata_id last_id;	/* looked up last */
	uint64_t features_seen[4];
	struct perfdata_block *blocks;	/* memory that attrs and info point to */
	struct perfdata_info info;
};

struct perfdata_record {
	struct stream_record head;	/* type: PERF_RECORD_*, or perf's own from 64 */
	const struct perfdata_attr *attr;	/* NULL where the record does not say */
	struct perfdata_where where;
	union {
		struct perfdata_mmap mmap;	/* MMAP, MMAP2 */
		struct perfdata_task task;
		struct perfdata_sample sample;
		uint64_t lost;			/* LOST, LOST_SAMPLES */
		uint64_t word;			/* AUX_OUTPUT_HW_ID */
	};
};

#define PERFDATA_ALL_TYPES	UINT64_MAX

/*
 * Both @file and @notes are the caller's, and must live as long. Returns 0, or a negative
 * errno with @fault filled. A file cut off behind its header opens, with a note.
 */
int perfdata_open(struct perfdata *perfdata, const struct input *file, struct notes *notes,
		  struct fault *fault);
void perfdata_close(struct perfdata *perfdata);

/*
 * Begins a pass over records whose types, below 64, have a bit in @wanted. Others are
 * passed over unread, and those from 64 on are handed out with PERFDATA_ALL_TYPES only.
 */
void perfdata_rewind(struct perfdata *perfdata, uint64_t wanted);
/* Returns 1 with @record filled, 0 at the end, or a negative errno with @fault filled. */
int perfdata_next(struct perfdata *perfdata, struct perfdata_record *record,
		  struct fault *fault);

#endif /* PERFDATA_H */
