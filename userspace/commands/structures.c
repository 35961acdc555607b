// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * structures.c - structures that can be perfect, or larger; see structures.h
 */
#include "structures.h"

#include <stdio.h>
#include <string.h>

const struct structure structures[STRUCTURES_COUNT] = {
	{ "icache", "l1i_perfect=1,itlb_perfect=1", TEA_CAUSE_ICACHE, 0 },
	{ "dcache", "l1d_perfect=1,dtlb_perfect=1", TEA_CAUSE_DCACHE, 0 },
	{ "bpred", "predictor_perfect=1", TEA_CAUSE_BPRED, 0 },
	{ "alu", "arithmetic_perfect=1", TEA_CAUSE_ALU, 0 },
	{ "l1i", "l1i_perfect=1", 0, STAGES_SET(L1I) },
	{ "itlb", "itlb_perfect=1", 0, STAGES_SET(ITLB) },
	{ "l1d", "l1d_perfect=1", 0, STAGES_SET(LLC) | STAGES_SET(MEMORY) | STAGES_SET(STQ) },
	{ "dtlb", "dtlb_perfect=1", 0, STAGES_SET(DTLB) },
};

#define TRANSLATION	(STAGES_SET(ITLB) | STAGES_SET(DTLB))

/* What is found in a larger one is not waited for: lines for code, data, page tables and stores. */
static const struct {
	const char *knob;
	uint32_t components;
} sizes[] = {
	{ "l1i_kib", STAGES_SET(L1I) },
	{ "l1d_kib", STAGES_SET(LLC) | STAGES_SET(MEMORY) | STAGES_SET(STQ) | TRANSLATION },
	{ "llc_kib", STAGES_SET(L1I) | STAGES_SET(MEMORY) | STAGES_SET(STQ) | TRANSLATION },
	{ "l1i_tlb", STAGES_SET(ITLB) },
	{ "l1_tlb", STAGES_SET(DTLB) },
	{ "tlb_superpages", TRANSLATION },
	{ "l2_tlb", TRANSLATION },
	{ "predictor_kib", STAGES_SET(BPRED) },
};

uint32_t structures_components(const struct structure *structure)
{
	return structure->components ? structure->components : stages_cause(structure->cause);
}

/* @params where the structure is perfect. Its words are knobs, and ones. */
static struct tea_params make_perfect(const struct structure *structure, struct tea_params params)
{
	char words[64], *rest = words, *word;

	snprintf(words, sizeof(words), "%s", structure->words);
	while ((word = strsep(&rest, ",")))
		tea_params_set(&params, strsep(&word, "="), "1");
	return params;
}

static bool is_same(const struct tea_params *one, const struct tea_params *other)
{
	for (size_t i = 0; i < tea_param_infos_count; i++)
		if (tea_params_get(one, &tea_param_infos[i]) != tea_params_get(other, &tea_param_infos[i]))
			return false;
	return true;
}

/* The components that more of the knob takes a part of; 0: not known. */
static uint32_t find_size(const char *knob)
{
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		if (!strcmp(sizes[i].knob, knob))
			return sizes[i].components;
	return 0;
}

bool structures_compare(const struct tea_params *base, const struct tea_params *params,
			uint32_t *whole, uint32_t *part)
{
	struct tea_params perfect = *base;

	*whole = *part = 0;
	for (size_t i = 0; i < STRUCTURES_COUNT; i++) {
		const struct tea_params more = make_perfect(&structures[i], *base);
		const struct tea_params with = make_perfect(&structures[i], *params);

		if (is_same(&more, base) || !is_same(&with, params))
			continue;
		perfect = make_perfect(&structures[i], perfect);
		*whole |= structures_components(&structures[i]);
	}
	for (size_t i = 0; i < tea_param_infos_count; i++) {
		const struct tea_param_info *info = &tea_param_infos[i];
		const uint32_t is = tea_params_get(params, info), was = tea_params_get(&perfect, info);
		const uint32_t components = find_size(info->name);

		*part |= is == was ? 0 : components;
		if (is < was || (is > was && !components)) {
			*whole = *part = 0;
			return false;
		}
	}
	return true;
}
