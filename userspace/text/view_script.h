/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_script.h - samples one by one, a line each, in the order of their times
 */
#ifndef VIEW_SCRIPT_H
#define VIEW_SCRIPT_H

#include "analysis/rows.h"
#include "output/term.h"

/* Of the recording's sequence what @options want. Returns how many lines that were. */
size_t view_script_put(struct recording *recording, const struct rows_options *options,
		       const struct term *term);

#endif /* VIEW_SCRIPT_H */
