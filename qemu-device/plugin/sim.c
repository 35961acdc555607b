// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sim.c - the model under a user program: profiles, no guest
 *
 * Each thread has a core of its own in each lane, with caches of its own; their cycles add up.
 * System calls take only the time of their ecall, which leaves as an exception does. After an execve
 * the new program is modelled in place of the old one; forked processes run without the model, which
 * a note on stderr says.
 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <glib.h>
#include <qemu/tea-exit.h>

#include "dying.h"
#include "endings.h"
#include "runestimate.h"
#include "executions.h"
#include "fast.h"
#include "feed.h"
#include "follow.h"
#include "guestcalls.h"
#include "guestmem.h"
#include "mappings.h"
#include "observers.h"
#include "profile.h"
#include "registers.h"
#include "resume.h"
#include "sim.h"
#include "simlanes.h"
#include "skips.h"
#include "statusline.h"

/* In a QEMU that reports how a program ends. */
#pragma weak qemu_tea_exit_code

#define REGISTER_SP	2

struct thread {
	struct feed feed;		/* first: feed_of() gives a thread */
	struct broadcast broadcast;		/* where there are several lanes */
	struct windows windows;		/* where the run is sampled */
	struct thread *next;
	unsigned int number;		/* from 0 on, as they were made */
	bool finished;
	bool ended;			/* before the run did */
	struct lane *lanes[];		/* one for each core, or each team of them; NULL: it failed */
};

static struct {
	qemu_plugin_id_t id;
	struct simlanes lanes;		/* of each thread */
	uint64_t expected;		/* instructions that there will be; 0: not known */
	const char *cycles;		/* a file, where those of all cores go; NULL: none */
	bool counted;			/* executions alone, of all of the run: there are no lanes nor feeds */
	const struct spares *spares;
	struct region *region;		/* NULL: all of the run */
	struct sampling sampling;
	const char *resume_path;	/* NULL: it is a new run */
	struct resume before;		/* which it is resumed from */
	pid_t pid;			/* of the process that writes */
	struct threadpool pool;		/* where there are several cores */
	char **command;
	struct mappings mappings;
	pthread_mutex_t lock;		/* of the list of threads, and of finishing one */
	struct thread *threads;		/* all that ever ran */
	unsigned int count, alive;
	unsigned int forks;
	bool exits;			/* it exits, without a signal */
	bool done;			/* all threads have ended */
	struct profile_end end;
} sim = { .lock = PTHREAD_MUTEX_INITIALIZER };

static __thread struct thread *current;

/* Whether QEMU's own code counts executions. */
static bool has_counters(void)
{
	return sim.counted || sim.lanes.sampled;
}

/* The profiles */

static uint32_t replaced(void)
{
	return has_counters() ? executions_replaced() : feed_replaced();
}

/* The teams' results for core @number. */
static int account_fast(struct profile *profile, struct fast_account *account, unsigned int number)
{
	const struct fast_place place = sim.lanes.places[number];
	int err = 0;

	for (struct thread *at = sim.threads; at && !err; at = at->next) {
		const struct lane *team = at->lanes[place.team];

		profile->cycles += tea_abstract_now(team->abstract, place.lane);
		profile->instructions += at->feed.retired;
		profile->threads++;
		err = fast_account_add(account, team, place.lane);
	}
	fast_account_settle(account);
	profile->fast = account;
	return err;
}

/* The estimate for core @number, of its windows in all threads and the executions in @profile. */
static int account_windows(struct profile *profile, struct runestimate_rows *rows, unsigned int number)
{
	struct runestimate estimate;
	int err = runestimate_init(&estimate, profile->observers.cycle_parts);

	if (err)
		return err;
	if (sim.lanes.cores[number].path && sim.lanes.cores[number].observers & LANE_ESTIMATED)
		err = runestimate_add_stages(&estimate, profile->params);
	for (struct thread *at = sim.threads; at && !err; at = at->next) {
		err = allotments_add(&profile->sampled.allotments, at->number,
				     &at->lanes[number]->estimate->allotment);
		err = err ? err : runestimate_add(&estimate, at->lanes[number]->estimate);
		profile_add_windows(profile, at->windows.count, windows_phases(&at->windows));
	}
	for (size_t i = sim.count; i < sim.before.count; i++)
		profile_add_windows(profile, sim.before.streams[i].count, sim.before.streams[i].phases);
	if (!err)
		err = runestimate_add_totals(&estimate, &sim.before.totals);
	if (!err)
		err = runestimate_make(&estimate, profile->observers.entries[0].self, rows);
	runestimate_deinit(&estimate);
	profile->cycles = rows->parts / profile->observers.cycle_parts;
	profile->sampled.rows = rows;
	profile->sampled.before = sim.before.resumed_count ? &sim.before : NULL;
	return err;
}

/* What core @number's part of the run can be resumed from. */
static int account_resume(struct profile *profile, struct resume *resume, unsigned int number)
{
	struct resume_stream *streams = calloc(sim.count, sizeof(*streams));
	size_t count = 0;
	int err;

	if (!streams)
		return -ENOMEM;
	for (struct thread *at = sim.threads; at; at = at->next)
		streams[count++] = (struct resume_stream){
			at->number, &at->windows, at->lanes[number]->estimate, at->ended,
		};
	err = resume_make(resume, streams, count, sim.before.count ? &sim.before : NULL,
			  profile->observers.cycle_parts);
	profile->sampled.resume = resume;
	free(streams);
	return err;
}

static unsigned int set_of(const struct profile_core *core)
{
	if (sim.lanes.sampled)
		return 1U << OBSERVERS_NUMBER_executions;
	return sim.lanes.teams ? 0 : core->observers;
}

/* Write the profile, if it has one, and its cycles to @cycles, if that is a file. */
static int write_profile(unsigned int number, FILE *cycles)
{
	const struct profile_core *core = &sim.lanes.cores[number];
	struct profile profile = {
		.params = &core->params, .mappings = &sim.mappings, .command = sim.command,
		.end = sim.end, .replaced = replaced(), .region = sim.region,
		.sampled.sampling = &sim.sampling,
	};
	const bool apart = sim.lanes.teams || has_counters();
	struct fast_account account = { .rows = NULL };
	struct runestimate_rows rows = { .rows = NULL };
	struct resume resume = { .count = 0 };
	int err = observers_init(&profile.observers, &core->params, set_of(core), sim.lanes.period);

	if (!err && sim.lanes.teams)
		err = account_fast(&profile, &account, number);
	if (!err && has_counters())
		err = profile_add_executions(&profile, sim.count);
	if (!err && sim.lanes.sampled)
		err = account_windows(&profile, &rows, number);
	/* the windows of one that refines another depend on that, too */
	if (!err && sim.lanes.sampled && resume_is_worth(sim.end.signal) && !sim.sampling.allotments.count)
		err = account_resume(&profile, &resume, number);
	for (struct thread *at = sim.threads; at && !err && !apart; at = at->next)
		err = profile_add(&profile, at->lanes[number], at->feed.retired);
	if (!err && core->path)
		err = profile_write(&profile, core->path);
	if (!err && cycles)
		profile_put_cycles(&profile, core->name, cycles);
	fast_account_free(&account);
	runestimate_rows_deinit(&rows);
	allotments_deinit(&profile.sampled.allotments);
	resume_deinit(&resume);
	observers_deinit(&profile.observers);
	return err;
}

/* Says why there is nothing to write; returns whether there is. */
static bool find_region(void)
{
	const struct region *region = sim.region;

	if (!region || region_is_begun(region))
		return true;
	fprintf(stderr, "tea: the program ended after %llu instructions, and %s\n",
		(unsigned long long)region->before, region->phase == REGION_AWAITED ?
		"the place of --from was never reached" : "fewer than --skip says had come by then");
	return false;
}

/* Threads that ended before they came to where they ended in the run before. */
static unsigned int count_short(void)
{
	unsigned int count = 0;

	for (struct thread *at = sim.threads; at; at = at->next)
		count += !at->windows.state.ended && at->windows.resumes &&
			 at->windows.passed < at->windows.state.passed;
	return count;
}

/* The same of a single one. Says why there is nothing to write; returns whether there is. */
static bool find_resumed(void)
{
	if (sim.before.count != 1 || resume_is_worth(sim.end.signal) || !count_short())
		return true;
	fprintf(stderr, "tea: the program ended before it came to where it is to be resumed, behind %llu "
		"instructions: it does something else than before\n",
		(unsigned long long)sim.before.streams[0].passed);
	return false;
}

static void tell_failure(const struct profile_core *core, int err)
{
	fprintf(stderr, "tea: ");
	if (core->name)
		fprintf(stderr, "lane '%s': ", core->name);
	fprintf(stderr, "cannot write profile '%s': %s\n", core->path ? core->path : "", strerror(-err));
}

/* Those of all cores that can have one, and their cycles to @cycles. Returns 0, or -1 after saying why. */
static int write_cores(FILE *cycles)
{
	int result = 0;

	for (unsigned int i = 0; i < sim.lanes.cores_count; i++) {
		const bool failed = sim.lanes.failed[simlanes_of(&sim.lanes, i)];
		int err = failed ? -ENOMEM : write_profile(i, cycles);

		result = err ? -1 : result;
		if (err && !failed)	/* else it was reported */
			tell_failure(&sim.lanes.cores[i], err);
	}
	return result;
}

/* All that can be: returns 0, or -1 after saying on stderr which could not. */
static int write_profiles(void)
{
	FILE *cycles;
	int result;

	if (!find_resumed())
		return -1;
	if (!find_region())
		return sim.end.signal ? 0 : -1;
	cycles = sim.cycles ? fopen(sim.cycles, "we") : NULL;
	result = write_cores(cycles);
	if (sim.cycles && (!cycles || (ferror(cycles) | fclose(cycles)))) {
		fprintf(stderr, "tea: cannot write cycles '%s': %s\n", sim.cycles, strerror(errno));
		result = -1;
	}
	return result;
}

/* The region that is asked for ended before the program: its threads are not at their ends. */
static bool is_cut(void)
{
	return sim.region && region_is_over(sim.region);
}

/*
 * With the lock: a thread that ends does so while another one ends them all. In a process that
 * was forked off lanes may be as a worker left them.
 */
static void finish_thread(struct thread *thread)
{
	uint64_t skipped;

	if (thread->finished || getpid() != sim.pid)
		return;
	thread->finished = true;
	if (sim.lanes.sampled && skips_now(thread->feed.index, &skipped))
		feed_resume(&thread->feed, skipped);
	if (!sim.counted)
		feed_finish(&thread->feed);
	if (thread->feed.broadcast && !is_cut())
		broadcast_deinit(thread->feed.broadcast);
	for (unsigned int i = 0; i < sim.lanes.count; i++) {
		if (thread->lanes[i])
			lane_finish(thread->lanes[i]);
	}
}

static void tell_limits(void)
{
	const char *sums = sim.lanes.unmodelled ? "executions" : "cycles";

	if (is_cut())
		fprintf(stderr, "tea: note: the program was ended after %llu instructions, of which the "
			"profile has the last %llu\n",
			(unsigned long long)(sim.region->before + sim.region->taken),
			(unsigned long long)sim.region->taken);
	if (sim.count > 1)
		fprintf(stderr, "tea: note: %u threads ran%s; the profile adds up their %s\n", sim.count,
			sim.lanes.unmodelled ? "" : ", each on a core and caches of its own", sums);
	if (sim.before.count && (sim.count > 1 || sim.before.count > 1))
		fprintf(stderr, "tea: note: threads are resumed by the order in which they are made: their "
			"windows are those of one run only where each does the same; %u of them ended before "
			"they came to where they are resumed\n", count_short());
	if (sim.forks)
		fprintf(stderr, "tea: note: the program forked %u times; the profile is of the "
			"first process only\n", sim.forks);
	if (sim.mappings.reused)
		fprintf(stderr, "tea: note: %u address ranges held code of more than one file; "
			"their %s are shown under the last one\n", sim.mappings.reused, sums);
	if (replaced())
		fprintf(stderr, "tea: note: %u times another instruction came to the place of one; "
			"their %s are added up\n", (unsigned int)replaced(), sums);
}

/* The instruction at which a signal ended the program: this thread's last one. */
static void find_end(struct profile_end *end)
{
	int code = qemu_tea_exit_code ? qemu_tea_exit_code() : 0;
	uint16_t halves[2];

	if (sim.exits || code <= 128 || !current)
		return;
	end->signal = code - 128;
	end->pc = has_counters() ? executions_end(current->feed.index, end->signal) : feed_pc(&current->feed);
	if (!guestmem_read(end->pc, &halves[0], 2))
		return;
	end->insn = halves[0];
	end->insn_bytes = 2;
	if ((halves[0] & 3) == 3 && guestmem_read(end->pc + 2, &halves[1], 2)) {
		end->insn |= (uint32_t)halves[1] << 16;
		end->insn_bytes = 4;
	}
}

static void end_all(void)
{
	if (dying_begun() || getpid() != sim.pid)
		return;
	statusline_end();
	pthread_mutex_lock(&sim.lock);
	if (sim.done) {
		pthread_mutex_unlock(&sim.lock);
		return;
	}
	sim.done = true;
	find_end(&sim.end);
	for (struct thread *at = sim.threads; at; at = at->next)
		finish_thread(at);
	if (simlanes_queued(&sim.lanes) && !is_cut())
		threadpool_deinit(&sim.pool);
	if (write_profiles())
		_exit(1);
	tell_limits();
	pthread_mutex_unlock(&sim.lock);
}

static void on_exit_all(HOST_ID void *opaque)
{
	(void)opaque;
	end_all();
}

/* The other threads may still be on their way to where they wait. */
static void on_region_over(void)
{
	end_all();
	_exit(0);
}

/* So far, of core @number. */
static uint64_t cycles_of(const struct thread *thread, unsigned int number)
{
	const struct lane *lane = thread->lanes[number];

	if (sim.lanes.teams)
		return tea_abstract_now(thread->lanes[sim.lanes.places[number].team]->abstract,
					sim.lanes.places[number].lane);
	return lane_now(lane);
}

static void tell_windows(struct statusline_state *state)
{
	state->sampled = sim.lanes.sampled;
	for (struct thread *at = sim.threads; at && sim.lanes.sampled; at = at->next) {
		state->windows += at->windows.count;
		state->detail += windows_phases(&at->windows)[PHASE_WINDOW];
	}
	for (size_t i = 0; i < sim.before.count; i++)
		state->resumes_at += sim.before.streams[i].passed;
}

/*
 * The progress of all threads. Each value read of a running thread is a whole word on machines of
 * 64 bits, however old; threads end with the lock.
 */
static void tell_state(struct statusline_state *state)
{
	*state = (struct statusline_state){ .least_s = HUGE_VAL };
	pthread_mutex_lock(&sim.lock);
	for (struct thread *at = sim.threads; at && !has_counters(); at = at->next)
		state->instructions += at->feed.retired;
	state->instructions += has_counters() ? executions_retired() : 0;
	tell_windows(state);
	state->instructions += sim.region ? sim.region->before : 0;
	for (unsigned int i = 0; i < sim.lanes.cores_count && !sim.lanes.unmodelled && !has_counters(); i++) {
		uint64_t cycles = 0;
		double s;

		if (sim.lanes.failed[simlanes_of(&sim.lanes, i)])
			continue;
		for (struct thread *at = sim.threads; at; at = at->next)
			cycles += cycles_of(at, i);
		s = (double)cycles / (1e6 * (double)sim.lanes.cores[i].params.core_mhz);
		state->least_s = s < state->least_s ? s : state->least_s;
		state->most_s = s > state->most_s ? s : state->most_s;
	}
	pthread_mutex_unlock(&sim.lock);
}

/* From where the kernel leaves it: argc, then argv, at the top of the stack. */
static void find_command(void)
{
	uint64_t stack = registers_integer(REGISTER_SP);

	sim.command = guestmem_strings(stack + sizeof(uint64_t));
	if (!sim.command)
		dying_end("cannot read the program's arguments");
	follow_init(g_strv_length(sim.command));
}

/* Threads */

/* Where the run before ended. What warms up to there is as fast as that was. */
static void go_on(struct thread *thread)
{
	struct lane *lane = thread->lanes[0];
	uint64_t parts;
	const uint64_t executions = resume_pace(&sim.before, &parts);

	windows_resume(&thread->windows, &sim.before.streams[sim.count]);
	if (executions)
		tea_model_warm_pace(lane->model, parts / lane->observers.cycle_parts, executions);
}

static int thread_init(struct thread *thread, unsigned int index)
{
	const bool first = !sim.threads;
	int err;

	thread->number = sim.count;
	thread->feed.index = index;
	if (sim.counted)
		return 0;
	simlanes_make(&sim.lanes, thread->lanes, index, first);
	if (sim.lanes.sampled && windows_init(&thread->windows, &sim.sampling, sim.count))
		return -ENOMEM;
	if (sim.count < sim.before.count)
		go_on(thread);
	if (!simlanes_queued(&sim.lanes))
		return feed_init(&thread->feed, index, thread->lanes[0], NULL);
	/* it needs some memory, too */
	while ((err = broadcast_init(&thread->broadcast, &sim.pool, thread->lanes, sim.lanes.count)) == -ENOMEM)
		simlanes_drop_last(&sim.lanes, thread->lanes, index, first);
	if (!err)
		err = feed_init(&thread->feed, index, NULL, &thread->broadcast);
	if (!err && sim.lanes.sampled) {
		feed_sample(&thread->feed, &thread->windows);
		skips_begin(index);
	}
	return err;
}

static struct thread *thread_create(unsigned int index)
{
	struct thread *thread = calloc(1, sizeof(*thread) +
				       sim.lanes.count * sizeof(thread->lanes[0]));
	int err = thread ? thread_init(thread, index) : -ENOMEM;

	if (err == -ENOSPC)
		dying_end("more than %d threads at a time", FEEDS_MAX);
	if (err)
		dying_end("no memory or no thread for the model of thread %u: %s", index,
			 strerror(-err));
	return thread;
}

static void on_thread(HOST_ID unsigned int index HOST_DATA)
{
	struct thread *thread;

	pthread_mutex_lock(&sim.lock);
	if (sim.done) {
		/* none of it is recorded; QEMU still calls here once a region is over */
		pthread_mutex_unlock(&sim.lock);
		while (is_cut())
			pause();
		return;
	}
	thread = thread_create(index);
	if (!sim.threads) {
		feed_find_registers();
		feed_set_vlen(sim.lanes.cores[0].params.vlen);
		find_command();
		endings_catch();
		statusline_begin(tell_state, sim.expected);
	}
	current = thread;
	thread->next = sim.threads;
	sim.threads = thread;
	sim.count++;
	sim.alive++;
	pthread_mutex_unlock(&sim.lock);
}

static void on_thread_exit(HOST_ID unsigned int index HOST_DATA)
{
	struct feed *feed = feed_of(index);

	pthread_mutex_lock(&sim.lock);
	if (feed) {
		((struct thread *)feed)->ended = !sim.done;
		finish_thread((struct thread *)feed);
	}
	sim.alive--;
	pthread_mutex_unlock(&sim.lock);
}

/* If executions are only followed. */
static void on_followed(HOST_ID unsigned int index HOST_DATA)
{
	(void)index;
	pthread_mutex_lock(&sim.lock);
	if (!sim.command) {
		feed_find_registers();
		find_command();
	}
	pthread_mutex_unlock(&sim.lock);
}

/* System calls */

static void drain_threads(void)
{
	for (struct thread *at = sim.threads; at; at = at->next) {
		if (at->feed.broadcast && !at->finished)
			broadcast_drain(at->feed.broadcast);
	}
}

/* Nothing of this process is left to write once the program became one that is not followed. */
static void before_native(const char *path)
{
	fprintf(stderr, "tea: note: the program becomes '%s', which is no RISC-V program: its "
		"profile ends there\n", path);
	if (sim.alive > 1)
		dying_end("a program with threads becomes another: no profile can be written");
	sim.end.becomes = path;
	drain_threads();
	if (write_profiles())
		_exit(1);
	sim.end.becomes = NULL;
}

/* With one core that has a model of all, its cycles; else the instructions. */
static void tell_left_out(const char *path)
{
	const bool single = sim.lanes.cores_count == 1, counted = has_counters();
	const bool cycles = single && !sim.lanes.teams && !sim.lanes.unmodelled && !counted;
	uint64_t count = counted ? executions_retired() : 0;

	/* that has no windows yet */
	if (sim.resume_path && truncate(sim.resume_path, 0))
		dying_end("cannot write '%s': %s", sim.resume_path, strerror(errno));
	for (struct thread *at = sim.threads; at && !counted; at = at->next) {
		if (cycles)
			lane_sync(at->lanes[0]);
		count += cycles ? lane_cycles(at->lanes[0]) : at->feed.retired;
	}
	fprintf(stderr, "tea: note: the program becomes '%s': the profile%s of that, without the "
		"%llu %s before\n", path, single ? " is" : "s are", (unsigned long long)count,
		cycles ? "cycles" : "instructions");
}

static void on_exec(int64_t directory, uint64_t path, uint64_t argv, uint64_t envp, uint64_t flags)
{
	static const struct follow_host host = { .native = before_native, .left_out = tell_left_out };
	const struct follow_call call = { directory, path, argv, envp, flags };

	follow_call(&call, getpid() == sim.pid ? &host : NULL);
}

static void on_syscall(HOST_ID unsigned int index, int64_t number, uint64_t a1, uint64_t a2,
		       uint64_t a3, uint64_t a4, uint64_t a5, uint64_t a6, uint64_t a7,
		       uint64_t a8 HOST_DATA)
{
	struct feed *feed = feed_of(index);

	(void)a6, (void)a7, (void)a8;
	statusline_syscall(number, a1, a2, a3);
	if (feed)
		feed_syscall(feed);
	if (has_counters())
		executions_syscall(number, a2);
	if (number == SYS_EXIT_GROUP || (number == SYS_EXIT && sim.alive == 1))
		sim.exits = true;
	if (number == SYS_EXECVE)
		on_exec(AT_FDCWD, a1, a2, a3, 0);
	if (number == SYS_EXECVEAT)
		on_exec((int64_t)a1, a2, a3, a4, a5);
	if (number == SYS_CLONE && (!(a1 & FLAG_CLONE_VM) || a1 & FLAG_CLONE_VFORK))
		__atomic_fetch_add(&sim.forks, 1, __ATOMIC_RELAXED);
}

static void on_syscall_return(HOST_ID unsigned int index, int64_t number, int64_t result HOST_DATA)
{
	(void)index;
	(void)result;
	if (number == SYS_RT_SIGACTION)
		endings_catch();
	if (number == SYS_MMAP || number == SYS_MUNMAP || number == SYS_MREMAP)
		mappings_changed(&sim.mappings);
}

static void on_code(uint64_t pc, const void *host)
{
	int err = mappings_note(&sim.mappings, pc, host);

	if (err)
		dying_end("cannot find what is mapped at 0x%llx: %s", (unsigned long long)pc,
			 strerror(-err));
}

/* For code that was noted. */
static uint16_t find_place(uint64_t pc)
{
	const struct mapping *mapping = mappings_find(&sim.mappings, pc);

	return mapping && mapping->path ?
	       spares_find(sim.spares, mapping->path, pc - mapping->start + mapping->offset) : 0;
}

/* The same. */
static uint8_t find_mark(uint64_t pc)
{
	const struct mapping *mapping = mappings_find(&sim.mappings, pc);

	return mapping && mapping->path ?
	       region_mark(sim.region, mapping->path, pc - mapping->start + mapping->offset) : 0;
}

static uint8_t user_privilege(void)
{
	return TEA_PRIV_U;
}

void sim_install_follower(qemu_plugin_id_t id)
{
	qemu_plugin_register_vcpu_init_cb(id, on_followed);
	qemu_plugin_register_vcpu_syscall_cb(id, on_syscall);
}

void sim_expect(uint64_t instructions)
{
	sim.expected = instructions;
}

void sim_sample(struct sampling sampling)
{
	sim.sampling = sampling;
}

int sim_resume(const char *path)
{
	sim.resume_path = path;
	return resume_read(&sim.before, path);
}

int sim_refine(const char *path)
{
	return allotments_read(&sim.sampling.allotments, path);
}

void sim_count(const char *path)
{
	sim.cycles = path;
}

/* Whether nothing is asked for that needs a model. */
static bool is_unmodelled(bool fast)
{
	const struct profile_core *core = sim.lanes.cores;

	return sim.lanes.cores_count == 1 && core->observers == 1U << OBSERVERS_NUMBER_executions &&
	       core->path && !sim.cycles && !sim.spares->count && !fast;
}

/* Where the run is sampled. */
static void on_skip(struct feed *feed)
{
	skips_start(feed->index, windows_skip(feed->windows));
}

static void on_skipped(unsigned int index, uint64_t skipped)
{
	feed_resume(feed_of(index), skipped);
}

static void on_translation(HOST_ID struct qemu_plugin_tb *tb HOST_DATA)
{
	executions_translate(tb);
	if (!skips_translate(tb))
		feed_translate(tb);
}

static void register_calls(void)
{
	qemu_plugin_register_vcpu_init_cb(sim.id, on_thread);
	qemu_plugin_register_vcpu_exit_cb(sim.id, on_thread_exit);
	qemu_plugin_register_vcpu_syscall_cb(sim.id, on_syscall);
	qemu_plugin_register_vcpu_syscall_ret_cb(sim.id, on_syscall_return);
	qemu_plugin_register_atexit_cb(sim.id, on_exit_all, NULL);
	if (sim.lanes.sampled)
		qemu_plugin_register_vcpu_tb_trans_cb(sim.id, on_translation);
}

int sim_install(qemu_plugin_id_t id, const struct profile_core *cores, unsigned int count,
		uint64_t period, const struct spares *spares, struct region *region, bool fast)
{
	static struct feed_host host = {
		.privilege = user_privilege, .code = on_code, .interrupted = guestmem_interrupted,
		.sites = true, .blocks = true, .skip = on_skip,
	};
	static const struct executions_host counting = {
		.code = on_code, .registered = register_calls,
	};

	for (unsigned int i = 0; i < count; i++) {
		if (cores[i].path && profile_check(cores[i].path))
			return -1;
	}
	if (simlanes_init(&sim.lanes, cores, count, period, spares, fast))
		return -1;
	sim.lanes.sampled = sim.sampling.millionths;
	if (sim.lanes.sampled && !skips_init(on_skipped) &&
	    (sim.resume_path || sim.sampling.warm != WINDOWS_WARM_ALL)) {
		fprintf(stderr, "tea: this QEMU cannot skip: give warm=all, without resume=, or take the one of this TEA\n");
		return -1;
	}
	if (simlanes_queued(&sim.lanes) && threadpool_init(&sim.pool, 0)) {
		fprintf(stderr, "tea: no memory for %u lanes: give fewer\n", count);
		return -1;
	}
	sim.spares = spares;
	if (region->asked) {
		region_begin(region);
		sim.region = host.region = region;
		host.over = on_region_over;
		host.mark = region->from || region->to ? find_mark : NULL;
	}
	host.place = spares->count ? find_place : NULL;
	sim.pid = getpid();
	sim.id = id;
	sim.lanes.unmodelled = is_unmodelled(fast);
	sim.counted = sim.lanes.unmodelled && !sim.region;
	if (has_counters())
		executions_install(id, &counting);
	if (!sim.counted)
		feed_install(id, &host);
	feed_enable(!sim.counted);
	register_calls();
	return 0;
}
