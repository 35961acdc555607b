// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * codeplace.c - a place in a program's code; see codeplace.h
 */
#include "codeplace.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/places/loops.h"
#include "base/nearest.h"
#include "isa/op.h"
#include "symbols/funcname.h"

#define LOOP		"loop:"
#define SEVERAL_MOST	6		/* functions that one name can mean, in a message */
#define SEVERAL_WIDTH	40
#define SEVERAL_TEXT	400
#define CROSS_ROOT	"/usr/riscv64-linux-gnu"

/* A place that is looked for, in an object that is open. */
struct quest {
	const char *text;		/* as it was given, for messages */
	struct symbols symbols;
	struct symbols_location location;	/* of the object's first byte */
	struct codeplace *place;
	struct fault *fault;
};

static int add_range(struct quest *quest, uint64_t begin, uint64_t end)
{
	struct codeplace *place = quest->place;
	struct elflines_range *grown = reallocarray(place->ranges, place->count + 1, sizeof(*grown));
	uint64_t offset;

	if (!grown)
		return fault_no_memory(quest->fault, "places");
	place->ranges = grown;
	if (!elfobject_offset(&quest->location.object->elf, begin, &offset))
		return fault_set(quest->fault, -EINVAL, "no place '%s': nothing of '%s' is at 0x%llx",
				 quest->text, place->path, (unsigned long long)begin);
	grown[place->count++] = (struct elflines_range){ offset, offset + (end - begin) };
	return 0;
}

static int add_instruction(struct quest *quest, uint64_t address)
{
	const uint8_t *code;
	size_t size = symbols_code(&quest->location, address, 2, &code);

	if (size < 2 || address % 2)
		return fault_set(quest->fault, -EINVAL, "no place '%s': no instruction of '%s' is at 0x%llx",
				 quest->text, quest->place->path, (unsigned long long)address);
	return add_range(quest, address, address + tea_insn_length(code[0]));
}

static const struct symtab *functions_of(const struct quest *quest)
{
	return symbols_functions(&quest->symbols, quest->location.object);
}

static const char *name_of(struct quest *quest, const struct symtab_symbol *symbol)
{
	return symbols_function_name(&quest->symbols, quest->location.object, symbol);
}

static int refuse_function(struct quest *quest, const char *name)
{
	const struct symtab *table = functions_of(quest);
	struct nearest nearest = { .name = name };
	const char *object = quest->place->path;
	char text[NEAREST_TEXT], like[FUNCNAME_TEXT];

	for (size_t i = 0; i < table->count; i++) {
		const char *shown = name_of(quest, &table->symbols[i]);

		nearest_offer(&nearest, shown, funcname_last(shown, name, like));
	}
	if (nearest.count)
		return fault_set(quest->fault, -EINVAL, "no function '%s' in '%s': did you mean %s?",
				 name, object, nearest_text(&nearest, text));
	if (!table->count)
		return fault_set(quest->fault, -EINVAL, "no function '%s' in '%s', which is stripped: give "
				 "an address, 0x...", name, object);
	return fault_set(quest->fault, -EINVAL, "no function '%s' in '%s': give one of those that 'tea "
			 "report' lists, FILE:LINE or an address, 0x...", name, object);
}

/* Static functions can have one name, and a part of a name be in several. */
static int refuse_several(struct quest *quest, const char *name, enum funcname_match match)
{
	const struct symtab *table = functions_of(quest);
	const struct symtab_symbol *last = NULL;
	char text[SEVERAL_TEXT] = "", shorter[FUNCNAME_TEXT];
	size_t used = 0, count = 0;

	for (size_t i = 0; i < table->count; i++) {
		const struct symtab_symbol *symbol = &table->symbols[i];
		const char *shown = name_of(quest, symbol);

		if (funcname_match(name, shown, symbol->name) != match ||
		    (last && last->start == symbol->start) || count++ >= SEVERAL_MOST)
			continue;
		last = symbol;
		used += (size_t)snprintf(text + used, sizeof(text) - used, "%s0x%llx-0x%llx (%s)",
					 count > 1 ? ", " : "", (unsigned long long)symbol->start,
					 (unsigned long long)symbol->end,
					 funcname_fit(shown, SEVERAL_WIDTH, shorter));
		if (used >= sizeof(text))
			break;
	}
	return fault_set(quest->fault, -EINVAL, "'%s' means several functions: give one's whole name, or "
			 "its addresses: %s%s", name, text, count > SEVERAL_MOST ? ", ..." : "");
}

/* The one that is meant best. */
static int find_function(struct quest *quest, const char *name, const struct symtab_symbol **found)
{
	const struct symtab *table = functions_of(quest);
	enum funcname_match best = FUNCNAME_OTHER;
	bool several = false;

	*found = NULL;
	for (size_t i = 0; i < table->count; i++) {
		const struct symtab_symbol *symbol = &table->symbols[i];
		enum funcname_match match = funcname_match(name, name_of(quest, symbol), symbol->name);

		if (match == FUNCNAME_OTHER || match < best)
			continue;
		several = match == best && (several || symbol->start != (*found)->start);
		best = match;
		*found = symbol;
	}
	if (!*found)
		return refuse_function(quest, name);
	return several ? refuse_several(quest, name, best) : 0;
}

/* Does an offset of the object itself follow, as reports name places without a function? */
static bool is_object(const struct quest *quest, const char *name)
{
	return !strcmp(name, symbols_base_name(quest->place->path));
}

/* An address of the object, or a range of them. */
static int add_addresses(struct quest *quest, const char *text)
{
	char *end;
	uint64_t begin = strtoull(text, &end, 16), behind;

	if (!*end)
		return add_instruction(quest, begin);
	behind = *end == '-' ? strtoull(end + 1, &end, 16) : 0;
	if (*end || behind <= begin)
		return fault_set(quest->fault, -EINVAL, "no place '%s': give 0xADDRESS or 0xBEGIN-0xEND",
				 quest->text);
	return add_range(quest, begin, behind);
}

/* Where "+0x12" begins, which no function has in its name; or NULL. */
static const char *offset_of(struct quest *quest, const char *text)
{
	const struct symtab *table = functions_of(quest);
	const char *plus = strrchr(text, '+');

	for (size_t i = 0; plus && i < table->count; i++)
		if (!strcmp(name_of(quest, &table->symbols[i]), text))
			return NULL;
	return plus && !strncmp(plus, "+0x", 3) ? plus : NULL;
}

/* FUNCTION, or with @offset of an instruction. */
static int add_function(struct quest *quest, const char *text)
{
	const char *plus = offset_of(quest, text);
	const struct symtab_symbol *symbol;
	char *name = strndup(text, plus ? (size_t)(plus - text) : strlen(text)), *end;
	uint64_t offset;
	bool object;
	int error;

	if (!name)
		return fault_no_memory(quest->fault, "places");
	object = plus && is_object(quest, name);
	error = object ? 0 : find_function(quest, name, &symbol);
	free(name);
	if (object)
		return add_addresses(quest, plus + 1);
	if (error || !plus)
		return error ? error : add_range(quest, symbol->start, symbol->end);
	offset = strtoull(plus + 1, &end, 16);
	if (*end || offset >= symbol->end - symbol->start)
		return fault_set(quest->fault, -EINVAL, "no place '%s': the function has 0x%llx bytes",
				 quest->text, (unsigned long long)(symbol->end - symbol->start));
	return add_instruction(quest, symbol->start + offset);
}

static int refuse_line(const struct quest *quest, const char *file, int line, int nearest)
{
	const char **files, *name = NULL;

	if (nearest)
		return fault_set(quest->fault, -EINVAL, "no code of line %d of '%s' in '%s': the nearest is "
				 "that of line %d", line, file, quest->place->path, nearest);
	files = elflines_files(&quest->location.object->elf);
	if (!files)
		return fault_no_memory(quest->fault, "places");
	name = nearest_name(file, files);
	if (name)
		fault_set(quest->fault, -EINVAL, "no source file '%s' in '%s': did you mean '%s'?", file,
			  quest->place->path, name);
	else if (files[0])
		fault_set(quest->fault, -EINVAL, "no source file '%s' in '%s': one of its files is '%s'",
			  file, quest->place->path, files[0]);
	else
		fault_set(quest->fault, -EINVAL, "'%s' tells nothing of source lines: compile it with -g, "
			  "or give a function or an address", quest->place->path);
	free(files);
	return -EINVAL;
}

static int add_line(struct quest *quest, const char *text, const char *colon)
{
	int line = atoi(colon + 1), error;
	char *file = strndup(text, (size_t)(colon - text));
	struct elflines lines;

	if (!file || elflines_find(&lines, &quest->location.object->elf, file, line)) {
		free(file);
		return fault_no_memory(quest->fault, "places");
	}
	error = lines.count ? 0 : refuse_line(quest, file, line, lines.nearest);
	for (size_t i = 0; i < lines.count && !error; i++)
		error = add_range(quest, lines.ranges[i].begin, lines.ranges[i].end);
	elflines_deinit(&lines);
	free(file);
	return error;
}

/* Adds the place @text in the open object. */
static int add_place(struct quest *quest, const char *text)
{
	const char *colon = strrchr(text, ':');

	if (colon && colon[1] && !colon[1 + strspn(colon + 1, "0123456789")])
		return add_line(quest, text, colon);
	return strncmp(text, "0x", 2) ? add_function(quest, text) : add_addresses(quest, text);
}

static int widen_to_loop(struct quest *quest)
{
	struct symbols_location location;
	struct loop loop;

	symbols_locate(&quest->symbols, 0, quest->place->ranges[0].begin, &location);
	loop = loop_find(&location);
	if (!loop.end)
		return fault_set(quest->fault, -EINVAL, "no place '%s': 0x%llx is in no loop of its function",
				 quest->text, (unsigned long long)location.address);
	quest->place->count = 0;
	return add_range(quest, loop.begin, loop.end);
}

/* Where a library is, from the root on, or NULL; to be freed. */
static char *find_library(const struct codeplace_program *program, const char *name)
{
	static const char *const directories[] = {
		"/lib", "/usr/lib", "/lib/riscv64-linux-gnu", "/usr/lib/riscv64-linux-gnu",
	};
	const char *roots[] = { program->sysroot ? program->sysroot : CROSS_ROOT, "" };

	for (size_t r = 0; r < sizeof(roots) / sizeof(roots[0]); r++) {
		for (size_t i = 0; i < sizeof(directories) / sizeof(directories[0]); i++) {
			char path[PATH_MAX];

			snprintf(path, sizeof(path), "%s%s/%s", roots[r], directories[i], name);
			if (!access(path, R_OK))
				return realpath(path, NULL);
		}
	}
	return NULL;
}

/* The object that @text begins with, if it does: then moved behind it. */
static char *find_object(const struct codeplace_program *program, const char **text)
{
	const char *colon = strchr(*text, ':');
	char *name, *path;

	/* C++ has colons of its own, in pairs; behind that of a line are digits */
	if (!colon || colon[1] == ':' || !colon[1 + strspn(colon + 1, "0123456789")])
		return realpath(program->path, NULL);
	name = strndup(*text, (size_t)(colon - *text));
	if (!name)
		return NULL;
	path = !strcmp(name, symbols_base_name(program->path)) ? realpath(program->path, NULL) :
	       strchr(name, '/') ? realpath(name, NULL) : find_library(program, name);
	free(name);
	*text = colon + 1;
	return path;
}

static int open_object(struct quest *quest)
{
	uint32_t number;

	symbols_init(&quest->symbols);
	quest->symbols.options.symfs = "";
	number = symbols_object(&quest->symbols, quest->place->path, SYMBOLS_FILE);
	if (number == KEYINDEX_NONE)
		return fault_no_memory(quest->fault, "places");
	symbols_locate(&quest->symbols, number, 0, &quest->location);
	if (!quest->location.object->elf.dwfl)
		return fault_set(quest->fault, -EINVAL, "no place '%s': '%s' cannot be read as a program",
				 quest->text, quest->place->path);
	return 0;
}

int codeplace_find(struct codeplace *place, const struct codeplace_program *program,
		   const char *text, struct fault *fault)
{
	struct quest quest = { .text = text, .place = place, .fault = fault };
	bool loop = !strncmp(text, LOOP, strlen(LOOP));
	const char *rest = loop ? text + strlen(LOOP) : text;
	int error;

	*place = (struct codeplace){ .path = find_object(program, &rest) };
	if (!place->path)
		return fault_set(fault, -ENOENT, "no place '%s': its object is not to be found; give that "
				 "of the program, or the path of a library", text);
	error = open_object(&quest);
	if (!error)
		error = add_place(&quest, rest);
	if (!error && loop)
		error = widen_to_loop(&quest);
	symbols_deinit(&quest.symbols);
	if (error)
		codeplace_deinit(place);
	return error;
}

void codeplace_deinit(struct codeplace *place)
{
	free(place->path);
	free(place->ranges);
	*place = (struct codeplace){ 0 };
}

bool codeplace_has(const struct codeplace *place, const char *path, uint64_t offset)
{
	if (strcmp(place->path, path))
		return false;
	for (size_t i = 0; i < place->count; i++)
		if (offset - place->ranges[i].begin < place->ranges[i].end - place->ranges[i].begin)
			return true;
	return false;
}

char *codeplace_words(const struct codeplace *place)
{
	char *words = NULL;
	size_t size;
	FILE *file = open_memstream(&words, &size);

	for (size_t i = 0; file && i < place->count; i++)
		fprintf(file, "%s%llx-%llx", i ? "+" : "", (unsigned long long)place->ranges[i].begin,
			(unsigned long long)place->ranges[i].end);
	if (!file)
		return NULL;
	fprintf(file, "@%s", place->path);
	if (!fclose(file))
		return words;
	free(words);
	return NULL;
}
