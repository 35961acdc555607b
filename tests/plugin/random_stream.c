// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * random_stream.c - the stream of a random program: see random_stream.h
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "random_stream.h"

/* The same number for the same address. */
static uint32_t site_of(const struct stream_item *items, unsigned int item)
{
	for (unsigned int i = 0; i < item; i++) {
		if (items[i].op.pc == items[item].op.pc)
			return items[i].op.site;
	}
	return item + 1;
}

void random_stream(struct random_source *source, const struct tea_op *ops,
		   struct stream_item *items, unsigned int count)
{
	for (unsigned int i = 0; i < count; i++) {
		items[i].op = ops[i];
		items[i].op.site = site_of(items, i);
		if (!random_below(source, 200))
			items[i].effect = STREAM_EFFECT_FLUSH;
		if (!random_below(source, 200)) {
			items[i].effect = STREAM_EFFECT_ASID;
			items[i].asid = (uint16_t)random_below(source, 4);
		}
	}
}

char *stream_text(const struct observers *observers)
{
	char *text;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	assert_non_null(file);
	assert_int_equal(observers_put(file, observers), 0);
	assert_int_equal(fclose(file), 0);
	return text;
}
