/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ras.h - return address stack
 *
 * A ring without a bottom, as in hardware: too many calls overwrite the oldest
 * addresses, too many returns read old ones again.
 */
#ifndef TEA_RAS_H
#define TEA_RAS_H

#include <stdint.h>

struct tea_ras {
	uint64_t *addresses;
	unsigned int size, top;		/* top: index of the last one pushed */
};

/* Returns 0, or -ENOMEM. */
int tea_ras_init(struct tea_ras *ras, unsigned int size);
void tea_ras_deinit(struct tea_ras *ras);

/* 0 if nothing was ever pushed there. */
uint64_t tea_ras_top(const struct tea_ras *ras);
void tea_ras_push(struct tea_ras *ras, uint64_t address);
void tea_ras_pop(struct tea_ras *ras);

/* The state that BOOM repairs after a mispredict: the position of the top and its entry. */
struct tea_ras_mark {
	uint64_t address;
	unsigned int top;
};

struct tea_ras_mark tea_ras_mark(const struct tea_ras *ras);
void tea_ras_repair(struct tea_ras *ras, struct tea_ras_mark mark);

#endif /* TEA_RAS_H */
