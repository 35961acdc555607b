// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * codefilter.c - which code is meant; see codefilter.h
 */
#include "codefilter.h"

#include <errno.h>
#include <string.h>

enum funcname_match codefilter_match_object(const char *name, const char *path)
{
	const char *base = symbols_base_name(path);
	enum funcname_match match = funcname_match(name, base, NULL);

	/* A part of a path is a directory as soon as it is none of the name. */
	if (!strcmp(name, path))
		return FUNCNAME_EXACT;
	return match == FUNCNAME_OTHER && strchr(name, '/') ? funcname_match(name, path, NULL) : match;
}

static enum funcname_match match_object(const char *name, const struct symbols_location *location)
{
	return codefilter_match_object(name, location->object->path);
}

static enum funcname_match match_symbol(const char *name, const struct symbols_location *location)
{
	return location->function ? funcname_match(name, location->function, location->linkage) :
	       FUNCNAME_OTHER;
}

typedef enum funcname_match (*matcher)(const char *name, const struct symbols_location *location);

static void look_at(struct codefilter_names *names, matcher match,
		    const struct symbols_location *location, const char *shown)
{
	char like[FUNCNAME_TEXT];

	for (size_t i = 0; i < names->count; i++) {
		struct codefilter_name *name = &names->items[i];
		enum funcname_match found = match(name->text, location);

		if (found > name->match)
			name->match = found;
		name->nearest.name = name->text;
		if (shown && name->match == FUNCNAME_OTHER)
			nearest_offer(&name->nearest, shown, funcname_last(shown, name->text, like));
	}
}

void codefilter_look(struct codefilter *filter, struct recording *recording,
		     const struct recording_measure *measure)
{
	const struct pics *pics = &measure->pics;

	if (!filter->objects.count && !filter->symbols.count)
		return;
	for (size_t i = 0; i < pics->stacks_count; i++) {
		const struct recording_place *place = &recording->places[pics->stacks[i].place];
		struct symbols_location location;

		symbols_locate(&recording->symbols, place->object, place->address, &location);
		look_at(&filter->objects, match_object, &location,
			symbols_base_name(location.object->path));
		look_at(&filter->symbols, match_symbol, &location, location.function);
	}
}

static int check_names(const struct codefilter_names *names, const char *what, struct fault *fault)
{
	char text[NEAREST_TEXT];

	for (size_t i = 0; i < names->count; i++) {
		const struct codefilter_name *name = &names->items[i];

		if (name->match != FUNCNAME_OTHER)
			continue;
		if (!name->nearest.count)
			return fault_set(fault, -ENOENT, "nothing was recorded of any %s '%s': 'tea "
					 "report' lists what was", what, name->text);
		return fault_set(fault, -ENOENT, "nothing was recorded of any %s '%s': did you mean %s?",
				 what, name->text, nearest_text(&name->nearest, text));
	}
	return 0;
}

int codefilter_check(const struct codefilter *filter, struct fault *fault)
{
	int error = check_names(&filter->objects, "object", fault);

	return error ? error : check_names(&filter->symbols, "function", fault);
}

static bool passes(const struct codefilter_names *names, matcher match,
		   const struct symbols_location *location)
{
	for (size_t i = 0; i < names->count; i++)
		if (names->items[i].match != FUNCNAME_OTHER &&
		    match(names->items[i].text, location) >= names->items[i].match)
			return true;
	return !names->count;
}

bool codefilter_wants(const struct codefilter *filter, const struct symbols_location *location)
{
	return passes(&filter->objects, match_object, location) &&
	       passes(&filter->symbols, match_symbol, location);
}
