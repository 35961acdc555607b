/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * selection.h - the recording to read, and the part of it: options of several commands
 *
 * Filters have perf report's names if perf has them.
 */
#ifndef SELECTION_H
#define SELECTION_H

#include "analysis/places/rows.h"
#include "options.h"
#include "output/progressbar.h"

struct selection {
	struct recording_options recording;
	const char *of;			/* the measure to show, by its name or as an event's; NULL: the command's */
	const char *comms, *pids, *tids, *cpus, *objects, *symbols, *time;
	const char *states, *categories, *event;
	const char *prefix_strip;
	const char *only;		/* of the files that may be read unnamed; NULL: any */
	const char *older;		/* an older file that was not named either; or NULL */
	bool pairs;			/* two recordings, whose recorded events may differ */
	const char *second;		/* the second recording's, where two were named; or NULL */
	struct codefilter code;
	char *text;			/* all filters in words, for headers; NULL: none */
	struct progressbar bar;		/* to be ended before anything is written */
	void *owned[10];			/* the targets of recording.filter and code */
	size_t owned_count;
};

#define SELECTION_PERF		"perf.data"
#define SELECTION_PROFILE	"tea.profile"
#define SELECTION_DEFAULT { .recording = { .symfs = "" } }

/* In an option table: which recording. */
#define SELECTION_RECORDING(selection) \
	OPTION_INPUT(&(selection)->recording.path), \
	OPTION_SYMFS(&(selection)->recording.symfs), \
	OPTION_MANGLED(&(selection)->recording.mangled), \
	SELECTION_KERNEL(selection), \
	{ "debuginfod", 0, OPTION_FLAG, NULL, "ask the servers of $DEBUGINFOD_URLS for symbols", \
	  NULL, &(selection)->recording.debuginfod }, \
	SELECTION_OF(selection)

/* Which of its measures; --golden is an older name of one. */
#define SELECTION_OF(selection) \
	{ "of", 0, OPTION_TEXT, "NAME", "which measure, or recorded event: 'tea info' lists them", NULL, \
	  &(selection)->of }, \
	{ "golden", 0, OPTION_FORMER, "golden", NULL, NULL, &(selection)->of }

/* Which kernel it was. */
#define SELECTION_KERNEL(selection) \
	{ "vmlinux", 'k', OPTION_TEXT, "FILE", "the recorded kernel, ELF file or Image", NULL, \
	  &(selection)->recording.vmlinux }, \
	{ "kallsyms", 0, OPTION_TEXT, "FILE", "the recorded kernel's /proc/kallsyms", NULL, \
	  &(selection)->recording.kallsyms }

/* Samples of whom, and when. */
#define SELECTION_ORIGINS(selection) \
	{ "comms", 'c', OPTION_TEXT, "LIST", "only commands of these names", NULL, \
	  &(selection)->comms }, \
	{ "pid", 0, OPTION_TEXT, "LIST", "only these processes", NULL, &(selection)->pids }, \
	{ "tid", 0, OPTION_TEXT, "LIST", "only these threads", NULL, &(selection)->tids }, \
	{ "cpu", 'C', OPTION_TEXT, "LIST", "only these CPUs, as 0,2-3", NULL, \
	  &(selection)->cpus }, \
	{ "time", 0, OPTION_TEXT, "TIMES", "only START,STOP in seconds, 10%-20% or 10%/2", \
	  NULL, &(selection)->time }

/* Which of its samples. */
#define SELECTION_SAMPLES(selection) \
	SELECTION_ORIGINS(selection), \
	{ "states", 0, OPTION_TEXT, "LIST", "only these commit states, as stalled,flushed", NULL, \
	  &(selection)->states }, \
	{ "signature", 0, OPTION_TEXT, "LIST", "only these signatures, as Base,ST-L1+ST-LLC", \
	  NULL, &(selection)->categories }, \
	SELECTION_EVENT(selection)

#define SELECTION_EVENT(selection) \
	{ "event", 0, OPTION_TEXT, "LIST", "only signatures with all of these", NULL, \
	  &(selection)->event }

/* Which of its code. */
#define SELECTION_CODE(selection) \
	{ "dsos", 'd', OPTION_TEXT, "LIST", "only these objects, by path, name, part or pattern", NULL, \
	  &(selection)->objects }, \
	{ "symbols", 'S', OPTION_TEXT, "LIST", "only these functions, by name, part or pattern", NULL, &(selection)->symbols }

/* Where source files are, as perf annotate has it. */
#define SELECTION_SOURCES(selection) \
	{ "prefix", 0, OPTION_TEXT, "DIR", "in front of the paths of source files", NULL, \
	  &(selection)->recording.prefix }, \
	{ "prefix-strip", 0, OPTION_TEXT, "N", "so many directories taken off them before", NULL, \
	  &(selection)->prefix_strip }

/*
 * The recording, where it is named without -i: by the first of @operands, if there is one. Where nothing
 * names one it is perf.data or tea.profile, whichever is newer. 0, or a negative errno with @fault
 * filled: two are named, or there is none.
 */
int selection_operand(struct selection *selection, int count, char *const *operands,
		      struct fault *fault);
/* Reads the filters' texts, then the recording. 0, or a negative errno with @fault filled. */
int selection_open(struct selection *selection, struct recording *recording,
		   struct fault *fault);
/* The two steps, for commands that read several recordings: the filters; one recording. */
int selection_parse(struct selection *selection, struct fault *fault);
int selection_read(struct selection *selection, const char *path, struct recording *recording,
		   struct fault *fault);
/* Only code that was asked for, for rows_options; NULL: all of it. */
const struct codefilter *selection_code(const struct selection *selection);
/* Where recordings were read one by one: 0, or -ENOENT where none has code that was asked for. */
int selection_check(const struct selection *selection, struct fault *fault);
/* Are there samples one by one? Else -ENODATA with @fault filled. */
int selection_check_samples(const struct recording *recording, struct fault *fault);
/* Or slices, of what is selected? The same. */
int selection_check_times(const struct selection *selection, const struct recording *recording,
			  struct fault *fault);
/* Closes the selection and its recording. */
void selection_close(struct selection *selection, struct recording *recording);
void selection_deinit(struct selection *selection);

#endif /* SELECTION_H */
