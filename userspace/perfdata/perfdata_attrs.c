// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perfdata_attrs.c - events: their attributes, stream ids, and the layout of their records
 *
 * The sample_type of its event gives a sample's fields, in a fixed order; those of a fixed size
 * come first, so that their offsets are known. A sample id at the end of another record has some of
 * the same fields.
 */
#include "perfdata_parts.h"

#include <errno.h>
#include <stdlib.h>

#include "base/keyindex.h"

/* Bits of perf_event_attr's flag word. */
#define ATTR_EXCLUDE_USER	(1ULL << 4)
#define ATTR_EXCLUDE_KERNEL	(1ULL << 5)
#define ATTR_FREQUENCY		(1ULL << 10)
#define ATTR_ID_ALL		(1ULL << 18)
#define ATTR_CLOCK		(1ULL << 25)

#define IDS_MAX			(1 << 22)
#define ATTRS_MAX		(1 << 16)
#define COUNT(array)		(sizeof(array) / sizeof((array)[0]))

/* The fields of a fixed size, 64 bits each, in the order in which a sample holds them. */
static const uint64_t sample_order[] = {
	PERF_SAMPLE_IDENTIFIER, PERF_SAMPLE_IP, PERF_SAMPLE_TID, PERF_SAMPLE_TIME,
	PERF_SAMPLE_ADDR, PERF_SAMPLE_ID, PERF_SAMPLE_STREAM_ID, PERF_SAMPLE_CPU,
	PERF_SAMPLE_PERIOD,
};

/* In the order in which a sample id holds them at the end of a record. */
static const uint64_t trailer_order[] = {
	PERF_SAMPLE_TID, PERF_SAMPLE_TIME, PERF_SAMPLE_ID, PERF_SAMPLE_STREAM_ID,
	PERF_SAMPLE_CPU, PERF_SAMPLE_IDENTIFIER,
};

static uint16_t *place_of(struct perfdata_fields *fields, uint64_t field)
{
	switch (field) {
	case PERF_SAMPLE_IP: return &fields->ip;
	case PERF_SAMPLE_TID: return &fields->tid;
	case PERF_SAMPLE_TIME: return &fields->time;
	case PERF_SAMPLE_ID:
	case PERF_SAMPLE_IDENTIFIER: return &fields->id;
	case PERF_SAMPLE_CPU: return &fields->cpu;
	case PERF_SAMPLE_PERIOD: return &fields->period;
	default: return NULL;
	}
}

static struct perfdata_fields lay_out(uint64_t type, const uint64_t *order, size_t count)
{
	struct perfdata_fields fields = { 0 };

	for (size_t i = 0; i < count; i++) {
		uint16_t *place = place_of(&fields, order[i]);

		if (!(type & order[i]))
			continue;
		if (place) {
			fields.has |= order[i];
			*place = fields.bytes;
		}
		fields.bytes += sizeof(uint64_t);
	}
	return fields;
}

/* C gives bit fields from the top on a big-endian machine. */
static uint64_t read_flags(struct cursor *cursor, bool big)
{
	uint64_t flags = cursor_u64(cursor), turned = 0;

	for (int i = 0; big && i < 64; i++)
		turned |= (flags >> i & 1) << (63 - i);
	return big ? turned : flags;
}

/* perf_event_attr is as long as its writer's kernel headers made it; 64 bytes at least. */
static void read_attr(struct cursor *cursor, bool big, struct perfdata_attr *attr)
{
	uint64_t flags;

	attr->branch_type = cursor_peek_u64(cursor, 72);
	attr->user_regs = cursor_peek_u64(cursor, 80);
	attr->clock = cursor_peek_u32(cursor, 92);
	attr->type = cursor_u32(cursor);
	cursor_skip(cursor, 4);
	attr->config = cursor_u64(cursor);
	attr->period = cursor_u64(cursor);
	attr->sample_type = cursor_u64(cursor);
	attr->read_format = cursor_u64(cursor);
	flags = read_flags(cursor, big);
	attr->exclude_user = flags & ATTR_EXCLUDE_USER;
	attr->exclude_kernel = flags & ATTR_EXCLUDE_KERNEL;
	attr->frequency = flags & ATTR_FREQUENCY;
	attr->sample_period = attr->frequency ? 0 : attr->period;
	attr->id_all = flags & ATTR_ID_ALL;
	attr->clocked = flags & ATTR_CLOCK;
	cursor_skip(cursor, PERF_ATTR_SIZE_VER0 - 48);
	attr->sample = lay_out(attr->sample_type, sample_order, COUNT(sample_order));
	if (attr->id_all)
		attr->trailer = lay_out(attr->sample_type, trailer_order, COUNT(trailer_order));
}

int perfdata_add_attr(struct perfdata *perfdata, struct cursor *cursor, struct fault *fault)
{
	struct perfdata_attr *grown = array_grow(perfdata->attrs, perfdata->attrs_count,
						 sizeof(*grown));

	if (!grown || perfdata->attrs_count >= ATTRS_MAX)
		return fault_no_memory(fault, "%zu events", perfdata->attrs_count + 1);
	perfdata->attrs = grown;
	grown += perfdata->attrs_count++;
	*grown = (struct perfdata_attr){ 0 };
	read_attr(cursor, perfdata->big, grown);
	return cursor->failed ? fault_set(fault, -EINVAL, "truncated or damaged in its event %zu: "
					  PERFDATA_AGAIN, perfdata->attrs_count) : 0;
}

int perfdata_add_ids(struct perfdata *perfdata, struct cursor ids, uint32_t attr,
		     struct fault *fault)
{
	perfdata->attrs[attr].first_id = cursor_peek_u64(&ids, 0);
	while (cursor_left(&ids) >= sizeof(uint64_t)) {
		struct perfdata_id *grown = array_grow(perfdata->ids, perfdata->ids_count,
						       sizeof(*grown));

		if (!grown || perfdata->ids_count >= IDS_MAX)
			return fault_no_memory(fault, "%zu stream ids", perfdata->ids_count + 1);
		perfdata->ids = grown;
		grown[perfdata->ids_count++] =
			(struct perfdata_id){ .id = cursor_u64(&ids), .attr = attr };
	}
	return 0;
}

static int compare_ids(const void *left, const void *right)
{
	const struct perfdata_id *a = left, *b = right;

	return a->id < b->id ? -1 : a->id > b->id;
}

/* A record's id names its event; it must stand in the same place in all of them. */
int perfdata_check_attrs(struct perfdata *perfdata, struct fault *fault)
{
	const struct perfdata_attr *first = perfdata->attrs;

	if (perfdata->ids_count)
		qsort(perfdata->ids, perfdata->ids_count, sizeof(*perfdata->ids), compare_ids);
	perfdata->last_id = (struct perfdata_id){ 0 };
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
