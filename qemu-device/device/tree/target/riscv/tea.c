/*
 * TEA unit of a RISC-V hart
 *
 * CSRs, local interrupt, reset and migration state of the unit that
 * docs/tea-interface.md of the TEA project specifies. Samples come from the
 * timing-model plugin. The unit is "armed", that is the plugin instruments
 * what is translated and guest time is the model's, from the first enable of
 * sampler or counters until a while after the last disable: what a guest does
 * between two of its enables, as when it writes a sample or switches to another
 * task and back, is modelled, too. Disarmed, it costs nothing.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/error-report.h"
#include "qemu/log.h"
#include "qemu/main-loop.h"
#include "qemu/timer.h"
#include "qapi/error.h"
#include "cpu.h"
#include "cpu_vendorid.h"
#include "exec/translation-block.h"
#include "hw/riscv/tea_abi.h"
#include "migration/vmstate.h"
#include "system/replay.h"
#include "system/system.h"
#include "system/tcg.h"
#include "system/tea-clock.h"
#include "system/tea-compat.h"

/* The while: so much time of work, which costs some hundred times its emulation. */
#define TEA_LINGER_NS (250 * SCALE_US)
#define TEA_CTL_FILTERS (TEA_CTL_U | TEA_CTL_S | TEA_CTL_M)
/* Of stea_ctl, and of those of the other samplers */
#define TEA_CTL_WRITABLE (TEA_CTL_ENABLE | TEA_CTL_FILTERS | TEA_CTL_COUNT | \
                          TEA_CTL_POLICY_MASK)
#define TEA_CTL_WRITABLE_OTHER (TEA_CTL_ENABLE | TEA_CTL_FILTERS | TEA_CTL_HOLD)
#define TEA_COUNTDOWNS_OTHER (BIT(TEA_COUNTDOWN_INSTRUCTIONS - 1) | \
                              BIT(TEA_COUNTDOWN_TAKEN - 1))
#define TEA_STACKS_ALL MAKE_64BIT_MASK(0, TEA_LINK_STACKS)

QEMU_BUILD_BUG_ON(TEA_LINK_COUNTDOWNS != TEA_COUNTDOWNS_COUNT);
QEMU_BUILD_BUG_ON(TEA_LINK_SLOTS != TEA_SLOTS);
QEMU_BUILD_BUG_ON(TEA_LINK_STACKS != TEA_INDEX_FLOPS + 1);
QEMU_BUILD_BUG_ON(TEA_LINK_PRIVILEGES != TEA_PRIV_M + 1);
QEMU_BUILD_BUG_ON(TEA_LINK_COMPONENTS < TEA_COMPONENTS_COUNT);
QEMU_BUILD_BUG_ON(TEA_LINK_COMPONENTS < TEA_FLOPS_COUNT);

static const struct tea_link_plugin *tea_plugin;
static bool tea_realized;
static bool tea_armed;
static bool tea_lingers;                /* armed, with no unit active */
static uint64_t tea_linger_until_ns;    /* model time, then */

static bool tea_enabled(const TEASampler *sampler)
{
    return sampler->ctl & TEA_CTL_ENABLE;
}

static bool tea_counting(const TEAUnit *tea)
{
    return tea->samplers[TEA_COUNTDOWN_CYCLES].ctl & TEA_CTL_COUNT;
}

/* All bits that are set in some sampler's control register, of those enabled */
static uint64_t tea_enabled_ctl(const TEAUnit *tea)
{
    uint64_t ctl = 0;

    for (unsigned int i = 0; i < TEA_LINK_COUNTDOWNS; i++) {
        if (tea_enabled(&tea->samplers[i])) {
            ctl |= tea->samplers[i].ctl;
        }
    }
    return ctl;
}

static bool tea_active(const TEAUnit *tea)
{
    return tea_enabled_ctl(tea) || tea_counting(tea);
}

static bool tea_has_records(RISCVCPU *cpu)
{
    return cpu->cfg.ext_smctr || cpu->cfg.ext_ssctr;
}

static RISCVCPU *tea_cpu(unsigned int hart)
{
    return RISCV_CPU(qemu_get_cpu(hart));
}

/* Armed and disarmed */

static bool tea_any_active(void)
{
    CPUState *cs;

    CPU_FOREACH(cs) {
        if (tea_active(&RISCV_CPU(cs)->tea)) {
            return true;
        }
    }
    return false;
}

static struct tea_link_sampler tea_load_sampler(const TEASampler *sampler,
                                                bool held)
{
    struct tea_link_sampler loaded = {
        .countdown = sampler->countdown,
        .privileges = (sampler->ctl & TEA_CTL_FILTERS) / TEA_CTL_U,
        .enabled = tea_enabled(sampler),
        .held = held && (sampler->ctl & TEA_CTL_HOLD),
    };

    /* Filters U, S, M are bits 0, 1, 2; privileges are 0, 1, 3 */
    if (loaded.privileges & BIT(2)) {
        loaded.privileges ^= BIT(2) | BIT(PRV_M);
    }
    return loaded;
}

static void tea_load(RISCVCPU *cpu)
{
    TEAUnit *tea = &cpu->tea;
    uint64_t ctl = tea->samplers[TEA_COUNTDOWN_CYCLES].ctl;
    struct tea_link_unit unit = {
        .policy = (ctl & TEA_CTL_POLICY_MASK) >> TEA_CTL_POLICY_SHIFT,
        .counting = tea_counting(tea),
        .recording = tea_enabled_ctl(tea) & TEA_CTL_FREEZE,
    };

    for (unsigned int i = 0; i < TEA_LINK_COUNTDOWNS; i++) {
        unit.samplers[i] = tea_load_sampler(&tea->samplers[i], tea->held);
    }
    tea_plugin->load(CPU(cpu)->cpu_index, &unit);
}

/*
 * Translations that know no absolute addresses (CF_PCREL) are shared by
 * mappings, and the model wants each one's own: armed, there are none of these.
 * So the flag tells apart what is instrumented, too: each kind stays, found
 * and chained by its flags alone, while the other one runs. With all harts
 * stopped, but one may have been told the flags of its next translation.
 */
static void tea_switch_translations(void)
{
    CPUState *cs;

    CPU_FOREACH(cs) {
        cs->tcg_cflags ^= CF_PCREL;
        if (cs->cflags_next_tb != -1) {
            cs->cflags_next_tb ^= CF_PCREL;
        }
    }
}

/*
 * Between two slices of execution: a timer would come when the main loop's
 * thread sees it, and not in each run at the same instruction.
 */
static void tea_check_linger(void)
{
    if (tea_lingers && tea_plugin->time_ns() >= tea_linger_until_ns) {
        tea_armed = false;
        tea_lingers = false;
        tea_switch_translations();
        tea_clock_set_source(NULL, NULL);
        tea_plugin->disarm();
    }
}

static void tea_arm(CPUState *cs, run_on_cpu_data unused)
{
    if (tea_armed || !tea_any_active()) {
        return;
    }
    tea_armed = true;
    tea_switch_translations();
    tea_clock_set_source(tea_plugin->time_ns, tea_check_linger);
    tea_plugin->arm();
    CPU_FOREACH(cs) {
        tea_load(RISCV_CPU(cs));
    }
}

static void tea_update_linger(void)
{
    bool lingers = tea_armed && !tea_any_active();

    if (lingers && !tea_lingers) {
        tea_linger_until_ns = tea_plugin->time_ns() + TEA_LINGER_NS;
    }
    tea_lingers = lingers;
}

/* The unit's registers changed: the plugin has to know. */
static void tea_changed(RISCVCPU *cpu)
{
    tea_update_linger();
    riscv_tea_clear_records(cpu);
    if (tea_armed) {
        tea_load(cpu);
    } else if (tea_active(&cpu->tea)) {
        async_safe_run_on_cpu(CPU(cpu), tea_arm, RUN_ON_CPU_NULL);
    }
}

/* Samples */

/*
 * The interrupt pends while a sampler has a sample. Callable at an instruction
 * boundary inside a translation, where -icount would take a new interrupt
 * request for a mistake.
 */
static void tea_set_valid(RISCVCPU *cpu, TEASampler *sampler, bool valid)
{
    CPUState *cs = CPU(cpu);
    bool can_do_io = cs->neg.can_do_io, any = false;

    sampler->valid = valid;
    for (unsigned int i = 0; i < TEA_LINK_COUNTDOWNS; i++) {
        any |= cpu->tea.samplers[i].valid;
    }
    cs->neg.can_do_io = true;
    riscv_cpu_update_mip(&cpu->env, BIT_ULL(TEA_IRQ),
                         any ? BIT_ULL(TEA_IRQ) : 0);
    cs->neg.can_do_io = can_do_io;
}

static void tea_post(unsigned int hart, unsigned int number,
                     const struct tea_link_sample *sample)
{
    RISCVCPU *cpu = tea_cpu(hart);
    TEASampler *sampler = &cpu->tea.samplers[number];
    uint64_t dropped = (uint32_t)(sampler->lost - sampler->lost_before);

    if (sampler->valid) {
        sampler->lost++;
        return;
    }
    sampler->sample = *sample;
    sampler->sample.time += cpu->tea.time_base;
    sampler->sample.meta |= MIN(dropped, TEA_META_LOST_MAX) <<
                            TEA_META_LOST_SHIFT;
    sampler->lost_before = sampler->lost;
    riscv_tea_freeze_records(cpu, sampler);
    tea_set_valid(cpu, sampler, true);
}

/* What the model needs to know of the hart */

static uint8_t tea_privilege(void)
{
    return cpu_env(current_cpu)->priv;
}

static uint16_t tea_asid(unsigned int hart)
{
    return get_field(tea_cpu(hart)->env.satp, SATP64_ASID);
}

/* CSRs */

static RISCVException tea_predicate(CPURISCVState *env, int csrno)
{
    if (!env_archcpu(env)->tea.present) {
        return RISCV_EXCP_ILLEGAL_INST;
    }
    /* The unit is not virtualised: a hypervisor may emulate it */
    return env->virt_enabled && !env->debugger ?
           RISCV_EXCP_VIRT_INSTRUCTION_FAULT : RISCV_EXCP_NONE;
}

/* Bring home what the plugin has, before registers are read or written. */
static TEAUnit *tea_sync(CPURISCVState *env)
{
    RISCVCPU *cpu = env_archcpu(env);
    TEAUnit *tea = &cpu->tea;

    for (unsigned int i = 0; i < TEA_LINK_COUNTDOWNS; i++) {
        if (tea_armed && tea_enabled(&tea->samplers[i])) {
            tea->samplers[i].countdown =
                tea_plugin->countdown(CPU(cpu)->cpu_index, i);
        }
    }
    if (tea_armed && tea_counting(tea)) {
        tea_plugin->collect(CPU(cpu)->cpu_index, &tea->counters);
    }
    return tea;
}

/* From the interrupt to the return behind it; without HOLD nobody minds. */
static void tea_hold(RISCVCPU *cpu, bool held)
{
    bool minds = cpu->tea.held != held &&
                 (tea_enabled_ctl(&cpu->tea) & TEA_CTL_HOLD);

    if (minds) {
        tea_sync(&cpu->env);
    }
    cpu->tea.held = held;
    if (minds) {
        tea_changed(cpu);
    }
}

void riscv_tea_trap(RISCVCPU *cpu, bool interrupt, target_ulong cause)
{
    if (tea_armed) {
        tea_compat_plugin_reads(CPU(cpu), true);
        tea_plugin->trap(CPU(cpu)->cpu_index, cpu->env.pc, cpu->env.priv,
                         interrupt);
        tea_compat_plugin_reads(CPU(cpu), false);
    }
    if (cpu->tea.present && interrupt && cause == TEA_IRQ) {
        tea_hold(cpu, true);
    }
}

void riscv_tea_return(RISCVCPU *cpu, bool virt)
{
    if (!virt) {
        tea_hold(cpu, false);
    }
}

bool riscv_tea_holds(RISCVCPU *cpu)
{
    return cpu->tea.held && (tea_enabled_ctl(&cpu->tea) & TEA_CTL_HOLD);
}

/* The registers of the samplers lie apart as TEA_CSR_OF() says. */
static TEASampler *tea_sampler(CPURISCVState *env, int csrno)
{
    return &env_archcpu(env)->tea.samplers[(csrno >> 4) & 3];
}

static TEASampler *tea_sync_sampler(CPURISCVState *env, int csrno)
{
    tea_sync(env);
    return tea_sampler(env, csrno);
}

static uint64_t tea_ctl_writable(RISCVCPU *cpu, int csrno)
{
    if (csrno == TEA_CSR_CTL) {
        return TEA_CTL_WRITABLE;
    }
    return TEA_CTL_WRITABLE_OTHER | (tea_has_records(cpu) ? TEA_CTL_FREEZE : 0);
}

static bool tea_policy_known(uint64_t ctl)
{
    return (ctl & TEA_CTL_POLICY_MASK) >> TEA_CTL_POLICY_SHIFT <=
           TEA_POLICY_DISPATCH;
}

/*
 * csrrs and csrrc write the bits of their mask only: VALID outside of it stays
 * as it is, VALID set by csrrs is a 1 written.
 */
static RISCVException tea_rmw_ctl(CPURISCVState *env, int csrno,
                                  target_ulong *old, target_ulong value,
                                  target_ulong mask)
{
    TEASampler *sampler = tea_sync_sampler(env, csrno);
    uint64_t writable = mask & tea_ctl_writable(env_archcpu(env), csrno);

    if (old) {
        *old = sampler->ctl | (sampler->valid ? TEA_CTL_VALID : 0) |
               (uint64_t)sampler->lost << TEA_CTL_LOST_SHIFT;
    }
    if (value & mask & TEA_CTL_VALID) {
        tea_set_valid(env_archcpu(env), sampler, false);
    }
    if (writable) {
        sampler->ctl = (sampler->ctl & ~writable) | (value & writable);
        if (!tea_policy_known(sampler->ctl)) {
            qemu_log_mask(LOG_GUEST_ERROR, "stea_ctl: policy %d is not known\n",
                          (int)((sampler->ctl & TEA_CTL_POLICY_MASK) >>
                                TEA_CTL_POLICY_SHIFT));
            sampler->ctl &= ~TEA_CTL_POLICY_MASK;
        }
        tea_changed(env_archcpu(env));
    }
    return RISCV_EXCP_NONE;
}

static RISCVException tea_read_period(CPURISCVState *env, int csrno,
                                      target_ulong *value)
{
    *value = tea_sampler(env, csrno)->countdown.period;
    return RISCV_EXCP_NONE;
}

static RISCVException tea_write_period(CPURISCVState *env, int csrno,
                                       target_ulong value TEA_COMPAT_RA)
{
    TEASampler *sampler = tea_sync_sampler(env, csrno);

    value &= ~TEA_LEFT_DONE;
    if (!value) {
        qemu_log_mask(LOG_GUEST_ERROR, "stea_period: 0 is not a period\n");
        return RISCV_EXCP_NONE;
    }
    sampler->countdown.period = value;
    tea_changed(env_archcpu(env));
    return RISCV_EXCP_NONE;
}

static RISCVException tea_read_left(CPURISCVState *env, int csrno,
                                    target_ulong *value)
{
    const struct tea_link_countdown *countdown =
        &tea_sync_sampler(env, csrno)->countdown;

    *value = countdown->left | (countdown->done ? TEA_LEFT_DONE : 0);
    return RISCV_EXCP_NONE;
}

static RISCVException tea_write_left(CPURISCVState *env, int csrno,
                                     target_ulong value TEA_COMPAT_RA)
{
    struct tea_link_countdown *countdown =
        &tea_sync_sampler(env, csrno)->countdown;

    countdown->left = MAX(value & ~TEA_LEFT_DONE, 1);
    countdown->done = value & TEA_LEFT_DONE;
    countdown->target = 0;
    if (!countdown->done) {
        tea_plugin->draw(countdown);
    }
    tea_changed(env_archcpu(env));
    return RISCV_EXCP_NONE;
}

static RISCVException tea_read_dither(CPURISCVState *env, int csrno,
                                      target_ulong *value)
{
    *value = tea_sync_sampler(env, csrno)->countdown.dither;
    return RISCV_EXCP_NONE;
}

static RISCVException tea_write_dither(CPURISCVState *env, int csrno,
                                       target_ulong value TEA_COMPAT_RA)
{
    tea_sync_sampler(env, csrno)->countdown.dither = value;
    tea_changed(env_archcpu(env));
    return RISCV_EXCP_NONE;
}

static RISCVException tea_read_time(CPURISCVState *env, int csrno,
                                    target_ulong *value)
{
    *value = tea_sampler(env, csrno)->sample.time;
    return RISCV_EXCP_NONE;
}

static RISCVException tea_read_meta(CPURISCVState *env, int csrno,
                                    target_ulong *value)
{
    *value = tea_sampler(env, csrno)->sample.meta;
    return RISCV_EXCP_NONE;
}

static RISCVException tea_read_pc(CPURISCVState *env, int csrno,
                                  target_ulong *value)
{
    *value = tea_sampler(env, csrno)->sample.pc[(csrno & 15) -
                                                (TEA_CSR_PC0 & 15)];
    return RISCV_EXCP_NONE;
}

static RISCVException tea_read_caps(CPURISCVState *env, int csrno,
                                    target_ulong *value)
{
    const struct tea_link_core *core = tea_plugin->core;

    *value = TEA_CAPS(TEA_IRQ) |
             TEA_CAPS_COUNTERS(TEA_STACKS_ALL, core->width, core->flops,
                               TEA_COUNTER_BITS) |
             TEA_CAPS_EXTENDED(TEA_COUNTDOWNS_OTHER,
                               tea_has_records(env_archcpu(env)));
    return RISCV_EXCP_NONE;
}

/* Where the counter is that a value of stea_index names; -1: it names none. */
static int tea_find_counter(uint64_t index)
{
    unsigned int i = index & TEA_INDEX_COMPONENT_MASK;
    unsigned int stack = (index >> TEA_INDEX_STACK_SHIFT) &
                         TEA_INDEX_STACK_MASK;
    unsigned int priv = (index >> TEA_INDEX_PRIV_SHIFT) & TEA_INDEX_PRIV_MASK;
    unsigned int components = stack == TEA_INDEX_FLOPS ? TEA_FLOPS_COUNT :
                                                         TEA_COMPONENTS_COUNT;

    if (stack > TEA_INDEX_FLOPS || i >= components ||
        (priv != TEA_PRIV_U && priv != TEA_PRIV_S && priv != TEA_PRIV_M)) {
        return -1;
    }
    return tea_link_counter(stack, priv, i);
}

static RISCVException tea_read_index(CPURISCVState *env, int csrno,
                                     target_ulong *value)
{
    *value = env_archcpu(env)->tea.index;
    return RISCV_EXCP_NONE;
}

static RISCVException tea_write_index(CPURISCVState *env, int csrno,
                                      target_ulong value TEA_COMPAT_RA)
{
    value &= TEA_INDEX_NONE;
    env_archcpu(env)->tea.index = tea_find_counter(value) < 0 ? TEA_INDEX_NONE :
                                                               value;
    return RISCV_EXCP_NONE;
}

static RISCVException tea_read_data(CPURISCVState *env, int csrno,
                                    target_ulong *value)
{
    const TEAUnit *tea = tea_sync(env);
    int counter = tea_find_counter(tea->index);

    *value = counter < 0 ? 0 : tea->counters.slots[counter];
    return RISCV_EXCP_NONE;
}

static RISCVException tea_write_data(CPURISCVState *env, int csrno,
                                     target_ulong value TEA_COMPAT_RA)
{
    qemu_log_mask(LOG_GUEST_ERROR, "stea_data: counters cannot be written\n");
    return RISCV_EXCP_NONE;
}

/* Of a sampler of instructions or taken branches, with its letter */
#define TEA_CSRS_OF(number, letter) \
    { TEA_CSR_OF(TEA_CSR_CTL, number), \
      { "stea_" letter "ctl", tea_predicate, NULL, NULL, tea_rmw_ctl } }, \
    { TEA_CSR_OF(TEA_CSR_PERIOD, number), \
      { "stea_" letter "period", tea_predicate, tea_read_period, \
        tea_write_period } }, \
    { TEA_CSR_OF(TEA_CSR_LEFT, number), \
      { "stea_" letter "left", tea_predicate, tea_read_left, \
        tea_write_left } }, \
    { TEA_CSR_OF(TEA_CSR_DITHER, number), \
      { "stea_" letter "dither", tea_predicate, tea_read_dither, \
        tea_write_dither } }, \
    { TEA_CSR_OF(TEA_CSR_TIME, number), \
      { "stea_" letter "time", tea_predicate, tea_read_time } }, \
    { TEA_CSR_OF(TEA_CSR_META, number), \
      { "stea_" letter "meta", tea_predicate, tea_read_meta } }, \
    { TEA_CSR_OF(TEA_CSR_PC0, number), \
      { "stea_" letter "pc0", tea_predicate, tea_read_pc } }

static struct {
    int csrno;
    riscv_csr_operations ops;
} tea_csrs[] = {
    { TEA_CSR_CTL, { "stea_ctl", tea_predicate, NULL, NULL, tea_rmw_ctl } },
    { TEA_CSR_PERIOD, { "stea_period", tea_predicate, tea_read_period,
                        tea_write_period } },
    { TEA_CSR_LEFT, { "stea_left", tea_predicate, tea_read_left,
                      tea_write_left } },
    { TEA_CSR_DITHER, { "stea_dither", tea_predicate, tea_read_dither,
                        tea_write_dither } },
    { TEA_CSR_INDEX, { "stea_index", tea_predicate, tea_read_index,
                       tea_write_index } },
    { TEA_CSR_DATA, { "stea_data", tea_predicate, tea_read_data,
                      tea_write_data } },
    { TEA_CSR_TIME, { "stea_time", tea_predicate, tea_read_time } },
    { TEA_CSR_META, { "stea_meta", tea_predicate, tea_read_meta } },
    { TEA_CSR_PC0, { "stea_pc0", tea_predicate, tea_read_pc } },
    { TEA_CSR_PC1, { "stea_pc1", tea_predicate, tea_read_pc } },
    { TEA_CSR_PC2, { "stea_pc2", tea_predicate, tea_read_pc } },
    { TEA_CSR_PC3, { "stea_pc3", tea_predicate, tea_read_pc } },
    { TEA_CSR_CAPS, { "stea_caps", tea_predicate, tea_read_caps } },
    TEA_CSRS_OF(TEA_COUNTDOWN_INSTRUCTIONS, "i"),
    TEA_CSRS_OF(TEA_COUNTDOWN_TAKEN, "t"),
};

/* Life of a unit */

static const char *tea_why_not(RISCVCPU *cpu)
{
    if (riscv_cpu_is_32bit(cpu) || !riscv_has_ext(&cpu->env, RVS)) {
        return "it needs a 64-bit hart with supervisor mode";
    }
    if (cpu->cfg.mvendorid == THEAD_VENDOR_ID) {
        return "its CSR 0x5c0 is taken on T-Head CPUs: use -cpu rv64,tea=on";
    }
    if (!tcg_enabled()) {
        return "it needs the TCG accelerator: use -accel tcg";
    }
    if (icount_enabled() != ICOUNT_PRECISE || icount_to_ns(1) != 1) {
        return "guest time must be model time: use -icount shift=0,sleep=off";
    }
    if (replay_mode != REPLAY_MODE_NONE) {
        return "it cannot be recorded or replayed: use -icount without rr";
    }
    if (!tea_plugin) {
        return "its cycles come from the timing model: "
               "load the TEA plugin with -plugin libteaplugin.so";
    }
    return NULL;
}

bool riscv_tea_realize(RISCVCPU *cpu, Error **errp)
{
    const char *why;

    if (!cpu->tea.present) {
        return true;
    }
    why = tea_why_not(cpu);
    if (why) {
        error_setg(errp, "cannot give the CPU a TEA unit (tea=on): %s", why);
        return false;
    }
    for (size_t i = 0; i < ARRAY_SIZE(tea_csrs); i++) {
        riscv_set_csr_ops(tea_csrs[i].csrno, &tea_csrs[i].ops);
    }
    if (tea_realized) {
        tea_clock_take_turns();
    }
    tea_realized = true;
    return true;
}

uint64_t riscv_tea_mideleg(RISCVCPU *cpu)
{
    return cpu->tea.present ? BIT_ULL(TEA_IRQ) : 0;
}

void riscv_tea_reset(RISCVCPU *cpu)
{
    if (!cpu->tea.present) {
        return;
    }
    cpu->tea = (TEAUnit) { .present = true, .index = TEA_INDEX_NONE };
    for (unsigned int i = 0; i < TEA_LINK_COUNTDOWNS; i++) {
        cpu->tea.samplers[i].countdown = (struct tea_link_countdown) {
            .period = TEA_PERIOD_RESET,
            .left = TEA_PERIOD_RESET,
            .dither = TEA_DITHER_RESET(cpu->env.mhartid),
        };
    }
    cpu->env.mip &= ~BIT_ULL(TEA_IRQ);
    cpu->env.mideleg |= riscv_tea_mideleg(cpu);
    tea_changed(cpu);
}

static bool tea_needed(void *opaque)
{
    RISCVCPU *cpu = opaque;

    return cpu->tea.present;
}

static int tea_pre_save(void *opaque)
{
    RISCVCPU *cpu = opaque;
    TEAUnit *tea = tea_sync(&cpu->env);

    tea->time_saved = tea->time_base +
                      tea_plugin->cycles(CPU(cpu)->cpu_index);
    return 0;
}

static bool tea_sampler_sane(RISCVCPU *cpu, unsigned int number)
{
    const TEASampler *sampler = &cpu->tea.samplers[number];
    const struct tea_link_countdown *countdown = &sampler->countdown;
    int csrno = TEA_CSR_OF(TEA_CSR_CTL, number);

    return countdown->period && !(countdown->period & TEA_LEFT_DONE) &&
           countdown->left && !(countdown->left & TEA_LEFT_DONE) &&
           countdown->target < countdown->left &&
           !(sampler->ctl & ~tea_ctl_writable(cpu, csrno)) &&
           tea_policy_known(sampler->ctl);
}

static int tea_post_load(void *opaque, int version_id)
{
    RISCVCPU *cpu = opaque;
    const TEAUnit *tea = &cpu->tea;
    bool sane = tea->index == TEA_INDEX_NONE ||
                tea_find_counter(tea->index) >= 0;

    for (unsigned int i = 0; i < TEA_LINK_COUNTDOWNS; i++) {
        sane &= tea_sampler_sane(cpu, i);
    }
    if (!sane) {
        error_report("cpu/tea: not the state of a TEA unit");
        return -EINVAL;
    }
    /* The model here has its own count of cycles, an older or a younger one */
    cpu->tea.time_base = cpu->tea.time_saved -
                         tea_plugin->cycles(CPU(cpu)->cpu_index);
    tea_changed(cpu);
    return 0;
}

static const VMStateDescription vmstate_tea_sampler = {
    .name = "cpu/tea/sampler",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT64(ctl, TEASampler),
        VMSTATE_UINT64(countdown.period, TEASampler),
        VMSTATE_UINT64(countdown.left, TEASampler),
        VMSTATE_UINT64(countdown.target, TEASampler),
        VMSTATE_UINT32(countdown.dither, TEASampler),
        VMSTATE_BOOL(countdown.done, TEASampler),
        VMSTATE_BOOL(valid, TEASampler),
        VMSTATE_UINT32(lost, TEASampler),
        VMSTATE_UINT32(lost_before, TEASampler),
        VMSTATE_UINT64(sample.time, TEASampler),
        VMSTATE_UINT64(sample.meta, TEASampler),
        VMSTATE_UINT64_ARRAY(sample.pc, TEASampler, TEA_LINK_SLOTS),
        VMSTATE_END_OF_LIST()
    }
};

/*
 * The model's caches and predictors are not part of it: they start cold, and
 * the first record behind it has no cycle count.
 */
const VMStateDescription vmstate_riscv_tea = {
    .name = "cpu/tea",
    .version_id = 6,
    .minimum_version_id = 6,
    .needed = tea_needed,
    .pre_save = tea_pre_save,
    .post_load = tea_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_STRUCT_ARRAY(tea.samplers, RISCVCPU, TEA_LINK_COUNTDOWNS, 1,
                             vmstate_tea_sampler, TEASampler),
        VMSTATE_BOOL(tea.held, RISCVCPU),
        VMSTATE_UINT64(tea.time_saved, RISCVCPU),
        VMSTATE_UINT64(tea.index, RISCVCPU),
        VMSTATE_UINT64_ARRAY(tea.counters.slots, RISCVCPU, TEA_LINK_COUNTERS),
        VMSTATE_END_OF_LIST()
    }
};

const struct tea_link_core *riscv_tea_core(void)
{
    return tea_plugin ? tea_plugin->core : NULL;
}

/* The link */

static void tea_check_devices(Notifier *notifier, void *data)
{
    CPUState *cs;

    CPU_FOREACH(cs) {
        RISCVCPU *cpu = (RISCVCPU *)object_dynamic_cast(OBJECT(cs),
                                                        TYPE_RISCV_CPU);

        if (cpu && cpu->tea.present) {
            return;
        }
    }
    error_report("the TEA plugin is loaded, but no CPU has a TEA unit: "
                 "use -cpu rv64,tea=on, or leave out -plugin");
    exit(1);
}

const struct tea_link_device *
qemu_tea_link(const struct tea_link_plugin *plugin)
{
    static const struct tea_link_device device = {
        .post = tea_post,
        .branch = riscv_tea_branch,
        .walk = riscv_tea_walk,
        .privilege = tea_privilege,
        .asid = tea_asid,
    };
    static Notifier done = { .notify = tea_check_devices };

    if (tea_plugin || plugin->version != TEA_LINK_VERSION) {
        return NULL;
    }
    tea_plugin = plugin;
    qemu_add_machine_init_done_notifier(&done);
    return &device;
}
