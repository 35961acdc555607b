// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * funcname.c - parts of a function's name; see funcname.h
 *
 * It is no parser of a language: brackets are matched, and the text before one decides its kind.
 * Arguments stand right behind a name, "(anonymous namespace)" does not.
 */
#include "funcname.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define ELLIPSIS	"..."
#define WORD_MOST	8		/* letters in front of the difference, in the same word */

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
	const char *instead;		/* of the content of brackets */
	bool templates;			/* of templates, too, not of functions alone */
	bool ends;			/* behind the arguments */
	struct funcname_part keep;	/* brackets around any part of it keep their content */
};

/* Forms of a name, each shorter than the one before. */
static const struct cut shorter[] = {
	{ .instead = ELLIPSIS }, { .instead = ELLIPSIS, .templates = true },
	{ .instead = ELLIPSIS, .templates = true, .ends = true },
};

#define SHORTER	(sizeof(shorter) / sizeof(shorter[0]))

/* Without any brackets that are not a part of the name itself. */
static const struct cut bare = { .instead = "", .templates = true, .ends = true };

/* The end of the bracket at @at, if its content is cut; NULL: it stays. */
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

/* Does the group from @at to before @end contain a part to be kept? */
static bool is_kept(const struct cut *cut, const char *name, const char *at, const char *end)
{
	return cut->keep.begin < cut->keep.end && (size_t)(at - name) < cut->keep.end &&
	       (size_t)(end - name) > cut->keep.begin;
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

/* Writes the short form of a group from @at to before @end. */
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

/* Writes @name without the parts cut by @cut. False if it does not fit. */
static bool write_cut(const struct cut *cut, const char *name, char text[FUNCNAME_TEXT])
{
	struct writer writer = { .text = text };
	bool fits = true;

	text[0] = '\0';
	for (const char *at = name; *at && fits;) {
		size_t taken = operator_length(name, at);
		const char *end = taken ? NULL : held_end(cut, name, at);

		if (end && is_kept(cut, name, at, end))
			end = NULL;
		if (end && cut->ends && *at == '(' && (!*end || *end == ' '))
			break;
		taken = end ? (size_t)(end - at) : taken ? taken : 1;
		fits = end ? write_group(&writer, cut, at, end) : write_bytes(&writer, at, taken);
		at += taken;
	}
	return fits;
}

/* Behind the outermost namespace or class of @name; NULL: it is in none. */
static const char *inside_first(const char *name)
{
	for (const char *at = name; *at; ) {
		size_t skipped = operator_length(name, at);
		const char *end = !skipped && (*at == '(' || *at == '<') ? group_end(name, at) : NULL;

		/* Rust's "::<" is no name. */
		if (!strncmp(at, "::", 2) && at > name && at[2] && at[2] != '<')
			return at + 2;
		at = end ? end : at + (skipped ? skipped : 1);
	}
	return NULL;
}

/* Behind the " as " of Rust's "<type as trait>", before @end; or @end. */
static const char *type_end(const char *at, const char *end)
{
	while (at < end && strncmp(at, " as ", 4)) {
		const char *behind = *at == '(' || *at == '<' ? group_end(at, at) : NULL;

		at = behind ? behind : at + 1;
	}
	return at < end ? at : end;
}

/* Rust's "<a::B<c> as d::E>::f" becomes "a::B<c>::f". */
static void unwrap(char text[FUNCNAME_TEXT])
{
	const char *end = *text == '<' ? group_end(text, text) : NULL, *type;
	size_t length;

	if (!end || strncmp(end, "::", 2))
		return;
	type = type_end(text + 1, end - 1);
	length = (size_t)(type - text) - 1;
	memmove(text, text + 1, length);
	memmove(text + length, end, strlen(end) + 1);
}

/* @name without as many of its namespaces as it takes to fit. */
static const char *drop_outer(const char *name, size_t width)
{
	const char *inner;

	while (strlen(name) > width && (inner = inside_first(name)))
		name = inner;
	return name;
}

const char *funcname_fit(const char *name, size_t width, char text[FUNCNAME_TEXT])
{
	const char *shown = name;

	if (strlen(name) <= width)
		return name;
	for (size_t i = 0; i < SHORTER && (strchr(name, '(') || strchr(name, '<')); i++) {
		if (!write_cut(&shorter[i], name, text) || !text[0])
			continue;
		shown = text;
		if (strlen(text) <= width)
			break;
	}
	if (shown == text && strlen(text) > width)
		unwrap(text);
	return drop_outer(shown, width);
}

/* Widened to whole words, as far as those are short. */
static struct funcname_part words_around(const char *name, struct funcname_part part)
{
	size_t begin = part.begin;

	while (begin && is_letter(name[begin - 1]))
		begin--;
	if (part.begin - begin <= WORD_MOST)
		part.begin = begin;
	while (is_letter(name[part.end]))
		part.end++;
	return part;
}

/* The bytes of @text that are whole characters, at most @most. */
static int whole_bytes(const char *text, size_t most)
{
	size_t bytes = strnlen(text, most);

	while (bytes && text[bytes] && ((unsigned char)text[bytes] & 0xc0) == 0x80)
		bytes--;
	return (int)bytes;
}

/* Namespaces are cut before the content of brackets, if the part is in none of them. */
static bool tell_inside(const char *name, struct funcname_part part, size_t width,
			char text[FUNCNAME_TEXT])
{
	part.end += part.begin == part.end;
	for (const char *from = name; from && from <= name + part.begin; from = inside_first(from)) {
		const size_t gone = (size_t)(from - name);

		for (size_t i = 0; i < SHORTER; i++) {
			struct cut cut = shorter[i];

			cut.keep = (struct funcname_part){ part.begin - gone, part.end - gone };
			if (write_cut(&cut, from, text) && strlen(text) <= width)
				return true;
		}
	}
	return false;
}

/* Up to a bracket that was opened before. */
static size_t balanced_bytes(const char *text, size_t most)
{
	size_t depth = 0, bytes = 0;

	for (; bytes < most; bytes++) {
		if (strchr("(<[", text[bytes]))
			depth++;
		else if (strchr(")>]", text[bytes]) && !depth--)
			break;
	}
	return bytes ? bytes : most;
}

const char *funcname_tell(const char *name, struct funcname_part part, bool begin, size_t width,
			  char text[FUNCNAME_TEXT])
{
	const struct funcname_part words = words_around(name, part);
	size_t most = width / 2, told = words.end - words.begin, room;
	char what[FUNCNAME_TEXT];

	if (tell_inside(name, part, width, text))
		return text;
	told = balanced_bytes(name + words.begin, told < sizeof(what) ? told : sizeof(what) - 1);
	snprintf(what, sizeof(what), "%.*s", (int)told, name + words.begin);
	if (!begin)
		memmove(what, drop_outer(what, most), strlen(drop_outer(what, most)) + 1);
	told = (size_t)whole_bytes(what, most);
	room = width - told - strlen(" []");
	if (!write_cut(&bare, name, text))
		text[0] = '\0';
	memmove(text, drop_outer(text, room), strlen(drop_outer(text, room)) + 1);
	if (strlen(text) > room)
		strcpy(text + whole_bytes(text, room), "~");
	else
		strcat(text, " ");
	snprintf(text + strlen(text), FUNCNAME_TEXT - strlen(text), "[%.*s]", (int)told, what);
	return text;
}

static bool is_cut(const char *pattern, const char *name, const struct cut *cut)
{
	char text[FUNCNAME_TEXT];

	return write_cut(cut, name, text) && !strcmp(pattern, text);
}

static bool is_bare(const char *pattern, const char *name)
{
	const struct cut plain = { .instead = "", .ends = true };

	return is_cut(pattern, name, &plain) || is_cut(pattern, name, &bare);
}

/* As funcname_fit() writes it, too. */
static bool is_shorter(const char *pattern, const char *name)
{
	for (size_t i = 0; i < SHORTER; i++)
		if (is_cut(pattern, name, &shorter[i]))
			return true;
	return !strcmp(pattern, name) || is_bare(pattern, name);
}

/* @pattern without the empty brackets that people type behind a function's name, in @text. */
static const char *without_brackets(const char *pattern, char text[FUNCNAME_TEXT])
{
	size_t length = strlen(pattern), word = strlen("operator");

	if (length < 3 || length >= FUNCNAME_TEXT || strcmp(pattern + length - 2, "()") ||
	    (length >= word + 2 && operator_length(pattern, pattern + length - 2 - word)))
		return pattern;
	snprintf(text, FUNCNAME_TEXT, "%.*s", (int)length - 2, pattern);
	return text;
}

static bool is_inner(const char *pattern, const char *name)
{
	char text[FUNCNAME_TEXT], unwrapped[FUNCNAME_TEXT];
	const char *typed = without_brackets(pattern, text);
	size_t word = 0;

	while (is_letter(pattern[word]))
		word++;
	/* Most names differ from it at a glance, and C's are whole. */
	if (!pattern[0] || !strpbrk(name, ":<(") || !memmem(name, strlen(name), pattern, word))
		return false;
	snprintf(unwrapped, sizeof(unwrapped), "%s", name);
	unwrap(unwrapped);
	for (const char *from = unwrapped; from; from = inside_first(from))
		if (is_shorter(pattern, from) || is_shorter(typed, from))
			return true;
	return false;
}

static enum funcname_match match_one(const char *pattern, const char *name)
{
	const struct cut plain = { .instead = "", .ends = true };
	char text[FUNCNAME_TEXT];

	if (!strcmp(pattern, name))
		return FUNCNAME_EXACT;
	if (is_bare(pattern, name))
		return FUNCNAME_BARE;
	if (is_inner(pattern, name))
		return FUNCNAME_INNER;
	if (strpbrk(pattern, "*?[") &&
	    (!fnmatch(pattern, name, 0) ||
	     (write_cut(&plain, name, text) && !fnmatch(pattern, text, 0))))
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

static size_t count_parts(const char *name)
{
	size_t count = 1;

	while ((name = inside_first(name)))
		count++;
	return count;
}

const char *funcname_last(const char *name, const char *like, char text[FUNCNAME_TEXT])
{
	size_t wanted = count_parts(like), parts;
	const char *last = text;

	if (!write_cut(&bare, name, text))
		text[0] = '\0';
	for (parts = count_parts(text); parts > wanted; parts--)
		last = inside_first(last);
	memmove(text, last, strlen(last) + 1);
	return text;
}
