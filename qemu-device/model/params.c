// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * params.c - the knobs: defaults, parsing and checking, all from params.def
 */
#include <errno.h>
#include <string.h>

#include "params.h"
#include "time/cycles.h"

const struct tea_param_info tea_param_infos[] = {
#define TEA_PARAM(id, def, low, high, unit_, text_) { \
	.name = #id, .unit = unit_, .text = text_, .value = def, .min = low, .max = high, \
	.offset = offsetof(struct tea_params, id) },
#include "params.def"
#undef TEA_PARAM
};

const size_t tea_param_infos_count = sizeof(tea_param_infos) / sizeof(tea_param_infos[0]);

static uint32_t *param_at(struct tea_params *params, const struct tea_param_info *info)
{
	return (uint32_t *)((char *)params + info->offset);
}

uint32_t tea_params_get(const struct tea_params *params, const struct tea_param_info *info)
{
	return *(const uint32_t *)((const char *)params + info->offset);
}

/* Decimal digits and nothing else. What does not fit 32 bits is out of any range. */
static int parse_number(const char *text, uint32_t *number)
{
	uint64_t value = 0;

	if (!*text)
		return -EINVAL;
	for (const char *at = text; *at; at++) {
		if (*at < '0' || *at > '9')
			return -EINVAL;
		if (value <= UINT32_MAX)
			value = value * 10 + (uint64_t)(*at - '0');
	}
	if (value > UINT32_MAX)
		return -ERANGE;
	*number = (uint32_t)value;
	return 0;
}

int tea_params_set(struct tea_params *params, const char *name, const char *value)
{
	for (size_t i = 0; i < tea_param_infos_count; i++) {
		const struct tea_param_info *info = &tea_param_infos[i];
		uint32_t number;
		int err;

		if (strcmp(info->name, name))
			continue;
		err = parse_number(value, &number);
		if (err)
			return err;
		if (number < info->min || number > info->max)
			return -ERANGE;
		*param_at(params, info) = number;
		return 0;
	}
	return -ENOENT;
}

/* Of all pipes: two operations on 8 bytes of it in a cycle are what TEA_CAPS_FLOPS can tell. */
#define LANES_MOST_BITS		(255 / 2 * 64)

/* A cache of @kib KiB has sets of @ways lines; their number must be a power of two. */
static bool is_cache(uint32_t kib, uint32_t ways)
{
	uint64_t lines = kib * 1024ULL / 64;

	return lines % ways == 0 && is_power_of_two(lines / ways);
}

int tea_params_check(const struct tea_params *params, const char **why)
{
	const struct {
		bool holds;
		const char *why;
	} rules[] = {
		{ is_power_of_two(params->fetch_width), "fetch_width must be a power of two" },
		{ is_power_of_two(params->fetch_bank), "fetch_bank must be a power of two" },
		{ !params->ubtb_ways || is_power_of_two(params->ubtb_ways),
		  "ubtb_ways must be a power of two, or 0" },
		{ is_power_of_two(params->btb_sets), "btb_sets must be a power of two" },
		{ !params->vlen || (is_power_of_two(params->vlen) && params->vlen >= 64),
		  "vlen must be a power of two from 64 on, or 0" },
		{ is_power_of_two(params->dlen), "dlen must be a power of two" },
		{ !params->vlen || params->vec_issue * params->dlen <= LANES_MOST_BITS,
		  "vec_issue times dlen must be 8128 at most" },
		{ is_power_of_two(params->vmem_bytes), "vmem_bytes must be a power of two" },
		{ is_power_of_two(params->l1d_row_bytes), "l1d_row_bytes must be a power of two" },
		{ is_power_of_two(params->llc_banks), "llc_banks must be a power of two" },
		{ is_power_of_two(params->l2_tlb), "l2_tlb must be a power of two" },
		{ is_power_of_two(params->dram_ranks), "dram_ranks must be a power of two" },
		{ is_power_of_two(params->dram_banks), "dram_banks must be a power of two" },
		{ is_power_of_two(params->dram_row_bytes),
		  "dram_row_bytes must be a power of two" },
		{ is_cache(params->l1i_kib, params->l1i_ways),
		  "l1i_kib / l1i_ways must give a power of two of 64-byte sets" },
		{ is_cache(params->l1d_kib, params->l1d_ways),
		  "l1d_kib / l1d_ways must give a power of two of 64-byte sets" },
		{ is_cache(params->llc_kib, params->llc_ways),
		  "llc_kib / llc_ways must give a power of two of 64-byte sets" },
	};

	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
		if (!rules[i].holds) {
			*why = rules[i].why;
			return -EINVAL;
		}
	}
	return 0;
}
