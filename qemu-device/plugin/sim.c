// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sim.c - the model under a user program: a profile, no guest
 *
 * Each thread has a core of its own, with caches of its own; their cycles add
 * up. Addresses are taken for physical ones in pages of 4 KiB, whose page-table
 * entries lie in three linear tables, as Sv39 has levels. System calls take no
 * time but that of their ecall, which leaves as an exception does.
 * Not modelled, and said on stderr: processes that the program forks, and what
 * follows an execve.
 */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib.h>

#include "feed.h"
#include "mappings.h"
#include "observers.h"
#include "profile.h"
#include "sim.h"

/* Linux system calls of riscv64. */
#define SYS_CLONE	220
#define SYS_EXECVE	221
#define SYS_EXECVEAT	281
#define SYS_MUNMAP	215
#define SYS_MREMAP	216
#define SYS_MMAP	222
#define FLAG_CLONE_VM	0x00000100
#define FLAG_CLONE_VFORK 0x00004000

#define REGISTER_SP	2

/* Physical addresses of the tables that map pages of 2^12, 2^21 and 2^30 bytes. */
#define TABLE_PADDR	(1ULL << 48)
#define TABLE_LEVELS	3

struct thread {
	struct feed feed;		/* first: feed_of() gives a thread */
	struct lane lane;
	struct thread *next;
};

static struct {
	const struct tea_params *params;
	const struct sim_options *options;
	pid_t pid;			/* of the process that writes */
	char **command;
	struct mappings mappings;
	pthread_mutex_t lock;		/* of the list of threads */
	struct thread *threads;		/* all that ever ran */
	unsigned int count, alive;
	unsigned int forks;
	bool exec_told;
} sim = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* What the model asks and gives */

static int walk(void *opaque, uint64_t vaddr, uint8_t privilege, struct tea_walk *result)
{
	(void)opaque;
	(void)privilege;
	for (unsigned int i = 0; i < TABLE_LEVELS; i++) {
		unsigned int level = TABLE_LEVELS - 1 - i;

		result->pte_addr[i] = TABLE_PADDR * (level + 1) + (vaddr >> (12 + 9 * level)) * 8;
	}
	result->levels = TABLE_LEVELS;
	result->page_shift = 12;
	result->page_paddr = vaddr & ~0xfffULL;
	result->global = false;
	return 0;
}

/* The profile */

static int add_thread(struct profile *profile, const struct thread *thread)
{
	profile->cycles += lane_cycles(&thread->lane);
	profile->instructions += thread->feed.retired;
	profile->threads++;
	return observers_merge(&profile->observers, &thread->lane.observers);
}

static int write_profile(void)
{
	struct profile profile = {
		.params = sim.params, .mappings = &sim.mappings, .command = sim.command,
	};
	int err = observers_init(&profile.observers, sim.options->observers, sim.options->period);

	for (struct thread *at = sim.threads; at && !err; at = at->next)
		err = add_thread(&profile, at);
	if (!err)
		err = profile_write(&profile, sim.options->profile);
	observers_deinit(&profile.observers);
	return err;
}

static void finish_thread(struct thread *thread)
{
	if (!thread->lane.model)
		return;
	feed_finish(&thread->feed);
	lane_finish(&thread->lane);
}

static void tell_limits(void)
{
	if (sim.count > 1)
		fprintf(stderr, "tea: note: %u threads ran, each on a core and caches of its own; "
			"the profile adds up their cycles\n", sim.count);
	if (sim.forks)
		fprintf(stderr, "tea: note: the program forked %u times; the profile is of the "
			"first process only\n", sim.forks);
	if (sim.mappings.reused)
		fprintf(stderr, "tea: note: %u address ranges held code of more than one file; "
			"their cycles are shown under the last one\n", sim.mappings.reused);
}

static void on_exit_all(qemu_plugin_id_t id, void *opaque)
{
	static bool done;
	int err;

	(void)id;
	(void)opaque;
	if (done || feed_died() || getpid() != sim.pid)
		return;
	done = true;
	for (struct thread *at = sim.threads; at; at = at->next)
		finish_thread(at);
	err = write_profile();
	if (err) {
		fprintf(stderr, "tea: cannot write profile '%s': %s\n", sim.options->profile,
			strerror(-err));
		_exit(1);
	}
	tell_limits();
}

static void read_guest(uint64_t address, void *to, size_t bytes)
{
	GByteArray *read = g_byte_array_new();

	if (!qemu_plugin_read_memory_vaddr(address, read, bytes))
		feed_die("cannot read the program's arguments");
	memcpy(to, read->data, bytes);
	g_byte_array_free(read, TRUE);
}

static char *read_guest_string(uint64_t address)
{
	GString *text = g_string_new(NULL);
	char c;

	for (;;) {
		read_guest(address++, &c, 1);
		if (!c)
			return g_string_free(text, FALSE);
		g_string_append_c(text, c);
	}
}

/* From where the kernel leaves it: argc, then argv, at the top of the stack. */
static char **read_command(void)
{
	uint64_t stack = feed_read_register(REGISTER_SP);
	uint64_t count, address;
	char **command;

	read_guest(stack, &count, sizeof(count));
	command = calloc(count + 1, sizeof(*command));
	if (!command)
		feed_die("no memory for the program's arguments");
	for (uint64_t i = 0; i < count; i++) {
		read_guest(stack + 8 * (i + 1), &address, sizeof(address));
		command[i] = read_guest_string(address);
	}
	return command;
}

/* Threads */

static int thread_init(struct thread *thread, unsigned int index)
{
	static const struct tea_env env = { .walk = walk };

	if (lane_init(&thread->lane, sim.params, &env, sim.options->observers,
		      sim.options->period))
		return -ENOMEM;
	return feed_init(&thread->feed, index, &thread->lane);
}

static void on_thread(qemu_plugin_id_t id, unsigned int index)
{
	struct thread *thread = calloc(1, sizeof(*thread));
	int err = thread ? thread_init(thread, index) : -ENOMEM;

	(void)id;
	if (err == -ENOSPC)
		feed_die("more than %d threads at a time", FEEDS_MAX);
	if (err)
		feed_die("no memory for the model of thread %u", index);
	pthread_mutex_lock(&sim.lock);
	if (!sim.threads) {
		feed_find_registers();
		sim.command = read_command();
	}
	thread->next = sim.threads;
	sim.threads = thread;
	sim.count++;
	sim.alive++;
	pthread_mutex_unlock(&sim.lock);
}

static void on_thread_exit(qemu_plugin_id_t id, unsigned int index)
{
	struct feed *feed = feed_of(index);

	(void)id;
	if (feed)
		finish_thread((struct thread *)feed);
	pthread_mutex_lock(&sim.lock);
	sim.alive--;
	pthread_mutex_unlock(&sim.lock);
}

/* System calls */

/*
 * If it succeeds, nothing of this process is left to write. It may as well fail,
 * as a search along PATH does, and all is written again at the end.
 */
static void before_exec(void)
{
	if (getpid() != sim.pid)
		return;
	if (!sim.exec_told)
		fprintf(stderr, "tea: note: the program calls execve; if that succeeds, the "
			"profile ends there\n");
	sim.exec_told = true;
	if (sim.alive > 1)
		feed_die("a program with threads calls execve: no profile can be written");
	if (write_profile())
		feed_die("cannot write profile '%s': %s", sim.options->profile, strerror(errno));
}

static void on_syscall(qemu_plugin_id_t id, unsigned int index, int64_t number, uint64_t a1,
		       uint64_t a2, uint64_t a3, uint64_t a4, uint64_t a5, uint64_t a6,
		       uint64_t a7, uint64_t a8)
{
	struct feed *feed = feed_of(index);

	(void)id;
	(void)a2, (void)a3, (void)a4, (void)a5, (void)a6, (void)a7, (void)a8;
	if (feed && feed->pending)
		feed_trap(feed, feed->item.op.pc, TEA_PRIV_U, false);
	if (number == SYS_EXECVE || number == SYS_EXECVEAT)
		before_exec();
	if (number == SYS_CLONE && (!(a1 & FLAG_CLONE_VM) || a1 & FLAG_CLONE_VFORK))
		__atomic_fetch_add(&sim.forks, 1, __ATOMIC_RELAXED);
}

static void on_syscall_return(qemu_plugin_id_t id, unsigned int index, int64_t number,
			      int64_t result)
{
	(void)id;
	(void)index;
	(void)result;
	if (number == SYS_MMAP || number == SYS_MUNMAP || number == SYS_MREMAP)
		mappings_changed(&sim.mappings);
}

static void on_code(uint64_t pc, const void *host)
{
	int err = mappings_note(&sim.mappings, pc, host);

	if (err)
		feed_die("cannot find what is mapped at 0x%llx: %s", (unsigned long long)pc,
			 strerror(-err));
}

static uint8_t user_privilege(void)
{
	return TEA_PRIV_U;
}

/* Better to fail now than after hours. */
static int check_writable(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *dir = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
	struct stat status;
	int err = 0;

	if (!dir)
		return -ENOMEM;
	if (access(dir, W_OK | X_OK))
		err = -errno;
	else if (!stat(path, &status) && S_ISDIR(status.st_mode))
		err = -EISDIR;
	free(dir);
	return err;
}

int sim_install(qemu_plugin_id_t id, const struct tea_params *params,
		const struct sim_options *options)
{
	static const struct feed_host host = {
		.privilege = user_privilege, .code = on_code, .untold = true,
		.sites = true,
	};
	int err;

	if (!options->profile) {
		fprintf(stderr, "tea: no file to write the profile to: give profile=FILE\n");
		return -1;
	}
	err = check_writable(options->profile);
	if (err) {
		fprintf(stderr, "tea: cannot write profile '%s': %s\n", options->profile,
			strerror(-err));
		return -1;
	}
	sim.params = params;
	sim.options = options;
	sim.pid = getpid();
	feed_install(id, &host);
	feed_enable(true);
	qemu_plugin_register_vcpu_init_cb(id, on_thread);
	qemu_plugin_register_vcpu_exit_cb(id, on_thread_exit);
	qemu_plugin_register_vcpu_syscall_cb(id, on_syscall);
	qemu_plugin_register_vcpu_syscall_ret_cb(id, on_syscall_return);
	qemu_plugin_register_atexit_cb(id, on_exit_all, NULL);
	return 0;
}
