/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * schema.h - does a JSON document keep to a JSON Schema?
 *
 * Of draft 2020-12 what docs/profile.schema.json is written with: $ref, type, minimum, maximum,
 * pattern, minItems, maxItems, prefixItems, items, required, properties, additionalProperties.
 * Every schema has a description, which is what is told of a value that is not so.
 */
#ifndef SCHEMA_H
#define SCHEMA_H

#include <stddef.h>

struct json_object;

/* Told of each fault: where, as "mappings[2].path", and what is wrong, with what it should be. */
typedef void (*schema_tell)(void *context, const char *where, const char *what);

/* All faults of @document by @schema. Returns how many were told, or -ENOMEM. */
long schema_check(struct json_object *schema, struct json_object *document, schema_tell tell,
		  void *context);

#endif /* SCHEMA_H */
