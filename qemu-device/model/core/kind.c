// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * kind.c - the core's table of classes of instructions: see kind.h
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

static uint8_t find_unit(uint8_t single)
{
	switch (single) {
	case TEA_SINGLE_DIV:
		return TEA_UNIT_DIV;
	case TEA_SINGLE_FDIV:
		return TEA_UNIT_FDIV;
	case TEA_SINGLE_VDIV:
		return TEA_UNIT_VDIV;
	default:
		return TEA_UNIT_NONE;
	}
}

/*
 * Each integer port has an ALU; single units are at the ports in turn: jumps (with AUIPC), CSRs,
 * multiplier, divider, conversion from integer. More multipliers are at the ports behind the first
 * one's. Each floating-point port has an FMA, and the first one all other units (BOOM:
 * exu/execution-units); the same holds for vectors.
 */
static uint16_t find_ports(const struct tea_kind *kind, const struct tea_params *p)
{
	const uint32_t widths[] = {
		[TEA_QUEUE_INT] = p->int_issue, [TEA_QUEUE_MEM] = p->mem_issue,
		[TEA_QUEUE_FP] = p->fp_issue, [TEA_QUEUE_VEC] = p->vec_issue,
		[TEA_QUEUE_NONE] = 0,
	};
	const uint32_t width = widths[kind->queue];

	switch (kind->single) {
	case TEA_SINGLE_JUMP:
		return nth(width, 0);
	case TEA_SINGLE_CSR:
		return nth(width, 1);
	case TEA_SINGLE_MUL:
		return several(width, 2, p->mul_units);
	case TEA_SINGLE_DIV:
		return nth(width, 3);
	case TEA_SINGLE_TO_FP:
		return nth(width, 4);
	case TEA_SINGLE_FP_OTHER:
	case TEA_SINGLE_FDIV:
	case TEA_SINGLE_V_OTHER:
	case TEA_SINGLE_VDIV:
		return TEA_PORT_FP_FIRST;
	default:
		return (uint16_t)((1U << width) - 1);
	}
}

/*
 * The integer divider takes the next operation once it has given its result away; the
 * floating-point one has a queue of its own in front. How long a vector's unit is occupied follows
 * from its elements.
 */
static uint16_t find_occupancy(const struct tea_kind *kind, const struct tea_params *p)
{
	if (kind->unit == TEA_UNIT_DIV)
		return (uint16_t)(kind->latency + p->issue_latency + 1);
	return kind->unit == TEA_UNIT_FDIV ? kind->latency : 1;
}

/*
 * Single-cycle arithmetic: classes that neither access memory nor serialise take as long as an
 * ALU's. Their ports stay.
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
static bool is_alu(const struct tea_kind *kind)
{
	return kind->queue == TEA_QUEUE_INT && kind->unit == TEA_UNIT_NONE &&
	       kind->single != TEA_SINGLE_MUL && kind->single != TEA_SINGLE_TO_FP;
}

#define NONE		0
#define SERIAL		TEA_KIND_SERIAL
#define LDQ		TEA_KIND_LDQ
#define STQ		TEA_KIND_STQ
#define SERIAL_LDQ	(TEA_KIND_SERIAL | TEA_KIND_LDQ)
#define SERIAL_STQ	(TEA_KIND_SERIAL | TEA_KIND_STQ)
#define CONTROL		TEA_KIND_CONTROL
#define TAGGED		(TEA_KIND_CONTROL | TEA_KIND_TAG)
#define BYPASSED	true
#define WRITTEN		false

static const struct row {
	uint8_t queue, single, flags;
	bool bypassed;
	size_t latency;			/* of the knob, in struct tea_params */
} rows[TEA_CLASSES_COUNT] = {
#define TEA_X(id, name, extension, queue, single, flags, result, latency, ...) \
	[TEA_CLASS_##id] = { TEA_QUEUE_##queue, TEA_SINGLE_##single, flags, result, \
			     offsetof(struct tea_params, latency##_latency) },
	TEA_CLASSES(TEA_X)
#undef TEA_X
};

/*
 * Without vectors, vector instructions raise an exception: they are UNKNOWN.
 *
 * BOOM bypasses the results of its ALUs, except links and AUIPC, and loads wake their readers ahead
 * of the data; all other results are read from the register file, in the cycle behind write-back.
 */
void tea_kind_init(struct tea_kind *kind, const struct tea_params *p, uint8_t class)
{
	const unsigned int classes = p->vlen ? TEA_CLASSES_COUNT : TEA_CLASS_VSET;
	const struct row *row = &rows[class < classes ? class : TEA_CLASS_UNKNOWN];
	const int8_t bypass = (int8_t)p->issue_latency;

	*kind = (struct tea_kind){
		.queue = row->queue, .single = row->single, .unit = find_unit(row->single),
		.flags = row->flags, .ahead = row->bypassed ? bypass : -1,
		.latency = (uint16_t)*(const uint32_t *)((const char *)p + row->latency),
		.steps = (uint8_t)p->div_bits,
	};
	kind->ports = find_ports(kind, p);
	kind->occupancy = find_occupancy(kind, p);
	if (p->arithmetic_perfect)
		make_perfect(kind, bypass);
	if (is_alu(kind) && !p->arithmetic_perfect && p->mul_latency > p->alu_latency) {
		kind->deep = several(p->int_issue, 2, p->mul_units);
		kind->deeper = (uint16_t)(p->mul_latency - p->alu_latency);
	}
	kind->executed = (uint16_t)(p->issue_latency + kind->latency);
	kind->bypassed = (uint16_t)(kind->executed - kind->ahead);
}
