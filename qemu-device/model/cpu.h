/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cpu.h - what QEMU's -cpu has to have of a core: its vectors, and what goes with them
 *
 * Cores with vectors have Zba, Zbb and Zbs, too: the profiles RVA22 and RVA23 ask for them, and
 * vector code of the distribution uses them without asking (dav1d's addresses by sh1add).
 */
#ifndef TEA_CPU_H
#define TEA_CPU_H

#include "params.h"

#define TEA_CPU_TEXT	64

/* Behind the properties that all cores have: ",v=on,vlen=256" and more, or nothing. Returns @text. */
const char *tea_cpu_properties(const struct tea_params *params, char text[TEA_CPU_TEXT]);

#endif /* TEA_CPU_H */
