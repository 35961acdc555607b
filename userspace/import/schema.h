/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * schema.h - does a JSON document keep to a JSON Schema?
 *
 * It supports the words of draft 2020-12 that docs/profile.schema.json uses: $ref, type, minimum,
 * maximum, pattern, minItems, maxItems, prefixItems, items, required, properties,
 * additionalProperties. Every schema has a description, which is printed for a value that violates
 * it.
 */
#ifndef SCHEMA_H
#define SCHEMA_H

#include <stddef.h>

struct json_object;

/* Called for each fault: its place, as "mappings[2].path", and the found and the expected value. */
typedef void (*schema_tell)(void *context, const char *where, const char *what);

/* All faults of @document by @schema. Returns how many there were, or -ENOMEM. */
long schema_check(struct json_object *schema, struct json_object *document, schema_tell tell,
		  void *context);

#endif /* SCHEMA_H */
