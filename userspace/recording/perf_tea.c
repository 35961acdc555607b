// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf_tea.c - records of tea//: with all slots, or one for each slot behind a word
 *
 * perf_raw.c reads the former. pairing.h has the rules by which words and records find each
 * other.
 */
#include "perf_reader.h"

/* The word knows the privilege best: the record only that of the interrupt. */
static enum perf_mode mode_of(const struct perfdata_record *record,
			      const struct pairing_slot *slot)
{
	if (slot->known)
		return slot->privilege == TEA_PRIV_S ? PERF_MODE_KERNEL :
		       slot->privilege == TEA_PRIV_M ? PERF_MODE_FIRMWARE : PERF_MODE_USER;
	return (record->head.misc & PERF_RECORD_MISC_CPUMODE_MASK) == PERF_RECORD_MISC_KERNEL ?
	       PERF_MODE_KERNEL : PERF_MODE_USER;
}

/* A record without struct tea_raw: of one slot. */
static int read_slot(struct perf_reader *reader, const struct perfdata_record *record)
{
	struct pairing_slot slot;
	int kept;

	pairing_sample(&reader->pairing, &record->where, &slot);
	if (!slot.known)
		pairing_raw(&record->sample, &slot);
	kept = perf_reader_add(reader, record, &(struct perf_meaning){
		.address = record->sample.ip, .period = record->sample.period,
		.category = slot.known ? slot.psv : SIGNATURE_UNKNOWN,
		.state = slot.known ? slot.state : PICS_NO_STATE, .slots = slot.slots,
		.mode = mode_of(record, &slot),
	});
	if (kept <= 0)
		return kept;
	pairing_keep(&reader->pairing, &slot);
	return 0;
}

static int read_sample(struct perf_reader *reader, const struct perfdata_record *record)
{
	struct tea_raw raw;
	int found;

	if (!record->sample.rest->raw)
		return read_slot(reader, record);
	found = perf_raw_read(reader, record, &raw);
	if (found < 0)
		return found;
	return found ? perf_raw_add(reader, record, &raw) : read_slot(reader, record);
}

static int read_word(struct perf_reader *reader, const struct perfdata_record *record)
{
	return pairing_word(&reader->pairing, &record->where, record->word) ?
	       perf_reader_no_memory(reader) : 0;
}

static int read_lost(struct perf_reader *reader, const struct perfdata_record *record)
{
	return pairing_lost(&reader->pairing, &record->where, record->lost) ?
	       perf_reader_no_memory(reader) : 0;
}

static int finish(struct perf_reader *reader)
{
	const struct pairing *pairing = &reader->pairing;

	reader->measure->samples = pairing->kept;
	reader->measure->filtered_samples = pairing->samples - pairing->kept;
	reader->measure->unknown_samples = pairing->unknown;
	reader->measure->lost = pairing->lost_hardware + pairing->lost_ring;
	if (pairing->foreign)
		notes_add(reader->notes, "%llu words are not of version %d or %d of TEA's interface: "
			  "use the 'tea' that came with the driver",
			  (unsigned long long)pairing->foreign, TEA_WORD_VERSION,
			  TEA_WORD_VERSION_WIDE);
	if (pairing->damaged)
		notes_add(reader->notes, "%llu samples have raw records that are cut off or damaged: "
			  "their signatures are not known; record again",
			  (unsigned long long)pairing->damaged);
	return 0;
}

/*
 * A sample has one record with struct tea_raw; or several records, and one word, which has slots
 * if it is not of losses only.
 */
static bool counts(const struct perfdata_record *record)
{
	const struct perfdata_rest *rest = record->sample.rest;

	if (record->head.type == PERF_RECORD_SAMPLE)
		return rawsample_version(rest->raw, rest->raw_size) >= TEA_RAW_VERSION;
	return pairing_knows(record->word) && tea_word_slots(record->word);
}

const struct perf_handlers perf_tea_handlers = {
	.sample = read_sample, .word = read_word, .lost = read_lost, .finish = finish,
	.counts = counts,
};
