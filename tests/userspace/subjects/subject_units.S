/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * subject_units.S - two units of DWARF, the second inside of the first, as a linker leaves them of
 * functions it dropped; no .debug_aranges
 */
	.file	1 "outer.c"
	.file	2 "inner.c"
	.text
	.globl	_start, inner, behind
	.type	_start, @function
_start:
	.loc	1 10
	nop
	.size	_start, . - _start
	.type	inner, @function
inner:
	.loc	2 20
	nop
	.size	inner, . - inner
	.type	behind, @function
behind:
	.loc	1 30
	nop
	.size	behind, . - behind
	.loc	1 31
.Lend:
	nop

	.section .debug_abbrev, "", @progbits
	/* compile unit: name, statements, low_pc, high_pc as a size */
	.byte	1, 0x11
	.byte	0
	.byte	0x03, 0x08, 0x10, 0x17, 0x11, 0x01, 0x12, 0x07, 0, 0
	.byte	0

	.macro	unit name, begin, end
	.4byte	9f - 8f
8:	.2byte	4
	.4byte	.debug_abbrev
	.byte	8
	.byte	1
	.asciz	"\name"
	.4byte	.debug_line
	.8byte	\begin
	.8byte	\end - \begin
9:
	.endm

	.section .debug_info, "", @progbits
	unit	"outer.c", _start, .Lend
	unit	"inner.c", inner, behind

	.section .debug_line, "", @progbits
