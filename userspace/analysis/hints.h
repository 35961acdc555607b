/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hints.h - what else to look at than an instruction's own causes: text for explanation.h
 *
 * Each leaves its hint of @item empty where there is nothing to tell.
 */
#ifndef HINTS_H
#define HINTS_H

#include "explanation.h"

/* The loop's iteration is larger than the ROB, so loads of the next one wait for this one. */
void hint_loop(struct explanation_item *item, const struct recording *recording);
/* What flushes the pipeline, @near, is @distance instructions before. */
void hint_flush(struct explanation_item *item, const char *near, uint64_t address, size_t distance);
/* It is the C library's: who calls that. */
void hint_library(struct explanation_item *item, struct symbols *symbols, const struct rows *rows);
/* Loads again what stores in between may have changed. */
void hint_reloads(struct explanation_item *item);
/* Of a line that fills a container: how much of all is in how that grows. */
void hint_growth(struct explanation_item *item, const struct rows *rows);

#endif /* HINTS_H */
