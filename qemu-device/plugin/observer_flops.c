// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * observer_flops.c - FLOPS stacks: of each instruction, and of each thread
 *
 * Threads are sorted by length, so that the order in which they end does not matter. Operations
 * are listed by width, the widest first.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "jsonout.h"
#include "observers.h"
#include "observers/flops.h"

#define WIDTHS	(TEA_FLOPS_WIDTHS - 1)	/* of 8, 4 and 2 bytes */

struct thread {
	uint64_t cycles;
	uint64_t slots[TEA_FLOPS_COUNT];
	uint64_t operations[WIDTHS];
};

struct flops {
	struct tea_flops_stack stack;
	struct thread *threads;		/* that were added; NULL: it is one itself */
	size_t threads_count;
};

static int init(void *self, struct observers *observers, unsigned int number)
{
	struct flops *flops = self;

	(void)number;
	return tea_flops_init(&flops->stack, observers->params, 0, true);
}

static void deinit(void *self)
{
	struct flops *flops = self;

	tea_flops_deinit(&flops->stack);
	free(flops->threads);
}

static void run(void *self, const struct tea_retired *records, size_t count)
{
	for (size_t i = 0; i < count; i++)
		tea_flops_record(&((struct flops *)self)->stack, &records[i]);
}

static void cut(void *self)
{
	tea_flops_cut(&((struct flops *)self)->stack);
}

/* Operations of a row, in the order of the profile. */
static void list_operations(const struct tea_flops_row *row, uint64_t operations[WIDTHS])
{
	for (size_t i = 0; i < WIDTHS; i++)
		operations[i] = row->operations[WIDTHS - i];
}

static struct thread thread_of(const struct tea_flops_stack *stack)
{
	struct thread thread = { .cycles = stack->cycles };
	uint64_t operations[WIDTHS];

	for (size_t i = 0; i < stack->rows_count; i++) {
		for (size_t k = 0; k < TEA_FLOPS_COUNT; k++)
			thread.slots[k] += stack->rows[i].slots[k];
		list_operations(&stack->rows[i], operations);
		for (size_t k = 0; k < WIDTHS; k++)
			thread.operations[k] += operations[k];
	}
	return thread;
}

/* The longest first. */
static int compare_threads(const void *a, const void *b)
{
	const struct thread *one = a, *other = b;

	if (one->cycles != other->cycles)
		return one->cycles < other->cycles ? 1 : -1;
	return memcmp(one, other, sizeof(*one));
}

static int merge(void *self, const void *more)
{
	struct flops *flops = self;
	const struct flops *added = more;
	struct thread *threads = realloc(flops->threads,
					 (flops->threads_count + 1) * sizeof(*threads));

	if (!threads)
		return -ENOMEM;
	flops->threads = threads;
	threads[flops->threads_count++] = thread_of(&added->stack);
	qsort(threads, flops->threads_count, sizeof(*threads), compare_threads);
	tea_flops_add(&flops->stack, &added->stack);
	return flops->stack.failed ? -ENOMEM : 0;
}

/* A row of a list, behind @comma, which is then one; if @numbers are not all 0. */
static void put_row(FILE *file, const char **comma, uint64_t pc, const uint64_t *numbers,
		    size_t count)
{
	if (!jsonout_length(numbers, count))
		return;
	fprintf(file, "%s\n[\"0x%" PRIx64 "\",", *comma, pc);
	jsonout_short_list(file, numbers, count);
	fputc(']', file);
	*comma = ",";
}

static void put_rows(FILE *file, const struct tea_flops_stack *stack)
{
	const char *comma = "";
	uint64_t operations[WIDTHS];

	fputs(",\n\"rows\":[", file);
	for (size_t i = 0; i < stack->rows_count; i++)
		put_row(file, &comma, stack->rows[i].pc, stack->rows[i].slots, TEA_FLOPS_COUNT);
	fputs("],\n\"operations\":[", file);
	comma = "";
	for (size_t i = 0; i < stack->rows_count; i++) {
		list_operations(&stack->rows[i], operations);
		put_row(file, &comma, stack->rows[i].pc, operations, WIDTHS);
	}
	fputc(']', file);
}

static void put_threads(FILE *file, const struct flops *flops)
{
	const struct thread own = thread_of(&flops->stack);
	const struct thread *threads = flops->threads ? flops->threads : &own;
	size_t count = flops->threads ? flops->threads_count : 1;

	fputs(",\n\"threads\":[", file);
	for (size_t i = 0; i < count; i++) {
		fprintf(file, "%s\n{\"cycles\":%" PRIu64 ",\"slots\":", i ? "," : "",
			threads[i].cycles);
		jsonout_short_list(file, threads[i].slots, TEA_FLOPS_COUNT);
		fputs(",\"operations\":", file);
		jsonout_short_list(file, threads[i].operations, WIDTHS);
		fputc('}', file);
	}
	fputc(']', file);
}

static int put(FILE *file, const void *self, const struct observers *observers)
{
	const struct flops *flops = self;

	const uint32_t operation = tea_flops_operation(observers->params);

	fprintf(file, ",\n\"flops\":{\"slots_per_cycle\":%" PRIu32,
		tea_flops_width(observers->params));
	if (operation > 1)
		fprintf(file, ",\"slots_per_operation\":%" PRIu32, operation);
	fputs(",\"components\":[", file);
#define TEA_X(index, id, name, text) fputs((index) ? ",\"" name "\"" : "\"" name "\"", file);
	TEA_FLOPS(TEA_X)
#undef TEA_X
	fputs("],\"operation_bytes\":[", file);
	for (size_t i = 0; i < WIDTHS; i++)
		fprintf(file, "%s%u", i ? "," : "", 1U << (WIDTHS - i));
	fputc(']', file);
	put_rows(file, &flops->stack);
	put_threads(file, flops);
	fputc('}', file);
	return 0;
}

const struct observer observer_flops = {
	.name = "flops", .bytes = sizeof(struct flops), .explained = true, .init = init,
	.deinit = deinit, .all = run, .cut = cut, .merge = merge, .put = put,
};
