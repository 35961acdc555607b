/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pagevariables.h - rows by data, for the web page
 *
 * The member "data" is null, or has a list for each kind: "variables", "fields" and "lines". A row
 * is [data, where, line, STACK]: numbers of texts, or -1; where is -2 in the last, of all others.
 */
#ifndef PAGEVARIABLES_H
#define PAGEVARIABLES_H

#include "analysis/places/pieces.h"
#include "analysis/places/rows.h"
#include "export/texttable.h"
#include "output/jsonwriter.h"

/* @rows: of EXPORT_DATA_KINDS, or NULL. */
void pagevariables_put(const struct rows *rows, struct texttable *texts,
		       const uint32_t ranks[PIECES_MOST], struct jsonwriter *json);

#endif /* PAGEVARIABLES_H */
