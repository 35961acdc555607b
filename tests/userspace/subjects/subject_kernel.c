// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * subject_kernel.c - what test_objects looks up in a kernel and in a module
 */
int handler(int irq);

__attribute__((noinline)) static int before(int irq)
{
	return irq * 3;
}

int handler(int irq)
{
	return before(irq) + 1;
}
