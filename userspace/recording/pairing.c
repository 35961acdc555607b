// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pairing.c - words to sample records; see pairing.h
 */
#include "pairing.h"

#include <errno.h>
#include <stdlib.h>

#define CAPACITY_FIRST	64

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
	pairing->pending = calloc(pairing->capacity, sizeof(*pairing->pending));
	return pairing->pending ? 0 : -ENOMEM;
}

void pairing_deinit(struct pairing *pairing)
{
	free(pairing->pending);
	pairing->pending = NULL;
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
	pairing->pending = bigger.pending;
	pairing->capacity = bigger.capacity;
	return 0;
}

int pairing_word(struct pairing *pairing, const struct perfdata_where *where, uint64_t word)
{
	struct pairing_pending *pending;

	pairing->lost_hardware += tea_word_lost(word);
	if (pairing->used * 2 >= pairing->capacity && grow(pairing))
		return -ENOMEM;
	pending = find(pairing, where);
	pairing->used += !pending->used;
	*pending = (struct pairing_pending){ .where = *where, .word = word, .used = true };
	if (tea_word_version(word) == TEA_ABI_VERSION)
		pending->left = (uint8_t)tea_meta_valid(word);
	else
		pairing->foreign++;
	return 0;
}

static void fill(struct pairing_slot *slot, uint64_t meta, unsigned int index)
{
	slot->known = true;
	slot->psv = (uint16_t)tea_meta_psv(meta, index);
	slot->state = (uint8_t)tea_meta_state(meta);
	slot->privilege = (uint8_t)tea_meta_priv(meta);
}

void pairing_sample(struct pairing *pairing, const struct perfdata_where *where,
		    struct pairing_slot *slot)
{
	struct pairing_pending *pending = find(pairing, where);
	unsigned int index;

	*slot = (struct pairing_slot){ 0 };
	if (!pending->used || !pending->left || where->time_ns < pending->where.time_ns) {
		pairing->samples++;
		return;
	}
	index = (unsigned int)__builtin_ctz(pending->left);
	pending->left &= (uint8_t)(pending->left - 1);
	pairing->samples += !pending->claimed;
	pending->claimed = true;
	fill(slot, pending->word, index);
	slot->pending = pending;
}

/* struct tea_raw_record, which stands in the file unaligned. */
static bool read_raw(const struct perfdata_sample *sample, struct tea_raw_record *raw)
{
	struct cursor cursor;

	if (!sample->raw)
		return false;
	cursor_init(&cursor, sample->raw, sample->raw_size);
	raw->version = cursor_u32(&cursor);
	raw->size = cursor_u32(&cursor);
	raw->caps = cursor_u64(&cursor);
	raw->meta = cursor_u64(&cursor);
	raw->time = cursor_u64(&cursor);
	for (int i = 0; i < TEA_SLOTS; i++)
		raw->pc[i] = cursor_u64(&cursor);
	return !cursor.failed && raw->version == TEA_ABI_VERSION && raw->size >= sizeof(*raw);
}

void pairing_raw(const struct perfdata_sample *sample, struct pairing_slot *slot)
{
	struct tea_raw_record raw;
	struct pairing_slot found = { 0 };

	if (!read_raw(sample, &raw))
		return;
	for (unsigned int i = 0; i < TEA_SLOTS; i++) {
		if (!(tea_meta_valid(raw.meta) >> i & 1) || raw.pc[i] != sample->ip)
			continue;
		if (found.known && found.psv != tea_meta_psv(raw.meta, i))
			return;
		fill(&found, raw.meta, i);
	}
	if (found.known)
		*slot = found;
}

void pairing_keep(struct pairing *pairing, const struct pairing_slot *slot)
{
	pairing->unknown += !slot->known;
	pairing->kept += !slot->pending || !slot->pending->kept;
	if (slot->pending)
		slot->pending->kept = true;
}

/* Threads of the ring cannot be told where the record names no ring: then all of them. */
void pairing_lost(struct pairing *pairing, const struct perfdata_where *where, uint64_t count)
{
	pairing->lost_ring += count;
	for (size_t i = 0; i < pairing->capacity; i++) {
		struct pairing_pending *pending = &pairing->pending[i];

		if (where->has & pending->where.has & PERF_SAMPLE_CPU &&
		    where->cpu != pending->where.cpu)
			continue;
		pending->left = 0;
	}
}
