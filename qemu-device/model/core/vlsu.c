// SPDX-License-Identifier: GPL-2.0-or-later
/* vlsu.c - the load-store unit's part for vectors: see vlsu.h */
#include "vlsu.h"

#include "tea_abi.h"
#include "time/cycles.h"
#include "trace.h"

#define WORD_BYTES	8

/* Neighbouring bytes of a word, as many as an access has there in a row. */
struct run {
	uint64_t addr;
	unsigned int first, bytes;	/* of the line */
};

uint32_t tea_vlsu_store_slots(const struct tea_params *params)
{
	uint32_t pieces = params->vlen ? params->vlen / 8 : 1;

	return tea_storequeue_slots(params->store_queue * pieces);
}

void tea_vlsu_init(struct tea_lsu *lsu, const struct tea_params *params)
{
	lsu->stores.mask = tea_vlsu_store_slots(params) - 1;
	lsu->stores.kept = lsu->stores.mask + 1;
}

/* The first run of @bytes, of which there are some, of the line at @line. */
static struct run find_run(uint64_t line, uint64_t bytes)
{
	struct run run = { .first = (unsigned int)__builtin_ctzll(bytes) };
	unsigned int limit = WORD_BYTES - run.first % WORD_BYTES;

	while (run.bytes < limit && bytes >> (run.first + run.bytes) & 1)
		run.bytes++;
	run.addr = line + run.first;
	return run;
}

/* The bits of @count bytes from @first on. */
static uint64_t make_bytes(unsigned int first, unsigned int count)
{
	return ((UINT64_C(1) << count) - 1) << first;
}

/* Those bytes of @run that @store has, as bits of the line. */
static uint64_t find_common(const struct run *run, const struct tea_store *store)
{
	uint64_t begin = store->addr > run->addr ? store->addr - run->addr : 0;
	uint64_t end = store->addr + store->bytes - run->addr;

	end = end < run->bytes ? end : run->bytes;
	return make_bytes(run->first + (unsigned int)begin, (unsigned int)(end - begin));
}

static uint64_t find_line(const struct tea_vaccess *vaccess)
{
	return vaccess->addr & ~(uint64_t)(TEA_LINE_BYTES - 1);
}

/* Number of the first piece of the entry that piece @number is of. */
static uint64_t find_entry(const struct tea_storequeue *queue, uint64_t number)
{
	uint64_t entry = queue->first_piece[number & queue->mask];

	/* a scalar store leaves an older value there: too old, or 0 */
	return entry && number - entry <= queue->mask ? entry : number;
}

void tea_vlsu_translate(struct tea_lsu *lsu, struct tea_vaccess *vaccess, uint8_t privilege,
			cycle_t now, struct tea_lsu_access *access)
{
	struct tea_translation translation;

	if (__builtin_expect(lsu->spared, 0) & TEA_PSV_ST_TLB)
		tea_memory_spare_page(lsu->memory, TEA_SIDE_DATA, vaccess->addr, privilege, now);
	tea_memory_translate(lsu->memory, TEA_SIDE_DATA, vaccess->addr, privilege, now,
			     &translation);
	vaccess->paddr = translation.paddr;
	*access = (struct tea_lsu_access){
		.addr_at = translation.ready, .ready = translation.ready,
		.psv = translation.l1_miss ? TEA_PSV_ST_TLB : 0,
		.why = translation.l1_miss ? TEA_LIMIT_DTLB : TEA_LIMIT_LATENCY,
		.mem = tea_lsu_tlb(translation.tlb),
	};
}

/* The bytes of an access that older stores have. */
struct found {
	const struct tea_store *youngest;	/* that has any */
	uint64_t number;		/* of it; 0: none */
	uint64_t entry;			/* that has all of them, or 0 */
	cycle_t data_at;		/* of these */
};

static void find_stores(const struct tea_storequeue *queue, const struct tea_vaccess *vaccess,
			cycle_t now, struct found *found)
{
	uint64_t left = vaccess->bytes;
	bool missing = false, several = false;

	*found = (struct found){ .number = 0 };
	while (left) {
		struct run run = find_run(find_line(vaccess), left);
		uint64_t number = tea_storequeue_find(queue, run.addr, run.bytes, now), entry;
		const struct tea_store *store = tea_storequeue_get(queue, number);

		if (!number) {
			missing = true;
			left &= ~make_bytes(run.first, run.bytes);
			continue;
		}
		/* the others of its bytes may be in other pieces */
		left &= ~find_common(&run, store);
		entry = find_entry(queue, number);
		several = several || (found->number && entry != found->entry);
		found->entry = entry;
		found->data_at = cycle_max(found->data_at, store->data_at);
		if (number > found->number) {
			found->number = number;
			found->youngest = store;
		}
	}
	if (missing || several)
		found->entry = 0;
}

void tea_vlsu_load(struct tea_lsu *lsu, struct tea_vaccess *vaccess, uint8_t privilege,
		   cycle_t now, struct tea_lsu_access *access)
{
	struct tea_access result;
	struct found found;
	cycle_t read_at;

	tea_vlsu_translate(lsu, vaccess, privilege, now, access);
	read_at = access->addr_at;
	find_stores(&lsu->stores, vaccess, read_at, &found);
	if (found.number && lsu->spared & TEA_PSV_FL_MO)
		read_at = cycle_max(read_at, found.youngest->addr_at);
	/* where the youngest one's address is known, and the load waits for it, older ones leave */
	if (found.number && found.youngest->addr_at > read_at) {
		access->fault = TEA_LSU_FAULT_ORDER;
		access->conflict_at = found.youngest->addr_at;
	} else if (found.entry) {
		access->ready = cycle_max(read_at, found.data_at) + lsu->forward_latency;
		access->why = TEA_LIMIT_FORWARD;
		access->mem |= tea_lsu_source(TEA_MEM_SOURCE_FORWARDED);
		TEA_TRACE(lsu->trace, forward, lsu->trace, lsu, found.number, read_at, found.data_at,
			  access->ready);
		return;
	} else if (found.number) {
		TEA_TRACE(lsu->trace, retry, lsu->trace, lsu, found.number,
			  found.youngest->gone_at);
		read_at = found.youngest->gone_at + lsu->load_retry;
		access->why = TEA_LIMIT_ORDER;
	}
	if (__builtin_expect(lsu->spared, 0))
		tea_lsu_spare_line(lsu, vaccess->paddr, read_at);
	tea_memory_load(lsu->memory, vaccess->paddr, read_at, &result);
	access->ready = result.ready;
	access->mem |= tea_lsu_source_of(&result);
	if (result.level == TEA_LEVEL_L1)
		return;
	access->psv |= tea_lsu_events(result.level);
	if (result.ready - read_at > read_at - now)
		access->why = TEA_LIMIT_DCACHE;
}

/* @entry: number of its first piece. */
static void add_pieces(struct tea_storequeue *queue, const struct tea_vaccess *vaccess, uint64_t entry,
		       const struct tea_store *store)
{
	for (uint64_t left = vaccess->bytes; left;) {
		struct run run = find_run(find_line(vaccess), left);
		struct tea_store *piece;

		left &= ~make_bytes(run.first, run.bytes);
		piece = tea_storequeue_next(queue);
		*piece = *store;
		piece->addr = run.addr;
		piece->bytes = (uint8_t)run.bytes;
		tea_storequeue_link(queue, piece);
		queue->first_piece[queue->number & queue->mask] = entry;
	}
}

void tea_vlsu_drain(struct tea_lsu *lsu, const struct tea_vaccesses *accesses, cycle_t addr_at,
		    cycle_t data_at, cycle_t commit)
{
	const uint64_t entry = lsu->stores.number + 1;
	cycle_t gone_at = commit;

	for (unsigned int i = 0; i < accesses->count; i++) {
		const struct tea_vaccess *vaccess = &accesses->list[i];
		struct tea_store store = { .addr_at = addr_at, .data_at = data_at };

		gone_at = tea_meter_take(&lsu->stores.drain, i ? gone_at : commit + 1);
		gone_at = tea_lsu_drain_line(lsu, vaccess->paddr, gone_at);
		tea_storequeue_note_drain(&lsu->stores, gone_at);
		store.gone_at = gone_at;
		add_pieces(&lsu->stores, vaccess, entry, &store);
	}
	tea_ring_push(&lsu->stores.entries, cycle_max(gone_at, lsu->stores.drained) + 1);
}
