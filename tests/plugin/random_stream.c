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
		items[i].op.has_addr &= items[i].op.addr != TEA_NO_ADDRESS;
		if (!random_below(source, 200))
			items[i].effect = STREAM_EFFECT_FLUSH;
		if (!random_below(source, 200)) {
			items[i].effect = STREAM_EFFECT_ASID;
			items[i].asid = (uint16_t)random_below(source, 4);
		}
	}
}

/* Operations from @items on without an effect, in @ops: @most at most. */
static unsigned int copy_plain(const struct stream_item *items, unsigned int most,
			       struct tea_op *ops)
{
	unsigned int count = 0;

	while (count < most && items[count].effect == STREAM_EFFECT_NONE) {
		ops[count] = items[count].op;
		count++;
	}
	return count;
}

unsigned int stream_parts(struct random_source *source, const struct stream_item *items,
			  unsigned int count, struct stream_part *parts)
{
	unsigned int made = 0;

	for (unsigned int i = 0; i < count; made++) {
		struct stream_part *part = &parts[made];
		struct tea_op ops[TEA_BLOCK_MAX];
		unsigned int most = 1 + random_below(source, TEA_BLOCK_MAX), plain;

		plain = copy_plain(&items[i], count - i < most ? count - i : most, ops);
		part->item = &items[i];
		packed_run_init(&part->packed);
		part->run_count = plain ? packed_run_make(&part->packed, ops, plain, plain) : 0;
		i += part->run_count ? part->run_count : 1;
	}
	return made;
}

void stream_parts_free(struct stream_part *parts, unsigned int count)
{
	for (unsigned int i = 0; i < count; i++)
		packed_run_deinit(&parts[i].packed);
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
