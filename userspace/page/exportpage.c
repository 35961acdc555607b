// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * exportpage.c - one web page with all of a recording in it, that asks no network; see exportpage.h
 *
 * The page is page.html with its style, its data and its program put in. Data is JSON
 * in a script element, where json_put_text() leaves nothing that could end it; the
 * program puts names into the page as text, never as HTML.
 */
#include "exportpage.h"

#include "page.h"
#include "pagedata.h"

static int put_css(const struct export *export, struct fault *fault)
{
	(void)fault;
	fputs(page_css, export->file);
	return 0;
}

static int put_js(const struct export *export, struct fault *fault)
{
	(void)fault;
	fputs(page_js, export->file);
	return 0;
}

static const struct {
	const char *mark;
	int (*put)(const struct export *export, struct fault *fault);
} parts[] = {
	{ "@CSS@", put_css }, { "@DATA@", pagedata_put }, { "@JS@", put_js },
};

int export_html(const struct export *export, struct fault *fault)
{
	const char *rest = page_html;
	int error = 0;

	for (size_t i = 0; !error && i < sizeof(parts) / sizeof(parts[0]); i++) {
		rest = page_put_until(rest, parts[i].mark, export->file);
		error = parts[i].put(export, fault);
	}
	fputs(rest, export->file);
	return error;
}
