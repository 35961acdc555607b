/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * framechain.h - callchains by frame pointers, without addresses that are no callers
 *
 * For a program's callers Linux on RISC-V follows frame pointers, whether the code keeps them or
 * not, and takes the content of ra for the innermost caller. So
 *
 * - a function that has called others already seems to be called from within itself, since ra still
 *   has the address that the last call returned to, and its real caller is lost;
 * - for a leaf that sets up no frame, ra is right, but its caller's caller is lost;
 * - behind the first function that keeps no frame pointer, any value may stand.
 *
 * Call frame information distinguishes these at each address. A lost caller is a frame of the
 * object FRAMECHAIN_MISSING; an address that is no caller is dropped. Code without that information
 * is believed, as far as its addresses are of code.
 */
#ifndef FRAMECHAIN_H
#define FRAMECHAIN_H

#include "recording.h"

#define FRAMECHAIN_MISSING	"[frames missing]"

/* Repairs the chains of all places, and counts those with missing callers. 0 or -ENOMEM. */
int framechain_mend(struct recording *recording);

#endif /* FRAMECHAIN_H */
