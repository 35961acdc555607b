/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * selection.h - which recording to read, and what part of it: options of several commands
 *
 * Filters are spelt as perf report spells them where perf has them.
 */
#ifndef SELECTION_H
#define SELECTION_H

#include "analysis/rows.h"
#include "options.h"
#include "output/progressbar.h"

struct selection {
	struct recording_options recording;
	const char *comms, *pids, *tids, *cpus, *objects, *symbols, *time;
	const char *states, *categories, *event;
	bool pairs;			/* two recordings, whose recorded events may differ */
	const char *second;		/* the second recording's, where two were named; or NULL */
	struct recording_texts object_names, symbol_names;	/* for rows_options */
	char *text;			/* all filters in words, for headers; NULL: none */
	struct progressbar bar;		/* to be ended before anything is written */
	void *owned[8];			/* what recording.filter and the names point to */
	size_t owned_count;
};

#define SELECTION_DEFAULT { .recording = { .path = "perf.data", .symfs = "" } }

/* In an option table: which recording. */
#define SELECTION_RECORDING(selection) \
	OPTION_INPUT(&(selection)->recording.path), \
	OPTION_SYMFS(&(selection)->recording.symfs), \
	{ "debuginfod", 0, OPTION_FLAG, NULL, "ask the servers of $DEBUGINFOD_URLS for symbols", \
	  NULL, &(selection)->recording.debuginfod }, \
	OPTION_GOLDEN(&(selection)->recording.golden)

/* Which of its samples. */
#define SELECTION_SAMPLES(selection) \
	{ "comms", 'c', OPTION_TEXT, "LIST", "only commands of these names", NULL, \
	  &(selection)->comms }, \
	{ "pid", 0, OPTION_TEXT, "LIST", "only these processes", NULL, &(selection)->pids }, \
	{ "tid", 0, OPTION_TEXT, "LIST", "only these threads", NULL, &(selection)->tids }, \
	{ "cpu", 'C', OPTION_TEXT, "LIST", "only these CPUs, as 0,2-3", NULL, \
	  &(selection)->cpus }, \
	{ "time", 0, OPTION_TEXT, "TIMES", "only START,STOP in seconds; either may be missing", \
	  NULL, &(selection)->time }, \
	{ "states", 0, OPTION_TEXT, "LIST", "only these commit states, as stalled,flushed", NULL, \
	  &(selection)->states }, \
	{ "signature", 0, OPTION_TEXT, "LIST", "only these signatures, as Base,ST-L1+ST-LLC", \
	  NULL, &(selection)->categories }, \
	SELECTION_EVENT(selection)

/* Which of several events that were recorded, beside events of signatures. */
#define SELECTION_EVENT(selection) \
	{ "event", 0, OPTION_TEXT, "LIST", "only signatures with all of these; or which recorded event", \
	  NULL, &(selection)->event }

/* Which of its code. */
#define SELECTION_CODE(selection) \
	{ "dsos", 'd', OPTION_TEXT, "LIST", "only these objects, by path or its last part", NULL, \
	  &(selection)->objects }, \
	{ "symbols", 'S', OPTION_TEXT, "LIST", "only these functions", NULL, &(selection)->symbols }

/* Reads the filters' texts, then the recording. 0, or a negative errno with @fault filled. */
int selection_open(struct selection *selection, struct recording *recording,
		   struct fault *fault);
/* The two steps, for commands that read several recordings: the filters; one recording. */
int selection_parse(struct selection *selection, struct fault *fault);
int selection_read(struct selection *selection, const char *path, struct recording *recording,
		   struct fault *fault);
/* Closes what one of the two read. */
void selection_close(struct selection *selection, struct recording *recording);
void selection_deinit(struct selection *selection);

#endif /* SELECTION_H */
