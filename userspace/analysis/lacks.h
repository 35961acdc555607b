/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lacks.h - what a recording lacks, and the remedies, as notes of it
 */
#ifndef LACKS_H
#define LACKS_H

#include "rows.h"

/* Adds notes on lost samples and unknown signatures. */
void lacks_note_samples(struct recording *recording);
/* Of a mix, whose code was looked up: notes on objects of which there is none. */
void lacks_note_code(struct recording *recording);
/* Adds notes on objects without function names. */
void lacks_note_names(struct recording *recording, const struct rows *rows);
/* Adds a note on rows by line that have none. */
void lacks_note_lines(struct recording *recording, const struct rows *rows);

#endif /* LACKS_H */
