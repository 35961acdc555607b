/*
 * Link between the TEA device of RISC-V CPUs and its timing-model plugin
 *
 * The device owns all architectural state: registers, interrupt, reset,
 * migration.
 * The plugin owns the model. qemu_tea_link() is the one symbol that passes
 * between them; the rest goes through two tables of functions. Every call is
 * made by the one thread that runs all harts (-icount sees to that), but for
 * time_ns(), which any may call. "hart" is QEMU's vCPU index.
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
#define TEA_LINK_VERSION 9
#define TEA_LINK_COUNTDOWNS 3
#define TEA_LINK_SLOTS 4
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

/* A sampler. What its countdown counts goes by its number, TEA_COUNTDOWN_*. */
struct tea_link_sampler {
    struct tea_link_countdown countdown;
    uint8_t privileges;     /* bit p set: that of privilege p is counted */
    bool enabled;
    bool held;              /* nothing is counted until the next load */
};

/* The registers that steer a hart's samplers, and its counters. */
struct tea_link_unit {
    struct tea_link_sampler samplers[TEA_LINK_COUNTDOWNS];
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

/* One sample; what does not hold an instruction is 0. */
struct tea_link_sample {
    uint64_t time;          /* cycle of the hart's model */
    uint64_t meta;          /* TEA_META_* of tea_abi.h, its lost field 0 */
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

/* What the device tree and the registers tell of each hart's core. */
struct tea_link_core {
    struct tea_link_cache l1i, l1d, llc;
    uint64_t clock_hz;      /* cycles a second */
    uint32_t itlb_pages, dtlb_pages;    /* that the L1 TLBs have */
    uint8_t width;          /* slots of a cycle in the stage stacks */
    uint8_t flops;          /* and in the FLOPS stack */
    bool memory;            /* samples tell of memory: addr and mem */
};

/* What the device calls in the plugin. */
struct tea_link_plugin {
    unsigned int version;
    const struct tea_link_core *core;
    /*
     * Instrument translations, or no longer: what was translated while armed is
     * executed only then, and what was not, only then.
     */
    void (*arm)(void);
    void (*disarm)(void);
    /*
     * A hart's registers were written. What was not collected is gone, and a
     * sample that waits in a sampler that is not enabled, or does not say so.
     */
    void (*load)(unsigned int hart, const struct tea_link_unit *unit);
    /* Live countdown of a hart's sampler that was loaded enabled. */
    struct tea_link_countdown (*countdown)(unsigned int hart,
                                           unsigned int number);
    /* Add what a hart counted since it was asked last. */
    void (*collect)(unsigned int hart, struct tea_link_counters *counters);
    /* Draw the target for what is left of a period that is not done. */
    void (*draw)(struct tea_link_countdown *countdown);
    /* Where a hart's model is: no sample to come is of an earlier cycle. */
    uint64_t (*cycles)(unsigned int hart);
    /* Time of all harts' models together, in ns; never steps back. */
    uint64_t (*time_ns)(void);
    /*
     * The hart traps at @pc: an interrupt taken in place of the instruction
     * there, or an exception that this one raised, if it was fetched at all.
     */
    void (*trap)(unsigned int hart, uint64_t pc, uint8_t privilege,
                 bool interrupt);
};

/* What the plugin calls in the device. */
struct tea_link_device {
    /* A sample came due: goes to the registers, or is counted as lost. */
    void (*post)(unsigned int hart, unsigned int number,
                 const struct tea_link_sample *sample);
    /*
     * What transfers control, or traps, left the hart's ROB in this cycle,
     * before anything behind it is executed: its record gets what QEMU does
     * not know.
     */
    void (*branch)(unsigned int hart, uint64_t cycle, bool mispredicted);
    /*
     * Walk the hart's page table as it is now, without side effects.
     * Returns 0, or a negative errno where there is no valid mapping.
     */
    int (*walk)(unsigned int hart, uint64_t vaddr, uint8_t privilege,
                struct tea_link_walk *walk);
    /* Of the code that is being translated. */
    uint8_t (*privilege)(void);
    uint16_t (*asid)(unsigned int hart);
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
