/*
 * Sspdis of a RISC-V hart
 *
 * The registers of the draft, and the record of the last sample. Counter, tag
 * and filters are the timing-model plugin's, which knows the latencies; it is
 * told of every write. Of what an implementation may leave out there is not: a
 * memory buffer (MEM), events of counters (HPM), targets of the transfer before
 * (EPT). With V = 1 nothing is counted, and vspdisctl is emulated, or not.
 *
 * The draft has a bit of mstateen0 for the registers, without a number. Ours
 * are custom registers: their bit is that of custom state.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/error-report.h"
#include "cpu.h"
#include "hw/riscv/tea_pdis.h"
#include "hw/riscv/tea_pdis_regs.h"
#include "hw/riscv/tea_regs.h"
#include "migration/vmstate.h"
#include "system/tea-compat.h"

QEMU_BUILD_BUG_ON(TEA_LINK_WORDS != TEA_PDIS_WORDS);

#define PDIS_CTL_WRITABLE \
    (7 | TEA_PDISCTL_ACC | TEA_PDISCTL_TS | TEA_PDISCTL_PA | \
     TEA_PDISCTL_LEVELS | TEA_PDISCTL_OF)
#define PDIS_FILTER_WRITABLE MAKE_64BIT_MASK(0, 16)

const char *riscv_pdis_why_not(RISCVCPU *cpu)
{
    if (!cpu->cfg.ext_sscofpmf || !cpu->cfg.ext_smcdeleg ||
        !cpu->cfg.ext_ssccfg) {
        return "its interrupt is that of counters, which must be delegated to "
               "S-mode: use -cpu rv64,sspdis=on,sscofpmf=on,ssccfg=on";
    }
    return NULL;
}

/* What the plugin has */

bool riscv_pdis_counts(const RISCVCPU *cpu)
{
    return cpu->pdis.present && !cpu->pdis.inhibited &&
           cpu->pdis.ctl & TEA_PDISCTL_LEVELS;
}

static uint8_t pdis_privileges(uint64_t ctl)
{
    return (ctl & TEA_PDISCTL_U ? BIT(PRV_U) : 0) |
           (ctl & TEA_PDISCTL_S ? BIT(PRV_S) : 0) |
           (ctl & TEA_PDISCTL_M ? BIT(PRV_M) : 0);
}

struct tea_link_decoded riscv_pdis_setting(RISCVCPU *cpu)
{
    const TEAPdis *pdis = &cpu->pdis;

    return (struct tea_link_decoded) {
        .mask = pdis->mask,
        .match = pdis->match,
        .count = pdis->counter,
        .initial = pdis->counter >> 32,
        .threshold = TEA_PDISFILTER_THRESH(pdis->filter),
        .latency = TEA_PDISFILTER_LATSEL(pdis->filter),
        .select = TEA_PDISCTL_SEL(pdis->ctl),
        .privileges = pdis_privileges(pdis->ctl),
        .inverted = pdis->filter & TEA_PDISFILTER_INV,
        .accelerate = pdis->ctl & TEA_PDISCTL_ACC,
        .enabled = riscv_pdis_counts(cpu),
    };
}

void riscv_pdis_set_count(RISCVCPU *cpu, uint32_t count)
{
    cpu->pdis.counter = deposit64(cpu->pdis.counter, 0, 32, count);
}

/* Access */

/* M-mode has left it to S-mode: the draft's mstateen0.PDIS. */
static bool pdis_delegated(CPURISCVState *env)
{
    return !env_archcpu(env)->cfg.ext_smstateen ||
           env->mstateen[0] & SMSTATEEN0_CS;
}

static RISCVException pdis_may_access_m(CPURISCVState *env, int csrno)
{
    return env_archcpu(env)->pdis.present ? RISCV_EXCP_NONE :
                                            RISCV_EXCP_ILLEGAL_INST;
}

/* For guests they are emulated, or not. */
static RISCVException pdis_may_access(CPURISCVState *env, int csrno)
{
    if (!env_archcpu(env)->pdis.present) {
        return RISCV_EXCP_ILLEGAL_INST;
    }
    if (env->priv == PRV_M || env->debugger) {
        return RISCV_EXCP_NONE;
    }
    if (!pdis_delegated(env)) {
        return RISCV_EXCP_ILLEGAL_INST;
    }
    return env->virt_enabled ? RISCV_EXCP_VIRT_INSTRUCTION_FAULT :
                               RISCV_EXCP_NONE;
}

/* Samples */

/* `time`, where the mode that has the records can read it. */
static uint64_t pdis_time(RISCVCPU *cpu)
{
    CPURISCVState *env = &cpu->env;
    CPUState *cs = CPU(cpu);
    bool can_do_io = cs->neg.can_do_io;
    uint64_t time;

    if (!(cpu->pdis.ctl & TEA_PDISCTL_TS) || !env->rdtime_fn ||
        (pdis_delegated(env) && !(env->mcounteren & COUNTEREN_TM))) {
        return 0;
    }
    /* as for interrupts: this is an instruction boundary in a translation */
    cs->neg.can_do_io = true;
    time = env->rdtime_fn(env->rdtime_fn_arg);
    cs->neg.can_do_io = can_do_io;
    return time;
}

/* Of the data; 0 without any, or without a translation. */
static uint64_t pdis_physical(RISCVCPU *cpu,
                              const struct tea_link_tagged *tagged)
{
    uint64_t header = tagged->words[TEA_PDIS_HEADER];
    uint64_t address = tagged->words[TEA_PDIS_ADDRESS1];
    struct tea_link_walk walk;

    if (!(cpu->pdis.ctl & TEA_PDISCTL_PA) || header & TEA_PDIS_FLUSHED ||
        !(header & TEA_PDIS_LOAD_STORE) || !address ||
        riscv_tea_walk(CPU(cpu)->cpu_index, address, tagged->privilege,
                       &walk)) {
        return 0;
    }
    return walk.levels ? walk.page_paddr |
                         (address & MAKE_64BIT_MASK(0, walk.page_shift)) :
                         address;
}

/* The last one is there, whether or not one before it was read. */
void riscv_pdis_post(unsigned int hart, const struct tea_link_tagged *tagged)
{
    RISCVCPU *cpu = riscv_tea_cpu(hart);
    TEAPdis *pdis = &cpu->pdis;

    memcpy(pdis->words, tagged->words, sizeof(pdis->words));
    pdis->words[TEA_PDIS_TIME] = pdis_time(cpu);
    pdis->words[TEA_PDIS_ADDRESS2] = pdis_physical(cpu, tagged);
    if (!(pdis->ctl & TEA_PDISCTL_OF)) {
        pdis->ctl |= TEA_PDISCTL_OF;
        riscv_tea_update_mip(cpu, MIP_LCOFIP, true);
    }
}

/* Life */

void riscv_pdis_reset(RISCVCPU *cpu)
{
    cpu->pdis = (TEAPdis) { .present = cpu->pdis.present };
}

static bool pdis_needed(void *opaque)
{
    RISCVCPU *cpu = opaque;

    return cpu->pdis.present;
}

static int pdis_pre_save(void *opaque)
{
    RISCVCPU *cpu = opaque;

    riscv_tea_sync(cpu);
    cpu->pdis.draft = TEA_PDIS_DRAFT;
    return 0;
}

static uint64_t pdis_ctl_of(uint64_t value)
{
    value &= PDIS_CTL_WRITABLE;
    return TEA_PDISCTL_SEL(value) <= TEA_PDIS_SELECT_TRANSFERS ? value :
                                                                 value & ~7ULL;
}

static uint64_t pdis_filter_of(uint64_t value)
{
    value &= PDIS_FILTER_WRITABLE;
    return TEA_PDISFILTER_LATSEL(value) <= TEA_PDIS_OLDEST ? value :
           value & MAKE_64BIT_MASK(0, TEA_PDISFILTER_LATSEL_SHIFT);
}

static int pdis_post_load(void *opaque, int version_id)
{
    RISCVCPU *cpu = opaque;
    TEAPdis *pdis = &cpu->pdis;

    if (!pdis->present) {
        error_report("cpu/pdis: the saved state has Sspdis, but the CPU here "
                     "has not: give both the same -cpu");
        return -EINVAL;
    }
    if (pdis->draft != TEA_PDIS_DRAFT) {
        error_report("cpu/pdis: Sspdis is by the draft of %" PRIu32 " in the "
                     "saved state, but of %d here: give both the same QEMU",
                     pdis->draft, TEA_PDIS_DRAFT);
        return -EINVAL;
    }
    if (pdis->ctl != pdis_ctl_of(pdis->ctl) ||
        pdis->filter != pdis_filter_of(pdis->filter) ||
        (pdis->mask | pdis->match) & ~TEA_PDIS_EVENTS) {
        error_report("cpu/pdis: not the state of a hart with Sspdis");
        return -EINVAL;
    }
    riscv_tea_changed(cpu);
    return 0;
}

/* A tag is the model's, and not part of it. */
const VMStateDescription vmstate_riscv_pdis = {
    .name = "cpu/pdis",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = pdis_needed,
    .pre_save = pdis_pre_save,
    .post_load = pdis_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32(pdis.draft, RISCVCPU),
        VMSTATE_BOOL(pdis.inhibited, RISCVCPU),
        VMSTATE_UINT64(pdis.ctl, RISCVCPU),
        VMSTATE_UINT64(pdis.counter, RISCVCPU),
        VMSTATE_UINT64(pdis.mask, RISCVCPU),
        VMSTATE_UINT64(pdis.match, RISCVCPU),
        VMSTATE_UINT64(pdis.filter, RISCVCPU),
        VMSTATE_UINT64_ARRAY(pdis.words, RISCVCPU, TEA_LINK_WORDS),
        VMSTATE_END_OF_LIST()
    }
};

/* Its own CSRs */

static RISCVException pdis_read_own(CPURISCVState *env, int csrno,
                                    target_ulong *value)
{
    RISCVCPU *cpu = env_archcpu(env);

    /* a sample so far, and the count */
    riscv_tea_sync(cpu);
    switch (csrno) {
    case TEA_CSR_MPDISCTL:
        *value = cpu->pdis.ctl;
        break;
    case TEA_CSR_SPDISCTL:
        *value = cpu->pdis.ctl & ~TEA_PDISCTL_M;
        break;
    case TEA_CSR_SPDISCOUNTER:
        *value = cpu->pdis.counter;
        break;
    case TEA_CSR_SPDISEVMASK:
        *value = cpu->pdis.mask;
        break;
    case TEA_CSR_SPDISEVMATCH:
        *value = cpu->pdis.match;
        break;
    default:
        *value = cpu->pdis.filter;
        break;
    }
    return RISCV_EXCP_NONE;
}

static RISCVException pdis_write_own(CPURISCVState *env, int csrno,
                                     target_ulong value TEA_COMPAT_RA)
{
    RISCVCPU *cpu = env_archcpu(env);
    TEAPdis *pdis = &cpu->pdis;

    riscv_tea_sync(cpu);
    switch (csrno) {
    case TEA_CSR_MPDISCTL:
        pdis->ctl = pdis_ctl_of(value);
        break;
    case TEA_CSR_SPDISCTL:
        pdis->ctl = (pdis->ctl & TEA_PDISCTL_M) |
                    pdis_ctl_of(value & ~TEA_PDISCTL_M);
        break;
    case TEA_CSR_SPDISCOUNTER:
        pdis->counter = value;
        break;
    case TEA_CSR_SPDISEVMASK:
        pdis->mask = value & TEA_PDIS_EVENTS;
        break;
    case TEA_CSR_SPDISEVMATCH:
        pdis->match = value & TEA_PDIS_EVENTS;
        break;
    default:
        pdis->filter = pdis_filter_of(value);
        break;
    }
    riscv_tea_changed(cpu);
    return RISCV_EXCP_NONE;
}

/* Its part of others: QEMU's own operations, or the counters', by number */
static riscv_csr_operations pdis_inner[CSR_TABLE_SIZE];

/* Its bit of scountinhibit is there where it is S-mode's, as counters are. */
static bool pdis_has_bit(CPURISCVState *env, int csrno)
{
    if (!env_archcpu(env)->pdis.present) {
        return false;
    }
    switch (csrno) {
    case CSR_MCOUNTINHIBIT:
        return true;
    case CSR_SCOUNTINHIBIT:
        return pdis_delegated(env) && env->menvcfg & MENVCFG_CDE;
    default:
        return pdis_delegated(env) || env->priv == PRV_M;
    }
}

static RISCVException pdis_read_bit(CPURISCVState *env, int csrno,
                                    target_ulong *value)
{
    RISCVException refused = pdis_inner[csrno].read(env, csrno, value);
    RISCVCPU *cpu = env_archcpu(env);
    bool set;

    if (refused != RISCV_EXCP_NONE || !pdis_has_bit(env, csrno)) {
        return refused;
    }
    riscv_tea_sync(cpu);
    set = csrno == CSR_SCOUNTOVF ? cpu->pdis.ctl & TEA_PDISCTL_OF :
                                   cpu->pdis.inhibited;
    *value |= set ? TEA_PDIS_INHIBIT : 0;
    return RISCV_EXCP_NONE;
}

static RISCVException pdis_write_bit(CPURISCVState *env, int csrno,
                                     target_ulong value TEA_COMPAT_RA)
{
    RISCVException refused = pdis_inner[csrno].write(env, csrno,
                                                     value TEA_COMPAT_PASS_RA);
    RISCVCPU *cpu = env_archcpu(env);
    bool inhibited = value & TEA_PDIS_INHIBIT;

    if (refused == RISCV_EXCP_NONE && pdis_has_bit(env, csrno) &&
        cpu->pdis.inhibited != inhibited) {
        riscv_tea_sync(cpu);
        cpu->pdis.inhibited = inhibited;
        riscv_tea_changed(cpu);
    }
    return refused;
}

/* sireg to sireg6: of the record, or of anything else. */
static RISCVException pdis_op_record(CPURISCVState *env, int csrno,
                                     target_ulong *ret, target_ulong value,
                                     target_ulong mask)
{
    RISCVCPU *cpu = env_archcpu(env);
    target_ulong select = env->virt_enabled ? env->vsiselect : env->siselect;
    unsigned int place = csrno & 7;
    RISCVException refused;
    uint64_t *word;

    if (!cpu->pdis.present || select < TEA_SELECT_PDIS ||
        select > TEA_SELECT_PDIS_LAST) {
        return pdis_inner[csrno].op(env, csrno, ret, value, mask);
    }
    refused = smstateen_acc_ok(env, 0, SMSTATEEN0_SVSLCT);
    refused = refused == RISCV_EXCP_NONE ? pdis_may_access(env, csrno) :
                                           refused;
    if (refused != RISCV_EXCP_NONE) {
        return refused;
    }
    riscv_tea_sync(cpu);
    /* There is no fourth of eight CSRs in a row */
    word = select == TEA_SELECT_PDIS ?
           &cpu->pdis.words[place - (place > 3) - 1] : NULL;
    if (ret) {
        *ret = word ? *word : 0;
    }
    if (word) {
        *word = (*word & ~mask) | (value & mask);
    }
    return RISCV_EXCP_NONE;
}

/* The registers are custom state, so there is the bit that controls it. */
static RISCVException pdis_write_mstateen0(CPURISCVState *env, int csrno,
                                           target_ulong value TEA_COMPAT_RA)
{
    RISCVException refused = pdis_inner[csrno].write(env, csrno,
                                                     value TEA_COMPAT_PASS_RA);

    if (refused == RISCV_EXCP_NONE && env_archcpu(env)->pdis.present) {
        env->mstateen[0] &= ~SMSTATEEN0_CS;
        env->mstateen[0] |= value & SMSTATEEN0_CS;
    }
    return refused;
}

static void pdis_add(int csrno, const char *name,
                     riscv_csr_predicate_fn predicate)
{
    riscv_csr_operations ops = {
        .name = name,
        .predicate = predicate,
        .read = pdis_read_own,
        .write = pdis_write_own,
    };

    riscv_set_csr_ops(csrno, &ops);
}

static void pdis_wrap_bit(int csrno)
{
    riscv_csr_operations ops;

    riscv_get_csr_ops(csrno, &ops);
    pdis_inner[csrno] = ops;
    ops.read = pdis_read_bit;
    ops.write = ops.write ? pdis_write_bit : NULL;
    riscv_set_csr_ops(csrno, &ops);
}

void riscv_pdis_wrap_csrs(void)
{
    riscv_csr_operations ops;

    pdis_add(TEA_CSR_MPDISCTL, "mpdisctl", pdis_may_access_m);
    pdis_add(TEA_CSR_SPDISCTL, "spdisctl", pdis_may_access);
    pdis_add(TEA_CSR_SPDISCOUNTER, "spdiscounter", pdis_may_access);
    pdis_add(TEA_CSR_SPDISEVMASK, "spdisevmask", pdis_may_access);
    pdis_add(TEA_CSR_SPDISEVMATCH, "spdisevmatch", pdis_may_access);
    pdis_add(TEA_CSR_SPDISFILTER, "spdisfilter", pdis_may_access);
    pdis_wrap_bit(CSR_MCOUNTINHIBIT);
    pdis_wrap_bit(CSR_SCOUNTINHIBIT);
    pdis_wrap_bit(CSR_SCOUNTOVF);
    for (unsigned int i = 1; i <= TEA_REGS_IN_GROUP; i++) {
        riscv_get_csr_ops(TEA_CSR_SIREG(i), &ops);
        pdis_inner[TEA_CSR_SIREG(i)] = ops;
        ops.op = pdis_op_record;
        riscv_set_csr_ops(TEA_CSR_SIREG(i), &ops);
    }
    riscv_get_csr_ops(CSR_MSTATEEN0, &ops);
    pdis_inner[CSR_MSTATEEN0] = ops;
    ops.write = pdis_write_mstateen0;
    riscv_set_csr_ops(CSR_MSTATEEN0, &ops);
}
