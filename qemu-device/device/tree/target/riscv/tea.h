/*
 * TEA unit of a RISC-V hart: state and hooks
 *
 * Time-Proportional Event Analysis (ISCA 2023): registers reached by siselect
 * and sireg, and a local interrupt, that give samples of commit, cycle by
 * cycle. The interface is specified in docs/tea-interface.md of the TEA
 * project; the cycles come from the timing-model plugin, qemu/tea-link.h.
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

/* A sample as the registers have it */
typedef struct TEASample {
    uint64_t meta;          /* TEA_SAMPLE_* */
    uint64_t psvs;
    uint64_t time;
    uint64_t pc[TEA_LINK_SLOTS];
    uint64_t addr[TEA_LINK_SLOTS];
    uint64_t mem[TEA_LINK_SLOTS];
} TEASample;

/* A countdown with its sample */
typedef struct TEASampler {
    uint64_t ctl;           /* TEA_CTL_* */
    /* while enabled, the plugin has the live one */
    struct tea_link_countdown countdown;
    bool valid;
    uint64_t lost;
    TEASample sample;
} TEASampler;

/* The cycle counter of control transfer records, which the model has */
typedef struct TEARecords {
    bool fresh;             /* the newest has no cycle yet */
    bool timed;             /* the cycle of the one before is known: */
    uint64_t cycle;
} TEARecords;

/* Properties that a guest relies on, as in a saved state: see tea.c */
#define TEA_IDENTITY_WORDS 8

typedef struct TEAUnit {
    bool present;           /* CPU property "tea" */
    bool allow_m;           /* CPU property "tea-m": reset value of ALLOW.M */
    uint64_t plain_harts;   /* CPU property "tea-plain-harts", a bit for each */
    bool held;              /* in the interrupt, or on the way in or back */
    bool counting;          /* the slot counters count */
    uint64_t allow;         /* TEA_ALLOW_* */
    TEASampler samplers[TEA_LINK_COUNTDOWNS];
    TEARecords records;
    uint64_t time_base;     /* TIME less the model's cycles */
    uint64_t time_saved;    /* in a saved state: TIME at its cycle */
    uint64_t identity[TEA_IDENTITY_WORDS];
    /* while counting, the plugin has those that are to be added */
    struct tea_link_counters counters;
} TEAUnit;

extern const VMStateDescription vmstate_riscv_tea;

/* Refuse what cannot work, and register the CSRs. */
bool riscv_tea_realize(RISCVCPU *cpu, Error **errp);
void riscv_tea_reset(RISCVCPU *cpu);
/* Bits of mideleg that are fixed to one, and of hideleg to zero. */
uint64_t riscv_tea_mideleg(RISCVCPU *cpu);
/* The hart is about to take a trap at env->pc; it returns by sret. */
void riscv_tea_trap(RISCVCPU *cpu, bool interrupt, target_ulong cause);
void riscv_tea_return(RISCVCPU *cpu, bool virt);
/* Transfers are not to be recorded: they are the sampling interrupt's. */
bool riscv_tea_holds(RISCVCPU *cpu);
/*
 * The control transfer records stay as they are at the sampler's new sample;
 * the newest goes first where it is to be forgotten.
 */
void riscv_tea_freeze_records(RISCVCPU *cpu, TEASampler *sampler, bool forget);
/* The newest of the instruction at @from, if there is one, leads to @to. */
bool riscv_tea_recorded(RISCVCPU *cpu, uint64_t from, uint64_t to);
/* One was written; all were cleared. */
void riscv_tea_record(RISCVCPU *cpu);
void riscv_tea_clear_records(RISCVCPU *cpu);
/* Functions of struct tea_link_device. */
void riscv_tea_branch(unsigned int hart, uint64_t cycle, bool mispredicted);
int riscv_tea_walk(unsigned int hart, uint64_t vaddr, uint8_t privilege,
                   struct tea_link_walk *walk);
/* Any hart by QEMU's index, with a unit or without. */
RISCVCPU *riscv_tea_cpu(unsigned int hart);
/* The plugin, with the core that it models; NULL where there is none. */
const struct tea_link_plugin *riscv_tea_plugin(void);
/* The hart has control transfer records for samples to freeze. */
bool riscv_tea_has_records(RISCVCPU *cpu);
/* The machine has other harts, whose caches may have a line that one needs. */
bool riscv_tea_has_sharers(void);
/*
 * For the registers. All state is collected from the plugin before it is read
 * or written; changed() passes writes that concern the plugin on to it.
 */
TEAUnit *riscv_tea_sync(RISCVCPU *cpu);
void riscv_tea_changed(RISCVCPU *cpu);
void riscv_tea_set_valid(RISCVCPU *cpu, TEASampler *sampler, bool valid);
/* Let an interrupt pend or not, anywhere. */
void riscv_tea_update_mip(RISCVCPU *cpu, uint64_t interrupt, bool pends);
void riscv_tea_hold(RISCVCPU *cpu, bool held);
/* Registers by TEA_REG_*; of ALLOW M-mode's way alone knows. */
uint64_t riscv_tea_read(RISCVCPU *cpu, unsigned int reg);
void riscv_tea_write(RISCVCPU *cpu, unsigned int reg, uint64_t value);
/* Whether a saved sampler is one that writes can bring about. */
bool riscv_tea_sane(RISCVCPU *cpu, unsigned int number);
/* Let siselect, sireg and their like reach units. */
void riscv_tea_wrap_csrs(void);
/* Add the device tree's node for the TEA units of all harts. */
void riscv_tea_write_fdt(void *fdt);

#endif /* RISCV_TEA_H */
