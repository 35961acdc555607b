/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_script.h - samples one by one, a line each, in the order of their times
 */
#ifndef VIEW_SCRIPT_H
#define VIEW_SCRIPT_H

#include "analysis/places/rows.h"
#include "output/term.h"

/* Prints the sequence of @measure as far as it passes @options. Returns the number of lines. */
size_t view_script_put(struct recording *recording, const struct recording_measure *measure,
		       const struct rows_options *options, const struct term *term);

#endif /* VIEW_SCRIPT_H */
