// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * plugin.c - the plugin's entry: options, and which kind of QEMU this is
 *
 *   -plugin libteaplugin.so[,golden=DIR][,profile=FILE[,period=N][,observers=A+B]]
 *           [,core=NAME][,KNOB=VALUE]...
 *           [,lane=NAME[,core=NAME][,observers=A+B][,KNOB=VALUE]...]...
 *                                                                   qemu-system-riscv64
 *   -plugin libteaplugin.so,profile=FILE[,period=N][,observers=A+B][,expect=INSTRUCTIONS]
 *           [,engine=full|fast][,from=..][,skip=N][,limit=N][,to=..][,region=TEXT]
 *           [,core=NAME][,KNOB=VALUE]...
 *           [,lane=NAME[,core=NAME][,observers=A+B][,fix=..][,free=..][,KNOB=VALUE]...]...
 *                                                                   qemu-riscv64
 *   -plugin libteaplugin.so,follow=on                               its children
 *
 * More words than an argument can hold are in a file: words=FILE stands for what is in it, words as
 * here, with a comma between and doubled within one.
 * NAME is one of the model's cores, see cores.c, KNOB one of its knobs, see
 * params.def. The core comes first, wherever it stands, then the knobs; the engine stands before
 * those that it takes parts of. A program runs on a core for each lane: what stands behind its name
 * is the lane's, and comes after what stands before all lanes and is for each; observers take their
 * place. Its profile is FILE.NAME.
 * A machine's first lane is its unit, and gives time; the others are beside it.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "hostapi.h"
#include "machine.h"
#include "observers.h"
#include "params.h"
#include "sim.h"
#include "spares.h"

QEMU_PLUGIN_EXPORT int qemu_plugin_version = QEMU_PLUGIN_VERSION;

/* Options beside the knobs, for user programs and machines. */
struct options {
	bool system;			/* of a machine */
	const char *profile;		/* NULL: none */
	uint64_t period;		/* of all samplers, core cycles, not 0 */
	uint64_t expected;		/* instructions; 0: not known */
	unsigned int observers;		/* a set */
	bool follow;
	bool fast;			/* the abstract model, abstract/abstract.h */
	const char *golden;
	struct spares *spares;
	struct region *region;		/* see region.h; region=TEXT tells the profile of it */
	unsigned int lane;		/* whose words are read: its number */
};

static int set_profile(struct options *options, const char *value)
{
	if (!*value) {
		fprintf(stderr, "tea: option 'profile' is empty: give the file to write\n");
		return -1;
	}
	options->profile = value;
	return 0;
}

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

static int set_expect(struct options *options, const char *value)
{
	char *end;

	errno = 0;
	options->expected = strtoull(value, &end, 10);
	if (*value >= '0' && *value <= '9' && !*end && !errno)
		return 0;
	fprintf(stderr, "tea: option 'expect' cannot be '%s': give a number of instructions\n", value);
	return -1;
}

static int set_observers(struct options *options, const char *value)
{
	options->observers = observers_parse(value);
	if (options->observers)
		return 0;
	fprintf(stderr, "tea: unknown observers '%s': give one or more, with '+' between, of",
		value);
	for (unsigned int i = 0; observers_name(i); i++)
		fprintf(stderr, " %s", observers_name(i));
	fprintf(stderr, "\n");
	return -1;
}

static int set_follow(struct options *options, const char *value)
{
	options->follow = !strcmp(value, "on");
	if (options->follow)
		return 0;
	fprintf(stderr, "tea: option 'follow' cannot be '%s': give on, or leave it out\n", value);
	return -1;
}

static int set_engine(struct options *options, const char *value)
{
	options->fast = !strcmp(value, "fast");
	if (options->fast || !strcmp(value, "full"))
		return 0;
	fprintf(stderr, "tea: unknown engine '%s': give full or fast\n", value);
	return -1;
}

static int set_golden(struct options *options, const char *value)
{
	if (!*value) {
		fprintf(stderr, "tea: option 'golden' is empty: give a directory\n");
		return -1;
	}
	options->golden = value;
	return 0;
}

static int set_fix(struct options *options, const char *value)
{
	return spares_add(options->spares, options->lane, value, false);
}

static int set_free(struct options *options, const char *value)
{
	return spares_add(options->spares, options->lane, value, true);
}

static int set_from(struct options *options, const char *value)
{
	return region_set_place(options->region, value, false);
}

static int set_to(struct options *options, const char *value)
{
	return region_set_place(options->region, value, true);
}

static int set_skip(struct options *options, const char *value)
{
	return region_set_count(options->region, value, false);
}

static int set_limit(struct options *options, const char *value)
{
	return region_set_count(options->region, value, true);
}

static int set_region(struct options *options, const char *value)
{
	options->region->text = value;
	return 0;
}

static const struct {
	const char *name;
	bool program, system, lane;	/* of user programs, of machines, of one lane */
	int (*set)(struct options *options, const char *value);
} option_table[] = {
	{ "profile", true, true, false, set_profile },
	{ "period", true, true, false, set_period },
	{ "expect", true, false, false, set_expect },
	{ "observers", true, true, true, set_observers },
	{ "follow", true, false, false, set_follow },
	{ "engine", true, false, false, set_engine },
	{ "from", true, false, false, set_from },
	{ "to", true, false, false, set_to },
	{ "skip", true, false, false, set_skip },
	{ "limit", true, false, false, set_limit },
	{ "region", true, false, false, set_region },
	{ "golden", false, true, false, set_golden },
	{ "fix", true, false, true, set_fix },
	{ "free", true, false, true, set_free },
};

#define OPTIONS	(sizeof(option_table) / sizeof(option_table[0]))

static bool is_valid(size_t option, bool system)
{
	return system ? option_table[option].system : option_table[option].program;
}

static void print_valid(bool system)
{
	fprintf(stderr, "tea: valid options:");
	for (size_t i = 0; i < OPTIONS; i++) {
		if (is_valid(i, system))
			fprintf(stderr, " %s", option_table[i].name);
	}
	fprintf(stderr, " words lane core");
	for (size_t i = 0; i < tea_param_infos_count; i++)
		fprintf(stderr, " %s", tea_param_infos[i].name);
	fprintf(stderr, "\n");
}

#define CORE_OPTION	"core="
#define LANE_OPTION	"lane="
#define WORDS_OPTION	"words="

/* What stands behind @option in @arg, or NULL where that is another one. */
static const char *value_of(const char *arg, const char *option)
{
	return strncmp(arg, option, strlen(option)) ? NULL : arg + strlen(option);
}

/* Words of the command line that stand together. */
struct words {
	char **list;
	int count;
};

/* Cut the first word off *@text, in place. */
static char *cut_word(char **text)
{
	char *word = *text, *from = word, *to = word;

	while (*from && (*from != ',' || from[1] == ',')) {
		from += *from == ',';
		*to++ = *from++;
	}
	*text = *from ? from + 1 : NULL;
	*to = '\0';
	return word;
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
		g_ptr_array_add(list, cut_word(&text));
	return 0;
}

/* All words, with those of files, which stay from now on, in their places. Returns likewise. */
static int gather_words(struct words *all, int argc, char **argv)
{
	GPtrArray *list = g_ptr_array_new();
	int error = 0;

	for (int i = 0; i < argc && !error; i++) {
		const char *path = value_of(argv[i], WORDS_OPTION);

		if (path)
			error = add_file(list, path);
		else
			g_ptr_array_add(list, argv[i]);
	}
	all->count = (int)list->len;
	all->list = (char **)g_ptr_array_free(list, FALSE);
	return error;
}

static int select_core(struct tea_params *params, const char *name)
{
	if (!tea_params_select(params, name))
		return 0;
	fprintf(stderr, "tea: unknown core '%s': give one of", name);
	for (size_t i = 0; i < tea_cores_count; i++)
		fprintf(stderr, " %s", tea_cores[i].name);
	fprintf(stderr, "\n");
	return -1;
}

static int set_knob(struct tea_params *params, const char *name, const char *value,
		    const struct options *options)
{
	int err = options->fast ? tea_params_set_parts(params, name, value) :
				  tea_params_set(params, name, value);

	if (!err)
		return 0;
	if (err == -ENOENT) {
		fprintf(stderr, "tea: unknown option '%s'\n", name);
		print_valid(options->system);
		return -1;
	}
	for (size_t i = 0; i < tea_param_infos_count; i++) {
		const struct tea_param_info *info = &tea_param_infos[i];

		if (!strcmp(info->name, name))
			fprintf(stderr, "tea: knob '%s' cannot be '%s': give a number from %u to "
				"%u%s%s\n", name, value, info->min, info->max,
				*info->unit ? " " : "", info->unit);
	}
	return -1;
}

/* Of which words are: all lanes, or one. */
enum scope {
	SCOPE_ALL, SCOPE_LANE
};

static int set_option(struct tea_params *params, struct options *options, enum scope scope,
		      const char *arg)
{
	const bool system = options->system;
	const char *equals = strchr(arg, '=');
	char name[64];

	if (!equals || (size_t)(equals - arg) >= sizeof(name)) {
		fprintf(stderr, "tea: option '%s' is not of the form name=value\n", arg);
		print_valid(system);
		return -1;
	}
	snprintf(name, sizeof(name), "%.*s", (int)(equals - arg), arg);
	for (size_t i = 0; i < OPTIONS; i++) {
		if (!is_valid(i, system) || strcmp(option_table[i].name, name))
			continue;
		if (scope != SCOPE_LANE || option_table[i].lane)
			return option_table[i].set(options, equals + 1);
		fprintf(stderr, "tea: option '%s' is for all lanes: give it before the first\n",
			name);
		return -1;
	}
	return set_knob(params, name, equals + 1, options);
}

static int select_cores(struct tea_params *params, struct words words)
{
	for (int i = 0; i < words.count; i++) {
		const char *name = value_of(words.list[i], CORE_OPTION);

		if (name && select_core(params, name))
			return -1;
	}
	return 0;
}

static int set_options(struct tea_params *params, struct options *options, enum scope scope,
		       struct words words)
{
	for (int i = 0; i < words.count; i++) {
		if (!value_of(words.list[i], CORE_OPTION) &&
		    set_option(params, options, scope, words.list[i]))
			return -1;
	}
	return 0;
}

/* A core, of words for @all lanes and, behind them, its @own. */
static int set_params(struct tea_params *params, struct options *options, struct words all,
		      struct words own)
{
	const char *why;

	tea_params_init(params);
	if (select_cores(params, all) || select_cores(params, own) ||
	    set_options(params, options, SCOPE_ALL, all) ||
	    set_options(params, options, SCOPE_LANE, own))
		return -1;
	if (!tea_params_check(params, &why))
		return 0;
	fprintf(stderr, "tea: knobs do not fit together: %s\n", why);
	return -1;
}

/* The words up to the next lane. */
static struct words words_from(char **list, int count)
{
	struct words words = { .list = list };

	while (words.count < count && !value_of(list[words.count], LANE_OPTION))
		words.count++;
	return words;
}

/* A name of its own, and vectors as the first lane has them: a program asks for their length. */
static int check_lane(const struct profile_core *cores, unsigned int number)
{
	const struct profile_core *core = &cores[number];

	if (!*core->name) {
		fprintf(stderr, "tea: option 'lane' is empty: give the lane a name\n");
		return -1;
	}
	for (unsigned int i = 0; i < number; i++) {
		if (!strcmp(cores[i].name, core->name)) {
			fprintf(stderr, "tea: two lanes are named '%s': give each a name of its "
				"own\n", core->name);
			return -1;
		}
	}
	if (core->params.vlen == cores[0].params.vlen)
		return 0;
	fprintf(stderr, "tea: lane '%s' has vlen %u, lane '%s' %u, and a program does other things "
		"where vectors are longer, or not there: run them apart, or give both one vlen\n",
		cores[0].name, cores[0].params.vlen, core->name, core->params.vlen);
	return -1;
}

/* Lane @number, whose first word is at @list[0]. Returns how many words it has, or -1. */
static int set_lane(struct profile_core *cores, unsigned int number, const struct options *options,
		    struct words all, char **list, int count)
{
	struct profile_core *core = &cores[number];
	struct options mine = *options;
	struct words own = words_from(list + 1, count - 1);
	char *path;

	mine.lane = number;
	core->name = value_of(list[0], LANE_OPTION);
	if (asprintf(&path, "%s.%s", options->profile, core->name) < 0)
		return -1;
	core->path = path;
	if (set_params(&core->params, &mine, all, own) || check_lane(cores, number))
		return -1;
	core->observers = mine.observers;
	return own.count + 1;
}

static int check_profile(const struct options *options, bool wanted)
{
	if (options->profile || !wanted)
		return 0;
	fprintf(stderr, "tea: no file to write the profile to: give profile=FILE\n");
	return -1;
}

/*
 * The cores that @lanes are, the words behind those for @all; without any the one of these. Returns
 * how many, or -1.
 */
static int set_cores(struct profile_core *cores, struct options *options, struct words all,
		     struct words lanes)
{
	static const struct words none;
	int count = 0;

	if (set_params(&cores[0].params, options, all, none) ||
	    check_profile(options, options->system ? lanes.count : !options->follow))
		return -1;
	cores[0].path = options->profile;
	cores[0].observers = options->observers;
	for (int at = 0; at < lanes.count; count++) {
		int words = set_lane(cores, (unsigned int)count, options, all, lanes.list + at,
				     lanes.count - at);

		if (words < 0)
			return -1;
		at += words;
	}
	return count ? count : 1;
}

static int install(qemu_plugin_id_t id, struct options *options, struct words all,
		   struct words lanes)
{
	struct profile_core *cores = calloc((size_t)lanes.count + 1, sizeof(*cores));
	int count;

	if (!cores) {
		fprintf(stderr, "tea: no memory for the lanes: give fewer\n");
		return -1;
	}
	count = set_cores(cores, options, all, lanes);
	if (count < 0)
		return -1;
	if (options->follow) {
		sim_install_follower(id);
		return 0;
	}
	if (options->system)
		return machine_install(id, cores, (unsigned int)count, options->period,
				       options->golden);
	sim_expect(options->expected);
	return spares_seal(options->spares) ? -1 :
	       sim_install(id, cores, (unsigned int)count, options->period, options->spares,
			   options->region, options->fast);
}

QEMU_PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info,
					   int argc, char **argv)
{
	static struct spares spares;
	static struct region region = REGION_INIT;
	struct options options = {
		.system = info->system_emulation, .period = PROFILE_PERIOD_DEFAULT,
		.observers = OBSERVERS_DEFAULT, .spares = &spares, .region = &region,
	};
	struct words given, all;

	if (!strcmp(info->target_name, "riscv64")) {
		if (gather_words(&given, argc, argv))
			return -1;
		all = words_from(given.list, given.count);
		return install(id, &options, all,
			       (struct words){ given.list + all.count, given.count - all.count });
	}
	fprintf(stderr, "tea: no model for '%s': use qemu-system-riscv64 or qemu-riscv64\n",
		info->target_name);
	return -1;
}
