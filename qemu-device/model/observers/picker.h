/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * picker.h - one of the retired instructions, or taken branches, of each period
 *
 * The other two countdowns of the TEA unit (docs/tea-interface.md, section 12). Like the sampler,
 * it owns nothing but the countdown; the owner of the registers loads and reads it. Operations that
 * leave the ROB without committing are not counted, nor those of an unselected privilege level.
 *
 * Real samplers of events are not so exact. With a skid of s cycles the sample is of the first
 * instruction that commits s cycles or more after the one that was drawn. With 1 that is the first
 * of a later commit cycle, so that an instruction that waits long takes the samples of those before
 * it (shadowing); larger skids are as of an interrupt.
 */
#ifndef TEA_PICKER_H
#define TEA_PICKER_H

#include "countdown.h"
#include "model.h"
#include "sampler.h"

struct tea_picker {
	struct tea_countdown countdown;	/* of selected instructions, or taken branches */
	uint32_t skid;			/* cycles; 0: exact */
	uint8_t privileges;		/* bit p set: TEA_PRIV p is selected */
	bool taken;			/* taken branches alone are counted */
	bool enabled;
	bool held;			/* nothing counts; a waiting sample goes on waiting */
	bool waits;			/* one was drawn; the one reported for it commits ... */
	cycle_t from;			/* in this cycle or later */
	tea_sample_sink sink;
	void *opaque;
};

/* Whether it is a branch, jump, call or return, and control went with it: @next_pc followed. */
static inline bool tea_picker_is_taken(const struct tea_insn *insn, uint64_t pc, uint64_t next_pc)
{
	return insn->class == TEA_CLASS_JUMP || insn->class == TEA_CLASS_JUMP_REG ||
	       (insn->class == TEA_CLASS_BRANCH && next_pc != pc + insn->length_bytes);
}

/* Whether it is one of the instructions that count, or of those among which taken branches do. */
static inline bool tea_picker_selects(const struct tea_picker *picker,
				      const struct tea_retired *record)
{
	return picker->enabled && !picker->held && !(record->flags & TEA_RETIRED_EXCEPTION) &&
	       picker->privileges >> record->privilege & 1;
}

/* @taken: see tea_picker_is_taken(). */
void tea_picker_record(struct tea_picker *picker, const struct tea_retired *record, bool taken);

/* Continue with this countdown. If disabled, a waiting sample is dropped. */
void tea_picker_load(struct tea_picker *picker, const struct tea_countdown *countdown,
		     uint8_t privileges, bool enabled);
static inline void tea_picker_hold(struct tea_picker *picker, bool held)
{
	picker->held = held;
}

/*
 * Several pickers of one stream that select alike, until they are changed from outside. A record
 * does almost nothing but count, and that is done once for all of them: each sees the same as
 * alone.
 */
#define TEA_PICKERS_MOST	16

struct tea_pickers {
	struct tea_picker *items[TEA_PICKERS_MOST];
	unsigned int count;		/* 1 at least */
	uint64_t passed, idle;		/* counted without the items, and how many more can be */
	cycle_t from;			/* before this cycle nothing that waits is reported */
};

void tea_pickers_step(struct tea_pickers *pickers, const struct tea_retired *record, bool taken);

static inline void tea_pickers_record(struct tea_pickers *pickers, const struct tea_retired *record,
				      bool taken)
{
	const bool counts = taken || !pickers->items[0]->taken;

	if (!tea_picker_selects(pickers->items[0], record))
		return;
	if (record->at[TEA_STAGE_COMMIT] >= pickers->from || (counts && !pickers->idle)) {
		tea_pickers_step(pickers, record, taken);
	} else if (counts) {
		pickers->idle--;
		pickers->passed++;
	}
}

#endif /* TEA_PICKER_H */
