// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * heaprecord.c - preloading the recorder of allocations; see heaprecord.h
 */
#include "heaprecord.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/heapformat.h"
#include "base/ownfile.h"
#include "output/term.h"

#define LIBRARY		"libtea-heap.so"
#define PRELOAD		"LD_PRELOAD"

static int find_library(char library[PATH_MAX], struct fault *fault)
{
	static const struct ownfile file = {
		.built = LIBRARY, .installed = "../libexec/tea/" LIBRARY,
		.what = "--heap needs the recorder of allocations", .remedy = "install it, or leave --heap out",
	};

	return ownfile_find(&file, library, fault);
}

/* The dynamic linker parts its list by these. */
static int check_library(const char *library, struct fault *fault)
{
	if (library[strcspn(library, ": ")])
		return fault_set(fault, -EINVAL, "'%.200s' cannot be preloaded, since colons and spaces "
				 "separate libraries there: install tea in another directory", library);
	return 0;
}

/* perf keeps one older recording. */
static int set_aside(const char *output, const char *path, struct fault *fault)
{
	char *old;
	int error = 0;

	if (access(path, F_OK))
		return 0;
	if (asprintf(&old, "%s.old" HEAPFORMAT_SUFFIX, output) < 0)
		return fault_no_memory(fault, "the log's path");
	if (rename(path, old))
		error = fault_set(fault, -errno, "cannot rename '%.200s' to '%.200s': %s", path, old,
				  strerror(errno));
	free(old);
	return error;
}

static int write_log(const char *path, struct fault *fault)
{
	static char page[HEAPFORMAT_PAGE];
	const struct heapformat_header header = {
		.magic = HEAPFORMAT_MAGIC, .most = HEAPFORMAT_BYTES_MOST, .used = HEAPFORMAT_PAGE,
		.skipped = (uint32_t)getpid(),
	};
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600), error = 0;
	void *mapped;

	if (fd < 0)
		return fault_set(fault, -errno, "cannot write '%.200s': %s", path, strerror(errno));
	memcpy(page, &header, sizeof(header));
	if (write(fd, page, sizeof(page)) != sizeof(page))
		error = fault_set(fault, -EIO, "cannot write '%.200s': is the disk full?", path);
	mapped = mmap(NULL, sizeof(page), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (!error && mapped == MAP_FAILED)
		error = fault_set(fault, -errno, "cannot map '%.200s', as programs are to: %s; give a file of "
				  "another file system with -o", path, strerror(errno));
	if (mapped != MAP_FAILED)
		munmap(mapped, sizeof(page));
	close(fd);
	return error;
}

/* In front of what is preloaded already. */
static int set_environment(const char *library, const char *path, struct fault *fault)
{
	const char *others = getenv(PRELOAD);
	char *list;
	int error;

	if (asprintf(&list, "%s%s%s", library, others && others[0] ? ":" : "", others ? others : "") < 0)
		return fault_no_memory(fault, "the environment");
	error = setenv(PRELOAD, list, 1) || setenv(HEAPFORMAT_VARIABLE, path, 1);
	free(list);
	return error ? fault_no_memory(fault, "the environment") : 0;
}

/* An absolute path: the program may change its directory. */
static int make_path(const char *output, char path[2 * PATH_MAX], struct fault *fault)
{
	char directory[PATH_MAX] = "";

	if (output[0] != '/' && !getcwd(directory, sizeof(directory)))
		return fault_set(fault, -errno, "cannot tell the current directory: %s; run it in another",
				 strerror(errno));
	snprintf(path, 2 * PATH_MAX, "%s%s%.4000s" HEAPFORMAT_SUFFIX, directory, directory[0] ? "/" : "",
		 output);
	return 0;
}

/* An ELF file without an interpreter: nothing is preloaded. */
static bool is_static(const char *path)
{
	FILE *file = fopen(path, "re");
	Elf64_Ehdr head = { .e_phnum = 0 };
	bool found = false, elf = file && fread(&head, sizeof(head), 1, file) == 1 &&
				  !memcmp(head.e_ident, ELFMAG, SELFMAG) && head.e_ident[EI_CLASS] == ELFCLASS64;

	for (int i = 0; elf && !found && i < head.e_phnum; i++) {
		Elf64_Phdr segment;

		if (fseek(file, (long)head.e_phoff + i * head.e_phentsize, SEEK_SET) ||
		    fread(&segment, sizeof(segment), 1, file) != 1)
			break;
		found = segment.p_type == PT_INTERP;
	}
	if (file)
		fclose(file);
	return elf && !found;
}

/* The file that the shell would run, to be freed; NULL: there is none. */
static char *find_program(const char *program)
{
	const char *named = getenv("PATH");
	char *places = strdup(strchr(program, '/') || !named ? "" : named), *rest = places, *place, *file;

	while (places && (place = strsep(&rest, ":"))) {
		if (asprintf(&file, "%s%s%s", place, place[0] ? "/" : "", program) < 0)
			break;
		if (!access(file, X_OK)) {
			free(places);
			return file;
		}
		free(file);
	}
	free(places);
	return NULL;
}

static void warn_static(const char *program)
{
	char *file = find_program(program);
	bool found = file && is_static(file);
	struct fault why;

	free(file);
	if (!found)
		return;
	fault_set(&why, 0, "'%.200s' is linked statically: nothing can be preloaded into it, so that its own "
		  "allocations are not recorded", program);
	term_complain("record", why.text);
}

/* The dynamic linker takes preloading from programs with such, and from those that they start. */
static int check_perf(struct fault *fault)
{
	char *file = find_program("perf");
	struct stat stat_of;
	int error = 0;

	if (file && ((!stat(file, &stat_of) && stat_of.st_mode & (S_ISUID | S_ISGID)) ||
		     getxattr(file, "security.capability", NULL, 0) > 0))
		error = fault_set(fault, -EPERM, "'%.200s' has rights of its own, so that nothing can be preloaded "
				  "into what it runs: use --mem, or a copy of perf without them and a lower "
				  "kernel.perf_event_paranoid", file);
	free(file);
	return error;
}

int heaprecord_prepare(const char *output, const char *program, struct fault *fault)
{
	char library[PATH_MAX], path[2 * PATH_MAX];
	int error = check_perf(fault);

	if (!error)
		error = find_library(library, fault);
	if (!error)
		error = check_library(library, fault);
	if (!error)
		error = make_path(output, path, fault);
	if (!error && strlen(path) >= PATH_MAX)
		error = fault_set(fault, -ENAMETOOLONG, "the path of '%.200s' is too long: give a shorter one "
				  "with -o", output);
	if (!error)
		error = set_aside(output, path, fault);
	if (!error)
		error = write_log(path, fault);
	if (!error)
		error = set_environment(library, path, fault);
	if (!error)
		warn_static(program);
	return error;
}
