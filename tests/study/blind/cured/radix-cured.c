// flags: -O2
// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * radix-cured.c - numbers as text, in the base that the user asked for: 10, if none
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define NUMBERS	30000

__attribute__((noinline)) static char *decimal_text(uint64_t number, char *end)
{
	*end = '\0';
	do {
		/* for a constant, too, the compiler divides */
		uint64_t quotient = (unsigned __int128)number * 0xcccccccccccccccdu >> 67;

		*--end = '0' + (number - quotient * 10);
		number = quotient;
	} while (number);
	return end;
}

__attribute__((noinline)) static char *number_text(uint64_t number, unsigned int base, char *end)
{
	if (base == 10)
		return decimal_text(number, end);
	*end = '\0';
	do {
		*--end = "0123456789abcdef"[number % base];
		number /= base;
	} while (number);
	return end;
}

int main(int argc, char **argv)
{
	unsigned int base = argc > 1 ? strtoul(argv[1], NULL, 0) : 10;
	uint64_t number = 1, sum = 0;
	char buffer[72];

	if (base < 2 || base > 16)
		return 1;
	for (int i = 0; i < NUMBERS; i++) {
		number = number * 6364136223846793005u + 1442695040888963407u;
		for (char *at = number_text(number >> 24, base, buffer + 71); *at; at++)
			sum = sum * 31 + *at;
	}
	printf("%016lx\n", (unsigned long)sum);
	return 0;
}
