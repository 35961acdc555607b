// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * csr_user.c - read a register of the TEA unit from user mode: must end by SIGILL
 *
 * The unit belongs to supervisor mode: a user could time others with it. sireg is the way there,
 * whatever siselect has.
 */
#include <stdio.h>

#define TEXT_OF(x)	#x
#define TEXT(x)		TEXT_OF(x)
#define CSR_SIREG	0x151

int main(void)
{
	unsigned long value;

	asm volatile("csrr	%0, " TEXT(CSR_SIREG) : "=r" (value));
	printf("user mode read sireg: 0x%lx\n", value);
	return 0;
}
