/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mixcompare.h - tea diff of executions instead of cycles
 */
#ifndef MIXCOMPARE_H
#define MIXCOMPARE_H

#include "mix/mixkeys.h"
#include "selection.h"
#include "text/view.h"

struct mixcompare {
	struct selection *selection;
	const char *const *paths;	/* before, after */
	enum mixkey key;
	bool normalize;
	size_t rows_max;		/* 0: all that matter */
	enum view_format format;
	unsigned int colors;		/* enum term_colors */
};

/* Reads, compares and shows both. 0, or a negative errno with @fault filled. */
int mixcompare_show(const struct mixcompare *compare, struct fault *fault);

#endif /* MIXCOMPARE_H */
