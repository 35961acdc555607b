/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * loop.h - loop predictor: which branches are mispredicted every so many times
 *
 * BOOM's (ifu/bpd/loop.scala): 16 rows by the number of the fetch block, each with an
 * entry for every parcel. An entry counts a branch's executions since it was last
 * mispredicted. Once the count was the same at seven mispredicts in a row, or in
 * as many as let the confidence rise to that, the next prediction at that count is
 * inverted: the exit of a loop with a fixed number of rounds. An entry that is wrong then
 * starts again. Counts are of predictions, in BOOM repaired after a flush.
 *
 * A mispredict also makes it learn for the branches before it in its fetch block. The wrong path
 * counts as it is fetched. After the mispredict its blocks are gone through in order, until one
 * begins where the mispredicted one did, and each resets the counts to the values that it saw:
 * branches fetched twice by then count once too often, and branches fetched later count right. So a
 * loop's exit that the wrong path meets again in another block does not restart at 0, and never
 * becomes sure (fetch-target-queue.scala).
 *
 * Not modelled: branches behind a taken one in its bank count as executed; counts made while the
 * blocks are gone through, one a cycle, can be reset, too.
 */
#ifndef TEA_LOOP_H
#define TEA_LOOP_H

#include <stdbool.h>
#include <stdint.h>

#define TEA_LOOP_ROW_BITS	4
#define TEA_LOOP_PARCELS_MAX	16

struct tea_loop_entry {
	uint16_t tag;
	uint16_t period;	/* the count at the last mispredict */
	uint16_t count;		/* executions since then */
	uint8_t confidence;	/* 0..7: mispredicts at this count */
	uint8_t age;		/* 0..7: others' mispredicts that it survives */
};

#define TEA_LOOP_REPAIRS	64	/* branches of a wrong path that are set back, most */

struct tea_loop_repair {
	struct tea_loop_entry *entry;
	uint16_t count;
};

struct tea_loop {
	unsigned int tag_shift;		/* of addresses */
	unsigned int mask;		/* entries - 1 */
	struct tea_loop_entry entries[TEA_LOOP_PARCELS_MAX << TEA_LOOP_ROW_BITS];
	/* entry of the last mispredict, whose count is kept here until it is known */
	struct tea_loop_entry *misled;
	uint16_t misled_count;
	struct tea_loop_repair repairs[TEA_LOOP_REPAIRS];
	unsigned int repairs_count;
};

/* For fetch blocks of @parcels, a power of two. */
void tea_loop_init(struct tea_loop *loop, unsigned int parcels);

/* For tea_loop_count(): learn from a mispredict. @count: its executions before this one. */
__attribute__((noinline)) void
tea_loop_learn(struct tea_loop_entry *entry, uint16_t tag, uint16_t count);

#define TEA_LOOP_TAG_MASK	0x3ffU
#define TEA_LOOP_COUNT_MASK	0x3ffU
#define TEA_LOOP_CONFIDENCE_MAX	7
#define TEA_LOOP_AGE_MAX	7

static inline struct tea_loop_entry *loop_entry(const struct tea_loop *loop, uint64_t pc)
{
	return (struct tea_loop_entry *)&loop->entries[(unsigned int)(pc >> 1) & loop->mask];
}

static inline uint16_t loop_tag(const struct tea_loop *loop, uint64_t pc)
{
	return pc >> loop->tag_shift & TEA_LOOP_TAG_MASK;
}

static inline bool loop_ends(const struct tea_loop_entry *entry)
{
	return entry->confidence == TEA_LOOP_CONFIDENCE_MAX && entry->count == entry->period;
}

/* Whether to invert the other predictors' direction for the branch at @pc. */
static inline bool tea_loop_inverts(const struct tea_loop *loop, uint64_t pc)
{
	const struct tea_loop_entry *entry = loop_entry(loop, pc);

	return entry->tag == loop_tag(loop, pc) && loop_ends(entry);
}

/* It was executed; only branches that the BTB knows are counted. */
static inline void tea_loop_count(struct tea_loop *loop, uint64_t pc, bool known,
				  bool mispredicted)
{
	struct tea_loop_entry *entry = loop_entry(loop, pc);
	uint16_t count = entry->count, tag = loop_tag(loop, pc);

	if (entry->tag == tag && known) {
		bool ends = loop_ends(entry);

		entry->age = ends || entry->age == TEA_LOOP_AGE_MAX ? TEA_LOOP_AGE_MAX :
								      entry->age + 1;
		entry->count = ends ? 0 : (count + 1) & TEA_LOOP_COUNT_MASK;
	}
	if (__builtin_expect(mispredicted, false)) {
		loop->misled = entry;
		loop->misled_count = entry->count;
		tea_loop_learn(entry, tag, count);
	}
}

/* A branch at @pc came before the mispredicted one in its block, and was counted if @known. */
void tea_loop_teach(struct tea_loop *loop, uint64_t pc, bool known);

/*
 * The wrong path behind the last mispredict, that of a @branch or of a jump, begins; it passes a branch,
 * of a block that is @repaired; and it ends.
 */
void tea_loop_stray_begin(struct tea_loop *loop, bool branch);
void tea_loop_stray_pass(struct tea_loop *loop, uint64_t pc, bool known, bool repaired);
void tea_loop_stray_end(struct tea_loop *loop);

#endif /* TEA_LOOP_H */
