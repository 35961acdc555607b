// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * freestanding.c - what programs need of a C library
 *
 * Those that no program here needs stay, too: they keep the others' addresses.
 */
#include "bench.h"

#define WEAK __attribute__((weak))

void *memset(void *to, int value, size_t n);
void *memcpy(void *to, const void *from, size_t n);
int strcmp(const char *a, const char *b);
char *strcpy(char *to, const char *from);
size_t strlen(const char *s);
void *memmove(void *to, const void *from, size_t n);
int memcmp(const void *a, const void *b, size_t n);
int strncmp(const char *a, const char *b, size_t n);
char *strchr(const char *s, int c);
int tolower(int c);
int isspace(int c);
int isdigit(int c);
int isxdigit(int c);
void __assert_fail(const char *a, const char *file, unsigned int at, const char *function);

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

WEAK void *memmove(void *to, const void *from, size_t n)
{
	char *p = to;
	const char *q = from;

	if (p < q)
		while (n--)
			*p++ = *q++;
	else
		while (n--)
			p[n] = q[n];
	return to;
}

WEAK int memcmp(const void *a, const void *b, size_t n)
{
	const unsigned char *p = a, *q = b;

	for (; n--; p++, q++)
		if (*p != *q)
			return *p - *q;
	return 0;
}

WEAK int strncmp(const char *a, const char *b, size_t n)
{
	for (; n; n--, a++, b++)
		if (*a != *b || !*a)
			return (unsigned char)*a - (unsigned char)*b;
	return 0;
}

WEAK char *strchr(const char *s, int c)
{
	for (;; s++) {
		if (*s == (char)c)
			return (char *)s;
		if (!*s)
			return 0;
	}
}

WEAK int tolower(int c)
{
	return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

WEAK int isspace(int c)
{
	return c == ' ' || (c >= 9 && c <= 13);
}

WEAK int isdigit(int c)
{
	return c >= '0' && c <= '9';
}

WEAK int isxdigit(int c)
{
	return isdigit(c) || (tolower(c) >= 'a' && tolower(c) <= 'f');
}

WEAK void __assert_fail(const char *a, const char *file, unsigned int at, const char *function)
{
	(void)file, (void)at, (void)function;
	put("ASSERT ");
	put(a);
	put("\n");
	bench_exit(1);
}
