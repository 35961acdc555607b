/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * heapscan.h - where a function's frame has its caller, by its code
 *
 * For code without call frame information in memory, as GCC 12 makes C for RISC-V. Of other machines
 * there is always some: none is found here.
 */
#ifndef HEAPSCAN_H
#define HEAPSCAN_H

#include "heaprule.h"

/* By how the function at @pc, behind a call, returns. Takes no lock and no memory. */
struct heaprule heapscan_find(uint64_t pc);

#endif /* HEAPSCAN_H */
