/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sim_cpu.h - QEMU's -cpu for a simulated core
 */
#ifndef SIM_CPU_H
#define SIM_CPU_H

#include "options.h"

#define SIM_CPU_TEXT	256

/*
 * What @core, with @knobs, has and the model decodes: programs that ask find nothing else.
 * @tool is the path of tea-cpu. Where core or knobs are wrong, the plugin tells. Returns 0, or
 * a negative errno with @fault filled.
 */
int sim_cpu_find(char cpu[SIM_CPU_TEXT], const char *tool, const char *core,
		 const struct option_list *knobs, struct fault *fault);

#endif /* SIM_CPU_H */
