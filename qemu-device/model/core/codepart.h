/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * codepart.h - private to the core: code up to the next branch, as the wrong path meets it
 *
 * A fetch block of the wrong path is one such part or a few. The last parts are kept, each as long
 * as its line of code, or the two of them, stay as they are: code that is fetched again is not
 * looked up instruction by instruction.
 */
#ifndef TEA_CODEPART_H
#define TEA_CODEPART_H

#include "codemap.h"
#include "kind.h"

#define TEA_CODEPART_KEPT	1024	/* power of two */

enum tea_codepart_end {
	TEA_CODEPART_FULL,	/* the next instruction ends behind the block */
	TEA_CODEPART_CONTROL,	/* its last instruction is a branch or a jump */
	TEA_CODEPART_UNKNOWN,	/* the next instruction is not known, or serialises */
};

struct tea_codepart {
	uint64_t pc, limit;		/* it begins at, and ends before */
	uint64_t written;		/* registers, a bit each; integer and floating point */
	const struct tea_insn *last;	/* of its instructions; NULL: it has none */
	const uint32_t *counts[2];	/* of changes of its lines, perhaps twice the same one, */
	uint32_t changes;		/* and their sum when it was made */
	uint32_t bytes;
	uint32_t ops;
	enum tea_codepart_end end;
};

struct tea_codeparts {
	struct tea_codepart *kept;
};

/* Bit of a register in a mask of written registers. */
static inline uint64_t tea_codepart_bit(uint8_t reg)
{
	return reg < 2 * TEA_REGS_FILE ? 1ULL << reg : 0;
}

/* Returns 0, or -ENOMEM. */
int tea_codeparts_init(struct tea_codeparts *parts);
void tea_codeparts_deinit(struct tea_codeparts *parts);

static inline uint32_t tea_codepart_changes(const struct tea_codepart *part)
{
	return *part->counts[0] + *part->counts[1];
}

/* For tea_codeparts_find(). @kinds: of the classes. */
__attribute__((noinline)) void tea_codepart_make(struct tea_codepart *part,
						 const struct tea_codemap *map,
						 const struct tea_kind *const *kinds, uint64_t pc,
						 uint64_t limit);

/* The code from @pc to the first branch, or to the last instruction that ends before @limit. */
static inline const struct tea_codepart *
tea_codeparts_find(struct tea_codeparts *parts, const struct tea_codemap *map,
		   const struct tea_kind *const *kinds, uint64_t pc, uint64_t limit)
{
	struct tea_codepart *part = &parts->kept[(pc >> 1 ^ pc >> 11) % TEA_CODEPART_KEPT];

	if (__builtin_expect(part->pc != pc || part->limit != limit ||
			     part->changes != tea_codepart_changes(part), false))
		tea_codepart_make(part, map, kinds, pc, limit);
	return part;
}

#endif /* TEA_CODEPART_H */
