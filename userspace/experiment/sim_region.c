// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sim_region.c - the part of a run that tea sim profiles; see sim_region.h
 */
#include "sim_region.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Up to 19 digits fit into 64 bits. */
static int check_number(const char *option, const char *text, bool zero, struct fault *fault)
{
	size_t digits = strspn(text, "0123456789"), zeros = strspn(text, "0");

	if (digits && digits < 20 && !text[digits] && (zero || zeros < digits))
		return 0;
	return fault_set(fault, -EINVAL, "--%s cannot be '%s': give a whole number of instructions%s",
			 option, text, zero ? "" : ", 1 or more");
}

/* The last instructions before it are known only where they are counted. */
static int check_warm(const struct sim_region *region, struct fault *fault)
{
	int error = 0;

	if (!region->from && !region->skip)
		return fault_set(fault, -EINVAL, "--warm without --from or --skip: nothing comes before");
	if (strcmp(region->warm, "all"))
		error = check_number("warm", region->warm, false, fault);
	if (error || !strcmp(region->warm, "all"))
		return error;
	if (!region->skip || strtoull(region->warm, NULL, 10) > strtoull(region->skip, NULL, 10))
		return fault_set(fault, -EINVAL, "--warm %s without --skip of as many: where the region begins is "
				 "not known before; give --warm all", region->warm);
	return 0;
}

static int check_part(const struct sim_region *region, struct fault *fault)
{
	int error = region->skip ? check_number("skip", region->skip, true, fault) : 0;

	if (!error && region->limit)
		error = check_number("limit", region->limit, false, fault);
	return error || !region->warm ? error : check_warm(region, fault);
}

static int check_detail(const char *detail, struct fault *fault)
{
	char *end;
	double percent = strtod(detail, &end);

	if (strspn(detail, "0123456789.") == strlen(detail) && !*end && percent >= 0.0001 && percent <= 50)
		return 0;
	return fault_set(fault, -EINVAL, "--detail cannot be '%s': give percent of the instructions, 0.0001 to "
			 "50", detail);
}

static int check_sampled(const struct sim_region *region, struct fault *fault)
{
	int error = 0;

	if (region->from || region->skip || region->limit || region->to)
		return fault_set(fault, -EINVAL, "--sampled is of whole runs: leave out --from, --skip, --limit "
				 "and --to");
	if (region->warm && strcmp(region->warm, "all"))
		error = check_number("warm", region->warm, false, fault);
	if (!error && region->detail)
		error = check_detail(region->detail, fault);
	if (!error && region->seed)
		error = check_number("seed", region->seed, true, fault);
	return error;
}

int sim_region_check(const struct sim_region *region, struct fault *fault)
{
	if (region->sampled)
		return check_sampled(region, fault);
	if (region->detail || region->seed)
		return fault_set(fault, -EINVAL, "--detail and --seed are of --sampled: give it, too, or leave "
				 "them out");
	return check_part(region, fault);
}

static int find_place(const char *text, const struct codeplace_program *program, char **words,
		      struct fault *fault)
{
	struct codeplace place;
	int error = text ? codeplace_find(&place, program, text, fault) : 0;

	if (error || !text)
		return error;
	*words = codeplace_words(&place);
	codeplace_deinit(&place);
	return *words ? 0 : fault_no_memory(fault, "the places");
}

/* The options, for readers of the profile. */
static char *make_text(const struct sim_region *region)
{
	const char *const options[][2] = {
		{ "--from ", region->from }, { "--skip ", region->skip },
		{ "--limit ", region->limit }, { "--to ", region->to },
		{ "--warm ", region->sampled ? NULL : region->warm },
	};
	const char *separator = "";
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	for (size_t i = 0; file && i < sizeof(options) / sizeof(options[0]); i++) {
		if (!options[i][1])
			continue;
		fprintf(file, "%s%s%s", separator, options[i][0], options[i][1]);
		separator = " ";
	}
	if (file && !fclose(file) && *text)
		return text;
	free(text);
	return NULL;
}

int sim_region_find(struct sim_region_words *words, const struct sim_region *region,
		    const struct codeplace_program *program, struct fault *fault)
{
	int error = find_place(region->from, program, &words->from, fault);

	if (!error)
		error = find_place(region->to, program, &words->to, fault);
	words->text = make_text(region);
	return error;
}

void sim_region_deinit(struct sim_region_words *words)
{
	free(words->from);
	free(words->to);
	free(words->text);
}
