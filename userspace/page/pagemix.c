// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pagemix.c - executions of instructions for the web page; see pagemix.h
 */
#include "pagemix.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "mix/mixcode.h"
#include "mix/mixkeys.h"
#include "output/json.h"

#define NO_KIND		UINT32_MAX
#define DIGITS		9		/* of executions */
#define KIND_KEYS	10
#define FUNCTION_KEYS	3

static const enum mixkey kind_keys[KIND_KEYS] = {
	MIXKEY_MNEMONIC, MIXKEY_EXTENSION, MIXKEY_CLASS, MIXKEY_PACKING, MIXKEY_MEMORY,
	MIXKEY_OPERAND_SIZE, MIXKEY_OPERANDS, MIXKEY_MASKED, MIXKEY_SEW, MIXKEY_LMUL,
};
static const enum mixkey function_keys[FUNCTION_KEYS] = {
	MIXKEY_PRIVILEGE, MIXKEY_OBJECT, MIXKEY_FUNCTION,
};

/* Tuples of texts, each once. */
struct tuples {
	uint32_t (*items)[KIND_KEYS];
	size_t count;
	struct keyindex index;		/* of a text behind the number of those before it */
};

struct block {
	const struct estimate_item *first;
	uint32_t function, text, items;
};

/* The estimate's items, before they are written by columns. */
struct columns {
	struct tuples kinds, functions;
	struct block *blocks;
	size_t blocks_count;
	uint32_t *kind, *line;		/* by item */
	struct disasm disasm;
	struct vectortypes types;
};

int pagemix_init(struct pagemix *mix, const struct export *export, struct texttable *texts)
{
	*mix = (struct pagemix){ .export = export, .texts = texts };
	if (!export->estimate)
		return 0;
	return mixjoin_init(&mix->join, export->recording, export->estimate);
}

void pagemix_deinit(struct pagemix *mix)
{
	mixjoin_deinit(&mix->join);
}

void pagemix_put_function(const struct pagemix *mix, const struct listing *listing, uint32_t object,
			  struct jsonwriter *json)
{
	double last = 0;

	if (!mix->join.count)
		return;
	json_open_list(json, "e");
	for (size_t i = 0; i < listing->insns_count; i++) {
		double found = mixjoin_find(&mix->join, object, listing->insns[i].location.address);

		if (!(found < last) && !(found > last))
			continue;
		json_whole(json, NULL, i);
		json_digits(json, NULL, found, DIGITS);
		last = found;
	}
	json_close_list(json);
}

static void columns_deinit(struct columns *columns)
{
	free(columns->kinds.items);
	keyindex_deinit(&columns->kinds.index);
	free(columns->functions.items);
	keyindex_deinit(&columns->functions.index);
	free(columns->blocks);
	free(columns->kind);
	free(columns->line);
}

/* The number of the tuple of the values that @subject has of @keys; KEYINDEX_NONE: out of memory. */
static uint32_t tuple_number(struct pagemix *mix, struct tuples *tuples,
			     const struct mixsubject *subject, const enum mixkey *keys, size_t count)
{
	uint32_t texts[KIND_KEYS], number = KEYINDEX_NONE;
	char text[MIXKEYS_TEXT];

	for (size_t i = 0; i < count; i++) {
		struct key key = { .high = number };

		texts[i] = texttable_number(mix->texts, mixsubject_value(subject, keys[i], text));
		key.low = texts[i];
		number = keyindex_get(&tuples->index, key);
		if (number != KEYINDEX_NONE)
			continue;
		number = i + 1 == count ?
			KEYINDEX_APPEND(&tuples->index, key, tuples->items, tuples->count) :
			(uint32_t)tuples->index.used;
		if (number == KEYINDEX_NONE)
			return KEYINDEX_NONE;
		if (i + 1 == count)
			memcpy(tuples->items[number], texts, sizeof(texts[0]) * count);
		else if (keyindex_put(&tuples->index, key, number))
			return KEYINDEX_NONE;
	}
	return number;
}

static bool same_block(const struct estimate_item *a, const struct estimate_item *b)
{
	return a->thread == b->thread && a->object == b->object && a->block == b->block;
}

/* The block of @subject, whose items follow each other. */
static int add_block(struct pagemix *mix, struct columns *columns, const struct mixsubject *subject)
{
	struct block *last = columns->blocks_count ? &columns->blocks[columns->blocks_count - 1] : NULL;
	struct block *grown;
	char text[MIXKEYS_TEXT];

	if (last && same_block(last->first, subject->item)) {
		last->items++;
		return 0;
	}
	grown = array_grow(columns->blocks, columns->blocks_count, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	columns->blocks = grown;
	last = &grown[columns->blocks_count++];
	*last = (struct block){ .first = subject->item, .items = 1 };
	last->text = texttable_number(mix->texts, mixsubject_value(subject, MIXKEY_BLOCK, text));
	last->function = tuple_number(mix, &columns->functions, subject, function_keys,
				      FUNCTION_KEYS);
	return last->function == KEYINDEX_NONE ? -ENOMEM : 0;
}

static int add_item(struct pagemix *mix, struct columns *columns, size_t number)
{
	struct mixsubject subject = {
		.recording = mix->export->recording, .item = &mix->export->estimate->items[number],
		.types = &columns->types,
	};
	char text[MIXKEYS_TEXT];

	mixsubject_decode(&subject, &columns->disasm);
	columns->kind[number] = NO_KIND;
	columns->line[number] = texttable_number(mix->texts, mixsubject_value(&subject, MIXKEY_LINE,
									      text));
	if (rows_want(mix->export->wanted, subject.item->object, &subject.location)) {
		columns->kind[number] = tuple_number(mix, &columns->kinds, &subject, kind_keys,
						     KIND_KEYS);
		if (columns->kind[number] == KEYINDEX_NONE)
			return -ENOMEM;
	}
	return add_block(mix, columns, &subject);
}

static int columns_fill(struct pagemix *mix, struct columns *columns)
{
	size_t count = mix->export->estimate->count;
	int error = disasm_open(&columns->disasm);

	if (error)
		return error;
	columns->kind = calloc(count + 1, sizeof(*columns->kind));
	columns->line = calloc(count + 1, sizeof(*columns->line));
	error = columns->kind && columns->line ? 0 : -ENOMEM;
	for (size_t i = 0; !error && i < count; i++)
		error = add_item(mix, columns, i);
	disasm_close(&columns->disasm);
	vectortypes_deinit(&columns->types);
	return error;
}

static void put_tuples(struct jsonwriter *json, const char *name, const struct tuples *tuples,
		       size_t keys)
{
	json_line(json);
	json_open_list(json, name);
	for (size_t i = 0; i < tuples->count * keys; i++)
		json_whole(json, NULL, tuples->items[i / keys][i % keys]);
	json_close_list(json);
}

static void put_threads(const struct pagemix *mix, struct jsonwriter *json)
{
	const struct recording *recording = mix->export->recording;
	char text[MIXKEYS_TEXT];

	json_line(json);
	json_open_list(json, "threads");
	for (uint32_t i = 0; i < recording->threads_count; i++) {
		struct estimate_item item = { .thread = i };
		struct mixsubject subject = { .recording = mix->export->recording, .item = &item };

		json_whole(json, NULL, texttable_number(mix->texts,
			   mixsubject_value(&subject, MIXKEY_THREAD, text)));
	}
	json_close_list(json);
}

static void put_blocks(struct jsonwriter *json, const struct columns *columns)
{
	json_line(json);
	json_open_list(json, "b");
	for (size_t i = 0; i < columns->blocks_count; i++) {
		const struct block *block = &columns->blocks[i];
		const struct estimate_item *first = block->first;

		json_whole(json, NULL, first->thread);
		json_whole(json, NULL, block->function);
		json_whole(json, NULL, block->text);
		json_whole(json, NULL, block->items);
		json_whole(json, NULL, first->length);
		json_digits(json, NULL, first->ebs, DIGITS);
		json_digits(json, NULL, first->ctr, DIGITS);
		json_whole(json, NULL, first->biased);
		json_whole(json, NULL, first->retiring);
	}
	json_close_list(json);
}

static void put_items(const struct pagemix *mix, const struct columns *columns,
		      struct jsonwriter *json)
{
	const struct estimate *estimate = mix->export->estimate;

	json_line(json);
	json_open_list(json, "k");
	for (size_t i = 0; i < estimate->count; i++)
		json_signed(json, NULL, columns->kind[i] == NO_KIND ? -1 : (int64_t)columns->kind[i]);
	json_close_list(json);
	json_line(json);
	json_open_list(json, "l");
	for (size_t i = 0; i < estimate->count; i++) {
		if (i && columns->line[i] == columns->line[i - 1])
			continue;
		json_whole(json, NULL, i);
		json_whole(json, NULL, columns->line[i]);
	}
	json_close_list(json);
	json_line(json);
	json_open_list(json, "x");
	for (size_t i = 0; estimate->source == ESTIMATE_EXACT && i < estimate->count; i++)
		json_digits(json, NULL, estimate->items[i].executions, DIGITS);
	json_close_list(json);
}

/* The streams that begin at an item; others add nothing. */
static void put_streams(const struct pagemix *mix, struct jsonwriter *json)
{
	const struct estimate *estimate = mix->export->estimate;

	json_line(json);
	json_open_list(json, "s");
	for (size_t i = 0; i < estimate->streams_count; i++) {
		const struct recording_stream *stream = &estimate->streams[i];
		size_t count = 0, first = estimate_cover(estimate, stream, &count);

		if (!count)
			continue;
		json_whole(json, NULL, first);
		json_whole(json, NULL, count);
		json_digits(json, NULL, stream->branches, DIGITS);
	}
	json_close_list(json);
}

static void put_origin(const struct pagemix *mix, struct jsonwriter *json)
{
	struct recording *recording = mix->export->recording;
	const struct estimate *estimate = mix->export->estimate;

	json_text(json, "source", estimate_source_names[estimate->source]);
	json_whole(json, "limit", ESTIMATE_LENGTH);
	json_open_list(json, "samples");
	json_whole(json, NULL, estimate->measure->samples);
	json_whole(json, NULL, recording->streams.samples);
	json_close_list(json);
	json_open_list(json, "each");
	json_digits(json, NULL, estimate_instructions_each(estimate->measure), DIGITS);
	json_digits(json, NULL, estimate_branches_each(recording), DIGITS);
	json_close_list(json);
	json_notes(json, "notes", recording_notes(recording, estimate->measure));
}

int pagemix_put(struct pagemix *mix, struct jsonwriter *json)
{
	struct columns columns = { 0 };
	int error;

	if (!mix->export->estimate) {
		json_null(json, "mix");
		json_line(json);
		return 0;
	}
	error = mixcode_note(mix->export->estimate, mix->export->recording);
	if (!error)
		error = columns_fill(mix, &columns);
	if (!error) {
		json_open_object(json, "mix");
		put_origin(mix, json);
		put_threads(mix, json);
		put_tuples(json, "kinds", &columns.kinds, KIND_KEYS);
		put_tuples(json, "functions", &columns.functions, FUNCTION_KEYS);
		put_blocks(json, &columns);
		put_items(mix, &columns, json);
		put_streams(mix, json);
		json_close_object(json);
		json_line(json);
	}
	columns_deinit(&columns);
	return error;
}
