/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * subject_gaps.S - a function with call frame information between code without, the second
 * stretch of which is longer than one row has
 */
	.text
	.option	norvc
	.globl	_start
_start:
	nop
	.cfi_startproc
	nop
	.cfi_endproc
	.rept	65536 / 4 + 1
	nop
	.endr
