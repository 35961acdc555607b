// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perfdata.c - opening a perf.data file: header, events, stream ids
 *
 *	header | ids ... | attributes {perf_event_attr, ids} ... | data | features
 *
 * The order of the parts is free; the header holds offsets and sizes.
 */
#include "perfdata.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC		"PERFILE2"
#define MAGIC_SWAPPED	"2ELIFREP"
#define HEADER_BYTES	104
#define PIPE_HEADER_BYTES 16
#define SECTION_BYTES	16

/* Bits of perf_event_attr's flag word. */
#define ATTR_EXCLUDE_USER	(1ULL << 4)
#define ATTR_EXCLUDE_KERNEL	(1ULL << 5)
#define ATTR_FREQUENCY		(1ULL << 10)
#define ATTR_ID_ALL		(1ULL << 18)

#define RECORD_AGAIN	"record again"

struct section {
	uint64_t offset, size;
};

struct header {
	uint64_t size, attr_size;
	struct section attrs, data, event_types;
	uint64_t features[4];
};

static struct section read_section(struct cursor *cursor)
{
	struct section section;

	section.offset = cursor_u64(cursor);
	section.size = cursor_u64(cursor);
	return section;
}

static int check_magic(const struct cursor *file, struct fault *fault)
{
	struct cursor copy = *file;
	const char *magic = cursor_bytes(&copy, 8);
	uint64_t size = cursor_u64(&copy);

	if (magic && !memcmp(magic, MAGIC_SWAPPED, 8))
		return fault_set(fault, -EINVAL, "the recording is big endian, which TEA's "
				 "machines are not: give a recording of a little-endian machine");
	if (!magic || memcmp(magic, MAGIC, 8))
		return fault_set(fault, -EINVAL, "not a perf.data file nor a profile of 'tea sim': "
				 "record one with 'perf record -e tea//' or 'tea sim'");
	if (!copy.failed && size == PIPE_HEADER_BYTES)
		return fault_set(fault, -EINVAL, "the recording is in perf's pipe mode: "
				 "record to a file with 'perf record -o FILE'");
	return 0;
}

static int read_header(const struct cursor *file, struct header *header, struct fault *fault)
{
	struct cursor cursor = *file;

	cursor_skip(&cursor, 8);
	header->size = cursor_u64(&cursor);
	header->attr_size = cursor_u64(&cursor);
	header->attrs = read_section(&cursor);
	header->data = read_section(&cursor);
	header->event_types = read_section(&cursor);
	for (int i = 0; i < 4; i++)
		header->features[i] = cursor_u64(&cursor);
	if (cursor.failed)
		return fault_set(fault, -EINVAL, "truncated in its header: " RECORD_AGAIN);
	if (header->size < HEADER_BYTES)
		return fault_set(fault, -EINVAL, "header of %llu bytes, expected %d: the file is "
				 "damaged, " RECORD_AGAIN, (unsigned long long)header->size,
				 HEADER_BYTES);
	return 0;
}

/* perf_event_attr is as long as its writer's kernel headers made it; 64 bytes at least. */
static void read_attr(struct cursor *cursor, struct perfdata_attr *attr)
{
	uint64_t flags;

	attr->type = cursor_u32(cursor);
	cursor_skip(cursor, 4);
	attr->config = cursor_u64(cursor);
	attr->period = cursor_u64(cursor);
	attr->sample_type = cursor_u64(cursor);
	attr->read_format = cursor_u64(cursor);
	flags = cursor_u64(cursor);
	attr->exclude_user = flags & ATTR_EXCLUDE_USER;
	attr->exclude_kernel = flags & ATTR_EXCLUDE_KERNEL;
	attr->frequency = flags & ATTR_FREQUENCY;
	attr->id_all = flags & ATTR_ID_ALL;
	cursor_skip(cursor, PERF_ATTR_SIZE_VER0 - 48);
}

static int add_ids(struct perfdata *perfdata, struct cursor ids, uint32_t attr,
		   struct fault *fault)
{
	size_t count = cursor_left(&ids) / sizeof(uint64_t);
	struct perfdata_id *grown;

	if (!count)
		return 0;
	grown = reallocarray(perfdata->ids, perfdata->ids_count + count, sizeof(*grown));
	if (!grown)
		return fault_set(fault, -ENOMEM, "out of memory for %zu stream ids", count);
	perfdata->ids = grown;
	for (size_t i = 0; i < count; i++)
		grown[perfdata->ids_count++] =
			(struct perfdata_id){ .id = cursor_u64(&ids), .attr = attr };
	return 0;
}

static int compare_ids(const void *left, const void *right)
{
	const struct perfdata_id *a = left, *b = right;

	return a->id < b->id ? -1 : a->id > b->id;
}

static int read_attrs(struct perfdata *perfdata, const struct header *header,
		      struct fault *fault)
{
	struct cursor table = cursor_window(&perfdata->file, header->attrs.offset,
					    header->attrs.size);
	uint64_t entry_bytes = header->attr_size;
	int error = 0;

	if (table.failed || entry_bytes < PERF_ATTR_SIZE_VER0 + SECTION_BYTES ||
	    !cursor_left(&table) || cursor_left(&table) % entry_bytes)
		return fault_set(fault, -EINVAL, "truncated or damaged in its table of events: "
				 RECORD_AGAIN);
	perfdata->attrs_count = cursor_left(&table) / entry_bytes;
	perfdata->attrs = calloc(perfdata->attrs_count, sizeof(*perfdata->attrs));
	if (!perfdata->attrs)
		return fault_set(fault, -ENOMEM, "out of memory for %zu events",
				 perfdata->attrs_count);
	for (size_t i = 0; !error && i < perfdata->attrs_count; i++) {
		struct cursor entry = cursor_take(&table, entry_bytes);
		struct section ids;
		struct cursor list;

		read_attr(&entry, &perfdata->attrs[i]);
		cursor_skip(&entry, cursor_left(&entry) - SECTION_BYTES);
		ids = read_section(&entry);
		list = cursor_window(&perfdata->file, ids.offset, ids.size);
		if (entry.failed || list.failed)
			return fault_set(fault, -EINVAL, "truncated in the ids of event %zu: "
					 RECORD_AGAIN, i + 1);
		error = add_ids(perfdata, list, (uint32_t)i, fault);
	}
	if (!error && perfdata->ids_count)
		qsort(perfdata->ids, perfdata->ids_count, sizeof(*perfdata->ids), compare_ids);
	return error;
}

/* Records are told apart by their id, which must stand in the same place in all of them. */
static int check_attrs(const struct perfdata *perfdata, struct fault *fault)
{
	const struct perfdata_attr *first = perfdata->attrs;

	for (size_t i = 1; i < perfdata->attrs_count; i++) {
		const struct perfdata_attr *attr = &perfdata->attrs[i];

		if (attr->id_all == first->id_all &&
		    (attr->sample_type & first->sample_type & PERF_SAMPLE_IDENTIFIER ||
		     (attr->sample_type == first->sample_type &&
		      attr->sample_type & PERF_SAMPLE_ID)))
			continue;
		return fault_set(fault, -EINVAL, "samples of its %zu events cannot be told apart: "
				 "record TEA's event alone with 'perf record -e tea//'",
				 perfdata->attrs_count);
	}
	return 0;
}

static int read_data(struct perfdata *perfdata, const struct header *header,
		     struct fault *fault)
{
	perfdata->data = cursor_window(&perfdata->file, header->data.offset, header->data.size);
	if (perfdata->data.failed)
		return fault_set(fault, -EINVAL, "truncated: its data should be %llu bytes at "
				 "%llu, the file has %zu: copy it again, or " RECORD_AGAIN,
				 (unsigned long long)header->data.size,
				 (unsigned long long)header->data.offset,
				 cursor_left(&perfdata->file));
	if (!header->data.size)
		return fault_set(fault, -EINVAL, "no data: perf record was killed before it could "
				 "finish the file, stop it with SIGINT and " RECORD_AGAIN);
	perfdata->rest = perfdata->data;
	return 0;
}

int perfdata_open_bytes(struct perfdata *perfdata, const void *bytes, size_t size,
			struct fault *fault)
{
	struct header header;
	int error;

	*perfdata = (struct perfdata){ 0 };
	cursor_init(&perfdata->file, bytes, size);
	error = check_magic(&perfdata->file, fault);
	if (!error)
		error = read_header(&perfdata->file, &header, fault);
	if (!error)
		error = read_attrs(perfdata, &header, fault);
	if (!error)
		error = check_attrs(perfdata, fault);
	if (!error)
		error = read_data(perfdata, &header, fault);
	if (!error)
		error = perfdata_read_features(perfdata, header.features,
					       header.data.offset + header.data.size, fault);
	if (error)
		perfdata_close(perfdata);
	return error;
}

static int map_file(const char *path, void **map, size_t *size, struct fault *fault)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), error = 0;
	struct stat stat;

	if (fd < 0)
		return fault_set(fault, -errno, "%s: name another file with -i", strerror(errno));
	if (fstat(fd, &stat))
		error = fault_set(fault, -errno, "%s", strerror(errno));
	else if (S_ISDIR(stat.st_mode))
		error = fault_set(fault, -EISDIR, "is a directory: record without --threads, or "
				  "name a file");
	else if (!S_ISREG(stat.st_mode))
		error = fault_set(fault, -EINVAL, "not a regular file: write the recording to a "
				  "file first");
	else if (!stat.st_size)
		error = fault_set(fault, -EINVAL, "the file is empty: " RECORD_AGAIN);
	if (!error) {
		*size = (size_t)stat.st_size;
		*map = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, fd, 0);
		if (*map == MAP_FAILED)
			error = fault_set(fault, -errno, "cannot map: %s", strerror(errno));
	}
	close(fd);
	return error;
}

int perfdata_open(struct perfdata *perfdata, const char *path, struct fault *fault)
{
	size_t size = 0;
	void *map = NULL;
	int error;

	*perfdata = (struct perfdata){ 0 };
	error = map_file(path, &map, &size, fault);
	if (error)
		return error;
	error = perfdata_open_bytes(perfdata, map, size, fault);
	if (error) {
		munmap(map, size);
		return error;
	}
	perfdata->map = map;
	perfdata->map_size = size;
	return 0;
}

void perfdata_close(struct perfdata *perfdata)
{
	perfdata_free_features(&perfdata->info);
	free(perfdata->attrs);
	free(perfdata->ids);
	if (perfdata->map)
		munmap(perfdata->map, perfdata->map_size);
	*perfdata = (struct perfdata){ 0 };
}
