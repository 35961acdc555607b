/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tagger.h - samplers that tag one instruction and report it when it leaves
 *
 * The samplers that TEA is compared with (TEA sections 2 and 5): AMD IBS and Arm SPE tag at
 * dispatch, IBM RIS while fetching, and NCI, Intel PEBS's policy, takes the next instruction to
 * commit. `tagged` tags at dispatch as well, but with TEA's events: it shows the cost of the
 * place of tagging, apart from that of the events.
 *
 * In the cycle of a sample the oldest instruction that has not yet passed the policy's stage is
 * tagged: if the stage stands still, that is the one which waits there. It is reported with
 * those of its events that the scheme records (table 1; NCI-TEA and `tagged` record all).
 *
 * Cycles are TEA's own: a tagger samples the very cycles that tea_sampler does from a
 * cold start with the same countdown.
 * A sample whose cycle no instruction reaches any more is dropped with the run.
 */
#ifndef TEA_TAGGER_H
#define TEA_TAGGER_H

#include "sampler.h"

/* X(identifier, name, stage, events) */
#define TEA_TAGGERS(X) \
	X(IBS, "ibs", TEA_STAGE_DISPATCH, \
	  TEA_PSV_DR_L1 | TEA_PSV_DR_TLB | TEA_PSV_FL_MB | TEA_PSV_ST_L1 | TEA_PSV_ST_TLB | \
	  TEA_PSV_ST_LLC) \
	X(SPE, "spe", TEA_STAGE_DISPATCH, \
	  TEA_PSV_FL_MB | TEA_PSV_FL_EX | TEA_PSV_ST_L1 | TEA_PSV_ST_TLB | TEA_PSV_ST_LLC) \
	X(RIS, "ris", TEA_STAGE_FETCH, \
	  TEA_PSV_DR_L1 | TEA_PSV_DR_TLB | TEA_PSV_DR_SQ | TEA_PSV_FL_MB | TEA_PSV_ST_L1 | \
	  TEA_PSV_ST_TLB | TEA_PSV_ST_LLC) \
	X(TAGGED, "tagged", TEA_STAGE_DISPATCH, TEA_PSV_MASK) \
	X(NCI, "nci", TEA_STAGE_COMMIT, TEA_PSV_MASK)

enum tea_tagger_policy {
#define TEA_X(id, name, stage, events) TEA_TAGGER_##id,
	TEA_TAGGERS(TEA_X)
#undef TEA_X
	TEA_TAGGERS_COUNT
};

struct tea_tagger {
	cycle_t next;			/* cycle of the next sample */
	struct tea_countdown countdown;	/* as it is after that cycle */
	uint16_t events;		/* TEA_PSV_* that it records */
	uint8_t stage;			/* enum tea_stage in which it tags */
	tea_sample_sink sink;
	void *opaque;
};

void tea_tagger_init(struct tea_tagger *tagger, enum tea_tagger_policy policy,
		     const struct tea_countdown *countdown, tea_sample_sink sink, void *opaque);

/* The policy's name, as in "ibs". */
const char *tea_tagger_name(enum tea_tagger_policy policy);

/* Report the samples that tag @record. */
void tea_tagger_report(struct tea_tagger *tagger, const struct tea_retired *record);

/* Records come in program order. No stage is passed after commit: most end here. */
static inline void tea_tagger_record(struct tea_tagger *tagger, const struct tea_retired *record)
{
	if (__builtin_expect(record->at[TEA_STAGE_COMMIT] >= tagger->next, false))
		tea_tagger_report(tagger, record);
}

#endif /* TEA_TAGGER_H */
