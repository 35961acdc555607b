// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * plugin.c - the plugin's entry: options, and the kind of QEMU
 *
 *   -plugin libteaplugin.so[,sampled=on[,warm=all|N]][,golden=DIR][,profile=FILE[,period=N][,observers=A+B]]
 *           [,core=NAME][,KNOB=VALUE]...
 *           [,lane=NAME[,core=NAME][,observers=A+B][,KNOB=VALUE]...]...
 *                                                                   qemu-system-riscv64
 *   -plugin libteaplugin.so,profile=FILE[,cycles=FILE][,period=N][,observers=A+B][,expect=INSTRUCTIONS]
 *           [,engine=full|fast][,from=..][,skip=N][,limit=N][,to=..][,warm=all|N][,region=TEXT]
 *           [,sampled=PERCENT[,seed=N][,resume=FILE][,refine=FILE]]
 *           [,core=NAME][,KNOB=VALUE]...
 *           [,lane=NAME[,core=NAME][,observers=A+B][,fix=..][,free=..][,KNOB=VALUE]...]...
 *                                                                   qemu-riscv64
 *   -plugin libteaplugin.so,follow=on                               its children
 *
 * The words are those of plan.h. A file can hold more than an argument: words=FILE stands for its
 * contents. NAME is one of the model's cores, see cores.c, KNOB one of its knobs, see params.def. A
 * program runs on a core for each lane: its observers replace those for all, and its profile is
 * FILE.NAME. The cycles of all lanes go into the file of cycles=; a lane with these alone has
 * observers=none, and no profile. A machine's first lane is its unit, and gives time; the others
 * are beside it.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "hostapi.h"
#include "machine.h"
#include "observers.h"
#include "plan.h"
#include "sim.h"
#include "spares.h"
#include "warming.h"

QEMU_PLUGIN_EXPORT int qemu_plugin_version = QEMU_PLUGIN_VERSION;

/* The options of the plan beside its cores. */
struct options {
	uint64_t period;		/* of all samplers, core cycles, not 0 */
	uint64_t expected;		/* instructions; 0: not known */
	struct spares *spares;
	struct region *region;
	struct sampling sampling;
};

static int set_period(struct options *options, const char *value)
{
	unsigned long long period;
	char *end;

	errno = 0;
	period = strtoull(value, &end, 10);
	if (*value < '0' || *value > '9' || *end || errno || !period) {
		fprintf(stderr, "tea: sampling period '%s' is not a number of cycles: "
			"give 1 or more\n", value);
		return -1;
	}
	options->period = period;
	return 0;
}

/* @text of the option @name, a number of @unit. */
static int set_number(uint64_t *number, const char *name, const char *text, const char *unit)
{
	char *end;

	errno = 0;
	*number = strtoull(text, &end, 10);
	if (*text >= '0' && *text <= '9' && !*end && !errno)
		return 0;
	fprintf(stderr, "tea: option '%s' cannot be '%s': give a number%s\n", name, text, unit);
	return -1;
}

static int check_choices(const struct tea_plan *plan)
{
	if (plan->follow && strcmp(plan->follow, "on")) {
		fprintf(stderr, "tea: option 'follow' cannot be '%s': give on, or leave it out\n",
			plan->follow);
		return -1;
	}
	if (plan->engine && strcmp(plan->engine, "full") && strcmp(plan->engine, "fast")) {
		fprintf(stderr, "tea: unknown engine '%s': give full or fast\n", plan->engine);
		return -1;
	}
	if (plan->golden && !*plan->golden) {
		fprintf(stderr, "tea: option 'golden' is empty: give a directory\n");
		return -1;
	}
	if (plan->profile && !*plan->profile) {
		fprintf(stderr, "tea: option 'profile' is empty: give the file to write\n");
		return -1;
	}
	return 0;
}

static int set_region(struct region *region, const struct tea_plan *plan)
{
	region->text = plan->region;
	if ((plan->from && region_set_place(region, plan->from, false)) ||
	    (plan->to && region_set_place(region, plan->to, true)) ||
	    (plan->skip && region_set_count(region, plan->skip, false)) ||
	    (plan->limit && region_set_count(region, plan->limit, true)) ||
	    (plan->warm && region_set_warm(region, plan->warm)))
		return -1;
	return 0;
}

/* Of sampled=PERCENT, and what goes with it: @region has warm= already. */
static int set_sampling(struct sampling *sampling, const struct tea_plan *plan,
			const struct region *region)
{
	char *end;
	double percent;

	if (!plan->sampled)
		return 0;
	if (region->asked || tea_plan_is_fast(plan)) {
		fprintf(stderr, "tea: sampled= is of whole runs, by the full model: leave out %s\n",
			region->asked ? "from=, skip=, limit= and to=" : "engine=fast");
		return -1;
	}
	percent = strtod(plan->sampled, &end);
	if (*plan->sampled < '0' || *plan->sampled > '9' || *end || !(percent >= 0.0001 && percent <= 50)) {
		fprintf(stderr, "tea: option 'sampled' cannot be '%s': give percent, 0.0001 to 50\n",
			plan->sampled);
		return -1;
	}
	sampling->millionths = (uint64_t)(percent * 1e4 + 0.5);
	sampling->warm = plan->warm ? region->warm : WINDOWS_WARM_ALL;
	sampling->seed = 1;
	return plan->seed ? set_number(&sampling->seed, "seed", plan->seed, "") : 0;
}

/* The same of a machine, where what needs all cycles does not go with it. */
static int set_warming(struct sampling *sampling, const struct tea_plan *plan)
{
	struct region region = { .warm = WARMING_WARM };

	if (plan->warm && !plan->sampled) {
		fprintf(stderr, "tea: warm= of a machine goes with sampled=on: give both, or none\n");
		return -1;
	}
	if (!plan->sampled)
		return 0;
	if (strcmp(plan->sampled, "on")) {
		fprintf(stderr, "tea: option 'sampled' cannot be '%s' on a machine: give on, or leave it "
			"out\n", plan->sampled);
		return -1;
	}
	if (plan->warm && region_set_warm(&region, plan->warm))
		return -1;
	sampling->warm = region.warm ? region.warm : 1;
	if (!plan->golden && !plan->profile && !plan->cores[0].name)
		return 0;
	fprintf(stderr, "tea: sampled=on models only what is around samples, and %s all: leave one of them "
		"out\n", plan->golden ? "golden= needs" : plan->cores[0].name ? "lanes need" :
								      "profile= needs");
	return -1;
}

static int set_options(struct options *options, const struct tea_plan *plan, bool machine)
{
	if (check_choices(plan) || (plan->period && set_period(options, plan->period)) ||
	    (plan->expect && set_number(&options->expected, "expect", plan->expect, " of instructions")))
		return -1;
	if (machine)
		return set_warming(&options->sampling, plan);
	return set_region(options->region, plan) || set_sampling(&options->sampling, plan, options->region) ?
	       -1 : 0;
}

/* None at all if the cycles of the lane go to another file. */
static int set_observers(struct profile_core *core, const struct tea_plan *plan, const char *names)
{
	if (plan->cycles && !strcmp(names, TEA_PLAN_UNOBSERVED)) {
		core->path = NULL;
		return 0;
	}
	core->observers = observers_parse(names);
	if (core->observers)
		return 0;
	fprintf(stderr, "tea: unknown observers '%s': give one or more, with '+' between, of", names);
	for (unsigned int i = 0; observers_name(i); i++)
		fprintf(stderr, " %s", observers_name(i));
	fprintf(stderr, "\n");
	return -1;
}

static int set_spares(struct spares *spares, unsigned int number, const struct tea_variant *variant)
{
	for (size_t i = 0; i < variant->spares_count; i++) {
		const char *word = variant->spares[i], *value = strchr(word, '=') + 1;

		if (spares_add(spares, number, value, !strncmp(word, "free", value - word - 1)))
			return -1;
	}
	return 0;
}

static int set_core(struct profile_core *core, unsigned int number, const struct tea_plan *plan,
		    struct options *options)
{
	const struct tea_plan_core *from = &plan->cores[number];
	const char *observers = from->observers ? from->observers : plan->observers;
	char *path = NULL;

	*core = (struct profile_core){
		.name = from->name, .path = plan->profile, .params = from->variant.params,
		.observers = OBSERVERS_DEFAULT,
	};
	if (from->name && plan->profile) {
		if (asprintf(&path, "%s.%s", plan->profile, from->name) < 0)
			return -1;
		core->path = path;
	}
	if (observers && set_observers(core, plan, observers))
		return -1;
	if (plan->warm && core->observers & 1U << OBSERVERS_NUMBER_path) {
		fprintf(stderr, "tea: the critical path begins with a cold core: leave out warm=, or path "
			"among the observers\n");
		return -1;
	}
	return set_spares(options->spares, number, &from->variant);
}

static int check_profile(const struct tea_plan *plan, bool system)
{
	if (plan->profile || (system ? !plan->cores[0].name : plan->follow != NULL))
		return 0;
	fprintf(stderr, "tea: no file to write the profile to: give profile=FILE\n");
	return -1;
}

/* Add the words of the file @path. Returns 0, or -1 after saying why on stderr. */
static int add_file(GPtrArray *list, const char *path)
{
	g_autoptr(GError) error = NULL;
	gsize length;
	char *text;

	if (!g_file_get_contents(path, &text, &length, &error)) {
		fprintf(stderr, "tea: option 'words': %s\n", error->message);
		return -1;
	}
	if (length && text[length - 1] == '\n')
		text[length - 1] = '\0';
	while (text)
		g_ptr_array_add(list, tea_plan_cut(&text));
	return 0;
}

#define WORDS_OPTION	"words="

/* All words, with those of files, which stay from now on, in their places. Returns the same. */
static int gather_words(GPtrArray *list, int argc, char **argv)
{
	int error = 0;

	for (int i = 0; i < argc && !error; i++) {
		if (strncmp(argv[i], WORDS_OPTION, strlen(WORDS_OPTION)))
			g_ptr_array_add(list, argv[i]);
		else
			error = add_file(list, argv[i] + strlen(WORDS_OPTION));
	}
	return error;
}

static void print_valid(bool system)
{
	fprintf(stderr, "tea: valid options:");
	for (size_t i = 0; tea_plan_word(i, system); i++)
		fprintf(stderr, " %s", tea_plan_word(i, system));
	fprintf(stderr, "%s words lane core", system ? "" : " fix free");
	for (size_t i = 0; i < tea_param_infos_count; i++)
		fprintf(stderr, " %s", tea_param_infos[i].name);
	fprintf(stderr, "\n");
}

/* The plan stays. Returns 0, or -1 after saying why on stderr. */
static int read_plan(struct tea_plan *plan, bool system, int argc, char **argv)
{
	g_autoptr(GPtrArray) list = g_ptr_array_new();
	struct tea_plan_fault fault;
	int error = gather_words(list, argc, argv);

	if (error)
		return error;
	error = tea_plan_parse(plan, system, (char *const *)list->pdata, list->len, &fault);
	if (error)
		fprintf(stderr, "tea: %s\n", fault.text);
	if (error == -ENOENT)
		print_valid(system);
	return error ? -1 : 0;
}

/* @harts: of the machine; 0: a user program. */
static int install(qemu_plugin_id_t id, unsigned int harts, struct tea_plan *plan,
		   struct options *options)
{
	struct profile_core *cores = calloc(plan->count, sizeof(*cores));

	if (!cores) {
		fprintf(stderr, "tea: no memory for the lanes: give fewer\n");
		return -1;
	}
	if (set_options(options, plan, harts > 0) || check_profile(plan, harts > 0))
		return -1;
	for (size_t i = 0; i < plan->count; i++)
		if (set_core(&cores[i], (unsigned int)i, plan, options))
			return -1;
	if (plan->follow) {
		sim_install_follower(id);
		return 0;
	}
	if (harts)
		return machine_install(id, cores, (unsigned int)plan->count, options->period,
				       plan->golden, options->sampling.warm, harts);
	sim_expect(options->expected);
	sim_sample(options->sampling);
	if (plan->resume && options->sampling.millionths && sim_resume(plan->resume))
		return -1;
	if (plan->refine && options->sampling.millionths && sim_refine(plan->refine))
		return -1;
	sim_count(plan->cycles);
	return spares_seal(options->spares) ? -1 :
	       sim_install(id, cores, (unsigned int)plan->count, options->period, options->spares,
			   options->region, tea_plan_is_fast(plan));
}

QEMU_PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info,
					   int argc, char **argv)
{
	static struct tea_plan plan;
	static struct spares spares;
	static struct region region = REGION_INIT;
	struct options options = {
		.period = PROFILE_PERIOD_DEFAULT, .spares = &spares, .region = &region,
	};

	const int most = info->system_emulation ? info->system.max_vcpus : 0;
	const unsigned int harts = info->system_emulation && most < 1 ? 1 : (unsigned int)most;

	if (!strcmp(info->target_name, "riscv64"))
		return read_plan(&plan, info->system_emulation, argc, argv) ? -1 :
		       install(id, harts, &plan, &options);
	fprintf(stderr, "tea: no model for '%s': use qemu-system-riscv64 or qemu-riscv64\n",
		info->target_name);
	return -1;
}
