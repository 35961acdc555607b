// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * estimate.c - samples and streams to executions of instructions; see estimate.h
 */
#include "estimate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "codeblocks.h"

const char *const estimate_source_names[] = {
#define ESTIMATE_X(id, name) name,
	ESTIMATE_SOURCES(ESTIMATE_X)
#undef ESTIMATE_X
	NULL
};

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

static int add_samples(struct estimate *estimate, const struct recording *recording,
		       const struct recording_measure *measure)
{
	for (size_t i = 0; i < measure->pics.stacks_count; i++) {
		const struct pics_stack *stack = &measure->pics.stacks[i];
		const struct recording_place *place = &recording->places[stack->place];
		struct estimate_item *item = find_item(estimate, place->thread, place->object,
						       place->address);

		if (!item)
			return -ENOMEM;
		item->ebs += (double)stack->parts * measure->scale;
	}
	return 0;
}

/* Over the instructions of a stream, each of which gets @weight; 1: no code can have made it. */
static int walk_stream(struct estimate *estimate, struct recording *recording,
		       const struct recording_stream *stream, double weight)
{
	struct codeblocks code;
	struct flow flow;

	codeblocks_at(&code, recording, stream->object, stream->begin);
	for (uint64_t place = stream->begin; place <= stream->end; place += flow.length) {
		bool last = place == stream->end;

		flow = codeblocks_flow(&code, place);
		if (!flow.length) {	/* behind the function: into the next one */
			codeblocks_at(&code, recording, stream->object, place);
			flow = codeblocks_flow(&code, place);
		}
		if (!flow.length ||
		    (!last && codeblocks_transfers(&flow) && flow.kind != FLOW_BRANCH))
			return 1;
		if (weight > 0) {
			struct estimate_item *item = find_item(estimate, stream->thread,
							       stream->object, place);

			if (!item)
				return -ENOMEM;
			/*
			 * an instruction in front of a trap was not executed, unless it raised it
			 */
			if (!last || codeblocks_transfers(&flow) || flow.raises)
				item->ctr += weight;
		}
		if (last)
			return 0;
	}
	return 1;
}

bool estimate_branches(struct recording *recording, uint32_t object, uint64_t address)
{
	struct codeblocks code;
	struct flow flow;

	codeblocks_at(&code, recording, object, address);
	flow = codeblocks_flow(&code, address);
	return !flow.length || (codeblocks_transfers(&flow) && flow.class != TEA_CLASS_TRAP_RETURN);
}

static int keep_stream(struct estimate *estimate, const struct recording_stream *stream)
{
	struct recording_stream *grown = array_grow(estimate->streams, estimate->streams_count,
						    sizeof(*grown));

	if (!grown)
		return -ENOMEM;
	estimate->streams = grown;
	grown[estimate->streams_count++] = *stream;
	return 0;
}

/* Those that code can have made, their branches scaled as the header says. */
static int find_streams(struct estimate *estimate, struct recording *recording)
{
	const struct recording_streams *streams = &recording->streams;
	double counted = streams->streamed, scale;

	estimate->impossible = streams->broken;
	for (size_t i = 0; i < streams->count; i++) {
		const struct recording_stream *stream = &streams->items[i];
		int bad = walk_stream(estimate, recording, stream, 0);

		if (!estimate_branches(recording, stream->object, stream->end))
			counted -= stream->branches;
		if (bad)
			estimate->impossible += stream->count;
		else if (keep_stream(estimate, stream))
			return -ENOMEM;
	}
	scale = counted > 0 ? streams->branches / counted : 0;
	for (size_t i = 0; i < estimate->streams_count; i++)
		estimate->streams[i].branches *= scale;
	return 0;
}

static int add_streams(struct estimate *estimate, struct recording *recording)
{
	int error = find_streams(estimate, recording);

	for (size_t i = 0; !error && i < estimate->streams_count; i++)
		error = walk_stream(estimate, recording, &estimate->streams[i],
				    estimate->streams[i].branches);
	return error;
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

const struct estimate_item *estimate_find(const struct estimate *estimate, uint32_t thread,
					  uint32_t object, uint64_t address)
{
	struct estimate_item wanted = { .thread = thread, .object = object, .address = address };

	return estimate->count ? bsearch(&wanted, estimate->items, estimate->count, sizeof(wanted),
					 compare_items) : NULL;
}

double estimate_instructions_each(const struct recording_measure *measure)
{
	return measure->samples ? measure->scale * (double)measure->pics.parts /
				    (double)measure->samples : 0;
}

double estimate_branches_each(const struct recording *recording)
{
	const struct recording_streams *streams = &recording->streams;

	return streams->samples ? streams->branches / (double)streams->samples : 0;
}

size_t estimate_cover(const struct estimate *estimate, const struct recording_stream *stream,
		      size_t *count)
{
	const struct estimate_item *end = estimate->items + estimate->count;
	const struct estimate_item *first = estimate_find(estimate, stream->thread, stream->object,
							  stream->begin);
	const struct estimate_item *item = first;

	while (item && item < end && item->thread == stream->thread &&
	       item->object == stream->object && item->address <= stream->end)
		item++;
	*count = (size_t)(item - first);
	return first ? (size_t)(first - estimate->items) : 0;
}

/* Counts the sorted items of one thread in front of @end. */
static size_t count_below(const struct estimate_item *items, size_t count, uint64_t end)
{
	size_t i = 0;

	while (i < count && items[i].thread == items->thread && items[i].object == items->object &&
	       items[i].address < end)
		i++;
	return i;
}

static int append(struct estimate *estimate, const struct estimate_item *item)
{
	struct estimate_item *grown = array_grow(estimate->items, estimate->count, sizeof(*grown));

	if (!grown)
		return -ENOMEM;
	estimate->items = grown;
	grown[estimate->count++] = *item;
	return 0;
}

/* An instruction outside blocks, as in code without functions, stands for itself. */
static int keep_alone(struct estimate *whole, const struct codeblocks *code,
		      const struct estimate_item *found)
{
	struct estimate_item item = *found;

	item.block = item.address;
	item.length = codeblocks_flow(code, item.address).length ? 1 : 0;
	item.retiring = item.length;
	return append(whole, &item);
}

/* All instructions of the block at @begin get the mean of its @items. */
static int spread_block(struct estimate *whole, const struct codeblocks *code,
			const struct estimate_item *items, size_t count, uint64_t begin)
{
	struct estimate_item mean = { .thread = items->thread, .object = items->object,
				      .block = begin };
	uint64_t end = codeblocks_end(code, begin, &mean.length);
	int error = 0;

	mean.retiring = codeblocks_retiring(code, begin, end);
	for (size_t i = 0; i < count; i++) {
		mean.ebs += mean.retiring ? items[i].ebs / mean.retiring : 0;
		mean.ctr += items[i].ctr / mean.length;
	}
	if (!(mean.ebs > 0 || mean.ctr > 0))
		return 0;
	for (mean.address = begin; !error && mean.address < end;
	     mean.address += codeblocks_flow(code, mean.address).length)
		error = append(whole, &mean);
	return error;
}

/* All blocks of the function of @items. */
static int spread_function(struct estimate *whole, const struct codeblocks *code,
			   const struct estimate_item *items, size_t count)
{
	uint64_t begin = code->begin, end;
	uint32_t length;
	int error = 0;

	for (; !error && (end = codeblocks_end(code, begin, &length)) > begin; begin = end) {
		size_t within = count_below(items, count, end);

		if (within)
			error = spread_block(whole, code, items, within, begin);
		items += within;
		count -= within;
	}
	for (; !error && count; count--)	/* behind bytes that are no code */
		error = keep_alone(whole, code, items++);
	return error;
}

/* Exact counts stay as they are; their instructions only get their blocks. */
static int keep_counts(struct estimate *whole, const struct codeblocks *code,
		       const struct estimate_item *items, size_t count)
{
	int error = 0;

	for (size_t i = 0; !error && i < count; i++) {
		struct estimate_item item = items[i];

		item.block = codeblocks_begin(code, item.address);
		error = append(whole, &item);
	}
	return error;
}

/* Counts of instructions become those of blocks: for samples and records, the mean. */
static int spread(struct estimate *whole, const struct estimate *found, struct recording *recording)
{
	int error = 0;
	size_t count;

	for (size_t i = 0; !error && i < found->count; i += count) {
		const struct estimate_item *item = &found->items[i];
		struct codeblocks code;

		count = 1;
		codeblocks_at(&code, recording, item->object, item->address);
		if (!code.location.function || !codeblocks_flow(&code, item->address).length) {
			error = keep_alone(whole, &code, item);
			continue;
		}
		count = count_below(item, found->count - i, code.end);
		error = codeblocks_mark(&code);
		if (!error)
			error = whole->source == ESTIMATE_EXACT ?
				keep_counts(whole, &code, item, count) :
				spread_function(whole, &code, item, count);
		codeblocks_deinit(&code);
	}
	return error;
}

/* Records do not cover unknown code. */
static bool by_records(const struct estimate *estimate, const struct estimate_item *item)
{
	return estimate->source == ESTIMATE_CTR ||
	       (estimate->source == ESTIMATE_HBBP && item->length && item->length <= ESTIMATE_LENGTH);
}

static void choose(struct estimate *estimate)
{
	for (size_t i = 0; i < estimate->count; i++) {
		struct estimate_item *item = &estimate->items[i];

		item->records = by_records(estimate, item);
		item->executions = item->records ? item->ctr : item->ebs;
		estimate->total += item->executions;
	}
}

static bool same_block(const struct estimate_item *a, const struct estimate_item *b)
{
	return a->thread == b->thread && a->object == b->object && a->block == b->block;
}

/* Blocks that end in a biased branch. */
static void flag_blocks(struct estimate *estimate)
{
	bool biased;

	for (size_t first = 0, end; first < estimate->count; first = end) {
		biased = false;
		for (end = first; end < estimate->count &&
		     same_block(&estimate->items[first], &estimate->items[end]); end++)
			biased |= bias_flags(&estimate->bias, estimate->items[end].object,
					     estimate->items[end].address);
		for (size_t i = first; i < end; i++)
			estimate->items[i].biased = biased;
	}
}

/* Resolves AUTO to a source of the recording, or reports that @source is not there. */
static int find_source(struct recording *recording, struct recording_measure *measure,
		       enum estimate_source *source, struct fault *fault)
{
	bool counts = measure->id == MEASURE_COUNTS, ebs = !counts && measure->samples,
	     ctr = recording->streams.number;
	struct notes *notes = recording_notes(recording, measure);
	const bool has[ESTIMATE_COUNT] = {
		[ESTIMATE_HBBP] = ebs && ctr, [ESTIMATE_EBS] = ebs, [ESTIMATE_CTR] = ctr,
		[ESTIMATE_EXACT] = counts,
	};

	if (*source == ESTIMATE_AUTO) {
		*source = counts ? ESTIMATE_EXACT : ebs && ctr ? ESTIMATE_HBBP :
			  ebs ? ESTIMATE_EBS : ESTIMATE_CTR;
		if (recording->streams.samples && !ctr)
			notes_add(notes, "the samples of taken branches have no branch "
				  "records that make a stream: record tea/taken,branch_type=any/");
		else if (!counts && ebs != ctr)
			notes_add(notes, "only samples of %s: 'tea record --mix' "
				  "has both, and 'tea sim --observers instructions,taken'",
				  ebs ? "retired instructions" : "taken branches");
		return 0;
	}
	if (has[*source])
		return 0;
	return fault_set(fault, -ENODATA, "'%s': nothing of source '%s' in it: hbbp wants samples of "
			 "tea/instructions/ and tea/taken,branch_type=any/, ebs and ctr one of them, exact a profile of "
			 "'tea sim --observers counts'; 'tea sim --observers instructions,taken' samples "
			 "both, too", recording->path, estimate_source_names[*source]);
}

static void note_impossible(const struct estimate *estimate, struct recording *recording)
{
	if (estimate->impossible)
		notes_add(recording_notes(recording, estimate->measure),
			  "of %llu streams %llu run through a jump, or where no code "
			  "is known, and are left out: the code that ran is not the file's",
			  (unsigned long long)recording->streams.number,
			  (unsigned long long)estimate->impossible);
}

/* Items by instruction, as they are found. */
static int find_items(struct estimate *found, struct recording *recording,
		      const struct recording_measure *measure)
{
	int error = add_samples(found, recording, measure);

	/* those beside counts are of sampled instructions */
	if (!error && measure->id != MEASURE_COUNTS)
		error = add_streams(found, recording);
	keyindex_deinit(&found->spots);
	keyindex_deinit(&found->index);
	if (!error && found->count)
		qsort(found->items, found->count, sizeof(*found->items), compare_items);
	return error;
}

static int gather(struct estimate *estimate, struct recording *recording)
{
	struct estimate found = { 0 };
	int error = find_items(&found, recording, estimate->measure);

	estimate->streams = found.streams;
	estimate->streams_count = found.streams_count;
	estimate->impossible = found.impossible;
	if (!error)
		error = spread(estimate, &found, recording);
	if (!error && estimate->source != ESTIMATE_EXACT)
		error = bias_find(&estimate->bias, &recording->streams);
	free(found.items);
	return error;
}

int estimate_init(struct estimate *estimate, struct recording *recording,
		  struct recording_measure *measure, enum estimate_source source,
		  struct fault *fault)
{
	int error = find_source(recording, measure, &source, fault);

	*estimate = (struct estimate){ .measure = measure, .source = source };
	if (error)
		return error;
	error = gather(estimate, recording);
	if (error) {
		estimate_deinit(estimate);
		return fault_no_memory(fault, "its instructions");
	}
	choose(estimate);
	flag_blocks(estimate);
	note_impossible(estimate, recording);
	bias_note(&estimate->bias, recording, recording_notes(recording, measure));
	return 0;
}

void estimate_deinit(struct estimate *estimate)
{
	free(estimate->items);
	free(estimate->streams);
	bias_deinit(&estimate->bias);
	keyindex_deinit(&estimate->spots);
	keyindex_deinit(&estimate->index);
	*estimate = (struct estimate){ 0 };
}
