/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * naive_predictor.h - the predictor as it is described, without any shortcut
 *
 * Histories are kept whole and folded for each look-up; tables are searched from end to end.
 * Random streams run on it beside the real one, which must predict the same.
 */
#ifndef TEST_NAIVE_PREDICTOR_H
#define TEST_NAIVE_PREDICTOR_H

#include "predictor/predictor.h"

struct naive_predictor;

struct naive_predictor *naive_predictor_create(const struct tea_params *params);
void naive_predictor_destroy(struct naive_predictor *naive);

/* As tea_predictor_pass(). */
struct tea_prediction naive_predictor_pass(struct naive_predictor *naive, uint64_t pc,
					   const struct tea_insn *insn, bool taken, uint64_t next);

#endif /* TEST_NAIVE_PREDICTOR_H */
