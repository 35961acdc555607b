/*
 * TEA unit of a RISC-V hart: page-table walks for the timing model
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "cpu.h"
#include "system/tea-compat.h"

static const uint8_t tea_walk_levels[16] = {
    [VM_1_10_SV39] = 3,
    [VM_1_10_SV48] = 4,
    [VM_1_10_SV57] = 5,
};

static bool tea_read_pte(RISCVCPU *cpu, hwaddr addr, uint64_t *pte)
{
    MemTxAttrs attrs = MEMTXATTRS_UNSPECIFIED;
    MemTxResult result = MEMTX_ERROR;
    hwaddr xlat, len = sizeof(*pte);
    MemoryRegion *mr;

    RCU_READ_LOCK_GUARD();
    mr = address_space_translate(CPU(cpu)->as, addr, &xlat, &len, false, attrs);
    if (!memory_region_is_ram(mr)) {
        return false;
    }
    *pte = address_space_ldq_le(CPU(cpu)->as, addr, attrs, &result);
    return result == MEMTX_OK;
}

/* Fill in the page that @pte, a leaf at @shift, maps. */
static int tea_walk_leaf(uint64_t pte, unsigned int shift,
                         struct tea_link_walk *walk)
{
    uint64_t ppn = (pte & PTE_PPN_MASK) >> PTE_PPN_SHIFT;

    /* Svnapot: the only size defined is 64 KiB */
    if (shift == TARGET_PAGE_BITS && (pte & PTE_N)) {
        shift = 16;
    }
    walk->page_shift = shift;
    walk->page_paddr = (ppn << PGSHIFT) & ~MAKE_64BIT_MASK(0, shift);
    return 0;
}

int riscv_tea_walk(unsigned int hart, uint64_t vaddr, uint8_t privilege,
                   struct tea_link_walk *walk)
{
    RISCVCPU *cpu = riscv_tea_cpu(hart);
    uint64_t satp = cpu->env.satp, pte;
    hwaddr base = get_field(satp, SATP64_PPN) << PGSHIFT;
    unsigned int i, levels = tea_walk_levels[get_field(satp, SATP64_MODE)];
    unsigned int shift = PGSHIFT + levels * 9;

    memset(walk, 0, sizeof(*walk));
    if (cpu->env.virt_enabled || privilege == TEA_LINK_VIRTUAL) {
        return -EOPNOTSUPP;
    }
    if (privilege == PRV_M || !levels) {
        return 0;
    }
    if (sextract64(vaddr, 0, shift) != vaddr) {
        return -EFAULT;
    }
    for (i = 0; i < levels; i++) {
        shift -= 9;
        walk->pte_addr[i] = base + extract64(vaddr, shift, 9) * sizeof(pte);
        walk->levels = i + 1;
        if (!tea_read_pte(cpu, walk->pte_addr[i], &pte) || !(pte & PTE_V)) {
            return -EFAULT;
        }
        walk->global |= !!(pte & PTE_G);
        if (pte & (PTE_R | PTE_W | PTE_X)) {
            return tea_walk_leaf(pte, shift, walk);
        }
        base = ((pte & PTE_PPN_MASK) >> PTE_PPN_SHIFT) << PGSHIFT;
    }
    return -EFAULT;
}
