/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * vlsu.h - the load-store unit's part for vectors: accesses of any bytes of a line
 *
 * Scalar and vector stores stand in one queue, in program order, and are compared by exact
 * bytes. A load gets its data from there if one entry has all of them, that is a scalar store
 * or a vector store's micro-operation; where it has only a part, or several have parts, the
 * load waits until the youngest of them has drained.
 */
#ifndef TEA_VLSU_H
#define TEA_VLSU_H

#include "lsu.h"
#include "vaccess.h"

/* Elements of struct tea_store that the queue needs, with vectors or not: a power of two. */
uint32_t tea_vlsu_store_slots(const struct tea_params *params);
/* Where there are vectors, behind tea_lsu_init(): store and entries have so many elements. */
void tea_vlsu_init(struct tea_lsu *lsu, const struct tea_params *params);

/* Translate @vaccess at @now, in @privilege: fills both. */
void tea_vlsu_translate(struct tea_lsu *lsu, struct tea_vaccess *vaccess, uint8_t privilege,
			cycle_t now, struct tea_lsu_access *access);
/* Load it: from the store queue or the L1. */
void tea_vlsu_load(struct tea_lsu *lsu, struct tea_vaccess *vaccess, uint8_t privilege,
		   cycle_t now, struct tea_lsu_access *access);
/*
 * Drain a micro-operation that commits in @commit, each access in its turn. Its addresses and
 * data were known in @addr_at and @data_at; gives back its queue entry when all are gone.
 */
void tea_vlsu_drain(struct tea_lsu *lsu, const struct tea_vaccesses *accesses, cycle_t addr_at,
		    cycle_t data_at, cycle_t commit);

#endif /* TEA_VLSU_H */
