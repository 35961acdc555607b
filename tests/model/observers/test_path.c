// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_path.c - the observer of the critical path against a walk back through the whole graph
 *
 * On edges of the model for random programs, one operation at a time and in runs of blocks, and on random
 * edges that the model never makes, among them chains that never meet; all are cut here and there. Equal in each static instruction, cause
 * and knob; and the sum is the cycles. Seeds are printed; TEA_SEED and TEA_RUNS repeat a failure.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/packed_run.h"
#include "core/random_program.h"
#include "core/random_vector.h"
#include "naive_path.h"
#include "observers/path.h"

#define OPS		400
#define RANDOM_RECORDS	60000
#define SITES		8
#define PLACES		64
#define HOPS_MOST	24

static struct tea_op ops[OPS];
static struct tea_vector_op vectors[OPS];
static uint64_t addresses[RANDOM_ADDRESSES];
static struct naive_path naive;
static uint64_t seed;

static int64_t read_row(const struct tea_path *path, uint32_t site, unsigned int cause)
{
	return site < path->sums.rows_count ? path->sums.rows[site].cycles[cause] : 0;
}

/* @last: the instruction that has the cycle of the last commit. */
static void check_rows(const struct tea_path *path, uint32_t last)
{
	for (uint32_t site = 0; site < NAIVE_PATH_SITES; site++) {
		for (unsigned int cause = 0; cause < TEA_EDGES_CAUSES_COUNT; cause++) {
			const int64_t expected = naive.cycles[site][cause] +
						 (site == last && cause == TEA_EDGES_COMMIT);

			if (read_row(path, site, cause) != expected)
				fail_msg("site %u, cause %u: %" PRId64 ", not %" PRId64 " (TEA_SEED=%"
					 PRIu64 ")", site, cause, read_row(path, site, cause),
					 expected, seed);
		}
	}
}

static void check_path(struct tea_path *path, const struct tea_retired *last)
{
	tea_path_cut(path);
	naive_path_walk(&naive);
	assert_false(path->failed);
	assert_int_equal(path->cycles, last->at[TEA_STAGE_COMMIT] + 1);
	assert_int_equal(naive.sum, last->at[TEA_STAGE_COMMIT]);
	check_rows(path, last->site);
	for (unsigned int i = TEA_EDGES_NO_KNOB + 1; i < TEA_EDGES_KNOBS_COUNT; i++)
		assert_int_equal(path->sums.times[i], naive.times[i]);
}

/* ---- of programs ---- */

/* What an operation waits for has been kept, whoever made it. */
static void finish_path(struct tea_path *path, const struct tea_retired *last)
{
	check_path(path, last);
	assert_int_equal(naive.lost, 0);
	naive_path_deinit(&naive);
}

/* Recording edges changes nothing. */
static void check_same(const struct tea_retired *followed, const struct tea_retired *other,
		       unsigned int count)
{
	for (unsigned int i = 0; i < count; i++) {
		assert_memory_equal(followed[i].at, other[i].at, sizeof(other[i].at));
		assert_memory_equal(followed[i].limiter, other[i].limiter,
				    sizeof(other[i].limiter));
		assert_int_equal(followed[i].psv, other[i].psv);
	}
}

static void step_both(struct tea_model *followed, struct tea_model *other, const struct tea_op *op,
		      struct tea_path *path, struct tea_retired *last)
{
	const struct tea_retired *records, *others;
	const unsigned int count = tea_model_step(followed, op, &records);

	assert_int_equal(tea_model_step(other, op, &others), count);
	check_same(records, others, count);
	for (unsigned int i = 0; i < count; i++) {
		tea_path_record(path, &records[i]);
		naive_path_record(&naive, &records[i]);
	}
	*last = records[count - 1];
}

static struct tea_model *create(const struct tea_params *params)
{
	static const struct tea_env env = { .walk = random_walk };
	struct tea_model *model = tea_model_create(params, &env);

	assert_non_null(model);
	return model;
}

static void step_program(struct random_source *source, const struct tea_params *params,
			 struct tea_path *path)
{
	struct tea_model *followed = create(params), *other = create(params);
	struct tea_retired last;

	assert_int_equal(tea_model_trace(followed, params), 0);
	tea_model_explain(other, true);
	for (unsigned int i = 0; i < OPS; i++) {
		step_both(followed, other, &ops[i], path, &last);
		if (!random_below(source, 100))
			check_path(path, &last);
	}
	finish_path(path, &last);
	tea_model_destroy(other);
	tea_model_destroy(followed);
}

/* As the plugin does it: runs of blocks, here of any length, and other operations by a step. */
static void run_program(struct random_source *source, const struct tea_params *params,
			struct tea_path *path)
{
	struct tea_model *model = create(params);
	const struct tea_retired *records;
	struct packed_run packed;
	struct tea_retired last;
	unsigned int count, left;

	assert_int_equal(tea_model_trace(model, params), 0);
	packed_run_init(&packed);
	for (unsigned int i = 0; i < OPS; i += count ? count : 1) {
		count = packed_run_make(&packed, &ops[i], OPS - i,
					1 + random_below(source, TEA_BLOCK_MAX));
		left = count ? tea_model_run(model, &packed.run, &records) :
			       tea_model_step(model, &ops[i], &records);
		for (unsigned int k = 0; k < left; k++) {
			tea_path_record(path, &records[k]);
			naive_path_record(&naive, &records[k]);
		}
		last = records[left - 1];
		if (!random_below(source, 20))
			check_path(path, &last);
	}
	finish_path(path, &last);
	packed_run_deinit(&packed);
	tea_model_destroy(model);
}

/* How operations come to the model changes nothing of their path. */
static void check_equal(const struct tea_path *one, const struct tea_path *other)
{
	assert_int_equal(one->cycles, other->cycles);
	for (uint32_t site = 0; site < NAIVE_PATH_SITES; site++)
		for (unsigned int cause = 0; cause < TEA_EDGES_CAUSES_COUNT; cause++)
			assert_int_equal(read_row(one, site, cause), read_row(other, site, cause));
	assert_memory_equal(one->sums.times, other->sums.times, sizeof(one->sums.times));
}

static void check_program(uint64_t number)
{
	struct tea_path stepped, run;
	struct random_source source;
	struct tea_params params;

	seed = number;
	random_init(&source, seed);
	random_params(&source, &params);
	random_program(&source, ops, OPS);
	for (unsigned int i = 0; i < OPS; i++)
		ops[i].has_addr &= ops[i].addr != TEA_NO_ADDRESS;
	random_vectors_or_none(&source, &params, ops, vectors, OPS, addresses);
	assert_int_equal(tea_path_init(&stepped), 0);
	assert_int_equal(tea_path_init(&run), 0);
	step_program(&source, &params, &stepped);
	run_program(&source, &params, &run);
	check_equal(&stepped, &run);
	tea_path_deinit(&run);
	tea_path_deinit(&stepped);
}

static void test_programs(void **state)
{
	(void)state;
	random_seeds(check_program, 60);
}

/* ---- of edges ---- */

struct stream {
	struct random_source source;
	struct tea_edge edges[HOPS_MOST];
	cycle_t now[PLACES];		/* of each place: the point that is held there; 0: none yet */
	cycle_t at;			/* the current point */
	uint32_t chains;		/* places that begin with each of so many never meet; or 0 */
};

/* Somewhere that belongs to the chain of @number. */
static uint32_t random_place(struct stream *stream, unsigned int number)
{
	if (stream->chains)
		return 1 + number % stream->chains;
	return 1 + random_below(&stream->source, PLACES - 1);
}

static struct tea_edge random_edge(struct stream *stream, enum tea_edges_kind kind, uint32_t place)
{
	const uint32_t cause = random_below(&stream->source, TEA_EDGES_CAUSES_COUNT);

	return (struct tea_edge){
		.kind = (uint8_t)kind, .place = place, .places = 1, .cause = (uint8_t)cause,
		.knob = (uint8_t)(cause % TEA_EDGES_KNOBS_COUNT),
		.times = (int8_t)random_below(&stream->source, 3),
	};
}

static struct tea_edge random_step_or_wait(struct stream *stream, unsigned int number)
{
	const uint32_t place = random_place(stream, number);
	struct tea_edge edge = random_edge(stream, TEA_EDGE_STEP, 0);

	switch (random_below(&stream->source, 4)) {
	case 0:
		edge = random_edge(stream, TEA_EDGE_HOLD, place);
		stream->now[place] = stream->at;
		return edge;
	case 1:
		edge = random_edge(stream, TEA_EDGE_AFTER, place);
		if (!stream->chains && place + 3 < PLACES)
			edge.places = (uint8_t)(1 + random_below(&stream->source, 3));
		break;
	default:
		break;
	}
	stream->at += random_below(&stream->source, 4);
	edge.at = stream->at;
	return edge;
}

/* From one of the places on, and back to it, so that none is left behind. */
static void random_record(struct stream *stream, unsigned int number, struct tea_retired *record)
{
	const uint32_t place = random_place(stream, number);
	uint32_t count = 0;

	stream->edges[count++] = random_edge(stream, TEA_EDGE_FROM, place);
	stream->at = stream->now[place];
	while (count < HOPS_MOST - 3 && random_below(&stream->source, 12))
		stream->edges[count++] = random_step_or_wait(stream, number);
	stream->edges[count] = random_edge(stream, TEA_EDGE_STEP, 0);
	stream->edges[count++].at = stream->at += 1 + random_below(&stream->source, 3);
	stream->edges[count++] = random_edge(stream, TEA_EDGE_HOLD, place);
	stream->now[place] = stream->at;
	stream->edges[count++] = random_edge(stream, TEA_EDGE_HOLD, TEA_EDGES_EXIT);
	*record = (struct tea_retired){
		.site = random_below(&stream->source, SITES), .edges = stream->edges, .edges_count = count,
	};
	record->pc = 4 * record->site;
	record->at[TEA_STAGE_COMMIT] = stream->at;
	/* the point behind it is nearer than dropped ones */
	record->at[TEA_STAGE_FETCH] = stream->at > TEA_PATH_MARGIN / 2 ?
				      stream->at - TEA_PATH_MARGIN / 2 : 0;
}

/* The memory for nodes does not grow, however long the run. */
static void check_memory(const struct tea_path *path)
{
	struct tea_path fresh;

	assert_int_equal(tea_path_init(&fresh), 0);
	assert_int_equal(path->nodes_size, fresh.nodes_size);
	tea_path_deinit(&fresh);
}

static void run_stream(struct stream *stream)
{
	struct tea_retired record = { .pc = 0 };
	struct tea_path path;

	assert_int_equal(tea_path_init(&path), 0);
	for (unsigned int i = 0; i < RANDOM_RECORDS; i++) {
		random_record(stream, i, &record);
		tea_path_record(&path, &record);
		naive_path_record(&naive, &record);
		if (!random_below(&stream->source, RANDOM_RECORDS / 2))
			check_path(&path, &record);
	}
	check_path(&path, &record);
	assert_true(naive.count > 2 * path.nodes_size);	/* made room several times */
	check_memory(&path);
	naive_path_deinit(&naive);
	tea_path_deinit(&path);
}

static void check_stream(uint64_t number)
{
	static struct stream stream;

	seed = number;
	stream = (struct stream){ .at = 0 };
	random_init(&stream.source, seed);
	stream.chains = seed % 2 ? 1 + random_below(&stream.source, 6) : 0;
	run_stream(&stream);
}

static void test_streams(void **state)
{
	(void)state;
	random_seeds(check_stream, 6);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_programs),
		cmocka_unit_test(test_streams),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
