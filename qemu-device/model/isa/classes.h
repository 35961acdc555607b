/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * classes.h - the classes of instructions, a row each, with all that depends on the class alone
 *
 * RV64GC, Zicbop and vectors; other instructions are UNKNOWN. Users of a column make a table of it.
 *
 * V_FP_ADD to V_FP_SQRT are floating-point arithmetic by element, V_FP_MISC is all else of it:
 * comparisons, minima, conversions, moves, estimates. Reductions are V_FP_REDUCE where they add
 * floating-point numbers, V_REDUCE where not. V_PERMUTE moves elements to other places, V_MASK
 * has masks for operands and makes a mask or indices, V_TO_INT and V_TO_FP write a scalar register.
 */
#ifndef TEA_CLASSES_H
#define TEA_CLASSES_H

/*
 * X(identifier, name, extension, queue, single, flags, result, latency, cause, component, flops, advice)
 *
 *	extension	I: of the base, or as its mnemonic says; F: by width F, D or Zfh
 *	queue, single	where it issues, and the unit that there is one of: core/kind.h
 *	flags		of core/kind.h
 *	result		BYPASSED to a dependent, or WRITTEN to the register file before
 *	latency		of the unit: the knob without its _latency; an address's is an ALU's
 *	cause		of that latency on the critical path: time/pathedges.h
 *	component	of stage stacks, that a dependent waits for. UNIT: ALU, or DEPEND where
 *			the latency is a cycle; STEPS: ALU, since it takes several in any case
 *	flops		floating-point operations, for a vector by element
 *	advice		for the user: userspace/analysis/causes/advice.h
 */
#define TEA_CLASSES(X) \
	X(UNKNOWN, "unknown", I, INT, NONE, NONE, BYPASSED, alu, ALU, UNIT, 0, NONE) \
	X(INT_ALU, "int", I, INT, NONE, NONE, BYPASSED, alu, ALU, UNIT, 0, INTEGER) \
	X(AUIPC, "auipc", I, INT, JUMP, NONE, WRITTEN, alu, ALU, UNIT, 0, INTEGER) \
	X(INT_MUL, "mul", M, INT, MUL, NONE, WRITTEN, mul, MUL, UNIT, 0, INTEGER) \
	X(INT_DIV, "div", M, INT, DIV, NONE, WRITTEN, div, DIV, STEPS, 0, DIVIDE) \
	X(BRANCH, "branch", I, INT, NONE, TAGGED, BYPASSED, alu, ALU, UNIT, 0, BRANCH) \
	X(JUMP, "jal", I, INT, JUMP, CONTROL, WRITTEN, alu, ALU, UNIT, 0, BRANCH) \
	X(JUMP_REG, "jalr", I, INT, JUMP, TAGGED, WRITTEN, alu, ALU, UNIT, 0, INDIRECT) \
	X(LOAD, "load", I, MEM, NONE, LDQ, BYPASSED, alu, ALU, L1D, 0, LOAD) \
	X(STORE, "store", I, MEM, NONE, STQ, BYPASSED, alu, ALU, DEPEND, 0, STORE) \
	X(LOAD_RESERVED, "lr", A, MEM, NONE, SERIAL_LDQ, BYPASSED, alu, ALU, L1D, 0, ATOMIC) \
	X(STORE_CONDITIONAL, "sc", A, MEM, NONE, SERIAL_STQ, BYPASSED, alu, ALU, L1D, 0, ATOMIC) \
	X(AMO, "amo", A, MEM, NONE, SERIAL_STQ, BYPASSED, alu, ALU, L1D, 0, ATOMIC) \
	X(FP_ADD, "fadd", F, FP, NONE, NONE, WRITTEN, fma, FP, UNIT, 1, FLOAT) \
	X(FP_MUL, "fmul", F, FP, NONE, NONE, WRITTEN, fma, FP, UNIT, 1, FLOAT) \
	X(FP_FMA, "fma", F, FP, NONE, NONE, WRITTEN, fma, FP, UNIT, 2, FLOAT) \
	X(FP_MISC, "fpmisc", F, FP, NONE, NONE, WRITTEN, fpmisc, FP, UNIT, 0, FLOAT) \
	X(FP_DIV, "fdiv", F, FP, FDIV, NONE, WRITTEN, fdiv, FDIV, UNIT, 1, DIVIDE) \
	X(FP_SQRT, "fsqrt", F, FP, FDIV, NONE, WRITTEN, fsqrt, FDIV, UNIT, 1, SQRT) \
	X(INT_TO_FP, "i2f", F, INT, TO_FP, NONE, WRITTEN, int_to_fp, FP, UNIT, 0, FLOAT) \
	X(FP_TO_INT, "f2i", F, FP, FP_OTHER, NONE, WRITTEN, fpmisc, FP, UNIT, 0, FLOAT) \
	X(CSR, "csr", Zicsr, INT, CSR, SERIAL, BYPASSED, alu, ALU, SERIAL, 0, FLUSHING) \
	X(FENCE, "fence", I, NONE, NONE, SERIAL, BYPASSED, alu, ALU, SERIAL, 0, ATOMIC) \
	X(FENCE_I, "fence.i", Zifencei, NONE, NONE, SERIAL, BYPASSED, alu, ALU, SERIAL, 0, ATOMIC) \
	X(SFENCE, "sfence", I, MEM, NONE, SERIAL, BYPASSED, alu, ALU, SERIAL, 0, ATOMIC) \
	X(SYSTEM, "system", I, INT, NONE, SERIAL, BYPASSED, alu, ALU, SERIAL, 0, SYSTEM) \
	X(TRAP_RETURN, "xret", I, INT, NONE, SERIAL, BYPASSED, alu, ALU, SERIAL, 0, SYSTEM) \
	X(PREFETCH_R, "prefetch.r", Zicbop, MEM, NONE, LDQ, BYPASSED, alu, ALU, DEPEND, 0, INTEGER) \
	X(PREFETCH_W, "prefetch.w", Zicbop, MEM, NONE, LDQ, BYPASSED, alu, ALU, DEPEND, 0, INTEGER) \
	X(PREFETCH_I, "prefetch.i", Zicbop, MEM, NONE, LDQ, BYPASSED, alu, ALU, DEPEND, 0, INTEGER) \
	X(VSET, "vset", V, INT, NONE, NONE, BYPASSED, alu, ALU, UNIT, 0, INTEGER) \
	X(V_INT, "vint", V, VEC, NONE, NONE, WRITTEN, vint, VECTOR, UNIT, 0, VECTOR) \
	X(V_INT_MUL, "vmul", V, VEC, NONE, NONE, WRITTEN, vmul, VECTOR, UNIT, 0, VECTOR) \
	X(V_INT_DIV, "vdiv", V, VEC, VDIV, NONE, WRITTEN, vdiv, VECTOR, UNIT, 0, VECTOR_DIVIDE) \
	X(V_FP_ADD, "vfadd", V, VEC, NONE, NONE, WRITTEN, vfma, VECTOR, UNIT, 1, VECTOR) \
	X(V_FP_MUL, "vfmul", V, VEC, NONE, NONE, WRITTEN, vfma, VECTOR, UNIT, 1, VECTOR) \
	X(V_FP_FMA, "vfma", V, VEC, NONE, NONE, WRITTEN, vfma, VECTOR, UNIT, 2, VECTOR) \
	X(V_FP_MISC, "vfmisc", V, VEC, NONE, NONE, WRITTEN, vfmisc, VECTOR, UNIT, 0, VECTOR) \
	X(V_FP_DIV, "vfdiv", V, VEC, VDIV, NONE, WRITTEN, vfdiv, VECTOR, UNIT, 1, VECTOR_DIVIDE) \
	X(V_FP_SQRT, "vfsqrt", V, VEC, VDIV, NONE, WRITTEN, vfsqrt, VECTOR, UNIT, 1, VECTOR_DIVIDE) \
	X(V_REDUCE, "vreduce", V, VEC, NONE, NONE, WRITTEN, vint, VECTOR, STEPS, 0, VECTOR_REDUCE) \
	X(V_FP_REDUCE, "vfreduce", V, VEC, NONE, NONE, WRITTEN, vfma, VECTOR, STEPS, 1, VECTOR_REDUCE) \
	X(V_PERMUTE, "vpermute", V, VEC, V_OTHER, NONE, WRITTEN, vpermute, VECTOR, UNIT, 0, VECTOR_MOVE) \
	X(V_MASK, "vmask", V, VEC, V_OTHER, NONE, WRITTEN, vint, VECTOR, UNIT, 0, VECTOR) \
	X(V_TO_INT, "v2i", V, VEC, V_OTHER, NONE, WRITTEN, vpermute, VECTOR, UNIT, 0, VECTOR) \
	X(V_TO_FP, "v2f", V, VEC, V_OTHER, NONE, WRITTEN, vpermute, VECTOR, UNIT, 0, VECTOR) \
	X(V_LOAD, "vload", V, MEM, NONE, LDQ, BYPASSED, alu, ALU, L1D, 0, VECTOR_LOAD) \
	X(V_STORE, "vstore", V, MEM, NONE, STQ, BYPASSED, alu, ALU, DEPEND, 0, VECTOR_STORE)

#endif /* TEA_CLASSES_H */
