// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * service_pyroscope.c - POST /ingest of Grafana Pyroscope
 *
 * "Server HTTP API" of its documentation: the query has name, labels and time, the form's file
 * field "profile" the pprof, and "sample_type_config" what is no type of Go's own. Values are whole
 * cycles already, so they are not "sampled".
 */
#include "pushservices.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output/jsonwriter.h"

#define NS_PER_S	1000000000ULL

/* NAME{LABEL=VALUE,...}, to be freed; NULL when memory runs out. */
static char *series_of(const struct pushed *pushed)
{
	size_t size;
	char *text = NULL;
	FILE *file = open_memstream(&text, &size);

	if (!file)
		return NULL;
	fprintf(file, "%s{", pushed->name);
	for (size_t i = 0; i < pushed->labels->count; i++)
		fprintf(file, "%s%s=%s", i ? "," : "", pushed->labels->items[i].name,
			pushed->labels->items[i].value);
	fputc('}', file);
	fclose(file);
	return text;
}

static int set_path(const struct pushed *pushed, const struct libcurl *curl,
		    struct message *message)
{
	char *series = series_of(pushed);
	char *escaped = series ? curl->easy_escape(NULL, series, (int)strlen(series)) : NULL;
	int bytes = -1;

	if (escaped)
		bytes = asprintf(&message->path,
				 "/ingest?name=%s&from=%llu&until=%llu&format=pprof", escaped,
				 (unsigned long long)(pushed->begin_ns / NS_PER_S),
				 (unsigned long long)((pushed->end_ns + NS_PER_S - 1) / NS_PER_S));
	curl->free(escaped);
	free(series);
	if (bytes >= 0)
		return 0;
	message->path = NULL;
	return -1;
}

static int set_types(const struct pushed *pushed, struct message *message)
{
	struct jsonwriter json = { .file = open_memstream(&message->body, &message->body_size) };

	if (!json.file)
		return -1;
	json_open_object(&json, NULL);
	json_open_object(&json, pushed->unit);
	json_text(&json, "units", "samples");
	json_text(&json, "aggregation", "sum");
	json_text(&json, "display-name", pushed->unit);
	json_truth(&json, "sampled", false);
	json_close_object(&json);
	json_close_object(&json);
	return fclose(json.file);
}

int pushservice_pyroscope(const struct pushed *pushed, const struct libcurl *curl,
			  struct message *message)
{
	if (set_path(pushed, curl, message) || set_types(pushed, message))
		return -ENOMEM;
	message->fields[0] = (struct message_field){
		"profile", "profile.pprof", "application/octet-stream", pushed->pprof, pushed->size,
	};
	message->fields[1] = (struct message_field){
		"sample_type_config", "sample_type_config.json", "application/json", message->body,
		message->body_size,
	};
	message->fields_count = 2;
	return 0;
}
