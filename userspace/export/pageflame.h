/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pageflame.h - the tree of callers, for the web page's flame graph
 *
 *	flame	columns by frame, callers in front of what they call: p the caller, or
 *		-1 less the command's text; n text of the name; o object; t what was spent
 *		in it itself, [signature, parts, ...]
 */
#ifndef PAGEFLAME_H
#define PAGEFLAME_H

#include "export.h"
#include "texttable.h"

/* @ranks: of signatures, in the page. 0 or -ENOMEM. */
int pageflame_put(const struct export *export, struct texttable *texts,
		  const uint32_t ranks[PICS_SIGNATURES]);

#endif /* PAGEFLAME_H */
