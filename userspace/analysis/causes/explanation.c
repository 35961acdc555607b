// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * explanation.c - explaining instructions; see explanation.h
 */
#include "explanation.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/places/chance.h"
#include "hints.h"

#define KIND_LEAST	0.01		/* of all cycles */
#define MOST		0.9
#define GAIN_STEP	0.005		/* of all cycles: a smaller gain counts as none */
#define PIECE_LEAST	0.1		/* of its instruction's cycles */
#define ITEM_LEAST	0.005		/* of all cycles: less is no item, */
#define ROW_LEAST	0.0005		/* nor so little a part of one */
#define NEAR		16		/* instructions before that can matter */
#define INSN_BYTES	4		/* of the longest */

/*
 * The measured gain of change @number in cycles, in whole steps: changes of equal steps are ordered
 * by their cycles, since each change moves everything a little. 0 if it is unknown.
 */
static int64_t steps_of(const struct gains *gains, size_t number)
{
	int64_t cycles;

	if (number == GAINS_NONE || !gains_cycles(gains, gains_alone(gains, number), &cycles))
		return 0;
	return (int64_t)((double)cycles / (GAIN_STEP * (double)gains->whatif.sets[0].cycles));
}

static int64_t gain_of(const struct gains *gains, const struct cause *cause)
{
	return steps_of(gains, cause->measured);
}

/* Those that gain more come first. */
static void add_cause(struct explanation_item *item, const struct gains *gains,
		      const struct cause *cause)
{
	size_t at = item->causes_count++;

	for (; at && gain_of(gains, &item->causes[at - 1]) < gain_of(gains, cause); at--)
		item->causes[at] = item->causes[at - 1];
	item->causes[at] = *cause;
}

static void find_causes(struct explanation *explanation, struct explanation_item *item,
			unsigned int class)
{
	const struct advice *limit = item->around.limit_advice;
	const struct gains *gains = &explanation->gains;
	const struct row *row = item->row;
	const struct pics_stack *stack = row->stack;

	for (size_t i = 0; i < hotcauses_told(stack); i++) {
		struct cause cause = cause_of(explanation->rows.measure, &stack->shares[i], class, limit,
					      row->slots[ROWS_STAGES], explanation->rows.total.stacks);

		if (limit && !cause.category)
			cause_bound_loop(&cause, &item->around.limit.stages,
					 waitgroup_components(item->around.limit.group));
		if (explanation->rows.measure->kind == &category_signatures)
			cause.measured = gains_find(gains, row->object, row->location.address,
						    cause.category);
		add_cause(item, gains, &cause);
	}
}

static uint64_t parts_of(const struct explanation_item *item, const struct explanation_told *told)
{
	return item->causes[told->cause].pieces[told->piece].piece.parts;
}

/* Does @a come before @b? */
static bool is_before(const struct explanation_item *item, const struct gains *gains,
		      const struct explanation_told *a, const struct explanation_told *b)
{
	int64_t gain_a = gain_of(gains, &item->causes[a->cause]);
	int64_t gain_b = gain_of(gains, &item->causes[b->cause]);

	return gain_a != gain_b ? gain_a > gain_b : parts_of(item, a) > parts_of(item, b);
}

/* For each cause its largest piece, and those that are a large part of the instruction's cycles. */
static void find_told(struct explanation_item *item, const struct gains *gains)
{
	const double least = PIECE_LEAST * (double)item->row->stack->parts;

	for (size_t i = 0; i < item->causes_count; i++) {
		for (size_t j = 0; j < item->causes[i].pieces_count; j++) {
			const struct explanation_told told = { .cause = i, .piece = j };
			size_t at = item->told_count;

			if (j && (double)parts_of(item, &told) < least)
				continue;
			for (; at && is_before(item, gains, &told, &item->told[at - 1]); at--)
				item->told[at] = item->told[at - 1];
			item->told[at] = told;
			item->told_count++;
		}
	}
}

/* Has an earlier item the same hint? */
static bool is_hinted(const struct explanation *explanation, const struct explanation_item *item,
		      enum explanation_hint hint)
{
	for (const struct explanation_item *told = explanation->items; told < item; told++)
		if (!strcmp(told->hints[hint], item->hints[hint]))
			return true;
	return false;
}

static bool is_chance(const struct rows *rows, const struct row *row)
{
	return chance_hides(row->stack->parts, &row->stack->weight, rows->total.stacks);
}

/* An instruction before, or the one that is explained. */
struct near_insn {
	uint64_t address, size;
	const uint8_t *bytes;
	struct flow flow;
};

struct walk {
	struct disasm disasm;
	struct near_insn before[NEAR];	/* in turns */
	struct flow flow;		/* of the instruction itself */
};

/*
 * Disassembles the function up to the instruction; of code that has no names nothing but the
 * instruction. Returns how many are before it.
 */
static size_t walk_to(struct walk *walk, struct explanation_item *item)
{
	const struct symbols_location *location = &item->row->location;
	uint64_t address = location->function_start, size = location->function_end - address;
	const uint8_t *bytes = NULL;
	size_t count = 0;

	if (!location->object)
		return 0;
	if (!location->function) {
		address = location->address;
		size = INSN_BYTES;
	}
	size = symbols_code(location, address, size, &bytes);
	while (size && address <= location->address) {
		struct near_insn *near = &walk->before[count % NEAR];
		struct flow flow = flow_decode(bytes, size, address);
		size_t length;

		if (address == location->address) {
			disasm_insn(&walk->disasm, bytes, size, address, item->disassembly);
			walk->flow = flow;
			break;
		}
		*near = (struct near_insn){ address, size, bytes, flow };
		length = flow.length ? flow.length : size;
		count++;
		address += length;
		bytes += length;
		size -= length;
	}
	return count;
}

static void find_flush(struct walk *walk, struct explanation_item *item, size_t count)
{
	char text[DISASM_TEXT];

	for (size_t i = 1; i <= NEAR && i <= count; i++) {
		struct near_insn *near = &walk->before[(count - i) % NEAR];

		if (advice_class(&near->flow) != ADVICE_FLUSHING)
			continue;
		disasm_insn(&walk->disasm, near->bytes, near->size, near->address, text);
		text[strcspn(text, " ")] = '\0';
		hint_flush(item, text, near->address, i);
		return;
	}
}

static uint64_t parts_in(const struct rows *rows, uint32_t object, const struct loop *loop)
{
	uint64_t parts = 0;

	for (size_t i = 0; i < rows->count; i++)
		if (rows->rows[i].object == object && rows->rows[i].location.address >= loop->begin &&
		    rows->rows[i].location.address < loop->end)
			parts += rows->rows[i].stack->parts;
	return parts;
}

static bool is_same_function(const struct row *one, const struct row *other)
{
	return one->object == other->object && one->location.function && other->location.function &&
	       one->location.function_start == other->location.function_start;
}

/* Has an earlier item of the same function a hint at its callers? */
static bool is_called(const struct explanation *explanation, const struct explanation_item *item)
{
	for (const struct explanation_item *told = explanation->items; told < item; told++)
		if (told->called && is_same_function(told->row, item->row))
			return true;
	return false;
}

static bool waits_for_copy(const struct pics_stack *stack)
{
	for (size_t i = 0; i < stack->shares_count; i++)
		if (stack->shares[i].category < SIGNATURE_UNKNOWN && stack->shares[i].category & TEA_PSV_ST_CO)
			return true;
	return false;
}

/* The instruction's longest wait for another hart's copy, if what it waits for is known. */
static const struct sharing_access *find_shared(const struct sharing *sharing, const struct row *row)
{
	const struct sharing_access *longest = NULL;

	if (!waits_for_copy(row->stack))
		return NULL;
	for (size_t i = 0; i < sharing->accesses_count; i++) {
		const struct sharing_access *access = &sharing->accesses[i];

		if (access->object == row->object && access->location.address == row->location.address &&
		    access->waited > (longest ? longest->waited : 0))
			longest = access;
	}
	return longest && sharing_reason(sharing, longest) != SHARING_UNKNOWN ? longest : NULL;
}

/* That wait as a class of advice. */
static unsigned int class_of_shared(const struct sharing *sharing, const struct sharing_access *access)
{
	static const unsigned int classes[SHARING_VERDICTS_COUNT] = {
		[SHARING_FALSE] = ADVICE_FALSE_SHARING, [SHARING_TRUE] = ADVICE_TRUE_SHARING,
		[SHARING_LOCK] = ADVICE_LOCK, [SHARING_CONVOY] = ADVICE_LOCK,
	};

	return access ? classes[sharing_reason(sharing, access)] : 0;
}

static void explain_item(struct explanation *explanation, struct recording *recording,
			 struct walk *walk, struct explanation_item *item)
{
	const struct row *row = item->row;
	const struct surroundings_whole whole = {
		.recording = recording, .rows = &explanation->rows, .waits = &explanation->waits,
		.disasm = &walk->disasm,
	};
	struct elfobject_inline inlines[ELFOBJECT_INLINES_MAX];
	unsigned int class;
	size_t before;

	walk->flow = (struct flow){ 0 };
	before = walk_to(walk, item);
	class = advice_class(&walk->flow);
	item->source = sources_line(&explanation->sources, &row->line);
	if (symbols_inlines(&row->location, inlines))
		item->inlined = inlines[0].name;
	item->own = ownline_find(&row->location, &row->line);
	item->own_source = sources_line(&explanation->sources,
					item->own.line.file ? &item->own.line : &item->own.call);
	if (explanation->rows.measure->kind == &category_signatures)
		surroundings_find(&item->around, &whole, row, class);
	else
		item->around.loop = loop_find(&row->location);
	if (item->around.loop.end)
		item->loop_parts = parts_in(&explanation->rows, row->object, &item->around.loop);
	if (class)	/* that of code without text is not known */
		class |= item->around.classes;
	item->shared = find_shared(&explanation->sharing, row);
	class |= class_of_shared(&explanation->sharing, item->shared);
	find_causes(explanation, item, class);
	find_told(item, &explanation->gains);
	if (explanation->rows.measure->kind != &category_signatures)
		return;
	hint_loop(item, recording);
	item->called = is_called(explanation, item);
	if (!item->called)
		hint_library(item, &recording->symbols, &explanation->rows);
	hint_reloads(item);
	hint_sharing(item, recording);
	hint_taken(item, recording, &explanation->taken);
	find_flush(walk, item, before);
}

static int compare_parts(const void *left, const void *right)
{
	const uint64_t *a = left, *b = right;

	return *a > *b ? -1 : *a < *b;
}

/* How many instructions make most of a piece's cycles. */
static int count_most(const struct rows *rows, const struct piece *piece, size_t *count)
{
	uint64_t *parts = calloc(rows->count + 1, sizeof(*parts)), sum = 0;

	if (!parts)
		return -ENOMEM;
	for (size_t i = 0; i < rows->count; i++)
		parts[i] = pieces_parts(rows->rows[i].stack, piece);
	qsort(parts, rows->count, sizeof(*parts), compare_parts);
	while (*count < rows->count && (double)sum < MOST * (double)piece->parts)
		sum += parts[(*count)++];
	free(parts);
	return 0;
}

/* Instructions that commit are everywhere. */
static bool is_work(const struct piece *piece)
{
	return !piece->category && (piece->state == TEA_STATE_COMPUTE || piece->state == PICS_NO_STATE);
}

static int count_kind(struct explanation *explanation, struct explanation_kind *kind)
{
	const struct rows *rows = &explanation->rows;
	const struct cause *cause = &kind->cause;
	const struct piece all = {
		.category = cause->category, .state = PICS_NO_STATE, .parts = cause->parts,
	};
	int error = count_most(rows, &all, &kind->instructions);

	for (size_t i = 0; !error && i < cause->pieces_count; i++) {
		error = count_most(rows, &cause->pieces[i].piece, &kind->by_piece[i]);
		if (!error && !is_work(&cause->pieces[i].piece))
			spreads_add(&explanation->spreads, rows, &cause->pieces[i], kind->by_piece[i]);
	}
	return error;
}

static int find_kinds(struct explanation *explanation)
{
	const struct pics_stack *total = explanation->rows.total.stacks;
	const struct pics_stack *slots = pics_find(&explanation->rows.slots[ROWS_STAGES].total, 0);
	int error = 0;

	for (size_t i = 0; !error && i < total->shares_count && i < EXPLANATION_KINDS; i++) {
		struct explanation_kind *kind = &explanation->kinds[i];

		if (i && (double)total->shares[i].parts < KIND_LEAST * (double)total->parts)
			break;
		kind->cause = cause_of(explanation->rows.measure, &total->shares[i], 0, NULL, slots,
				       total);
		explanation->kinds_count++;
		error = count_kind(explanation, kind);
	}
	return error;
}

/* A row, and the most that one of its causes gains, in steps. */
struct ranked {
	const struct row *row;
	int64_t gain;
};

/* The bounds of a change at @row, by the stages. */
static void bound_change(struct whatif_bounds *bounds, const struct recording_slots *slots,
			 const struct row *row, uint16_t events)
{
	const struct stages stages = stages_of(row->slots[ROWS_STAGES]);
	struct stages_bound bound = stages_wait_bound(&stages, hotcauses_components(events));

	bounds->known = row->slots[ROWS_STAGES];
	bounds->least = stages_speedup(slots->total.cycles, slots->per_cycle, bound.least);
	bounds->most = stages_speedup(slots->total.cycles, slots->per_cycle, bound.most);
}

static void rank_cause(struct gains *gains, size_t number, const struct recording *recording,
		       struct ranked *ranked, size_t count)
{
	const struct gains_place *place = &gains->places[number];
	const int64_t gain = steps_of(gains, number);

	for (size_t i = 0; i < count; i++) {
		const struct row *row = ranked[i].row;

		if (row->object != place->object || row->location.address != place->address)
			continue;
		bound_change(&gains->whatif.changes[number].bounds, &recording->stages, row,
			     place->events);
		if (gain > ranked[i].gain)
			ranked[i].gain = gain;
	}
}

/* By gain, then by cycles, as rows are. */
static int compare_ranked(const void *left, const void *right)
{
	const struct ranked *a = left, *b = right;

	if (a->gain != b->gain)
		return a->gain > b->gain ? -1 : 1;
	return a->row < b->row ? -1 : a->row > b->row;
}

static bool is_same_line(const struct row *one, const struct row *other)
{
	const struct elfobject_line a = symbols_line(&one->location), b = symbols_line(&other->location);

	return a.file && b.file && a.line == b.line && !strcmp(a.file, b.file);
}

/* Innermost, or code of one function in none. */
static bool is_same_loop(const struct row *one, const struct row *other)
{
	return is_same_function(one, other) &&
	       loop_find(&one->location).begin == loop_find(&other->location).begin;
}

/* One of the items is in the function, the line or the loop of @row already. */
static bool is_told(const struct explanation *explanation, size_t items, enum rows_by by,
		    const struct row *row)
{
	for (size_t i = 0; i < items; i++) {
		const struct row *told = explanation->items[i].row;

		if (by == ROWS_BY_FUNCTION && is_same_function(told, row))
			return true;
		if (by == ROWS_BY_LOOP && is_same_loop(told, row))
			return true;
		if (by == ROWS_BY_LINE && is_same_line(told, row))
			return true;
	}
	return false;
}

/* Rows that may be an item, or a part of one, in their order. */
static void choose_items(struct explanation *explanation, const struct ranked *ranked, enum rows_by by)
{
	const struct rows *rows = &explanation->rows;
	const double least = ROW_LEAST * (double)rows->total.parts;

	for (size_t i = 0; i < rows->count; i++) {
		const struct row *row = ranked[i].row;

		if (explanation->count && (double)row->stack->parts < least && !ranked[i].gain)
			continue;
		if (is_chance(rows, row) || is_told(explanation, explanation->count, by, row))
			continue;
		explanation->items[explanation->count].row = row;
		explanation->items[explanation->count++].gain = ranked[i].gain;
	}
}

static int find_items(struct explanation *explanation, const struct recording *recording,
		      enum rows_by by)
{
	const struct rows *rows = &explanation->rows;
	struct gains *gains = &explanation->gains;
	struct ranked *ranked = calloc(rows->count, sizeof(*ranked));
	/* the most that can have that part of all cycles; the measured ones, and the first */
	size_t most = (size_t)(1 / ROW_LEAST) + gains->whatif.count + 1;

	if (most > rows->count)
		most = rows->count;
	explanation->items = calloc(most + 1, sizeof(*explanation->items));
	if (!ranked || !explanation->items) {
		free(ranked);
		return -ENOMEM;
	}
	for (size_t i = 0; i < rows->count; i++) {
		explanation->chance += is_chance(rows, &rows->rows[i]);
		ranked[i].row = &rows->rows[i];
	}
	for (size_t i = 0; i < gains->whatif.count; i++)
		rank_cause(gains, i, recording, ranked, rows->count);
	qsort(ranked, rows->count, sizeof(*ranked), compare_ranked);
	choose_items(explanation, ranked, by);
	free(ranked);
	return 0;
}

static bool is_measured(const struct explanation_item *item)
{
	for (size_t i = 0; i < item->causes_count; i++)
		if (item->causes[i].measured != GAINS_NONE)
			return true;
	return false;
}

static const struct advice *first_advice(const struct explanation_item *item)
{
	const struct explanation_told *told = &item->told[0];

	return item->told_count ? item->causes[told->cause].pieces[told->piece].advice : NULL;
}

/* Has @item the same cause as @first? So has all of a function whose remedy is in its callers. */
static bool is_same_cause(const struct explanation_item *first, const struct explanation_item *item)
{
	const struct loop *loop = &first->around.loop, *other = &item->around.loop;
	const struct advice *advice = first_advice(first), *its = first_advice(item);

	if (!is_same_function(first->row, item->row))
		return false;
	if (first->called)
		return true;
	return loop->end && loop->begin == other->begin && loop->end == other->end && advice && its &&
	       !strcmp(advice->title, its->title);
}

/* Its rank: all its cycles if they are one cause; for work and mixed waits, its instruction's. */
static uint64_t weight_of(const struct explanation_item *item)
{
	const struct explanation_told *told = &item->told[0];
	bool one = item->called || (item->told_count && (item->causes[told->cause].category ||
			item->causes[told->cause].of_loop));

	return one ? item->same_parts : item->row->stack->parts;
}

static int compare_items(const void *left, const void *right)
{
	const struct explanation_item *a = left, *b = right;

	if (a->gain != b->gain)
		return a->gain > b->gain ? -1 : 1;
	if (a->weight != b->weight)
		return a->weight > b->weight ? -1 : 1;
	return a->row < b->row ? -1 : a->row > b->row;
}

/* @first takes @item, and its hints where it has none. */
static void fold_into(struct explanation_item *first, const struct explanation_item *item)
{
	first->same++;
	first->same_parts += item->row->stack->parts;
	for (size_t i = 0; i < EXPLANATION_HINTS; i++)
		if (!first->hints[i][0])
			memcpy(first->hints[i], item->hints[i], sizeof(first->hints[i]));
}

/* Those that are worth an item, in order; of few cycles the first alone. */
static size_t order_items(const struct explanation *explanation, size_t count)
{
	struct explanation_item *items = explanation->items;
	const double least = ITEM_LEAST * (double)explanation->rows.total.parts;
	size_t kept = 0;

	for (size_t i = 0; i < count; i++)
		items[i].weight = weight_of(&items[i]);
	qsort(items, count, sizeof(*items), compare_items);
	for (size_t i = 0; i < count; i++)
		if (!i || items[i].gain || (double)items[i].same_parts >= least)
			items[kept++] = items[i];
	return kept;
}

/* Leaves one item of each cause. */
static void fold_items(struct explanation *explanation, size_t top)
{
	struct explanation_item *items = explanation->items;
	size_t count = 0, kept, at;

	for (size_t i = 0; i < explanation->count; i++) {
		for (at = 0; at < count && !is_same_cause(&items[at], &items[i]); at++)
			;
		if (at < count && !is_measured(&items[i])) {
			fold_into(&items[at], &items[i]);
			continue;
		}
		items[count] = items[i];
		items[count++].same_parts = items[i].row->stack->parts;
	}
	kept = order_items(explanation, count);
	explanation->left_out = kept < count || kept > top;
	explanation->count = kept < top ? kept : top;
	for (size_t i = 0; i < explanation->count; i++) {
		hint_growth(&items[i], &explanation->rows);
		if (is_hinted(explanation, &items[i], HINT_GROWTH))
			items[i].hints[HINT_GROWTH][0] = '\0';
		if (is_hinted(explanation, &items[i], HINT_UNSHARED))
			items[i].hints[HINT_UNSHARED][0] = '\0';
	}
}

static int explain(struct explanation *explanation, struct recording *recording, enum rows_by by,
		   size_t top, struct fault *fault)
{
	struct walk walk;

	if (!explanation->rows.count)
		return fault_set(fault, -ENODATA, "no %s in what the filters leave: ask for fewer "
				 "conditions", explanation->rows.measure->kind->unit);
	if (gains_init(&explanation->gains, recording) ||
	    waitparts_init(&explanation->waits, recording) ||
	    sharing_init(&explanation->sharing, recording, explanation->rows.measure) ||
	    taken_init(&explanation->taken, recording, explanation->rows.measure) ||
	    find_items(explanation, recording, by) ||
	    find_kinds(explanation))
		return fault_no_memory(fault, "the instructions");
	if (disasm_open(&walk.disasm))
		return fault_set(fault, -ENOTSUP, "capstone does not know RISC-V: build with "
				 "capstone 5 or newer");
	for (size_t i = 0; i < explanation->count; i++)
		explain_item(explanation, recording, &walk, &explanation->items[i]);
	disasm_close(&walk.disasm);
	fold_items(explanation, top);
	return 0;
}

int explanation_init(struct explanation *explanation, struct recording *recording,
		     const struct recording_measure *measure,
		     const struct rows_options *options, size_t top, struct fault *fault)
{
	struct rows_options each = *options;
	int error;

	each.by = ROWS_BY_INSTRUCTION;
	*explanation = (struct explanation){ .sources.paths = recording->source_paths };
	error = rows_fold(&explanation->rows, recording, measure, &each);
	if (!error && explanation->rows.count)
		error = spreads_init(&explanation->spreads, recording, &explanation->rows, &each);
	if (error)
		return fault_no_memory(fault, "the rows");
	error = explain(explanation, recording, options->by, top, fault);
	if (error)
		explanation_deinit(explanation);
	return error;
}

void explanation_deinit(struct explanation *explanation)
{
	rows_deinit(&explanation->rows);
	spreads_deinit(&explanation->spreads);
	gains_deinit(&explanation->gains);
	waitparts_deinit(&explanation->waits);
	sources_deinit(&explanation->sources);
	sharing_deinit(&explanation->sharing);
	taken_deinit(&explanation->taken);
	free(explanation->items);
	*explanation = (struct explanation){ 0 };
}
