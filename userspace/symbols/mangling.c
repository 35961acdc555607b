// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mangling.c - names of C++ and Rust; see mangling.h
 */
#include "mangling.h"

#include <libiberty/demangle.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLAIN		(DMGL_PARAMS | DMGL_ANSI | DMGL_RET_DROP)
/*
 * libiberty recurses by the letter. Its own limit is 1,024 letters, which templates exceed; names
 * of up to LETTERS_MOST fit any thread's stack.
 */
#define LETTERS_CAREFUL	1024
#define LETTERS_MOST	4096
#define STUB		"@plt"

struct spelling {
	char *text;
	size_t length, room;
	jmp_buf too_long;
};

/* longjmp() is the only way out: the callback has no result. libiberty's data is on the stack. */
static void add(const char *text, size_t length, void *context)
{
	struct spelling *spelling = context;

	if (!length)			/* then @text is NULL at times */
		return;
	if (length > MANGLING_MOST - spelling->length)
		longjmp(spelling->too_long, 1);
	if (spelling->length + length >= spelling->room) {
		size_t room = 2 * (spelling->length + length) + 64;
		char *grown = realloc(spelling->text, room);

		if (!grown)
			longjmp(spelling->too_long, 1);
		spelling->text = grown;
		spelling->room = room;
	}
	memcpy(spelling->text + spelling->length, text, length);
	spelling->length += length;
	spelling->text[spelling->length] = '\0';
}

typedef int (*demangler)(const char *symbol, int options, demangle_callbackref add, void *context);

/* Older names of Rust are C++'s to look at: Rust is asked first. */
static bool spell(struct spelling *spelling, const char *symbol)
{
	static const demangler demanglers[] = { rust_demangle_callback, cplus_demangle_v3_callback };
	int options = strlen(symbol) > LETTERS_CAREFUL ? PLAIN | DMGL_NO_RECURSE_LIMIT : PLAIN;

	if (setjmp(spelling->too_long))
		return false;
	for (size_t i = 0; i < sizeof(demanglers) / sizeof(demanglers[0]); i++) {
		spelling->length = 0;
		if (demanglers[i](symbol, options, add, spelling) && spelling->length)
			return true;
	}
	return false;
}

/* The suffix of a stub of the procedure linkage table; its target's name stands before. */
static const char *stub_of(const char *symbol)
{
	size_t length = strlen(symbol), most = strlen(STUB);

	return length > most && !strcmp(symbol + length - most, STUB) ? symbol + length - most : NULL;
}

static char *undo(const char *symbol)
{
	struct spelling spelling = { .text = NULL };

	if (spell(&spelling, symbol))
		return spelling.text;
	free(spelling.text);
	return NULL;
}

char *mangling_undo(const char *symbol)
{
	const char *stub = stub_of(symbol);
	char *target, *name, *text;

	if ((strncmp(symbol, "_Z", 2) && strncmp(symbol, "_R", 2)) || strlen(symbol) > LETTERS_MOST)
		return NULL;
	if (!stub)
		return undo(symbol);
	target = strndup(symbol, (size_t)(stub - symbol));
	name = target ? undo(target) : NULL;
	if (!name || asprintf(&text, "%s" STUB, name) < 0)
		text = NULL;
	free(name);
	free(target);
	return text;
}
