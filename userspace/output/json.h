/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * json.h - values of JSON documents: foreign text made safe, amounts, stacks
 */
#ifndef JSON_H
#define JSON_H

#include <stdio.h>

#include "recording/recording.h"

/*
 * What is not printable UTF-8 reads as in text, \xNN; '<', '>' and '&' as \uNNNN, so that
 * a document can stand in a script element of HTML. @text NULL: null.
 */
void json_put_text(FILE *file, const char *text);
/* Cycles, exact to four decimals. */
void json_put_cycles(FILE *file, const struct recording *recording, uint64_t parts);
/* What amounts are: the unit, and of other stacks than of signatures the kind. */
void json_put_kind(FILE *file, const struct category_kind *kind);
/* An object of cycles by category. */
void json_put_stack(FILE *file, const struct recording *recording,
		    const struct pics_stack *stack);
/* An object of Base by commit state; null where stacks are not of that. */
void json_put_pieces(FILE *file, const struct recording *recording, const struct pics_stack *stack);
/* A member "partial", and a comma, where it is of a part of the run: why. */
void json_put_partial(FILE *file, const struct recording *recording);
/* A list of the recording's notes. */
void json_put_notes(FILE *file, const struct recording *recording);

/* Members "symbol" and "linkage_name", both null where there is none. */
void json_put_symbol(FILE *file, const struct symbols_location *location);

#endif /* JSON_H */
