/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * study_result.h - programs that turn a profile into a job's result, one JSON document
 */
#ifndef STUDY_RESULT_H
#define STUDY_RESULT_H

#include <json-c/json.h>

#include "study_profile.h"

struct study_result {
	const char *program;
	/* The document of the program @name of the suite; NULL: there is none, as @without says. */
	struct json_object *(*make)(struct study_profile *profile, const char *name);
	const char *without;
};

/* All of PROGRAM PROFILE NAME > RESULT; returns the status to exit with: 0, 1, or 2 for wrong usage. */
int study_result_main(const struct study_result *result, int argc, char **argv);

/* Add @value, which is @object's from now on. */
void study_put(struct json_object *object, const char *name, struct json_object *value);
/* A number with six digits; NULL of nan. */
struct json_object *study_real(double value);

#endif /* STUDY_RESULT_H */
