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

/*
 * Rates and latencies, of which the abstract model takes thousandths: X(name, whether the whole
 * number has to be a power of two).
 */
#define TEA_PARTED_PARAMS(X) \
	X(frontend_latency, false) X(taken_bubble, false) X(decode_redirect, false) \
	X(decode_width, false) X(rename_latency, false) X(redirect_latency, false) \
	X(flush_latency, false) X(commit_width, false) X(int_issue, false) X(mem_issue, false) \
	X(fp_issue, false) X(issue_latency, false) X(alu_latency, false) X(mul_latency, false) \
	X(mul_units, false) X(div_latency, false) X(div_bits, false) X(fma_latency, false) \
	X(fpmisc_latency, false) X(int_to_fp_latency, false) X(fdiv_latency, false) \
	X(fsqrt_latency, false) X(store_drain, false) X(forward_latency, false) \
	X(forward_turn, false) \
	X(load_retry, false) X(l1d_latency, false) X(l1d_row_bytes, true) X(llc_banks, true) \
	X(llc_latency, false) X(llc_release, false) X(l2_tlb_latency, false) \
	X(dtlb_misses, false) X(dtlb_refill, false) X(dram_cas, false) X(dram_rcd, false) \
	X(dram_rp, false) X(dram_controller, false)

#define TEA_PARTS	1000

struct tea_params {
#define TEA_PARAM(name, value, min, max, unit, text) uint32_t name;
#include "params.def"
#undef TEA_PARAM
	const char *core;		/* the name in tea_cores that was set out from */
	struct {
#define X(name, power) uint32_t name;
		TEA_PARTED_PARAMS(X)
#undef X
	} parts;			/* beyond the whole number; all 0 but for the abstract model */
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
