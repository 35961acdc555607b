// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * skips.c - stretches of a run that are executed without calls: see skips.h
 */
#include <qemu-plugin.h>
#include <qemu/tea-kinds.h>

#include "skips.h"

/* In a QEMU that has kinds. */
#pragma weak qemu_tea_select_kind

/* A vCPU's counter has this value once all is skipped. */
#define ALL	(UINT64_C(1) << 63)

static struct {
	qemu_plugin_u64 passed;
	qemu_plugin_u64 began;		/* the number at which that began; 0: the vCPU does not skip */
	void (*resume)(unsigned int index, uint64_t skipped);
} state;

/* The same of this thread's vCPU. */
static __thread uint64_t from;

bool skips_init(void (*resume)(unsigned int index, uint64_t skipped))
{
	state.passed = qemu_plugin_scoreboard_u64(qemu_plugin_scoreboard_new(sizeof(uint64_t)));
	state.began = qemu_plugin_scoreboard_u64(qemu_plugin_scoreboard_new(sizeof(uint64_t)));
	state.resume = resume;
	return qemu_tea_select_kind;
}

void skips_begin(unsigned int index)
{
	qemu_plugin_u64_set(state.began, index, 0);
	if (qemu_tea_select_kind)
		qemu_tea_select_kind(false);
}

void skips_start(unsigned int index, uint64_t count)
{
	if (from)
		return;
	from = ALL - count;
	qemu_plugin_u64_set(state.passed, index, from);
	qemu_plugin_u64_set(state.began, index, from);
	qemu_tea_select_kind(true);
}

bool skips_now(unsigned int index, uint64_t *skipped)
{
	const uint64_t began = qemu_plugin_u64_get(state.began, index);

	*skipped = began ? qemu_plugin_u64_get(state.passed, index) - began : 0;
	return began;
}

static void on_passed(unsigned int index, void *opaque)
{
	const uint64_t skipped = qemu_plugin_u64_get(state.passed, index) - from;

	(void)opaque;
	qemu_tea_select_kind(false);
	from = 0;
	qemu_plugin_u64_set(state.began, index, 0);
	state.resume(index, skipped);
}

bool skips_translate(struct qemu_plugin_tb *tb)
{
	if (!from)
		return false;
	qemu_plugin_register_vcpu_tb_exec_inline_per_vcpu(tb, QEMU_PLUGIN_INLINE_ADD_U64, state.passed,
							  qemu_plugin_tb_n_insns(tb));
	qemu_plugin_register_vcpu_tb_exec_cond_cb(tb, on_passed, QEMU_PLUGIN_CB_NO_REGS,
						  QEMU_PLUGIN_COND_GE, state.passed, ALL, NULL);
	return true;
}
