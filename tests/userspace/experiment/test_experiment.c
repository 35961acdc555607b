// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_experiment.c - changes become variants, variants runs, runs results: with a run that is made up
 *
 * Its cycles are 10,000 less the reorder buffer's entries, and 1,000 less where the L1 data cache is perfect;
 * with both 100 less.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "experiment/ranking.h"
#include "experiment/trial.h"
#include "experiment/variant.h"
#include "experiment/gainsprofile.h"

#define INSTRUCTIONS	5000

/* The input of the fake run, and its behaviour. */
static struct {
	unsigned int runs;
	size_t cores;			/* of the last one */
	char names[512];		/* the same, each with its observers */
	char expect[24];
	bool elsewhere;
	const char *lost;		/* a lane that leaves nothing */
	int status;
	uint64_t more;			/* instructions in each run but the first */
	unsigned int groups;		/* of windows; 0: the run is not sampled */
	const char *profile;		/* that every core that is observed leaves; NULL: none */
} fake;

static uint64_t cycles_of(const struct tea_params *params)
{
	return 10000 - params->rob - (params->l1d_perfect ? 1000 : 0) -
	       (params->l1d_perfect && params->rob > 192 ? 100 : 0);
}

static void write_profile(const struct simulation *simulation, const struct tea_plan_core *core)
{
	FILE *file;
	char *path;

	if (!fake.profile || !strcmp(core->observers, TEA_PLAN_UNOBSERVED))
		return;
	assert_true(asprintf(&path, "%s%s%s", simulation->profile, core->name ? "." : "",
			     core->name ? core->name : "") > 0);
	file = fopen(path, "w");
	assert_non_null(file);
	fputs(fake.profile, file);
	fclose(file);
	free(path);
}

static int run_fake(const struct simulation *simulation, int argc, char **program, struct fault *fault)
{
	FILE *file;

	(void)argc, (void)program;
	fake.names[0] = '\0';
	fake.cores = simulation->count;
	fake.elsewhere = simulation->elsewhere;
	snprintf(fake.expect, sizeof(fake.expect), "%s", simulation->expect ? simulation->expect : "");
	if (fake.status < 0)
		return fault_set(fault, fake.status, "the run cannot be");
	file = fopen(simulation->cycles, "w");
	assert_non_null(file);
	for (size_t i = 0; i < simulation->count; i++) {
		const struct tea_plan_core *core = &simulation->cores[i];
		struct tea_plan_result result = {
			.cycles = cycles_of(&core->variant.params),
			.instructions = INSTRUCTIONS + (fake.runs ? fake.more : 0),
			.deviations = { fake.groups, { core->variant.params.rob } },
		};

		write_profile(simulation, core);
		snprintf(result.name, sizeof(result.name), "%s", core->name ? core->name : "");
		snprintf(fake.names + strlen(fake.names), sizeof(fake.names) - strlen(fake.names), "%s:%s ",
			 core->name ? core->name : "", core->observers);
		if (!fake.lost || strcmp(fake.lost, result.name))
			tea_plan_put_result(file, &result);
	}
	fclose(file);
	fake.runs++;
	return fake.status;
}

static int forget(void **state)
{
	(void)state;
	memset(&fake, 0, sizeof(fake));
	return 0;
}

static struct experiment make_experiment(void)
{
	return (struct experiment){ .command = "test", .log = stderr, .runner = run_fake };
}

static struct tea_variant make_variant(uint32_t rob)
{
	struct tea_variant variant = { 0 };

	tea_params_init(&variant.params);
	variant.params.rob = rob;
	return variant;
}

static size_t want(struct experiment *experiment, uint32_t rob, const char *observers)
{
	const struct tea_variant variant = make_variant(rob);
	struct fault fault;
	size_t number;

	assert_int_equal(experiment_want(experiment, NULL, &variant, observers, &number, &fault), 0);
	return number;
}

static void test_a_variant_runs_once(void **state)
{
	struct experiment experiment = make_experiment();
	struct fault fault;
	size_t one;

	(void)state;
	assert_int_equal(experiment_begin(&experiment, &fault), 0);
	one = want(&experiment, 64, TEA_PLAN_UNOBSERVED);
	assert_int_equal(want(&experiment, 64, TEA_PLAN_UNOBSERVED), one);
	assert_int_not_equal(want(&experiment, 65, TEA_PLAN_UNOBSERVED), one);
	/* a run that has not started takes further observers */
	assert_int_equal(want(&experiment, 64, "golden"), one);
	assert_int_equal(want(&experiment, 64, TEA_PLAN_UNOBSERVED), one);
	assert_int_equal(experiment_execute(&experiment, 0, NULL, &fault), 0);
	assert_int_equal(fake.cores, 2);
	assert_string_equal(fake.names, "0:golden 1:none ");
	assert_int_equal(experiment.items[one].cycles, 10000 - 64);
	/* nothing is new */
	assert_int_equal(experiment_execute(&experiment, 0, NULL, &fault), 0);
	assert_int_equal(fake.runs, 1);
	/* an unobserved run has to run again */
	assert_int_equal(want(&experiment, 65, "golden"), 2);
	experiment_end(&experiment);
}

static void test_the_engines_are_apart(void **state)
{
	struct experiment experiment = make_experiment();
	struct fault fault;
	size_t full, fast;

	(void)state;
	assert_int_equal(experiment_begin(&experiment, &fault), 0);
	full = want(&experiment, 64, TEA_PLAN_UNOBSERVED);
	experiment.fast = true;
	fast = want(&experiment, 64, TEA_PLAN_UNOBSERVED);
	assert_int_not_equal(full, fast);
	assert_int_equal(experiment_execute(&experiment, 0, NULL, &fault), 0);
	assert_false(experiment.items[full].done);
	assert_true(experiment.items[fast].done);
	experiment_end(&experiment);
}

static void test_what_is_no_core_never_runs(void **state)
{
	struct experiment experiment = make_experiment();
	struct tea_variant variant = make_variant(64);
	struct fault fault;
	size_t number;

	(void)state;
	variant.params.l1d_kib = 3;
	assert_int_equal(experiment_begin(&experiment, &fault), 0);
	assert_int_equal(experiment_want(&experiment, NULL, &variant, "golden", &number, &fault), 0);
	assert_non_null(strstr(experiment.items[number].failure, "l1d_kib"));
	assert_int_equal(experiment_execute(&experiment, 0, NULL, &fault), 0);
	assert_int_equal(fake.runs, 0);
	experiment_end(&experiment);
}

static void test_other_executions(void **state)
{
	struct experiment experiment = make_experiment();
	struct fault fault;

	(void)state;
	fake.more = INSTRUCTIONS;
	assert_int_equal(experiment_begin(&experiment, &fault), 0);
	want(&experiment, 64, "golden");
	assert_int_equal(experiment_execute(&experiment, 0, NULL, &fault), 0);
	assert_false(fake.elsewhere);
	assert_string_equal(fake.expect, "");
	want(&experiment, 65, "golden");
	assert_int_equal(experiment_execute(&experiment, 0, NULL, &fault), 0);
	assert_string_equal(fake.names, "1:golden ");
	assert_true(fake.elsewhere);
	assert_string_equal(fake.expect, "5000");
	assert_int_equal(experiment.instructions, INSTRUCTIONS);
	assert_int_equal(experiment.others, 2 * INSTRUCTIONS);
	experiment_end(&experiment);
}

static void test_a_run_that_cannot_be(void **state)
{
	struct experiment experiment = make_experiment();
	struct fault fault;

	(void)state;
	fake.status = -ENOENT;
	assert_int_equal(experiment_begin(&experiment, &fault), 0);
	want(&experiment, 64, "golden");
	assert_int_equal(experiment_execute(&experiment, 0, NULL, &fault), -ENOENT);
	assert_string_equal(fault.text, "the run cannot be");
	experiment_end(&experiment);
}

/* A list for @changes, which frees it. */
static struct wordlist make_list(size_t count, const char *const *items)
{
	struct wordlist list = { calloc(count + 1, sizeof(*list.items)), count };

	memcpy(list.items, items, count * sizeof(*items));
	return list;
}

#define LIST(...) \
	make_list(sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(char *), \
		  (const char *const[]){ __VA_ARGS__ })

static void test_changes_are_variants(void **state)
{
	struct changes changes = {
		.core = "boom-2w", .sets = LIST("rob=32,l1d_kib=4,l1d_ways=2"), .ideals = LIST("dcache", "bpred"),
	};
	struct tea_variant variant;
	struct fault fault;

	(void)state;
	assert_int_equal(changes_parse(&changes, true, &fault), 0);
	assert_int_equal(changes.count, 3);
	assert_string_equal(changes.items[1].text, "ideal dcache");
	assert_int_equal(changes_apply(&changes, 0, &variant), 0);
	assert_true(variant_same_params(&variant.params, &changes.base));
	assert_int_equal(changes_apply(&changes, 3, &variant), 0);
	assert_string_equal(variant.params.core, "boom-2w");
	assert_int_equal(variant.params.rob, 32);
	assert_int_equal(variant.params.l1d_kib, 4);
	assert_int_equal(variant.params.l1d_perfect, 1);
	assert_int_equal(variant.params.dtlb_perfect, 1);
	assert_int_equal(variant.params.predictor_perfect, 0);
	changes_deinit(&changes);
}

/* One instruction, whose file has a comma in its name. */
static void test_places_are_spared(void **state)
{
	struct changes changes = { 0 };
	struct tea_variant variant;
	struct fault fault;

	(void)state;
	assert_int_equal(changes_select(&changes, &fault), 0);
	assert_int_equal(changes_add(&changes, "a", "/a,b", 0x10, TEA_PSV_ST_L1, &fault), 0);
	assert_int_equal(changes_add(&changes, "b", "/c", 0x20, 0, &fault), 0);
	assert_int_equal(changes_apply(&changes, 3, &variant), 0);
	assert_int_equal(variant.spares_count, 2);
	assert_string_equal(variant.spares[0], "fix=ST-L1@10-11@/a,b");
	assert_string_equal(variant.spares[1], "free=20-21@/c");
	variant_deinit(&variant);
	changes_deinit(&changes);
}

static void check_refused(struct changes changes, const char *text)
{
	struct fault fault;

	assert_int_equal(changes_parse(&changes, true, &fault), -EINVAL);
	if (!strstr(fault.text, text))
		fail_msg("%s", fault.text);
	changes_deinit(&changes);
}

static void test_changes_that_are_refused(void **state)
{
	(void)state;
	check_refused((struct changes){ 0 }, "nothing is to be changed");
	check_refused((struct changes){ .core = "bom", .ideals = LIST("alu") }, "unknown core 'bom'");
	check_refused((struct changes){ .sets = LIST("robb=3") }, "did you mean 'rob'?");
	check_refused((struct changes){ .sets = LIST("rob") }, "give KNOB=VALUE");
	check_refused((struct changes){ .sets = LIST("rob=32,rob=64") }, "contradict each other");
	check_refused((struct changes){ .sets = LIST("rob=32", "rob=64") }, "contradict each other");
	check_refused((struct changes){ .sets = LIST("l1d_kib=3") }, "gives no core");
	check_refused((struct changes){ .sets = LIST("vlen=256") }, "gives vector registers");
	check_refused((struct changes){ .ideals = LIST("dcahe") }, "did you mean 'dcache'?");
	check_refused((struct changes){ .ideals = LIST("alu", "alu") }, "is given twice");
	check_refused((struct changes){ .fixes = LIST("FL-MB") }, "give EVENT@PLACE");
	check_refused((struct changes){ .fixes = LIST("FL-MX@main") }, "unknown event 'FL-MX'");
	check_refused((struct changes){ .fixes = LIST("ST-L1+ST-CO@main") },
		      "cannot take 'ST-L1+ST-CO': ST-CO takes caches that several harts share");
}

static struct trial make_trial(struct wordlist sets, struct wordlist ideals)
{
	struct trial trial = {
		.extent = WHATIF_PAIRS, .observers_base = "golden", .observers = TEA_PLAN_UNOBSERVED,
		.experiment = make_experiment(), .changes = { .sets = sets, .ideals = ideals },
	};
	struct fault fault;

	assert_int_equal(changes_parse(&trial.changes, true, &fault), 0);
	return trial;
}

static void test_sets_of_changes(void **state)
{
	struct trial trial = make_trial(LIST("rob=256"), LIST("l1d"));
	struct fault fault;
	int64_t cycles;

	(void)state;
	assert_int_equal(trial_run(&trial, 0, NULL, &fault), 0);
	assert_string_equal(fake.names, "base:golden 1:none 2:none 1+2:none ");
	assert_int_equal(whatif_find(&trial.whatif, 0)->cycles, 10000 - 192);
	assert_int_equal(whatif_find(&trial.whatif, 1)->cycles, 10000 - 256);
	assert_int_equal(whatif_find(&trial.whatif, 2)->cycles, 9000 - 192);
	assert_true(whatif_interaction(&trial.whatif, whatif_find(&trial.whatif, 3), &cycles));
	assert_int_equal(cycles, 100);
	trial_deinit(&trial);
}

static void test_estimates_have_deviations(void **state)
{
	struct trial trial = make_trial(LIST("rob=256"), LIST("l1d"));
	struct fault fault;

	(void)state;
	fake.groups = 1;
	assert_int_equal(trial_run(&trial, 0, NULL, &fault), 0);
	assert_true(whatif_is_sampled(&trial.whatif));
	for (uint64_t members = 0; members < 4; members++)
		assert_int_equal(whatif_find(&trial.whatif, members)->deviations.of[0],
				 members & 1 ? 256 : 192);
	trial_deinit(&trial);
}

/* Two names, one run. */
static void test_one_name_for_one_run(void **state)
{
	struct trial trial = make_trial(LIST("l1d_perfect=1"), LIST("l1d"));
	struct fault fault;

	(void)state;
	assert_int_equal(trial_run(&trial, 0, NULL, &fault), 0);
	assert_string_equal(fake.names, "base:golden 1:none ");
	assert_int_equal(whatif_find(&trial.whatif, 2)->cycles, whatif_find(&trial.whatif, 1)->cycles);
	trial_deinit(&trial);
}

static void test_a_lane_that_fails_takes_no_other_with_it(void **state)
{
	struct trial trial = make_trial(LIST("rob=256"), LIST("l1d"));
	struct fault fault;
	int64_t cycles;

	(void)state;
	fake.lost = "1";
	fake.status = 1;
	assert_int_equal(trial_run(&trial, 0, NULL, &fault), 1);
	assert_string_equal(whatif_find(&trial.whatif, 1)->failure, "the run left no profile of it");
	assert_null(whatif_find(&trial.whatif, 2)->failure);
	assert_int_equal(whatif_find(&trial.whatif, 3)->cycles, 9000 - 100 - 256);
	assert_false(whatif_interaction(&trial.whatif, whatif_find(&trial.whatif, 3), &cycles));
	trial_deinit(&trial);
}

static void test_a_plan_for_a_machine(void **state)
{
	struct trial trial = make_trial(LIST("rob=64"), LIST("l1d"));
	struct fault fault;
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	(void)state;
	trial.input = "/tmp/p";
	trial.extent = WHATIF_ALONE;
	trial.observers = "golden";
	assert_int_equal(trial_put_plan(&trial, file, &fault), 0);
	fclose(file);
	assert_string_equal(text, "profile=/tmp/p,lane=base,observers=golden,lane=1,observers=golden,rob=64,"
			    "lane=2,observers=golden,l1d_perfect=1\n");
	free(text);
	trial_deinit(&trial);
}

static void test_resources_are_ranked(void **state)
{
	struct ranking ranking = {
		.experiment = make_experiment(), .engine = RANKING_FULL, .sets_asked = true,
		.weighing = { .resources = "decode,rob,l1d" },
	};
	struct fault fault;

	(void)state;
	assert_int_equal(weighing_parse(&ranking.weighing, &fault), 0);
	assert_int_equal(ranking_measure(&ranking, 0, NULL, &fault), 0);
	assert_true(ranking_is_measured(&ranking));
	sensitivity_rank(&ranking.sensitivity);
	assert_int_equal(ranking.sensitivity.cycles, 10000 - 192);
	assert_string_equal(ranking.sensitivity.resources[0].resource->name, "rob");
	assert_int_equal(ranking.sensitivity.resources[0].cells[0].cycles, 10000 - 384);
	assert_string_equal(ranking.sensitivity.resources[2].resource->name, "l1d");
	assert_int_equal(ranking.sensitivity.resources[2].cells[1].cycles, 9000 - 192);
	ranking_deinit(&ranking);
}

#define PROFILE \
	"{\"tea_profile\":1,\"unit\":\"cycles\",\"parts_per_cycle\":12,\"command\":[\"prog\"],\n" \
	"\"config\":{\"core\":\"boom-4w\"},\"period\":100,\"total_cycles\":750,\"instructions\":5000," \
	"\"samples\":0,\"lost\":0,\n\"mappings\":[{\"start\":\"0x10000\",\"end\":\"0x11000\",\"offset\":\"0x0\"," \
	"\"path\":\"/none, here\"}],\n\"golden\":[[\"0x10200\",64,2,0,6000],[\"0x10204\",0,0,0,3000]]"

/* The run's document, unchanged, with the measured gains in it; a failed lane has its reason. */
static void test_a_profile_with_gains(void **state)
{
	char path[] = "/tmp/test_experiment.XXXXXX", text[2048] = "";
	const struct wordlist none = { 0 };
	const struct gainsprofile gains = {
		.command = "test", .log = fopen("/dev/null", "w"), .output = path, .knobs = &none, .most = 2,
		.runner = run_fake,
	};
	struct fault fault;
	FILE *file;

	(void)state;
	assert_true(close(mkstemp(path)) == 0);
	fake.profile = PROFILE "}\n";
	fake.lost = "2";
	assert_int_equal(gainsprofile_run(&gains, 0, NULL, &fault), 1);
	assert_int_equal(fake.runs, 2);
	assert_string_equal(fake.names, "base:golden+tea+stages 1:none 2:none 1+2:none ");
	file = fopen(path, "r");
	assert_true(fread(text, 1, sizeof(text) - 1, file) > 0);
	fclose(file);
	unlink(path);
	fclose(gains.log);
	assert_string_equal(text, PROFILE ",\n\"worth\":{\"instructions\":5000,\"causes\":["
			    "\n{\"path\":\"/none, here\",\"offset\":\"0x200\",\"events\":64},"
			    "\n{\"path\":\"/none, here\",\"offset\":\"0x204\",\"events\":0}],"
			    "\n\"trials\":[\n{\"causes\":[0],\"cycles\":9808},"
			    "\n{\"causes\":[1],\"failure\":\"the run left no profile of it\"},"
			    "\n{\"causes\":[0,1],\"cycles\":9808}]}}\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_a_variant_runs_once, forget),
		cmocka_unit_test_setup(test_the_engines_are_apart, forget),
		cmocka_unit_test_setup(test_what_is_no_core_never_runs, forget),
		cmocka_unit_test_setup(test_other_executions, forget),
		cmocka_unit_test_setup(test_a_run_that_cannot_be, forget),
		cmocka_unit_test_setup(test_changes_are_variants, forget),
		cmocka_unit_test_setup(test_places_are_spared, forget),
		cmocka_unit_test_setup(test_changes_that_are_refused, forget),
		cmocka_unit_test_setup(test_sets_of_changes, forget),
		cmocka_unit_test_setup(test_estimates_have_deviations, forget),
		cmocka_unit_test_setup(test_one_name_for_one_run, forget),
		cmocka_unit_test_setup(test_a_lane_that_fails_takes_no_other_with_it, forget),
		cmocka_unit_test_setup(test_a_plan_for_a_machine, forget),
		cmocka_unit_test_setup(test_resources_are_ranked, forget),
		cmocka_unit_test_setup(test_a_profile_with_gains, forget),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
