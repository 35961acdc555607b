/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * params.h - every knob of the model, by name
 *
 * params.def is the one table: parser, help, dump and docs come from it. The
 * defaults are table 2 of the TEA paper (boom-4w); other cores that have a name
 * are in cores.c. All values are whole numbers with a unit and a range.
 */
#ifndef TEA_PARAMS_H
#define TEA_PARAMS_H

#include <stddef.h>
#include <stdint.h>

struct tea_params {
#define TEA_PARAM(name, value, min, max, unit, text) uint32_t name;
#include "params.def"
#undef TEA_PARAM
	const char *core;		/* the name in tea_cores that was set out from */
};

struct tea_param_info {
	const char *name, *unit, *text;
	uint32_t value, min, max;	/* default and range */
	size_t offset;			/* in struct tea_params */
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
 * Check what single ranges cannot (powers of two, sizes that must agree).
 * Returns 0, or -EINVAL with @why pointing to a static sentence.
 */
int tea_params_check(const struct tea_params *params, const char **why);

uint32_t tea_params_get(const struct tea_params *params, const struct tea_param_info *info);

#endif /* TEA_PARAMS_H */
