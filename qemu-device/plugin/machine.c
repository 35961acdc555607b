// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * machine.c - the model under a whole machine: samples and counts for the TEA device
 *
 * One lane, one sampler and one set of counters per hart; several share an uncore. The device
 * (qemu/tea-link.h) owns the state that the guest sees; it loads the sampler from the registers and
 * gets the samples. Models run only while the device is armed, and so does the time that they give.
 * Harts take turns on one thread. Each has a clock, its model's and the times that it waited, by which
 * the device lets the one furthest behind run next.
 *
 * Other lanes are other cores that execute the same: the guest's behaviour, with its interrupts and
 * the waits for them, follows the first one's time. They read page tables as of the operation that
 * is stepped, so they are stepped with it, not by a queue. A machine of several harts has none.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <qemu/tea-link.h>

#include "code.h"
#include "dying.h"
#include "hart.h"
#include "machine.h"
#include "memory/uncore.h"
#include "warming.h"

_Static_assert(TEA_LINK_LEVELS == TEA_WALK_LEVELS_MAX, "levels of a page-table walk");
_Static_assert(TEA_LINK_SLOTS == TEA_SLOTS, "slots of a sample");
_Static_assert(TEA_LINK_COUNTDOWNS == TEA_COUNTDOWNS_COUNT, "countdowns of a unit");
_Static_assert(TEA_LINK_WORDS == TEA_PDIS_WORDS, "words of a tagged instruction's record");

#define MOVED_CYCLES	1024	/* since a line went from hart to hart: no lead */
#define MOVED_PARTS	64	/* lead: one of so many parts of that time */

/* Not there in user mode, nor in a QEMU without the device. */
#pragma weak qemu_tea_link

static struct {
	const struct tea_link_device *device;
	const struct tea_params *params;	/* of the unit's core */
	const struct profile_core *cores;	/* all cores that the models have */
	unsigned int cores_count;
	uint64_t period;		/* of the observers' samplers */
	const char *golden;		/* directory for the golden references; NULL: none */
	struct tea_uncore *uncore;	/* of all harts; NULL: there is one */
	unsigned int harts;
	bool moved;			/* a line did, from hart to hart, in this slice */
	uint64_t moved_at;		/* the last one did, on the harts' clock */
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

/* Cycles of the policy that is in force, with the sampler enabled. */
static void count_span(struct hart *hart, const struct tea_span *span)
{
	const struct tea_sampler *sampler = &hart->sampler;

	tea_sampler_span(&hart->sampler, span);
	if (!state.golden)
		return;
	if (sampler->privileges >> span->privilege & 1)
		selected_span(&hart->selected, span, state.params, sampler->countdown.period);
	else
		selected_filter(&hart->selected, span);
}

/* Nothing is of interest before the next sample, unless the device calls. */
static cycle_t sample_span(struct hart *hart, const struct tea_span *span)
{
	if (!hart->sampler.enabled && state.golden)
		selected_freeze(&hart->selected, span);
	if (!hart->sampler.enabled || hart->at_dispatch)
		return UINT64_MAX;
	count_span(hart, span);
	if (!hart->sampler.enabled)
		return UINT64_MAX;
	return state.golden ? 0 : span->end + tea_countdown_idle(&hart->sampler.countdown);
}

static cycle_t overflow_span(struct hart *hart, const struct tea_span *span)
{
	cycle_t idle;

	if (!hart->counter.enabled)
		return UINT64_MAX;
	tea_sampler_span(&hart->counter, span);
	idle = tea_countdown_idle(&hart->counter.countdown);
	return idle < UINT64_MAX - span->end ? span->end + idle : UINT64_MAX;
}

static cycle_t on_span(void *opaque, const struct tea_span *span)
{
	const cycle_t sample = sample_span(opaque, span), overflow = overflow_span(opaque, span);

	return sample < overflow ? sample : overflow;
}

static void on_dispatch(void *opaque, const struct tea_span *span)
{
	struct hart *hart = opaque;

	if (hart->sampler.enabled)
		count_span(hart, span);
}

static cycle_t on_record(void *opaque, const struct tea_retired *record)
{
	struct hart *hart = opaque;

	if (!hart->at_dispatch)
		return UINT64_MAX;
	tea_dispatch_record(&hart->dispatch, record);
	return 0;
}

static const struct observer unit_observer = {
	.name = "unit", .span = on_span, .record = on_record,
};

static void count_instruction(struct hart *hart, const struct tea_retired *record)
{
	const struct tea_picker *picker = &hart->pickers[TEA_COUNTDOWN_INSTRUCTIONS - 1];

	if (tea_picker_selects(picker, record))
		selected_instruction(&hart->selected, record, state.params,
				     picker->countdown.period);
}

/* The record is of the operation under way, or of another part of it. */
static cycle_t on_retired(void *opaque, const struct tea_retired *record)
{
	struct hart *hart = opaque;
	const struct tea_op *op = &hart->feed.item.op;
	const bool taken = tea_picker_is_taken(&op->insn, op->pc, op->next_pc);

	if (!hart->picking)
		return UINT64_MAX;
	/* before a sample of it freezes the records */
	if (hart->recording && (op->trap || code_transfers(&op->insn)))
		state.device->branch(hart->feed.index, record->at[TEA_STAGE_COMMIT] - hart->hidden,
				     record->psv & TEA_PSV_FL_MB);
	if (state.golden)
		count_instruction(hart, record);
	for (unsigned int i = 0; i < HART_PICKERS; i++)
		tea_picker_record(&hart->pickers[i], record, taken);
	return 0;
}

static const struct observer pickers_observer = { .name = "pickers", .record = on_retired };

static cycle_t on_decoded(void *opaque, const struct tea_retired *record)
{
	struct hart *hart = opaque;
	const struct tea_op *op = &hart->feed.item.op;

	if (!hart->decoded.setting.enabled)
		return UINT64_MAX;
	if (op->trap == TEA_TRAP_INTERRUPT)
		tea_decoded_pass(&hart->decoded, record);
	else
		tea_decoded_record(&hart->decoded, record, op->next_pc);
	return 0;
}

static const struct observer decoded_observer = { .name = "decoded", .record = on_decoded };

static void post(struct hart *hart, unsigned int number, const struct tea_sample *sample)
{
	struct tea_link_sample posted = {
		.time = sample->time - hart->hidden,
		.state = sample->state, .privilege = sample->privilege, .slots = sample->slots,
		.forgets = state.params->record_loss,
	};

	for (unsigned int i = 0; i < sample->slots; i++) {
		posted.psv[i] = sample->psv[i];
		posted.pc[i] = sample->pc[i];
		posted.addr[i] = sample->addr[i];
		posted.mem[i] = sample->mem[i];
	}
	state.device->post(hart->feed.index, number, &posted);
}

static void on_sample(void *opaque, const struct tea_sample *sample)
{
	struct hart *hart = opaque;

	hart->looks = true;
	selected_sample(&hart->selected, sample->time);
	post(hart, TEA_COUNTDOWN_CYCLES, sample);
}

static void on_overflow(void *opaque, const struct tea_sample *sample)
{
	struct hart *hart = opaque;

	hart->looks = true;
	post(hart, TEA_LINK_COUNTER, sample);
}

static void on_instruction(void *opaque, const struct tea_sample *sample)
{
	post(opaque, TEA_COUNTDOWN_INSTRUCTIONS, sample);
}

static void on_taken(void *opaque, const struct tea_sample *sample)
{
	post(opaque, TEA_COUNTDOWN_TAKEN, sample);
}

static void on_tagged(void *opaque, const struct tea_decoded_sample *sample)
{
	const struct hart *hart = opaque;
	struct tea_link_tagged tagged = { .privilege = sample->privilege };

	memcpy(tagged.words, sample->words, sizeof(tagged.words));
	state.device->post_tagged(hart->feed.index, &tagged);
}

/* The slice ends where the hart's clock is as far as it may be. */
static cycle_t on_turn(void *opaque, const struct tea_span *span)
{
	struct hart *hart = opaque;

	(void)span;
	if (tea_model_now(hart->lane.model) >= hart->until) {
		hart->until = hart->slice_end = UINT64_MAX;
		state.device->yield();
	}
	return hart->until;
}

static const struct observer turn_observer = { .name = "turn", .span = on_turn };

/* Calls from the device */

static unsigned int count_harts(void)
{
	return state.harts;
}

static void arm(void)
{
	for (unsigned int i = 0; i < state.harts; i++) {
		feed_resync(&hart_of(i)->feed);
		hart_of(i)->asid = state.device->asid(i);
	}
	feed_enable(true);
}

static void disarm(void)
{
	warming_stop();
	feed_enable(false);
}

static struct tea_countdown countdown_of(const struct tea_link_countdown *linked)
{
	return (struct tea_countdown) {
		.period = linked->period, .left = linked->left, .target = linked->target,
		.dither = linked->dither, .done = linked->done, .count = linked->count,
	};
}

static struct tea_link_countdown link_countdown_of(const struct tea_countdown *countdown)
{
	return (struct tea_link_countdown) {
		.period = countdown->period, .left = countdown->left,
		.target = countdown->target, .dither = countdown->dither,
		.done = countdown->done, .count = countdown->count,
	};
}

/* Give out all cycles so far. At dispatch those behind the last record are the next operation's. */
static void sync_hart(struct hart *hart)
{
	const struct tea_op *next = &hart->feed.item.op;
	struct tea_span_owner owner = { .pc = next->pc, .privilege = next->privilege };

	warming_settle(hart);
	lane_sync(&hart->lane);
	if (hart->at_dispatch)
		tea_dispatch_sync(&hart->dispatch, lane_cycles(&hart->lane), owner);
}

/* Switch explained records on or off, where nothing is in flight. */
static void explain(struct hart *hart, bool at_dispatch, bool counting)
{
	const bool observed = observers_explained(&hart->lane.observers);
	const cycle_t now = lane_cycles(&hart->lane);

	if (at_dispatch && !hart->at_dispatch)
		tea_dispatch_begin(&hart->dispatch, now);
	if (!observed &&
	    (at_dispatch || counting) != (hart->at_dispatch || hart->counters.counting))
		tea_model_explain(hart->lane.model, at_dispatch || counting);
	hart->at_dispatch = at_dispatch;
	if (counters_run(&hart->counters, state.params, counting, now))
		dying_end("no memory for the counters of hart %u", hart->feed.index);
}

static void load_pickers(struct hart *hart, const struct tea_link_unit *unit)
{
	hart->picking = false;
	for (unsigned int i = 0; i < HART_PICKERS; i++) {
		const struct tea_link_sampler *loaded = &unit->samplers[i + 1];
		const struct tea_countdown countdown = countdown_of(&loaded->countdown);

		tea_picker_load(&hart->pickers[i], &countdown, loaded->privileges, loaded->enabled);
		tea_picker_hold(&hart->pickers[i], loaded->held);
		hart->pickers[i].waits &= loaded->countdown.waits;
		hart->picking |= loaded->enabled && !loaded->held;
	}
	hart->recording = unit->recording;
}

static void load_sampler(struct tea_sampler *sampler, const struct tea_link_sampler *loaded)
{
	sampler->countdown = countdown_of(&loaded->countdown);
	sampler->privileges = loaded->privileges;
	sampler->enabled = loaded->enabled;
}

static void load_decoded(struct hart *hart, const struct tea_link_decoded *linked)
{
	const struct tea_decoded_setting setting = {
		.count = linked->count, .initial = linked->initial, .select = linked->select,
		.privileges = linked->privileges, .enabled = linked->enabled,
		.accelerate = linked->accelerate,
		.filter = {
			.mask = linked->mask, .match = linked->match, .threshold = linked->threshold,
			.inverted = linked->inverted, .latency = linked->latency,
		},
	};

	tea_decoded_load(&hart->decoded, &setting, tea_model_now(hart->lane.model));
}

static uint32_t decoded_count(unsigned int index)
{
	return hart_of(index)->decoded.setting.count;
}

static void load(unsigned int index, const struct tea_link_unit *unit)
{
	struct hart *hart = hart_of(index);
	const struct tea_link_sampler *loaded = &unit->samplers[TEA_COUNTDOWN_CYCLES];

	warming_stop();
	hart->looks = true;
	/* the device has already collected its cycles so far */
	if (!hart->sampler.enabled)
		selected_release(&hart->selected);
	hart->sampler.enabled = hart->counter.enabled = false;
	sync_hart(hart);
	load_sampler(&hart->sampler, loaded);
	load_sampler(&hart->counter, &unit->counter);
	load_pickers(hart, unit);
	load_decoded(hart, &unit->decoded);
	explain(hart, loaded->enabled && unit->policy == TEA_POLICY_DISPATCH, unit->counting);
}

static struct tea_link_countdown live_countdown(unsigned int index, unsigned int number)
{
	struct hart *hart = hart_of(index);
	const struct tea_picker *picker;
	struct tea_link_countdown live;

	if (number == TEA_COUNTDOWN_CYCLES || number == TEA_LINK_COUNTER) {
		sync_hart(hart);
		return link_countdown_of(number == TEA_LINK_COUNTER ? &hart->counter.countdown :
								      &hart->sampler.countdown);
	}
	picker = &hart->pickers[number - 1];
	live = link_countdown_of(&picker->countdown);
	live.waits = picker->waits;
	return live;
}

static void collect(unsigned int index, struct tea_link_counters *sums)
{
	struct hart *hart = hart_of(index);

	sync_hart(hart);
	counters_collect(&hart->counters, sums);
}

static void draw(struct tea_link_countdown *linked)
{
	struct tea_countdown countdown = countdown_of(linked);
	const bool waits = linked->waits;

	tea_countdown_set_left(&countdown, linked->left, false);
	*linked = link_countdown_of(&countdown);
	linked->waits = waits;
}

/* A state can be loaded before the harts' models are made. */
static uint64_t cycles(unsigned int index)
{
	return index < state.harts ? warming_cycles(hart_of(index)) : 0;
}

static uint64_t clock_now(unsigned int index)
{
	return cycles(index) + (index < state.harts ? hart_of(index)->offset : 0);
}

/* It waited, with nothing in flight: only here does the offset change. */
static void wake(unsigned int index, uint64_t clock)
{
	const uint64_t now = clock_now(index);

	if (now >= clock)
		return;
	hart_of(index)->offset += clock - now;
	warming_wake(hart_of(index));
}

/* A line went from one hart to another: their order matters now. */
static void on_move(void *opaque)
{
	(void)opaque;
	if (warming_now())
		return;
	state.moved = true;
	state.device->yield();
}

/*
 * How far a hart may be ahead of the next one: the less, the less time has gone by since a line
 * moved, as then another is about to. At first harts go instruction by instruction; and always,
 * where no line is another's, since then none is seen to move.
 */
static uint64_t lead(unsigned int index)
{
	const uint64_t most = state.params->hart_lead, now = clock_now(index);
	const bool blind = state.params->sharing_perfect || state.params->llc_private;
	uint64_t since;

	if (state.moved)
		state.moved_at = now;
	state.moved = false;
	since = now > state.moved_at ? now - state.moved_at : 0;
	if (blind || (since < MOVED_CYCLES && !warming_now()))
		return 0;
	return since / MOVED_PARTS < most ? since / MOVED_PARTS : most;
}

static void turn(unsigned int index, uint64_t until)
{
	warming_turn(hart_of(index), until);
}

static void trap(unsigned int index, uint64_t pc, uint8_t privilege, bool interrupt)
{
	feed_trap(&hart_of(index)->feed, pc, privilege, interrupt);
}

static struct tea_link_core core;

static const struct tea_link_plugin link_functions = {
	.version = TEA_LINK_VERSION,
	.core = &core,
	.harts = count_harts,
	.arm = arm,
	.disarm = disarm,
	.load = load,
	.countdown = live_countdown,
	.decoded_count = decoded_count,
	.collect = collect,
	.draw = draw,
	.cycles = cycles,
	.clock = clock_now,
	.wake = wake,
	.lead = lead,
	.turn = turn,
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

/* All cores but the first one. */
static void add_lanes(struct hart *hart, unsigned int index)
{
	struct lane *last = &hart->lane;

	for (unsigned int i = 1; i < state.cores_count; i++) {
		const struct profile_core *at = &state.cores[i];

		last->sibling = lane_create(&at->params, &hart->env, at->observers,
					   state.period);
		if (!last->sibling)
			dying_end("no memory for lane '%s' of hart %u: give fewer", at->name,
				 index);
		last = last->sibling;
	}
}

static void init_samplers(struct hart *hart)
{
	static const tea_sample_sink sinks[HART_PICKERS] = { on_instruction, on_taken };

	hart->sampler = (struct tea_sampler) { .sink = on_sample, .opaque = hart };
	hart->counter = (struct tea_sampler) { .sink = on_overflow, .opaque = hart };
	hart->decoded = (struct tea_decoded) { .sink = on_tagged, .opaque = hart };
	for (unsigned int i = 0; i < HART_PICKERS; i++)
		hart->pickers[i] = (struct tea_picker) {
			.skid = state.params->sample_skid,
			.taken = i + 1 == TEA_COUNTDOWN_TAKEN,
			.sink = sinks[i],
			.opaque = hart,
		};
}

static void on_vcpu(HOST_ID unsigned int index HOST_DATA)
{
	struct hart *hart = calloc(1, sizeof(*hart));

	if (index && state.cores_count > 1)
		dying_end("lanes need a machine of one hart, since harts run in the order of one "
			  "core's time: give -smp 1, or run each core by itself");
	if (!hart || index != state.harts)
		dying_end("cannot make the model of hart %u", index);
	hart->until = UINT64_MAX;
	hart->env = (struct tea_env) {
		.opaque = hart, .walk = walk, .uncore = state.uncore, .core = index,
	};
	init_samplers(hart);
	if (lane_init(&hart->lane, state.params, &hart->env,
		      state.cores[0].path ? state.cores[0].observers : 0, state.period))
		dying_end("no memory for the model of hart %u", index);
	if (state.uncore && observers_followed(&hart->lane.observers))
		dying_end("the critical path is of a machine of one hart: give -smp 1, or leave "
			  "the observer 'path' out");
	hart->lane.spans.memory = true;
	add_lanes(hart, index);
	if (tea_dispatch_init(&hart->dispatch, state.params, on_dispatch, hart))
		dying_end("no memory for the unit of hart %u", index);
	observers_add(&hart->lane.observers, &unit_observer, hart);
	observers_add(&hart->lane.observers, &counters_observer, &hart->counters);
	observers_add(&hart->lane.observers, &pickers_observer, hart);
	observers_add(&hart->lane.observers, &decoded_observer, hart);
	observers_add(&hart->lane.observers, &turn_observer, hart);
	if (feed_init(&hart->feed, index, &hart->lane, NULL))
		dying_end("more than %d harts", FEEDS_MAX);
	if (!index) {
		feed_find_registers();
		feed_set_vlen(state.params->vlen);
	}
	warming_add(hart);
	state.harts++;
}

static struct tea_link_cache cache_of(uint64_t kib, uint64_t ways)
{
	return (struct tea_link_cache) {
		.bytes = (uint32_t)(kib << 10), .ways = (uint32_t)ways, .line_bytes = TEA_LINE_BYTES,
	};
}

/* The guest's description of the core, by the device. */
static void describe_core(const struct tea_params *params)
{
	core = (struct tea_link_core) {
		.l1i = cache_of(params->l1i_kib, params->l1i_ways),
		.l1d = cache_of(params->l1d_kib, params->l1d_ways),
		.llc = cache_of(params->llc_kib, params->llc_ways),
		.clock_hz = params->core_mhz * 1000000,
		.itlb_pages = (uint32_t)params->l1i_tlb,
		.dtlb_pages = (uint32_t)params->l1_tlb,
		.width = (uint8_t)tea_stages_width(params),
		.flops = (uint8_t)(tea_flops_width(params) / tea_flops_operation(params)),
		.memory = true,
	};
}

static struct lane *find_lane(struct hart *hart, unsigned int number)
{
	struct lane *lane = &hart->lane;

	while (number--)
		lane = lane->sibling;
	return lane;
}

/* The profile of all execution while the device was armed, in any process. */
static int write_profile(unsigned int number)
{
	static char *command[] = { "qemu-system-riscv64", NULL };
	static const struct mappings none;
	const struct profile_core *at = &state.cores[number];
	struct profile profile = {
		.params = &at->params, .mappings = &none, .command = command,
		.replaced = feed_replaced(),
	};
	int err = observers_init(&profile.observers, &at->params, at->observers,
				 state.period);

	for (unsigned int i = 0; i < state.harts && !err; i++) {
		struct hart *hart = hart_of(i);

		/* the device gets no more samples */
		hart->sampler.enabled = hart->counter.enabled = hart->picking = false;
		hart->decoded.setting.enabled = false;
		err = profile_add(&profile, find_lane(hart, number), hart->feed.retired);
	}
	if (!err)
		err = profile_write(&profile, at->path);
	observers_deinit(&profile.observers);
	return err;
}

/* All that can be: returns 0, or a negative errno after saying on stderr which could not. */
static int write_profiles(void)
{
	int result = 0;

	for (unsigned int i = 0; i < state.cores_count; i++) {
		int err = write_profile(i);

		if (!err)
			continue;
		result = err;
		fprintf(stderr, "tea: cannot write profile '%s': %s\n", state.cores[i].path,
			strerror(-err));
	}
	return result;
}

/* Returns 0, or a negative errno after reporting on stderr which file failed. */
static int write_all(void)
{
	int err = state.golden ? selected_write(state.golden) : 0;

	if (err) {
		fprintf(stderr, "tea: cannot write golden references to '%s': %s\n", state.golden,
			strerror(-err));
		return err;
	}
	/* without harts QEMU has refused the machine */
	return state.cores[0].path && state.harts && !dying_begun() ? write_profiles() : 0;
}

static void on_exit_machine(HOST_ID void *opaque)
{
	(void)opaque;
	if (!write_all())
		return;
	/* it is too late to return a status; flush the files as other handlers would */
	fflush(NULL);
	_exit(1);
}

/* Returns 0, or -1 after reporting on stderr which file cannot be written. */
static int check_files(const struct profile_core *cores, unsigned int count, const char *golden)
{
	if (golden && access(golden, W_OK)) {
		fprintf(stderr, "tea: cannot write golden references to '%s': %s\n", golden,
			strerror(errno));
		return -1;
	}
	for (unsigned int i = 0; cores[0].path && i < count; i++) {
		if (profile_check(cores[i].path))
			return -1;
	}
	return 0;
}

/* What the harts share. Returns 0, or -1 after saying on stderr why not. */
static int share(unsigned int harts)
{
	if (harts == 1)
		return 0;
	if (harts > TEA_TILES_MAX) {
		fprintf(stderr, "tea: %u harts: at most %u share a last-level cache: give -smp %u\n",
			harts, TEA_TILES_MAX, TEA_TILES_MAX);
		return -1;
	}
	state.uncore = tea_uncore_create(state.params, harts);
	if (state.uncore)
		tea_uncore_watch(state.uncore, on_move, NULL);
	else
		fprintf(stderr, "tea: no memory for what %u harts share: give fewer\n", harts);
	return state.uncore ? 0 : -1;
}

int machine_install(qemu_plugin_id_t id, const struct profile_core *cores, unsigned int count,
		    uint64_t period, const char *golden, uint64_t warm, unsigned int harts)
{
	static struct feed_host host = { .privilege = privilege_now, .asid = asid_of };

	if (check_files(cores, count, golden))
		return -1;
	if (!qemu_tea_link) {
		fprintf(stderr, "tea: this QEMU has no TEA device: use the one that the TEA "
			"project builds, with -cpu rv64,tea=on\n");
		return -1;
	}
	state.params = &cores[0].params;
	state.cores = cores;
	state.cores_count = count;
	state.period = period;
	state.golden = golden;
	if (share(harts))
		return -1;
	host.sites = cores[0].path || golden;
	describe_core(state.params);
	core.warms = warm;
	state.device = qemu_tea_link(&link_functions);
	if (!state.device) {
		fprintf(stderr, "tea: the TEA device does not take this plugin: it is loaded "
			"twice, or QEMU and plugin are of different builds\n");
		return -1;
	}
	if (warm)
		warming_install(state.device, &host, warm);
	feed_install(id, &host);
	qemu_plugin_register_vcpu_init_cb(id, on_vcpu);
	if (golden || cores[0].path)
		qemu_plugin_register_atexit_cb(id, on_exit_machine, NULL);
	return 0;
}
