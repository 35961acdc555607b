// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * jsonwriter.c - JSON documents, value by value; see jsonwriter.h
 */
#include "jsonwriter.h"

#include <inttypes.h>
#include <string.h>

#include "term.h"

static bool is_plain(char character)
{
	return character >= ' ' && character <= '~' && character != '"' && character != '\\' &&
	       character != '<' && character != '>' && character != '&';
}

static size_t put_escaped(FILE *file, const char *text)
{
	size_t bytes = term_character_bytes(text);

	if (!bytes)
		fprintf(file, "\\\\x%02x", (unsigned char)*text);
	else if (strchr("<>&", *text))
		fprintf(file, "\\u%04x", (unsigned char)*text);
	else if (*text == '"' || *text == '\\')
		fprintf(file, "\\%c", *text);
	else
		fwrite(text, 1, bytes, file);
	return bytes ? bytes : 1;
}

void json_put_text(FILE *file, const char *text)
{
	if (!text) {
		fputs("null", file);
		return;
	}
	putc('"', file);
	while (*text) {
		const char *first = text;

		while (is_plain(*text))
			text++;
		fwrite(first, 1, (size_t)(text - first), file);
		if (*text)
			text += put_escaped(file, text);
	}
	putc('"', file);
}

FILE *json_value(struct jsonwriter *json, const char *key)
{
	if (json->filled)
		putc(',', json->file);
	if (json->line)
		putc('\n', json->file);
	json->filled = true;
	json->line = false;
	if (key) {
		json_put_text(json->file, key);
		putc(':', json->file);
	}
	return json->file;
}

static void open_with(struct jsonwriter *json, const char *key, char bracket)
{
	putc(bracket, json_value(json, key));
	json->filled = false;
}

static void close_with(struct jsonwriter *json, char bracket)
{
	if (json->line)
		putc('\n', json->file);
	json->line = false;
	json->filled = true;
	putc(bracket, json->file);
}

void json_open_object(struct jsonwriter *json, const char *key)
{
	open_with(json, key, '{');
}

void json_open_row(struct jsonwriter *json)
{
	json_line(json);
	json_open_object(json, NULL);
}

void json_close_object(struct jsonwriter *json)
{
	close_with(json, '}');
}

void json_close_document(struct jsonwriter *json)
{
	json_close_object(json);
	putc('\n', json->file);
}

void json_open_list(struct jsonwriter *json, const char *key)
{
	open_with(json, key, '[');
}

void json_close_list(struct jsonwriter *json)
{
	close_with(json, ']');
}

void json_line(struct jsonwriter *json)
{
	json->line = true;
}

void json_text(struct jsonwriter *json, const char *key, const char *text)
{
	json_put_text(json_value(json, key), text);
}

/* Large documents are numbers, which printf() is slow at. */
void json_whole(struct jsonwriter *json, const char *key, uint64_t number)
{
	char digits[20], *first = digits + sizeof(digits);

	do
		*--first = (char)('0' + number % 10);
	while (number /= 10);
	fwrite(first, 1, (size_t)(digits + sizeof(digits) - first), json_value(json, key));
}

void json_signed(struct jsonwriter *json, const char *key, int64_t number)
{
	fprintf(json_value(json, key), "%" PRId64, number);
}

void json_real(struct jsonwriter *json, const char *key, double number, int decimals)
{
	fprintf(json_value(json, key), "%.*f", decimals, number);
}

void json_digits(struct jsonwriter *json, const char *key, double number, int most)
{
	fprintf(json_value(json, key), "%.*g", most, number);
}

void json_address(struct jsonwriter *json, const char *key, uint64_t address)
{
	fprintf(json_value(json, key), "\"0x%" PRIx64 "\"", address);
}

void json_truth(struct jsonwriter *json, const char *key, bool truth)
{
	fputs(truth ? "true" : "false", json_value(json, key));
}

void json_null(struct jsonwriter *json, const char *key)
{
	fputs("null", json_value(json, key));
}
