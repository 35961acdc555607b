// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_kernelcode.c - code of a kernel from its memory, from its image, and of another build
 */
#include "tools/clitest.h"

#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "symbols/symbols.h"

#define TEXT		0xffffffff80000000ULL
#define MODULE		0xffffffff02000000ULL
#define IMAGE_BYTES	(3 * 65536)

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
	/* what is there of it, and what is nowhere */
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
static void write_image(const char *path, size_t at)
{
	uint8_t *image = calloc(1, IMAGE_BYTES);

	assert_non_null(image);
	memcpy(image + 0x38, "RSC\x05", 4);
	memcpy(image + at, text, sizeof(text));
	memcpy(image + 65536 - 7, build_id, sizeof(build_id));
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
	assert_true(kernelcode_is_image(path));
	assert_int_equal(kernelcode_open_image(&code, path, TEXT, build_id, sizeof(build_id)), 0);
	assert_int_equal(kernelcode_bytes(code, TEXT + 0x2000, sizeof(text), &bytes), sizeof(text));
	assert_memory_equal(bytes, text, sizeof(text));
	kernelcode_close(code);
	assert_int_equal(kernelcode_open_image(&code, path, TEXT, NULL, 0), 0);
	kernelcode_close(code);
	assert_int_equal(kernelcode_open_image(&code, path, TEXT, other_id, sizeof(other_id)), -ESTALE);
	write_file(path, text, sizeof(text));
	assert_false(kernelcode_is_image(path));
	assert_int_equal(kernelcode_open_image(&code, path, TEXT, NULL, 0), -ENOEXEC);
	unlink(path);
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
			assert_non_null(strstr(symbols_code_trouble(&symbols, location.object),
					       "build ids differ"));
		else
			assert_int_equal(symbols_code(&location, location.function_start, 8, &bytes), 8);
		symbols_deinit(&symbols);
	}
	unlink(image);
	unlink(kallsyms);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_memory),
		cmocka_unit_test(reads_an_image_of_the_build),
		cmocka_unit_test(kernel_of_given_files),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
