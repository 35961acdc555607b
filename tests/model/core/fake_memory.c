// SPDX-License-Identifier: GPL-2.0-or-later
/* fake_memory.c - see fake_memory.h */
#include <assert.h>
#include <stdlib.h>

#include "fake_memory.h"
#include "predictor/predictor.h"
#include "tea_abi.h"

#define PAGE_SHIFT	12

struct tea_memory {
	struct fake_memory *fake;
	cycle_t l1d_latency;
};

struct tea_predictor {
	const struct fake_memory *fake;
};

/* The memory created last: the predictor of the same core comes next. */
static struct fake_memory *last_created;

struct tea_memory *tea_memory_create(const struct tea_params *params, const struct tea_env *env)
{
	struct tea_memory *memory = calloc(1, sizeof(*memory));

	if (memory) {
		memory->fake = last_created = env->opaque;
		memory->l1d_latency = params->l1d_latency;
	}
	return memory;
}

/* No edges of misses; the first place is that of the last access. */
uint32_t tea_memory_trace(struct tea_memory *memory, struct tea_edges *edges, uint32_t place)
{
	(void)memory;
	(void)edges;
	return place + 1;
}

void tea_memory_destroy(struct tea_memory *memory)
{
	free(memory);
}

/* The miss that is due at @address, or NULL. */
static struct fake_miss *find_miss(struct tea_memory *memory, int kind, enum tea_side side,
				   uint64_t address)
{
	for (unsigned int i = 0; i < memory->fake->count; i++) {
		struct fake_miss *miss = &memory->fake->misses[i];

		if (!miss->used && (int)miss->kind == kind && miss->side == side &&
		    miss->address == address)
			return miss;
	}
	return NULL;
}

/* The same, which is due no longer. */
static const struct fake_miss *take_miss(struct tea_memory *memory, int kind, enum tea_side side,
					 uint64_t address)
{
	struct fake_miss *miss = find_miss(memory, kind, side, address);

	if (miss)
		miss->used = true;
	return miss;
}

static enum tea_hit found(bool hits)
{
	return hits ? TEA_HIT_TRANSLATED : TEA_HIT_NONE;
}

static bool hits(struct tea_memory *memory, enum tea_side side, uint64_t vaddr)
{
	return !find_miss(memory, FAKE_PAGE, side, vaddr >> PAGE_SHIFT) &&
	       !find_miss(memory, FAKE_LINE, side, vaddr / TEA_LINE_BYTES);
}

bool tea_memory_fetch_hit(struct tea_memory *memory, uint64_t vaddr, uint8_t privilege, cycle_t now)
{
	(void)privilege;
	(void)now;
	return hits(memory, TEA_SIDE_INSN, vaddr);
}

enum tea_hit tea_memory_load_hit(struct tea_memory *memory, uint64_t vaddr, uint8_t privilege,
				 cycle_t now, cycle_t *ready)
{
	(void)privilege;
	*ready = now + memory->l1d_latency;
	return found(hits(memory, TEA_SIDE_DATA, vaddr));
}

/* Nothing warms on it. */
unsigned int tea_memory_hits(struct tea_memory *memory, const struct tea_listed *list,
			     unsigned int count, const uint64_t *words, uint8_t privilege,
			     cycle_t now)
{
	(void)memory;
	(void)list;
	(void)count;
	(void)words;
	(void)privilege;
	(void)now;
	abort();
}

cycle_t tea_memory_warm(struct tea_memory *memory, enum tea_side side, uint64_t vaddr,
			uint8_t bytes, bool write, uint8_t privilege, cycle_t now, cycle_t ahead)
{
	(void)ahead;
	(void)memory;
	(void)side;
	(void)vaddr;
	(void)bytes;
	(void)write;
	(void)privilege;
	(void)now;
	abort();
}

uint32_t tea_memory_code_lost(const struct tea_memory *memory)
{
	(void)memory;
	abort();
}

enum tea_hit tea_memory_translate_hit(struct tea_memory *memory, uint64_t vaddr, uint8_t privilege,
				      cycle_t now, uint64_t *paddr)
{
	(void)privilege;
	(void)now;
	*paddr = vaddr;
	return found(!find_miss(memory, FAKE_PAGE, TEA_SIDE_DATA, vaddr >> PAGE_SHIFT));
}

void tea_memory_translate(struct tea_memory *memory, enum tea_side side, uint64_t vaddr,
			  uint8_t privilege, cycle_t now, struct tea_translation *result)
{
	const struct fake_miss *miss = take_miss(memory, FAKE_PAGE, side, vaddr >> PAGE_SHIFT);

	(void)privilege;
	*result = (struct tea_translation){
		.paddr = vaddr, .ready = now + (miss ? miss->cycles : 0), .l1_miss = miss,
		.tlb = miss ? TEA_MEM_TLB_WALK : TEA_MEM_TLB_L1,
	};
}

static void read_line(struct tea_memory *memory, enum tea_side side, uint64_t paddr, cycle_t now,
		      cycle_t latency, struct tea_access *result)
{
	const struct fake_miss *miss = take_miss(memory, FAKE_LINE, side, paddr / TEA_LINE_BYTES);

	*result = (struct tea_access){
		.accepted = now, .ready = now + latency + (miss ? miss->cycles : 0),
		.level = miss ? miss->level : TEA_LEVEL_L1,
	};
}

void tea_memory_fetch(struct tea_memory *memory, uint64_t paddr, cycle_t now,
		      struct tea_access *result)
{
	read_line(memory, TEA_SIDE_INSN, paddr, now, 0, result);
}

void tea_memory_load(struct tea_memory *memory, uint64_t paddr, cycle_t now,
		     struct tea_access *result)
{
	read_line(memory, TEA_SIDE_DATA, paddr, now, memory->l1d_latency, result);
}

bool tea_memory_load_until(struct tea_memory *memory, uint64_t paddr, cycle_t now, cycle_t latest,
			   struct tea_access *result)
{
	if (now > latest)
		return false;
	tea_memory_load(memory, paddr, now, result);
	return true;
}

bool tea_memory_store_hit(struct tea_memory *memory, uint64_t paddr, cycle_t now)
{
	(void)now;
	return !find_miss(memory, FAKE_STORE, TEA_SIDE_DATA, paddr / TEA_LINE_BYTES);
}

void tea_memory_store(struct tea_memory *memory, uint64_t paddr, cycle_t now,
		      struct tea_access *result)
{
	const struct fake_miss *miss = take_miss(memory, FAKE_STORE, TEA_SIDE_DATA,
						 paddr / TEA_LINE_BYTES);

	*result = (struct tea_access){ .accepted = now + (miss ? miss->cycles : 0) };
	result->ready = result->accepted;
}

void tea_memory_own(struct tea_memory *memory, uint64_t paddr, cycle_t now,
		    struct tea_access *result)
{
	tea_memory_load(memory, paddr, now, result);
}

void tea_memory_wake(struct tea_memory *memory, cycle_t ahead)
{
	(void)memory;
	(void)ahead;
}

void tea_memory_prefetch(struct tea_memory *memory, enum tea_side side, uint64_t paddr,
			 bool write, cycle_t now)
{
	(void)side;
	(void)paddr;
	(void)write;
	(void)now;
	memory->fake->prefetches++;
}

/* Nothing is spared here. */
void tea_memory_spare_page(struct tea_memory *memory, enum tea_side side, uint64_t vaddr,
			   uint8_t privilege, cycle_t now)
{
	(void)memory;
	(void)side;
	(void)vaddr;
	(void)privilege;
	(void)now;
	assert(!"a page is spared");
}

void tea_memory_spare_line(struct tea_memory *memory, enum tea_side side, uint64_t paddr,
			   enum tea_level level, cycle_t now)
{
	(void)memory;
	(void)side;
	(void)paddr;
	(void)level;
	(void)now;
	assert(!"a line is spared");
}

void tea_memory_spare_store(struct tea_memory *memory, uint64_t paddr, cycle_t now)
{
	(void)memory;
	(void)paddr;
	(void)now;
	assert(!"a store is spared");
}

void tea_memory_flush_icache(struct tea_memory *memory)
{
	memory->fake->icache_flushes++;
}

void tea_memory_flush_tlb(struct tea_memory *memory)
{
	memory->fake->tlb_flushes++;
}

void tea_memory_set_asid(struct tea_memory *memory, uint16_t asid)
{
	(void)memory;
	(void)asid;
}

struct tea_predictor *tea_predictor_create(const struct tea_params *params)
{
	struct tea_predictor *predictor = calloc(1, sizeof(*predictor));

	(void)params;
	if (predictor)
		predictor->fake = last_created;
	return predictor;
}

void tea_predictor_destroy(struct tea_predictor *predictor)
{
	free(predictor);
}

/* The entry of the branch or jump at @pc, or NULL. */
static const struct fake_branch *find_branch(const struct fake_memory *fake, uint64_t pc)
{
	for (unsigned int i = 0; i < fake->branches_count; i++)
		if (fake->branches[i].pc == pc)
			return &fake->branches[i];
	return NULL;
}

/* Whether a fetch stage predicts this outcome of @branch's instruction; NULL: it is not listed. */
static bool stage_knows(const struct fake_branch *branch, enum tea_fetch_stage stage,
			const struct tea_insn *insn, bool taken, uint64_t next)
{
	if (!branch)
		return insn->class == TEA_CLASS_BRANCH && !taken;
	if (taken != (!branch->target == (stage < branch->stage)))
		return false;
	return !taken || branch->target == next;
}

struct tea_prediction tea_predictor_pass(struct tea_predictor *predictor, uint64_t pc,
					 const struct tea_insn *insn, bool taken, uint64_t next)
{
	const struct fake_branch *branch = find_branch(predictor->fake, pc);
	struct tea_prediction prediction = { .stage = TEA_FETCH_F3 };

	if (branch) {
		prediction.taken = branch->target;
		prediction.target = branch->target;
	}
	if (stage_knows(branch, TEA_FETCH_F2, insn, taken, next))
		prediction.stage = stage_knows(branch, TEA_FETCH_F1, insn, taken, next) ?
				   TEA_FETCH_F1 : TEA_FETCH_F2;
	return prediction;
}

void tea_predictor_stray_begin(struct tea_predictor *predictor, bool branch)
{
	(void)predictor;
	(void)branch;
}

void tea_predictor_stray_before(struct tea_predictor *predictor, uint64_t pc,
				const struct tea_insn *insn)
{
	(void)predictor;
	(void)pc;
	(void)insn;
}

uint64_t tea_predictor_stray_lead(struct tea_predictor *predictor, uint64_t pc,
				  const struct tea_insn *insn, enum tea_stray stray)
{
	const struct fake_branch *branch = find_branch(predictor->fake, pc);

	(void)stray;
	if (branch && branch->target)
		return branch->target;
	return insn->class == TEA_CLASS_BRANCH ? pc + insn->length_bytes : 0;
}

void tea_predictor_stray_end(struct tea_predictor *predictor)
{
	(void)predictor;
}
