/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * params.h - every knob of the model, by name
 *
 * params.def is the one table: parser, help, dump and docs come from it. The
 * defaults are table 2 of the TEA paper (boom-4w); other cores that have a name
 * are in cores.c. All values are whole numbers with a unit and a range; the abstract model
 * takes parts of some, too.
 */
#ifndef TEA_PARAMS_H
#define TEA_PARAMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TEA_LINE_BYTES	64	/* of all caches */
#define TEA_PARTS	1000

/* Properties of knobs that have parts, by their number in params.def. */
#define TEA_PARTS_WHOLE(...)
#define TEA_PARTS_POWER(...)
#define TEA_PARTS_POWER_OR_0(...)
#define TEA_PARTS_PARTS(...)		__VA_ARGS__
#define TEA_PARTS_POWER_PARTS(...)	__VA_ARGS__

struct tea_params {
#define TEA_PARAM(name, ...) uint32_t name;
#include "params.def"
#undef TEA_PARAM
	const char *core;		/* the name in tea_cores that was set out from */
	struct {
#define TEA_PARAM(name, value, min, max, unit, number, ...) TEA_PARTS_##number(uint32_t name;)
#include "params.def"
#undef TEA_PARAM
	} parts;			/* beyond the whole number; 0 in the full model */
};

enum tea_number {
	TEA_NUMBER_WHOLE, TEA_NUMBER_POWER, TEA_NUMBER_POWER_OR_0, TEA_NUMBER_PARTS,
	TEA_NUMBER_POWER_PARTS,
};

/* The use of a knob in the lanes of the fast engine, the abstract model. */
enum tea_fast {
	TEA_FAST_LANE, TEA_FAST_SHARED, TEA_FAST_LEFT_OUT
};

/* A row of params.def. */
struct tea_param_info {
	const char *name, *unit, *text;
	uint32_t value, min, max;	/* default and range */
	enum tea_number number;
	enum tea_fast fast;
	bool slope;
	uint32_t components;		/* a set of TEA_COMPONENT_BIT */
	size_t offset;			/* in struct tea_params */
	size_t part;			/* of the part beyond the whole number; 0: none */
};

extern const struct tea_param_info tea_param_infos[];
extern const size_t tea_param_infos_count;

/* A core with a name: the knobs that differ from its base, or from params.def. */
struct tea_core_knob {
	size_t offset;			/* in struct tea_params */
	uint32_t value;
};

struct tea_core {
	const char *name, *text;
	const struct tea_core *base;	/* NULL: params.def */
	const struct tea_core_knob *knobs;
	size_t knobs_count;
};

extern const struct tea_core tea_cores[];	/* the first is the default */
extern const size_t tea_cores_count;

void tea_params_init(struct tea_params *params);

/* Set all knobs to those of the core with that name. -ENOENT: there is none. */
int tea_params_select(struct tea_params *params, const char *core);

/*
 * Set one knob from text. -ENOENT: no such knob; -EINVAL: not a number;
 * -ERANGE: outside its range.
 */
int tea_params_set(struct tea_params *params, const char *name, const char *value);

/*
 * Check rules that ranges cannot express (powers of two, sizes that must agree). Returns 0, or
 * -EINVAL with @why pointing to a static sentence.
 */
int tea_params_check(const struct tea_params *params, const char **why);

/* Operations that the reorder buffer has at most: one row of it, at least. */
static inline uint32_t tea_params_rob(const struct tea_params *params)
{
	return params->rob > params->decode_width ? params->rob : params->decode_width;
}

uint32_t tea_params_get(const struct tea_params *params, const struct tea_param_info *info);

/* Parts: a value with them is in thousandths */

/* Decimal digits, and up to three behind a point. Returns 0, -EINVAL, or -ERANGE from 2^32 on. */
int tea_params_parse_parts(const char *text, uint64_t *value);
/* As tea_params_set(), with decimals where the knob has parts. */
int tea_params_set_parts(struct tea_params *params, const char *name, const char *text);
bool tea_params_has_parts(const struct tea_param_info *info);
uint64_t tea_params_get_parts(const struct tea_params *params, const struct tea_param_info *info);
/* @value is within the knob's range, and whole where it has no parts. */
void tea_params_put_parts(struct tea_params *params, const struct tea_param_info *info,
			  uint64_t value);

#define TEA_PARAM_TEXT	16

/* A value as set_parts takes it. Returns @text. */
const char *tea_params_text(const struct tea_params *params, const struct tea_param_info *info,
			    char text[TEA_PARAM_TEXT]);

#endif /* TEA_PARAMS_H */
