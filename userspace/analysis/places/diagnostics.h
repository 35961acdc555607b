/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * diagnostics.h - missing parts of a recording, and the remedies, as notes of it
 */
#ifndef DIAGNOSTICS_H
#define DIAGNOSTICS_H

#include "rows.h"

/* Adds notes on lost samples and unknown signatures. */
void diagnostics_note_samples(struct recording *recording,
			      const struct recording_measure *measure);
/* For a mix whose code was looked up: notes on objects without code. */
void diagnostics_note_code(struct recording *recording, const struct recording_measure *measure);
/* Adds notes on objects without function names. */
void diagnostics_note_names(struct recording *recording, const struct rows *rows);
/* Adds a note on rows by line that have none. */
void diagnostics_note_lines(struct recording *recording, const struct rows *rows);
/* For rows by thread: a note, where they are not the threads of the run. */
void diagnostics_note_threads(struct recording *recording);
/* For slices of time: notes on those in which there is nothing, and on whose time it is. */
void diagnostics_note_times(struct recording *recording, const struct rows *rows);
/* -ENODATA: no row of @unit is left by the conditions @selection; NULL: there were none. */
int diagnostics_no_rows(const struct recording *recording, const char *unit, const char *selection,
			struct fault *fault);

#endif /* DIAGNOSTICS_H */
