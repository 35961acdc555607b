// SPDX-License-Identifier: GPL-2.0-or-later
/* codepart.c - code up to the next branch: see codepart.h */
#include "codepart.h"

#include <errno.h>
#include <stdlib.h>

#include "tea_abi.h"

int tea_codeparts_init(struct tea_codeparts *parts)
{
	parts->kept = calloc(TEA_CODEPART_KEPT, sizeof(*parts->kept));
	return parts->kept ? 0 : -ENOMEM;
}

void tea_codeparts_deinit(struct tea_codeparts *parts)
{
	free(parts->kept);
}

static bool is_control(uint8_t class)
{
	return class >= TEA_CLASS_BRANCH && class <= TEA_CLASS_JUMP_REG;
}

/* Add the instruction at @pc, where @part ends so far. Whether it goes on. */
static bool part_add(struct tea_codepart *part, const struct tea_codemap *map,
		     const struct tea_kind *const *kinds, uint64_t pc)
{
	const struct tea_insn *insn = tea_codemap_find(map, pc);

	if (!insn || kinds[insn->class]->flags & TEA_KIND_SERIAL) {
		part->end = TEA_CODEPART_UNKNOWN;
		return false;
	}
	if (pc + insn->length_bytes > part->limit)
		return false;
	part->last = insn;
	part->bytes += insn->length_bytes;
	part->ops++;
	part->written |= tea_codepart_bit(insn->dst);
	if (!is_control(insn->class))
		return true;
	part->end = TEA_CODEPART_CONTROL;
	return false;
}

void tea_codepart_make(struct tea_codepart *part, const struct tea_codemap *map,
		       const struct tea_kind *const *kinds, uint64_t pc, uint64_t limit)
{
	*part = (struct tea_codepart){
		.pc = pc, .limit = limit, .end = TEA_CODEPART_FULL,
		.counts = { &tea_codemap_line(map, pc)->changes,
			    &tea_codemap_line(map, limit - 1)->changes },
	};
	part->changes = tea_codepart_changes(part);
	while (pc + part->bytes < limit && part_add(part, map, kinds, pc + part->bytes))
		;
}
