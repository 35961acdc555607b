// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * structures.c - structures that can be perfect, or larger; see structures.h
 */
#include "structures.h"

#include <stdio.h>
#include <string.h>

#include "variant.h"

const struct structure structures[STRUCTURES_COUNT] = {
	{ "icache", "l1i_perfect=1,itlb_perfect=1", false },
	{ "dcache", "l1d_perfect=1,dtlb_perfect=1", false },
	{ "bpred", "predictor_perfect=1", false },
	{ "alu", "arithmetic_perfect=1", false },
	{ "l1i", "l1i_perfect=1", false },
	{ "itlb", "itlb_perfect=1", false },
	{ "l1d", "l1d_perfect=1", false },
	{ "dtlb", "dtlb_perfect=1", false },
	{ "sharing", "sharing_perfect=1", true },
	{ "llc_private", "llc_private=1", true },
	{ "dram_private", "dram_private=1", true },
};

/* @params where the structure is perfect. Its words are knobs, and ones. */
static struct tea_params make_perfect(const struct structure *structure, struct tea_params params)
{
	char words[64], *rest = words, *word;

	snprintf(words, sizeof(words), "%s", structure->words);
	while ((word = strsep(&rest, ",")))
		tea_params_set(&params, strsep(&word, "="), "1");
	return params;
}

const struct structure *structures_find(const struct tea_params *base, const struct tea_params *params)
{
	for (size_t i = 0; i < STRUCTURES_COUNT; i++) {
		const struct tea_params perfect = make_perfect(&structures[i], *base);

		if (variant_same_params(&perfect, params))
			return &structures[i];
	}
	return NULL;
}

uint32_t structures_components(const struct structure *structure)
{
	const struct tea_params none = { 0 }, perfect = make_perfect(structure, none);
	uint32_t components = 0;

	for (size_t i = 0; i < tea_param_infos_count; i++)
		if (tea_params_get(&perfect, &tea_param_infos[i]))
			components |= tea_param_infos[i].components;
	return components;
}

bool structures_compare(const struct tea_params *base, const struct tea_params *params,
			uint32_t *whole, uint32_t *part)
{
	struct tea_params perfect = *base;

	*whole = *part = 0;
	for (size_t i = 0; i < STRUCTURES_COUNT; i++) {
		const struct tea_params more = make_perfect(&structures[i], *base);
		const struct tea_params with = make_perfect(&structures[i], *params);

		if (variant_same_params(&more, base) || !variant_same_params(&with, params))
			continue;
		perfect = make_perfect(&structures[i], perfect);
		*whole |= structures_components(&structures[i]);
	}
	for (size_t i = 0; i < tea_param_infos_count; i++) {
		const struct tea_param_info *info = &tea_param_infos[i];
		const uint32_t is = tea_params_get(params, info), was = tea_params_get(&perfect, info);

		*part |= is == was ? 0 : info->components;
		if (is < was || (is > was && !info->components)) {
			*whole = *part = 0;
			return false;
		}
	}
	return true;
}
