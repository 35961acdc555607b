// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * annotation.c - instructions of a function with their cycles; see annotation.h
 */
#include "annotation.h"

#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "symbols/disasm.h"

static const struct pics_stack no_cycles;

/* Takes @text, which may be NULL when memory ran out. */
static const char *keep_text(struct annotation *annotation, char *text)
{
	char **grown = text ? array_grow(annotation->texts, annotation->texts_count,
					 sizeof(*grown)) : NULL;

	if (!grown) {
		free(text);
		return NULL;
	}
	annotation->texts = grown;
	return grown[annotation->texts_count++] = text;
}

/* "inner < outer": the functions inlined at this instruction, innermost first. */
static void name_inlines(struct annotation *annotation, struct row *row)
{
	struct elfobject_inline inlines[ELFOBJECT_INLINES_MAX];
	size_t count = symbols_inlines(&row->location, inlines), size = 1;
	char *text, *end;

	row->outer = row->line;
	if (!count)
		return;
	if (inlines[count - 1].call.file)
		row->outer = inlines[count - 1].call;
	for (size_t i = 0; i < count; i++)
		size += strlen(inlines[i].name) + 3;
	text = end = malloc(size);
	for (size_t i = 0; text && i < count; i++)
		end = stpcpy(stpcpy(end, i ? " < " : ""), inlines[i].name);
	row->inlined = keep_text(annotation, text);
}

const char *annotation_source(const struct annotation *annotation,
			      const struct elfobject_line *line)
{
	return sources_line(annotation->sources, line);
}

/* An instruction's row; its stack follows when it has cycles. */
static struct row *add_row(struct annotation *annotation, uint64_t address, const char *text)
{
	struct rows *rows = &annotation->rows;
	struct row *grown = array_grow(rows->rows, rows->count, sizeof(*grown)), *row;

	if (!grown)
		return NULL;
	rows->rows = grown;
	row = &grown[rows->count++];
	*row = (struct row){
		.location = annotation->function, .object = annotation->object,
		.stack = &no_cycles, .disassembly = text,
	};
	row->location.address = address;
	row->location.offset = address - annotation->function.function_start;
	if (annotation->unnamed) {
		row->location.offset += annotation->function.offset;
		row->location.function = NULL;
	}
	row->line = symbols_line(&row->location);
	name_inlines(annotation, row);
	row->source = annotation_source(annotation, &row->line);
	return row;
}

static int disassemble(struct annotation *annotation, const struct disasm *disasm)
{
	const struct symbols_location *function = &annotation->function;
	uint64_t address = function->function_start;
	uint64_t size = function->function_end - address;
	const uint8_t *bytes = NULL;
	char text[DISASM_TEXT];

	size = symbols_code(function, address, size, &bytes);
	while (size) {
		size_t length = disasm_insn(disasm, bytes, size, address, text);
		struct row *row = add_row(annotation, address, keep_text(annotation, strdup(text)));

		if (!row)
			return -ENOMEM;
		row->flow = flow_decode(bytes, size, address);
		address += length;
		bytes += length;
		size -= length;
	}
	return 0;
}

static int compare_addresses(const void *left, const void *right)
{
	const struct row *a = left, *b = right;

	return a->location.address < b->location.address ? -1 :
	       a->location.address > b->location.address;
}

/* Gives the rows of instructions their stacks, and other addresses a row. */
static int merge_cycles(struct annotation *annotation)
{
	struct rows *rows = &annotation->rows;
	size_t instructions = rows->count;

	for (size_t i = 0; i < annotation->cycles.count; i++) {
		const struct row *sampled = &annotation->cycles.rows[i];
		struct row *row = instructions ? bsearch(sampled, rows->rows, instructions,
							 sizeof(*row), compare_addresses) : NULL;

		if (!row)
			row = add_row(annotation, sampled->location.address, NULL);
		if (!row)
			return -ENOMEM;
		row->stack = sampled->stack;
	}
	if (rows->count)
		qsort(rows->rows, rows->count, sizeof(*rows->rows), compare_addresses);
	return 0;
}

static int check_machine(const struct annotation *annotation, struct fault *fault)
{
	const struct symbols_object *object = annotation->function.object;

	if (!object->elf.dwfl || object->elf.machine == EM_RISCV)
		return 0;
	return fault_set(fault, -ENOEXEC, "'%s' is not a RISC-V file: give the recorded machine's "
			 "files with --symfs DIR", object->path);
}

int annotation_fill(struct annotation *annotation, struct recording *recording,
		    const struct recording_measure *measure,
		    struct fault *fault)
{
	struct rows_range range = {
		.object = annotation->object, .begin = annotation->function.function_start,
		.end = annotation->function.function_end,
	};
	struct rows_options options = { .by = ROWS_BY_INSTRUCTION, .range = &range };
	struct disasm disasm;
	int error = check_machine(annotation, fault);

	if (error)
		return error;
	annotation->sources = calloc(1, sizeof(*annotation->sources));
	if (!annotation->sources)
		return fault_no_memory(fault, "the sources");
	annotation->sources->paths = recording->source_paths;
	annotation->rows = (struct rows){
		.by = ROWS_BY_INSTRUCTION, .annotated = true, .measure = measure,
	};
	if (disasm_open(&disasm))
		return fault_set(fault, -ENOTSUP, "capstone does not know RISC-V: build with "
				 "capstone 5 or newer");
	error = rows_fold(&annotation->cycles, recording, measure, &options);
	if (!error)
		error = disassemble(annotation, &disasm);
	if (!error)
		error = merge_cycles(annotation);
	if (!error && annotation->cycles.total.stacks_count)
		error = pics_add_stack(&annotation->rows.total, 0,
				       annotation->cycles.total.stacks);
	pics_sort(&annotation->rows.total);
	disasm_close(&disasm);
	return error ? fault_no_memory(fault, "the instructions") : 0;
}

void annotation_deinit(struct annotation *annotation)
{
	rows_deinit(&annotation->rows);
	rows_deinit(&annotation->cycles);
	if (annotation->sources)
		sources_deinit(annotation->sources);
	free(annotation->sources);
	for (size_t i = 0; i < annotation->texts_count; i++)
		free(annotation->texts[i]);
	free(annotation->texts);
	free(annotation->order);
	free(annotation->groups);
	free(annotation->parts);
	free(annotation->lines);
	jumps_deinit(&annotation->jumps);
	pics_deinit(&annotation->by_group);
	pics_deinit(&annotation->by_part);
	*annotation = (struct annotation){ 0 };
}
