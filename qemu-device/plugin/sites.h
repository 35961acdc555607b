/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sites.h - dense numbers for the static instructions of a program
 *
 * The same pc has the same number for the whole run, however often it is
 * translated and by whichever thread, so that observers index arrays by it. The
 * table grows with the code that ever ran; it is asked at translation only.
 */
#ifndef TEA_SITES_H
#define TEA_SITES_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

struct site {
	uint64_t pc;
	uint32_t bits;			/* of the instruction; 0: not known */
};

struct sites {
	pthread_mutex_t lock;
	struct site *list;		/* [number] */
	uint32_t *slots;		/* open addressing by pc: numbers; 0: free */
	size_t capacity;		/* of slots: 0 or a power of two, at most half full */
	uint32_t count;
	uint32_t replaced;		/* times that another instruction came to a place */
};

#define SITES_INIT	{ .lock = PTHREAD_MUTEX_INITIALIZER }

/*
 * The number of @pc, where @bits are, or 0 if that is not known; from 1 on, 0 where memory
 * ran out. Callable from any thread.
 */
uint32_t sites_number(struct sites *sites, uint64_t pc, uint32_t bits);
/* The number of @pc, or 0: it has none. */
uint32_t sites_find(struct sites *sites, uint64_t pc);

#endif /* TEA_SITES_H */
