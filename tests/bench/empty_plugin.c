// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * empty_plugin.c - a QEMU plugin that watches everything and does nothing
 *
 * It has one callback for each instruction and one for each access, as the TEA plugin has: the
 * speed of QEMU that remains with it is the ceiling of any model that is fed this way, and the base
 * of comparison for the model's speed.
 */
#include "hostapi.h"

QEMU_PLUGIN_EXPORT int qemu_plugin_version = QEMU_PLUGIN_VERSION;

static void insn_executed(unsigned int vcpu, void *opaque)
{
	(void)vcpu;
	(void)opaque;
}

static void memory_accessed(unsigned int vcpu, qemu_plugin_meminfo_t info, uint64_t vaddr,
			    void *opaque)
{
	(void)vcpu;
	(void)info;
	(void)vaddr;
	(void)opaque;
}

static void block_translated(HOST_ID struct qemu_plugin_tb *block HOST_DATA)
{
	size_t count = qemu_plugin_tb_n_insns(block);

	for (size_t i = 0; i < count; i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(block, i);

		qemu_plugin_register_vcpu_insn_exec_cb(insn, insn_executed,
						       QEMU_PLUGIN_CB_NO_REGS, NULL);
		qemu_plugin_register_vcpu_mem_cb(insn, memory_accessed, QEMU_PLUGIN_CB_NO_REGS,
						 QEMU_PLUGIN_MEM_RW, NULL);
	}
}

QEMU_PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info,
					   int argc, char **argv)
{
	(void)info;
	(void)argc;
	(void)argv;
	qemu_plugin_register_vcpu_tb_trans_cb(id, block_translated);
	return 0;
}
