/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fields.h - the columns of all views, in one table
 *
 * Text, CSV and JSON walk the same fields: name, heading, type, and how to get the value from a
 * row. A text view shows those in its list of fields, in that order; CSV and JSON show all of a
 * view's, in the order of the table.
 */
#ifndef FIELDS_H
#define FIELDS_H

#include "analysis/places/rows.h"

/* A view beside those of enum rows_by: instructions of one function, with their code. */
#define FIELDS_ANNOTATE		ROWS_BY_COUNT
/* Functions with their inclusive cycles. */
#define FIELDS_CHILDREN		(ROWS_BY_COUNT + 1)
#define FIELDS_VIEWS		(ROWS_BY_COUNT + 2)
/* Beside the bits of views: columns of CSV keep their places. */
#define FIELDS_JSON_ONLY	(1U << FIELDS_VIEWS)

enum field_type {
	FIELD_TEXT,
	FIELD_NUMBER,
	FIELD_ADDRESS,			/* hexadecimal */
	FIELD_CYCLES,			/* parts of cycles, or of the unit */
	FIELD_SHARE,			/* parts, of the total */
	FIELD_MARGIN,			/* of the share, by chance */
	FIELD_SAMPLES,			/* units of PICS_SAMPLE */
	FIELD_EXECUTIONS,		/* real; nowhere but where rows have executions */
	FIELD_PER_EXECUTION,		/* the same: cycles of one */
	FIELD_LIFE,			/* ns; nowhere but where rows have lives */
	FIELD_PART,			/* the same: real, of 1 */
	FIELD_STACK,
	FIELD_INCLUSIVE_STACK,
	FIELD_PIECES,			/* of Base, by commit state: in JSON only */
	FIELD_ARROWS,			/* of rows.jumps: the row's number in rows */
};

#define FIELDS_BUFFER	ROWS_NAME_TEXT

/* Only the members of the type are set. */
struct field_value {
	const char *text;
	uint64_t number;
	double real;
	char buffer[FIELDS_BUFFER];	/* where text may be made up */
};

struct field {
	const char *name;		/* in JSON and CSV; NULL: in text only */
	const char *title;		/* in text */
	enum field_type type;
	unsigned int views;		/* bits by view: it is in CSV and JSON; or FIELDS_JSON_ONLY */
	/* Returns false where the row has no such value: null, empty. */
	bool (*get)(const struct rows *rows, const struct row *row, struct field_value *value);
};

extern const struct field fields[];
extern const size_t fields_count;

/* Fields of the text form of a view, ending in NULL. */
#define FIELDS_TEXT_MAX 11
extern const struct field *const fields_text[FIELDS_VIEWS][FIELDS_TEXT_MAX];

/* Amounts are called by their unit. @text is where a title may be made up. */
const char *field_name(const struct rows *rows, const struct field *field);
const char *field_title(const struct rows *rows, const struct field *field,
			char text[CATEGORY_TEXT]);

/* Do rows have such a column at all? */
bool field_is_there(const struct rows *rows, const struct field *field);
/* The value; false where the row has none: null, empty. */
bool field_get(const struct rows *rows, const struct row *row, const struct field *field,
	       struct field_value *value);
/* Numbers that stand before the names. */
static inline bool field_is_amount(const struct field *field)
{
	return field->type >= FIELD_CYCLES && field->type <= FIELD_SAMPLES;
}

/* The stack that a field of such a type shows. */
const struct pics_stack *fields_stack(const struct field *field, const struct row *row);

unsigned int fields_view(const struct rows *rows);

#endif /* FIELDS_H */
