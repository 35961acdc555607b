/*
 * TEA unit of a RISC-V hart: state and hooks
 *
 * Time-Proportional Event Analysis (ISCA 2023): supervisor CSRs and a local
 * interrupt that give samples of what the core commits, cycle by cycle. The
 * interface is specified in docs/tea-interface.md of the TEA project; the
 * cycles come from the timing-model plugin, see qemu/tea-link.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef RISCV_TEA_H
#define RISCV_TEA_H

#include "cpu-qom.h"
#include "qemu/tea-link.h"

/* Local interrupt; the privileged specification leaves 24 to 31 to platforms */
#define TEA_IRQ 24

/* Bits of a counter */
#define TEA_COUNTER_BITS 64

/* A countdown with its sample */
typedef struct TEASampler {
    uint64_t ctl;           /* stea_ctl without VALID and LOST */
    /* while enabled, the plugin has the live one */
    struct tea_link_countdown countdown;
    bool valid;
    uint32_t lost;          /* modulo 2^32 */
    uint32_t lost_before;   /* value of lost at the last valid sample */
    struct tea_link_sample sample;
} TEASampler;

/* The cycle counter of control transfer records, which the model has */
typedef struct TEARecords {
    bool fresh;             /* the newest has not been told its cycle */
    bool timed;             /* the cycle of the one before is known: */
    uint64_t cycle;
} TEARecords;

typedef struct TEAUnit {
    bool present;           /* CPU property "tea" */
    bool held;              /* in the interrupt, or on the way in or back */
    TEASampler samplers[TEA_LINK_COUNTDOWNS];
    TEARecords records;
    uint64_t time_base;     /* what stea_time is ahead of the model's cycles */
    uint64_t time_saved;    /* in a saved state: stea_time at its cycle */
    uint64_t index;         /* stea_index */
    /* while counting, the plugin has those that are to be added */
    struct tea_link_counters counters;
} TEAUnit;

extern const VMStateDescription vmstate_riscv_tea;

/* Refuse what cannot work, and put the CSRs in place. */
bool riscv_tea_realize(RISCVCPU *cpu, Error **errp);
void riscv_tea_reset(RISCVCPU *cpu);
/* Bits of mideleg that are fixed to one, and of hideleg to zero. */
uint64_t riscv_tea_mideleg(RISCVCPU *cpu);
/* The hart is about to take a trap at env->pc; it returns by sret. */
void riscv_tea_trap(RISCVCPU *cpu, bool interrupt, target_ulong cause);
void riscv_tea_return(RISCVCPU *cpu, bool virt);
/* Transfers are not to be recorded: they are the sampling interrupt's. */
bool riscv_tea_holds(RISCVCPU *cpu);
/* The control transfer records stay as they are at this sample. */
void riscv_tea_freeze_records(RISCVCPU *cpu, TEASampler *sampler);
/* One was written; all were cleared. */
void riscv_tea_record(RISCVCPU *cpu);
void riscv_tea_clear_records(RISCVCPU *cpu);
/* Of struct tea_link_device. */
void riscv_tea_branch(unsigned int hart, uint64_t cycle, bool mispredicted);
int riscv_tea_walk(unsigned int hart, uint64_t vaddr, uint8_t privilege,
                   struct tea_link_walk *walk);
/* The core that is modelled; NULL without the plugin. */
const struct tea_link_core *riscv_tea_core(void);
/* Add the device tree's node for the TEA units of all harts. */
void riscv_tea_write_fdt(void *fdt);

#endif /* RISCV_TEA_H */
