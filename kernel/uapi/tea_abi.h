/* SPDX-License-Identifier: GPL-2.0-or-later WITH Linux-syscall-note */
/*
 * tea_abi.h - the interface between the TEA driver and userspace
 *
 * The only header that every part includes. It holds the performance events, the
 * commit states, the components of stacks, the fields of an event's config, and the
 * records that reach perf.data. The unit's registers are in ../tea_regs.h. Section
 * numbers are those of the TEA paper (ISCA 2023).
 */
#ifndef TEA_ABI_H
#define TEA_ABI_H

#include <linux/types.h>

/* Instructions that can commit, and so be sampled, in one cycle. */
#define TEA_SLOTS		4

/*
 * Performance events, one bit each of a Performance Signature Vector (PSV): those of table 1, and
 * one that takes several harts. X(bit, identifier, name, sysfs name, description).
 */
#define TEA_PAPER_EVENTS(X) \
	X(0, DR_L1,  "DR-L1",  dr_l1,  "L1 instruction cache miss") \
	X(1, DR_TLB, "DR-TLB", dr_tlb, "L1 instruction TLB miss") \
	X(2, DR_SQ,  "DR-SQ",  dr_sq,  "store stalled at dispatch by a full store queue") \
	X(3, FL_MB,  "FL-MB",  fl_mb,  "mispredicted branch") \
	X(4, FL_EX,  "FL-EX",  fl_ex,  "instruction caused an exception") \
	X(5, FL_MO,  "FL-MO",  fl_mo,  "memory ordering violation") \
	X(6, ST_L1,  "ST-L1",  st_l1,  "L1 data cache miss") \
	X(7, ST_TLB, "ST-TLB", st_tlb, "L1 data TLB miss") \
	X(8, ST_LLC, "ST-LLC", st_llc, "last-level cache miss caused by a load")

#define TEA_EVENTS(X) \
	TEA_PAPER_EVENTS(X) \
	X(9, ST_CO,  "ST-CO",  st_co,  "load that waits for another hart's copy of the line")

#define TEA_EVENTS_COUNT	10
#define TEA_PSV_MASK		((1U << TEA_EVENTS_COUNT) - 1)
#define TEA_PAPER_EVENTS_COUNT	9
#define TEA_PSV_PAPER		((1U << TEA_PAPER_EVENTS_COUNT) - 1)

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
	X(8, ORDER, "order", OTHER, "load waits for an older store") \
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
 * Top-down analysis at dispatch, by the names of the RISC-V performance events draft, as far as
 * components determine it. X(name, components that its slots have).
 */
#define TEA_COMPONENT_BIT(id)	(1ULL << TEA_COMPONENT_##id)
#define TEA_COMPONENTS_MASK	((1ULL << TEA_COMPONENTS_COUNT) - 1)

#define TEA_TOPDOWN_FRONTEND \
	(TEA_COMPONENT_BIT(L1I) | TEA_COMPONENT_BIT(ITLB) | TEA_COMPONENT_BIT(FRONTEND))
#define TEA_TOPDOWN_SPECULATION	(TEA_COMPONENT_BIT(BPRED) | TEA_COMPONENT_BIT(FLUSH))
#define TEA_TOPDOWN_MISSES	(TEA_COMPONENT_BIT(LLC) | TEA_COMPONENT_BIT(MEMORY))
#define TEA_TOPDOWN_DATA \
	(TEA_TOPDOWN_MISSES | TEA_COMPONENT_BIT(ORDER) | TEA_COMPONENT_BIT(L1D))
#define TEA_TOPDOWN_MEMORY \
	(TEA_TOPDOWN_DATA | TEA_COMPONENT_BIT(DTLB) | TEA_COMPONENT_BIT(STQ) | \
	 TEA_COMPONENT_BIT(LDQ))
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
	X("TOPDOWN.BACKEND_BOUND.CORE.SERIALIZING.SLOTS", TEA_COMPONENT_BIT(SERIAL)) \
	X("TOPDOWN.BACKEND_BOUND.MEMORY.ADDR.SLOTS", TEA_COMPONENT_BIT(DTLB)) \
	X("TOPDOWN.BACKEND_BOUND.MEMORY.DATA.SLOTS", TEA_TOPDOWN_DATA)

#define TEA_TOPDOWN_COUNT	16

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

/* RISC-V privilege levels as encoded in words and raw records. */
#define TEA_PRIV_U		0
#define TEA_PRIV_S		1
#define TEA_PRIV_M		3
#define TEA_PRIV_VIRTUAL	4	/* in raw records: U or S of a virtual machine */

/* Where a cycle's instruction is looked for: both are time-proportional. */
#define TEA_POLICY_COMMIT	0
#define TEA_POLICY_DISPATCH	1

/* Beside the stage stacks the FLOPS stack, as stacks are numbered in an event's config. */
#define TEA_STACK_FLOPS		3

/*
 * perf_event_attr.config: sysfs shows its fields as format/. With event 0, samples and cycles,
 * stage is a TEA_POLICY_*. With event 1, slots, stack is a TEA_STACK_*, and components has a bit
 * for each component whose counters are summed up. Events 2 and 3 sample and count retired
 * instructions and taken branches. Fields without a meaning for an event are 0. X(field, lowest
 * bit, highest bit).
 */
#define TEA_FIELDS(X) \
	X(event, 0, 7) \
	X(stage, 8, 15) \
	X(stack, 16, 23) \
	X(components, 24, 63)

#define TEA_FIELDS_COUNT	4

/* A bit of config1: sample and count M-mode, too; it needs CAP_PERFMON and M-mode's consent. */
#define TEA_CONFIG1_MMODE	(1ULL << 0)

#define TEA_EVENT_CYCLES	0
#define TEA_EVENT_SLOTS		1
#define TEA_EVENT_INSTRUCTIONS	2
#define TEA_EVENT_TAKEN		3

/*
 * A sample in perf.data. With PERF_SAMPLE_RAW (perf record -R) the sample record has struct
 * tea_raw. Without, one PERF_RECORD_AUX_OUTPUT_HW_ID precedes it, with the word:
 *
 *	version 1   version 2
 *	    35:0        39:0	PSV of each slot, 9 or 10 bits, slot 0 lowest
 *	   37:36       41:40	commit state
 *	   41:38       43:42	slots with a sample record behind the word
 *	   43:42       45:44	privilege
 *	   45:44		the losses again, TEA_META_LOST_MAX at most
 *	   59:46       59:46	samples lost since the event's previous word (saturating)
 *	   63:60       63:60	version
 *
 * Version 1, the 46 bits of section 3 ("Overheads") and two more fields, has the events of table 1.
 * Its slots are a mask: one, in older files all that hold an instruction, in slot order, or none
 * in a word that only reports losses. A word of version 2 has one slot, and the field is its
 * number. The driver writes version 2 where a PSV has another event, else version 1: what does not
 * know version 2 still has the losses, and all samples without such an event.
 */
#define TEA_WORD_VERSION	1
#define TEA_WORD_VERSION_WIDE	2
#define TEA_WORD_LOST_SHIFT	46
#define TEA_WORD_LOST_MAX	((1U << 14) - 1)
#define TEA_WORD_VERSION_SHIFT	60

#define TEA_META_LOST_SHIFT	44
#define TEA_META_LOST_MAX	3

/* Bits of a PSV, and where the fields behind the PSVs begin. */
#define TEA_WORD_PSV_BITS(version) ((version) == TEA_WORD_VERSION_WIDE ? 10U : 9U)
#define TEA_WORD_STATE_SHIFT(version) (TEA_SLOTS * TEA_WORD_PSV_BITS(version))
#define TEA_WORD_SLOTS_SHIFT(version) (TEA_WORD_STATE_SHIFT(version) + 2)
#define TEA_WORD_PRIV_SHIFT(version) \
	(TEA_WORD_SLOTS_SHIFT(version) + ((version) == TEA_WORD_VERSION_WIDE ? 2 : 4))

/* Of tea_raw_record.meta, which has no version, the functions below give the fields, too. */
static __inline__ unsigned int tea_word_version(__u64 word)
{
	return (unsigned int)(word >> TEA_WORD_VERSION_SHIFT);
}

static __inline__ unsigned int tea_word_psv(__u64 word, unsigned int slot)
{
	const unsigned int bits = TEA_WORD_PSV_BITS(tea_word_version(word));

	return (unsigned int)(word >> bits * slot) & ((1U << bits) - 1);
}

static __inline__ enum tea_commit_state tea_word_state(__u64 word)
{
	return (enum tea_commit_state)(word >> TEA_WORD_STATE_SHIFT(tea_word_version(word)) & 3);
}

/* Bit mask of the slots that have a sample record behind the word. */
static __inline__ unsigned int tea_word_slots(__u64 word)
{
	const unsigned int version = tea_word_version(word);
	const unsigned int field = (unsigned int)(word >> TEA_WORD_SLOTS_SHIFT(version));

	return version == TEA_WORD_VERSION_WIDE ? 1U << (field & 3) : field & 0xf;
}

static __inline__ unsigned int tea_word_priv(__u64 word)
{
	return (unsigned int)(word >> TEA_WORD_PRIV_SHIFT(tea_word_version(word))) & 3;
}

static __inline__ unsigned int tea_word_lost(__u64 word)
{
	return (unsigned int)(word >> TEA_WORD_LOST_SHIFT) & TEA_WORD_LOST_MAX;
}

/* The memory access of a slot's instruction, in tea_raw.mem; 0: none, or not known. */
#define TEA_MEM_KIND_MASK	0x3U		/* TEA_MEM_LOAD and so on, 0: no access */
#define TEA_MEM_LOAD		1U
#define TEA_MEM_STORE		2U
#define TEA_MEM_ATOMIC		3U		/* with LR and SC */
#define TEA_MEM_ADDR		(1U << 2)	/* its address is there */
#define TEA_MEM_SOURCE_SHIFT	4		/* enum tea_mem_source */
#define TEA_MEM_SOURCE_MASK	(0xfU << TEA_MEM_SOURCE_SHIFT)
#define TEA_MEM_TLB_SHIFT	8		/* enum tea_mem_tlb */
#define TEA_MEM_TLB_MASK	(0x3U << TEA_MEM_TLB_SHIFT)
#define TEA_MEM_LATENCY_SHIFT	32		/* cycles from issue to data, 0: not known */

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
	X(8, DEVICE, "device") \
	X(9, TAKEN, "line that another hart evicted")

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

/*
 * PERF_SAMPLE_RAW of a sample, little endian: struct tea_raw, followed by struct tea_raw_memory if
 * the event has PERF_SAMPLE_ADDR, PERF_SAMPLE_DATA_SRC or a weight, and the unit has memory
 * accesses. perf puts 4 bytes before it: so members of 8 bytes are aligned in perf.data, and to 4
 * bytes in memory. A newer minor form only appends, and says so in size. Fields that the event may
 * not see are 0.
 */
#define TEA_RAW_VERSION		2

struct tea_raw {
	__u16 version;			/* TEA_RAW_VERSION */
	__u16 size;			/* bytes, with tea_raw_memory */
	__u8 state;			/* TEA_STATE_* */
	__u8 priv;			/* TEA_PRIV_*, and TEA_PRIV_VIRTUAL */
	__u8 slots;			/* bit n: slot n has one that the event may see */
	__u8 picked;			/* the slot that the sample record's ip is of */
	__u32 lost;			/* samples of the event lost since its last one */
	__u64 time;			/* core cycle; 0 without CAP_PERFMON */
	__u16 psv[TEA_SLOTS];		/* TEA_PSV_* */
	__u64 pc[TEA_SLOTS];
} __attribute__((packed, aligned(4)));

struct tea_raw_memory {
	__u64 addr[TEA_SLOTS];		/* virtual address of the data, where TEA_MEM_ADDR is set */
	__u64 mem[TEA_SLOTS];		/* TEA_MEM_* */
} __attribute__((packed, aligned(4)));

/* Version 1, in older files: beside a metadata record, whose fields it lacks. */
struct tea_raw_record {
	__u32 version;			/* 1 */
	__u32 size;			/* bytes of this record */
	__u64 caps;			/* of the unit */
	__u64 meta;			/* bits 45:0 of a word of version 1, 0 where hidden */
	__u64 time;			/* core cycles; 0 where not allowed */
	__u64 pc[TEA_SLOTS];		/* 0 where not valid or not allowed */
};

#endif /* TEA_ABI_H */
