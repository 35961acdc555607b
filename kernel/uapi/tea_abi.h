/* SPDX-License-Identifier: GPL-2.0-or-later WITH Linux-syscall-note */
/*
 * tea_abi.h - what the TEA hardware, the kernel driver and userspace agree on
 *
 * The only header that every part includes. It holds the performance events,
 * the commit states, the supervisor CSRs of one TEA unit, the layout of a
 * sample's metadata word and of the records that reach perf.data. The rules
 * behind the fields (reset values, sampling, corner cases) are specified in
 * docs/tea-interface.md; section numbers are those of the TEA paper (ISCA 2023).
 */
#ifndef TEA_ABI_H
#define TEA_ABI_H

#include <linux/types.h>

/* Version of what userspace gets: metadata words and raw records. */
#define TEA_ABI_VERSION		1

/*
 * Version of the unit's registers, as in stea_caps. Units before version 3 have no
 * counters, and sample at commit alone. Those of version 1 do not dither: they have
 * neither stea_dither nor DONE in stea_left. Version 4 of the interface only adds to
 * version 3, which stays in stea_caps: COUNTDOWNS and RECORDS there tell it apart.
 */
#define TEA_UNIT_VERSION	3

/* Instructions that can commit, and so be sampled, in one cycle. */
#define TEA_SLOTS		4

/*
 * Performance events (table 1), one bit each of a Performance Signature Vector
 * (PSV). X(bit, identifier, name, sysfs name, description).
 */
#define TEA_EVENTS(X) \
	X(0, DR_L1,  "DR-L1",  dr_l1,  "L1 instruction cache miss") \
	X(1, DR_TLB, "DR-TLB", dr_tlb, "L1 instruction TLB miss") \
	X(2, DR_SQ,  "DR-SQ",  dr_sq,  "store stalled at dispatch by a full store queue") \
	X(3, FL_MB,  "FL-MB",  fl_mb,  "mispredicted branch") \
	X(4, FL_EX,  "FL-EX",  fl_ex,  "instruction caused an exception") \
	X(5, FL_MO,  "FL-MO",  fl_mo,  "memory ordering violation") \
	X(6, ST_L1,  "ST-L1",  st_l1,  "L1 data cache miss") \
	X(7, ST_TLB, "ST-TLB", st_tlb, "L1 data TLB miss") \
	X(8, ST_LLC, "ST-LLC", st_llc, "last-level cache miss caused by a load")

#define TEA_EVENTS_COUNT	9
#define TEA_PSV_MASK		((1U << TEA_EVENTS_COUNT) - 1)

enum tea_psv_bit {
#define TEA_X(bit, id, name, sysfs, text) TEA_PSV_##id = 1 << (bit),
	TEA_EVENTS(TEA_X)
#undef TEA_X
};

/* Commit states (section 2). X(value, identifier, name, description). */
#define TEA_STATES(X) \
	X(0, COMPUTE, "compute", "one or more instructions commit") \
	X(1, DRAINED, "drained", "ROB empty because of the front-end") \
	X(2, STALLED, "stalled", "the oldest instruction has not fully executed") \
	X(3, FLUSHED, "flushed", "ROB empty because the last instruction flushed it")

enum tea_commit_state {
#define TEA_X(value, id, name, text) TEA_STATE_##id = (value),
	TEA_STATES(TEA_X)
#undef TEA_X
};

/*
 * Stage stacks (docs/stage-stacks.md): slots of each stage by component. Section numbers
 * are of Eyerman et al., ISPASS 2018. X(index, identifier, name, description).
 */
#define TEA_STACKS(X) \
	X(0, DISPATCH, "dispatch", "instructions enter the ROB") \
	X(1, ISSUE, "issue", "instructions begin to execute") \
	X(2, COMMIT, "commit", "instructions leave the ROB")

#define TEA_STACKS_COUNT	3

enum tea_stack {
#define TEA_X(index, id, name, text) TEA_STACK_##id = (index),
	TEA_STACKS(TEA_X)
#undef TEA_X
};

/* The paper's components (table II), which the finer ones fold to. X(index, identifier, name). */
#define TEA_CAUSES(X) \
	X(0, BASE, "base") \
	X(1, ICACHE, "icache") \
	X(2, BPRED, "bpred") \
	X(3, DCACHE, "dcache") \
	X(4, ALU, "alu") \
	X(5, DEPEND, "depend") \
	X(6, OTHER, "other")

#define TEA_CAUSES_COUNT	7

enum tea_cause {
#define TEA_X(index, id, name) TEA_CAUSE_##id = (index),
	TEA_CAUSES(TEA_X)
#undef TEA_X
};

/* Components as they are counted. X(index, identifier, name, cause it folds to, description). */
#define TEA_COMPONENTS(X) \
	X(0, BASE, "base", BASE, "an instruction passes") \
	X(1, L1I, "l1i", ICACHE, "fetch waits for a line") \
	X(2, ITLB, "itlb", ICACHE, "fetch waits for a translation") \
	X(3, BPRED, "bpred", BPRED, "mispredicted branch, and refill behind it") \
	X(4, LLC, "llc", DCACHE, "data from the last-level cache") \
	X(5, MEMORY, "memory", DCACHE, "data from memory") \
	X(6, DTLB, "dtlb", DCACHE, "translation of data") \
	X(7, STQ, "stq", DCACHE, "store queue full") \
	X(8, ORDER, "order", DCACHE, "load waits for an older store") \
	X(9, ALU, "alu", ALU, "arithmetic of more than a cycle") \
	X(10, DEPEND, "depend", DEPEND, "chain of one-cycle instructions") \
	X(11, L1D, "l1d", OTHER, "latency of an L1 hit") \
	X(12, PORTS, "ports", OTHER, "issue port or unit busy") \
	X(13, FRONTEND, "frontend", OTHER, "fetch brings less than the width") \
	X(14, REGISTERS, "registers", OTHER, "no free physical register") \
	X(15, LDQ, "ldq", OTHER, "load queue full") \
	X(16, TAGS, "tags", OTHER, "too many unresolved branches") \
	X(17, SERIAL, "serial", OTHER, "waits for an empty pipeline, or runs alone in it") \
	X(18, FLUSH, "flush", OTHER, "exception, or memory ordering violation")

#define TEA_COMPONENTS_COUNT	19

enum tea_component {
#define TEA_X(index, id, name, cause, text) TEA_COMPONENT_##id = (index),
	TEA_COMPONENTS(TEA_X)
#undef TEA_X
};

/*
 * Top-down analysis at dispatch, by the names of the RISC-V performance events draft, as
 * far as the components tell it. X(name, components that its slots have).
 */
#define TEA_COMPONENT_BIT(id)	(1ULL << TEA_COMPONENT_##id)
#define TEA_COMPONENTS_MASK	((1ULL << TEA_COMPONENTS_COUNT) - 1)

#define TEA_TOPDOWN_FRONTEND \
	(TEA_COMPONENT_BIT(L1I) | TEA_COMPONENT_BIT(ITLB) | TEA_COMPONENT_BIT(FRONTEND))
#define TEA_TOPDOWN_SPECULATION	(TEA_COMPONENT_BIT(BPRED) | TEA_COMPONENT_BIT(FLUSH))
#define TEA_TOPDOWN_MISSES	(TEA_COMPONENT_BIT(LLC) | TEA_COMPONENT_BIT(MEMORY))
#define TEA_TOPDOWN_MEMORY \
	(TEA_TOPDOWN_MISSES | TEA_COMPONENT_BIT(DTLB) | TEA_COMPONENT_BIT(STQ) | \
	 TEA_COMPONENT_BIT(ORDER) | TEA_COMPONENT_BIT(L1D) | TEA_COMPONENT_BIT(LDQ))
#define TEA_TOPDOWN_CORE \
	(TEA_COMPONENT_BIT(ALU) | TEA_COMPONENT_BIT(DEPEND) | TEA_COMPONENT_BIT(PORTS) | \
	 TEA_COMPONENT_BIT(REGISTERS) | TEA_COMPONENT_BIT(TAGS) | TEA_COMPONENT_BIT(SERIAL))

#define TEA_TOPDOWN(X) \
	X("TOPDOWN.SLOTS", TEA_COMPONENTS_MASK) \
	X("TOPDOWN.RETIRING.SLOTS", TEA_COMPONENT_BIT(BASE)) \
	X("TOPDOWN.FRONTEND_BOUND.SLOTS", TEA_TOPDOWN_FRONTEND) \
	X("TOPDOWN.FRONTEND_BOUND.LATENCY.ADDR.SLOTS", TEA_COMPONENT_BIT(ITLB)) \
	X("TOPDOWN.FRONTEND_BOUND.LATENCY.DATA.SLOTS", TEA_COMPONENT_BIT(L1I)) \
	X("TOPDOWN.BAD_SPECULATION.SLOTS", TEA_TOPDOWN_SPECULATION) \
	X("TOPDOWN.BAD_SPECULATION.MISPREDICT.SLOTS", TEA_COMPONENT_BIT(BPRED)) \
	X("TOPDOWN.BACKEND_BOUND.SLOTS", TEA_TOPDOWN_MEMORY | TEA_TOPDOWN_CORE) \
	X("TOPDOWN.BACKEND_BOUND.MEMORY.SLOTS", TEA_TOPDOWN_MEMORY) \
	X("TOPDOWN.BACKEND_BOUND.MEMORY.ADDR.TLB.L1_MISS.SLOTS", TEA_COMPONENT_BIT(DTLB)) \
	X("TOPDOWN.BACKEND_BOUND.MEMORY.DATA.L1_MISS.SLOTS", TEA_TOPDOWN_MISSES) \
	X("TOPDOWN.BACKEND_BOUND.MEMORY.DATA.LL_MISS.SLOTS", TEA_COMPONENT_BIT(MEMORY)) \
	X("TOPDOWN.BACKEND_BOUND.CORE.SLOTS", TEA_TOPDOWN_CORE) \
	X("TOPDOWN.BACKEND_BOUND.CORE.SERIALIZING.SLOTS", TEA_COMPONENT_BIT(SERIAL))

#define TEA_TOPDOWN_COUNT	14

/*
 * FLOPS stack (section II-C, table III), at issue: slots are floating-point operations
 * that the units could do, 2 k v in a cycle. X(index, identifier, name, description).
 */
#define TEA_FLOPS(X) \
	X(0, BASE, "base", "floating-point operations done") \
	X(1, NON_FMA, "non_fma", "an addition or a multiplication where both would fit") \
	X(2, MASK, "mask", "elements of a vector that are masked") \
	X(3, FRONTEND, "frontend", "no floating-point instruction waits") \
	X(4, NON_VFP, "non_vfp", "the unit is used by something else") \
	X(5, MEM, "mem", "waits for a load") \
	X(6, DEPEND, "depend", "waits for another instruction")

#define TEA_FLOPS_COUNT		7

enum tea_flops {
#define TEA_X(index, id, name, text) TEA_FLOPS_##id = (index),
	TEA_FLOPS(TEA_X)
#undef TEA_X
};

/* RISC-V privilege levels as encoded in the metadata. */
#define TEA_PRIV_U		0
#define TEA_PRIV_S		1
#define TEA_PRIV_M		3

/* Supervisor CSRs of the hart's TEA unit. */
#define TEA_CSR_CTL		0x5c0	/* RW control and status */
#define TEA_CSR_PERIOD		0x5c1	/* RW sampling period, core cycles, never 0 */
#define TEA_CSR_LEFT		0x5c2	/* RW core cycles left of this period, and DONE */
#define TEA_CSR_DITHER		0x5c3	/* RW generator of the cycles sampled, 0: off */
#define TEA_CSR_TIME		0xdc0	/* RO core cycle of the sample */
#define TEA_CSR_META		0xdc1	/* RO metadata of the sample */
#define TEA_CSR_PC0		0xdc2	/* RO address in slot 0 */
#define TEA_CSR_PC1		0xdc3	/* RO address in slot 1 */
#define TEA_CSR_PC2		0xdc4	/* RO address in slot 2 */
#define TEA_CSR_PC3		0xdc5	/* RO address in slot 3 */
#define TEA_CSR_CAPS		0xdc6	/* RO capabilities */
#define TEA_CSR_INDEX		0x5c8	/* RW which counter stea_data shows */
#define TEA_CSR_DATA		0x5c9	/* RO that counter; writes are ignored */

/*
 * Countdowns: of core cycles, and where the unit has them of retired instructions and of
 * taken branches. Each has registers of its own: TEA_CSR_CTL to TEA_CSR_PC0 with so much
 * added; of those behind the first one PC1 to CAPS, INDEX and DATA are not there.
 * X(number, identifier, letter of the registers' names, what it counts).
 */
#define TEA_COUNTDOWNS(X) \
	X(0, CYCLES, "", "core cycles") \
	X(1, INSTRUCTIONS, "i", "retired instructions") \
	X(2, TAKEN, "t", "taken branches retired")

#define TEA_COUNTDOWNS_COUNT	3

enum tea_countdown_number {
#define TEA_X(number, id, letter, text) TEA_COUNTDOWN_##id = (number),
	TEA_COUNTDOWNS(TEA_X)
#undef TEA_X
};

#define TEA_CSR_OF(csr, countdown)	((csr) + 0x10 * (countdown))

/*
 * stea_ctl. Only cycles of a selected privilege level are counted and sampled.
 * COUNT lets the counters count, whatever the other bits say. POLICY is WARL.
 * LOST is a free-running count, modulo 2^32, of samples that came due while
 * VALID was set: it is read-only and never cleared but by reset.
 */
#define TEA_CTL_ENABLE		(1ULL << 0)
#define TEA_CTL_U		(1ULL << 1)
#define TEA_CTL_S		(1ULL << 2)
#define TEA_CTL_M		(1ULL << 3)
#define TEA_CTL_POLICY_SHIFT	4
#define TEA_CTL_POLICY_MASK	(0xfULL << TEA_CTL_POLICY_SHIFT)
#define TEA_CTL_COUNT		(1ULL << 8)
#define TEA_CTL_FREEZE		(1ULL << 9)	/* not of the cycles: a sample freezes the records */
#define TEA_CTL_HOLD		(1ULL << 10)	/* nor this: the interrupt's own ways do not count */
#define TEA_CTL_VALID		(1ULL << 16)	/* write 1 to clear and re-arm */
#define TEA_CTL_LOST_SHIFT	32

/* Both are time-proportional: where a cycle's instructions are looked for. */
#define TEA_POLICY_COMMIT	0
#define TEA_POLICY_DISPATCH	1

/* stea_period after reset: 4 kHz on a 3.2 GHz core. */
#define TEA_PERIOD_RESET	800000

/* stea_left: the sample of this period has come due. Periods have the bits below. */
#define TEA_LEFT_DONE		(1ULL << 63)

/* stea_dither after reset: differs by hart. */
#define TEA_DITHER_RESET(hart)	((__u32)((hart) + 1) * 0x9e3779b1U)

/*
 * stea_index: WARL. What names no counter of the unit reads TEA_INDEX_NONE, and stea_data
 * then 0. The stack is a TEA_STACK_* with a TEA_COMPONENT_*, or TEA_INDEX_FLOPS with a
 * TEA_FLOPS_*; the privilege level a TEA_PRIV_*.
 */
#define TEA_INDEX_FLOPS		3
#define TEA_INDEX_STACK_SHIFT	8
#define TEA_INDEX_STACK_MASK	0xf
#define TEA_INDEX_PRIV_SHIFT	12
#define TEA_INDEX_PRIV_MASK	3
#define TEA_INDEX_COMPONENT_MASK	0xff
#define TEA_INDEX_NONE		0x3fff
#define TEA_INDEX(stack, component, priv) \
	((stack) << TEA_INDEX_STACK_SHIFT | (component) | (priv) << TEA_INDEX_PRIV_SHIFT)

/*
 * stea_meta: 46 bits (section 3, "Overheads"). LOST saturates at 3 and counts
 * the samples dropped since the previous valid sample.
 */
#define TEA_META_PSV_SHIFT(slot)	(TEA_EVENTS_COUNT * (slot))
#define TEA_META_STATE_SHIFT	36
#define TEA_META_VALID_SHIFT	38
#define TEA_META_PRIV_SHIFT	42
#define TEA_META_LOST_SHIFT	44
#define TEA_META_LOST_MAX	3
#define TEA_META_BITS		46

/* Beside them, of instructions and taken branches: this sample froze the branch records. */
#define TEA_META_RECORDS	(1ULL << 46)

static inline unsigned int tea_meta_psv(__u64 meta, unsigned int slot)
{
	return (meta >> TEA_META_PSV_SHIFT(slot)) & TEA_PSV_MASK;
}

static inline enum tea_commit_state tea_meta_state(__u64 meta)
{
	return (enum tea_commit_state)((meta >> TEA_META_STATE_SHIFT) & 3);
}

/* Bit mask of the slots that hold an instruction. */
static inline unsigned int tea_meta_valid(__u64 meta)
{
	return (meta >> TEA_META_VALID_SHIFT) & 0xf;
}

static inline unsigned int tea_meta_priv(__u64 meta)
{
	return (meta >> TEA_META_PRIV_SHIFT) & 3;
}

static inline unsigned int tea_meta_lost(__u64 meta)
{
	return (meta >> TEA_META_LOST_SHIFT) & 3;
}

/*
 * stea_caps: version [7:0], slots [15:8], events [23:16], interrupt [31:24]. Of the
 * counters, all 0 where there are none: a bit for each stack [35:32], slots of a cycle in
 * each stage stack [47:40] and in the FLOPS stack [55:48], bits of a counter [63:56].
 * A bit for each countdown beside that of cycles [37:36]; samples freeze the hart's
 * branch records [38].
 */
#define TEA_CAPS_VERSION(caps)	((caps) & 0xff)
#define TEA_CAPS_SLOTS(caps)	(((caps) >> 8) & 0xff)
#define TEA_CAPS_EVENTS(caps)	(((caps) >> 16) & 0xff)
#define TEA_CAPS_IRQ(caps)	(((caps) >> 24) & 0xff)
#define TEA_CAPS_STACKS(caps)	(((caps) >> 32) & 0xf)
#define TEA_CAPS_COUNTDOWNS(caps) (((caps) >> 36) & 3)
#define TEA_CAPS_RECORDS(caps)	(((caps) >> 38) & 1)
#define TEA_CAPS_WIDTH(caps)	(((caps) >> 40) & 0xff)
#define TEA_CAPS_FLOPS(caps)	(((caps) >> 48) & 0xff)
#define TEA_CAPS_BITS(caps)	(((caps) >> 56) & 0xff)
#define TEA_CAPS(irq) \
	((__u64)TEA_UNIT_VERSION | (TEA_SLOTS << 8) | (TEA_EVENTS_COUNT << 16) | ((__u64)(irq) << 24))
#define TEA_CAPS_COUNTERS(stacks, width, flops, bits) \
	((__u64)(stacks) << 32 | (__u64)(width) << 40 | (__u64)(flops) << 48 | (__u64)(bits) << 56)
#define TEA_CAPS_EXTENDED(countdowns, records) \
	((__u64)(countdowns) << 36 | (__u64)(records) << 38)

/*
 * perf_event_attr.config: sysfs shows its fields as format/. With event 0, samples and
 * cycles, stage is a TEA_POLICY_*. With event 1, slots, stack is that of stea_index, and
 * components has a bit for each component whose counters are summed up. Events 2 and 3 sample
 * and count retired instructions and taken branches. What has no meaning for an event is 0.
 * X(field, lowest bit, highest bit).
 */
#define TEA_FIELDS(X) \
	X(event, 0, 7) \
	X(stage, 8, 15) \
	X(stack, 16, 23) \
	X(components, 24, 63)

#define TEA_FIELDS_COUNT	4

#define TEA_EVENT_CYCLES	0
#define TEA_EVENT_SLOTS		1
#define TEA_EVENT_INSTRUCTIONS	2
#define TEA_EVENT_TAKEN		3

/*
 * The 64 bits of the PERF_RECORD_AUX_OUTPUT_HW_ID that precedes the sample
 * records: stea_meta, plus the driver's exact count of samples lost since the
 * previous word of the event (saturating), plus the ABI version. Bits of the
 * valid mask say which slots have a sample record behind the word, in slot
 * order: all valid ones, or one alone where the event has no PERF_SAMPLE_PERIOD.
 */
#define TEA_WORD_LOST_SHIFT	46
#define TEA_WORD_LOST_MAX	((1U << 14) - 1)
#define TEA_WORD_VERSION_SHIFT	60

static inline unsigned int tea_word_version(__u64 word)
{
	return (unsigned int)(word >> TEA_WORD_VERSION_SHIFT);
}

static inline unsigned int tea_word_lost(__u64 word)
{
	return (unsigned int)(word >> TEA_WORD_LOST_SHIFT) & TEA_WORD_LOST_MAX;
}

/* What a slot's instruction did with memory, in tea_raw.mem; 0: nothing, or not known. */
#define TEA_MEM_KIND_MASK	0x3U		/* TEA_MEM_LOAD and so on, 0: no access */
#define TEA_MEM_LOAD		1U
#define TEA_MEM_STORE		2U
#define TEA_MEM_ATOMIC		3U		/* with LR and SC */
#define TEA_MEM_ADDR		(1U << 2)	/* its address is there */
#define TEA_MEM_SOURCE_SHIFT	4		/* enum tea_mem_source */
#define TEA_MEM_SOURCE_MASK	(0xfU << TEA_MEM_SOURCE_SHIFT)
#define TEA_MEM_TLB_SHIFT	8		/* enum tea_mem_tlb */
#define TEA_MEM_TLB_MASK	(0x3U << TEA_MEM_TLB_SHIFT)
#define TEA_MEM_LATENCY_SHIFT	32		/* cycles from issue to data, saturating, 0: not known */

/*
 * Where the data of a load or an atomic came from; of a store, which leaves the ROB before it
 * writes, unknown. X(value, identifier, name).
 */
#define TEA_MEM_SOURCES(X) \
	X(0, UNKNOWN, "unknown") \
	X(1, FORWARDED, "store queue") \
	X(2, L1, "L1") \
	X(3, FILL, "line on its way") \
	X(4, LLC, "LLC") \
	X(5, CLEAN, "another hart's clean line") \
	X(6, MODIFIED, "another hart's modified line") \
	X(7, MEMORY, "memory") \
	X(8, DEVICE, "device")

enum tea_mem_source {
#define TEA_X(value, id, name) TEA_MEM_SOURCE_##id = (value),
	TEA_MEM_SOURCES(TEA_X)
#undef TEA_X
};

enum tea_mem_tlb {
	TEA_MEM_TLB_UNKNOWN = 0,	/* or no translation */
	TEA_MEM_TLB_L1 = 1,
	TEA_MEM_TLB_L2 = 2,
	TEA_MEM_TLB_WALK = 3,
};

static __inline__ unsigned int tea_mem_kind(__u64 mem)
{
	return mem & TEA_MEM_KIND_MASK;
}

static __inline__ enum tea_mem_source tea_mem_source(__u64 mem)
{
	return (enum tea_mem_source)((mem & TEA_MEM_SOURCE_MASK) >> TEA_MEM_SOURCE_SHIFT);
}

static __inline__ enum tea_mem_tlb tea_mem_tlb(__u64 mem)
{
	return (enum tea_mem_tlb)((mem & TEA_MEM_TLB_MASK) >> TEA_MEM_TLB_SHIFT);
}

static __inline__ __u32 tea_mem_latency(__u64 mem)
{
	return (__u32)(mem >> TEA_MEM_LATENCY_SHIFT);
}

/* PERF_SAMPLE_RAW payload of a sample (perf record -R), little endian. */
struct tea_raw_record {
	__u32 version;			/* TEA_ABI_VERSION */
	__u32 size;			/* bytes of this record */
	__u64 caps;			/* stea_caps */
	__u64 meta;			/* stea_meta, 0 where not allowed: hidden slots, LOST of others */
	__u64 time;			/* stea_time, core cycles; 0 where not allowed */
	__u64 pc[TEA_SLOTS];		/* stea_pc0..3, 0 where not valid or not allowed */
};

#endif /* TEA_ABI_H */
