// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * heaprule.c - call frame information of loaded code; see heaprule.h
 *
 * .eh_frame_hdr has a sorted table of functions; an entry of .eh_frame (FDE) a function's program,
 * which begins with that of its CIE. The program is run up to the address, and only what is of the
 * frame, the return address and the frame pointer is kept. What is not known ends it.
 */
#include "heaprule.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

#if defined(__riscv)
#define REG_SP		2
#define REG_FP		8
#define REG_RETURN	1
#elif defined(__x86_64__)
#define REG_SP		7
#define REG_FP		6
#define REG_RETURN	16
#else
#error "which registers has a frame?"
#endif

#define SAVED_DEPTH	4		/* of remembered rows */
#define TABLE_SIGNED_4	0x3b		/* pairs of 32 bits, from where the header begins */
#define PC_SIGNED_4	0x1b

struct bytes_cursor {
	const uint8_t *at, *end;
	bool bad;
};

/* Where a register is: a word from the frame's begin, or as it was. */
struct saved {
	enum { AS_IT_WAS, IN_FRAME, NOT_KNOWN } kind;
	int64_t offset;
};

struct row_rule {
	bool known;			/* register and offset of the frame's begin */
	uint64_t reg;
	int64_t offset;
	struct saved back, pointer;	/* return address, frame pointer */
};

struct cie {
	const uint8_t *program, *end;
	uint64_t code_align;
	int64_t data_align;
	uint8_t encoding;		/* of addresses in its FDEs */
	bool augmented;			/* FDEs have bytes to pass over */
};

/* A program on its way to an address. */
struct run {
	const struct cie *cie;
	struct row_rule row, first;	/* first: behind the CIE's */
	struct row_rule saved[SAVED_DEPTH];
	unsigned int saved_count;
	uint64_t at, pc;
	bool done, bad;
};

static uint64_t read_fixed(struct bytes_cursor *cursor, size_t bytes)
{
	uint64_t value = 0;

	if ((size_t)(cursor->end - cursor->at) < bytes) {
		cursor->bad = true;
		return 0;
	}
	memcpy(&value, cursor->at, bytes);
	cursor->at += bytes;
	return value;
}

static uint64_t read_uleb(struct bytes_cursor *cursor)
{
	uint64_t value = 0;
	unsigned int shift = 0;
	uint8_t byte;

	do {
		byte = (uint8_t)read_fixed(cursor, 1);
		if (shift < 64)
			value |= (uint64_t)(byte & 0x7f) << shift;
		shift += 7;
	} while (byte & 0x80 && !cursor->bad);
	return value;
}

static int64_t read_sleb(struct bytes_cursor *cursor)
{
	const uint8_t *begin = cursor->at;
	uint64_t value = read_uleb(cursor);
	unsigned int bits = 7 * (unsigned int)(cursor->at - begin);

	if (!cursor->bad && bits < 64 && cursor->at[-1] & 0x40)
		value |= ~0ULL << bits;
	return (int64_t)value;
}

/* Bytes of an address in that encoding; 0: not known. */
static size_t encoded_bytes(uint8_t encoding)
{
	switch (encoding & 0xf) {
	case 0x0:
	case 0x4:
	case 0xc:
		return 8;
	case 0x3:
	case 0xb:
		return 4;
	case 0x2:
	case 0xa:
		return 2;
	default:
		return 0;
	}
}

/* Of the letters behind 'z'. */
static bool read_augmentation(struct bytes_cursor *cursor, const char *letters, struct cie *cie)
{
	for (; *letters; letters++) {
		uint8_t encoding = *letters == 'P' || *letters == 'L' || *letters == 'R' ?
				   (uint8_t)read_fixed(cursor, 1) : 0;

		if (*letters == 'R')
			cie->encoding = encoding;
		else if (*letters == 'P')
			cursor->at += encoded_bytes(encoding);
		else if (*letters != 'L')
			return false;	/* 'S': a signal's frame */
	}
	return true;
}

static bool read_cie(const uint8_t *bytes, struct cie *cie)
{
	struct bytes_cursor cursor = { .at = bytes + 4, .end = bytes + 4 + *(const uint32_t *)bytes };
	uint64_t version, length;
	const char *letters;

	if (read_fixed(&cursor, 4))
		return false;
	version = read_fixed(&cursor, 1);
	letters = (const char *)cursor.at;
	cursor.at += strlen(letters) + 1;
	cie->code_align = read_uleb(&cursor);
	cie->data_align = read_sleb(&cursor);
	if ((version == 1 ? read_fixed(&cursor, 1) : read_uleb(&cursor)) != REG_RETURN)
		return false;
	cie->augmented = letters[0] == 'z';
	if (letters[0] && !cie->augmented)
		return false;
	if (cie->augmented) {
		length = read_uleb(&cursor);
		cie->program = cursor.at + length;
		if (!read_augmentation(&cursor, letters + 1, cie))
			return false;
	} else {
		cie->program = cursor.at;
	}
	cie->end = cursor.end;
	return !cursor.bad && cie->program <= cie->end;
}

static void set_saved(struct run *run, uint64_t reg, struct saved saved)
{
	if (reg == REG_RETURN)
		run->row.back = saved;
	else if (reg == REG_FP)
		run->row.pointer = saved;
}

static void save_at(struct run *run, uint64_t reg, int64_t factored)
{
	set_saved(run, reg, (struct saved){ IN_FRAME, factored * run->cie->data_align });
}

static void restore(struct run *run, uint64_t reg)
{
	set_saved(run, reg, reg == REG_RETURN ? run->first.back : run->first.pointer);
}

static void advance(struct run *run, uint64_t delta)
{
	run->at += delta * run->cie->code_align;
	run->done = run->at > run->pc;
}

static void define(struct run *run, uint64_t reg, int64_t offset)
{
	run->row.known = true;
	run->row.reg = reg;
	run->row.offset = offset;
}

static void remember(struct run *run)
{
	if (run->saved_count == SAVED_DEPTH)
		run->bad = true;
	else
		run->saved[run->saved_count++] = run->row;
}

static void recall(struct run *run)
{
	if (!run->saved_count)
		run->bad = true;
	else
		run->row = run->saved[--run->saved_count];
}

/* DW_CFA_* without an operand in the operation itself. */
static void run_extended(struct run *run, struct bytes_cursor *cursor, uint8_t operation)
{
	uint64_t reg = 0;

	/* those that begin with a register */
	if ((operation >= 0x05 && operation <= 0x09) || operation == 0x0c || operation == 0x0d ||
	    (operation >= 0x10 && operation <= 0x12) || (operation >= 0x14 && operation <= 0x16))
		reg = read_uleb(cursor);
	switch (operation) {
	case 0x00: break;
	case 0x02: advance(run, read_fixed(cursor, 1)); break;
	case 0x03: advance(run, read_fixed(cursor, 2)); break;
	case 0x04: advance(run, read_fixed(cursor, 4)); break;
	case 0x05: save_at(run, reg, (int64_t)read_uleb(cursor)); break;
	case 0x06: restore(run, reg); break;
	case 0x07: set_saved(run, reg, (struct saved){ .kind = NOT_KNOWN }); break;
	case 0x08: set_saved(run, reg, (struct saved){ .kind = AS_IT_WAS }); break;
	case 0x09: read_uleb(cursor); set_saved(run, reg, (struct saved){ .kind = NOT_KNOWN }); break;
	case 0x0a: remember(run); break;
	case 0x0b: recall(run); break;
	case 0x0c: define(run, reg, (int64_t)read_uleb(cursor)); break;
	case 0x0d: define(run, reg, run->row.offset); break;
	case 0x0e: run->row.offset = (int64_t)read_uleb(cursor); break;
	case 0x0f: cursor->at += read_uleb(cursor); run->row.known = false; break;
	case 0x10:
	case 0x16: cursor->at += read_uleb(cursor); set_saved(run, reg, (struct saved){ .kind = NOT_KNOWN }); break;
	case 0x11: save_at(run, reg, read_sleb(cursor)); break;
	case 0x12: define(run, reg, read_sleb(cursor) * run->cie->data_align); break;
	case 0x13: run->row.offset = read_sleb(cursor) * run->cie->data_align; break;
	case 0x14: read_uleb(cursor); set_saved(run, reg, (struct saved){ .kind = NOT_KNOWN }); break;
	case 0x15: read_sleb(cursor); set_saved(run, reg, (struct saved){ .kind = NOT_KNOWN }); break;
	case 0x2e: read_uleb(cursor); break;	/* the size of arguments */
	default: run->bad = true;
	}
}

static void run_program(struct run *run, const uint8_t *program, const uint8_t *end)
{
	struct bytes_cursor cursor = { .at = program, .end = end };

	while (!run->done && !run->bad && cursor.at < cursor.end) {
		uint8_t byte = (uint8_t)read_fixed(&cursor, 1), operand = byte & 0x3f;

		switch (byte >> 6) {
		case 1: advance(run, operand); break;
		case 2: save_at(run, operand, (int64_t)read_uleb(&cursor)); break;
		case 3: restore(run, operand); break;
		default: run_extended(run, &cursor, operand);
		}
		run->bad |= cursor.bad;
	}
}

/* The entry of the function at @pc, by the header's table; NULL: there is none. */
static const uint8_t *find_fde(const uint8_t *header, uint64_t pc, uint64_t *begin)
{
	const int32_t *table = (const int32_t *)(header + 12);
	const int64_t wanted = (int64_t)(pc - (uintptr_t)header);
	size_t low = 0, high;

	if (header[0] != 1 || header[1] != PC_SIGNED_4 || header[2] != 0x03 || header[3] != TABLE_SIGNED_4)
		return NULL;
	high = *(const uint32_t *)(header + 8);
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (table[2 * middle] <= wanted)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low)
		return NULL;
	*begin = (uintptr_t)header + (uint64_t)(int64_t)table[2 * (low - 1)];
	return header + table[2 * (low - 1) + 1];
}

static struct row_rule row_of(const uint8_t *fde, uint64_t begin, uint64_t pc, bool *described)
{
	const uint32_t length = *(const uint32_t *)fde, back = *(const uint32_t *)(fde + 4);
	struct bytes_cursor cursor = { .at = fde + 8, .end = fde + 4 + length };
	struct cie cie = { .encoding = 0 };
	struct run run = { .cie = &cie, .at = begin, .pc = pc };
	uint64_t range;
	size_t bytes;

	if (!length || length == UINT32_MAX || !back || !read_cie(fde + 4 - back, &cie))
		return run.row;
	bytes = encoded_bytes(cie.encoding);
	read_fixed(&cursor, bytes);
	range = read_fixed(&cursor, bytes);
	if (!bytes || cursor.bad || pc - begin >= range)
		return run.row;
	*described = true;
	if (cie.augmented) {
		uint64_t rest = read_uleb(&cursor);

		cursor.at += rest;
	}
	run_program(&run, cie.program, cie.end);
	run.first = run.row;
	run_program(&run, cursor.at, cursor.end);
	run.row.known &= !run.bad;
	return run.row;
}

/* Within 16 bits, below the frame's begin. */
static bool is_below(const struct saved *saved)
{
	return saved->kind == IN_FRAME && saved->offset < 0 && saved->offset >= -(int64_t)UINT16_MAX;
}

struct heaprule heaprule_find(uint64_t pc)
{
	struct heaprule rule = { .known = false };
	struct dl_find_object found;
	struct row_rule row = { .known = false };
	const uint8_t *fde = NULL;
	uint64_t begin = 0;

	if (!_dl_find_object((void *)(uintptr_t)pc, &found) && found.dlfo_eh_frame)
		fde = find_fde(found.dlfo_eh_frame, pc, &begin);
	if (fde)
		row = row_of(fde, begin, pc, &rule.described);
	if (!row.known || (row.reg != REG_SP && row.reg != REG_FP) || !is_below(&row.back) ||
	    row.offset < 0 || row.offset >= 1 << 23 || row.pointer.kind == NOT_KNOWN ||
	    (row.pointer.kind == IN_FRAME && !is_below(&row.pointer)))
		return rule;
	rule.known = true;
	rule.by_pointer = row.reg == REG_FP;
	rule.size = (int32_t)row.offset;
	rule.return_below = (uint16_t)-row.back.offset;
	rule.pointer_below = row.pointer.kind == IN_FRAME ? (uint16_t)-row.pointer.offset : 0;
	return rule;
}

uint64_t heaprule_pack(const struct heaprule *rule)
{
	return 1 | (uint64_t)rule->known << 1 | (uint64_t)rule->by_pointer << 2 |
	       (uint64_t)rule->return_below << 8 | (uint64_t)rule->pointer_below << 24 |
	       (uint64_t)rule->size << 40;
}

struct heaprule heaprule_unpack(uint64_t word)
{
	return (struct heaprule){
		.known = word >> 1 & 1, .by_pointer = word >> 2 & 1, .return_below = word >> 8 & 0xffff,
		.pointer_below = word >> 24 & 0xffff, .size = (int32_t)(word >> 40),
	};
}
