// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * imported.c - cycles measured by another tool, and the profile made of them; see imported.h
 */
#include "imported.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "output/jsonwriter.h"

#define ROWS_FIRST	1024
#define DIGITS_MOST	9		/* of a fraction: more are left out */

static const struct imported_format *const formats[] = {
	&imported_tea_samples, &imported_tea_golden, &imported_table,
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bool has_columns(const struct csvtable *table, const struct imported_format *format)
{
	for (size_t i = 0; format->columns[i]; i++)
		if (csvtable_column(table, format->columns[i]) < 0)
			return false;
	return true;
}

static const struct imported_format *find_format(const struct csvtable *table)
{
	for (size_t i = 0; i < COUNT(formats); i++)
		if (has_columns(table, formats[i]))
			return formats[i];
	return NULL;
}

bool imported_cycles(const char *text, uint32_t parts_per_cycle, uint64_t *parts, const char **end)
{
	uint64_t fraction = 0, of = 1;
	char *behind;

	if (!isdigit((unsigned char)*text))
		return false;
	errno = 0;
	*parts = strtoull(text, &behind, 10);
	if (errno || __builtin_mul_overflow(*parts, (uint64_t)parts_per_cycle, parts))
		return false;
	if (*behind == '.') {
		const char *first = ++behind;

		for (; isdigit((unsigned char)*behind); behind++) {
			if (behind - first >= DIGITS_MOST)
				continue;
			fraction = fraction * 10 + (uint64_t)(*behind - '0');
			of *= 10;
		}
	}
	*end = behind;
	return !__builtin_add_overflow(*parts, (fraction * parts_per_cycle + of / 2) / of, parts);
}

static int compare_rows(const void *a, const void *b)
{
	const struct imported_row *one = a, *other = b;

	if (one->pc != other->pc)
		return one->pc < other->pc ? -1 : 1;
	if (one->signature != other->signature)
		return one->signature < other->signature ? -1 : 1;
	return one->state - other->state;
}

static int too_many(struct fault *fault)
{
	return fault_set(fault, -EOVERFLOW, "more cycles than 63 bits hold: is a column another one, or "
			 "--period too large?");
}

/* Rows of the same place and category become one. */
static int merge_rows(struct imported *imported, struct fault *fault)
{
	struct imported_row *rows = imported->rows;
	size_t kept = 0;

	if (imported->rows_count)
		qsort(rows, imported->rows_count, sizeof(*rows), compare_rows);
	for (size_t i = 0; i < imported->rows_count; i++) {
		if (!kept || compare_rows(&rows[kept - 1], &rows[i]))
			rows[kept++] = rows[i];
		else if (__builtin_add_overflow(rows[kept - 1].parts, rows[i].parts,
						&rows[kept - 1].parts))
			return too_many(fault);
	}
	imported->rows_count = kept;
	return 0;
}

/* Place for one more: merged first, since tables of samples repeat their places. */
static int make_room(struct imported *imported, struct fault *fault)
{
	size_t capacity = imported->rows_capacity ? imported->rows_capacity * 2 : ROWS_FIRST;
	struct imported_row *rows;
	int error = merge_rows(imported, fault);

	if (error || imported->rows_count < imported->rows_capacity / 2)
		return error;
	rows = reallocarray(imported->rows, capacity, sizeof(*rows));
	if (!rows)
		return fault_no_memory(fault, "its rows");
	imported->rows = rows;
	imported->rows_capacity = capacity;
	return 0;
}

int imported_add(struct imported *imported, const struct imported_row *row, struct fault *fault)
{
	int error = 0;

	if (imported->rows_count == imported->rows_capacity)
		error = make_room(imported, fault);
	if (!error)
		imported->rows[imported->rows_count++] = *row;
	return error;
}

/* Each sample is of as many cycles as there are between two. */
static int weigh_samples(struct imported *imported, struct fault *fault)
{
	const uint64_t between = imported->samples > 1 ? imported->samples - 1 : 1;
	int error = 0;

	if (!imported->period)
		imported->period = (imported->last_cycle - imported->first_cycle + between / 2) / between;
	if (!imported->period)
		return fault_set(fault, -EINVAL, "one sample does not tell how many cycles it stands for: "
				 "say it with --period");
	for (size_t i = 0; i < imported->rows_count && !error; i++)
		if (__builtin_mul_overflow(imported->rows[i].parts, imported->period,
					   &imported->rows[i].parts))
			error = too_many(fault);
	return error;
}

/* JSON's readers take whole numbers up to INT64_MAX for granted. */
static int check_total(const struct imported *imported, struct fault *fault)
{
	uint64_t total = 0;

	for (size_t i = 0; i < imported->rows_count; i++)
		if (__builtin_add_overflow(total, imported->rows[i].parts, &total) || total > INT64_MAX)
			return too_many(fault);
	return 0;
}

static int read_rows(struct imported *imported, struct csvtable *table, struct fault *fault)
{
	const struct imported_format *format = find_format(table);
	int more = 0, error = 0;

	if (!format)
		return fault_set(fault, -EINVAL, "columns that are not known, from '%.60s' on: there have "
				 "to be pc and cycles, or those of TraceDoctor's TEASampler or TEAGold",
				 table->names[0]);
	imported->writer = format->writer;
	imported->sampled = format->sampled;
	imported->parts_per_cycle = format->parts_per_cycle;
	while (!error && (more = csvtable_next(table, fault)) > 0)
		error = format->add(imported, table, fault);
	if (!error)
		error = more;
	if (!error && !imported->rows_count)
		error = fault_set(fault, -ENODATA, "no rows behind the names of the columns");
	if (!error)
		error = merge_rows(imported, fault);
	if (!error && imported->sampled)
		error = weigh_samples(imported, fault);
	return error ? error : check_total(imported, fault);
}

int imported_read(struct imported *imported, FILE *file, uint64_t period, struct fault *fault)
{
	struct csvtable table;
	int error;

	*imported = (struct imported){ .period = period };
	error = csvtable_open(&table, file, fault);
	if (!error)
		error = read_rows(imported, &table, fault);
	csvtable_close(&table);
	if (error)
		imported_deinit(imported);
	return error;
}

void imported_deinit(struct imported *imported)
{
	free(imported->rows);
}

/* Every segment that is loaded of the file, whose path is @path. */
static int put_segments(const struct imported_object *object, const char *path, Elf *elf,
			struct jsonwriter *json)
{
	size_t count = 0;
	GElf_Ehdr header;

	if (!elf || !gelf_getehdr(elf, &header) || elf_getphdrnum(elf, &count))
		return -ENOEXEC;
	for (size_t i = 0; i < count; i++) {
		GElf_Phdr segment;

		if (!gelf_getphdr(elf, (int)i, &segment) || segment.p_type != PT_LOAD ||
		    !segment.p_filesz)
			continue;
		json_open_row(json);
		json_address(json, "start", object->base + segment.p_vaddr);
		json_address(json, "end", object->base + segment.p_vaddr + segment.p_filesz);
		json_address(json, "offset", segment.p_offset);
		json_text(json, "path", path);
		json_close_object(json);
	}
	return 0;
}

static int put_object(const struct imported_object *object, struct jsonwriter *json,
		      struct fault *fault)
{
	int fd = open(object->path, O_RDONLY | O_CLOEXEC), error;
	char path[PATH_MAX];
	Elf *elf;

	if (fd < 0)
		return fault_set(fault, -errno, "cannot open '%s': %s; name the file that was executed",
				 object->path, strerror(errno));
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	/* views look for it wherever they are called */
	error = put_segments(object, realpath(object->path, path) ? path : object->path, elf, json);
	elf_end(elf);
	close(fd);
	return error ? fault_set(fault, error, "'%s' is no ELF file: name the file that was executed",
				 object->path) : 0;
}

static void put_rows(const struct imported *imported, struct jsonwriter *json)
{
	json_line(json);
	json_open_list(json, imported->sampled ? "tea" : "golden");
	for (size_t i = 0; i < imported->rows_count; i++) {
		const struct imported_row *row = &imported->rows[i];

		json_line(json);
		json_open_list(json, NULL);
		json_address(json, NULL, row->pc);
		json_whole(json, NULL, row->signature);
		json_whole(json, NULL, row->state);
		json_whole(json, NULL, 0);
		json_whole(json, NULL, row->parts);
		json_close_list(json);
	}
	json_close_list(json);
}

static uint64_t count_cycles(const struct imported *imported)
{
	uint64_t parts = 0;

	if (imported->sampled)
		return imported->samples * imported->period;
	for (size_t i = 0; i < imported->rows_count; i++)
		parts += imported->rows[i].parts;
	return (parts + imported->parts_per_cycle - 1) / imported->parts_per_cycle;
}

int imported_write(const struct imported *imported, const char *program,
		   const struct imported_object *objects, size_t count, FILE *file,
		   struct fault *fault)
{
	struct jsonwriter json = { .file = file };
	int error = 0;

	json_open_object(&json, NULL);
	json_whole(&json, "tea_profile", 1);
	json_text(&json, "unit", "cycles");
	json_text(&json, "writer", imported->writer);
	json_whole(&json, "parts_per_cycle", imported->parts_per_cycle);
	json_line(&json);
	json_open_list(&json, "command");
	json_text(&json, NULL, program);
	json_close_list(&json);
	json_line(&json);
	json_open_object(&json, "config");
	json_close_object(&json);
	json_whole(&json, "period", imported->sampled ? imported->period : 1);
	json_whole(&json, "total_cycles", count_cycles(imported));
	json_whole(&json, "samples", imported->samples);
	json_whole(&json, "lost", 0);
	json_line(&json);
	json_open_list(&json, "mappings");
	for (size_t i = 0; i < count && !error; i++)
		error = put_object(&objects[i], &json, fault);
	json_close_list(&json);
	if (!error)
		put_rows(imported, &json);
	json_close_document(&json);
	return error;
}
