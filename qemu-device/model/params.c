// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * params.c - the knobs: defaults, parsing and checking, all from params.def
 */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "params.h"
#include "tea_abi.h"
#include "time/cycles.h"

/* Components by their names in params.def. */
enum {
#define TEA_X(index, id, name, cause, text) id = 1 << (index),
	TEA_COMPONENTS(TEA_X)
#undef TEA_X
};

#define FLAT	false
#define SLOPE	true

const struct tea_param_info tea_param_infos[] = {
#define TEA_PARAM(id, def, low, high, unit_, number_, fast_, path, components_, resource, text_) { \
	.name = #id, .unit = unit_, .text = text_, .value = def, .min = low, .max = high, \
	.number = TEA_NUMBER_##number_, .fast = TEA_FAST_##fast_, .slope = path, \
	.components = components_, .offset = offsetof(struct tea_params, id), \
	TEA_PARTS_##number_(.part = offsetof(struct tea_params, parts.id),) },
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

bool tea_params_has_parts(const struct tea_param_info *info)
{
	return info->part;
}

uint64_t tea_params_get_parts(const struct tea_params *params, const struct tea_param_info *info)
{
	const uint64_t whole = (uint64_t)tea_params_get(params, info) * TEA_PARTS;

	return info->part ? whole + *(const uint32_t *)((const char *)params + info->part) : whole;
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
	uint64_t whole = value / TEA_PARTS;

	assert(whole >= info->min && value <= (uint64_t)info->max * TEA_PARTS);
	assert(info->part || value % TEA_PARTS == 0);
	if (info->number == TEA_NUMBER_POWER_PARTS)
		whole = power_below(whole);
	*param_at(params, info) = (uint32_t)whole;
	if (info->part)
		*(uint32_t *)((char *)params + info->part) = (uint32_t)(value - whole * TEA_PARTS);
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

/*
 * All pipes together: two operations on each 8 bytes in a cycle are the most that TEA_CAPS_FLOPS
 * can report.
 */
#define LANES_MOST_BITS		(255 / 2 * 64)

/* A cache of @kib KiB has sets of @ways lines; their number must be a power of two. */
static bool is_cache(uint32_t kib, uint32_t ways)
{
	uint64_t lines = kib * 1024ULL / TEA_LINE_BYTES;

	return lines % ways == 0 && is_power_of_two(lines / ways);
}

#define RULE_WHOLE(id)
#define RULE_PARTS(id)
#define RULE_POWER(id)		{ is_power_of_two(params->id), #id " must be a power of two" },
#define RULE_POWER_PARTS(id)	RULE_POWER(id)
#define RULE_POWER_OR_0(id) \
	{ !params->id || is_power_of_two(params->id), #id " must be a power of two, or 0" },

int tea_params_check(const struct tea_params *params, const char **why)
{
	const struct {
		bool holds;
		const char *why;
	} rules[] = {
#define TEA_PARAM(id, def, low, high, unit, number, ...) RULE_##number(id)
#include "params.def"
#undef TEA_PARAM
		{ !params->vlen || (is_power_of_two(params->vlen) && params->vlen >= 64),
		  "vlen must be a power of two from 64 on, or 0" },
		{ !params->vlen || params->vec_issue * params->dlen <= LANES_MOST_BITS,
		  "vec_issue times dlen must be 8128 at most" },
		{ params->l1i_tlb % params->tlb_sector == 0,
		  "l1i_tlb must be a multiple of tlb_sector" },
		{ params->l1_tlb % params->tlb_sector == 0,
		  "l1_tlb must be a multiple of tlb_sector" },
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
