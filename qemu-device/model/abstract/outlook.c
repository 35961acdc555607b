// SPDX-License-Identifier: GPL-2.0-or-later
/* outlook.c - what all lanes share: see outlook.h */
#include "outlook.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tea_abi.h"
#include "time/cycles.h"

#define HINTS		4096
#define LINES_PER_PAGE	(4096 / TEA_LINE_BYTES)
#define ACCESS_MAX	8	/* bytes */

/* Life */

static int cache_init(struct tea_outlook_cache *cache, uint32_t kib, uint32_t ways, bool random)
{
	cache->hint_mask = HINTS - 1;
	cache->hints = calloc(HINTS, sizeof(*cache->hints));
	if (!cache->hints)
		return -ENOMEM;
	return tea_cache_init(&cache->cache, kib, ways,
			      random ? TEA_REPLACE_RANDOM : TEA_REPLACE_STAMPS);
}

static void cache_deinit(struct tea_outlook_cache *cache)
{
	tea_cache_deinit(&cache->cache);
	free(cache->hints);
}

static int init_tables(struct tea_outlook *outlook, const struct tea_params *p, uint32_t stores)
{
	if (cache_init(&outlook->insn, p->l1i_kib, p->l1i_ways, p->l1_random) ||
	    cache_init(&outlook->data, p->l1d_kib, p->l1d_ways, p->l1_random) ||
	    tea_cache_init(&outlook->llc, p->llc_kib, p->llc_ways,
			   p->llc_random ? TEA_REPLACE_RANDOM : TEA_REPLACE_AGES) ||
	    tea_tlb_init(&outlook->itlb, p->l1i_tlb, p->tlb_sector, p->tlb_superpages) ||
	    tea_tlb_init(&outlook->dtlb, p->l1_tlb, p->tlb_sector, p->tlb_superpages) ||
	    tea_tlb2_init(&outlook->tlb2, p->l2_tlb) ||
	    tea_shadow_init(&outlook->shadow, stores))
		return -ENOMEM;
	tea_cache_seed(&outlook->insn.cache, p->random_seed);
	tea_cache_seed(&outlook->data.cache, p->random_seed);
	tea_cache_seed(&outlook->llc, p->random_seed);
	outlook->predictor = tea_predictor_create(p);
	return outlook->predictor ? 0 : -ENOMEM;
}

int tea_outlook_init(struct tea_outlook *outlook, const struct tea_params *params,
		     const struct tea_env *env, uint32_t stores)
{
	const size_t banks = (size_t)params->dram_ranks * params->dram_banks;

	*outlook = (struct tea_outlook){
		.env = env, .bank_mask = banks - 1, .bank_shift = log2_exact(banks),
		.row_shift = log2_exact(params->dram_row_bytes / TEA_LINE_BYTES),
		.fetch_bytes = 2 * params->fetch_width, .bank_bytes = 2 * params->fetch_bank,
		.next_line = params->l1d_prefetch,
	};
	for (unsigned int i = 0; i <= UINT8_MAX; i++)
		tea_kind_init(&outlook->kinds[i], params, (uint8_t)i);
	outlook->rows = calloc(banks, sizeof(*outlook->rows));
	if (outlook->rows && !init_tables(outlook, params, stores))
		return 0;
	tea_outlook_deinit(outlook);
	return -ENOMEM;
}

void tea_outlook_deinit(struct tea_outlook *outlook)
{
	if (outlook->predictor)
		tea_predictor_destroy(outlook->predictor);
	tea_shadow_deinit(&outlook->shadow);
	tea_tlb2_deinit(&outlook->tlb2);
	tea_tlb_deinit(&outlook->dtlb);
	tea_tlb_deinit(&outlook->itlb);
	tea_cache_deinit(&outlook->llc);
	cache_deinit(&outlook->data);
	cache_deinit(&outlook->insn);
	free(outlook->rows);
}

/* Caches */

static struct tea_line *find_line(struct tea_outlook_cache *cache, uint64_t address)
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

static enum tea_origin open_row(struct tea_outlook *outlook, uint64_t address)
{
	const uint64_t page = address >> outlook->row_shift;
	const uint64_t row = (page >> outlook->bank_shift) + 1;
	uint64_t *open = &outlook->rows[page & outlook->bank_mask];
	const enum tea_origin source = *open == row ? TEA_ORIGIN_ROW :
				       *open ? TEA_ORIGIN_CONFLICT : TEA_ORIGIN_REST;

	*open = row;
	return source;
}

/* Make room in the LLC: what leaves it leaves the L1s. Returns whether DRAM is written. */
static bool replace_llc(struct tea_outlook *outlook, uint64_t address)
{
	struct tea_victim victim;
	bool dirty;

	tea_cache_replace(&outlook->llc, address, &victim);
	if (!victim.valid)
		return false;
	dirty = victim.dirty;
	dirty |= tea_cache_invalidate(&outlook->insn.cache, victim.address);
	dirty |= tea_cache_invalidate(&outlook->data.cache, victim.address);
	return dirty;
}

static enum tea_origin read_llc(struct tea_outlook *outlook, uint64_t address, bool *written)
{
	struct tea_line *line = tea_cache_find(&outlook->llc, address);

	*written = false;
	if (line) {
		tea_cache_use(&outlook->llc, line);
		return TEA_ORIGIN_LLC;
	}
	*written = replace_llc(outlook, address);
	return open_row(outlook, address);
}

/* A dirty line goes to the LLC, which has it. */
static void write_back(struct tea_outlook *outlook, uint64_t address)
{
	struct tea_line *line = tea_cache_find(&outlook->llc, address);

	if (!line)
		return;
	tea_cache_use(&outlook->llc, line);
	line->dirty = true;
}

static struct tea_line *bring(struct tea_outlook *outlook, struct tea_outlook_cache *cache,
			      uint64_t address, struct tea_note_fill *fill)
{
	struct tea_victim victim;
	struct tea_line *line;

	fill->source = (uint8_t)read_llc(outlook, address, &fill->written);
	line = tea_cache_replace(&cache->cache, address, &victim);
	cache->hints[address & cache->hint_mask] = (uint16_t)(line - cache->cache.lines);
	fill->dirty = victim.valid && victim.dirty;
	if (fill->dirty)
		write_back(outlook, victim.address);
	return line;
}

/* To the L1 data cache: the line has the number of its fill where an L1 has its arrival. */
static struct tea_line *fill_data(struct tea_outlook *outlook, uint64_t address,
				  struct tea_note_fill *fill)
{
	struct tea_line *line = bring(outlook, &outlook->data, address, fill);

	fill->number = line->arrival = ++outlook->fills;
	return line;
}

/* The fill that the line may wait for. */
static uint64_t lately(const struct tea_outlook *outlook, const struct tea_line *line)
{
	return line->arrival + TEA_OUTLOOK_FILLS > outlook->fills ? line->arrival : 0;
}

static void access_line(struct tea_outlook *outlook, uint64_t address, bool write,
			struct tea_note *note)
{
	struct tea_line *line;

	line = find_line(&outlook->data, address);
	if (line) {
		note->arrival = lately(outlook, line);
	} else {
		line = fill_data(outlook, address, &note->fill);
		if (outlook->next_line && (address + 1) % LINES_PER_PAGE &&
		    !find_line(&outlook->data, address + 1))
			fill_data(outlook, address + 1, &note->ahead);
	}
	line->dirty |= write;
	tea_cache_use(&outlook->data.cache, line);
}

static enum tea_origin fetch_line(struct tea_outlook *outlook, uint64_t address)
{
	struct tea_note_fill fill = { .source = TEA_ORIGIN_L1 };
	struct tea_line *line;

	line = find_line(&outlook->insn, address);
	if (!line)
		line = bring(outlook, &outlook->insn, address, &fill);
	tea_cache_use(&outlook->insn.cache, line);
	return (enum tea_origin)fill.source;
}

/* Translation */

/* The walker reads the last PTE through the L1 data cache; those before it it has. */
static enum tea_page walk(struct tea_outlook *outlook, const struct tea_walk *walk)
{
	struct tea_note note = { .arrival = 0 };

	access_line(outlook, walk->pte_addr[walk->levels - 1] / TEA_LINE_BYTES, false, &note);
	if (!note.fill.number)
		return TEA_PAGE_WALK;
	return note.fill.source == TEA_ORIGIN_LLC ? TEA_PAGE_WALK_LLC : TEA_PAGE_WALK_DRAM;
}

static enum tea_page find_entry(struct tea_outlook *outlook, uint64_t vaddr, uint8_t privilege,
				struct tea_tlb_entry *entry)
{
	const struct tea_tlb2_entry *found = tea_tlb2_find(&outlook->tlb2, vaddr, 0);
	struct tea_walk result = { .levels = 0 };

	if (found) {
		entry->mask = UINT64_MAX << TEA_TLB_PAGE_SHIFT;
		entry->base = vaddr & entry->mask;
		entry->page_paddr = found->page_paddr;
		entry->global = found->global;
		return TEA_PAGE_L2;
	}
	if (outlook->env->walk(outlook->env->opaque, vaddr, privilege, &result) || !result.levels) {
		outlook->bare |= (uint8_t)(1U << privilege);
		return TEA_PAGE_L1;
	}
	entry->mask = UINT64_MAX << result.page_shift;
	entry->base = vaddr & entry->mask;
	entry->page_paddr = result.page_paddr & entry->mask;
	entry->global = result.global;
	if (result.page_shift == TEA_TLB_PAGE_SHIFT)
		tea_tlb2_insert(&outlook->tlb2, entry);
	return walk(outlook, &result);
}

/* Returns the physical address of @vaddr. */
static uint64_t translate(struct tea_outlook *outlook, struct tea_tlb *tlb, uint64_t vaddr,
			  uint8_t privilege, enum tea_page *page)
{
	struct tea_tlb_entry *entry, made = { .ready = 0 };

	*page = TEA_PAGE_L1;
	if (outlook->bare >> privilege & 1)
		return vaddr;
	entry = tea_tlb_find(tlb, vaddr, 0);
	if (!entry) {
		*page = find_entry(outlook, vaddr, privilege, &made);
		if (outlook->bare >> privilege & 1)
			return vaddr;
		tea_tlb_insert(tlb, &made);
		entry = &made;
	}
	return entry->page_paddr | (vaddr & ~entry->mask);
}

void tea_outlook_flush_tlb(struct tea_outlook *outlook)
{
	tea_tlb_flush(&outlook->itlb);
	tea_tlb_flush(&outlook->dtlb);
	tea_tlb2_flush(&outlook->tlb2);
	outlook->bare = 0;
}

/* Fetch: blocks as in core/frontend.h */

static void begin_block(struct tea_outlook *outlook, uint64_t pc, struct tea_note *note)
{
	enum tea_page page;
	uint64_t paddr = translate(outlook, &outlook->itlb, pc, note->privilege, &page);
	enum tea_origin source = fetch_line(outlook, paddr / TEA_LINE_BYTES);
	uint64_t line_left;

	outlook->block = pc & ~(uint64_t)(outlook->bank_bytes - 1);
	line_left = TEA_LINE_BYTES - outlook->block % TEA_LINE_BYTES;
	outlook->block_bytes = line_left < outlook->fetch_bytes ? line_left : outlook->fetch_bytes;
	note->blocks++;
	note->fetch_source = (uint8_t)(source > note->fetch_source ? source : note->fetch_source);
	note->fetch_page = (uint8_t)(page > note->fetch_page ? page : note->fetch_page);
}

static void fetch(struct tea_outlook *outlook, const struct tea_op *op, struct tea_note *note)
{
	const uint64_t last = op->pc + op->insn.length_bytes - 1;

	if (last - outlook->block < outlook->block_bytes)
		return;
	if (op->pc - outlook->block >= outlook->block_bytes)
		begin_block(outlook, op->pc, note);
	if (last - outlook->block >= outlook->block_bytes)
		begin_block(outlook, last, note);
}

/* As tea_frontend_resolve() has it. */
static void resolve(struct tea_outlook *outlook, const struct tea_op *op, struct tea_note *note)
{
	const bool branch = op->insn.class == TEA_CLASS_BRANCH;
	const bool taken = !branch || op->next_pc != op->pc + op->insn.length_bytes;
	const struct tea_prediction prediction =
		tea_predictor_pass(outlook->predictor, op->pc, &op->insn, taken, op->next_pc);

	note->taken = taken;
	note->stage = prediction.stage;
	if (!branch && op->next_pc == outlook->block + outlook->block_bytes)
		note->stage = TEA_FETCH_F1;
	if (branch)
		note->mispredicted = prediction.taken != taken;
	else
		note->mispredicted = op->insn.class != TEA_CLASS_JUMP && prediction.target != op->next_pc;
	if (note->mispredicted || note->taken)
		outlook->block_bytes = 0;
}

/* Data */

static uint32_t access_bytes(const struct tea_op *op)
{
	return op->insn.access_bytes < ACCESS_MAX ? op->insn.access_bytes : ACCESS_MAX;
}

/* What crosses a line touches that, too, and is as slow as the slower of both. */
static void access_second(struct tea_outlook *outlook, uint64_t address, bool write,
			  struct tea_note *note)
{
	struct tea_note second = { .arrival = 0 };

	access_line(outlook, address, write, &second);
	if (second.fill.number && second.fill.source > note->fill.source) {
		note->fill = second.fill;
		note->ahead = second.ahead;
	}
	if (second.arrival > note->arrival)
		note->arrival = second.arrival;
}

static void access(struct tea_outlook *outlook, const struct tea_op *op, bool write,
		   struct tea_note *note)
{
	const uint32_t bytes = access_bytes(op);
	enum tea_page page;
	uint64_t paddr;

	if (!op->has_addr)
		return;
	paddr = translate(outlook, &outlook->dtlb, op->addr, note->privilege, &page);
	note->page = (uint8_t)page;
	access_line(outlook, paddr / TEA_LINE_BYTES, write, note);
	if (__builtin_expect(paddr % TEA_LINE_BYTES + bytes > TEA_LINE_BYTES, false))
		access_second(outlook, paddr / TEA_LINE_BYTES + 1, write, note);
}

static void note_load(struct tea_outlook *outlook, const struct tea_op *op, struct tea_note *note)
{
	const uint32_t bytes = access_bytes(op);

	if (op->has_addr && bytes)
		note->store = tea_shadow_read(&outlook->shadow, op->addr, bytes, &note->whole);
	access(outlook, op, false, note);
}

static void note_store(struct tea_outlook *outlook, const struct tea_op *op, struct tea_note *note)
{
	note->fp_data = tea_insn_stores_fp(&op->insn);
	access(outlook, op, true, note);
	note->store = tea_shadow_write(&outlook->shadow, op->addr,
				       op->has_addr ? access_bytes(op) : 0);
}

static enum tea_form find_form(const struct tea_outlook *outlook, const struct tea_op *op)
{
	const struct tea_kind *kind = &outlook->kinds[op->insn.class];

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

static void note_registers(const struct tea_op *op, struct tea_note *note)
{
	for (unsigned int i = 0; i < 3; i++)
		note->src[i] = op->insn.src[i] < TEA_REGS ? op->insn.src[i] : TEA_ROW_NONE;
	note->dst = TEA_ROW_NOWHERE;
	note->pool = 2;
	if (op->insn.dst < TEA_REGS && op->trap == TEA_TRAP_NONE) {
		note->dst = op->insn.dst;
		note->pool = op->insn.dst >= TEA_REG_FP(0);
	}
}

static void note_memory(struct tea_outlook *outlook, const struct tea_op *op, struct tea_note *note)
{
	switch (note->form) {
	case TEA_FORM_CONTROL:
		note->tag = outlook->kinds[op->insn.class].flags & TEA_KIND_TAG;
		resolve(outlook, op, note);
		break;
	case TEA_FORM_LOAD:
		note_load(outlook, op, note);
		break;
	case TEA_FORM_STORE:
		note_store(outlook, op, note);
		break;
	case TEA_FORM_PREFETCH:
		access(outlook, op, false, note);
		break;
	case TEA_FORM_SERIAL:
		if (op->insn.access_bytes)
			access(outlook, op, op->insn.class != TEA_CLASS_LOAD_RESERVED, note);
		/* it flushes: fetch begins anew */
		outlook->block_bytes = 0;
		break;
	default:
		break;
	}
}

void tea_outlook_note(struct tea_outlook *outlook, const struct tea_op *op, struct tea_note *note)
{
	*note = (struct tea_note){
		.pc = op->pc, .site = op->site, .privilege = op->privilege & TEA_PRIV_M,
		.class = op->insn.class,
		.steps = op->steps ? op->steps : TEA_STEPS_UNKNOWN,
	};
	note->form = (uint8_t)find_form(outlook, op);
	note_registers(op, note);
	fetch(outlook, op, note);
	note_memory(outlook, op, note);
}
