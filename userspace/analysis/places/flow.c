// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * flow.c - branches, jumps and calls, as the decoder has them; see flow.h
 */
#include "flow.h"

#define ECALL		0x00000073
#define EBREAK		0x00100073
#define C_EBREAK	0x9002

static enum flow_kind jump_kind(const struct tea_insn *insn)
{
	bool direct = insn->class == TEA_CLASS_JUMP;

	if (insn->flags & TEA_INSN_CALL)
		return direct ? FLOW_CALL : FLOW_INDIRECT_CALL;
	if (insn->flags & TEA_INSN_RETURN)
		return FLOW_RETURN;
	return direct ? FLOW_JUMP : FLOW_INDIRECT;
}

static enum flow_kind kind_of(const struct tea_insn *insn)
{
	switch (insn->class) {
	case TEA_CLASS_BRANCH:
		return FLOW_BRANCH;
	case TEA_CLASS_JUMP:
	case TEA_CLASS_JUMP_REG:
		return jump_kind(insn);
	case TEA_CLASS_TRAP_RETURN:
		return FLOW_RETURN;
	default:
		return FLOW_NEXT;
	}
}

static bool raises(const struct tea_insn *insn, uint32_t bits)
{
	return insn->length_bytes == sizeof(uint16_t) ? (bits & UINT16_MAX) == C_EBREAK :
							 bits == ECALL || bits == EBREAK;
}

struct flow flow_decode(const uint8_t *bytes, size_t size, uint64_t address)
{
	struct flow flow = { 0 };
	struct tea_insn insn;
	uint32_t bits;

	if (!tea_insn_fetch(bytes, size, &bits))
		return flow;
	tea_insn_decode(&insn, bits);
	flow.kind = kind_of(&insn);
	flow.length = insn.length_bytes;
	flow.class = insn.class;
	flow.raises = raises(&insn, bits);
	if (insn.class == TEA_CLASS_BRANCH || insn.class == TEA_CLASS_JUMP)
		flow.target = address + (uint64_t)(int64_t)tea_insn_offset(bits);
	return flow;
}

bool flow_has_target(const struct flow *flow)
{
	return flow->kind == FLOW_BRANCH || flow->kind == FLOW_JUMP;
}

bool flow_ends_block(const struct flow *flow)
{
	return flow_has_target(flow) || flow->kind == FLOW_INDIRECT || flow->kind == FLOW_RETURN;
}
