// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * json.c - writing values; see json.h
 */
#include "json.h"

#include <string.h>

#include "analysis/pieces.h"
#include "amount.h"
#include "term.h"

void json_put_text(FILE *file, const char *text)
{
	if (!text) {
		fputs("null", file);
		return;
	}
	fputc('"', file);
	while (*text) {
		size_t bytes = term_character_bytes(text);

		if (!bytes)
			fprintf(file, "\\\\x%02x", (unsigned char)*text);
		else if (strchr("<>&", *text))
			fprintf(file, "\\u%04x", (unsigned char)*text);
		else if (*text == '"' || *text == '\\')
			fprintf(file, "\\%c", *text);
		else
			fwrite(text, 1, bytes, file);
		text += bytes ? bytes : 1;
	}
	fputc('"', file);
}

void json_put_cycles(FILE *file, const struct recording *recording, uint64_t parts)
{
	char cycles[AMOUNT_TEXT];

	fputs(amount_exact(recording, parts, cycles), file);
}

void json_put_kind(FILE *file, const struct category_kind *kind)
{
	fprintf(file, "\"unit\":\"%s\",", kind->unit);
	if (kind != &category_signatures)
		fprintf(file, "\"kind\":\"%s\",", kind->name);
}

void json_put_stack(FILE *file, const struct recording *recording, const struct pics_stack *stack)
{
	char name[CATEGORY_TEXT];

	fputc('{', file);
	for (size_t i = 0; i < stack->shares_count; i++) {
		fprintf(file, "%s\"%s\":", i ? "," : "",
			category_name(recording->kind, stack->shares[i].category, name));
		json_put_cycles(file, recording, stack->shares[i].parts);
	}
	fputc('}', file);
}

void json_put_pieces(FILE *file, const struct recording *recording, const struct pics_stack *stack)
{
	struct piece pieces[PIECES_MOST];
	size_t count = pieces_of(recording->kind, pieces_split(recording), stack, pieces);
	const char *separator = "";

	if (!pieces_split(recording)) {
		fputs("null", file);
		return;
	}
	fputc('{', file);
	for (size_t i = 0; i < count; i++) {
		if (pieces[i].state == PICS_NO_STATE)
			continue;
		fprintf(file, "%s\"%s\":", separator, recording->kind->pieces[pieces[i].state].name);
		json_put_cycles(file, recording, pieces[i].parts);
		separator = ",";
	}
	fputc('}', file);
}

void json_put_partial(FILE *file, const struct recording *recording)
{
	if (!recording->partial)
		return;
	fputs("\"partial\":", file);
	json_put_text(file, recording->partial);
	fputc(',', file);
}

void json_put_notes(FILE *file, const struct recording *recording)
{
	fputc('[', file);
	for (size_t i = 0; i < recording->notes.count; i++) {
		fputs(i ? "," : "", file);
		json_put_text(file, recording->notes.texts[i]);
	}
	fputc(']', file);
}

void json_put_symbol(FILE *file, const struct symbols_location *location)
{
	fputs("\"symbol\":", file);
	json_put_text(file, location->function);
	fputs(",\"linkage_name\":", file);
	json_put_text(file, location->linkage);
}
