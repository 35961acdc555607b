// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * schema.c - does a JSON document keep to a JSON Schema? See schema.h
 */
#include "schema.h"

#include <errno.h>
#include <json-c/json.h>
#include <regex.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SCHEMA_WHERE	200		/* bytes of a place that are shown */
#define SCHEMA_WHAT	400
#define SCHEMA_VALUE	40		/* bytes of a value that are shown */
#define SCHEMA_PATTERNS	8		/* that a schema has, at most */

struct schema_check {
	struct json_object *root;
	schema_tell tell;
	void *context;
	long faults;
	const char *patterns[SCHEMA_PATTERNS];	/* compiled, those that were met */
	regex_t compiled[SCHEMA_PATTERNS];
	size_t patterns_count;
	bool out_of_memory;
};

/* A place in the document: a chain to its outermost object. */
struct schema_place {
	const struct schema_place *outer;
	const char *name;		/* of a member; NULL: an item */
	size_t item;
};

static void check_value(struct schema_check *check, struct json_object *schema,
			struct json_object *value, const struct schema_place *place);

static size_t put_place(const struct schema_place *place, char text[SCHEMA_WHERE])
{
	size_t used = place->outer ? put_place(place->outer, text) : 0;
	int more = 0;

	if (place->name)
		more = snprintf(text + used, SCHEMA_WHERE - used, "%s%s", used ? "." : "", place->name);
	else if (place->outer)
		more = snprintf(text + used, SCHEMA_WHERE - used, "[%zu]", place->item);
	used += (size_t)more;
	return used < SCHEMA_WHERE ? used : SCHEMA_WHERE - 1;
}

static const char *member_text(struct json_object *object, const char *name)
{
	return json_object_get_string(json_object_object_get(object, name));
}

/* "is 17" or "is missing", and the expected value. */
static void complain(struct schema_check *check, struct json_object *schema, const char *found,
		     const struct schema_place *place)
{
	const char *wanted = member_text(schema, "description");
	char where[SCHEMA_WHERE] = "the document", what[SCHEMA_WHAT];

	put_place(place, where);
	snprintf(what, sizeof(what), "%s; it has to be %s", found, wanted ? wanted : "something else");
	check->tell(check->context, where, what);
	check->faults++;
}

static void tell_value(struct schema_check *check, struct json_object *schema,
		       struct json_object *value, const struct schema_place *place)
{
	const char *text = json_object_to_json_string_ext(value, JSON_C_TO_STRING_NOSLASHESCAPE);
	char found[SCHEMA_VALUE + 16];

	snprintf(found, sizeof(found), "is %.*s%s", SCHEMA_VALUE, text,
		 strlen(text) > SCHEMA_VALUE ? "..." : "");
	complain(check, schema, found, place);
}

/* The target of "$ref", if there is one; the schema's own words hold beside it. */
static struct json_object *find_reference(const struct schema_check *check,
					  struct json_object *schema)
{
	static const char prefix[] = "#/$defs/";
	const char *name = member_text(schema, "$ref");

	if (!name || strncmp(name, prefix, strlen(prefix)))
		return NULL;
	return json_object_object_get(json_object_object_get(check->root, "$defs"),
				      name + strlen(prefix));
}

static bool is_of_type(struct json_object *value, const char *type)
{
	static const struct {
		const char *name;
		enum json_type type;
	} types[] = {
		{ "object", json_type_object }, { "array", json_type_array },
		{ "string", json_type_string }, { "integer", json_type_int },
		{ "boolean", json_type_boolean }, { "number", json_type_double },
		{ "number", json_type_int },
	};

	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (!strcmp(types[i].name, type) && json_object_is_type(value, types[i].type))
			return true;
	return false;
}

static bool has_type(struct json_object *schema, struct json_object *value)
{
	struct json_object *types = json_object_object_get(schema, "type");

	if (!types)
		return true;
	if (!json_object_is_type(types, json_type_array))
		return is_of_type(value, json_object_get_string(types));
	for (size_t i = 0; i < json_object_array_length(types); i++)
		if (is_of_type(value, json_object_get_string(json_object_array_get_idx(types, i))))
			return true;
	return false;
}

/* Is @number within the members @least and @most, where there are any? */
static bool is_within(struct json_object *schema, const char *least, const char *most,
		      int64_t number)
{
	struct json_object *limit;

	if (json_object_object_get_ex(schema, least, &limit) &&
	    number < json_object_get_int64(limit))
		return false;
	return !json_object_object_get_ex(schema, most, &limit) ||
	       number <= json_object_get_int64(limit);
}

/* Compiled once; NULL where memory runs out. */
static const regex_t *find_pattern(struct schema_check *check, const char *pattern)
{
	size_t i = 0;

	while (i < check->patterns_count && strcmp(check->patterns[i], pattern))
		i++;
	if (i < check->patterns_count)
		return &check->compiled[i];
	if (i == SCHEMA_PATTERNS || regcomp(&check->compiled[i], pattern, REG_EXTENDED | REG_NOSUB)) {
		check->out_of_memory = true;
		return NULL;
	}
	check->patterns[check->patterns_count++] = pattern;
	return &check->compiled[i];
}

static bool matches(struct schema_check *check, struct json_object *schema, const char *text)
{
	const char *pattern = member_text(schema, "pattern");
	const regex_t *expression = pattern ? find_pattern(check, pattern) : NULL;

	return !expression || !regexec(expression, text, 0, NULL, 0);
}

/* Checks the value itself, without its members. */
static bool is_right(struct schema_check *check, struct json_object *schema,
		     struct json_object *value)
{
	if (!has_type(schema, value))
		return false;
	switch (json_object_get_type(value)) {
	case json_type_int:
		return is_within(schema, "minimum", "maximum", json_object_get_int64(value));
	case json_type_array:
		return is_within(schema, "minItems", "maxItems",
				 (int64_t)json_object_array_length(value));
	case json_type_string:
		return matches(check, schema, json_object_get_string(value));
	default:
		return true;
	}
}

static void check_items(struct schema_check *check, struct json_object *schema,
			struct json_object *array, const struct schema_place *place)
{
	struct json_object *prefix = json_object_object_get(schema, "prefixItems");
	struct json_object *others = json_object_object_get(schema, "items");
	size_t firsts = prefix ? json_object_array_length(prefix) : 0;

	for (size_t i = 0; i < json_object_array_length(array); i++) {
		const struct schema_place item = { .outer = place, .item = i };
		struct json_object *of = i < firsts ? json_object_array_get_idx(prefix, i) : others;

		if (of)
			check_value(check, of, json_object_array_get_idx(array, i), &item);
	}
}

static void check_required(struct schema_check *check, struct json_object *schema,
			   struct json_object *object, const struct schema_place *place)
{
	struct json_object *names = json_object_object_get(schema, "required");
	struct json_object *members = json_object_object_get(schema, "properties");

	for (size_t i = 0; names && i < json_object_array_length(names); i++) {
		const char *name = json_object_get_string(json_object_array_get_idx(names, i));
		const struct schema_place member = { .outer = place, .name = name };

		if (!json_object_object_get_ex(object, name, NULL))
			complain(check, json_object_object_get(members, name), "is missing", &member);
	}
}

static void check_members(struct schema_check *check, struct json_object *schema,
			  struct json_object *object, const struct schema_place *place)
{
	struct json_object *members = json_object_object_get(schema, "properties");
	struct json_object *others = json_object_object_get(schema, "additionalProperties");

	check_required(check, schema, object, place);
	json_object_object_foreach(object, name, value) {
		const struct schema_place member = { .outer = place, .name = name };
		struct json_object *of = others;

		if ((members && json_object_object_get_ex(members, name, &of)) || of)
			check_value(check, of, value, &member);
	}
}

static void check_value(struct schema_check *check, struct json_object *schema,
			struct json_object *value, const struct schema_place *place)
{
	struct json_object *reference = find_reference(check, schema);
	const long before = check->faults;

	if (!is_right(check, schema, value)) {
		tell_value(check, schema, value, place);
		return;
	}
	if (reference)
		check_value(check, reference, value, place);
	if (check->faults > before)
		return;
	if (json_object_is_type(value, json_type_array))
		check_items(check, schema, value, place);
	else if (json_object_is_type(value, json_type_object))
		check_members(check, schema, value, place);
}

long schema_check(struct json_object *schema, struct json_object *document, schema_tell tell,
		  void *context)
{
	struct schema_check check = { .root = schema, .tell = tell, .context = context };

	check_value(&check, schema, document, &(struct schema_place){ 0 });
	for (size_t i = 0; i < check.patterns_count; i++)
		regfree(&check.compiled[i]);
	return check.out_of_memory ? -ENOMEM : check.faults;
}
