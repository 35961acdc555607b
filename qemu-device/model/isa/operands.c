// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * operands.c - kinds and widths of operands, by the tables of decode.c and vectorpattern.c
 */
#include "operands.h"

#include <string.h>

#include "compressed.h"
#include "vector.h"
#include "vectorpattern.h"

static void add_kind(struct tea_operands *operands, char kind)
{
	if (kind != '-')
		operands->kinds[strlen(operands->kinds)] = kind;
}

static uint8_t memory_of(uint8_t class)
{
	switch (class) {
	case TEA_CLASS_LOAD:
	case TEA_CLASS_LOAD_RESERVED:
	case TEA_CLASS_V_LOAD:
		return TEA_MEMORY_READ;
	case TEA_CLASS_STORE:
	case TEA_CLASS_STORE_CONDITIONAL:
	case TEA_CLASS_V_STORE:
		return TEA_MEMORY_WRITE;
	case TEA_CLASS_AMO:
		return TEA_MEMORY_READ | TEA_MEMORY_WRITE;
	default:
		return 0;
	}
}

/* ---- scalar ---- */

static uint8_t scalar_width(const struct tea_insn *insn)
{
	if (insn->access_bytes || insn->class == TEA_CLASS_STORE)
		return insn->access_bytes;
	if (insn->class == TEA_CLASS_BRANCH || insn->class == TEA_CLASS_CSR)
		return sizeof(uint64_t);
	if ((insn->class >= TEA_CLASS_INT_ALU && insn->class <= TEA_CLASS_INT_DIV) ||
	    (insn->class >= TEA_CLASS_FP_ADD && insn->class <= TEA_CLASS_FP_TO_INT))
		return insn->flags & TEA_INSN_SINGLE ? sizeof(uint32_t) : sizeof(uint64_t);
	return TEA_WIDTH_NONE;
}

/* An assembler has the data of a store before its base. */
static void put_scalar(struct tea_operands *operands, const char *letters,
		       const struct tea_insn *insn)
{
	const bool swapped = insn->class == TEA_CLASS_STORE;

	add_kind(operands, letters[0]);
	add_kind(operands, letters[swapped ? 2 : 1]);
	add_kind(operands, letters[swapped ? 1 : 2]);
	add_kind(operands, letters[3]);
	for (char *kind = operands->kinds; *kind; kind++)
		if (*kind == 'l')
			*kind = 'x';
	operands->width = scalar_width(insn);
}

/* ---- vectors ---- */

static char vector_kind(char letter)
{
	return letter == 'x' || letter == 'f' || letter == '-' ? letter : 'v';
}

/* The kind of the last operand, by funct3. */
static char last_kind(const struct tea_vector_pattern *pattern, uint32_t bits)
{
	return pattern->operands[2] == '-' ? '-' : TEA_VECTOR_LAST_KINDS[bits >> 12 & 7];
}

static void put_memory_operands(struct tea_operands *operands,
				const struct tea_vector_insn *insn)
{
	add_kind(operands, 'v');
	add_kind(operands, 'x');
	if (insn->mode == TEA_VMODE_STRIDED || insn->mode == TEA_VMODE_INDEXED)
		add_kind(operands, insn->mode == TEA_VMODE_STRIDED ? 'x' : 'v');
	operands->width = insn->mode == TEA_VMODE_INDEXED ? TEA_WIDTH_SEW :
			  (uint8_t)(1 << insn->eew_log2);
}

static void put_register_operands(struct tea_operands *operands,
				  const struct tea_vector_pattern *pattern,
				  const struct tea_vector_insn *insn, uint32_t bits)
{
	const char middle = vector_kind(pattern->operands[1]), last = last_kind(pattern, bits);
	const bool factors = tea_vector_pattern_factors(pattern);

	add_kind(operands, vector_kind(pattern->operands[0]));
	add_kind(operands, factors ? last : middle);
	add_kind(operands, factors ? middle : last);
	if (insn->flags & TEA_VECTOR_READS_V0)
		add_kind(operands, 'v');
	operands->width = strspn(pattern->operands, "xm-") == 3 ? TEA_WIDTH_BIT : TEA_WIDTH_SEW;
}

static void put_vector(struct tea_operands *operands, const struct tea_vector_pattern *pattern,
		       uint32_t bits)
{
	struct tea_vector_insn insn;

	tea_vector_decode(&insn, bits);
	if (tea_vector_pattern_is_memory(pattern))
		put_memory_operands(operands, &insn);
	else
		put_register_operands(operands, pattern, &insn, bits);
	operands->masked = insn.flags & TEA_VECTOR_MASKED;
	operands->typed = insn.mode != TEA_VMODE_WHOLE;
}

void tea_operands_decode(struct tea_operands *operands, uint32_t bits)
{
	const struct tea_vector_pattern *pattern;
	const char *letters;
	struct tea_insn insn;

	if (tea_insn_length(bits) == 2)
		bits = tea_compressed_expand((uint16_t)bits);
	tea_insn_decode(&insn, bits);
	letters = tea_scalar_operands(bits);
	pattern = letters ? NULL : tea_vector_pattern(bits);
	*operands = (struct tea_operands){ .memory = memory_of(insn.class) };
	if (letters)
		put_scalar(operands, letters, &insn);
	else if (pattern)
		put_vector(operands, pattern, bits);
}

/* ---- vtype ---- */

static const char *const lmul_names[] = { "m1", "m2", "m4", "m8", NULL, "mf8", "mf4", "mf2" };

int tea_operands_vtype(uint32_t bits)
{
	const uint32_t type = bits >> 20 & (bits >> 31 ? 0x3ff : 0x7ff);

	if ((bits >> 30 & 3) == 2 || type > 0xff || type & 0x20 || !lmul_names[type & 7])
		return -1;
	return (int)type;
}

unsigned int tea_vtype_sew_log2(int vtype)
{
	return (unsigned int)vtype >> 3 & 3;
}

const char *tea_vtype_sew(int vtype)
{
	static const char *const names[] = { "e8", "e16", "e32", "e64" };

	return names[tea_vtype_sew_log2(vtype)];
}

const char *tea_vtype_lmul(int vtype)
{
	return lmul_names[vtype & 7];
}
