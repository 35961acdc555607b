// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mixgroups.c - groups from lines; see mixgroups.h
 */
#include "mixgroups.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/keyindex.h"

#define BLANKS		" \t\r\n"

/* The line that is read. */
struct source {
	const char *path;
	size_t line;
	struct fault *fault;
};

static int refuse(const struct source *source, const char *text, const char *subject)
{
	return fault_set(source->fault, -EINVAL, "'%s':%zu: %s '%s': a line is 'NAME: MNEMONIC...'",
			 source->path, source->line, text, subject);
}

static int no_memory(const struct source *source)
{
	return fault_set(source->fault, -ENOMEM, "'%s': out of memory for its groups", source->path);
}

static bool has_group(const struct mixgroups *groups, const char *name)
{
	for (size_t i = 0; i < groups->count; i++)
		if (!strcmp(groups->words[i].group, name))
			return true;
	return false;
}

static int add_word(struct mixgroups *groups, const struct source *source, const char *group,
		    const char *text)
{
	struct mixgroups_word *grown;

	for (size_t i = 0; i < groups->count; i++)
		if (!strcmp(groups->words[i].text, text))
			return refuse(source, "there is a group already with", text);
	grown = array_grow(groups->words, groups->count, sizeof(*grown));
	if (!grown)
		return no_memory(source);
	groups->words = grown;
	grown[groups->count] = (struct mixgroups_word){
		.text = texts_intern(&groups->texts, text), .group = group,
	};
	return grown[groups->count++].text ? 0 : no_memory(source);
}

/* Without blanks at either end. */
static char *trim(char *text)
{
	size_t length;

	text += strspn(text, BLANKS);
	for (length = strlen(text); length && strchr(BLANKS, text[length - 1]); length--)
		;
	text[length] = '\0';
	return text;
}

static int read_line(struct mixgroups *groups, const struct source *source, char *line)
{
	size_t before = groups->count;
	const char *group;
	char *colon, *name, *words;
	int error = 0;

	line[strcspn(line, "#")] = '\0';
	if (!*trim(line))
		return 0;
	colon = strchr(line, ':');
	if (!colon)
		return refuse(source, "no colon in", trim(line));
	*colon = '\0';
	name = trim(line);
	words = colon + 1;
	if (!*name)
		return refuse(source, "no name in front of", trim(words));
	if (has_group(groups, name))
		return refuse(source, "a second group", name);
	group = texts_intern(&groups->texts, name);
	if (!group)
		return no_memory(source);
	for (char *word = strtok_r(words, BLANKS, &words); !error && word;
	     word = strtok_r(NULL, BLANKS, &words))
		error = add_word(groups, source, group, word);
	return error || groups->count > before ? error :
	       refuse(source, "no instruction in group", group);
}

int mixgroups_read(struct mixgroups *groups, const char *path, struct fault *fault)
{
	struct source source = { .path = path, .line = 1, .fault = fault };
	FILE *file = fopen(path, "re");
	char *line = NULL;
	size_t size = 0;
	int error = 0;

	*groups = (struct mixgroups){ 0 };
	if (!file)
		return fault_set(fault, -errno, "cannot read '%s': %s", path, strerror(errno));
	for (; !error && getline(&line, &size, file) >= 0; source.line++)
		error = read_line(groups, &source, line);
	if (!error && ferror(file))
		error = fault_set(fault, -EIO, "cannot read '%s': %s", path, strerror(EIO));
	if (!error && !groups->count)
		error = fault_set(fault, -EINVAL, "'%s' has no groups: a line is 'NAME: MNEMONIC...'",
				  path);
	free(line);
	fclose(file);
	if (error)
		mixgroups_deinit(groups);
	return error;
}

static bool is_word_for(const char *word, const char *mnemonic)
{
	size_t length = strlen(word);

	return !fnmatch(word, mnemonic, 0) ||
	       (!strncmp(word, mnemonic, length) && mnemonic[length] == '.');
}

const char *mixgroups_find(const struct mixgroups *groups, const char *mnemonic)
{
	for (size_t i = 0; i < groups->count; i++)
		if (is_word_for(groups->words[i].text, mnemonic))
			return groups->words[i].group;
	return NULL;
}

void mixgroups_deinit(struct mixgroups *groups)
{
	free(groups->words);
	texts_deinit(&groups->texts);
	*groups = (struct mixgroups){ 0 };
}
