// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * allocsite.c - who allocates; see allocsite.h
 */
#include "allocsite.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define COUNT(array)	(sizeof(array) / sizeof((array)[0]))

static const char *const functions[HEAPFORMAT_FUNCTIONS_COUNT] = {
#define HEAPFORMAT_X(id, name) [HEAPFORMAT_##id] = name,
	HEAPFORMAT_FUNCTIONS(HEAPFORMAT_X)
#undef HEAPFORMAT_X
};

/* A call on the way from the program to the allocator, also one that was inlined. */
struct call {
	const char *function;		/* that calls; NULL: not known */
	struct elfobject_line line;
	struct symbols_location location;
};

/* In libraries that are called as these are, names do not matter. */
static bool is_library(const char *path)
{
	static const char *const libraries[] = {
		"libc.so", "libc-", "libstdc++.so", "libc++.so", "libc++abi.so", "libgcc_s.so", "ld-linux",
		"libtea-heap.so", "libjemalloc.so", "libtcmalloc", "libmimalloc.so",
	};
	const char *name = symbols_base_name(path);

	for (size_t i = 0; i < COUNT(libraries); i++)
		if (!strncmp(name, libraries[i], strlen(libraries[i])))
			return true;
	return false;
}

static bool begins_standard(const char *text)
{
	static const char *const spaces[] = { "std::", "__gnu_cxx::", "alloc::", "core::", "__rust" };

	for (size_t i = 0; i < COUNT(spaces); i++)
		if (!strncmp(text, spaces[i], strlen(spaces[i])))
			return true;
	return false;
}

/*
 * Is it of the languages' own libraries? Of a template, the type of its result may come first; its
 * arguments do not count.
 */
static bool is_standard(const char *function)
{
	int depth = 0;

	for (const char *at = function; *at && (*at != '(' || depth); at++) {
		if (!depth && (at == function || at[-1] == ' ') && begins_standard(at))
			return true;
		depth += (*at == '<') - (*at == '>');
	}
	return false;
}

/* The last part of a name, in lower case, without arguments. */
static void own_name(const char *function, char *name, size_t size)
{
	const char *begin = function;
	size_t length = strcspn(function, "(<");

	for (size_t i = 0; i + 1 < length; i++)
		if (function[i] == ':' && function[i + 1] == ':')
			begin = function + i + 2;
	length -= (size_t)(begin - function);
	if (length >= size)
		length = size - 1;
	for (size_t i = 0; i < length; i++)
		name[i] = (char)tolower((unsigned char)begin[i]);
	name[length] = '\0';
}

bool allocsite_is_wrapper(const char *function)
{
	static const char *const words[] = {
		"malloc", "calloc", "xalloc", "zalloc", "realloc", "memalign", "strdup", "strndup", "memdup", "aligned_alloc",
		"operator new", "g_new", "g_slice_alloc",
	};
	char name[128];

	if (is_standard(function))
		return true;
	own_name(function, name, sizeof(name));
	for (size_t i = 0; i < COUNT(words); i++)
		if (strstr(name, words[i]))
			return true;
	return false;
}

/* The call at level @level of those inlined at a caller, innermost first. */
static struct call call_at(const struct symbols_location *location, const struct elfobject_inline *inlines,
			   size_t count, size_t level)
{
	return (struct call){
		.function = level < count ? inlines[level].name : location->function,
		.line = level ? inlines[level - 1].call : symbols_line(location),
		.location = *location,
	};
}

/* The innermost call that is no wrapper's; else the outermost that is known. */
static struct call find_call(struct recording *recording, const struct recording_site *site)
{
	struct call call = { .function = NULL };

	for (uint32_t i = 0; i < site->count; i++) {
		struct elfobject_inline inlines[ELFOBJECT_INLINES_MAX];
		struct symbols_location location;
		size_t count;

		symbols_locate(&recording->symbols, site->callers[i].object, site->callers[i].address, &location);
		count = symbols_inlines(&location, inlines);
		for (size_t level = 0; level <= count; level++) {
			call = call_at(&location, inlines, count, level);
			if (!is_library(location.object->path) &&
			    !(call.function && allocsite_is_wrapper(call.function)))
				return call;
		}
	}
	return call;
}

/* "parse.c:42", else the function, else the place. */
static void put_place(const struct call *call, char *text, size_t size)
{
	if (call->line.file)
		snprintf(text, size, "%.300s:%d", symbols_source_name(call->line.file), call->line.line);
	else if (call->function)
		snprintf(text, size, "%.300s", call->function);
	else if (call->location.object)
		symbols_place_text(&call->location, text, size);
	else
		snprintf(text, size, "an unknown place");
}

const char *allocsite_text(struct recording *recording, const struct recording_site *site, bool whole,
			   char text[ALLOCSITE_TEXT])
{
	const struct call call = find_call(recording, site);
	char place[320];

	put_place(&call, place, sizeof(place));
	if (!whole)
		snprintf(text, ALLOCSITE_TEXT, "%s", place);
	else if (call.line.file && call.function)
		snprintf(text, ALLOCSITE_TEXT, "%s at %s (in %.120s)", functions[site->function], place,
			 call.function);
	else
		snprintf(text, ALLOCSITE_TEXT, "%s %s %s", functions[site->function],
			 call.line.file ? "at" : "in", place);
	return text;
}
