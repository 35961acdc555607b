// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * subject_c.c - names and lines for test_symbols, for both architectures
 */
static volatile int sink;

static inline __attribute__((always_inline)) void innermost(int value)
{
	sink = value;			/* line of innermost */
}

static inline __attribute__((always_inline)) void middle(int value)
{
	innermost(value + sink);	/* line of middle's call */
}

__attribute__((noinline)) int outer(int value)
{
	middle(value);			/* line of outer's call */
	return sink;
}

__attribute__((alias("outer"))) int alias_of_outer(int value);

__attribute__((noinline)) static int twice(int value)
{
	sink = value;
	return 2 * value + sink;
}

int main(int argc, char **argv)
{
	(void)argv;
	return outer(argc) + twice(argc);
}
