// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * decoded.c - samples of decoded instructions, by the draft of Sspdis: see decoded.h
 */
#include "decoded.h"

#include "tea_abi.h"

_Static_assert(TEA_MEM_SOURCE_MASK >> TEA_MEM_SOURCE_SHIFT == 0xf, "DSRC has 4 bits");

/* Prefetches are hints: they make no explicit access. */
static const uint8_t types[TEA_CLASSES_COUNT] = {
	[TEA_CLASS_LOAD] = TEA_PDIS_LOAD,
	[TEA_CLASS_LOAD_RESERVED] = TEA_PDIS_LOAD,
	[TEA_CLASS_V_LOAD] = TEA_PDIS_LOAD,
	[TEA_CLASS_STORE] = TEA_PDIS_STORE,
	[TEA_CLASS_STORE_CONDITIONAL] = TEA_PDIS_STORE,
	[TEA_CLASS_V_STORE] = TEA_PDIS_STORE,
	[TEA_CLASS_AMO] = TEA_PDIS_LOAD_STORE,
	[TEA_CLASS_BRANCH] = TEA_PDIS_TRANSFER,
	[TEA_CLASS_JUMP] = TEA_PDIS_TRANSFER,
	[TEA_CLASS_JUMP_REG] = TEA_PDIS_TRANSFER,
	[TEA_CLASS_TRAP_RETURN] = TEA_PDIS_TRANSFER,
};

/* Events that are a signature's, by where they are in the header. */
struct event_of {
	uint16_t psv;
	uint64_t header;
};

static const struct event_of fetch_events[] = {
	{ TEA_PSV_DR_TLB, TEA_PDIS_ITMISS }, { TEA_PSV_DR_L1, TEA_PDIS_ICMISS },
};

static const struct event_of access_events[] = {
	{ TEA_PSV_ST_L1, TEA_PDIS_L1MISS }, { TEA_PSV_ST_LLC, TEA_PDIS_LLMISS },
	{ TEA_PSV_ST_TLB, TEA_PDIS_L1TLBMISS },
};

#define COUNT(table)	(sizeof(table) / sizeof((table)[0]))

static uint64_t events_of(uint16_t psv, const struct event_of *events, size_t count)
{
	uint64_t header = 0;

	for (size_t i = 0; i < count; i++)
		header |= psv & events[i].psv ? events[i].header : 0;
	return header;
}

enum tea_pdis_type tea_decoded_type(const struct tea_insn *insn)
{
	return types[insn->class];
}

/* It left without committing, and is executed again: see leave_by_exception() of the core. */
static bool is_flushed(const struct tea_retired *record)
{
	return record->flags & TEA_RETIRED_EXCEPTION && record->psv & TEA_PSV_FL_MO;
}

static bool is_taken(const struct tea_retired *record, uint64_t next_pc)
{
	return record->insn.class != TEA_CLASS_BRANCH ||
	       next_pc != record->pc + record->insn.length_bytes;
}

/* A vector's accesses are several, of which the record has the first address. */
static uint64_t access_header(const struct tea_retired *record)
{
	const uint64_t source = (record->mem & TEA_MEM_SOURCE_MASK) >> TEA_MEM_SOURCE_SHIFT;
	const bool walked = (record->mem & TEA_MEM_TLB_MASK) ==
			    TEA_MEM_TLB_WALK << TEA_MEM_TLB_SHIFT;

	return events_of(record->psv, access_events, COUNT(access_events)) |
	       source << TEA_PDIS_DSRC_SHIFT | (walked ? TEA_PDIS_LLTLBMISS : 0) |
	       (tea_class_is_vector(record->insn.class) ? TEA_PDIS_PARTIAL : 0);
}

/* Calls and returns as the ISA manual's hints have them; both at once swap coroutines. */
static uint64_t indirect_header(const struct tea_insn *insn)
{
	switch (insn->flags & (TEA_INSN_CALL | TEA_INSN_RETURN)) {
	case TEA_INSN_CALL | TEA_INSN_RETURN:
		return TEA_PDIS_CORSWAP;
	case TEA_INSN_CALL:
		return TEA_PDIS_INDCALL;
	case TEA_INSN_RETURN:
		return TEA_PDIS_RET;
	default:
		return insn->dst == TEA_REG_NONE ? TEA_PDIS_INDJMP : TEA_PDIS_INDLJMP;
	}
}

static uint64_t direct_header(const struct tea_insn *insn)
{
	if (insn->flags & TEA_INSN_CALL)
		return TEA_PDIS_DIRCALL;
	return insn->dst == TEA_REG_NONE ? TEA_PDIS_DIRJMP : TEA_PDIS_DIRLJMP;
}

static uint64_t transfer_header(const struct tea_retired *record, uint64_t next_pc)
{
	const uint64_t mispredicted = record->psv & TEA_PSV_FL_MB ? TEA_PDIS_MISPRED : 0;

	switch (record->insn.class) {
	case TEA_CLASS_BRANCH:
		return mispredicted | (is_taken(record, next_pc) ? TEA_PDIS_TKBR : TEA_PDIS_NTBR);
	case TEA_CLASS_JUMP:
		return mispredicted | direct_header(&record->insn);
	case TEA_CLASS_JUMP_REG:
		return mispredicted | indirect_header(&record->insn);
	default:
		return mispredicted | TEA_PDIS_TRET;
	}
}

static uint64_t header_of(const struct tea_retired *record, uint64_t next_pc)
{
	const enum tea_pdis_type type = tea_decoded_type(&record->insn);
	uint64_t header = type | events_of(record->psv, fetch_events, COUNT(fetch_events));

	if (is_flushed(record))
		header |= TEA_PDIS_FLUSHED | TEA_PDIS_FLUSH_ORDER;
	if (type == TEA_PDIS_OTHER)
		return header;
	if (type != TEA_PDIS_TRANSFER)
		return header | access_header(record);
	/* one that traps transfers nothing */
	return record->flags & TEA_RETIRED_EXCEPTION ? header :
						       header | transfer_header(record, next_pc);
}

static uint64_t address_of(const struct tea_retired *record, uint64_t next_pc)
{
	/* of the load that incurred the violation: this one */
	if (is_flushed(record))
		return record->pc;
	if (tea_decoded_type(&record->insn) != TEA_PDIS_TRANSFER)
		return tea_retired_addr(record);
	return !(record->flags & TEA_RETIRED_EXCEPTION) && is_taken(record, next_pc) ? next_pc : 0;
}

static uint64_t latency(cycle_t cycles, unsigned int which)
{
	const uint64_t cut = cycles < TEA_PDIS_LATENCY_MAX ? cycles : TEA_PDIS_LATENCY_MAX;

	return cut << which * TEA_PDIS_LATENCY_BITS;
}

/* @before: cycle in which the one before it left. */
static uint64_t latencies_of(const struct tea_retired *record, cycle_t before)
{
	const cycle_t *at = record->at, decode = at[TEA_STAGE_DECODE];

	return TEA_PDIS_LATENCIES_VALID |
	       latency(at[TEA_STAGE_COMMIT] - decode, TEA_PDIS_TOTAL) |
	       latency(at[TEA_STAGE_DISPATCH] - decode, TEA_PDIS_DISPATCH) |
	       latency(at[TEA_STAGE_ISSUE] - at[TEA_STAGE_DISPATCH], TEA_PDIS_ISSUE) |
	       latency(at[TEA_STAGE_COMPLETE] - at[TEA_STAGE_ISSUE], TEA_PDIS_EXECUTION) |
	       latency(at[TEA_STAGE_COMMIT] - (decode > before ? decode : before), TEA_PDIS_OLDEST);
}

static bool passes(const struct tea_decoded_filter *filter, const uint64_t *words)
{
	const bool longer = tea_pdis_latency(words[TEA_PDIS_LATENCIES], filter->latency) >=
			    filter->threshold;

	return !((words[TEA_PDIS_HEADER] ^ filter->match) & filter->mask) &&
	       longer != filter->inverted;
}

void tea_decoded_load(struct tea_decoded *decoded, const struct tea_decoded_setting *setting,
		      cycle_t now)
{
	decoded->setting = *setting;
	decoded->armed &= setting->enabled && setting->accelerate;
	decoded->left = now;
}

/* Tag @record, if none is tagged as it is decoded. */
static void tag(struct tea_decoded *decoded, const struct tea_retired *record, uint64_t next_pc,
		cycle_t before)
{
	struct tea_decoded_sample sample = {
		.time = record->at[TEA_STAGE_COMMIT], .privilege = record->privilege,
		.words = {
			[TEA_PDIS_HEADER] = header_of(record, next_pc),
			[TEA_PDIS_PC] = record->pc,
			[TEA_PDIS_LATENCIES] = latencies_of(record, before),
			[TEA_PDIS_ADDRESS1] = address_of(record, next_pc),
		},
	};

	decoded->free = record->at[TEA_STAGE_COMMIT] + 1;
	decoded->armed = false;
	if (!passes(&decoded->setting.filter, sample.words)) {
		decoded->counts.filtered++;
		decoded->armed = decoded->setting.accelerate;
		return;
	}
	decoded->counts.samples++;
	decoded->sink(decoded->opaque, &sample);
}

void tea_decoded_record(struct tea_decoded *decoded, const struct tea_retired *record,
			uint64_t next_pc)
{
	struct tea_decoded_setting *setting = &decoded->setting;
	const cycle_t before = decoded->left;
	const bool tagged = record->at[TEA_STAGE_DECODE] < decoded->free;
	bool overflows;

	decoded->left = record->at[TEA_STAGE_COMMIT];
	if (!setting->enabled || !(setting->privileges >> record->privilege & 1) ||
	    !tea_pdis_selects(setting->select, tea_decoded_type(&record->insn)))
		return;
	overflows = !++setting->count;
	if (overflows) {
		setting->count = setting->initial;
		decoded->counts.overflows++;
		decoded->counts.collisions += tagged;
	}
	if (!tagged && (overflows || decoded->armed))
		tag(decoded, record, next_pc, before);
}
