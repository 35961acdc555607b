/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hints.h - other places to look at than an instruction's own causes: text for explanation.h
 *
 * Each leaves its hint of @item empty if it finds nothing.
 */
#ifndef HINTS_H
#define HINTS_H

#include "explanation.h"

/* The loop's iteration is larger than the ROB, so loads of the next one wait for this one. */
void hint_loop(struct explanation_item *item, const struct recording *recording);
/* The instruction @near, @distance before it, flushes the pipeline. */
void hint_flush(struct explanation_item *item, const char *near, uint64_t address, size_t distance);
/* It is in the C library: names the caller. */
void hint_library(struct explanation_item *item, struct symbols *symbols, const struct rows *rows);
/* It loads again bytes that a store in between may have changed. */
void hint_reloads(struct explanation_item *item);
/* It waits for another hart's copy of a line: names both sides, and how to measure what that costs. */
void hint_sharing(struct explanation_item *item, const struct recording *recording);
/* It misses on lines that another hart took the place of: how much, and who reads most from memory. */
void hint_taken(struct explanation_item *item, const struct recording *recording, const struct taken *taken);
/* It is in a line that fills a container: the share of the container's growth. */
void hint_growth(struct explanation_item *item, const struct rows *rows);

#endif /* HINTS_H */
