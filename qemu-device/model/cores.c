// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cores.c - the named cores: the knobs that differ from params.def
 *
 * boom-4w is params.def itself. boom-mega is the machine whose SPEC CPU2017
 * figures at RTL level are published with the EECS-NTNU fork of FireSim (branch
 * shadow-binding): BOOM's MegaBoom with the TAGE-L predictor, chipyard's 512 KiB
 * inclusive cache, one clock of 1 GHz for all, and a memory that is a pipe of 30
 * cycles and 8 bytes per cycle with 16 requests in it. Unpublished values are
 * those of table 2's core, except for the path to memory.
 *
 * boom-large and boom-medium are LargeBoomConfig and MediumBoomConfig of BOOM 3 as
 * chipyard generated them in 2023, with the L2 and the memory of boom-mega. Short
 * forward branches are switched off there, and there is no prefetcher. LargeBoom ran
 * as RTL: tests/fidelity/rtl.
 *
 * There a load that hits the L2 takes 20 cycles to its use. One from memory takes 54: its pipe of
 * 30 is to the first of 8 beats. The L2 passes beats on as they come, so the last 8 cycles of
 * llc_latency overlap those of the pipe: knobs that count both have them once. MegaBoom's bus is
 * twice as wide, which saves 4 of the L2's beats and cycles.
 *
 * boom-2w is the 2-wide counterpart of boom-4w: structures that grow with the width, from fetch to
 * the load and store queue, are MediumBoom's, BOOM's own core of half the width; memory, clock and
 * latencies are boom-4w's. So only the core differs between the two.
 *
 * boom-vector is boom-4w with a vector unit of two FMA pipes, as in the machines whose FLOPS
 * stacks were published (Eyerman et al., ISPASS 2018); VLEN and DLEN are 256. boom-saturn has the
 * vector unit of Saturn (UC Berkeley) in chipyard's GENV512D256ShuttleConfig beside the same
 * scalar core: registers of 512 bits on a data path of 256, one pipe whose FMA takes fmaPipeDepth
 * and whose multiplier imaPipeDepth cycles, chaining, beats of 32 bytes. Saturn renames no
 * registers; here it has the fewest physical ones possible. Unpublished numbers (divides, slides)
 * are boom-vector's.
 */
#include <errno.h>
#include <string.h>

#include "params.h"

#define KNOB(name, value) { offsetof(struct tea_params, name), value }
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const struct tea_core_knob boom_mega[] = {
	KNOB(core_mhz, 1000),
	KNOB(fetch_buffer, 32),
	KNOB(fetch_targets, 40),
	KNOB(branches, 20),
	KNOB(rob, 128),
	KNOB(int_registers, 128),
	KNOB(fp_registers, 128),
	KNOB(int_queue, 40),
	KNOB(mem_queue, 24),
	KNOB(fp_queue, 32),
	KNOB(load_queue, 32),
	KNOB(store_queue, 32),
	KNOB(l1d_mshrs, 8),
	KNOB(l1d_sdq, 17),
	KNOB(l1d_rpq, 16),
	KNOB(llc_kib, 512),
	KNOB(llc_ways, 8),
	KNOB(llc_random, 1),
	KNOB(llc_banks, 1),
	KNOB(llc_latency, 12),		/* boom-large's, its last beats 4 cycles sooner */
	KNOB(dram_mbps, 8000),
	KNOB(dram_cas, 25),		/* with them the pipe: 30 cycles, no rows */
	KNOB(dram_rcd, 1),
	KNOB(dram_rp, 1),
	KNOB(dram_ras, 0),
	KNOB(dram_queue, 16),
	KNOB(dram_outstanding, 16),
	KNOB(dram_controller, 4),
};

static const struct tea_core_knob boom_large[] = {
	KNOB(fetch_buffer, 24),
	KNOB(fetch_targets, 32),
	KNOB(decode_width, 3),
	KNOB(branches, 16),
	KNOB(commit_width, 3),
	KNOB(rob, 96),
	KNOB(int_registers, 100),
	KNOB(fp_registers, 96),
	KNOB(int_queue, 32),
	KNOB(int_issue, 3),
	KNOB(mem_queue, 16),
	KNOB(mem_issue, 1),
	KNOB(fp_queue, 24),
	KNOB(fp_issue, 1),
	KNOB(load_queue, 24),
	KNOB(store_queue, 24),
	KNOB(l1d_mshrs, 4),
	KNOB(l1d_row_bytes, 8),		/* chipyard's bus, where it is not widened */
	KNOB(l1d_prefetch, 0),
	KNOB(llc_latency, 16),
	KNOB(l1_tlb, 16),
	KNOB(l2_tlb, 512),
	KNOB(l2_tlb_latency, 7),
	KNOB(dram_cas, 21),
};

/* MediumBoom without its caches. */
#define MEDIUM_CORE \
	KNOB(fetch_width, 4), \
	KNOB(fetch_buffer, 16), \
	KNOB(fetch_targets, 32), \
	KNOB(decode_width, 2), \
	KNOB(branches, 12), \
	KNOB(predictor_kib, 9),		/* rows of four parcels */ \
	KNOB(btb_sets, 512), \
	KNOB(commit_width, 2), \
	KNOB(rob, 64), \
	KNOB(int_registers, 80), \
	KNOB(fp_registers, 64), \
	KNOB(int_queue, 20), \
	KNOB(int_issue, 2), \
	KNOB(mem_queue, 12), \
	KNOB(mem_issue, 1), \
	KNOB(fp_queue, 16), \
	KNOB(fp_issue, 1), \
	KNOB(load_queue, 16), \
	KNOB(store_queue, 16)

static const struct tea_core_knob boom_2w[] = {
	MEDIUM_CORE,
};

static const struct tea_core_knob boom_medium[] = {
	MEDIUM_CORE,
	KNOB(l1i_kib, 16),
	KNOB(l1i_ways, 4),
	KNOB(l1d_kib, 16),
	KNOB(l1d_ways, 4),
	KNOB(l1d_mshrs, 2),
	KNOB(l1d_row_bytes, 8),
	KNOB(l1d_prefetch, 0),
	KNOB(llc_latency, 16),
	KNOB(l1_tlb, 8),
	KNOB(l2_tlb, 512),
	KNOB(l2_tlb_latency, 7),
	KNOB(dram_cas, 21),
};

static const struct tea_core_knob boom_vector[] = {
	KNOB(vlen, 256),
	KNOB(dlen, 256),
	KNOB(vec_issue, 2),
};

static const struct tea_core_knob boom_saturn[] = {
	KNOB(vlen, 512),
	KNOB(dlen, 256),
	KNOB(vec_issue, 1),
	KNOB(vec_registers, 40),
	KNOB(vfma_latency, 4),
	KNOB(vmul_latency, 3),
	KNOB(vchaining, 1),
	KNOB(vmem_bytes, 32),
};

#define CORE(knobs) knobs, COUNT(knobs)
#define BOOM_MEGA (&tea_cores[2])

const struct tea_core tea_cores[] = {
	{ "boom-4w", "the 4-wide BOOM of the TEA paper, table 2", NULL, NULL, 0 },
	{ "boom-2w", "table 2 with the 2-wide core of MediumBoom", NULL, CORE(boom_2w) },
	{ "boom-mega", "MegaBoom as in the published RTL runs of SPEC CPU2017", NULL,
	  CORE(boom_mega) },
	{ "boom-large", "3-wide LargeBoom of chipyard 2023", BOOM_MEGA, CORE(boom_large) },
	{ "boom-medium", "2-wide MediumBoom of chipyard 2023", BOOM_MEGA, CORE(boom_medium) },
	{ "boom-vector", "table 2 with a vector unit of two FMA pipes, VLEN 256", NULL,
	  CORE(boom_vector) },
	{ "boom-saturn", "table 2 with Saturn's vector unit, VLEN 512 on a data path of 256", NULL,
	  CORE(boom_saturn) },
};

const size_t tea_cores_count = COUNT(tea_cores);

static void set_at(struct tea_params *params, size_t offset, uint32_t value)
{
	memcpy((char *)params + offset, &value, sizeof(value));
}

static void select_core(struct tea_params *params, const struct tea_core *core)
{
	if (core->base) {
		select_core(params, core->base);
	} else {
		*params = (struct tea_params){ .core = NULL };
		for (size_t i = 0; i < tea_param_infos_count; i++)
			set_at(params, tea_param_infos[i].offset, tea_param_infos[i].value);
	}
	for (size_t i = 0; i < core->knobs_count; i++)
		set_at(params, core->knobs[i].offset, core->knobs[i].value);
	params->core = core->name;
}

void tea_params_init(struct tea_params *params)
{
	select_core(params, &tea_cores[0]);
}

int tea_params_select(struct tea_params *params, const char *core)
{
	for (size_t i = 0; i < tea_cores_count; i++) {
		if (!strcmp(tea_cores[i].name, core)) {
			select_core(params, &tea_cores[i]);
			return 0;
		}
	}
	return -ENOENT;
}
