// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * micro1.c - execution units, widths, front end, load-store unit
 *
 * x is the number in a round of the things in the name.
 */
#include "emitter.h"

#define BODY 256

static uint32_t make_add(int rd, int rs) { return ADD(rd, rs, ZERO); }
static uint32_t make_mul(int rd, int rs) { return MUL(rd, rs, rs); }
static uint32_t make_div(int rd, int rs) { return DIV(rd, rs, rs); }
static uint32_t make_divw(int rd, int rs) { return op_r(0x3b, 4, 1, rd, rs, rs); }
static uint32_t make_fadd(int rd, int rs) { return op_r(0x53, 7, 0x01, rd, rs, rs); }

/* fmadd.d rd, rs, rs, rs */
static uint32_t make_fma(int rd, int rs)
{
	return op_r(0x43, 7, (uint32_t)rs << 2 | 1, rd, rs, rs);
}

static uint32_t make_fsgnj(int rd, int rs) { return FSGNJ_D(rd, rs); }
static uint32_t make_fdiv(int rd, int rs) { return op_r(0x53, 7, 0x0d, rd, rs, rs); }
static uint32_t make_fdiv_s(int rd, int rs) { return op_r(0x53, 7, 0x0c, rd, rs, rs); }
static uint32_t make_fsqrt(int rd, int rs) { return op_r(0x53, 7, 0x2d, rd, rs, 0); }

static const struct unit {
	const char *latency, *throughput;
	uint32_t (*make)(int rd, int rs);
	int body;
} units[] = {
	{ "latency_add", "throughput_add", make_add, BODY },
	{ "latency_mul", "throughput_mul", make_mul, BODY },
	{ "latency_fadd", "throughput_fadd", make_fadd, BODY },
	{ "latency_fma", "throughput_fma", make_fma, BODY },
	{ "latency_fsgnj", "throughput_fsgnj", make_fsgnj, BODY },
	{ "latency_div_small", "throughput_div_small", make_div, 32 },
	{ "latency_divw_small", "throughput_divw_small", make_divw, 32 },
	{ "latency_fdiv", "throughput_fdiv", make_fdiv, 32 },
	{ "latency_fdiv_s", "throughput_fdiv_s", make_fdiv_s, 32 },
	{ "latency_fsqrt", "throughput_fsqrt", make_fsqrt, 32 },
};

static struct micro_state st;

static void begin(void)
{
	st = (struct micro_state){ .A1 = HEAP, .A2 = HEAP + 64, .A4 = 1, .A7 = 7, .T2 = 1, .T0 = 5,
				   .S5 = 0x7fffffffffffffff, .S6 = 3 };
	code_begin();
}

/* Before begin(): 1.5 in all F registers; a divide's operands are not special then. */
static void fp_begin(void)
{
	asm volatile("li t0, 0x3ff8000000000000\n"
		     ".irp n, 0,1,2,3,4,5,6,7,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,"
		     "27,28,29,30,31\n fmv.d.x f\\n, t0\n .endr" : : : "t0");
}

/* Chains, each instruction reads the result of the one before; then eight registers in turn. */
PART void latencies(void)
{
	for (unsigned int k = 0; k < sizeof(units) / sizeof(units[0]); k++) {
		const struct unit *u = &units[k];

		fp_begin();
		begin();
		for (int i = 0; i < u->body; i++)
			emit(u->make(T0, T0));
		code_end();
		code_measure(u->latency, u->body, 4, &st);
		fp_begin();
		begin();
		for (int i = 0; i < u->body; i++)
			emit(u->make(24 + i % 8, 24 + i % 8));
		code_end();
		code_measure(u->throughput, u->body, 4, &st);
	}
}

/* Divides of 63 bits, free of each other and in a chain; conversions to and fro. */
PART void long_divides(void)
{
	begin();
	for (int i = 0; i < 32; i++) {
		emit(DIV(T1, S5, S6));
		emit(ADD(S6, T1, ZERO));
		emit(ADDI(S6, ZERO, 3));
	}
	code_end();
	code_measure("throughput_div_large", 32, 4, &st);
	begin();
	for (int i = 0; i < 32; i++) {
		emit(DIV(T1, S5, S6));
		emit(AND(T1, T1, ZERO));
		emit(ADD(S6, S6, T1));
	}
	code_end();
	code_measure("latency_div_large+2", 32, 4, &st);
	begin();
	for (int i = 0; i < BODY; i++)
		emit(i % 2 ? op_r(0x53, 7, 0x61, T0, 0, 2) : op_r(0x53, 7, 0x69, 0, T0, 2));
	code_end();
	code_measure("latency_convert", BODY, 4, &st);
}

/* Throughput of independent operations. */
PART void widths(void)
{
	begin();
	for (int i = 0; i < BODY; i++)
		emit(NOP);
	code_end();
	code_measure("width_nop", BODY, 8, &st);
	begin();
	for (int i = 0; i < BODY; i++)
		emit(i % 2 ? ADDI(24 + i % 8, 24 + i % 8, 1) : NOP);
	code_end();
	code_measure("width_addi_nop", BODY, 8, &st);
	begin();
	for (int i = 0; i < BODY; i++)
		emit(LD(24 + i % 8, A1, 8 * (i % 32)));
	code_end();
	code_measure("width_load", BODY, 8, &st);
	begin();
	for (int i = 0; i < BODY; i++)
		emit(SD(ZERO, A1, 8 * (i % 32)));
	code_end();
	code_measure("width_store", BODY, 8, &st);
	begin();
	for (int i = 0; i < BODY; i++)
		emit(i % 2 ? SD(ZERO, A1, 8 * (i % 32)) : LD(24 + i % 8, A2, 8 * (i % 32) + 512));
	code_end();
	code_measure("width_load_store", BODY, 8, &st);
	begin();
	for (int i = 0; i < BODY; i++)
		emit(i % 4 ? ADDI(24 + i % 8, 24 + i % 8, 1) : LD(T0, A1, 8 * (i % 32)));
	code_end();
	code_measure("width_load_3add", BODY, 8, &st);
}

/* Loads that hit, and their dependents. */
PART void loads(void)
{
	*(uint64_t *)HEAP = HEAP;
	begin();
	for (int i = 0; i < 128; i++)
		emit(LD(A1, A1, 0));
	code_end();
	code_measure("load_use_l1", 128, 4, &st);
	begin();
	for (int i = 0; i < 64; i++) {
		emit(LD(A1, A1, 0));
		emit(ADD(A1, A1, ZERO));
	}
	code_end();
	code_measure("load_add_l1", 64, 4, &st);
	begin();
	for (int i = 0; i < 64; i++) {
		emit(FLD(0, A1, 0));
		emit(op_r(0x53, 7, 0x01, 1, 0, 1));
	}
	code_end();
	code_measure("fload_fadd", 64, 4, &st);
}

PART void lcg_begin(void)
{
	begin();
	st.S2 = 0xdeadbeefcafe1;
	st.S3 = 6364136223846793005ull;
	st.S4 = 1442695040888963407ull;
}

/* The next number of a linear congruential generator into S2, one bit of it into T0. */
PART void emit_lcg(void)
{
	emit(MUL(S2, S2, S3));
	emit(ADD(S2, S2, S4));
	emit(SRLI(T0, S2, 60));
	emit(ANDI(T0, T0, 1));
}

/* Random bits: alone, with a branch on each, with one over a single instruction. */
PART void random_branches(void)
{
	lcg_begin();
	for (int i = 0; i < 8; i++)
		emit_lcg();
	code_end();
	code_measure("lcg_only", 8, 100, &st);
	lcg_begin();
	for (int i = 0; i < 8; i++) {
		emit_lcg();
		emit(BEQ(T0, ZERO, 24));
		for (int j = 0; j < 5; j++)
			emit(ADDI(T1, T1, 1));
	}
	code_end();
	code_measure("lcg_branch", 8, 100, &st);
	lcg_begin();
	for (int i = 0; i < 8; i++) {
		emit_lcg();
		emit(BEQ(T0, ZERO, 8));
		emit(ADDI(T1, T1, 1));
	}
	code_end();
	code_measure("lcg_short_branch", 8, 100, &st);
}

/* Straight code within the L1 and beyond; x in lines. */
PART void code_lines(void)
{
	for (uint64_t bytes = 8192; bytes <= 65536; bytes *= 8) {
		begin();
		for (int i = 0; i < (int)(bytes / 4); i++)
			emit(NOP);
		code_end();
		code_measure("code_line", bytes / 64, 2, &st);
	}
}

/* Serialising instructions, with 32 instructions between: fsflags, frflags, a fence, an amoadd. */
PART void serialising(void)
{
	begin();
	for (int i = 0; i < 16; i++)
		for (int j = 0; j < 32; j++)
			emit(NOP);
	code_end();
	code_measure("nops32", 16, 8, &st);
	begin();
	for (int i = 0; i < 16; i++) {
		emit(FSFLAGS(ZERO));
		for (int j = 0; j < 32; j++)
			emit(NOP);
	}
	code_end();
	code_measure("fsflags", 16, 8, &st);
	begin();
	for (int i = 0; i < 16; i++) {
		emit(op_i(0x73, 2, A3, ZERO, 1));
		for (int j = 0; j < 32; j++)
			emit(NOP);
	}
	code_end();
	code_measure("frflags", 16, 8, &st);
	begin();
	for (int i = 0; i < 16; i++) {
		emit(FENCE);
		for (int j = 0; j < 32; j++)
			emit(NOP);
	}
	code_end();
	code_measure("fence", 16, 8, &st);
	begin();
	for (int i = 0; i < 16; i++) {
		emit(op_r(0x2f, 3, 0, ZERO, A1, A4));
		for (int j = 0; j < 32; j++)
			emit(NOP);
	}
	code_end();
	code_measure("amo", 16, 8, &st);
}

void bench_main(void)
{
	latencies();
	long_divides();
	widths();
	loads();
	/* Jumps 8 and 16 bytes apart; the latter is one in each fetch block. */
	for (int count = 4; count <= 256; count *= 4) {
		begin();
		for (int i = 0; i < count; i++) {
			emit(op_jal(ZERO, 8));
			emit(NOP);
		}
		code_end();
		code_measure("jump8", count, 512 / count, &st);
	}
	for (int count = 1024; count <= 1024; count *= 4) {
		begin();
		for (int i = 0; i < count; i++) {
			emit(op_jal(ZERO, 8));
			emit(NOP);
		}
		code_end();
		code_measure("jump8", count, 2, &st);
	}
	for (int count = 4; count <= 256; count *= 4) {
		begin();
		for (int i = 0; i < count; i++) {
			emit(op_jal(ZERO, 16));
			emit(NOP);
			emit(NOP);
			emit(NOP);
		}
		code_end();
		code_measure("jump16", count, 512 / count, &st);
	}
	/* Loops of x instructions, and branches that are never or always taken. */
	for (int count = 0; count <= 12; count += 2) {
		begin();
		for (int i = 0; i < count; i++)
			emit(ADDI(24 + i % 8, 24 + i % 8, 1));
		code_end();
		code_measure("loop", count + 3, 64, &st);
	}
	begin();
	for (int i = 0; i < 128; i++) {
		emit(BNE(ZERO, ZERO, 8));
		emit(ADDI(T0, T0, 1));
	}
	code_end();
	code_measure("branch_not_taken", 128, 4, &st);
	begin();
	for (int i = 0; i < 128; i++) {
		emit(BEQ(ZERO, ZERO, 8));
		emit(ADDI(T0, T0, 1));
	}
	code_end();
	code_measure("branch_taken8", 128, 4, &st);
	begin();
	for (int i = 0; i < 128; i++) {
		emit(BEQ(ZERO, ZERO, 16));
		emit(NOP);
		emit(NOP);
		emit(NOP);
	}
	code_end();
	code_measure("branch_taken16", 128, 4, &st);
	random_branches();
	/* Indirect jumps with another target each time. */
	begin();
	st.A2 = 4;
	st.A1 = 0;
	while (code_here() % 16)
		emit(NOP);
	emit(XOR(A1, A1, A2));
	emit(op_r(0x17, 0, 0, A3, 0, 0));	/* auipc */
	emit(ADDI(A3, A3, 12 + 16));
	emit(ADD(A3, A3, A1));
	for (int i = 0; i < 32; i++) {
		int now = i % 2 ? A4 : A3, next = i % 2 ? A3 : A4;

		emit(NOP);
		emit(ADDI(next, now, 16));
		emit(NOP);
		emit(JR(now));
	}
	emit(NOP);
	code_end();
	code_measure("mispredict_indirect", 32, 60, &st);
	code_lines();
	/* Loads behind stores: of the same data, of more, and before the address is known. */
	begin();
	for (int i = 0; i < 32; i++) {
		emit(SD(A3, A1, 0));
		emit(LD(A3, A1, 0));
	}
	code_end();
	code_measure("forward", 32, 20, &st);
	begin();
	for (int i = 0; i < 32; i++) {
		emit(SW(A3, A1, 0));
		emit(LD(A3, A1, 0));
	}
	code_end();
	code_measure("forward_part", 32, 20, &st);
	begin();
	for (int i = 0; i < 16; i++) {
		emit(DIV(T0, T1, T2));
		emit(ADD(T0, T0, A1));
		emit(SD(ZERO, T0, 0));
		emit(LD(T1, A2, 0));
	}
	code_end();
	code_measure("order_kept", 16, 20, &st);
	begin();
	for (int i = 0; i < 16; i++) {
		emit(DIV(T0, T1, T2));
		emit(ADD(T0, T0, A1));
		emit(SD(ZERO, T0, 0));
		emit(LD(T1, A1, 0));
	}
	code_end();
	code_measure("order_violated", 16, 20, &st);
	serialising();
}
