// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * subject_kernel.c - symbols of a kernel and of a module, for test_objects
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
