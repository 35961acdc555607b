// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * kind.c - what the core has to know of each class of instructions: see kind.h
 */
#include <stdbool.h>
#include <stddef.h>

#include "isa/op.h"
#include "kind.h"

/* The port of the unit number @n where a queue has @width of them, as a set. */
static uint16_t nth(uint32_t width, uint32_t n)
{
	return (uint16_t)(1U << n % width);
}

/* Those of @count units, from number @n on. */
static uint16_t several(uint32_t width, uint32_t n, uint32_t count)
{
	uint16_t ports = 0;

	while (count--)
		ports |= nth(width, n++);
	return ports;
}

/*
 * Single-cycle arithmetic: whatever is not memory's and does not serialise takes what an
 * ALU's operation takes. Its ports stay.
 */
static void make_perfect(struct tea_kind *kind, int8_t bypass)
{
	if (kind->flags & TEA_KIND_SERIAL ||
	    (kind->queue != TEA_QUEUE_INT && kind->queue != TEA_QUEUE_FP &&
	     kind->queue != TEA_QUEUE_VEC))
		return;
	kind->unit = TEA_UNIT_NONE;
	kind->ahead = bypass;
	kind->latency = kind->occupancy = 1;
}

/* Whether an ALU executes it. Where a multiplier stands at the port, that writes back as late. */
static bool is_alu(const struct tea_kind *kind, uint8_t class)
{
	return kind->queue == TEA_QUEUE_INT && kind->unit == TEA_UNIT_NONE &&
	       class != TEA_CLASS_INT_MUL && class != TEA_CLASS_INT_TO_FP;
}

/*
 * Where there are no vectors their instructions raise an exception: they are UNKNOWN. How long a
 * vector's unit is occupied follows from its elements.
 *
 * Each integer port has an ALU; what there is one of stands at the ports in turn: jumps (with
 * AUIPC), CSRs, multiplier, divider, conversion from integer. More multipliers stand at the
 * ports behind the first one's. Each floating-point port has an FMA, the first one the rest
 * (BOOM: exu/execution-units).
 *
 * BOOM bypasses what its ALUs make, but for links and AUIPC, and loads wake their readers ahead of the
 * data; all else is read from the register file, in the cycle behind its write-back. The integer divider takes
 * the next operation once it has given its result away; the floating-point one has a queue of
 * its own in front.
 */
void tea_kind_init(struct tea_kind *kind, const struct tea_params *p, uint8_t class)
{
	const uint32_t written = p->issue_latency + 1;
	const uint32_t alu = p->alu_latency, mul = p->mul_latency, div = p->div_latency,
		fma = p->fma_latency, misc = p->fpmisc_latency, i2f = p->int_to_fp_latency,
		fdiv = p->fdiv_latency, fsqrt = p->fsqrt_latency, vint = p->vint_latency,
		vmul = p->vmul_latency, vfma = p->vfma_latency, vmisc = p->vfmisc_latency,
		vdiv = p->vdiv_latency, vfdiv = p->vfdiv_latency, vfsqrt = p->vfsqrt_latency,
		vperm = p->vpermute_latency;
	const int8_t bypass = (int8_t)p->issue_latency, file = -1;
	const uint8_t serial = TEA_KIND_SERIAL, ldq = TEA_KIND_LDQ, stq = TEA_KIND_STQ,
		control = TEA_KIND_CONTROL,
		tagged = TEA_KIND_CONTROL | TEA_KIND_TAG, none = 0;
	const uint16_t any = UINT16_MAX, first = TEA_PORT_FP_FIRST, jump = nth(p->int_issue, 0),
		csr = nth(p->int_issue, 1), mul_ports = several(p->int_issue, 2, p->mul_units),
		div_port = nth(p->int_issue, 3), i2f_port = nth(p->int_issue, 4);
	const unsigned int classes = p->vlen ? TEA_CLASSES_COUNT : TEA_CLASS_VSET;
	const uint32_t widths[] = {
		[TEA_QUEUE_INT] = p->int_issue, [TEA_QUEUE_MEM] = p->mem_issue,
		[TEA_QUEUE_FP] = p->fp_issue, [TEA_QUEUE_VEC] = p->vec_issue,
		[TEA_QUEUE_NONE] = 0,
	};
	const struct tea_kind table[TEA_CLASSES_COUNT] = {
#define KIND(id, queue, ports, unit, flags, ahead, latency, occupancy) \
	[TEA_CLASS_##id] = { TEA_QUEUE_##queue, TEA_UNIT_##unit, flags, ahead, ports, 0, 0, \
			     (uint16_t)(latency), (uint16_t)(occupancy), 0, 0, 0, 0, NULL, NULL }
		KIND(UNKNOWN, INT, any, NONE, none, bypass, alu, 1),
		KIND(INT_ALU, INT, any, NONE, none, bypass, alu, 1),
		KIND(AUIPC, INT, jump, NONE, none, file, alu, 1),
		KIND(INT_MUL, INT, mul_ports, NONE, none, file, mul, 1),
		KIND(INT_DIV, INT, div_port, DIV, none, file, div, div + written),
		KIND(BRANCH, INT, any, NONE, tagged, bypass, alu, 1),
		KIND(JUMP, INT, jump, NONE, control, file, alu, 1),
		KIND(JUMP_REG, INT, jump, NONE, tagged, file, alu, 1),
		KIND(LOAD, MEM, any, NONE, ldq, bypass, alu, 1),
		KIND(STORE, MEM, any, NONE, stq, bypass, alu, 1),
		KIND(LOAD_RESERVED, MEM, any, NONE, serial | ldq, bypass, alu, 1),
		KIND(STORE_CONDITIONAL, MEM, any, NONE, serial | stq, bypass, alu, 1),
		KIND(AMO, MEM, any, NONE, serial | stq, bypass, alu, 1),
		KIND(FP_ADD, FP, any, NONE, none, file, fma, 1),
		KIND(FP_MUL, FP, any, NONE, none, file, fma, 1),
		KIND(FP_FMA, FP, any, NONE, none, file, fma, 1),
		KIND(FP_MISC, FP, any, NONE, none, file, misc, 1),
		KIND(FP_DIV, FP, first, FDIV, none, file, fdiv, fdiv),
		KIND(FP_SQRT, FP, first, FDIV, none, file, fsqrt, fsqrt),
		KIND(INT_TO_FP, INT, i2f_port, NONE, none, file, i2f, 1),
		KIND(FP_TO_INT, FP, first, NONE, none, file, misc, 1),
		KIND(CSR, INT, csr, NONE, serial, bypass, alu, 1),
		KIND(FENCE, NONE, any, NONE, serial, bypass, alu, 1),
		KIND(FENCE_I, NONE, any, NONE, serial, bypass, alu, 1),
		KIND(SFENCE, MEM, any, NONE, serial, bypass, alu, 1),
		KIND(SYSTEM, INT, any, NONE, serial, bypass, alu, 1),
		KIND(TRAP_RETURN, INT, any, NONE, serial, bypass, alu, 1),
		KIND(PREFETCH_R, MEM, any, NONE, ldq, bypass, alu, 1),
		KIND(PREFETCH_W, MEM, any, NONE, ldq, bypass, alu, 1),
		KIND(PREFETCH_I, MEM, any, NONE, ldq, bypass, alu, 1),
		KIND(VSET, INT, any, NONE, none, bypass, alu, 1),
		KIND(V_INT, VEC, any, NONE, none, file, vint, 1),
		KIND(V_INT_MUL, VEC, any, NONE, none, file, vmul, 1),
		KIND(V_INT_DIV, VEC, first, VDIV, none, file, vdiv, 1),
		KIND(V_FP_ADD, VEC, any, NONE, none, file, vfma, 1),
		KIND(V_FP_MUL, VEC, any, NONE, none, file, vfma, 1),
		KIND(V_FP_FMA, VEC, any, NONE, none, file, vfma, 1),
		KIND(V_FP_MISC, VEC, any, NONE, none, file, vmisc, 1),
		KIND(V_FP_DIV, VEC, first, VDIV, none, file, vfdiv, 1),
		KIND(V_FP_SQRT, VEC, first, VDIV, none, file, vfsqrt, 1),
		KIND(V_REDUCE, VEC, any, NONE, none, file, vint, 1),
		KIND(V_FP_REDUCE, VEC, any, NONE, none, file, vfma, 1),
		KIND(V_PERMUTE, VEC, first, NONE, none, file, vperm, 1),
		KIND(V_MASK, VEC, first, NONE, none, file, vint, 1),
		KIND(V_TO_INT, VEC, first, NONE, none, file, vperm, 1),
		KIND(V_TO_FP, VEC, first, NONE, none, file, vperm, 1),
		KIND(V_LOAD, MEM, any, NONE, ldq, bypass, alu, 1),
		KIND(V_STORE, MEM, any, NONE, stq, bypass, alu, 1),
#undef KIND
	};

	*kind = table[class < classes ? class : TEA_CLASS_UNKNOWN];
	kind->steps = (uint8_t)p->div_bits;
	kind->ports &= (uint16_t)((1U << widths[kind->queue]) - 1);
	if (p->arithmetic_perfect)
		make_perfect(kind, bypass);
	if (is_alu(kind, class) && !p->arithmetic_perfect && mul > alu) {
		kind->deep = mul_ports;
		kind->deeper = (uint16_t)(mul - alu);
	}
	kind->executed = (uint16_t)(p->issue_latency + kind->latency);
	kind->bypassed = (uint16_t)(kind->executed - kind->ahead);
}
