/*
 * Sspdis of a RISC-V hart: state and hooks
 *
 * RISC-V Performance Event Sampling, the draft of TEA_PDIS_DRAFT: decoded
 * instructions are counted, one is tagged at a time, and its record, if it
 * passes the filters, is in registers. docs/standard.md of the TEA project has
 * the rules.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef RISCV_TEA_PDIS_H
#define RISCV_TEA_PDIS_H

#include "cpu-qom.h"
#include "qemu/tea-link.h"

typedef struct TEAPdis {
    bool present;           /* CPU property "sspdis" */
    bool inhibited;         /* mcountinhibit[1] */
    uint64_t ctl;           /* mpdisctl */
    /* spdiscounter; while the plugin counts, it has the live COUNT */
    uint64_t counter;
    uint64_t mask;          /* spdisevmask */
    uint64_t match;         /* spdisevmatch */
    uint64_t filter;        /* spdisfilter */
    uint64_t words[TEA_LINK_WORDS];     /* the record */
    uint32_t draft;         /* in a saved state: TEA_PDIS_DRAFT */
} TEAPdis;

extern const VMStateDescription vmstate_riscv_pdis;

/* What the hart lacks for it, with the remedy; NULL: nothing. */
const char *riscv_pdis_why_not(RISCVCPU *cpu);
/* Add the CSRs, and its bits and records to those that there are. */
void riscv_pdis_wrap_csrs(void);
/* The state has been collected from the plugin. */
void riscv_pdis_reset(RISCVCPU *cpu);
/* Instructions are counted. */
bool riscv_pdis_counts(const RISCVCPU *cpu);
/* The registers as the plugin takes them, and its count. */
struct tea_link_decoded riscv_pdis_setting(RISCVCPU *cpu);
void riscv_pdis_set_count(RISCVCPU *cpu, uint32_t count);
/* Of struct tea_link_device. */
void riscv_pdis_post(unsigned int hart, const struct tea_link_tagged *tagged);

#endif /* RISCV_TEA_PDIS_H */
