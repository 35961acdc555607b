/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * json.h - amounts, stacks and names in JSON documents
 */
#ifndef JSON_H
#define JSON_H

#include "jsonwriter.h"
#include "recording/recording.h"

/* Cycles, exact to four decimals. */
void json_cycles(struct jsonwriter *json, const char *key, const struct recording_measure *measure,
		 uint64_t parts);
/* Members "unit", and "kind" where stacks are of others than signatures. */
void json_kind(struct jsonwriter *json, const struct category_kind *kind);
/* An object of cycles by category. */
void json_stack(struct jsonwriter *json, const char *key, const struct recording_measure *measure,
		const struct pics_stack *stack);
/* An object of Base by commit state; null where stacks are not of that. */
void json_pieces(struct jsonwriter *json, const char *key, const struct recording_measure *measure,
		 const struct pics_stack *stack);
/* A member "partial" where it is of a part of the run: why. */
void json_partial(struct jsonwriter *json, const struct recording *recording);
/* A list of notes. */
void json_notes(struct jsonwriter *json, const char *key, const struct notes *notes);
/* Members "symbol" and "linkage_name", both null where there is none. */
void json_symbol(struct jsonwriter *json, const struct symbols_location *location);
/* Members "file" and "line", both null where there is none. */
void json_source(struct jsonwriter *json, const struct elfobject_line *line);

#endif /* JSON_H */
