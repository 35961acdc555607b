/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hostile.S - a program whose names try to leave the syntax that they are written in
 *
 * The assembler would not have such names: tests/userspace/./module.mk renames the functions in the
 * linked file. Text is at 0x10200, as in subject.S.
 */
	.macro	function name
	.globl	\name
	.type	\name, @function
\name:
	nop
	ret
	.size	\name, . - \name
	.endm

	.text
	function _start			/* 0x10200 */
	function name_script		/* 0x10204 */
	function name_frame		/* 0x10208 */
	function name_json		/* 0x1020c */
	function name_control		/* 0x10210 */
