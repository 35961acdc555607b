// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf_raw.c - samples of TEA's events that have all of their slots in one record
 *
 * The record is of one slot for perf, which has its address, and has the period of all: the
 * slots share it, as the records behind a word did.
 */
#include <errno.h>

#include "perf_reader.h"

int perf_raw_read(struct perf_reader *reader, const struct perfdata_record *record,
		  struct tea_raw *raw)
{
	const struct perfdata_rest *rest = record->sample.rest;
	struct pairing *pairing = &reader->pairing;
	struct perf_loss *loss;

	switch (rawsample_read(rest->raw, rest->raw_size, raw)) {
	case RAWSAMPLE_WHOLE:
		loss = &perf_reader_event(reader, record)->loss;
		loss->raws++;
		loss->told += raw->lost;
		pairing->samples++;
		pairing->lost_hardware += raw->lost;
		return 1;
	case RAWSAMPLE_NEWER:
		return fault_set(reader->fault, -EINVAL, "its samples are of version %u of TEA's interface, "
				 "and this 'tea' knows those up to %d: use the 'tea' that came with the "
				 "driver", rawsample_version(rest->raw, rest->raw_size),
				 TEA_RAW_VERSION);
	case RAWSAMPLE_DAMAGED:
		pairing->damaged++;
		return 0;
	case RAWSAMPLE_NONE:
		break;
	}
	return 0;
}

static enum perf_mode mode_of(const struct tea_raw *raw)
{
	if (raw->priv & TEA_PRIV_VIRTUAL)
		return PERF_MODE_GUEST;
	return raw->priv == TEA_PRIV_S ? PERF_MODE_KERNEL :
	       raw->priv == TEA_PRIV_M ? PERF_MODE_FIRMWARE : PERF_MODE_USER;
}

/* What the slots of @raw access, where places are to have it. */
static bool find_accesses(const struct perf_reader *reader, const struct perfdata_record *record,
			  const struct tea_raw *raw, struct tea_raw_memory *memory)
{
	if (!reader->data || !rawsample_memory(record->sample.rest->raw, raw, memory))
		return false;
	return reader->recording->has_data = true;
}

/* Events that are not known here make a signature that is not known. */
static bool is_known(uint16_t psv)
{
	return !(psv & ~TEA_PSV_MASK);
}

int perf_raw_add(struct perf_reader *reader, const struct perfdata_record *record,
		 const struct tea_raw *raw)
{
	uint64_t period = record->sample.period, each = period, left = 0;
	struct tea_raw_memory memory = { .addr = { 0 } };
	struct perf_meaning meaning = {
		.state = raw->state, .slots = pairing_slots(raw->slots), .mode = mode_of(raw),
		.data_known = find_accesses(reader, record, raw, &memory),
	};
	bool any = false;

	if (meaning.slots > 1) {
		each = period / meaning.slots;
		left = period % meaning.slots;
	}
	for (unsigned int slots = raw->slots; slots; slots &= slots - 1) {
		unsigned int slot = (unsigned int)__builtin_ctz(slots);
		int kept;

		meaning.address = raw->pc[slot];
		meaning.period = each + (left > 0);
		left -= left > 0;
		meaning.category = is_known(raw->psv[slot]) ? raw->psv[slot] : SIGNATURE_UNKNOWN;
		meaning.again = any;
		meaning.data = memory.addr[slot];
		meaning.access = memory.mem[slot];
		kept = perf_reader_add(reader, record, &meaning);
		if (kept < 0)
			return kept;
		reader->pairing.unknown += kept && !is_known(raw->psv[slot]);
		any |= kept;
	}
	reader->pairing.kept += any;
	return 0;
}
