/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * jumps.h - arrows beside a function's instructions: which cell shows which line
 *
 * Lanes are columns; the one next to the code is lane 0 and takes the shortest jumps, so
 * that loops nest from the code outwards. Jumps that find no lane are left out.
 *
 *	  ,-> 10204  ld    a1, 0(a2)
 *	  | ,- 10208  beqz  a1, 1020e
 *	  | | 1020a  addi  a0, a0, 1
 *	  | '> 1020e  addi  a2, a2, 8
 *	  '-- 10210  bnez  a0, 10204
 */
#ifndef JUMPS_H
#define JUMPS_H

#include "rows.h"

#define JUMPS_LANES	6

/* Lines from the middle of a cell. */
#define JUMPS_UP	1
#define JUMPS_DOWN	2
#define JUMPS_LEFT	4
#define JUMPS_RIGHT	8

struct jumps_row {
	uint8_t cells[JUMPS_LANES];	/* by lane */
	bool from, to;			/* a drawn jump starts, ends here */
};

struct jumps {
	struct jumps_row *rows;
	unsigned int lanes;		/* used */
};

/* @rows: instructions of one function by address. 0 or -ENOMEM. */
int jumps_init(struct jumps *jumps, const struct rows *rows);
void jumps_deinit(struct jumps *jumps);

#endif /* JUMPS_H */
