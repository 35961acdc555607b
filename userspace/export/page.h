/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page.h - the web page's own parts, as they were when tea was built
 *
 * page.html has the marks @CSS@, @DATA@ and @JS@ where the others and the data go.
 */
#ifndef PAGE_H
#define PAGE_H

extern const char page_html[], page_css[], page_js[];	/* each ends in NUL */

#endif /* PAGE_H */
