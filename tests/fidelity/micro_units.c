// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * micro_units.c - execution units: latency to use and throughput of each class, issue widths
 *
 * Latency: a chain, each instruction reads the result of the one before. Throughput: the same
 * instruction on 16 registers in turn, none waits for another; for a unit that is not pipelined,
 * the cycles by which they follow each other are its occupancy. x is 0.
 */
#include <stddef.h>

#include "micro.h"

#define BODY	512		/* instructions */
#define LONG	((1UL << 63) - 1)
#define ROUNDS	20
#define FIRST	16		/* register */
#define CHAINS	16		/* as many as hide the latency of two units */

struct unit {
	const char *latency, *throughput;
	uint32_t (*make)(int rd, int rs);
};

static uint32_t make_add(int rd, int rs) { return ADD(rd, rs, ZERO); }
static uint32_t make_mul(int rd, int rs) { return MUL(rd, rs, rs); }
static uint32_t make_div(int rd, int rs) { return DIV(rd, rs, rs); }
static uint32_t make_divw(int rd, int rs) { return op_r(0x3b, 4, 1, rd, rs, rs); }
static uint32_t make_fadd(int rd, int rs) { return op_r(0x53, 7, 0x01, rd, rs, rs); }
static uint32_t make_fmul(int rd, int rs) { return op_r(0x53, 7, 0x09, rd, rs, rs); }
static uint32_t make_fsgnj(int rd, int rs) { return FSGNJ_D(rd, rs); }
static uint32_t make_fdiv(int rd, int rs) { return op_r(0x53, 7, 0x0d, rd, rs, rs); }
static uint32_t make_fdiv_s(int rd, int rs) { return op_r(0x53, 7, 0x0c, rd, rs, rs); }
static uint32_t make_fsqrt(int rd, int rs) { return op_r(0x53, 7, 0x2d, rd, rs, 0); }
static uint32_t make_fsqrt_s(int rd, int rs) { return op_r(0x53, 7, 0x2c, rd, rs, 0); }

/* fmadd.d rd, rs, rs, rs */
static uint32_t make_fma(int rd, int rs)
{
	return op_r(0x43, 7, (uint32_t)rs << 2 | 1, rd, rs, rs);
}

static const struct unit units[] = {
	{ "latency_add", "throughput_add", make_add },
	{ "latency_mul", "throughput_mul", make_mul },
	{ "latency_div", "throughput_div", make_div },
	{ "latency_divw", "throughput_divw", make_divw },
	{ "latency_fadd", "throughput_fadd", make_fadd },
	{ "latency_fmul", "throughput_fmul", make_fmul },
	{ "latency_fma", "throughput_fma", make_fma },
	{ "latency_fsgnj", "throughput_fsgnj", make_fsgnj },
	{ "latency_fdiv", "throughput_fdiv", make_fdiv },
	{ "latency_fdiv_s", "throughput_fdiv_s", make_fdiv_s },
	{ "latency_fsqrt", "throughput_fsqrt", make_fsqrt },
	{ "latency_fsqrt_s", "throughput_fsqrt_s", make_fsqrt_s },
};

/* @make_body emits instruction number @i of the body. */
static void measure(const char *name, void (*make_body)(const struct unit *unit, int i),
		    const struct unit *unit)
{
	struct micro_state state = {
		.A1 = HEAP, .A2 = LONG, .A3 = 3, .A6 = 1, .A7 = 1, .S2 = 1, .S3 = 1, .S4 = 1,
		.S5 = 1, .S6 = 1, .S7 = 1, .S8 = 1, .S9 = 1, .S10 = 1, .S11 = 1, .T0 = 1, .T3 = 1,
		.T4 = 1, .T5 = 1, .T6 = 1,
	};

	code_begin();
	for (int i = 0; i < BODY; i++)
		make_body(unit, i);
	code_end();
	report(name, 0, code_cycles(ROUNDS, &state) / BODY);
}

static void body_chain(const struct unit *unit, int i)
{
	(void)i;
	emit(unit->make(T0, T0));
}

/* Registers 16..31 are A6, A7, S2..S11 and T3..T6, or F16..F31. */
static void body_parallel(const struct unit *unit, int i)
{
	emit(unit->make(FIRST + i % CHAINS, FIRST + i % CHAINS));
}

static void body_nop(const struct unit *unit, int i)
{
	(void)unit, (void)i;
	emit(NOP);
}

static void body_load(const struct unit *unit, int i)
{
	(void)unit;
	emit(LD(FIRST + i % CHAINS, A1, 8 * (i % 32)));
}

static void body_store(const struct unit *unit, int i)
{
	(void)unit;
	emit(SD(ZERO, A1, 8 * (i % 32)));
}

static void body_fadds_store(const struct unit *unit, int i)
{
	(void)unit;
	if (i % 4 == 3)
		emit(FSD(0, A1, 8 * (i % 32)));
	else
		emit(make_fadd(FIRST + i % CHAINS, FIRST + i % CHAINS));
}

/* Divide A2 by A3, make a 0 of the quotient, add it to A3: four instructions. */
static void body_div_long(const struct unit *unit, int i)
{
	const uint32_t group[] = {
		DIV(T0, A2, A3), AND(T0, T0, ZERO), ADD(T0, T0, ZERO), ADD(A3, A3, T0),
	};

	(void)unit;
	emit(group[i % 4]);
}

static void body_divs_long(const struct unit *unit, int i)
{
	(void)unit, (void)i;
	emit(DIV(T0, A2, A3));
}

/* To floating point and back: two conversions. */
static void body_convert(const struct unit *unit, int i)
{
	(void)unit;
	emit(i % 2 ? op_r(0x53, 7, 0x61, T0, 0, 2) : op_r(0x53, 7, 0x69, 0, T0, 2));
}

void micro_main(void)
{
	for (unsigned int i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		measure(units[i].latency, body_chain, &units[i]);
		measure(units[i].throughput, body_parallel, &units[i]);
	}
	measure("latency_convert", body_convert, NULL);
	measure("latency_div_long", body_div_long, NULL);
	measure("throughput_div_long", body_divs_long, NULL);
	measure("fadds_store", body_fadds_store, NULL);
	measure("width_nop", body_nop, NULL);
	measure("width_load", body_load, NULL);
	measure("width_store", body_store, NULL);
}
