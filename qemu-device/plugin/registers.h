/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * registers.h - registers of the vCPU that runs
 *
 * To be read in callbacks that were registered for it, and at the first instruction of a
 * translation. Each takes some 30 ns, a mask of N bits N / 5 more.
 */
#ifndef TEA_REGISTERS_H
#define TEA_REGISTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum registers_csr { REGISTERS_VL, REGISTERS_VTYPE, REGISTERS_VSTART, REGISTERS_CSRS };

/* Once, in the context of a vCPU. False where QEMU does not show integer registers. */
bool registers_find(void);
/* Bits of its vector registers; 0: it has none. */
unsigned int registers_vlen(void);

uint64_t registers_integer(unsigned int number);
/* Of the instruction that is next, or that a signal ends the program at. Not while code runs. */
uint64_t registers_pc(void);
/* Where there are vector registers. */
uint64_t registers_vector(enum registers_csr csr);
/* v0, as it lies in memory. Returns its bytes, @size at most. */
size_t registers_mask(uint8_t *bytes, size_t size);

#endif /* TEA_REGISTERS_H */
