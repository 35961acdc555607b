// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sim_region.c - the part of a run that tea sim profiles; see sim_region.h
 */
#include "sim_region.h"

#include <errno.h>
#include <string.h>

#include "sim_cores.h"

/* Up to 19 digits fit into 64 bits. */
static int check_number(const char *option, const char *text, bool zero, struct fault *fault)
{
	size_t digits = strspn(text, "0123456789"), zeros = strspn(text, "0");

	if (digits && digits < 20 && !text[digits] && (zero || zeros < digits))
		return 0;
	return fault_set(fault, -EINVAL, "--%s cannot be '%s': give a whole number of instructions%s",
			 option, text, zero ? "" : ", 1 or more");
}

int sim_region_check(const struct sim_region *region, struct fault *fault)
{
	int error = region->skip ? check_number("skip", region->skip, true, fault) : 0;

	return error || !region->limit ? error : check_number("limit", region->limit, false, fault);
}

static int put_place(const char *option, const char *text, const struct codeplace_program *program,
		     FILE *file, struct fault *fault)
{
	struct codeplace place;
	int error = text ? codeplace_find(&place, program, text, fault) : 0;

	if (error || !text)
		return error;
	fprintf(file, ",%s=", option);
	for (size_t i = 0; i < place.count; i++)
		fprintf(file, "%s%llx-%llx", i ? "+" : "", (unsigned long long)place.ranges[i].begin,
			(unsigned long long)place.ranges[i].end);
	fputc('@', file);
	sim_cores_escape(file, place.path);
	codeplace_deinit(&place);
	return 0;
}

/* The options, for who reads the profile. */
static void put_text(const struct sim_region *region, FILE *file)
{
	const char *const options[][2] = {
		{ "--from", region->from }, { "--skip", region->skip },
		{ "--limit", region->limit }, { "--to", region->to },
	};
	const char *separator = ",region=";

	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		if (!options[i][1])
			continue;
		fprintf(file, "%s%s ", separator, options[i][0]);
		sim_cores_escape(file, options[i][1]);
		separator = " ";
	}
}

int sim_region_put(const struct sim_region *region, const struct codeplace_program *program,
		   FILE *file, struct fault *fault)
{
	int error = put_place("from", region->from, program, file, fault);

	if (!error)
		error = put_place("to", region->to, program, file, fault);
	if (error)
		return error;
	if (region->skip)
		fprintf(file, ",skip=%s", region->skip);
	if (region->limit)
		fprintf(file, ",limit=%s", region->limit);
	put_text(region, file);
	return 0;
}
