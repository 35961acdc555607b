// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * profile_maps.c - what a machine's processes had mapped, by copies of their /proc/PID/maps
 *
 * A machine's profile has virtual addresses alone. Copies below proc/ of its files' directory say what
 * was there. All processes are in one profile, so an address is that of whichever process had code
 * there; where several had, of the last one.
 */
#include <errno.h>
#include <glob.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "profile_parts.h"

/* What @entry shares addresses with, so far; NULL: nothing. */
static const struct maps_entry *find_overlap(const struct recording *recording,
					     const struct maps_entry *entry)
{
	const struct maps_process *all = recording->maps.processes;

	for (size_t i = recording->maps.processes_count ? all->entries_count : 0; i--;)
		if (entry->start < all->entries[i].end && all->entries[i].start < entry->end)
			return &all->entries[i];
	return NULL;
}

/* "BEGIN-END r-xp OFFSET DEVICE INODE   PATH": only code has cycles. Other lines say nothing. */
static int read_line(struct recording *recording, char *line, struct fault *fault)
{
	struct maps_entry entry = { 0 };
	const struct maps_entry *other;
	bool is_same;
	char mode[5];
	int at = 0;

	line[strcspn(line, "\n")] = '\0';
	if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %*s %*s %n", &entry.start, &entry.end,
		   mode, &entry.offset, &at) < 4 || !at || mode[2] != 'x' || !line[at] ||
	    entry.end <= entry.start)
		return 0;
	entry.object = symbols_mapped(&recording->symbols, line + at, 0);
	if (entry.object == KEYINDEX_NONE)
		return fault_no_memory(fault, "its mappings");
	other = find_overlap(recording, &entry);
	is_same = other && other->object == entry.object &&
		  other->offset - other->start == entry.offset - entry.start;
	/* a process of the same program, or of one that has the same library there */
	if (is_same && other->start <= entry.start && entry.end <= other->end)
		return 0;
	recording->mixed += other && !is_same;
	return maps_add(&recording->maps, 0, &entry) ? fault_no_memory(fault, "its mappings") : 0;
}

static int read_copy(struct recording *recording, const char *path, struct fault *fault)
{
	FILE *file = fopen(path, "re");
	char *line = NULL;
	size_t size = 0;
	int error = 0;

	if (!file)
		return fault_set(fault, -errno, "cannot open '%s': %s", path, strerror(errno));
	while (!error && getline(&line, &size, file) >= 0)
		error = read_line(recording, line, fault);
	free(line);
	fclose(file);
	return error;
}

int profile_read_maps(struct recording *recording, struct fault *fault)
{
	glob_t found = { 0 };
	char *pattern;
	int error = 0;

	if (asprintf(&pattern, "%s/proc/[0-9]*/maps", recording->options.symfs) < 0)
		return fault_no_memory(fault, "its mappings");
	if (glob(pattern, 0, NULL, &found) == GLOB_NOSPACE)
		error = fault_no_memory(fault, "its mappings");
	free(pattern);
	for (size_t i = 0; i < found.gl_pathc && !error; i++)
		error = read_copy(recording, found.gl_pathv[i], fault);
	globfree(&found);
	return error;
}
