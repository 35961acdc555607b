// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * machine.c - the model under a whole machine: samples for the TEA device
 *
 * One lane and one sampler per hart. The device (qemu/tea-link.h) owns what the
 * guest sees; it loads the sampler from the CSRs and gets the samples. Models
 * run while the device is armed and stand still otherwise, and so does the time
 * that they give. Harts take turns on one thread, so guest time is the sum of
 * what their models took, as it is the sum of their instructions without.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <qemu/tea-link.h>

#include "feed.h"
#include "machine.h"
#include "observers/sampler.h"

_Static_assert(TEA_LINK_LEVELS == TEA_WALK_LEVELS_MAX, "levels of a page-table walk");
_Static_assert(TEA_LINK_SLOTS == TEA_SLOTS, "slots of a sample");

/* Not there in user mode, nor in a QEMU without the device. */
#pragma weak qemu_tea_link

struct hart {
	struct feed feed;		/* first: feed_of() gives a hart */
	struct lane lane;
	struct tea_env env;
	struct tea_sampler sampler;
};

static struct {
	const struct tea_link_device *device;
	const struct tea_params *params;
	unsigned int harts;
} state;

static struct hart *hart_of(unsigned int index)
{
	return (struct hart *)feed_of(index);
}

/* The model asks the device */

static int walk(void *opaque, uint64_t vaddr, uint8_t privilege, struct tea_walk *result)
{
	const struct hart *hart = opaque;
	struct tea_link_walk found;
	int err = state.device->walk(hart->feed.index, vaddr, privilege, &found);

	if (err)
		return err;
	for (unsigned int i = 0; i < found.levels; i++)
		result->pte_addr[i] = found.pte_addr[i];
	result->levels = found.levels;
	result->page_paddr = found.page_paddr;
	result->page_shift = found.page_shift;
	result->global = found.global;
	return 0;
}

/* Nothing is of interest before the next sample, unless the device calls. */
static cycle_t on_span(void *opaque, const struct tea_span *span)
{
	struct hart *hart = opaque;

	if (hart->sampler.enabled)
		tea_sampler_span(&hart->sampler, span);
	return hart->sampler.enabled ? span->end + tea_countdown_idle(&hart->sampler.countdown) :
	       UINT64_MAX;
}

static const struct observer unit_observer = { .name = "unit", .span = on_span };

static void on_sample(void *opaque, const struct tea_sample *sample)
{
	const struct hart *hart = opaque;
	struct tea_link_sample posted = {
		.time = sample->time,
		.meta = tea_sample_meta(sample, 0),
	};

	for (unsigned int i = 0; i < sample->slots; i++)
		posted.pc[i] = sample->pc[i];
	state.device->post(hart->feed.index, &posted);
}

/* The device tells the model */

static void arm(void)
{
	for (unsigned int i = 0; i < state.harts; i++)
		feed_resync(&hart_of(i)->feed);
	feed_enable(true);
}

static void disarm(void)
{
	feed_enable(false);
}

static struct tea_countdown countdown_of(const struct tea_link_countdown *linked)
{
	return (struct tea_countdown) {
		.period = linked->period, .left = linked->left, .target = linked->target,
		.dither = linked->dither, .done = linked->done,
	};
}

static struct tea_link_countdown link_countdown_of(const struct tea_countdown *countdown)
{
	return (struct tea_link_countdown) {
		.period = countdown->period, .left = countdown->left,
		.target = countdown->target, .dither = countdown->dither,
		.done = countdown->done,
	};
}

static void load(unsigned int index, const struct tea_link_unit *unit)
{
	struct tea_sampler *sampler = &hart_of(index)->sampler;

	lane_sync(&hart_of(index)->lane);
	sampler->countdown = countdown_of(&unit->countdown);
	sampler->privileges = unit->privileges;
	sampler->enabled = unit->enabled;
}

static struct tea_link_countdown live_countdown(unsigned int index)
{
	lane_sync(&hart_of(index)->lane);
	return link_countdown_of(&hart_of(index)->sampler.countdown);
}

static void draw(struct tea_link_countdown *linked)
{
	struct tea_countdown countdown = countdown_of(linked);

	tea_countdown_set_left(&countdown, linked->left, false);
	*linked = link_countdown_of(&countdown);
}

/* A state can be loaded before the harts' models are made. */
static uint64_t cycles(unsigned int index)
{
	return index < state.harts ? tea_model_now(hart_of(index)->lane.model) : 0;
}

static uint64_t time_ns(void)
{
	uint64_t sum = 0;

	for (unsigned int i = 0; i < state.harts; i++)
		sum += cycles(i);
	return sum * 1000 / state.params->core_mhz;
}

static void trap(unsigned int index, uint64_t pc, uint8_t privilege, bool interrupt)
{
	feed_trap(&hart_of(index)->feed, pc, privilege, interrupt);
}

static struct tea_link_core core;

static const struct tea_link_plugin link_functions = {
	.version = TEA_LINK_VERSION,
	.core = &core,
	.arm = arm,
	.disarm = disarm,
	.load = load,
	.countdown = live_countdown,
	.draw = draw,
	.cycles = cycles,
	.time_ns = time_ns,
	.trap = trap,
};

/* QEMU makes harts */

static uint8_t privilege_now(void)
{
	return state.device->privilege();
}

static uint16_t asid_of(unsigned int index)
{
	return state.device->asid(index);
}

static void on_vcpu(qemu_plugin_id_t id, unsigned int index)
{
	struct hart *hart = calloc(1, sizeof(*hart));

	(void)id;
	if (!hart || index != state.harts)
		feed_die("cannot make the model of hart %u", index);
	hart->env = (struct tea_env) { .opaque = hart, .walk = walk };
	hart->sampler = (struct tea_sampler) { .sink = on_sample, .opaque = hart };
	if (lane_init(&hart->lane, state.params, &hart->env, 0, 0))
		feed_die("no memory for the model of hart %u", index);
	observers_add(&hart->lane.observers, &unit_observer, hart);
	if (feed_init(&hart->feed, index, &hart->lane))
		feed_die("more than %d harts", FEEDS_MAX);
	if (!index)
		feed_find_registers();
	state.harts++;
}

static struct tea_link_cache cache_of(uint64_t kib, uint64_t ways)
{
	return (struct tea_link_cache) {
		.bytes = (uint32_t)(kib << 10), .ways = (uint32_t)ways, .line_bytes = TEA_LINE_BYTES,
	};
}

/* What a guest may know of the core: the device tells it. */
static void describe_core(const struct tea_params *params)
{
	core = (struct tea_link_core) {
		.l1i = cache_of(params->l1i_kib, params->l1i_ways),
		.l1d = cache_of(params->l1d_kib, params->l1d_ways),
		.llc = cache_of(params->llc_kib, params->llc_ways),
		.tlb_entries = (uint32_t)params->l1_tlb,
	};
}

int machine_install(qemu_plugin_id_t id, const struct tea_params *params)
{
	static const struct feed_host host = { .privilege = privilege_now, .asid = asid_of };

	if (!qemu_tea_link) {
		fprintf(stderr, "tea: this QEMU has no TEA device: use the one that the TEA "
			"project builds, with -cpu rv64,tea=on\n");
		return -1;
	}
	state.params = params;
	describe_core(params);
	state.device = qemu_tea_link(&link_functions);
	if (!state.device) {
		fprintf(stderr, "tea: the TEA device does not take this plugin: it is loaded "
			"twice, or QEMU and plugin are of different builds\n");
		return -1;
	}
	feed_install(id, &host);
	qemu_plugin_register_vcpu_init_cb(id, on_vcpu);
	return 0;
}
