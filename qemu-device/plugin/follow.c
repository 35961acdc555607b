// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * follow.c - programs that a user program executes: see follow.h
 */
#include <elf.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <glib.h>

#include "follow.h"
#include "guestmem.h"

enum follow_kind {
	FOLLOW_NOTHING,		/* nothing to execute: the system call fails and says why */
	FOLLOW_NATIVE,		/* a program of this machine, or of none: Linux knows */
	FOLLOW_RISCV,
};

#define SCRIPT_DEPTH	5	/* interpreters that are scripts, as Linux bounds them */
#define HEAD_BYTES	256	/* of a file: Linux's BINPRM_BUF_SIZE */

static struct {
	char **options;		/* of QEMU: words, NULL at the end */
	char *qemu;
	const char *root;	/* -L, or NULL */
	char *program;		/* that runs now */
} self;

/* Options that take a word of their own and are not handed on as they are. */
static bool is_pair(const char *word, const char *name)
{
	return !strcmp(word, name) || (word[0] == '-' && !strcmp(word + 1, name));
}

void follow_init(unsigned int count)
{
	char *text = NULL;
	gsize size = 0, total = 0, at = 0;
	GPtrArray *words = g_ptr_array_new();

	self.qemu = g_file_read_link("/proc/self/exe", NULL);
	if (!g_file_get_contents("/proc/self/cmdline", &text, &size, NULL))
		size = 0;
	for (; at < size; at += strlen(text + at) + 1, total++)
		g_ptr_array_add(words, text + at);
	if (total > count) {
		self.program = realpath(words->pdata[total - count], NULL);
		g_ptr_array_set_size(words, (gint)(total - count));
	}
	g_ptr_array_add(words, NULL);
	self.options = (char **)g_ptr_array_free(words, FALSE);
	for (char **word = self.options; *word && word[1]; word++) {
		if (is_pair(*word, "-L"))
			self.root = word[1];
	}
}

/* The file that QEMU would open for @path. */
static char *find_file(const char *path)
{
	char *rooted;

	if (!strcmp(path, "/proc/self/exe") && self.program)
		return g_strdup(self.program);
	if (path[0] != '/' || !self.root)
		return g_strdup(path);
	rooted = g_strconcat(self.root, path, NULL);
	if (!access(rooted, X_OK))
		return rooted;
	g_free(rooted);
	return g_strdup(path);
}

static size_t read_head(const char *file, char head[HEAD_BYTES + 1])
{
	int fd = open(file, O_RDONLY | O_CLOEXEC);
	ssize_t size = fd < 0 ? 0 : read(fd, head, HEAD_BYTES);

	if (fd >= 0)
		close(fd);
	size = size < 0 ? 0 : size;
	head[size] = '\0';
	return (size_t)size;
}

static bool is_riscv(const char *head, size_t size)
{
	Elf64_Ehdr header;

	if (size < sizeof(header))
		return false;
	memcpy(&header, head, sizeof(header));
	return !memcmp(header.e_ident, ELFMAG, SELFMAG) &&
	       header.e_ident[EI_CLASS] == ELFCLASS64 && header.e_machine == EM_RISCV;
}

/* "#! interpreter argument": parts it, in place; the argument, blanks in it too, or NULL. */
static char *split_script(char *head, char **argument)
{
	char *name = head + 2, *end;

	name[strcspn(name, "\n")] = '\0';
	name += strspn(name, " \t");
	end = name + strcspn(name, " \t");
	*argument = NULL;
	if (*end) {
		*end++ = '\0';
		*argument = g_strstrip(end);
	}
	if (*argument && !**argument)
		*argument = NULL;
	return name;
}

/*
 * Follow @path to the file that runs it. Words of scripts' interpreters, the first being the
 * program's own name, are put before @words, unless NULL.
 */
static enum follow_kind resolve(const char *path, char **program, GPtrArray *words)
{
	char *name = g_strdup(path), head[HEAD_BYTES + 1];

	for (unsigned int depth = 0; depth < SCRIPT_DEPTH; depth++) {
		char *file = find_file(name), *argument, *interpreter;
		size_t size = read_head(file, head);

		if (access(file, X_OK) || strncmp(head, "#!", 2)) {
			enum follow_kind kind = access(file, X_OK) ? FOLLOW_NOTHING :
						is_riscv(head, size) ? FOLLOW_RISCV : FOLLOW_NATIVE;

			g_free(name);
			*program = file;
			return kind;
		}
		interpreter = split_script(head, &argument);
		if (words) {
			if (words->len)
				g_ptr_array_remove_index(words, 0);
			g_ptr_array_insert(words, 0, g_strdup(name));
			if (argument)
				g_ptr_array_insert(words, 0, g_strdup(argument));
			g_ptr_array_insert(words, 0, g_strdup(interpreter));
		}
		g_free(file);
		g_free(name);
		name = g_strdup(interpreter);
	}
	*program = name;
	return FOLLOW_NATIVE;
}

static enum follow_kind find_kind(const char *path, char **program)
{
	return resolve(path, program, NULL);
}

/* "FILE,OPTION..." of -plugin: only the file, where a comma is two, and to follow on. */
static char *plugin_only(const char *word)
{
	const char *end = word;

	while (*end && (*end != ',' || end[1] == ','))
		end += *end == ',' ? 2 : 1;
	return g_strdup_printf("%.*s,follow=on", (int)(end - word), word);
}

/* QEMU's options, without the name of the last program; to be freed. */
static void add_options(GPtrArray *words, bool profiled)
{
	for (char **word = self.options + 1; *word; word++) {
		if (is_pair(*word, "-0")) {
			word += word[1] != NULL;
		} else if (!profiled && is_pair(*word, "-plugin") && word[1]) {
			g_ptr_array_add(words, g_strdup("-plugin"));
			g_ptr_array_add(words, plugin_only(*++word));
		} else if (strcmp(*word, "--")) {
			g_ptr_array_add(words, g_strdup(*word));
		}
	}
}

/* Execute @path, which is FOLLOW_RISCV. Returns where that failed. */
static void execute(const char *path, char **argv, char **envp, bool profiled)
{
	GPtrArray *words = g_ptr_array_new_with_free_func(g_free);
	GPtrArray *own = g_ptr_array_new_with_free_func(g_free);
	char *program;

	for (char **word = argv; *word; word++)
		g_ptr_array_add(own, g_strdup(*word));
	if (resolve(path, &program, own) == FOLLOW_RISCV && self.qemu) {
		g_ptr_array_add(words, g_strdup(self.qemu));
		add_options(words, profiled);
		g_ptr_array_add(words, g_strdup("-0"));
		g_ptr_array_add(words, g_strdup(own->len ? own->pdata[0] : program));
		g_ptr_array_add(words, g_strdup("--"));
		g_ptr_array_add(words, g_strdup(program));
		for (guint i = 1; i < own->len; i++)
			g_ptr_array_add(words, g_strdup(own->pdata[i]));
		g_ptr_array_add(words, NULL);
		execve(self.qemu, (char **)words->pdata, envp);
	}
	g_free(program);
	g_ptr_array_free(words, TRUE);
	g_ptr_array_free(own, TRUE);
}

/* Linux shows where a descriptor leads. */
static char *path_at(int64_t directory, const char *path, uint64_t flags)
{
	if (path[0] == '/' || (!(flags & AT_EMPTY_PATH) && (int)directory == AT_FDCWD))
		return g_strdup(path);
	return g_strdup_printf("/proc/self/fd/%d%s%s", (int)directory, path[0] ? "/" : "", path);
}

/* The path that execveat() means. */
static char *find_path(int64_t directory, const char *path, uint64_t flags)
{
	char *found = path_at(directory, path, flags), *real, *copy;

	if (strncmp(found, "/proc/self/fd/", 14))
		return found;
	real = realpath(found, NULL);
	if (!real)
		return found;
	copy = g_strdup(real);
	free(real);
	g_free(found);
	return copy;
}

static void before(const char *path, const struct follow_call *call, const struct follow_host *host)
{
	char *program = NULL, **argv = NULL, **envp = NULL;

	switch (find_kind(path, &program)) {
	case FOLLOW_NOTHING:
		break;
	case FOLLOW_NATIVE:
		if (host)
			host->native(path);
		break;
	case FOLLOW_RISCV:
		argv = guestmem_strings(call->argv);
		envp = guestmem_strings(call->envp);
		if (!argv || !envp)
			break;
		if (host)
			host->left_out(path);
		execute(path, argv, envp, host);
	}
	g_strfreev(argv);
	g_strfreev(envp);
	g_free(program);
}

void follow_call(const struct follow_call *call, const struct follow_host *host)
{
	char *path = guestmem_string(call->path), *found;

	if (!path)
		return;
	found = find_path(call->directory, path, call->flags);
	before(found, call, host);
	g_free(found);
	g_free(path);
}
