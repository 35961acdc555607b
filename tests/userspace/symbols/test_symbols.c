// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_symbols.c - names, lines, inlined calls; stripped, missing and foreign objects
 *
 * On ELF files compiled for this machine and for RISC-V, stripped and not, which the
 * makefile puts below build/tests/userspace.
 */
#include "tools/clitest.h"

#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "symbols/disasm.h"
#include "symbols/symtext.h"
#include "symbols/symbols.h"

#define DIRECTORY	"build/tests/userspace/subjects/"
#define SOURCE		"tests/userspace/subjects/subject_c.c"

static const char *const subjects[] = { DIRECTORY "subject-host", DIRECTORY "subject-riscv64" };

/* The number of the line of subject_c.c with this text. */
static int line_of(const char *text)
{
	FILE *file = fopen(SOURCE, "re");
	char line[256];
	int number = 1;

	assert_non_null(file);
	while (fgets(line, sizeof(line), file) && !strstr(line, text))
		number++;
	fclose(file);
	return number;
}

static uint64_t start_of(const struct elfobject *object, const char *name)
{
	size_t position = 0;
	const struct symtab_symbol *symbol = symtab_named(&object->functions, name, &position);

	assert_non_null(symbol);
	return symbol->start;
}

static void table_rules(void **state)
{
	struct symtab table = { 0 };

	(void)state;
	symtab_add(&table, "$xrv64gc", 0x100, 0, 0);
	symtab_add(&table, ".L5", 0x104, 0, 0);
	symtab_add(&table, "local", 0x100, 0x20, 4);
	symtab_add(&table, "global", 0x100, 0x20, 6);
	symtab_add(&table, "inside", 0x110, 0, 2);	/* a label in a sized function */
	symtab_add(&table, "label", 0x130, 0, 2);
	symtab_add(&table, "next", 0x140, 0, 2);
	symtab_add(&table, "endless", 0x200, UINT64_MAX, 4);
	symtab_seal(&table, 0x300);
	assert_null(symtab_at(&table, 0xff));
	assert_string_equal(symtab_at(&table, 0x100)->name, "global");
	assert_string_equal(symtab_at(&table, 0x11f)->name, "global");
	assert_null(symtab_at(&table, 0x120));
	assert_string_equal(symtab_at(&table, 0x13f)->name, "label");
	assert_string_equal(symtab_at(&table, 0x1ff)->name, "next");
	assert_string_equal(symtab_at(&table, UINT64_MAX - 1)->name, "endless");
	symtab_deinit(&table);
}

/* Functions without a name are there only where no name is. */
static void table_of_unnamed(void **state)
{
	struct symtab table = { 0 };
	uint64_t begin = 0x10, end = 0x400;
	size_t position = 0;

	(void)state;
	symtab_add(&table, "named", 0x100, 0x20, 4);
	symtab_add_unnamed(&table, 0x100, 0x20);	/* known by name */
	symtab_add_unnamed(&table, 0x110, 0x8);		/* inside of one */
	symtab_add_unnamed(&table, 0x120, 0x20);
	symtab_add(&table, "label", 0x140, 0, 2);	/* without a size: up to the next */
	symtab_add_unnamed(&table, 0x160, 0x10);
	symtab_seal(&table, 0x300);
	assert_int_equal(table.count, 4);
	assert_string_equal(symtab_at(&table, 0x118)->name, "named");
	assert_null(symtab_at(&table, 0x120)->name);
	assert_int_equal(symtab_at(&table, 0x13f)->start, 0x120);
	assert_string_equal(symtab_at(&table, 0x15f)->name, "label");
	assert_int_equal(symtab_at(&table, 0x16f)->end, 0x170);
	assert_null(symtab_at(&table, 0x170));
	symtab_gap(&table, 0x1f0, &begin, &end);
	assert_int_equal(begin, 0x170);
	assert_int_equal(end, 0x400);
	begin = 0x10;
	symtab_gap(&table, 0x80, &begin, &end);
	assert_int_equal(begin, 0x10);
	assert_int_equal(end, 0x100);
	assert_null(symtab_named(&table, "none", &position));
	symtab_deinit(&table);
}

/* Call frame information of a stripped file gives the ranges that its symbols gave before. */
static void stripped_functions_keep_their_ranges(void **state)
{
	static const char *const functions[] = { "outer", "twice" };
	struct elfobject whole, stripped;

	(void)state;
	assert_int_equal(elfobject_open(&whole, DIRECTORY "subject-riscv64", ""), 0);
	assert_int_equal(elfobject_open(&stripped, DIRECTORY "subject-stripped", ""), 0);
	for (size_t i = 0; i < COUNT(functions); i++) {
		const struct symtab_symbol *named, *found;

		named = symtab_at(&whole.functions, start_of(&whole, functions[i]));
		found = symtab_at(&stripped.functions, named->end - 1);
		assert_non_null(found);
		assert_null(found->name);
		assert_int_equal(found->start, named->start);
		assert_int_equal(found->end, named->end);
	}
	elfobject_close(&whole);
	elfobject_close(&stripped);
}

/* Code without a symbol and without call frame information is a gap between functions. */
static void gaps_are_one_each(void **state)
{
	struct elfobject stripped;
	uint64_t begin, end, entry;

	(void)state;
	assert_int_equal(elfobject_open(&stripped, DIRECTORY "subject-gaps", ""), 0);
	assert_true(stripped.stripped);
	assert_true(elfobject_section_start(&stripped, ".text", &entry));
	for (uint64_t at = entry; at < entry + 4; at++) {
		assert_true(elfobject_gap(&stripped, at, &begin, &end));
		assert_int_equal(begin, entry);
		assert_int_equal(end, entry + 4);
	}
	assert_non_null(symtab_at(&stripped.functions, entry + 4));
	assert_true(elfobject_gap(&stripped, entry + 8, &begin, &end));
	assert_int_equal(begin, entry + 8);
	assert_int_equal(end, entry + 8 + 65536);
	assert_true(elfobject_gap(&stripped, entry + 8 + 65536, &begin, &end));
	assert_int_equal(begin, entry + 8 + 65536);
	assert_int_equal(end, entry + 8 + 65536 + 4);
	assert_false(elfobject_gap(&stripped, end, &begin, &end));
	elfobject_close(&stripped);
}

/* A unit is found although the range of another begins nearer to the address. */
static void units_may_overlap(void **state)
{
	struct elfobject object;
	struct elfobject_line line;
	uint64_t start;

	(void)state;
	assert_int_equal(elfobject_open(&object, DIRECTORY "subject-units", ""), 0);
	start = start_of(&object, "_start");
	for (size_t i = 0; i < 3; i++) {
		line = elfobject_line(&object, start + 2 * i);
		assert_non_null(line.file);
		assert_string_equal(line.file, i == 1 ? "inner.c" : "outer.c");
		assert_int_equal(line.line, 10 * (i + 1));
	}
	assert_null(elfobject_line(&object, start + 6).file);
	assert_int_equal(elfobject_lineless(&object, start + 6), ELFOBJECT_NO_UNIT);
	assert_int_equal(elfobject_lineless(&object, start + 4), ELFOBJECT_NO_LINE);
	elfobject_close(&object);
	assert_int_equal(elfobject_open(&object, DIRECTORY "subject-stripped", ""), 0);
	assert_int_equal(elfobject_lineless(&object, start), ELFOBJECT_NO_DWARF);
	elfobject_close(&object);
}

/* objdump names the stub that the program's start calls; stripped or not, it is found. */
static void stubs_have_their_targets_names(void **state)
{
	static const char *const files[] = { "riscv64", "stripped" };

	(void)state;
	for (size_t i = 0; i < COUNT(files); i++) {
		struct elfobject object;
		const struct symtab_symbol *stub;
		size_t position = 0;
		char path[128];

		snprintf(path, sizeof(path), DIRECTORY "subject-%s", files[i]);
		assert_int_equal(elfobject_open(&object, path, ""), 0);
		stub = symtab_named(&object.functions, "__libc_start_main@plt", &position);
		assert_non_null(stub);
		assert_string_equal(elfobject_section(&object, stub->start), ".plt");
		assert_int_equal(stub->end - stub->start, 16);
		assert_ptr_equal(symtab_at(&object.functions, stub->end - 1), stub);
		elfobject_close(&object);
	}
}

/* Mini debug information has names of some functions; the others keep their ranges. */
static void reads_mini_debug_information(void **state)
{
	struct elfobject whole, mini;
	uint64_t start;

	(void)state;
	assert_int_equal(elfobject_open(&whole, DIRECTORY "subject-riscv64", ""), 0);
	assert_int_equal(elfobject_open(&mini, DIRECTORY "subject-mini", ""), 0);
	start = start_of(&whole, "twice");
	assert_string_equal(symtab_at(&mini.functions, start + 2)->name, "twice");
	start = start_of(&whole, "outer");
	assert_null(symtab_at(&mini.functions, start + 2)->name);
	assert_int_equal(symtab_at(&mini.functions, start + 2)->start, start);
	elfobject_close(&whole);
	elfobject_close(&mini);
}

/* A function without a name is called as a place is; a mangled one as it was written. */
static void names_are_for_people(void **state)
{
	struct symbols symbols;
	struct symbols_location location;
	struct elfobject whole;
	char text[64], expected[64];
	uint64_t start;
	uint32_t object;

	(void)state;
	assert_int_equal(elfobject_open(&whole, DIRECTORY "subject-riscv64", ""), 0);
	start = start_of(&whole, "twice");
	elfobject_close(&whole);
	symbols_init(&symbols);
	object = symbols_object(&symbols, DIRECTORY "subject-stripped", SYMBOLS_FILE);
	symbols_locate(&symbols, object, start + 2, &location);
	snprintf(expected, sizeof(expected), "subject-stripped+0x%llx", (unsigned long long)start);
	assert_string_equal(location.function, expected);
	assert_null(location.linkage);
	snprintf(expected, sizeof(expected), "subject-stripped+0x%llx", (unsigned long long)start + 2);
	assert_string_equal(symbols_place_text(&location, text, sizeof(text)), expected);

	for (int mangled = 0; mangled < 2; mangled++) {
		object = symbols_object(&symbols, mangled ? DIRECTORY "./subject-mangled" :
					DIRECTORY "subject-mangled", SYMBOLS_FILE);
		symbols.options.mangled = mangled;
		symbols_locate(&symbols, object, start + 2, &location);
		assert_string_equal(location.linkage, "_ZN3app5twiceEi");
		assert_string_equal(location.function, mangled ? "_ZN3app5twiceEi" : "app::twice(int)");
	}
	symbols_deinit(&symbols);
}

static void finds_functions_and_lines(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(subjects); i++) {
		struct elfobject object;
		struct elfobject_line line;
		uint64_t start, address;

		assert_int_equal(elfobject_open(&object, subjects[i], ""), 0);
		start = start_of(&object, "outer");
		assert_true(start_of(&object, "alias_of_outer") == start);
		assert_string_equal(symtab_at(&object.functions, start + 2)->name,
				    "alias_of_outer");
		for (size_t j = 0; j < object.functions.count; j++)
			assert_false(object.functions.symbols[j].name &&
				     object.functions.symbols[j].name[0] == '$');
		line = elfobject_line(&object, start);
		assert_non_null(line.file);
		assert_non_null(strstr(line.file, "subject_c.c"));
		assert_true(elfobject_address(&object, start, &address) || i);
		assert_string_equal(elfobject_section(&object, start), ".text");
		elfobject_close(&object);
	}
}

/* Some instruction of outer() is innermost()'s, called by middle(), called by outer(). */
static void finds_inlined_calls(void **state)
{
	int found = 0;

	(void)state;
	for (size_t i = 0; i < COUNT(subjects); i++) {
		struct elfobject_inline inlines[ELFOBJECT_INLINES_MAX];
		struct elfobject object;
		const struct symtab_symbol *symbol;

		assert_int_equal(elfobject_open(&object, subjects[i], ""), 0);
		symbol = symtab_at(&object.functions, start_of(&object, "outer"));
		for (uint64_t at = symbol->start; at < symbol->end; at++) {
			if (elfobject_inlines(&object, at, inlines) != 2 ||
			    elfobject_line(&object, at).line != line_of("line of innermost"))
				continue;
			assert_string_equal(inlines[0].name, "innermost");
			assert_int_equal(inlines[0].call.line, line_of("line of middle's call"));
			assert_string_equal(inlines[1].name, "middle");
			assert_int_equal(inlines[1].call.line, line_of("line of outer's call"));
			found |= 1 << i;
		}
		elfobject_close(&object);
	}
	assert_int_equal(found, 3);
}

static void disassembles(void **state)
{
	struct elfobject object;
	const struct symtab_symbol *symbol;
	const uint8_t *bytes;
	struct disasm disasm;
	char text[DISASM_TEXT];
	size_t size;

	(void)state;
	assert_int_equal(elfobject_open(&object, subjects[1], ""), 0);
	assert_int_equal(object.machine, EM_RISCV);
	symbol = symtab_at(&object.functions, start_of(&object, "outer"));
	size = elfobject_code(&object, symbol->start, symbol->end - symbol->start, &bytes);
	assert_int_equal(size, symbol->end - symbol->start);
	assert_int_equal(elfobject_code(&object, 0x7fffffff0000, 4, &bytes), 0);
	assert_int_equal(disasm_open(&disasm), 0);
	for (uint64_t at = symbol->start; size;) {
		size_t length = disasm_insn(&disasm, bytes, size, at, text);

		assert_in_range(length, 1, size);
		assert_null(strstr(text, ".4byte"));
		at += length;
		bytes += length;
		size -= length;
	}
	assert_string_equal(text, "ret");
	disasm_close(&disasm);
	elfobject_close(&object);
}

static void spells_instructions_plainly(void **state)
{
	static const struct {
		uint8_t bytes[4];
		size_t size, length;
		const char *text;
	} insns[] = {
		{ { 0x02, 0x90 }, 2, 2, "ebreak" },
		{ { 0x82, 0x80 }, 4, 2, "ret" },
		{ { 0x01, 0x11 }, 2, 2, "addi     sp, sp, -0x20" },
		{ { 0x06, 0xec }, 2, 2, "sd       ra, 0x18(sp)" },
		{ { 0x63, 0x04, 0xb5, 0x00 }, 4, 4, "beq      a0, a1, 1008" },
		{ { 0x75, 0xf9 }, 2, 2, "bnez     a0, ff4" },
		{ { 0x13, 0x05, 0x40, 0x06 }, 4, 4, "li       a0, 0x64" },
		{ { 0x57, 0xd4, 0x07, 0xb3 }, 4, 4, "vfmacc.vf v8, fa5, v16" },
		{ { 0xd7, 0x70, 0x80, 0x0d }, 4, 4, "vsetvli  ra, zero, e64, m1, ta, ma" },
		{ { 0x87, 0x64, 0x04, 0x02 }, 4, 4, "vle32.v  v9, (s0)" },
		{ { 0x33, 0xa7, 0xaf, 0x20 }, 4, 4, "sh1add   a4, t6, a0" },
		{ { 0x0f, 0x00, 0x00, 0x01 }, 4, 4, "pause" },
		{ { 0x0f, 0x00, 0xf0, 0x0f }, 4, 4, "fence" },
		{ { 0x87, 0x64, 0x04 }, 3, 3, ".byte    0x046487" },
		{ { 0xff, 0xff, 0xff, 0xff }, 4, 4, ".4byte   0xffffffff" },
		{ { 0x13, 0x05, 0x40 }, 3, 3, ".byte    0x400513" },
		{ { 0x13 }, 1, 1, ".byte    0x13" },
	};
	struct disasm disasm;

	(void)state;
	assert_int_equal(disasm_open(&disasm), 0);
	for (size_t i = 0; i < COUNT(insns); i++) {
		char text[DISASM_TEXT];

		assert_int_equal(disasm_insn(&disasm, insns[i].bytes, insns[i].size, 0x1000, text),
				 insns[i].length);
		if (i)			/* capstone knows c.ebreak by its own name */
			assert_string_equal(text, insns[i].text);
	}
	disasm_close(&disasm);
}

/* Locates the start of outer() of subject-riscv64 in the file @path. */
static void locate(struct symbols *symbols, const char *path, struct symbols_location *location)
{
	uint32_t object = symbols_object(symbols, path, SYMBOLS_FILE);

	symbols_locate(symbols, object, 0x400, location);
	assert_int_equal(symbols_object(symbols, path, SYMBOLS_FILE), object);
}

static void expect_trouble(struct symbols *symbols, const char *path, const char *words)
{
	struct symbols_location location;
	const char *trouble;

	locate(symbols, path, &location);
	assert_null(location.function);
	trouble = symbols_trouble(symbols, symbols_object(symbols, path, SYMBOLS_FILE));
	assert_non_null(trouble);
	if (!strstr(trouble, words))
		fail_msg("'%s' does not say '%s'", trouble, words);
}

static void tells_what_is_missing(void **state)
{
	struct symbols symbols;
	char directory[256], path[512];
	uint32_t object;

	(void)state;
	assert_non_null(getcwd(directory, sizeof(directory)));
	symbols_init(&symbols);
	symbols.options.symfs = directory;
	expect_trouble(&symbols, "/" DIRECTORY "subject-stripped", "stripped");
	expect_trouble(&symbols, "/" DIRECTORY "absent", "--symfs");
	expect_trouble(&symbols, "/" SOURCE, "not an ELF file");
	snprintf(path, sizeof(path), "/%s", subjects[1]);
	object = symbols_object(&symbols, path, SYMBOLS_FILE);
	symbols_set_build_id(&symbols, object, (const uint8_t *)"not its build id, no", 20);
	expect_trouble(&symbols, path, "build ids differ");
	symbols_deinit(&symbols);
}

/* Code of another machine is no code: it would be taken for RISC-V's. */
static void code_is_of_risc_v(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(subjects); i++) {
		struct symbols_location location;
		struct symbols symbols;
		const uint8_t *bytes;
		uint64_t outer;
		char path[64];

		symbols_init(&symbols);
		symbols.options.symfs = ".";
		snprintf(path, sizeof(path), "/%s", subjects[i]);
		locate(&symbols, path, &location);
		assert_true(elfobject_symbol(&location.object->elf, "outer", &outer));
		assert_int_equal(symbols_code(&location, outer, 4, &bytes),
				 strstr(path, "riscv64") ? 4 : 0);
		symbols_deinit(&symbols);
	}
}

static void places_without_a_file_stay_addresses(void **state)
{
	struct symbols_location location;
	struct symbols symbols;

	(void)state;
	symbols_init(&symbols);
	symbols_locate(&symbols, symbols_object(&symbols, "//anon", SYMBOLS_NO_FILE), 0x1234,
		       &location);
	assert_null(location.function);
	assert_int_equal(location.offset, 0x1234);
	assert_null(symbols_line(&location).file);
	symbols_deinit(&symbols);
}

/* A kernel moves at each boot: a kallsyms of another boot is not used. */
static void kernel_needs_its_own_kallsyms(void **state)
{
	static const char text[] =
		"ffffffff80000000 T _start\nffffffff80002000 T _text\n"
		"ffffffff80002000 t $x\nffffffff80003000 t handler\n"
		"ffffffff80004000 D data\nffffffff81000000 t in_module\t[tea_pmu]\n";
	static const uint64_t texts[] = { 0xffffffff80002000, 0xffffffff80802000, 0 };
	char directory[] = "/tmp/test_symbols.XXXXXX", path[64];
	FILE *file;

	(void)state;
	assert_non_null(mkdtemp(directory));
	snprintf(path, sizeof(path), "%s/proc", directory);
	assert_int_equal(mkdir(path, 0700), 0);
	strcat(path, "/kallsyms");
	file = fopen(path, "we");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
	for (size_t i = 0; i < COUNT(texts); i++) {
		struct symbols_location location;
		struct symbols symbols;
		uint32_t kernel;

		symbols_init(&symbols);
		symbols.options.symfs = directory;
		symbols.options.kernel_text = texts[i];
		kernel = symbols_object(&symbols, "[kernel.kallsyms]", SYMBOLS_KERNEL);
		symbols_locate(&symbols, kernel, 0xffffffff80003456, &location);
		if (i) {
			assert_null(location.function);
			assert_non_null(strstr(symbols_trouble(&symbols, kernel), "another boot"));
		} else {
			assert_string_equal(location.function, "handler");
			assert_int_equal(location.offset, 0x456);
			symbols_locate(&symbols, kernel, 0xffffffff81000010, &location);
			assert_string_equal(location.function, "in_module");
		}
		symbols_deinit(&symbols);
	}
	unlink(path);
	*strrchr(path, '/') = '\0';
	rmdir(path);
	rmdir(directory);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(table_rules),
		cmocka_unit_test(table_of_unnamed),
		cmocka_unit_test(stripped_functions_keep_their_ranges),
		cmocka_unit_test(gaps_are_one_each),
		cmocka_unit_test(units_may_overlap),
		cmocka_unit_test(stubs_have_their_targets_names),
		cmocka_unit_test(reads_mini_debug_information),
		cmocka_unit_test(names_are_for_people),
		cmocka_unit_test(finds_functions_and_lines),
		cmocka_unit_test(finds_inlined_calls),
		cmocka_unit_test(disassembles),
		cmocka_unit_test(spells_instructions_plainly),
		cmocka_unit_test(tells_what_is_missing),
		cmocka_unit_test(code_is_of_risc_v),
		cmocka_unit_test(places_without_a_file_stay_addresses),
		cmocka_unit_test(kernel_needs_its_own_kallsyms),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
