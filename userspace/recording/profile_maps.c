// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * profile_maps.c - a profile's mappings, and the code at its addresses
 *
 * A machine's profile has virtual addresses alone. Copies of /proc/PID/maps below proc/ of its
 * files' directory have the mappings. All processes are in one profile, so an address is that of
 * whichever process had code there; if several had, of the last one.
 */
#include <errno.h>
#include <glob.h>
#include <inttypes.h>
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "profile_parts.h"

#define KERNEL_LEAST	(UINT64_C(1) << 63)	/* the kernel's half of the addresses: a machine's */

/* An earlier entry that overlaps @entry; NULL: none. */
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

/* Those of a machine's processes, if its files' directory has copies. */
static int read_copies(struct recording *recording, struct fault *fault)
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

/* Which build of the file it was; older profiles do not say. Returns whether it is well-formed. */
bool profile_read_build(struct recording *recording, uint32_t object, struct json_object *member)
{
	const char *id = profile_text(member, "build_id"), *hash = profile_text(member, "code_hash");
	size_t length = id ? strlen(id) : 0;
	uint8_t bytes[ELFOBJECT_BUILD_ID_MAX];

	if (id && (!length || length % 2 || length / 2 > sizeof(bytes) ||
		   strspn(id, "0123456789abcdef") != length))
		return false;
	if (hash && (strlen(hash) != 16 || strspn(hash, "0123456789abcdef") != 16))
		return false;
	for (size_t i = 0; i < length / 2; i++) {
		const char digits[] = { id[2 * i], id[2 * i + 1], '\0' };

		bytes[i] = (uint8_t)strtoul(digits, NULL, 16);
	}
	if (id)
		symbols_set_build_id(&recording->symbols, object, bytes, (uint8_t)(length / 2));
	else if (hash)
		symbols_set_code_hash(&recording->symbols, object, strtoull(hash, NULL, 16));
	return true;
}

/* "[name]" or a file among the kernel's addresses is a module. KEYINDEX_NONE: out of memory. */
static uint32_t mapped_object(struct recording *recording, const char *path, uint64_t start)
{
	struct symbols *symbols = &recording->symbols;
	uint32_t object;

	if ((*path != '[' && *path != '/') || start < KERNEL_LEAST)
		return symbols_mapped(symbols, path, 0);
	object = symbols_object(symbols, path, SYMBOLS_MODULE);
	if (object != KEYINDEX_NONE)
		symbols_set_start(symbols, object, start);
	return object;
}

int profile_read_mappings(struct recording *recording, struct fault *fault)
{
	struct json_object *mappings = profile_array(recording->json, "mappings");
	size_t count = mappings ? json_object_array_length(mappings) : 0;
	int error = 0;

	if (!mappings)
		return profile_damaged(fault, "mappings");
	for (size_t i = 0; i < count; i++) {
		struct json_object *item = json_object_array_get_idx(mappings, i);
		struct maps_entry entry = { 0 };
		const char *path = profile_text(item, "path");

		if (!path || !profile_address(json_object_object_get(item, "start"), &entry.start) ||
		    !profile_address(json_object_object_get(item, "end"), &entry.end) ||
		    !profile_address(json_object_object_get(item, "offset"), &entry.offset))
			return profile_damaged(fault, "mappings");
		entry.object = mapped_object(recording, path, entry.start);
		if (entry.object == KEYINDEX_NONE || maps_add(&recording->maps, 0, &entry))
			return fault_no_memory(fault, "its mappings");
		if (!profile_read_build(recording, entry.object, item))
			return profile_damaged(fault, "mappings");
	}
	if (!count && *recording->options.symfs)
		error = read_copies(recording, fault);
	if (!error && maps_seal(&recording->maps))
		error = fault_no_memory(fault, "its mappings");
	return error;
}

int profile_locate(struct recording *recording, uint64_t pc, struct recording_place *place)
{
	const struct maps_entry *entry = maps_find(&recording->maps, 0, pc, 0);

	place->address = pc;
	if (!entry) {
		place->object = pc >= KERNEL_LEAST ?
			symbols_object(&recording->symbols, RECORDING_KERNEL, SYMBOLS_KERNEL) :
			symbols_object(&recording->symbols, "[unknown]", SYMBOLS_NO_FILE);
		return place->object == KEYINDEX_NONE ? -ENOMEM : 0;
	}
	place->object = entry->object;
	if (symbols_by_offset(&recording->symbols, entry->object))
		place->address += entry->offset - entry->start;
	return 0;
}
