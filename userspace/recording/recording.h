/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * recording.h - a recording in any format: perf.data, or tea sim's profile
 *
 * A recording is cycle stacks by place, where a place is an address in an object, run by a thread;
 * plus the facts of the run. Views fold places into their rows. It reads perf.data and profiles,
 * and only gives symbols the objects, without asking for names.
 */
#ifndef RECORDING_H
#define RECORDING_H

#include "base/fault.h"
#include "base/heapformat.h"
#include "base/input.h"
#include "base/progress.h"
#include "base/texts.h"
#include "filter.h"
#include "maps.h"
#include "measures.h"
#include "perfdata/perfdata.h"
#include "pics.h"
#include "symbols/source.h"
#include "symbols/symbols.h"

struct json_object;

#define RECORDING_KERNEL	"[kernel.kallsyms]"	/* its object's path, as perf has it */
#define RECORDING_NO_CPU	UINT32_MAX
#define RECORDING_NO_FRAME	UINT32_MAX

struct recording_thread {
	uint32_t pid, tid;
	const char *comm;
};

struct recording_place {
	uint32_t object;		/* of symbols */
	uint32_t thread;		/* of threads */
	uint32_t cpu;			/* RECORDING_NO_CPU: not recorded, or not asked for */
	uint32_t frame;			/* the caller's, of frames; or RECORDING_NO_FRAME */
	uint64_t address;		/* as symbols_locate() takes it */
	uint32_t datum;			/* of data: what it accesses; 0: not asked for */
};

/*
 * What the memory at some addresses is. If it has an object, whose code is near, it may be data of
 * that: at its address minus the slide, as far as the object's code goes on in memory.
 */
enum recording_memory {
	RECORDING_MEMORY_NONE,		/* of instructions that access none */
	RECORDING_MEMORY_UNKNOWN,	/* the address was not recorded, or may not be seen */
	RECORDING_MEMORY_KERNEL,
	RECORDING_MEMORY_FILE,		/* a mapping of the object, which has no code there */
	RECORDING_MEMORY_STACK,		/* behind all mappings of the process */
	RECORDING_MEMORY_HEAP,		/* anything else of a process */
	RECORDING_MEMORY_COUNT
};

struct recording_space {
	enum recording_memory memory;
	uint32_t pid;
	uint32_t object;		/* of symbols, or KEYINDEX_NONE */
	uint64_t slide;
};

struct recording_datum {
	uint32_t space;			/* of spaces */
	uint32_t site;			/* of sites: that allocated it; 0: not known */
	uint8_t access;			/* TEA_MEM_LOAD and so on; 0: none, or not known */
	uint8_t source;			/* enum tea_mem_source: where the data came from */
	uint64_t address;		/* in memory */
};

/* Who allocates memory: a function of the C library, and those that called it, innermost first. */
struct recording_caller {
	uint32_t object;		/* of symbols */
	uint64_t address;		/* within the call, as a place's */
};

struct recording_site {
	enum heapformat_function function;
	uint32_t count;			/* of callers */
	struct recording_caller callers[HEAPFORMAT_CALLERS];
};

/*
 * A caller: frames are a trie, so that a place and its frame give the whole chain, from the
 * innermost caller outwards.
 */
struct recording_frame {
	uint32_t parent;		/* this one's caller, or RECORDING_NO_FRAME */
	uint32_t object;
	uint64_t address;		/* within the call, not behind it */
};

/* One sample's part, where samples are kept one by one: in the order of their times. */
struct recording_sample {
	uint64_t time_ns;		/* perf's */
	uint64_t parts;
	struct pics_weight weight;
	uint32_t place;			/* of places */
	uint32_t number;		/* as they came */
	uint16_t category;
	uint8_t state;			/* enum tea_commit_state, or PICS_NO_STATE */
};

/*
 * A run in equal slices, whose stacks add up to those of the recording: of a profile that has them,
 * in place of samples one by one. Several threads lie over each other, from the beginning of each.
 */
#define RECORDING_SLICES_MOST	1024

struct recording_slices {
	size_t count;			/* 0: there are none, or none were asked for */
	double ns;			/* of one */
	struct pics pics;		/* by number of the slice */
	uint64_t *instructions;		/* of slots: in each slice; else NULL */
};

/* One knob or property of the core that ran. */
struct recording_setting {
	const char *name, *value;
};

/* A program that did not end on its own. */
struct recording_end {
	int signal;			/* 0: none */
	struct recording_place place;	/* of the instruction that was executed last */
	uint64_t pc;
	uint8_t insn[4];
	size_t insn_bytes;		/* 0: not known */
};

struct recording_event {
	const char *name;		/* as given to perf, or "event" */
	uint64_t samples;
};

/*
 * Slots of stages, or of the floating-point units: docs/stage-stacks.md. By category of
 * category_stages or category_flops; behind the latter are the operations that the units did, by
 * the width of their data: in threads, and in operations by place.
 */
#define RECORDING_SLOTS_MOST	(TEA_STACKS_COUNT * TEA_COMPONENTS_COUNT)
#define RECORDING_SLOTS_PER_CYCLE 10000	/* at most */

#define RECORDING_WIDTHS	3	/* 8, 4 and 2 bytes */
#define RECORDING_WIDTH_BYTES(width)	(8U >> (width))
#define RECORDING_FLOPS_MOST	(TEA_FLOPS_COUNT + RECORDING_WIDTHS)

struct recording_slots_thread {
	uint64_t cycles;
	uint64_t instructions;		/* 0 for floating-point units */
	uint64_t slots[RECORDING_SLOTS_MOST];
};

struct recording_slots {
	uint32_t per_cycle;		/* of one stage; 0: there are none, or none were asked for */
	uint32_t per_operation;		/* of floating-point units, on 8 bytes; of stages 1 */
	bool vectors;			/* operations on shorter vectors take fewer of them */
	struct recording_slots_thread *threads;
	size_t threads_count;
	struct recording_slots_thread total;	/* of all threads */
	struct pics operations;		/* by index of places, and number of width; of stages none */
	struct pics whole;		/* of estimates: by stage, and at TEA_STACKS_COUNT of all of them */
};

/*
 * Cycles of a program without some of their causes, measured: docs/what-if.md. A cause is an
 * instruction and events that then never happen to it.
 */
#define RECORDING_CAUSES_MOST	64

struct recording_cause {
	uint32_t object;		/* of symbols */
	uint64_t address;		/* as a place's */
	uint16_t events;		/* 0: the instruction takes no time */
};

struct recording_trial {
	uint64_t causes;		/* that are taken away: a bit for each; never none */
	uint64_t cycles;		/* of the whole run then */
	const char *failure;		/* NULL: there are cycles; else why there are none */
};

struct recording_gains {
	uint64_t instructions;		/* of the run in which the causes were found */
	struct recording_cause *causes;
	size_t causes_count;		/* 0: nothing was measured */
	struct recording_trial *trials;	/* of each cause alone, and some together */
	size_t trials_count;
};

/* The cost of one more unit of a latency, by the edges of the critical path that have it. */
struct recording_slope {
	const char *knob;
	int64_t cycles;
};

/* Beside its cycles by cause, which are the recording's own stacks: docs/critical-path.md. */
struct recording_path {
	uint64_t cycles;		/* of all threads; 0: there is none, or none was asked for */
	uint8_t components[CATEGORY_ITEMS];	/* enum tea_cause, of each category */
	struct recording_slope *slopes;
	size_t slopes_count;
};

/*
 * A run of which windows were modelled, and the rest estimated by them; weights of its cycles are of
 * windows. Numbers are of instructions, but for windows and groups: docs/profile-format.md.
 */
struct recording_sampled {
	uint64_t windows;
	unsigned int groups;		/* of windows; 0: all was modelled, or only samples are there */
	double bias;			/* of amounts, as pics_windows have it */
	bool warms_all;			/* all between windows warmed caches, or warm before each */
	uint64_t warm;
	uint64_t detail, lead, warmed;	/* in windows, in what leads to them, and passed by warming */
	uint64_t unmet;			/* places that were executed in no window, and how often */
	uint64_t unmet_executions;
	bool refined;			/* windows are where those of another run deviate */
	size_t resumed;			/* how often it was, and the last time: */
	uint64_t resumed_behind, resumed_warm;	/* what came before, and what warmed its first window */
	struct json_object *deviations;	/* of each row of the profile */
};

/*
 * A profile that was merged of recordings of many machines: weights of its cycles are of groups of
 * these. docs/merge.md.
 */
struct recording_merged {
	uint64_t recordings;		/* 0: it was not merged */
	uint64_t machines;		/* labels, or else recordings, all of one label */
	bool labelled;
	unsigned int groups;		/* of machines; 0: there is one machine */
	uint32_t dealt[PICS_GROUPS_MOST];	/* machines in each group */
	uint64_t unknown;		/* samples without a word */
	const char *event, *stage;	/* of the recordings */
	struct json_object *parts;	/* of each row of the profile, by group */
	struct json_object *notes;	/* on the recordings; NULL: none */
	struct json_object *outliers;	/* machines that differ from the others; NULL: none */
	uint64_t between;		/* thousandths of the variance that are between machines */
	bool has_between;
};

/* A run whose slots perf stat counted: the facts that are not in the counts. */
struct recording_counted {
	uint32_t width, flops;		/* slots in a cycle of each stage, of the FLOPS stack; 0: none */
	bool vectors;			/* the core has them */
	const char *const *command;	/* of the program */
	size_t command_count;
};

/*
 * A stream between branch records: code that ran from a target to the next source, with no taken
 * branch between.
 */
struct recording_stream {
	uint32_t thread;		/* of threads */
	uint32_t object;		/* of symbols */
	uint64_t begin, end;		/* of the first instruction and of the last, as a place's */
	uint64_t count;
	double branches;		/* taken branches that they stand for: a sample's are its streams' */
};

/* A transfer in branch records: a taken branch, or a trap and the return from it. */
struct recording_edge {
	uint32_t thread;		/* of threads */
	uint32_t source_object, target_object;	/* of symbols */
	uint64_t source, target;	/* as a place's */
	uint64_t records;		/* of it, in all stacks */
	uint64_t newest;		/* stacks of which one of these is the newest */
	double branches;		/* taken branches that they stand for: a sample's are its records' */
};

struct recording_streams {
	struct recording_stream *items;
	size_t count;
	struct recording_edge *edges;
	size_t edges_count;
	uint64_t samples;		/* of taken branches */
	uint64_t short_samples;		/* of these, with too few records for a stream */
	uint64_t number;		/* of all streams, broken ones among them */
	uint64_t broken;		/* that end before they begin, or in another object */
	double branches;		/* that all samples stand for, and those that were lost */
	double streamed;		/* that all streams stand for, broken ones among them */
	struct keyindex index, edge_index, spans;
};

/*
 * Threads off the CPU, of an event of waits, whose stacks these waits are: parts are nanoseconds.
 */
struct recording_wait {
	uint32_t place;			/* of places: of the program */
	uint16_t category;		/* of category_waits */
	uint32_t kernel_object;		/* of symbols: where the kernel waits; KEYINDEX_NONE: not known */
	uint64_t kernel_address;
	uint64_t count, ns, longest_ns;	/* count: but those that go on from another category */
};

struct recording_life {
	uint32_t thread;		/* of threads */
	uint64_t ns;			/* from the first record of it to the last */
};

struct recording_waits {
	struct recording_wait *items;
	size_t count;
	struct recording_life *lives;	/* of those that waited */
	size_t lives_count;
	struct keyindex index;
};

/* Measures read beside the one that is shown, in the same pass over the file. */
#define MEASURES_ALSO	2

struct recording_options {
	const char *path;		/* "-": standard input */
	const char *symfs;		/* "": none */
	const char *prefix;		/* of source files, see struct source_paths; or NULL */
	size_t prefix_strip;
	bool debuginfod;		/* ask the servers of $DEBUGINFOD_URLS for symbols */
	const char *vmlinux, *kallsyms;	/* the kernel's file, its symbols; NULL: to be looked for */
	bool mangled;			/* names of functions as the linker knows them */
	bool empty;			/* one without samples is no error, but a note */
	const char *event;		/* of several of TEA's: its name or number; NULL: the first */
	struct measures_wanted of;	/* the measure of its stacks */
	struct measures_wanted also[MEASURES_ALSO];	/* beside it: of each the first that there is */
	const struct recording_counted *counted;	/* the file is of such a run; or NULL */
	bool cpus;			/* places by CPU, too */
	bool chains;			/* places by caller, too, with frames */
	bool data;			/* places by what they access, too */
	bool sequence;			/* keep samples one by one, too, of a perf.data with times; or slices */
	struct recording_filter filter;
	struct progress progress;	/* called while a file is read, and places looked up */
};

/* One of a run's measures: its stacks at the run's places, and what their parts are. */
struct recording_measure {
	enum measure id;		/* MEASURE_NONE: it was not read */
	const char *event;		/* as named to perf, or how the profile counts */
	const struct category_kind *kind;
	enum tea_stack stage;		/* at which signatures were sampled, or counted */
	uint32_t parts_per_unit;	/* of the kind's unit */
	uint64_t period;		/* units per sample; 0: not fixed, or every cycle */
	uint64_t frequency_hz;		/* asked of perf, or 0 */
	uint64_t samples;		/* 0: none, every cycle was counted */
	unsigned int groups;		/* of windows that estimate its cycles, or of machines; 0: none */
	uint64_t unknown_samples;	/* without a word: their signature is unknown */
	uint64_t filtered_samples;	/* left out by the filter (a profile: rows); not in places */
	uint64_t lost;			/* samples and records that never arrived */
	double scale;			/* of executions: for samples that were lost; 1: none */
	struct pics pics;		/* by index of places */
	struct recording_sample *sequence;
	size_t sequence_count;
	struct recording_slices slices;	/* in place of these */
	uint64_t first_ns, last_ns;	/* of samples, in perf's time; 0: not recorded */
	uint64_t parts_without_callers;	/* whose chain has gaps: framechain.h */
	struct category_list *categories;	/* the kind's, if the file brings it; or NULL */
	struct notes notes;		/* on it; on the one that is shown: the recording's */
	const char *failure;		/* why executions could not be read beside others; or NULL */
};

struct recording {
	struct recording_options options;
	const char *path;
	const char *host, *release, *arch;	/* NULL: not known */
	char *command;			/* of perf, or of the simulated program */
	struct recording_setting *settings;
	size_t settings_count;
	uint64_t run_cycles;		/* of the whole run; 0: not known */
	uint64_t run_instructions;	/* executed in it; 0: not known */
	uint64_t run_threads;		/* of a profile, whose places are all of its one thread; 0: not known */
	uint64_t throttled;		/* times that the kernel stopped an event for a while */
	struct recording_measure measures[MEASURES_COUNT];	/* by enum measure */
	struct recording_measure *shown;	/* of these */
	struct recording_slots stages, flops;	/* of these measures, beside their stacks */
	struct recording_path critical;
	struct recording_streams streams;	/* of instructions */
	struct recording_waits waits;
	struct recording_gains gains;
	struct recording_sampled sampled;
	struct recording_merged merged;
	struct recording_place *places;
	size_t places_count;
	struct recording_frame *frames;
	size_t frames_count;
	struct recording_space *spaces;
	size_t spaces_count;
	struct recording_datum *data;	/* the first is none */
	size_t data_count;
	struct recording_site *sites;	/* of data on the heap; the first is none */
	size_t sites_count;
	bool has_times;			/* every sample names its time */
	bool has_cpus;			/* every sample names its CPU */
	bool has_chains;		/* samples were recorded with callchains */
	bool asks_data;			/* its event asks for data addresses, as far as there are some */
	bool has_data;			/* samples were recorded with data addresses, and these asked for */
	struct recording_event *others;	/* events of the same file that are not shown */
	size_t others_count;
	struct recording_thread *threads;
	size_t threads_count;
	struct recording_end end;
	char *partial;			/* why it is of a part of the run only; NULL: it is of all */
	struct symbols symbols;
	struct source_paths source_paths;
	struct notes notes;
	/* owners of the targets of the above */
	struct keyindex place_index, context_index, thread_index, datum_index;
	struct keyindex space_index[RECORDING_MEMORY_COUNT];
	struct texts texts;
	struct input input;
	struct perfdata perfdata;
	struct maps maps;
	uint64_t mixed;			/* of a machine: ranges at which processes had different code */
	struct json_object *json;
};

/* 0, or a negative errno with @fault filled: it then starts with the path. */
int recording_open(struct recording *recording, const struct recording_options *options,
		   struct fault *fault);
void recording_close(struct recording *recording);
/*
 * The name of the machine that the file at @path was recorded on, among @texts; NULL: it does not say.
 * Reads no samples. 0, or a negative errno with @fault filled, as recording_open().
 */
int recording_host(const char *path, struct texts *texts, const char **host, struct fault *fault);

/* The Unix time at @time_ns of its samples; 0: the file does not say. */
uint64_t recording_wall_ns(const struct recording *recording, uint64_t time_ns);

/* Has the file @measure, too, to be read with options.of? */
bool recording_has(const struct recording *recording, enum measure measure);
/* The same of all measures: a bit for each. */
unsigned int recording_measures(const struct recording *recording);

/* The first of those wanted that the file has, or MEASURE_NONE. */
enum measure recording_first(const struct recording *recording,
			     const struct measures_wanted *wanted);
/* Executions that were read, or could not be: see failure. NULL: none were asked for, or there are none. */
struct recording_measure *recording_executions(struct recording *recording);
/* Notes on a measure go there. */
struct notes *recording_notes(struct recording *recording, struct recording_measure *measure);

/* Are samples shown of a profile that has every cycle, too? */
bool recording_keeps_golden(const struct recording *recording);
/* Are cycles shown that windows of the run estimate? */
bool recording_is_estimated(const struct recording *recording);
/* What margins are of: "samples", "windows", "machines" or "runs". */
const char *recording_drawn(const struct recording *recording);
/* The remedy, beside a longer run, if these are too few. */
const char *recording_denser(const struct recording *recording);

/* Slots of floating-point units that an operation of number @width takes. */
double recording_operation_slots(const struct recording_slots *flops, unsigned int width);

#endif /* RECORDING_H */
