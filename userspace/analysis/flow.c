// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * flow.c - branches, jumps and calls of RV64GC; see flow.h
 *
 * Formats are those of the unprivileged specification, chapters 2 and 27.
 */
#include "flow.h"

#define OPCODE_BRANCH	0x63
#define OPCODE_JALR	0x67
#define OPCODE_JAL	0x6f
#define CODE_SRET	0x10200073
#define CODE_MRET	0x30200073

/* @count bits of an instruction, from bit @from, are those of an offset from bit @to. */
struct piece {
	uint8_t from, count, to;
};

/* An offset's format: its pieces, the sign's first, up to one of no bits. */
static const struct piece branch_pieces[] = { { 31, 1, 12 }, { 7, 1, 11 }, { 25, 6, 5 },
	{ 8, 4, 1 }, { 0 } };
static const struct piece jal_pieces[] = { { 31, 1, 20 }, { 12, 8, 12 }, { 20, 1, 11 },
	{ 21, 10, 1 }, { 0 } };
static const struct piece c_j_pieces[] = { { 12, 1, 11 }, { 11, 1, 4 }, { 9, 2, 8 },
	{ 8, 1, 10 }, { 7, 1, 6 }, { 6, 1, 7 }, { 3, 3, 1 }, { 2, 1, 5 }, { 0 } };
static const struct piece c_branch_pieces[] = { { 12, 1, 8 }, { 10, 2, 3 }, { 5, 2, 6 },
	{ 3, 2, 1 }, { 2, 1, 5 }, { 0 } };

static uint64_t target_of(uint32_t code, uint64_t address, const struct piece *piece)
{
	uint64_t sign = 1ULL << piece->to, offset = 0;

	for (; piece->count; piece++)
		offset |= (uint64_t)(code >> piece->from & ((1U << piece->count) - 1)) << piece->to;
	return address + ((offset ^ sign) - sign);
}

/* x1 and x5 hold return addresses. */
static bool is_link(uint32_t number)
{
	return number == 1 || number == 5;
}

static enum flow_kind indirect_kind(uint32_t to, uint32_t from)
{
	if (is_link(to))
		return FLOW_INDIRECT_CALL;
	return is_link(from) ? FLOW_RETURN : FLOW_INDIRECT;
}

static struct flow decode_short(uint32_t code, uint64_t address)
{
	struct flow flow = { .kind = FLOW_NEXT, .length = 2 };
	uint32_t form = code >> 13, quadrant = code & 3, from = code >> 7 & 31;

	if (quadrant == 1 && form == 5) {
		flow.kind = FLOW_JUMP;
		flow.target = target_of(code, address, c_j_pieces);
	} else if (quadrant == 1 && form >= 6) {
		flow.kind = FLOW_BRANCH;
		flow.target = target_of(code, address, c_branch_pieces);
	} else if (quadrant == 2 && form == 4 && !(code >> 2 & 31) && from) {
		flow.kind = indirect_kind(code >> 12 & 1, from);
	}
	return flow;
}

static struct flow decode_long(uint32_t code, uint64_t address)
{
	struct flow flow = { .kind = FLOW_NEXT, .length = 4 };
	uint32_t to = code >> 7 & 31, from = code >> 15 & 31;

	switch (code & 0x7f) {
	case OPCODE_BRANCH:
		flow.kind = FLOW_BRANCH;
		flow.target = target_of(code, address, branch_pieces);
		break;
	case OPCODE_JAL:
		flow.kind = is_link(to) ? FLOW_CALL : FLOW_JUMP;
		flow.target = target_of(code, address, jal_pieces);
		break;
	case OPCODE_JALR:
		flow.kind = indirect_kind(to, from);
		break;
	default:
		if (code == CODE_SRET || code == CODE_MRET)
			flow.kind = FLOW_RETURN;
	}
	return flow;
}

struct flow flow_decode(const uint8_t *bytes, size_t size, uint64_t address)
{
	uint32_t code;

	if (size < 2)
		return (struct flow){ 0 };
	code = bytes[0] | (uint32_t)bytes[1] << 8;
	if ((code & 3) != 3)
		return decode_short(code, address);
	if (size < 4)
		return (struct flow){ 0 };
	return decode_long(code | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24, address);
}

bool flow_has_target(const struct flow *flow)
{
	return flow->kind == FLOW_BRANCH || flow->kind == FLOW_JUMP;
}

bool flow_ends_block(const struct flow *flow)
{
	return flow_has_target(flow) || flow->kind == FLOW_INDIRECT || flow->kind == FLOW_RETURN;
}
