/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * aside.h - for a while, standard output is another file: for a program whose output is not the report
 */
#ifndef ASIDE_H
#define ASIDE_H

/* From now on standard output is @to. Returns the old one, for aside_end(), or -1. */
int aside_begin(int to);
/* Restores the old one; does nothing for -1. */
void aside_end(int kept);

#endif /* ASIDE_H */
