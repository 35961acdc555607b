// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * compressed.c - the C extension of RV64GC as a table of expansions
 *
 * First match wins, so reserved encodings stand before the rows they are cut
 * out of. ISA manual, "C" extension, RVC instruction set listings.
 */
#include <stddef.h>

#include "compressed.h"

/*
 * Registers: a letter each for rd, rs1, rs2 of the expansion. 'd' bits 11:7,
 * 's' bits 6:2, 'p' x8 + bits 9:7, 'q' x8 + bits 4:2, a digit that register.
 */
struct expansion {
	uint16_t mask, match;
	uint32_t base;
	char registers[4];
};

static const struct expansion expansions[] = {
	/* quadrant 0 */
	{ 0xffe3, 0x0000, 0, "" },			/* c.addi4spn of 0; all zeros */
	{ 0xe003, 0x0000, 0x00000013, "q20" },		/* c.addi4spn: addi */
	{ 0xe003, 0x2000, 0x00003007, "qp0" },		/* c.fld */
	{ 0xe003, 0x4000, 0x00002003, "qp0" },		/* c.lw */
	{ 0xe003, 0x6000, 0x00003003, "qp0" },		/* c.ld */
	{ 0xe003, 0xa000, 0x00003027, "0pq" },		/* c.fsd */
	{ 0xe003, 0xc000, 0x00002023, "0pq" },		/* c.sw */
	{ 0xe003, 0xe000, 0x00003023, "0pq" },		/* c.sd */
	/* quadrant 1 */
	{ 0xe003, 0x0001, 0x00000013, "dd0" },		/* c.addi, c.nop */
	{ 0xef83, 0x2001, 0, "" },			/* c.addiw to x0 */
	{ 0xe003, 0x2001, 0x0000001b, "dd0" },		/* c.addiw */
	{ 0xe003, 0x4001, 0x00000013, "d00" },		/* c.li: addi */
	{ 0xf07f, 0x6001, 0, "" },			/* c.lui, c.addi16sp of 0 */
	{ 0xef83, 0x6101, 0x00000013, "220" },		/* c.addi16sp: addi */
	{ 0xe003, 0x6001, 0x00000037, "d00" },		/* c.lui */
	{ 0xec03, 0x8001, 0x00005013, "pp0" },		/* c.srli */
	{ 0xec03, 0x8401, 0x40005013, "pp0" },		/* c.srai */
	{ 0xec03, 0x8801, 0x00007013, "pp0" },		/* c.andi */
	{ 0xfc63, 0x8c01, 0x40000033, "ppq" },		/* c.sub */
	{ 0xfc63, 0x8c21, 0x00004033, "ppq" },		/* c.xor */
	{ 0xfc63, 0x8c41, 0x00006033, "ppq" },		/* c.or */
	{ 0xfc63, 0x8c61, 0x00007033, "ppq" },		/* c.and */
	{ 0xfc63, 0x9c01, 0x4000003b, "ppq" },		/* c.subw */
	{ 0xfc63, 0x9c21, 0x0000003b, "ppq" },		/* c.addw */
	{ 0xe003, 0xa001, 0x0000006f, "000" },		/* c.j: jal */
	{ 0xe003, 0xc001, 0x00000063, "0p0" },		/* c.beqz */
	{ 0xe003, 0xe001, 0x00001063, "0p0" },		/* c.bnez */
	/* quadrant 2 */
	{ 0xe003, 0x0002, 0x00001013, "dd0" },		/* c.slli */
	{ 0xe003, 0x2002, 0x00003007, "d20" },		/* c.fldsp */
	{ 0xef83, 0x4002, 0, "" },			/* c.lwsp to x0 */
	{ 0xe003, 0x4002, 0x00002003, "d20" },		/* c.lwsp */
	{ 0xef83, 0x6002, 0, "" },			/* c.ldsp to x0 */
	{ 0xe003, 0x6002, 0x00003003, "d20" },		/* c.ldsp */
	{ 0xffff, 0x8002, 0, "" },			/* c.jr x0 */
	{ 0xf07f, 0x8002, 0x00000067, "0d0" },		/* c.jr: jalr */
	{ 0xf003, 0x8002, 0x00000033, "d0s" },		/* c.mv: add */
	{ 0xffff, 0x9002, 0x00100073, "000" },		/* c.ebreak */
	{ 0xf07f, 0x9002, 0x00000067, "1d0" },		/* c.jalr: jalr */
	{ 0xf003, 0x9002, 0x00000033, "dds" },		/* c.add */
	{ 0xe003, 0xa002, 0x00003027, "02s" },		/* c.fsdsp */
	{ 0xe003, 0xc002, 0x00002023, "02s" },		/* c.swsp */
	{ 0xe003, 0xe002, 0x00003023, "02s" },		/* c.sdsp */
};

static uint32_t expand_register(char letter, uint16_t bits)
{
	switch (letter) {
	case 'd':
		return bits >> 7 & 31;
	case 's':
		return bits >> 2 & 31;
	case 'p':
		return 8 + (bits >> 7 & 7);
	case 'q':
		return 8 + (bits >> 2 & 7);
	default:
		return (uint32_t)(letter - '0');
	}
}

uint32_t tea_compressed_expand(uint16_t bits)
{
	for (size_t i = 0; i < sizeof(expansions) / sizeof(expansions[0]); i++) {
		const struct expansion *row = &expansions[i];

		if ((bits & row->mask) != row->match)
			continue;
		if (!row->base)
			return 0;
		return row->base |
		       expand_register(row->registers[0], bits) << 7 |
		       expand_register(row->registers[1], bits) << 15 |
		       expand_register(row->registers[2], bits) << 20;
	}
	return 0;
}
