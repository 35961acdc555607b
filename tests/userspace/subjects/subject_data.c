// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * subject_data.c - accesses to data of every kind: tests/userspace/analysis/places/data gives them
 * addresses
 */
struct item {
	int key;
	long value;
};

#define LINE	__attribute__((aligned(64)))

struct item table[16] LINE;
long counters[4] LINE = { 1, 2, 3, 4 };
static char untold[64];

long global(long i)
{
	return table[i].value;
}

long local(long i)
{
	static long cache[8];

	return cache[i & 7]++;
}

long heap(const struct item *item)
{
	return item->value;
}

long frame(long i)
{
	volatile struct item scratch[4];

	scratch[i & 3].value = i;
	return i;
}

long untyped(const void *data)
{
	return *(const unsigned char *)data;
}

static __thread struct item slots[8];
__thread long ticks;

long own(long i)
{
	return slots[i & 7].value++;
}

long tick(void)
{
	return ++ticks;
}

long turn(void)
{
	static __thread struct item turns;

	return ++turns.value;
}

__attribute__((noinline)) void *xmalloc(long bytes)
{
	return untold + bytes;
}

struct item *make_items(long count)
{
	return xmalloc(count * 16);
}

struct item *other_items(void)
{
	return xmalloc(16);
}

long none(long i)
{
	return i * 3;
}

void _start(void)
{
	untold[0] = (char)(global(1) + local(2) + heap(table) + frame(3) + untyped(untold) + none(4) + own(5) + tick() + turn() +
			   make_items(1)->value + other_items()->value);
}
