// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * params.c - the knobs: defaults, parsing and checking, all from params.def
 */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
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

/* Numbers beyond this are out of any range, however many digits follow. */
#define NUMBER_MOST	((uint64_t)1 << 50)

/* Decimal digits, of which @decimals may stand behind a point: in units of the last of these. */
static int parse_number(const char *text, unsigned int decimals, uint64_t *number)
{
	uint64_t value = 0, most = UINT32_MAX;
	unsigned int behind = 0;
	bool point = false;

	if (!*text)
		return -EINVAL;
	for (const char *at = text; *at; at++) {
		if (*at == '.' && at != text && !point && at[1]) {
			point = true;
			continue;
		}
		if (*at < '0' || *at > '9' || (point && behind++ == decimals))
			return -EINVAL;
		if (value < NUMBER_MOST)
			value = value * 10 + (uint64_t)(*at - '0');
	}
	for (unsigned int i = 0; i < decimals; i++) {
		most *= 10;
		if (i >= behind && value < NUMBER_MOST)
			value *= 10;
	}
	if (value > most)
		return -ERANGE;
	*number = value;
	return 0;
}

static const struct tea_param_info *find_info(const char *name)
{
	for (size_t i = 0; i < tea_param_infos_count; i++)
		if (!strcmp(tea_param_infos[i].name, name))
			return &tea_param_infos[i];
	return NULL;
}

int tea_params_set(struct tea_params *params, const char *name, const char *value)
{
	const struct tea_param_info *info = find_info(name);
	uint64_t number;
	int err;

	if (!info)
		return -ENOENT;
	err = parse_number(value, 0, &number);
	if (err)
		return err;
	if (number < info->min || number > info->max)
		return -ERANGE;
	*param_at(params, info) = (uint32_t)number;
	return 0;
}

/* Parts */

static const struct parted {
	size_t whole, part;		/* offsets */
	bool power;
} parted[] = {
#define X(name, power) \
	{ offsetof(struct tea_params, name), offsetof(struct tea_params, parts.name), power },
	TEA_PARTED_PARAMS(X)
#undef X
};

static const struct parted *find_parted(const struct tea_param_info *info)
{
	for (size_t i = 0; i < sizeof(parted) / sizeof(parted[0]); i++)
		if (parted[i].whole == info->offset)
			return &parted[i];
	return NULL;
}

bool tea_params_has_parts(const struct tea_param_info *info)
{
	return find_parted(info);
}

uint64_t tea_params_get_parts(const struct tea_params *params, const struct tea_param_info *info)
{
	const struct parted *at = find_parted(info);
	const uint64_t whole = (uint64_t)tea_params_get(params, info) * TEA_PARTS;

	return at ? whole + *(const uint32_t *)((const char *)params + at->part) : whole;
}

/* The highest power of two up to @value, which is not 0. */
static uint64_t power_below(uint64_t value)
{
	uint64_t power = 1;

	while (power <= value / 2)
		power *= 2;
	return power;
}

void tea_params_put_parts(struct tea_params *params, const struct tea_param_info *info,
			  uint64_t value)
{
	const struct parted *at = find_parted(info);
	uint64_t whole = value / TEA_PARTS;

	assert(whole >= info->min && value <= (uint64_t)info->max * TEA_PARTS);
	assert(at || value % TEA_PARTS == 0);
	if (at && at->power)
		whole = power_below(whole);
	*param_at(params, info) = (uint32_t)whole;
	if (at)
		*(uint32_t *)((char *)params + at->part) = (uint32_t)(value - whole * TEA_PARTS);
}

int tea_params_parse_parts(const char *text, uint64_t *value)
{
	return parse_number(text, 3, value);
}

int tea_params_set_parts(struct tea_params *params, const char *name, const char *text)
{
	const struct tea_param_info *info = find_info(name);
	uint64_t value;
	int err;

	if (!info || !tea_params_has_parts(info))
		return tea_params_set(params, name, text);
	err = tea_params_parse_parts(text, &value);
	if (err)
		return err;
	if (value < (uint64_t)info->min * TEA_PARTS || value > (uint64_t)info->max * TEA_PARTS)
		return -ERANGE;
	tea_params_put_parts(params, info, value);
	return 0;
}

const char *tea_params_text(const struct tea_params *params, const struct tea_param_info *info,
			    char text[TEA_PARAM_TEXT])
{
	const uint64_t value = tea_params_get_parts(params, info);
	const unsigned int part = (unsigned int)(value % TEA_PARTS);
	size_t length = (size_t)snprintf(text, TEA_PARAM_TEXT, "%u.%03u",
					 (unsigned int)(value / TEA_PARTS), part);

	while (text[length - 1] == '0' && part)
		length--;
	text[part ? length : length - sizeof(".000") + 1] = '\0';
	return text;
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
		{ is_power_of_two(params->tlb_sector), "tlb_sector must be a power of two" },
		{ params->l1i_tlb % params->tlb_sector == 0,
		  "l1i_tlb must be a multiple of tlb_sector" },
		{ params->l1_tlb % params->tlb_sector == 0,
		  "l1_tlb must be a multiple of tlb_sector" },
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
