// SPDX-License-Identifier: GPL-2.0-or-later
/* ras.c - return address stack: see ras.h */
#include "ras.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int tea_ras_init(struct tea_ras *ras, unsigned int size)
{
	assert(size > 0);
	ras->size = size;
	ras->top = 0;
	ras->addresses = calloc(size, sizeof(*ras->addresses));
	return ras->addresses ? 0 : -ENOMEM;
}

void tea_ras_deinit(struct tea_ras *ras)
{
	free(ras->addresses);
}

uint64_t tea_ras_top(const struct tea_ras *ras)
{
	return ras->addresses[ras->top];
}

void tea_ras_push(struct tea_ras *ras, uint64_t address)
{
	ras->top = ras->top + 1 == ras->size ? 0 : ras->top + 1;
	ras->addresses[ras->top] = address;
}

void tea_ras_pop(struct tea_ras *ras)
{
	ras->top = (ras->top ? ras->top : ras->size) - 1;
}

struct tea_ras_mark tea_ras_mark(const struct tea_ras *ras)
{
	return (struct tea_ras_mark){ tea_ras_top(ras), ras->top };
}

void tea_ras_repair(struct tea_ras *ras, struct tea_ras_mark mark)
{
	ras->top = mark.top;
	ras->addresses[ras->top] = mark.address;
}
