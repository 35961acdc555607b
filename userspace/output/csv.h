/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * csv.h - fields of comma-separated values (RFC 4180)
 */
#ifndef CSV_H
#define CSV_H

#include "term.h"

/* Quotes fields if needed; controls become \xNN, as in text, since people do cat CSV files. */
void csv_put_text(const struct term *term, const char *text);

#endif /* CSV_H */
