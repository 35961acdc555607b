/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * jsonwriter.h - JSON documents, value by value: commas, quotes and keys are the writer's
 *
 *	struct jsonwriter json = { .file = file };
 *
 *	json_open_object(&json, NULL);
 *	json_whole(&json, "version", 1);
 *	json_open_list(&json, "rows");
 *	...
 *	json_close_list(&json);
 *	json_close_document(&json);
 *
 * @key is NULL within lists, and of the document itself. The writer knows no depth, so trees
 * may be as deep as they are.
 */
#ifndef JSONWRITER_H
#define JSONWRITER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct jsonwriter {
	FILE *file;
	bool filled;			/* the open object or list has something */
	bool line;			/* the next element begins a line */
};

void json_open_object(struct jsonwriter *json, const char *key);
/* One of a list, on a line of its own. */
void json_open_row(struct jsonwriter *json);
void json_close_object(struct jsonwriter *json);
/* The outermost one, and the line. */
void json_close_document(struct jsonwriter *json);
void json_open_list(struct jsonwriter *json, const char *key);
void json_close_list(struct jsonwriter *json);
/* The next element begins a line, behind the comma if there is one. */
void json_line(struct jsonwriter *json);

/* NULL: null. */
void json_text(struct jsonwriter *json, const char *key, const char *text);
void json_whole(struct jsonwriter *json, const char *key, uint64_t number);
void json_signed(struct jsonwriter *json, const char *key, int64_t number);
void json_real(struct jsonwriter *json, const char *key, double number, int decimals);
/* As many significant digits as needed, @most of them. */
void json_digits(struct jsonwriter *json, const char *key, double number, int most);
/* As text, since JSON has no hexadecimal numbers. */
void json_address(struct jsonwriter *json, const char *key, uint64_t address);
void json_truth(struct jsonwriter *json, const char *key, bool truth);
void json_null(struct jsonwriter *json, const char *key);
/* For a value, or several with their commas, that the caller writes to the file. */
FILE *json_value(struct jsonwriter *json, const char *key);

/*
 * Bytes that are not printable UTF-8 read as in text, \xNN; '<', '>' and '&' as \uNNNN, so that a
 * document can stand in a script element of HTML. @text NULL: null.
 */
void json_put_text(FILE *file, const char *text);

#endif /* JSONWRITER_H */
