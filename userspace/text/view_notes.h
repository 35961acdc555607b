/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_notes.h - what a view lacks, and the remedies, as notes of its recording
 */
#ifndef VIEW_NOTES_H
#define VIEW_NOTES_H

#include <stdio.h>

#include "analysis/rows.h"

/* Adds notes on lost samples and unknown signatures. */
void view_note_lost(struct recording *recording);
/* Adds notes on objects without function names. */
void view_note_unnamed(struct recording *recording, const struct rows *rows);
/* Adds a note on rows by line that have none. */
void view_note_lines(struct recording *recording, const struct rows *rows);
/* Writes all notes, for formats that have no place for them. */
void view_warn(const struct recording *recording, FILE *file);

#endif /* VIEW_NOTES_H */
