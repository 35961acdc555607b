// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * subject_fields.c - accesses to data of known types: tests/userspace/analysis/places/fields has the
 * fields of each function
 */
struct point {
	double x, y;
};

struct node {
	struct node *next;
	long key;
	struct point at;
	int values[8];
	union {
		long number;
		float real;
	} tail;
};

typedef struct {
	short kind;
	struct {
		char letter;
		struct node *link;
	};
} cell;

long list(struct node *node)
{
	long sum = 0;

	for (; node; node = node->next)
		sum += node->key;
	return sum;
}

long third(struct node *node)
{
	return node->next->next->key;
}

double points(const struct node *nodes, long count)
{
	double sum = 0;

	for (long i = 0; i < count; i++)
		sum += nodes[i].at.y;
	return sum;
}

int pick(const struct node *node, long i)
{
	return node->values[i];
}

float tail(struct node *node)
{
	return node->tail.real;
}

long unnamed(cell *cell)
{
	return cell->link->key + cell->kind;
}

double doubles(const double *numbers, long count)
{
	double sum = 0;

	for (long i = 0; i < count; i++)
		sum += numbers[i];
	return sum;
}

void __attribute__((noinline)) fill(struct point *point)
{
	point->y = 2;
}

double frame(void)
{
	struct point point = { 1, 0 };

	fill(&point);
	return point.y;
}

char opaque(void *memory, long at)
{
	return ((char *)memory)[at];
}

/* Two arrays of structs side by side, one from its end, in a loop in a loop. */
double plane(const struct point *from, long count)
{
	double sum = 0;

	for (long i = 0; i < count; i++)
		for (long j = 1; j < 64; j++)
			sum += from[64 * i + j].x + from[64 * i + j - 63].x;
	return sum;
}

struct point table[64];

double global(unsigned long at)
{
	return table[at & 63].y;
}

extern double elsewhere[];

double foreign(void)
{
	return elsewhere[3];
}

long untyped(void **memory)
{
	return *(long *)memory[2];
}

long *__attribute__((noinline)) make(long *made)
{
	__asm__ volatile("" : "+r"(made));
	return made;
}

long called(long *made)
{
	return *make(made);
}

long computed(unsigned long at)
{
	return *(long *)(at * 8 ^ 0x1000);
}

/* A value outside registers behind a call is in no variable's place. */
double __attribute__((noinline)) keep(double a)
{
	__asm__ volatile("" : "+f"(a));
	return a;
}

double spilled(double a, double b)
{
	return keep(a) + b;
}

__asm__(".section assembly, \"ax\"\n"
	".type bare, @function\n"
	"bare: ld a0, 0(a0)\n"
	"ret\n"
	".size bare, . - bare\n"
	".data\n"
	"elsewhere: .space 64\n"
	".text\n");

void _start(void)
{
}
