// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * texttable.c - texts by number; see texttable.h
 */
#include "texttable.h"

#include <stdlib.h>
#include <string.h>

#include "exporttext.h"

/* Two hashes of the text: equal pairs are compared, and a clash only repeats a text. */
static struct key text_key(const char *text)
{
	struct key key = { .high = UINT64_C(0xcbf29ce484222325), .low = 5381 };

	for (; *text; text++) {
		key.high = (key.high ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
		key.low = key.low * 33 + (unsigned char)*text;
	}
	return key;
}

/* Takes @text, which may be NULL when memory ran out. */
static uint32_t append(struct texttable *table, struct key key, bool known, char *text)
{
	char **grown = text ? array_grow(table->texts, table->count, sizeof(*grown)) : NULL;

	if (grown)
		table->texts = grown;
	if (!grown || (!known && keyindex_put(&table->index, key, (uint32_t)table->count))) {
		free(text);
		table->failed = true;
		return 0;
	}
	grown[table->count] = text;
	return (uint32_t)table->count++;
}

uint32_t texttable_number(struct texttable *table, const char *text)
{
	struct key key = text_key(text);
	uint32_t number = keyindex_get(&table->index, key);
	char *clean;

	if (number != KEYINDEX_NONE && !strcmp(table->texts[number], text))
		return number;
	clean = exporttext_copy(text);
	if (clean && number != KEYINDEX_NONE && !strcmp(table->texts[number], clean)) {
		free(clean);
		return number;
	}
	return append(table, key, number != KEYINDEX_NONE, clean);
}

void texttable_deinit(struct texttable *table)
{
	for (size_t i = 0; i < table->count; i++)
		free(table->texts[i]);
	free(table->texts);
	keyindex_deinit(&table->index);
	*table = (struct texttable){ 0 };
}
