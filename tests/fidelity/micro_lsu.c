// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * micro_lsu.c - store to load, memory order, and instructions that flush the pipeline
 *
 * Cycles per step, x is 0:
 *	forward		store, load it back, store that: a chain through the store queue
 *	forward_part	the same, but the load is wider than the store
 *	order_kept	a store whose address comes late, then a load from elsewhere
 *	order_violated	the same, from the same place: the load has read too early
 *	unaligned_load	a load of 8 bytes from within a line, at an odd address
 *	cross_load, cross_store	of 8 bytes, half of them in the next line
 *	fsflags, frflags, fence, amo	one of it and 32 nops; nops: these alone
 */
#include "micro.h"

#define COPIES	32
#define NOPS	32

static void measure(const char *name, void (*make)(void))
{
	struct micro_state state = { .A1 = HEAP, .A2 = HEAP + 64, .A4 = 1, .A7 = 7, .T2 = 1 };

	code_begin();
	for (int i = 0; i < COPIES; i++)
		make();
	code_end();
	report(name, 0, code_cycles(200, &state) / COPIES);
}

static void make_forward(void)
{
	emit(SD(A3, A1, 0));
	emit(LD(A3, A1, 0));
}

static void make_forward_part(void)
{
	emit(SW(A3, A1, 0));
	emit(LD(A3, A1, 0));
}

/*
 * The store's address waits for a divide that waits for the last step's load, which
 * is to the word that @base and 0 give.
 */
static void make_order(int base)
{
	emit(DIV(T0, T1, T2));
	emit(ADD(T0, T0, A1));
	emit(SD(ZERO, T0, 0));
	emit(LD(T1, base, 0));
}

static void make_order_kept(void) { make_order(A2); }
static void make_order_violated(void) { make_order(A1); }

static void make_unaligned_load(void)
{
	emit(LD(A3, A1, 5));
}

static void make_cross_load(void)
{
	emit(LD(A3, A1, 60));
}

static void make_cross_store(void)
{
	emit(SD(ZERO, A1, 60));
}

static void make_nops(void)
{
	for (int i = 0; i < NOPS; i++)
		emit(NOP);
}

static void make_fsflags(void)
{
	emit(FSFLAGS(ZERO));
	make_nops();
}

static void make_frflags(void)
{
	emit(op_i(0x73, 2, A3, ZERO, 1));		/* csrrs a3, fflags, zero */
	make_nops();
}

static void make_fence(void)
{
	emit(FENCE);
	make_nops();
}

static void make_amo(void)
{
	emit(op_r(0x2f, 3, 0, ZERO, A1, A4));		/* amoadd.d zero, a4, (a1) */
	make_nops();
}

void micro_main(void)
{
	measure("forward", make_forward);
	measure("forward_part", make_forward_part);
	measure("order_kept", make_order_kept);
	measure("order_violated", make_order_violated);
	measure("unaligned_load", make_unaligned_load);
	measure("cross_load", make_cross_load);
	measure("cross_store", make_cross_store);
	measure("nops", make_nops);
	measure("fsflags", make_fsflags);
	measure("frflags", make_frflags);
	measure("fence", make_fence);
	measure("amo", make_amo);
}
