// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cmd_info.c - tea info: what a file is a recording of, and what it lacks
 *
 * Facts are a table for both formats; behind them the core's settings, other events of
 * the file, and the objects with cycles: whether their functions have names, and why not.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/rows.h"
#include "selection.h"
#include "views/amount.h"
#include "views/json.h"
#include "views/paragraph.h"
#include "views/term.h"
#include "views/view.h"

#define TITLE_LEAD	"                        "
#define OBJECT_LEAD	"                    "

enum fact_type {
	FACT_TEXT,
	FACT_NUMBER,
	FACT_SECONDS,			/* in nanoseconds */
	FACT_CYCLES,			/* in parts */
};

struct fact {
	const char *name, *title;
	enum fact_type type;
	size_t offset;			/* in struct recording */
	bool zero;			/* shown in text where it is 0 */
};

#define FACT(name, title, type, member, zero) \
	{ name, title, type, offsetof(struct recording, member), zero }

static const struct fact facts[] = {
	FACT("file", "File", FACT_TEXT, path, false),
	FACT("host", "Host", FACT_TEXT, host, false),
	FACT("kernel", "Kernel", FACT_TEXT, release, false),
	FACT("arch", "Architecture", FACT_TEXT, arch, false),
	FACT("perf", "Recorded by perf", FACT_TEXT, perfdata.info.perf_version, false),
	FACT("command", "Command", FACT_TEXT, command, false),
	FACT("event", "Event", FACT_TEXT, event, false),
	FACT("period", "Cycles per sample", FACT_NUMBER, period, false),
	FACT("frequency_hz", "Samples a second", FACT_NUMBER, frequency_hz, false),
	FACT("samples", "Samples", FACT_NUMBER, samples, true),
	FACT("unknown_samples", "Samples without events", FACT_NUMBER, unknown_samples, true),
	FACT("lost", "Lost", FACT_NUMBER, lost, true),
	FACT("throttled", "Throttled", FACT_NUMBER, throttled, true),
	FACT("cycles", "Cycles", FACT_CYCLES, pics.parts, true),
	FACT("threads", "Threads", FACT_NUMBER, threads_count, true),
	FACT("first_s", "First sample at (s)", FACT_SECONDS, first_ns, false),
	FACT("last_s", "Last sample at (s)", FACT_SECONDS, last_ns, false),
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

struct info {
	struct recording *recording;
	struct rows objects;
	struct term term;
};

static const char *fact_text(const struct info *info, const struct fact *fact)
{
	return *(const char *const *)((const char *)info->recording + fact->offset);
}

static uint64_t fact_number(const struct info *info, const struct fact *fact)
{
	return *(const uint64_t *)((const char *)info->recording + fact->offset);
}

_Static_assert(sizeof(size_t) == sizeof(uint64_t), "facts read counts as 64-bit numbers");

/* A number as decimal text, for both formats. */
static const char *number_text(const struct info *info, const struct fact *fact,
			       char text[VIEW_CYCLES_TEXT])
{
	uint64_t number = fact_number(info, fact);

	if (fact->type == FACT_CYCLES)
		return view_cycles(info->recording, number, text);
	if (fact->type == FACT_SECONDS)
		snprintf(text, VIEW_CYCLES_TEXT, "%" PRIu64 ".%09" PRIu64, number / 1000000000,
			 number % 1000000000);
	else
		snprintf(text, VIEW_CYCLES_TEXT, "%" PRIu64, number);
	return text;
}

static void put_folded(const struct info *info, const char *text, const char *lead)
{
	if (info->term.screen) {
		paragraph_put(&info->term, text, strlen(lead), lead);
		return;
	}
	term_put(&info->term, text);
	fputc('\n', info->term.file);
}

static void put_pair(const struct info *info, const char *title, const char *text)
{
	fprintf(info->term.file, "%-*s", (int)strlen(TITLE_LEAD), title);
	put_folded(info, text, TITLE_LEAD);
}

/* A number for people. */
static const char *amount_text(const struct info *info, const struct fact *fact,
			       char text[VIEW_CYCLES_TEXT])
{
	uint64_t number = fact_number(info, fact);

	if (fact->type == FACT_CYCLES)
		return amount_cycles(info->recording, number, text);
	if (fact->type == FACT_SECONDS)
		return number_text(info, fact, text);
	return amount_number(number, text);
}

static void text_facts(const struct info *info)
{
	const struct recording *recording = info->recording;
	char text[VIEW_CYCLES_TEXT];

	for (size_t i = 0; i < COUNT(facts); i++) {
		const struct fact *fact = &facts[i];

		if (fact->type == FACT_TEXT && fact_text(info, fact))
			put_pair(info, fact->title, fact_text(info, fact));
		else if (fact->type != FACT_TEXT && (fact->zero || fact_number(info, fact)))
			put_pair(info, fact->title, amount_text(info, fact, text));
	}
	if (recording->last_ns > recording->first_ns) {
		snprintf(text, sizeof(text), "%.9f", (double)(recording->last_ns -
			 recording->first_ns) / 1e9);
		put_pair(info, "Time span (s)", text);
	}
	put_pair(info, "Callchains", recording->has_chains ? "yes" : "no");
}

/* What is known of the core, as "name=value name=value"; NULL when memory ran out. */
static char *settings_text(const struct recording *recording)
{
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	for (size_t i = 0; file && i < recording->settings_count; i++)
		fprintf(file, "%s%s=%s", i ? " " : "", recording->settings[i].name,
			recording->settings[i].value);
	if (!file || fclose(file))
		return NULL;
	return text;
}

static void text_settings(const struct info *info)
{
	const struct recording *recording = info->recording;
	char *text = recording->settings_count ? settings_text(recording) : NULL;
	char number[AMOUNT_TEXT];

	if (text)
		put_pair(info, "Configuration", text);
	free(text);
	for (size_t i = 0; i < recording->others_count; i++) {
		fprintf(info->term.file, "%-*s", (int)strlen(TITLE_LEAD), i ? "" : "Other events");
		term_put(&info->term, recording->others[i].name);
		fprintf(info->term.file, " (%s samples, not shown)\n",
			amount_number(recording->others[i].samples, number));
	}
}

static double share_of(const struct info *info, uint64_t parts)
{
	uint64_t all = info->recording->pics.parts;

	return all ? (double)parts / (double)all : 0;
}

/* Why there are cycles without a function's name in the object, NULL if there are none. */
static const char *trouble_of(const struct info *info, const struct row *row)
{
	const char *trouble;

	if (!info->objects.unresolved_by_object[row->object])
		return NULL;
	trouble = symbols_trouble(&info->recording->symbols, row->object);
	return trouble ? trouble : "it has no file to look into";
}

static void text_objects(const struct info *info)
{
	fprintf(info->term.file, "\n%8s  %-8s  %s\n", "Cycles", "Named", "Object");
	for (size_t i = 0; i < info->objects.count; i++) {
		const struct row *row = &info->objects.rows[i];
		uint64_t unresolved = info->objects.unresolved_by_object[row->object];
		const char *trouble = trouble_of(info, row);

		fprintf(info->term.file, "%7.2f%%  %7.2f%%  ",
			100 * share_of(info, row->stack->parts),
			100 - 100 * (double)unresolved / (double)row->stack->parts);
		term_put(&info->term, row->location.object->path);
		fputc('\n', info->term.file);
		if (trouble) {
			fputs(OBJECT_LEAD, info->term.file);
			put_folded(info, trouble, OBJECT_LEAD);
		}
	}
}

static void info_text(const struct info *info)
{
	text_facts(info);
	text_settings(info);
	text_objects(info);
	for (size_t i = 0; i < info->recording->notes.count; i++) {
		fputs(i ? "note: " : "\nnote: ", info->term.file);
		put_folded(info, info->recording->notes.texts[i], "      ");
	}
}

static void json_text(const char *name, const char *text)
{
	printf("\"%s\":", name);
	json_put_text(stdout, text);
}

static void json_facts(const struct info *info)
{
	char text[VIEW_CYCLES_TEXT];

	fputs("{\"version\":1", stdout);
	for (size_t i = 0; i < COUNT(facts); i++) {
		fputs(",\n", stdout);
		if (facts[i].type == FACT_TEXT)
			json_text(facts[i].name, fact_text(info, &facts[i]));
		else
			printf("\"%s\":%s", facts[i].name, number_text(info, &facts[i], text));
	}
	printf(",\n\"callchains\":%s,\n\"config\":{",
	       info->recording->has_chains ? "true" : "false");
	for (size_t i = 0; i < info->recording->settings_count; i++) {
		fputs(i ? "," : "", stdout);
		json_put_text(stdout, info->recording->settings[i].name);
		fputc(':', stdout);
		json_put_text(stdout, info->recording->settings[i].value);
	}
	fputs("},\n\"other_events\":[", stdout);
	for (size_t i = 0; i < info->recording->others_count; i++) {
		fputs(i ? ",{" : "{", stdout);
		json_text("name", info->recording->others[i].name);
		printf(",\"samples\":%" PRIu64 "}", info->recording->others[i].samples);
	}
}

static void json_build_id(const struct symbols_object *object)
{
	fputs(",\"build_id\":", stdout);
	fputs(object->build_id_size ? "\"" : "null", stdout);
	for (size_t i = 0; i < object->build_id_size; i++)
		printf("%02x", object->build_id[i]);
	fputs(object->build_id_size ? "\"" : "", stdout);
}

static void info_json(const struct info *info)
{
	char text[VIEW_CYCLES_TEXT];

	json_facts(info);
	fputs("],\n\"objects\":[", stdout);
	for (size_t i = 0; i < info->objects.count; i++) {
		const struct row *row = &info->objects.rows[i];
		uint64_t unresolved = info->objects.unresolved_by_object[row->object];

		fputs(i ? ",\n{" : "\n{", stdout);
		json_text("path", row->location.object->path);
		json_build_id(row->location.object);
		printf(",\"cycles\":%s", view_cycles(info->recording, row->stack->parts, text));
		printf(",\"share\":%.6f", share_of(info, row->stack->parts));
		printf(",\"named\":%s,", view_cycles(info->recording,
						     row->stack->parts - unresolved, text));
		json_text("trouble", trouble_of(info, row));
		putchar('}');
	}
	fputs("\n],\n\"notes\":", stdout);
	json_put_notes(stdout, info->recording);
	puts("}");
}

static const char *const info_formats[] = { "text", "json", NULL };
static void (*const info_put[])(const struct info *info) = { info_text, info_json };

static int show(struct selection *selection, unsigned int format, struct fault *fault)
{
	const struct rows_options by_object = { .by = ROWS_BY_OBJECT };
	struct recording recording;
	struct info info = { .recording = &recording };
	int error = selection_open(selection, &recording, fault);

	if (error)
		return error;
	error = rows_fold(&info.objects, &recording, &by_object);
	if (error) {
		fault_set(fault, error, "out of memory for the objects");
	} else {
		term_init(&info.term, stdout);
		info_put[format](&info);
		rows_deinit(&info.objects);
	}
	recording_close(&recording);
	return error;
}

static int info_run(int argc, char **argv)
{
	struct selection selection = SELECTION_DEFAULT;
	unsigned int format = 0;
	const struct option table[] = {
		SELECTION_RECORDING(&selection),
		OPTION_FORMAT(info_formats, &format),
		{ 0 },
	};
	struct fault fault;
	int first = options_parse(&cmd_info, table, argc, argv, false, &fault);
	int error = first < 0 ? first : 0;

	if (first == 0) {
		options_help(&cmd_info, table);
		return 0;
	}
	if (!error && argc - first > 1)
		error = fault_set(&fault, -EINVAL, "unexpected '%s': name one file",
				  argv[first + 1]);
	if (!error) {
		if (first < argc)
			selection.recording.path = argv[first];
		error = show(&selection, format, &fault);
	}
	selection_deinit(&selection);
	if (error)
		term_complain(cmd_info.name, fault.text);
	return error ? 1 : 0;
}

const struct command cmd_info = {
	.name = "info",
	.operands = "[FILE]",
	.summary = "Show what a file is a recording of, and what it lacks.",
	.run = info_run,
};
