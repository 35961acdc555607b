/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pager.h - text for a terminal through a pager, as git does
 *
 * The pager is $TEA_PAGER, else $PAGER, else less; empty or "cat" is none. Unless they are set,
 * LESS is FRX and LV is -c: text that fits the screen just stays there.
 */
#ifndef PAGER_H
#define PAGER_H

#include <sys/types.h>

struct pager {
	pid_t process;			/* 0: none */
};

/* From here on standard output goes to the pager, if it is a terminal. */
void pager_open(struct pager *pager);
/* Waits until the user has read it. */
void pager_close(struct pager *pager);

#endif /* PAGER_H */
