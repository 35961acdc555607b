// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fields.c - the table of columns; see fields.h
 */
#include "fields.h"

#include <stdio.h>
#include <string.h>

#include "analysis/places/chance.h"

#define VIEWS_ALL	((1U << FIELDS_VIEWS) - 1)
#define VIEW_THREAD	(1U << ROWS_BY_THREAD)
#define VIEW_CPU	(1U << ROWS_BY_CPU)
#define VIEW_BLOCKS	(1U << ROWS_BY_BLOCK | 1U << ROWS_BY_LOOP)
#define VIEW_ANNOTATE	(1U << FIELDS_ANNOTATE)
#define VIEW_CHILDREN	(1U << FIELDS_CHILDREN)
#define VIEW_TIME	(1U << ROWS_BY_TIME)
#define VIEW_FIELD	(1U << ROWS_BY_FIELD)
#define VIEW_DATA_LINE	(1U << ROWS_BY_DATA_LINE)
#define VIEW_SHARING	(1U << ROWS_BY_SHARING)
#define VIEWS_DATA	(1U << ROWS_BY_DATA | 1U << ROWS_BY_DATA_FIELD | VIEW_DATA_LINE | VIEW_SHARING)
#define VIEW_PRIVILEGE	(1U << ROWS_BY_PRIVILEGE)
#define VIEW_SYSCALL	(1U << ROWS_BY_SYSCALL)
#define VIEWS_CODE	(VIEWS_ALL & ~VIEW_THREAD & ~VIEW_CPU & ~VIEW_TIME & ~VIEW_FIELD & \
			 ~VIEW_PRIVILEGE & ~VIEW_SYSCALL & ~VIEWS_DATA)

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
	value->text = symbols_base_name(row->location.object->path);
	return true;
}

static bool get_symbol(const struct rows *rows, const struct row *row, struct field_value *value)
{
	value->text = rows_have_addresses(rows) ? row->location.function : NULL;
	return value->text;
}

static bool get_linkage(const struct rows *rows, const struct row *row, struct field_value *value)
{
	value->text = rows_have_addresses(rows) ? row->location.linkage : NULL;
	return value->text;
}

static bool get_offset(const struct rows *rows, const struct row *row, struct field_value *value)
{
	value->number = row->location.offset;
	return rows_have_addresses(rows);
}

static bool get_address(const struct rows *rows, const struct row *row,
			struct field_value *value)
{
	value->number = row->location.address;
	return rows_have_addresses(rows);
}

/* A block's end, behind its last instruction. */
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

static bool get_data(const struct rows *rows, const struct row *row, struct field_value *value)
{
	(void)rows;
	value->text = row->field;
	return value->text;
}

static bool get_where(const struct rows *rows, const struct row *row, struct field_value *value)
{
	(void)rows;
	value->text = row->where;
	return value->text;
}

/* Text only. */
static bool get_where_name(const struct rows *rows, const struct row *row, struct field_value *value)
{
	(void)rows;
	value->text = row->where ? symbols_base_name(row->where) : NULL;
	return value->text;
}

static bool get_data_line(const struct rows *rows, const struct row *row, struct field_value *value)
{
	(void)rows;
	value->number = row->data_line;
	return row->has_data_line;
}

static bool get_verdict(const struct rows *rows, const struct row *row, struct field_value *value)
{
	(void)rows;
	value->text = row->shared ? sharing_verdict_names[row->shared->verdict] : NULL;
	return value->text;
}

static bool get_waited(const struct rows *rows, const struct row *row, struct field_value *value)
{
	(void)rows;
	value->number = row->shared ? row->shared->waited : 0;
	return row->shared;
}

static bool get_level(const struct rows *rows, const struct row *row, struct field_value *value)
{
	(void)rows;
	value->text = row->level;
	return value->text;
}

static bool get_begin(const struct rows *rows, const struct row *row, struct field_value *value)
{
	(void)rows;
	value->number = row->begin_ns;
	return true;
}

static bool get_behind(const struct rows *rows, const struct row *row, struct field_value *value)
{
	(void)rows;
	value->number = row->end_ns;
	return true;
}

/* Text only: as --time takes it, in microseconds where that is fine enough. */
static bool get_time(const struct rows *rows, const struct row *row, struct field_value *value)
{
	const unsigned int decimals = row->begin_ns % 1000 || row->end_ns % 1000 ? 9 : 6;
	const unsigned long long unit = decimals == 9 ? 1 : 1000, second = 1000000000 / unit;

	(void)rows;
	value->text = value->buffer;
	snprintf(value->buffer, sizeof(value->buffer), "%llu.%0*llu,%llu.%0*llu",
		 row->begin_ns / unit / second, (int)decimals, row->begin_ns / unit % second,
		 row->end_ns / unit / second, (int)decimals, row->end_ns / unit % second);
	return true;
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

static bool get_samples(const struct rows *rows, const struct row *row, struct field_value *value)
{
	(void)rows;
	value->number = pics_weight_samples(&row->stack->weight);
	return value->number;
}

static bool get_margin(const struct rows *rows, const struct row *row, struct field_value *value)
{
	const struct pics_stack *stack = row->stack;

	if (!chance_has(&stack->weight) || !rows->total.stacks_count)
		return false;
	value->real = chance_margin(stack->parts, &stack->weight, rows->total.stacks);
	return true;
}

static bool get_executions(const struct rows *rows, const struct row *row, struct field_value *value)
{
	value->real = row->executions;
	return rows->has_executions;
}

/* For an instruction with samples whose executions are known. */
static bool get_per_execution(const struct rows *rows, const struct row *row,
			      struct field_value *value)
{
	if (!rows->has_executions || !(row->executions > 0) || !row->stack->parts)
		return false;
	value->real = (double)row->stack->parts / rows->measure->parts_per_unit / row->executions;
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
	value->text = row_name(rows, row, value->buffer);
	return true;
}

static bool get_file_line(const struct rows *rows, const struct row *row,
			  struct field_value *value)
{
	(void)rows;
	if (!row->line.file)
		return false;
	value->text = value->buffer;
	snprintf(value->buffer, sizeof(value->buffer), "%s:%d", symbols_source_name(row->line.file),
		 row->line.line);
	return true;
}

/* Text only: a block's addresses, or a loop's. */
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

static bool get_loop(const struct rows *rows, const struct row *row, struct field_value *value)
{
	return row->end && get_range(rows, row, value);
}

static bool get_lived(const struct rows *rows, const struct row *row, struct field_value *value)
{
	(void)rows;
	value->number = row->lived_ns;
	return row->lived_ns;
}

static bool get_unsched(const struct rows *rows, const struct row *row, struct field_value *value)
{
	(void)rows;
	value->number = row->unsched_ns;
	return row->lived_ns;
}

/* Text only. */
static bool get_unsched_part(const struct rows *rows, const struct row *row,
			     struct field_value *value)
{
	(void)rows;
	if (row->lived_ns)
		value->real = (double)row->unsched_ns / (double)row->lived_ns;
	return row->lived_ns;
}

enum field_number {
	BY, OBJECT, SYMBOL, LINKAGE, OFFSET, ADDRESS, END, FILE_PATH, LINE, COMM, PID, TID, CPU, FIELD_OF_DATA,
	DATA, WHERE, DATA_LINE, VERDICT, WAITED, PRIVILEGE, SYSCALL,
	BEGIN_NS, END_NS, DISASSEMBLY, INLINED, SOURCE, CYCLES, SHARE, SAMPLES, MARGIN, INCLUSIVE,
	INCLUSIVE_SHARE, STACK, PIECES, INCLUSIVE_STACK, OBJECT_NAME, FUNCTION, FILE_LINE, RANGE,
	LOOP, SELF_SHARE, ARROWS, TIME, EXECUTIONS, PER_EXECUTION, WHERE_NAME, LIVED, UNSCHED, UNSCHED_PART,
};

const struct field fields[] = {
	[BY] = { "by", NULL, FIELD_TEXT, VIEWS_ALL, get_by },
	[OBJECT] = { "object", NULL, FIELD_TEXT, VIEWS_CODE, get_object },
	[SYMBOL] = { "symbol", NULL, FIELD_TEXT, VIEWS_CODE, get_symbol },
	[LINKAGE] = { "linkage_name", NULL, FIELD_TEXT, VIEWS_CODE | FIELDS_JSON_ONLY, get_linkage },
	[OFFSET] = { "offset", NULL, FIELD_NUMBER, VIEWS_CODE, get_offset },
	[ADDRESS] = { "address", "Address", FIELD_ADDRESS, VIEWS_CODE, get_address },
	[END] = { "end", NULL, FIELD_ADDRESS, VIEW_BLOCKS, get_end },
	[FILE_PATH] = { "file", NULL, FIELD_TEXT, VIEWS_CODE, get_file },
	[LINE] = { "line", NULL, FIELD_NUMBER, VIEWS_CODE, get_line },
	[COMM] = { "comm", "Command", FIELD_TEXT, VIEW_THREAD, get_comm },
	[PID] = { "pid", "PID", FIELD_NUMBER, VIEW_THREAD, get_pid },
	[TID] = { "tid", "TID", FIELD_NUMBER, VIEW_THREAD, get_tid },
	[CPU] = { "cpu", "CPU", FIELD_NUMBER, VIEW_CPU, get_cpu },
	[FIELD_OF_DATA] = { "field", "Field", FIELD_TEXT, VIEW_FIELD, get_data },
	[DATA] = { "data", "Data", FIELD_TEXT, VIEWS_DATA, get_data },
	[WHERE] = { "where", NULL, FIELD_TEXT, VIEWS_DATA, get_where },
	[DATA_LINE] = { "line", "Line", FIELD_ADDRESS, VIEW_DATA_LINE | VIEW_SHARING, get_data_line },
	[VERDICT] = { "verdict", "Verdict", FIELD_TEXT, VIEW_SHARING, get_verdict },
	[WAITED] = { "waited", "Waited", FIELD_CYCLES, VIEW_SHARING, get_waited },
	[PRIVILEGE] = { "privilege", "Privilege", FIELD_TEXT, VIEW_PRIVILEGE, get_level },
	[SYSCALL] = { "syscall", "System call", FIELD_TEXT, VIEW_SYSCALL, get_level },
	[BEGIN_NS] = { "begin_ns", NULL, FIELD_NUMBER, VIEW_TIME, get_begin },
	[END_NS] = { "end_ns", NULL, FIELD_NUMBER, VIEW_TIME, get_behind },
	[DISASSEMBLY] = { "disassembly", "Instruction", FIELD_TEXT, VIEW_ANNOTATE,
			  get_disassembly },
	[INLINED] = { "inlined", NULL, FIELD_TEXT, VIEW_ANNOTATE, get_inlined },
	[SOURCE] = { "source", NULL, FIELD_TEXT, VIEW_ANNOTATE, get_source },
	[CYCLES] = { "cycles", "Cycles", FIELD_CYCLES, VIEWS_ALL, get_parts },
	[SHARE] = { "share", "Overhead", FIELD_SHARE, VIEWS_ALL, get_parts },
	[SAMPLES] = { "samples", "Samples", FIELD_SAMPLES, VIEWS_ALL, get_samples },
	[MARGIN] = { "margin", "+/-", FIELD_MARGIN, VIEWS_ALL, get_margin },
	[EXECUTIONS] = { "executions", NULL, FIELD_EXECUTIONS, VIEW_ANNOTATE, get_executions },
	[PER_EXECUTION] = { "cycles_per_execution", "Cycles/exec", FIELD_PER_EXECUTION, VIEW_ANNOTATE,
			    get_per_execution },
	[LIVED] = { "lived_ns", "Lived", FIELD_LIFE, VIEW_THREAD, get_lived },
	[UNSCHED] = { "unsched_ns", NULL, FIELD_LIFE, VIEW_THREAD, get_unsched },
	[UNSCHED_PART] = { NULL, "Unsched", FIELD_PART, 0, get_unsched_part },
	[INCLUSIVE] = { "inclusive", "Cycles", FIELD_CYCLES, VIEW_CHILDREN, get_inclusive },
	[INCLUSIVE_SHARE] = { "inclusive_share", "Children", FIELD_SHARE, VIEW_CHILDREN,
			      get_inclusive },
	[STACK] = { "stack", "Stack, % of its row", FIELD_STACK, VIEWS_ALL, get_parts },
	[PIECES] = { "base", NULL, FIELD_PIECES, VIEWS_ALL, get_parts },
	[INCLUSIVE_STACK] = { "inclusive_stack", "Stack, % of its row", FIELD_INCLUSIVE_STACK, VIEW_CHILDREN,
			      get_inclusive },
	[OBJECT_NAME] = { NULL, "Object", FIELD_TEXT, 0, get_object_name },
	[FUNCTION] = { NULL, "Function", FIELD_TEXT, 0, get_function },
	[FILE_LINE] = { NULL, "Source", FIELD_TEXT, 0, get_file_line },
	[RANGE] = { NULL, "Block", FIELD_TEXT, 0, get_range },
	[LOOP] = { NULL, "Loop", FIELD_TEXT, 0, get_loop },
	[WHERE_NAME] = { NULL, "Where", FIELD_TEXT, 0, get_where_name },
	[ARROWS] = { NULL, "", FIELD_ARROWS, 0, get_arrows },
	[TIME] = { NULL, "Time (s)", FIELD_TEXT, 0, get_time },
	[SELF_SHARE] = { NULL, "Self", FIELD_SHARE, 0, get_parts },
};

const size_t fields_count = sizeof(fields) / sizeof(fields[0]);

#define F(number) (&fields[number])
#define AMOUNTS	F(SHARE), F(MARGIN), F(SAMPLES), F(CYCLES)

const struct field *const fields_text[FIELDS_VIEWS][FIELDS_TEXT_MAX] = {
	[ROWS_BY_FUNCTION] = { AMOUNTS, F(OBJECT_NAME), F(FUNCTION), F(STACK) },
	[ROWS_BY_LINE] = { AMOUNTS, F(FILE_LINE), F(FUNCTION), F(STACK) },
	[ROWS_BY_INSTRUCTION] = { AMOUNTS, F(ADDRESS), F(FUNCTION), F(FILE_LINE), F(STACK) },
	[ROWS_BY_BLOCK] = { AMOUNTS, F(RANGE), F(FUNCTION), F(FILE_LINE), F(STACK) },
	[ROWS_BY_LOOP] = { AMOUNTS, F(LOOP), F(FUNCTION), F(FILE_LINE), F(STACK) },
	[ROWS_BY_OBJECT] = { AMOUNTS, F(OBJECT_NAME), F(STACK) },
	[ROWS_BY_THREAD] = { AMOUNTS, F(COMM), F(PID), F(TID), F(LIVED), F(UNSCHED_PART), F(STACK) },
	[ROWS_BY_CPU] = { AMOUNTS, F(CPU), F(STACK) },
	[ROWS_BY_INLINED] = { AMOUNTS, F(OBJECT_NAME), F(FUNCTION), F(STACK) },
	[ROWS_BY_FIELD] = { AMOUNTS, F(FIELD_OF_DATA), F(STACK) },
	[ROWS_BY_DATA] = { AMOUNTS, F(WHERE_NAME), F(DATA), F(STACK) },
	[ROWS_BY_DATA_FIELD] = { AMOUNTS, F(WHERE_NAME), F(DATA), F(STACK) },
	[ROWS_BY_DATA_LINE] = { AMOUNTS, F(DATA_LINE), F(WHERE_NAME), F(DATA), F(STACK) },
	[ROWS_BY_SHARING] = { F(SHARE), F(MARGIN), F(SAMPLES), F(WAITED), F(DATA_LINE), F(VERDICT), F(DATA),
			      F(STACK) },
	[ROWS_BY_TIME] = { AMOUNTS, F(TIME), F(STACK) },
	[ROWS_BY_PRIVILEGE] = { AMOUNTS, F(PRIVILEGE), F(STACK) },
	[ROWS_BY_SYSCALL] = { AMOUNTS, F(SYSCALL), F(STACK) },
	[FIELDS_ANNOTATE] = { AMOUNTS, F(PER_EXECUTION), F(ADDRESS), F(ARROWS), F(DISASSEMBLY), F(STACK) },
	[FIELDS_CHILDREN] = { F(INCLUSIVE_SHARE), F(SELF_SHARE), F(INCLUSIVE), F(OBJECT_NAME),
			      F(FUNCTION), F(INCLUSIVE_STACK) },
};

/* The fields of the row of all others. */
static bool is_amount(const struct field *field)
{
	return field_is_amount(field) || field->type == FIELD_STACK ||
	       field->type == FIELD_PIECES || field->get == get_by;
}

const char *field_name(const struct rows *rows, const struct field *field)
{
	return field == &fields[CYCLES] ? rows->measure->kind->unit : field->name;
}

const char *field_title(const struct rows *rows, const struct field *field,
			char text[CATEGORY_TEXT])
{
	return field->type == FIELD_CYCLES && field->get != get_waited ?
	       category_title(rows->measure->kind->unit, text) : field->title;
}

bool field_is_there(const struct rows *rows, const struct field *field)
{
	if (field->type == FIELD_EXECUTIONS || field->type == FIELD_PER_EXECUTION)
		return rows->has_executions;
	if (field->type == FIELD_LIFE || field->type == FIELD_PART)
		return rows->has_lives;
	return true;
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
