// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mergelist.c - recordings, labels and groups; see mergelist.h
 */
#include "mergelist.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/keyindex.h"
#include "recording/recording.h"

#define GROUPS_MOST	32	/* margins of 64 are 2 % narrower, and take twice the memory */

_Static_assert(GROUPS_MOST <= PICS_GROUPS_MOST, "views have room for the groups");

int mergelist_add(struct mergelist *list, const char *path, const char *label, struct fault *fault)
{
	struct mergelist_item item = {
		.path = texts_intern(&list->texts, path),
		.label = label ? texts_intern(&list->texts, label) : NULL,
	};
	struct mergelist_item *grown = array_grow(list->items, list->count, sizeof(*grown));

	if (grown)
		list->items = grown;
	if (!grown || !item.path || (label && !item.label))
		return fault_no_memory(fault, "the list of recordings");
	list->items[list->count++] = item;
	return 0;
}

/* "FILE" or "FILE<tab>LABEL"; empty lines are none. */
static int read_line(struct mergelist *list, char *line, struct fault *fault)
{
	char *label;

	line[strcspn(line, "\r\n")] = '\0';
	label = strchr(line, '\t');
	if (label)
		*label++ = '\0';
	if (!*line && !label)
		return 0;
	if (!*line || (label && (!*label || strchr(label, '\t'))))
		return fault_set(fault, -EINVAL, "a line has to be a file's name, or that, a tab "
				 "and a label");
	return mergelist_add(list, line, label, fault);
}

int mergelist_read(struct mergelist *list, const char *path, struct fault *fault)
{
	FILE *file = strcmp(path, "-") ? fopen(path, "re") : stdin;
	size_t size = 0, number = 0;
	char *line = NULL;
	int error = 0;

	if (!file)
		return fault_set(fault, -errno, "cannot open list '%s': %s", path, strerror(errno));
	while (!error && getline(&line, &size, file) >= 0) {
		error = read_line(list, line, fault);
		number++;
	}
	if (!error && ferror(file))
		error = fault_set(fault, -EIO, "cannot be read");
	if (error) {
		struct fault plain = *fault;

		fault_set(fault, error, "list '%s', line %zu: %s", path, number, plain.text);
	}
	free(line);
	if (file != stdin)
		fclose(file);
	return error;
}

/* A file under two names would count twice. */
static int check_once(const struct mergelist *list, struct keyindex *files, size_t number,
		      struct fault *fault)
{
	const char *path = list->items[number].path;
	struct stat stat_of;
	struct key key;
	uint32_t other;

	if (stat(path, &stat_of))
		return fault_set(fault, -errno, "cannot open '%s': %s", path, strerror(errno));
	if (!S_ISREG(stat_of.st_mode) && !S_ISDIR(stat_of.st_mode))
		return fault_set(fault, -EINVAL, "'%s' is no file: recordings to merge are opened "
				 "twice, so write it to one", path);
	key = (struct key){ .high = stat_of.st_dev, .low = stat_of.st_ino };
	other = keyindex_get(files, key);
	if (other != KEYINDEX_NONE)
		return fault_set(fault, -EINVAL, "'%s' and '%s' are the same recording: name it "
				 "once",
				 list->items[other].path, path);
	return keyindex_put(files, key, (uint32_t)number) ?
	       fault_no_memory(fault, "the list of recordings") : 0;
}

static int label_all(struct mergelist *list, struct keyindex *files,
		     const struct progress *progress, struct fault *fault)
{
	int error = 0;

	for (size_t i = 0; !error && i < list->count; i++) {
		struct mergelist_item *item = &list->items[i];

		progress_tell(progress, "looking at recordings", i, list->count);
		error = check_once(list, files, i, fault);
		if (!error && !item->label)
			error = recording_host(item->path, &list->texts, &item->label, fault);
		list->labelled |= item->label != NULL;
		if (!error && !item->label)
			item->label = item->path;
	}
	return error;
}

static int compare_labels(const void *left, const void *right)
{
	const struct mergelist_item *a = left, *b = right;
	int order = strcmp(a->label, b->label);

	return order ? order : strcmp(a->path, b->path);
}

static int compare_groups(const void *left, const void *right)
{
	const struct mergelist_item *a = left, *b = right;

	if (a->group != b->group)
		return a->group < b->group ? -1 : 1;
	if (a->machine != b->machine)
		return a->machine < b->machine ? -1 : 1;
	return strcmp(a->path, b->path);
}

static void number_machines(struct mergelist *list)
{
	struct mergelist_item *items = list->items;

	qsort(items, list->count, sizeof(*items), compare_labels);
	list->labelled &= items[0].label != items[list->count - 1].label;
	for (size_t i = 1; i < list->count; i++)
		items[i].machine = items[i - 1].machine +
				   (!list->labelled || items[i].label != items[i - 1].label);
	list->machines = items[list->count - 1].machine + 1;
	list->groups = list->machines < GROUPS_MOST ? list->machines : GROUPS_MOST;
	if (list->groups == 1)
		list->groups = 0;
}

int mergelist_deal(struct mergelist *list, const struct progress *progress, struct fault *fault)
{
	struct keyindex files = { 0 };
	int error;

	if (!list->count)
		return fault_set(fault, -EINVAL, "no recordings to merge: name them, or a list of "
				 "them with --list FILE");
	error = label_all(list, &files, progress, fault);
	keyindex_deinit(&files);
	if (error)
		return error;
	number_machines(list);
	for (size_t i = 0; list->groups && i < list->count; i++)
		list->items[i].group = list->items[i].machine % list->groups;
	qsort(list->items, list->count, sizeof(*list->items), compare_groups);
	return 0;
}

const char *mergelist_name(const struct mergelist *list, uint32_t machine)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->items[i].machine == machine)
			return list->labelled ? list->items[i].label : list->items[i].path;
	return NULL;
}

void mergelist_deinit(struct mergelist *list)
{
	free(list->items);
	texts_deinit(&list->texts);
	*list = (struct mergelist){ 0 };
}
