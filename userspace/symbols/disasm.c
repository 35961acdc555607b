// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * disasm.c - disassembly; see disasm.h
 */
#include "disasm.h"

#include <capstone/capstone.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "isa/op.h"
#include "isa/insntext.h"

#define MNEMONIC_WIDTH	8

int disasm_open(struct disasm *disasm)
{
	csh handle;

	if (cs_open(CS_ARCH_RISCV, CS_MODE_RISCV64 | CS_MODE_RISCVC, &handle) != CS_ERR_OK)
		return -ENOTSUP;
	disasm->handle = handle;
	return 0;
}

void disasm_close(struct disasm *disasm)
{
	csh handle = disasm->handle;

	cs_close(&handle);
	disasm->handle = 0;
}

static size_t length_of(const uint8_t *bytes, size_t size)
{
	size_t length = tea_insn_length(bytes[0]);

	return length < size ? length : size;
}

static void put_data(const uint8_t *bytes, size_t length, char text[DISASM_TEXT])
{
	unsigned int value = 0;

	for (size_t i = length; i--;)
		value = value << 8 | bytes[i];
	snprintf(text, DISASM_TEXT, "%-*s 0x%0*x", MNEMONIC_WIDTH,
		 length == 4 ? ".4byte" : length == 2 ? ".2byte" : ".byte", (int)(2 * length), value);
}

/* Whether the instruction leads to an address, which becomes the @target. */
static bool find_target(const uint8_t *bytes, size_t size, uint64_t address, uint64_t *target)
{
	struct tea_insn insn;
	uint32_t bits;

	if (!tea_insn_fetch(bytes, size, &bits))
		return false;
	tea_insn_decode(&insn, bits);
	*target = address + (uint64_t)(int64_t)tea_insn_offset(bits);
	return insn.class == TEA_CLASS_BRANCH || insn.class == TEA_CLASS_JUMP;
}

/* "a0, 0x10", with the distance last, becomes "a0, 1234": the address, as objdump shows it. */
static void put_target(const char *mnemonic, const char *operands, uint64_t target,
		       char text[DISASM_TEXT])
{
	const char *comma = strrchr(operands, ',');

	snprintf(text, DISASM_TEXT, "%-*s %.*s%s%llx", MNEMONIC_WIDTH, mnemonic,
		 comma ? (int)(comma + 1 - operands) : 0, operands, comma ? " " : "",
		 (unsigned long long)target);
}

/*
 * capstone writes compressed instructions as such ("c.addi a0, 8"), objdump and most readers in
 * their full form ("addi a0, a0, 8").
 */
static const struct {
	const char *compressed, *plain;
	bool repeat;			/* the first operand is also the second */
} expansions[] = {
	{ "addi16sp", "addi", true }, { "addi4spn", "addi", false },
	{ "ldsp", "ld", false }, { "lwsp", "lw", false }, { "fldsp", "fld", false },
	{ "sdsp", "sd", false }, { "swsp", "sw", false }, { "fsdsp", "fsd", false },
	{ "add", "add", true }, { "addw", "addw", true }, { "sub", "sub", true },
	{ "subw", "subw", true }, { "and", "and", true }, { "or", "or", true },
	{ "xor", "xor", true }, { "addi", "addi", true }, { "addiw", "addiw", true },
	{ "andi", "andi", true }, { "slli", "slli", true }, { "srli", "srli", true },
	{ "srai", "srai", true },
};

/* The pseudo-instructions that readers expect and capstone does not write. */
static void put_plain(const char *mnemonic, const char *operands, char text[DISASM_TEXT])
{
	const char *comma = strchr(operands, ',');

	if (!strcmp(mnemonic, "jr") && !strcmp(operands, "ra"))
		snprintf(text, DISASM_TEXT, "ret");
	else if (!strcmp(mnemonic, "addi") && comma && !strncmp(comma, ", zero, ", 8))
		snprintf(text, DISASM_TEXT, "%-*s %.*s, %.60s", MNEMONIC_WIDTH, "li",
			 (int)(comma - operands), operands, comma + 8);
	else if (operands[0])
		snprintf(text, DISASM_TEXT, "%-*s %.60s", MNEMONIC_WIDTH, mnemonic, operands);
	else
		snprintf(text, DISASM_TEXT, "%s", mnemonic);
}

static void put_compressed(const char *mnemonic, const char *operands, char text[DISASM_TEXT])
{
	int first = (int)strcspn(operands, ",");

	for (size_t i = 0; i < sizeof(expansions) / sizeof(expansions[0]); i++) {
		if (strcmp(mnemonic, expansions[i].compressed))
			continue;
		if (expansions[i].repeat)
			snprintf(text, DISASM_TEXT, "%-*s %.*s, %.60s", MNEMONIC_WIDTH,
				 expansions[i].plain, first, operands, operands);
		else
			put_plain(expansions[i].plain, operands, text);
		return;
	}
	put_plain(mnemonic, operands, text);
}

/* Instructions that capstone does not know, or shows as another one. */
static bool put_unknown(const uint8_t *bytes, size_t size, char text[DISASM_TEXT])
{
	struct tea_insn_text insn;
	uint32_t bits;

	if (!tea_insn_fetch(bytes, size, &bits))
		return false;
	if (bits == DISASM_PAUSE) {
		strcpy(text, "pause");
		return true;
	}
	if (!tea_insn_text(&insn, bits))
		return false;
	snprintf(text, DISASM_TEXT, "%-*s %s", MNEMONIC_WIDTH, insn.mnemonic, insn.operands);
	return true;
}

size_t disasm_insn(const struct disasm *disasm, const uint8_t *bytes, size_t size,
		   uint64_t address, char text[DISASM_TEXT])
{
	size_t length = length_of(bytes, size);
	const char *mnemonic;
	uint64_t target;
	bool compressed;
	cs_insn *insn;

	if (put_unknown(bytes, length, text))
		return length;
	if (cs_disasm(disasm->handle, bytes, length, address, 1, &insn) != 1) {
		put_data(bytes, length, text);
		return length;
	}
	compressed = !strncmp(insn->mnemonic, "c.", 2);
	mnemonic = insn->mnemonic + (compressed ? 2 : 0);
	if (find_target(bytes, size, address, &target))
		put_target(mnemonic, insn->op_str, target, text);
	else if (compressed)
		put_compressed(mnemonic, insn->op_str, text);
	else
		put_plain(mnemonic, insn->op_str, text);
	cs_free(insn, 1);
	return length;
}
