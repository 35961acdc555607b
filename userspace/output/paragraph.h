/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * paragraph.h - prose, broken into lines that fit the terminal
 */
#ifndef PARAGRAPH_H
#define PARAGRAPH_H

#include "term.h"

/* Writes @text made safe, @used columns of the line being taken, other lines behind @lead. */
void paragraph_put(const struct term *term, const char *text, size_t used, const char *lead);

#endif /* PARAGRAPH_H */
