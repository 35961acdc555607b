// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_kernelcode.c - code of a kernel from its memory, from its image, packed or not, and of another build
 */
#include "tools/clitest.h"

#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define ZLIB_CONST
#include <zlib.h>
#include <zstd.h>

#include "symbols/elfscopes.h"
#include "symbols/kernelimage.h"
#include "symbols/symbols.h"

#define TEXT		0xffffffff80000000ULL
#define MODULE		0xffffffff02000000ULL
#define IMAGE_BYTES	(3 * 65536)
#define PACKED_MOST	(IMAGE_BYTES + 65536)
#define ZBOOT_AT	4096		/* where the packed data lies in it */
#define LARGE_BYTES	(257 << 20)

static const uint8_t text[] = { 0x41, 0x11, 0x06, 0xe4, 0x22, 0xe0, 0x82, 0x80 };
static const uint8_t module[] = { 0x01, 0x00, 0x82, 0x80 };
static const uint8_t build_id[ELFOBJECT_BUILD_ID_MAX] = "twenty bytes of this";
static const uint8_t other_id[ELFOBJECT_BUILD_ID_MAX] = "twenty bytes of that";

static void make_path(char path[32])
{
	int fd;

	strcpy(path, "/tmp/test_kernelcode.XXXXXX");
	fd = mkstemp(path);
	assert_true(fd >= 0);
	close(fd);
}

static void write_file(const char *path, const void *bytes, size_t size)
{
	FILE *file = fopen(path, "we");

	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, size, file), size);
	fclose(file);
}

/* As /proc/kcore: a note, modules, text. */
static void write_core(const char *path, uint16_t type, uint16_t machine)
{
	struct {
		Elf64_Ehdr header;
		Elf64_Phdr segments[3];
		uint8_t module[sizeof(module)], text[sizeof(text)];
	} core = {
		.header = {
			.e_ident = { 0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT },
			.e_type = type, .e_machine = machine, .e_phoff = sizeof(Elf64_Ehdr),
			.e_phentsize = sizeof(Elf64_Phdr), .e_phnum = 3,
		},
	};

	core.segments[0] = (Elf64_Phdr){ .p_type = PT_NOTE };
	core.segments[1] = (Elf64_Phdr){
		.p_type = PT_LOAD, .p_offset = (uint64_t)(core.module - (uint8_t *)&core),
		.p_vaddr = MODULE, .p_filesz = sizeof(module),
	};
	core.segments[2] = (Elf64_Phdr){
		.p_type = PT_LOAD, .p_offset = (uint64_t)(core.text - (uint8_t *)&core),
		.p_vaddr = TEXT, .p_filesz = sizeof(text),
	};
	memcpy(core.module, module, sizeof(module));
	memcpy(core.text, text, sizeof(text));
	write_file(path, &core, sizeof(core));
}

static void reads_memory(void **state)
{
	struct kernelcode *code;
	const uint8_t *bytes, *again;
	char path[32];

	(void)state;
	make_path(path);
	write_core(path, ET_CORE, EM_RISCV);
	assert_int_equal(kernelcode_open_core(&code, path), 0);
	assert_int_equal(kernelcode_bytes(code, TEXT, sizeof(text), &bytes), sizeof(text));
	assert_memory_equal(bytes, text, sizeof(text));
	assert_int_equal(kernelcode_bytes(code, TEXT, sizeof(text), &again), sizeof(text));
	assert_ptr_equal(again, bytes);
	/* the part of it that is there, and bytes that are nowhere */
	assert_int_equal(kernelcode_bytes(code, TEXT + 6, 4096, &bytes), 2);
	assert_memory_equal(bytes, text + 6, 2);
	assert_int_equal(kernelcode_bytes(code, MODULE, sizeof(module), &bytes), sizeof(module));
	assert_memory_equal(bytes, module, sizeof(module));
	assert_int_equal(kernelcode_bytes(code, TEXT + sizeof(text), 4, &bytes), 0);
	assert_int_equal(kernelcode_bytes(code, TEXT - 2, 4, &bytes), 0);
	kernelcode_close(code);

	write_core(path, ET_CORE, EM_X86_64);
	assert_int_equal(kernelcode_open_core(&code, path), -ENOEXEC);
	write_core(path, ET_EXEC, EM_RISCV);
	assert_int_equal(kernelcode_open_core(&code, path), -ENOEXEC);
	unlink(path);
	assert_int_equal(kernelcode_open_core(&code, path), -ENOENT);
}

/* An image whose code is at @at, with a build id across the blocks that are looked through. */
static uint8_t *make_image(size_t at)
{
	uint8_t *image = calloc(1, IMAGE_BYTES);

	assert_non_null(image);
	/* Not the same in each place, so that packed it has several blocks. */
	for (size_t i = 64; i < IMAGE_BYTES; i++)
		image[i] = (uint8_t)((i * i) >> 7 ^ i * 2654435761U >> 13);
	memcpy(image + 0x38, "RSC\x05", 4);
	memcpy(image + at, text, sizeof(text));
	memcpy(image + 65536 - 7, build_id, sizeof(build_id));
	return image;
}

static void write_image(const char *path, size_t at)
{
	uint8_t *image = make_image(at);

	write_file(path, image, IMAGE_BYTES);
	free(image);
}

static void reads_an_image_of_the_build(void **state)
{
	struct kernelcode *code;
	const uint8_t *bytes;
	char path[32];

	(void)state;
	make_path(path);
	write_image(path, 0x2000);
	assert_true(kernelimage_is(path));
	assert_int_equal(kernelcode_open_image(&code, path, TEXT, build_id, sizeof(build_id)), 0);
	assert_int_equal(kernelcode_bytes(code, TEXT + 0x2000, sizeof(text), &bytes), sizeof(text));
	assert_memory_equal(bytes, text, sizeof(text));
	kernelcode_close(code);
	assert_int_equal(kernelcode_open_image(&code, path, TEXT, NULL, 0), 0);
	kernelcode_close(code);
	assert_int_equal(kernelcode_open_image(&code, path, TEXT, other_id, sizeof(other_id)), -ESTALE);
	write_file(path, text, sizeof(text));
	assert_false(kernelimage_is(path));
	assert_int_equal(kernelcode_open_image(&code, path, TEXT, NULL, 0), -ENOEXEC);
	unlink(path);
}

/* How an image is packed. */
struct packed {
	const char *name;
	size_t (*pack)(uint8_t *to, const uint8_t *from, size_t size);
	bool zboot;
};

static size_t pack_gzip(uint8_t *to, const uint8_t *from, size_t size)
{
	z_stream stream = {
		.next_in = from, .avail_in = (uInt)size, .next_out = to, .avail_out = PACKED_MOST,
	};

	assert_int_equal(deflateInit2(&stream, 9, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY), Z_OK);
	assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
	deflateEnd(&stream);
	return stream.total_out;
}

static size_t pack_zstd(uint8_t *to, const uint8_t *from, size_t size)
{
	size_t made = ZSTD_compress(to, PACKED_MOST, from, size, 19);

	assert_false(ZSTD_isError(made));
	return made;
}

static const struct packed packings[] = {
	{ "gzip", pack_gzip, false }, { "zstd", pack_zstd, false },
	{ "gzip in zboot", pack_gzip, true }, { "zstd in zboot", pack_zstd, true },
};

/* The header of a zboot image, and the bytes behind its packed data. */
static size_t put_zboot(uint8_t *file, size_t size)
{
	const uint32_t words[] = { htole32(ZBOOT_AT), htole32((uint32_t)size) };

	memset(file, 0, ZBOOT_AT);
	memcpy(file, "MZ\0\0zimg", 8);
	memcpy(file + 8, words, sizeof(words));
	memcpy(file + ZBOOT_AT + size, "\x1f\x8b more", 8);
	return ZBOOT_AT + size + 8;
}

/* Writes @size bytes of @image, packed by @packed, without the last @cut packed bytes. */
static void write_packed(const char *path, const struct packed *packed, const uint8_t *image,
			 size_t size, size_t cut)
{
	uint8_t *file = malloc(ZBOOT_AT + PACKED_MOST + 8);
	size_t at = packed->zboot ? ZBOOT_AT : 0, made;

	assert_non_null(file);
	made = packed->pack(file + at, image, size) - cut;
	write_file(path, file, packed->zboot ? put_zboot(file, made) : made);
	free(file);
}

static int open_any(const char *path)
{
	struct kernelcode *code;
	int error = kernelcode_open_image(&code, path, TEXT, build_id, sizeof(build_id));

	if (!error)
		kernelcode_close(code);
	return error;
}

static void reads_packed_images(void **state)
{
	uint8_t *image = make_image(0x2000);
	struct kernelcode *code;
	const uint8_t *bytes;
	char path[32];

	(void)state;
	make_path(path);
	for (size_t i = 0; i < sizeof(packings) / sizeof(packings[0]); i++) {
		print_message("%s\n", packings[i].name);
		write_packed(path, &packings[i], image, IMAGE_BYTES, 0);
		assert_true(kernelimage_is(path));
		assert_int_equal(kernelcode_open_image(&code, path, TEXT, build_id, sizeof(build_id)), 0);
		assert_int_equal(kernelcode_bytes(code, TEXT, IMAGE_BYTES, &bytes), IMAGE_BYTES);
		assert_memory_equal(bytes, image, IMAGE_BYTES);
		kernelcode_close(code);
		assert_int_equal(kernelcode_open_image(&code, path, TEXT, other_id, sizeof(other_id)),
				 -ESTALE);
		write_packed(path, &packings[i], image, IMAGE_BYTES, 9);
		assert_int_equal(open_any(path), -EBADMSG);
		write_packed(path, &packings[i], image + 64, IMAGE_BYTES - 64, 0);
		assert_int_equal(open_any(path), -ENOEXEC);
	}
	unlink(path);
	free(image);
}

/* Files that are no image, or cannot be read: each has its own reason. */
static void refuses_other_images(void **state)
{
	static const struct {
		const char *bytes;
		size_t size;
		int error;
	} files[] = {
		{ "\x1f\x8b\x08", 3, -EBADMSG }, { "\x28\xb5\x2f\xfd", 4, -EBADMSG },
		{ "\xfd" "7zXZ\0\0", 7, -EOPNOTSUPP }, { "BZh9", 4, -EOPNOTSUPP },
		{ "\x5d\0\0\x80", 4, -EOPNOTSUPP }, { "\x89LZO\0", 5, -EOPNOTSUPP },
		{ "\x02\x21\x4c\x18", 4, -EOPNOTSUPP },
		{ "MZ\0\0zimg\x40\0\0\0\xff\xff\xff\xff", 16, -ENOEXEC },
		{ "MZ", 2, -ENOEXEC }, { "", 0, -ENOEXEC }, { "\x7f" "ELF", 4, -ENOEXEC },
	};
	char path[32];

	(void)state;
	make_path(path);
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		write_file(path, files[i].bytes, files[i].size);
		assert_int_equal(open_any(path), files[i].error);
		assert_int_equal(kernelimage_is(path), files[i].error != -ENOEXEC);
	}
	unlink(path);
	assert_int_equal(open_any(path), -ENOENT);
	assert_int_equal(open_any("/tmp"), -ENOEXEC);
}

/* The unpacked size of a few bytes is bounded. */
static void refuses_a_bomb(void **state)
{
	uint8_t *zeros = calloc(1, LARGE_BYTES);
	char path[32];

	(void)state;
	assert_non_null(zeros);
	make_path(path);
	write_packed(path, &packings[1], zeros, LARGE_BYTES, 0);
	assert_int_equal(open_any(path), -EFBIG);
	unlink(path);
	free(zeros);
}

/* Names out of the kallsyms that was given, code out of the file that was given. */
static void kernel_of_given_files(void **state)
{
	struct symbols_location location;
	static const char names[] =
		"ffffffff80000000 T _start\nffffffff80002000 T _text\n"
		"ffffffff80002000 T handler\nffffffff80002008 T next\n";
	char image[32], kallsyms[32];
	struct symbols symbols;
	const uint8_t *bytes;
	uint32_t kernel;

	(void)state;
	make_path(image);
	make_path(kallsyms);
	write_image(image, 0x2000);
	write_file(kallsyms, names, strlen(names));
	for (int other = 0; other < 2; other++) {
		symbols_init(&symbols);
		symbols.options = (struct symbols_options){
			.symfs = "/nowhere", .vmlinux = image, .kallsyms = kallsyms,
			.kernel_reference = "_text", .kernel_text = TEXT + 0x2000,
		};
		kernel = symbols_object(&symbols, "[kernel.kallsyms]", SYMBOLS_KERNEL);
		symbols_set_build_id(&symbols, kernel, other ? other_id : build_id, sizeof(build_id));
		symbols_locate(&symbols, kernel, TEXT + 0x2002, &location);
		assert_string_equal(location.function, "handler");
		assert_int_equal(symbols_has_code(location.object), !other);
		if (other)
			assert_non_null(strstr(symbols_code_trouble(location.object),
					       "build ids differ"));
		else
			assert_int_equal(symbols_code(&location, location.function_start, 8, &bytes), 8);
		symbols_deinit(&symbols);
	}
	unlink(image);
	unlink(kallsyms);
}

static const char copied[] =
	"ffffffff80000000 T _text\nffffffff80000000 T handler\nffffffff80000008 T next\n"
	"ffffffff02000000 t module_handler\t[snd_timer]\nffffffff02000004 t module_next\t[snd_timer]\n";

/* A directory as perf makes it, with the kernel's memory, its symbols and where its modules lie. */
static void write_copy(const char *directory, const char *module_at)
{
	char path[160], line[80];

	snprintf(path, sizeof(path), "mkdir -p '%s'", directory);
	assert_int_equal(system(path), 0);
	snprintf(path, sizeof(path), "%s/kcore", directory);
	write_core(path, ET_CORE, EM_RISCV);
	snprintf(path, sizeof(path), "%s/kallsyms", directory);
	write_file(path, copied, strlen(copied));
	snprintf(path, sizeof(path), "%s/modules", directory);
	snprintf(line, sizeof(line), "snd_timer 16384 0 - Live 0x%s (E)\n", module_at);
	write_file(path, line, strlen(line));
}

/* The code of the kernel and of its module as symbols find it there; NULL options: in perf's cache. */
static void check_memory(const char *kallsyms, bool given, bool module_there)
{
	struct symbols_location location;
	struct symbols symbols;
	const uint8_t *bytes;
	uint32_t object;

	symbols_init(&symbols);
	symbols.options = (struct symbols_options){
		.symfs = "/nowhere", .kallsyms = given ? kallsyms : NULL,
		.kallsyms_copy = given ? NULL : kallsyms, .kernel_reference = "_text", .kernel_text = TEXT,
	};
	object = symbols_object(&symbols, "[kernel.kallsyms]", SYMBOLS_KERNEL);
	symbols_set_build_id(&symbols, object, build_id, sizeof(build_id));
	object = symbols_object(&symbols, "/lib/modules/6.12.0/kernel/snd-timer.ko.xz", SYMBOLS_MODULE);
	symbols_set_start(&symbols, object, MODULE);
	symbols_locate(&symbols, object, MODULE + 2, &location);
	assert_string_equal(location.function, "module_handler");
	assert_int_equal(symbols_has_code(location.object), module_there);
	if (module_there) {
		assert_int_equal(symbols_code(&location, MODULE + 2, 2, &bytes), 2);
		assert_memory_equal(bytes, module + 2, 2);
		assert_int_equal(location.object->source, SYMBOLS_MEMORY);
	} else {
		assert_non_null(strstr(symbols_code_trouble(location.object), "no longer lies where"));
	}
	symbols_locate(&symbols, 0, TEXT + 2, &location);
	assert_string_equal(location.function, "handler");
	assert_int_equal(symbols_code(&location, TEXT, sizeof(text), &bytes), sizeof(text));
	assert_memory_equal(bytes, text, sizeof(text));
	assert_non_null(strstr(location.object->code_path, "/kcore"));
	symbols_deinit(&symbols);
}

static void memory_beside_symbols(void **state)
{
	char directory[] = "/tmp/test_kernelcode.XXXXXX", path[160];

	(void)state;
	assert_non_null(mkdtemp(directory));
	write_copy(directory, "ffffffff02000000");
	snprintf(path, sizeof(path), "%s/kallsyms", directory);
	check_memory(path, true, true);
	check_memory(path, false, true);
	write_copy(directory, "ffffffff02001000");
	check_memory(path, true, false);
	snprintf(path, sizeof(path), "rm -r %s", directory);
	assert_int_equal(system(path), 0);
}

/* perf keeps copies of several boots: the one is taken in which the modules lie as recorded. */
static void memory_in_the_cache(void **state)
{
	char home[] = "/tmp/test_kernelcode.XXXXXX", path[160], id[SYMBOLS_BUILD_ID_TEXT];

	(void)state;
	assert_non_null(mkdtemp(home));
	setenv("HOME", home, 1);
	for (size_t i = 0; i < sizeof(build_id); i++)
		snprintf(id + 2 * i, 3, "%02x", build_id[i]);
	snprintf(path, sizeof(path), "%s/.debug/[kernel.kcore]/%s/2026112316240000", home, id);
	write_copy(path, "ffffffff02000000");
	snprintf(path, sizeof(path), "%s/.debug/[kernel.kcore]/%s/2026112316250000", home, id);
	write_copy(path, "ffffffff02001000");
	check_memory(NULL, false, true);
	snprintf(path, sizeof(path), "rm -r %s", home);
	assert_int_equal(system(path), 0);
}

/* The message on a kernel's file that cannot be used. */
static void told_of(const char *image, const char *kallsyms, const char *words)
{
	struct symbols_location location;
	struct symbols symbols;
	uint32_t kernel;

	symbols_init(&symbols);
	symbols.options = (struct symbols_options){
		.symfs = "/nowhere", .vmlinux = image, .kallsyms = kallsyms,
		.kernel_reference = "_text", .kernel_text = TEXT + 0x2000,
	};
	kernel = symbols_object(&symbols, "[kernel.kallsyms]", SYMBOLS_KERNEL);
	symbols_locate(&symbols, kernel, TEXT + 0x2002, &location);
	assert_string_equal(location.function, "handler");
	assert_non_null(strstr(symbols_code_trouble(location.object), words));
	symbols_deinit(&symbols);
}

static void tells_what_is_wrong(void **state)
{
	static const char names[] =
		"ffffffff80000000 T _start\nffffffff80002000 T _text\nffffffff80002000 T handler\n";
	static const struct {
		const char *bytes, *words;
	} files[] = {
		{ "BZh9", "is compressed, and not by gzip or zstd: give the Image" },
		{ "\x1f\x8b", "is damaged: give a whole copy" },
		{ "any", "cannot be read as a kernel" },
	};
	uint8_t none[IMAGE_BYTES] = { 0 };
	char image[32], kallsyms[32];

	(void)state;
	make_path(image);
	make_path(kallsyms);
	write_file(kallsyms, names, strlen(names));
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		write_file(image, files[i].bytes, strlen(files[i].bytes));
		told_of(image, kallsyms, files[i].words);
	}
	write_packed(image, &packings[0], none, sizeof(none), 0);
	told_of(image, kallsyms, "has no RISC-V kernel in it");
	unlink(image);
	unlink(kallsyms);
}

/* Code that was read from no ELF file has no scopes, and asking for them is no fault. */
static void has_no_scopes(void **state)
{
	const struct elfobject none = { 0 };
	Dwarf_Die *scopes;
	Dwarf_Addr pc;

	(void)state;
	assert_int_equal(elfscopes_at(&none, TEXT, &scopes, &pc), 0);
	assert_null(scopes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_memory),
		cmocka_unit_test(reads_an_image_of_the_build),
		cmocka_unit_test(reads_packed_images),
		cmocka_unit_test(refuses_other_images),
		cmocka_unit_test(refuses_a_bomb),
		cmocka_unit_test(kernel_of_given_files),
		cmocka_unit_test(tells_what_is_wrong),
		cmocka_unit_test(memory_beside_symbols),
		cmocka_unit_test(memory_in_the_cache),
		cmocka_unit_test(has_no_scopes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
