// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * engine.c - Snakemake on a campaign's directory; see engine.h
 */
#include "engine.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/outfile.h"
#include "base/ownfile.h"
#include "experiment/child.h"
#include "outcome.h"

#define ARGUMENTS_MOST	32
#define BATCH_JOBS	500		/* Snakemake looks at all that are ready before each that it starts */
#define BATCH_TEXT	64
#define BATCH_VARIABLE	"TEA_CAMPAIGN_BATCH"	/* "3/20", for Snakefile and messages.py */
#define MIB		(1024 * 1024)
#define JOBS_NEW	"jobs.new"	/* until all links are in it */
#define JOBS_OLD	"jobs.old"
#define OPEN_MOST	16		/* directories at a time */

static const struct ownfile snakefile = {
	.built = "../userspace/campaign/workflow/Snakefile", .installed = "../share/tea/campaign/Snakefile",
	.what = "needs the workflow of campaigns", .remedy = "install the package tea-campaign",
};

static int fail(const struct engine *engine, const char *what, struct fault *fault)
{
	int error = -errno;

	return fault_set(fault, error, "cannot make '%s/%s': %s", engine->directory, what, strerror(-error));
}

static char *path_of(const struct engine *engine, const char *name)
{
	char *path;

	return asprintf(&path, "%s/%s", engine->directory, name) < 0 ? NULL : path;
}

/* With those above it. */
static int make_directories(char *path)
{
	for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		int error;

		*slash = '\0';
		error = mkdir(path, 0777) && errno != EEXIST ? -errno : 0;
		*slash = '/';
		if (error)
			return error;
	}
	return mkdir(path, 0777) && errno != EEXIST ? -errno : 0;
}

static int make_part(const struct engine *engine, const char *name, struct fault *fault)
{
	char *path = path_of(engine, name);
	int error = path ? make_directories(path) : -ENOMEM;

	free(path);
	errno = -error;
	return error ? fail(engine, name, fault) : 0;
}

static int take_lock(struct engine *engine, struct fault *fault)
{
	char *path = path_of(engine, "lock");

	if (!path)
		return fault_no_memory(fault, "the campaign");
	engine->lock = open(path, O_CREAT | O_RDWR, 0666);	/* Snakemake has it, too */
	free(path);
	if (engine->lock < 0)
		return fail(engine, "lock", fault);
	if (!flock(engine->lock, LOCK_EX | LOCK_NB))
		return 0;
	fprintf(engine->log, "tea %s: waiting for an earlier run of '%s' to end\n", engine->command,
		engine->directory);
	while (flock(engine->lock, LOCK_EX))
		if (errno != EINTR)
			return fault_set(fault, -errno, "cannot lock '%s': %s", engine->directory, strerror(errno));
	return 0;
}

/* A file that changes later may not be the one whose digest is taken. */
static int make_stamp(const struct engine *engine, struct fault *fault)
{
	char *path = path_of(engine, "begun");
	int error = path ? 0 : -ENOMEM, file = -1;

	if (!error)
		file = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0666);
	if (!error && (file < 0 || futimens(file, NULL)))
		error = -errno;
	if (file >= 0)
		close(file);
	free(path);
	errno = -error;
	return error ? fail(engine, "begun", fault) : 0;
}

int engine_open(struct engine *engine, struct fault *fault)
{
	static const char *const parts[] = { "results", "runs", "logs", "jobs" };
	int error = 0;

	engine->lock = -1;
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]) && !error; i++)
		error = make_part(engine, parts[i], fault);
	if (!error)
		error = take_lock(engine, fault);
	return error ? error : make_stamp(engine, fault);
}

void engine_close(struct engine *engine)
{
	if (engine->lock >= 0)
		close(engine->lock);
}

static void put_number(FILE *file, unsigned int number)
{
	if (number)
		fprintf(file, "\t%u", number);
	else
		fputs("\t-", file);
}

static void put_job(FILE *file, const struct jobs *jobs, const struct job *job)
{
	fputs(job->key, file);
	if (!job->after_count)
		fputs("\t-", file);
	for (size_t i = 0; i < job->after_count; i++)
		fprintf(file, "%c%s", i ? ',' : '\t', jobs->items[job->after[i]].key);
	put_number(file, job->wants ? job->wants->memory_mib : 0);
	put_number(file, job->wants ? job->wants->minutes : 0);
	fprintf(file, "\t%s\t%s\t%s\t%s\n", job->name, job->provenance, *job->files ? job->files : "-",
		job->command);
}

/* Jobs of one key have one line. */
static int write_plan(const struct engine *engine, const struct jobs *jobs, struct fault *fault)
{
	char *path = path_of(engine, "plan.tsv");
	struct texts keys = { 0 };
	struct outfile out;
	int error = path ? outfile_open(&out, path) : -ENOMEM;

	if (!error) {
		for (size_t i = 0; i < jobs->count; i++)
			if (!texts_find(&keys, jobs->items[i].key) && texts_intern(&keys, jobs->items[i].key))
				put_job(out.file, jobs, &jobs->items[i]);
		error = outfile_close(&out);
	}
	texts_deinit(&keys);
	free(path);
	errno = -error;
	return error ? fail(engine, "plan.tsv", fault) : 0;
}

struct call {
	const char *arguments[ARGUMENTS_MOST];
	size_t count;
	char workflow[PATH_MAX];	/* the directory of the workflow's files */
	char snakefile[PATH_MAX], messages[2 * PATH_MAX], job[2 * PATH_MAX], profile[2 * PATH_MAX], memory[64];
};

static void add(struct call *call, const char *word)
{
	call->arguments[call->count++] = word;
}

static void add_machine(const struct engine *engine, struct call *call)
{
	add(call, "--cores");
	add(call, engine->at_once ? engine->at_once : "all");
	snprintf(call->memory, sizeof(call->memory), "mem_mb=%llu",
		 (unsigned long long)sysconf(_SC_PHYS_PAGES) * (unsigned long long)sysconf(_SC_PAGESIZE) / MIB);
	add(call, "--resources");
	add(call, call->memory);
}

static void add_cluster(const struct engine *engine, struct call *call)
{
	snprintf(call->profile, sizeof(call->profile), "%s/%s", call->workflow, engine->profile);
	add(call, "--profile");
	add(call, access(call->profile, R_OK) ? engine->profile : call->profile);
	if (engine->at_once) {
		add(call, "--jobs");
		add(call, engine->at_once);
	}
}

/* A result is whole or not there: Snakemake's own marks, of what may be incomplete, are not needed. */
static int make_call(const struct engine *engine, struct call *call, struct fault *fault)
{
	static const char *const always[] = {
		"--keep-going", "--ignore-incomplete", "--nolock", "--drop-metadata", "--rerun-triggers", "mtime",
		"--directory",
	};
	int error = ownfile_find(&snakefile, call->snakefile, fault);

	if (error)
		return error;
	snprintf(call->workflow, sizeof(call->workflow), "%s", call->snakefile);
	*strrchr(call->workflow, '/') = '\0';
	snprintf(call->messages, sizeof(call->messages), "%s/messages.py", call->workflow);
	snprintf(call->job, sizeof(call->job), "job=%s/job", call->workflow);
	add(call, "snakemake");
	for (size_t i = 0; i < sizeof(always) / sizeof(always[0]); i++)
		add(call, always[i]);
	add(call, engine->directory);
	add(call, "--snakefile");
	add(call, call->snakefile);
	add(call, "--log-handler-script");
	add(call, call->messages);
	if (engine->profile)
		add_cluster(engine, call);
	else
		add_machine(engine, call);
	add(call, "--config");
	add(call, call->job);
	return 0;
}

static pid_t running;
static volatile sig_atomic_t is_ended, is_cluster;

/*
 * At SIGTERM Snakemake would let its jobs come to their ends: they are ended with it. Those of a cluster it
 * cancels, at SIGINT.
 */
static void end_all(int signal)
{
	(void)signal;
	is_ended = true;
	if (is_cluster)
		kill(running, SIGINT);
	else
		kill(-running, SIGTERM);
}

/* In the child. Where the command is killed, Snakemake ends once its running jobs have. */
static void become(const struct engine *engine, const struct call *call)
{
	char *cache = path_of(engine, ".snakemake/cache");

	prctl(PR_SET_PDEATHSIG, SIGTERM);
	signal(SIGINT, SIG_DFL);	/* ignored in a shell's background */
	if (cache)
		setenv("XDG_CACHE_HOME", cache, 1);
	setenv("PYTHONDONTWRITEBYTECODE", "1", 1);	/* beside messages.py */
	dup2(STDERR_FILENO, STDOUT_FILENO);
	execvp(call->arguments[0], (char *const *)call->arguments);
	fprintf(engine->log, "tea %s: cannot run snakemake: %s; install the package tea-campaign, or snakemake\n",
		engine->command, strerror(errno));
	fflush(engine->log);
	_exit(127);
}

/* Snakemake and its jobs are a process group: a signal ends them all, and this one tells what there is. */
static int run_call(const struct engine *engine, const struct call *call, struct fault *fault)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
	const struct sigaction action = { .sa_handler = end_all };
	struct sigaction before[sizeof(signals) / sizeof(signals[0])];
	int status, signal;

	fflush(NULL);
	is_cluster = engine->profile != NULL;
	running = fork();
	if (running < 0)
		return fault_set(fault, -errno, "cannot run snakemake: %s", strerror(errno));
	setpgid(running, running);
	if (!running)
		become(engine, call);
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		sigaction(signals[i], &action, &before[i]);
	status = child_wait(running, &signal);
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		sigaction(signals[i], &before[i], NULL);
	if (signal)
		return fault_set(fault, -EINTR, "snakemake was ended by signal %d; what is done is kept, the same "
				 "command goes on", signal);
	return status == 127 ? fault_set(fault, -ENOENT, "there is no snakemake") : 0;
}

/* Jobs one batch after the other, where there are very many. */
static int run_batches(const struct engine *engine, const struct call *call, size_t jobs, struct fault *fault)
{
	const size_t batches = (jobs + BATCH_JOBS - 1) / BATCH_JOBS;
	char batch[BATCH_TEXT];
	int error = 0;

	for (size_t i = 1; i <= batches && !error && !is_ended; i++) {
		snprintf(batch, sizeof(batch), "%zu/%zu", i, batches);
		if (batches > 1)
			setenv(BATCH_VARIABLE, batch, 1);
		error = run_call(engine, call, fault);
	}
	unsetenv(BATCH_VARIABLE);
	return error;
}

int engine_run(const struct engine *engine, const struct jobs *jobs, struct fault *fault)
{
	struct call call = { .count = 0 };
	int error = write_plan(engine, jobs, fault);

	if (!error)
		error = make_call(engine, &call, fault);
	return error ? error : run_batches(engine, &call, jobs->count, fault);
}

static int remove_entry(const char *path, const struct stat *found, int kind, struct FTW *place)
{
	(void)found;
	(void)kind;
	(void)place;
	return remove(path);
}

static void remove_tree(const char *path)
{
	nftw(path, remove_entry, OPEN_MOST, FTW_DEPTH | FTW_PHYS);
}

static int link_job(const struct engine *engine, const struct job *job, struct fault *fault)
{
	char *path, *target, *up = NULL;
	size_t depth = 1;
	int error;

	for (const char *at = job->name; (at = strchr(at, '/')); at++)
		depth++;
	up = calloc(depth, 3);
	for (size_t i = 0; up && i < depth; i++)
		strcat(up, i + 1 < depth ? "../" : "..");
	path = NULL;
	target = NULL;
	if (!up || asprintf(&path, "%s/" JOBS_NEW "/%s", engine->directory, job->name) < 0 ||
	    asprintf(&target, "%s/results/%s", up, job->key) < 0) {
		error = fault_no_memory(fault, "the links");
	} else {
		char *slash = strrchr(path, '/');

		*slash = '\0';
		error = make_directories(path);
		*slash = '/';
		if (!error && symlink(target, path))
			error = -errno;
		if (error)
			fault_set(fault, error, "cannot make '%s': %s", path, strerror(-error));
	}
	free(up);
	free(path);
	free(target);
	return error;
}

int engine_link(const struct engine *engine, const struct jobs *jobs, struct fault *fault)
{
	char *parts[] = { path_of(engine, JOBS_NEW), path_of(engine, JOBS_OLD), path_of(engine, "jobs") };
	int error = parts[0] && parts[1] && parts[2] ? 0 : fault_no_memory(fault, "the links");

	if (!error) {
		remove_tree(parts[0]);
		remove_tree(parts[1]);
		error = make_part(engine, JOBS_NEW, fault);
	}
	for (size_t i = 0; i < jobs->count && !error; i++)
		if (outcome_is_done(engine->directory, &jobs->items[i]))
			error = link_job(engine, &jobs->items[i], fault);
	if (!error && (rename(parts[2], parts[1]) || rename(parts[0], parts[2])))
		error = fail(engine, "jobs", fault);
	if (!error)
		remove_tree(parts[1]);
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		free(parts[i]);
	return error;
}
