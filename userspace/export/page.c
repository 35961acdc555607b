// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * page.c - the files page.html, page.css, flame.js and page.js, taken in by the assembler
 *
 * Paths are from the top of the tree, where make runs; module.mk has the dependencies.
 */
#include "page.h"

#define PAGE_PART(name, file) \
	__asm__(".pushsection .rodata\n" \
		".globl " #name "\n" \
		#name ":\n" \
		".incbin \"userspace/export/" file "\"\n" \
		".byte 0\n" \
		".size " #name ", . - " #name "\n" \
		".popsection\n")

PAGE_PART(page_html, "page.html");
PAGE_PART(page_css, "page.css");
PAGE_PART(page_flame_js, "flame.js");
PAGE_PART(page_js, "page.js");
