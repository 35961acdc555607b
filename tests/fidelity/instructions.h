/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * instructions.h - RISC-V instructions as numbers, for code that is made at run time
 *
 * Registers are given by number; floating-point ones have no names of their own.
 */
#ifndef TEA_INSTRUCTIONS_H
#define TEA_INSTRUCTIONS_H

#include <stdint.h>

enum {
	ZERO = 0, RA = 1, SP = 2, T0 = 5, T1, T2, A0 = 10, A1, A2, A3, A4, A5, A6, A7,
	S2, S3, S4, S5, S6, S7, S8, S9, S10, S11, T3, T4, T5, T6,
};

/* The registers of a body keep their values from run to run here. */
#define MICRO_REGISTERS(X) \
	X(A1) X(A2) X(A3) X(A4) X(A5) X(A6) X(A7) X(T0) X(T1) X(T2) X(T3) X(T4) X(T5) X(T6) \
	X(S2) X(S3) X(S4) X(S5) X(S6) X(S7) X(S8) X(S9) X(S10) X(S11)

struct micro_state {
#define MICRO_X(name) uint64_t name;
	MICRO_REGISTERS(MICRO_X)
#undef MICRO_X
};

/* Unused memory for data, page tables, code. */
#define HEAP		0x82000000ULL
#define LINE		64
#define PAGE		4096

/* Instructions. */
uint32_t op_r(uint32_t opcode, uint32_t funct3, uint32_t funct7, int rd, int rs1, int rs2);
uint32_t op_i(uint32_t opcode, uint32_t funct3, int rd, int rs1, int immediate);
uint32_t op_s(uint32_t funct3, int rs1, int rs2, int immediate);
uint32_t op_b(uint32_t funct3, int rs1, int rs2, int offset);
uint32_t op_jal(int rd, int offset);

#define NOP			op_i(0x13, 0, ZERO, ZERO, 0)
#define ADD(rd, rs1, rs2)	op_r(0x33, 0, 0, rd, rs1, rs2)
#define XOR(rd, rs1, rs2)	op_r(0x33, 4, 0, rd, rs1, rs2)
#define SUB(rd, rs1, rs2)	op_r(0x33, 0, 0x20, rd, rs1, rs2)
#define AND(rd, rs1, rs2)	op_r(0x33, 7, 0, rd, rs1, rs2)
#define ADDI(rd, rs1, imm)	op_i(0x13, 0, rd, rs1, imm)
#define ANDI(rd, rs1, imm)	op_i(0x13, 7, rd, rs1, imm)
#define SLLI(rd, rs1, imm)	op_i(0x13, 1, rd, rs1, imm)
#define SRLI(rd, rs1, imm)	op_i(0x13, 5, rd, rs1, imm)
#define MUL(rd, rs1, rs2)	op_r(0x33, 0, 1, rd, rs1, rs2)
#define DIV(rd, rs1, rs2)	op_r(0x33, 4, 1, rd, rs1, rs2)
#define LD(rd, rs1, imm)	op_i(0x03, 3, rd, rs1, imm)
#define LW(rd, rs1, imm)	op_i(0x03, 2, rd, rs1, imm)
#define FLD(rd, rs1, imm)	op_i(0x07, 3, rd, rs1, imm)
#define LBU(rd, rs1, imm)	op_i(0x03, 4, rd, rs1, imm)
#define SD(rs2, rs1, imm)	op_s(3, rs1, rs2, imm)
#define SW(rs2, rs1, imm)	op_s(2, rs1, rs2, imm)
#define SB(rs2, rs1, imm)	op_s(0, rs1, rs2, imm)
#define FSD(rs2, rs1, imm)	(SD(rs2, rs1, imm) | 0x04)	/* STORE-FP for STORE */
#define BEQ(rs1, rs2, offset)	op_b(0, rs1, rs2, offset)
#define BNE(rs1, rs2, offset)	op_b(1, rs1, rs2, offset)
#define JR(rs1)			op_i(0x67, 0, ZERO, rs1, 0)
#define FSGNJ_D(rd, rs1)	op_r(0x53, 0, 0x11, rd, rs1, rs1)
#define FMV_D_X(rd, rs1)	op_r(0x53, 0, 0x79, rd, rs1, 0)
#define FENCE			0x0ff0000f
#define FSFLAGS(rs1)		op_i(0x73, 1, ZERO, rs1, 1)

#endif /* TEA_INSTRUCTIONS_H */
