/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pageflame.h - the tree of callers, for the web page's flame graph
 *
 *	flame	columns by frame, callers in front of their callees: p the caller, or
 *		-1 less the command's text; f function; t its own cycles,
 *		[STACK of pagedata.h]
 */
#ifndef PAGEFLAME_H
#define PAGEFLAME_H

#include "analysis/places/pieces.h"
#include "export/listing.h"
#include "export/texttable.h"
#include "output/jsonwriter.h"

/*
 * Functions are those of @listing, which is of the same recording. @ranks: of pieces, by
 * number, in the page. 0 or -ENOMEM.
 */
int pageflame_put(const struct listing *listing, const struct calltree *tree,
		  struct texttable *texts, const uint32_t ranks[PIECES_MOST],
		  struct jsonwriter *json);

#endif /* PAGEFLAME_H */
