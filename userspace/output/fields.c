// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fields.c - the table of columns; see fields.h
 */
#include "fields.h"

#include <stdio.h>
#include <string.h>

const char *fields_base_name(const char *path)
{
	const char *slash = path[0] == '[' ? NULL : strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

static bool get_by(const struct rows *rows, const struct row *row, struct field_value *value)
{
	value->text = row->others ? "rest" : rows_by_names[rows->by];
	return true;
}

static bool get_object(const struct rows *rows, const struct row *row, struct field_value *value)
{
	(void)rows;
	value->text = row->location.object->path;
	return true;
}

static bool get_object_name(const struct rows *rows, const struct row *row,
			    struct field_value *value)
{
	(void)rows;
	value->text = fields_base_name(row->location.object->path);
	return true;
}

/* Rows that stand for more than one address have none of their own. */
static bool has_address(const struct rows *rows)
{
	return rows->by != ROWS_BY_THREAD && rows->by != ROWS_BY_OBJECT && rows->by != ROWS_BY_CPU;
}

static bool get_symbol(const struct rows *rows, const struct row *row, struct field_value *value)
{
	value->text = has_address(rows) ? row->location.function : NULL;
	return value->text;
}

static bool get_offset(const struct rows *rows, const struct row *row, struct field_value *value)
{
	value->number = row->location.offset;
	return has_address(rows);
}

static bool get_address(const struct rows *rows, const struct row *row,
			struct field_value *value)
{
	value->number = row->location.address;
	return has_address(rows);
}

/* Of a block: behind its last instruction. */
static bool get_end(const struct rows *rows, const struct row *row, struct field_value *value)
{
	(void)rows;
	value->number = row->end;
	return row->end;
}

static bool get_file(const struct rows *rows, const struct row *row, struct field_value *value)
{
	(void)rows;
	value->text = row->line.file;
	return value->text;
}

static bool get_line(const struct rows *rows, const struct row *row, struct field_value *value)
{
	(void)rows;
	value->number = (uint64_t)row->line.line;
	return row->line.file;
}

static bool get_comm(const struct rows *rows, const struct row *row, struct field_value *value)
{
	(void)rows;
	value->text = row->thread->comm;
	return true;
}

static bool get_pid(const struct rows *rows, const struct row *row, struct field_value *value)
{
	(void)rows;
	value->number = row->thread->pid;
	return true;
}

static bool get_tid(const struct rows *rows, const struct row *row, struct field_value *value)
{
	(void)rows;
	value->number = row->thread->tid;
	return true;
}

static bool get_cpu(const struct rows *rows, const struct row *row, struct field_value *value)
{
	(void)rows;
	value->number = row->cpu;
	return row->cpu != RECORDING_NO_CPU;
}

static bool get_inclusive(const struct rows *rows, const struct row *row,
			  struct field_value *value)
{
	(void)rows;
	value->number = row->inclusive->parts;
	return true;
}

static bool get_parts(const struct rows *rows, const struct row *row, struct field_value *value)
{
	(void)rows;
	value->number = row->stack->parts;
	return true;
}

static bool get_disassembly(const struct rows *rows, const struct row *row,
			    struct field_value *value)
{
	(void)rows;
	value->text = row->disassembly;
	return value->text;
}

/* Text only. */
static bool get_arrows(const struct rows *rows, const struct row *row, struct field_value *value)
{
	value->number = (uint64_t)(row - rows->rows);
	return rows->jumps;
}

static bool get_inlined(const struct rows *rows, const struct row *row, struct field_value *value)
{
	(void)rows;
	value->text = row->inlined;
	return value->text;
}

static bool get_source(const struct rows *rows, const struct row *row, struct field_value *value)
{
	(void)rows;
	value->text = row->source;
	return value->text;
}

/* Text only: the best name there is. */
static bool get_function(const struct rows *rows, const struct row *row,
			 struct field_value *value)
{
	const struct symbols_location *location = &row->location;

	if (!get_symbol(rows, row, value) && location->object->kind == SYMBOLS_KERNEL) {
		value->text = value->buffer;
		snprintf(value->buffer, sizeof(value->buffer), "0x%llx",
			 (unsigned long long)location->address);
	} else if (!value->text) {
		value->text = value->buffer;
		snprintf(value->buffer, sizeof(value->buffer), "%s+0x%llx",
			 fields_base_name(location->object->path), (unsigned long long)location->offset);
	} else if (rows->by == ROWS_BY_INSTRUCTION || rows->by == ROWS_BY_BLOCK) {
		value->text = value->buffer;
		snprintf(value->buffer, sizeof(value->buffer), "%s+0x%llx", location->function,
			 (unsigned long long)location->offset);
	}
	return true;
}

const char *fields_function(const struct rows *rows, const struct row *row,
			    struct field_value *value)
{
	get_function(rows, row, value);
	return value->text;
}

static bool get_file_line(const struct rows *rows, const struct row *row,
			  struct field_value *value)
{
	(void)rows;
	if (!row->line.file)
		return false;
	value->text = value->buffer;
	snprintf(value->buffer, sizeof(value->buffer), "%s:%d", fields_base_name(row->line.file),
		 row->line.line);
	return true;
}

/* Text only: a block's addresses. */
static bool get_range(const struct rows *rows, const struct row *row, struct field_value *value)
{
	(void)rows;
	value->text = value->buffer;
	if (row->end)
		snprintf(value->buffer, sizeof(value->buffer), "%llx-%llx",
			 (unsigned long long)row->location.address, (unsigned long long)row->end);
	else
		snprintf(value->buffer, sizeof(value->buffer), "%llx",
			 (unsigned long long)row->location.address);
	return true;
}

#define VIEWS_ALL	((1U << FIELDS_VIEWS) - 1)
#define VIEW_THREAD	(1U << ROWS_BY_THREAD)
#define VIEW_CPU	(1U << ROWS_BY_CPU)
#define VIEW_BLOCK	(1U << ROWS_BY_BLOCK)
#define VIEW_ANNOTATE	(1U << FIELDS_ANNOTATE)
#define VIEW_CHILDREN	(1U << FIELDS_CHILDREN)
#define VIEWS_CODE	(VIEWS_ALL & ~VIEW_THREAD & ~VIEW_CPU)

enum field_number {
	BY, OBJECT, SYMBOL, OFFSET, ADDRESS, END, FILE_PATH, LINE, COMM, PID, TID, CPU, DISASSEMBLY,
	INLINED, SOURCE, CYCLES, SHARE, INCLUSIVE, INCLUSIVE_SHARE, STACK, INCLUSIVE_STACK,
	OBJECT_NAME, FUNCTION, FILE_LINE, RANGE, SELF_SHARE, ARROWS,
};

const struct field fields[] = {
	[BY] = { "by", NULL, FIELD_TEXT, VIEWS_ALL, get_by },
	[OBJECT] = { "object", NULL, FIELD_TEXT, VIEWS_CODE, get_object },
	[SYMBOL] = { "symbol", NULL, FIELD_TEXT, VIEWS_CODE, get_symbol },
	[OFFSET] = { "offset", NULL, FIELD_NUMBER, VIEWS_CODE, get_offset },
	[ADDRESS] = { "address", "Address", FIELD_ADDRESS, VIEWS_CODE, get_address },
	[END] = { "end", NULL, FIELD_ADDRESS, VIEW_BLOCK, get_end },
	[FILE_PATH] = { "file", NULL, FIELD_TEXT, VIEWS_CODE, get_file },
	[LINE] = { "line", NULL, FIELD_NUMBER, VIEWS_CODE, get_line },
	[COMM] = { "comm", "Command", FIELD_TEXT, VIEW_THREAD, get_comm },
	[PID] = { "pid", "PID", FIELD_NUMBER, VIEW_THREAD, get_pid },
	[TID] = { "tid", "TID", FIELD_NUMBER, VIEW_THREAD, get_tid },
	[CPU] = { "cpu", "CPU", FIELD_NUMBER, VIEW_CPU, get_cpu },
	[DISASSEMBLY] = { "disassembly", "Instruction", FIELD_TEXT, VIEW_ANNOTATE,
			  get_disassembly },
	[INLINED] = { "inlined", NULL, FIELD_TEXT, VIEW_ANNOTATE, get_inlined },
	[SOURCE] = { "source", NULL, FIELD_TEXT, VIEW_ANNOTATE, get_source },
	[CYCLES] = { "cycles", "Cycles", FIELD_CYCLES, VIEWS_ALL, get_parts },
	[SHARE] = { "share", "Overhead", FIELD_SHARE, VIEWS_ALL, get_parts },
	[INCLUSIVE] = { "inclusive", "Cycles", FIELD_CYCLES, VIEW_CHILDREN, get_inclusive },
	[INCLUSIVE_SHARE] = { "inclusive_share", "Children", FIELD_SHARE, VIEW_CHILDREN,
			      get_inclusive },
	[STACK] = { "stack", "Stack", FIELD_STACK, VIEWS_ALL, get_parts },
	[INCLUSIVE_STACK] = { "inclusive_stack", "Stack", FIELD_INCLUSIVE_STACK, VIEW_CHILDREN,
			      get_inclusive },
	[OBJECT_NAME] = { NULL, "Object", FIELD_TEXT, 0, get_object_name },
	[FUNCTION] = { NULL, "Function", FIELD_TEXT, 0, get_function },
	[FILE_LINE] = { NULL, "Source", FIELD_TEXT, 0, get_file_line },
	[RANGE] = { NULL, "Block", FIELD_TEXT, 0, get_range },
	[ARROWS] = { NULL, "", FIELD_ARROWS, 0, get_arrows },
	[SELF_SHARE] = { NULL, "Self", FIELD_SHARE, 0, get_parts },
};

const size_t fields_count = sizeof(fields) / sizeof(fields[0]);

#define F(number) (&fields[number])

const struct field *const fields_text[FIELDS_VIEWS][FIELDS_TEXT_MAX] = {
	[ROWS_BY_FUNCTION] = { F(SHARE), F(CYCLES), F(OBJECT_NAME), F(FUNCTION), F(STACK) },
	[ROWS_BY_LINE] = { F(SHARE), F(CYCLES), F(FILE_LINE), F(FUNCTION), F(STACK) },
	[ROWS_BY_INSTRUCTION] = { F(SHARE), F(CYCLES), F(ADDRESS), F(FUNCTION), F(FILE_LINE),
				  F(STACK) },
	[ROWS_BY_BLOCK] = { F(SHARE), F(CYCLES), F(RANGE), F(FUNCTION), F(FILE_LINE), F(STACK) },
	[ROWS_BY_OBJECT] = { F(SHARE), F(CYCLES), F(OBJECT_NAME), F(STACK) },
	[ROWS_BY_THREAD] = { F(SHARE), F(CYCLES), F(COMM), F(PID), F(TID), F(STACK) },
	[ROWS_BY_CPU] = { F(SHARE), F(CYCLES), F(CPU), F(STACK) },
	[FIELDS_ANNOTATE] = { F(SHARE), F(CYCLES), F(ADDRESS), F(ARROWS), F(DISASSEMBLY),
			      F(STACK) },
	[FIELDS_CHILDREN] = { F(INCLUSIVE_SHARE), F(SELF_SHARE), F(INCLUSIVE), F(OBJECT_NAME),
			      F(FUNCTION), F(INCLUSIVE_STACK) },
};

/* What the row of all others has. */
static bool is_amount(const struct field *field)
{
	return field->type == FIELD_CYCLES || field->type == FIELD_SHARE ||
	       field->type == FIELD_STACK || field->get == get_by;
}

const char *field_name(const struct rows *rows, const struct field *field)
{
	return field == &fields[CYCLES] ? rows->kind->unit : field->name;
}

const char *field_title(const struct rows *rows, const struct field *field,
			char text[CATEGORY_TEXT])
{
	return field->type == FIELD_CYCLES ? category_title(rows->kind->unit, text) : field->title;
}

bool field_get(const struct rows *rows, const struct row *row, const struct field *field,
	       struct field_value *value)
{
	if (row->others && (!is_amount(field) || field->get == get_inclusive))
		return false;
	return field->get(rows, row, value);
}

unsigned int fields_view(const struct rows *rows)
{
	if (rows->inclusive.stacks_count)
		return FIELDS_CHILDREN;
	return rows->annotated ? FIELDS_ANNOTATE : rows->by;
}

const struct pics_stack *fields_stack(const struct field *field, const struct row *row)
{
	if (field->type == FIELD_INCLUSIVE_STACK && !row->others)
		return row->inclusive;
	return row->stack;
}
