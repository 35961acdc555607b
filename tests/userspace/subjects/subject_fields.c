// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * subject_fields.c - accesses to data of known types: the fields of each function are told in
 * tests/userspace/analysis/fields
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

void _start(void)
{
}
