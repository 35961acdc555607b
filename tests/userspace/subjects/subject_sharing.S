/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * subject_sharing.S - two threads on lines that go between them: tests/userspace/analysis/places/sharing
 * and the golden texts say which samples there are; instructions are of 4 bytes
 */
	.option norvc
	.option norelax

	.macro function name
	.globl \name
	.type \name, @function
\name:
	.endm

	.macro end name
	.size \name, . - \name
	.endm

	.text
function check			/* reads what nobody writes */
	ld	a1, 0(a0)
	addi	a2, a2, -1
	bnez	a2, check
	ret
end check

function use			/* writes beside it */
	ld	a1, 8(a0)
	addi	a1, a1, 1
	sd	a1, 8(a0)
	addi	a2, a2, -1
	bnez	a2, use
	ret
end use

function add			/* a count: the result is not used */
	amoadd.d zero, a1, (a0)
	ret
end add

function draw			/* hands out numbers */
	amoadd.d a2, a1, (a0)
	ret
end draw

function enter			/* a ticket lock */
	amoadd.w a2, a1, (a0)
1:	lw	a3, 4(a0)
	bne	a3, a2, 1b
	ret
end enter

function guard			/* under the lock */
	ld	a1, 8(a0)
	addi	a1, a1, 1
	sd	a1, 8(a0)
	ret
end guard

function leave
	fence	rw, w
	sw	a3, 4(a0)
	ret
end leave

function wait			/* for a flag, which another one sets */
	lw	a1, 0(a0)
	beqz	a1, wait
	ret
end wait

function raise
	sw	a1, 0(a0)
	ret
end raise

function publish		/* a store with an order, as compilers make it */
	amoswap.d.rl zero, a1, (a0)
	ret
end publish

function take			/* a lock by compare and exchange */
	lr.w.aq	a1, (a0)
	bnez	a1, take
	sc.w	a1, a2, (a0)
	bnez	a1, take
	ret
end take

	.globl	_start
_start:
	j	_start

	.macro variable name bytes
	.globl \name
	.type \name, @object
	.size \name, \bytes
\name:	.zero	\bytes
	.endm

	.data
	.balign	64
	variable limit 8
	variable used 8
	.balign	64
	variable total 8
	.balign	64
	variable next 4
	variable served 4
	variable guarded 8
	.balign	64
	variable flag 4
	.balign	64
	variable word 4
	.balign	64
	variable numbers 8
	.balign	64
	variable message 8
	.balign	64
