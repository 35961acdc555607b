// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * namecolumn.c - distinct forms of cut names; see namecolumn.h
 */
#include "namecolumn.h"

#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "symbols/funcname.h"

#define TRIES	8

struct entry {
	const char *name;
	char *shown;			/* the column's form of it */
	size_t number;
	bool apart;			/* shown differs from term_put_name()'s form */
};

static int by_shown(const void *left, const void *right)
{
	const struct entry *a = left, *b = right;
	int order = strcmp(a->shown, b->shown);

	return order ? order : strcmp(a->name, b->name);
}

/* As term_put_name() has it; NULL: out of memory. */
static char *show(const struct term *term, const char *name, size_t width)
{
	struct term line = *term;
	char *text = NULL;
	size_t size;

	if (strlen(name) <= width)
		return strdup(name);
	line.file = open_memstream(&text, &size);
	if (!line.file)
		return NULL;
	term_put_name(&line, name, width, false);
	fclose(line.file);
	return text;
}

static size_t common_begin(const char *a, const char *b)
{
	size_t length = 0;

	while (a[length] && a[length] == b[length])
		length++;
	return length;
}

/* At most @most bytes. */
static size_t common_end(const char *a, const char *b, size_t most)
{
	const char *end_a = a + strlen(a), *end_b = b + strlen(b);
	size_t length = 0;

	while (length < most && end_a[-1 - (ptrdiff_t)length] == end_b[-1 - (ptrdiff_t)length])
		length++;
	return length;
}

/* The common begin and end of all names, which are sorted. */
static void find_common(const struct entry *entries, size_t count, size_t *begin, size_t *end)
{
	const char *first = entries[0].name;

	*begin = common_begin(first, entries[count - 1].name);
	*end = strlen(first) - *begin;
	for (size_t i = 1; i < count; i++) {
		size_t rest = strlen(entries[i].name) - *begin;

		*end = common_end(first, entries[i].name, rest < *end ? rest : *end);
	}
}

/* Shows the differing part of different names that look alike. */
static void tell(struct entry *entries, size_t count, size_t width, bool exact)
{
	size_t begin, end;

	find_common(entries, count, &begin, &end);
	for (size_t i = 0; i < count; i++) {
		struct entry *entry = &entries[i];
		size_t length = strlen(entry->name);
		char text[FUNCNAME_TEXT], *copy;

		if (length <= width)
			continue;
		copy = strdup(funcname_tell(entry->name, (struct funcname_part){ begin, length - end },
					    exact, width, text));
		if (!copy)
			return;
		free(entry->shown);
		entry->shown = copy;
		entry->apart = true;
	}
}

/* @tries: how often that is repeated for those still alike, at last with their exact difference. */
static void part(struct entry *entries, size_t count, size_t width, unsigned int tries)
{
	qsort(entries, count, sizeof(*entries), by_shown);
	for (size_t i = 0, next; i < count; i = next) {
		for (next = i + 1; next < count && !strcmp(entries[i].shown, entries[next].shown); )
			next++;
		if (!tries || !strcmp(entries[i].name, entries[next - 1].name))
			continue;
		tell(entries + i, next - i, width, tries < TRIES);
		part(entries + i, next - i, width, tries - 1);
	}
}

void namecolumn_init(struct namecolumn *column, const struct term *term, const char *const names[],
		     size_t count, size_t width)
{
	struct entry *entries = calloc(count + 1, sizeof(*entries));
	bool all = entries && width >= COLUMNS_NAME;

	*column = (struct namecolumn){ .texts = calloc(count + 1, sizeof(*column->texts)) };
	for (size_t i = 0; i < count && all; i++) {
		entries[i] = (struct entry){
			.name = names[i], .shown = show(term, names[i], width), .number = i,
		};
		all = entries[i].shown;
	}
	if (all && column->texts) {
		part(entries, count, width, TRIES);
		column->count = count;
	}
	for (size_t i = 0; i < count && entries; i++) {
		if (entries[i].apart && column->count)
			column->texts[entries[i].number] = entries[i].shown;
		else
			free(entries[i].shown);
	}
	free(entries);
}

void namecolumn_fill(struct namecolumn *column, const struct term *term, size_t count, size_t width,
		     const char *(*name)(void *context, size_t number), void *context)
{
	char **names = calloc(count + 1, sizeof(*names));
	size_t copied = 0;

	*column = (struct namecolumn){ 0 };
	for (; names && copied < count; copied++) {
		names[copied] = strdup(name(context, copied));
		if (!names[copied])
			break;
	}
	if (copied == count)
		namecolumn_init(column, term, (const char *const *)names, count, width);
	for (size_t i = 0; i < copied; i++)
		free(names[i]);
	free(names);
}

void namecolumn_deinit(struct namecolumn *column)
{
	for (size_t i = 0; i < column->count; i++)
		free(column->texts[i]);
	free(column->texts);
	*column = (struct namecolumn){ 0 };
}

const char *namecolumn_text(const struct namecolumn *column, size_t number)
{
	return number < column->count ? column->texts[number] : NULL;
}

void namecolumn_put(const struct namecolumn *column, size_t number, const struct term *term,
		    const char *name, size_t width, bool pad)
{
	const char *apart = namecolumn_text(column, number);

	if (apart)
		term_pad(term, apart, pad ? width : 0, false);
	else
		term_put_name(term, name, width, pad);
}
