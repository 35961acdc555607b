/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * teapics.h - TEA recordings for programs of your own: open, iterate, aggregate
 *
 * A recording (a perf.data with TEA's samples, or a profile of tea sim) is cycle stacks:
 * cycles by signature, the set of performance events that an instruction met, for each
 * place: an instruction run by a thread on a CPU. teapics_each() visits the places,
 * teapics_aggregate() sums them by function, line, instruction and the other keys of tea report
 * --by. Both give entries, read by the functions below. Everything adds up: the entries' cycles to
 * teapics_cycles(), an entry's signatures to its cycles.
 *
 *	char error[TEAPICS_ERROR_BYTES];
 *	struct teapics *pics = teapics_open("perf.data", NULL, error);
 *	struct teapics_rows *rows = pics ? teapics_aggregate(pics, "function") : NULL;
 *
 *	for (size_t i = 0; i < teapics_rows_count(rows); i++) {
 *		const struct teapics_entry *entry = teapics_rows_at(rows, i);
 *
 *		printf("%12.0f %s\n", teapics_entry_cycles(entry),
 *		       teapics_entry_text(entry, TEAPICS_SYMBOL));
 *	}
 *
 * Link with the output of pkg-config --libs teapics. Functions never print and never exit. Objects
 * are not shared between threads; different ones may be used at once. Text lives as long as the
 * object that it was read from. The interface is version 0: it may still change with the number of
 * the library (libteapics.so.0). It is built for the machine that builds it, and reads recordings
 * of any; on the guest there is the tea command alone.
 */
#ifndef TEAPICS_H
#define TEAPICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TEAPICS_ERROR_BYTES	512
#define TEAPICS_SIGNATURE_BYTES	80	/* for the longest signature's name */
#define TEAPICS_UNKNOWN		0x200	/* signature of samples that lost their events */
#define TEAPICS_ST_CO		0x400	/* ST-CO in a signature; other bits are tea list's */

struct teapics;
struct teapics_rows;
struct teapics_entry;

/*
 * Opens a recording; "-" is standard input. @symfs is the root directory of the recorded machine's
 * files, NULL if that is this machine. NULL on failure, with a sentence in @error (may be NULL):
 * the failure, and the remedy.
 */
struct teapics *teapics_open(const char *path, const char *symfs,
			     char error[TEAPICS_ERROR_BYTES]);
/*
 * The same where a file may have several of TEA's events, as of perf record -e tea//u
 * -e tea//k: the one of this name or number, which teapics_note() lists; NULL: the first.
 */
struct teapics *teapics_open_event(const char *path, const char *symfs, const char *event,
				   char error[TEAPICS_ERROR_BYTES]);
/* NULL is no recording, and fine. Rows of it have to be freed before. */
void teapics_close(struct teapics *pics);

/* All cycles of the recording. */
double teapics_cycles(const struct teapics *pics);
uint64_t teapics_samples(const struct teapics *pics);	/* 0: every cycle was counted */
uint64_t teapics_lost(const struct teapics *pics);
const char *teapics_host(const struct teapics *pics);	/* these three: NULL if not known */
const char *teapics_release(const struct teapics *pics);
const char *teapics_command(const struct teapics *pics);
const char *teapics_event(const struct teapics *pics);	/* which of the file's it is */
/* A note of the tea command on missing or omitted data. NULL behind the last. */
const char *teapics_note(const struct teapics *pics, size_t index);

/*
 * The kind of its stacks: "signature", unless a profile lists categories of its own. The functions
 * for signatures then give these, and those for cycles its own unit.
 */
const char *teapics_kind(const struct teapics *pics);
const char *teapics_unit(const struct teapics *pics);	/* "cycles" */

/* The texts of an entry; NULL if unknown or without meaning there. */
enum teapics_text {
	TEAPICS_OBJECT,			/* path of the program, library or kernel */
	TEAPICS_SYMBOL,			/* function */
	TEAPICS_FILE,			/* source file */
	TEAPICS_COMM,			/* command, of places and rows by thread */
};

/* And of numbers. */
enum teapics_number {
	TEAPICS_ADDRESS,		/* as nm has it; in memory for the kernel */
	TEAPICS_OFFSET,			/* from the function's start, or the object's */
	TEAPICS_LINE,			/* of the source file */
	TEAPICS_PID,			/* of places and rows by thread */
	TEAPICS_TID,
	TEAPICS_CPU,			/* of places and rows by CPU, where it was recorded */
};

/* Commit states, in the order of the interface (tea list). */
enum teapics_state {
	TEAPICS_COMPUTE,
	TEAPICS_DRAINED,
	TEAPICS_STALLED,
	TEAPICS_FLUSHED,
};

const char *teapics_entry_text(const struct teapics_entry *entry, enum teapics_text what);
/* False, and nothing written, where the entry has no such number. */
bool teapics_entry_number(const struct teapics_entry *entry, enum teapics_number what,
			  uint64_t *number);
double teapics_entry_cycles(const struct teapics_entry *entry);
/* Cycles by state; those of samples that lost their events are in none. */
double teapics_entry_state(const struct teapics_entry *entry, enum teapics_state state);
/* How many signatures the entry has, and cycles of the one at @index, which is stored. */
size_t teapics_entry_signatures(const struct teapics_entry *entry);
double teapics_entry_signature(const struct teapics_entry *entry, size_t index,
			       unsigned int *signature);

/* The name of one that teapics_entry_signature() stored, of any kind. Returns @name. */
const char *teapics_category_name(const struct teapics *pics, unsigned int category,
				  char name[TEAPICS_SIGNATURE_BYTES]);
/* The signature's name: "Base", "ST-L1+ST-TLB", "unknown". Returns @name. */
const char *teapics_signature_name(unsigned int signature, char name[TEAPICS_SIGNATURE_BYTES]);

/*
 * Calls @visit for every place, in no order, until it returns another value than 0, which
 * is returned; else 0. The entry lives until @visit returns.
 */
int teapics_each(struct teapics *pics,
		 int (*visit)(const struct teapics_entry *entry, void *context), void *context);

/*
 * Sums places by "function", "line", "instruction", "block", "object", "thread" or "cpu";
 * rows are in the order of their cycles, most first. NULL for another word, and when memory
 * runs out.
 */
struct teapics_rows *teapics_aggregate(struct teapics *pics, const char *by);
/* 0 for NULL. */
size_t teapics_rows_count(const struct teapics_rows *rows);
/* @index is below the count. Lives until the rows are freed. */
const struct teapics_entry *teapics_rows_at(const struct teapics_rows *rows, size_t index);
void teapics_rows_free(struct teapics_rows *rows);

#ifdef __cplusplus
}
#endif

#endif /* TEAPICS_H */
