// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * jobs.c - what a campaign has to run; see jobs.h
 */
#include "jobs.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/keyindex.h"
#include "digest.h"
#include "experiment/guestprogram.h"
#include "experiment/simulation.h"
#include "experiment/variant.h"
#include "output/jsonwriter.h"
#include "params.h"
#include "shellwords.h"

#define FORMAT		"tea campaign 2"	/* of results: another one makes all of them again */
/* An environment of one length, on which the stack's place in memory depends. */
#define CLEAN		"env -i PATH=/usr/bin:/bin HOME=/ LC_ALL=C "

struct maker {
	struct jobs *jobs;
	const struct campaign *campaign;
	struct digests digests;
	struct texts texts;
	struct wordlist *libraries;	/* of each program */
	char tea[PATH_MAX], qemu[PATH_MAX], plugin[PATH_MAX];
	FILE *files;			/* the job's whose provenance is made */
	struct fault *fault;
};

static void list_words(struct jsonwriter *json, const char *key, const struct wordlist *words)
{
	json_open_list(json, key);
	for (size_t i = 0; i < words->count; i++)
		json_text(json, NULL, words->items[i]);
	json_close_list(json);
}

/* Jobs find it from any directory. */
static void put_path(const struct maker *maker, const char *path)
{
	char whole[2 * PATH_MAX];

	snprintf(whole, sizeof(whole), "%s%s%s", *path == '/' ? "" : maker->campaign->directory,
		 *path == '/' ? "" : "/", path);
	shellwords_put(maker->files, whole);
}

static int put_digest(struct maker *maker, struct jsonwriter *json, const char *key, const char *path)
{
	const char *digest = digest_of(&maker->digests, path, maker->fault);

	if (!digest)
		return -EIO;
	json_text(json, key, digest);
	put_path(maker, path);
	return 0;
}

static int put_files(struct maker *maker, struct jsonwriter *json, const struct wordlist *files)
{
	int error = 0;

	for (size_t i = 0; i < files->count && !error; i++)
		error = put_digest(maker, json, files->items[i], files->items[i]);
	return error;
}

/* Arguments that name files are read, for all that is known. */
static int put_argument_files(struct maker *maker, struct jsonwriter *json, const struct wordlist *words)
{
	int error = 0;

	for (size_t i = 0; i < words->count && !error; i++) {
		const char *word = words->items[i], *value = strchr(word, '=');
		struct stat found;

		if (!strncmp(word, "--", 2) && value)
			word = value + 1;
		if (!stat(word, &found) && S_ISREG(found.st_mode))
			error = put_digest(maker, json, word, word);
	}
	return error;
}

static int put_tools(struct maker *maker, struct jsonwriter *json)
{
	int error;

	json_text(json, "format", FORMAT);
	error = put_digest(maker, json, "tea", maker->tea);
	if (!error)
		error = put_digest(maker, json, "qemu", maker->qemu);
	return error ? error : put_digest(maker, json, "plugin", maker->plugin);
}

static void put_core(struct jsonwriter *json, const char *model)
{
	struct tea_params params;
	struct fault none;

	if (variant_select(&params, model, &none))
		return;			/* the table was refused for it */
	json_text(json, "core", params.core);
	json_open_object(json, "knobs");
	for (size_t i = 0; i < tea_param_infos_count; i++)
		json_whole(json, tea_param_infos[i].name, tea_params_get(&params, &tea_param_infos[i]));
	json_close_object(json);
}

static int put_run(struct maker *maker, const struct job *job, struct jsonwriter *json)
{
	const struct campaign_program *program = &maker->campaign->programs[job->program];
	int error = put_tools(maker, json);

	list_words(json, "question", &maker->campaign->questions[job->question].words);
	put_core(json, maker->campaign->cores[job->core].model);
	list_words(json, "program", &program->words);
	if (*program->input)
		json_text(json, "stdin", program->input);
	json_open_object(json, "files");
	if (!error)
		error = put_argument_files(maker, json, &maker->campaign->questions[job->question].words);
	if (!error)
		error = put_argument_files(maker, json, &program->words);
	if (!error && *program->input)
		error = put_digest(maker, json, program->input, program->input);
	if (!error)
		error = put_files(maker, json, &program->wants.files);
	json_close_object(json);
	json_text(json, "sysroot", program->sysroot);
	json_open_object(json, "libraries");
	if (!error)
		error = put_files(maker, json, &maker->libraries[job->program]);
	json_close_object(json);
	return error;
}

static int put_difference(struct maker *maker, const struct job *job, struct jsonwriter *json)
{
	int error = put_tools(maker, json);

	json_text(json, "before", maker->jobs->items[job->after[0]].key);
	json_text(json, "after", maker->jobs->items[job->after[1]].key);
	return error;
}

static int put_free(struct maker *maker, const struct job *job, struct jsonwriter *json)
{
	int error;

	json_text(json, "format", FORMAT);
	json_text(json, "command", maker->campaign->frees[job->program].command);
	json_open_object(json, "files");
	error = put_files(maker, json, &job->wants->files);
	json_close_object(json);
	return error;
}

static int take_stream(struct maker *maker, FILE *file, int error)
{
	if (fclose(file) && !error)
		error = fault_no_memory(maker->fault, "the jobs");
	return error;
}

static int make_provenance(struct maker *maker, struct job *job)
{
	size_t size, files_size;
	FILE *file = open_memstream(&job->provenance, &size);
	struct jsonwriter json = { .file = file };
	char digest[DIGEST_TEXT];
	int error;

	if (!file)
		return fault_no_memory(maker->fault, "the jobs");
	maker->files = open_memstream(&job->files, &files_size);
	if (!maker->files)
		return take_stream(maker, file, fault_no_memory(maker->fault, "the jobs"));
	json_open_object(&json, NULL);
	error = job->kind == CAMPAIGN_FREE ? put_free(maker, job, &json) :
		job->kind == CAMPAIGN_DIFF ? put_difference(maker, job, &json) : put_run(maker, job, &json);
	json_close_object(&json);
	error = take_stream(maker, maker->files, error);
	error = take_stream(maker, file, error);
	if (error)
		return error;
	digest_text(job->provenance, digest);
	snprintf(job->key, sizeof(job->key), "%.*s", JOBS_KEY - 1, digest);
	return 0;
}

/* "tea QUESTION..." to "$part", of the program. */
static void put_question(const struct maker *maker, const struct job *job, FILE *file, const char *options)
{
	const struct campaign_program *program = &maker->campaign->programs[job->program];
	const struct campaign_question *question = &maker->campaign->questions[job->question];

	fputs(CLEAN, file);
	shellwords_put(file, maker->tea);
	shellwords_put(file, question->words.items[0]);
	fputs("--core ", file);
	shellwords_put(file, maker->campaign->cores[job->core].model);
	if (program->sysroot) {
		fputs("--sysroot ", file);
		shellwords_put(file, program->sysroot);
	}
	shellwords_put_all(file, &question->words, 1);
	fprintf(file, "%s -- ", options);
	shellwords_put_all(file, &program->words, 0);
	if (*program->input) {
		fputc('<', file);
		shellwords_put(file, program->input);
	}
	fputs(">\"$part/output\"", file);
}

/*
 * A view of profiles, by exact cycles where they have them, from a directory below which they have the same names
 * in every campaign: pages have these.
 */
static void put_view(const struct maker *maker, FILE *file, const char *from, const char *command,
		     const char *files, const char *to)
{
	fprintf(file, "(cd \"$%s\" && { ", from);
	for (int i = 0; i < 2; i++) {
		fputs(i ? " || " CLEAN : CLEAN, file);
		shellwords_put(file, maker->tea);
		fprintf(file, "%s %s%s >\"$part/%s\"", command, i ? "" : "--of golden ", files, to);
	}
	fputs("; })", file);
}

static void put_commands(const struct maker *maker, const struct job *job, FILE *file)
{
	switch (job->kind) {
	case CAMPAIGN_SIM:
		put_question(maker, job, file, "-o \"$part/profile\"");
		fputs(" && ", file);
		put_view(maker, file, "part", "report --by function --top 10 --format json", "-i profile",
			 "summary.json");
		fputs(" && ", file);
		put_view(maker, file, "part", "export --to html", "-i profile", "page.html");
		break;
	case CAMPAIGN_WHATIF:
		put_question(maker, job, file, "--format json -o \"$part/summary.json\"");
		break;
	case CAMPAIGN_SENSITIVITY:
		put_question(maker, job, file, "--format html -o \"$part/page.html\"");
		break;
	case CAMPAIGN_DIFF:
		put_view(maker, file, "campaign", "diff --format html", "\"$before/profile\" \"$after/profile\"",
			 "page.html");
		break;
	case CAMPAIGN_FREE:
		fputs("RESULT=\"$part\" sh -c ", file);
		shellwords_put(file, maker->campaign->frees[job->program].command);
	}
}

static int make_command(struct maker *maker, struct job *job)
{
	size_t size;
	FILE *file = open_memstream(&job->command, &size);

	if (!file)
		return fault_no_memory(maker->fault, "the jobs");
	fputs("cd ", file);
	shellwords_put(file, maker->campaign->directory);
	fputs("&& ", file);
	if (job->after_count)
		fprintf(file, "before=results/%s after=results/%s && ", maker->jobs->items[job->after[0]].key,
			maker->jobs->items[job->after[1]].key);
	put_commands(maker, job, file);
	return take_stream(maker, file, 0);
}

static int add(struct maker *maker, const struct job *wanted, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static int add(struct maker *maker, const struct job *wanted, const char *format, ...)
{
	struct jobs *jobs = maker->jobs;
	struct job *grown = array_grow(jobs->items, jobs->count, sizeof(*grown)), *job;
	va_list args;
	int error;

	if (!grown)
		return fault_no_memory(maker->fault, "the jobs");
	jobs->items = grown;
	job = &grown[jobs->count++];
	*job = *wanted;
	va_start(args, format);
	if (vasprintf(&job->name, format, args) < 0)
		job->name = NULL;
	va_end(args);
	if (!job->name)
		return fault_no_memory(maker->fault, "the jobs");
	error = make_provenance(maker, job);
	return error ? error : make_command(maker, job);
}

/* Of one program and question, all cores, and what differs from the first. */
static int add_cores(struct maker *maker, size_t program, size_t question)
{
	const struct campaign *campaign = maker->campaign;
	const struct campaign_question *asked = &campaign->questions[question];
	const size_t first = maker->jobs->count;
	struct job job = {
		.kind = asked->kind, .program = program, .question = question,
		.wants = &campaign->programs[program].wants,
	};
	int error = 0;

	for (job.core = 0; job.core < campaign->cores_count && !error; job.core++)
		error = add(maker, &job, "%s/%s/%s", campaign->programs[program].name,
			    campaign->cores[job.core].name, asked->name);
	if (asked->kind != CAMPAIGN_SIM)
		return error;
	job.kind = CAMPAIGN_DIFF;
	job.after_count = 2;
	for (job.core = 1; job.core < campaign->cores_count && !error; job.core++) {
		job.after[0] = first;
		job.after[1] = first + job.core;
		if (strcmp(maker->jobs->items[first].key, maker->jobs->items[first + job.core].key))
			error = add(maker, &job, "%s/%s/%s.difference", campaign->programs[program].name,
				    campaign->cores[job.core].name, asked->name);
	}
	return error;
}

/* A line of the dynamic linker's list: "NAME => PATH (ADDRESS)", or "PATH (ADDRESS)". */
static int take_library(struct maker *maker, struct wordlist *libraries, const char *sysroot, char *line)
{
	char *arrow = strstr(line, "=> "), *path = arrow ? arrow + 3 : line + strspn(line, " \t");
	char *end = strstr(path, " ("), *full;
	const char **items;
	struct stat found;

	if (*path != '/' || !end)
		return 0;
	*end = '\0';
	if (asprintf(&full, "%s%s", sysroot, path) < 0)
		return -ENOMEM;
	items = reallocarray(libraries->items, libraries->count + 1, sizeof(*items));
	if (items) {
		libraries->items = items;
		items[libraries->count++] = texts_intern(&maker->texts, stat(full, &found) ? path : full);
	}
	free(full);
	return items && items[libraries->count - 1] ? 0 : -ENOMEM;
}

/* The libraries that the program begins with, which its own dynamic linker tells. */
static int find_libraries(struct maker *maker, size_t number)
{
	const struct campaign_program *program = &maker->campaign->programs[number];
	char *command = NULL, *line = NULL;
	size_t size;
	FILE *file = open_memstream(&command, &size);
	int error = 0, dynamic = guestprogram_is_dynamic(program->words.items[0]);

	if (!file)
		return fault_no_memory(maker->fault, "the jobs");
	shellwords_put(file, maker->qemu);
	if (program->sysroot)
		fputs("-L ", file);
	if (program->sysroot)
		shellwords_put(file, program->sysroot);
	fputs("-E LD_TRACE_LOADED_OBJECTS=1 ", file);
	shellwords_put(file, program->words.items[0]);
	fputs("2>&1 </dev/null", file);
	error = take_stream(maker, file, 0);
	file = !error && dynamic ? popen(command, "re") : NULL;
	while (file && !error && getline(&line, &size, file) > 0)
		error = take_library(maker, &maker->libraries[number], program->sysroot ? program->sysroot : "",
				     line);
	if (file && pclose(file) && !error)
		error = fault_set(maker->fault, -EINVAL, "'%s' cannot be loaded: %.200s; name the root of its "
				  "libraries in column sysroot", program->words.items[0], line ? line : "");
	free(line);
	free(command);
	return error == -ENOMEM ? fault_no_memory(maker->fault, "the jobs") : error;
}

static int find_tools(struct maker *maker)
{
	ssize_t length = readlink("/proc/self/exe", maker->tea, sizeof(maker->tea) - 1);
	int error = ownfile_find(&simulation_qemu, maker->qemu, maker->fault);

	maker->tea[length < 0 ? 0 : length] = '\0';
	return error ? error : ownfile_find(&simulation_plugin, maker->plugin, maker->fault);
}

/* Names are those of links: no two are the same, and none is a directory of another. */
static int check_names(struct maker *maker)
{
	struct texts names = { 0 };
	const struct jobs *jobs = maker->jobs;
	int error = 0;

	for (size_t i = 0; i < jobs->count && !error; i++) {
		if (texts_find(&names, jobs->items[i].name))
			error = fault_set(maker->fault, -EINVAL, "two jobs of '%s' are named '%s': rename one",
					  maker->campaign->table, jobs->items[i].name);
		else if (!texts_intern(&names, jobs->items[i].name))
			error = fault_no_memory(maker->fault, "the jobs");
	}
	for (size_t i = 0; i < jobs->count && !error; i++) {
		char *name = jobs->items[i].name;

		for (char *slash = strchr(name, '/'); slash && !error; slash = strchr(slash + 1, '/')) {
			*slash = '\0';
			if (texts_find(&names, name))
				error = fault_set(maker->fault, -EINVAL, "'%s' of '%s' is a job, and '%s/%s' one below "
						  "it: rename one", name, maker->campaign->table, name, slash + 1);
			*slash = '/';
		}
	}
	texts_deinit(&names);
	return error;
}

static int make_all(struct maker *maker, const struct progress *progress)
{
	const struct campaign *campaign = maker->campaign;
	int error = campaign->programs_count ? find_tools(maker) : 0;

	for (size_t i = 0; i < campaign->programs_count && !error; i++) {
		progress_tell(progress, "reading programs", i, campaign->programs_count);
		error = find_libraries(maker, i);
		for (size_t q = 0; q < campaign->questions_count && !error; q++)
			error = add_cores(maker, i, q);
	}
	for (size_t i = 0; i < campaign->frees_count && !error; i++) {
		const struct job job = {
			.kind = CAMPAIGN_FREE, .program = i, .wants = &campaign->frees[i].wants,
		};

		progress_tell(progress, "reading files", i, campaign->frees_count);
		error = add(maker, &job, "%s", campaign->frees[i].name);
	}
	return error ? error : check_names(maker);
}

int jobs_make(struct jobs *jobs, const struct campaign *campaign, const struct progress *progress,
	      struct fault *fault)
{
	struct maker maker = { .jobs = jobs, .campaign = campaign, .fault = fault };
	int error = 0;

	*jobs = (struct jobs){ 0 };
	maker.libraries = calloc(campaign->programs_count + 1, sizeof(*maker.libraries));
	error = maker.libraries ? make_all(&maker, progress) : fault_no_memory(fault, "the jobs");
	for (size_t i = 0; i < campaign->programs_count && maker.libraries; i++)
		free(maker.libraries[i].items);
	free(maker.libraries);
	texts_deinit(&maker.texts);
	digests_deinit(&maker.digests);
	return error;
}

void jobs_deinit(struct jobs *jobs)
{
	for (size_t i = 0; i < jobs->count; i++) {
		free(jobs->items[i].name);
		free(jobs->items[i].command);
		free(jobs->items[i].provenance);
		free(jobs->items[i].files);
	}
	free(jobs->items);
}
