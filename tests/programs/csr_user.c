// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * csr_user.c - read a CSR of the TEA unit from user mode: must end by SIGILL
 *
 * The unit's CSRs belong to supervisor mode: a user could time others with them.
 */
#include <stdio.h>

#define TEXT_OF(x)	#x
#define TEXT(x)		TEXT_OF(x)
#define CSR_META	0xdc1

int main(void)
{
	unsigned long meta;

	asm volatile("csrr	%0, " TEXT(CSR_META) : "=r" (meta));
	printf("user mode read stea_meta: 0x%lx\n", meta);
	return 0;
}
