// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * callframe.c - rules of frames, by libdw; see callframe.h
 */
#include "callframe.h"

#include <dwarf.h>
#include <elf.h>
#include <elfutils/libdwfl.h>
#include <stdlib.h>

#include "isa/op.h"

#define RA		1		/* DWARF's numbers of registers */
#define S0		8
#define CALL_BYTES	4		/* of the longest */

/* The rule for register @number: saved at an offset from the frame's top, or else. */
enum rule { RULE_KEPT, RULE_LOST, RULE_SAVED, RULE_OTHER };

static enum rule find_rule(Dwarf_Frame *frame, int number, int64_t *offset)
{
	Dwarf_Op memory[3], *ops;
	size_t count;

	if (dwarf_frame_register(frame, number, memory, &ops, &count))
		return RULE_OTHER;
	if (!count)
		return ops ? RULE_LOST : RULE_KEPT;
	if (count != 2 || ops[0].atom != DW_OP_call_frame_cfa || ops[1].atom != DW_OP_plus_uconst)
		return RULE_OTHER;
	*offset = (int64_t)ops[1].number;
	return RULE_SAVED;
}

static bool is_pointed(Dwarf_Frame *frame)
{
	Dwarf_Op *ops;
	size_t count;

	return !dwarf_frame_cfa(frame, &ops, &count) && count == 1 && ops[0].atom == DW_OP_bregx &&
	       ops[0].number == S0 && !ops[0].number2;
}

struct callframe callframe_find(const struct symbols_location *location)
{
	const struct elfobject *elf = &location->object->elf;
	struct callframe result = { .known = false };
	enum rule of_return, of_pointer;
	Dwarf_Frame *frame;
	Dwarf_Addr bias;
	Dwarf_CFI *cfi;
	int64_t offset = 0;

	cfi = elf->dwfl && elf->machine == EM_RISCV ? dwfl_module_eh_cfi(elf->module, &bias) : NULL;
	if (!cfi || dwarf_cfi_addrframe(cfi, location->address + elf->bias - bias, &frame))
		return result;
	of_return = find_rule(frame, RA, &offset);
	of_pointer = find_rule(frame, S0, &result.pointer_at);
	result.known = of_return != RULE_OTHER && of_pointer != RULE_OTHER;
	result.outermost = of_return == RULE_LOST;
	result.return_saved = of_return == RULE_SAVED;
	result.pointed = is_pointed(frame);
	free(frame);
	return result;
}

/* jal or jalr that leaves where it stands in a link register. */
static bool is_call(const uint8_t *bytes, size_t size)
{
	struct tea_insn insn;
	uint32_t bits;

	if (!tea_insn_fetch(bytes, size, &bits) || tea_insn_length(bits & 0xffff) != size)
		return false;
	tea_insn_decode(&insn, bits);
	return insn.flags & TEA_INSN_CALL;
}

bool callframe_returns_to(const struct symbols_location *location)
{
	const uint8_t *bytes;
	size_t size = symbols_code(location, location->address - CALL_BYTES, CALL_BYTES, &bytes);

	if (size < CALL_BYTES)
		return true;
	return is_call(bytes, CALL_BYTES) || is_call(bytes + CALL_BYTES / 2, CALL_BYTES / 2);
}
