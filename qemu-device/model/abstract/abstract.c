// SPDX-License-Identifier: GPL-2.0-or-later
/* abstract.c - Gus's abstract core: set-up, rebasing and results: see abstract.h */
#include "abstract.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "abstractlanes.h"
#include "octet.h"

#define ALIGNMENT	64
/* Times are rebased when one is beyond this, ... */
#define REBASE_TIME	(1 << 30)
/* ... so that a dispatch is here: times older by as much have no effect. */
#define REBASE_MARGIN	(1 << 28)
/* Operations between two checks. */
#define REBASE_EVERY	128
/* The longest window, in units. */
#define SPAN_MAX	((uint64_t)3 << 28)

/* Which cores can be lanes of one model */

bool tea_abstract_agree(const struct tea_params *a, const struct tea_params *b)
{
	for (size_t i = 0; i < tea_param_infos_count; i++) {
		const struct tea_param_info *info = &tea_param_infos[i];

		if (info->fast == TEA_FAST_SHARED && tea_params_get(a, info) != tea_params_get(b, info))
			return false;
	}
	return true;
}

/* A window full of operations that wait for each other, all from DRAM. */
static uint64_t find_span(const struct tea_params *p)
{
	const uint64_t clocks = (uint64_t)p->dram_cas + p->dram_rcd + p->dram_rp;
	const uint64_t latency = p->llc_latency + p->dram_controller +
				 clocks * p->core_mhz / p->dram_mhz +
				 2 * TEA_LINE_BYTES * p->core_mhz / p->dram_mbps;

	return (p->rob + p->store_queue) * latency * TEA_TIME_CYCLE;
}

int tea_abstract_check(const struct tea_params *params, const char **why)
{
	if (params->vlen)
		*why = "the fast engine knows no vectors: take the full one";
	else if (find_span(params) > SPAN_MAX)
		*why = "the fast engine cannot tell the times of a window so long of memory so slow: take the full one";
	else
		return 0;
	return -EINVAL;
}

/* Life */

static int rows_init(struct tea_rows *rows, uint32_t least)
{
	uint64_t count = 1;

	while (count <= least)
		count *= 2;
	rows->mask = count - 1;
	rows->rows = aligned_alloc(ALIGNMENT, count * sizeof(*rows->rows));
	if (!rows->rows)
		return -ENOMEM;
	memset(rows->rows, 0, count * sizeof(*rows->rows));
	return 0;
}

static int takers_init(struct tea_occupants *occupants, uint32_t least)
{
	uint64_t count = 1;

	while (count <= least)
		count *= 2;
	occupants->mask = count - 1;
	occupants->numbers = calloc(count, sizeof(*occupants->numbers));
	return occupants->numbers ? 0 : -ENOMEM;
}

/* All rings of rows, and how far each has to reach back. */
#define RINGS(X) \
	X(exits, TEA_WINDOW_ROB) X(dispatches, TEA_WINDOW_BUFFER) X(resolved, TEA_WINDOW_BRANCHES) \
	X(data, TEA_WINDOW_STORES) X(gone, TEA_WINDOW_STORES) X(filled, TEA_WINDOW_LLC_MSHRS)

static int init_rings(struct tea_abstract *abstract)
{
	uint32_t *farthest = abstract->costs.farthest;

	if (farthest[TEA_WINDOW_ROB] < TEA_TARGETS_REACH)
		farthest[TEA_WINDOW_ROB] = TEA_TARGETS_REACH;
#define X(ring, window) \
	if (rows_init(&abstract->ring, farthest[window])) \
		return -ENOMEM;
	RINGS(X)
#undef X
	if (rows_init(&abstract->arrivals, TEA_SHARED_FILLS) ||
	    rows_init(&abstract->frees, TEA_SHARED_FILLS))
		return -ENOMEM;
	for (unsigned int i = 0; i < TEA_WINDOWS_COUNT; i++)
		if (takers_init(&abstract->occupants[i], farthest[i]))
			return -ENOMEM;
	return 0;
}

struct tea_abstract *tea_abstract_create(const struct tea_params *const *params, unsigned int lanes,
					 const struct tea_env *env, bool plain)
{
	const size_t bytes = (sizeof(struct tea_abstract) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
	struct tea_abstract *abstract = aligned_alloc(ALIGNMENT, bytes);

	assert(lanes && lanes <= TEA_LANES_MAX);
	if (!abstract)
		return NULL;
	memset(abstract, 0, bytes);
	abstract->lanes = lanes;
	abstract->octets = lanes <= 8 ? 1 : lanes <= 16 ? 2 : 4;
	abstract->until_rebase = REBASE_EVERY;
	abstract->pass = plain || !tea_pass_has_vectors() ? tea_pass_plain : tea_pass_vector;
	tea_costs_init(&abstract->costs, params, lanes);
	if (tea_shared_init(&abstract->shared, params[0], env,
			     abstract->costs.farthest[TEA_WINDOW_STORES])) {
		free(abstract);
		return NULL;
	}
	if (init_rings(abstract)) {
		tea_abstract_destroy(abstract);
		return NULL;
	}
	return abstract;
}

void tea_abstract_destroy(struct tea_abstract *abstract)
{
	for (unsigned int i = 0; i < TEA_WINDOWS_COUNT; i++)
		free(abstract->occupants[i].numbers);
	for (size_t i = 0; i < abstract->pages; i++)
		free(abstract->progress[i]);
	free(abstract->progress);
	free(abstract->arrivals.rows);
	free(abstract->frees.rows);
#define X(ring, window) free(abstract->ring.rows);
	RINGS(X)
#undef X
	tea_shared_deinit(&abstract->shared);
	free(abstract);
}

/* Progress */

static struct tea_progress *make_progress(void)
{
	const size_t bytes = (sizeof(struct tea_progress) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
	struct tea_progress *progress = aligned_alloc(ALIGNMENT, bytes);

	return progress ? memset(progress, 0, bytes) : NULL;
}

static int add_pages(struct tea_abstract *abstract, size_t pages)
{
	struct tea_progress **more = realloc(abstract->progress, pages * sizeof(struct tea_progress *));

	if (!more)
		return -ENOMEM;
	memset(more + abstract->pages, 0, (pages - abstract->pages) * sizeof(*more));
	abstract->progress = more;
	abstract->pages = pages;
	return 0;
}

/* The page of the site of @summary, with a row for it; NULL: no memory. */
static struct tea_progress *find_progress(struct tea_abstract *abstract, const struct tea_summary *summary)
{
	const size_t page = summary->site / TEA_PROGRESS_SITES, at = summary->site % TEA_PROGRESS_SITES;
	struct tea_progress *progress;

	if (page >= abstract->pages && add_pages(abstract, page + 1))
		return NULL;
	if (!abstract->progress[page])
		abstract->progress[page] = make_progress();
	progress = abstract->progress[page];
	if (progress && !progress->seen[at]) {
		progress->seen[at] = true;
		progress->pc[at] = summary->pc;
		progress->privilege[at] = summary->privilege;
	}
	return progress;
}

/* Rebase */

static void rebase_rows(tea_lane_row *rows, size_t count, const tea_lane_row by)
{
	for (size_t i = 0; i < count; i++)
		for (unsigned int lane = 0; lane < TEA_LANES_MAX; lane++)
			rows[i][lane] = rows[i][lane] > by[lane] ? rows[i][lane] - by[lane] : 0;
}

static void fold_progress(struct tea_progress *progress)
{
	for (unsigned int i = 0; i < TEA_PROGRESS_SITES; i++)
		for (unsigned int lane = 0; progress->seen[i] && lane < TEA_LANES_MAX; lane++)
			progress->total[i][lane] += (uint32_t)progress->recent[i][lane];
	memset(progress->recent, 0, sizeof(progress->recent));
}

static void rebase(struct tea_abstract *abstract)
{
	tea_lane_row by;

	for (unsigned int lane = 0; lane < TEA_LANES_MAX; lane++) {
		by[lane] = abstract->dispatched[lane] > REBASE_MARGIN ?
			   abstract->dispatched[lane] - REBASE_MARGIN : 0;
		abstract->base[lane] += (uint32_t)by[lane];
	}
	/* all that stand together */
	rebase_rows(&abstract->dispatched,
		    (offsetof(struct tea_abstract, exits) - offsetof(struct tea_abstract, dispatched)) /
		    sizeof(tea_lane_row), by);
	rebase_rows(abstract->arrivals.rows, abstract->arrivals.mask + 1, by);
	rebase_rows(abstract->frees.rows, abstract->frees.mask + 1, by);
#define X(ring, window) rebase_rows(abstract->ring.rows, abstract->ring.mask + 1, by);
	RINGS(X)
#undef X
	for (size_t i = 0; i < abstract->pages; i++)
		if (abstract->progress[i])
			fold_progress(abstract->progress[i]);
}

static void look_after_times(struct tea_abstract *abstract, unsigned int passed)
{
	bool late = false;

	if (passed < abstract->until_rebase) {
		abstract->until_rebase -= passed;
		return;
	}
	abstract->until_rebase = REBASE_EVERY;
	for (unsigned int lane = 0; lane < abstract->lanes; lane++)
		late |= abstract->left[lane] > REBASE_TIME;
	if (late)
		rebase(abstract);
}

/* Operations */

static void pass(struct tea_abstract *abstract, unsigned int count)
{
	for (unsigned int i = 0; i < count && !abstract->failed; i++)
		abstract->failed = !find_progress(abstract, &abstract->summaries[i]);
	if (abstract->failed)
		return;
	abstract->pass(abstract, abstract->summaries, count);
	abstract->last = abstract->summaries[count - 1].site;
	look_after_times(abstract, count);
}

void tea_abstract_step(struct tea_abstract *abstract, const struct tea_op *op)
{
	tea_shared_summarize(&abstract->shared, op, abstract->summaries);
	pass(abstract, 1);
}

void tea_abstract_run(struct tea_abstract *abstract, const struct tea_run *run)
{
	for (uint32_t i = 0; i < run->count; i++) {
		struct tea_op op = tea_run_op(run, i);

		tea_shared_summarize(&abstract->shared, &op, &abstract->summaries[i]);
	}
	pass(abstract, run->count);
}

void tea_abstract_flush_tlb(struct tea_abstract *abstract)
{
	tea_shared_flush_tlb(&abstract->shared);
}

/* Results */

static uint64_t time_of(const struct tea_abstract *abstract, unsigned int lane)
{
	return abstract->base[lane] + (uint32_t)abstract->left[lane];
}

uint64_t tea_abstract_now(const struct tea_abstract *abstract, unsigned int lane)
{
	return (time_of(abstract, lane) + TEA_TIME_CYCLE - 1) / TEA_TIME_CYCLE;
}

static size_t count_rows(const struct tea_abstract *abstract)
{
	size_t count = 0;

	for (size_t i = 0; i < abstract->pages; i++)
		for (unsigned int at = 0; abstract->progress[i] && at < TEA_PROGRESS_SITES; at++)
			count += abstract->progress[i]->seen[at];
	return count;
}

int tea_abstract_rows(const struct tea_abstract *abstract, unsigned int lane,
		      struct tea_abstract_row **rows, size_t *count)
{
	const size_t all = count_rows(abstract);
	/* the rest of the last cycle is the last site's */
	const uint64_t rest = tea_abstract_now(abstract, lane) * TEA_TIME_CYCLE -
			      time_of(abstract, lane);
	struct tea_abstract_row *row;

	if (abstract->failed)
		return -ENOMEM;
	*rows = row = calloc(all + 1, sizeof(**rows));
	if (!row)
		return -ENOMEM;
	*count = all;
	for (uint32_t site = 0; site < abstract->pages * TEA_PROGRESS_SITES; site++) {
		const struct tea_progress *progress = abstract->progress[site / TEA_PROGRESS_SITES];
		const unsigned int at = site % TEA_PROGRESS_SITES;

		if (!progress || !progress->seen[at])
			continue;
		*row++ = (struct tea_abstract_row){
			.pc = progress->pc[at], .privilege = progress->privilege[at],
			.parts = progress->total[at][lane] + (uint32_t)progress->recent[at][lane] +
				 (site == abstract->last ? rest : 0),
		};
	}
	return 0;
}
