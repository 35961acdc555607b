/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * params.h - every knob of the model, by name
 *
 * params.def is the one table: parser, help, dump and docs come from it. The
 * defaults are table 2 of the TEA paper ("boom-4w"). All values are whole
 * numbers with a unit and a range.
 */
#ifndef TEA_PARAMS_H
#define TEA_PARAMS_H

#include <stddef.h>
#include <stdint.h>

struct tea_params {
#define TEA_PARAM(name, value, min, max, unit, text) uint32_t name;
#include "params.def"
#undef TEA_PARAM
};

struct tea_param_info {
	const char *name, *unit, *text;
	uint32_t value, min, max;	/* default and range */
	size_t offset;			/* in struct tea_params */
};

extern const struct tea_param_info tea_param_infos[];
extern const size_t tea_param_infos_count;

void tea_params_init(struct tea_params *params);

/*
 * Set one knob from text. -ENOENT: no such knob; -EINVAL: not a number;
 * -ERANGE: outside its range.
 */
int tea_params_set(struct tea_params *params, const char *name, const char *value);

/*
 * Check what single ranges cannot (powers of two, sizes that must agree).
 * Returns 0, or -EINVAL with @why pointing to a static sentence.
 */
int tea_params_check(const struct tea_params *params, const char **why);

uint32_t tea_params_get(const struct tea_params *params, const struct tea_param_info *info);

#endif /* TEA_PARAMS_H */
