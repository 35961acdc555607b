// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * stagejson.c - stage stacks in a profile: see stagejson.h
 */
#include <inttypes.h>

#include "jsonout.h"
#include "stagejson.h"

const char *const stagejson_stacks[TEA_STACKS_COUNT] = {
#define TEA_X(index, id, name, text) [index] = name,
	TEA_STACKS(TEA_X)
#undef TEA_X
};

static const char *const components[TEA_COMPONENTS_COUNT] = {
#define TEA_X(index, id, name, cause, text) [index] = name,
	TEA_COMPONENTS(TEA_X)
#undef TEA_X
};

void stagejson_components(FILE *file)
{
	fputs("\"components\":[", file);
	for (unsigned int i = 0; i < TEA_COMPONENTS_COUNT; i++)
		fprintf(file, "%s\"%s\"", i ? "," : "", components[i]);
	fputc(']', file);
}

/* Empty where there are no slots. */
static void put_deviations(FILE *file, const struct runstages_row *row)
{
	for (unsigned int k = 0; row->slots && k < RUNRATIO_GROUPS; k++)
		fprintf(file, k ? ",%" PRId64 : "%" PRId64, row->deviations[k]);
}

/* @count rows of an instruction at a stage, by component; the last has slots. */
static void put_row(FILE *file, const struct runstages_row *rows, size_t count)
{
	uint64_t slots[TEA_COMPONENTS_COUNT] = { 0 };
	unsigned int component = 0;

	for (size_t i = 0; i < count; i++)
		slots[rows[i].component] = rows[i].slots;
	fprintf(file, "[\"0x%" PRIx64 "\",", rows->pc);
	jsonout_short_list(file, slots, TEA_COMPONENTS_COUNT);
	for (size_t i = 0; i < count; i++, component++) {
		fputs(i ? "]," : ",[", file);
		for (; component < rows[i].component; component++)
			fputs("[],", file);
		fputc('[', file);
		put_deviations(file, &rows[i]);
	}
	fputs("]]]", file);
}

/* Of one instruction at one stage, from the first on. */
static size_t count_alike(const struct runstages_row *rows, size_t count)
{
	size_t alike = 1;

	while (alike < count && rows[alike].stack == rows->stack && rows[alike].pc == rows->pc)
		alike++;
	return alike;
}

/* Without those at the end that have no slots. */
static size_t count_slots(const struct runstages_row *rows, size_t count)
{
	while (count && !rows[count - 1].slots)
		count--;
	return count;
}

static void put_stack(FILE *file, const struct runstages_rows *rows, unsigned int stack)
{
	const char *comma = "\n";
	size_t alike, count;

	fprintf(file, ",\n\"%s\":[", stagejson_stacks[stack]);
	for (size_t i = 0; i < rows->count; i += alike) {
		alike = count_alike(&rows->rows[i], rows->count - i);
		count = count_slots(&rows->rows[i], alike);
		if (rows->rows[i].stack != stack || !count)
			continue;
		fputs(comma, file);
		put_row(file, &rows->rows[i], count);
		comma = ",\n";
	}
	fputc(']', file);
}

void stagejson_estimate(FILE *file, const struct runstages_rows *rows, uint64_t instructions)
{
	uint64_t sums[TEA_STACKS_COUNT][TEA_COMPONENTS_COUNT] = { 0 };

	if (!rows->count)
		return;
	for (size_t i = 0; i < rows->count; i++)
		sums[rows->rows[i].stack][rows->rows[i].component] += rows->rows[i].slots;
	fprintf(file, ",\n\"stages\":{\"width\":%" PRIu32 ",", rows->width);
	stagejson_components(file);
	for (unsigned int i = 0; i < TEA_STACKS_COUNT; i++)
		put_stack(file, rows, i);
	fprintf(file, ",\n\"threads\":[\n{\"cycles\":%" PRIu64 ",\"instructions\":%" PRIu64,
		rows->cycles, instructions);
	for (unsigned int i = 0; i < TEA_STACKS_COUNT; i++) {
		fprintf(file, ",\"%s\":", stagejson_stacks[i]);
		jsonout_short_list(file, sums[i], TEA_COMPONENTS_COUNT);
	}
	fputs("}]}", file);
}
