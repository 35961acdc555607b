// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cpu.c - a core's options of QEMU's -cpu; see cpu.h
 */
#include "cpu.h"

#include <stdio.h>

#define V_BITS	128	/* V is for registers of so many or more, Zve64d for fewer */

const char *tea_cpu_properties(const struct tea_params *params, char text[TEA_CPU_TEXT])
{
	const char *why;

	*text = '\0';
	if (params->vlen && !tea_params_check(params, &why))
		snprintf(text, TEA_CPU_TEXT, ",%s=on,vlen=%u,zba=on,zbb=on,zbs=on",
			 params->vlen < V_BITS ? "zve64d" : "v", params->vlen);
	return text;
}
