// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * waiting.c - waits folded into causes, and their remedies; see waiting.h
 */
#include "waiting.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "recording/waits.h"

/* For several system calls. */
#define ASKED_FOR { \
	"The program asks for it.", \
	"Wait for what is wanted itself (poll, a condition, a futex) rather than sleep and look again; " \
	"never with a lock held." }
#define NOT_READY { "No descriptor was ready.", "Look at who is to answer." }
#define SYNCED { \
	"Data is written to the disk.", "Sync several changes at once, or from another thread." }
#define NOT_THERE { \
	"The data is not there yet.", \
	"Ask for it earlier (readahead, posix_fadvise), for more at a time, or from another thread." }

/* The kernel's function there says more than the system call: the first match counts. */
static const struct {
	const char *call, *kernel;	/* begin of its name; part of the function's name; NULL: any */
	struct waiting_advice advice;
} table[] = {
	{ "futex", NULL, {
		"Another thread has the lock, has not signalled the condition yet, or, where it is "
		"joined, has not ended.",
		"Find who holds it: what it does meanwhile, sleeps and system calls above all, is better "
		"done without the lock. Or more locks, for smaller parts, or data of each thread's own, "
		"put together at the end." } },
	{ "read", "pipe", {
		"Nothing is in the pipe: the writer is what is waited for.",
		"Write more at a time, since each turn costs two switches and two system calls. Or let "
		"the reader do something else meanwhile, or one process do both parts." } },
	{ "write", "pipe", {
		"The pipe is full: the reader is what is waited for.",
		"Read more at a time, or make the pipe larger (F_SETPIPE_SZ)." } },
	{ "clock_nanosleep", NULL, ASKED_FOR },
	{ "nanosleep", NULL, ASKED_FOR },
	{ "wait", NULL, {
		"A child process runs.",
		"Look at the child: its own waits and cycles are in the recording, too (--comms, --pid)." } },
	{ "ppoll", NULL, NOT_READY },
	{ "pselect6", NULL, NOT_READY },
	{ "epoll_pwait", NULL, NOT_READY },
	{ "recv", NULL, { "The other side has sent nothing yet.",
		"Ask for several things at once, before the first answer is there." } },
	{ "accept", NULL, { "Nobody connects.", NULL } },
	{ "fsync", NULL, SYNCED },
	{ "fdatasync", NULL, SYNCED },
	{ "read", NULL, NOT_THERE },
	{ "pread64", NULL, NOT_THERE },
	{ "no-call", NULL, { "The page that is accessed was not in memory, mostly.",
		"Touch it earlier (MAP_POPULATE, madvise), or from another thread." } },
	{ "preempted", NULL, { "It could run, but others had the CPU.",
		"Fewer threads that compute at once than there are CPUs, or more CPUs. The time is "
		"that of the others: see --by thread." } },
};

struct folder {
	struct waiting *waiting;
	struct recording *recording;
	struct keyindex causes, members;	/* members: threads of causes */
	uint64_t *lived;		/* by thread */
	size_t members_count;
};

double waiting_share(uint64_t ns, uint64_t of)
{
	return of ? (double)ns / (double)of : 0;
}

static void advise(struct waiting_cause *cause)
{
	const char *name = category_waits.items[cause->category].name;

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		if (strncmp(name, table[i].call, strlen(table[i].call)) ||
		    (table[i].kernel && !(cause->kernel && strstr(cause->kernel, table[i].kernel))))
			continue;
		cause->advice = table[i].advice;
		return;
	}
}

static const char *kernel_function(struct recording *recording, const struct recording_wait *wait)
{
	struct symbols_location location;

	if (wait->kernel_object == KEYINDEX_NONE)
		return NULL;
	symbols_locate(&recording->symbols, wait->kernel_object, wait->kernel_address, &location);
	return location.function;
}

/* The key of a cause, without its functions in the kernel. */
static struct key key_of(struct folder *folder, const struct recording_wait *wait,
			 struct waiting_cause *cause)
{
	const struct recording_place *place = &folder->recording->places[wait->place];
	struct symbols *symbols = &folder->recording->symbols;

	*cause = (struct waiting_cause){ .category = wait->category };
	if (waits_could_run(wait->category)) {
		cause->category = WAITS_PREEMPTED;
		return (struct key){ .high = UINT64_MAX };
	}
	symbols_locate(symbols, place->object, place->address, &cause->location);
	cause->line = symbols_line(&cause->location);
	cause->kernel = kernel_function(folder->recording, wait);
	return (struct key){
		.high = (uint64_t)place->object << 32 | wait->category,
		.low = place->address * 0x9e3779b97f4a7c15ULL + (uintptr_t)cause->kernel,
	};
}

/* The thread takes part in the cause; its life counts once. */
static int add_member(struct folder *folder, uint32_t number, uint32_t thread)
{
	struct waiting_cause *cause = &folder->waiting->causes[number];
	const char *comm = folder->recording->threads[thread].comm;
	struct key key = { .high = number, .low = thread };

	if (keyindex_get(&folder->members, key) != KEYINDEX_NONE)
		return 0;
	cause->comm = cause->threads && cause->comm != comm ? NULL : comm;
	cause->threads++;
	cause->lived_ns += folder->lived[thread];
	return keyindex_put(&folder->members, key, (uint32_t)folder->members_count++);
}

static int add_wait(struct folder *folder, const struct recording_wait *wait)
{
	struct waiting *waiting = folder->waiting;
	struct waiting_cause cause, *sum;
	struct key key = key_of(folder, wait, &cause);
	uint32_t number = keyindex_get(&folder->causes, key);

	if (number == KEYINDEX_NONE) {
		number = KEYINDEX_APPEND(&folder->causes, key, waiting->causes, waiting->count);
		if (number == KEYINDEX_NONE)
			return -ENOMEM;
		waiting->causes[number] = cause;
		advise(&waiting->causes[number]);
	}
	sum = &waiting->causes[number];
	sum->ns += wait->ns;
	sum->count += wait->count ? wait->count : 1;
	if (wait->longest_ns > sum->longest_ns)
		sum->longest_ns = wait->longest_ns;
	waiting->waited_ns += wait->ns;
	return add_member(folder, number, folder->recording->places[wait->place].thread);
}

static int compare_causes(const void *left, const void *right)
{
	const struct waiting_cause *a = left, *b = right;

	if (a->ns != b->ns)
		return a->ns > b->ns ? -1 : 1;
	return a->category - b->category;
}

static int fold(struct folder *folder)
{
	const struct recording_waits *waits = &folder->recording->waits;
	int error = 0;

	for (size_t i = 0; i < waits->lives_count; i++) {
		folder->lived[waits->lives[i].thread] += waits->lives[i].ns;
		folder->waiting->lived_ns += waits->lives[i].ns;
	}
	folder->waiting->threads = waits->lives_count;
	for (size_t i = 0; !error && i < waits->count; i++)
		error = add_wait(folder, &waits->items[i]);
	if (folder->waiting->count)
		qsort(folder->waiting->causes, folder->waiting->count, sizeof(struct waiting_cause),
		      compare_causes);
	return error;
}

int waiting_init(struct waiting *waiting, struct recording *recording,
		 struct recording_measure *measure, size_t top)
{
	struct folder folder = { .waiting = waiting, .recording = recording };
	int error = -ENOMEM;

	*waiting = (struct waiting){ .notes = recording_notes(recording, measure), .top = top };
	folder.lived = calloc(recording->threads_count + 1, sizeof(*folder.lived));
	if (folder.lived)
		error = fold(&folder);
	free(folder.lived);
	keyindex_deinit(&folder.causes);
	keyindex_deinit(&folder.members);
	if (error)
		waiting_deinit(waiting);
	return error;
}

void waiting_deinit(struct waiting *waiting)
{
	free(waiting->causes);
	*waiting = (struct waiting){ 0 };
}
