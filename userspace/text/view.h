/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view.h - rows as text, CSV or JSON
 *
 * All three walk the table of fields. Each writes a whole document to its file.
 */
#ifndef VIEW_H
#define VIEW_H

#include "analysis/calls/calls.h"
#include "analysis/places/annotation.h"
#include "output/jsonwriter.h"
#include "output/term.h"
#include "fields.h"

/* X(identifier, name, function). */
#define VIEW_FORMATS(X) \
	X(TEXT, "text", view_text) \
	X(JSON, "json", view_json) \
	X(CSV, "csv", view_csv)

enum view_format {
#define VIEW_X(id, name, function) VIEW_##id,
	VIEW_FORMATS(VIEW_X)
#undef VIEW_X
	VIEW_COUNT
};

extern const char *const view_format_names[VIEW_COUNT + 1];	/* ends in NULL */

struct waiting;

struct view {
	const struct recording *recording;
	const struct rows *rows;
	const struct term *term;
	const struct symbols_location *function;	/* annotate's, else NULL */
	const char *selection;		/* filters in words, or NULL */
	bool header;			/* in text: the facts of the recording, in full */
	const struct calls *calls;	/* to show callers or callees of functions; or NULL */
	enum calls_order order;
	const struct annotation *annotation;	/* of annotate; or NULL */
	const struct waiting *waiting;	/* threads' waits to explain, too; or NULL */
};

void view_text(const struct view *view);
void view_json(const struct view *view);
void view_csv(const struct view *view);
void view_put(const struct view *view, enum view_format format);
/* Writes the notes, for formats that have no place for them. */
void view_warn(const struct recording *recording, FILE *file);

/* One value of a row, as the two formats have it; null and empty for none. */
void view_json_value(const struct view *view, const struct field *field, const struct row *row,
		     struct jsonwriter *json);
void view_csv_value(const struct view *view, const struct field *field, const struct row *row);

/* A number, address or amount for machines: exact. Returns the value's buffer. */
const char *view_exact(const struct view *view, const struct field *field,
		       struct field_value *value);
double view_share(const struct view *view, uint64_t parts);
/* Is it within the margin that chance leaves of so few samples? */
bool view_hides(const struct view *view, const struct pics_stack *stack);
/* The categories in the rows, largest first. */
const struct pics_stack *view_total(const struct view *view);

#endif /* VIEW_H */
