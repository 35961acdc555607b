/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * campaignpage.h - the results of a campaign: a web page, index.html, and a table, campaign.csv
 *
 * The page is a table of programs and cores, with stacks, what is faster and by how much, what-if, links to
 * the pages of single results and of differences, and what failed. Both depend on results alone, not on when
 * or where they were made.
 */
#ifndef CAMPAIGNPAGE_H
#define CAMPAIGNPAGE_H

#include "outcome.h"

struct campaignpage {
	const struct campaign *campaign;
	const struct jobs *jobs;
	const struct outcomes *outcomes;
	const char *directory;
};

/* Writes both. 0, or a negative errno with @fault filled. */
int campaignpage_write(const struct campaignpage *page, struct fault *fault);

#endif /* CAMPAIGNPAGE_H */
