// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perfdata.c - opening a perf.data file: its header, and where its data are
 *
 *	header | ids ... | attributes {perf_event_attr, ids} ... | data | features
 *
 * The order of the parts is free; the header holds offsets and sizes. In pipe mode the
 * header is a magic number and 16, and records follow.
 */
#include "perfdata_parts.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>

#define MAGIC		"PERFILE2"
#define MAGIC_SWAPPED	"2ELIFREP"
#define HEADER_BYTES	104
#define PIPE_HEADER_BYTES 16
#define SECTION_BYTES	16
#define ATTRS_BYTES_MAX	(16 << 20)

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

/* @bytes of the file at @offset as a cursor, which is failed if they are not there. */
static int load(struct perfdata *perfdata, struct section section, struct cursor *cursor,
		struct fault *fault)
{
	const struct input *file = perfdata->file;
	void *bytes;

	*cursor = (struct cursor){ .failed = true };
	if (section.size > ATTRS_BYTES_MAX || section.offset > file->size ||
	    section.size > file->size - section.offset)
		return 0;
	bytes = perfdata_keep(perfdata, (size_t)section.size);
	if (!bytes)
		return fault_no_memory(fault, "its header");
	cursor_init(cursor, bytes, (size_t)section.size);
	cursor_set_big(cursor, perfdata->big);
	cursor->failed = input_read(file, section.offset, bytes, (size_t)section.size) !=
			 (ssize_t)section.size;
	return 0;
}

static int check_magic(struct perfdata *perfdata, struct cursor *file, struct fault *fault)
{
	const char *magic = cursor_bytes(file, 8);

	if (magic && !memcmp(magic, ELFMAG, SELFMAG))
		return fault_set(fault, -EINVAL, "a program, not a perf.data file nor a profile of one: "
				 "report, annotate, explain and stack run it behind '--', or record it with "
				 "'perf record -e tea//' or 'tea sim'");
	perfdata->big = magic && !memcmp(magic, MAGIC_SWAPPED, 8);
	if (!magic || (!perfdata->big && memcmp(magic, MAGIC, 8)))
		return fault_set(fault, -EINVAL, "not a perf.data file nor a profile of 'tea sim': "
				 "record one with 'perf record -e tea//' or 'tea sim'");
	cursor_set_big(file, perfdata->big);
	return 0;
}

static int read_header(struct perfdata *perfdata, struct header *header, struct fault *fault)
{
	uint8_t bytes[HEADER_BYTES];
	ssize_t size = input_read(perfdata->file, 0, bytes, sizeof(bytes));
	struct cursor cursor;
	int error;

	if (size < 0)
		return fault_set(fault, (int)size, "cannot be read: %s", strerror((int)-size));
	cursor_init(&cursor, bytes, (size_t)size);
	error = check_magic(perfdata, &cursor, fault);
	if (error)
		return error;
	header->size = cursor_u64(&cursor);
	perfdata->pipe = !cursor.failed && header->size == PIPE_HEADER_BYTES;
	if (perfdata->pipe)
		return 0;
	header->attr_size = cursor_u64(&cursor);
	header->attrs = read_section(&cursor);
	header->data = read_section(&cursor);
	header->event_types = read_section(&cursor);
	for (int i = 0; i < 4; i++)
		header->features[i] = cursor_u64(&cursor);
	if (cursor.failed)
		return fault_set(fault, -EINVAL, "truncated in its header: " PERFDATA_AGAIN);
	if (header->size < HEADER_BYTES)
		return fault_set(fault, -EINVAL, "header of %llu bytes, expected %d: the file is "
				 "damaged, " PERFDATA_AGAIN, (unsigned long long)header->size,
				 HEADER_BYTES);
	return 0;
}

static int read_attr(struct perfdata *perfdata, struct cursor entry, struct fault *fault)
{
	uint32_t number = (uint32_t)perfdata->attrs_count;
	struct cursor attr = cursor_take(&entry, cursor_left(&entry) - SECTION_BYTES), ids;
	int error = perfdata_add_attr(perfdata, &attr, fault);

	if (!error)
		error = load(perfdata, read_section(&entry), &ids, fault);
	if (!error && ids.failed)
		error = fault_set(fault, -EINVAL, "truncated in the ids of event %u: "
				  PERFDATA_AGAIN, number + 1);
	return error ? error : perfdata_add_ids(perfdata, ids, number, fault);
}

static int read_attrs(struct perfdata *perfdata, const struct header *header,
		      struct fault *fault)
{
	uint64_t entry_bytes = header->attr_size;
	struct cursor table;
	int error = load(perfdata, header->attrs, &table, fault);

	if (error)
		return error;
	if (table.failed || entry_bytes < PERF_ATTR_SIZE_VER0 + SECTION_BYTES ||
	    !cursor_left(&table) || cursor_left(&table) % entry_bytes)
		return fault_set(fault, -EINVAL, "truncated or damaged in its table of events: "
				 PERFDATA_AGAIN);
	while (!error && cursor_left(&table))
		error = read_attr(perfdata, cursor_take(&table, entry_bytes), fault);
	return error ? error : perfdata_check_attrs(perfdata, fault);
}

/* The size of the file's data, and the part that is there. */
static int find_data(struct perfdata *perfdata, const struct header *header,
		     struct stream_part *part, struct fault *fault)
{
	uint64_t size = perfdata->file->size, offset = header->data.offset;

	if (offset >= size)
		return fault_set(fault, -EINVAL, "truncated: its data should be at %llu, the file "
				 "has %llu bytes: copy it again, or " PERFDATA_AGAIN,
				 (unsigned long long)offset, (unsigned long long)size);
	*part = (struct stream_part){ perfdata->file, offset, offset + header->data.size };
	if (!header->data.size) {
		notes_add(perfdata->notes, "perf record was ended before it could finish the "
			  "file: what was written by then is shown; stop it with SIGINT");
		part->end = size;
	} else if (header->data.size > size - offset) {
		notes_add(perfdata->notes, "the file is cut off: it has %llu of %llu bytes of its "
			  "data, which are shown; copy it again, or " PERFDATA_AGAIN,
			  (unsigned long long)(size - offset),
			  (unsigned long long)header->data.size);
		part->end = size;
	}
	return 0;
}

static int add_parts(struct perfdata *perfdata, struct stream_part first, struct fault *fault)
{
	const struct input *file = perfdata->file;
	struct stream *stream = &perfdata->stream;
	int error = stream_init(stream, perfdata->big);

	if (!error)
		error = stream_add_part(stream, &first);
	for (size_t i = 0; !error && i < file->parts_count; i++) {
		struct stream_part part = { &file->parts[i], 0, file->parts[i].size };

		error = stream_add_part(stream, &part);
	}
	return error ? fault_no_memory(fault, "its data") : 0;
}

static int open_file(struct perfdata *perfdata, const struct header *header,
		     struct fault *fault)
{
	struct stream_part part;
	int error = read_attrs(perfdata, header, fault);

	if (!error)
		error = find_data(perfdata, header, &part, fault);
	if (!error)
		error = add_parts(perfdata, part, fault);
	if (!error && header->data.size)
		error = perfdata_read_features(perfdata, header->features,
					       header->data.offset + header->data.size, fault);
	perfdata_name_pmus(perfdata);
	return error;
}

int perfdata_open(struct perfdata *perfdata, const struct input *file, struct notes *notes,
		  struct fault *fault)
{
	struct header header = { 0 };
	int error;

	*perfdata = (struct perfdata){ .file = file, .notes = notes };
	error = read_header(perfdata, &header, fault);
	if (!error && perfdata->pipe)
		error = add_parts(perfdata, (struct stream_part){ file, PIPE_HEADER_BYTES,
								  file->size }, fault);
	else if (!error)
		error = open_file(perfdata, &header, fault);
	if (error)
		perfdata_close(perfdata);
	else
		perfdata_rewind(perfdata, PERFDATA_ALL_TYPES);
	return error;
}

void perfdata_close(struct perfdata *perfdata)
{
	perfdata_forget(perfdata);
	stream_deinit(&perfdata->stream);
	free(perfdata->attrs);
	free(perfdata->ids);
	free(perfdata->info.build_ids);
	*perfdata = (struct perfdata){ 0 };
}
