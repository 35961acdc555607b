/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * summary.h - what a result says in short: its summary.json, of tea report or tea whatif
 */
#ifndef SUMMARY_H
#define SUMMARY_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>

#define SUMMARY_STACK_MOST	256

struct summary_piece {
	const char *name;		/* of a category */
	double cycles;
};

/* Names live as long as the summary. Zeroed memory has nothing. */
struct summary {
	struct json_object *json;	/* NULL: there is none */
	double cycles, margin;		/* the latter of an estimate, else 0; NAN: not known */
	struct summary_piece stack[SUMMARY_STACK_MOST];	/* largest first */
	size_t stack_count;
};

/* Nothing where the file is not there, or is none. */
void summary_read(struct summary *summary, const char *path);
void summary_deinit(struct summary *summary);

/* @name of @object; 0: it is exact; NAN: it is not known, by too few windows. */
double summary_margin(struct json_object *object, const char *name);

/* How much faster it is than @base; 1: as fast. 0: not known. */
double summary_speedup(const struct summary *summary, const struct summary *base);
/* Half of its interval, as if the two were drawn apart; 0: both are exact, or one result; NAN: one is not known. */
double summary_speedup_margin(const struct summary *summary, const struct summary *base);

#endif /* SUMMARY_H */
