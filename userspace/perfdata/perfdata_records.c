// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perfdata_records.c - the data, record by record
 *
 * With sample_id_all the kernel's records (below 64) end in a sample id. A record's stream id gives
 * its event, and so the layout of its sample; it stands in the same place for all events, as
 * perfdata_check_attrs() has checked.
 */
#include "perfdata_parts.h"

#include <errno.h>

/* Newer than some hosts' headers. */
#define BRANCH_HW_INDEX		(1ULL << 17)
#define FORMAT_LOST		(1ULL << 4)

void perfdata_rewind(struct perfdata *perfdata, uint64_t wanted)
{
	stream_rewind(&perfdata->stream, wanted);
}

static const struct perfdata_attr *find_id(struct perfdata *perfdata, uint64_t id)
{
	size_t low = 0, high = perfdata->ids_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (perfdata->ids[middle].id < id)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == perfdata->ids_count || perfdata->ids[low].id != id)
		return NULL;
	perfdata->last_id = perfdata->ids[low];
	return &perfdata->attrs[perfdata->ids[low].attr];
}

/* Records of one event come in rows. Zero is no stream id. */
static const struct perfdata_attr *attr_of_id(struct perfdata *perfdata, uint64_t id)
{
	if (id && perfdata->last_id.id == id)
		return &perfdata->attrs[perfdata->last_id.attr];
	return find_id(perfdata, id);
}

/* PERF_FORMAT_GROUP: count, times, {value, id, lost} each; else one value. */
static void skip_read(struct cursor *cursor, uint64_t format)
{
	uint64_t times = !!(format & PERF_FORMAT_TOTAL_TIME_ENABLED) +
			 !!(format & PERF_FORMAT_TOTAL_TIME_RUNNING);
	uint64_t each = 1 + !!(format & PERF_FORMAT_ID) + !!(format & FORMAT_LOST);
	uint64_t count = format & PERF_FORMAT_GROUP ? cursor_u64(cursor) : 1;

	if (count > cursor_left(cursor) / sizeof(uint64_t))
		cursor->failed = true;
	cursor_skip(cursor, sizeof(uint64_t) * (times + count * each));
}

/* A cursor over @count items of @bytes each. */
static struct cursor take_items(struct cursor *cursor, uint64_t count, uint64_t bytes)
{
	if (count > cursor_left(cursor) / bytes)
		cursor->failed = true;
	return cursor_take(cursor, count * bytes);
}

static void read_pair(struct cursor *cursor, uint32_t *first, uint32_t *second)
{
	*first = cursor_u32(cursor);
	*second = cursor_u32(cursor);
}

/* The fields that a sample and a sample id have in common; @cursor holds them all. */
static inline __attribute__((always_inline))
void read_where(const struct cursor *cursor, const struct perfdata_fields *fields,
		struct perfdata_where *where)
{
	const uint64_t has = fields->has;
	const bool tid = has & PERF_SAMPLE_TID;

	where->has = has;
	where->pid = tid ? cursor_peek_u32(cursor, fields->tid) : 0;
	where->tid = tid ? cursor_peek_u32(cursor, fields->tid + sizeof(uint32_t)) : 0;
	where->time_ns = has & PERF_SAMPLE_TIME ? cursor_peek_u64(cursor, fields->time) : 0;
	where->id = has & (PERF_SAMPLE_ID | PERF_SAMPLE_IDENTIFIER) ?
		    cursor_peek_u64(cursor, fields->id) : 0;
	where->cpu = has & PERF_SAMPLE_CPU ? cursor_peek_u32(cursor, fields->cpu) : 0;
}

static void read_user_regs(struct cursor *cursor, const struct perfdata_attr *attr,
			   struct perfdata_rest *rest)
{
	rest->user_abi = cursor_u64(cursor);
	if (rest->user_abi)
		rest->user_regs = take_items(cursor, (uint64_t)__builtin_popcountll(attr->user_regs),
					       sizeof(uint64_t));
}

/* {size, bytes, size of the part that the kernel could copy}; the last if there are bytes. */
static void read_user_stack(struct cursor *cursor, struct perfdata_rest *rest)
{
	uint64_t size = cursor_u64(cursor), copied;

	rest->user_stack = cursor_take(cursor, size);
	if (!size)
		return;
	copied = cursor_u64(cursor);
	if (copied < size && !cursor->failed)
		rest->user_stack.end = rest->user_stack.at + copied;
}

/* The parts behind the fields of a fixed size, in this order, as far as they are of use. */
static bool read_sample_rest(struct cursor bytes, const struct perfdata_attr *attr,
			     struct perfdata_rest *rest)
{
	struct cursor *cursor = &bytes;
	uint64_t type = attr->sample_type;

	*rest = (struct perfdata_rest){ 0 };
	if (type & PERF_SAMPLE_READ)
		skip_read(cursor, attr->read_format);
	if (type & PERF_SAMPLE_CALLCHAIN)
		rest->callchain = take_items(cursor, cursor_u64(cursor), sizeof(uint64_t));
	if (type & PERF_SAMPLE_RAW) {
		rest->raw_size = cursor_u32(cursor);
		rest->raw = cursor_bytes(cursor, rest->raw_size);
	}
	if (type & PERF_SAMPLE_BRANCH_STACK) {
		uint64_t count = cursor_u64(cursor);

		if (attr->branch_type & BRANCH_HW_INDEX)
			cursor_skip(cursor, sizeof(uint64_t));
		rest->branches = take_items(cursor, count, 3 * sizeof(uint64_t));
	}
	if (type & PERF_SAMPLE_REGS_USER)
		read_user_regs(cursor, attr, rest);
	if (type & PERF_SAMPLE_STACK_USER)
		read_user_stack(cursor, rest);
	return !cursor->failed;
}

#define SAMPLE_REST	(PERF_SAMPLE_READ | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_RAW | \
			 PERF_SAMPLE_BRANCH_STACK | PERF_SAMPLE_REGS_USER | \
			 PERF_SAMPLE_STACK_USER)

static const struct perfdata_rest no_rest;

/* False: it ends early. */
static inline bool read_sample(struct perfdata *perfdata, struct cursor cursor,
			       struct perfdata_record *record)
{
	const struct perfdata_attr *attr = perfdata->attrs;
	struct perfdata_sample *sample = &record->sample;

	if (perfdata->attrs_count > 1)
		attr = attr_of_id(perfdata, cursor_peek_u64(&cursor, attr->sample.id));
	record->attr = attr;
	sample->rest = &no_rest;
	if (!attr || attr->sample.bytes > cursor_left(&cursor))
		return !attr;
	read_where(&cursor, &attr->sample, &record->where);
	sample->ip = attr->sample.has & PERF_SAMPLE_IP ?
		     cursor_peek_u64(&cursor, attr->sample.ip) : 0;
	sample->period = attr->sample.has & PERF_SAMPLE_PERIOD ?
			 cursor_peek_u64(&cursor, attr->sample.period) : attr->sample_period;
	if (!(attr->sample_type & SAMPLE_REST))
		return true;
	cursor_skip(&cursor, attr->sample.bytes);
	sample->rest = &perfdata->rest;
	return read_sample_rest(cursor, attr, &perfdata->rest);
}

/*
 * Cuts the sample id off the record's end and reads it. All attributes have the same fields there,
 * or end in an IDENTIFIER that names one of them.
 */
static inline void read_sample_id(struct perfdata *perfdata, struct cursor *cursor,
				  struct perfdata_record *record)
{
	const struct perfdata_attr *attr = perfdata->attrs;
	const struct perfdata_attr *found = NULL;
	struct cursor id;

	if (!attr->id_all)
		return;
	if (perfdata->attrs_count == 1) {
		found = attr;
	} else if (attr->sample_type & PERF_SAMPLE_IDENTIFIER &&
		   cursor_left(cursor) >= sizeof(uint64_t)) {
		found = attr_of_id(perfdata, cursor_peek_u64(cursor, cursor_left(cursor) -
							     sizeof(uint64_t)));
		/* A record that perf made up has no id: zeros. */
		attr = found ? found : attr;
	}
	if (attr->trailer.bytes > cursor_left(cursor)) {
		cursor->failed = true;
		return;
	}
	cursor->end -= attr->trailer.bytes;
	id = *cursor;
	id.at = cursor->end;
	id.end = cursor->end + attr->trailer.bytes;
	read_where(&id, &attr->trailer, &record->where);
	record->attr = found ? found : attr_of_id(perfdata, record->where.id);
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
	if (record->head.type == PERF_RECORD_MMAP2) {
		bytes = cursor_bytes(cursor, 24);
		cursor_skip(cursor, 8);		/* protection and flags */
		if (bytes && record->head.misc & PERF_RECORD_MISC_MMAP_BUILD_ID &&
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
	record->task.exec = record->head.misc & PERF_RECORD_MISC_COMM_EXEC;
}

static void read_task(struct cursor *cursor, struct perfdata_record *record)
{
	record->task = (struct perfdata_task){ 0 };
	read_pair(cursor, &record->task.pid, &record->task.parent_pid);
	read_pair(cursor, &record->task.tid, &record->task.parent_tid);
}

static void read_lost(struct cursor *cursor, struct perfdata_record *record)
{
	if (record->head.type == PERF_RECORD_LOST)
		cursor_skip(cursor, sizeof(uint64_t));
	record->lost = cursor_u64(cursor);
}

static void read_word(struct cursor *cursor, struct perfdata_record *record)
{
	record->word = cursor_u64(cursor);
}

/* Which way is in the header, and whose in the sample id. */
static void read_switch(struct cursor *cursor, struct perfdata_record *record)
{
	(void)cursor, (void)record;
}

static void (*const readers[STREAM_KERNEL_TYPES])(struct cursor *, struct perfdata_record *) = {
	[PERF_RECORD_MMAP] = read_mmap,
	[PERF_RECORD_LOST] = read_lost,
	[PERF_RECORD_COMM] = read_comm,
	[PERF_RECORD_EXIT] = read_task,
	[PERF_RECORD_FORK] = read_task,
	[PERF_RECORD_MMAP2] = read_mmap,
	[PERF_RECORD_SWITCH] = read_switch,
	[PERF_RECORD_SWITCH_CPU_WIDE] = read_switch,
	[PERF_RECORD_LOST_SAMPLES] = read_lost,
	[PERF_RECORD_AUX_OUTPUT_HW_ID] = read_word,
};

/* False: it ends early. */
static bool read_other(struct perfdata *perfdata, struct cursor payload,
		       struct perfdata_record *record)
{
	record->attr = NULL;
	record->where = (struct perfdata_where){ 0 };
	if (readers[record->head.type]) {
		read_sample_id(perfdata, &payload, record);
		readers[record->head.type](&payload, record);
	}
	return !payload.failed;
}

static int read_record(struct perfdata *perfdata, struct perfdata_record *record,
		       struct fault *fault)
{
	const struct stream_record *head = &record->head;
	struct cursor payload;
	bool whole;

	cursor_init(&payload, head->payload, head->size - STREAM_HEADER_BYTES);
	payload.swap = perfdata->stream.swap;
	if (head->type >= STREAM_KERNEL_TYPES)
		return perfdata_read_own(perfdata, head, payload, fault);
	if (!perfdata->attrs_count)
		return fault_set(fault, -EINVAL, "damaged: records stand before any event's "
				 "description; " PERFDATA_AGAIN);
	whole = head->type == PERF_RECORD_SAMPLE ? read_sample(perfdata, payload, record) :
						   read_other(perfdata, payload, record);
	if (whole)
		return 0;
	return fault_set(fault, -EINVAL, "damaged before byte %llu: a record of type %u and %u "
			 "bytes ends early; " PERFDATA_AGAIN,
			 (unsigned long long)stream_place(&perfdata->stream), head->type,
			 head->size);
}

/* The end of a pass: is something missing? */
static int finish(struct perfdata *perfdata, struct fault *fault)
{
	if (perfdata->pipe && !perfdata->complete) {
		perfdata_name_pmus(perfdata);
		if (!perfdata->attrs_count)
			return fault_set(fault, -EINVAL, "truncated: it describes no event; "
					 PERFDATA_AGAIN);
	}
	perfdata->complete = true;
	if (perfdata->stream.cut)
		notes_add(perfdata->notes, "the recording ends within a record: what is before it is "
			  "shown; copy it again, or " PERFDATA_AGAIN);
	return 0;
}

int perfdata_next(struct perfdata *perfdata, struct perfdata_record *record,
		  struct fault *fault)
{
	bool all = perfdata->stream.wanted == PERFDATA_ALL_TYPES;
	int more;

	while ((more = stream_next(&perfdata->stream, &record->head, fault)) > 0) {
		int error = read_record(perfdata, record, fault);

		if (error)
			return error;
		if (record->head.type < STREAM_KERNEL_TYPES || all)
			return 1;
	}
	return more ? more : finish(perfdata, fault);
}
