// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * warming.c - units that are modelled only around their samples: see warming.h
 */
#include "warming.h"

#include <assert.h>

#include "code.h"
#include "pace.h"

#define LEARN		(20 * WARMING_LEAD)	/* cycles modelled before anything warms */
#define LEARN_MORE	WARMING_LEAD	/* and where code comes that is not known */
#define UNKNOWN_PART	16		/* a part of the instructions, at least, */
#define UNKNOWN_APART	50000		/* ... and so many since the model ran */
#define APART		2000000		/* at most: what is known grows old */
#define LOOK		10000		/* cycles, at most, that nothing is looked at */
#define PAGE_SHIFT	12	/* a translation is of one page */
#define WORTH		(2 * WARMING_LEAD)	/* less than this is not worth it */

/* What becomes of instructions, and the set of translations for it. */
enum mode {
	MODE_MODEL,			/* each comes by itself */
	MODE_WARM,			/* in blocks */
	MODE_PASS,			/* they are only counted */
};

static struct {
	const struct tea_link_device *device;
	struct feed_host *host;		/* NULL: not installed */
	struct hart *harts[FEEDS_MAX];
	unsigned int count;
	enum mode mode;
	uint64_t modelled;		/* cycles */
	uint64_t learning;		/* the model does not rest before it has come so far */
	uint64_t passed, unknown;	/* instructions since it ran; of code that is not known */
	uint64_t warm;			/* instructions before the model runs that leave their traces */
	uint64_t enough;		/* of passed, that the model does not run before */
	uint64_t warm_cycles;		/* before the model runs: nothing passes without a trace */
	cycle_t ahead;			/* of the uncore to the harts' clock */
	struct pace pace;
} state;

bool warming_now(void)
{
	return state.mode != MODE_MODEL;
}

/* Time */

static cycle_t model_now(const struct hart *hart)
{
	return cycle_max(tea_model_now(hart->lane.model), tea_model_warmed(hart->lane.model));
}

cycle_t warming_cycles(const struct hart *hart)
{
	return warming_now() ? hart->passed + (hart->parts >> PACE_SHIFT) : model_now(hart) - hart->hidden;
}

/* While the harts warm: nothing is due before so much more has passed. */
static void set_due(struct hart *hart)
{
	const uint64_t warm = state.mode == MODE_PASS ? state.warm_cycles : 0;
	const uint64_t clock = hart->passed + hart->offset;
	const uint64_t slice = hart->slice_end > clock ? hart->slice_end - clock : 0;
	uint64_t cycles = hart->left > warm ? hart->left - warm : 0;

	cycles = cycles < slice ? cycles : slice;
	hart->due = (cycles < LOOK ? cycles : LOOK) << PACE_SHIFT;
}

static bool counts(const struct tea_sampler *sampler, uint8_t privilege)
{
	return sampler->enabled && sampler->privileges >> privilege & 1;
}

/* Cycles of which none is sampled. */
static void count(struct tea_sampler *sampler, uint8_t privilege, uint64_t cycles)
{
	bool sampled;

	if (!counts(sampler, privilege))
		return;
	sampled = tea_countdown_pass(&sampler->countdown, &cycles);
	assert(!sampled);
	(void)sampled;
}

/* The time of what passed goes by. */
static void settle(struct hart *hart)
{
	const uint64_t most = hart->left + WARMING_LEAD;
	uint64_t cycles = hart->parts >> PACE_SHIFT;

	hart->parts %= 1U << PACE_SHIFT;
	if (counts(&hart->sampler, hart->privilege) || counts(&hart->counter, hart->privilege)) {
		cycles = cycles < most ? cycles : most;
		count(&hart->sampler, hart->privilege, cycles);
		count(&hart->counter, hart->privilege, cycles);
		hart->left = cycles < hart->left ? hart->left - cycles : 0;
	}
	hart->passed += cycles;
	state.passed += hart->instructions;
	state.unknown += hart->unknown;
	hart->instructions = hart->unknown = 0;
	set_due(hart);
}

void warming_settle(struct hart *hart)
{
	if (warming_now())
		settle(hart);
}

/* From the hart's clock to the model's cycles. */
static cycle_t model_cycle(const struct hart *hart, cycle_t clock)
{
	const cycle_t ahead = hart->offset - hart->hidden;

	return (int64_t)(clock - ahead) > 0 ? clock - ahead : 0;
}

static void set_until(struct hart *hart)
{
	struct tea_spans *spans = &hart->lane.spans;

	hart->until = hart->slice_end == UINT64_MAX ? UINT64_MAX :
						      model_cycle(hart, hart->slice_end);
	if (hart->until < spans->rest_until)
		tea_spans_rest(spans, hart->until);
}

void warming_turn(struct hart *hart, cycle_t until)
{
	hart->slice_end = until;
	if (warming_now())
		set_due(hart);
	else
		set_until(hart);
}

void warming_wake(struct hart *hart)
{
	if (warming_now())
		return;
	hart->ahead = hart->offset + state.ahead - hart->hidden;
	tea_model_wake(hart->lane.model, hart->ahead);
}

/* Whether the model can rest */

static bool needs_all(const struct hart *hart)
{
	bool needs = hart->at_dispatch || hart->counters.counting || hart->decoded.setting.enabled;

	for (unsigned int i = 0; i < HART_PICKERS; i++)
		needs |= hart->pickers[i].enabled;
	return needs;
}

/* Cycles before the next sample is due: where this period has had its own, the next one's is drawn ahead. */
static uint64_t idle_of(const struct tea_sampler *sampler)
{
	struct tea_countdown countdown = sampler->countdown;
	uint64_t before = 0, rest;

	if (!sampler->enabled)
		return UINT64_MAX;
	if (countdown.done) {
		before = rest = countdown.left;
		tea_countdown_pass(&countdown, &rest);
	}
	return before + tea_countdown_idle(&countdown);
}

static uint64_t idle(const struct hart *hart)
{
	const uint64_t sample = idle_of(&hart->sampler), overflow = idle_of(&hart->counter);

	return sample < overflow ? sample : overflow;
}

static bool can_rest(void)
{
	for (unsigned int i = 0; i < state.count; i++) {
		struct hart *hart = state.harts[i];

		if (needs_all(hart) || idle(hart) < WARMING_LEAD + WORTH)
			return false;
	}
	return state.modelled >= state.learning;
}

/* It calls what ends that it is called. */
static void on_unseen(unsigned int index, void *opaque);

static void switch_over(enum mode mode)
{
	state.mode = mode;
	state.host->blocks = mode == MODE_WARM;
	state.host->unseen = mode == MODE_PASS ? on_unseen : NULL;
	state.device->select(mode);
}

static void start(void)
{
	bool passes = state.warm < WINDOWS_WARM_ALL;

	state.passed = state.unknown = state.enough = 0;
	if (state.warm < WINDOWS_WARM_ALL)
		state.warm_cycles = state.warm * pace_mean(&state.pace) >> PACE_SHIFT;
	for (unsigned int i = 0; i < state.count; i++) {
		struct hart *hart = state.harts[i];
		const uint64_t all = idle(hart);

		hart->passed = warming_cycles(hart);
		hart->left = all == UINT64_MAX ? all : all - WARMING_LEAD;
		passes &= hart->left >= state.warm_cycles + WORTH;
	}
	switch_over(passes ? MODE_PASS : MODE_WARM);
	for (unsigned int i = 0; i < state.count; i++)
		set_due(state.harts[i]);
}

/* From here on everything leaves its traces, and does so for a while before the model runs. */
static void warm(void)
{
	state.enough = state.passed + state.warm;
	switch_over(MODE_WARM);
	for (unsigned int i = 0; i < state.count; i++)
		set_due(state.harts[i]);
}

static void look(void)
{
	for (unsigned int i = 0; i < state.count; i++) {
		state.harts[i]->looks = false;
		lane_sync(&state.harts[i]->lane);
	}
	if (can_rest())
		start();
	if (state.modelled >= state.learning)
		state.learning = 0;
}

/* The model's cycles so far are over, for the spans, too. */
static void go_on(struct hart *hart)
{
	struct tea_spans *spans = &hart->lane.spans;
	const cycle_t now = model_now(hart);

	hart->hidden = now - hart->passed;
	hart->learned = now;
	hart->looks = true;
	spans->now = now + 1;
	spans->group.slots = 0;
	spans->joined_end = 0;
	spans->last_flushed = false;
	spans->rest_until = 0;
	hart->lane.observers.next_record = 0;
}

/*
 * The harts' clocks meet in the uncore behind all that any of them did there while they warmed, each in
 * a time of its own.
 */
static void meet(void)
{
	for (unsigned int i = 0; i < state.count; i++) {
		const struct hart *hart = state.harts[i];
		const cycle_t behind = hart->ahead + hart->hidden - hart->offset;

		if ((int64_t)(behind - state.ahead) > 0)
			state.ahead = behind;
	}
	for (unsigned int i = 0; i < state.count; i++) {
		warming_wake(state.harts[i]);
		set_until(state.harts[i]);
	}
}

void warming_stop(void)
{
	if (!warming_now())
		return;
	for (unsigned int i = 0; i < state.count; i++) {
		settle(state.harts[i]);
		go_on(state.harts[i]);
	}
	state.pace.stretch++;
	switch_over(MODE_MODEL);
	meet();
}

/* The stream */

static void learn(struct hart *hart, const struct pace_place *place, uint64_t instructions)
{
	const cycle_t now = tea_model_now(hart->lane.model);
	/* what left last in the time before can be older than what passed since */
	const cycle_t cycles = now > hart->learned ? now - hart->learned : 0;

	pace_learn(&state.pace, place, cycles, instructions);
	state.modelled += cycles;
	hart->learned += cycles;
}

/* Whether the model has to run for what it takes, and not for a sample. */
static bool is_unsure(void)
{
	return state.passed > APART ||
	       (state.passed > UNKNOWN_APART && state.unknown > state.passed / UNKNOWN_PART);
}

/* Whether something is due by now. */
static void check(struct hart *hart)
{
	settle(hart);
	if (state.mode == MODE_PASS) {
		if (hart->left <= state.warm_cycles || is_unsure())
			warm();
	} else if (!hart->left || (is_unsure() && state.passed >= state.enough)) {
		state.learning = hart->left ? state.modelled + LEARN_MORE : 0;
		warming_stop();
		return;
	}
	if (hart->passed + hart->offset >= hart->slice_end) {
		hart->slice_end = UINT64_MAX;
		state.device->yield();
	}
}

static inline void take_privilege(struct hart *hart, uint8_t privilege)
{
	if (__builtin_expect(hart->privilege == privilege, true))
		return;
	settle(hart);
	hart->privilege = privilege;
}

/* So many instructions passed without time. */
static void pass_time(struct hart *hart, const struct pace_place *place, uint64_t instructions)
{
	bool known;

	take_privilege(hart, place->privilege);
	hart->parts += instructions * pace_parts(&state.pace, place, &known);
	hart->instructions += instructions;
	hart->unknown += known ? 0 : instructions;
	if (__builtin_expect(hart->parts >= hart->due, false))
		check(hart);
}

/* What a translation takes, as of the last time. */
static __attribute__((noinline)) void price(const struct hart *hart, struct code_unseen *unseen)
{
	const struct pace_place place = {
		.pc = unseen->pc, .asid = hart->asid, .privilege = unseen->privilege,
	};

	unseen->parts = unseen->count * pace_parts(&state.pace, &place, &unseen->known);
	unseen->asid = hart->asid;
	unseen->stretch = state.pace.stretch;
}

static void on_unseen(unsigned int index, void *opaque)
{
	struct hart *hart = (struct hart *)feed_of(index);
	struct code_unseen *unseen = opaque;

	if (__builtin_expect(hart->feed.pending, false))
		feed_pass(&hart->feed, unseen->pc);
	if (__builtin_expect(unseen->stretch != state.pace.stretch || unseen->asid != hart->asid, false))
		price(hart, unseen);
	take_privilege(hart, unseen->privilege);
	hart->parts += unseen->parts;
	hart->instructions += unseen->count;
	hart->unknown += unseen->known ? 0 : unseen->count;
	if (__builtin_expect(hart->parts >= hart->due, false))
		check(hart);
}

/* Whether a block never has it, as in code.c; or ends with it, so that another begins behind it. */
static bool is_single(const struct tea_op *op)
{
	return op->trap || op->vector || op->insn.class == TEA_CLASS_CSR ||
	       op->insn.class == TEA_CLASS_SFENCE;
}

static bool ends_block(const struct tea_op *op)
{
	return is_single(op) || code_transfers(&op->insn) ||
	       op->insn.class == TEA_CLASS_STORE_CONDITIONAL ||
	       op->insn.class == TEA_CLASS_FENCE || op->insn.class == TEA_CLASS_FENCE_I;
}

/* Where the block of the hart's next operation would begin, if it came in blocks: all in one page. */
static uint64_t find_begin(struct hart *hart, const struct tea_op *op)
{
	const uint64_t last = op->pc + op->insn.length_bytes - 1;

	if (hart->begins || is_single(op) || (last ^ hart->block) >> PAGE_SHIFT)
		hart->block = op->pc;
	hart->begins = ends_block(op);
	return hart->block;
}

static void take(struct feed *feed)
{
	struct hart *hart = (struct hart *)feed;
	const struct stream_item *item = &feed->item;
	const struct pace_place place = {
		.pc = find_begin(hart, &item->op), .asid = hart->asid,
		.privilege = item->op.privilege,
	};

	if (warming_now()) {
		tea_model_warm_step(hart->lane.model, &item->op, 0);
		if (item->effect != STREAM_EFFECT_NONE && !item->op.trap)
			lane_translate(&hart->lane, item->effect, item->asid);
		pass_time(hart, &place, 1);
	} else {
		lane_step(&hart->lane, item);
		learn(hart, &place, 1);
		if (hart->looks || (state.learning && state.modelled >= state.learning))
			look();
	}
	if (item->effect == STREAM_EFFECT_ASID)
		hart->asid = item->asid;
}

static void take_run(struct feed *feed, const struct tea_run *run)
{
	struct hart *hart = (struct hart *)feed;
	const struct pace_place place = {
		.pc = run->block->pc, .asid = hart->asid, .privilege = run->block->privilege,
	};

	hart->begins = true;
	if (warming_now()) {
		tea_model_warm(hart->lane.model, run);
		pass_time(hart, &place, run->count);
	} else {
		lane_run(&hart->lane, run);
		learn(hart, &place, run->count);
	}
}

/* Setting up */

void warming_install(const struct tea_link_device *device, struct feed_host *host, uint64_t warm)
{
	state.device = device;
	state.host = host;
	state.warm = warm;
	state.learning = LEARN;
	state.pace.stretch = 1;
	host->take = take;
	host->take_run = take_run;
}

void warming_add(struct hart *hart)
{
	state.harts[state.count++] = hart;
	hart->slice_end = UINT64_MAX;
	hart->looks = true;
}
