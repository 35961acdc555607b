/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lane.h - a core and its observers, fed with a stream of operations
 *
 *	stream ---> lane: model -> records -> spans -> observers
 *
 * A stream is the execution of a hart or a thread, in program order: operations (traps among them)
 * and their effects on the translation of addresses; plain ones, as most are, in runs of a block.
 * It does not depend on the core: any number of lanes can take the same one. A lane is used by one
 * thread at a time. A stream may also feed an abstract model of many cores, which has no observers:
 * see fast.h.
 */
#ifndef TEA_LANE_H
#define TEA_LANE_H

#include "abstract/abstract.h"
#include "runestimate.h"
#include "model.h"
#include "observers.h"
#include "observers/spans.h"
#include "shifted.h"
#include "spares.h"
#include "windows.h"

/*
 * Effects of an operation, once it retired: FLUSH and ASID on the translation of addresses; VL sets
 * vl, so that its own is known only then.
 */
enum stream_effect {
	STREAM_EFFECT_NONE, STREAM_EFFECT_FLUSH, STREAM_EFFECT_ASID, STREAM_EFFECT_VL
};

/* One item of a stream, if it is no run. */
struct stream_item {
	struct tea_op op;
	uint8_t effect;			/* enum stream_effect */
	uint16_t asid;			/* of STREAM_EFFECT_ASID: in force from now on */
	uint16_t place;			/* where it is, see spares.h; 0: nowhere that matters */
	uint8_t mark;			/* whether a region begins or ends there, see region.h */
	struct part part;		/* to which it belongs */
};

struct lane {
	struct tea_model *model;	/* NULL: there is none */
	struct tea_abstract *abstract;	/* NULL, or all there is */
	struct tea_spans spans;
	struct observers observers;
	const struct spare *spared;	/* of each place; NULL: nothing anywhere */
	struct lane *sibling;		/* takes the same stream on the same thread; NULL: none */
	struct shifted *shifted;	/* of a model that warmed: what observers see; NULL: all */
	struct runestimate *estimate;	/* of windows, in the place of observers; NULL: none */
};

/* A core of @params, watched by a set of observers. 0 or -ENOMEM. @lane must not move. */
int lane_init(struct lane *lane, const struct tea_params *params, const struct tea_env *env,
	      unsigned int set, uint64_t period);
/* The stream ended: close the spans and free the model; the observers' results stay. */
void lane_finish(struct lane *lane);
void lane_deinit(struct lane *lane);

/* The same, in memory that only its thread writes to; NULL: no memory. */
struct lane *lane_create(const struct tea_params *params, const struct tea_env *env,
			 unsigned int set, uint64_t period);
/* One with the abstract model of @count cores. */
struct lane *lane_create_abstract(const struct tea_params *const *params, unsigned int count,
				  const struct tea_env *env);
/* One without a model, which counts executions: its only observer is of them. */
struct lane *lane_create_counting(const struct tea_params *params);
void lane_destroy(struct lane *lane);

/* The observers of a lane that gets windows, if they are asked for: of the run, estimated. */
#define LANE_ESTIMATED	(1U << OBSERVERS_NUMBER_stages)

/*
 * It gets windows: an estimate of the run's cycles is made of them, and of what @set, one of observers,
 * has of LANE_ESTIMATED. 0 or -ENOMEM.
 */
int lane_estimate(struct lane *lane, unsigned int set);

void lane_step(struct lane *lane, const struct stream_item *item);
/* So many steps, of operations without effects. */
void lane_run(struct lane *lane, const struct tea_run *run);
/*
 * The same of a part of the stream. What warms passes without time: caches, TLBs and predictor are as
 * behind it, and no observer sees any of it; it comes before the first step with time, which is in
 * cycle 0 for them. The other parts are for an estimate alone.
 */
void lane_take_step(struct lane *lane, const struct stream_item *item);
void lane_take_run(struct lane *lane, const struct tea_run *run, const struct part *part);
/* Whichever it is. */
static inline void lane_pass_step(struct lane *lane, const struct stream_item *item)
{
	if (item->part.phase == PHASE_DETAIL)
		lane_step(lane, item);
	else
		lane_take_step(lane, item);
}

static inline void lane_pass_run(struct lane *lane, const struct tea_run *run, const struct part *part)
{
	if (part->phase == PHASE_DETAIL)
		lane_run(lane, run);
	else
		lane_take_run(lane, run, part);
}

/* The translation of addresses changed, by no operation of the stream. */
void lane_translate(struct lane *lane, enum stream_effect effect, uint16_t asid);

/* Show the observers all cycles so far, and update the next cycle of interest. */
static inline void lane_sync(struct lane *lane)
{
	tea_spans_sync(&lane->spans);
	observers_cut(&lane->observers);
	lane->observers.next_record = 0;
}

/* All cycles, once the stream ended or is in sync. */
static inline uint64_t lane_cycles(const struct lane *lane)
{
	return lane->spans.now;
}

/* The same of one that runs on, whose observers may not have seen them. */
static inline uint64_t lane_now(const struct lane *lane)
{
	const cycle_t before = lane->shifted ? lane->shifted->by : 0;

	return lane->model ? tea_model_now(lane->model) - before : lane_cycles(lane);
}

#endif /* TEA_LANE_H */
