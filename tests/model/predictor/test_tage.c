// SPDX-License-Identifier: GPL-2.0-or-later
/* test_tage.c - TAGE's rows, tags and counters, by hand and by a plain sum over the history */
#include "memory/hierarchy.h"

#include <stdlib.h>
#include <string.h>

#include "predictor/tage.h"

#define TABLES		6
#define BOOM_BITS	(18 * 1024 * 8)

static struct tea_tage *tage_of(unsigned int tables, unsigned int parcels, size_t budget_bits)
{
	struct tea_tage *tage = malloc(sizeof(*tage));

	assert_non_null(tage);
	assert_int_equal(tea_tage_init(tage, tables, parcels, budget_bits, 1), 0);
	return tage;
}

static void tage_free(struct tea_tage *tage)
{
	tea_tage_deinit(tage);
	free(tage);
}

struct asked {
	struct tea_tage_places places;
	struct tea_tage_answer answer;
};

static struct asked ask(const struct tea_tage *tage, uint64_t pc)
{
	struct asked asked;

	memset(&asked, 0, sizeof(asked));	/* of groups that there are not, too */
	asked.answer = tea_tage_ask(tage, pc, &asked.places);
	return asked;
}

static struct tea_tage_answer predicted(const struct tea_tage *tage, uint64_t pc)
{
	return ask(tage, pc).answer;
}

static unsigned int index_of(const struct asked *asked, unsigned int table)
{
	return asked->places.index[table / TEA_LANES][table % TEA_LANES];
}

/* A tag, which BOOM has one bit lower in the tables with twice the rows. */
static unsigned int tag_of(const struct asked *asked, unsigned int table)
{
	unsigned int tag = asked->places.tag[table / TEA_LANES][table % TEA_LANES];

	return tag >> (table == 2 || table == 3);
}

static void trained(struct tea_tage *tage, uint64_t pc, bool taken)
{
	struct asked asked = ask(tage, pc);

	tea_tage_train(tage, &asked.places, asked.answer, taken);
}

/* A history of as many outcomes, all the same. */
static void history_of(struct tea_tage *tage, bool taken, unsigned int outcomes)
{
	for (unsigned int i = 0; i < outcomes; i++)
		tea_tage_track(tage, taken);
}

/* BOOM's: 12 KiB of tags, counters and valid bits, 2 of useful bits, 4 of the base. */
static void boom_takes_18_kib(void **state)
{
	struct tea_tage *tage = tage_of(TABLES, 8, BOOM_BITS);

	(void)state;
	assert_int_equal(tea_tage_storage_bits(tage), BOOM_BITS);
	tage_free(tage);
	/* fetch blocks of half the parcels: half of each row */
	tage = tage_of(TABLES, 4, BOOM_BITS / 2);
	assert_int_equal(tea_tage_storage_bits(tage), BOOM_BITS / 2);
	tage_free(tage);
}

static void rows_are_of_fetch_blocks(void **state)
{
	/* without history: the block's number in 7 or 8 bits and the parcel; the tag is above */
	static const uint16_t indices[TABLES] = { 0x22b, 0x22b, 0x62b, 0x62b, 0x22b, 0x22b };
	static const uint16_t tags[TABLES] = { 0x47, 0x47, 0xa3, 0xa3, 0x147, 0x147 };
	struct tea_tage *tage = tage_of(TABLES, 8, BOOM_BITS);
	/* parcel 3 of block 0xa3c5 = 101000111 1000101: row 0x45 below 0x147, 0xc5 below 0xa3 */
	struct asked asked = ask(tage, 0xa3c56);

	(void)state;
	for (unsigned int i = 0; i < TABLES; i++) {
		assert_int_equal(index_of(&asked, i), indices[i]);
		assert_int_equal(tag_of(&asked, i), tags[i]);
	}
	tage_free(tage);
}

/* The last @length outcomes in pieces of @width bits, XORed; @outcomes[0] is the last. */
static uint64_t fold(const bool *outcomes, unsigned int length, unsigned int width)
{
	uint64_t folded = 0;

	for (unsigned int i = 0; i < length; i++)
		folded ^= (uint64_t)outcomes[i] << i % width;
	return folded;
}

static void rows_and_tags_have_one_fold_each(void **state)
{
	static const unsigned int row_bits[TABLES] = { 7, 7, 8, 8, 7, 7 };
	static const unsigned int tag_bits[TABLES] = { 7, 7, 8, 8, 9, 9 };
	struct tea_tage *tage = tage_of(TABLES, 8, BOOM_BITS);
	bool outcomes[64] = { false };
	uint64_t seed = random_seed();

	(void)state;
	for (unsigned int i = 0; i < 2000; i++) {
		uint64_t pc = random_next(&seed) & 0x3ffffffe;
		struct asked asked = ask(tage, pc);

		for (unsigned int j = 0; j < TABLES; j++) {
			uint64_t row = pc >> 4 ^ fold(outcomes, 2U << j, row_bits[j]);
			uint64_t tag = pc >> 4 >> row_bits[j] ^ fold(outcomes, 2U << j, tag_bits[j]);

			assert_int_equal(index_of(&asked, j) >> 3, row % (1U << row_bits[j]));
			assert_int_equal(index_of(&asked, j) & 7, pc >> 1 & 7);
			assert_int_equal(tag_of(&asked, j), tag % (1U << tag_bits[j]));
		}
		memmove(outcomes + 1, outcomes, sizeof(outcomes) - sizeof(outcomes[0]));
		outcomes[0] = random_next(&seed) & 1;
		tea_tage_track(tage, outcomes[0]);
	}
	tage_free(tage);
}

/* A table that has seen a branch not taken, with a history in which others took it. */
static struct tea_tage *tage_of_one_entry(void)
{
	struct tea_tage *tage = tage_of(1, 8, BOOM_BITS);

	trained(tage, 0x1000, false);	/* wrong: the base begins as weakly taken */
	history_of(tage, true, 2);
	trained(tage, 0x1000, true);
	trained(tage, 0x1000, true);
	history_of(tage, false, 2);
	return tage;
}

static void weak_counters_leave_it_to_the_alternate(void **state)
{
	struct tea_tage *tage = tage_of_one_entry();
	struct tea_tage_answer answer = predicted(tage, 0x1000);

	(void)state;
	assert_int_equal(answer.provider, 0);
	assert_true(answer.taken);
	assert_false(answer.differs);
	trained(tage, 0x1000, false);
	answer = predicted(tage, 0x1000);
	assert_true(answer.base_taken);
	assert_false(answer.taken);
	assert_true(answer.differs);
	tage_free(tage);
}

/* It was 1 and becomes -1, though the table provides. */
static void the_base_is_always_trained(void **state)
{
	struct tea_tage *tage = tage_of_one_entry();

	(void)state;
	for (unsigned int i = 0; i < 2; i++) {
		assert_true(predicted(tage, 0x1000).base_taken);
		assert_int_equal(predicted(tage, 0x1000).provider, 0);
		trained(tage, 0x1000, false);
	}
	assert_false(predicted(tage, 0x1000).base_taken);
	tage_free(tage);
}

/* Another branch, of the same row and parcel, is mispredicted. */
static void rival_mispredicted(struct tea_tage *tage)
{
	uint64_t pc = 0x1000 + (1 << 14);

	trained(tage, pc, !predicted(tage, pc).taken);
}

static void useful_entries_stay(void **state)
{
	struct tea_tage *tage = tage_of_one_entry();

	(void)state;
	rival_mispredicted(tage);
	assert_int_equal(predicted(tage, 0x1000).provider, -1);
	tage_free(tage);

	tage = tage_of_one_entry();
	trained(tage, 0x1000, false);
	trained(tage, 0x1000, false);	/* right, and the base would not have been */
	for (unsigned int i = 0; i < 10; i++)
		rival_mispredicted(tage);
	assert_int_equal(predicted(tage, 0x1000).provider, 0);
	tage_free(tage);
}

/* Where all entries with more history are useful to others, none is from then on. */
static void room_is_made_for_the_next_time(void **state)
{
	struct tea_tage *tage = tage_of(TABLES, 8, BOOM_BITS);
	struct asked asked = ask(tage, 0x1000);
	uint16_t *entries[TABLES];

	(void)state;
	for (unsigned int i = 0; i < TABLES; i++) {
		entries[i] = tage_entry(tage, &asked.places, i);
		*entries[i] = TEA_TAGE_USEFUL | TEA_TAGE_INVALID;
	}
	*entries[1] = (uint16_t)(TEA_TAGE_COUNTER | TEA_TAGE_USEFUL |
				 asked.places.tag[0][1]);
	trained(tage, 0x1000, false);
	for (unsigned int i = 2; i < TABLES; i++)
		assert_int_equal(*entries[i] & TEA_TAGE_USEFUL, 0);
	assert_int_equal(*entries[0] & TEA_TAGE_USEFUL, TEA_TAGE_USEFUL);
	assert_int_equal(predicted(tage, 0x1000).provider, 1);
	trained(tage, 0x1000, false);
	assert_true(predicted(tage, 0x1000).provider > 1);
	tage_free(tage);
}

/* History far longer than a table's is forgotten: folds shift out the bits that they took in. */
static void history_leaves_the_folds(void **state)
{
	static const unsigned int tables[] = { 1, TABLES, 8, TEA_TAGE_TABLES_MAX };

	(void)state;
	for (unsigned int i = 0; i < 4; i++) {
		struct asked asked[2];

		for (uint64_t seed = 1; seed <= 2; seed++) {
			struct tea_tage *tage = tage_of(tables[i], 8, BOOM_BITS);
			uint64_t state_of = seed;

			for (unsigned int j = 0; j < 15000; j++)
				tea_tage_track(tage, random_next(&state_of) & 1);
			for (unsigned int j = 0; j < 2U << (tables[i] - 1); j++)
				tea_tage_track(tage, j % 7 == 0);
			asked[seed - 1] = ask(tage, 0x1234);
			tage_free(tage);
		}
		assert_memory_equal(&asked[0].places, &asked[1].places, sizeof(asked[0].places));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(boom_takes_18_kib),
		cmocka_unit_test(rows_are_of_fetch_blocks),
		cmocka_unit_test(rows_and_tags_have_one_fold_each),
		cmocka_unit_test(weak_counters_leave_it_to_the_alternate),
		cmocka_unit_test(the_base_is_always_trained),
		cmocka_unit_test(useful_entries_stay),
		cmocka_unit_test(room_is_made_for_the_next_time),
		cmocka_unit_test(history_leaves_the_folds),
	};

	return cmocka_run_group_tests_name("tage", tests, NULL, NULL);
}
