/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_info.h - the contents of a recording, and its gaps, as text, JSON or CSV
 *
 * Facts are a table that all formats walk; behind them come the core's settings, other
 * events of the file, and the objects with cycles: whether their functions have names,
 * and why not.
 */
#ifndef VIEW_INFO_H
#define VIEW_INFO_H

#include "analysis/places/rows.h"
#include "output/amount.h"
#include "view.h"

struct view_info {
	const struct recording *recording;
	const struct rows *objects;	/* by object, most cycles first */
	const struct term *term;
};

void view_info_put(const struct view_info *info, enum view_format format);

/* The rest is shared by the formats. */
enum view_fact_type {
	FACT_TEXT,
	FACT_NUMBER,
	FACT_SECONDS,			/* in nanoseconds */
	FACT_CYCLES,			/* in parts */
};

struct view_fact {
	const char *name, *title;
	enum view_fact_type type;
	bool measured;			/* of the measure that is shown, not of the run */
	size_t offset;			/* in struct recording_measure, or in struct recording */
	bool zero;			/* shown in text where it is 0 */
};

extern const struct view_fact view_facts[];	/* ends in a NULL name */

/* Amounts are called by their unit. */
const char *view_fact_name(const struct view_info *info, const struct view_fact *fact);
/* NULL where it is not known. */
const char *view_fact_text(const struct view_info *info, const struct view_fact *fact);
uint64_t view_fact_number(const struct view_info *info, const struct view_fact *fact);
/* A number as decimal text. */
const char *view_fact_decimal(const struct view_info *info, const struct view_fact *fact,
			      char text[AMOUNT_TEXT]);

/* The share of all cycles. */
double view_info_share(const struct view_info *info, uint64_t parts);
/* Those of an object's cycles that are in functions with a name. */
uint64_t view_info_named(const struct view_info *info, const struct row *row);
/* Why there are cycles without a function's name in the object, NULL if there are none. */
const char *view_info_trouble(const struct view_info *info, const struct row *row);

void view_info_text(const struct view_info *info);
void view_info_json(const struct view_info *info);
void view_info_csv(const struct view_info *info);

#endif /* VIEW_INFO_H */
