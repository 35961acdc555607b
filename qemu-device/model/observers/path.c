// SPDX-License-Identifier: GPL-2.0-or-later
/* path.c - the critical path: see path.h */
#include "path.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "siterows.h"
#include "time/cycles.h"

#define NODES_FIRST	(1U << 17)
#define NOWHERE		UINT64_MAX	/* in place of a cycle */

/* How many chains go on from a node, as far as it matters. */
enum { NONE, ONE, SEVERAL };

int tea_path_init(struct tea_path *path)
{
	*path = (struct tea_path){ .nodes_count = 1, .nodes_size = NODES_FIRST };
	path->nodes = calloc(path->nodes_size, sizeof(*path->nodes));
	return path->nodes ? 0 : -ENOMEM;
}

void tea_path_deinit(struct tea_path *path)
{
	free(path->sums.rows);
	free(path->common.rows);
	free(path->pcs);
	free(path->nodes);
	free(path->held);
	*path = (struct tea_path){ .nodes = NULL };
}

/* Until there is a row of @site. False: memory ran out. */
static bool grow_rows(struct tea_path_sums *sums, size_t site)
{
	struct tea_path_row *rows;

	if (site < sums->rows_count)
		return true;
	rows = tea_siterows_grow(sums->rows, &sums->rows_count, sizeof(*rows), site + 1);
	if (rows)
		sums->rows = rows;
	return rows;
}

static void add_node(struct tea_path *path, struct tea_path_sums *sums,
		     const struct tea_path_node *node)
{
	if (!grow_rows(sums, node->site)) {
		path->failed = true;
		return;
	}
	sums->rows[node->site].cycles[node->cause] += node->cycles;
	sums->times[node->knob] += node->times;
}

/* Whether something may still wait for @point: it did not happen long before the last fetch. */
static bool is_alive(const struct tea_path *path, const struct tea_path_point *point)
{
	return point->at != NOWHERE && point->at + TEA_PATH_MARGIN >= path->fetched;
}

/* The points at places, and the two that are not. */
static size_t count_points(const struct tea_path *path)
{
	return path->held_count + 2;
}

static struct tea_path_point *find_point(struct tea_path *path, size_t number)
{
	if (number < path->held_count)
		return &path->held[number];
	return number == path->held_count ? &path->now : &path->exit;
}

/* For each node, how many chains go on from it; drops the points that are not alive. */
static void count_uses(struct tea_path *path, uint8_t *uses)
{
	for (size_t i = 0; i < count_points(path); i++) {
		struct tea_path_point *point = find_point(path, i);

		if (i >= path->held_count || is_alive(path, point))
			uses[point->node] = SEVERAL;
		else
			point->at = NOWHERE;
	}
	for (size_t i = path->nodes_count - 1; i; i--) {
		uint8_t *from = &uses[path->nodes[i].from];

		if (uses[i] && *from < SEVERAL)
			++*from;
	}
}

/* Add up the common beginning of all chains. Returns its last node, which takes the place of 0. */
static uint32_t fold_common(struct tea_path *path, const uint8_t *uses)
{
	uint32_t last = 0;

	for (size_t i = 1; i < path->nodes_count && uses[last] == ONE; i++) {
		if (!uses[i])
			continue;
		assert(path->nodes[i].from == last);
		add_node(path, &path->common, &path->nodes[i]);
		last = (uint32_t)i;
	}
	return last;
}

/* Points name their nodes by new numbers, @moved. */
static void move_points(struct tea_path *path, const uint32_t *moved)
{
	for (size_t i = 0; i < count_points(path); i++) {
		struct tea_path_point *point = find_point(path, i);

		if (point->at != NOWHERE)
			point->node = moved[point->node];
	}
}

/* Drop nodes that nothing leads to, behind @last, and let @uses be those of the others. */
static void drop_unused(struct tea_path *path, uint8_t *uses, uint32_t *moved, uint32_t last)
{
	size_t count = 1;

	moved[last] = 0;
	uses[0] = uses[last];
	for (size_t i = last + 1; i < path->nodes_count; i++) {
		if (!uses[i])
			continue;
		path->nodes[count] = path->nodes[i];
		path->nodes[count].from = moved[path->nodes[i].from];
		uses[count] = uses[i];
		moved[i] = (uint32_t)count++;
	}
	path->nodes_count = count;
	move_points(path, moved);
}

/* A node, by the stretch between two forks that it is in. */
struct stretched {
	uint32_t stretch;		/* number of its first node */
	uint32_t number;
	struct tea_path_node node;
};

static int compare_edges(const struct tea_path_node *a, const struct tea_path_node *b)
{
	if (a->site != b->site)
		return a->site < b->site ? -1 : 1;
	if (a->cause != b->cause)
		return a->cause < b->cause ? -1 : 1;
	return a->knob < b->knob ? -1 : a->knob > b->knob;
}

static int compare_stretched(const void *left, const void *right)
{
	const struct stretched *a = left, *b = right;
	int edges;

	if (a->stretch != b->stretch)
		return a->stretch < b->stretch ? -1 : 1;
	edges = compare_edges(&a->node, &b->node);
	return edges ? edges : a->number < b->number ? -1 : 1;
}

/* State for joining edges, for each node. */
struct joining {
	struct stretched *list;
	uint32_t *stretches;		/* [number]: of the node */
	uint32_t *froms;		/* [number]: before it, as it was */
	uint32_t *lasts;		/* [stretch]: number of its last node, as it will be */
};

static void list_stretches(const struct tea_path *path, const uint8_t *uses,
			   struct joining *joining)
{
	for (uint32_t i = 1; i < path->nodes_count; i++) {
		const struct tea_path_node *node = &path->nodes[i];
		const bool goes_on = node->from && uses[node->from] == ONE;

		joining->stretches[i] = goes_on ? joining->stretches[node->from] : i;
		joining->froms[i] = node->from;
		joining->list[i - 1] = (struct stretched){ joining->stretches[i], i, *node };
	}
}

/* The node that the first one of @stretch follows. */
static uint32_t find_before(const struct joining *joining, uint32_t stretch)
{
	const uint32_t from = joining->froms[stretch];

	return from ? joining->lasts[joining->stretches[from]] : 0;
}

/* Join edges of a stretch with the same key; a stretch comes behind the one that it follows. */
static void join_edges(struct tea_path *path, const struct joining *joining)
{
	const size_t all = path->nodes_count - 1;
	uint32_t count = 1;

	qsort(joining->list, all, sizeof(*joining->list), compare_stretched);
	for (size_t i = 0; i < all; i++) {
		const struct stretched *at = &joining->list[i];
		const bool first = !i || at->stretch != at[-1].stretch;
		struct tea_path_node *last = &path->nodes[count - 1];

		if (!first && !compare_edges(last, &at->node)) {
			last->cycles += at->node.cycles;
			last->times += at->node.times;
			continue;
		}
		last[1] = at->node;
		last[1].from = first ? find_before(joining, at->stretch) : count - 1;
		joining->lasts[at->stretch] = count++;
	}
	path->nodes_count = count;
}

/* Points refer to the last node of their stretch. */
static void move_to_stretches(struct tea_path *path, const struct joining *joining)
{
	for (size_t i = 0; i < count_points(path); i++) {
		struct tea_path_point *point = find_point(path, i);

		if (point->at != NOWHERE && point->node)
			point->node = joining->lasts[joining->stretches[point->node]];
	}
}

/* If there is memory for it; else they stay as they are. */
static void join_stretches(struct tea_path *path, const uint8_t *uses)
{
	const size_t count = path->nodes_count;
	struct joining joining = {
		.list = calloc(count, sizeof(*joining.list)),
		.stretches = calloc(count, sizeof(*joining.stretches)),
		.froms = calloc(count, sizeof(*joining.froms)),
		.lasts = calloc(count, sizeof(*joining.lasts)),
	};

	if (joining.list && joining.stretches && joining.froms && joining.lasts) {
		list_stretches(path, uses, &joining);
		join_edges(path, &joining);
		move_to_stretches(path, &joining);
	}
	free(joining.lasts);
	free(joining.froms);
	free(joining.stretches);
	free(joining.list);
}

static bool grow_nodes(struct tea_path *path)
{
	struct tea_path_node *bigger =
		realloc(path->nodes, path->nodes_size * 2 * sizeof(*bigger));

	if (!bigger)
		return false;
	path->nodes = bigger;
	path->nodes_size *= 2;
	return true;
}

/* Make room for nodes, of which half of the memory is free then. */
static bool make_room(struct tea_path *path)
{
	uint8_t *uses = calloc(path->nodes_count, sizeof(*uses));
	uint32_t *moved = calloc(path->nodes_count, sizeof(*moved));
	const bool able = uses && moved;

	if (able) {
		count_uses(path, uses);
		drop_unused(path, uses, moved, fold_common(path, uses));
		if (path->nodes_count > path->nodes_size / 2)
			join_stretches(path, uses);
	}
	free(moved);
	free(uses);
	return able && (path->nodes_count <= path->nodes_size / 2 || grow_nodes(path));
}

/* The new point of @edge, which @from led to. */
static void go_on(struct tea_path *path, const struct tea_path_point *from,
		  const struct tea_edge *edge)
{
	const int64_t cycles = (int64_t)(edge->at - from->at);

	if (cycles || edge->times) {
		path->nodes[path->nodes_count] = (struct tea_path_node){
			.from = from->node, .site = path->site, .cycles = cycles,
			.cause = edge->cause, .knob = edge->knob, .times = edge->times,
		};
		path->now.node = (uint32_t)path->nodes_count++;
	} else {
		path->now.node = from->node;
	}
	path->now.at = edge->at;
}

/* The point kept there; without one, the beginning. */
static struct tea_path_point read_place(const struct tea_path *path, uint32_t place)
{
	if (place < path->held_count && path->held[place].at != NOWHERE)
		return path->held[place];
	return (struct tea_path_point){ .at = NOWHERE };
}

/* The last point at these places that is no later than the new one, or the current one. */
static struct tea_path_point find_cause(const struct tea_path *path, const struct tea_edge *edge)
{
	struct tea_path_point best = path->now;
	bool found = false;

	for (uint32_t i = 0; i < edge->places; i++) {
		const struct tea_path_point point = read_place(path, edge->place + i);

		if (point.at > edge->at || (found && point.at <= best.at))
			continue;
		best = point;
		found = true;
	}
	return best;
}

/* False: memory ran out. */
static bool hold(struct tea_path *path, uint32_t place)
{
	const size_t count = path->held_count;

	if (place >= count) {
		struct tea_path_point *held = tea_siterows_grow(path->held, &path->held_count,
								sizeof(*held), place + 1);

		if (!held)
			return false;
		path->held = held;
		for (size_t i = count; i < path->held_count; i++)
			held[i].at = NOWHERE;
	}
	path->held[place] = path->now;
	return true;
}

static void follow(struct tea_path *path, const struct tea_edge *edge, cycle_t commit)
{
	struct tea_path_point from;

	if (path->nodes_count == path->nodes_size && !make_room(path)) {
		path->failed = true;
		return;
	}
	switch ((enum tea_edges_kind)edge->kind) {
	case TEA_EDGE_FROM:
		from = read_place(path, edge->place);
		if (from.at == NOWHERE)
			from = (struct tea_path_point){ .at = 0 };
		path->now = from;
		break;
	case TEA_EDGE_STEP:
		from = path->now;
		go_on(path, &from, edge);
		break;
	case TEA_EDGE_AFTER:
		from = find_cause(path, edge);
		go_on(path, &from, edge);
		break;
	case TEA_EDGE_HOLD:
		if (edge->place == TEA_EDGES_EXIT && path->now.at == commit)
			path->exit = path->now;
		else if (!hold(path, edge->place))
			path->failed = true;
		break;
	}
}

static void note_pc(struct tea_path *path, const struct tea_retired *record)
{
	uint64_t *pcs;

	if (record->site >= path->pcs_count) {
		pcs = tea_siterows_grow(path->pcs, &path->pcs_count, sizeof(*pcs),
					(size_t)record->site + 1);
		if (!pcs) {
			path->failed = true;
			return;
		}
		path->pcs = pcs;
	}
	path->pcs[record->site] = record->pc;
}

void tea_path_record(struct tea_path *path, const struct tea_retired *record)
{
	const cycle_t commit = record->at[TEA_STAGE_COMMIT];

	if (path->failed)
		return;
	path->site = record->site;
	note_pc(path, record);
	for (uint32_t i = 0; i < record->edges_count; i++)
		follow(path, &record->edges[i], commit);
	path->fetched = record->at[TEA_STAGE_FETCH];
	assert(path->failed || path->exit.at == commit);
}

static int64_t sum_up(const struct tea_path_sums *sums)
{
	int64_t sum = 0;

	for (size_t i = 0; i < sums->rows_count; i++)
		for (unsigned int k = 0; k < TEA_EDGES_CAUSES_COUNT; k++)
			sum += sums->rows[i].cycles[k];
	return sum;
}

static void add_sums(struct tea_path *path, const struct tea_path_sums *more)
{
	struct tea_path_sums *sums = &path->sums;

	if (more->rows_count && !grow_rows(sums, more->rows_count - 1)) {
		path->failed = true;
		return;
	}
	for (size_t i = 0; i < more->rows_count; i++)
		for (unsigned int k = 0; k < TEA_EDGES_CAUSES_COUNT; k++)
			sums->rows[i].cycles[k] += more->rows[i].cycles[k];
	for (unsigned int k = 0; k < TEA_EDGES_KNOBS_COUNT; k++)
		sums->times[k] += more->times[k];
}

void tea_path_cut(struct tea_path *path)
{
	const struct tea_path_node last = {
		.site = path->site, .cycles = 1, .cause = TEA_EDGES_COMMIT,
	};

	free(path->sums.rows);
	path->sums = (struct tea_path_sums){ .rows = NULL };
	add_sums(path, &path->common);
	for (uint32_t i = path->exit.node; i && !path->failed; i = path->nodes[i].from)
		add_node(path, &path->sums, &path->nodes[i]);
	/* cycles are counted from 0 on: the last one is that of the commit itself */
	if (!path->failed)
		add_node(path, &path->sums, &last);
	path->cycles = path->exit.at + 1;
	assert(path->failed || sum_up(&path->sums) == (int64_t)path->cycles);
}

void tea_path_add(struct tea_path *path, const struct tea_path *more)
{
	path->failed |= more->failed;
	add_sums(path, &more->sums);
	path->cycles += more->cycles;
	for (size_t site = 0; site < more->pcs_count && !path->failed; site++) {
		const struct tea_retired record = { .site = (uint32_t)site, .pc = more->pcs[site] };

		if (record.pc)
			note_pc(path, &record);
	}
}
