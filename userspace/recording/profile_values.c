// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * profile_values.c - values of a profile's JSON; see profile_parts.h
 */
#include <errno.h>
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>

#include "profile_parts.h"
#include "recording_store.h"

int profile_damaged(struct fault *fault, const char *what)
{
	return fault_set(fault, -EINVAL, "a damaged profile: '%s' is missing or not as it should "
			 "be; run 'tea sim' again, or see 'tea info --check'", what);
}

int profile_number(struct json_object *object, const char *name, uint64_t *value,
		   struct fault *fault)
{
	struct json_object *field = json_object_object_get(object, name);

	if (!json_object_is_type(field, json_type_int) || json_object_get_int64(field) < 0)
		return profile_damaged(fault, name);
	*value = json_object_get_uint64(field);
	return 0;
}

bool profile_address(struct json_object *field, uint64_t *value)
{
	const char *text = json_object_get_string(field);
	char *end;

	if (!json_object_is_type(field, json_type_string) || strncmp(text, "0x", 2) || !text[2])
		return false;
	errno = 0;
	*value = strtoull(text, &end, 16);
	return !errno && !*end;
}

struct json_object *profile_array(struct json_object *object, const char *name)
{
	struct json_object *field = json_object_object_get(object, name);

	return json_object_is_type(field, json_type_array) ? field : NULL;
}

const char *profile_text(struct json_object *object, const char *name)
{
	struct json_object *field = json_object_object_get(object, name);

	return json_object_is_type(field, json_type_string) ? json_object_get_string(field) : NULL;
}

int profile_missing_rows(struct fault *fault, const char *name)
{
	return fault_set(fault, -EINVAL, "no rows of '%s' in the profile: run 'tea sim' again, "
			 "with that among its --observers", name);
}

int profile_missing(const struct recording *recording, const char *what, const char *observer,
		    struct fault *fault)
{
	if (json_object_object_get(recording->json, "sampled"))
		return fault_set(fault, -EINVAL, "no %s in the profile of a sampled run: run 'tea sim' again, "
				 "%swith '%s' among its --observers", what,
				 strcmp(observer, "stages") ? "without --sampled and " : "", observer);
	return fault_set(fault, -EINVAL, "no %s in the profile: run 'tea sim' again, with '%s' among its "
			 "--observers", what, observer);
}

uint64_t profile_header_number(const struct recording *recording, const char *name)
{
	return json_object_get_uint64(json_object_object_get(recording->json, name));
}

int profile_begin(struct recording *recording, struct recording_measure *measure,
		  const struct category_kind *kind, struct fault *fault)
{
	recording_begin(recording, measure, kind);
	measure->lost = profile_header_number(recording, "lost");
	measure->parts_per_unit = (uint32_t)profile_header_number(recording, "parts_per_cycle");
	return measure == recording->shown ?
	       filter_resolve(&recording->options.filter, kind, fault) : 0;
}
