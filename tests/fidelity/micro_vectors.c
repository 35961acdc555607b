// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * micro_vectors.c - vector instructions: latency to use, throughput, memory, registers and queue
 *
 * Cycles per instruction, of as many elements as fit; x is LMUL:
 *	latency_*	a chain, each instruction reads the result of the one before
 *	rate_*		the same instruction on all groups of registers in turn, none waits for another
 *	segments, segments_store	loads and stores of segments; x is the number of fields
 *	whole		loads of a whole group of x registers
 *	fault_first	loads that leave vl for the next one
 * Cycles per step of a chain, x is 0:
 *	mask_use	a comparison, and an addition that its mask masks
 *	to_int, to_fp	a move of element 0 to a scalar register and one back
 *	load_use	a load, and a move of element 0 to the next one's address
 *	forward_vectors	store, load it back, store that
 *	forward_scalar	vector store, scalar load, move back
 *	forward_vector	scalar store, vector load of as much, move back
 *	forward_part	the same, but the load is wider
 *	vset_chain	vsetvli of the length that the last one gave
 * Cycles, x is 0:
 *	vset		vsetvli
 *	vsetvl		vsetvl, whose type is in a register, and 32 nops; nops: these alone
 * The series of knee.h:
 *	vec_registers	write one; vec_queue: wait for the load
 */
#include <stddef.h>

#include "knee.h"

#define BODY	96		/* instructions; groups of all sizes come round in it */
#define ROUNDS	40
#define NOPS	32
#define RESULTS	24		/* registers, from v0 on, that are written */
#define SOURCE	24		/* first register that is never written */
#define CHAIN	8		/* and CHAIN + 8: the results of a chain in turn */
#define STATUS_VS_INITIAL (1UL << 9)

/* funct3 of OP-V: integer, floating point and other integer; vector, immediate, scalar */
enum { IVV, FVV, MVV, IVI, IVX, FVF, MVX, CFG };
/* mop, lumop */
enum { UNIT, INDEXED, STRIDED, WHOLE = 8, FAULT_FIRST = 16 };
#define OP_V		0x57
#define UNMASKED	(1U << 25)
#define AGNOSTIC	0xc0		/* tails and masked-off elements */
#define TYPE		(AGNOSTIC | 2 << 3)	/* SEW 32, LMUL 1 */

#define COUNT(array)	(sizeof(array) / sizeof((array)[0]))

/* LMULs that are measured, a bit each. */
#define ALL	(1U << 1 | 1U << 2 | 1U << 4 | 1U << 8)

struct unit {
	const char *latency, *rate;	/* NULL: not measured */
	uint32_t (*make)(int vd, int vs);
	unsigned int bits;		/* SEW */
	unsigned int latency_lmuls, rate_lmuls;
};

/* Unmasked. */
static uint32_t op_v(uint32_t funct3, uint32_t funct6, int vd, int vs2, int vs1)
{
	return op_r(OP_V, funct3, funct6 << 1 | 1, vd, vs1, vs2);
}

/* @mode: lumop, rs2 or vs2; elements, or indices, of @bits. */
static uint32_t op_vmemory(uint32_t opcode, int fields, uint32_t mop, uint32_t bits, int vd,
			   int rs1, int mode)
{
	static const uint8_t widths[] = { [1] = 0, [2] = 5, [4] = 6, [8] = 7 };	/* by bytes */
	uint32_t upper = (uint32_t)(fields - 1) << 4 | mop << 1 | 1;

	return op_r(opcode, widths[bits / 8], upper, vd, rs1, mode);
}

static uint32_t op_vload(int fields, uint32_t mop, uint32_t bits, int vd, int rs1, int mode)
{
	return op_vmemory(0x07, fields, mop, bits, vd, rs1, mode);
}

static uint32_t op_vstore(int fields, uint32_t mop, uint32_t bits, int vs3, int rs1, int mode)
{
	return op_vmemory(0x27, fields, mop, bits, vs3, rs1, mode);
}

static uint32_t make_int(int vd, int vs) { return op_v(IVV, 0x00, vd, vs, SOURCE); }
static uint32_t make_mul(int vd, int vs) { return op_v(MVV, 0x25, vd, vs, SOURCE); }
static uint32_t make_div(int vd, int vs) { return op_v(MVV, 0x20, vd, vs, SOURCE); }
static uint32_t make_fadd(int vd, int vs) { return op_v(FVV, 0x00, vd, vs, SOURCE); }
static uint32_t make_fma(int vd, int vs) { return op_v(FVV, 0x2c, vd, vs, SOURCE); }
static uint32_t make_convert(int vd, int vs) { return op_v(FVV, 0x12, vd, vs, 0); }
static uint32_t make_fdiv(int vd, int vs) { return op_v(FVV, 0x20, vd, vs, SOURCE); }
static uint32_t make_fsqrt(int vd, int vs) { return op_v(FVV, 0x13, vd, vs, 0); }
/* The chain of reductions is through the added element. */
static uint32_t make_redsum(int vd, int vs) { return op_v(MVV, 0x00, vd, SOURCE, vs); }
static uint32_t make_fredusum(int vd, int vs) { return op_v(FVV, 0x01, vd, SOURCE, vs); }
static uint32_t make_fredosum(int vd, int vs) { return op_v(FVV, 0x03, vd, SOURCE, vs); }
static uint32_t make_slide(int vd, int vs) { return op_v(IVI, 0x0f, vd, vs, 1); }
static uint32_t make_gather(int vd, int vs) { return op_v(IVV, 0x0c, vd, vs, SOURCE); }
static uint32_t make_compress(int vd, int vs) { return op_v(MVV, 0x17, vd, vs, SOURCE); }
static uint32_t make_mask(int vd, int vs) { return op_v(MVV, 0x19, vd, vs, SOURCE); }

static const struct unit units[] = {
	{ "latency_int", "rate_int", make_int, 32, ALL, ALL },
	{ "latency_mul", "rate_mul", make_mul, 32, 1U << 1, 1U << 1 },
	{ "latency_fadd", "rate_fadd", make_fadd, 32, 1U << 1, 1U << 1 },
	{ "latency_fma", "rate_fma", make_fma, 32, ALL, ALL },
	{ "latency_convert", "rate_convert", make_convert, 32, 1U << 1, 1U << 1 },
	{ NULL, "rate_div", make_div, 32, 0, 1U << 1 },
	{ "latency_fdiv", "rate_fdiv", make_fdiv, 64, 1U << 1, 1U << 1 | 1U << 2 },
	{ NULL, "rate_fsqrt", make_fsqrt, 64, 0, 1U << 1 },
	{ "latency_redsum", "rate_redsum", make_redsum, 32, ALL, 1U << 8 },
	{ "latency_fredusum", NULL, make_fredusum, 64, ALL, 0 },
	{ "latency_fredosum", "rate_fredosum", make_fredosum, 64, ALL, 1U << 1 },
	{ "latency_slide", "rate_slide", make_slide, 32, ALL, ALL },
	{ "latency_gather", "rate_gather", make_gather, 32, ALL, ALL },
	{ "latency_compress", "rate_compress", make_compress, 32, 1U << 1, 1U << 2 },
	{ "latency_mask", "rate_mask", make_mask, 32, 1U << 1, 1U << 1 },
};

static uint32_t make_load(int vd) { return op_vload(1, UNIT, 32, vd, A1, 0); }
static uint32_t make_store(int vd) { return op_vstore(1, UNIT, 32, vd, A1, 0); }
static uint32_t make_strided(int vd) { return op_vload(1, STRIDED, 64, vd, A1, A5); }
static uint32_t make_strided_store(int vd) { return op_vstore(1, STRIDED, 64, vd, A1, A5); }
static uint32_t make_indexed(int vd) { return op_vload(1, INDEXED, 64, vd, A1, SOURCE); }
static uint32_t make_indexed_store(int vd) { return op_vstore(1, INDEXED, 64, vd, A1, SOURCE); }
static uint32_t make_segments2(int vd) { return op_vload(2, UNIT, 64, vd, A1, 0); }
static uint32_t make_segments4(int vd) { return op_vload(4, UNIT, 64, vd, A1, 0); }
static uint32_t make_segments8(int vd) { return op_vload(8, UNIT, 64, vd, A1, 0); }
static uint32_t make_segments_store(int vd) { return op_vstore(4, UNIT, 64, vd, A1, 0); }
static uint32_t make_whole(int vd) { return op_vload(8, UNIT, 64, vd, A1, WHOLE); }
static uint32_t make_fault_first(int vd) { return op_vload(1, UNIT, 64, vd, A1, FAULT_FIRST); }

static const struct memory {
	const char *name;
	uint32_t (*make)(int vd);
	unsigned int bits;		/* SEW */
	unsigned int lmuls;
	unsigned int fields;		/* of a segment, or registers of a whole group */
} memories[] = {
	{ "rate_load", make_load, 32, ALL, 1 },
	{ "rate_store", make_store, 32, ALL, 1 },
	{ "rate_strided", make_strided, 64, 1U << 1, 1 },
	{ "rate_strided_store", make_strided_store, 64, 1U << 1, 1 },
	{ "rate_indexed", make_indexed, 64, 1U << 1, 1 },
	{ "rate_indexed_store", make_indexed_store, 64, 1U << 1, 1 },
	{ "segments", make_segments2, 64, 1U << 1, 2 },
	{ "segments", make_segments4, 64, 1U << 1, 4 },
	{ "segments", make_segments8, 64, 1U << 1, 8 },
	{ "segments_store", make_segments_store, 64, 1U << 1, 4 },
	{ "whole", make_whole, 64, 1U << 1, 8 },
	{ "fault_first", make_fault_first, 64, 1U << 1, 1 },
};

static int log2_exact(unsigned int power)
{
	int log2 = 0;

	while (power >> log2 > 1)
		log2++;
	return log2;
}

/* Thousandths of a cycle per round of the body. */
static uint64_t body_end(uint64_t rounds)
{
	struct micro_state state = { .A1 = HEAP, .A2 = HEAP, .A4 = 1, .A5 = 72, .A6 = TYPE };

	*(uint64_t *)HEAP = HEAP;
	code_end();
	return code_cycles(rounds, &state);
}

/* Sets the type of all bodies from here on. @length is a register: ZERO is the longest. */
static void set_type(unsigned int bits, unsigned int lmul, int length)
{
	code_begin();
	emit(op_i(OP_V, CFG, T1, length, AGNOSTIC | log2_exact(bits / 8) << 3 | log2_exact(lmul)));
	body_end(1);
}

static void measure_latency(const struct unit *unit, unsigned int lmul)
{
	set_type(unit->bits, lmul, ZERO);
	code_begin();
	for (int i = 0; i < BODY; i++)
		emit(unit->make(i % 2 ? CHAIN : CHAIN + 8, i % 2 ? CHAIN + 8 : CHAIN));
	report(unit->latency, lmul, body_end(ROUNDS) / BODY);
}

static void measure_rate(const struct unit *unit, unsigned int lmul)
{
	set_type(unit->bits, lmul, ZERO);
	code_begin();
	for (int i = 0; i < BODY; i++)
		emit(unit->make(i * (int)lmul % RESULTS, SOURCE));
	report(unit->rate, lmul, body_end(ROUNDS) / BODY);
}

static void measure_memory(const struct memory *memory, unsigned int lmul)
{
	set_type(memory->bits, lmul, ZERO);
	code_begin();
	for (int i = 0; i < BODY; i++)
		emit(memory->make(i * (int)(lmul * memory->fields) % RESULTS));
	report(memory->name, lmul * memory->fields, body_end(ROUNDS) / BODY);
}

/* vmv.x.s @rd, @vs2; vmv.s.x @vd, @rs1 */
static uint32_t to_scalar(int rd, int vs2) { return op_v(MVV, 0x10, rd, vs2, 0); }
static uint32_t from_scalar(int vd, int rs1) { return op_v(MVX, 0x10, vd, 0, rs1); }

static void make_mask_use(void)
{
	emit(op_v(IVV, 0x18, 0, CHAIN, SOURCE));		/* vmseq.vv v0, .. */
	emit(make_int(CHAIN, CHAIN) & ~UNMASKED);
}

static void make_to_int(void)
{
	emit(to_scalar(A3, CHAIN));
	emit(from_scalar(CHAIN, A3));
}

static void make_to_fp(void)
{
	emit(op_v(FVV, 0x10, 1, CHAIN, 0));			/* vfmv.f.s f1, .. */
	emit(op_v(FVF, 0x10, CHAIN, 0, 1));			/* vfmv.s.f .., f1 */
}

static void make_load_use(void)
{
	emit(op_vload(1, UNIT, 64, CHAIN, A1, 0));
	emit(to_scalar(A1, CHAIN));
}

static void make_forward_vectors(void)
{
	emit(op_vstore(1, UNIT, 64, CHAIN, A2, 0));
	emit(op_vload(1, UNIT, 64, CHAIN, A2, 0));
}

static void make_forward_scalar(void)
{
	emit(op_vstore(1, UNIT, 64, CHAIN, A2, 0));
	emit(LD(A3, A2, 0));
	emit(from_scalar(CHAIN, A3));
}

static void make_forward_vector(void)
{
	emit(SD(A3, A2, 0));
	emit(op_vload(1, UNIT, 64, CHAIN, A2, 0));
	emit(to_scalar(A3, CHAIN));
}

static void make_vset(void)
{
	emit(op_i(OP_V, CFG, T2, ZERO, TYPE));
}

static void make_vset_chain(void)
{
	emit(op_i(OP_V, CFG, T0, T0, TYPE));
}

static void make_nops(void)
{
	for (int i = 0; i < NOPS; i++)
		emit(NOP);
}

static void make_vsetvl(void)
{
	emit(op_r(OP_V, CFG, 0x40, T2, ZERO, A6));
	make_nops();
}

static const struct sequence {
	const char *name;
	void (*make)(void);
	unsigned int count;	/* in a round */
	int length;		/* register: ZERO is as long as can be, A4 1 */
} sequences[] = {
	{ "mask_use", make_mask_use, BODY / 2, ZERO },
	{ "to_int", make_to_int, BODY / 2, ZERO },
	{ "to_fp", make_to_fp, BODY / 2, ZERO },
	{ "load_use", make_load_use, BODY / 2, ZERO },
	{ "forward_vectors", make_forward_vectors, BODY / 2, ZERO },
	{ "forward_scalar", make_forward_scalar, BODY / 3, ZERO },
	{ "forward_vector", make_forward_vector, BODY / 3, A4 },
	{ "forward_part", make_forward_vector, BODY / 3, ZERO },
	{ "vset", make_vset, BODY, ZERO },
	{ "vset_chain", make_vset_chain, BODY, ZERO },
	{ "vsetvl", make_vsetvl, BODY / 4, ZERO },
	{ "nops", make_nops, BODY / 4, ZERO },
};

static void measure_sequence(const struct sequence *sequence)
{
	set_type(64, 1, sequence->length);
	code_begin();
	for (unsigned int i = 0; i < sequence->count; i++)
		sequence->make();
	report(sequence->name, 0, body_end(ROUNDS) / sequence->count);
}

static uint32_t fill_register(int miss)
{
	(void)miss;
	return op_v(IVI, 0x17, CHAIN, 0, 0);			/* vmv.v.i */
}

/* V1 and V2 have the results of the misses. */
static uint32_t fill_queue(int miss) { return to_scalar(ZERO, miss - A1 + 1); }
static void prepare_queue(int miss) { emit(from_scalar(miss - A1 + 1, miss)); }

static const struct filler fillers[] = {
	{ "vec_registers", fill_register, NULL, 4, 140, 8 },
	{ "vec_queue", fill_queue, prepare_queue, 8, 80, 4 },
};

void micro_main(void)
{
	csr_set(mstatus, STATUS_VS_INITIAL);
	for (unsigned int lmul = 1; lmul <= 8; lmul *= 2) {
		for (unsigned int i = 0; i < COUNT(units); i++) {
			if (units[i].latency_lmuls >> lmul & 1)
				measure_latency(&units[i], lmul);
			if (units[i].rate_lmuls >> lmul & 1)
				measure_rate(&units[i], lmul);
		}
		for (unsigned int i = 0; i < COUNT(memories); i++)
			if (memories[i].lmuls >> lmul & 1)
				measure_memory(&memories[i], lmul);
	}
	for (unsigned int i = 0; i < COUNT(sequences); i++)
		measure_sequence(&sequences[i]);
	knees_measure(fillers, COUNT(fillers));
}
