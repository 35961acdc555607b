/* SPDX-License-Identifier: GPL-2.0-or-later */
/* counter.h - saturating counters of the branch predictors: taken if not negative */
#ifndef TEA_COUNTER_H
#define TEA_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

static inline void counter_move(int8_t *counter, unsigned int bits, bool up)
{
	int limit = 1 << (bits - 1);

	if (*counter != (up ? limit - 1 : -limit))
		*counter = (int8_t)(*counter + (up ? 1 : -1));
}

#endif /* TEA_COUNTER_H */
