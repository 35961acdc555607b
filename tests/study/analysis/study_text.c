// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * study_text.c - text with numbers of a table's rows: see study_table.h
 */
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "statistics.h"
#include "study_table.h"

/* STATISTIC:NAME:DIGITS, of which the first or the last may be missing. */
struct field {
	const char *statistic, *name;
	size_t statistic_length, name_length;
	int digits;			/* -1: as awk prints a number */
	bool sign, sizes;
	double divisor;
};

/* A number, and whose it is: a program, or else a name for this row alone. */
struct entry {
	char program[64];
	double value;
	size_t number;
};

/* The numbers of a field, in the order of the rows, and again for draws of programs. */
struct sample {
	double *values;
	size_t *ends, count;
	struct entry *entries;
};

static bool is(const struct field *field, const char *statistic)
{
	return strlen(statistic) == field->statistic_length &&
	       !strncmp(field->statistic, statistic, field->statistic_length);
}

static struct field parse_field(const char *text, size_t length)
{
	struct field field = { .statistic = text, .name = text, .digits = -1, .divisor = 1 };
	const char *end = text + length, *digits = memrchr(text, ':', length), *colon, *slash;

	field.sign = digits && digits[1] == '+';
	if (digits && end - digits == 2 + field.sign && end[-1] >= '0' && end[-1] <= '9') {
		field.digits = end[-1] - '0';
		end = digits;
	}
	colon = memchr(text, ':', (size_t)(end - text));
	if (colon) {
		field.statistic_length = (size_t)(colon - text);
		field.name = colon + 1;
	}
	slash = memchr(field.name, '/', (size_t)(end - field.name));
	if (slash) {
		field.divisor = strtod(slash + 1, NULL);
		end = slash;
	}
	field.sizes = *field.name == '|' && end - field.name > 2;
	field.name += field.sizes;
	field.name_length = (size_t)(end - field.name) - field.sizes;
	return field;
}

static double sum(const struct sample *sample)
{
	double sum = 0;

	for (size_t i = 0; i < sample->count; i++)
		sum += sample->values[i];
	return sum;
}

static void write_number(double number, const struct field *field, FILE *out)
{
	if (isnan(number))
		fputc('-', out);
	else if (field->digits >= 0)
		fprintf(out, field->sign ? "%+.*f" : "%.*f", field->digits, number);
	else
		fprintf(out, number == floor(number) && fabs(number) < 1e15 ? "%.0f" : "%.6g", number);
}

static int compare_entries(const void *left, const void *right)
{
	const struct entry *a = left, *b = right;
	int order = strcmp(a->program, b->program);

	return order ? order : (a->number > b->number) - (a->number < b->number);
}

static int write_range(struct sample *sample, enum statistics_of of, int digits, FILE *out,
		       struct fault *fault)
{
	struct statistics_interval range;
	size_t groups = 0;

	qsort(sample->entries, sample->count, sizeof(*sample->entries), compare_entries);
	for (size_t i = 0; i < sample->count; i++) {
		const struct entry *at = &sample->entries[i];

		sample->values[i] = at->value;
		groups += !i || strcmp(at->program, at[-1].program);
		sample->ends[groups - 1] = i + 1;
	}
	if (statistics_bootstrap(sample->values, sample->ends, groups, of, STUDY_TABLE_DRAWS,
				 STUDY_TABLE_SEED, &range))
		return fault_no_memory(fault, "draws of %zu programs", groups);
	fprintf(out, "%.*f (%.*f to %.*f)", digits, range.value, digits, range.low, digits, range.high);
	return 0;
}

static void write_geometric(struct sample *sample, const struct field *field, int digits, FILE *out)
{
	double middle, half;

	for (size_t i = 0; i < sample->count; i++)
		sample->values[i] = log(sample->values[i]);
	middle = sum(sample) / (double)sample->count;
	half = statistics_half(sample->values, sample->count);
	if (is(field, "gmean"))
		write_number(exp(middle), field, out);
	else
		fprintf(out, "%.*f (%.*f to %.*f)", digits, exp(middle), digits, exp(middle - half),
			digits, exp(middle + half));
}

static void write_share(const struct sample *sample, int digits, FILE *out)
{
	struct statistics_interval range;
	double hits = 0;

	for (size_t i = 0; i < sample->count; i++)
		hits += sample->values[i] != 0;
	range = statistics_share(hits, (double)sample->count);
	fprintf(out, "%.*f to %.*f %%", digits, 100 * range.low, digits, 100 * range.high);
}

/* True where the statistic is a number. */
static bool evaluate(const struct sample *sample, const struct field *field, double *number)
{
	static const struct {
		const char *name;
		double part;
	} quantiles[] = {
		{ "least", 0 }, { "q25", 0.25 }, { "median", 0.5 }, { "q75", 0.75 }, { "most", 1 },
	};
	const double count = (double)sample->count;

	for (size_t i = 0; i < sizeof(quantiles) / sizeof(quantiles[0]); i++) {
		if (is(field, quantiles[i].name)) {
			*number = statistics_quantile(sample->values, sample->count, quantiles[i].part);
			return true;
		}
	}
	*number = is(field, "count") ? count :
		  is(field, "sum") ? sum(sample) :
		  is(field, "mean") ? sum(sample) / count :
		  is(field, "half") ? statistics_half(sample->values, sample->count) : NAN;
	return !isnan(*number);
}

static int write_statistic(struct sample *sample, const struct field *field, FILE *out,
			   struct fault *fault)
{
	int digits = field->digits < 0 ? 2 : field->digits;
	double number;

	if (evaluate(sample, field, &number))
		write_number(number, field, out);
	else if (is(field, "margin") && sample->count == 1)
		fputs("± -", out);
	else if (is(field, "margin"))
		fprintf(out, "± %.*f %%", digits, statistics_half(sample->values, sample->count));
	else if (is(field, "spread"))
		fprintf(out, sample->count > 1 ? "%.*f ± %.*f" : "%.*f", digits,
			sum(sample) / (double)sample->count, digits,
			statistics_deviation(sample->values, sample->count));
	else if (is(field, "gmean") || is(field, "gmean_range"))
		write_geometric(sample, field, digits, out);
	else if (is(field, "mean_range"))
		return write_range(sample, STATISTICS_MEAN, digits, out, fault);
	else if (is(field, "median_range"))
		return write_range(sample, STATISTICS_MEDIAN, digits, out, fault);
	else if (is(field, "share_range"))
		write_share(sample, digits, out);
	else
		return fault_set(fault, -EINVAL, "no statistic '%.*s': study_table.h lists them",
				 (int)field->statistic_length, field->statistic);
	return 0;
}

static int collect(const struct study_table *table, char ***rows, size_t count, size_t column,
		   const struct field *field, struct sample *sample, struct fault *fault)
{
	struct fault none;
	size_t program;
	bool named = !study_table_find(table, "program", strlen("program"), &program, &none);

	for (size_t i = 0; i < count; i++) {
		struct entry *entry = &sample->entries[sample->count];
		double value;

		if (study_table_number(rows[i][column], &value, fault))
			return -EINVAL;
		if (isnan(value))
			continue;
		entry->value = (field->sizes ? fabs(value) : value) / field->divisor;
		entry->number = i;
		if (named)
			snprintf(entry->program, sizeof(entry->program), "%s", rows[i][program]);
		else
			snprintf(entry->program, sizeof(entry->program), "#%zu", sample->count);
		sample->values[sample->count++] = entry->value;
	}
	return 0;
}

static int write_of_column(const struct study_table *table, char ***rows, size_t count,
			   size_t column, const struct field *field, FILE *out,
			   struct fault *fault)
{
	struct sample sample = {
		.values = calloc(count + 1, sizeof(*sample.values)),
		.ends = calloc(count + 1, sizeof(*sample.ends)),
		.entries = calloc(count + 1, sizeof(*sample.entries)),
	};
	int error = sample.entries && sample.values && sample.ends ?
		collect(table, rows, count, column, field, &sample, fault) :
		fault_no_memory(fault, "%zu rows", count);

	if (!error && !sample.count && !is(field, "count") && !is(field, "sum"))
		error = fault_set(fault, -EINVAL, "no row has a number '%s': run tests/study/reproduce",
				  table->names[column]);
	if (!error)
		error = write_statistic(&sample, field, out, fault);
	free(sample.values);
	free(sample.ends);
	free(sample.entries);
	return error;
}

static int write_field(const struct study_table *table, char ***rows, size_t count,
		       const struct field *field, FILE *out, struct fault *fault)
{
	double number;
	size_t column;

	if (field->name_length == strlen("count") && !strncmp(field->name, "count", 5)) {
		fprintf(out, "%zu", count);
		return 0;
	}
	if (study_table_find(table, field->name, field->name_length, &column, fault))
		return -EINVAL;
	if (field->statistic_length)
		return write_of_column(table, rows, count, column, field, out, fault);
	if (!count)
		return fault_set(fault, -EINVAL, "no row has a '%s': run tests/study/reproduce",
				 table->names[column]);
	if (field->digits < 0)
		fputs(rows[0][column], out);
	else if (study_table_number(rows[0][column], &number, fault))
		return -EINVAL;
	else
		write_number(number / field->divisor, field, out);
	return 0;
}

int study_table_write(const struct study_table *table, char ***rows, size_t count,
		      const char *text, FILE *out, struct fault *fault)
{
	for (;;) {
		size_t plain = strcspn(text, "{"), length;
		struct field field;

		fwrite(text, 1, plain, out);
		text += plain;
		if (!*text++)
			return 0;
		length = strcspn(text, "}");
		if (!text[length])
			return fault_set(fault, -EINVAL, "'{%s' has no end: give a '}'", text);
		field = parse_field(text, length);
		if (write_field(table, rows, count, &field, out, fault))
			return -EINVAL;
		text += length + 1;
	}
}
