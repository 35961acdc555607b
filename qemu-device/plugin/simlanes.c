// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * simlanes.c - the lanes of a user program's threads: see simlanes.h
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "dying.h"
#include "lanememory.h"
#include "simlanes.h"

/* Physical addresses of the tables that map pages of 2^12, 2^21 and 2^30 bytes. */
#define TABLE_PADDR	(1ULL << 48)
#define TABLE_LEVELS	3

/* The model's environment */

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

/* Lanes of a thread */

/* Lane @number was too much. */
static __attribute__((noreturn)) void die_of_memory(const struct simlanes *lanes, unsigned int number,
						     unsigned int thread)
{
	if (lanes->cores_count == 1)
		dying_end("no memory for the model of thread %u", thread);
	dying_end("no memory for more than %u of %u lanes in thread %u: give fewer", number,
		 lanes->cores_count, thread);
}

/*
 * There is no memory for lane @number, so it is left out, and the others go on. In the first
 * thread, where nothing has been executed yet, and with the last lane, the program ends.
 */
static void fail_lane(struct simlanes *lanes, unsigned int number, unsigned int thread, bool first)
{
	unsigned int left = 0;

	for (unsigned int i = 0; i < lanes->count; i++)
		left += i != number && !lanes->failed[i];
	if (first || !left)
		die_of_memory(lanes, number, thread);
	lanes->failed[number] = true;
	for (unsigned int i = 0; i < lanes->cores_count; i++) {
		if (simlanes_of(lanes, i) == number)
			fprintf(stderr, "tea: lane '%s' is left out: no memory for it in thread %u\n",
				lanes->cores[i].name, thread);
	}
}

static struct lane *make_lane(const struct simlanes *lanes, unsigned int number)
{
	static const struct tea_env env = { .walk = walk };
	const struct profile_core *core = &lanes->cores[number];
	struct lane *lane;

	if (lanes->teams)
		return lane_create_abstract(lanes->teams[number].params, lanes->teams[number].count, &env);
	if (lanes->unmodelled)
		return lane_create_counting(&core->params);
	lane = lane_create(&core->params, &env, lanes->sampled ? 0 : core->observers, lanes->period);
	if (!lane)
		return NULL;
	lane->spared = lanes->spared[number];
	if (!lanes->sampled || !lane_estimate(lane, core->path ? core->observers : 0))
		return lane;
	lane_finish(lane);
	lane_destroy(lane);
	return NULL;
}

/* Also for a created lane: frees its memory. */
static void drop(struct simlanes *lanes, struct lane **of, unsigned int number, unsigned int index,
		 bool first)
{
	struct lane *lane = of[number];

	of[number] = NULL;
	if (lane) {
		lane_finish(lane);
		lane_destroy(lane);
	}
	fail_lane(lanes, number, index, first);
}

void simlanes_drop_last(struct simlanes *lanes, struct lane **of, unsigned int index, bool first)
{
	unsigned int last = lanes->count - 1;

	while (!of[last])
		last--;
	drop(lanes, of, last, index, first);
}

/* A lane before @number with as large a last-level cache, most of a model's memory; or @number. */
static unsigned int find_like(const struct simlanes *lanes, unsigned int number)
{
	unsigned int like = 0;

	while (like < number && lanes->cores[like].params.llc_kib != lanes->cores[number].params.llc_kib)
		like++;
	return like;
}

/*
 * Lane @number of the first thread is there: later lanes of the same size need memory, too. Failing
 * only once all memory is in use would take it from others.
 */
static void look_ahead(const struct simlanes *lanes, const struct lanememory *memory,
		       unsigned int number, unsigned int thread)
{
	uint64_t all = lanememory_taken(memory);

	for (unsigned int i = number + 1; i < lanes->count && all <= memory->left; i++) {
		const unsigned int like = find_like(lanes, i);

		all += like <= number ? lanes->bytes[like] : 0;
		if (all > memory->left)
			die_of_memory(lanes, i, thread);
	}
}

void simlanes_make(struct simlanes *lanes, struct lane **of, unsigned int index, bool first)
{
	struct lanememory memory = lanememory_begin();

	for (unsigned int i = 0; i < lanes->count; i++) {
		const uint64_t before = lanememory_taken(&memory);

		if (lanes->failed[i])
			continue;
		of[i] = make_lane(lanes, i);
		if (!of[i] || lanememory_taken(&memory) > memory.left) {
			drop(lanes, of, i, index, first);
			continue;
		}
		lanes->bytes[i] = lanememory_taken(&memory) - before;
		if (first && !lanes->teams && find_like(lanes, i) == i)
			look_ahead(lanes, &memory, i, index);
	}
}

/* Cores */

static int find_spared(struct simlanes *lanes, const struct spares *spares)
{
	int err = 0;

	lanes->spared = calloc(lanes->cores_count, sizeof(*lanes->spared));
	for (unsigned int i = 0; lanes->spared && i < lanes->cores_count && !err; i++)
		err = spares_of(spares, i, &lanes->spared[i]);
	return lanes->spared ? err : -ENOMEM;
}

/* Which cores share a model. Returns 0, or -1 after saying why on stderr. */
static int find_teams(struct simlanes *lanes)
{
	const struct profile_core *cores = lanes->cores;
	const unsigned int count = lanes->cores_count;
	const char *why;

	lanes->teams = calloc(count, sizeof(*lanes->teams));
	lanes->places = calloc(count, sizeof(*lanes->places));
	if (!lanes->teams || !lanes->places) {
		fprintf(stderr, "tea: no memory for %u lanes: give fewer\n", count);
		return -1;
	}
	lanes->count = 0;
	for (unsigned int i = 0; i < count; i++) {
		if (tea_abstract_check(&cores[i].params, &why)) {
			fprintf(stderr, "tea: %s\n", why);
			return -1;
		}
		lanes->places[i] = fast_place_core(lanes->teams, &lanes->count, &cores[i].params);
	}
	return 0;
}

int simlanes_init(struct simlanes *lanes, const struct profile_core *cores, unsigned int count,
		  uint64_t period, const struct spares *spares, bool fast)
{
	*lanes = (struct simlanes){
		.cores = cores, .cores_count = count, .count = count, .period = period,
	};
	if (fast && spares->rules_count) {
		fprintf(stderr, "tea: the fast engine spares no events: take the full one for fix= and "
			"free=\n");
		return -1;
	}
	if (fast && find_teams(lanes))
		return -1;
	lanes->failed = calloc(count, sizeof(*lanes->failed));
	lanes->bytes = calloc(count, sizeof(*lanes->bytes));
	if (lanes->failed && lanes->bytes && !find_spared(lanes, spares))
		return 0;
	fprintf(stderr, "tea: no memory for what %u lanes are spared: give fewer\n", count);
	return -1;
}
