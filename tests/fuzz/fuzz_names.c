// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fuzz_names.c - a name of any bytes: undone, shortened, matched with a pattern
 *
 * The first line is the name, the rest the pattern.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "symbols/funcname.h"
#include "symbols/mangling.h"

/* A part of the name, by lengths of the pattern, as what differs. */
static void tell(const char *name, const char *pattern)
{
	size_t length = strlen(name), begin = strcspn(pattern, " "), end = begin + strlen(pattern) / 2;
	struct funcname_part part = {
		.begin = begin < length ? begin : length, .end = end < length ? end : length,
	};
	char text[FUNCNAME_TEXT];

	for (size_t width = 12; width < 64; width += 13)
		if (strlen(funcname_tell(name, part, width % 2, width, text)) > width)
			abort();
}

static void look_at(const char *name, const char *pattern)
{
	char text[FUNCNAME_TEXT];

	for (size_t width = 0; width < 64; width += 21) {
		const char *shorter = funcname_fit(name, width, text);

		if (strlen(shorter) > strlen(name))
			abort();
	}
	tell(name, pattern);
	funcname_last(name, pattern, text);
	if (funcname_match(name, name, NULL) != FUNCNAME_EXACT)
		abort();
	funcname_match(pattern, name, name);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	char *name = strndup((const char *)bytes, size), *undone;
	const char *pattern = strchr(name, '\n');

	if (pattern)
		name[pattern++ - name] = '\0';
	undone = mangling_undo(name);
	if (undone && strlen(undone) > MANGLING_MOST)
		abort();
	look_at(name, pattern ? pattern : "");
	look_at(undone ? undone : "", pattern ? pattern : "");
	free(undone);
	free(name);
	return 0;
}
