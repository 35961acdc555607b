// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * rawsample.c - struct tea_raw out of bytes; see rawsample.h
 */
#include "rawsample.h"

#include <endian.h>
#include <string.h>

#include "pics.h"

#define SLOTS_MASK	((1U << TEA_SLOTS) - 1)
#define PRIV_MASK	(3U | TEA_PRIV_VIRTUAL)

_Static_assert(sizeof(struct tea_raw) == 60 && sizeof(struct tea_raw_memory) == 64,
	       "raw records of version 2");

uint16_t rawsample_version(const void *bytes, size_t size)
{
	uint16_t version;

	if (!bytes || size < sizeof(version))
		return 0;
	memcpy(&version, bytes, sizeof(version));
	return le16toh(version);
}

/* Little endian, as the unit is, independent of the file and this machine. */
static inline void to_host(struct tea_raw *raw)
{
	raw->version = le16toh(raw->version);
	raw->size = le16toh(raw->size);
	raw->lost = le32toh(raw->lost);
	raw->time = le64toh(raw->time);
	for (unsigned int i = 0; i < TEA_SLOTS; i++) {
		raw->psv[i] = le16toh(raw->psv[i]);
		raw->pc[i] = le64toh(raw->pc[i]);
	}
}

static inline bool is_possible(const struct tea_raw *raw, size_t size)
{
	return raw->size >= sizeof(*raw) && raw->size <= size && raw->state < PICS_STATES &&
	       !(raw->priv & ~PRIV_MASK) && !(raw->slots & ~SLOTS_MASK) &&
	       raw->picked < TEA_SLOTS && raw->slots >> raw->picked & 1;
}

enum rawsample_form rawsample_read(const void *bytes, size_t size, struct tea_raw *raw)
{
	uint16_t version = rawsample_version(bytes, size);

	if (version < TEA_RAW_VERSION)
		return RAWSAMPLE_NONE;
	if (version > TEA_RAW_VERSION)
		return RAWSAMPLE_NEWER;
	if (size < sizeof(*raw))
		return RAWSAMPLE_DAMAGED;
	memcpy(raw, bytes, sizeof(*raw));
	to_host(raw);
	return is_possible(raw, size) ? RAWSAMPLE_WHOLE : RAWSAMPLE_DAMAGED;
}

bool rawsample_memory(const void *bytes, const struct tea_raw *raw, struct tea_raw_memory *memory)
{
	if (raw->size < sizeof(*raw) + sizeof(*memory))
		return false;
	memcpy(memory, (const char *)bytes + sizeof(*raw), sizeof(*memory));
	for (unsigned int i = 0; i < TEA_SLOTS; i++) {
		memory->addr[i] = le64toh(memory->addr[i]);
		memory->mem[i] = le64toh(memory->mem[i]);
	}
	return true;
}
