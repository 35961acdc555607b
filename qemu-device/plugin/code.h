/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * code.h - translated code, for the feed: blocks, and single instructions
 *
 * All instructions of a translation are decoded once; plain ones in a row are a block, if the
 * host wants blocks. The callbacks registered with QEMU for them are:
 *
 *	block   at its first instruction   word: at an access; divide_word, prefetch_word:
 *	                                   before the instruction, with registers
 *	insn    at a single instruction    access, element: at one of its accesses; instead of
 *	                                   insn other callbacks of that name, with registers
 *
 * Where the host wants to see as little as can be, its own is called as a translation begins.
 *
 * Their arguments live as long as QEMU's translations.
 */
#ifndef TEA_CODE_H
#define TEA_CODE_H

#include "arena.h"
#include "feed.h"
#include "hostapi.h"
#include "sites.h"

/* A single instruction. */
struct code_insn {
	struct stream_item item;	/* as it is executed, except next_pc and addr */
	uint32_t bits;
};

struct code_vector {
	struct code_insn insn;
	struct tea_vector_insn vector;
};

struct code_block {
	uint64_t end;			/* pc behind the last instruction */
	bool transfers;			/* control may go elsewhere from there */
	uint8_t last_access;		/* word of the last access that is made whenever control
					 * gets behind it; TEA_NO_WORD: there is none */
	struct tea_block block;
};

/* A word that is read from registers. */
struct code_operands {
	uint32_t bits;			/* of the instruction */
	uint8_t word;
};

/* A translation that is executed without being seen, but for some single instructions. */
struct code_unseen {
	uint64_t pc;
	uint32_t count;			/* instructions that are not seen */
	uint8_t privilege;
	/* the host's, 0 at first: */
	bool known;
	uint16_t asid;
	uint64_t parts, stretch;
};

/* Callbacks, with the last argument that each gets. */
struct code_calls {
	/* struct code_insn; of vectors struct code_vector */
	qemu_plugin_vcpu_udata_cb_t insn, divide, prefetch, setting, vector, vector_access;
	qemu_plugin_vcpu_mem_cb_t access, element;		/* nothing */
	qemu_plugin_vcpu_udata_cb_t block;			/* struct code_block */
	qemu_plugin_vcpu_udata_cb_t divide_word, prefetch_word;	/* struct code_operands */
	qemu_plugin_vcpu_mem_cb_t word;				/* its number */
};

struct code {
	const struct feed_host *host;
	const struct code_calls *calls;
	unsigned int vlen_bytes;	/* of a vector register; 0: there are none */
	uint32_t blocks;		/* that have been made, for their serials */
	bool enabled;			/* translations are to be instrumented */
	struct arena arena;
	struct sites sites;
};

#define CODE_INIT	{ .sites = SITES_INIT }

/* Register callbacks for all instructions of @tb. */
void code_translate(struct code *code, struct qemu_plugin_tb *tb);
/* The number of the static instruction at @pc, where the host has use for it. */
uint32_t code_site(struct code *code, uint64_t pc, uint32_t bits);

static inline bool code_accesses_vector(const struct tea_insn *insn)
{
	return insn->class == TEA_CLASS_V_LOAD || insn->class == TEA_CLASS_V_STORE;
}

static inline bool code_transfers(const struct tea_insn *insn)
{
	switch (insn->class) {
	case TEA_CLASS_BRANCH:
	case TEA_CLASS_JUMP:
	case TEA_CLASS_JUMP_REG:
	case TEA_CLASS_SYSTEM:
	case TEA_CLASS_TRAP_RETURN:
		return true;
	default:
		return false;
	}
}

#endif /* TEA_CODE_H */
