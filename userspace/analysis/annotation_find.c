// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * annotation_find.c - which function a name on the command line means
 *
 * Only functions with cycles can be meant: they are the rows of a report by function.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "annotation.h"

#define CANDIDATES_MAX	8
#define STRETCH_GAP	256		/* bytes without cycles within code that has no symbols */
#define STRETCH_BEHIND	32		/* shown behind the last instruction with cycles */
#define STRETCH_ROUNDS	64
#define STRETCH_NAME	512

struct wanted {
	const struct symbols *symbols;
	const char *object;		/* NULL: any */
	size_t object_length;
	const char *symbol;
	bool is_address, is_offset;	/* is_offset: in the object, as reports name such places */
	uint64_t address;
};

static void parse_name(const char *name, struct wanted *wanted)
{
	const char *mark = strchr(name, ':'), *plus = strstr(name, "+0x");
	char *end;

	/* C++ has colons of its own, in pairs. */
	if (mark && mark[1] == ':')
		mark = NULL;
	*wanted = (struct wanted){ .is_offset = !mark && plus };
	if (wanted->is_offset)
		mark = plus;
	wanted->symbol = mark ? mark + 1 : name;
	if (mark) {
		wanted->object = name;
		wanted->object_length = (size_t)(mark - name);
	}
	if (!strncmp(wanted->symbol, "0x", 2)) {
		wanted->address = strtoull(wanted->symbol, &end, 16);
		wanted->is_address = !*end;
	}
}

static bool is_object(const struct wanted *wanted, const char *path)
{
	const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;

	return !wanted->object ||
	       (strlen(base) == wanted->object_length &&
		!strncmp(base, wanted->object, wanted->object_length)) ||
	       (strlen(path) == wanted->object_length &&
		!strncmp(path, wanted->object, wanted->object_length));
}

/* The name may be another one of the same function than the one shown. */
static bool has_alias(const struct symbols *symbols, const struct symbols_location *location,
		      const char *name)
{
	const struct symtab *table = symbols_functions(symbols, location->object);
	const struct symtab_symbol *symbol;
	size_t position = 0;

	while ((symbol = symtab_named(table, name, &position)))
		if (symbol->start == location->function_start)
			return true;
	return false;
}

static bool is_wanted(const struct wanted *wanted, const struct row *row)
{
	const struct symbols_location *location = &row->location;

	if (!wanted->symbol)
		return location->function;
	if (!location->function || !is_object(wanted, location->object->path))
		return false;
	if (wanted->is_offset)
		return false;
	if (wanted->is_address)
		return wanted->address >= location->function_start &&
		       wanted->address < location->function_end;
	return !strcmp(location->function, wanted->symbol) ||
	       has_alias(wanted->symbols, location, wanted->symbol);
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

struct text {
	char bytes[320];
	size_t used;
};

static void __attribute__((format(printf, 2, 3)))
text_add(struct text *text, const char *format, ...)
{
	va_list args;

	if (text->used >= sizeof(text->bytes))
		return;
	va_start(args, format);
	text->used += (size_t)vsnprintf(text->bytes + text->used,
					sizeof(text->bytes) - text->used, format, args);
	va_end(args);
}

static int ambiguous(const struct rows *rows, const struct wanted *wanted, const char *name,
		     struct fault *fault)
{
	struct text text = { 0 };
	int count = 0;

	for (size_t i = 0; i < rows->count && count < CANDIDATES_MAX; i++) {
		const struct symbols_location *location = &rows->rows[i].location;

		if (is_wanted(wanted, &rows->rows[i]))
			text_add(&text, "%s'%s:0x%llx'", count++ ? ", " : "",
				 base_name(location->object->path),
				 (unsigned long long)location->function_start);
	}
	return fault_set(fault, -EINVAL, "'%s' means several functions: name one of %s", name,
			 text.bytes);
}

static uint64_t distance(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

/*
 * Of instructions without a function's name, the one nearest to what is wanted, or with most
 * cycles where nothing is; or NULL.
 */
static const struct row *nearest_unnamed(const struct rows *rows, const struct wanted *wanted)
{
	const struct row *nearest = NULL;
	uint64_t least = STRETCH_GAP;

	if (!wanted->symbol)
		return rows->count ? rows->rows : NULL;
	for (size_t i = 0; i < rows->count && wanted->is_address; i++) {
		const struct symbols_location *location = &rows->rows[i].location;
		uint64_t far = distance(wanted->address,
					wanted->is_offset ? location->offset : location->address);

		if (location->function || far >= least || !is_object(wanted, location->object->path))
			continue;
		nearest = &rows->rows[i];
		least = far;
	}
	return nearest;
}

static uint64_t end_behind(uint64_t address)
{
	return address < UINT64_MAX - STRETCH_BEHIND ? address + STRETCH_BEHIND : UINT64_MAX;
}

/* Grows the stretch by a row near it; false where it has it already, or it is far. */
static bool extend(struct symbols_location *stretch, uint32_t object, const struct row *row)
{
	uint64_t address = row->location.address;

	if (row->object != object || row->location.function ||
	    (address >= stretch->function_start && address < stretch->function_end))
		return false;
	if (address < stretch->function_start && stretch->function_start - address <= STRETCH_GAP) {
		stretch->function_start = address;
		return true;
	}
	if (address >= stretch->function_end && address - stretch->function_end <= STRETCH_GAP) {
		stretch->function_end = end_behind(address);
		return true;
	}
	return false;
}

/* Code without symbols: instructions with cycles not far from each other are as a function. */
static int find_stretch(struct annotation *annotation, struct recording *recording,
			const struct wanted *wanted)
{
	struct rows_options options = { .by = ROWS_BY_INSTRUCTION };
	struct symbols_location *stretch = &annotation->function;
	const struct row *found;
	struct rows rows;
	char name[STRETCH_NAME];
	int error = rows_fold(&rows, recording, &options);
	bool grown = true;

	if (error)
		return error;
	found = nearest_unnamed(&rows, wanted);
	if (!found) {
		rows_deinit(&rows);
		return -ENOENT;
	}
	annotation->object = found->object;
	*stretch = found->location;
	stretch->function_start = stretch->address;
	stretch->function_end = end_behind(stretch->address);
	for (unsigned int round = 0; grown && round < STRETCH_ROUNDS; round++) {
		grown = false;
		for (size_t i = 0; i < rows.count; i++)
			grown |= extend(stretch, annotation->object, &rows.rows[i]);
	}
	rows_deinit(&rows);
	stretch->offset -= stretch->address - stretch->function_start;
	stretch->address = stretch->function_start;
	snprintf(name, sizeof(name), "%s+0x%llx", base_name(stretch->object->path),
		 (unsigned long long)stretch->offset);
	stretch->function = texts_intern(&recording->texts, name);
	annotation->unnamed = true;
	return stretch->function ? 0 : -ENOMEM;
}

/* The function may be there and simply have no cycles. */
static bool exists(const struct recording *recording, const struct wanted *wanted)
{
	for (size_t i = 0; i < recording->symbols.count; i++) {
		const struct symbols_object *object = &recording->symbols.objects[i];
		size_t position = 0;

		if (is_object(wanted, object->path) &&
		    symtab_named(symbols_functions(&recording->symbols, object), wanted->symbol,
				 &position))
			return true;
	}
	return false;
}

static int not_found(const struct recording *recording, const struct rows *rows,
		     const struct wanted *wanted, const char *name, struct fault *fault)
{
	struct text text = { 0 };
	int count = 0;

	for (size_t i = 0; i < rows->count && count < CANDIDATES_MAX; i++) {
		const struct symbols_location *location = &rows->rows[i].location;

		if (location->function)
			text_add(&text, "%s'%s:%s'", count++ ? ", " : "",
				 base_name(location->object->path), location->function);
	}
	if (!count)
		return fault_set(fault, -ENOENT, "no function '%s': the recording has no function "
				 "names at all, 'tea report' tells why", name ? name : "");
	if (!wanted->is_address && !exists(recording, wanted))
		return fault_set(fault, -ENOENT, "no function '%s': the functions with most %s are %s",
				 name, recording->kind->unit, text.bytes);
	return fault_set(fault, -ENOENT, "no %s %s '%s': the functions with most %s are %s",
			 recording->kind->unit, wanted->is_address ? "near" : "in function", name,
			 recording->kind->unit, text.bytes);
}

int annotation_find(struct annotation *annotation, struct recording *recording,
		    const char *name, struct fault *fault)
{
	const struct row *found = NULL;
	struct wanted wanted;
	struct rows rows;
	size_t count = 0;
	struct rows_options options = { .by = ROWS_BY_FUNCTION };
	int error = rows_fold(&rows, recording, &options);

	if (error)
		return fault_set(fault, error, "out of memory for the functions");
	wanted = (struct wanted){ 0 };
	if (name)
		parse_name(name, &wanted);
	wanted.symbols = &recording->symbols;
	for (size_t i = 0; i < rows.count; i++) {
		if (!is_wanted(&wanted, &rows.rows[i]))
			continue;
		if (!count++)
			found = &rows.rows[i];
	}
	/* Most cycles come first. */
	if (count == 1 || (count && !name)) {
		annotation->function = found->location;
		annotation->object = found->object;
	} else if (count) {
		error = ambiguous(&rows, &wanted, name, fault);
	} else {
		error = find_stretch(annotation, recording, &wanted);
		if (error == -ENOMEM)
			fault_set(fault, error, "out of memory for the code");
		else if (error)
			error = not_found(recording, &rows, &wanted, name, fault);
	}
	rows_deinit(&rows);
	return error;
}
