/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tea_regs.h - registers of a hart's TEA unit, version 5.1 of the interface
 *
 * They are reached indirectly (Sscsrind): siselect chooses a group, sireg and sireg2 to
 * sireg6 are the registers in it. A unit has TEA_SELECTS groups from a base that the
 * device tree names. docs/tea-interface.md has the rules behind the fields. For the driver,
 * for the device, and for programs on the bare machine; perf.data has none of it.
 */
#ifndef TEA_REGS_H
#define TEA_REGS_H

#ifndef BIT_ULL
#define BIT_ULL(n)		(1ULL << (n))
#endif

/* The interface: software takes any minor version of a major one that it knows. */
#define TEA_UNIT_MAJOR		5
#define TEA_UNIT_MINOR		1

/* Indirect access: the privileged architecture's numbers. TEA_SIREG(1) to (6). */
#define TEA_CSR_SISELECT	0x150
#define TEA_CSR_SIREG(n)	(0x150 + (n) + ((n) > 3))
#define TEA_CSR_MISELECT	0x350
#define TEA_CSR_MIREG(n)	(0x350 + (n) + ((n) > 3))
#define TEA_REGS_IN_GROUP	6

/* Groups of a unit, and QEMU's base: custom values of siselect have bit 63. */
#define TEA_SELECTS		0x400
#define TEA_SELECT_BASE		(BIT_ULL(63) | 0x5400)

/*
 * A register is a group and its place in it: X(group, place 1 to 6). For the registers of a
 * countdown, TEA_REG_OF() adds the groups of its number.
 */
#define TEA_REG(group, place)	((group) << 3 | (place))
#define TEA_REG_GROUP(reg)	((reg) >> 3)
#define TEA_REG_PLACE(reg)	((reg) & 7)
#define TEA_REG_OF(reg, countdown) ((reg) + ((countdown) << 7))

/* The unit's own. */
#define TEA_REG_CAPS		TEA_REG(0x00, 1)	/* RO capabilities */
#define TEA_REG_CAPS2		TEA_REG(0x00, 2)	/* RO more of them */
#define TEA_REG_STATUS		TEA_REG(0x00, 3)	/* RW TEA_STATUS_* */
#define TEA_REG_CLOCK		TEA_REG(0x00, 4)	/* RO core cycles a second, 0: not known */
#define TEA_REG_COUNTERS	TEA_REG(0x00, 5)	/* RW bit 0: counters count */

/* Which counters there are: of each stack a bit for each component; a bit for each level. */
#define TEA_REG_COMPONENTS(stack) TEA_REG(0x01, 1 + (stack))
#define TEA_REG_LEVELS		TEA_REG(0x01, 5)

/* Through miselect and mireg alone. */
#define TEA_REG_ALLOW		TEA_REG(0x02, 1)	/* RW TEA_ALLOW_*: S-mode may select it */
#define TEA_ALLOW_M		BIT_ULL(0)

/* A countdown's, steering. */
#define TEA_REG_CTL		TEA_REG(0x10, 1)	/* RW TEA_CTL_* */
#define TEA_REG_PERIOD		TEA_REG(0x10, 2)	/* RW cycles, or its other unit; never 0 */
#define TEA_REG_LEFT		TEA_REG(0x10, 3)	/* RW of them left, and DONE */
#define TEA_REG_TARGET		TEA_REG(0x10, 4)	/* RW sampled where LEFT is one more */
#define TEA_REG_DITHER		TEA_REG(0x10, 5)	/* RW generator of targets, 0: off */
#define TEA_REG_COUNT		TEA_REG(0x10, 6)	/* RW all counted, modulo 2^64 */

/* Its sample. The registers marked RW can be written while VALID is 0. */
#define TEA_REG_VALID		TEA_REG(0x11, 1)	/* RW bit 0: there is one; 0 releases it */
#define TEA_REG_LOST		TEA_REG(0x11, 2)	/* RW samples not kept, modulo 2^64 */
#define TEA_REG_META		TEA_REG(0x11, 3)	/* RW TEA_SAMPLE_* */
#define TEA_REG_PSVS		TEA_REG(0x11, 4)	/* RW 16 bits a slot, slot 0 lowest */
#define TEA_REG_TIME		TEA_REG(0x11, 5)	/* RW core cycle of the sample */
#define TEA_REG_PC(slot)	TEA_REG(0x12, 1 + (slot))	/* RW virtual address */
#define TEA_REG_ADDR(slot)	TEA_REG(0x13, 1 + (slot))	/* RW of its data */
#define TEA_REG_MEM(slot)	TEA_REG(0x14, 1 + (slot))	/* RW TEA_MEM_* of uapi/tea_abi.h */

/* Counters: a level is TEA_LEVEL_*, the stack a TEA_STACK_*. RW. */
#define TEA_REG_COUNTER(stack, level, component) \
	TEA_REG(0x100 + ((stack) << 6) + ((level) << 3) + (component) / TEA_REGS_IN_GROUP, \
		1 + (component) % TEA_REGS_IN_GROUP)

enum tea_countdown_number {
	TEA_COUNTDOWN_CYCLES = 0,	/* core cycles */
	TEA_COUNTDOWN_INSTRUCTIONS = 1,	/* retired instructions */
	TEA_COUNTDOWN_TAKEN = 2,	/* taken branches retired */
};

#define TEA_COUNTDOWNS_COUNT	3

/* Privilege levels: V, and the architecture's encoding. */
#define TEA_LEVEL_U		0
#define TEA_LEVEL_S		1
#define TEA_LEVEL_M		3
#define TEA_LEVEL_VU		4
#define TEA_LEVEL_VS		5
#define TEA_LEVELS_COUNT	6

/* CTL. Only selected levels are counted and sampled: bit 8 + level. */
#define TEA_CTL_ENABLE		BIT_ULL(0)
#define TEA_CTL_FREEZE		BIT_ULL(1)	/* not of cycles: samples freeze records */
#define TEA_CTL_HOLD		BIT_ULL(2)	/* nor this: stands still while STATUS has HELD */
#define TEA_CTL_POLICY_SHIFT	4		/* of the cycles alone; WARL */
#define TEA_CTL_POLICY_MASK	(0xfULL << TEA_CTL_POLICY_SHIFT)
#define TEA_CTL_LEVEL(level)	BIT_ULL(8 + (level))
#define TEA_CTL_U		TEA_CTL_LEVEL(TEA_LEVEL_U)
#define TEA_CTL_S		TEA_CTL_LEVEL(TEA_LEVEL_S)
#define TEA_CTL_M		TEA_CTL_LEVEL(TEA_LEVEL_M)
#define TEA_CTL_VU		TEA_CTL_LEVEL(TEA_LEVEL_VU)
#define TEA_CTL_VS		TEA_CTL_LEVEL(TEA_LEVEL_VS)
#define TEA_CTL_LEVELS		(TEA_CTL_U | TEA_CTL_S | TEA_CTL_M | TEA_CTL_VU | TEA_CTL_VS)

/* STATUS: HELD is set as the unit's interrupt is taken, cleared by sret or software. */
#define TEA_STATUS_HELD		BIT_ULL(0)
#define TEA_STATUS_VALID(countdown) BIT_ULL(8 + (countdown))	/* RO, those of the countdowns */

/* LEFT: the sample of this period has come due. Periods have the bits below. */
#define TEA_LEFT_DONE		BIT_ULL(63)

/* PERIOD and LEFT after reset: 4 kHz on a 3.2 GHz core. */
#define TEA_PERIOD_RESET	800000

/* DITHER after reset: differs by hart. 32 bits. */
#define TEA_DITHER_RESET(hart)	(((hart) + 1) * 0x9e3779b1U & 0xffffffffU)

/* META. */
#define TEA_SAMPLE_STATE(meta)	((meta) & 3)		/* TEA_STATE_* */
#define TEA_SAMPLE_LEVEL(meta)	((meta) >> 4 & 7)	/* TEA_LEVEL_* */
#define TEA_SAMPLE_SLOTS(meta)	((meta) >> 8 & 0xf)	/* bit n: slot n has an instruction */
#define TEA_SAMPLE_RECORDS	BIT_ULL(12)		/* this sample froze the branch records */
#define TEA_SAMPLE_META(state, level, slots) \
	((state) | (__u64)(level) << 4 | (__u64)(slots) << 8)

/*
 * CAPS: major version [7:0], minor [15:8], interrupt [23:16], slots [31:24], a bit for
 * each event that PSVs can have [47:32], bits of PERIOD, LEFT and TARGET [55:48].
 */
#define TEA_CAPS_MAJOR(caps)	((caps) & 0xff)
#define TEA_CAPS_MINOR(caps)	((caps) >> 8 & 0xff)
#define TEA_CAPS_IRQ(caps)	((caps) >> 16 & 0xff)
#define TEA_CAPS_SLOTS(caps)	((caps) >> 24 & 0xff)
#define TEA_CAPS_EVENTS(caps)	((caps) >> 32 & 0xffff)
#define TEA_CAPS_PERIOD_BITS(caps) ((caps) >> 48 & 0xff)
/* The minor version is the first that has the events. */
#define TEA_CAPS_MINOR_OF(events) ((events) >> 9 ? TEA_UNIT_MINOR : 0)
#define TEA_CAPS(irq, slots, events, period_bits) \
	((__u64)TEA_UNIT_MAJOR | TEA_CAPS_MINOR_OF(events) << 8 | (__u64)(irq) << 16 | \
	 (__u64)(slots) << 24 | (__u64)(events) << 32 | (__u64)(period_bits) << 48)

/*
 * CAPS2: a bit for each stack with counters [3:0], for each countdown [6:4] (that of cycles is
 * always there) and for each policy [11:8]. Samples freeze the hart's branch records [12], HOLD
 * [13], ADDR and MEM [14], VU and VS apart [15]. Counters: slots a cycle in each stage stack
 * [23:16] and in the FLOPS stack [31:24], bits of a counter [39:32]. Cycles are estimated between
 * samples [40].
 */
#define TEA_CAPS2_STACKS(caps2)	((caps2) & 0xf)
#define TEA_CAPS2_COUNTDOWNS(caps2) ((caps2) >> 4 & 7)
#define TEA_CAPS2_POLICIES(caps2) ((caps2) >> 8 & 0xf)
#define TEA_CAPS2_RECORDS	BIT_ULL(12)
#define TEA_CAPS2_HOLD		BIT_ULL(13)
#define TEA_CAPS2_MEMORY	BIT_ULL(14)
#define TEA_CAPS2_VIRTUAL	BIT_ULL(15)
#define TEA_CAPS2_WIDTH(caps2)	((caps2) >> 16 & 0xff)
#define TEA_CAPS2_FLOPS(caps2)	((caps2) >> 24 & 0xff)
#define TEA_CAPS2_BITS(caps2)	((caps2) >> 32 & 0xff)
#define TEA_CAPS2_ESTIMATES	BIT_ULL(40)
#define TEA_CAPS2(stacks, countdowns, policies) \
	((__u64)(stacks) | (__u64)(countdowns) << 4 | (__u64)(policies) << 8)
#define TEA_CAPS2_COUNTERS(width, flops, bits) \
	((__u64)(width) << 16 | (__u64)(flops) << 24 | (__u64)(bits) << 32)

#endif /* TEA_REGS_H */
