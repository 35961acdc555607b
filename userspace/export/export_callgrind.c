// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * export_callgrind.c - callgrind's format, which KCachegrind and callgrind_annotate read
 *
 * Costs are by instruction and line: all cycles, and those of the categories with most
 * of them; KCachegrind takes no more than 13 columns. Its names of events are letters,
 * digits and '_': a signature ST-L1+ST-TLB is ST_L1__ST_TLB, its real name beside it.
 * How often a function was called is not known: each edge says once.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "callgrind.h"
#include "export.h"
#include "exporttext.h"

#define COLUMNS_MAX	13		/* with all cycles, and the rest */
#define CATEGORIES_MAX	(COLUMNS_MAX - 2)

struct writer {
	struct callgrind callgrind;
	FILE *file;
	struct pics total;		/* place 0 */
	uint8_t columns[CATEGORY_MOST];	/* of categories; 0: left over */
	size_t count;			/* columns of categories */
	bool leftover;
	struct keyindex names;		/* by kind and address of their text */
	uint32_t names_count;
	const char *home;		/* file of the function, and of the last cost line */
	const char *source;
	struct export_rounding rounding;
};

/* Names that come again are numbers: "(3)"; at the first time "(3) name". */
static void put_name(struct writer *writer, const char *key, char kind, const char *text)
{
	struct key at = { .high = (unsigned char)kind, .low = (uintptr_t)text };
	uint32_t number = keyindex_get(&writer->names, at);

	fprintf(writer->file, "%s=", key);
	if (number == KEYINDEX_NONE && !keyindex_put(&writer->names, at, ++writer->names_count)) {
		fprintf(writer->file, "(%" PRIu32 ") ", writer->names_count);
		number = KEYINDEX_NONE;
	}
	if (number != KEYINDEX_NONE)
		fprintf(writer->file, "(%" PRIu32 ")", number);
	else
		exporttext_line(writer->file, text, "");
	fputc('\n', writer->file);
}

static const char *source_of(const struct elfobject_line *line)
{
	return line->file ? line->file : "???";
}

/* The place of a function: "ob", "fl", "fn", or with @c in front those of one called. */
static void put_function(struct writer *writer, uint32_t number, bool called)
{
	const struct function *function = &writer->callgrind.tree.functions.items[number];
	const char *path = function->location.object->path;
	struct elfobject_line line = functions_line(function);
	char name[EXPORTTEXT_NAME];

	put_name(writer, called ? "cob" : "ob", 'o', path);
	put_name(writer, called ? "cfi" : "fl", 'f', source_of(&line));
	if (!called)
		writer->home = writer->source = source_of(&line);
	if (function->location.function) {
		put_name(writer, called ? "cfn" : "fn", 'n', function->location.function);
		return;
	}
	fputs(called ? "cfn=" : "fn=", writer->file);
	exporttext_line(writer->file, exporttext_function(&function->location, name), "");
	fputc('\n', writer->file);
}

/*
 * All cycles, then by column. The format lets zeros at the end be left out, but
 * callgrind_annotate stumbles over columns that it never saw in a file that it shows.
 */
static void put_costs(struct writer *writer, const struct pics_stack *stack)
{
	uint64_t costs[COLUMNS_MAX] = { 0 };
	size_t columns = 1 + writer->count + writer->leftover;

	for (size_t i = 0; stack && i < stack->shares_count; i++) {
		uint64_t cycles = export_whole_cycles(writer->callgrind.tree.measure,
						      &writer->rounding, stack->shares[i].parts);
		unsigned int column = writer->columns[stack->shares[i].category];

		costs[0] += cycles;
		costs[column ? column : writer->count + 1] += cycles;
	}
	for (size_t i = 0; i < columns; i++)
		fprintf(writer->file, " %" PRIu64, costs[i]);
	fputc('\n', writer->file);
}

static void put_position(struct writer *writer, const struct calltree_frame *frame)
{
	fprintf(writer->file, "0x%" PRIx64 " %d", frame->location.address,
		frame->line.file ? frame->line.line : 0);
}

/* Inlined code is in another file than the function. */
static void put_source(struct writer *writer, const struct calltree_frame *frame)
{
	const char *source = source_of(&frame->line);

	if (!strcmp(source, writer->source))
		return;
	put_name(writer, strcmp(source, writer->home) ? "fi" : "fe", 'f', source);
	writer->source = source;
}

/* A call's costs are summed over whole cycles of their own: they are no part of the total. */
static void put_call(struct writer *writer, const struct calltree_frame *frame, uint32_t edge)
{
	const struct function *callee =
		&writer->callgrind.tree.functions.items[writer->callgrind.edges[edge].callee];
	struct elfobject_line line = functions_line(callee);
	struct export_rounding kept = writer->rounding;

	put_function(writer, writer->callgrind.edges[edge].callee, true);
	fprintf(writer->file, "calls=1 0x%" PRIx64 " %d\n", callee->location.address,
		line.file ? line.line : 0);
	put_position(writer, frame);
	writer->rounding = (struct export_rounding){ 0 };
	put_costs(writer, pics_find(&writer->callgrind.below, edge));
	writer->rounding = kept;
}

static void put_body(struct writer *writer)
{
	const struct callgrind *callgrind = &writer->callgrind;
	uint32_t function = CALLTREE_NONE;
	size_t call = 0;

	for (size_t i = 0; i < callgrind->tree.frames_count; i++) {
		uint32_t number = callgrind->frames[i];
		const struct calltree_frame *frame = &callgrind->tree.frames[number];
		const struct pics_stack *self = pics_find(&callgrind->self, number);

		if (frame->function != function) {
			function = frame->function;
			fputc('\n', writer->file);
			put_function(writer, function, false);
		}
		put_source(writer, frame);
		/* A caller without cycles of its own has none there: readers want a line. */
		put_position(writer, frame);
		put_costs(writer, self);
		for (; call < callgrind->edges_count &&
		     callgrind->edges[callgrind->calls[call]].caller == number; call++)
			put_call(writer, frame, callgrind->calls[call]);
	}
}

/* "ST-L1+ST-TLB" as "ST_L1__ST_TLB". */
static void put_event(struct writer *writer, const char *category)
{
	for (; *category; category++)
		fputs(*category == '-' ? "_" : *category == '+' ? "__" :
		      (char[]){ *category, '\0' }, writer->file);
}

static void put_header(struct writer *writer)
{
	const struct recording *recording = writer->callgrind.tree.recording;
	const struct category_kind *kind = writer->callgrind.tree.measure->kind;
	const struct pics_stack *total = pics_find(&writer->total, 0);
	char name[CATEGORY_TEXT], unit[CATEGORY_TEXT];

	category_title(kind->unit, unit);
	fputs("# callgrind format\nversion: 1\ncreator: tea\n", writer->file);
	if (recording->command) {
		fputs("cmd: ", writer->file);
		exporttext_line(writer->file, recording->command, "");
		fputc('\n', writer->file);
	}
	fprintf(writer->file, "positions: instr line\nevent: %s : %s\n", unit,
		kind->unit);
	for (size_t i = 0; i < writer->count; i++) {
		category_name(kind, total->shares[i].category, name);
		fputs("event: ", writer->file);
		put_event(writer, name);
		fprintf(writer->file, " : %s\n", name);
	}
	fprintf(writer->file, "events: %s", unit);
	for (size_t i = 0; i < writer->count; i++) {
		fputc(' ', writer->file);
		put_event(writer, category_name(kind, total->shares[i].category, name));
	}
	fputs(writer->leftover ? " Other\n" : "\n", writer->file);
	fputs("summary:", writer->file);
	put_costs(writer, total);
	writer->rounding = (struct export_rounding){ 0 };
}

static int choose_columns(struct writer *writer)
{
	const struct pics *pics = &writer->callgrind.tree.nodes.pics;
	const struct pics_stack *total;

	for (size_t i = 0; i < pics->stacks_count; i++)
		if (pics_add_stack(&writer->total, 0, &pics->stacks[i]))
			return -ENOMEM;
	pics_sort(&writer->total);
	total = pics_find(&writer->total, 0);
	writer->leftover = total && total->shares_count > CATEGORIES_MAX;
	for (; total && writer->count < total->shares_count && writer->count < CATEGORIES_MAX;
	     writer->count++)
		writer->columns[total->shares[writer->count].category] =
			(uint8_t)(writer->count + 1);
	return 0;
}

int export_callgrind(const struct export *export, struct fault *fault)
{
	struct writer writer = { .file = export->file };
	int error = callgrind_build(&writer.callgrind, export);

	if (!error)
		error = choose_columns(&writer);
	if (error) {
		fault_no_memory(fault, "the stacks");
	} else {
		put_header(&writer);
		put_body(&writer);
	}
	keyindex_deinit(&writer.names);
	pics_deinit(&writer.total);
	callgrind_deinit(&writer.callgrind);
	return error;
}
