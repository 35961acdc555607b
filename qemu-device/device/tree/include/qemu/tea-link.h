/*
 * Link between the TEA device of RISC-V CPUs and its timing-model plugin
 *
 * The device owns all architectural state: registers, interrupt, reset,
 * migration.
 * The plugin owns the model. qemu_tea_link() is the one symbol that passes
 * between them; the rest goes through two tables of functions. Every call is
 * made by the one thread that runs all harts (by -icount), or while that one
 * stands still. "hart" is QEMU's vCPU index.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef QEMU_TEA_LINK_H
#define QEMU_TEA_LINK_H

#include <stdbool.h>
#include <stdint.h>

#ifndef QEMU_PLUGIN_API
#define QEMU_PLUGIN_API
#endif

/* Changes with anything below; both sides refuse another one's. */
#define TEA_LINK_VERSION 17
#define TEA_LINK_COUNTDOWNS 3
#define TEA_LINK_COUNTER 3      /* the number of the counter of cycles */
#define TEA_LINK_SLOTS 4
#define TEA_LINK_SETS 3          /* of translations */
#define TEA_LINK_WORDS 8         /* of a tagged instruction's record */
#define TEA_LINK_LEVELS 5
#define TEA_LINK_STACKS 4
#define TEA_LINK_PRIVILEGES 4
#define TEA_LINK_VIRTUAL 2      /* the privilege of all that runs with V = 1 */
#define TEA_LINK_COMPONENTS 19
#define TEA_LINK_COUNTERS \
    (TEA_LINK_STACKS * TEA_LINK_PRIVILEGES * TEA_LINK_COMPONENTS)

/* The countdown to a hart's samples: one in each period, in a unit drawn. */
struct tea_link_countdown {
    uint64_t period;        /* cycles, instructions or branches, not 0 */
    uint64_t left;          /* of them left of this period, not 0 */
    uint64_t target;        /* sampled: the one with left = target + 1 */
    uint64_t count;         /* all counted, modulo 2^64 */
    uint32_t dither;        /* generator of targets; 0: off */
    bool done;              /* this period has had its sample */
    bool waits;             /* a sample that came due: for its instruction */
};

/* A sampler. Its number, TEA_COUNTDOWN_*, says what its countdown counts. */
struct tea_link_sampler {
    struct tea_link_countdown countdown;
    uint8_t privileges;     /* bit p set: that of privilege p is counted */
    bool enabled;
    bool held;              /* nothing is counted until the next load */
};

/* Which decoded instructions are tagged, and which of these are posted. */
struct tea_link_decoded {
    uint64_t mask, match;   /* of the record's header */
    uint32_t count;         /* an instruction is tagged as it overflows ... */
    uint32_t initial;       /* ... and begins with this */
    uint16_t threshold;     /* cycles of a latency */
    uint8_t latency;        /* enum tea_pdis_latency */
    uint8_t select;         /* enum tea_pdis_select */
    uint8_t privileges;     /* bit p set: that of privilege p is counted */
    bool inverted;          /* the latency is below the threshold */
    bool accelerate;        /* the next one is tagged for a discarded one */
    bool enabled;
};

/* A tagged instruction that left: the words of tea_pdis.h. */
struct tea_link_tagged {
    uint64_t words[TEA_LINK_WORDS];     /* without its time */
    uint8_t privilege;
};

/* The registers that steer a hart's samplers, and its counters. */
struct tea_link_unit {
    struct tea_link_sampler samplers[TEA_LINK_COUNTDOWNS];
    struct tea_link_sampler counter;    /* samples as it overflows, at commit */
    struct tea_link_decoded decoded;
    uint8_t policy;         /* TEA_POLICY_*, of the sampler of cycles */
    bool counting;
    bool recording;         /* branch() is to be called */
};

/* Slots of a hart's core, by stack, privilege and component. */
struct tea_link_counters {
    uint64_t slots[TEA_LINK_COUNTERS];
};

static inline unsigned int tea_link_counter(unsigned int stack,
                                            unsigned int privilege,
                                            unsigned int component)
{
    return (stack * TEA_LINK_PRIVILEGES + privilege) * TEA_LINK_COMPONENTS +
           component;
}

/* One sample; the fields of empty slots are 0. */
struct tea_link_sample {
    uint64_t time;          /* cycle of the hart's model */
    uint8_t state;          /* TEA_STATE_* of tea_abi.h */
    uint8_t privilege;
    uint8_t slots;          /* from slot 0 on */
    uint16_t psv[TEA_LINK_SLOTS];
    uint64_t pc[TEA_LINK_SLOTS];
    uint64_t addr[TEA_LINK_SLOTS];  /* of its data, where TEA_MEM_ADDR */
    uint64_t mem[TEA_LINK_SLOTS];   /* TEA_MEM_* of tea_abi.h */
    bool forgets;           /* the newest branch record is gone */
};

/* A page-table walk, root first. */
struct tea_link_walk {
    uint64_t pte_addr[TEA_LINK_LEVELS];
    unsigned int levels;    /* 0: not translated */
    uint64_t page_paddr;
    uint8_t page_shift;
    bool global;
};

/* A cache of each hart's. */
struct tea_link_cache {
    uint32_t bytes, ways, line_bytes;
};

/* Each hart's core, as the device tree and the registers describe it. */
struct tea_link_core {
    struct tea_link_cache l1i, l1d, llc;
    uint64_t clock_hz;      /* cycles a second */
    uint32_t itlb_pages, dtlb_pages;    /* that the L1 TLBs have */
    uint8_t width;          /* slots of a cycle in the stage stacks */
    uint8_t flops;          /* and in the FLOPS stack */
    bool memory;            /* samples have memory accesses: addr and mem */
    bool warms;             /* not every cycle between two samples is modelled */
};

/* Functions of the plugin that the device calls. */
struct tea_link_plugin {
    unsigned int version;
    const struct tea_link_core *core;
    /*
     * Harts that the plugin knows, the first so many: QEMU calls it for each,
     * in the hart's thread. The other functions are of these, cycles() and
     * clock() of others, too.
     */
    unsigned int (*harts)(void);
    /*
     * Start and stop instrumenting translations. Those made while armed are
     * executed only while armed, and the others only while not.
     */
    void (*arm)(void);
    void (*disarm)(void);
    /*
     * A hart's registers were written. Uncollected counts are dropped, and so
     * is a waiting sample of a sampler that is disabled or has no waits flag.
     */
    void (*load)(unsigned int hart, const struct tea_link_unit *unit);
    /*
     * Live countdown of a hart's sampler, or TEA_LINK_COUNTER, that was loaded
     * enabled.
     */
    struct tea_link_countdown (*countdown)(unsigned int hart,
                                           unsigned int number);
    /* Live count of decoded instructions, where it was loaded enabled. */
    uint32_t (*decoded_count)(unsigned int hart);
    /* Add the hart's counts since the last call. */
    void (*collect)(unsigned int hart, struct tea_link_counters *counters);
    /* Draw the target within the rest of a period that is not done. */
    void (*draw)(struct tea_link_countdown *countdown);
    /* Where a hart's model is: no sample to come is of an earlier cycle. */
    uint64_t (*cycles)(unsigned int hart);
    /*
     * A hart's clock, in cycles of the line that all harts share: its model's
     * cycles and the times that it waited. It never steps back.
     */
    uint64_t (*clock)(unsigned int hart);
    /* A hart that waited goes on at @clock, if its own is not later. */
    void (*wake)(unsigned int hart, uint64_t clock);
    /*
     * Cycles that the hart, whose slice is next, may be ahead of all others
     * when it ends; 0: it has one instruction.
     */
    uint64_t (*lead)(unsigned int hart);
    /* A slice begins: yield() is to be called when the clock is at @until. */
    void (*turn)(unsigned int hart, uint64_t until);
    /*
     * The hart traps at @pc: an interrupt taken in place of the instruction
     * there, or an exception that this one raised, if it was fetched at all.
     */
    void (*trap)(unsigned int hart, uint64_t pc, uint8_t privilege,
                 bool interrupt);
};

/* Functions of the device that the plugin calls. */
struct tea_link_device {
    /*
     * A sample of a sampler came due: goes to the registers, or is counted as
     * lost. TEA_LINK_COUNTER overflowed.
     */
    void (*post)(unsigned int hart, unsigned int number,
                 const struct tea_link_sample *sample);
    /* A tagged instruction left the hart's ROB, and passed the filter. */
    void (*post_tagged)(unsigned int hart,
                        const struct tea_link_tagged *tagged);
    /*
     * An instruction that transferred control, or trapped, left the hart's ROB
     * in this cycle, before any later one is executed: completes its record
     * with the fields that QEMU does not know.
     */
    void (*branch)(unsigned int hart, uint64_t cycle, bool mispredicted);
    /*
     * Walk the hart's page table as it is now, without side effects.
     * Returns 0, or a negative errno where there is no valid mapping.
     */
    int (*walk)(unsigned int hart, uint64_t vaddr, uint8_t privilege,
                struct tea_link_walk *walk);
    /* The privilege and address space of the code that is being translated. */
    uint8_t (*privilege)(void);
    uint16_t (*asid)(unsigned int hart);
    /* End the slice that runs, at the end of this translation. */
    void (*yield)(void);
    /*
     * While armed: the translations of this @set, of TEA_LINK_SETS, are executed
     * from the end of this one on, and those made from now on belong to it. At
     * first it is set 0.
     */
    void (*select)(unsigned int set);
};

/**
 * qemu_tea_link() - join plugin and device
 * @plugin: the plugin's functions; must outlive QEMU
 *
 * To be called from qemu_plugin_install(), once. Returns the functions of the
 * device, or NULL where a plugin is linked already or of another version.
 */
QEMU_PLUGIN_API
const struct tea_link_device *
qemu_tea_link(const struct tea_link_plugin *plugin);

#endif /* QEMU_TEA_LINK_H */
