// SPDX-License-Identifier: GPL-2.0-or-later
/* test_banks.c - which outcomes are in the history when a branch is predicted, by hand */
#include "memory/hierarchy.h"

#include <string.h>

#include "predictor/banks.h"

#define BANKED		16	/* bytes of a fetch block: two banks of 8 */
#define SINGLE		8	/* one */

struct walk {
	struct tea_banks banks;
	char history[64];	/* the outcomes entered, oldest first: T or N */
};

static struct walk walk_of(unsigned int block_bytes)
{
	struct walk walk = { .history = "" };

	tea_banks_init(&walk.banks, block_bytes, 8);
	return walk;
}

/* The history for a prediction at @pc. */
static const char *reached(struct walk *walk, uint64_t pc)
{
	struct tea_banks_outcomes outcomes = tea_banks_enter(&walk->banks, pc);
	const int8_t entered[] = { outcomes.older, outcomes.newer };

	for (unsigned int i = 0; i < 2; i++)
		if (entered[i] != TEA_BANKS_NONE)
			strcat(walk->history, entered[i] ? "T" : "N");
	return walk->history;
}

static void not_taken(struct walk *walk, uint64_t pc)
{
	reached(walk, pc);
	tea_banks_note(&walk->banks, false);
}

static void not_taken_wrongly_predicted(struct walk *walk, uint64_t pc)
{
	not_taken(walk, pc);
	tea_banks_break(&walk->banks, pc + 2);
}

static void taken(struct walk *walk, uint64_t pc, uint64_t to)
{
	reached(walk, pc);
	tea_banks_note(&walk->banks, true);
	tea_banks_leave(&walk->banks, to);
}

static void jump(struct walk *walk, uint64_t pc, uint64_t to)
{
	reached(walk, pc);
	tea_banks_leave(&walk->banks, to);
}

static void a_bank_has_one_outcome(void **state)
{
	struct walk walk = walk_of(BANKED);

	(void)state;
	not_taken(&walk, 0x1000);
	not_taken(&walk, 0x1004);
	not_taken(&walk, 0x1006);
	assert_string_equal(reached(&walk, 0x1040), "N");
	not_taken(&walk, 0x1040);
	not_taken(&walk, 0x1042);
	taken(&walk, 0x1044, 0x2000);
	assert_string_equal(reached(&walk, 0x2040), "NT");
}

static void jumps_have_none(void **state)
{
	struct walk walk = walk_of(BANKED);

	(void)state;
	jump(&walk, 0x1000, 0x2000);
	jump(&walk, 0x2000, 0x3000);
	assert_string_equal(reached(&walk, 0x3000), "");
	not_taken(&walk, 0x3000);
	jump(&walk, 0x3002, 0x4000);
	assert_string_equal(reached(&walk, 0x4010), "N");
}

/* The outcome at 0x1000 is not known yet for 0x1008 and later. */
static void an_outcome_is_late_for_the_next_bank(void **state)
{
	struct walk walk = walk_of(BANKED);

	(void)state;
	not_taken(&walk, 0x1000);
	assert_string_equal(reached(&walk, 0x1008), "");
	taken(&walk, 0x100e, 0x2000);
	assert_string_equal(reached(&walk, 0x2000), "N");
	not_taken(&walk, 0x2000);
	assert_string_equal(reached(&walk, 0x2010), "NTN");
	/* a bank without branches is one, too */
	not_taken(&walk, 0x2010);
	jump(&walk, 0x2020, 0x3000);
	assert_string_equal(reached(&walk, 0x3000), "NTNN");
}

static void a_loop_in_a_bank_is_fetched_anew_each_time(void **state)
{
	struct walk walk = walk_of(BANKED);

	(void)state;
	for (unsigned int i = 0; i < 4; i++)
		taken(&walk, 0x1004, 0x1000);
	assert_string_equal(reached(&walk, 0x1004), "TTT");
}

static void a_block_of_one_bank_has_all_outcomes(void **state)
{
	struct walk walk = walk_of(SINGLE);

	(void)state;
	not_taken(&walk, 0x1000);
	assert_string_equal(reached(&walk, 0x1006), "");
	assert_string_equal(reached(&walk, 0x1008), "N");
	taken(&walk, 0x1008, 0x2000);
	assert_string_equal(reached(&walk, 0x2000), "NT");
}

/* Fetch begins again behind it: the rest of the bank has an outcome of its own. */
static void a_mispredict_ends_its_bank(void **state)
{
	struct walk walk = walk_of(BANKED);

	(void)state;
	not_taken_wrongly_predicted(&walk, 0x1000);
	not_taken(&walk, 0x1004);
	assert_string_equal(reached(&walk, 0x1040), "NN");
}

/* In a block's first bank the second one lies between, as if it had been fetched. */
static void behind_a_mispredict_the_block_is_over(void **state)
{
	struct walk walk = walk_of(BANKED);

	(void)state;
	jump(&walk, 0x1000, 0x2010);
	not_taken_wrongly_predicted(&walk, 0x2010);	/* first bank */
	assert_string_equal(reached(&walk, 0x2012), "N");
	jump(&walk, 0x2014, 0x3000);
	not_taken_wrongly_predicted(&walk, 0x3008);	/* second bank */
	assert_string_equal(reached(&walk, 0x300a), "N");
	jump(&walk, 0x300c, 0x4008);
	assert_string_equal(reached(&walk, 0x4008), "NN");
	not_taken_wrongly_predicted(&walk, 0x4018);	/* blocks begin at 0x4008, 0x4018 */
	assert_string_equal(reached(&walk, 0x401a), "NNN");
	jump(&walk, 0x401c, 0x5038);
	not_taken_wrongly_predicted(&walk, 0x5038);	/* alone: the line ends behind it */
	assert_string_equal(reached(&walk, 0x503a), "NNN");
	jump(&walk, 0x503c, 0x6038);
	not_taken_wrongly_predicted(&walk, 0x6048);	/* blocks begin at 0x6038, 0x6040 */
	assert_string_equal(reached(&walk, 0x604a), "NNNN");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_bank_has_one_outcome),
		cmocka_unit_test(jumps_have_none),
		cmocka_unit_test(an_outcome_is_late_for_the_next_bank),
		cmocka_unit_test(a_loop_in_a_bank_is_fetched_anew_each_time),
		cmocka_unit_test(a_block_of_one_bank_has_all_outcomes),
		cmocka_unit_test(a_mispredict_ends_its_bank),
		cmocka_unit_test(behind_a_mispredict_the_block_is_over),
	};

	return cmocka_run_group_tests_name("banks", tests, NULL, NULL);
}
