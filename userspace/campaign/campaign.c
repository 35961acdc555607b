// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * campaign.c - the table of a campaign; see campaign.h
 */
#include "campaign.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wordexp.h>

#include "base/keyindex.h"
#include "experiment/guestprogram.h"
#include "experiment/variant.h"
#include "shellwords.h"

#define NAME_BYTES	"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-+_."
#define NUMBER_MOST	10000000
#define CLAIM_BYTES	1024
#define HOTTEST		"5"		/* changes that tea whatif tries where none is given */
#define COUNT(array)	(sizeof(array) / sizeof((array)[0]))

/* One more of an array, zeroed, or NULL. */
static void *append(void *array, size_t *count, size_t bytes)
{
	char *grown = array_grow(*(void **)array, *count, bytes);

	if (!grown)
		return NULL;
	*(void **)array = grown;
	return memset(grown + (*count)++ * bytes, 0, bytes);
}

static int put_word(struct campaign *campaign, struct wordlist *words, const char *word)
{
	const char **items = reallocarray(words->items, words->count + 2, sizeof(*items));

	if (!items)
		return -ENOMEM;
	words->items = items;
	items[words->count] = texts_intern(&campaign->texts, word);
	if (!items[words->count])
		return -ENOMEM;
	items[++words->count] = NULL;
	return 0;
}

/* Words as a shell has them, from the table's directory. */
static int expand(struct campaign *campaign, const struct tablerows *rows, const char *column,
		  struct wordlist *words, struct fault *fault)
{
	static const char *const reasons[] = {
		[WRDE_BADCHAR] = "'|', '&', ';', '<', '>', '(', ')', '{' or '}' that is not quoted: quote it",
		[WRDE_BADVAL] = "a variable that is not set: give its value",
		[WRDE_CMDSUB] = "a command in a command: write what it gives",
		[WRDE_NOSPACE] = "too long for the memory there is: shorten it",
		[WRDE_SYNTAX] = "a quote that is not closed: close it",
	};
	wordexp_t found = { 0 };
	int failure = wordexp(tablerows_get(rows, column), &found, WRDE_NOCMD | WRDE_UNDEF), error = 0;

	if (failure)
		return tablerows_refuse(rows, column, fault, "%s", reasons[failure]);
	for (size_t i = 0; i < found.we_wordc && !error; i++)
		error = found.we_wordv[i][strcspn(found.we_wordv[i], "\t\n")] ? -EINVAL :
			put_word(campaign, words, found.we_wordv[i]);
	wordfree(&found);
	if (error == -EINVAL)
		return tablerows_refuse(rows, column, fault, "a tab or a new line in a word: leave it out");
	return error ? fault_no_memory(fault, "the table") : 0;
}

static int take_text(struct campaign *campaign, const struct tablerows *rows, const char *column,
		     const char **text, struct fault *fault)
{
	*text = texts_intern(&campaign->texts, tablerows_get(rows, column));
	return *text ? 0 : fault_no_memory(fault, "the table");
}

static int check_name(const struct tablerows *rows, const char *column, const char *bytes, struct fault *fault)
{
	const char *name = tablerows_get(rows, column);

	if (!*name || name[strspn(name, bytes)] || *name == '.' || *name == '/' || strstr(name, "/.") ||
	    strstr(name, "//") || name[strlen(name) - 1] == '/')
		return tablerows_refuse(rows, column, fault, "'%.80s' is no name: give letters, digits, '-', '+', '_' "
				    "and '.', and none of these first", name);
	return 0;
}

/* @text, the name of a row of the part, becomes the campaign's, once. */
static int claim(struct campaign *campaign, const struct tablerows *rows, const char *column, const char *text,
		 const char **name, struct fault *fault)
{
	char key[CLAIM_BYTES];

	snprintf(key, sizeof(key), "%s\t%s", rows->names[0], text);
	if (texts_find(&campaign->texts, key))
		return tablerows_refuse(rows, column, fault, "'%.80s' is there twice: rename one", text);
	*name = texts_intern(&campaign->texts, text);
	return *name && texts_intern(&campaign->texts, key) ? 0 : fault_no_memory(fault, "the table");
}

static int take_number(const struct tablerows *rows, const char *column, unsigned int *number,
		       struct fault *fault)
{
	const char *text = tablerows_get(rows, column);
	char *end;
	unsigned long value = strtoul(text, &end, 10);

	*number = (unsigned int)value;
	if (*text && (!strchr("123456789", *text) || *end || value > NUMBER_MOST))
		return tablerows_refuse(rows, column, fault, "'%.80s' is no number from 1 to %d: give one, or leave it "
				    "empty", text, NUMBER_MOST);
	return 0;
}

static int check_file(const struct tablerows *rows, const char *column, const char *path, struct fault *fault)
{
	return access(path, R_OK) ? tablerows_refuse(rows, column, fault, "'%.120s': %s; name one from the table's "
						 "directory on", path, strerror(errno)) : 0;
}

static int take_wants(struct campaign *campaign, const struct tablerows *rows, struct campaign_wants *wants,
		      struct fault *fault)
{
	int error = take_number(rows, "memory", &wants->memory_mib, fault);

	if (!error)
		error = take_number(rows, "minutes", &wants->minutes, fault);
	if (!error)
		error = expand(campaign, rows, "files", &wants->files, fault);
	for (size_t i = 0; i < wants->files.count && !error; i++)
		error = check_file(rows, "files", wants->files.items[i], fault);
	return error;
}

static int name_program(struct campaign *campaign, const struct tablerows *rows, struct campaign_program *program,
			struct fault *fault)
{
	const char *input = tablerows_get(rows, "input");
	char name[CLAIM_BYTES / 2];
	int error = check_name(rows, "program", NAME_BYTES, fault);

	if (!error && *input)
		error = check_name(rows, "input", NAME_BYTES, fault);
	if (error)
		return error;
	snprintf(name, sizeof(name), "%.200s%s%.200s", tablerows_get(rows, "program"), *input ? "/" : "", input);
	return claim(campaign, rows, *input ? "input" : "program", name, &program->name, fault);
}

/* It is one for the core, and its libraries are there. */
static int find_program(struct campaign *campaign, const struct tablerows *rows, struct campaign_program *program,
			struct fault *fault)
{
	const char *given = tablerows_get(rows, "sysroot"), *sysroot = *given ? given : NULL;
	struct fault why;

	if (guestprogram_find(program->words.items[0], &sysroot, &why))
		return tablerows_refuse(rows, "command", fault, "%s", why.text);
	if (!sysroot)
		return 0;
	program->sysroot = texts_intern(&campaign->texts, sysroot);
	return program->sysroot ? 0 : fault_no_memory(fault, "the table");
}

static int add_program(struct campaign *campaign, const struct tablerows *rows, struct fault *fault)
{
	struct campaign_program *program = append(&campaign->programs, &campaign->programs_count, sizeof(*program));
	int error;

	if (!program)
		return fault_no_memory(fault, "the table");
	error = name_program(campaign, rows, program, fault);
	if (!error)
		error = expand(campaign, rows, "command", &program->words, fault);
	if (!error && !program->words.count)
		error = tablerows_refuse(rows, "command", fault, "no program: give its path and arguments");
	if (!error)
		error = find_program(campaign, rows, program, fault);
	if (!error)
		error = take_text(campaign, rows, "stdin", &program->input, fault);
	if (!error && *program->input)
		error = check_file(rows, "stdin", program->input, fault);
	return error ? error : take_wants(campaign, rows, &program->wants, fault);
}

static int add_core(struct campaign *campaign, const struct tablerows *rows, struct fault *fault)
{
	struct campaign_core *core = append(&campaign->cores, &campaign->cores_count, sizeof(*core));
	const char *model = tablerows_get(rows, "model");
	struct tea_params params;
	struct fault why;
	int error;

	if (!core)
		return fault_no_memory(fault, "the table");
	error = check_name(rows, "core", NAME_BYTES, fault);
	if (!error)
		error = claim(campaign, rows, "core", tablerows_get(rows, "core"), &core->name, fault);
	if (!error)
		error = take_text(campaign, rows, *model ? "model" : "core", &core->model, fault);
	if (error)
		return error;
	return variant_select(&params, core->model, &why) ?
	       tablerows_refuse(rows, *model ? "model" : "core", fault, "%s", why.text) : 0;
}

/* An option that a job gives the command itself, also where it is shortened; or NULL. */
static const char *own_option(const char *word)
{
	static const char *const own[] = {
		"--core", "--sysroot", "--output", "--format", "--lane", "--explain",
	};
	const size_t length = strcspn(word, "=");

	if (!strncmp(word, "-o", 2))
		return "-o";
	if (!strcmp(word, "--"))
		return "--";
	for (size_t i = 0; i < COUNT(own); i++)
		if (length > 2 && !strncmp(word, own[i], length))
			return own[i];
	return NULL;
}

/* Options alone, of those that are not the campaign's, and no program, which would run. */
static int check_words(const struct tablerows *rows, const struct campaign_question *question,
		       struct fault *fault)
{
	for (size_t i = 1; i < question->words.count; i++) {
		const char *word = question->words.items[i], *own = own_option(word), *sysroot = NULL;
		struct fault none;

		if (own)
			return tablerows_refuse(rows, "command", fault, "'%s' is the campaign's: leave it out", own);
		if (!guestprogram_find(word, &sysroot, &none))
			return tablerows_refuse(rows, "command", fault, "'%.80s' is a program: give it a row of its "
						"own", word);
	}
	return 0;
}

/*
 * They are ones that the command has, with values that it takes: then nothing is wrong but that a directory is no
 * program.
 */
static int check_options(const struct tablerows *rows, const struct campaign_question *question,
			 struct fault *fault)
{
	static const char right[] = ": '/' is a directory, not a program: name a file";
	char *command = NULL, said[300] = "";
	size_t size;
	FILE *file = open_memstream(&command, &size), *pipe;

	if (!file)
		return fault_no_memory(fault, "the questions");
	fprintf(file, "/proc/%d/exe ", (int)getpid());
	shellwords_put_all(file, &question->words, 0);
	fputs("-- / 2>&1 >/dev/null", file);
	pipe = fclose(file) ? NULL : popen(command, "re");
	free(command);
	if (!pipe)
		return fault_no_memory(fault, "the questions");
	if (!fgets(said, sizeof(said), pipe))
		said[0] = '\0';
	pclose(pipe);
	said[strcspn(said, "\n")] = '\0';
	return strstr(said, right) ? 0 : tablerows_refuse(rows, "command", fault, "%s", said);
}

static int add_question(struct campaign *campaign, const struct tablerows *rows, struct fault *fault)
{
	static const char *const commands[] = {
		[CAMPAIGN_SIM] = "sim", [CAMPAIGN_WHATIF] = "whatif", [CAMPAIGN_SENSITIVITY] = "sensitivity",
	};
	struct campaign_question *question = append(&campaign->questions, &campaign->questions_count,
						    sizeof(*question));
	int error;

	if (!question)
		return fault_no_memory(fault, "the table");
	error = check_name(rows, "question", NAME_BYTES, fault);
	if (!error)
		error = claim(campaign, rows, "question", tablerows_get(rows, "question"), &question->name, fault);
	if (!error)
		error = expand(campaign, rows, "command", &question->words, fault);
	if (error)
		return error;
	while (question->kind < COUNT(commands) &&
	       (!question->words.count || strcmp(question->words.items[0], commands[question->kind])))
		question->kind++;
	if (question->kind == COUNT(commands))
		return tablerows_refuse(rows, "command", fault, "give sim, whatif or sensitivity, and its options");
	if (question->kind == CAMPAIGN_WHATIF && question->words.count == 1 &&
	    (put_word(campaign, &question->words, "--hottest") || put_word(campaign, &question->words, HOTTEST)))
		return fault_no_memory(fault, "the table");
	error = check_words(rows, question, fault);
	return error ? error : check_options(rows, question, fault);
}

static int add_free(struct campaign *campaign, const struct tablerows *rows, struct fault *fault)
{
	struct campaign_free *free_job = append(&campaign->frees, &campaign->frees_count, sizeof(*free_job));
	int error;

	if (!free_job)
		return fault_no_memory(fault, "the table");
	error = check_name(rows, "job", NAME_BYTES "/", fault);
	if (!error)
		error = claim(campaign, rows, "job", tablerows_get(rows, "job"), &free_job->name, fault);
	if (!error)
		error = take_text(campaign, rows, "command", &free_job->command, fault);
	if (!error && !*free_job->command)
		error = tablerows_refuse(rows, "command", fault, "nothing to run: give what a shell is to run");
	return error ? error : take_wants(campaign, rows, &free_job->wants, fault);
}

static const struct part {
	const char *columns[9];		/* the first names the part */
	int (*add)(struct campaign *campaign, const struct tablerows *rows, struct fault *fault);
} parts[] = {
	{ { "program", "input", "command", "stdin", "files", "sysroot", "memory", "minutes", NULL }, add_program },
	{ { "core", "model", NULL }, add_core },
	{ { "question", "command", NULL }, add_question },
	{ { "job", "command", "files", "memory", "minutes", NULL }, add_free },
};

static const struct part *part_named(const char *name)
{
	for (size_t i = 0; i < COUNT(parts); i++)
		if (!strcmp(parts[i].columns[0], name))
			return &parts[i];
	return NULL;
}

static int read_row(struct campaign *campaign, struct tablerows *rows, const struct part **part,
		    struct fault *fault)
{
	const struct part *named = part_named(rows->fields[0]);

	if (named) {
		*part = named;
		return tablerows_take_names(rows, named->columns, fault);
	}
	if (!*part)
		return fault_set(fault, -EINVAL, "'%s', line %u: '%.80s' is no column: begin with a row of "
				 "columns whose first is program, core, question or job", rows->path,
				 rows->number, rows->fields[0]);
	if (rows->count > rows->names_count)
		return fault_set(fault, -EINVAL, "'%s', line %u: %zu fields for %zu columns: put one tab "
				 "between two", rows->path, rows->number, rows->count, rows->names_count);
	return (*part)->add(campaign, rows, fault);
}

static int check_whole(const struct campaign *campaign, struct fault *fault)
{
	const bool product = campaign->programs_count || campaign->cores_count || campaign->questions_count;
	const char *missing = !campaign->programs_count ? "program" : !campaign->cores_count ? "core" :
			      !campaign->questions_count ? "question" : NULL;

	if (!product && !campaign->frees_count)
		return fault_set(fault, -EINVAL, "'%s' has no rows: give programs, cores and questions, or jobs",
				 campaign->table);
	if (product && missing)
		return fault_set(fault, -EINVAL, "'%s' has no %s: add a row below a row that begins with '%s'",
				 campaign->table, missing, missing);
	return 0;
}

static int enter(struct campaign *campaign, const char *table, struct fault *fault)
{
	char *copy = realpath(table, NULL);

	if (!copy)
		return fault_set(fault, -errno, "cannot open '%s': %s; name a table", table, strerror(errno));
	campaign->directory = strdup(dirname(copy));
	free(copy);
	if (!campaign->directory)
		return fault_no_memory(fault, "the table");
	return chdir(campaign->directory) ? fault_set(fault, -errno, "cannot enter '%s': %s", campaign->directory,
						      strerror(errno)) : 0;
}

int campaign_read(struct campaign *campaign, const char *table, struct fault *fault)
{
	const struct part *part = NULL;
	struct tablerows rows;
	int error, more;

	*campaign = (struct campaign){ .table = table };
	error = tablerows_open(&rows, table, fault);
	if (error)
		return error;
	error = enter(campaign, table, fault);
	while (!error && (more = tablerows_next(&rows, fault)))
		error = more < 0 ? more : read_row(campaign, &rows, &part, fault);
	tablerows_close(&rows);
	return error ? error : check_whole(campaign, fault);
}

void campaign_deinit(struct campaign *campaign)
{
	for (size_t i = 0; i < campaign->programs_count; i++) {
		free(campaign->programs[i].words.items);
		free(campaign->programs[i].wants.files.items);
	}
	for (size_t i = 0; i < campaign->questions_count; i++)
		free(campaign->questions[i].words.items);
	for (size_t i = 0; i < campaign->frees_count; i++)
		free(campaign->frees[i].wants.files.items);
	free(campaign->programs);
	free(campaign->cores);
	free(campaign->questions);
	free(campaign->frees);
	free(campaign->directory);
	texts_deinit(&campaign->texts);
}
