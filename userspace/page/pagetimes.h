/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pagetimes.h - the web page's cycles over time, of recordings whose samples are kept
 *
 *	times	null, or: begin of the first span and length of each in nanoseconds; p places,
 *		[function, bytes from its first instruction, frame of the flame graph, ...]; c for
 *		each span [places from the last one, or from 0, piece, ...]; w pieces, each once,
 *		[category, parts, weight as in pagedata.h, ...]
 *
 *	slices	of a profile that has them, in place of times: step, the length of each in
 *		nanoseconds; t the STACK of each
 *
 * Most of a long recording's page are pieces of spans, and most of these are of one sample, or few:
 * by number and by distance they take a fifth of their text.
 */
#ifndef PAGETIMES_H
#define PAGETIMES_H

#include "analysis/places/pieces.h"
#include "export/listing.h"
#include "pageflame.h"

#define PAGETIMES_SPANS	100		/* at most */

/* @bases: by function of the listing, the address of its first instruction. 0 or -ENOMEM. */
int pagetimes_put(struct recording *recording, const struct recording_measure *measure,
		  const struct listing *listing, const struct calltree *flame,
		  const uint64_t *bases, const uint32_t ranks[PIECES_MOST],
		  struct jsonwriter *json);

#endif /* PAGETIMES_H */
