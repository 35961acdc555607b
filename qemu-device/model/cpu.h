/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cpu.h - a core's options of QEMU's -cpu: its vectors, and extensions that go with them
 *
 * Cores with vectors have Zba, Zbb and Zbs, too: the profiles RVA22 and RVA23 ask for them, and
 * vector code of the distribution uses them without a check (dav1d's addresses by sh1add).
 */
#ifndef TEA_CPU_H
#define TEA_CPU_H

#include "params.h"

#define TEA_CPU_TEXT	64

/* Behind the properties that all cores have: ",v=on,vlen=256" and more, or nothing. Returns @text. */
const char *tea_cpu_properties(const struct tea_params *params, char text[TEA_CPU_TEXT]);

#endif /* TEA_CPU_H */
