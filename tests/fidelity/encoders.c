// SPDX-License-Identifier: GPL-2.0-or-later
/* encoders.c - the formats of instructions: see instructions.h */
#include "instructions.h"

uint32_t op_r(uint32_t opcode, uint32_t funct3, uint32_t funct7, int rd, int rs1, int rs2)
{
	return funct7 << 25 | (uint32_t)rs2 << 20 | (uint32_t)rs1 << 15 | funct3 << 12 |
	       (uint32_t)rd << 7 | opcode;
}

uint32_t op_i(uint32_t opcode, uint32_t funct3, int rd, int rs1, int immediate)
{
	return (uint32_t)immediate << 20 | (uint32_t)rs1 << 15 | funct3 << 12 |
	       (uint32_t)rd << 7 | opcode;
}

uint32_t op_s(uint32_t funct3, int rs1, int rs2, int immediate)
{
	return op_r(0x23, funct3, (uint32_t)immediate >> 5 & 127, immediate & 31, rs1, rs2);
}

uint32_t op_b(uint32_t funct3, int rs1, int rs2, int offset)
{
	uint32_t bits = (uint32_t)offset;

	return op_r(0x63, funct3, (bits >> 12 & 1) << 6 | (bits >> 5 & 63),
		    (int)((bits >> 1 & 15) << 1 | (bits >> 11 & 1)), rs1, rs2);
}

uint32_t op_jal(int rd, int offset)
{
	uint32_t bits = (uint32_t)offset;

	return (bits >> 20 & 1) << 31 | (bits >> 1 & 1023) << 21 | (bits >> 11 & 1) << 20 |
	       (bits >> 12 & 255) << 12 | (uint32_t)rd << 7 | 0x6f;
}

uint32_t op_v(uint32_t funct3, uint32_t funct6, int vd, int vs2, int vs1)
{
	return op_r(0x57, funct3, funct6 << 1 | 1, vd, vs1, vs2);
}

static uint32_t op_vmemory(uint32_t opcode, int fields, uint32_t mop, uint32_t bits, int vd,
			   int rs1, int mode)
{
	static const uint8_t widths[] = { [1] = 0, [2] = 5, [4] = 6, [8] = 7 };	/* by bytes */
	uint32_t upper = (uint32_t)(fields - 1) << 4 | mop << 1 | 1;

	return op_r(opcode, widths[bits / 8], upper, vd, rs1, mode);
}

uint32_t op_vload(int fields, uint32_t mop, uint32_t bits, int vd, int rs1, int mode)
{
	return op_vmemory(0x07, fields, mop, bits, vd, rs1, mode);
}

uint32_t op_vstore(int fields, uint32_t mop, uint32_t bits, int vs3, int rs1, int mode)
{
	return op_vmemory(0x27, fields, mop, bits, vs3, rs1, mode);
}
