// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pairing.c - words to sample records; see pairing.h
 */
#include "pairing.h"

#include <errno.h>
#include <stdlib.h>

#define CAPACITY_FIRST	64
#define RAW_VERSION	1		/* of struct tea_raw_record */
#define META_MASK	((1ULL << TEA_WORD_LOST_SHIFT) - 1)	/* of its meta */

/* The thread is needed where a record names neither CPU nor stream. */
static bool same_ring(const struct perfdata_where *a, const struct perfdata_where *b)
{
	if (a->has & b->has & PERF_SAMPLE_CPU && a->cpu != b->cpu)
		return false;
	if (a->has & b->has & (PERF_SAMPLE_ID | PERF_SAMPLE_IDENTIFIER) && a->id != b->id)
		return false;
	return a->pid == b->pid && a->tid == b->tid;
}

static size_t hash_where(const struct perfdata_where *where)
{
	uint64_t hash = ((uint64_t)where->pid << 32 | where->tid) * 0x9e3779b97f4a7c15ULL;

	hash ^= (where->id + ((uint64_t)where->cpu << 40)) * 0xc2b2ae3d27d4eb4fULL;
	return hash ^ hash >> 29;
}

int pairing_init(struct pairing *pairing)
{
	*pairing = (struct pairing){ .capacity = CAPACITY_FIRST };
	pairing->last = pairing->pending = calloc(pairing->capacity, sizeof(*pairing->pending));
	return pairing->pending ? 0 : -ENOMEM;
}

void pairing_deinit(struct pairing *pairing)
{
	free(pairing->pending);
	free(pairing->cpu_losses);
	keyindex_deinit(&pairing->cpus);
	*pairing = (struct pairing){ 0 };
}

/* The entry of @where's ring and thread, or the free one where it would go. */
static struct pairing_pending *find(const struct pairing *pairing,
				    const struct perfdata_where *where)
{
	size_t i = hash_where(where) & (pairing->capacity - 1);

	while (pairing->pending[i].used && !same_ring(&pairing->pending[i].where, where))
		i = (i + 1) & (pairing->capacity - 1);
	return &pairing->pending[i];
}

/* The same, quick for the records behind a word. */
static inline struct pairing_pending *recall(struct pairing *pairing,
					     const struct perfdata_where *where)
{
	const struct pairing_pending *last = pairing->last;

	if (last->where.pid != where->pid || last->where.tid != where->tid ||
	    last->where.id != where->id || last->where.cpu != where->cpu || !last->used)
		pairing->last = find(pairing, where);
	return pairing->last;
}

/*
 * How many LOST records have come that may be of @where's ring: those of its CPU, and
 * those that name none. Without a CPU it may be any ring's.
 */
static uint64_t losses_of(const struct pairing *pairing, const struct perfdata_where *where)
{
	uint32_t at;

	if (!pairing->losses || !(where->has & PERF_SAMPLE_CPU))
		return pairing->losses;
	at = keyindex_get(&pairing->cpus, (struct key){ .low = where->cpu });
	return pairing->nameless_losses + (at == KEYINDEX_NONE ? 0 : pairing->cpu_losses[at]);
}

static int grow(struct pairing *pairing)
{
	struct pairing bigger = { .capacity = pairing->capacity * 2 };

	bigger.pending = calloc(bigger.capacity, sizeof(*bigger.pending));
	if (!bigger.pending)
		return -ENOMEM;
	for (size_t i = 0; i < pairing->capacity; i++)
		if (pairing->pending[i].used)
			*find(&bigger, &pairing->pending[i].where) = pairing->pending[i];
	free(pairing->pending);
	pairing->last = pairing->pending = bigger.pending;
	pairing->capacity = bigger.capacity;
	return 0;
}

/* Field by field: written just now, they can be read back quickly in no larger pieces. */
static inline void restart(struct pairing *pairing, struct pairing_pending *pending,
			   const struct perfdata_where *where, uint64_t word)
{
	bool foreign = !pairing_knows(word);

	pending->where.has = where->has;
	pending->where.time_ns = where->time_ns;
	pending->where.id = where->id;
	pending->where.pid = where->pid;
	pending->where.cpu = where->cpu;
	pending->where.tid = where->tid;
	pending->word = word;
	pending->losses = losses_of(pairing, where);
	pending->left = foreign ? 0 : (uint8_t)tea_word_slots(word);
	pending->used = true;
	pending->claimed = pending->kept = false;
	pairing->foreign += foreign;
}

int pairing_word(struct pairing *pairing, const struct perfdata_where *where, uint64_t word)
{
	struct pairing_pending *pending;

	pairing->lost_hardware += tea_word_lost(word);
	pending = recall(pairing, where);
	if (!pending->used) {
		if (pairing->used * 2 >= pairing->capacity && grow(pairing))
			return -ENOMEM;
		pending = recall(pairing, where);
		pairing->used++;
	}
	restart(pairing, pending, where, word);
	return 0;
}

static void fill(struct pairing_slot *slot, uint64_t meta, unsigned int index)
{
	slot->known = true;
	slot->psv = (uint16_t)tea_word_psv(meta, index);
	slot->state = (uint8_t)tea_word_state(meta);
	slot->privilege = (uint8_t)tea_word_priv(meta);
}

/* Inline wherever it is called: for each record. */
inline __attribute__((always_inline)) void
pairing_sample(struct pairing *pairing, const struct perfdata_where *where,
	       struct pairing_slot *slot)
{
	struct pairing_pending *pending = recall(pairing, where);
	unsigned int index;

	*slot = (struct pairing_slot){ .slots = 1 };
	if (!pending->left || where->time_ns < pending->where.time_ns ||
	    pending->losses != losses_of(pairing, &pending->where)) {
		pairing->samples++;
		return;
	}
	index = (unsigned int)__builtin_ctz(pending->left);
	pending->left &= (uint8_t)(pending->left - 1);
	pairing->samples += !pending->claimed;
	pending->claimed = true;
	fill(slot, pending->word, index);
	slot->slots = pairing_slots(tea_word_slots(pending->word));
	slot->pending = pending;
}

/* struct tea_raw_record, which stands in the file unaligned. */
static bool read_raw(const struct perfdata_rest *rest, struct tea_raw_record *raw)
{
	struct cursor cursor;

	if (!rest->raw)
		return false;
	cursor_init(&cursor, rest->raw, rest->raw_size);
	raw->version = cursor_u32(&cursor);
	raw->size = cursor_u32(&cursor);
	raw->caps = cursor_u64(&cursor);
	raw->meta = cursor_u64(&cursor) & META_MASK;
	raw->time = cursor_u64(&cursor);
	for (int i = 0; i < TEA_SLOTS; i++)
		raw->pc[i] = cursor_u64(&cursor);
	return !cursor.failed && raw->version == RAW_VERSION && raw->size >= sizeof(*raw);
}

void pairing_raw(const struct perfdata_sample *sample, struct pairing_slot *slot)
{
	struct tea_raw_record raw;
	struct pairing_slot found = { .slots = 1 };

	if (!read_raw(sample->rest, &raw))
		return;
	for (unsigned int i = 0; i < TEA_SLOTS; i++) {
		if (!(tea_word_slots(raw.meta) >> i & 1) || raw.pc[i] != sample->ip)
			continue;
		if (found.known && found.psv != tea_word_psv(raw.meta, i))
			return;
		fill(&found, raw.meta, i);
	}
	if (found.known)
		*slot = found;
}

static int count_loss(struct pairing *pairing, uint32_t cpu)
{
	struct key key = { .low = cpu };
	uint32_t at = keyindex_get(&pairing->cpus, key);
	uint64_t *grown;

	if (at == KEYINDEX_NONE) {
		at = (uint32_t)pairing->cpus.used;
		grown = array_grow(pairing->cpu_losses, at, sizeof(*grown));
		if (!grown)
			return -ENOMEM;
		pairing->cpu_losses = grown;
		grown[at] = 0;
		if (keyindex_put(&pairing->cpus, key, at))
			return -ENOMEM;
	}
	pairing->cpu_losses[at]++;
	return 0;
}

/* Looks nothing up: earlier words have their own count of losses. */
int pairing_lost(struct pairing *pairing, const struct perfdata_where *where, uint64_t count)
{
	pairing->lost_ring += count;
	pairing->losses++;
	if (where->has & PERF_SAMPLE_CPU)
		return count_loss(pairing, where->cpu);
	pairing->nameless_losses++;
	return 0;
}
