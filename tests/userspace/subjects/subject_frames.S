/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * subject_frames.S - functions with frames of every kind, for call frame information
 *
 * Labels at_* are places where each may be interrupted, back_* where calls return to.
 */
	.option norelax
	.text

/* A frame record as compilers make it where they keep frame pointers. */
	.macro	enter
	addi	sp, sp, -16
	.cfi_def_cfa_offset 16
	sd	ra, 8(sp)
	.cfi_offset ra, -8
	sd	s0, 0(sp)
	.cfi_offset s0, -16
	addi	s0, sp, 16
	.cfi_def_cfa s0, 0
	.endm

	.macro	leave
	ld	ra, 8(sp)
	ld	s0, 0(sp)
	addi	sp, sp, 16
	ret
	.endm

	.macro	function name
	.globl	\name
	.type	\name, @function
\name:
	.cfi_startproc
	.endm

	.macro	end name
	.cfi_endproc
	.size	\name, . - \name
	.endm

	function _start
	.cfi_undefined ra
	jal	ra, outer
back_start:
	j	back_start
	end	_start

	function outer
	enter
	jal	ra, middle
back_outer:
	leave
	end	outer

	function middle
	enter
at_middle_before:
	jal	ra, bare
back_middle_bare:
	jal	ra, framed
back_middle_framed:
	jal	ra, plain
back_middle_plain:
at_middle_after:
	leave
	end	middle

/* A leaf without a frame. */
	function bare
at_bare:
	ret
	end	bare

/* A leaf with a frame, which has no return address in it. */
	function framed
	addi	sp, sp, -16
	.cfi_def_cfa_offset 16
	sd	s0, 8(sp)
	.cfi_offset s0, -8
	addi	s0, sp, 16
	.cfi_def_cfa s0, 0
at_framed:
	ld	s0, 8(sp)
	addi	sp, sp, 16
	ret
	end	framed

/* Frame pointers are not kept: s0 is any register. */
	function plain
	addi	sp, sp, -16
	.cfi_def_cfa_offset 16
	sd	ra, 8(sp)
	.cfi_offset ra, -8
	sd	s0, 0(sp)
	.cfi_offset s0, -16
	li	s0, 1
at_plain:
	jal	ra, bare
back_plain:
	leave
	end	plain
