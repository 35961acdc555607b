// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * estimate.c - samples and streams to executions of instructions; see estimate.h
 */
#include "estimate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/flow.h"

const char *const estimate_source_names[] = {
#define ESTIMATE_X(id, name) name,
	ESTIMATE_SOURCES(ESTIMATE_X)
#undef ESTIMATE_X
	NULL
};

/* The code of one function, or of none. */
struct code {
	struct symbols_location location;
	const uint8_t *bytes;
	uint64_t begin, size;
	uint64_t shift;			/* of a place, to the object's own numbering */
};

static struct code code_at(struct recording *recording, uint32_t object, uint64_t place)
{
	struct code code = { 0 };

	symbols_locate(&recording->symbols, object, place, &code.location);
	code.shift = code.location.address - place;
	code.begin = code.location.function ? code.location.function_start : code.location.address;
	code.size = code.location.function ? code.location.function_end - code.begin :
					     sizeof(uint32_t);
	code.size = symbols_code(&code.location, code.begin, code.size, &code.bytes);
	return code;
}

static struct flow flow_at(const struct code *code, uint64_t address)
{
	uint64_t offset = address - code->begin;

	return offset < code->size ? flow_decode(code->bytes + offset, code->size - offset, address) :
				     (struct flow){ 0 };
}

static bool transfers(const struct flow *flow)
{
	return flow->kind != FLOW_NEXT;
}

static struct estimate_item *find_item(struct estimate *estimate, uint32_t thread, uint32_t object,
				       uint64_t address)
{
	struct key spot_key = { .high = object, .low = address };
	uint32_t spot = keyindex_get(&estimate->spots, spot_key), at;
	struct key key = { .high = thread };

	if (spot == KEYINDEX_NONE) {
		spot = (uint32_t)estimate->spots.used;
		if (keyindex_put(&estimate->spots, spot_key, spot))
			return NULL;
	}
	key.low = spot;
	at = keyindex_get(&estimate->index, key);
	if (at == KEYINDEX_NONE)
		at = KEYINDEX_APPEND(&estimate->index, key, estimate->items, estimate->count);
	if (at == KEYINDEX_NONE)
		return NULL;
	estimate->items[at].thread = thread;
	estimate->items[at].object = object;
	estimate->items[at].address = address;
	return &estimate->items[at];
}

static int add_samples(struct estimate *estimate, const struct recording *recording)
{
	for (size_t i = 0; i < recording->pics.stacks_count; i++) {
		const struct pics_stack *stack = &recording->pics.stacks[i];
		const struct recording_place *place = &recording->places[stack->place];
		struct estimate_item *item = find_item(estimate, place->thread, place->object,
						       place->address);

		if (!item)
			return -ENOMEM;
		item->ebs += (double)stack->parts;
	}
	return 0;
}

/* Over the instructions of a stream, each of which gets @weight; 1: no code can have made it. */
static int walk_stream(struct estimate *estimate, struct recording *recording,
		       const struct recording_stream *stream, double weight)
{
	struct code code = code_at(recording, stream->object, stream->begin);
	uint64_t place = stream->begin;

	while (place <= stream->end) {
		struct flow flow = flow_at(&code, place + code.shift);

		if (!flow.length) {	/* behind the function: into the next one */
			code = code_at(recording, stream->object, place);
			flow = flow_at(&code, place + code.shift);
		}
		if (!flow.length || (place < stream->end && transfers(&flow) &&
				     flow.kind != FLOW_BRANCH))
			return 1;
		if (weight > 0) {
			struct estimate_item *item = find_item(estimate, stream->thread,
							       stream->object, place);

			if (!item)
				return -ENOMEM;
			/* what raised an exception did not retire, but for a call of the system */
			if (place < stream->end || transfers(&flow) || flow.class == TEA_CLASS_SYSTEM)
				item->ctr += weight;
		}
		if (place == stream->end)
			return 0;
		place += flow.length;
	}
	return 1;
}

static int add_streams(struct estimate *estimate, struct recording *recording)
{
	const struct recording_streams *streams = &recording->streams;
	/* samples without streams stand for as many branches as the others */
	double scale = streams->streamed > 0 ? streams->branches / streams->streamed : 0;

	estimate->streams = streams->number;
	estimate->impossible = streams->broken;
	for (size_t i = 0; i < streams->count; i++) {
		const struct recording_stream *stream = &streams->items[i];
		int bad = walk_stream(estimate, recording, stream, 0);

		if (!bad)
			bad = walk_stream(estimate, recording, stream, stream->branches * scale);
		if (bad < 0)
			return bad;
		if (bad)
			estimate->impossible += stream->count;
	}
	return 0;
}

static int compare_items(const void *left, const void *right)
{
	const struct estimate_item *a = left, *b = right;

	if (a->thread != b->thread)
		return a->thread < b->thread ? -1 : 1;
	if (a->object != b->object)
		return a->object < b->object ? -1 : 1;
	return a->address < b->address ? -1 : a->address > b->address;
}

/* Addresses of the function at which blocks begin, as bits by half-word. */
static uint8_t *mark_leaders(const struct code *code)
{
	uint8_t *leads = calloc(code->size / 2 + 2, 1);
	uint64_t address = code->begin, end = code->begin + code->size;

	if (!leads)
		return NULL;
	leads[0] = 1;
	while (address < end) {
		struct flow flow = flow_at(code, address);

		if (!flow.length)
			break;
		address += flow.length;
		if (flow_has_target(&flow) && flow.target >= code->begin && flow.target < end)
			leads[(flow.target - code->begin) / 2] = 1;
		if (transfers(&flow) && address < end)
			leads[(address - code->begin) / 2] = 1;
	}
	return leads;
}

/* Of sorted items of one thread: those in front of @end. */
static size_t count_below(const struct estimate_item *items, size_t count, uint64_t end)
{
	size_t i = 1;

	while (i < count && items[i].thread == items->thread && items[i].object == items->object &&
	       items[i].address < end)
		i++;
	return i;
}

/* The block at @address gets the mean of what its instructions have. */
static int spread_block(struct estimate *whole, const struct code *code,
			const struct estimate_item *items, size_t count, uint64_t address,
			const uint8_t *leads)
{
	struct estimate_item sum = *items;
	uint64_t end = code->begin + code->size, at = address;
	struct flow flow = flow_at(code, at);

	sum.ebs = sum.ctr = 0;
	sum.length = 0;
	sum.block = address - code->shift;
	do {
		sum.length++;
		at += flow.length;
		flow = flow_at(code, at);
	} while (at < end && flow.length && !leads[(at - code->begin) / 2]);
	for (size_t i = 0; i < count; i++) {
		if (items[i].address + code->shift < address || items[i].address + code->shift >= at)
			continue;
		sum.ebs += items[i].ebs / sum.length;
		sum.ctr += items[i].ctr / sum.length;
	}
	for (uint64_t place = address; (sum.ebs > 0 || sum.ctr > 0) && place < at;
	     place += flow_at(code, place).length) {
		struct estimate_item *grown = array_grow(whole->items, whole->count, sizeof(*grown));

		if (!grown)
			return -ENOMEM;
		whole->items = grown;
		grown[whole->count] = sum;
		grown[whole->count++].address = place - code->shift;
	}
	return 0;
}

/* All blocks of the function of @items. */
static int spread_function(struct estimate *whole, const struct code *code,
			   const struct estimate_item *items, size_t count)
{
	uint8_t *leads = mark_leaders(code);
	uint64_t address = code->begin, end = code->begin + code->size;
	size_t first = 0;
	int error = leads ? 0 : -ENOMEM;

	while (!error && address < end && flow_at(code, address).length) {
		uint64_t next = address;

		do
			next += flow_at(code, next).length;
		while (next < end && flow_at(code, next).length && !leads[(next - code->begin) / 2]);
		while (first < count && items[first].address + code->shift < address)
			first++;
		if (first < count && items[first].address + code->shift < next)
			error = spread_block(whole, code, items + first,
					     count_below(items + first, count - first,
							 next - code->shift), address, leads);
		address = next;
	}
	free(leads);
	return error;
}

static int keep_item(struct estimate *whole, const struct estimate_item *item)
{
	struct estimate_item *grown = array_grow(whole->items, whole->count, sizeof(*grown));

	if (!grown)
		return -ENOMEM;
	whole->items = grown;
	grown[whole->count] = *item;
	grown[whole->count++].block = item->address;
	return 0;
}

/* Of what lies in no block, as in code without functions, each instruction stands for itself. */
static int spread(struct estimate *whole, const struct estimate *found, struct recording *recording)
{
	int error = 0;
	size_t count;

	for (size_t i = 0; !error && i < found->count; i += count) {
		const struct estimate_item *item = &found->items[i];
		struct code code = code_at(recording, item->object, item->address);
		bool known = code.location.function && flow_at(&code, item->address + code.shift).length;

		count = known ? count_below(item, found->count - i,
					    code.begin + code.size - code.shift) : 1;
		error = known ? spread_function(whole, &code, item, count) : keep_item(whole, item);
	}
	return error;
}

/* Exact counts stay as they are; of their instructions it is only told in which blocks they are. */
static int find_blocks(struct estimate *whole, struct recording *recording)
{
	size_t count;

	for (size_t i = 0; i < whole->count; i += count) {
		struct estimate_item *items = &whole->items[i];
		struct code code = code_at(recording, items->object, items->address);
		uint8_t *leads;

		count = 1;
		if (!code.location.function || !flow_at(&code, items->address + code.shift).length)
			continue;
		leads = mark_leaders(&code);
		if (!leads)
			return -ENOMEM;
		count = count_below(items, whole->count - i, code.begin + code.size - code.shift);
		for (size_t j = 0; j < count; j++) {
			uint64_t half = (items[j].address + code.shift - code.begin) / 2;

			while (!leads[half])
				half--;
			items[j].block = code.begin + 2 * half - code.shift;
		}
		free(leads);
	}
	return 0;
}

static void choose(struct estimate *estimate)
{
	for (size_t i = 0; i < estimate->count; i++) {
		struct estimate_item *item = &estimate->items[i];
		bool records = estimate->source == ESTIMATE_CTR ||
			       (estimate->source == ESTIMATE_HBBP && item->length <= ESTIMATE_LENGTH);

		item->executions = records ? item->ctr : item->ebs;
		estimate->total += item->executions;
	}
}

/* What there is of @source, or that it is not there. */
static int find_source(struct recording *recording, enum estimate_source *source,
		       struct fault *fault)
{
	bool counts = recording->json && !recording->samples && !recording->streams.samples;
	bool ebs = !counts && recording->samples, ctr = recording->streams.samples;
	const bool has[ESTIMATE_COUNT] = {
		[ESTIMATE_HBBP] = ebs && ctr, [ESTIMATE_EBS] = ebs, [ESTIMATE_CTR] = ctr,
		[ESTIMATE_EXACT] = counts,
	};

	if (*source == ESTIMATE_AUTO) {
		*source = counts ? ESTIMATE_EXACT : ebs && ctr ? ESTIMATE_HBBP :
			  ebs ? ESTIMATE_EBS : ESTIMATE_CTR;
		if (!counts && ebs != ctr)
			notes_add(&recording->notes, "only samples of %s: 'perf record -e "
				  "tea/instructions/ -e tea/taken,branch_type=any/' has both, and "
				  "'tea sim --observers instructions,taken'",
				  ebs ? "retired instructions" : "taken branches");
		return 0;
	}
	if (has[*source])
		return 0;
	return fault_set(fault, -ENODATA, "'%s': nothing of source '%s' in it: hbbp wants samples of "
			 "tea/instructions/ and tea/taken/, ebs and ctr one of them, exact a profile of "
			 "'tea sim --observers counts'; 'tea sim --observers instructions,taken' samples "
			 "both, too", recording->path, estimate_source_names[*source]);
}

static void note_impossible(const struct estimate *estimate, struct recording *recording)
{
	if (estimate->impossible)
		notes_add(&recording->notes, "of %llu streams %llu run through a jump, or where no code "
			  "is known, and are left out: code that was changed in memory is that of "
			  "/proc/kcore, or --vmlinux", (unsigned long long)estimate->streams,
			  (unsigned long long)estimate->impossible);
}

static int gather(struct estimate *estimate, struct recording *recording)
{
	struct estimate found = { 0 };
	int error = add_samples(&found, recording);

	if (!error)
		error = add_streams(&found, recording);
	keyindex_deinit(&found.spots);
	keyindex_deinit(&found.index);
	if (!error && found.count)
		qsort(found.items, found.count, sizeof(*found.items), compare_items);
	estimate->streams = found.streams;
	estimate->impossible = found.impossible;
	for (size_t i = 0; !error && estimate->source == ESTIMATE_EXACT && i < found.count; i++)
		error = keep_item(estimate, &found.items[i]);
	if (!error)
		error = estimate->source == ESTIMATE_EXACT ? find_blocks(estimate, recording) :
			spread(estimate, &found, recording);
	free(found.items);
	return error;
}

int estimate_init(struct estimate *estimate, struct recording *recording,
		  enum estimate_source source, struct fault *fault)
{
	int error = find_source(recording, &source, fault);

	*estimate = (struct estimate){ .source = source };
	if (error)
		return error;
	error = gather(estimate, recording);
	if (error) {
		estimate_deinit(estimate);
		return fault_set(fault, error, "out of memory for its instructions");
	}
	note_impossible(estimate, recording);
	choose(estimate);
	return 0;
}

void estimate_deinit(struct estimate *estimate)
{
	free(estimate->items);
	keyindex_deinit(&estimate->spots);
	keyindex_deinit(&estimate->index);
	*estimate = (struct estimate){ 0 };
}
