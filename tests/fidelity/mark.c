// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mark.c - integer work of the kind that CoreMark does: mark ITERATIONS
 *
 * Our own program, not EEMBC's: its iterations are not CoreMark's, only of the
 * same four kinds and of the same order of length (about 300,000 instructions):
 *
 *	list	a linked list is searched, reversed and merge-sorted by the results
 *		of a small piece of the work below on each node
 *	matrix	products of a small integer matrix with a number, a vector and
 *		another one, and a sum that saturates
 *	state	a machine of eight states reads numbers from text, with errors in it
 *	crc	all results are folded into a CRC-16, bit by bit
 *
 * Prints the CRC, which depends on every iteration.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NODES		32
#define SEARCHES	100
#define SIDE		9
#define TEXT_BYTES	480
#define CRC_POLYNOMIAL	0xa001

struct node {
	struct node *next;
	int16_t value, index;
	uint16_t weight;	/* the result of the work; 0: not asked yet */
};

enum state { START, SIGN, DIGITS, POINT, FRACTION, EXPONENT, EXPONENT_DIGITS, BAD, STATES };

struct work {
	struct node nodes[NODES];
	struct node *list;
	int16_t a[SIDE][SIDE], b[SIDE][SIDE];
	int32_t c[SIDE][SIDE];
	char text[TEXT_BYTES];
	uint32_t finals[STATES], transitions[STATES];
};

static uint16_t crc_bits(uint16_t crc, uint32_t data, unsigned int bits)
{
	for (unsigned int i = 0; i < bits; i++) {
		uint32_t carry = (crc ^ data) & 1;

		crc >>= 1;
		data >>= 1;
		if (carry)
			crc ^= CRC_POLYNOMIAL;
	}
	return crc;
}

/* Matrices */

static void matrix_add(struct work *work, int16_t number)
{
	for (int i = 0; i < SIDE; i++)
		for (int j = 0; j < SIDE; j++)
			work->a[i][j] = (int16_t)(work->a[i][j] + number);
}

/* The elements' sum, reset above @limit, counted with their rises. */
static int32_t matrix_sum(const struct work *work, int32_t limit)
{
	int32_t sum = 0, last = 0, points = 0;

	for (int i = 0; i < SIDE; i++) {
		for (int j = 0; j < SIDE; j++) {
			int32_t element = work->c[i][j];

			sum += element;
			if (sum > limit) {
				points += 10;
				sum = 0;
			} else {
				points += element > last;
			}
			last = element;
		}
	}
	return points;
}

static void matrix_product(struct work *work, int shift)
{
	for (int i = 0; i < SIDE; i++) {
		for (int j = 0; j < SIDE; j++) {
			int32_t sum = 0;

			for (int k = 0; k < SIDE; k++) {
				int32_t product = work->a[i][k] * work->b[k][j];

				if (shift)
					product = (product >> shift & 15) * (product >> 2 * shift & 127);
				sum += product;
			}
			work->c[i][j] = sum;
		}
	}
}

static void matrix_times(struct work *work, int16_t number)
{
	for (int i = 0; i < SIDE; i++)
		for (int j = 0; j < SIDE; j++)
			work->c[i][j] = work->a[i][j] * number;
}

static void matrix_vector(struct work *work)
{
	for (int i = 0; i < SIDE; i++) {
		int32_t sum = 0;

		for (int j = 0; j < SIDE; j++)
			sum += work->a[i][j] * work->b[0][j];
		work->c[i][0] = sum;
	}
}

static uint16_t work_matrix(struct work *work, int16_t number, uint16_t crc)
{
	int32_t limit = number | 0x0fff;

	matrix_add(work, number);
	matrix_times(work, number);
	crc = crc_bits(crc, (uint32_t)matrix_sum(work, limit), 16);
	matrix_vector(work);
	crc = crc_bits(crc, (uint32_t)matrix_sum(work, limit), 16);
	matrix_product(work, 0);
	crc = crc_bits(crc, (uint32_t)matrix_sum(work, limit), 16);
	matrix_product(work, 3);
	crc = crc_bits(crc, (uint32_t)matrix_sum(work, limit), 16);
	matrix_add(work, (int16_t)-number);
	return crc;
}

/* The state machine */

static int is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static enum state next_state(enum state state, char c)
{
	switch (state) {
	case START:
		if (c == '+' || c == '-')
			return SIGN;
		return is_digit(c) ? DIGITS : c == '.' ? POINT : BAD;
	case SIGN:
		return is_digit(c) ? DIGITS : c == '.' ? POINT : BAD;
	case DIGITS:
		if (is_digit(c))
			return DIGITS;
		return c == '.' ? FRACTION : c == 'e' ? EXPONENT : BAD;
	case POINT:
	case FRACTION:
		if (is_digit(c))
			return FRACTION;
		return c == 'e' && state == FRACTION ? EXPONENT : BAD;
	case EXPONENT:
		return is_digit(c) || c == '-' ? EXPONENT_DIGITS : BAD;
	case EXPONENT_DIGITS:
		return is_digit(c) ? EXPONENT_DIGITS : BAD;
	default:
		return BAD;
	}
}

/* Read one number up to its comma, and where the next one begins. */
static enum state read_number(struct work *work, const char **text)
{
	enum state state = START;

	for (; **text; (*text)++) {
		if (**text == ',') {
			(*text)++;
			break;
		}
		if (state != BAD) {
			work->transitions[state]++;
			state = next_state(state, **text);
		}
	}
	return state;
}

static void damage(struct work *work, int16_t number, int step)
{
	for (int i = 0; i < TEXT_BYTES - 1; i += step)
		if (work->text[i] != ',')
			work->text[i] = (char)(work->text[i] ^ (number & 7));
}

static uint16_t work_state(struct work *work, int16_t number, uint16_t crc)
{
	int step = (number & 15) + 8;

	for (int round = 0; round < 2; round++) {
		const char *text = work->text;

		while (*text)
			work->finals[read_number(work, &text)]++;
		damage(work, number, step);	/* the second time it is undone */
	}
	for (int i = 0; i < STATES; i++) {
		crc = crc_bits(crc, work->finals[i], 16);
		crc = crc_bits(crc, work->transitions[i], 16);
	}
	return crc;
}

/* The list */

static uint16_t weigh(struct work *work, struct node *node)
{
	int16_t number = (int16_t)(node->value & 0x7f);

	if (!node->weight) {
		uint16_t crc = 0xffff;

		if (node->value % 4 == 0)
			crc = work_matrix(work, number, crc);
		else if (node->value % 4 == 1)
			crc = work_state(work, number, crc);
		else
			crc = crc_bits(crc, (uint16_t)number, 16);
		node->weight = crc | 1;
	}
	return node->weight;
}

static int by_weight(struct work *work, struct node *left, struct node *right)
{
	return (int)weigh(work, left) - (int)weigh(work, right);
}

static int by_index(struct work *work, struct node *left, struct node *right)
{
	(void)work;
	return left->index - right->index;
}

static struct node *list_reverse(struct node *list)
{
	struct node *reversed = NULL;

	while (list) {
		struct node *next = list->next;

		list->next = reversed;
		reversed = list;
		list = next;
	}
	return reversed;
}

static const struct node *list_find(const struct node *list, int16_t value, int by_value)
{
	while (list && (by_value ? (list->value & 0xff) != value : list->index != value))
		list = list->next;
	return list;
}

static struct node *list_merge(struct work *work, struct node *left, struct node *right,
			       int (*compare)(struct work *, struct node *, struct node *))
{
	struct node *merged = NULL, **end = &merged;

	while (left && right) {
		struct node **least = compare(work, left, right) <= 0 ? &left : &right;

		*end = *least;
		end = &(*end)->next;
		*least = *end;
	}
	*end = left ? left : right;
	return merged;
}

static struct node *list_sort(struct work *work, struct node *list,
			      int (*compare)(struct work *, struct node *, struct node *))
{
	struct node *slow = list, *fast, *half;

	if (!list || !list->next)
		return list;
	for (fast = list->next; fast && fast->next; fast = fast->next->next)
		slow = slow->next;
	half = slow->next;
	slow->next = NULL;
	return list_merge(work, list_sort(work, list, compare), list_sort(work, half, compare),
			  compare);
}

static uint16_t iterate(struct work *work, int16_t seed, uint16_t crc)
{
	for (int16_t i = 0; i < SEARCHES; i++) {
		const struct node *found = list_find(work->list, (int16_t)(i & 0xff), i & 1);

		work->list = list_reverse(work->list);
		if (found)
			crc = crc_bits(crc, (uint32_t)(uint16_t)found->value, 16);
	}
	for (int i = 0; i < NODES; i++) {
		work->nodes[i].weight = 0;
		work->nodes[i].value = (int16_t)(work->nodes[i].value ^ seed);
	}
	work->list = list_sort(work, work->list, by_weight);
	for (const struct node *node = work->list; node; node = node->next)
		crc = crc_bits(crc, (uint32_t)node->weight << 8 ^ (uint16_t)node->index, 16);
	work->list = list_sort(work, work->list, by_index);
	return crc;
}

static void work_init(struct work *work)
{
	static const char *const numbers[] = {
		"5012", "1234", "-874", "+122", "35.54400", ".1234500", "-110.700", "+0.64400",
		"5.500e3", "-.123e2", "-87e832", "+0.6e-12", "T0.3e-1F", "-T.T++Tq", "1T3.4e4z",
		"34.0e-T^",
	};
	size_t used = 0;

	memset(work, 0, sizeof(*work));
	for (int i = 0; i < NODES; i++) {
		work->nodes[i].index = (int16_t)i;
		work->nodes[i].value = (int16_t)(i * 37 % 128);
		work->nodes[i].next = i + 1 < NODES ? &work->nodes[i + 1] : NULL;
	}
	work->list = work->nodes;
	for (int i = 0; i < SIDE * SIDE; i++) {
		work->a[i / SIDE][i % SIDE] = (int16_t)(i * 17 % 61);
		work->b[i / SIDE][i % SIDE] = (int16_t)(i * 29 % 53);
	}
	for (size_t i = 0; used + 12 < TEXT_BYTES; i++)
		used += (size_t)sprintf(work->text + used, "%s,", numbers[i * 7 % 16]);
}

int main(int argc, char **argv)
{
	static struct work work;
	uint16_t crc = 0;
	long count;
	char *end;

	errno = 0;
	count = argc == 2 ? strtol(argv[1], &end, 10) : 0;
	if (count < 1 || *end || errno) {
		fprintf(stderr, "usage: mark ITERATIONS, 1 or more\n");
		return 2;
	}
	work_init(&work);
	for (long i = 0; i < count; i++)
		crc = iterate(&work, (int16_t)(i & 3), crc);
	printf("%04x\n", crc);
	return 0;
}
