// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * claims.c - the oldest operation that waits: see claims.h
 */
#include "claims.h"

#include <errno.h>
#include <stdlib.h>

int tea_claims_init(struct tea_claims *claims, uint32_t most)
{
	uint32_t size = 1;

	while (size < most)
		size *= 2;
	*claims = (struct tea_claims){
		.list = calloc(size, sizeof(*claims->list)), .mask = size - 1,
	};
	return claims->list ? 0 : -ENOMEM;
}

void tea_claims_deinit(struct tea_claims *claims)
{
	free(claims->list);
	claims->list = NULL;
}
