// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_json.c - rows as one JSON document, version 1
 *
 * The format is a contract: see tea-report(1). Numbers are decimal and exact to four
 * decimals of a cycle; what a row does not have is null.
 */
#include <inttypes.h>
#include <string.h>

#include "view.h"

#define JSON_VERSION	1

/* Foreign names: what is not printable UTF-8 reads as in text, \xNN. */
static void put_string(FILE *file, const char *text)
{
	fputc('"', file);
	while (*text) {
		size_t bytes = term_character_bytes(text);

		if (!bytes)
			fprintf(file, "\\\\x%02x", (unsigned char)*text);
		else if (*text == '"' || *text == '\\')
			fprintf(file, "\\%c", *text);
		else
			fwrite(text, 1, bytes, file);
		text += bytes ? bytes : 1;
	}
	fputc('"', file);
}

static void put_stack(const struct view *view, const struct pics_stack *stack, FILE *file)
{
	char name[PICS_SIGNATURE_TEXT], cycles[VIEW_CYCLES_TEXT];

	fputc('{', file);
	for (size_t i = 0; i < stack->shares_count; i++)
		fprintf(file, "%s\"%s\":%s", i ? "," : "",
			pics_signature_name(stack->shares[i].signature, name),
			view_cycles(view->recording, stack->shares[i].parts, cycles));
	fputc('}', file);
}

static void put_value(const struct view *view, const struct field *field,
		      const struct row *row, FILE *file)
{
	struct field_value value;
	char cycles[VIEW_CYCLES_TEXT];

	if (!field->get(view->rows, row, &value)) {
		fputs("null", file);
		return;
	}
	switch (field->type) {
	case FIELD_TEXT:
		put_string(file, value.text);
		break;
	case FIELD_NUMBER:
		fprintf(file, "%" PRIu64, value.number);
		break;
	case FIELD_ADDRESS:
		fprintf(file, "\"0x%" PRIx64 "\"", value.number);
		break;
	case FIELD_CYCLES:
		fputs(view_cycles(view->recording, value.number, cycles), file);
		break;
	case FIELD_SHARE:
		fprintf(file, "%.6f", view_share(view, value.number));
		break;
	case FIELD_STACK:
		put_stack(view, row->stack, file);
		break;
	}
}

static void put_row(const struct view *view, const struct row *row, FILE *file)
{
	unsigned int bit = 1U << fields_view(view->rows);
	const char *separator = "";

	fputc('{', file);
	for (size_t i = 0; i < fields_count; i++) {
		if (!(fields[i].views & bit))
			continue;
		fprintf(file, "%s\"%s\":", separator, fields[i].name);
		put_value(view, &fields[i], row, file);
		separator = ",";
	}
	fputc('}', file);
}

/* A setting that is a whole number is one in JSON too. */
static void put_setting(const struct recording_setting *setting, FILE *file)
{
	const char *value = setting->value;
	size_t digits = strspn(value, "0123456789");

	put_string(file, setting->name);
	fputc(':', file);
	if (digits && digits < 16 && !value[digits] && (value[0] != '0' || digits == 1))
		fputs(value, file);
	else
		put_string(file, value);
}

static void put_config(const struct recording *recording, FILE *file)
{
	fputs("\"config\":{", file);
	for (size_t i = 0; i < recording->settings_count; i++) {
		fputs(i ? "," : "", file);
		put_setting(&recording->settings[i], file);
	}
	fputs("}", file);
}

void view_json(const struct view *view)
{
	const struct recording *recording = view->recording;
	FILE *file = view->term->file;
	char cycles[VIEW_CYCLES_TEXT];

	fprintf(file, "{\"version\":%d,\"unit\":\"cycles\",\"total\":%s,", JSON_VERSION,
		view_cycles(recording, view_total(view)->parts, cycles));
	fprintf(file, "\"samples\":%" PRIu64 ",\"lost\":%" PRIu64 ",", recording->samples,
		recording->lost);
	put_config(recording, file);
	fputs(",\"rows\":[", file);
	for (size_t i = 0; i < view->rows->count; i++) {
		fputs(i ? ",\n" : "\n", file);
		put_row(view, &view->rows->rows[i], file);
	}
	fputs("\n]}\n", file);
}
