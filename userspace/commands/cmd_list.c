// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cmd_list.c - tea list: the words of recordings and views, and their meaning
 *
 * They come from the tables that the rest of tea uses: events and commit states of the ABI,
 * signatures of tea explain, formats of views and exports, knobs of the model.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>

#include "analysis/causes/advice.h"
#include "exportformats.h"
#include "options.h"
#include "output/csv.h"
#include "output/jsonwriter.h"
#include "output/term.h"
#include "params.h"
#include "text/view.h"

struct word {
	const char *name, *sysfs, *text;	/* sysfs: NULL where there is none */
	unsigned int value;
};

static const struct word events[] = {
#define TEA_X(bit, id, name, sysfs, text) { name, #sysfs, text, 1U << (bit) },
	TEA_EVENTS(TEA_X)
#undef TEA_X
	{ 0 },
};

static const struct word states[] = {
#define TEA_X(value, id, name, text) { name, NULL, text, value },
	TEA_STATES(TEA_X)
#undef TEA_X
	{ 0 },
};

static const struct list {
	const char *name, *title;
	const struct word *words;
} lists[] = {
	{ "events", "Events (bits of signatures; named in /sys/bus/event_source/devices/tea/psv)",
	  events },
	{ "states", "Commit states (what the core does in a cycle)", states },
};

static const struct {
	const char *name, *title;
	const char *const *names;
} formats[] = {
	{ "formats", "Formats of views (--format)", view_format_names },
	{ "exports", "Formats of tea export (--to)", export_format_names },
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* An entry of the table for any instruction; those for some classes are tea explain's. */
static bool is_general(const struct advice *advice)
{
	return advice->classes == ADVICE_ANY && advice->states == ADVICE_ANY;
}

static void put_word(const struct word *word)
{
	printf("  %-8s  ", word->name);
	if (word->sysfs)
		printf("%-7s  ", word->sysfs);
	printf("%s\n", word->text);
}

static void put_signatures(void)
{
	char name[CATEGORY_TEXT];

	puts("\nSignatures (sets of events, never split; 'tea explain' tells more):");
	for (size_t i = 0; i < advice_count; i++)
		if (is_general(&advice_table[i]))
			printf("  %-22s  %s\n", category_name(&category_signatures, advice_table[i].events, name),
			       advice_table[i].title);
	printf("  %-22s  %s\n", "others", "as that one of these which has most of their events");
}

static void put_knobs(void)
{
	char range[64];

	puts("\nKnobs of the modelled core (tea sim --set), their defaults and ranges:");
	for (size_t i = 0; i < tea_param_infos_count; i++) {
		const struct tea_param_info *info = &tea_param_infos[i];

		snprintf(range, sizeof(range), "%u to %u%s%s", info->min, info->max,
			 info->unit[0] ? " " : "", info->unit);
		printf("  %-18s  %5u  %-22s  %s\n", info->name, info->value, range, info->text);
	}
}

static void list_text(void)
{
	for (size_t i = 0; i < COUNT(lists); i++) {
		printf("%s%s:\n", i ? "\n" : "", lists[i].title);
		for (const struct word *word = lists[i].words; word->name; word++)
			put_word(word);
	}
	put_signatures();
	for (size_t i = 0; i < COUNT(formats); i++) {
		printf("\n%s:\n ", formats[i].title);
		for (const char *const *name = formats[i].names; *name; name++)
			printf(" %s", *name);
		putchar('\n');
	}
	put_knobs();
}

/* A line of a list. */
static void open_word(struct jsonwriter *json, const char *name)
{
	json_open_row(json);
	json_text(json, "name", name);
}

static void list_json_words(struct jsonwriter *json, const struct list *list)
{
	json_line(json);
	json_open_list(json, list->name);
	for (const struct word *word = list->words; word->name; word++) {
		open_word(json, word->name);
		if (word->sysfs)
			json_text(json, "sysfs", word->sysfs);
		json_whole(json, "value", word->value);
		json_text(json, "text", word->text);
		json_close_object(json);
	}
	json_close_list(json);
}

static void list_json_signatures(struct jsonwriter *json)
{
	char name[CATEGORY_TEXT];

	json_line(json);
	json_open_list(json, "signatures");
	for (size_t i = 0; i < advice_count; i++) {
		const struct advice *advice = &advice_table[i];

		if (!is_general(advice))
			continue;
		open_word(json, category_name(&category_signatures, advice->events, name));
		json_whole(json, "value", advice->events);
		json_text(json, "text", advice->title);
		json_close_object(json);
	}
	json_close_list(json);
}

static void list_json_knobs(struct jsonwriter *json)
{
	json_line(json);
	json_open_list(json, "knobs");
	for (size_t i = 0; i < tea_param_infos_count; i++) {
		const struct tea_param_info *info = &tea_param_infos[i];

		open_word(json, info->name);
		json_whole(json, "value", info->value);
		json_whole(json, "min", info->min);
		json_whole(json, "max", info->max);
		json_text(json, "unit", info->unit);
		json_text(json, "text", info->text);
		json_close_object(json);
	}
	json_close_list(json);
}

static void list_json(void)
{
	struct jsonwriter json = { .file = stdout };

	json_open_object(&json, NULL);
	json_whole(&json, "version", 1);
	json_whole(&json, "abi", TEA_WORD_VERSION);
	for (size_t i = 0; i < COUNT(lists); i++)
		list_json_words(&json, &lists[i]);
	list_json_signatures(&json);
	list_json_knobs(&json);
	for (size_t i = 0; i < COUNT(formats); i++) {
		json_line(&json);
		json_open_list(&json, formats[i].name);
		for (const char *const *name = formats[i].names; *name; name++)
			json_text(&json, NULL, *name);
		json_close_list(&json);
	}
	json_close_document(&json);
}

static void csv_line(const struct term *term, const char *list, const struct word *word, bool value)
{
	printf("%s,%s,%s,", list, word->name, word->sysfs ? word->sysfs : "");
	if (value)
		printf("%u", word->value);
	putchar(',');
	csv_put_text(term, word->text);
	putchar('\n');
}

/* The columns are those of the lists of words; formats have only names. */
static void list_csv(void)
{
	const struct term term = { .file = stdout, .utf8 = true };
	char name[CATEGORY_TEXT];

	puts("list,name,sysfs,value,text");
	for (size_t i = 0; i < COUNT(lists); i++)
		for (const struct word *word = lists[i].words; word->name; word++)
			csv_line(&term, lists[i].name, word, true);
	for (size_t i = 0; i < advice_count; i++) {
		const struct word word = {
			.name = category_name(&category_signatures, advice_table[i].events, name),
			.text = advice_table[i].title, .value = advice_table[i].events,
		};

		if (is_general(&advice_table[i]))
			csv_line(&term, "signatures", &word, true);
	}
	for (size_t i = 0; i < tea_param_infos_count; i++) {
		const struct tea_param_info *info = &tea_param_infos[i];

		csv_line(&term, "knobs", &(struct word){ info->name, NULL, info->text, info->value }, true);
	}
	for (size_t i = 0; i < COUNT(formats); i++)
		for (const char *const *format = formats[i].names; *format; format++)
			csv_line(&term, formats[i].name, &(struct word){ *format, NULL, "", 0 }, false);
}

static void (*const list_put[VIEW_COUNT])(void) = {
	[VIEW_TEXT] = list_text, [VIEW_JSON] = list_json, [VIEW_CSV] = list_csv,
};

static int show(void *context, int count, char **operands, struct fault *fault)
{
	const unsigned int *format = context;

	(void)count;
	(void)operands;
	(void)fault;
	list_put[*format]();
	return 0;
}

static int list_run(int argc, char **argv)
{
	unsigned int format = VIEW_TEXT;
	const struct option table[] = {
		OPTION_FORMAT(view_format_names, &format),
		{ 0 },
	};

	return command_main(&cmd_list, table, argc, argv, show, &format);
}

const struct command cmd_list = {
	.name = "list",
	.operands = "",
	.remedy = "leave it out",
	.summary = "List events, signatures and commit states, and what they mean.",
	.run = list_run,
};
