/*
 * Sspesa of a RISC-V hart: state and hooks
 *
 * RISC-V Performance Event Sampling, the draft of TEA_PESA_DRAFT: when a
 * counter overflows, shpmspc and shpmsdata take the sample of the TEA unit.
 * docs/standard.md of the TEA project has the rules.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef RISCV_TEA_PESA_H
#define RISCV_TEA_PESA_H

#include "cpu-qom.h"
#include "qemu/tea-link.h"

typedef struct TEAPesa {
    bool present;           /* CPU property "sspesa" */
    uint64_t pc;            /* shpmspc */
    uint64_t data;          /* shpmsdata */
    /* the one that counts core cycles, 0: none; its value is @countdown's count */
    uint32_t counter;
    /* while the plugin counts, it has the live one */
    struct tea_link_countdown countdown;
    uint32_t draft;         /* in a saved state: TEA_PESA_DRAFT */
} TEAPesa;

extern const VMStateDescription vmstate_riscv_pesa;

/* What the hart lacks for it, with the remedy; NULL: nothing. */
const char *riscv_pesa_why_not(RISCVCPU *cpu);
/* Let the counters' CSRs reach the model. */
void riscv_pesa_wrap_csrs(void);
/* The state has been collected from the plugin. */
void riscv_pesa_reset(RISCVCPU *cpu);
/* The counter of cycles as the plugin takes it. */
struct tea_link_sampler riscv_pesa_sampler(RISCVCPU *cpu);
/* It overflowed in the cycle of @posted. */
void riscv_pesa_post(RISCVCPU *cpu, const struct tea_link_sample *posted);
/* Another counter, whose OF was 0, overflows; LCOFIP is not set yet. */
void riscv_pesa_overflow(RISCVCPU *cpu, uint32_t counter);

#endif /* RISCV_TEA_PESA_H */
