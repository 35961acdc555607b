/*
 * TEA unit of a RISC-V hart
 *
 * Samples, local interrupt, reset and migration state of the unit that
 * docs/tea-interface.md of the TEA project specifies; its registers are in
 * tea-regs.c. Samples come from the timing-model plugin. While the unit is
 * "armed" the plugin instruments translations, and guest time is the model's:
 * from the first enable of a sampler or counters until a while after the last
 * disable. So guest code between two enables, as when the guest writes a
 * sample or switches to another task and back, is modelled, too. Disarmed, the
 * unit costs nothing.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/error-report.h"
#include "qemu/main-loop.h"
#include "qemu/timer.h"
#include "qapi/error.h"
#include "cpu.h"
#include "exec/translation-block.h"
#include "hw/riscv/tea_abi.h"
#include "hw/riscv/tea_regs.h"
#include "migration/vmstate.h"
#include "system/replay.h"
#include "system/system.h"
#include "system/tcg.h"
#include "system/tea-clock.h"
#include "system/tea-compat.h"

/* That while: so much time of work, at some hundred times its emulation. */
#define TEA_LINGER_NS (250 * SCALE_US)
#define TEA_SETS_SHIFT 30

static const struct tea_link_plugin *tea_plugin;
static RISCVCPU **tea_cpus;             /* by QEMU's index */
static unsigned int tea_cpus_count;
static bool tea_armed;
static bool tea_lingers;                /* armed, with no unit active */
static uint64_t tea_linger_until_ns;    /* model time, then */

static bool tea_enabled(const TEASampler *sampler)
{
    return sampler->ctl & TEA_CTL_ENABLE;
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

static bool tea_active(const RISCVCPU *cpu)
{
    return tea_enabled_ctl(&cpu->tea) || cpu->tea.counting ||
           cpu->pesa.counter || riscv_pdis_counts(cpu);
}

bool riscv_tea_has_records(RISCVCPU *cpu)
{
    return cpu->cfg.ext_smctr || cpu->cfg.ext_ssctr;
}

bool riscv_tea_has_sharers(void)
{
    return tea_cpus_count > 1;
}

RISCVCPU *riscv_tea_cpu(unsigned int hart)
{
    assert(hart < tea_cpus_count);
    return tea_cpus[hart];
}

const struct tea_link_plugin *riscv_tea_plugin(void)
{
    return tea_plugin;
}

/* Armed and disarmed */

static bool tea_any_active(void)
{
    for (unsigned int i = 0; i < tea_cpus_count; i++) {
        if (tea_cpus[i] && tea_active(tea_cpus[i])) {
            return true;
        }
    }
    return false;
}

static struct tea_link_sampler tea_load_sampler(const TEASampler *sampler,
                                                bool held)
{
    return (struct tea_link_sampler) {
        .countdown = sampler->countdown,
        .privileges = (sampler->ctl & TEA_CTL_LEVELS) / TEA_CTL_LEVEL(0),
        .enabled = tea_enabled(sampler),
        .held = held && (sampler->ctl & TEA_CTL_HOLD),
    };
}

static void tea_load(RISCVCPU *cpu)
{
    TEAUnit *tea = &cpu->tea;
    uint64_t ctl = tea->samplers[TEA_COUNTDOWN_CYCLES].ctl;
    struct tea_link_unit unit = {
        .policy = (ctl & TEA_CTL_POLICY_MASK) >> TEA_CTL_POLICY_SHIFT,
        .counter = riscv_pesa_sampler(cpu),
        .decoded = riscv_pdis_setting(cpu),
        .counting = tea->counting,
        .recording = tea_enabled_ctl(tea) & TEA_CTL_FREEZE,
    };

    for (unsigned int i = 0; i < TEA_LINK_COUNTDOWNS; i++) {
        unit.samplers[i] = tea_load_sampler(&tea->samplers[i], tea->held);
    }
    tea_plugin->load(CPU(cpu)->cpu_index, &unit);
}

/*
 * Translations that know no absolute addresses (CF_PCREL) are shared by
 * mappings, and the model needs each mapping's own: there are none of these
 * while armed. So the flag also separates instrumented translations from
 * others: both kinds stay, found and chained by their flags, while the other
 * one runs. All harts are stopped, but one may already have the flags of its
 * next translation.
 */
static void tea_switch_translations(uint32_t flags)
{
    CPUState *cs;

    CPU_FOREACH(cs) {
        cs->tcg_cflags ^= flags;
        if (cs->cflags_next_tb != -1) {
            cs->cflags_next_tb ^= flags;
        }
    }
}

/*
 * The upper bits of the cluster's number, which all harts have in common, and
 * nothing but the search for translations looks at.
 */
static void tea_select_translations(unsigned int set)
{
    static unsigned int selected;

    assert(set < TEA_LINK_SETS);
    tea_switch_translations((selected ^ set) << TEA_SETS_SHIFT);
    selected = set;
    tea_clock_yield();
}

/*
 * Between two slices of execution: a timer would come when the main loop's
 * thread sees it, and not in each run at the same instruction.
 */
static void tea_check_linger(void)
{
    if (tea_lingers && tea_clock_model_ns() >= tea_linger_until_ns) {
        tea_armed = false;
        tea_lingers = false;
        tea_switch_translations(CF_PCREL);
        tea_clock_set_source(NULL, NULL);
        tea_plugin->disarm();
    }
}

static CPUState *tea_last_cpu(void)
{
    CPUState *cs, *last = first_cpu;

    CPU_FOREACH(cs) {
        last = cs;
    }
    return last;
}

static void tea_arm(CPUState *cs, run_on_cpu_data unused)
{
    CPUState *last = tea_last_cpu();

    if (tea_armed || !tea_any_active()) {
        return;
    }
    /* A migrated state is there before QEMU has told the plugin of each hart */
    if (tea_plugin->harts() <= last->cpu_index) {
        async_safe_run_on_cpu(last, tea_arm, RUN_ON_CPU_NULL);
        return;
    }
    tea_armed = true;
    tea_switch_translations(CF_PCREL);
    tea_clock_set_source(tea_plugin, tea_check_linger);
    tea_plugin->arm();
    CPU_FOREACH(cs) {
        tea_load(RISCV_CPU(cs));
    }
}

static void tea_update_linger(void)
{
    bool lingers = tea_armed && !tea_any_active();

    if (lingers && !tea_lingers) {
        tea_linger_until_ns = tea_clock_model_ns() + TEA_LINGER_NS;
    }
    tea_lingers = lingers;
}

/* The unit's registers changed: the plugin has to know. */
void riscv_tea_changed(RISCVCPU *cpu)
{
    tea_update_linger();
    riscv_tea_clear_records(cpu);
    if (tea_armed) {
        tea_load(cpu);
    } else if (tea_active(cpu)) {
        async_safe_run_on_cpu(CPU(cpu), tea_arm, RUN_ON_CPU_NULL);
    }
}

/* Samples */

/*
 * Callable at an instruction boundary inside a translation, where -icount would
 * take a new interrupt request for a mistake.
 */
void riscv_tea_update_mip(RISCVCPU *cpu, uint64_t interrupt, bool pends)
{
    CPUState *cs = CPU(cpu);
    bool can_do_io = cs->neg.can_do_io;

    cs->neg.can_do_io = true;
    riscv_cpu_update_mip(&cpu->env, interrupt, pends ? interrupt : 0);
    cs->neg.can_do_io = can_do_io;
}

/* The interrupt pends while a sampler has a sample. */
void riscv_tea_set_valid(RISCVCPU *cpu, TEASampler *sampler, bool valid)
{
    bool any = false;

    sampler->valid = valid;
    for (unsigned int i = 0; i < TEA_LINK_COUNTDOWNS; i++) {
        any |= cpu->tea.samplers[i].valid;
    }
    riscv_tea_update_mip(cpu, BIT_ULL(TEA_IRQ), any);
}

static TEASample tea_sample_of(const struct tea_link_sample *posted)
{
    TEASample sample = {
        .meta = TEA_SAMPLE_META(posted->state, posted->privilege,
                                MAKE_64BIT_MASK(0, posted->slots)),
        .time = posted->time,
    };

    for (unsigned int i = 0; i < TEA_LINK_SLOTS; i++) {
        sample.psvs |= (uint64_t)posted->psv[i] << (16 * i);
    }
    memcpy(sample.pc, posted->pc, sizeof(sample.pc));
    memcpy(sample.addr, posted->addr, sizeof(sample.addr));
    memcpy(sample.mem, posted->mem, sizeof(sample.mem));
    return sample;
}

static void tea_post(unsigned int hart, unsigned int number,
                     const struct tea_link_sample *posted)
{
    RISCVCPU *cpu = riscv_tea_cpu(hart);
    TEASampler *sampler;

    if (number == TEA_LINK_COUNTER) {
        riscv_pesa_post(cpu, posted);
        return;
    }
    sampler = &cpu->tea.samplers[number];
    /* One that waited may be of M-mode, which has taken back its consent */
    if (sampler->valid || (posted->privilege == TEA_PRIV_M &&
                           !(cpu->tea.allow & TEA_ALLOW_M))) {
        sampler->lost++;
        return;
    }
    sampler->sample = tea_sample_of(posted);
    sampler->sample.time += cpu->tea.time_base;
    riscv_tea_freeze_records(cpu, sampler, posted->forgets);
    riscv_tea_set_valid(cpu, sampler, true);
}

/* The state of the hart that the model needs */

static uint8_t tea_privilege_of(const CPURISCVState *env)
{
    return env->virt_enabled ? TEA_LINK_VIRTUAL : env->priv;
}

static uint8_t tea_privilege(void)
{
    return tea_privilege_of(cpu_env(current_cpu));
}

static uint16_t tea_asid(unsigned int hart)
{
    return get_field(riscv_tea_cpu(hart)->env.satp, SATP64_ASID);
}

/* Collect the plugin's counts, except M-mode's without its consent. */
TEAUnit *riscv_tea_sync(RISCVCPU *cpu)
{
    TEAUnit *tea = &cpu->tea;

    for (unsigned int i = 0; i < TEA_LINK_COUNTDOWNS; i++) {
        if (tea_armed && tea_enabled(&tea->samplers[i])) {
            tea->samplers[i].countdown =
                tea_plugin->countdown(CPU(cpu)->cpu_index, i);
        }
    }
    if (tea_armed && cpu->pesa.counter) {
        cpu->pesa.countdown =
            tea_plugin->countdown(CPU(cpu)->cpu_index, TEA_LINK_COUNTER);
    }
    if (tea_armed && riscv_pdis_counts(cpu)) {
        riscv_pdis_set_count(cpu,
                             tea_plugin->decoded_count(CPU(cpu)->cpu_index));
    }
    if (tea_armed && tea->counting) {
        tea_plugin->collect(CPU(cpu)->cpu_index, &tea->counters);
    }
    for (unsigned int i = 0; i < TEA_LINK_STACKS; i++) {
        if (!(tea->allow & TEA_ALLOW_M)) {
            memset(&tea->counters.slots[tea_link_counter(i, PRV_M, 0)], 0,
                   TEA_LINK_COMPONENTS * sizeof(tea->counters.slots[0]));
        }
    }
    return tea;
}

/*
 * Between the interrupt and the return from it; only HOLD makes a difference.
 */
void riscv_tea_hold(RISCVCPU *cpu, bool held)
{
    bool minds = cpu->tea.held != held &&
                 (tea_enabled_ctl(&cpu->tea) & TEA_CTL_HOLD);

    if (minds) {
        riscv_tea_sync(cpu);
    }
    cpu->tea.held = held;
    if (minds) {
        riscv_tea_changed(cpu);
    }
}

void riscv_tea_trap(RISCVCPU *cpu, bool interrupt, target_ulong cause)
{
    if (tea_armed) {
        tea_compat_plugin_reads(CPU(cpu), true);
        tea_plugin->trap(CPU(cpu)->cpu_index, cpu->env.pc,
                         tea_privilege_of(&cpu->env), interrupt);
        tea_compat_plugin_reads(CPU(cpu), false);
    }
    /* A guest can have an interrupt of this number from its hypervisor */
    if (cpu->tea.present && interrupt && cause == TEA_IRQ &&
        cpu->env.mip & BIT_ULL(TEA_IRQ)) {
        riscv_tea_hold(cpu, true);
    }
}

void riscv_tea_return(RISCVCPU *cpu, bool virt)
{
    if (!virt) {
        riscv_tea_hold(cpu, false);
    }
}

bool riscv_tea_holds(RISCVCPU *cpu)
{
    return cpu->tea.held && (tea_enabled_ctl(&cpu->tea) & TEA_CTL_HOLD);
}

/* Life of a unit */

static const char *tea_why_not(RISCVCPU *cpu)
{
    if (riscv_cpu_is_32bit(cpu) || !riscv_has_ext(&cpu->env, RVS)) {
        return "it needs a 64-bit hart with supervisor mode";
    }
    if (cpu->env.priv_ver < PRIV_VERSION_1_12_0) {
        return "its registers are reached by siselect and sireg, "
               "which need version 1.12 of the privileged architecture";
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

/* The plugin knows all harts, those without a unit, too. */
static void tea_add_cpu(RISCVCPU *cpu)
{
    unsigned int index = CPU(cpu)->cpu_index;

    if (index >= tea_cpus_count) {
        tea_cpus = g_renew(RISCVCPU *, tea_cpus, index + 1);
        memset(tea_cpus + tea_cpus_count, 0,
               (index + 1 - tea_cpus_count) * sizeof(*tea_cpus));
        tea_cpus_count = index + 1;
    }
    tea_cpus[index] = cpu;
}

static bool tea_realize_unit(RISCVCPU *cpu, Error **errp)
{
    const char *why = tea_why_not(cpu);
    static bool wrapped;

    if (why) {
        error_setg(errp, "cannot give the CPU a TEA unit (tea=on): %s", why);
        return false;
    }
    cpu->cfg.ext_smcsrind = true;
    cpu->cfg.ext_sscsrind = true;
    if (!wrapped) {
        riscv_tea_wrap_csrs();
    }
    wrapped = true;
    return true;
}

static bool tea_realize_pesa(RISCVCPU *cpu, Error **errp)
{
    const char *why = tea_why_not(cpu);
    static bool wrapped;

    why = why ? why : riscv_pesa_why_not(cpu);
    if (why) {
        error_setg(errp, "cannot give the CPU Sspesa (sspesa=on): %s", why);
        return false;
    }
    if (!wrapped) {
        riscv_pesa_wrap_csrs();
    }
    wrapped = true;
    return true;
}

static bool tea_realize_pdis(RISCVCPU *cpu, Error **errp)
{
    const char *why = tea_why_not(cpu);
    static bool wrapped;

    why = why ? why : riscv_pdis_why_not(cpu);
    if (why) {
        error_setg(errp, "cannot give the CPU Sspdis (sspdis=on): %s", why);
        return false;
    }
    if (!wrapped) {
        riscv_pdis_wrap_csrs();
    }
    wrapped = true;
    return true;
}

/* By any door. */
static bool tea_has_door(const RISCVCPU *cpu)
{
    return cpu->tea.present || cpu->pesa.present || cpu->pdis.present;
}

bool riscv_tea_realize(RISCVCPU *cpu, Error **errp)
{
    static bool realized;

    tea_add_cpu(cpu);
    if ((cpu->tea.present && !tea_realize_unit(cpu, errp)) ||
        (cpu->pesa.present && !tea_realize_pesa(cpu, errp)) ||
        (cpu->pdis.present && !tea_realize_pdis(cpu, errp))) {
        return false;
    }
    if (tea_has_door(cpu)) {
        if (realized) {
            tea_clock_take_turns();
        }
        realized = true;
    }
    return true;
}

uint64_t riscv_tea_mideleg(RISCVCPU *cpu)
{
    return cpu->tea.present ? BIT_ULL(TEA_IRQ) : 0;
}

void riscv_tea_reset(RISCVCPU *cpu)
{
    if (!tea_has_door(cpu)) {
        return;
    }
    riscv_tea_sync(cpu);
    riscv_pesa_reset(cpu);
    riscv_pdis_reset(cpu);
    cpu->tea = (TEAUnit) {
        .present = cpu->tea.present,
        .allow_m = cpu->tea.allow_m,
        .plain_harts = cpu->tea.plain_harts,
        .allow = cpu->tea.allow_m ? TEA_ALLOW_M : 0,
    };
    for (unsigned int i = 0; i < TEA_LINK_COUNTDOWNS; i++) {
        cpu->tea.samplers[i].countdown = (struct tea_link_countdown) {
            .period = TEA_PERIOD_RESET,
            .left = TEA_PERIOD_RESET,
            .dither = TEA_DITHER_RESET(cpu->env.mhartid),
        };
    }
    cpu->env.mip &= ~BIT_ULL(TEA_IRQ);
    cpu->env.mideleg |= riscv_tea_mideleg(cpu);
    riscv_tea_changed(cpu);
}

static bool tea_needed(void *opaque)
{
    RISCVCPU *cpu = opaque;

    return cpu->tea.present;
}

/* State that must be the same where a saved state goes on, with its names. */
static const char *const tea_identity_names[TEA_IDENTITY_WORDS] = {
    "CAPS", "CAPS2", "CLOCK", "L1I cache", "L1D cache", "last-level cache",
    "L1 TLB", "tea-m",
};

static uint64_t tea_cache_word(const struct tea_link_cache *cache)
{
    return (uint64_t)cache->bytes << 32 | cache->ways << 16 | cache->line_bytes;
}

static void tea_identify(RISCVCPU *cpu, uint64_t *words)
{
    const struct tea_link_core *core = tea_plugin->core;

    words[0] = riscv_tea_read(cpu, TEA_REG_CAPS);
    words[1] = riscv_tea_read(cpu, TEA_REG_CAPS2);
    words[2] = riscv_tea_read(cpu, TEA_REG_CLOCK);
    words[3] = tea_cache_word(&core->l1i);
    words[4] = tea_cache_word(&core->l1d);
    words[5] = tea_cache_word(&core->llc);
    words[6] = (uint64_t)core->itlb_pages << 32 | core->dtlb_pages;
    words[7] = cpu->tea.allow_m;
}

static bool tea_same_identity(RISCVCPU *cpu)
{
    const uint64_t *saved = cpu->tea.identity;
    uint64_t here[TEA_IDENTITY_WORDS];
    bool same = true;

    tea_identify(cpu, here);
    for (unsigned int i = 0; i < TEA_IDENTITY_WORDS; i++) {
        if (saved[i] != here[i]) {
            error_report("cpu/tea: %s is 0x%" PRIx64 " in the saved state, but "
                         "0x%" PRIx64 " here: give both the same core and "
                         "the same -cpu", tea_identity_names[i], saved[i],
                         here[i]);
            same = false;
        }
    }
    return same;
}

static int tea_pre_save(void *opaque)
{
    RISCVCPU *cpu = opaque;
    TEAUnit *tea = riscv_tea_sync(cpu);

    tea_identify(cpu, tea->identity);
    tea->time_saved = tea->time_base +
                      tea_plugin->cycles(CPU(cpu)->cpu_index);
    return 0;
}

static int tea_post_load(void *opaque, int version_id)
{
    RISCVCPU *cpu = opaque;
    TEAUnit *tea = &cpu->tea;
    bool sane = !(tea->allow & ~TEA_ALLOW_M);

    if (!tea_same_identity(cpu)) {
        return -EINVAL;
    }
    for (unsigned int i = 0; i < TEA_LINK_COUNTDOWNS; i++) {
        sane &= riscv_tea_sane(cpu, i);
        /* The wait of a sample is the model's, and not part of the state */
        tea->samplers[i].lost += tea->samplers[i].countdown.waits;
        tea->samplers[i].countdown.waits = false;
    }
    if (!sane) {
        error_report("cpu/tea: not the state of a TEA unit");
        return -EINVAL;
    }
    /* The model here has its own count of cycles, an older or a younger one */
    tea->time_base = tea->time_saved - tea_plugin->cycles(CPU(cpu)->cpu_index);
    riscv_tea_changed(cpu);
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
        VMSTATE_UINT64(countdown.count, TEASampler),
        VMSTATE_UINT32(countdown.dither, TEASampler),
        VMSTATE_BOOL(countdown.done, TEASampler),
        VMSTATE_BOOL(countdown.waits, TEASampler),
        VMSTATE_BOOL(valid, TEASampler),
        VMSTATE_UINT64(lost, TEASampler),
        VMSTATE_UINT64(sample.meta, TEASampler),
        VMSTATE_UINT64(sample.psvs, TEASampler),
        VMSTATE_UINT64(sample.time, TEASampler),
        VMSTATE_UINT64_ARRAY(sample.pc, TEASampler, TEA_LINK_SLOTS),
        VMSTATE_UINT64_ARRAY(sample.addr, TEASampler, TEA_LINK_SLOTS),
        VMSTATE_UINT64_ARRAY(sample.mem, TEASampler, TEA_LINK_SLOTS),
        VMSTATE_END_OF_LIST()
    }
};

/*
 * The model's caches and predictors are not part of it: they start cold, and
 * the first record behind it has no cycle count.
 */
const VMStateDescription vmstate_riscv_tea = {
    .name = "cpu/tea",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = tea_needed,
    .pre_save = tea_pre_save,
    .post_load = tea_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT64_ARRAY(tea.identity, RISCVCPU, TEA_IDENTITY_WORDS),
        VMSTATE_STRUCT_ARRAY(tea.samplers, RISCVCPU, TEA_LINK_COUNTDOWNS, 1,
                             vmstate_tea_sampler, TEASampler),
        VMSTATE_BOOL(tea.held, RISCVCPU),
        VMSTATE_UINT64(tea.time_saved, RISCVCPU),
        VMSTATE_BOOL(tea.counting, RISCVCPU),
        VMSTATE_UINT64(tea.allow, RISCVCPU),
        VMSTATE_UINT64_ARRAY(tea.counters.slots, RISCVCPU, TEA_LINK_COUNTERS),
        VMSTATE_END_OF_LIST()
    }
};

/* The link */

static void tea_check_devices(Notifier *notifier, void *data)
{
    CPUState *cs;

    CPU_FOREACH(cs) {
        RISCVCPU *cpu = (RISCVCPU *)object_dynamic_cast(OBJECT(cs),
                                                        TYPE_RISCV_CPU);

        if (cpu && tea_has_door(cpu)) {
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
        .post_tagged = riscv_pdis_post,
        .branch = riscv_tea_branch,
        .walk = riscv_tea_walk,
        .privilege = tea_privilege,
        .asid = tea_asid,
        .yield = tea_clock_yield,
        .select = tea_select_translations,
    };
    static Notifier done = { .notify = tea_check_devices };

    if (tea_plugin || plugin->version != TEA_LINK_VERSION) {
        return NULL;
    }
    tea_plugin = plugin;
    qemu_add_machine_init_done_notifier(&done);
    return &device;
}
