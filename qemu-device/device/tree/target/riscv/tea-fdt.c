/*
 * TEA unit of a RISC-V hart: the device tree
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "cpu.h"
#include "hw/riscv/tea_abi.h"
#include "hw/riscv/tea_pdis.h"
#include "hw/riscv/tea_pesa.h"
#include "hw/riscv/tea_regs.h"
#include "system/device_tree.h"

/* Size, sets and line of a cache; @prefix is "i-" or "d-" where it is split. */
static void tea_write_cache(void *fdt, const char *node, const char *prefix,
                            const struct tea_link_cache *cache)
{
    const struct {
        const char *name;
        uint32_t value;
    } cells[] = {
        { "size", cache->bytes },
        { "sets", cache->bytes / (cache->ways * cache->line_bytes) },
        { "block-size", cache->line_bytes },
    };

    for (size_t i = 0; i < ARRAY_SIZE(cells); i++) {
        g_autofree char *name = g_strdup_printf("%scache-%s", prefix,
                                                cells[i].name);

        qemu_fdt_setprop_cell(fdt, node, name, cells[i].value);
    }
}

/*
 * Describes the modelled core as the Devicetree Specification (3.8 and 3.9)
 * has it, so that the guest's tools report the modelled caches.
 */
static void tea_write_core(void *fdt, int hart,
                           const struct tea_link_core *core)
{
    g_autofree char *cpu = g_strdup_printf("/cpus/cpu@%d", hart);
    g_autofree char *llc = g_strdup_printf("%s/l2-cache", cpu);
    uint32_t phandle = qemu_fdt_alloc_phandle(fdt);

    tea_write_cache(fdt, cpu, "i-", &core->l1i);
    tea_write_cache(fdt, cpu, "d-", &core->l1d);
    qemu_fdt_setprop(fdt, cpu, "tlb-split", NULL, 0);
    qemu_fdt_setprop_cell(fdt, cpu, "i-tlb-size", core->itlb_pages);
    qemu_fdt_setprop_cell(fdt, cpu, "i-tlb-sets", 1);
    qemu_fdt_setprop_cell(fdt, cpu, "d-tlb-size", core->dtlb_pages);
    qemu_fdt_setprop_cell(fdt, cpu, "d-tlb-sets", 1);
    qemu_fdt_setprop_cell(fdt, cpu, "next-level-cache", phandle);

    qemu_fdt_add_subnode(fdt, llc);
    qemu_fdt_setprop_string(fdt, llc, "compatible", "cache");
    qemu_fdt_setprop_cell(fdt, llc, "cache-level", 2);
    qemu_fdt_setprop(fdt, llc, "cache-unified", NULL, 0);
    tea_write_cache(fdt, llc, "", &core->llc);
    qemu_fdt_setprop_cell(fdt, llc, "phandle", phandle);
}

/* A door to the unit, and the node that has the interrupts of all its harts. */
typedef struct TEADoor {
    const char *node;
    const char *compatible;
    uint32_t irq;
    bool (*has)(const RISCVCPU *cpu);
    void (*describe)(void *fdt, const char *node);
} TEADoor;

static bool tea_has_unit(const RISCVCPU *cpu)
{
    return cpu->tea.present;
}

static void tea_describe_unit(void *fdt, const char *node)
{
    qemu_fdt_setprop_u64(fdt, node, "tea,select-base", TEA_SELECT_BASE);
}

static bool tea_has_pesa(const RISCVCPU *cpu)
{
    return cpu->pesa.present;
}

/* Of the counters the last one, which the kernel's own driver takes last. */
static void tea_describe_pesa(void *fdt, const char *node)
{
    qemu_fdt_setprop_cell(fdt, node, "tea,counter",
                          31 - clz32(RISCV_CPU(first_cpu)->pmu_avail_ctrs));
}

static bool tea_has_pdis(const RISCVCPU *cpu)
{
    return cpu->pdis.present;
}

/* All of its registers have fixed numbers. */
static void tea_describe_pdis(void *fdt, const char *node)
{
}

static void tea_write_door(void *fdt, const TEADoor *door)
{
    g_autofree uint32_t *cells = NULL;
    size_t count = 0;
    CPUState *cs;

    CPU_FOREACH(cs) {
        RISCVCPU *cpu = RISCV_CPU(cs);
        g_autofree char *intc = g_strdup_printf(
            "/cpus/cpu@%d/interrupt-controller", (int)cpu->env.mhartid);

        if (door->has(cpu)) {
            cells = g_renew(uint32_t, cells, count + 2);
            cells[count++] = cpu_to_be32(qemu_fdt_get_phandle(fdt, intc));
            cells[count++] = cpu_to_be32(door->irq);
        }
    }
    if (count) {
        qemu_fdt_add_subnode(fdt, door->node);
        qemu_fdt_setprop_string(fdt, door->node, "compatible",
                                door->compatible);
        door->describe(fdt, door->node);
        qemu_fdt_setprop(fdt, door->node, "interrupts-extended", cells,
                         count * sizeof(*cells));
    }
}

void riscv_tea_write_fdt(void *fdt)
{
    static const TEADoor doors[] = {
        { "/pmu-tea", "tea,pmu-5", TEA_IRQ, tea_has_unit, tea_describe_unit },
        { "/pmu-pesa", "tea,pesa-" stringify(TEA_PESA_DRAFT), IRQ_PMU_OVF,
          tea_has_pesa, tea_describe_pesa },
        { "/pmu-pdis", "tea,pdis-" stringify(TEA_PDIS_DRAFT), IRQ_PMU_OVF,
          tea_has_pdis, tea_describe_pdis },
    };
    const struct tea_link_plugin *plugin = riscv_tea_plugin();
    CPUState *cs;

    CPU_FOREACH(cs) {
        RISCVCPU *cpu = RISCV_CPU(cs);

        if (plugin && (tea_has_unit(cpu) || tea_has_pesa(cpu) ||
                       tea_has_pdis(cpu))) {
            tea_write_core(fdt, (int)cpu->env.mhartid, plugin->core);
        }
    }
    for (size_t i = 0; i < ARRAY_SIZE(doors); i++) {
        tea_write_door(fdt, &doors[i]);
    }
}
