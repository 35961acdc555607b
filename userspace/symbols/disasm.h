/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * disasm.h - RV64GCV instructions, and Zba, Zbb, Zbs, as text
 *
 * By capstone, or by isa/insntext.h if that does not know them.
 */
#ifndef DISASM_H
#define DISASM_H

#include <stddef.h>
#include <stdint.h>

#define DISASM_TEXT	96
#define DISASM_PAUSE	0x0100000fU	/* Zihintpause: of the fences, one that orders nothing */

struct disasm {
	size_t handle;
};

/* 0 or a negative errno. */
int disasm_open(struct disasm *disasm);
void disasm_close(struct disasm *disasm);

/*
 * The instruction in the @size bytes at @bytes. Returns its length in bytes, never 0 unless @size
 * is; bytes that cannot be decoded are given as data (.4byte, .2byte).
 */
size_t disasm_insn(const struct disasm *disasm, const uint8_t *bytes, size_t size,
		   uint64_t address, char text[DISASM_TEXT]);

#endif /* DISASM_H */
