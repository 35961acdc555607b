// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * service_parca.c - ProfileStoreService.WriteRaw of Parca, by gRPC-Web
 *
 * Messages and numbers are those of parca/profilestore/v1alpha1/profilestore.proto. That file names
 * a path for JSON, too, /profiles/writeraw, but Parca's server does not lead there: it answers with
 * its start page, and 200. gRPC-Web it takes at the same port as gRPC, over any HTTP. The raw
 * profile is compressed by gzip; addresses are those of the objects' files ("normalized").
 */
#include "pushservices.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "export/protobuf.h"
#include "grpcstatus.h"

#define METRIC		"tea"

enum request_field { REQUEST_SERIES = 2, REQUEST_NORMALIZED };
enum series_field { SERIES_LABELS = 1, SERIES_SAMPLES };
enum labels_field { LABELS_LABELS = 1 };
enum label_field { LABEL_NAME = 1, LABEL_VALUE };
enum sample_field { SAMPLE_RAW_PROFILE = 1 };

/* A message in each stage of its making. */
struct write_raw {
	struct protobuf request, series, labels, part;
};

static void put_label(struct write_raw *raw, const char *name, const char *value)
{
	protobuf_bytes(&raw->part, LABEL_NAME, name, strlen(name));
	protobuf_bytes(&raw->part, LABEL_VALUE, value, strlen(value));
	protobuf_message(&raw->labels, LABELS_LABELS, &raw->part);
}

static void put_request(struct write_raw *raw, const struct pushed *pushed)
{
	put_label(raw, "__name__", METRIC);
	put_label(raw, "service_name", pushed->name);
	for (size_t i = 0; i < pushed->labels->count; i++)
		put_label(raw, pushed->labels->items[i].name, pushed->labels->items[i].value);
	protobuf_message(&raw->series, SERIES_LABELS, &raw->labels);
	protobuf_bytes(&raw->part, SAMPLE_RAW_PROFILE, pushed->pprof, pushed->size);
	protobuf_message(&raw->series, SERIES_SAMPLES, &raw->part);
	protobuf_message(&raw->request, REQUEST_SERIES, &raw->series);
	protobuf_number(&raw->request, REQUEST_NORMALIZED, true);
}

static bool has_failed(const struct write_raw *raw)
{
	return protobuf_failed(&raw->request) || protobuf_failed(&raw->series) ||
	       protobuf_failed(&raw->labels) || protobuf_failed(&raw->part);
}

/* One frame of data. */
static int frame(const struct protobuf *request, struct message *message)
{
	char *bytes = malloc(GRPCSTATUS_FRAME_BYTES + request->size);

	if (!bytes)
		return -ENOMEM;
	bytes[0] = 0;
	for (int i = 0; i < 4; i++)
		bytes[1 + i] = (char)(request->size >> (24 - 8 * i));
	memcpy(bytes + GRPCSTATUS_FRAME_BYTES, request->bytes, request->size);
	message->body = bytes;
	message->body_size = GRPCSTATUS_FRAME_BYTES + request->size;
	return 0;
}

int pushservice_parca(const struct pushed *pushed, const struct libcurl *curl,
		      struct message *message)
{
	struct write_raw raw = { .request = { .size = 0 } };
	int error;

	(void)curl;
	put_request(&raw, pushed);
	error = has_failed(&raw) || raw.request.size > UINT32_MAX ? -ENOMEM :
		frame(&raw.request, message);
	protobuf_deinit(&raw.request);
	protobuf_deinit(&raw.series);
	protobuf_deinit(&raw.labels);
	protobuf_deinit(&raw.part);
	message->type = "application/grpc-web+proto";
	message->grpc = true;
	message->path = strdup("/parca.profilestore.v1alpha1.ProfileStoreService/WriteRaw");
	return error || !message->path ? -ENOMEM : 0;
}
