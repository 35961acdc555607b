// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * imported_tracedoctor.c - files of TraceDoctor's workers: samples of TEA, and its golden reference
 *
 * The workers are the authors' own, of their branch of FireSim (EECS-NTNU/firesim, branch tea,
 * bridges/tracedoctor_tea.cc). TEASampler writes a line for each sample, TEAGold one for each
 * instruction. Their signatures have a bit for each of their events, which are more than ours.
 */
#include <errno.h>
#include <string.h>

#include "imported.h"
#include "tea_abi.h"

#define SLOTS		4
#define SAMPLE_PARTS	12		/* of a cycle: 1 to 4 instructions divide it */
#define GOLDEN_PARTS	24		/* as TEAGold counts */

/* Bits of teaflags; the lowest four mark the slots that are filled. */
enum {
	FLAG_STALLED	= 1 << 4,
	FLAG_DEFERRED	= 1 << 5,	/* the ROB was empty: drained */
	FLAG_OIR	= 1 << 6,	/* the last to commit had flushed the pipeline */
};

/*
 * The event of each of their bits. Misses in the TLBs have two: one for the walk itself, and one
 * for a walk that another instruction began. Bit 0 is for loads beyond the L2, bit 1 for those
 * beyond the last level. A flush without an event of ours (bit 11), and flushes before the
 * instruction (13 to 15), have none.
 */
static const uint16_t events[16] = {
	[1] = TEA_PSV_ST_LLC,
	[2] = TEA_PSV_DR_L1, [3] = TEA_PSV_DR_TLB, [4] = TEA_PSV_DR_TLB,
	[5] = TEA_PSV_ST_L1, [6] = TEA_PSV_ST_TLB, [7] = TEA_PSV_ST_TLB,
	[8] = TEA_PSV_DR_SQ, [9] = TEA_PSV_FL_MO, [10] = TEA_PSV_FL_MB, [12] = TEA_PSV_FL_EX,
};

/* False: it has bits that are not known. */
static bool parse_signature(uint64_t theirs, uint16_t *signature)
{
	*signature = 0;
	for (unsigned int i = 0; i < 16; i++)
		if (theirs >> i & 1)
			*signature |= events[i];
	return !(theirs >> 16);
}

static uint8_t state_of(uint64_t flags)
{
	return flags & FLAG_OIR ? TEA_STATE_FLUSHED : flags & FLAG_DEFERRED ? TEA_STATE_DRAINED :
	       flags & FLAG_STALLED ? TEA_STATE_STALLED : TEA_STATE_COMPUTE;
}

static int get_number(const struct csvtable *table, const char *name, uint64_t *number,
		      struct fault *fault)
{
	int column = csvtable_column(table, name);

	if (column < 0)
		return fault_set(fault, -EINVAL, "no column '%s', which TEASampler writes", name);
	return csvtable_number(table->fields[column], number) ? 0 :
	       csvtable_refuse(table, column, "a number", fault);
}

static int get_slot(const struct csvtable *table, unsigned int slot, struct imported_row *row,
		    struct fault *fault)
{
	char address[] = "address0", signature[] = "signature0";
	uint64_t theirs = 0;
	int error;

	address[strlen(address) - 1] = (char)('0' + slot);
	signature[strlen(signature) - 1] = (char)('0' + slot);
	error = get_number(table, address, &row->pc, fault);
	if (!error)
		error = get_number(table, signature, &theirs, fault);
	if (!error && !parse_signature(theirs, &row->signature))
		error = csvtable_refuse(table, csvtable_column(table, signature),
					"a signature of 16 bits", fault);
	return error;
}

/* Instructions that commit together share a cycle; of all others it is the oldest one's. */
static int add_sample(struct imported *imported, const struct csvtable *table, struct fault *fault)
{
	uint64_t cycle = 0, flags = 0;
	unsigned int slots = 0;
	int error = get_number(table, "cycle", &cycle, fault);

	if (!error)
		error = get_number(table, "teaflags", &flags, fault);
	if (error)
		return error;
	while (slots < SLOTS && flags >> slots & 1)
		slots++;
	if (!slots || (imported->samples && cycle < imported->last_cycle))
		return csvtable_refuse(table, csvtable_column(table, slots ? "cycle" : "teaflags"),
				       slots ? "behind the last line's" : "a sample's: bit 0 is clear",
				       fault);
	if (state_of(flags) != TEA_STATE_COMPUTE)
		slots = 1;
	for (unsigned int i = 0; i < slots && !error; i++) {
		struct imported_row row = { .state = state_of(flags), .parts = SAMPLE_PARTS / slots };

		error = get_slot(table, i, &row, fault);
		if (!error)
			error = imported_add(imported, &row, fault);
	}
	if (!imported->samples++)
		imported->first_cycle = cycle;
	imported->last_cycle = cycle;
	return error;
}

/* "0x10204;0:12.500000/34:7.250000": cycles of each signature, which bear no state. */
static int add_golden(struct imported *imported, const struct csvtable *table, struct fault *fault)
{
	int address = csvtable_column(table, "address"), column = csvtable_column(table, "signatures");
	const char *at = table->fields[column];
	struct imported_row row = { .state = IMPORTED_NO_STATE };
	int error = 0;

	if (!csvtable_number(table->fields[address], &row.pc))
		return csvtable_refuse(table, address, "an address", fault);
	while (!error) {
		const char *colon = strchr(at, ':');
		char number[24] = "";
		uint64_t theirs;

		if (colon && (size_t)(colon - at) < sizeof(number))
			memcpy(number, at, (size_t)(colon - at));
		if (!csvtable_number(number, &theirs) || !parse_signature(theirs, &row.signature) ||
		    !imported_cycles(colon + 1, imported->parts_per_cycle, &row.parts, &at) ||
		    (*at && *at != '/'))
			return csvtable_refuse(table, column, "signature:cycles/...", fault);
		error = imported_add(imported, &row, fault);
		if (!*at++)
			break;
	}
	return error;
}

const struct imported_format imported_tea_samples = {
	.writer = "TraceDoctor", .columns = { "cycle", "teaflags", "address0" },
	.parts_per_cycle = SAMPLE_PARTS, .sampled = true, .add = add_sample,
};

const struct imported_format imported_tea_golden = {
	.writer = "TraceDoctor", .columns = { "address", "signatures" },
	.parts_per_cycle = GOLDEN_PARTS, .add = add_golden,
};
