// SPDX-License-Identifier: GPL-2.0-or-later
/* naive_predictor.c - see naive_predictor.h; its parts: the headers of predictor/ */
#include "naive_predictor.h"

#include <stdlib.h>
#include <string.h>

#include "memory/hierarchy.h"
#include "predictor/tage.h"

#define NONE		(-1)
#define PARCELS_MAX	16
#define LOOP_ROWS	16
#define WAYS		16	/* of the micro-BTB, at most */

struct way {
	uint32_t tag;
	int64_t offset;
	int counter;
};

struct target {
	uint64_t pc, to, stamp;
	bool valid;
};

struct tagged {
	bool valid;
	uint64_t tag;
	int counter, useful;
};

struct looped {
	uint64_t tag;
	unsigned int period, count, confidence, age;
};

struct naive_predictor {
	struct tea_params params;
	unsigned int parcels, block_bits, bank_bytes;
	struct way ubtb[PARCELS_MAX][WAYS];
	struct target *btb;
	uint64_t stamp;
	uint64_t *stack;
	unsigned int top;
	/* history: all outcomes that there were, the last at the end */
	bool *outcomes;
	size_t outcomes_count, outcomes_room;
	unsigned int row_bits, base_mask;
	struct tagged *tagged[TEA_TAGE_TABLES_MAX];
	int *base;
	uint32_t coin;
	unsigned int trained;
	struct looped loop[LOOP_ROWS * PARCELS_MAX];
	uint32_t gshare_history, gshare_banks;
	int *gshare;
	/* banks */
	uint64_t bank, from, start;
	bool left, skips;
	int outcome, before;
};

static int moved(int value, int least, int most, bool up)
{
	if (up)
		return value < most ? value + 1 : most;
	return value > least ? value - 1 : least;
}

struct naive_predictor *naive_predictor_create(const struct tea_params *params)
{
	struct naive_predictor *naive = test_calloc(1, sizeof(*naive));
	size_t budget = (size_t)params->predictor_kib * 1024 * 8;
	struct tea_tage *geometry = test_calloc(1, sizeof(*geometry));

	naive->params = *params;
	naive->parcels = params->fetch_width;
	naive->block_bits = (unsigned int)__builtin_ctz(2 * naive->parcels);
	naive->bank_bytes = 2 * (params->fetch_bank < params->fetch_width ? params->fetch_bank :
				 params->fetch_width);
	naive->btb = test_calloc((size_t)params->btb_sets * params->btb_ways, sizeof(*naive->btb));
	naive->stack = test_calloc(params->return_stack, sizeof(*naive->stack));
	assert_int_equal(tea_tage_init(geometry, params->tage_tables, naive->parcels, budget, 1), 0);
	naive->row_bits = geometry->row_bits;
	naive->base_mask = geometry->base_mask;
	tea_tage_deinit(geometry);
	test_free(geometry);
	naive->base = test_calloc(naive->base_mask + 1, sizeof(*naive->base));
	for (unsigned int i = 0; i < params->tage_tables; i++)
		naive->tagged[i] = test_calloc((size_t)naive->parcels << (naive->row_bits + 1),
					       sizeof(*naive->tagged[i]));
	naive->coin = 1;
	naive->gshare_banks = (uint32_t)(budget / 2 >> 14);
	naive->gshare = test_calloc((size_t)naive->gshare_banks << 14, sizeof(*naive->gshare));
	naive->outcome = naive->before = NONE;
	return naive;
}

void naive_predictor_destroy(struct naive_predictor *naive)
{
	for (unsigned int i = 0; i < naive->params.tage_tables; i++)
		test_free(naive->tagged[i]);
	free(naive->outcomes);
	test_free(naive->gshare);
	test_free(naive->base);
	test_free(naive->stack);
	test_free(naive->btb);
	test_free(naive);
}

/* ---- micro-BTB ---- */

static uint32_t ubtb_tag(const struct naive_predictor *naive, uint64_t pc)
{
	uint64_t block = pc >> naive->block_bits;

	return (uint32_t)(block ^ block >> 32);
}

static struct way *slot_of(struct naive_predictor *naive, uint64_t pc)
{
	return naive->ubtb[pc / 2 % naive->parcels];
}

static int slot_find(const struct way *slot, uint32_t tag)
{
	for (int i = 0; tag && i < WAYS; i++)
		if (slot[i].tag == tag)
			return i;
	return NONE;
}

static unsigned int folded(uint32_t tag)
{
	unsigned int fold = 0;

	for (unsigned int shift = 0; shift < 32; shift += 4)
		fold ^= tag >> shift & 15;
	return fold;
}

static int way_for(struct naive_predictor *naive, uint64_t pc, uint32_t tag)
{
	unsigned int first = (unsigned int)(pc / 2 % naive->parcels / 4 * 4), fold = folded(tag);

	for (unsigned int i = first; i < first + 4; i++)
		if (slot_find(naive->ubtb[i], tag) != NONE)
			return slot_find(naive->ubtb[i], tag);
	for (unsigned int i = first; i < first + 4; i++)
		for (unsigned int j = 0; j < WAYS; j++)
			fold ^= folded(naive->ubtb[i][j].tag);
	return (int)(fold & (naive->params.ubtb_ways - 1));
}

static void ubtb_train(struct naive_predictor *naive, uint64_t pc, bool taken, uint64_t next)
{
	uint32_t tag = ubtb_tag(naive, pc);
	struct way *slot = slot_of(naive, pc);
	int way = slot_find(slot, tag);

	if (!naive->params.ubtb_ways)
		return;
	if (way == NONE) {
		way = way_for(naive, pc, tag);
		slot[way].tag = tag;
		slot[way].counter = taken ? 1 : -2;
	} else {
		slot[way].counter = moved(slot[way].counter, -2, 1, taken);
	}
	if (taken)
		slot[way].offset = (int64_t)((next - pc) << 51) >> 51;
}

/* ---- BTB ---- */

static struct target *btb_find(struct naive_predictor *naive, uint64_t pc)
{
	struct target *set = &naive->btb[pc / 2 % naive->params.btb_sets * naive->params.btb_ways];

	for (unsigned int i = 0; i < naive->params.btb_ways; i++)
		if (set[i].valid && set[i].pc == pc)
			return &set[i];
	return NULL;
}

static void btb_train(struct naive_predictor *naive, uint64_t pc, bool taken, uint64_t next)
{
	struct target *set = &naive->btb[pc / 2 % naive->params.btb_sets * naive->params.btb_ways];
	struct target *entry = btb_find(naive, pc);

	if (entry && !taken)
		return;
	for (unsigned int i = 0; !entry && i < naive->params.btb_ways; i++)
		if (!set[i].valid)
			entry = &set[i];
	for (unsigned int i = 0; i < naive->params.btb_ways; i++)
		if (!entry || (entry->pc != pc && entry->valid && set[i].stamp < entry->stamp))
			entry = &set[i];
	*entry = (struct target){ pc, taken ? next : 0, ++naive->stamp, true };
}

/* ---- history ---- */

static void outcome_enters(struct naive_predictor *naive, int outcome)
{
	if (outcome == NONE)
		return;
	if (naive->outcomes_count == naive->outcomes_room) {
		naive->outcomes_room = 2 * naive->outcomes_room + 1024;
		naive->outcomes = realloc(naive->outcomes, naive->outcomes_room);
		assert_non_null(naive->outcomes);
	}
	naive->outcomes[naive->outcomes_count++] = outcome;
}

static void reach(struct naive_predictor *naive, uint64_t pc)
{
	uint64_t bank = pc / naive->bank_bytes, distance = bank - naive->bank;

	if (naive->left) {
		naive->start = naive->from / naive->bank_bytes;
		distance = bank - naive->start + 1 + naive->skips;
	}
	if (!distance)
		return;
	outcome_enters(naive, naive->before);
	naive->before = NONE;
	if (distance == 1 && 2 * naive->parcels > naive->bank_bytes)
		naive->before = naive->outcome;
	else
		outcome_enters(naive, naive->outcome);
	naive->outcome = NONE;
	naive->bank = bank;
	naive->left = false;
}

static void leave(struct naive_predictor *naive, uint64_t next, bool broken)
{
	uint64_t banks = TEA_LINE_BYTES / naive->bank_bytes;
	bool same_line = naive->bank / banks == naive->start / banks;

	naive->skips = broken && 2 * naive->parcels > naive->bank_bytes &&
		       (naive->bank + 1) % banks &&
		       (naive->bank - (same_line ? naive->start : 0)) % 2 == 0;
	naive->left = true;
	naive->from = next;
}

/* The last outcomes of as many as table @i looks back on, in pieces of @width bits, XORed. */
static uint64_t fold(const struct naive_predictor *naive, unsigned int i, unsigned int width)
{
	uint64_t sum = 0;

	for (size_t j = 0; j < 2UL << i && j < naive->outcomes_count; j++)
		sum ^= (uint64_t)naive->outcomes[naive->outcomes_count - 1 - j] << j % width;
	return sum;
}

/* ---- TAGE ---- */

static struct tagged *entry_of(struct naive_predictor *naive, unsigned int i, uint64_t pc,
			       uint64_t *tag)
{
	unsigned int row_bits = naive->row_bits + (i == 2 || i == 3);
	unsigned int tag_bits = i < 2 ? 7 : i < 4 ? 8 : 9;
	uint64_t block = pc >> naive->block_bits;
	uint64_t row = (block ^ fold(naive, i, row_bits)) % (1ULL << row_bits);

	*tag = (block >> row_bits ^ fold(naive, i, tag_bits)) % (1ULL << tag_bits);
	return &naive->tagged[i][row * naive->parcels + pc / 2 % naive->parcels];
}

static int longest(struct naive_predictor *naive, uint64_t pc, int below)
{
	uint64_t tag;

	for (int i = below - 1; i >= 0; i--) {
		const struct tagged *entry = entry_of(naive, (unsigned int)i, pc, &tag);

		if (entry->valid && entry->tag == tag)
			return i;
	}
	return NONE;
}

static bool says(struct naive_predictor *naive, int table, uint64_t pc)
{
	uint64_t tag;

	if (table == NONE)
		return naive->base[pc / 2 & naive->base_mask] >= 0;
	return entry_of(naive, (unsigned int)table, pc, &tag)->counter >= 0;
}

static uint32_t coin_toss(struct naive_predictor *naive)
{
	bool low = naive->coin & 1;

	naive->coin >>= 1;
	if (low)
		naive->coin ^= 0x80200003;
	return naive->coin;
}

static void tage_allocate(struct naive_predictor *naive, int provider, uint64_t pc, bool taken)
{
	int tables = (int)naive->params.tage_tables, chosen = NONE, first = NONE, last = NONE;
	uint64_t tag;
	uint32_t coins;

	for (int i = tables - 1; i > provider; i--) {
		if (entry_of(naive, (unsigned int)i, pc, &tag)->useful)
			continue;
		first = i;
		last = last == NONE ? i : last;
	}
	if (first == NONE && provider != NONE)
		for (int i = provider + 1; i < tables; i++)
			entry_of(naive, (unsigned int)i, pc, &tag)->useful = 0;
	if (first == NONE)
		return;
	coins = coin_toss(naive);
	for (int i = tables - 1; i > provider; i--)
		if (coins >> i & 1 && !entry_of(naive, (unsigned int)i, pc, &tag)->useful)
			chosen = i;
	if (chosen == NONE)
		chosen = last == tables - 1 ? last : first;
	*entry_of(naive, (unsigned int)chosen, pc, &tag) = (struct tagged){ .valid = true };
	entry_of(naive, (unsigned int)chosen, pc, &tag)->tag = tag;
	entry_of(naive, (unsigned int)chosen, pc, &tag)->counter = taken ? 0 : -1;
}

static void tage_age(struct naive_predictor *naive)
{
	for (unsigned int i = 0; i < naive->params.tage_tables; i++)
		for (size_t j = 0; j < (size_t)naive->parcels << (naive->row_bits + 1); j++)
			naive->tagged[i][j].useful /= 2;
}

/* ---- loops ---- */

static struct looped *loop_of(struct naive_predictor *naive, uint64_t pc, uint64_t *tag)
{
	*tag = pc / 2 / naive->parcels / LOOP_ROWS % 1024;
	return &naive->loop[pc / 2 % (naive->parcels * LOOP_ROWS)];
}

static bool loop_ends(struct naive_predictor *naive, uint64_t pc)
{
	uint64_t tag;
	const struct looped *entry = loop_of(naive, pc, &tag);

	return entry->tag == tag && entry->confidence == 7 && entry->count == entry->period;
}

static void loop_train(struct naive_predictor *naive, uint64_t pc, bool known, bool mispredicted)
{
	bool ends = loop_ends(naive, pc);
	uint64_t tag;
	struct looped *entry = loop_of(naive, pc, &tag);
	unsigned int count = entry->count;

	if (entry->tag != tag) {
		if (!mispredicted || entry->confidence == 7)
			return;
		if (entry->confidence && entry->age)
			entry->age--;
		else
			*entry = (struct looped){ tag, count, 0, 1, entry->confidence ? 0 : 7 };
		/* the count of the one before is taken for the period */
		return;
	}
	if (known) {
		entry->age = ends || entry->age == 7 ? 7 : entry->age + 1;
		entry->count = ends ? 0 : (count + 1) % 1024;
	}
	if (!mispredicted)
		return;
	if (!entry->confidence)
		entry->age = 7;
	if (entry->confidence == 7)
		entry->confidence = 0;
	else if (count == entry->period)
		entry->confidence++;
	else
		entry->confidence = 0, entry->period = count;
	entry->count = 0;
}

/* ---- directions ---- */

static bool tage_pass(struct naive_predictor *naive, uint64_t pc, bool known, bool taken)
{
	int provider = longest(naive, pc, (int)naive->params.tage_tables);
	bool alternate = provider == NONE ? says(naive, NONE, pc) :
			 says(naive, longest(naive, pc, provider), pc);
	bool predicted = says(naive, provider, pc), differs;
	struct tagged *entry = NULL;
	int *base = &naive->base[pc / 2 & naive->base_mask];
	uint64_t tag;

	if (provider != NONE)
		entry = entry_of(naive, (unsigned int)provider, pc, &tag);
	if (entry && (entry->counter == 0 || entry->counter == -1))
		predicted = alternate;
	differs = entry && predicted != alternate;
	predicted ^= loop_ends(naive, pc);
	*base = moved(*base, -2, 1, taken);
	if (entry)
		entry->counter = moved(entry->counter, -4, 3, taken);
	if (differs)
		entry->useful = moved(entry->useful, 0, 3, predicted == taken);
	if (predicted != taken)
		tage_allocate(naive, provider, pc, taken);
	if (++naive->trained % (1U << 18) == 0)
		tage_age(naive);
	loop_train(naive, pc, known, predicted != taken);
	return predicted;
}

static bool gshare_pass(struct naive_predictor *naive, uint64_t pc, bool taken)
{
	uint64_t hash = (pc / 2 ^ naive->gshare_history) * 0x9e3779b97f4a7c15ULL >> 32;
	uint64_t scaled = hash * naive->gshare_banks;
	int *counter = &naive->gshare[(scaled >> 32 << 14) + (scaled % (1ULL << 32) >> 18)];
	bool predicted = *counter >= 0;

	*counter = moved(*counter, -2, 1, taken);
	naive->gshare_history = (naive->gshare_history << 1 | taken) % (1U << 16);
	return predicted;
}

/* ---- all of it ---- */

static bool stage_knows(bool known, bool says_taken, uint64_t target, bool taken, uint64_t next)
{
	return known && says_taken == taken && (!taken || target == next);
}

struct tea_prediction naive_predictor_pass(struct naive_predictor *naive, uint64_t pc,
					   const struct tea_insn *insn, bool taken, uint64_t next)
{
	bool branch = insn->class == TEA_CLASS_BRANCH, first_taken = true, second_taken = true;
	uint64_t last = pc + insn->length_bytes - 2, first_target = 0, parcel;
	int way = slot_find(slot_of(naive, pc), ubtb_tag(naive, pc));
	struct target *entry = btb_find(naive, pc);
	struct tea_prediction result = { .taken = true, .known = entry || way != NONE };

	parcel = pc / naive->bank_bytes == last / naive->bank_bytes ? pc : last;
	reach(naive, parcel);
	if (way != NONE) {
		first_target = pc + (uint64_t)slot_of(naive, pc)[way].offset;
		first_taken = !branch || slot_of(naive, pc)[way].counter >= 0;
	}
	result.target = entry ? entry->to : first_target;
	if (branch && naive->params.predictor == 2) {
		second_taken = says(naive, NONE, parcel);
		result.taken = tage_pass(naive, parcel, result.known, taken);
	} else if (branch) {
		result.taken = naive->params.predictor && gshare_pass(naive, parcel, taken);
		second_taken = result.taken;
	}
	result.stage = TEA_FETCH_F3;
	if (stage_knows(result.known, second_taken, result.target, taken, next))
		result.stage = stage_knows(way != NONE, first_taken, first_target, taken, next) ?
			       TEA_FETCH_F1 : TEA_FETCH_F2;
	btb_train(naive, pc, taken, next);
	ubtb_train(naive, pc, taken, next);
	if (branch)
		naive->outcome = taken;
	if (taken || result.taken)
		leave(naive, next, !taken);
	if (insn->flags & TEA_INSN_RETURN) {
		result.target = naive->stack[naive->top];
		naive->top = (naive->top + naive->params.return_stack - 1) %
			     naive->params.return_stack;
	}
	if (insn->flags & TEA_INSN_CALL) {
		naive->top = (naive->top + 1) % naive->params.return_stack;
		naive->stack[naive->top] = pc + insn->length_bytes;
	}
	return result;
}
