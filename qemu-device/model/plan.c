// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * plan.c - the measurements of a run and its cores; see plan.h
 */
#include "plan.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define CORE		"core="
#define LANE		"lane="
#define OBSERVERS	"observers="
#define FIX		"fix="
#define FREE		"free="

static const struct text {
	const char *name;
	bool program, machine;
	size_t offset;			/* in struct tea_plan */
} texts[] = {
#define TEA_X(name, program, machine) { #name, program, machine, offsetof(struct tea_plan, name) },
	TEA_PLAN_TEXTS(TEA_X)
#undef TEA_X
};

#define TEXTS	(sizeof(texts) / sizeof(texts[0]))

struct words {
	char *const *list;
	size_t count;
};

static __attribute__((format(printf, 3, 4))) int fail(struct tea_plan_fault *fault, int error,
						      const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(fault->text, sizeof(fault->text), format, arguments);
	va_end(arguments);
	return error;
}

static int lack_memory(struct tea_plan_fault *fault)
{
	return fail(fault, -ENOMEM, "no memory for the lanes: give fewer");
}

static bool begins_with(const char *word, const char *with)
{
	return !strncmp(word, with, strlen(with));
}

static bool is_valid(const struct text *text, bool machine)
{
	return machine ? text->machine : text->program;
}

const char *tea_plan_word(size_t number, bool machine)
{
	for (size_t i = 0; i < TEXTS; i++)
		if (is_valid(&texts[i], machine) && !number--)
			return texts[i].name;
	return NULL;
}

static const char **text_of(struct tea_plan *plan, const struct text *text)
{
	return (const char **)((char *)plan + text->offset);
}

bool tea_plan_is_fast(const struct tea_plan *plan)
{
	return plan->engine && !strcmp(plan->engine, "fast");
}

static int select_core(struct tea_params *params, const char *name, struct tea_plan_fault *fault)
{
	char all[256] = "";

	if (!tea_params_select(params, name))
		return 0;
	for (size_t i = 0; i < tea_cores_count; i++)
		snprintf(all + strlen(all), sizeof(all) - strlen(all), " %s", tea_cores[i].name);
	return fail(fault, -EINVAL, "unknown core '%s': give one of%s", name, all);
}

static int refuse_value(const char *name, const char *value, struct tea_plan_fault *fault)
{
	const struct tea_param_info *info = tea_param_infos;

	while (strcmp(info->name, name))
		info++;
	return fail(fault, -EINVAL, "knob '%s' cannot be '%s': give a number from %u to %u%s%s", name,
		    value, info->min, info->max, *info->unit ? " " : "", info->unit);
}

static int set_knob(struct tea_params *params, bool parts, const char *name, const char *value,
		    struct tea_plan_fault *fault)
{
	int error = parts ? tea_params_set_parts(params, name, value) :
			    tea_params_set(params, name, value);

	if (error == -ENOENT)
		return fail(fault, -ENOENT, "unknown option '%s'", name);
	return error ? refuse_value(name, value, fault) : 0;
}

static int add_spare(struct tea_variant *variant, const char *word, struct tea_plan_fault *fault)
{
	const char **grown = reallocarray(variant->spares, variant->spares_count + 1, sizeof(*grown));

	if (!grown)
		return lack_memory(fault);
	variant->spares = grown;
	grown[variant->spares_count++] = word;
	return 0;
}

/* A word of all lanes, or one of the lane's @own; no core. */
static int set_word(struct tea_plan *plan, struct tea_plan_core *core, bool machine, bool own,
		    const char *word, struct tea_plan_fault *fault)
{
	const char *equals = strchr(word, '=');
	char name[64];

	if (!equals || (size_t)(equals - word) >= sizeof(name))
		return fail(fault, -ENOENT, "option '%s' is not of the form name=value", word);
	if (!machine && (begins_with(word, FIX) || begins_with(word, FREE)))
		return add_spare(&core->variant, word, fault);
	if (own && begins_with(word, OBSERVERS)) {
		core->observers = equals + 1;
		return 0;
	}
	snprintf(name, sizeof(name), "%.*s", (int)(equals - word), word);
	for (size_t i = 0; i < TEXTS; i++) {
		if (!is_valid(&texts[i], machine) || strcmp(texts[i].name, name))
			continue;
		if (own)
			return fail(fault, -EINVAL, "option '%s' is for all lanes: give it before the first",
				    name);
		*text_of(plan, &texts[i]) = equals + 1;
		return 0;
	}
	return set_knob(&core->variant.params, tea_plan_is_fast(plan), name, equals + 1, fault);
}

static int select_cores(struct tea_params *params, struct words words, struct tea_plan_fault *fault)
{
	int error = 0;

	for (size_t i = 0; i < words.count && !error; i++)
		if (begins_with(words.list[i], CORE))
			error = select_core(params, words.list[i] + strlen(CORE), fault);
	return error;
}

static int set_words(struct tea_plan *plan, struct tea_plan_core *core, bool machine, bool own,
		     struct words words, struct tea_plan_fault *fault)
{
	int error = 0;

	for (size_t i = 0; i < words.count && !error; i++)
		if (!begins_with(words.list[i], CORE))
			error = set_word(plan, core, machine, own, words.list[i], fault);
	return error;
}

/* A core, of words for @all lanes and, behind them, its @own. */
static int set_core(struct tea_plan *plan, struct tea_plan_core *core, bool machine, struct words all,
		    struct words own, struct tea_plan_fault *fault)
{
	struct tea_params *params = &core->variant.params;
	const char *why;
	int error;

	tea_params_init(params);
	error = select_cores(params, all, fault);
	if (!error)
		error = select_cores(params, own, fault);
	if (!error)
		error = set_words(plan, core, machine, false, all, fault);
	if (!error)
		error = set_words(plan, core, machine, true, own, fault);
	if (!error && tea_params_check(params, &why))
		error = fail(fault, -EINVAL, "knobs do not fit together: %s", why);
	return error;
}

/* A name of its own, and vectors as the first lane has them: a program asks for their length. */
static int check_lane(const struct tea_plan *plan, const struct tea_plan_core *core,
		      struct tea_plan_fault *fault)
{
	const struct tea_plan_core *first = plan->cores;
	const uint32_t vlen = first->variant.params.vlen, own = core->variant.params.vlen;

	if (!*core->name)
		return fail(fault, -EINVAL, "option 'lane' is empty: give the lane a name");
	for (const struct tea_plan_core *at = first; at < core; at++)
		if (!strcmp(at->name, core->name))
			return fail(fault, -EINVAL, "two lanes are named '%s': give each a name of its "
				    "own", core->name);
	if (own == vlen)
		return 0;
	return fail(fault, -EINVAL, "lane '%s' has vlen %u, lane '%s' %u, and a program does other "
		    "things where vectors are longer, or not there: run them apart, or give both one "
		    "vlen", first->name, vlen, core->name, own);
}

/* The words from @first on, up to the next lane. */
static struct words words_from(char *const *words, size_t first, size_t count)
{
	struct words found = { words + first, 0 };

	while (first + found.count < count && !begins_with(found.list[found.count], LANE))
		found.count++;
	return found;
}

int tea_plan_parse(struct tea_plan *plan, bool machine, char *const *words, size_t count,
		   struct tea_plan_fault *fault)
{
	const struct words all = words_from(words, 0, count), none = { NULL, 0 };
	size_t at = all.count;
	int error = 0;

	*plan = (struct tea_plan){ .cores = calloc(count + 1, sizeof(*plan->cores)) };
	if (!plan->cores)
		return lack_memory(fault);
	if (at == count) {
		plan->count = 1;
		return set_core(plan, plan->cores, machine, all, none, fault);
	}
	while (at < count && !error) {
		struct tea_plan_core *core = &plan->cores[plan->count++];
		const struct words own = words_from(words, at + 1, count);

		core->name = words[at] + strlen(LANE);
		error = set_core(plan, core, machine, all, own, fault);
		if (!error)
			error = check_lane(plan, core, fault);
		at += 1 + own.count;
	}
	return error;
}

void tea_plan_deinit(struct tea_plan *plan)
{
	for (size_t i = 0; plan->cores && i < plan->count; i++)
		free(plan->cores[i].variant.spares);
	free(plan->cores);
	*plan = (struct tea_plan){ .count = 0 };
}

char *tea_plan_cut(char **text)
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

void tea_plan_escape(FILE *file, const char *text)
{
	for (; *text; text++) {
		if (*text == ',')
			fputc(',', file);
		fputc(*text, file);
	}
}

static void put_word(FILE *file, const char **separator, const char *name, const char *value)
{
	fputs(*separator, file);
	fputs(name, file);
	fputc('=', file);
	tea_plan_escape(file, value);
	*separator = ",";
}

/* The name of the core that all set out from, or NULL. */
static const char *find_common(const struct tea_plan *plan)
{
	const char *name = plan->count ? plan->cores[0].variant.params.core : NULL;

	for (size_t i = 1; i < plan->count; i++)
		if (strcmp(plan->cores[i].variant.params.core, name))
			return NULL;
	return name;
}

static void put_core(FILE *file, const char **separator, const struct tea_plan_core *core,
		     bool with_name)
{
	const struct tea_params *params = &core->variant.params;
	struct tea_params named;
	char text[TEA_PARAM_TEXT];

	if (core->name)
		put_word(file, separator, "lane", core->name);
	if (core->observers)
		put_word(file, separator, "observers", core->observers);
	tea_params_select(&named, params->core);
	if (with_name)
		put_word(file, separator, "core", params->core);
	for (size_t i = 0; i < tea_param_infos_count; i++) {
		const struct tea_param_info *info = &tea_param_infos[i];

		if (tea_params_get_parts(params, info) != tea_params_get_parts(&named, info))
			put_word(file, separator, info->name, tea_params_text(params, info, text));
	}
	for (size_t i = 0; i < core->variant.spares_count; i++) {
		fputs(*separator, file);
		tea_plan_escape(file, core->variant.spares[i]);
		*separator = ",";
	}
}

void tea_plan_put(const struct tea_plan *plan, FILE *file)
{
	const char *separator = "", *common = find_common(plan);

	for (size_t i = 0; i < TEXTS; i++) {
		const char *text = *(const char *const *)((const char *)plan + texts[i].offset);

		if (text)
			put_word(file, &separator, texts[i].name, text);
	}
	if (common && strcmp(common, tea_cores[0].name))
		put_word(file, &separator, "core", common);
	for (size_t i = 0; i < plan->count; i++)
		put_core(file, &separator, &plan->cores[i], !common);
}

#define RESULT_TEXT	128
#define DEVIATIONS	'~'		/* begins their line, as no number does */

static void put_deviations(FILE *file, const struct tea_plan_deviations *deviations)
{
	char word[32];

	snprintf(word, sizeof(word), "%c %u", DEVIATIONS, deviations->groups);
	fputs(word, file);
	for (unsigned int i = 0; i < deviations->groups; i++) {
		snprintf(word, sizeof(word), " %" PRId64, deviations->of[i]);
		fputs(word, file);
	}
	fputc('\n', file);
}

void tea_plan_put_result(FILE *file, const struct tea_plan_result *result)
{
	char line[RESULT_TEXT];

	snprintf(line, sizeof(line), "%" PRIu64 " %" PRIu64 " %s\n", result->cycles,
		 result->instructions, result->name);
	fputs(line, file);
	if (result->deviations.groups)
		put_deviations(file, &result->deviations);
}

/* The rest of their line; false: it is damaged. */
static bool get_deviations(FILE *file, struct tea_plan_deviations *deviations)
{
	bool whole = fscanf(file, "%u", &deviations->groups) == 1 &&
		     deviations->groups <= TEA_PLAN_GROUPS;

	for (unsigned int i = 0; whole && i < deviations->groups; i++)
		whole = fscanf(file, "%" SCNd64, &deviations->of[i]) == 1;
	return whole && fgetc(file) == '\n';
}

bool tea_plan_get_result(FILE *file, struct tea_plan_result *result)
{
	char line[RESULT_TEXT];
	int next;

	*result = (struct tea_plan_result){ .cycles = 0 };
	if (!fgets(line, sizeof(line), file) ||
	    sscanf(line, "%" SCNu64 " %" SCNu64 " %63[^\n]", &result->cycles, &result->instructions,
		   result->name) < 2)
		return false;
	next = fgetc(file);
	if (next == DEVIATIONS)
		return get_deviations(file, &result->deviations);
	ungetc(next, file);
	return true;
}
