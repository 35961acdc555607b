// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * plugin.c - the plugin's entry: options, and which kind of QEMU this is
 *
 *   -plugin libteaplugin.so[,golden=DIR][,profile=FILE[,period=N][,observers=A+B]]
 *           [,core=NAME][,KNOB=VALUE]...                            qemu-system-riscv64
 *   -plugin libteaplugin.so,profile=FILE[,period=N][,observers=A+B]
 *           [,core=NAME][,KNOB=VALUE]...                            qemu-riscv64
 *   -plugin libteaplugin.so,follow=on                               its children
 *
 * NAME is one of the model's cores, see cores.c, KNOB one of its knobs, see
 * params.def. The core comes first, wherever it stands, then the knobs.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <qemu-plugin.h>

#include "machine.h"
#include "observers.h"
#include "params.h"
#include "sim.h"

#if QEMU_PLUGIN_VERSION != 4
#error "the plugin is written for version 4 of QEMU's plugin API, that of QEMU 10.0"
#endif

QEMU_PLUGIN_EXPORT int qemu_plugin_version = QEMU_PLUGIN_VERSION;

/* Options beside the knobs, for user programs and machines. */
struct options {
	struct profile_options profile;
	bool follow;
	const char *golden;
};

static int set_profile(struct options *options, const char *value)
{
	if (!*value) {
		fprintf(stderr, "tea: option 'profile' is empty: give the file to write\n");
		return -1;
	}
	options->profile.path = value;
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
	options->profile.period = period;
	return 0;
}

static int set_observers(struct options *options, const char *value)
{
	options->profile.observers = observers_parse(value);
	if (options->profile.observers)
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

static int set_golden(struct options *options, const char *value)
{
	if (!*value) {
		fprintf(stderr, "tea: option 'golden' is empty: give a directory\n");
		return -1;
	}
	options->golden = value;
	return 0;
}

static const struct {
	const char *name;
	bool program, system;		/* of user programs, of machines */
	int (*set)(struct options *options, const char *value);
} option_table[] = {
	{ "profile", true, true, set_profile },
	{ "period", true, true, set_period },
	{ "observers", true, true, set_observers },
	{ "follow", true, false, set_follow },
	{ "golden", false, true, set_golden },
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
	fprintf(stderr, " core");
	for (size_t i = 0; i < tea_param_infos_count; i++)
		fprintf(stderr, " %s", tea_param_infos[i].name);
	fprintf(stderr, "\n");
}

#define CORE_OPTION	"core="

static bool is_core(const char *arg)
{
	return !strncmp(arg, CORE_OPTION, strlen(CORE_OPTION));
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

static int set_knob(struct tea_params *params, const char *name, const char *value, bool system)
{
	int err = tea_params_set(params, name, value);

	if (!err)
		return 0;
	if (err == -ENOENT) {
		fprintf(stderr, "tea: unknown option '%s'\n", name);
		print_valid(system);
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

static int set_option(struct tea_params *params, struct options *options, bool system,
		      const char *arg)
{
	const char *equals = strchr(arg, '=');
	char name[64];

	if (!equals || (size_t)(equals - arg) >= sizeof(name)) {
		fprintf(stderr, "tea: option '%s' is not of the form name=value\n", arg);
		print_valid(system);
		return -1;
	}
	snprintf(name, sizeof(name), "%.*s", (int)(equals - arg), arg);
	for (size_t i = 0; i < OPTIONS; i++) {
		if (is_valid(i, system) && !strcmp(option_table[i].name, name))
			return option_table[i].set(options, equals + 1);
	}
	return set_knob(params, name, equals + 1, system);
}

QEMU_PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info,
					   int argc, char **argv)
{
	static struct tea_params params;
	static struct options options = {
		.profile = { .period = PROFILE_PERIOD_DEFAULT, .observers = OBSERVERS_DEFAULT },
	};
	const char *why;

	if (strcmp(info->target_name, "riscv64")) {
		fprintf(stderr, "tea: no model for '%s': use qemu-system-riscv64 or "
			"qemu-riscv64\n", info->target_name);
		return -1;
	}
	tea_params_init(&params);
	for (int i = 0; i < argc; i++) {
		if (is_core(argv[i]) && select_core(&params, argv[i] + strlen(CORE_OPTION)))
			return -1;
	}
	for (int i = 0; i < argc; i++) {
		if (!is_core(argv[i]) &&
		    set_option(&params, &options, info->system_emulation, argv[i]))
			return -1;
	}
	if (tea_params_check(&params, &why)) {
		fprintf(stderr, "tea: knobs do not fit together: %s\n", why);
		return -1;
	}
	if (info->system_emulation)
		return machine_install(id, &params, &options.profile, options.golden);
	return sim_install(id, &params, &options.profile, options.follow);
}
