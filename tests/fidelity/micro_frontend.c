// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * micro_frontend.c - jumps, mispredicts and instruction misses
 *
 *	jump		x jumps in a row, 8 bytes apart: cycles per jump
 *	mispredict	cycles from one mispredicted jump to the next
 *	line		x bytes of code without a jump: cycles per 64-byte line
 */
#include "micro.h"

#define COPIES	32		/* even */

static void measure_jumps(uint64_t count)
{
	struct micro_state state = { .A1 = 0 };

	code_begin();
	for (uint64_t i = 0; i < count; i++) {
		emit(op_jal(ZERO, 8));
		emit(NOP);
	}
	code_end();
	report("jump", count, code_cycles(10240 / count, &state) / count);
}

/*
 * An indirect jump goes to one of two places by turns, where its last target is
 * always wrong. Each copy is a fetch block; its jump's target is known long
 * before, since it is as far from the one before as the copies are.
 *
 *	nop				or to here
 *	addi	next, now, 16		from the copy before to here
 *	nop
 *	jr	now
 */
static void measure_mispredict(void)
{
	struct micro_state state = { .A2 = 4 };

	code_begin();
	while (code_here() % 16)
		emit(NOP);
	emit(XOR(A1, A1, A2));
	emit(op_r(0x17, 0, 0, A3, 0, 0));		/* auipc a3, 0 */
	emit(ADDI(A3, A3, 12 + 16));
	emit(ADD(A3, A3, A1));				/* where the first copy goes to */
	for (int i = 0; i < COPIES; i++) {
		int now = i % 2 ? A4 : A3, next = i % 2 ? A3 : A4;

		emit(NOP);
		emit(ADDI(next, now, 16));
		emit(NOP);
		emit(JR(now));
	}
	emit(NOP);
	code_end();
	report("mispredict", 0, code_cycles(500, &state) / COPIES);
}

static void measure_line(uint64_t bytes)
{
	struct micro_state state = { .A1 = 0 };

	code_begin();
	while (code_here() % LINE)
		emit(NOP);
	for (uint64_t i = 0; i < bytes / 4; i++)
		emit(NOP);
	code_end();
	report("line", bytes, code_cycles(16, &state) * LINE / bytes);
}

void micro_main(void)
{
	measure_jumps(4);
	for (uint64_t count = 128; count <= 1024; count *= 2)
		measure_jumps(count);
	measure_mispredict();
	for (uint64_t bytes = 8192; bytes <= 262144; bytes *= 2)
		measure_line(bytes);
}
