// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sharing_gather.c - gathering the accesses to lines that go from hart to hart; see sharing.h
 */
#include "sharing.h"

#include <errno.h>
#include <stdlib.h>

#include "blocks.h"
#include "dataobjects.h"
#include "loopcode.h"

#define FUNCT5(bits)	((bits) >> 27)
#define AMOSWAP		0x01U
#define AMOCAS		0x05U
#define REGISTER	8		/* bytes */

const char *const sharing_verdict_names[] = {
#define SHARING_X(id, name) [SHARING_##id] = name,
	SHARING_VERDICTS(SHARING_X)
#undef SHARING_X
};

const char *const sharing_kind_names[] = {
#define SHARING_X(id, name) [SHARING_##id] = name,
	SHARING_ACCESSES(SHARING_X)
#undef SHARING_X
};

struct gatherer {
	struct sharing *sharing;
	struct recording *recording;
	struct blocks blocks;
	struct dataobjects objects;
	struct keyindex access_index, code_index;
	struct sharing_code *codes;	/* by object and address */
	size_t codes_count;
};

/* The cycles that waited for another hart's copy, with their samples. */
static struct pics_share waited_of(const struct pics_stack *stack)
{
	struct pics_share waited = { .parts = 0 };

	for (size_t i = 0; i < stack->shares_count; i++) {
		const struct pics_share *share = &stack->shares[i];

		if (share->category >= SIGNATURE_UNKNOWN || !(share->category & TEA_PSV_ST_CO))
			continue;
		waited.parts += share->parts;
		waited.weight.samples += pics_weight_samples(&share->weight);
	}
	return waited;
}

/* A line of a process, or of the kernel. False: the place has no address. */
static bool key_of_line(const struct recording *recording, const struct recording_place *place,
			struct key *key)
{
	const struct recording_datum *datum = &recording->data[place->datum];
	const struct recording_space *space = &recording->spaces[datum->space];

	if (!place->datum || space->memory == RECORDING_MEMORY_NONE ||
	    space->memory == RECORDING_MEMORY_UNKNOWN)
		return false;
	*key = (struct key){ .high = space->pid, .low = datum->address / SHARING_LINE };
	return true;
}

static uint32_t find_line(const struct sharing *sharing, const struct recording *recording,
			  const struct recording_place *place)
{
	struct key key;

	return place->datum && key_of_line(recording, place, &key) ?
	       keyindex_get(&sharing->line_index, key) : KEYINDEX_NONE;
}

const struct sharing_line *sharing_at(const struct sharing *sharing, const struct recording *recording,
				      const struct recording_place *place)
{
	const uint32_t line = find_line(sharing, recording, place);

	return line == KEYINDEX_NONE ? NULL : &sharing->lines[line];
}

/* All lines at which an access waited. */
static int find_lines(struct sharing *sharing, const struct recording *recording,
		      const struct recording_measure *measure)
{
	for (size_t i = 0; i < measure->pics.stacks_count; i++) {
		const struct pics_stack *stack = &measure->pics.stacks[i];
		const struct recording_place *place = &recording->places[stack->place];
		struct key key;

		if (!place->datum || !waited_of(stack).parts || !key_of_line(recording, place, &key) ||
		    keyindex_get(&sharing->line_index, key) != KEYINDEX_NONE)
			continue;
		if (KEYINDEX_APPEND(&sharing->line_index, key, sharing->lines, sharing->count) == KEYINDEX_NONE)
			return -ENOMEM;
	}
	return 0;
}

static enum sharing_kind kind_of(const struct recording_datum *datum)
{
	return datum->access == TEA_MEM_STORE ? SHARING_STORE :
	       datum->access == TEA_MEM_ATOMIC ? SHARING_ATOMIC : SHARING_LOAD;
}

static bool is_exchange(const struct tea_insn *insn, uint32_t bits)
{
	return insn->class == TEA_CLASS_AMO && (FUNCT5(bits) == AMOSWAP || FUNCT5(bits) == AMOCAS);
}

/* An exchange whose result is not used only stores, in an order. */
static bool takes_lock(const struct tea_insn *insn, uint32_t bits)
{
	return insn->class == TEA_CLASS_LOAD_RESERVED || insn->class == TEA_CLASS_STORE_CONDITIONAL ||
	       (is_exchange(insn, bits) && insn->dst != TEA_REG_NONE);
}

static bool is_in_spin(const struct symbols_location *location)
{
	const struct loop loop = loop_find(location);
	struct loopcode code;

	return loop.end && loopcode_read(&code, location, &loop) && loopcode_is_spin(&code);
}

static struct sharing_code read_code(const struct symbols_location *location)
{
	struct sharing_code code = { .bytes = 0 };
	const uint8_t *bytes = NULL;
	const size_t size = symbols_code(location, location->address, sizeof(uint32_t), &bytes);
	struct tea_insn insn;
	uint32_t bits;

	if (!size || !tea_insn_fetch(bytes, size, &bits))
		return code;
	tea_insn_decode(&insn, bits);
	code.bytes = insn.access_bytes;
	code.takes = takes_lock(&insn, bits);
	code.counts = insn.class == TEA_CLASS_AMO && insn.dst == TEA_REG_NONE && !is_exchange(&insn, bits);
	code.vector = tea_class_is_vector(insn.class);
	code.spins = insn.class == TEA_CLASS_LOAD && is_in_spin(location);
	return code;
}

/* The number of what the code at @location does, or KEYINDEX_NONE: out of memory. */
static uint32_t find_code(struct gatherer *gatherer, uint32_t object, const struct symbols_location *location)
{
	const struct key key = { .high = object, .low = location->address };
	uint32_t at = keyindex_get(&gatherer->code_index, key);

	if (at != KEYINDEX_NONE)
		return at;
	at = KEYINDEX_APPEND(&gatherer->code_index, key, gatherer->codes, gatherer->codes_count);
	if (at != KEYINDEX_NONE)
		gatherer->codes[at] = read_code(location);
	return at;
}

/* Those of code that cannot be read: as many as its address is aligned to, a register at most. */
static unsigned int bytes_at(unsigned int offset, const struct sharing_code *code)
{
	const unsigned int rest = SHARING_LINE - offset;
	unsigned int bytes = code->bytes ? code->bytes : REGISTER;

	if (code->vector)
		return rest;
	while (!code->bytes && offset % bytes)
		bytes /= 2;
	return bytes < rest ? bytes : rest;
}

/* A new access, without its cycles. */
static int fill(struct gatherer *gatherer, const struct recording_place *place,
		const struct sharing_code *code, struct sharing_access *access)
{
	const struct recording_datum *datum = &gatherer->recording->data[place->datum];
	struct dataobject data;
	int error = dataobjects_find(&gatherer->objects, place, &access->location, &data);

	if (error)
		return error;
	access->thread = &gatherer->recording->threads[place->thread];
	access->cpu = place->cpu;
	access->object = place->object;
	access->source = symbols_line(&access->location);
	access->data = data.field;
	access->kind = kind_of(datum);
	access->offset = datum->address % SHARING_LINE;
	access->bytes = bytes_at(access->offset, code);
	access->code = *code;
	return 0;
}

static void count(struct sharing_access *access, const struct pics_stack *stack)
{
	const struct pics_share waited = waited_of(stack);

	access->parts += stack->parts;
	access->samples += pics_weight_samples(&stack->weight);
	access->waited += waited.parts;
	access->waited_samples += waited.weight.samples;
}

static int add_access(struct gatherer *gatherer, uint32_t line, const struct pics_stack *stack)
{
	struct sharing *sharing = gatherer->sharing;
	const struct recording_place *place = &gatherer->recording->places[stack->place];
	const unsigned int offset = gatherer->recording->data[place->datum].address % SHARING_LINE;
	struct sharing_access access = { .line = line };
	struct key key;
	uint32_t code, at;
	int error;

	symbols_locate(&gatherer->recording->symbols, place->object, place->address, &access.location);
	code = find_code(gatherer, place->object, &access.location);
	if (code == KEYINDEX_NONE)
		return -ENOMEM;
	key = (struct key){
		.high = (uint64_t)code << 32 | place->thread,
		.low = (uint64_t)(place->cpu + 1) << 40 | (uint64_t)line * SHARING_LINE | offset,
	};
	at = keyindex_get(&gatherer->access_index, key);
	if (at == KEYINDEX_NONE) {
		error = fill(gatherer, place, &gatherer->codes[code], &access);
		if (error)
			return error;
		at = KEYINDEX_APPEND(&gatherer->access_index, key, sharing->accesses, sharing->accesses_count);
		if (at == KEYINDEX_NONE)
			return -ENOMEM;
		sharing->accesses[at] = access;
	}
	count(&sharing->accesses[at], stack);
	return 0;
}

static int find_accesses(struct gatherer *gatherer, const struct recording_measure *measure)
{
	int error = 0;

	for (size_t i = 0; !error && i < measure->pics.stacks_count; i++) {
		const struct pics_stack *stack = &measure->pics.stacks[i];
		uint32_t line = find_line(gatherer->sharing, gatherer->recording,
					  &gatherer->recording->places[stack->place]);

		if (line != KEYINDEX_NONE)
			error = add_access(gatherer, line, stack);
	}
	return error;
}

static int compare_numbers(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

/* By line; of one the longest wait first, then most cycles, then by place. */
static int compare_accesses(const void *left, const void *right)
{
	const struct sharing_access *a = left, *b = right;
	int order = compare_numbers(a->line, b->line);

	if (!order)
		order = compare_numbers(b->waited, a->waited);
	if (!order)
		order = compare_numbers(b->parts, a->parts);
	if (!order)
		order = compare_numbers(a->object, b->object);
	if (!order)
		order = compare_numbers(a->location.address, b->location.address);
	if (!order)
		order = compare_numbers(a->offset, b->offset);
	return order ? order : compare_numbers(a->thread->tid, b->thread->tid);
}

static void sort_accesses(struct sharing *sharing)
{
	if (sharing->accesses_count)
		qsort(sharing->accesses, sharing->accesses_count, sizeof(*sharing->accesses), compare_accesses);
	for (size_t i = 0; i < sharing->accesses_count; i++) {
		struct sharing_access *access = &sharing->accesses[i];
		struct sharing_line *line = &sharing->lines[access->line];

		if (!line->count++)
			line->accesses = access;
		line->parts += access->parts;
		line->waited += access->waited;
		line->samples += access->samples;
		line->waited_samples += access->waited_samples;
	}
}

int sharing_init(struct sharing *sharing, struct recording *recording,
		 const struct recording_measure *measure)
{
	struct gatherer gatherer = { .sharing = sharing, .recording = recording };
	int error = 0;

	*sharing = (struct sharing){ 0 };
	if (recording->has_data && measure->kind == &category_signatures)
		error = find_lines(sharing, recording, measure);
	if (!error && sharing->count)
		error = dataobjects_init(&gatherer.objects, recording, &gatherer.blocks);
	if (!error)
		error = find_accesses(&gatherer, measure);
	if (!error) {
		sort_accesses(sharing);
		sharing_judge(sharing);
	}
	keyindex_deinit(&gatherer.access_index);
	keyindex_deinit(&gatherer.code_index);
	free(gatherer.codes);
	blocks_deinit(&gatherer.blocks);
	dataobjects_deinit(&gatherer.objects);
	if (error)
		sharing_deinit(sharing);
	return error;
}

void sharing_deinit(struct sharing *sharing)
{
	keyindex_deinit(&sharing->line_index);
	free(sharing->lines);
	free(sharing->accesses);
	*sharing = (struct sharing){ 0 };
}
