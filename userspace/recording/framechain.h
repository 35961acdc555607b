/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * framechain.h - callchains by frame pointers, without what was never a caller
 *
 * For a program's callers Linux on RISC-V follows frame pointers, whether the code keeps them or
 * not, and takes for the innermost caller whatever is in ra. So
 *
 * - a function that has called others already seems to be called by itself, since ra is still where
 *   the last of them returned to, and its real caller is lost;
 * - of a leaf that sets up no frame, ra is right, and its caller's caller is lost;
 * - behind the first function that keeps no frame pointer stands anything at all.
 *
 * Call frame information tells which it is at each address. What is lost is a frame of the object
 * FRAMECHAIN_MISSING; what is no caller is dropped. Code without that information is believed, as
 * far as its addresses are of code.
 */
#ifndef FRAMECHAIN_H
#define FRAMECHAIN_H

#include "recording.h"

#define FRAMECHAIN_MISSING	"[frames missing]"

/* Mends the chains of all places, and counts what lacks callers. 0 or -ENOMEM. */
int framechain_mend(struct recording *recording);

#endif /* FRAMECHAIN_H */
