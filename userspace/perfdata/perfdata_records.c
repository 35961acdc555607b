// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perfdata_records.c - the data section, record by record
 *
 * A record is {u32 type, u16 misc, u16 size} and its payload; with sample_id_all
 * the kernel's records (below 64) end in a sample id. Which event a record belongs
 * to, and so how its sample is laid out, is told by its stream id, which stands in
 * the same place for all events (perfdata.c has checked that).
 */
#include "perfdata.h"

#include <errno.h>
#include <string.h>

#define RECORD_HEADER_BYTES	8
#define FIRST_USER_TYPE		64

/* perf's own records that matter to a reader. */
#define RECORD_AUXTRACE		71	/* followed by bytes that its size does not cover */
#define RECORD_COMPRESSED	81
#define RECORD_COMPRESSED2	83

/* In the order in which a sample id holds them at the end of a record. */
static const uint64_t sample_id_fields[] = {
	PERF_SAMPLE_TID, PERF_SAMPLE_TIME, PERF_SAMPLE_ID,
	PERF_SAMPLE_STREAM_ID, PERF_SAMPLE_CPU, PERF_SAMPLE_IDENTIFIER,
};

/* In the order in which a sample holds them, as far as the reader wants to go. */
static const uint64_t sample_fields[] = {
	PERF_SAMPLE_IDENTIFIER, PERF_SAMPLE_IP, PERF_SAMPLE_TID, PERF_SAMPLE_TIME,
	PERF_SAMPLE_ADDR, PERF_SAMPLE_ID, PERF_SAMPLE_STREAM_ID, PERF_SAMPLE_CPU,
	PERF_SAMPLE_PERIOD, PERF_SAMPLE_READ, PERF_SAMPLE_CALLCHAIN, PERF_SAMPLE_RAW,
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

void perfdata_rewind(struct perfdata *perfdata)
{
	perfdata->rest = perfdata->data;
}

static const struct perfdata_attr *attr_of_id(const struct perfdata *perfdata, uint64_t id)
{
	size_t low = 0, high = perfdata->ids_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (perfdata->ids[middle].id < id)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < perfdata->ids_count && perfdata->ids[low].id == id)
		return &perfdata->attrs[perfdata->ids[low].attr];
	return NULL;
}

/* PERF_FORMAT_GROUP: count, times, {value, id, lost} each; else one value. */
static void skip_read(struct cursor *cursor, uint64_t format)
{
	uint64_t times = !!(format & PERF_FORMAT_TOTAL_TIME_ENABLED) +
			 !!(format & PERF_FORMAT_TOTAL_TIME_RUNNING);
	uint64_t each = 1 + !!(format & PERF_FORMAT_ID) + !!(format & (1ULL << 4));
	uint64_t count = format & PERF_FORMAT_GROUP ? cursor_u64(cursor) : 1;

	if (count > cursor_left(cursor) / sizeof(uint64_t))
		cursor->failed = true;
	cursor_skip(cursor, sizeof(uint64_t) * (times + count * each));
}

static void skip_callchain(struct cursor *cursor)
{
	uint64_t count = cursor_u64(cursor);

	if (count > cursor_left(cursor) / sizeof(uint64_t))
		cursor->failed = true;
	cursor_skip(cursor, sizeof(uint64_t) * count);
}

static void read_pair(struct cursor *cursor, uint32_t *first, uint32_t *second)
{
	*first = cursor_u32(cursor);
	*second = cursor_u32(cursor);
}

/* The fields that a sample and a sample id have in common. */
static void read_where(struct cursor *cursor, uint64_t field, struct perfdata_where *where)
{
	uint32_t reserved;

	where->has |= field;
	switch (field) {
	case PERF_SAMPLE_TID:
		read_pair(cursor, &where->pid, &where->tid);
		break;
	case PERF_SAMPLE_TIME:
		where->time_ns = cursor_u64(cursor);
		break;
	case PERF_SAMPLE_CPU:
		read_pair(cursor, &where->cpu, &reserved);
		break;
	case PERF_SAMPLE_ID:
	case PERF_SAMPLE_IDENTIFIER:
		where->id = cursor_u64(cursor);
		break;
	default:
		cursor_skip(cursor, sizeof(uint64_t));
	}
}

static void read_sample_field(struct cursor *cursor, uint64_t field,
			      const struct perfdata_attr *attr, struct perfdata_record *record)
{
	struct perfdata_sample *sample = &record->sample;

	switch (field) {
	case PERF_SAMPLE_IP:
		sample->ip = cursor_u64(cursor);
		break;
	case PERF_SAMPLE_PERIOD:
		sample->period = cursor_u64(cursor);
		break;
	case PERF_SAMPLE_READ:
		skip_read(cursor, attr->read_format);
		break;
	case PERF_SAMPLE_CALLCHAIN:
		skip_callchain(cursor);
		break;
	case PERF_SAMPLE_RAW:
		sample->raw_size = cursor_u32(cursor);
		sample->raw = cursor_bytes(cursor, sample->raw_size);
		break;
	default:
		read_where(cursor, field, &record->where);
	}
}

/* The stream id of a sample: first, or behind IP, TID, TIME and ADDR. */
static uint64_t peek_sample_id(const struct perfdata_attr *attr, struct cursor cursor)
{
	static const uint64_t before[] = {
		PERF_SAMPLE_IP, PERF_SAMPLE_TID, PERF_SAMPLE_TIME, PERF_SAMPLE_ADDR,
	};

	if (!(attr->sample_type & PERF_SAMPLE_IDENTIFIER))
		for (size_t i = 0; i < COUNT(before); i++)
			if (attr->sample_type & before[i])
				cursor_skip(&cursor, sizeof(uint64_t));
	return cursor_u64(&cursor);
}

static void read_sample(const struct perfdata *perfdata, struct cursor *cursor,
			struct perfdata_record *record)
{
	const struct perfdata_attr *attr = perfdata->attrs;

	if (perfdata->attrs_count > 1)
		attr = attr_of_id(perfdata, peek_sample_id(attr, *cursor));
	record->attr = attr;
	record->sample = (struct perfdata_sample){ 0 };
	if (!attr)
		return;
	if (!attr->frequency)
		record->sample.period = attr->period;
	for (size_t i = 0; i < COUNT(sample_fields); i++)
		if (attr->sample_type & sample_fields[i])
			read_sample_field(cursor, sample_fields[i], attr, record);
}

/*
 * Cuts the sample id off the record's end and reads it. All attributes have the
 * same fields there, or end in an IDENTIFIER that tells which one it is.
 */
static void read_sample_id(const struct perfdata *perfdata, struct cursor *cursor,
			   struct perfdata_record *record)
{
	const struct perfdata_attr *attr = perfdata->attrs;
	size_t bytes = 0;
	struct cursor id;

	if (!attr->id_all)
		return;
	if (perfdata->attrs_count > 1 && attr->sample_type & PERF_SAMPLE_IDENTIFIER) {
		id = *cursor;
		cursor_skip(&id, cursor_left(&id) - sizeof(uint64_t));
		attr = attr_of_id(perfdata, cursor_u64(&id));
		/* A record that perf made up has no id: zeros. */
		if (!attr)
			attr = perfdata->attrs;
	}
	for (size_t i = 0; i < COUNT(sample_id_fields); i++)
		bytes += attr->sample_type & sample_id_fields[i] ? sizeof(uint64_t) : 0;
	if (bytes > cursor_left(cursor)) {
		cursor->failed = true;
		return;
	}
	id = cursor_window(cursor, cursor_left(cursor) - bytes, bytes);
	cursor->end -= bytes;
	for (size_t i = 0; i < COUNT(sample_id_fields); i++)
		if (attr->sample_type & sample_id_fields[i])
			read_where(&id, sample_id_fields[i], &record->where);
	record->attr = perfdata->attrs_count == 1 ? attr : attr_of_id(perfdata, record->where.id);
}

static void read_mmap(struct cursor *cursor, struct perfdata_record *record)
{
	struct perfdata_mmap *mmap = &record->mmap;
	const uint8_t *bytes;

	*mmap = (struct perfdata_mmap){ 0 };
	read_pair(cursor, &mmap->pid, &mmap->tid);
	mmap->start = cursor_u64(cursor);
	mmap->size = cursor_u64(cursor);
	mmap->offset = cursor_u64(cursor);
	if (record->type == PERF_RECORD_MMAP2) {
		bytes = cursor_bytes(cursor, 24);
		cursor_skip(cursor, 8);		/* protection and flags */
		if (bytes && record->misc & PERF_RECORD_MISC_MMAP_BUILD_ID &&
		    bytes[0] <= sizeof(mmap->build_id)) {
			mmap->build_id_size = bytes[0];
			memcpy(mmap->build_id, bytes + 4, bytes[0]);
		}
	}
	mmap->path = cursor_text(cursor, cursor_left(cursor));
}

static void read_comm(struct cursor *cursor, struct perfdata_record *record)
{
	record->task = (struct perfdata_task){ 0 };
	read_pair(cursor, &record->task.pid, &record->task.tid);
	record->task.comm = cursor_text(cursor, cursor_left(cursor));
	record->task.exec = record->misc & PERF_RECORD_MISC_COMM_EXEC;
}

static void read_task(struct cursor *cursor, struct perfdata_record *record)
{
	record->task = (struct perfdata_task){ 0 };
	read_pair(cursor, &record->task.pid, &record->task.parent_pid);
	read_pair(cursor, &record->task.tid, &record->task.parent_tid);
}

static void read_lost(struct cursor *cursor, struct perfdata_record *record)
{
	if (record->type == PERF_RECORD_LOST)
		cursor_skip(cursor, sizeof(uint64_t));
	record->lost = cursor_u64(cursor);
}

static void read_word(struct cursor *cursor, struct perfdata_record *record)
{
	record->word = cursor_u64(cursor);
}

static void (*const readers[FIRST_USER_TYPE])(struct cursor *, struct perfdata_record *) = {
	[PERF_RECORD_MMAP] = read_mmap,
	[PERF_RECORD_LOST] = read_lost,
	[PERF_RECORD_COMM] = read_comm,
	[PERF_RECORD_EXIT] = read_task,
	[PERF_RECORD_FORK] = read_task,
	[PERF_RECORD_MMAP2] = read_mmap,
	[PERF_RECORD_LOST_SAMPLES] = read_lost,
	[PERF_RECORD_AUX_OUTPUT_HW_ID] = read_word,
};

static int read_user_record(struct perfdata *perfdata, struct cursor *cursor,
			    struct perfdata_record *record, struct fault *fault)
{
	if (record->type == RECORD_COMPRESSED || record->type == RECORD_COMPRESSED2)
		return fault_set(fault, -ENOTSUP, "the recording is compressed: "
				 "record without -z (--compression-level)");
	if (record->type == RECORD_AUXTRACE)
		cursor_skip(&perfdata->rest, cursor_u64(cursor));
	return 0;
}

int perfdata_next(struct perfdata *perfdata, struct perfdata_record *record,
		  struct fault *fault)
{
	struct cursor *rest = &perfdata->rest, payload;
	uint64_t offset = cursor_left(&perfdata->data) - cursor_left(rest);
	uint16_t size;
	int error = 0;

	if (!rest->failed && !cursor_left(rest))
		return 0;
	record->offset = offset;
	record->attr = NULL;
	record->where = (struct perfdata_where){ 0 };
	record->type = cursor_u32(rest);
	record->misc = cursor_u16(rest);
	size = cursor_u16(rest);
	if (rest->failed || size < RECORD_HEADER_BYTES)
		return fault_set(fault, -EINVAL, "damaged at byte %llu of its data: a record of %u "
				 "bytes; record again", (unsigned long long)offset, size);
	payload = cursor_take(rest, size - RECORD_HEADER_BYTES);
	if (record->type >= FIRST_USER_TYPE) {
		error = read_user_record(perfdata, &payload, record, fault);
	} else if (record->type == PERF_RECORD_SAMPLE) {
		read_sample(perfdata, &payload, record);
	} else if (readers[record->type]) {
		read_sample_id(perfdata, &payload, record);
		readers[record->type](&payload, record);
	}
	if (!error && (payload.failed || rest->failed))
		error = fault_set(fault, -EINVAL, "damaged at byte %llu of its data: a record of "
				  "type %u and %u bytes ends early; record again",
				  (unsigned long long)offset, record->type, size);
	return error ? error : 1;
}
