// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * loopcode.c - reading the code of a loop; see loopcode.h
 */
#include "loopcode.h"

#include "symbols/disasm.h"

#define SPIN_MOST	16		/* instructions of a loop that only waits */

bool loopcode_read(struct loopcode *code, const struct symbols_location *location, const struct loop *loop)
{
	uint64_t address = loop->begin;
	const uint8_t *bytes = NULL;
	size_t size = symbols_code(location, address, loop->end - loop->begin, &bytes);

	code->loop.count = 0;
	while (size) {
		uint32_t bits;
		uint8_t length;

		if (!tea_insn_fetch(bytes, size, &bits))
			return false;
		if (code->loop.count < ADDRESSING_INSNS)
			code->addresses[code->loop.count] = address;
		if (!addressing_add(&code->loop, bits))
			return false;
		length = tea_insn_length(bits);
		address += length;
		bytes += length;
		size -= length;
	}
	return code->loop.count;
}

size_t loopcode_position(const struct loopcode *code, uint64_t address)
{
	size_t at = 0;

	while (at < code->loop.count && code->addresses[at] != address)
		at++;
	return at;
}

bool loopcode_is_spin(const struct loopcode *code)
{
	bool loads = false, pauses = false, changes = false;

	for (size_t i = 0; i < code->loop.count; i++) {
		const struct tea_insn *insn = &code->loop.insns[i].insn;

		pauses |= code->loop.insns[i].bits == DISASM_PAUSE;
		loads |= insn->class == TEA_CLASS_LOAD || insn->class == TEA_CLASS_LOAD_RESERVED ||
			 insn->class == TEA_CLASS_AMO;
		changes |= insn->class == TEA_CLASS_STORE || insn->flags & TEA_INSN_CALL ||
			   insn->class == TEA_CLASS_STORE_CONDITIONAL ||
			   insn->class == TEA_CLASS_AMO || insn->class == TEA_CLASS_SYSTEM ||
			   tea_class_is_vector(insn->class) || addressing_is_carried(&code->loop, i);
	}
	return code->loop.count <= SPIN_MOST && loads && (pauses || !changes);
}
