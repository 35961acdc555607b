// SPDX-License-Identifier: GPL-2.0-or-later
/* sharedstate.c - the state that all lanes share: see sharedstate.h */
#include "sharedstate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tea_abi.h"
#include "time/cycles.h"

#define HINTS		4096
#define LINES_PER_PAGE	(4096 / TEA_LINE_BYTES)
#define ACCESS_MAX	8	/* bytes */

/* Life */

static int cache_init(struct tea_shared_cache *cache, uint32_t kib, uint32_t ways, bool random)
{
	cache->hint_mask = HINTS - 1;
	cache->hints = calloc(HINTS, sizeof(*cache->hints));
	if (!cache->hints)
		return -ENOMEM;
	return tea_cache_init(&cache->cache, kib, ways,
			      random ? TEA_REPLACE_RANDOM : TEA_REPLACE_STAMPS);
}

static void cache_deinit(struct tea_shared_cache *cache)
{
	tea_cache_deinit(&cache->cache);
	free(cache->hints);
}

static int init_tables(struct tea_shared_state *state, const struct tea_params *p, uint32_t stores)
{
	if (cache_init(&state->insn, p->l1i_kib, p->l1i_ways, p->l1_random) ||
	    cache_init(&state->data, p->l1d_kib, p->l1d_ways, p->l1_random) ||
	    tea_cache_init(&state->llc, p->llc_kib, p->llc_ways,
			   p->llc_random ? TEA_REPLACE_RANDOM : TEA_REPLACE_AGES) ||
	    tea_tlb_init(&state->itlb, p->l1i_tlb, p->tlb_sector, p->tlb_superpages) ||
	    tea_tlb_init(&state->dtlb, p->l1_tlb, p->tlb_sector, p->tlb_superpages) ||
	    tea_tlb2_init(&state->tlb2, p->l2_tlb) ||
	    tea_shadow_init(&state->shadow, stores))
		return -ENOMEM;
	tea_cache_seed(&state->insn.cache, p->random_seed);
	tea_cache_seed(&state->data.cache, p->random_seed);
	tea_cache_seed(&state->llc, p->random_seed);
	state->predictor = tea_predictor_create(p);
	return state->predictor ? 0 : -ENOMEM;
}

int tea_shared_init(struct tea_shared_state *state, const struct tea_params *params,
		     const struct tea_env *env, uint32_t stores)
{
	const size_t banks = (size_t)params->dram_ranks * params->dram_banks;

	*state = (struct tea_shared_state){
		.env = env, .bank_mask = banks - 1, .bank_shift = log2_exact(banks),
		.row_shift = log2_exact(params->dram_row_bytes / TEA_LINE_BYTES),
		.fetch_bytes = 2 * params->fetch_width, .bank_bytes = 2 * params->fetch_bank,
		.next_line = params->l1d_prefetch,
	};
	for (unsigned int i = 0; i <= UINT8_MAX; i++)
		tea_kind_init(&state->kinds[i], params, (uint8_t)i);
	state->rows = calloc(banks, sizeof(*state->rows));
	if (state->rows && !init_tables(state, params, stores))
		return 0;
	tea_shared_deinit(state);
	return -ENOMEM;
}

void tea_shared_deinit(struct tea_shared_state *state)
{
	if (state->predictor)
		tea_predictor_destroy(state->predictor);
	tea_shadow_deinit(&state->shadow);
	tea_tlb2_deinit(&state->tlb2);
	tea_tlb_deinit(&state->dtlb);
	tea_tlb_deinit(&state->itlb);
	tea_cache_deinit(&state->llc);
	cache_deinit(&state->data);
	cache_deinit(&state->insn);
	free(state->rows);
}

/* Caches */

static struct tea_line *find_line(struct tea_shared_cache *cache, uint64_t address)
{
	uint16_t *hint = &cache->hints[address & cache->hint_mask];
	struct tea_line *line = &cache->cache.lines[*hint];

	if (__builtin_expect(line->address == address, true))
		return line;
	line = tea_cache_find(&cache->cache, address);
	if (line)
		*hint = (uint16_t)(line - cache->cache.lines);
	return line;
}

static enum tea_origin open_row(struct tea_shared_state *state, uint64_t address)
{
	const uint64_t page = address >> state->row_shift;
	const uint64_t row = (page >> state->bank_shift) + 1;
	uint64_t *open = &state->rows[page & state->bank_mask];
	const enum tea_origin source = *open == row ? TEA_ORIGIN_ROW :
				       *open ? TEA_ORIGIN_CONFLICT : TEA_ORIGIN_REST;

	*open = row;
	return source;
}

/* Makes space in the LLC: a line that leaves it leaves the L1s. Returns whether DRAM is written. */
static bool replace_llc(struct tea_shared_state *state, uint64_t address)
{
	struct tea_victim victim;
	bool dirty;

	tea_cache_replace(&state->llc, address, &victim);
	if (!victim.valid)
		return false;
	dirty = victim.dirty;
	dirty |= tea_cache_invalidate(&state->insn.cache, victim.address);
	dirty |= tea_cache_invalidate(&state->data.cache, victim.address);
	return dirty;
}

static enum tea_origin read_llc(struct tea_shared_state *state, uint64_t address, bool *written)
{
	struct tea_line *line = tea_cache_find(&state->llc, address);

	*written = false;
	if (line) {
		tea_cache_use(&state->llc, line);
		return TEA_ORIGIN_LLC;
	}
	*written = replace_llc(state, address);
	return open_row(state, address);
}

/* A dirty line goes to the LLC, which has it. */
static void write_back(struct tea_shared_state *state, uint64_t address)
{
	struct tea_line *line = tea_cache_find(&state->llc, address);

	if (!line)
		return;
	tea_cache_use(&state->llc, line);
	line->dirty = true;
}

static struct tea_line *bring(struct tea_shared_state *state, struct tea_shared_cache *cache,
			      uint64_t address, struct tea_summary_fill *fill)
{
	struct tea_victim victim;
	struct tea_line *line;

	fill->source = (uint8_t)read_llc(state, address, &fill->written);
	line = tea_cache_replace(&cache->cache, address, &victim);
	cache->hints[address & cache->hint_mask] = (uint16_t)(line - cache->cache.lines);
	fill->dirty = victim.valid && victim.dirty;
	if (fill->dirty)
		write_back(state, victim.address);
	return line;
}

/* To the L1 data cache: the line has the number of its fill where an L1 has its arrival. */
static struct tea_line *fill_data(struct tea_shared_state *state, uint64_t address,
				  struct tea_summary_fill *fill)
{
	struct tea_line *line = bring(state, &state->data, address, fill);

	fill->number = line->arrival = ++state->fills;
	return line;
}

/* The fill that the line may wait for. */
static uint64_t lately(const struct tea_shared_state *state, const struct tea_line *line)
{
	return line->arrival + TEA_SHARED_FILLS > state->fills ? line->arrival : 0;
}

static void access_line(struct tea_shared_state *state, uint64_t address, bool write,
			struct tea_summary *summary)
{
	struct tea_line *line;

	line = find_line(&state->data, address);
	if (line) {
		summary->arrival = lately(state, line);
	} else {
		line = fill_data(state, address, &summary->fill);
		if (state->next_line && (address + 1) % LINES_PER_PAGE &&
		    !find_line(&state->data, address + 1))
			fill_data(state, address + 1, &summary->ahead);
	}
	line->dirty |= write;
	tea_cache_use(&state->data.cache, line);
}

static enum tea_origin fetch_line(struct tea_shared_state *state, uint64_t address)
{
	struct tea_summary_fill fill = { .source = TEA_ORIGIN_L1 };
	struct tea_line *line;

	line = find_line(&state->insn, address);
	if (!line)
		line = bring(state, &state->insn, address, &fill);
	tea_cache_use(&state->insn.cache, line);
	return (enum tea_origin)fill.source;
}

/* Translation */

/* The walker reads the last PTE through the L1 data cache; those before it it has. */
static enum tea_page walk(struct tea_shared_state *state, const struct tea_walk *walk)
{
	struct tea_summary summary = { .arrival = 0 };

	access_line(state, walk->pte_addr[walk->levels - 1] / TEA_LINE_BYTES, false, &summary);
	if (!summary.fill.number)
		return TEA_PAGE_WALK;
	return summary.fill.source == TEA_ORIGIN_LLC ? TEA_PAGE_WALK_LLC : TEA_PAGE_WALK_DRAM;
}

static enum tea_page find_entry(struct tea_shared_state *state, uint64_t vaddr, uint8_t privilege,
				struct tea_tlb_entry *entry)
{
	const struct tea_tlb2_entry *found = tea_tlb2_find(&state->tlb2, vaddr, 0);
	struct tea_walk result = { .levels = 0 };

	if (found) {
		entry->mask = UINT64_MAX << TEA_TLB_PAGE_SHIFT;
		entry->base = vaddr & entry->mask;
		entry->page_paddr = found->page_paddr;
		entry->global = found->global;
		return TEA_PAGE_L2;
	}
	if (state->env->walk(state->env->opaque, vaddr, privilege, &result) || !result.levels) {
		state->bare |= (uint8_t)(1U << privilege);
		return TEA_PAGE_L1;
	}
	entry->mask = UINT64_MAX << result.page_shift;
	entry->base = vaddr & entry->mask;
	entry->page_paddr = result.page_paddr & entry->mask;
	entry->global = result.global;
	if (result.page_shift == TEA_TLB_PAGE_SHIFT)
		tea_tlb2_insert(&state->tlb2, entry);
	return walk(state, &result);
}

/* Returns the physical address of @vaddr. */
static uint64_t translate(struct tea_shared_state *state, struct tea_tlb *tlb, uint64_t vaddr,
			  uint8_t privilege, enum tea_page *page)
{
	struct tea_tlb_entry *entry, made = { .ready = 0 };

	*page = TEA_PAGE_L1;
	if (state->bare >> privilege & 1)
		return vaddr;
	entry = tea_tlb_find(tlb, vaddr, 0);
	if (!entry) {
		*page = find_entry(state, vaddr, privilege, &made);
		if (state->bare >> privilege & 1)
			return vaddr;
		tea_tlb_insert(tlb, &made);
		entry = &made;
	}
	return entry->page_paddr | (vaddr & ~entry->mask);
}

void tea_shared_flush_tlb(struct tea_shared_state *state)
{
	tea_tlb_flush(&state->itlb);
	tea_tlb_flush(&state->dtlb);
	tea_tlb2_flush(&state->tlb2);
	state->bare = 0;
}

/* Fetch: blocks as in core/frontend.h */

static void begin_block(struct tea_shared_state *state, uint64_t pc, struct tea_summary *summary)
{
	enum tea_page page;
	uint64_t paddr = translate(state, &state->itlb, pc, summary->privilege, &page);
	enum tea_origin source = fetch_line(state, paddr / TEA_LINE_BYTES);
	uint64_t line_left;

	state->block = pc & ~(uint64_t)(state->bank_bytes - 1);
	line_left = TEA_LINE_BYTES - state->block % TEA_LINE_BYTES;
	state->block_bytes = line_left < state->fetch_bytes ? line_left : state->fetch_bytes;
	summary->blocks++;
	summary->fetch_source = (uint8_t)(source > summary->fetch_source ? source : summary->fetch_source);
	summary->fetch_page = (uint8_t)(page > summary->fetch_page ? page : summary->fetch_page);
}

static void fetch(struct tea_shared_state *state, const struct tea_op *op, struct tea_summary *summary)
{
	const uint64_t last = op->pc + op->insn.length_bytes - 1;

	if (last - state->block < state->block_bytes)
		return;
	if (op->pc - state->block >= state->block_bytes)
		begin_block(state, op->pc, summary);
	if (last - state->block >= state->block_bytes)
		begin_block(state, last, summary);
}

/* As tea_frontend_resolve() has it. */
static void resolve(struct tea_shared_state *state, const struct tea_op *op, struct tea_summary *summary)
{
	const bool branch = op->insn.class == TEA_CLASS_BRANCH;
	const bool taken = !branch || op->next_pc != op->pc + op->insn.length_bytes;
	const struct tea_prediction prediction =
		tea_predictor_pass(state->predictor, op->pc, &op->insn, taken, op->next_pc);

	summary->taken = taken;
	summary->stage = prediction.stage;
	if (!branch && op->next_pc == state->block + state->block_bytes)
		summary->stage = TEA_FETCH_F1;
	if (branch)
		summary->mispredicted = prediction.taken != taken;
	else
		summary->mispredicted = op->insn.class != TEA_CLASS_JUMP && prediction.target != op->next_pc;
	if (summary->mispredicted || summary->taken)
		state->block_bytes = 0;
}

/* Data */

static uint32_t access_bytes(const struct tea_op *op)
{
	return op->insn.access_bytes < ACCESS_MAX ? op->insn.access_bytes : ACCESS_MAX;
}

/* An access that crosses a line also touches the next one, and is as slow as the slower one. */
static void access_second(struct tea_shared_state *state, uint64_t address, bool write,
			  struct tea_summary *summary)
{
	struct tea_summary second = { .arrival = 0 };

	access_line(state, address, write, &second);
	if (second.fill.number && second.fill.source > summary->fill.source) {
		summary->fill = second.fill;
		summary->ahead = second.ahead;
	}
	if (second.arrival > summary->arrival)
		summary->arrival = second.arrival;
}

static void access(struct tea_shared_state *state, const struct tea_op *op, bool write,
		   struct tea_summary *summary)
{
	const uint32_t bytes = access_bytes(op);
	enum tea_page page;
	uint64_t paddr;

	if (!op->has_addr)
		return;
	paddr = translate(state, &state->dtlb, op->addr, summary->privilege, &page);
	summary->page = (uint8_t)page;
	access_line(state, paddr / TEA_LINE_BYTES, write, summary);
	if (__builtin_expect(paddr % TEA_LINE_BYTES + bytes > TEA_LINE_BYTES, false))
		access_second(state, paddr / TEA_LINE_BYTES + 1, write, summary);
}

static void summarize_load(struct tea_shared_state *state, const struct tea_op *op, struct tea_summary *summary)
{
	const uint32_t bytes = access_bytes(op);

	if (op->has_addr && bytes)
		summary->store = tea_shadow_read(&state->shadow, op->addr, bytes, &summary->whole);
	access(state, op, false, summary);
}

static void summarize_store(struct tea_shared_state *state, const struct tea_op *op, struct tea_summary *summary)
{
	summary->fp_data = tea_insn_stores_fp(&op->insn);
	access(state, op, true, summary);
	summary->store = tea_shadow_write(&state->shadow, op->addr,
				       op->has_addr ? access_bytes(op) : 0);
}

static enum tea_form find_form(const struct tea_shared_state *state, const struct tea_op *op)
{
	const struct tea_kind *kind = &state->kinds[op->insn.class];

	if (op->trap != TEA_TRAP_NONE || kind->flags & TEA_KIND_SERIAL)
		return TEA_FORM_SERIAL;
	if (kind->flags & TEA_KIND_CONTROL)
		return TEA_FORM_CONTROL;
	if (op->insn.class == TEA_CLASS_LOAD)
		return TEA_FORM_LOAD;
	if (op->insn.class == TEA_CLASS_STORE)
		return TEA_FORM_STORE;
	return kind->flags & TEA_KIND_MEMORY ? TEA_FORM_PREFETCH : TEA_FORM_COMPUTE;
}

static void summarize_registers(const struct tea_op *op, struct tea_summary *summary)
{
	for (unsigned int i = 0; i < 3; i++)
		summary->src[i] = op->insn.src[i] < TEA_REGS ? op->insn.src[i] : TEA_ROW_NONE;
	summary->dst = TEA_ROW_NOWHERE;
	summary->pool = 2;
	if (op->insn.dst < TEA_REGS && op->trap == TEA_TRAP_NONE) {
		summary->dst = op->insn.dst;
		summary->pool = op->insn.dst >= TEA_REG_FP(0);
	}
}

static void summarize_memory(struct tea_shared_state *state, const struct tea_op *op, struct tea_summary *summary)
{
	switch (summary->form) {
	case TEA_FORM_CONTROL:
		summary->tag = state->kinds[op->insn.class].flags & TEA_KIND_TAG;
		resolve(state, op, summary);
		break;
	case TEA_FORM_LOAD:
		summarize_load(state, op, summary);
		break;
	case TEA_FORM_STORE:
		summarize_store(state, op, summary);
		break;
	case TEA_FORM_PREFETCH:
		access(state, op, false, summary);
		break;
	case TEA_FORM_SERIAL:
		if (op->insn.access_bytes)
			access(state, op, op->insn.class != TEA_CLASS_LOAD_RESERVED, summary);
		/* it flushes: fetch starts a new block */
		state->block_bytes = 0;
		break;
	default:
		break;
	}
}

void tea_shared_summarize(struct tea_shared_state *state, const struct tea_op *op, struct tea_summary *summary)
{
	*summary = (struct tea_summary){
		.pc = op->pc, .site = op->site, .privilege = op->privilege & TEA_PRIV_M,
		.class = op->insn.class,
		.steps = op->steps ? op->steps : TEA_STEPS_UNKNOWN,
	};
	summary->form = (uint8_t)find_form(state, op);
	summarize_registers(op, summary);
	fetch(state, op, summary);
	summarize_memory(state, op, summary);
}
