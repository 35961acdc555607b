// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sensitivitypage.c - which resources limit a program, as a web page; see sensitivitypage.h
 */
#include "sensitivitypage.h"

#include "page.h"

void sensitivitypage_put(const struct view_sensitivity *view)
{
	FILE *file = view->term->file;
	const char *rest = page_put_until(page_sensitivity_html, "@CSS@", file);

	fputs(page_sensitivity_css, file);
	rest = page_put_until(rest, "@DATA@", file);
	view_sensitivity_json(view);
	rest = page_put_until(rest, "@JS@", file);
	fputs(page_sensitivity_js, file);
	fputs(rest, file);
}
