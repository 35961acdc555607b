// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * datafields.c - fields that instructions access; see datafields.h
 */
#include "datafields.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "isa/op.h"
#include "symbols/datatype.h"

#define STEPS_MOST	8		/* registers that were made of each other */
#define INT_REGS	32
#define ANY_WRITER	UINT_MAX
#define CALLEE_SAVED	0x0ffc031eU	/* ra, sp, gp, tp, s0 to s11: as they were behind a call */

_Static_assert(DATAFIELDS_TEXT == DATATYPE_TEXT, "one is what the other fills");

struct step {
	struct tea_insn insn;
	uint64_t address;
};

/* An instruction, and the block that it is in. */
struct quest {
	const struct datafields *fields;
	const struct symbols_location *location;
	uint64_t begin;
	unsigned int steps;
};

int datafields_init(struct datafields *fields, struct blocks *blocks)
{
	int error;

	*fields = (struct datafields){ .blocks = blocks };
	error = disasm_open(&fields->disasm);
	fields->opened = !error;
	return error;
}

void datafields_deinit(struct datafields *fields)
{
	if (fields->opened)
		disasm_close(&fields->disasm);
	fields->opened = false;
}

static bool read_step(const struct quest *quest, uint64_t address, struct step *step)
{
	const uint8_t *bytes;
	size_t size = symbols_code(quest->location, address, 4, &bytes);
	uint32_t bits;

	if (!tea_insn_fetch(bytes, size, &bits))
		return false;
	step->address = address;
	tea_insn_decode(&step->insn, bits);
	return true;
}

static void read_text(const struct quest *quest, const struct step *step, char text[DISASM_TEXT])
{
	const uint8_t *bytes;
	size_t size = symbols_code(quest->location, step->address, 4, &bytes);

	if (!disasm_insn(&quest->fields->disasm, bytes, size, step->address, text))
		text[0] = '\0';
}

/* "ld a0, -8(s0)", "addi a0, a1, 16": the number behind the last comma; none is 0. */
static int64_t immediate_of(const char *text)
{
	const char *comma = strrchr(text, ',');
	char *end;
	long long number;

	if (!comma)
		return 0;
	comma += 1 + strspn(comma + 1, " ");
	number = strtoll(comma, &end, 0);
	return end == comma ? 0 : number;
}

static bool is_load(const struct tea_insn *insn)
{
	return insn->class == TEA_CLASS_LOAD || insn->class == TEA_CLASS_LOAD_RESERVED;
}

static bool is_access(const struct tea_insn *insn)
{
	switch (insn->class) {
	case TEA_CLASS_LOAD:
	case TEA_CLASS_STORE:
	case TEA_CLASS_LOAD_RESERVED:
	case TEA_CLASS_STORE_CONDITIONAL:
	case TEA_CLASS_AMO:
	case TEA_CLASS_V_LOAD:
	case TEA_CLASS_V_STORE:
		return true;
	default:
		return false;
	}
}

/* Only plain loads and stores have an offset in their text. */
static int64_t offset_of(const struct quest *quest, const struct step *step)
{
	char text[DISASM_TEXT];

	if (step->insn.class != TEA_CLASS_LOAD && step->insn.class != TEA_CLASS_STORE)
		return 0;
	read_text(quest, step, text);
	return immediate_of(text);
}

static bool is_call(const struct tea_insn *insn)
{
	return insn->flags & TEA_INSN_CALL;
}

/* The last instruction of the block before @address that wrote @reg, and what it holds still. */
static bool find_writer(const struct quest *quest, uint64_t address, unsigned int reg,
			struct step *writer)
{
	bool found = false;
	struct step step;

	for (uint64_t at = quest->begin; at < address; at += step.insn.length_bytes) {
		if (!read_step(quest, at, &step))
			return false;
		if (step.insn.dst == reg) {
			*writer = step;
			found = true;
		} else if (is_call(&step.insn) && !(CALLEE_SAVED >> reg & 1)) {
			found = false;
		}
	}
	return found;
}

static bool begins_with(const char *text, const char *word)
{
	size_t length = strlen(word);

	return !strncmp(text, word, length) && text[length] == ' ';
}

/* "addi a5, a5, 8": what walks through an array. */
static bool is_increment(const struct quest *quest, const struct step *step, char text[DISASM_TEXT])
{
	if (step->insn.class != TEA_CLASS_INT_ALU || step->insn.src[0] != step->insn.dst ||
	    step->insn.src[1] != TEA_REG_NONE)
		return false;
	read_text(quest, step, text);
	return begins_with(text, "addi");
}

/*
 * How many instructions of the function write @reg, of which @writer is one, but for those that
 * increment it by @walk: with one, or none, the register is made of that whatever way control takes.
 * ANY_WRITER: that cannot be told.
 */
static unsigned int count_writers(const struct quest *quest, unsigned int reg, struct step *writer,
				  int64_t *walk)
{
	const struct symbols_location *location = quest->location;
	unsigned int writers = 0;
	char text[DISASM_TEXT];
	struct step step;

	*walk = 0;
	for (uint64_t at = location->function_start; at < location->function_end;
	     at += step.insn.length_bytes) {
		if (!read_step(quest, at, &step) ||
		    (is_call(&step.insn) && !(CALLEE_SAVED >> reg & 1)))
			return ANY_WRITER;
		if (step.insn.dst != reg)
			continue;
		if (is_increment(quest, &step, text)) {
			*walk = llabs(immediate_of(text));
			continue;
		}
		*writer = step;
		writers++;
	}
	return writers;
}

static bool resolve(struct quest *quest, uint64_t address, unsigned int reg, int64_t offset,
		    struct datatype *data);

/* How far the address goes for each step of an index, and what a constant in that adds. */
struct index {
	int64_t step, constant;		/* step 0: not known */
};

/* "slli a5, a5, 3" behind "addi a5, a5, 8", either of which may be missing. */
static struct index index_of(const struct quest *quest, uint64_t address, unsigned int reg,
			     int64_t step)
{
	struct index index = { .step = step };
	char text[DISASM_TEXT];
	struct step writer;

	if (!find_writer(quest, address, reg, &writer))
		return index;
	read_text(quest, &writer, text);
	if (begins_with(text, "slli")) {
		index.step = step << (immediate_of(text) & 31);
		if (writer.insn.src[0] >= INT_REGS ||
		    !find_writer(quest, writer.address, writer.insn.src[0], &writer))
			return index;
		read_text(quest, &writer, text);
	} else if (writer.insn.class == TEA_CLASS_INT_MUL || begins_with(text, "add") ||
		   begins_with(text, "sub")) {
		index.step = 0;		/* a product, or the sum of two shifted */
	}
	if (begins_with(text, "addi"))
		index.constant = index.step * immediate_of(text);
	return index;
}

/* "add", "sh3add" and their like: one of the two is where an array begins, the other an index. */
static bool resolve_sum(struct quest *quest, const struct step *step, unsigned int shift,
			int64_t offset, struct datatype *data)
{
	for (unsigned int base = 2; base-- > (shift ? 1 : 0); ) {
		unsigned int other = step->insn.src[1 - base];
		struct index index;

		if (step->insn.src[base] >= INT_REGS || other >= INT_REGS)
			continue;
		index = index_of(quest, step->address, other, 1 << shift);
		if (resolve(quest, step->address, step->insn.src[base], offset + index.constant, data))
			return datatype_index(data, index.step);
	}
	return false;
}

/* What a register was made of: a pointer that was loaded, or an address and something more. */
static bool resolve_writer(struct quest *quest, const struct step *step, int64_t offset,
			   struct datatype *data)
{
	static const char *const sums[] = { "add", "sh1add", "sh2add", "sh3add" };	/* by shift */
	struct datatype pointer = { .bytes = data->bytes };
	/* A move is an addition to zero, on either side. */
	uint8_t from = step->insn.src[0] < INT_REGS ? step->insn.src[0] : step->insn.src[1];
	char text[DISASM_TEXT];

	if (from >= INT_REGS)
		return false;
	if (is_load(&step->insn))
		return resolve(quest, step->address, from, offset_of(quest, step),
			       &pointer) && datatype_follow(&pointer, offset, data);
	read_text(quest, step, text);
	if (begins_with(text, "addi"))
		return resolve(quest, step->address, from, offset + immediate_of(text),
			       data);
	if (begins_with(text, "mv"))
		return resolve(quest, step->address, from, offset, data);
	for (unsigned int i = 0; i < sizeof(sums) / sizeof(sums[0]); i++)
		if (begins_with(text, sums[i]))
			return resolve_sum(quest, step, i, offset, data);
	return false;
}

/* The register is made of one thing in all of the function, and walks from there. */
static bool resolve_anywhere(struct quest *quest, unsigned int reg, int64_t offset,
			     struct datatype *data)
{
	const struct symbols_location *location = quest->location;
	const uint64_t begin = quest->begin;
	struct step writer;
	int64_t walk;
	bool found = false;

	switch (count_writers(quest, reg, &writer, &walk)) {
	case 0:
		found = datatype_at(&location->object->elf, location->function_start, reg, offset, data);
		break;
	case 1:
		/* The code in front of it is another block's. */
		quest->begin = writer.address;
		found = resolve_writer(quest, &writer, offset, data);
		quest->begin = begin;
		break;
	}
	return found && (!walk || datatype_index(data, walk));
}

/* What @reg + @offset points to in front of @address. */
static bool resolve(struct quest *quest, uint64_t address, unsigned int reg, int64_t offset,
		    struct datatype *data)
{
	struct step writer;

	if (datatype_at(&quest->location->object->elf, address, reg, offset, data))
		return true;
	if (quest->steps++ >= STEPS_MOST)
		return false;
	if (find_writer(quest, address, reg, &writer))
		return resolve_writer(quest, &writer, offset, data);
	return resolve_anywhere(quest, reg, offset, data);
}

int datafields_find(struct datafields *fields, uint32_t object,
		    const struct symbols_location *location, char text[DATAFIELDS_TEXT])
{
	struct quest quest = { .fields = fields, .location = location };
	struct datatype data = { .bytes = 0 };
	struct step step;
	uint64_t end;
	int error;

	strcpy(text, DATAFIELDS_UNKNOWN);
	if (!location->function || !location->object->elf.dwfl ||
	    !read_step(&quest, location->address, &step))
		return 0;
	if (!is_access(&step.insn)) {
		strcpy(text, DATAFIELDS_NONE);
		return 0;
	}
	data.bytes = step.insn.access_bytes;
	error = blocks_find(fields->blocks, object, location, &quest.begin, &end);
	if (!error && step.insn.src[0] < INT_REGS &&
	    resolve(&quest, location->address, step.insn.src[0], offset_of(&quest, &step), &data))
		datatype_name(&data, text);
	return error;
}
