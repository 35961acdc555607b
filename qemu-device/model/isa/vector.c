// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * vector.c - vector instructions to classes, operands and shapes, by the table of vectorpattern.c
 */
#include "vector.h"
#include "vectorpattern.h"

/* ---- for the vector unit ---- */

/*
 * The register of the operand with this letter; TEA_REG_NONE, with a shape of 0, if it is no
 * vector.
 */
static uint8_t decode_operand(char letter, unsigned int number, int8_t *shape)
{
	static const struct {
		char letter;
		int8_t shape;
	} shapes[] = {
		{ 'v', 0 }, { 'u', 0 }, { 'w', 1 }, { 'h', -1 }, { 'q', -2 }, { 'e', -3 },
		{ 'm', TEA_SHAPE_ONE }, { 's', TEA_SHAPE_ELEMENT }, { 'i', TEA_SHAPE_EEW },
		{ 'r', TEA_SHAPE_WHOLE },
	};

	for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
		if (shapes[i].letter == letter) {
			*shape = shapes[i].shape;
			return (uint8_t)number;
		}
	}
	return TEA_REG_NONE;
}

static uint8_t decode_flags(const struct tea_vector_pattern *pattern, uint32_t bits)
{
	const bool unmasked = bits & TEA_VECTOR_VM;
	uint8_t flags = pattern->flags;

	if (pattern->operands[0] == 'm' && pattern->class != TEA_CLASS_V_STORE)
		flags |= TEA_VECTOR_TO_MASK;
	if (unmasked)
		flags &= (uint8_t)~TEA_VECTOR_READS_V0;
	else if (!(flags & TEA_VECTOR_READS_V0))
		flags |= TEA_VECTOR_MASKED;
	return flags;
}

static uint8_t decode_eew(const struct tea_vector_pattern *pattern, uint32_t bits)
{
	static const uint8_t widths[] = { [0] = 0, [5] = 1, [6] = 2, [7] = 3 };

	if (tea_vector_pattern_is_memory(pattern))
		return widths[bits >> 12 & 7];
	return pattern->operands[2] == 'i' ? 1 : 0;
}

void tea_vector_decode(struct tea_vector_insn *insn, uint32_t bits)
{
	const struct tea_vector_pattern *pattern = tea_vector_pattern(bits);

	*insn = (struct tea_vector_insn){ .fields = 0 };
	if (!pattern)
		return;
	insn->vd = decode_operand(pattern->operands[0], bits >> 7 & 31, &insn->shape[0]);
	insn->vs1 = TEA_REG_NONE;
	if (tea_vector_pattern_has_vs1(pattern, bits, IV | MV | FV))
		insn->vs1 = decode_operand(pattern->operands[2], bits >> 15 & 31, &insn->shape[1]);
	insn->vs2 = decode_operand(pattern->operands[1], bits >> 20 & 31, &insn->shape[2]);
	insn->flags = decode_flags(pattern, bits);
	insn->mode = pattern->mode;
	insn->fields = 1;
	if (tea_vector_pattern_is_memory(pattern))
		insn->fields = (uint8_t)((bits >> 29) + 1);
	else if (pattern->mode == TEA_VMODE_WHOLE)
		insn->fields = (uint8_t)((bits >> 15 & 7) + 1);
	insn->eew_log2 = decode_eew(pattern, bits);
}

/* ---- for readers of scalar instructions ---- */

static uint8_t integer_register(uint32_t number)
{
	return number & 31 ? (uint8_t)(number & 31) : TEA_REG_NONE;
}

static uint8_t decode_result(const struct tea_vector_pattern *pattern, uint32_t number)
{
	if (pattern->class == TEA_CLASS_V_STORE)
		return TEA_REG_NONE;
	if (pattern->operands[0] == 'x')
		return integer_register(number);
	return (uint8_t)(pattern->operands[0] == 'f' ? TEA_REG_FP(number) : TEA_REG_V(number));
}

bool tea_vector_describe(struct tea_insn *insn, uint32_t bits)
{
	const struct tea_vector_pattern *pattern = tea_vector_pattern(bits);

	if (!pattern)
		return false;
	insn->class = pattern->class;
	insn->dst = decode_result(pattern, bits >> 7 & 31);
	if (tea_vector_pattern_is_memory(pattern) || tea_vector_pattern_has_vs1(pattern, bits, IX | MX))
		insn->src[0] = integer_register(bits >> 15);
	else if (tea_vector_pattern_has_vs1(pattern, bits, FX))
		insn->src[0] = (uint8_t)TEA_REG_FP(bits >> 15 & 31);
	if (pattern->mode == TEA_VMODE_STRIDED)
		insn->src[1] = integer_register(bits >> 20);
	return true;
}
