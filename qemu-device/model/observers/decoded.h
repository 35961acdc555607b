/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * decoded.h - samples of decoded instructions, by the draft of Sspdis
 *
 * Decoded instructions of the selected types and levels are counted. With the one in which the
 * counter overflows it starts anew, and the instruction is tagged, unless another one still is: a
 * collision. A tagged instruction is reported as it leaves the ROB, if the filter lets it pass:
 *
 *	decode      dispatch      issue      complete     commit
 *	  |  DISPATCH  |   ISSUE   | EXECUTION  |  (retire)  |
 *	  |-------------------- TOTAL -----------------------|
 *	                               the one before left
 *	                                         |- OLDEST --|
 *
 * Records come in program order, as they leave, and each has all its cycles: so a tag is decided as
 * the record comes, by the cycle in which the last tagged one left. Instructions of a wrong path
 * have no record: they are neither counted nor tagged. A load that violates memory order is there
 * twice, first as FLUSHED.
 *
 * The record's fields and the draft are in tea_pdis.h. Like the sampler, this owns nothing but what
 * goes on; the owner of the registers loads and reads it.
 */
#ifndef TEA_DECODED_H
#define TEA_DECODED_H

#include "model.h"
#include "tea_pdis.h"

/* A sample passes if (header & mask) == (match & mask), and its latency is within. */
struct tea_decoded_filter {
	uint64_t mask, match;
	uint16_t threshold;		/* cycles, 0..TEA_PDIS_LATENCY_MAX: this or more passes, ... */
	bool inverted;			/* ... or less */
	uint8_t latency;		/* enum tea_pdis_latency that is compared */
};

/* The registers. */
struct tea_decoded_setting {
	uint32_t count;			/* live: overflows behind UINT32_MAX */
	uint32_t initial;		/* of the counter, after an overflow */
	uint8_t select;			/* enum tea_pdis_select */
	uint8_t privileges;		/* bit p set: TEA_PRIV p is selected */
	bool enabled;
	bool accelerate;		/* ACC: the next one decoded takes a discarded one's place */
	struct tea_decoded_filter filter;
};

struct tea_decoded_sample {
	cycle_t time;			/* core cycle in which it left */
	uint64_t words[TEA_PDIS_WORDS];	/* without TIME and ADDRESS2 */
	uint8_t privilege;
};

typedef void (*tea_decoded_sink)(void *opaque, const struct tea_decoded_sample *sample);

/* Overflows are the sum of the others, but for samples that ACC armed. */
struct tea_decoded_counts {
	uint64_t overflows, collisions, filtered, samples;
};

struct tea_decoded {
	struct tea_decoded_setting setting;
	cycle_t left;			/* in which the last instruction left */
	cycle_t free;			/* first cycle in which none is tagged */
	bool armed;			/* the next one decoded from then on is tagged */
	struct tea_decoded_counts counts;
	tea_decoded_sink sink;
	void *opaque;
};

/* Zero at first, but for the sink. @now: cycle in which the last instruction left. */
void tea_decoded_load(struct tea_decoded *decoded, const struct tea_decoded_setting *setting,
		      cycle_t now);

/* Of an instruction: TYPE. */
enum tea_pdis_type tea_decoded_type(const struct tea_insn *insn);

/* Nothing was decoded, as where an interrupt is taken in an instruction's place. */
static inline void tea_decoded_pass(struct tea_decoded *decoded, const struct tea_retired *record)
{
	decoded->left = record->at[TEA_STAGE_COMMIT];
}

/*
 * In program order, while enabled. @next_pc: where control went from it. The sink may load other
 * registers.
 */
void tea_decoded_record(struct tea_decoded *decoded, const struct tea_retired *record,
			uint64_t next_pc);

#endif /* TEA_DECODED_H */
