// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * ownline.c - finding the program's own line; see ownline.h
 */
#include "ownline.h"

#include <string.h>

/* Parts of names: libstdc++'s and libc++'s containers, Rust's. */
static const char *const growing[] = {
	"_M_rehash", "__rehash", "__do_rehash", "_M_realloc_", "__push_back_slow_path",
	"__emplace_back_slow_path", "reserve_rehash", "finish_grow", "grow_amortized", "grow_one",
};

/* Headers that were installed, and the sources of Rust's library. */
static bool is_library(const char *path)
{
	return path && ((!strncmp(path, "/usr/", 5) && strstr(path, "/include/")) ||
			!strncmp(path, "/rustc/", 7));
}

static bool does_grow(const char *function)
{
	for (size_t i = 0; function && i < sizeof(growing) / sizeof(growing[0]); i++)
		if (strstr(function, growing[i]))
			return true;
	return false;
}

struct ownline ownline_find(const struct symbols_location *location,
			    const struct elfobject_line *line)
{
	struct elfobject_inline inlines[ELFOBJECT_INLINES_MAX];
	const size_t count = symbols_inlines(location, inlines);
	const struct elfobject_line *at = line;
	struct ownline own = { 0 };
	size_t i = 0;

	if (!is_library(line->file)) {
		if (count)
			own.call = inlines[0].call;
		own.caller = count > 1 ? inlines[1].name : location->function;
		return own;
	}
	for (; i < count && is_library(at->file); at = &inlines[i++].call)
		if (!own.grows && does_grow(inlines[i].name))
			own.grows = inlines[i].name;
	if (is_library(at->file)) {
		if (!own.grows && does_grow(location->function))
			own.grows = location->function;
		return own;
	}
	own.line = *at;
	own.function = i < count ? inlines[i].name : location->function;
	return own;
}

bool ownline_is_same(const struct ownline *a, const struct ownline *b)
{
	return a->line.file && b->line.file && a->line.line == b->line.line &&
	       !strcmp(a->line.file, b->line.file);
}
