/*
 * TEA unit of a RISC-V hart: its control transfer records
 *
 * QEMU has the records of Smctr and Ssctr. A sample freezes them. The timing
 * model adds mispredictions and cycles, which QEMU does not know: it calls
 * QEMU when an instruction that transferred control leaves the ROB. No later
 * instruction has been executed by then, so its record, if there is one, is
 * the newest.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "cpu.h"
#include "hw/riscv/tea_abi.h"
#include "hw/riscv/tea_regs.h"

/* The cycle count of a control transfer record: its fields alone */
#define CTRDATA_CCM MAKE_64BIT_MASK(16, 12)
#define CTRDATA_CCE MAKE_64BIT_MASK(28, 4)

static void tea_forget_newest(CPURISCVState *env)
{
    uint64_t depth = 16 << get_field(env->sctrdepth, SCTRDEPTH_MASK);
    uint64_t head = get_field(env->sctrstatus, SCTRSTATUS_WRPTR_MASK);

    head = (head - 1) & (depth - 1);
    env->ctr_src[head] = env->ctr_dst[head] = env->ctr_data[head] = 0;
    env->sctrstatus = set_field(env->sctrstatus, SCTRSTATUS_WRPTR_MASK, head);
}

void riscv_tea_freeze_records(RISCVCPU *cpu, TEASampler *sampler, bool forget)
{
    CPURISCVState *env = &cpu->env;

    if (!(sampler->ctl & TEA_CTL_FREEZE) ||
        env->sctrstatus & SCTRSTATUS_FROZEN) {
        return;
    }
    env->sctrstatus |= SCTRSTATUS_FROZEN;
    riscv_tea_clear_records(cpu);   /* no cycles across the freeze */
    sampler->sample.meta |= TEA_SAMPLE_RECORDS;
    if (forget) {
        tea_forget_newest(env);
    }
}

bool riscv_tea_recorded(RISCVCPU *cpu, uint64_t from, uint64_t to)
{
    const CPURISCVState *env = &cpu->env;
    uint64_t depth = 16 << get_field(env->sctrdepth, SCTRDEPTH_MASK);
    uint64_t head = get_field(env->sctrstatus, SCTRSTATUS_WRPTR_MASK);

    for (uint64_t i = 1; i <= depth; i++) {
        uint64_t at = (head - i) & (depth - 1);

        if (env->ctr_src[at] == (from | CTRSOURCE_VALID)) {
            return (env->ctr_dst[at] & ~(uint64_t)CTRTARGET_MISP) == to;
        }
    }
    return false;
}

void riscv_tea_record(RISCVCPU *cpu)
{
    cpu->tea.records.fresh = true;
}

void riscv_tea_clear_records(RISCVCPU *cpu)
{
    cpu->tea.records = (TEARecords) { 0 };
}

/* CCM and CCE, a mantissa of 12 bits and an exponent of 4; CCV. */
static uint64_t tea_cycle_count(uint64_t cycles)
{
    unsigned int exponent = 0;

    if (cycles >= BIT_ULL(12)) {
        exponent = 52 - clz64(cycles);
        cycles >>= exponent - 1;
    }
    if (exponent > 15) {
        return CTRDATA_CCV | CTRDATA_CCM | CTRDATA_CCE;
    }
    return CTRDATA_CCV | set_field(0, CTRDATA_CCM, cycles & 0xfff) |
           set_field(0, CTRDATA_CCE, exponent);
}

void riscv_tea_branch(unsigned int hart, uint64_t cycle, bool mispredicted)
{
    RISCVCPU *cpu = riscv_tea_cpu(hart);
    CPURISCVState *env = &cpu->env;
    TEARecords *records = &cpu->tea.records;
    uint64_t depth = 16 << get_field(env->sctrdepth, SCTRDEPTH_MASK);
    uint64_t newest = get_field(env->sctrstatus, SCTRSTATUS_WRPTR_MASK) - 1;

    if (!records->fresh) {
        return;
    }
    newest &= depth - 1;
    if (mispredicted) {
        env->ctr_dst[newest] |= CTRTARGET_MISP;
    }
    if (records->timed) {
        env->ctr_data[newest] |= tea_cycle_count(cycle - records->cycle);
    }
    *records = (TEARecords) { .timed = true, .cycle = cycle };
}
