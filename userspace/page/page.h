/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page.h - the web pages' own parts, as they were when tea was built
 *
 * Each page's HTML has the marks @CSS@, @DATA@ and @JS@ where the others and the data go.
 */
#ifndef PAGE_H
#define PAGE_H

#include <stdio.h>

/* Each ends in NUL. */
extern const char page_html[], page_css[], page_js[];	/* of tea export */
extern const char page_diff_html[], page_diff_css[], page_diff_js[];
extern const char page_campaign_html[], page_campaign_css[], page_campaign_js[];
extern const char page_sensitivity_html[], page_sensitivity_css[], page_sensitivity_js[];

/* Writes the text before @mark, which is there. Returns the text behind it. */
const char *page_put_until(const char *html, const char *mark, FILE *file);

#endif /* PAGE_H */
