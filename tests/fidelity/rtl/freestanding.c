// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * freestanding.c - the C library functions that programs use
 *
 * Exactly those that were linked when RTL ran them: another function moves the
 * programs to other addresses, and their loops across other fetch packets.
 */
#include "bench.h"

void *memset(void *to, int value, size_t n);
void *memcpy(void *to, const void *from, size_t n);
int strcmp(const char *a, const char *b);
char *strcpy(char *to, const char *from);
size_t strlen(const char *s);

void *memset(void *to, int value, size_t n)
{
	char *p = to;

	while (n >= 8 && !((uintptr_t)p & 7)) {
		*(volatile uint64_t *)p = 0x0101010101010101ull * (uint8_t)value;
		p += 8;
		n -= 8;
	}
	while (n--)
		*(volatile char *)p++ = (char)value;
	return to;
}

void *memcpy(void *to, const void *from, size_t n)
{
	char *p = to;
	const char *q = from;

	if (!(((uintptr_t)p | (uintptr_t)q) & 7))
		while (n >= 8) {
			*(uint64_t *)p = *(const uint64_t *)q;
			p += 8;
			q += 8;
			n -= 8;
		}
	while (n--)
		*p++ = *q++;
	return to;
}

int strcmp(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return (unsigned char)*a - (unsigned char)*b;
}

char *strcpy(char *to, const char *from)
{
	char *p = to;

	while ((*p++ = *from++))
		;
	return to;
}

size_t strlen(const char *s)
{
	size_t n = 0;

	while (s[n])
		n++;
	return n;
}
