// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * page.c - the files of web/, taken in by the assembler
 *
 * Paths are from the top of the tree, where make runs; module.mk has the dependencies.
 */
#include "page.h"

#include <string.h>

#define PAGE_FILE(file)	".incbin \"userspace/page/web/" file "\"\n"
/* A file with the begin and end of all pages. */
#define PAGE_WHOLE(file) PAGE_FILE("head.html") PAGE_FILE(file) PAGE_FILE("foot.html")

#define PAGE_PART(name, files) \
	__asm__(".pushsection .rodata\n" \
		".globl " #name "\n" \
		#name ":\n" \
		files \
		".byte 0\n" \
		".size " #name ", . - " #name "\n" \
		".popsection\n")

PAGE_PART(page_html, PAGE_WHOLE("page.html"));
PAGE_PART(page_css, PAGE_FILE("theme.css") PAGE_FILE("page.css"));
PAGE_PART(page_js, PAGE_FILE("element.js") PAGE_FILE("base.js") PAGE_FILE("chance.js")
	  PAGE_FILE("calls.js") PAGE_FILE("functions.js") PAGE_FILE("rows.js") PAGE_FILE("arrows.js")
	  PAGE_FILE("stages.js") PAGE_FILE("variables.js") PAGE_FILE("mix.js") PAGE_FILE("mixview.js")
	  PAGE_FILE("mixuse.js") PAGE_FILE("code.js") PAGE_FILE("flame.js") PAGE_FILE("times.js") PAGE_FILE("page.js"));

PAGE_PART(page_diff_html, PAGE_WHOLE("diff.html"));
PAGE_PART(page_diff_css, PAGE_FILE("theme.css") PAGE_FILE("sheet.css") PAGE_FILE("diff.css"));
PAGE_PART(page_diff_js, PAGE_FILE("element.js") PAGE_FILE("diff.js"));

PAGE_PART(page_sensitivity_html, PAGE_WHOLE("sensitivity.html"));
PAGE_PART(page_sensitivity_css, PAGE_FILE("theme.css") PAGE_FILE("sheet.css") PAGE_FILE("sensitivity.css"));
PAGE_PART(page_sensitivity_js, PAGE_FILE("element.js") PAGE_FILE("theme.js") PAGE_FILE("sensitivity.js"));

PAGE_PART(page_campaign_html, PAGE_WHOLE("campaign.html"));
PAGE_PART(page_campaign_css, PAGE_FILE("theme.css") PAGE_FILE("sheet.css") PAGE_FILE("campaign.css"));
PAGE_PART(page_campaign_js, PAGE_FILE("element.js") PAGE_FILE("theme.js") PAGE_FILE("campaign.js"));

const char *page_put_until(const char *html, const char *mark, FILE *file)
{
	const char *at = strstr(html, mark);

	fwrite(html, 1, (size_t)(at - html), file);
	return at + strlen(mark);
}
