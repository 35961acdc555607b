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
#define UNKNOWN		2048		/* instructions of it */
#define UNKNOWN_APART	50000		/* instructions since the model ran, at least */
#define APART		1000000		/* at most: what is known grows old */
#define WORTH		(2 * WARMING_LEAD)	/* less than this is not worth it */

static struct {
	const struct tea_link_device *device;
	struct feed_host *host;		/* NULL: not installed */
	struct hart *harts[FEEDS_MAX];
	unsigned int count;
	bool warms;
	uint64_t modelled;		/* cycles */
	uint64_t learning;		/* the model does not rest before it has come so far */
	uint64_t passed, unknown;	/* instructions since it ran; of code that is not known */
	cycle_t ahead;			/* of the uncore to the harts' clock */
	struct pace pace;
} state;

bool warming_now(void)
{
	return state.warms;
}

/* Time */

static cycle_t model_now(const struct hart *hart)
{
	return cycle_max(tea_model_now(hart->lane.model), tea_model_warmed(hart->lane.model));
}

cycle_t warming_cycles(const struct hart *hart)
{
	return state.warms ? hart->passed : model_now(hart) - hart->hidden;
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
	if (!state.warms)
		set_until(hart);
}

void warming_wake(struct hart *hart)
{
	if (state.warms)
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

static void switch_over(bool warms)
{
	state.warms = state.host->blocks = warms;
	state.device->swap();
}

static void start(void)
{
	state.passed = state.unknown = 0;
	for (unsigned int i = 0; i < state.count; i++) {
		struct hart *hart = state.harts[i];
		const uint64_t all = idle(hart);

		hart->passed = warming_cycles(hart);
		hart->left = all == UINT64_MAX ? all : all - WARMING_LEAD;
	}
	switch_over(true);
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
	if (!state.warms)
		return;
	for (unsigned int i = 0; i < state.count; i++)
		go_on(state.harts[i]);
	state.pace.stretch++;
	switch_over(false);
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

/* Whether the model has to run for what it takes, and not for a sample. */
static bool is_unsure(void)
{
	return state.passed > APART || (state.unknown > UNKNOWN && state.passed > UNKNOWN_APART);
}

/* So many instructions passed without time: theirs goes by. */
static void pass_time(struct hart *hart, const struct pace_place *place, uint64_t instructions)
{
	bool known;
	const uint64_t parts = hart->parts +
			       instructions * pace_parts(&state.pace, place, &known);
	const uint64_t most = hart->left + WARMING_LEAD;
	const uint8_t privilege = place->privilege;
	uint64_t cycles = parts >> PACE_SHIFT;

	hart->parts = parts % (1U << PACE_SHIFT);
	if (counts(&hart->sampler, privilege) || counts(&hart->counter, privilege)) {
		cycles = cycles < most ? cycles : most;
		count(&hart->sampler, privilege, cycles);
		count(&hart->counter, privilege, cycles);
		hart->left = cycles < hart->left ? hart->left - cycles : 0;
	}
	hart->passed += cycles;
	state.passed += instructions;
	state.unknown += known ? 0 : instructions;
	if (!hart->left || is_unsure()) {
		state.learning = hart->left ? state.modelled + LEARN_MORE : 0;
		warming_stop();
	} else if (hart->passed + hart->offset >= hart->slice_end) {
		hart->slice_end = UINT64_MAX;
		state.device->yield();
	}
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

/* Where the block of the hart's next operation would begin, if it came in blocks. */
static uint64_t find_begin(struct hart *hart, const struct tea_op *op)
{
	if (hart->begins || is_single(op))
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

	if (state.warms) {
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
	if (state.warms) {
		tea_model_warm(hart->lane.model, run);
		pass_time(hart, &place, run->count);
	} else {
		lane_run(&hart->lane, run);
		learn(hart, &place, run->count);
	}
}

/* Setting up */

void warming_install(const struct tea_link_device *device, struct feed_host *host)
{
	state.device = device;
	state.host = host;
	state.learning = LEARN;
	host->take = take;
	host->take_run = take_run;
}

void warming_add(struct hart *hart)
{
	state.harts[state.count++] = hart;
	hart->slice_end = UINT64_MAX;
	hart->looks = true;
}
