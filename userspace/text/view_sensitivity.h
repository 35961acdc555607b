/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_sensitivity.h - which resources of the core limit a program, as text, CSV or JSON
 */
#ifndef VIEW_SENSITIVITY_H
#define VIEW_SENSITIVITY_H

#include "analysis/causes/sensitivity.h"
#include "output/term.h"
#include "recording/recording.h"

struct view_sensitivity {
	const struct sensitivity *sensitivity;	/* ranked */
	const struct term *term;
	const struct recording *recording;	/* of the core as it is */
	const char *by;			/* the kind of places; NULL: there are none */
};

void view_sensitivity_text(const struct view_sensitivity *view);
/* A line for each resource and weight; by place one for each place and resource. */
void view_sensitivity_csv(const struct view_sensitivity *view);
void view_sensitivity_json(const struct view_sensitivity *view);

/* The names of enum tea_limit. */
extern const char *const view_sensitivity_kinds[];

/* The setting of the recording, or "". */
const char *view_sensitivity_setting(const struct view_sensitivity *view, const char *name);

#endif /* VIEW_SENSITIVITY_H */
