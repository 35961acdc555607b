/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perfdata.h - perf.data files: bytes to records
 *
 * Knows the file format (tools/perf/Documentation/perf.data-file-format.txt) and
 * the kernel's records (linux/perf_event.h), and nothing of TEA's words, symbols
 * or stacks. Usage: perfdata_open(), any number of passes of perfdata_rewind() and
 * perfdata_next(), perfdata_close(). Text and raw pointers in what is returned
 * point into the file and live until perfdata_close(). Records of unknown type
 * are handed out by type and size only.
 *
 * Little-endian files with their data in place. Compressed files, pipe-mode files
 * and directories are refused with the remedy.
 */
#ifndef PERFDATA_H
#define PERFDATA_H

#include <linux/perf_event.h>

#include "base/cursor.h"
#include "base/fault.h"

struct perfdata_attr {
	uint32_t type;			/* PMU number on the recording machine */
	uint64_t config;
	uint64_t period;		/* of a fixed-period event, or its frequency in Hz */
	uint64_t sample_type;		/* PERF_SAMPLE_* */
	uint64_t read_format;		/* PERF_FORMAT_* */
	bool frequency;			/* period is a frequency */
	bool id_all;			/* every record ends in its sample id */
	bool exclude_user, exclude_kernel;
	const char *name;		/* as given to perf record, or NULL */
	const char *pmu;		/* name of the PMU, or NULL if the file does not say */
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

struct perfdata_build_id {
	const char *path;
	uint8_t bytes[20];
	uint8_t size;
};

/* Feature sections. What the file does not have is NULL or 0. */
struct perfdata_info {
	const char *hostname, *release, *arch, *perf_version;
	const char **command;		/* of perf record */
	size_t command_count;
	struct perfdata_pmu *pmus;
	size_t pmus_count;
	struct perfdata_cap *caps;
	size_t caps_count;
	struct perfdata_build_id *build_ids;
	size_t build_ids_count;
	uint64_t first_ns, last_ns;	/* time of the first and last sample */
};

struct perfdata {
	void *map;
	size_t map_size;
	struct cursor file, data, rest;
	struct perfdata_attr *attrs;
	size_t attrs_count;
	struct perfdata_id *ids;	/* sorted by id */
	size_t ids_count;
	struct perfdata_info info;
};

/* What can stand in a record's sample id; bits of perfdata_where.has are PERF_SAMPLE_*. */
struct perfdata_where {
	uint64_t has;
	uint32_t pid, tid, cpu;
	uint64_t time_ns, id;
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

struct perfdata_sample {
	uint64_t ip, period;		/* period: the attribute's if not recorded */
	const void *raw;
	uint32_t raw_size;
};

struct perfdata_record {
	uint32_t type;			/* PERF_RECORD_*, or perf's own from 64 */
	uint16_t misc;
	uint64_t offset;		/* in the data section */
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

/* Returns 0, or a negative errno with @fault filled. */
int perfdata_open(struct perfdata *perfdata, const char *path, struct fault *fault);
/* The same on bytes that the caller keeps. */
int perfdata_open_bytes(struct perfdata *perfdata, const void *bytes, size_t size,
			struct fault *fault);
void perfdata_close(struct perfdata *perfdata);

void perfdata_rewind(struct perfdata *perfdata);
/* Returns 1 with @record filled, 0 at the end, or a negative errno with @fault filled. */
int perfdata_next(struct perfdata *perfdata, struct perfdata_record *record,
		  struct fault *fault);

/* Feature sections: for perfdata_open(). */
int perfdata_read_features(struct perfdata *perfdata, const uint64_t features[4],
			   uint64_t offset, struct fault *fault);
void perfdata_free_features(struct perfdata_info *info);

#endif /* PERFDATA_H */
