/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * start.S - entry and traps of the bare-metal tests, for -bios none
 *
 * Hart 0 comes to bare_start(), others to bare_second(). Traps save all integer
 * registers and come to bare_trap() in the mode they were taken in: M-mode ones
 * swap stacks through mscratch, S-mode ones through sscratch. Code in U and S
 * runs on the stack that bare_run_at() was called on.
 */
#define REGISTERS 32

	.section .text.entry, "ax"
	.global _start
_start:
	csrr	t0, mhartid
	la	sp, stacks
	addi	t1, t0, 1
	slli	t1, t1, 14
	add	sp, sp, t1
	la	t1, machine_trap
	csrw	mtvec, t1
	la	t1, supervisor_trap
	csrw	stvec, t1
	/* the stack's upper part is the program's, its middle M's traps, its end S's */
	li	t2, 8192
	sub	t1, sp, t2
	csrw	mscratch, t1
	li	t2, 4096
	sub	t1, t1, t2
	csrw	sscratch, t1
	li	t1, -1
	csrw	pmpaddr0, t1
	li	t1, 0x1f
	csrw	pmpcfg0, t1
	li	t1, -1
	csrw	mcounteren, t1
	csrw	scounteren, t1
	li	t1, 3 << 13		/* floating point on */
	csrs	mstatus, t1
	bnez	t0, 1f
	la	t1, bss_begin		/* after a reset, it has old contents */
	la	t2, bss_end
3:	sd	zero, 0(t1)
	addi	t1, t1, 8
	bltu	t1, t2, 3b
	call	bare_start
1:	call	bare_second
2:	j	2b

	.macro	save_registers scratch
	csrrw	sp, \scratch, sp
	addi	sp, sp, -REGISTERS * 8
	sd	x1, 8(sp)
	.irp	n, 3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
	sd	x\n, \n * 8(sp)
	.endr
	csrr	t0, \scratch
	sd	t0, 16(sp)
	addi	t0, sp, REGISTERS * 8
	csrw	\scratch, t0
	.endm

	.macro	load_registers
	ld	x1, 8(sp)
	.irp	n, 3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
	ld	x\n, \n * 8(sp)
	.endr
	ld	sp, 16(sp)
	.endm

	.text
	.balign	4
machine_trap:
	save_registers mscratch
	csrr	a0, mcause
	csrr	a1, mepc
	li	a2, 3
	mv	a3, sp
	call	bare_trap
	csrw	mepc, a0
	load_registers
	mret

	.balign	4
supervisor_trap:
	save_registers sscratch
	csrr	a0, scause
	csrr	a1, sepc
	li	a2, 1
	mv	a3, sp
	call	bare_trap
	csrw	sepc, a0
	load_registers
	sret

/*
 * bare_run_at(mode, function, argument): call function(argument) at privilege
 * mode 0 or 1, or with 4 more as a virtual machine's, and come back to M by an
 * ecall with a7 = -1 (see bare_trap).
 */
	.global	bare_run_at
bare_run_at:
	addi	sp, sp, -112
	sd	ra, 0(sp)
	.irp	n, 0,1,2,3,4,5,6,7,8,9,10,11
	sd	s\n, 8 + \n * 8(sp)
	.endr
	li	t0, 3 << 11
	csrc	mstatus, t0
	la	ra, 1f
	andi	t0, a0, 4
	bnez	t0, 2f
	slli	a0, a0, 11
	csrs	mstatus, a0
	csrw	mepc, a1
	mv	a0, a2
	mret
2:	andi	t1, a0, 1		/* by S: QEMU 10.0 does not let M-mode write MPV */
	slli	t1, t1, 8		/* SPP */
	mv	a0, a2
	li	t0, 1 << 11
	csrs	mstatus, t0
	la	t0, 3f
	csrw	mepc, t0
	mret
3:	li	t0, 1 << 8
	csrc	sstatus, t0
	csrs	sstatus, t1
	li	t0, 1 << 7		/* SPV */
	csrs	0x600, t0		/* hstatus */
	csrw	sepc, a1
	sret
1:	li	a7, -1
	ecall
	.global	bare_run_done
bare_run_done:				/* M again, the stack as at the call */
	ld	ra, 0(sp)
	.irp	n, 0,1,2,3,4,5,6,7,8,9,10,11
	ld	s\n, 8 + \n * 8(sp)
	.endr
	addi	sp, sp, 112
	ret

	.section .stacks, "aw", @nobits
	.balign	4096
	.globl	stacks
stacks:	.skip	4 << 14
