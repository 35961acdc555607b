/*
 * Sspesa of a RISC-V hart
 *
 * QEMU has the counters and their delegation to S-mode (Sscofpmf, Smcdeleg,
 * Ssccfg). A counter of cycles is the timing model's here: QEMU's own code is
 * made to take it for one of an event that never comes, so that it keeps the
 * value and sets no timer; the live value is put there before a CSR of the
 * counters is accessed, and loaded from there after one is written.
 *
 * One counter counts cycles at a time: the first that may.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/error-report.h"
#include "cpu.h"
#include "hw/riscv/tea_abi.h"
#include "hw/riscv/tea_pesa.h"
#include "hw/riscv/tea_regs.h"
#include "migration/vmstate.h"
#include "system/tea-compat.h"

#define PESA_FIRST_COUNTER 3

const char *riscv_pesa_why_not(RISCVCPU *cpu)
{
    if (!cpu->cfg.ext_sscofpmf || !cpu->cfg.ext_smcdeleg ||
        !cpu->cfg.ext_ssccfg) {
        return "S-mode's counters must overflow, and be delegated to it: "
               "use -cpu rv64,sspesa=on,sscofpmf=on,ssccfg=on";
    }
    return cpu->cfg.pmu_mask ? NULL : "it needs counters: leave out pmu-mask";
}

/* The counter of cycles */

static bool pesa_counts(RISCVCPU *cpu, uint32_t counter)
{
    const CPURISCVState *env = &cpu->env;

    return counter >= PESA_FIRST_COUNTER && counter < RV_MAX_MHPMCOUNTERS &&
           cpu->pmu_avail_ctrs & BIT(counter) &&
           !(env->mcountinhibit & BIT(counter)) &&
           (env->mhpmevent_val[counter] & MHPMEVENT_IDX_MASK) ==
               RISCV_PMU_EVENT_HW_CPU_CYCLES;
}

static uint32_t pesa_find(RISCVCPU *cpu)
{
    for (uint32_t i = PESA_FIRST_COUNTER; i < RV_MAX_MHPMCOUNTERS; i++) {
        if (pesa_counts(cpu, i)) {
            return i;
        }
    }
    return 0;
}

/*
 * It overflows in the last cycle of the period. 2^64 is none that the
 * countdown can have: from 0 it overflows a cycle early, in 180 years.
 */
static struct tea_link_countdown pesa_countdown(uint64_t value)
{
    return (struct tea_link_countdown) {
        .period = UINT64_MAX,
        .left = value ? -value : UINT64_MAX,
        .count = value,
    };
}

/* With V = 1 nothing is counted: the model has no separate levels for it. */
static uint8_t pesa_privileges(uint64_t event)
{
    return (event & MHPMEVENT_BIT_UINH ? 0 : BIT(PRV_U)) |
           (event & MHPMEVENT_BIT_SINH ? 0 : BIT(PRV_S)) |
           (event & MHPMEVENT_BIT_MINH ? 0 : BIT(PRV_M));
}

struct tea_link_sampler riscv_pesa_sampler(RISCVCPU *cpu)
{
    const TEAPesa *pesa = &cpu->pesa;

    return (struct tea_link_sampler) {
        .countdown = pesa->countdown,
        .privileges = pesa_privileges(cpu->env.mhpmevent_val[pesa->counter]),
        .enabled = pesa->counter,
    };
}

/* Before an access: the value is where QEMU has it. */
static void pesa_store(RISCVCPU *cpu)
{
    TEAPesa *pesa = &cpu->pesa;

    if (pesa->counter) {
        riscv_tea_sync(cpu);
        cpu->env.pmu_ctrs[pesa->counter].mhpmcounter_val =
            pesa->countdown.count;
    }
}

/* After a write of any of the counters' registers. */
static void pesa_load(RISCVCPU *cpu)
{
    TEAPesa *pesa = &cpu->pesa;
    uint32_t found = pesa_find(cpu);

    /* QEMU's own would count its time, and overflow by a timer */
    g_hash_table_remove(cpu->pmu_event_ctr_map,
                        GUINT_TO_POINTER(RISCV_PMU_EVENT_HW_CPU_CYCLES));
    if (!pesa->counter && !found) {
        return;
    }
    riscv_tea_sync(cpu);
    pesa->counter = found;
    pesa->countdown = pesa_countdown(cpu->env.pmu_ctrs[found].mhpmcounter_val);
    riscv_tea_changed(cpu);
}

/* Overflows */

/* Only the first one that leads to an interrupt, and only of a delegated one. */
static bool pesa_captures(RISCVCPU *cpu, uint32_t counter)
{
    const CPURISCVState *env = &cpu->env;

    return cpu->pesa.present && !(env->mip & MIP_LCOFIP) &&
           (!(env->menvcfg & MENVCFG_CDE) || env->mcounteren & BIT(counter));
}

/* How the instruction at @to follows that at @from. */
static enum tea_pesa_next pesa_next(RISCVCPU *cpu, uint64_t from, uint64_t to)
{
    if (to - from == 2) {
        return TEA_PESA_NEXT_2;
    }
    if (to - from == 4) {
        return TEA_PESA_NEXT_4;
    }
    return riscv_tea_recorded(cpu, from, to) ? TEA_PESA_NEXT_TAKEN :
                                               TEA_PESA_NEXT_ELSEWHERE;
}

static uint64_t pesa_data(RISCVCPU *cpu, const struct tea_link_sample *posted)
{
    uint64_t data = TEA_PESA_DATA(cpu->pesa.counter, posted->state,
                                  MAKE_64BIT_MASK(0, posted->slots),
                                  posted->privilege);

    for (unsigned int i = 0; i < posted->slots; i++) {
        data |= TEA_PESA_DATA_PSV(posted->psv[i], i);
        if (i) {
            data |= TEA_PESA_DATA_NEXT(pesa_next(cpu, posted->pc[i - 1],
                                                 posted->pc[i]), i - 1);
        }
    }
    return data;
}

void riscv_pesa_post(RISCVCPU *cpu, const struct tea_link_sample *posted)
{
    TEAPesa *pesa = &cpu->pesa;
    target_ulong *event = &cpu->env.mhpmevent_val[pesa->counter];

    if (*event & MHPMEVENT_BIT_OF) {
        return;
    }
    *event |= MHPMEVENT_BIT_OF;
    if (pesa_captures(cpu, pesa->counter)) {
        pesa->pc = posted->pc[0];
        pesa->data = pesa_data(cpu, posted);
    }
    riscv_tea_update_mip(cpu, MIP_LCOFIP, true);
}

/* No event but cycles is attributed: no slot, and where QEMU is about. */
void riscv_pesa_overflow(RISCVCPU *cpu, uint32_t counter)
{
    if (pesa_captures(cpu, counter)) {
        cpu->pesa.pc = cpu->env.pc;
        cpu->pesa.data = TEA_PESA_DATA(counter, 0, 0, cpu->env.priv);
    }
}

/* Life */

void riscv_pesa_reset(RISCVCPU *cpu)
{
    cpu->pesa.pc = 0;
    cpu->pesa.data = 0;
}

static bool pesa_needed(void *opaque)
{
    RISCVCPU *cpu = opaque;

    return cpu->pesa.present;
}

static int pesa_pre_save(void *opaque)
{
    RISCVCPU *cpu = opaque;

    riscv_tea_sync(cpu);
    cpu->pesa.draft = TEA_PESA_DRAFT;
    return 0;
}

static int pesa_post_load(void *opaque, int version_id)
{
    RISCVCPU *cpu = opaque;
    TEAPesa *pesa = &cpu->pesa;

    if (!pesa->present) {
        error_report("cpu/pesa: the saved state has Sspesa, but the CPU here "
                     "has not: give both the same -cpu");
        return -EINVAL;
    }
    if (pesa->draft != TEA_PESA_DRAFT) {
        error_report("cpu/pesa: Sspesa is by the draft of %" PRIu32 " in the "
                     "saved state, but of %d here: give both the same QEMU",
                     pesa->draft, TEA_PESA_DRAFT);
        return -EINVAL;
    }
    if (pesa->counter != pesa_find(cpu)) {
        error_report("cpu/pesa: not the state of a counter of cycles");
        return -EINVAL;
    }
    pesa->data &= MAKE_64BIT_MASK(0, TEA_PESA_BITS);
    pesa->countdown = pesa_countdown(pesa->countdown.count);
    riscv_tea_changed(cpu);
    return 0;
}

const VMStateDescription vmstate_riscv_pesa = {
    .name = "cpu/pesa",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = pesa_needed,
    .pre_save = pesa_pre_save,
    .post_load = pesa_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32(pesa.draft, RISCVCPU),
        VMSTATE_UINT64(pesa.pc, RISCVCPU),
        VMSTATE_UINT64(pesa.data, RISCVCPU),
        VMSTATE_UINT32(pesa.counter, RISCVCPU),
        VMSTATE_UINT64(pesa.countdown.count, RISCVCPU),
        VMSTATE_END_OF_LIST()
    }
};

/* shpmspc and shpmsdata */

/* S-mode has them with its counters. For guests they are emulated, or not. */
static RISCVException pesa_may_access(CPURISCVState *env, int csrno)
{
    if (!env_archcpu(env)->pesa.present) {
        return RISCV_EXCP_ILLEGAL_INST;
    }
    if (env->priv == PRV_M || env->debugger) {
        return RISCV_EXCP_NONE;
    }
    if (!(env->menvcfg & MENVCFG_CDE)) {
        return RISCV_EXCP_ILLEGAL_INST;
    }
    return env->virt_enabled ? RISCV_EXCP_VIRT_INSTRUCTION_FAULT :
                               RISCV_EXCP_NONE;
}

static RISCVException pesa_read_sample(CPURISCVState *env, int csrno,
                                       target_ulong *value)
{
    RISCVCPU *cpu = env_archcpu(env);

    /* an overflow so far is in it */
    riscv_tea_sync(cpu);
    *value = csrno == TEA_CSR_SHPMSPC ? cpu->pesa.pc : cpu->pesa.data;
    return RISCV_EXCP_NONE;
}

static RISCVException pesa_write_sample(CPURISCVState *env, int csrno,
                                        target_ulong value TEA_COMPAT_RA)
{
    TEAPesa *pesa = &env_archcpu(env)->pesa;

    if (csrno == TEA_CSR_SHPMSPC) {
        pesa->pc = value;
    } else {
        pesa->data = value & MAKE_64BIT_MASK(0, TEA_PESA_BITS);
    }
    return RISCV_EXCP_NONE;
}

/* The counters' CSRs: QEMU's own operations, by number */
static riscv_csr_operations pesa_inner[CSR_TABLE_SIZE];

static RISCVException pesa_read(CPURISCVState *env, int csrno,
                                target_ulong *value)
{
    pesa_store(env_archcpu(env));
    return pesa_inner[csrno].read(env, csrno, value);
}

static RISCVException pesa_write(CPURISCVState *env, int csrno,
                                 target_ulong value TEA_COMPAT_RA)
{
    RISCVCPU *cpu = env_archcpu(env);
    RISCVException refused;

    pesa_store(cpu);
    refused = pesa_inner[csrno].write(env, csrno, value TEA_COMPAT_PASS_RA);
    if (cpu->pesa.present) {
        pesa_load(cpu);
    }
    return refused;
}

/* sireg and its like: of the counters, or of anything else. */
static RISCVException pesa_op(CPURISCVState *env, int csrno, target_ulong *ret,
                              target_ulong value, target_ulong mask)
{
    RISCVCPU *cpu = env_archcpu(env);
    bool counters = cpu->pesa.present &&
                    env->siselect >= ISELECT_CD_FIRST &&
                    env->siselect <= ISELECT_CD_LAST;
    RISCVException refused;

    if (counters) {
        pesa_store(cpu);
    }
    refused = pesa_inner[csrno].op(env, csrno, ret, value, mask);
    if (counters && mask) {
        pesa_load(cpu);
    }
    return refused;
}

static void pesa_wrap(int csrno)
{
    riscv_csr_operations ops;

    riscv_get_csr_ops(csrno, &ops);
    pesa_inner[csrno] = ops;
    ops.read = ops.read ? pesa_read : NULL;
    ops.write = ops.write ? pesa_write : NULL;
    ops.op = ops.op ? pesa_op : NULL;
    riscv_set_csr_ops(csrno, &ops);
}

void riscv_pesa_wrap_csrs(void)
{
    riscv_csr_operations ops = {
        .predicate = pesa_may_access,
        .read = pesa_read_sample,
        .write = pesa_write_sample,
    };

    ops.name = "shpmspc";
    riscv_set_csr_ops(TEA_CSR_SHPMSPC, &ops);
    ops.name = "shpmsdata";
    riscv_set_csr_ops(TEA_CSR_SHPMSDATA, &ops);
    for (unsigned int i = 0; i < RV_MAX_MHPMCOUNTERS - PESA_FIRST_COUNTER; i++) {
        pesa_wrap(CSR_MHPMCOUNTER3 + i);
        pesa_wrap(CSR_HPMCOUNTER3 + i);
        pesa_wrap(CSR_MHPMEVENT3 + i);
    }
    pesa_wrap(CSR_MCOUNTINHIBIT);
    pesa_wrap(CSR_SCOUNTINHIBIT);
    pesa_wrap(CSR_SCOUNTOVF);
    pesa_wrap(CSR_SIREG);
    pesa_wrap(CSR_SIREG2);
}
