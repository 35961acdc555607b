// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * code.c - decodes translations, and has QEMU call for them: see code.h
 */
#include "code.h"

#include "dying.h"

#define CSR_SATP	0x180

/* State of the current translation. */
struct builder {
	struct code *code;
	struct code_block *block;	/* to which the next instruction is added; NULL: a new one */
	bool rounds;			/* the dynamic rounding mode was one that there is */
	bool readable;			/* the next instruction's callback can read registers, if
					 * something came up before it: a signal, or vl was set */
	bool alone;			/* it has one instruction, which may be a device's access:
					 * QEMU then executed it in part, in another translation */
	uint8_t privilege;
};

/* An instruction of it. */
struct decoded {
	struct qemu_plugin_insn *insn;
	struct tea_insn is;
	uint32_t bits;
	uint64_t pc;
	uint16_t place;			/* see struct stream_item */
	uint8_t mark;			/* likewise */
};

uint32_t code_site(struct code *code, uint64_t pc, uint32_t bits)
{
	uint32_t site;

	if (!code->host->sites)
		return 0;
	site = sites_number(&code->sites, pc, bits);
	if (!site)
		dying_end("out of memory for the numbers of instructions");
	return site;
}

static void *alloc(struct code *code, size_t bytes)
{
	void *at = arena_alloc(&code->arena, bytes);

	if (!at)
		dying_end("out of memory for decoded instructions");
	return at;
}

static bool is_vector(const struct code *code, const struct tea_insn *insn)
{
	return code->vlen_bytes && tea_class_is_vector(insn->class);
}

/* Single instructions */

static const struct tea_vector_insn *vector_of(const struct code_insn *insn)
{
	return &((const struct code_vector *)insn)->vector;
}

static bool is_indexed(const struct code_insn *insn)
{
	return vector_of(insn)->mode == TEA_VMODE_INDEXED;
}

/* The callback for an instruction whose registers have to be read, or NULL. */
static qemu_plugin_vcpu_udata_cb_t find_reader(const struct code *code,
					       const struct code_insn *insn)
{
	const struct code_calls *calls = code->calls;

	if (is_vector(code, &insn->item.op.insn))
		return code_accesses_vector(&insn->item.op.insn) && !is_indexed(insn) ?
		       calls->vector_access : calls->vector;
	switch (insn->item.op.insn.class) {
	case TEA_CLASS_INT_DIV:
		return calls->divide;
	case TEA_CLASS_VSET:
	case TEA_CLASS_CSR:
		return code->vlen_bytes ? calls->setting : NULL;
	case TEA_CLASS_PREFETCH_R:
	case TEA_CLASS_PREFETCH_W:
	case TEA_CLASS_PREFETCH_I:
		return calls->prefetch;
	default:
		return NULL;
	}
}

/* The callback for an instruction with an access reported by QEMU, or NULL. */
static qemu_plugin_vcpu_mem_cb_t find_access(const struct code *code, const struct code_insn *insn)
{
	const struct tea_insn *is = &insn->item.op.insn;

	if (is_vector(code, is))
		return is_indexed(insn) ? code->calls->element : NULL;
	return is->access_bytes && !find_reader(code, insn) ? code->calls->access : NULL;
}

static enum stream_effect effect_of(const struct code *code, const struct code_insn *insn)
{
	const struct tea_insn *is = &insn->item.op.insn;

	if (is->class == TEA_CLASS_SFENCE)
		return STREAM_EFFECT_FLUSH;
	if (is->class == TEA_CLASS_CSR && insn->bits >> 20 == CSR_SATP && code->host->asid)
		return STREAM_EFFECT_ASID;
	if (is_vector(code, is) && vector_of(insn)->flags & TEA_VECTOR_FAULT_FIRST)
		return STREAM_EFFECT_VL;
	return STREAM_EFFECT_NONE;
}

static struct code_insn *new_insn(struct code *code, const struct decoded *decoded)
{
	struct code_vector *vector;

	if (!is_vector(code, &decoded->is))
		return alloc(code, sizeof(struct code_insn));
	vector = alloc(code, sizeof(*vector));
	tea_vector_decode(&vector->vector, decoded->bits);
	return &vector->insn;
}

static enum qemu_plugin_cb_flags flags_of(bool reads)
{
	return reads ? QEMU_PLUGIN_CB_R_REGS : QEMU_PLUGIN_CB_NO_REGS;
}

static void add_insn(struct builder *builder, const struct decoded *decoded)
{
	struct code *code = builder->code;
	struct code_insn *insn = new_insn(code, decoded);
	qemu_plugin_vcpu_udata_cb_t reader;
	qemu_plugin_vcpu_mem_cb_t access;

	insn->item.op.insn = decoded->is;
	insn->item.op.pc = decoded->pc;
	insn->item.op.privilege = builder->privilege;
	insn->item.op.site = code_site(code, decoded->pc, decoded->bits);
	insn->bits = decoded->bits;
	insn->item.effect = (uint8_t)effect_of(code, insn);
	insn->item.place = decoded->place;
	insn->item.mark = decoded->mark;
	reader = find_reader(code, insn);
	access = find_access(code, insn);
	qemu_plugin_register_vcpu_insn_exec_cb(decoded->insn, reader ? reader : code->calls->insn,
					       flags_of(reader || builder->readable), insn);
	builder->readable = insn->item.effect == STREAM_EFFECT_VL;
	if (access)
		qemu_plugin_register_vcpu_mem_cb(decoded->insn, access, QEMU_PLUGIN_CB_NO_REGS,
						 QEMU_PLUGIN_MEM_RW, NULL);
}

/* Blocks */

/* Nothing has to be known of it but its pc, where control went, and a word. */
static bool is_plain(const struct code *code, const struct tea_insn *insn)
{
	if (!code->host->blocks || is_vector(code, insn) || insn->class == TEA_CLASS_SFENCE ||
	    (insn->class == TEA_CLASS_CSR && code->host->asid))
		return false;
	return !code->vlen_bytes ||
	       (insn->class != TEA_CLASS_VSET && insn->class != TEA_CLASS_CSR);
}

/*
 * It may be illegal because of its rounding mode. QEMU checks the dynamic one at its first use in a
 * translation, and instructions that write frm end the translation.
 */
static bool may_round_badly(struct builder *builder, const struct decoded *decoded)
{
	uint32_t mode = decoded->bits >> 12 & 7;
	bool dynamic = mode == 7, known = builder->rounds;

	if (decoded->is.class < TEA_CLASS_FP_ADD || decoded->is.class > TEA_CLASS_FP_TO_INT ||
	    mode < 5)
		return false;
	builder->rounds |= dynamic;
	return !dynamic || !known;
}

/*
 * No instruction can follow it in a block: control may go elsewhere, by the instruction itself or
 * by a trap. Accesses to memory trap, too, but that shows by their missing address. The address is
 * also missing for a store conditional that fails, and always for a cbo.zero.
 */
static bool ends_block(struct builder *builder, const struct decoded *decoded)
{
	switch (decoded->is.class) {
	case TEA_CLASS_UNKNOWN:
	case TEA_CLASS_STORE_CONDITIONAL:
	case TEA_CLASS_CSR:
	case TEA_CLASS_FENCE:
	case TEA_CLASS_FENCE_I:
		return true;
	case TEA_CLASS_STORE:
		return !decoded->is.access_bytes;
	default:
		return decoded->is.class >= TEA_CLASS_VSET || code_transfers(&decoded->is) ||
		       may_round_badly(builder, decoded);
	}
}

/* With room for @most instructions, of which @first is the first. */
static struct code_block *new_block(struct builder *builder, const struct decoded *first,
				    size_t most)
{
	struct code *code = builder->code;
	struct code_block *block = alloc(code, sizeof(*block) +
					 most * sizeof(block->block.recipes[0]));

	block->last_access = TEA_NO_WORD;
	block->block.pc = first->pc;
	block->block.serial = ++code->blocks;
	block->block.privilege = builder->privilege;
	qemu_plugin_register_vcpu_insn_exec_cb(first->insn, code->calls->block,
					       flags_of(builder->readable), block);
	builder->readable = false;
	return block;
}

static void read_word(struct code *code, const struct decoded *decoded, uint8_t word,
		      qemu_plugin_vcpu_udata_cb_t reader)
{
	struct code_operands *operands = alloc(code, sizeof(*operands));

	*operands = (struct code_operands){ .bits = decoded->bits, .word = word };
	qemu_plugin_register_vcpu_insn_exec_cb(decoded->insn, reader, QEMU_PLUGIN_CB_R_REGS,
					       operands);
}

/* Returns the word of @decoded, which is behind the others of @block, or TEA_NO_WORD. */
static uint8_t add_word(struct code *code, struct code_block *block, const struct decoded *decoded)
{
	const uint8_t word = block->block.words, class = decoded->is.class;

	if (decoded->is.access_bytes) {
		qemu_plugin_register_vcpu_mem_cb(decoded->insn, code->calls->word,
						 QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW,
						 (void *)(uintptr_t)word);
		if (class != TEA_CLASS_STORE_CONDITIONAL)
			block->last_access = word;
	} else if (class == TEA_CLASS_INT_DIV) {
		read_word(code, decoded, word, code->calls->divide_word);
	} else if (class >= TEA_CLASS_PREFETCH_R && class <= TEA_CLASS_PREFETCH_I) {
		read_word(code, decoded, word, code->calls->prefetch_word);
	} else {
		return TEA_NO_WORD;
	}
	block->block.words++;
	return word;
}

static void add_to_block(struct code *code, struct code_block *block,
			 const struct decoded *decoded)
{
	block->block.recipes[block->block.count++] = (struct tea_recipe){
		.insn = decoded->is, .site = code_site(code, decoded->pc, decoded->bits),
		.offset = (uint16_t)(decoded->pc - block->block.pc),
		.word = add_word(code, block, decoded),
	};
	block->end = decoded->pc + decoded->is.length_bytes;
	block->transfers = code_transfers(&decoded->is);
}

/* Translations */

static struct decoded decode(struct qemu_plugin_insn *insn)
{
	struct decoded decoded = { .insn = insn, .pc = qemu_plugin_insn_vaddr(insn) };

	qemu_plugin_insn_data(insn, &decoded.bits, sizeof(decoded.bits));
	tea_insn_decode(&decoded.is, decoded.bits);
	return decoded;
}

/* @left: instructions of the translation, this one and those behind it. */
static void add(struct builder *builder, const struct decoded *decoded, size_t left)
{
	if (decoded->place || decoded->mark || builder->alone ||
	    !is_plain(builder->code, &decoded->is)) {
		builder->block = NULL;
		add_insn(builder, decoded);
		return;
	}
	if (!builder->block)
		builder->block = new_block(builder, decoded,
					   left < TEA_BLOCK_MAX ? left : TEA_BLOCK_MAX);
	add_to_block(builder->code, builder->block, decoded);
	if (ends_block(builder, decoded) || builder->block->block.count == TEA_BLOCK_MAX)
		builder->block = NULL;
}

/* What no stretch of code can be without: what it does to translations of addresses and to the L1I. */
static bool is_always_seen(const struct tea_insn *insn, uint32_t bits)
{
	return insn->class == TEA_CLASS_SFENCE || insn->class == TEA_CLASS_FENCE_I ||
	       (insn->class == TEA_CLASS_CSR && bits >> 20 == CSR_SATP);
}

static void translate_unseen(struct builder *builder, struct qemu_plugin_tb *tb, size_t count)
{
	struct code *code = builder->code;
	struct code_unseen *unseen = alloc(code, sizeof(*unseen));

	*unseen = (struct code_unseen){
		.pc = qemu_plugin_tb_vaddr(tb), .privilege = builder->privilege,
	};
	qemu_plugin_register_vcpu_tb_exec_cb(tb, code->host->unseen, QEMU_PLUGIN_CB_NO_REGS, unseen);
	for (size_t i = 0; i < count; i++) {
		const struct decoded decoded = decode(qemu_plugin_tb_get_insn(tb, i));

		if (is_always_seen(&decoded.is, decoded.bits))
			add_insn(builder, &decoded);
		else
			unseen->count++;
	}
}

void code_translate(struct code *code, struct qemu_plugin_tb *tb)
{
	struct builder builder = {
		.code = code, .readable = true, .privilege = code->host->privilege(),
	};
	size_t count = qemu_plugin_tb_n_insns(tb);

	if (code->host->unseen) {
		translate_unseen(&builder, tb, count);
		return;
	}
	builder.alone = count == 1 && code->host->asid;
	for (size_t i = 0; i < count; i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
		struct decoded decoded = decode(insn);

		if (code->host->code)
			code->host->code(decoded.pc, qemu_plugin_insn_haddr(insn));
		if (code->host->place)
			decoded.place = code->host->place(decoded.pc);
		if (code->host->mark)
			decoded.mark = code->host->mark(decoded.pc);
		add(&builder, &decoded, count - i);
	}
}
