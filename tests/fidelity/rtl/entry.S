/* SPDX-License-Identifier: GPL-2.0-or-later */
/* entry.S - entry and traps, a stack, and the word that RTL's loader sets */
	.section .text.entry, "ax"
	.global _start
_start:
	csrr	t0, mhartid
	la	sp, stack_top
	la	t1, trap
	csrw	mtvec, t1
	li	t1, -1
	csrw	pmpaddr0, t1
	li	t1, 0x1f
	csrw	pmpcfg0, t1
	li	t1, 3 << 13		/* floating point on */
	csrs	mstatus, t1
	fscsr	zero
	call	bench_start
1:	j	1b

	.align	6
trap:	csrr	a0, mcause
	csrr	a1, mepc
	csrr	a2, mtval
	call	bench_trap

	.section .data.platform, "aw"
	.align	6
	.global platform_rtl
platform_rtl:
	.dword	0

	.section .stacks, "aw", @nobits
	.align	6
	.space	65536
stack_top:
