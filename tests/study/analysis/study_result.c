// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * study_result.c - programs that turn a profile into a job's result: see study_result.h
 */
#include "study_result.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>

void study_put(struct json_object *object, const char *name, struct json_object *value)
{
	json_object_object_add(object, name, value);
}

struct json_object *study_real(double value)
{
	char text[32];

	if (isnan(value))
		return NULL;
	snprintf(text, sizeof(text), "%.6g", value);
	return json_object_new_double_s(value, text);
}

int study_result_main(const struct study_result *result, int argc, char **argv)
{
	struct study_profile profile;
	struct json_object *json = NULL;
	struct fault fault;
	int error;

	if (argc != 3) {
		fprintf(stderr, "usage: %s PROFILE NAME > RESULT\n", result->program);
		return 2;
	}
	error = study_profile_open(&profile, argv[1], &fault);
	if (!error) {
		json = result->make(&profile, argv[2]);
		if (!json)
			error = fault_set(&fault, -EINVAL, "%s", result->without);
	}
	if (error)
		fprintf(stderr, "%s: %s: %s\n", result->program, argv[1], fault.text);
	else
		puts(json_object_to_json_string_ext(json, JSON_C_TO_STRING_PRETTY));
	json_object_put(json);
	study_profile_close(&profile);
	return error || fflush(stdout) || ferror(stdout);
}
