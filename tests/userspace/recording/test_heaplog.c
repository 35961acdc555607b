// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_heaplog.c - logs of allocations: times, addresses that are used again, forks, losses, damage
 */
#include "tools/clitest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "recording/heaplog.h"

#define PAGES	16

/* A log in memory, a page for each chunk. */
static uint64_t words[PAGES * HEAPFORMAT_PAGE / 8];
static uint64_t *at;
static size_t pages;

static struct heapformat_header *header(void)
{
	return (struct heapformat_header *)words;
}

static void begin_log(void)
{
	memset(words, 0, sizeof(words));
	*header() = (struct heapformat_header){ .magic = HEAPFORMAT_MAGIC };
	pages = 1;
}

static void begin_chunk(uint32_t process, uint32_t pid, uint32_t parent, uint64_t begin_ns)
{
	struct heapformat_chunk *chunk = (void *)(words + pages++ * HEAPFORMAT_PAGE / 8);

	*chunk = (struct heapformat_chunk){
		.magic = HEAPFORMAT_CHUNK, .bytes = HEAPFORMAT_PAGE, .process = process, .pid = pid,
		.parent = parent, .begin_ns = begin_ns,
	};
	at = (uint64_t *)(chunk + 1);
}

/* From then on the last chunk's process had no room. */
static void lose_from(uint64_t time_ns)
{
	struct heapformat_chunk *chunk = (void *)(words + (pages - 1) * HEAPFORMAT_PAGE / 8);

	chunk->lost_ns = time_ns;
}

static void put_site(unsigned int number, uint64_t caller)
{
	*at++ = HEAPFORMAT_SITE | HEAPFORMAT_CALLOC << 8 | 1 << 16 | (uint64_t)number << 32;
	*at++ = caller;
}

static void put_alloc(uint64_t time_ns, uint64_t address, uint64_t bytes, unsigned int site)
{
	*at++ = HEAPFORMAT_ALLOC | time_ns << 8;
	*at++ = address;
	*at++ = bytes;
	*at++ = site;
}

static void put_free(uint64_t time_ns, uint64_t address)
{
	*at++ = HEAPFORMAT_FREE | time_ns << 8;
	*at++ = address;
}

static int read_log(struct heaplog *log, size_t size, struct fault *fault)
{
	struct input input;

	input_open_bytes(&input, words, size);
	return heaplog_read(log, &input, fault);
}

static void open_log(struct heaplog *log)
{
	struct fault fault;

	if (read_log(log, pages * HEAPFORMAT_PAGE, &fault))
		fail_msg("%s", fault.text);
}

/* The block at an address and a time is of the site with that caller; 0: there is none. */
static void expect(const struct heaplog *log, uint32_t pid, uint64_t address, uint64_t time_ns, uint64_t caller)
{
	const struct heaplog_block *block = heaplog_find(log, pid, address, time_ns);
	const uint64_t found = block ? log->sites[block->site].callers[0] : 0;

	if (found != caller)
		fail_msg("0x%llx at %llu: 0x%llx", (unsigned long long)address, (unsigned long long)time_ns,
			 (unsigned long long)found);
}

static void addresses_are_used_again(void **state)
{
	struct heaplog log;

	(void)state;
	begin_log();
	begin_chunk(1, 7, 0, 5);
	put_site(0, 0xa);
	put_site(1, 0xb);
	put_alloc(10, 0x1000, 0x100, 0);
	put_alloc(11, 0x1100, 0x100, 1);
	put_free(20, 0x1000);
	put_free(21, 0x1100);
	put_alloc(30, 0x1080, 0x100, 1);	/* over both */
	open_log(&log);
	assert_int_equal(log.sites[0].function, HEAPFORMAT_CALLOC);
	expect(&log, 7, 0x1000, 9, 0);
	expect(&log, 7, 0x1000, 10, 0xa);
	expect(&log, 7, 0x10ff, 19, 0xa);
	expect(&log, 7, 0x1100, 19, 0xb);
	expect(&log, 7, 0x1200, 19, 0);
	expect(&log, 7, 0x1000, 20, 0);
	expect(&log, 7, 0x1100, 40, 0xb);
	expect(&log, 7, 0x1000, 40, 0);
	expect(&log, 8, 0x1000, 15, 0);
	assert_true(heaplog_has(&log, 7));
	assert_false(heaplog_has(&log, 8));
	heaplog_close(&log);
}

/* Threads write chunks of their own, and a tick of the clock is long. */
static void threads_share_a_tick(void **state)
{
	struct heaplog log;

	(void)state;
	begin_log();
	begin_chunk(1, 7, 0, 0);
	put_site(3, 0xb);
	put_alloc(20, 0x1000, 16, 3);	/* taken over from the other */
	put_alloc(20, 0x2000, 16, 3);	/* comes and goes */
	put_free(20, 0x2000);
	begin_chunk(1, 7, 0, 0);
	put_site(3, 0xa);
	put_alloc(10, 0x1000, 16, 3);
	put_free(20, 0x1000);
	open_log(&log);
	expect(&log, 7, 0x1000, 19, 0xa);
	expect(&log, 7, 0x1000, 20, 0xb);
	expect(&log, 7, 0x2000, 20, 0);
	heaplog_close(&log);
}

static void forks_inherit(void **state)
{
	struct heaplog log;

	(void)state;
	begin_log();
	begin_chunk(1, 7, 0, 0);
	put_site(0, 0xa);
	put_alloc(10, 0x1000, 16, 0);
	put_alloc(11, 0x2000, 16, 0);
	put_free(40, 0x1000);
	put_alloc(50, 0x3000, 16, 0);
	begin_chunk(2, 8, 1, 20);
	put_site(0, 0xc);
	put_free(30, 0x2000);
	put_alloc(31, 0x2008, 16, 0);
	begin_chunk(3, 9, 2, 35);
	begin_chunk(4, 8, 0, 60);	/* by exec */
	open_log(&log);
	expect(&log, 8, 0x1000, 45, 0xa);	/* as it was at 20 */
	expect(&log, 8, 0x2000, 29, 0xa);
	expect(&log, 8, 0x2000, 31, 0);
	expect(&log, 8, 0x2008, 31, 0xc);
	expect(&log, 8, 0x3000, 55, 0);
	expect(&log, 9, 0x1000, 70, 0xa);
	expect(&log, 9, 0x2000, 70, 0);
	expect(&log, 9, 0x2008, 70, 0xc);
	expect(&log, 8, 0x1000, 60, 0);
	expect(&log, 7, 0x2000, 45, 0xa);
	heaplog_close(&log);
}

static void losses_end_it(void **state)
{
	struct heaplog log;

	(void)state;
	begin_log();
	header()->lost = 3;
	begin_chunk(1, 7, 0, 0);
	put_site(0, 0xa);
	put_alloc(10, 0x1000, 16, 0);
	lose_from(50);
	pages++;			/* a chunk without room */
	begin_chunk(2, 8, 1, 40);
	begin_chunk(3, 9, 1, 60);
	open_log(&log);
	expect(&log, 7, 0x1000, 49, 0xa);
	expect(&log, 7, 0x1000, 50, 0);
	expect(&log, 8, 0x1000, 70, 0xa);	/* a copy from before it, and one from behind */
	expect(&log, 9, 0x1000, 70, 0);
	assert_int_equal(log.lost, 3);
	assert_int_equal(log.lost_ns, 50);
	heaplog_close(&log);
}

/* A record is half written when its process is killed. */
static void half_a_record(void **state)
{
	struct heaplog log;

	(void)state;
	begin_log();
	begin_chunk(1, 7, 0, 0);
	put_site(0, 0xa);
	put_alloc(10, 0x1000, 16, 0);
	at[1] = 0x1000;
	open_log(&log);
	expect(&log, 7, 0x1000, 90, 0xa);
	assert_int_equal(log.blocks_count, 1);
	heaplog_close(&log);
}

static void refuse(size_t size, const char *text)
{
	struct heaplog log;
	struct fault fault = { "" };

	assert_int_equal(read_log(&log, size, &fault), -EINVAL);
	if (!strstr(fault.text, text))
		fail_msg("%s", fault.text);
}

static void damage_is_refused(void **state)
{
	(void)state;
	begin_log();
	begin_chunk(1, 7, 0, 0);
	refuse(8, "no log of allocations");
	at[0] = HEAPFORMAT_ALLOC;	/* of no site */
	refuse(2 * HEAPFORMAT_PAGE, "damaged at byte 4136: record again");
	at[0] = 9;
	refuse(2 * HEAPFORMAT_PAGE, "damaged at byte 4136");
	at[0] = HEAPFORMAT_SITE | 9 << 16;	/* callers */
	refuse(2 * HEAPFORMAT_PAGE, "damaged at byte 4136");
	at[0] = 0;
	words[HEAPFORMAT_PAGE / 8] = 1;
	refuse(2 * HEAPFORMAT_PAGE, "damaged at byte 4096");
	header()->magic = 1;
	refuse(2 * HEAPFORMAT_PAGE, "no log of allocations");
}

/* Blocks of a naive list, and random lookups in both. */
#define RANDOM_BLOCKS	60

struct naive {
	uint64_t start, end, since, until, caller;
};

static uint64_t next_random(uint64_t *random)
{
	*random = *random * 6364136223846793005ULL + 1442695040888963407ULL;
	return *random >> 33;
}

/* Allocates where no live block is; else frees the one that is there. */
static size_t make_random(struct naive *blocks, uint64_t *random)
{
	size_t count = 0;

	for (uint64_t time = 1; count < RANDOM_BLOCKS; time++) {
		uint64_t start = next_random(random) % 64, bytes = 1 + next_random(random) % 16;
		struct naive *taken = NULL;

		for (size_t i = 0; i < count; i++)
			if (!blocks[i].until && blocks[i].start < start + bytes && start < blocks[i].end)
				taken = &blocks[i];
		if (taken) {
			taken->until = time;
			put_free(time, taken->start);
			continue;
		}
		blocks[count] = (struct naive){ start, start + bytes, time, 0, 0xa + count % 2 };
		put_alloc(time, start, bytes, count++ % 2);
	}
	return count;
}

static void agrees_with_a_list(void **state)
{
	struct naive blocks[RANDOM_BLOCKS];
	uint64_t random = 1;

	(void)state;
	for (int round = 0; round < 200; round++) {
		struct heaplog log;
		size_t count;

		begin_log();
		begin_chunk(1, 7, 0, 0);
		put_site(0, 0xa);
		put_site(1, 0xb);
		count = make_random(blocks, &random);
		assert_true(at <= words + 2 * HEAPFORMAT_PAGE / 8);
		open_log(&log);
		for (uint64_t time = 0; time < 250; time += 3) {
			uint64_t address = next_random(&random) % 80, caller = 0;

			for (size_t i = 0; i < count; i++)
				if (blocks[i].start <= address && address < blocks[i].end &&
				    blocks[i].since <= time && (!blocks[i].until || time < blocks[i].until))
					caller = blocks[i].caller;
			expect(&log, 7, address, time, caller);
		}
		heaplog_close(&log);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(addresses_are_used_again), cmocka_unit_test(threads_share_a_tick),
		cmocka_unit_test(forks_inherit), cmocka_unit_test(losses_end_it),
		cmocka_unit_test(half_a_record), cmocka_unit_test(damage_is_refused),
		cmocka_unit_test(agrees_with_a_list),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
