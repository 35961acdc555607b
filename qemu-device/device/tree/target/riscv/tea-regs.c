/*
 * TEA unit of a RISC-V hart: its registers
 *
 * Software reaches them indirectly: siselect, or miselect, names a group, and
 * sireg, sireg2 to sireg6, or mireg and its like, are the registers in it.
 * QEMU implements these CSRs; accesses to the unit's groups are handled here,
 * all others are passed on to QEMU. docs/tea-interface.md of the TEA project
 * has the rules.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "cpu.h"
#include "hw/riscv/tea_abi.h"
#include "hw/riscv/tea_regs.h"
#include "system/tea-compat.h"

/* Groups: the first of a countdown, of counters; those of each countdown */
#define TEA_GROUP_CTL     TEA_REG_GROUP(TEA_REG_CTL)
#define TEA_GROUP_COUNTER TEA_REG_GROUP(TEA_REG_COUNTER(0, 0, 0))
#define TEA_GROUPS_OF_COUNTDOWN \
    TEA_REG_GROUP(TEA_REG_OF(TEA_REG_CTL, 1) - TEA_REG_CTL)

/* The features of the unit */
#define TEA_POLICIES       (BIT(TEA_POLICY_COMMIT) | BIT(TEA_POLICY_DISPATCH))
#define TEA_COUNTDOWNS_ALL MAKE_64BIT_MASK(0, TEA_COUNTDOWNS_COUNT)
#define TEA_STACKS_ALL     MAKE_64BIT_MASK(0, TEA_LINK_STACKS)
#define TEA_FLOPS_MASK     MAKE_64BIT_MASK(0, TEA_FLOPS_COUNT)
#define TEA_PERIOD_BITS    63
#define TEA_PERIOD_MASK    MAKE_64BIT_MASK(0, TEA_PERIOD_BITS)
#define TEA_MEM_MASK (TEA_MEM_KIND_MASK | TEA_MEM_ADDR | \
                      TEA_MEM_SOURCE_MASK | TEA_MEM_TLB_MASK | \
                      (uint64_t)UINT32_MAX << TEA_MEM_LATENCY_SHIFT)

QEMU_BUILD_BUG_ON(TEA_LINK_COUNTDOWNS != TEA_COUNTDOWNS_COUNT);
QEMU_BUILD_BUG_ON(TEA_LINK_SLOTS != TEA_SLOTS);
QEMU_BUILD_BUG_ON(TEA_LINK_STACKS != TEA_STACK_FLOPS + 1);
QEMU_BUILD_BUG_ON(TEA_LINK_PRIVILEGES != TEA_LEVEL_M + 1);
QEMU_BUILD_BUG_ON(TEA_LINK_COMPONENTS < TEA_COMPONENTS_COUNT);
QEMU_BUILD_BUG_ON(TEA_LINK_COMPONENTS < TEA_FLOPS_COUNT);
QEMU_BUILD_BUG_ON(TEA_LEVEL_U != PRV_U || TEA_LEVEL_S != PRV_S);
QEMU_BUILD_BUG_ON(TEA_LEVEL_M != PRV_M);

/* The unit's own */

static const struct tea_link_core *tea_core(void)
{
    return riscv_tea_plugin()->core;
}

/* For machines with two kinds of harts: this one samples cycles, and no more */
static bool tea_is_plain(RISCVCPU *cpu)
{
    return cpu->env.mhartid < 64 &&
           cpu->tea.plain_harts >> cpu->env.mhartid & 1;
}

static bool tea_has_countdown(RISCVCPU *cpu, unsigned int number)
{
    return number == TEA_COUNTDOWN_CYCLES ||
           (number < TEA_LINK_COUNTDOWNS && !tea_is_plain(cpu));
}

static uint64_t tea_caps2(RISCVCPU *cpu)
{
    const struct tea_link_core *core = tea_core();
    uint64_t both = (core->memory ? TEA_CAPS2_MEMORY : 0) |
                    (core->warms ? TEA_CAPS2_ESTIMATES : 0);

    if (tea_is_plain(cpu)) {
        return TEA_CAPS2(0, BIT(TEA_COUNTDOWN_CYCLES), TEA_POLICIES) | both;
    }
    return TEA_CAPS2(TEA_STACKS_ALL, TEA_COUNTDOWNS_ALL, TEA_POLICIES) |
           TEA_CAPS2_COUNTERS(core->width, core->flops, TEA_COUNTER_BITS) |
           (riscv_tea_has_records(cpu) ? TEA_CAPS2_RECORDS : 0) |
           TEA_CAPS2_HOLD | both;
}

/* With V = 1 nothing is counted: the model has no separate levels for it. */
static uint64_t tea_levels(RISCVCPU *cpu)
{
    return BIT_ULL(TEA_LEVEL_U) | BIT_ULL(TEA_LEVEL_S) |
           (cpu->tea.allow & TEA_ALLOW_M ? BIT_ULL(TEA_LEVEL_M) : 0);
}

static uint64_t tea_components(RISCVCPU *cpu, unsigned int stack)
{
    if (tea_is_plain(cpu)) {
        return 0;
    }
    return stack == TEA_STACK_FLOPS ? TEA_FLOPS_MASK : TEA_COMPONENTS_MASK;
}

/* Bits that a PSV can have */
static uint64_t tea_events(void)
{
    return riscv_tea_has_sharers() ? TEA_PSV_MASK : TEA_PSV_PAPER;
}

static uint64_t tea_status(RISCVCPU *cpu)
{
    const TEAUnit *tea = &cpu->tea;
    uint64_t status = tea->held && !tea_is_plain(cpu) ? TEA_STATUS_HELD : 0;

    for (unsigned int i = 0; i < TEA_LINK_COUNTDOWNS; i++) {
        status |= tea->samplers[i].valid ? TEA_STATUS_VALID(i) : 0;
    }
    return status;
}

static uint64_t tea_read_unit(RISCVCPU *cpu, unsigned int reg)
{
    switch (reg) {
    case TEA_REG_CAPS:
        return TEA_CAPS(TEA_IRQ, TEA_SLOTS, tea_events(), TEA_PERIOD_BITS);
    case TEA_REG_CAPS2:
        return tea_caps2(cpu);
    case TEA_REG_STATUS:
        return tea_status(cpu);
    case TEA_REG_CLOCK:
        return tea_core()->clock_hz;
    case TEA_REG_COUNTERS:
        return cpu->tea.counting;
    case TEA_REG_COMPONENTS(0) ... TEA_REG_COMPONENTS(TEA_STACK_FLOPS):
        return tea_components(cpu, reg - TEA_REG_COMPONENTS(0));
    case TEA_REG_LEVELS:
        return tea_is_plain(cpu) ? 0 : tea_levels(cpu);
    case TEA_REG_ALLOW:
        return cpu->tea.allow;
    default:
        return 0;
    }
}

static void tea_forget_mmode(RISCVCPU *cpu, TEASampler *sampler)
{
    sampler->ctl &= ~TEA_CTL_M;
    if (TEA_SAMPLE_LEVEL(sampler->sample.meta) != TEA_LEVEL_M) {
        return;
    }
    sampler->sample = (TEASample) { 0 };
    if (sampler->valid) {
        sampler->lost++;
        riscv_tea_set_valid(cpu, sampler, false);
    }
}

/*
 * M-mode takes back its consent: nothing of it is counted from here on, and of
 * samples nothing is left.
 */
static void tea_write_allow(RISCVCPU *cpu, uint64_t value)
{
    TEAUnit *tea = &cpu->tea;

    tea->allow = value & TEA_ALLOW_M;
    for (unsigned int i = 0; i < TEA_LINK_COUNTDOWNS && !tea->allow; i++) {
        tea_forget_mmode(cpu, &tea->samplers[i]);
    }
    riscv_tea_changed(cpu);
}

static void tea_write_unit(RISCVCPU *cpu, unsigned int reg, uint64_t value)
{
    switch (reg) {
    case TEA_REG_STATUS:
        riscv_tea_hold(cpu, value & TEA_STATUS_HELD);
        break;
    case TEA_REG_COUNTERS:
        cpu->tea.counting = value & 1 && !tea_is_plain(cpu);
        riscv_tea_changed(cpu);
        break;
    case TEA_REG_ALLOW:
        tea_write_allow(cpu, value);
        break;
    }
}

/* A countdown's, by those of the first one */

static uint64_t tea_ctl_writable(RISCVCPU *cpu, unsigned int number)
{
    uint64_t bits = TEA_CTL_ENABLE | tea_levels(cpu) * TEA_CTL_LEVEL(0);

    if (number == TEA_COUNTDOWN_CYCLES) {
        return bits | TEA_CTL_POLICY_MASK;
    }
    return bits | TEA_CTL_HOLD |
           (riscv_tea_has_records(cpu) ? TEA_CTL_FREEZE : 0);
}

static bool tea_policy_known(uint64_t ctl)
{
    return TEA_POLICIES >> ((ctl & TEA_CTL_POLICY_MASK) >>
                            TEA_CTL_POLICY_SHIFT) & 1;
}

/* A sample that waits for its instruction goes with ENABLE. */
static void tea_write_ctl(RISCVCPU *cpu, unsigned int number, uint64_t value)
{
    TEASampler *sampler = &cpu->tea.samplers[number];

    value &= tea_ctl_writable(cpu, number);
    if (!tea_policy_known(value)) {
        value &= ~TEA_CTL_POLICY_MASK;
    }
    sampler->ctl = value;
    if (!(value & TEA_CTL_ENABLE)) {
        sampler->lost += sampler->countdown.waits;
        sampler->countdown.waits = false;
    }
}

static void tea_write_left(struct tea_link_countdown *countdown, uint64_t value)
{
    countdown->left = MAX(value & TEA_PERIOD_MASK, 1);
    countdown->done = value & TEA_LEFT_DONE;
    countdown->target = 0;
    if (!countdown->done) {
        riscv_tea_plugin()->draw(countdown);
    }
}

static uint64_t tea_read_countdown(const TEASampler *sampler, unsigned int reg)
{
    const struct tea_link_countdown *countdown = &sampler->countdown;

    switch (reg) {
    case TEA_REG_CTL:
        return sampler->ctl;
    case TEA_REG_PERIOD:
        return countdown->period;
    case TEA_REG_LEFT:
        return countdown->left | (countdown->done ? TEA_LEFT_DONE : 0);
    case TEA_REG_TARGET:
        return countdown->target;
    case TEA_REG_DITHER:
        return countdown->dither;
    case TEA_REG_COUNT:
        return countdown->count;
    case TEA_REG_VALID:
        return sampler->valid;
    case TEA_REG_LOST:
        return sampler->lost;
    default:
        return 0;
    }
}

/* Writes a countdown's register that the plugin uses, all in CTL's group. */
static void tea_write_countdown(RISCVCPU *cpu, unsigned int number,
                                unsigned int reg, uint64_t value)
{
    struct tea_link_countdown *countdown =
        &cpu->tea.samplers[number].countdown;

    switch (reg) {
    case TEA_REG_CTL:
        tea_write_ctl(cpu, number, value);
        break;
    case TEA_REG_PERIOD:
        value &= TEA_PERIOD_MASK;
        countdown->period = value ? value : countdown->period;
        break;
    case TEA_REG_LEFT:
        tea_write_left(countdown, value);
        break;
    case TEA_REG_TARGET:
        value &= TEA_PERIOD_MASK;
        if (!countdown->done && value < countdown->left) {
            countdown->target = value;
        }
        break;
    case TEA_REG_DITHER:
        countdown->dither = value;
        break;
    case TEA_REG_COUNT:
        countdown->count = value;
        break;
    }
    riscv_tea_changed(cpu);
}

/* A countdown's sample, by the registers of the first one */

static unsigned int tea_slots(unsigned int number)
{
    return number == TEA_COUNTDOWN_CYCLES ? TEA_SLOTS : 1;
}

/* The bits that a sample's register can have; 0: the unit does not have it. */
static uint64_t tea_sample_mask(RISCVCPU *cpu, unsigned int number,
                                unsigned int reg)
{
    unsigned int slots = tea_slots(number);
    bool records = number != TEA_COUNTDOWN_CYCLES && riscv_tea_has_records(cpu);

    switch (reg) {
    case TEA_REG_META:
        return TEA_SAMPLE_META(3, 7, BIT(slots) - 1) |
               (records ? TEA_SAMPLE_RECORDS : 0);
    case TEA_REG_PSVS:
        return tea_events() * 0x0001000100010001ULL &
               MAKE_64BIT_MASK(0, 16 * slots);
    case TEA_REG_TIME:
        return UINT64_MAX;
    case TEA_REG_PC(0) ... TEA_REG_PC(TEA_SLOTS - 1):
        return reg - TEA_REG_PC(0) < slots ? UINT64_MAX : 0;
    case TEA_REG_ADDR(0) ... TEA_REG_ADDR(TEA_SLOTS - 1):
        return tea_core()->memory && reg - TEA_REG_ADDR(0) < slots ?
               UINT64_MAX : 0;
    case TEA_REG_MEM(0) ... TEA_REG_MEM(TEA_SLOTS - 1):
        return tea_core()->memory && reg - TEA_REG_MEM(0) < slots ?
               TEA_MEM_MASK : 0;
    default:
        return 0;
    }
}

/* Only for registers that have a mask. */
static uint64_t *tea_find_sample(TEASample *sample, unsigned int reg)
{
    switch (reg) {
    case TEA_REG_META:
        return &sample->meta;
    case TEA_REG_PSVS:
        return &sample->psvs;
    case TEA_REG_TIME:
        return &sample->time;
    case TEA_REG_PC(0) ... TEA_REG_PC(TEA_SLOTS - 1):
        return &sample->pc[reg - TEA_REG_PC(0)];
    case TEA_REG_ADDR(0) ... TEA_REG_ADDR(TEA_SLOTS - 1):
        return &sample->addr[reg - TEA_REG_ADDR(0)];
    default:
        return &sample->mem[reg - TEA_REG_MEM(0)];
    }
}

static uint64_t tea_read_sampler(RISCVCPU *cpu, unsigned int number,
                                 unsigned int reg)
{
    TEASampler *sampler = &cpu->tea.samplers[number];
    uint64_t mask = tea_sample_mask(cpu, number, reg);

    return mask ? *tea_find_sample(&sampler->sample, reg) & mask :
                  tea_read_countdown(sampler, reg);
}

static void tea_write_sampler(RISCVCPU *cpu, unsigned int number,
                              unsigned int reg, uint64_t value)
{
    TEASampler *sampler = &cpu->tea.samplers[number];
    uint64_t mask = tea_sample_mask(cpu, number, reg);

    if (TEA_REG_GROUP(reg) == TEA_GROUP_CTL) {
        tea_write_countdown(cpu, number, reg, value);
    } else if (reg == TEA_REG_VALID) {
        riscv_tea_set_valid(cpu, sampler, value & 1);
    } else if (reg == TEA_REG_LOST) {
        sampler->lost = value;
    } else if (mask && !sampler->valid) {
        *tea_find_sample(&sampler->sample, reg) = value & mask;
    }
}

/* Counters */

/* NULL if there is none, as for M-mode without its consent. */
static uint64_t *tea_find_counter(RISCVCPU *cpu, unsigned int reg)
{
    unsigned int group = TEA_REG_GROUP(reg) - TEA_GROUP_COUNTER;
    unsigned int stack = group >> 6, level = group >> 3 & 7;
    unsigned int component = (group & 7) * TEA_REGS_IN_GROUP +
                             TEA_REG_PLACE(reg) - 1;

    if (stack > TEA_STACK_FLOPS || !(tea_levels(cpu) >> level & 1) ||
        !(tea_components(cpu, stack) >> component & 1)) {
        return NULL;
    }
    return &cpu->tea.counters.slots[tea_link_counter(stack, level, component)];
}

/* All of them */

uint64_t riscv_tea_read(RISCVCPU *cpu, unsigned int reg)
{
    unsigned int group = TEA_REG_GROUP(reg);
    unsigned int number = group / TEA_GROUPS_OF_COUNTDOWN - 1;
    const uint64_t *counter;

    if (group < TEA_GROUP_CTL) {
        return tea_read_unit(cpu, reg);
    }
    if (tea_has_countdown(cpu, number)) {
        return tea_read_sampler(cpu, number, reg - TEA_REG_OF(0, number));
    }
    if (group < TEA_GROUP_COUNTER) {
        return 0;
    }
    counter = tea_find_counter(cpu, reg);
    return counter ? *counter : 0;
}

void riscv_tea_write(RISCVCPU *cpu, unsigned int reg, uint64_t value)
{
    unsigned int group = TEA_REG_GROUP(reg);
    unsigned int number = group / TEA_GROUPS_OF_COUNTDOWN - 1;
    uint64_t *counter;

    if (group < TEA_GROUP_CTL) {
        tea_write_unit(cpu, reg, value);
    } else if (tea_has_countdown(cpu, number)) {
        tea_write_sampler(cpu, number, reg - TEA_REG_OF(0, number), value);
    } else if (group >= TEA_GROUP_COUNTER) {
        counter = tea_find_counter(cpu, reg);
        if (counter) {
            *counter = value;
        }
    }
}

bool riscv_tea_sane(RISCVCPU *cpu, unsigned int number)
{
    const TEASampler *sampler = &cpu->tea.samplers[number];
    const struct tea_link_countdown *countdown = &sampler->countdown;

    return countdown->period && !(countdown->period & ~TEA_PERIOD_MASK) &&
           countdown->left && !(countdown->left & ~TEA_PERIOD_MASK) &&
           countdown->target < countdown->left &&
           !(countdown->target && countdown->done) &&
           !(sampler->ctl & ~tea_ctl_writable(cpu, number)) &&
           tea_policy_known(sampler->ctl);
}

/* CSRs */

/* QEMU's own operations of the wrapped CSRs, by number. */
static riscv_csr_op_fn tea_inner[CSR_MIREG6 + 1];
static riscv_csr_write_fn tea_inner_mstateen0;

static bool tea_is_select(uint64_t select)
{
    return select - TEA_SELECT_BASE < TEA_SELECTS;
}

/* The one that such an access means: with V = 1 the guest's. */
static target_ulong *tea_select(CPURISCVState *env, int csrno)
{
    if (csrno >= CSR_MISELECT) {
        return &env->miselect;
    }
    return csrno >= CSR_VSISELECT || env->virt_enabled ? &env->vsiselect :
                                                         &env->siselect;
}

/* Values of the unit are held whole, others as the hart does without it. */
static RISCVException tea_rmw_select(CPURISCVState *env, int csrno,
                                     target_ulong *ret, target_ulong value,
                                     target_ulong mask)
{
    target_ulong *select = tea_select(env, csrno), old;
    RISCVException refused;

    if (!env_archcpu(env)->tea.present) {
        return tea_inner[csrno](env, csrno, ret, value, mask);
    }
    refused = tea_inner[csrno](env, csrno, &old, 0, 0);
    if (refused != RISCV_EXCP_NONE) {
        return refused;
    }
    if (ret) {
        *ret = old;
    }
    if (!mask) {
        return RISCV_EXCP_NONE;
    }
    value = (old & ~mask) | (value & mask);
    *select = tea_is_select(value) ? value : 0;
    return *select ? RISCV_EXCP_NONE :
                     tea_inner[csrno](env, csrno, NULL, value, -1);
}

/* Smstateen: indirect access, and custom state. Guests have no unit. */
static RISCVException tea_may_access(CPURISCVState *env)
{
    RISCVException refused = smstateen_acc_ok(env, 0, SMSTATEEN0_SVSLCT);

    if (refused == RISCV_EXCP_NONE) {
        refused = smstateen_acc_ok(env, 0, SMSTATEEN0_CS);
    }
    if (refused == RISCV_EXCP_NONE && env->virt_enabled) {
        refused = RISCV_EXCP_VIRT_INSTRUCTION_FAULT;
    }
    return refused;
}

static RISCVException tea_rmw_reg(CPURISCVState *env, int csrno,
                                  target_ulong *ret, target_ulong value,
                                  target_ulong mask)
{
    RISCVCPU *cpu = env_archcpu(env);
    target_ulong select = *tea_select(env, csrno);
    unsigned int place = csrno & 7, reg;
    RISCVException refused;
    uint64_t old;

    if (!cpu->tea.present || !tea_is_select(select)) {
        return tea_inner[csrno](env, csrno, ret, value, mask);
    }
    refused = tea_may_access(env);
    if (refused != RISCV_EXCP_NONE) {
        return refused;
    }
    /* There is no fourth of eight CSRs in a row */
    reg = TEA_REG(select - TEA_SELECT_BASE, place - (place > 3));
    riscv_tea_sync(cpu);
    old = csrno < CSR_MISELECT && reg == TEA_REG_ALLOW ?
          0 : riscv_tea_read(cpu, reg);
    if (ret) {
        *ret = old;
    }
    if (mask && (csrno >= CSR_MISELECT || reg != TEA_REG_ALLOW)) {
        riscv_tea_write(cpu, reg, (old & ~mask) | (value & mask));
    }
    return RISCV_EXCP_NONE;
}

/* The unit is custom state, so that there is the bit which controls it. */
static RISCVException tea_write_mstateen0(CPURISCVState *env, int csrno,
                                          target_ulong value TEA_COMPAT_RA)
{
    RISCVException refused = tea_inner_mstateen0(env, csrno,
                                                 value TEA_COMPAT_PASS_RA);

    if (refused == RISCV_EXCP_NONE && env_archcpu(env)->tea.present) {
        env->mstateen[0] &= ~SMSTATEEN0_CS;
        env->mstateen[0] |= value & SMSTATEEN0_CS;
    }
    return refused;
}

static void tea_wrap(int csrno, riscv_csr_op_fn op)
{
    riscv_csr_operations ops;

    riscv_get_csr_ops(csrno, &ops);
    tea_inner[csrno] = ops.op;
    ops.op = op;
    riscv_set_csr_ops(csrno, &ops);
}

void riscv_tea_wrap_csrs(void)
{
    riscv_csr_operations ops;

    tea_wrap(CSR_MISELECT, tea_rmw_select);
    tea_wrap(CSR_SISELECT, tea_rmw_select);
    tea_wrap(CSR_VSISELECT, tea_rmw_select);
    for (unsigned int i = 1; i <= TEA_REGS_IN_GROUP; i++) {
        tea_wrap(TEA_CSR_MIREG(i), tea_rmw_reg);
        tea_wrap(TEA_CSR_SIREG(i), tea_rmw_reg);
    }
    riscv_get_csr_ops(CSR_MSTATEEN0, &ops);
    tea_inner_mstateen0 = ops.write;
    ops.write = tea_write_mstateen0;
    riscv_set_csr_ops(CSR_MSTATEEN0, &ops);
}
