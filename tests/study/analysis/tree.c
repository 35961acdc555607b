// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tree.c - which source of executions is nearer to the truth: a classification tree of basic blocks
 *
 * Usage: tree GRADE < RESULTS
 *
 * RESULTS are those of the job kind `mixrule`, whose blocks are learnt from; GRADE is one of their
 * units. The criteria search of Nowak et al., ISPASS 2018, section IV.B: labels are the nearer source,
 * weights executions, those of each program together 1; impurity is Gini's. Values between tabs:
 *
 *	blocks		number, of which records are nearer by weight
 *	node		depth, feature or -, limit, blocks, weight, that of records in it, verdict
 *	importance	feature, part of all that impurity falls by
 *	cut		length, average weighted error of blocks where records are taken up to it
 *	best		length, error; of records alone, samples alone, and always the nearer one
 *
 * A node's left child, up to the limit, comes first behind it, then the right one.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/keyindex.h"

#define DEPTH_MOST	3
#define LEAF_WEIGHT	0.02		/* of all, at least */
#define LEAF_BLOCKS	30		/* at least: no tree learns single blocks */
#define LENGTH_MOST	60
#define ERROR_MOST	1.0		/* of one block: no outlier decides */

/* X(identifier, name). */
#define FEATURES(X) \
	X(LENGTH, "length") \
	X(BIASED, "biased") \
	X(DIVISIONS, "divisions and roots") \
	X(LOADS, "loads") \
	X(TRANSFERS, "ends in a transfer") \
	X(EXECUTIONS, "executions, part of the program's")

enum feature {
#define X(id, name) FEATURE_##id,
	FEATURES(X)
#undef X
	FEATURES_COUNT
};

static const char *const feature_names[] = {
#define X(id, name) name,
	FEATURES(X)
#undef X
};

struct block {
	double features[FEATURES_COUNT];
	double weight, samples, records;	/* errors of the two */
	unsigned int program;
};

struct tree {
	struct block *blocks;
	size_t count;
	double weight;
	double importance[FEATURES_COUNT];
};

static int add_block(struct tree *tree, unsigned int program, const char *line)
{
	struct block *grown = array_grow(tree->blocks, tree->count, sizeof(*grown));
	struct block block = { .program = program };
	double exact, samples, records, *at = block.features;

	if (!grown)
		return -1;
	tree->blocks = grown;
	if (sscanf(line, "block\t%*[^\t]\t%lf\t%lf\t%lf\t%lf\t%lf\t%lf\t%lf\t%lf", &at[FEATURE_LENGTH],
		   &at[FEATURE_BIASED], &at[FEATURE_DIVISIONS], &at[FEATURE_LOADS],
		   &at[FEATURE_TRANSFERS], &exact, &samples, &records) != 8 || !(exact > 0))
		return -1;
	block.weight = exact;
	block.samples = fmin(fabs(samples - exact) / exact, ERROR_MOST);
	block.records = fmin(fabs(records - exact) / exact, ERROR_MOST);
	grown[tree->count++] = block;
	return 0;
}

/* Blocks of each program weigh 1 together. */
static void weigh(struct tree *tree)
{
	for (size_t i = 0, end; i < tree->count; i = end) {
		double sum = 0;

		for (end = i; end < tree->count && tree->blocks[end].program == tree->blocks[i].program;
		     end++)
			sum += tree->blocks[end].weight;
		for (size_t j = i; j < end; j++) {
			tree->blocks[j].weight /= sum;
			tree->blocks[j].features[FEATURE_EXECUTIONS] = tree->blocks[j].weight;
		}
		tree->weight++;
	}
}

static int read_blocks(struct tree *tree, const char *grade, FILE *file)
{
	static char line[4096], word[64];
	unsigned int program = 0;
	bool wanted = false;

	while (fgets(line, sizeof(line), file)) {
		if (sscanf(line, "grade\t%63s", word) == 1)
			wanted = !strcmp(word, grade);
		program += !strncmp(line, "run\t", 4);
		if (wanted && !strncmp(line, "block\t", 6) && add_block(tree, program, line))
			return -1;
	}
	weigh(tree);
	return tree->count ? 0 : -1;
}

static bool is_of_records(const struct block *block)
{
	return block->records <= block->samples;
}

/* Weight times impurity of a part: 2 p (1 - p). */
static double impurity(double weight, double records)
{
	return weight > 0 ? 2 * records * (weight - records) / weight : 0;
}

static enum feature sorted_by;

static int compare_blocks(const void *left, const void *right)
{
	double a = ((const struct block *)left)->features[sorted_by];
	double b = ((const struct block *)right)->features[sorted_by];

	return (a > b) - (a < b);
}

static void sort_by(struct block *blocks, size_t count, enum feature feature)
{
	sorted_by = feature;
	qsort(blocks, count, sizeof(*blocks), compare_blocks);
}

struct sum {
	double weight, records;
};

static struct sum sum_of(const struct block *blocks, size_t count)
{
	struct sum sum = { 0 };

	for (size_t i = 0; i < count; i++) {
		sum.weight += blocks[i].weight;
		sum.records += is_of_records(&blocks[i]) ? blocks[i].weight : 0;
	}
	return sum;
}

struct split {
	enum feature feature;
	double limit, gain;
};

/* The best limit of the feature that the blocks are sorted by. */
static void try_limits(const struct block *blocks, size_t count, double least, struct split *best)
{
	struct sum all = sum_of(blocks, count), left = { 0 };

	for (size_t i = 0; i + 1 < count; i++) {
		double gain, at = blocks[i].features[sorted_by],
			next = blocks[i + 1].features[sorted_by];

		left.weight += blocks[i].weight;
		left.records += is_of_records(&blocks[i]) ? blocks[i].weight : 0;
		if (!(next > at) || left.weight < least || all.weight - left.weight < least ||
		    i + 1 < LEAF_BLOCKS || count - i - 1 < LEAF_BLOCKS)
			continue;
		gain = impurity(all.weight, all.records) - impurity(left.weight, left.records) -
		       impurity(all.weight - left.weight, all.records - left.records);
		if (gain > best->gain)
			*best = (struct split){ sorted_by, at, gain };
	}
}

static void put_node(const struct tree *tree, size_t count, struct sum sum, unsigned int depth,
		     const struct split *split)
{
	printf("node\t%u\t%s\t%.4g\t%zu\t%.4f\t%.4f\t%s\n", depth,
	       split->gain > 0 ? feature_names[split->feature] : "-", split->limit, count,
	       sum.weight / tree->weight, sum.weight > 0 ? sum.records / sum.weight : 0,
	       sum.records * 2 >= sum.weight ? "records" : "samples");
}

static void grow(struct tree *tree, struct block *blocks, size_t count, unsigned int depth)
{
	struct split best = { .gain = 1e-12 };
	size_t left = 0;

	for (int i = 0; i < FEATURES_COUNT && depth < DEPTH_MOST; i++) {
		sort_by(blocks, count, (enum feature)i);
		try_limits(blocks, count, LEAF_WEIGHT * tree->weight, &best);
	}
	if (best.gain <= 1e-12)
		best.gain = 0;
	put_node(tree, count, sum_of(blocks, count), depth, &best);
	if (!(best.gain > 0))
		return;
	tree->importance[best.feature] += best.gain;
	sort_by(blocks, count, best.feature);
	while (left < count && blocks[left].features[best.feature] <= best.limit)
		left++;
	grow(tree, blocks, left, depth + 1);
	grow(tree, blocks + left, count - left, depth + 1);
}

static void put_importance(const struct tree *tree)
{
	double sum = 0;

	for (size_t i = 0; i < FEATURES_COUNT; i++)
		sum += tree->importance[i];
	for (size_t i = 0; i < FEATURES_COUNT; i++)
		printf("importance\t%s\t%.3f\n", feature_names[i],
		       sum > 0 ? tree->importance[i] / sum : 0);
}

/* Weighted by the instructions that are executed in each block. */
static double error_of(const struct tree *tree, double length)
{
	double error = 0, all = 0;

	for (size_t i = 0; i < tree->count; i++) {
		const struct block *block = &tree->blocks[i];
		double weight = block->weight * block->features[FEATURE_LENGTH];

		error += weight * (block->features[FEATURE_LENGTH] <= length ? block->records :
				   block->samples);
		all += weight;
	}
	return error / all;
}

static double least_error(const struct tree *tree)
{
	double error = 0, all = 0;

	for (size_t i = 0; i < tree->count; i++) {
		const struct block *block = &tree->blocks[i];
		double weight = block->weight * block->features[FEATURE_LENGTH];

		error += weight * fmin(block->records, block->samples);
		all += weight;
	}
	return error / all;
}

static void put_cuts(const struct tree *tree)
{
	unsigned int best = 0;

	for (unsigned int length = 0; length <= LENGTH_MOST; length++) {
		if (error_of(tree, length) < error_of(tree, best))
			best = length;
		printf("cut\t%u\t%.5f\n", length, error_of(tree, length));
	}
	printf("best\t%u\t%.5f\t%.5f\t%.5f\t%.5f\n", best, error_of(tree, best),
	       error_of(tree, INFINITY), error_of(tree, 0), least_error(tree));
}

int main(int argc, char **argv)
{
	struct tree tree = { 0 };
	struct sum sum;

	if (argc != 2) {
		fprintf(stderr, "usage: tree GRADE < RESULTS\n");
		return 2;
	}
	if (read_blocks(&tree, argv[1], stdin)) {
		fprintf(stderr, "tree: no blocks of grade '%s', or damaged ones: run the jobs of "
			"'mixrule' again\n", argv[1]);
		free(tree.blocks);
		return 1;
	}
	sum = sum_of(tree.blocks, tree.count);
	printf("blocks\t%zu\t%.4f\n", tree.count, sum.records / sum.weight);
	put_cuts(&tree);
	grow(&tree, tree.blocks, tree.count, 0);
	put_importance(&tree);
	free(tree.blocks);
	return fflush(stdout) || ferror(stdout);
}
