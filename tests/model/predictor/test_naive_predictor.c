// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_naive_predictor.c - random programs past the predictor and one without shortcuts
 *
 * Both must predict the same for each branch and jump, under random knobs. And the host's
 * instructions give the results of plain arithmetic.
 *
 * The seed is printed; TEA_SEED=N repeats that run alone, TEA_RUNS=N makes more.
 */
#include "memory/hierarchy.h"

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

#include "naive_predictor.h"
#include "predictor/tagelanes.h"

#define SITES	400
#define RUNS	24

struct site {
	uint64_t pc;
	struct tea_insn insn;
	unsigned int target;	/* site that it leads to */
	unsigned int period;	/* not taken each so many times; 0: by chance, ... */
	unsigned int chance;	/* ... taken in so many of eight */
	unsigned int count;
};

struct program {
	struct site sites[SITES];
	unsigned int count, at;
	uint64_t seed;
};

static const uint8_t jump_flags[] = {
	0, TEA_INSN_CALL, TEA_INSN_RETURN, TEA_INSN_CALL | TEA_INSN_RETURN,
};

static void make_site(struct program *program, struct site *site, uint64_t pc)
{
	uint64_t kind = random_below(&program->seed, 10);

	*site = (struct site){
		.pc = pc, .target = (unsigned int)random_below(&program->seed, program->count),
		.period = (unsigned int)random_below(&program->seed, 3) * 5,
		.chance = (unsigned int)random_below(&program->seed, 9),
	};
	site->insn.length_bytes = random_below(&program->seed, 2) ? 2 : 4;
	site->insn.class = kind < 7 ? TEA_CLASS_BRANCH : kind < 9 ? TEA_CLASS_JUMP :
								    TEA_CLASS_JUMP_REG;
	if (kind >= 7)
		site->insn.flags = jump_flags[random_below(&program->seed, 4)];
}

/* Most are close together; some regions are far off, in either half of memory. */
static void make_program(struct program *program, uint64_t seed)
{
	uint64_t pc = 0;

	*program = (struct program){ .seed = seed };
	program->count = 2 + (unsigned int)random_below(&program->seed, SITES - 1);
	for (unsigned int i = 0; i < program->count; i++) {
		if (random_below(&program->seed, 40) == 0)
			pc = random_next(&program->seed) & ~1ULL;
		make_site(program, &program->sites[i], pc);
		pc += program->sites[i].insn.length_bytes + 2 * random_below(&program->seed, 12);
	}
}

/* The outcome of the site that the program is at; it goes on to the next one. */
static bool run_site(struct program *program, const struct site **executed, uint64_t *next)
{
	struct site *site = &program->sites[program->at];
	bool taken = site->insn.class != TEA_CLASS_BRANCH;
	unsigned int target = site->target;

	if (site->insn.class == TEA_CLASS_JUMP_REG && random_below(&program->seed, 3) == 0)
		target = (unsigned int)random_below(&program->seed, program->count);
	if (!taken && site->period)
		taken = ++site->count % site->period;
	else if (!taken)
		taken = random_below(&program->seed, 8) < site->chance;
	if (program->at + 1 == program->count)
		taken = true;
	program->at = taken ? target : program->at + 1;
	*executed = site;
	*next = taken ? program->sites[target].pc - 2 * (site->count & 1) :
			site->pc + site->insn.length_bytes;
	return taken;
}

static void random_knobs(struct tea_params *params, uint64_t *seed)
{
	static const uint32_t kib[] = { 8, 18, 40, 256 };

	tea_params_init(params);
	params->predictor = random_below(seed, 8) ? 2 : 1;
	params->fetch_width = 1U << random_below(seed, 5);
	params->fetch_bank = params->fetch_width >> random_below(seed, 2);
	params->fetch_bank += !params->fetch_bank;
	params->predictor_kib = kib[random_below(seed, 4)];
	if (random_below(seed, 2))
		params->tage_tables = 1 + (uint32_t)random_below(seed, 12);
	params->ubtb_ways = (1U << random_below(seed, 6)) / 2;
	params->btb_sets = 1U << random_below(seed, 11);
	params->btb_ways = 1 + (uint32_t)random_below(seed, 4);
	params->return_stack = 1 + (uint32_t)random_below(seed, 40);
}

static void compare(const struct tea_params *params, uint64_t seed, unsigned int branches)
{
	struct tea_predictor *predictor = tea_predictor_create(params);
	struct naive_predictor *naive = naive_predictor_create(params);
	static struct program program;

	assert_non_null(predictor);
	make_program(&program, seed);
	for (unsigned int i = 0; i < branches; i++) {
		struct tea_prediction said, wanted;
		const struct site *site;
		uint64_t next;
		bool taken = run_site(&program, &site, &next);

		said = tea_predictor_pass(predictor, site->pc, &site->insn, taken, next);
		wanted = naive_predictor_pass(naive, site->pc, &site->insn, taken, next);
		if (said.taken != wanted.taken || said.target != wanted.target ||
		    said.known != wanted.known || said.stage != wanted.stage)
			fail_msg("branch %u at %#" PRIx64 ": taken %d, known %d, stage %d, target %#"
				 PRIx64 ", not %d, %d, %d, %#" PRIx64, i, site->pc, said.taken,
				 said.known, said.stage, said.target, wanted.taken, wanted.known,
				 wanted.stage, wanted.target);
	}
	tea_predictor_destroy(predictor);
	naive_predictor_destroy(naive);
}

static void random_programs_are_predicted_alike(void **state)
{
	const char *text = getenv("TEA_RUNS");
	bool given = getenv("TEA_SEED");
	unsigned int runs = text ? (unsigned int)atoi(text) : given ? 1 : RUNS;
	uint64_t first = given ? random_seed() : (uint64_t)time(NULL);

	(void)state;
	for (uint64_t seed = first; seed < first + runs; seed++) {
		uint64_t knobs = seed * 0x9e3779b97f4a7c15ULL | 1;
		struct tea_params params;

		print_message("# TEA_SEED=%llu\n", (unsigned long long)seed);
		random_knobs(&params, &knobs);
		/* long histories are folded slowly */
		compare(&params, knobs, params.tage_tables > 8 ? 800 : 6000);
	}
}

/* Long enough for the useful bits to age. */
static void useful_bits_age_alike(void **state)
{
	struct tea_params params;

	(void)state;
	tea_params_init(&params);
	params.predictor_kib = 8;
	params.tage_tables = 4;
	compare(&params, 12345, 420000);
}

static void signs_are_those_of_plain_arithmetic(void **state)
{
	uint64_t seed = random_seed();

	(void)state;
	for (unsigned int i = 0; i < 100000; i++) {
		uint64_t words[4];
		tea_lanes low, high;

		for (unsigned int j = 0; j < 4; j++)
			words[j] = random_next(&seed) &
				   (i % 2 ? UINT64_MAX : 0x8001800080007fffULL);
		memcpy(&low, words, sizeof(low));
		memcpy(&high, words + 2, sizeof(high));
		assert_int_equal(lanes_signs(low, high), lanes_signs_plain(low, high));
		for (unsigned int j = 0; j < TEA_LANES; j++) {
			uint32_t signs = lanes_signs(low, high);

			assert_int_equal(signs >> j & 1, low[j] >> 15);
			assert_int_equal(signs >> (TEA_LANES + j) & 1, high[j] >> 15);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_programs_are_predicted_alike),
		cmocka_unit_test(useful_bits_age_alike),
		cmocka_unit_test(signs_are_those_of_plain_arithmetic),
	};

	return cmocka_run_group_tests_name("naive predictor", tests, NULL, NULL);
}
