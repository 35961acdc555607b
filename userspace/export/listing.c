// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * listing.c - functions with their instructions; see listing.h
 */
#include "listing.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Sums the stacks of each function's instructions, and of all functions. */
static int add_totals(struct listing *listing)
{
	const struct callgrind *callgrind = &listing->callgrind;
	int error = 0;

	for (size_t i = 0; !error && i < callgrind->self.stacks_count; i++) {
		const struct pics_stack *stack = &callgrind->self.stacks[i];
		uint32_t function = callgrind->tree.frames[stack->place].function;

		error = pics_add_stack(&listing->totals, function, stack);
		if (!error)
			error = pics_add_stack(&listing->total, 0, stack);
	}
	pics_sort(&listing->totals);
	pics_sort(&listing->total);
	return error;
}

/* Those with cycles by these, then those that only call others. */
static void rank_functions(struct listing *listing)
{
	const struct calltree *tree = &listing->callgrind.tree;

	memset(listing->ranks, 0xff, tree->functions.count * sizeof(*listing->ranks));
	for (uint32_t i = 0; i < listing->totals.stacks_count; i++) {
		const struct pics_stack *total = &listing->totals.stacks[i];

		listing->ranks[total->place] = i;
		listing->functions[i].total = total;
	}
	listing->count = listing->totals.stacks_count;
	for (uint32_t i = 0; i < tree->functions.count; i++)
		if (listing->ranks[i] == CALLTREE_NONE)
			listing->ranks[i] = (uint32_t)listing->count++;
}

static int find_functions(struct listing *listing)
{
	const struct callgrind *callgrind = &listing->callgrind;
	const struct calltree *tree = &callgrind->tree;

	listing->ranks = calloc(tree->functions.count + 1, sizeof(*listing->ranks));
	listing->functions = calloc(tree->functions.count + 1, sizeof(*listing->functions));
	if (!listing->ranks || !listing->functions)
		return -ENOMEM;
	rank_functions(listing);
	for (size_t i = 0; i < tree->functions.count; i++)
		listing->functions[listing->ranks[i]].function = &tree->functions.items[i];
	for (size_t i = 0; i < tree->frames_count; i++) {
		const struct calltree_frame *frame = &tree->frames[callgrind->frames[i]];
		struct listing_function *function =
			&listing->functions[listing->ranks[frame->function]];

		if (!function->count++)
			function->first = i;
	}
	return 0;
}

int listing_open(struct listing *listing, const struct export *export, struct fault *fault)
{
	int error;

	*listing = (struct listing){ 0 };
	if (disasm_open(&listing->disasm))
		return fault_set(fault, -ENOTSUP, "capstone does not know RISC-V: build with "
				 "capstone 5 or newer");
	error = callgrind_build(&listing->callgrind, export);
	if (!error)
		error = add_totals(listing);
	if (!error)
		error = find_functions(listing);
	if (!error)
		return 0;
	listing_close(listing);
	return fault_no_memory(fault, "the functions");
}

void listing_close(struct listing *listing)
{
	disasm_close(&listing->disasm);
	pics_deinit(&listing->totals);
	pics_deinit(&listing->total);
	free(listing->functions);
	free(listing->ranks);
	free(listing->insns);
	callgrind_deinit(&listing->callgrind);
	*listing = (struct listing){ 0 };
}

static struct listing_insn *append(struct listing *listing,
				   const struct symbols_location *location)
{
	struct listing_insn *grown = array_grow(listing->insns, listing->insns_count,
						sizeof(*grown)), *insn;

	if (!grown)
		return NULL;
	listing->insns = grown;
	insn = &grown[listing->insns_count++];
	*insn = (struct listing_insn){ .location = *location };
	insn->line = symbols_line(location);
	return insn;
}

/* Calls go elsewhere, and come back. */
static uint64_t target_of(const struct symbols_location *location, const uint8_t *bytes,
			  size_t size)
{
	struct flow flow = flow_decode(bytes, size, location->address);

	return flow_has_target(&flow) && flow.target >= location->function_start &&
	       flow.target < location->function_end ? flow.target : 0;
}

static int disassemble(struct listing *listing, struct symbols_location location)
{
	const uint8_t *bytes = NULL;
	uint64_t size = location.function_end - location.function_start;

	location.address = location.function_start;
	location.offset = 0;
	size = symbols_code(&location, location.address, size, &bytes);
	while (size) {
		struct listing_insn *insn = append(listing, &location);
		size_t length;

		if (!insn)
			return -ENOMEM;
		insn->target = target_of(&location, bytes, size);
		length = disasm_insn(&listing->disasm, bytes, size, location.address, insn->text);
		location.address += length;
		location.offset += length;
		bytes += length;
		size -= length;
	}
	return 0;
}

static int compare(const void *left, const void *right)
{
	const struct listing_insn *a = left, *b = right;

	return a->location.address < b->location.address ? -1 :
	       a->location.address > b->location.address;
}

/* The stack goes to the instruction at its address, or to one of its own. */
static int add_cycles(struct listing *listing, size_t decoded, uint32_t number)
{
	const struct calltree_frame *frame = &listing->callgrind.tree.frames[number];
	const struct pics_stack *stack = pics_find(&listing->callgrind.self, number);
	struct listing_insn wanted = { .location = frame->location };
	struct listing_insn *insn = decoded ? bsearch(&wanted, listing->insns, decoded,
						      sizeof(*insn), compare) : NULL;
	const uint8_t *bytes = NULL;
	size_t size;

	if (!stack)
		return 0;
	if (!insn) {
		insn = append(listing, &frame->location);
		if (!insn)
			return -ENOMEM;
		size = symbols_code(&frame->location, frame->location.address, 4, &bytes);
		if (size)
			disasm_insn(&listing->disasm, bytes, size, frame->location.address,
				    insn->text);
	}
	insn->stack = stack;
	return 0;
}

int listing_read(struct listing *listing, size_t number)
{
	const struct listing_function *function = &listing->functions[number];
	int error = 0;
	size_t decoded;

	listing->insns_count = 0;
	free(listing->insns);
	listing->insns = NULL;
	if (function->function->location.function && !function->function->location.gap)
		error = disassemble(listing, function->function->location);
	decoded = listing->insns_count;
	for (size_t i = 0; !error && i < function->count; i++)
		error = add_cycles(listing, decoded,
				   listing->callgrind.frames[function->first + i]);
	if (!error && listing->insns_count)
		qsort(listing->insns, listing->insns_count, sizeof(*listing->insns), compare);
	return error;
}
