// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * extensions.c - prints the extensions that a program can query: AT_HWCAP, riscv_hwprobe
 */
#include <stdio.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SYS_riscv_hwprobe	258
#define HWPROBE_EXTENSIONS	4	/* key */

int main(void)
{
	struct { long key; unsigned long value; } pair = { HWPROBE_EXTENSIONS, 0 };
	unsigned long letters = getauxval(AT_HWCAP);

	for (int letter = 0; letter < 26; letter++) {
		if (letters >> letter & 1)
			putchar('a' + letter);
	}
	if (syscall(SYS_riscv_hwprobe, &pair, 1, 0, 0, 0))
		pair.value = 0;
	printf(" %lx\n", pair.value);
	return 0;
}
