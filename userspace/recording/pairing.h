/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pairing.h - assigns sample records to TEA words
 *
 * The driver writes one word (PERF_RECORD_AUX_OUTPUT_HW_ID) and behind it one sample record for
 * each bit of the word's valid mask, in slot order, into the same ring buffer. perf.data
 * interleaves ring buffers in chunks and does not name them, so neighbours are found by the fields
 * that all records of one ring have in common: CPU, stream id and thread, as far as the recording
 * has them. The kernel may drop any record of a full ring, and puts a LOST record before the next
 * one it keeps: nothing is paired across that. A word without slots only reports losses. A record
 * without its word is counted as unknown, never guessed. A record with struct tea_raw (rawsample.h)
 * has no word and needs none: it is only counted with the others.
 */
#ifndef PAIRING_H
#define PAIRING_H

#include "base/keyindex.h"
#include "perfdata/perfdata.h"
#include "tea_abi.h"

/* One slot of a sample, as far as its word is known. */
struct pairing_pending;

struct pairing_slot {
	bool known;
	uint16_t psv;
	uint8_t state;			/* enum tea_commit_state */
	uint8_t privilege;
	uint8_t slots;			/* of its sample; without a word 1 */
	struct pairing_pending *pending;	/* until the next word; NULL: without one */
};

struct pairing_pending {
	struct perfdata_where where;	/* of the word */
	uint64_t word;
	uint64_t losses;		/* of its ring, when the word came */
	uint8_t left;			/* slots, as a mask, whose records have not come yet */
	bool used;
	bool claimed, kept;		/* at least one record came; was kept */
};

struct pairing {
	struct pairing_pending *pending;	/* open addressing, by ring */
	size_t capacity, used;
	struct pairing_pending *last;	/* found last */
	struct keyindex cpus;		/* CPU to a place in cpu_losses */
	uint64_t *cpu_losses;		/* LOST records by CPU */
	uint64_t losses, nameless_losses;	/* all LOST records; those without a CPU */
	uint64_t samples;		/* words with a record, and records without a word; raw records */
	uint64_t kept;			/* of these, by pairing_keep() */
	uint64_t unknown;		/* records kept without a word */
	uint64_t foreign;		/* words of another ABI version */
	uint64_t damaged;		/* raw records, cut off or with impossible values */
	uint64_t lost_hardware;		/* samples that unit and driver lost, by words and raw records */
	uint64_t lost_ring;		/* records that the kernel dropped, by LOST records */
};

int pairing_init(struct pairing *pairing);
void pairing_deinit(struct pairing *pairing);

/* The word is of a version that is known here. */
static inline bool pairing_knows(uint64_t word)
{
	return tea_word_version(word) == TEA_WORD_VERSION ||
	       tea_word_version(word) == TEA_WORD_VERSION_WIDE;
}

/* A word came. -ENOMEM. */
int pairing_word(struct pairing *pairing, const struct perfdata_where *where, uint64_t word);
/* A sample record came: fills @slot. */
void pairing_sample(struct pairing *pairing, const struct perfdata_where *where,
		    struct pairing_slot *slot);
/*
 * The slot at @ip in a raw record of version 1, which came beside words: for samples whose word is
 * missing. Fills @slot if the record holds that address, and with one PSV only; else leaves it as
 * it is.
 */
void pairing_raw(const struct perfdata_sample *sample, struct pairing_slot *slot);
/* Bits of a mask of slots: baseline processors have no instruction for it. */
static inline uint8_t pairing_slots(unsigned int mask)
{
	static const uint8_t slots_of[1U << TEA_SLOTS] = {
		0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
	};

	return slots_of[mask];
}

/* This record is wanted: counts its sample, once, and whether its signature is unknown. */
static inline void pairing_keep(struct pairing *pairing, const struct pairing_slot *slot)
{
	pairing->unknown += !slot->known;
	pairing->kept += !slot->pending || !slot->pending->kept;
	if (slot->pending)
		slot->pending->kept = true;
}

/* @count records of the ring at @where were dropped here. -ENOMEM. */
int pairing_lost(struct pairing *pairing, const struct perfdata_where *where, uint64_t count);

#endif /* PAIRING_H */
