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
