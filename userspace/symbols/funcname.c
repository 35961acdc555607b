// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * funcname.c - parts of a function's name; see funcname.h
 *
 * Nothing is parsed as a language would: brackets are matched, and what stands before one says
 * what it is. Arguments stand right behind a name, "(anonymous namespace)" does not.
 */
#include "funcname.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stdbool.h>
#include <string.h>

#define ELLIPSIS	"..."

/* Operators whose names have brackets in them, of those that begin alike the longest first. */
static const char *const operators[] = {
	"()", "[]", "<=>", "<<=", "<<", "<=", "<", ">>=", ">>", ">=", ">", "->*", "->",
};

static bool is_letter(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

/* The length of an operator's name at @at of @name, or 0. */
static size_t operator_length(const char *name, const char *at)
{
	size_t word = strlen("operator");

	if (strncmp(at, "operator", word) || (at > name && is_letter(at[-1])))
		return 0;
	for (size_t i = 0; i < sizeof(operators) / sizeof(operators[0]); i++)
		if (!strncmp(at + word, operators[i], strlen(operators[i])))
			return word + strlen(operators[i]);
	return 0;
}

/* Behind the bracket that closes the one at @at, or NULL. Angles count outside of others only. */
static const char *group_end(const char *name, const char *at)
{
	bool angles = *at == '<';
	size_t depth = 0, inner = 0;

	while (*at) {
		size_t skipped = operator_length(name, at);

		if (*at == '(')
			inner++;
		else if (*at == ')' && inner)
			inner--;
		else if (*at == '<' && angles && !inner)
			depth++;
		else if (*at == '>' && angles && !inner && at[-1] != '-')
			depth--;
		at += skipped ? skipped : 1;
		if (!depth && !inner)
			return at;
	}
	return NULL;
}

struct cut {
	const char *instead;		/* of what brackets hold */
	bool templates;			/* of templates, too, not of functions alone */
	bool ends;			/* behind the arguments */
};

/* What a bracket at @at holds goes: up to its end, NULL: it stays. */
static const char *held_end(const struct cut *cut, const char *name, const char *at)
{
	char before = at > name ? at[-1] : '\0';
	bool behind_operator = before && strchr("()[]<>=+-*/%^&|~!,", before);

	if (*at == '(' && (is_letter(before) || before == '>' || before == ']' || behind_operator))
		return group_end(name, at);
	if (*at != '<' || !cut->templates)
		return NULL;
	return is_letter(before) || before == ':' ? group_end(name, at) : NULL;
}

struct writer {
	char *text;			/* of FUNCNAME_TEXT */
	size_t length;
};

static bool write_bytes(struct writer *writer, const char *bytes, size_t count)
{
	if (writer->length + count >= FUNCNAME_TEXT)
		return false;
	memcpy(writer->text + writer->length, bytes, count);
	writer->length += count;
	writer->text[writer->length] = '\0';
	return true;
}

/* What stands for a group from @at to before @end. */
static bool write_group(struct writer *writer, const struct cut *cut, const char *at, const char *end)
{
	size_t least = strlen(cut->instead) + 2;

	if ((size_t)(end - at) <= least)
		return write_bytes(writer, at, (size_t)(end - at));
	if (cut->instead[0])
		return write_bytes(writer, at, 1) && write_bytes(writer, cut->instead, least - 2) &&
		       write_bytes(writer, end - 1, 1);
	/* Rust's have colons before them. */
	while (*at == '<' && writer->length && writer->text[writer->length - 1] == ':')
		writer->text[--writer->length] = '\0';
	return true;
}

/* Writes @name without what @cut says. False where it does not fit. */
static bool write_cut(const struct cut *cut, const char *name, char text[FUNCNAME_TEXT])
{
	struct writer writer = { .text = text };
	bool fits = true;

	text[0] = '\0';
	for (const char *at = name; *at && fits;) {
		size_t taken = operator_length(name, at);
		const char *end = taken ? NULL : held_end(cut, name, at);

		if (end && cut->ends && *at == '(' && (!*end || *end == ' '))
			break;
		taken = end ? (size_t)(end - at) : taken ? taken : 1;
		fits = end ? write_group(&writer, cut, at, end) : write_bytes(&writer, at, taken);
		at += taken;
	}
	return fits;
}

const char *funcname_fit(const char *name, size_t width, char text[FUNCNAME_TEXT])
{
	static const struct cut shorter[] = {
		{ .instead = ELLIPSIS }, { .instead = ELLIPSIS, .templates = true },
		{ .instead = ELLIPSIS, .templates = true, .ends = true },
	};
	const size_t count = sizeof(shorter) / sizeof(shorter[0]);

	if (strlen(name) <= width || (!strchr(name, '(') && !strchr(name, '<')))
		return name;
	for (size_t i = 0; i < count; i++)
		if (write_cut(&shorter[i], name, text) && strlen(text) <= width)
			return text;
	return write_cut(&shorter[count - 1], name, text) && text[0] ? text : name;
}

static bool is_bare(const char *pattern, const char *name)
{
	char text[FUNCNAME_TEXT];

	for (int templates = 0; templates < 2; templates++) {
		const struct cut cut = { .instead = "", .templates = templates, .ends = true };

		if (write_cut(&cut, name, text) && !strcmp(pattern, text))
			return true;
	}
	return false;
}

static enum funcname_match match_one(const char *pattern, const char *name)
{
	char text[FUNCNAME_TEXT];
	const struct cut bare = { .instead = "", .ends = true };

	if (!strcmp(pattern, name))
		return FUNCNAME_EXACT;
	if (is_bare(pattern, name))
		return FUNCNAME_BARE;
	if (strpbrk(pattern, "*?[") &&
	    (!fnmatch(pattern, name, 0) ||
	     (write_cut(&bare, name, text) && !fnmatch(pattern, text, 0))))
		return FUNCNAME_GLOB;
	return pattern[0] && strstr(name, pattern) ? FUNCNAME_PART : FUNCNAME_OTHER;
}

enum funcname_match funcname_match(const char *pattern, const char *name, const char *linkage)
{
	enum funcname_match match = match_one(pattern, name);
	enum funcname_match other = linkage && match != FUNCNAME_EXACT ? match_one(pattern, linkage) :
				    FUNCNAME_OTHER;

	return other > match ? other : match;
}

const char *funcname_last(const char *name, char text[FUNCNAME_TEXT])
{
	const struct cut cut = { .instead = "", .templates = true, .ends = true };
	const char *last, *next;

	if (!write_cut(&cut, name, text))
		text[0] = '\0';
	for (last = text; (next = strstr(last, "::")); last = next + 2)
		;
	memmove(text, last, strlen(last) + 1);
	return text;
}
