/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perf_reader.h - how a perf.data becomes a recording: shared by its parts
 *
 * Mappings, forks and names are read (perf_tasks.c), and samples, in file order, looked up in them
 * (perf_lookup.c) and counted (perf_samples.c), with their callers (perf_frames.c). The event's
 * source (perf_sources.h) interprets a sample. As a rule this takes one pass (perf_passes.c,
 * perf_restart.c), whatever the number of measures: each has a reader, and all have the same threads
 * and mappings. The results for a sample's thread and address are remembered, since the next one is
 * mostly like it.
 */
#ifndef PERF_READER_H
#define PERF_READER_H

#include "heaplog.h"
#include "pairing.h"
#include "perf_waits.h"
#include "perf_sources.h"
#include "rawsample.h"
#include "recording_store.h"
#include "unwind.h"

#define KERNEL_OBJECT	"[kernel.kallsyms]"

#define PERF_READER_THREADS	256	/* remembered; powers of two */
#define PERF_READER_WAITING	8
#define PERF_READER_CELLS_LEAST	1024
#define PERF_READER_CELLS_MOST	131072
#define PERF_READER_FRAMES	4096
#define PERF_READER_PAGES	4096

/* Records by which samples are looked up. */
#define PERF_READER_CHANGES	(1ULL << PERF_RECORD_MMAP | 1ULL << PERF_RECORD_MMAP2 | \
				 1ULL << PERF_RECORD_COMM | 1ULL << PERF_RECORD_FORK)

/* Whose code runs at an address. */
enum perf_mode {
	PERF_MODE_USER,
	PERF_MODE_KERNEL,
	PERF_MODE_FIRMWARE,
	PERF_MODE_GUEST,		/* of a virtual machine, whose maps are not here */
};

struct perf_thread_memo {
	uint32_t epoch_plus_one;	/* maps_epoch(); 0: free */
	uint32_t pid, tid, thread;
};

/*
 * Cycles that are not in the recording yet: those of equal samples since the cell was last cleared.
 * For most samples this is one look at one line of the cache.
 */
struct perf_cell {
	uint64_t address;
	uint64_t parts;
	uint32_t epoch_plus_one;	/* 0: free */
	uint32_t context;		/* recording_context() */
	uint32_t place;
	union {
		struct {
			uint16_t category;
			uint8_t mode, state;
		};
		uint32_t kind;		/* all three, to be compared at once */
	};
};

_Static_assert(sizeof(struct perf_cell) == 32, "two cells in a line of the cache");

struct perf_frame_memo {
	uint64_t address;
	uint32_t epoch_plus_one;
	uint32_t pid, parent, frame;
	bool kernel;
};

/* Where a sample's thread stands in its address spaces. */
struct perf_moment {
	uint64_t time;
	uint32_t epoch;
	uint32_t pid;
};

/* A sample on its way to its cell, whose line is being fetched into the cache meanwhile. */
struct perf_addition {
	struct perf_cell wanted;	/* with the sample's parts */
	struct perf_cell *line;		/* of two cells; NULL: no sample waits */
	struct recording_place place;	/* but object and address */
	uint64_t time;
	uint8_t slots;			/* that share the sample */
};

/* Samples of an event that did not come. */
struct perf_loss {
	uint64_t samples;		/* that came */
	uint64_t raws;			/* of these, with struct tea_raw, and so without a word */
	uint64_t told;			/* by words and raw records: lost by unit and driver */
	uint64_t dropped;		/* records, by a full buffer */
	uint64_t total;			/* by the kernel's count at the end: both, if there is one */
};

/* One of the file's events. */
struct perf_event {
	const struct perfdata_attr *attr;
	const struct perf_source *source;	/* NULL: of none in the table */
	uint32_t other;			/* its number in the recording's others, if not shown */
	struct perf_loss loss;		/* of one pass */
};

/* A sample as its event's source interprets it. */
struct perf_meaning {
	uint64_t address, period;
	uint16_t category;
	uint8_t state;			/* enum tea_commit_state, or PICS_NO_STATE */
	uint8_t slots;			/* that share the sample, this one among them */
	enum perf_mode mode;
	bool again;			/* of the record that was added last, and so with its callers */
	bool data_known;		/* access and data are those of the instruction */
	uint64_t access, data;		/* TEA_MEM_*; the address where it says so */
};

struct perf_pass;
struct perf_page_memo;

/* The log of allocations beside the file. */
struct perf_heap {
	struct heaplog log;
	const char *path;		/* NULL: there is none */
	uint32_t *sites;		/* of the recording, by number in the log; 0: not yet. Of one pass: */
	uint64_t samples, strange;	/* of memory of no file; of these, of processes that are not in the log */
};

/* One measure on its way into the recording. */
struct perf_reader {
	struct perf_pass *pass;
	struct recording *recording;
	struct fault *fault;
	struct recording_measure *measure;
	struct recording_filter filter;
	struct notes *notes;
	struct perf_event *events;	/* by attribute, of sources of the measure */
	const struct perfdata_attr *shown;	/* the event of it, or the first of a mix */
	const struct perf_source *source;	/* of that event */
	bool chains;			/* places by caller, too */
	bool keeps;			/* samples are kept one by one, too */
	bool data;			/* places by what they access, too */
	/* of one pass */
	struct pairing pairing;
	uint64_t lost_samples;		/* by LOST_SAMPLES records */
	bool filters;			/* there is a filter of samples' origin */
	bool contexts;			/* places have more than thread and address */
	struct perf_waits waits;
	uint32_t frame;			/* of the record that was added last, with callchains */
	struct perf_page_memo *pages;	/* of data; else NULL */
	struct perf_cell *cells;
	struct pics_weight *weights;	/* of the cells' parts */
	size_t cells_count;		/* a power of two */
	struct perf_addition waiting[PERF_READER_WAITING];	/* a ring */
	size_t next;			/* of the ring: has waited longest */
	uint64_t parts;			/* of all cells, and those given away */
};

#define PERF_READERS_MOST	(1 + MEASURES_ALSO)

/* Over the file's records, for all readers. */
struct perf_pass {
	struct recording *recording;
	struct fault *fault;
	struct perf_reader readers[PERF_READERS_MOST];	/* first of the measure that is shown */
	size_t readers_count;
	uint64_t known;			/* changes before this offset: of an earlier pass */
	uint64_t learnt;		/* changes that the next pass knows */
	uint64_t read_again;		/* bytes */
	unsigned int restarts;
	bool again;			/* it was not the last one */
	bool sampled;			/* a sample was looked up */
	uint64_t latest;		/* time of those that were */
	uint64_t undescribed;		/* samples of no event that the file describes */
	struct perf_thread_memo *threads, *last_thread;
	struct perf_frame_memo *frames;
	struct unwinder unwinder;
	struct keyindex frame_index;	/* of the recording's frames */
	struct perf_heap heap;
};

static inline uint64_t perf_reader_time(const struct perfdata_record *record)
{
	return record->where.has & PERF_SAMPLE_TIME ? record->where.time_ns : record->head.offset;
}

/* Settings from the header: the core with that PMU. 0 or -ENOMEM. */
int perf_core_describe(struct recording *recording, const char *pmu);

int perf_reader_no_memory(struct perf_reader *reader);

/*
 * All return 0, or a negative errno with the fault filled. The first three are all that there is to
 * do, for which recording, fault, and of each reader those members that are of more than a pass, are
 * to be set. Learning comes before, where samples' events or times are only known then.
 */
int perf_pass_learn(struct perf_pass *pass);
int perf_pass_read(struct perf_pass *pass);
void perf_pass_deinit(struct perf_pass *pass);

/* Handlers of records. Those of changes may say that the pass has to begin again. */
#define PERF_READER_RESTART	1
int perf_pass_change(struct perf_pass *pass, const struct perfdata_record *record);
/* Of SAMPLE and AUX_OUTPUT_HW_ID. */
int perf_pass_sample(struct perf_pass *pass, const struct perfdata_record *record);
int perf_pass_lost(struct perf_pass *pass, const struct perfdata_record *record);
int perf_pass_lost_samples(struct perf_pass *pass, const struct perfdata_record *record);
int perf_pass_throttle(struct perf_pass *pass, const struct perfdata_record *record);
/* For records without effect on the source. */
int perf_pass_nothing(struct perf_pass *pass, const struct perfdata_record *record);

/*
 * struct tea_raw of a sample. 1: @raw has it, and its losses are counted. 0: the record has none.
 * Or a negative errno with the reader's fault filled.
 */
int perf_raw_read(struct perf_reader *reader, const struct perfdata_record *record,
		  struct tea_raw *raw);
/* Each of its slots counts, with a part of the record's period. */
int perf_raw_add(struct perf_reader *reader, const struct perfdata_record *record,
		 const struct tea_raw *raw);

/* The event that a record is of, or NULL where it does not say. */
struct perf_event *perf_reader_event(struct perf_reader *reader,
				     const struct perfdata_record *record);

/* 1: the sample counts, as @meaning. 0: the filter leaves it out. */
int perf_reader_add(struct perf_reader *reader, const struct perfdata_record *record,
		    const struct perf_meaning *meaning);

/*
 * The thread and the moment of a record that is not added at a place. 1: the filter wants it by its
 * origin. 0: it does not. Or a negative errno with the reader's fault filled.
 */
int perf_reader_origin(struct perf_reader *reader, const struct perfdata_record *record,
		       struct perf_moment *moment, uint32_t *thread);

/* A change that samples before it might have seen. 0 or PERF_READER_RESTART. */
int perf_pass_late(struct perf_pass *pass, const struct perfdata_record *record);
/* The rest of this pass looks for changes only; the next one will know them all. */
void perf_pass_learn_rest(struct perf_pass *pass);
/* Sorts all changes so far for looking up. */
int perf_pass_seal(struct perf_pass *pass);
/* Samples that wait are looked up. */
int perf_reader_drain(struct perf_reader *reader);
/* And all their cycles given to the recording. */
int perf_reader_settle(struct perf_reader *reader);

/* The object, and the address in it, of @address in memory. */
int perf_reader_locate(struct perf_reader *reader, const struct perf_moment *moment,
		       enum perf_mode mode, uint64_t address, struct recording_frame *where);
/* More mappings were looked at than a sound file has: a negative errno; else 0. */
int perf_reader_check_maps(struct perf_reader *reader);
/* The number in the recording's data of what @meaning's instruction accesses. */
int perf_reader_datum(struct perf_reader *reader, const struct perf_moment *moment,
		      const struct perf_meaning *meaning, uint32_t *number);

/* Reads the log beside the recording, if there is one of its times. */
int perf_heap_open(struct perf_pass *pass);
/* A pass begins. */
int perf_heap_begin(struct perf_pass *pass);
/* The number in the recording's sites of who allocated the memory at @address; 0: not known. */
int perf_heap_site(struct perf_reader *reader, const struct perf_moment *moment, uint64_t address,
		   uint32_t *number);
/* What the log does not tell becomes a note. */
void perf_heap_finish(struct perf_pass *pass);
void perf_heap_deinit(struct perf_pass *pass);
/* For free(); NULL: no memory. */
struct perf_page_memo *perf_pages_create(void);
/* The frame of the sample's direct caller, or RECORDING_NO_FRAME. */
int perf_reader_frames(struct perf_reader *reader, const struct perfdata_record *record,
		       const struct perf_moment *moment, uint32_t *frame);

#endif /* PERF_READER_H */
