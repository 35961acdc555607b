// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * heapscan.c - frames by the code that gives them back; see heapscan.h
 *
 * From a call on, the code is read forwards to the return, over branches and along jumps: it loads
 * the return address from the frame, and gives that back. What makes a frame is of another function:
 * nothing is known then. The code is copied by the kernel, which fails where none is.
 */
#include "heapscan.h"

#include <stddef.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#if defined(__riscv)

#define RA		1
#define SP		2
#define S0		8
#define INSNS_MOST	512
#define COPY_BYTES	256U
#define FRAME_BYTES_MOST 0x8000

/* The code around an address, as far as it was copied. */
struct copied_code {
	uint64_t begin;
	size_t size;
	uint8_t bytes[COPY_BYTES];
};

/* What the code has done with the frame so far. */
struct epilogue {
	bool loaded;			/* the return address */
	bool by_pointer;		/* the stack pointer was made from the frame pointer */
	int64_t size;			/* that was given back, less what the frame pointer is above it */
	int64_t return_at, pointer_at;	/* above the stack pointer then; pointer_at -1: nowhere */
};

static bool copy(struct copied_code *code, uint64_t at, void *to, size_t bytes)
{
	struct iovec here = { code->bytes, COPY_BYTES }, there = { (void *)(uintptr_t)at, COPY_BYTES };

	if (at < code->begin || at + bytes > code->begin + code->size) {
		ssize_t copied = process_vm_readv(getpid(), &here, 1, &there, 1, 0);

		code->begin = at;
		code->size = copied > 0 ? (size_t)copied : 0;
		if (code->size < bytes)
			return false;
	}
	memcpy(to, code->bytes + (at - code->begin), bytes);
	return true;
}

/* The instruction's bits, and how long it is; 0: there is none. */
static unsigned int fetch(struct copied_code *code, uint64_t at, uint32_t *bits)
{
	uint16_t half;

	if (!copy(code, at, &half, sizeof(half)))
		return 0;
	*bits = half;
	if ((half & 3) != 3)
		return 2;
	return copy(code, at, bits, sizeof(*bits)) ? 4 : 0;
}

static int64_t sign(uint32_t value, unsigned int bits)
{
	return (int64_t)((uint64_t)value << (64 - bits)) >> (64 - bits);
}

/* "ld reg, offset(sp)" of either length. */
static bool is_load(uint32_t bits, unsigned int length, unsigned int *reg, int64_t *offset)
{
	*reg = bits >> 7 & 31;
	if (length == 4) {
		*offset = sign(bits >> 20, 12);
		return (bits & 0xff07f) == (0x3003U | SP << 15);
	}
	*offset = (bits >> 12 & 1) << 5 | (bits >> 5 & 3) << 3 | (bits >> 2 & 7) << 6;
	return (bits & 0xe003) == 0x6002;
}

/* "addi sp, reg, value" of any form. */
static bool is_move(uint32_t bits, unsigned int length, unsigned int *reg, int64_t *value)
{
	*reg = SP;
	if (length == 4) {
		*reg = bits >> 15 & 31;
		*value = sign(bits >> 20, 12);
		return (bits & 0x7fff) == (0x13U | SP << 7);
	}
	if ((bits & 0xef83) == (0x6001U | SP << 7)) {	/* c.addi16sp */
		*value = sign((bits >> 12 & 1) << 9 | (bits >> 3 & 3) << 7 | (bits >> 5 & 1) << 6 |
			      (bits >> 2 & 1) << 5 | (bits >> 6 & 1) << 4, 10);
		return true;
	}
	*value = sign((bits >> 12 & 1) << 5 | (bits >> 2 & 31), 6);
	return (bits & 0xef83) == (1U | SP << 7);	/* c.addi */
}

/* "j", by how much. */
static bool is_jump(uint32_t bits, unsigned int length, int64_t *offset)
{
	if (length == 4) {
		*offset = sign((bits >> 31) << 20 | (bits >> 12 & 0xff) << 12 | (bits >> 20 & 1) << 11 |
			       (bits >> 21 & 0x3ff) << 1, 21);
		return (bits & 0xfff) == 0x6f;
	}
	*offset = sign((bits >> 12 & 1) << 11 | (bits >> 8 & 1) << 10 | (bits >> 9 & 3) << 8 |
		       (bits >> 6 & 1) << 7 | (bits >> 7 & 1) << 6 | (bits >> 2 & 1) << 5 | (bits >> 11 & 1) << 4 |
		       (bits >> 3 & 7) << 1, 12);
	return (bits & 0xe003) == 0xa001;
}

/* "jr reg": a return, or a call that is the function's last act. */
static bool is_return(uint32_t bits, unsigned int length)
{
	return length == 4 ? (bits & 0x7fff) == 0x67 : (bits & 0xf07f) == 0x8002 && bits >> 7 & 31;
}

/* Else the stack pointer is changed in a way that is not known: "add sp, sp, t0", "ld sp, ..". */
static bool is_strange(uint32_t bits, unsigned int length)
{
	const uint32_t opcode = bits & 0x7f;

	if ((bits >> 7 & 31) != SP)
		return false;
	return length == 4 ? opcode == 0x33 || opcode == 0x37 || opcode == 0x3b || opcode == 0x1b || opcode == 3 :
			     (bits & 0xe003) == 0x8002 || (bits & 0xe003) == 0x4001;
}

/* Takes an instruction in. False: nothing is known of the frame. */
static bool take(struct epilogue *epilogue, uint32_t bits, unsigned int length)
{
	unsigned int reg;
	int64_t value;

	if (is_move(bits, length, &reg, &value)) {
		if (reg == S0 && !epilogue->loaded && !epilogue->size) {
			epilogue->by_pointer = true;
			epilogue->size = value;
			return true;
		}
		epilogue->size += value;
		return reg == SP && value > 0;
	}
	if (is_load(bits, length, &reg, &value)) {
		if (reg == RA)
			epilogue->return_at = value + epilogue->size;
		else if (reg == S0)
			epilogue->pointer_at = value + epilogue->size;
		epilogue->loaded |= reg == RA;
		return true;
	}
	return !is_strange(bits, length);
}

static struct heaprule rule_of(const struct epilogue *epilogue)
{
	const int64_t back = epilogue->size - epilogue->return_at;
	const int64_t pointer = epilogue->pointer_at < 0 ? 0 : epilogue->size - epilogue->pointer_at;

	if (!epilogue->loaded || back <= 0 || back > FRAME_BYTES_MOST || pointer < 0 ||
	    pointer > FRAME_BYTES_MOST || (epilogue->by_pointer && epilogue->size < 0))
		return (struct heaprule){ .known = false };
	return (struct heaprule){
		.known = true, .by_pointer = epilogue->by_pointer, .size = (int32_t)epilogue->size,
		.return_below = (uint16_t)back, .pointer_below = (uint16_t)pointer,
	};
}

struct heaprule heapscan_find(uint64_t pc)
{
	struct epilogue epilogue = { .pointer_at = -1 };
	struct copied_code code = { .size = 0 };
	uint64_t at = pc;

	for (int i = 0; i < INSNS_MOST; i++) {
		uint32_t bits;
		unsigned int length = fetch(&code, at, &bits);
		int64_t offset;

		if (!length || !take(&epilogue, bits, length))
			break;
		if (is_return(bits, length) || (is_jump(bits, length, &offset) && epilogue.loaded))
			return rule_of(&epilogue);
		at += is_jump(bits, length, &offset) ? (uint64_t)offset : length;
	}
	return (struct heaprule){ .known = false };
}

#else

struct heaprule heapscan_find(uint64_t pc)
{
	(void)pc;
	return (struct heaprule){ .known = false };
}

#endif
