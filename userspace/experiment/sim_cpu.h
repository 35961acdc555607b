/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sim_cpu.h - QEMU's -cpu for a simulated core
 */
#ifndef SIM_CPU_H
#define SIM_CPU_H

#include "sim_cores.h"

#define SIM_CPU_TEXT	256

/*
 * What the first of @cores has and the model decodes: programs that ask find nothing else.
 * @tool is the path of tea-cpu. Where core or knobs are wrong, or others have something else,
 * the plugin tells. Returns 0, or a negative errno with @fault filled.
 */
int sim_cpu_find(char cpu[SIM_CPU_TEXT], const char *tool, const struct sim_cores *cores,
		 struct fault *fault);

#endif /* SIM_CPU_H */
