# SPDX-License-Identifier: GPL-2.0-or-later
#
# subject.S - a tiny RISC-V program whose addresses never change, for the goldens
	.option norelax
	.text
	.globl _start
	.type _start, @function
_start:
	li	a0, 100
hot_loop:
	ld	a1, 0(a2)
	addi	a2, a2, 8
	fmadd.d	fa0, fa1, fa2, fa3
	c.addi	a0, -1
	c.nop
	bnez	a0, hot_loop
	c.nop
	ret
	.size _start, . - _start

	.type helper, @function
helper:
	beq	a0, a1, 1f
	jal	zero, helper
1:
	.4byte	0xffffffff		# no instruction
	ret
	.size helper, . - helper

	.type calls, @function
calls:
	c.nop
	c.nop
	ecall
	ret
	.size calls, . - calls
