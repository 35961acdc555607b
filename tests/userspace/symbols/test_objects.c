// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_objects.c - every place where an object's names may lie, and those of other builds
 *
 * In a directory of its own as the recorded machine's root: subject-riscv64 of the
 * makefile, whole, stripped, or split into code and debug file.
 */
#include "tools/clitest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "symbols/symbols.h"

#define DIRECTORY	"build/tests/userspace/subjects/"
#define WHOLE		DIRECTORY "subject-riscv64"
#define SPLIT		DIRECTORY "subject-split"
#define SPLIT_DEBUG	DIRECTORY "subject-split.debug"
#define MODULE		DIRECTORY "subject-module.ko"
#define VMLINUX		DIRECTORY "subject-vmlinux"

struct fixture {
	char root[64];
	struct symbols symbols;
	struct elfobject whole;
	uint64_t outer;			/* address and offset of outer() */
};

static void __attribute__((format(printf, 1, 2))) run(const char *format, ...)
{
	char command[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(command, sizeof(command), format, args);
	va_end(args);
	if (system(command))
		fail_msg("failed: %s", command);
}

static int set_up(void **state)
{
	struct fixture *fixture = calloc(1, sizeof(*fixture));
	size_t position = 0;

	strcpy(fixture->root, "/tmp/test_objects.XXXXXX");
	assert_non_null(mkdtemp(fixture->root));
	setenv("HOME", fixture->root, 1);
	symbols_init(&fixture->symbols);
	fixture->symbols.options.symfs = fixture->root;
	fixture->symbols.options.release = "6.12.0";
	assert_int_equal(elfobject_open(&fixture->whole, WHOLE, ""), 0);
	fixture->outer = symtab_named(&fixture->whole.functions, "outer", &position)->start;
	*state = fixture;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *fixture = *state;

	symbols_deinit(&fixture->symbols);
	elfobject_close(&fixture->whole);
	run("rm -r %s", fixture->root);
	free(fixture);
	return 0;
}

/* Puts @file where the root has @path. */
static void place(struct fixture *fixture, const char *file, const char *path)
{
	run("install -D %s '%s%s'", file, fixture->root, path);
}

/* The build id of subject-riscv64 in hexadecimal, with a slash behind its first byte or without. */
static const char *build_id(const struct fixture *fixture, bool slash)
{
	static char text[2 * ELFOBJECT_BUILD_ID_MAX + 2];
	char *end = text;

	for (size_t i = 0; i < fixture->whole.build_id_size; i++)
		end += sprintf(end, "%02x%s", fixture->whole.build_id[i], i || !slash ? "" : "/");
	return text;
}

static uint32_t object_of(struct fixture *fixture, const char *path, enum symbols_kind kind)
{
	uint32_t object = symbols_object(&fixture->symbols, path, kind);

	symbols_set_build_id(&fixture->symbols, object, fixture->whole.build_id,
			     fixture->whole.build_id_size);
	return object;
}

static void expect(struct fixture *fixture, uint32_t object, uint64_t at, const char *function,
		   bool line)
{
	struct symbols_location location;

	symbols_locate(&fixture->symbols, object, at, &location);
	if (!location.function)
		fail_msg("no name: %s", symbols_trouble(&fixture->symbols, object));
	assert_string_equal(location.function, function);
	assert_int_equal(symbols_line(&location).file != NULL, line);
}

static void expect_nothing(struct fixture *fixture, uint32_t object, uint64_t at,
			   const char *words)
{
	struct symbols_location location;
	const char *trouble;

	symbols_locate(&fixture->symbols, object, at, &location);
	assert_null(location.function);
	trouble = symbols_trouble(&fixture->symbols, object);
	if (!trouble || !strstr(trouble, words))
		fail_msg("'%s' does not say '%s'", trouble ? trouble : "", words);
}

static void debug_file_by_link(void **state)
{
	struct fixture *fixture = *state;

	place(fixture, SPLIT, "/bin/prog");
	place(fixture, SPLIT_DEBUG, "/bin/.debug/subject-split.debug");
	expect(fixture, object_of(fixture, "/bin/prog", SYMBOLS_FILE), fixture->outer,
	       "alias_of_outer", true);
}

static void debug_file_by_build_id(void **state)
{
	struct fixture *fixture = *state;
	char path[256];

	place(fixture, DIRECTORY "subject-stripped", "/bin/prog");
	snprintf(path, sizeof(path), "/usr/lib/debug/.build-id/%s.debug", build_id(fixture, true));
	place(fixture, SPLIT_DEBUG, path);
	expect(fixture, object_of(fixture, "/bin/prog", SYMBOLS_FILE), fixture->outer,
	       "alias_of_outer", true);
}

static void cache_of_perf(void **state)
{
	struct fixture *fixture = *state;
	char path[256];

	snprintf(path, sizeof(path), "/.debug/.build-id/%s/elf", build_id(fixture, true));
	place(fixture, WHOLE, path);
	expect(fixture, object_of(fixture, "/bin/gone", SYMBOLS_FILE), fixture->outer,
	       "alias_of_outer", true);
}

/* The file at the recorded path is another build now: perf's cache has the right one. */
static void cache_before_another_build(void **state)
{
	struct fixture *fixture = *state;
	char path[256];

	place(fixture, DIRECTORY "subject-host", "/bin/prog");
	snprintf(path, sizeof(path), "/.debug/bin/prog/%s/elf", build_id(fixture, false));
	place(fixture, WHOLE, path);
	expect(fixture, object_of(fixture, "/bin/prog", SYMBOLS_FILE), fixture->outer,
	       "alias_of_outer", true);
}

static void another_build_is_told(void **state)
{
	struct fixture *fixture = *state;

	place(fixture, DIRECTORY "subject-host", "/bin/prog");
	expect_nothing(fixture, object_of(fixture, "/bin/prog", SYMBOLS_FILE), fixture->outer,
		       "build ids differ");
	expect_nothing(fixture, object_of(fixture, "/bin/absent", SYMBOLS_FILE), fixture->outer,
		       "is not here");
}

/* An upgrade replaced the file that ran; or it is still there, when it was only unlinked. */
static void deleted_file(void **state)
{
	struct fixture *fixture = *state;

	place(fixture, WHOLE, "/bin/prog");
	expect(fixture, object_of(fixture, "/bin/prog (deleted)", SYMBOLS_FILE), fixture->outer,
	       "alias_of_outer", true);
	place(fixture, DIRECTORY "subject-host", "/bin/other");
	expect_nothing(fixture, object_of(fixture, "/bin/other (deleted)", SYMBOLS_FILE),
		       fixture->outer, "build ids differ");
}

static void debuginfod_if_asked(void **state)
{
	struct fixture *fixture = *state;
	char path[256], url[128];

	snprintf(path, sizeof(path), "/server/buildid/%s/executable", build_id(fixture, false));
	place(fixture, WHOLE, path);
	snprintf(url, sizeof(url), "file://%s/server", fixture->root);
	setenv("DEBUGINFOD_URLS", url, 1);
	expect_nothing(fixture, object_of(fixture, "/bin/not-asked", SYMBOLS_FILE), fixture->outer,
		       "is not here");
	fixture->symbols.options.debuginfod = true;
	expect(fixture, object_of(fixture, "/bin/asked", SYMBOLS_FILE), fixture->outer,
	       "alias_of_outer", true);
	unsetenv("DEBUGINFOD_URLS");
}

static void vdso_of_the_kernel(void **state)
{
	struct fixture *fixture = *state;
	uint32_t object = symbols_mapped(&fixture->symbols, "[vdso]", 1);

	symbols_set_build_id(&fixture->symbols, object, fixture->whole.build_id,
			     fixture->whole.build_id_size);
	place(fixture, WHOLE, "/lib/modules/6.12.0/vdso/vdso.so");
	expect(fixture, object, fixture->outer, "alias_of_outer", true);
}

static void jit_map_of_each_process(void **state)
{
	struct fixture *fixture = *state;
	char path[128];
	FILE *file;

	run("mkdir %s/tmp", fixture->root);
	snprintf(path, sizeof(path), "%s/tmp/perf-7.map", fixture->root);
	file = fopen(path, "we");
	fputs("7f0000001000 20 LazyCompile:*fib /src/fib.js:3\n"
	      "7f0000001020 4 stub\nnot a line\n7f0000002000 zero\n", file);
	fclose(file);
	expect(fixture, symbols_mapped(&fixture->symbols, "//anon", 7), 0x7f000000101f,
	       "LazyCompile:*fib /src/fib.js:3", false);
	expect(fixture, symbols_mapped(&fixture->symbols, "/memfd:jit (deleted)", 7),
	       0x7f0000001022, "stub", false);
	expect_nothing(fixture, symbols_mapped(&fixture->symbols, "//anon", 7), 0x7f0000001024,
		       "names no code there");
	expect_nothing(fixture, symbols_mapped(&fixture->symbols, "//anon", 8), 0x7f0000001000,
		       "code without a file");
}

/* The kernel ran 0x1000000 above where it was linked. */
static void vmlinux_moved(void **state)
{
	struct fixture *fixture = *state;
	struct elfobject vmlinux;
	uint64_t text, function;
	uint32_t object = symbols_object(&fixture->symbols, "[kernel.kallsyms]", SYMBOLS_KERNEL);

	assert_int_equal(elfobject_open(&vmlinux, VMLINUX, ""), 0);
	assert_true(elfobject_symbol(&vmlinux, "_text", &text));
	assert_true(elfobject_symbol(&vmlinux, "handler", &function));
	elfobject_close(&vmlinux);
	place(fixture, VMLINUX, "/usr/lib/debug/boot/vmlinux-6.12.0");
	fixture->symbols.options.kernel_text = text + 0x1000000;
	expect(fixture, object, function + 0x1000002, "handler", true);
}

static void vmlinux_of_another_build(void **state)
{
	struct fixture *fixture = *state;

	place(fixture, VMLINUX, "/usr/lib/debug/boot/vmlinux-6.12.0");
	fixture->symbols.options.kernel_text = 0xffffffff81002000;
	expect_nothing(fixture, object_of(fixture, "[kernel.kallsyms]", SYMBOLS_KERNEL),
		       0xffffffff81002002, "kallsyms' cannot be read");
}

static void module_compressed_or_not(void **state)
{
	static const char *const paths[] = {
		"/lib/modules/6.12.0/kernel/a.ko", "/lib/modules/6.12.0/kernel/b.ko.xz",
	};
	struct fixture *fixture = *state;
	struct elfobject module;
	uint64_t text, function;

	assert_int_equal(elfobject_open(&module, MODULE, ""), 0);
	assert_true(elfobject_section_start(&module, ".text", &text));
	assert_true(elfobject_symbol(&module, "handler", &function));
	elfobject_close(&module);
	place(fixture, MODULE, paths[0]);
	run("xz -c %s > %s%s", MODULE, fixture->root, paths[1]);
	for (size_t i = 0; i < COUNT(paths); i++) {
		uint32_t object = symbols_object(&fixture->symbols, paths[i], SYMBOLS_MODULE);

		symbols_set_start(&fixture->symbols, object, 0xffffffff02000000);
		expect(fixture, object, 0xffffffff02000000 + function - text + 2, "handler", true);
	}
}

static void expect_same_lines(const struct elfobject *object, const struct elfobject *whole,
			      uint64_t address)
{
	struct elfobject_line line = elfobject_line(object, address);
	struct elfobject_line wanted = elfobject_line(whole, address);
	struct elfobject_inline inlines[ELFOBJECT_INLINES_MAX];
	struct elfobject_inline wanted_inlines[ELFOBJECT_INLINES_MAX];
	size_t count = elfobject_inlines(object, address, inlines);

	assert_non_null(line.file);
	assert_string_equal(line.file, wanted.file);
	assert_int_equal(line.line, wanted.line);
	assert_int_equal(count, elfobject_inlines(whole, address, wanted_inlines));
	for (size_t i = 0; i < count; i++) {
		assert_string_equal(inlines[i].name, wanted_inlines[i].name);
		assert_int_equal(inlines[i].call.line, wanted_inlines[i].call.line);
	}
}

static void lines_without_list_of_units(void **state)
{
	static const char *const paths[] = { DIRECTORY "subject-unlisted",
					     DIRECTORY "subject-misread" };
	struct elfobject_inline inlines[ELFOBJECT_INLINES_MAX];
	struct fixture *fixture = *state;
	size_t position = 0, inlined = 0;
	const struct symtab_symbol *outer = symtab_named(&fixture->whole.functions, "outer",
							 &position);

	for (size_t i = 0; i < COUNT(paths); i++) {
		struct elfobject object;

		assert_int_equal(elfobject_open(&object, paths[i], ""), 0);
		for (uint64_t at = outer->start; at < outer->end; at += 2) {
			expect_same_lines(&object, &fixture->whole, at);
			inlined += elfobject_inlines(&object, at, inlines);
		}
		assert_null(elfobject_line(&object, 0).file);
		elfobject_close(&object);
	}
	assert_true(inlined);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(debug_file_by_link),
		TEST(debug_file_by_build_id),
		TEST(cache_of_perf),
		TEST(cache_before_another_build),
		TEST(another_build_is_told),
		TEST(deleted_file),
		TEST(debuginfod_if_asked),
		TEST(vdso_of_the_kernel),
		TEST(jit_map_of_each_process),
		TEST(vmlinux_moved),
		TEST(vmlinux_of_another_build),
		TEST(module_compressed_or_not),
		TEST(lines_without_list_of_units),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
