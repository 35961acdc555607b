// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_analysis.c - the study's metric and statistics on cases computed by hand
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "comparison.h"
#include "eventsets.h"
#include "statistics.h"
#include "study_profile.h"
#include "study_table.h"

#define assert_near(value, expected, margin) \
	assert_true(fabs((value) - (expected)) <= (margin))

static void add_golden(struct comparison *comparison, uint32_t unit, uint16_t psv, double parts)
{
	assert_int_equal(comparison_add_golden(comparison, unit, psv, parts, 0), 0);
}

static void add_sampled(struct comparison *comparison, uint32_t unit, uint16_t psv, uint64_t parts)
{
	const uint64_t list[TEA_THINNING_LEVELS] = { parts, parts / 2 };

	assert_int_equal(comparison_add_sampled(comparison, unit, psv, list), 0);
}

/*
 * Golden 60, 30, 10 of 100; samples 3, 6, 1 of 10: min is 30 + 30 + 10 of 100.
 * Rows of the same component come apart, as those of different commit states do.
 */
static void test_error(void **state)
{
	struct comparison comparison = { .list = NULL };

	(void)state;
	add_golden(&comparison, 1, 0, 45);
	add_golden(&comparison, 2, 0, 10);
	add_golden(&comparison, 1, 8, 30);
	add_golden(&comparison, 1, 0, 15);
	add_sampled(&comparison, 1, 8, 4);
	add_sampled(&comparison, 2, 0, 1);
	add_sampled(&comparison, 1, 0, 3);
	add_sampled(&comparison, 1, 8, 2);
	comparison_seal(&comparison);
	assert_int_equal(comparison.count, 3);
	assert_near(comparison_error(&comparison, 0), 0.30, 1e-12);
	/* level 1: 1 and 1 + 2 parts, the 1 of unit 2 is gone: 1/4 and 3/4 */
	assert_near(comparison_error(&comparison, 1), 1 - 0.25 - 0.30, 1e-12);
	/* no samples: all of it is wrong */
	assert_near(comparison_error(&comparison, 2), 1, 0);
	comparison_deinit(&comparison);
}

static void test_error_extremes(void **state)
{
	struct comparison same = { .list = NULL }, apart = { .list = NULL };

	(void)state;
	for (uint32_t unit = 0; unit < 5; unit++) {
		add_golden(&same, unit, 0, 12 * (unit + 1));
		add_sampled(&same, unit, 0, 12 * (unit + 1));
		add_golden(&apart, unit, 0, 1);
		add_sampled(&apart, unit, 1, 1);
	}
	comparison_seal(&same);
	comparison_seal(&apart);
	assert_near(comparison_error(&same, 0), 0, 1e-12);
	assert_near(comparison_error(&apart, 0), 1, 1e-12);
	comparison_deinit(&same);
	comparison_deinit(&apart);
}

/*
 * Two components of one half each: the error of N samples is |X - N/2| / N with X
 * binomial, whose mean is about 0.5 sqrt(2 / (pi N)).
 */
static void test_noise(void **state)
{
	const double samples = 10000, expected = 0.5 * sqrt(2 / (M_PI * samples));
	struct comparison comparison = { .list = NULL };
	struct comparison_estimate one, four;

	(void)state;
	comparison_add_golden(&comparison, 1, 0, 50, 50);
	comparison_add_golden(&comparison, 2, 0, 50, 50);
	comparison_seal(&comparison);
	one = comparison_noise(&comparison, samples, 1, 1000, 1);
	assert_near(one.mean, expected, 0.1 * expected);
	assert_true(one.low < one.mean && one.mean < one.high);
	assert_near(one.high, 2.24 * 0.5 / sqrt(samples), 0.001);
	/* four shares to a sample: half the noise */
	four = comparison_noise(&comparison, samples, 4, 1000, 1);
	assert_near(four.mean, expected / 2, 0.1 * expected);
	comparison_deinit(&comparison);
}

/* A bias of a fifth stays a fifth, with an interval of some sampling noise. */
static void test_interval(void **state)
{
	struct comparison comparison = { .list = NULL };
	struct comparison_estimate interval;

	(void)state;
	add_golden(&comparison, 1, 0, 50);
	add_golden(&comparison, 2, 0, 50);
	add_sampled(&comparison, 1, 0, 70);
	add_sampled(&comparison, 2, 0, 30);
	comparison_seal(&comparison);
	interval = comparison_interval(&comparison, 0, 10000, 1, 1000, 1);
	assert_near(interval.mean, 0.2, 1e-12);
	assert_near(interval.high - interval.low, 2 * 1.96 * sqrt(0.7 * 0.3 / 10000), 0.002);
	comparison_deinit(&comparison);
}

static void test_pearson(void **state)
{
	const double x[] = { 1, 2, 3, 4 }, up[] = { 3, 5, 7, 9 }, down[] = { 4, 3, 2, 1 };
	const double some[] = { 1, 3, 2, 4 }, flat[] = { 1, 1, 1, 1 };

	(void)state;
	assert_near(statistics_pearson(x, up, 4), 1, 1e-12);
	assert_near(statistics_pearson(x, down, 4), -1, 1e-12);
	assert_near(statistics_pearson(x, some, 4), 0.8, 1e-12);
	assert_true(isnan(statistics_pearson(x, flat, 4)));
	assert_true(isnan(statistics_pearson(x, up, 2)));
}

static void test_percentile(void **state)
{
	const uint64_t histogram[] = { 0, 90, 0, 10 }, empty[] = { 0, 0 };

	(void)state;
	assert_near(statistics_percentile(histogram, 4, 0.90), 1.5, 1e-12);
	assert_near(statistics_percentile(histogram, 4, 0.45), 1.0, 1e-12);
	assert_near(statistics_percentile(histogram, 4, 0.99), 3.4, 1e-12);
	assert_true(isnan(statistics_percentile(empty, 2, 0.5)));
}

/* The mean's interval of the numbers 1 to 100 is 1.96 times its standard error, 2.89. */
static void test_bootstrap(void **state)
{
	double values[100];
	size_t ends[100], one = 100, pairs[50];
	struct statistics_interval mean, median, again, grouped;

	(void)state;
	for (size_t i = 0; i < 100; i++) {
		values[i] = (double)i + 1;
		ends[i] = i + 1;
		pairs[i / 2] = i + 1;
	}
	assert_int_equal(statistics_bootstrap(values, ends, 100, STATISTICS_MEAN, 10000, 1, &mean), 0);
	assert_near(mean.value, 50.5, 1e-12);
	assert_near(mean.high - mean.value, 1.96 * 2.89, 0.15);
	assert_near(mean.value - mean.low, 1.96 * 2.89, 0.15);
	assert_int_equal(statistics_bootstrap(values, ends, 100, STATISTICS_MEAN, 10000, 1, &again), 0);
	assert_true(again.low == mean.low && again.high == mean.high);
	assert_int_equal(statistics_bootstrap(values, ends, 100, STATISTICS_MEDIAN, 1000, 1, &median), 0);
	assert_near(median.value, 50.5, 1e-12);
	assert_true(median.high - median.low > mean.high - mean.low);
	/* values that come in pairs of neighbours are half as many */
	assert_int_equal(statistics_bootstrap(values, pairs, 50, STATISTICS_MEAN, 10000, 1, &grouped), 0);
	assert_near((grouped.high - grouped.low) / (mean.high - mean.low), M_SQRT2, 0.05);
	assert_int_equal(statistics_bootstrap(values, &one, 1, STATISTICS_MEAN, 100, 1, &grouped), 0);
	assert_true(grouped.low == grouped.value && grouped.high == grouped.value);
	assert_int_equal(statistics_bootstrap(values, ends, 0, STATISTICS_MEAN, 100, 1, &grouped), 0);
	assert_true(isnan(grouped.value) && isnan(grouped.low));
}

/* In groups of different sizes each value counts the same. */
static void test_bootstrap_groups(void **state)
{
	const double values[] = { 1, 1, 1, 1, 6 };
	const size_t ends[] = { 4, 5 };
	struct statistics_interval interval;

	(void)state;
	assert_int_equal(statistics_bootstrap(values, ends, 2, STATISTICS_MEAN, 1000, 1, &interval), 0);
	assert_near(interval.value, 2, 1e-12);
	assert_near(interval.low, 1, 1e-12);
	assert_near(interval.high, 6, 1e-12);
}

/* Wilson's: 10 of 10 are above 72.2 %, 5 of 10 from 23.7 to 76.3 %. */
static void test_share(void **state)
{
	struct statistics_interval all = statistics_share(10, 10), half = statistics_share(5, 10);

	(void)state;
	assert_near(all.value, 1, 0);
	assert_near(all.low, 0.7225, 0.0001);
	assert_near(all.high, 1, 1e-12);
	assert_near(half.low, 0.2366, 0.0001);
	assert_near(half.high, 0.7634, 0.0001);
}

static void test_statistics(void **state)
{
	const double values[] = { 4, 1, 2, 3 };

	(void)state;
	assert_near(statistics_quantile(values, 4, 0), 1, 0);
	assert_near(statistics_quantile(values, 4, 0.25), 1.75, 1e-12);
	assert_near(statistics_quantile(values, 4, 0.5), 2.5, 1e-12);
	assert_near(statistics_quantile(values, 4, 1), 4, 0);
	assert_true(isnan(statistics_quantile(values, 0, 0.5)));
	assert_near(statistics_deviation(values, 4), sqrt(5.0 / 3), 1e-12);
	assert_near(statistics_deviation(values, 1), 0, 0);
	assert_near(statistics_half(values, 4), 3.182 * sqrt(5.0 / 3) / 2, 1e-12);
	assert_true(isinf(statistics_half(values, 1)));
}

/* The text of all rows that a condition keeps, or the error. */
static void assert_text(const char *condition, const char *by, const char *text,
			const char *expected)
{
	static char data[] = "program\tcore\tcycles\terror\n"
		"one\tbig\t10\t1.5\ntwo\tbig\t20\t-2.5\n\none\tlittle\t30\tnan\n";
	FILE *file = fmemopen(data, strlen(data), "r"), *out;
	struct study_table table;
	struct fault fault;
	char *said = NULL;
	size_t size;
	int error;

	assert_int_equal(study_table_read(&table, file, &fault), 0);
	out = open_memstream(&said, &size);
	error = condition ? study_table_keep(&table, condition, &fault) : 0;
	if (!error)
		error = study_table_print(&table, by, text, out, &fault);
	fclose(out);
	fclose(file);
	assert_string_equal(error ? fault.text : said, expected);
	free(said);
	study_table_deinit(&table);
}

static void test_table(void **state)
{
	(void)state;
	assert_text(NULL, NULL, "{count} of {program}", "3 of one");
	assert_text("core=big", NULL, "{sum:cycles}, {mean:cycles:1} {cycles:+2}", "30, 15.0 +10.00");
	assert_text("core!=big|none", NULL, "{cycles} {cycles/10:1} {mean:cycles/100}", "30 3.0 0.3");
	assert_text("cycles>=20", NULL, "{count} {least:cycles} {most:cycles}", "2 20 30");
	assert_text("cycles<20", NULL, "{half:cycles} {spread:cycles:1} {margin:cycles}", "inf 10.0 ± -");
	assert_text("core=big", NULL, "{half:cycles:1} {margin:cycles:1}", "63.5 ± 63.5 %");
	assert_text(NULL, NULL, "{mean:|error|} {count:error} {spread:error:1}", "2 2 -0.5 ± 2.8");
	assert_text(NULL, "core", "{core} {median:cycles}", "big 15\nlittle 30\n");
	assert_text(NULL, "core,program", "{core} {program}", "big one\nbig two\nlittle one\n");
	assert_text(NULL, "", "{error:1}", "1.5\n-2.5\n-\n");
	assert_text("cycles>30", "", "{cycles}", "");
	/* the two rows of a program are drawn together */
	assert_text("program=one", NULL, "{mean_range:cycles:0}", "20 (20 to 20)");
	assert_text(NULL, NULL, "{median_range:cycles:0}", "20 (20 to 20)");
	assert_text("core=big", NULL, "{gmean:cycles:3} {gmean_range:cycles:3}",
		    "14.142 14.142 (0.173 to 1156.002)");
	assert_text(NULL, NULL, "{share_range:cycles:0}", "44 to 100 %");
}

static void test_table_refused(void **state)
{
	(void)state;
	assert_text("cycles>30", NULL, "{count} {sum:cycles}", "0 0");
	assert_text("cycles>30", NULL, "{mean:cycles}", "no row has a number 'cycles': run tests/study/reproduce");
	assert_text("cycles>30", NULL, "{cycles}", "no row has a 'cycles': run tests/study/reproduce");
	assert_text("cycles", NULL, "", "'cycles' is no condition: give NAME=VALUE");
	assert_text("cycles>much", NULL, "", "'much' is no number");
	assert_text(NULL, NULL, "{mean:core}", "'big' is no number");
	assert_text(NULL, NULL, "{mode:cycles}", "no statistic 'mode': study_table.h lists them");
	assert_text(NULL, "ipc", "", "no column 'ipc': the first line names them");
	assert_text(NULL, NULL, "{cycles", "'{cycles' has no end: give a '}'");
}

/* Table 1: IBS sees six of the nine events, SPE five, RIS seven. TEA's own are all, with ST-CO. */
static void test_schemes(void **state)
{
	static const struct {
		const char *name;
		int events;
	} expected[STUDY_SCHEMES] = {
		{ "tea", 10 }, { "ibs", 6 }, { "spe", 5 }, { "ris", 7 },
		{ "tagged", 10 }, { "nci", 10 },
	};

	(void)state;
	for (unsigned int i = 0; i < STUDY_SCHEMES; i++) {
		assert_string_equal(study_scheme_name(i), expected[i].name);
		assert_int_equal(__builtin_popcount(study_scheme_events(i)), expected[i].events);
	}
}

/*
 * Two programs: A has 100 cycles of a miss, 60 of a miss to memory, 40 without event, of which
 * 20 are of a divide; B has 90 of mispredicts, flushed, and 10 of a miss.
 */
static struct eventsets_row rows_of_a[] = {
	{ TEA_PSV_ST_L1 | TEA_STALLS_ST_LD, { [TEA_STATE_STALLED] = 100 }, { [10] = 10 } },
	{ TEA_PSV_ST_L1 | TEA_PSV_ST_LLC | TEA_STALLS_ST_LD, { [TEA_STATE_STALLED] = 60 },
	  { [60] = 1 } },
	{ 0, { [TEA_STATE_STALLED] = 20 }, { [1] = 20 } },
	{ TEA_STALLS_ST_OP, { [TEA_STATE_STALLED] = 20 }, { [20] = 1 } },
};

static struct eventsets_row rows_of_b[] = {
	{ TEA_PSV_FL_MB, { [TEA_STATE_FLUSHED] = 90 }, { 0 } },
	{ TEA_PSV_ST_L1 | TEA_STALLS_ST_LD, { [TEA_STATE_STALLED] = 10 }, { [10] = 1 } },
};

static const struct eventsets_program two[] = {
	{ .name = "A", .rows = rows_of_a, .count = 4 }, { .name = "B", .rows = rows_of_b, .count = 2 },
};

static void test_eventsets(void **state)
{
	struct eventsets_value value;

	(void)state;
	eventsets_evaluate(two, 2, TEA_PSV_PAPER, &value);
	assert_near(value.explained, (160.0 / 200 + 1) / 2, 1e-12);
	assert_near(value.by_state[TEA_STATE_STALLED], (160.0 / 200 + 1) / 2, 1e-12);
	assert_near(value.by_state[TEA_STATE_FLUSHED], 1, 0);
	assert_true(isnan(value.by_state[TEA_STATE_DRAINED]));
	/* 21 stalls without event, in A alone: 20 of a cycle, one of 20 */
	assert_near(value.lengths[0], 0.5 + 10.5 / 20, 1e-12);
	assert_near(value.lengths[2], 19.5 + 0.79, 1e-9);
	assert_near(value.pooled, value.lengths[2], 0);
	/* A has both kinds of miss, B a miss and a mispredict */
	assert_near(value.categories, 2, 0);
	eventsets_evaluate(two, 2, TEA_PSV_ST_L1, &value);
	assert_near(value.explained, (160.0 / 200 + 10.0 / 100) / 2, 1e-12);
	assert_near(value.categories, 1, 0);
	/* with the operation no long stall is left in A, and none at all in B */
	eventsets_evaluate(two, 1, TEA_PSV_ST_L1 | TEA_STALLS_ST_OP, &value);
	assert_near(value.lengths[3], 0.5 + 0.999, 1e-12);
	eventsets_evaluate(two + 1, 1, TEA_PSV_PAPER, &value);
	assert_true(isnan(value.lengths[2]) && isnan(value.pooled));
}

/* ST-L1 explains 0.8 and 0.1 of the two, FL-MB none and 0.9: equal, so the lower bit is taken. */
static void test_eventsets_rule(void **state)
{
	(void)state;
	assert_int_equal(eventsets_next(two, 2, 0, TEA_PSV_ST_L1 | TEA_PSV_FL_MB), TEA_PSV_FL_MB);
	assert_int_equal(eventsets_next(two, 1, 0, TEA_PSV_PAPER), TEA_PSV_ST_L1);
	assert_int_equal(eventsets_next(two, 2, TEA_PSV_FL_MB, TEA_PSV_PAPER & ~TEA_PSV_FL_MB),
			 TEA_PSV_ST_L1);
	/* the remaining events explain nothing more: in the order of the bits */
	assert_int_equal(eventsets_next(two, 2, TEA_PSV_FL_MB | TEA_PSV_ST_L1,
					TEA_PSV_ST_LLC | TEA_PSV_DR_TLB), TEA_PSV_DR_TLB);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_error),
		cmocka_unit_test(test_error_extremes),
		cmocka_unit_test(test_noise),
		cmocka_unit_test(test_interval),
		cmocka_unit_test(test_pearson),
		cmocka_unit_test(test_percentile),
		cmocka_unit_test(test_bootstrap),
		cmocka_unit_test(test_bootstrap_groups),
		cmocka_unit_test(test_share),
		cmocka_unit_test(test_statistics),
		cmocka_unit_test(test_table),
		cmocka_unit_test(test_table_refused),
		cmocka_unit_test(test_schemes),
		cmocka_unit_test(test_eventsets),
		cmocka_unit_test(test_eventsets_rule),
	};

	return cmocka_run_group_tests_name("analysis", tests, NULL, NULL);
}
