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
#define NAME_WIDTH	48

struct wanted {
	const struct symbols *symbols;
	char *object;			/* owned; NULL: any */
	const char *symbol;
	bool is_address, is_offset;	/* is_offset: in the object, as reports name such places */
	uint64_t address;
	enum funcname_match match;	/* the best way that the name means a function with cycles */
};

/* Where "+0x12" begins at the end of a name, or NULL. */
static const char *last_offset(const char *name)
{
	const char *plus = strrchr(name, '+');

	return plus && !strncmp(plus, "+0x", 3) ? plus : NULL;
}

static int parse_name(const char *name, struct wanted *wanted)
{
	const char *mark = strchr(name, ':'), *plus = last_offset(name);
	char *end;

	/* C++ has colons of its own, in pairs. */
	if (mark && mark[1] == ':')
		mark = NULL;
	*wanted = (struct wanted){ .is_offset = !mark && plus };
	if (wanted->is_offset)
		mark = plus;
	wanted->symbol = mark ? mark + 1 : name;
	if (mark)
		wanted->object = strndup(name, (size_t)(mark - name));
	if (mark && !wanted->object)
		return -ENOMEM;
	if (!strncmp(wanted->symbol, "0x", 2)) {
		wanted->address = strtoull(wanted->symbol, &end, 16);
		wanted->is_address = !*end;
	}
	return 0;
}

static bool is_object(const struct wanted *wanted, const char *path)
{
	return !wanted->object ||
	       codefilter_match_object(wanted->object, path) != FUNCNAME_OTHER;
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

/* Code between functions is shown only where it has cycles. */
static bool is_function(const struct symbols_location *location)
{
	return location->function && !location->gap;
}

static enum funcname_match match_of(const struct wanted *wanted, const struct row *row)
{
	const struct symbols_location *location = &row->location;

	if (!is_function(location))
		return FUNCNAME_OTHER;
	if (!wanted->symbol)
		return FUNCNAME_EXACT;
	/* a place, as reports name those in functions, and functions without a name */
	if (wanted->is_offset && location->linkage)
		return funcname_match(wanted->object, location->function, location->linkage) >=
		       FUNCNAME_INNER ? FUNCNAME_EXACT : FUNCNAME_OTHER;
	if (wanted->is_offset)
		return is_object(wanted, location->object->path) &&
		       wanted->address >= location->function_start &&
		       wanted->address < location->function_end ? FUNCNAME_EXACT : FUNCNAME_OTHER;
	if (!is_object(wanted, location->object->path))
		return FUNCNAME_OTHER;
	if (wanted->is_address)
		return wanted->address >= location->function_start &&
		       wanted->address < location->function_end ? FUNCNAME_EXACT : FUNCNAME_OTHER;
	if (has_alias(wanted->symbols, location, wanted->symbol))
		return FUNCNAME_EXACT;
	return funcname_match(wanted->symbol, location->function, location->linkage);
}

static bool is_wanted(const struct wanted *wanted, const struct row *row)
{
	enum funcname_match match = match_of(wanted, row);

	return match != FUNCNAME_OTHER && match >= wanted->match;
}

struct text {
	char bytes[400];
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

/* Lists several functions of one name by their addresses. */
static int ambiguous(const struct rows *rows, const struct wanted *wanted, const char *name,
		     struct fault *fault)
{
	bool same = wanted->match == FUNCNAME_EXACT;
	struct text text = { 0 };
	int count = 0, all = 0;

	for (size_t i = 0; i < rows->count; i++) {
		const struct symbols_location *location = &rows->rows[i].location;
		char address[24], shorter[FUNCNAME_TEXT];

		if (!is_wanted(wanted, &rows->rows[i]) || all++ >= CANDIDATES_MAX)
			continue;
		snprintf(address, sizeof(address), "0x%llx", (unsigned long long)location->function_start);
		text_add(&text, "%s'%s:%s'", count++ ? ", " : "", symbols_base_name(location->object->path),
			 same ? address : funcname_fit(location->function, NAME_WIDTH, shorter));
	}
	if (all > count)
		text_add(&text, " and %d more", all - count);
	return fault_set(fault, -EINVAL, "'%s' means several functions: name one of %s", name,
			 text.bytes);
}

static uint64_t distance(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

/*
 * The instruction in no function that is nearest to the wanted address. The one with most cycles if
 * none is wanted, or if a whole gap between functions is; or NULL.
 */
static const struct row *nearest_unnamed(const struct rows *rows, const struct wanted *wanted)
{
	const struct row *nearest = NULL;
	uint64_t least = STRETCH_GAP;

	for (size_t i = 0; !wanted->symbol && i < rows->count; i++)
		if (!is_function(&rows->rows[i].location))
			return &rows->rows[i];
	for (size_t i = 0; i < rows->count && wanted->is_address; i++) {
		const struct symbols_location *location = &rows->rows[i].location;
		uint64_t far = distance(wanted->address, location->address);

		if (is_function(location) || !is_object(wanted, location->object->path))
			continue;
		if (location->gap && wanted->address == location->function_start)
			return &rows->rows[i];
		if (far >= least)
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

	if (row->object != object || is_function(&row->location) ||
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
			const struct recording_measure *measure,
			const struct codefilter *code, const struct wanted *wanted)
{
	struct rows_options options = { .by = ROWS_BY_INSTRUCTION, .code = code };
	struct symbols_location *stretch = &annotation->function;
	const struct row *found;
	struct rows rows;
	char name[STRETCH_NAME];
	int error = rows_fold(&rows, recording, measure, &options);
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
	stretch->gap = false;
	stretch->offset = stretch->address;
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
	snprintf(name, sizeof(name), "%s+0x%llx", symbols_base_name(stretch->object->path),
		 (unsigned long long)stretch->offset);
	stretch->function = texts_intern(&recording->texts, name);
	annotation->unnamed = true;
	return stretch->function ? 0 : -ENOMEM;
}

/* Finds the wanted name among all functions of the recorded objects, or else the names near it. */
static const char *find_without_cycles(struct recording *recording, const struct wanted *wanted,
				       struct nearest *nearest)
{
	struct symbols *symbols = &recording->symbols;
	enum funcname_match best = FUNCNAME_OTHER;
	const char *found = NULL;

	for (size_t i = 0; i < symbols->count; i++) {
		const struct symtab *table = symbols_functions(symbols, &symbols->objects[i]);
		char like[FUNCNAME_TEXT];

		if (!is_object(wanted, symbols->objects[i].path))
			continue;
		for (size_t j = 0; j < table->count; j++) {
			const struct symtab_symbol *symbol = &table->symbols[j];
			const char *name = symbols_function_name(symbols, &symbols->objects[i], symbol);
			enum funcname_match match = funcname_match(wanted->symbol, name, symbol->name);

			if (match > best) {
				best = match;
				found = name;
			}
			nearest_offer(nearest, name, funcname_last(name, wanted->symbol, like));
		}
	}
	return found;
}

/* False if no row has a name. */
static bool list_hottest(const struct rows *rows, struct text *text)
{
	bool named = false;
	int count = 0;

	for (size_t i = 0; i < rows->count && count < CANDIDATES_MAX; i++) {
		const struct symbols_location *location = &rows->rows[i].location;
		char shorter[FUNCNAME_TEXT];

		if (!location->function)
			continue;
		named |= location->linkage != NULL;
		if (!location->linkage)
			text_add(text, "%s'%s'", count++ ? ", " : "", location->function);
		else
			text_add(text, "%s'%s:%s'", count++ ? ", " : "",
				 symbols_base_name(location->object->path),
				 funcname_fit(location->function, NAME_WIDTH, shorter));
	}
	return named;
}

static int not_found(struct recording *recording, const struct rows *rows,
		     const struct wanted *wanted, const char *name, struct fault *fault)
{
	struct nearest nearest = { .name = wanted->symbol };
	const char *unit = rows->measure->kind->unit, *cold = NULL;
	struct text text = { .used = 0 };
	char near[NEAREST_TEXT];

	if (!list_hottest(rows, &text))
		return fault_set(fault, -ENOENT, "no function '%s': the recording has no function "
				 "names at all, 'tea report' tells why%s%s", name ? name : "",
				 text.used ? "; those with most cycles are " : "", text.bytes);
	if (wanted->is_address)
		return fault_set(fault, -ENOENT, "no %s near '%s': the functions with most %s are %s",
				 unit, name, unit, text.bytes);
	cold = find_without_cycles(recording, wanted, &nearest);
	if (cold)
		return fault_set(fault, -ENOENT, "no %s in function '%s': the functions with most %s are "
				 "%s", unit, cold, unit, text.bytes);
	if (nearest.count)
		return fault_set(fault, -ENOENT, "no function '%s': did you mean %s?", name,
				 nearest_text(&nearest, near));
	return fault_set(fault, -ENOENT, "no function '%s': the functions with most %s are %s", name,
			 unit, text.bytes);
}

/* The best way in which the name means any of the functions. */
static void find_match(struct wanted *wanted, const struct rows *rows)
{
	for (size_t i = 0; i < rows->count; i++) {
		enum funcname_match match = match_of(wanted, &rows->rows[i]);

		if (match > wanted->match)
			wanted->match = match;
	}
}

int annotation_find(struct annotation *annotation, struct recording *recording,
		    const struct recording_measure *measure,
		    const struct codefilter *code, const char *name, struct fault *fault)
{
	const struct row *found = NULL;
	struct wanted wanted;
	struct rows rows;
	size_t count = 0;
	struct rows_options options = { .by = ROWS_BY_FUNCTION, .code = code };
	int error = rows_fold(&rows, recording, measure, &options);

	if (error)
		return fault_no_memory(fault, "the functions");
	wanted = (struct wanted){ 0 };
	if (name && parse_name(name, &wanted)) {
		rows_deinit(&rows);
		return fault_no_memory(fault, "the function's name");
	}
	wanted.symbols = &recording->symbols;
	find_match(&wanted, &rows);
	/* Most cycles come first: of code between functions, too. */
	for (size_t i = 0; i < rows.count && (name || !rows.rows[0].location.gap); i++) {
		if (!is_wanted(&wanted, &rows.rows[i]))
			continue;
		if (!count++)
			found = &rows.rows[i];
	}
	if (count == 1 || (count && !name)) {
		annotation->function = found->location;
		annotation->object = found->object;
	} else if (count) {
		error = ambiguous(&rows, &wanted, name, fault);
	} else {
		error = find_stretch(annotation, recording, measure, code, &wanted);
		if (error == -ENOMEM)
			fault_no_memory(fault, "the code");
		else if (error)
			error = not_found(recording, &rows, &wanted, name, fault);
	}
	free(wanted.object);
	rows_deinit(&rows);
	return error;
}
