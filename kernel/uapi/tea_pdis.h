/* SPDX-License-Identifier: GPL-2.0-or-later WITH Linux-syscall-note */
/*
 * tea_pdis.h - the record of a tagged instruction, as Sspdis has it
 *
 * RISC-V Performance Event Sampling, the draft of 2025-10-27: of the decoded instructions one is
 * tagged at a time, and when it has left the pipeline its record has events, latencies and
 * addresses. All of the layout is the draft's but DSRC, which is the implementation's own.
 * docs/standard.md has the rules. For the model, the device, the driver and its users.
 */
#ifndef TEA_PDIS_H
#define TEA_PDIS_H

#include <linux/types.h>

/* Year, month and day of the draft: what a later one changes shows by it. */
#define TEA_PDIS_DRAFT		20251027

/* The record: words of 64 bits. */
enum tea_pdis_word {
	TEA_PDIS_HEADER = 0,		/* pdishdrev */
	TEA_PDIS_PC = 1,		/* pdispc */
	TEA_PDIS_TIME = 2,		/* pdistime */
	TEA_PDIS_LATENCIES = 3,		/* pdislat */
	TEA_PDIS_ADDRESS1 = 4,		/* pdisadr1: virtual, of the data, or where control went */
	TEA_PDIS_ADDRESS2 = 5,		/* pdisadr2: physical, of the data */
};

#define TEA_PDIS_WORDS		8	/* the last two are 0 */

/* pdishdrev: TYPE. A load and store has the bits of both. */
#define TEA_PDIS_TYPE(header)	((header) & 7)

enum tea_pdis_type {
	TEA_PDIS_OTHER = 0,
	TEA_PDIS_LOAD = 1,
	TEA_PDIS_STORE = 2,
	TEA_PDIS_LOAD_STORE = 3,
	TEA_PDIS_TRANSFER = 4,		/* branch, jump or trap return */
};

/* pdishdrev, of any type. FUSED and the events of counters, HPM, are always 0. */
#define TEA_PDIS_FLUSHED	(1ULL << 32)	/* left by an earlier misspeculation */
#define TEA_PDIS_FLUSH_SHIFT	33		/* which: 0 another, 1 of a branch, ... */
#define TEA_PDIS_FLUSH_ORDER	(2ULL << TEA_PDIS_FLUSH_SHIFT)	/* ... 2 of memory order */
#define TEA_PDIS_FLUSH_MASK	(3ULL << TEA_PDIS_FLUSH_SHIFT)
#define TEA_PDIS_PARTIAL	(1ULL << 35)	/* one of several accesses */
#define TEA_PDIS_ITMISS		(1ULL << 37)
#define TEA_PDIS_ICMISS		(1ULL << 38)

/* Of a load or a store. */
#define TEA_PDIS_L1MISS		(1ULL << 39)
#define TEA_PDIS_LLMISS		(1ULL << 40)
#define TEA_PDIS_DSRC_SHIFT	41		/* enum tea_mem_source of tea_abi.h */
#define TEA_PDIS_DSRC(header)	((header) >> TEA_PDIS_DSRC_SHIFT & 0xf)
#define TEA_PDIS_L1TLBMISS	(1ULL << 45)
#define TEA_PDIS_LLTLBMISS	(1ULL << 46)

/* Of a control transfer: one of these, and whether it was mispredicted. */
#define TEA_PDIS_TRET		(1ULL << 39)	/* trap return */
#define TEA_PDIS_NTBR		(1ULL << 40)	/* branch not taken */
#define TEA_PDIS_TKBR		(1ULL << 41)	/* taken branch */
#define TEA_PDIS_INDCALL	(1ULL << 44)
#define TEA_PDIS_DIRCALL	(1ULL << 45)
#define TEA_PDIS_INDJMP		(1ULL << 46)
#define TEA_PDIS_DIRJMP		(1ULL << 47)
#define TEA_PDIS_CORSWAP	(1ULL << 48)
#define TEA_PDIS_RET		(1ULL << 49)
#define TEA_PDIS_INDLJMP	(1ULL << 50)	/* with linkage, but no call */
#define TEA_PDIS_DIRLJMP	(1ULL << 51)
#define TEA_PDIS_MISPRED	(1ULL << 52)

/* pdislat: cycles, each of 12 bits; a longer one is the longest. All but TOTAL have a valid bit. */
enum tea_pdis_latency {
	TEA_PDIS_TOTAL = 0,		/* from decode to retirement, trap or flush */
	TEA_PDIS_DISPATCH = 1,		/* from decode to dispatch */
	TEA_PDIS_ISSUE = 2,		/* from there to issue */
	TEA_PDIS_EXECUTION = 3,		/* from there to completion */
	TEA_PDIS_OLDEST = 4,		/* from being the oldest to retirement */
};

#define TEA_PDIS_LATENCIES_COUNT 5
#define TEA_PDIS_LATENCY_BITS	12
#define TEA_PDIS_LATENCY_MAX	((1U << TEA_PDIS_LATENCY_BITS) - 1)
#define TEA_PDIS_LATENCIES_VALID (0xfULL << TEA_PDIS_LATENCIES_COUNT * TEA_PDIS_LATENCY_BITS)

static __inline__ unsigned int tea_pdis_latency(__u64 latencies, unsigned int which)
{
	return (unsigned int)(latencies >> which * TEA_PDIS_LATENCY_BITS) & TEA_PDIS_LATENCY_MAX;
}

/*
 * perf_event_attr of tea_decoded//: sysfs shows the fields as format/. load and store, or transfer,
 * select types; a sample passes if its latency latsel, enum tea_pdis_latency, is latency cycles or
 * more, with inv less, and if (header & mask) == match. X(word, field, lowest bit, highest bit).
 */
#define TEA_PDIS_FIELDS(X) \
	X(config, load, 0, 0) \
	X(config, store, 1, 1) \
	X(config, transfer, 2, 2) \
	X(config, latency, 3, 14) \
	X(config, latsel, 15, 17) \
	X(config, inv, 18, 18) \
	X(config1, mask, 0, 55) \
	X(config2, match, 0, 55)

#define TEA_PDIS_CONFIG_BITS	19

/* PERF_SAMPLE_RAW: the record, behind the draft that it is of. */
struct tea_pdis_raw {
	__u32 draft;			/* TEA_PDIS_DRAFT */
	__u64 words[TEA_PDIS_WORDS];
} __attribute__((packed));

/* Instructions that are counted, SEL: all, or those of some types. */
enum tea_pdis_select {
	TEA_PDIS_SELECT_ALL = 0,
	TEA_PDIS_SELECT_LOADS = 1,
	TEA_PDIS_SELECT_STORES = 2,
	TEA_PDIS_SELECT_ACCESSES = 3,	/* loads and stores */
	TEA_PDIS_SELECT_TRANSFERS = 4,
};

static __inline__ int tea_pdis_selects(unsigned int select, unsigned int type)
{
	if (select == TEA_PDIS_SELECT_ALL)
		return 1;
	/* a load and store is both */
	return select == TEA_PDIS_SELECT_TRANSFERS ? type == TEA_PDIS_TRANSFER :
						     (type & select & 3) != 0;
}

#endif /* TEA_PDIS_H */
