// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * guestprogram.c - the program that is simulated; see guestprogram.h
 */
#include "guestprogram.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Says why a file is no program for the core, and the remedy. */
static int refuse_program(const char *path, int fd, const GElf_Ehdr *header, struct fault *fault)
{
	static const struct {
		unsigned int machine;
		const char *name;
	} machines[] = {
		{ EM_X86_64, "x86-64" }, { EM_AARCH64, "AArch64" }, { EM_386, "i386" }, { EM_ARM, "Arm" },
		{ EM_RISCV, "32-bit RISC-V" }, { EM_PPC64, "POWER" }, { EM_S390, "s390x" },
	};
	const char *name = "another architecture";
	struct stat stat;
	char text[2] = "";

	if (!fstat(fd, &stat) && S_ISDIR(stat.st_mode))
		return fault_set(fault, -EISDIR, "'%s' is a directory, not a program: name a file", path);
	if (!header && pread(fd, text, sizeof(text), 0) == sizeof(text) && !memcmp(text, "#!", 2))
		return fault_set(fault, -ENOEXEC, "'%s' is a script, not a 64-bit RISC-V program: run its "
				 "interpreter, built for RISC-V, with the script as its argument", path);
	if (!header)
		return fault_set(fault, -ENOEXEC, "'%s' is not a 64-bit RISC-V program: compile it with "
				 "riscv64-linux-gnu-gcc", path);
	for (size_t i = 0; i < COUNT(machines); i++)
		if (machines[i].machine == header->e_machine)
			name = machines[i].name;
	if (header->e_machine == EM_RISCV && header->e_ident[EI_CLASS] == ELFCLASS64)
		return fault_set(fault, -ENOEXEC, "'%s' is not a program but a file of objects or a core: "
				 "link it, or name the program", path);
	return fault_set(fault, -ENOEXEC, "'%s' is a file for %s, not a 64-bit RISC-V program: compile it "
			 "with riscv64-linux-gnu-gcc", path, name);
}

static bool is_program(const GElf_Ehdr *header)
{
	return header->e_machine == EM_RISCV && header->e_ident[EI_CLASS] == ELFCLASS64 &&
	       (header->e_type == ET_EXEC || header->e_type == ET_DYN);
}

/* The program's interpreter, empty if it is static. */
static int read_interpreter(const char *path, char interpreter[PATH_MAX], struct fault *fault)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), error = 0;
	GElf_Ehdr buffer, *header;
	size_t count = 0;
	Elf *elf;

	if (fd < 0)
		return fault_set(fault, -errno, "cannot open program '%s': %s; give its path", path,
				 strerror(errno));
	interpreter[0] = '\0';
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	header = elf ? gelf_getehdr(elf, &buffer) : NULL;
	if (!header || !is_program(header))
		error = refuse_program(path, fd, header, fault);
	else
		elf_getphdrnum(elf, &count);
	for (size_t i = 0; i < count; i++) {
		GElf_Phdr segment;

		if (!gelf_getphdr(elf, (int)i, &segment) || segment.p_type != PT_INTERP ||
		    segment.p_filesz >= PATH_MAX)
			continue;
		if (pread(fd, interpreter, segment.p_filesz, (off_t)segment.p_offset) < 0)
			interpreter[0] = '\0';
		interpreter[segment.p_filesz] = '\0';
	}
	elf_end(elf);
	close(fd);
	return error;
}

int guestprogram_find(const char *program, const char **sysroot, struct fault *fault)
{
	static const char cross_root[] = "/usr/riscv64-linux-gnu";
	const char *root = *sysroot ? *sysroot : cross_root;
	char interpreter[PATH_MAX], path[2 * PATH_MAX];
	int error = read_interpreter(program, interpreter, fault);
	bool is_static = !error && !interpreter[0];

	if (is_static)
		snprintf(interpreter, sizeof(interpreter), "/lib/ld-linux-riscv64-lp64d.so.1");
	if (error || (!*sysroot && !access(interpreter, R_OK)))
		return error;
	snprintf(path, sizeof(path), "%s%s", root, interpreter);
	if (access(path, R_OK) && is_static)
		return 0;
	if (access(path, R_OK))
		return fault_set(fault, -ENOENT, "'%s' is dynamic and its '%s' is not in '%s': name "
				 "a directory with RISC-V libraries with --sysroot DIR",
				 program, interpreter, root);
	*sysroot = root;
	return 0;
}

bool guestprogram_is_dynamic(const char *program)
{
	char interpreter[PATH_MAX];
	struct fault none;

	return !read_interpreter(program, interpreter, &none) && interpreter[0];
}
