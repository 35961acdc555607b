// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perfdata_own.c - perf's own records, which it writes among the kernel's
 *
 * In pipe mode they hold a file's header and features. Some are followed by bytes that their size
 * does not cover.
 */
#include "perfdata_parts.h"

#include <errno.h>

#define RECORD_ATTR		64
#define RECORD_TRACING_DATA	66
#define RECORD_BUILD_ID		67
#define RECORD_AUXTRACE		71
#define RECORD_EVENT_UPDATE	78
#define RECORD_FEATURE		80

#define UPDATE_NAME		2

#define ATTR_SIZE_OFFSET	4	/* of perf_event_attr's own size */

static int read_attr(struct perfdata *perfdata, struct cursor payload, struct fault *fault)
{
	uint32_t size = cursor_peek_u32(&payload, ATTR_SIZE_OFFSET);
	uint32_t number = (uint32_t)perfdata->attrs_count;
	struct cursor attr = cursor_take(&payload, size ? size : PERF_ATTR_SIZE_VER0);
	int error = perfdata_add_attr(perfdata, &attr, fault);

	if (!error)
		error = perfdata_add_ids(perfdata, payload, number, fault);
	return error ? error : perfdata_check_attrs(perfdata, fault);
}

/* {u64 type, u64 stream id, text}: the name of the event that has the id. */
static int read_update(struct perfdata *perfdata, struct cursor payload, struct fault *fault)
{
	uint64_t type = cursor_u64(&payload), id = cursor_u64(&payload);
	const char *text;
	char *copy;

	if (type != UPDATE_NAME)
		return 0;
	text = cursor_text(&payload, cursor_left(&payload));
	copy = text ? perfdata_keep(perfdata, strlen(text) + 1) : NULL;
	if (!text)
		return fault_set(fault, -EINVAL, "damaged in an event's name: " PERFDATA_AGAIN);
	if (!copy)
		return fault_no_memory(fault, "an event's name");
	strcpy(copy, text);
	for (size_t i = 0; i < perfdata->attrs_count; i++)
		if (perfdata->attrs[i].first_id == id)
			perfdata->attrs[i].name = copy;
	return 0;
}

static int read_build_id(struct perfdata *perfdata, const struct stream_record *record,
			 struct cursor payload, struct fault *fault)
{
	int error = perfdata_add_build_id(perfdata, record->misc, payload);

	if (error == -ENOMEM)
		return fault_no_memory(fault, "its build ids");
	return error ? fault_set(fault, error, "damaged in a build id: " PERFDATA_AGAIN) : 0;
}

static int read_feature(struct perfdata *perfdata, struct cursor payload, struct fault *fault)
{
	uint64_t bit = cursor_u64(&payload);

	return perfdata_read_feature(perfdata, bit, payload, fault);
}

/* A file's header and features: once, and never compressed. */
static int read_header(struct perfdata *perfdata, const struct stream_record *record,
		       struct cursor payload, struct fault *fault)
{
	switch (record->type) {
	case RECORD_ATTR:
		return read_attr(perfdata, payload, fault);
	case RECORD_EVENT_UPDATE:
		return read_update(perfdata, payload, fault);
	case RECORD_BUILD_ID:
		return read_build_id(perfdata, record, payload, fault);
	case RECORD_FEATURE:
		return read_feature(perfdata, payload, fault);
	default:
		return 0;
	}
}

/* Tracing data are padded to 64 bits behind the record, which its size does not include. */
int perfdata_read_own(struct perfdata *perfdata, const struct stream_record *record,
		      struct cursor payload, struct fault *fault)
{
	uint64_t trace;

	if (!record->packed && record->type == RECORD_AUXTRACE) {
		stream_skip(&perfdata->stream, cursor_u64(&payload));
	} else if (!record->packed && record->type == RECORD_TRACING_DATA) {
		trace = cursor_u32(&payload);
		stream_skip(&perfdata->stream, (trace + 7) & ~7ULL);
	} else if (!record->packed && perfdata->pipe && !perfdata->complete) {
		return read_header(perfdata, record, payload, fault);
	}
	return payload.failed ? fault_set(fault, -EINVAL, "damaged: a record of type %u ends early; "
					  PERFDATA_AGAIN, record->type) : 0;
}
